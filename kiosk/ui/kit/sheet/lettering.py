"""Text on paper, broken into lines once and drawn line by line, so that a long one can go on overleaf."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption

from kiosk.core.harmless import harmless
from kiosk.core.paper.sheet.blocks import Align
from kiosk.ui.kit.sheet.inks import INK

POINT = 20  # units of a page to a point: fonts have whole sizes only
_ENDLESS = 1_000_000
LINE_ENOUGH = 1.28  # of the size of the type, from line to line


def in_lines(text: str, font: QFont, width: float, *, right: bool) -> QTextLayout:
    """*text* broken into lines no wider than *width*, against the left or the *right* edge."""
    layout = QTextLayout(text, font)
    option = QTextOption(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, 0))
    layout.endLayout()
    return layout


class SetText:
    """*text* set in *font*, no wider than *width*; what is on no more than *most* lines is shown."""

    def __init__(
        self, text: str, font: QFont, width: float, align: Align = Align.LEFT, most: int = _ENDLESS
    ) -> None:
        self._layout = in_lines(harmless(text), font, width, right=align is Align.RIGHT)
        self.lines = min(most, max(1, self._layout.lineCount()))
        self.line_height = font.pixelSize() * LINE_ENOUGH

    @property
    def height(self) -> float:
        return self.lines * self.line_height

    @property
    def width(self) -> float:
        """Of its longest line."""
        lines = range(self._layout.lineCount())
        return max((self._layout.lineAt(one).naturalTextWidth() for one in lines), default=0.0)

    def draw(self, painter: QPainter, at: QPointF, first: int = 0, count: int | None = None) -> None:
        """Draw *count* lines from line *first* on, the first of them at *at*."""
        painter.setPen(INK)
        end = min(self.lines, self._layout.lineCount())
        last = end if count is None else min(end, first + count)
        for place, number in enumerate(range(first, last)):
            self._layout.lineAt(number).draw(painter, at + QPointF(0, place * self.line_height))


def draw_at(painter: QPainter, at: QPointF, text: str, font: QFont, share: float) -> None:
    """Draw one line of *text* on the line at *at*, of its width *share* to the left of it."""
    painter.setPen(INK)
    painter.setFont(font)
    shown = harmless(text)
    painter.drawText(at - QPointF(QFontMetricsF(font).horizontalAdvance(shown) * share, 0), shown)
