"""What a sheet is made of when it is painted: pieces that are not cut, and how texts become pieces."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPen

from kiosk.ui.kit.sheet.inks import INK
from kiosk.ui.kit.sheet.lettering import SetText

MOST_LINES = 30  # of a row or a paragraph in one piece; the rest may go on overleaf


@dataclass(frozen=True)
class Piece:
    """A stretch of a sheet that is not cut. *paint* draws it with its top left corner at a point. *head*:
    what stands again above it where it begins a page."""

    height: float
    paint: Callable[[QPainter, QPointF], None]
    stays: bool = False
    head: "Piece | None" = None
    breaks: bool = False


def side_by_side(
    cells: Sequence[SetText],
    lefts: Sequence[float],
    below: float,
    under: Callable[[QPainter, QPointF], None] | None = None,
) -> Iterator[Piece]:
    """Texts side by side; where one is very long, in several pieces. *under* closes the last of them."""
    lines = max(cell.lines for cell in cells)
    line_height = max(cell.line_height for cell in cells)
    for first in range(0, lines, MOST_LINES):
        count = min(MOST_LINES, lines - first)
        last = first + count == lines
        height = count * line_height + below * last

        def paint(
            painter: QPainter,
            at: QPointF,
            part: tuple[int, int] = (first, count),
            foot: float = height * last,
        ) -> None:
            for cell, left in zip(cells, lefts, strict=True):
                cell.draw(painter, at + QPointF(left, 0), *part)
            if foot and under is not None:
                under(painter, at + QPointF(0, foot))

        yield Piece(height, paint)


def part(made: SetText, first: int, count: int) -> Callable[[QPainter, QPointF], None]:
    """What draws *count* lines of *made* from line *first* on."""
    return lambda painter, at: made.draw(painter, at, first, count)


def rule(painter: QPainter, at: QPointF, width: float, weight: float, ink: QColor = INK) -> None:
    """Draw a line across the column."""
    painter.setPen(QPen(ink, weight))
    painter.drawLine(at, at + QPointF(width, 0))


def gap(height: float, *, stays: bool = False) -> Piece:
    """Room that is left free."""
    return Piece(height, nothing, stays=stays)


def nothing(painter: QPainter, at: QPointF) -> None:
    """Paint nothing."""
