"""The head of a log, to be noted by hand or photographed, and a text as a picture that a phone can read."""

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

from kiosk.console import kit
from kiosk.console.kit import CODE_DARK, CODE_LIGHT, ConsoleLook
from kiosk.console.values import HeadShown

NO_LOG = "no record yet"
NO_CODE = "nothing to note: the log does not hold"
QUIET_ZONE = 4  # modules of light around it, or phones do not see it


def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The dark and light squares that stand for *text*, row by row, the quiet zone included."""
    made = segno.make_qr(text, error="m")
    return tuple(tuple(bool(dark) for dark in row) for row in made.matrix_iter(border=QUIET_ZONE))


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


class HeadPlate(QWidget):
    """Station, number of records and head, in the largest type of the console."""

    def __init__(self, look: ConsoleLook) -> None:
        super().__init__()
        self._look = look
        self.head: HeadShown | None = None
        self.without = NO_LOG

    def show_head(self, head: HeadShown | None, without: str = NO_LOG) -> None:
        self.head, self.without = head, without
        self.setAccessibleName("" if head is None else f"{head.count} records, head {head.code}")
        self.update()

    def fit(self) -> None:
        self.setFixedHeight(self._look.px(21))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, area = QPainter(self), self._look, QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(area, QColor(kit.RAISED))
        painter.fillRect(QRectF(area.left(), area.top(), look.px(0.8), area.height()), QColor(kit.INK))
        painter.setPen(QColor(kit.INK))
        inner, flags = (
            area.adjusted(look.px(3), look.px(1), -look.px(1), -look.px(1)),
            Qt.AlignmentFlag.AlignVCenter,
        )
        head = self.head
        third = inner.height() / 4
        first = QRectF(inner.left(), inner.top(), inner.width(), third)
        painter.setFont(look.bold(kit.LARGE))
        station = "" if head is None or not head.letter else f"Station {head.letter} · "
        painter.drawText(first, flags, self.without if head is None else f"{station}{head.count:,} records")
        if head is not None:
            size = min(kit.HEAD, inner.width() / look.unit / 12.4)
            painter.setFont(look.word(size))
            painter.drawText(QRectF(inner.left(), first.bottom(), inner.width(), 2 * third), flags, head.code)
            painter.setFont(look.text(kit.SMALL))
            last = QRectF(inner.left(), inner.bottom() - third, inner.width(), third)
            painter.drawText(
                last, flags, f"Last record {head.at.replace('T', ' ')} · note or photograph this"
            )
        painter.end()
