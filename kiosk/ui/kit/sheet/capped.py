"""Text on a leaf: key caps drawn around the keys it names, in ink, in grey or in white."""

import re

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from kiosk.core.harmless import harmless
from kiosk.core.paper.leaf import Lettered
from kiosk.ui.kit.sheet.inks import INK, QUIET
from kiosk.ui.kit.sheet.lettering import POINT, in_lines

LINE = 1.2  # of the size of the type, from line to line
_KEY = re.compile(r"\b(?:TAB|ENTER)\b")
_THIN = "\u2009"
_HOLD = "\u00a0"  # room inside a cap, at which no line ends


class CappedText:
    """*lettered* set in *font*, no wider than *width*."""

    def __init__(self, lettered: Lettered, font: QFont, width: float) -> None:
        text, self._caps = _with_caps(lettered)
        self._ink = QUIET if lettered.quiet else INK
        self._layout = in_lines(text, font, width, right=lettered.right)
        self.line_height = font.pixelSize() * LINE
        self.height = max(1, self._layout.lineCount()) * self.line_height

    def draw(self, painter: QPainter, at: QPointF) -> None:
        """Draw all of it with its top left corner at *at*."""
        self.draw_in(painter, at, self._ink)

    def draw_in(self, painter: QPainter, at: QPointF, ink: QColor) -> None:
        """Draw all of it in *ink*."""
        for number in range(self._layout.lineCount()):
            corner = at + QPointF(0, number * self.line_height)
            painter.setPen(ink)
            self._layout.lineAt(number).draw(painter, corner)
            self._draw_caps(painter, corner, number)

    def _draw_caps(self, painter: QPainter, at: QPointF, number: int) -> None:
        line = self._layout.lineAt(number)
        first, last = line.textStart(), line.textStart() + line.textLength()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(INK, POINT))
        for start, end in self._caps:
            if start < first or end > last:
                continue
            left, right = _x(line.cursorToX(start)), _x(line.cursorToX(end))
            box = QRectF(at.x() + left, at.y() + 0.4 * POINT, right - left, self.line_height - POINT)
            painter.drawRoundedRect(box, 3 * POINT, 3 * POINT)
            foot = box.bottomLeft() + QPointF(3 * POINT, 0.6 * POINT)
            painter.drawLine(foot, box.bottomRight() + QPointF(-3 * POINT, 0.6 * POINT))


def _x(found: object) -> float:
    """Where a cursor stands; PySide gives the place with it."""
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]


def _with_caps(lettered: Lettered) -> tuple[str, list[tuple[int, int]]]:
    """The text with room for its caps, and from where to where each of them goes."""
    text, caps = "", list[tuple[int, int]]()
    said, last = harmless(lettered.text), 0
    for found in _KEY.finditer(said) if lettered.caps else ():
        text += said[last : found.start()]
        text, caps = _capped(text, caps, found[0])
        last = found.end()
    text += f"{_THIN if caps else ''}{said[last:]}"
    for key in lettered.keys:
        text, caps = _capped(f"{text} ", caps, harmless(key))
    return text, caps


def _capped(text: str, caps: list[tuple[int, int]], key: str) -> tuple[str, list[tuple[int, int]]]:
    cap = f"{_HOLD}{key}{_HOLD}"
    return text + cap, [*caps, (len(text), len(text) + len(cap))]
