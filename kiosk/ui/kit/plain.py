"""A few words on a whole field, drawn with Qt's own means alone: before anything else of the program is
loaded, and when nothing else of it can be trusted."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from kiosk.errors import FAULT

BROKEN = f"OUT OF SERVICE\n\n{FAULT}\nUse another station. Call the director."

LIGHT = ("#F7F5EF", "#14171A")
DARK = ("#14171A", "#FFFFFF")


def draw_plain(
    painter: QPainter, area: QRectF, text: str, family: str = "", colours: tuple[str, str] = DARK
) -> None:
    """*text* in the middle of *area*, a sixteenth of its height; *colours*: field and ink."""
    field, ink = colours
    painter.fillRect(area, QColor(field))
    painter.setPen(QColor(ink))
    font = QFont(family) if family else QFont()
    font.setPixelSize(max(12, int(area.height() / 16)))
    painter.setFont(font)
    painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), text)
