"""A text as a picture that a phone can read."""

import segno
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QSizePolicy,
    QWidget,
)

from kiosk.console.kit import CODE_DARK, CODE_LIGHT

QUIET_ZONE = 4  # modules of light around it, or phones do not see it


def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The dark and light squares that stand for *text*, row by row, the quiet zone included."""
    made = segno.make_qr(text, error="m")
    return tuple(tuple(bool(one) for one in row) for row in made.matrix_iter(border=QUIET_ZONE))


class CodePicture(QWidget):
    """The picture of a text, as large as there is room, each module on whole pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._rows: tuple[tuple[bool, ...], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_text(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self._rows = modules(text) if text else ()
            self.setAccessibleName(f"QR code: {text}" if text else "")
            self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 80)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._rows:
            side = max(1, min(self.width(), self.height()) // len(self._rows))
            whole = side * len(self._rows)
            left, top = (self.width() - whole) // 2, (self.height() - whole) // 2
            painter.fillRect(QRectF(left, top, whole, whole), QColor(CODE_LIGHT))
            painter.setPen(Qt.PenStyle.NoPen)
            for down, row in enumerate(self._rows):
                for across, dark in enumerate(row):
                    if dark:
                        painter.fillRect(
                            left + across * side, top + down * side, side, side, QColor(CODE_DARK)
                        )
        painter.end()
