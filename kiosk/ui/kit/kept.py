"""Pictures of what looks the same each time it is drawn: large type and hatching are slow to draw, and a
verdict must not wait for them."""

from collections.abc import Callable, Hashable

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QImage, QPainter

MOST = 24  # pictures; there are more only after a change of screen or text size


class Kept:
    """Nothing of a play is kept: only what its key names, and that is the same for every play."""

    def __init__(self) -> None:
        self._pictures: dict[Hashable, QImage] = {}

    def draw(self, painter: QPainter, box: QRect, key: Hashable, paint: Callable[[QPainter], None]) -> None:
        """Draw on *box* what *paint* draws there; the same *key* and size must mean the same picture."""
        painter.drawImage(QPointF(box.topLeft()), self.picture(painter, box, key, paint))

    def picture(
        self, painter: QPainter, box: QRect, key: Hashable, paint: Callable[[QPainter], None]
    ) -> QImage:
        """What *paint* draws on *box*, as sharp as what *painter* draws on."""
        ratio = painter.device().devicePixelRatio()
        whole = (key, box.size().toTuple(), ratio)
        if whole not in self._pictures:
            if len(self._pictures) >= MOST:
                del self._pictures[next(iter(self._pictures))]  # the one not used for longest
            self._pictures[whole] = _picture(box, ratio, paint)
        made = self._pictures[whole] = self._pictures.pop(whole)
        return made


def _picture(box: QRect, ratio: float, paint: Callable[[QPainter], None]) -> QImage:
    made = QImage(box.size() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.translate(-box.topLeft())
    try:
        paint(painter)
    finally:
        painter.end()  # Qt does not survive a painter that outlives its picture
    return made
