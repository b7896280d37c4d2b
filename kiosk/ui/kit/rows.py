"""Divides the height of a page among its rows: each gets what it needs, and what is left where it helps."""

from PySide6.QtCore import QRectF

from kiosk.core.frozen import frozen
from kiosk.ui.kit import scale


@frozen
class Row:
    """At least and at most so many units high. A row of no height is left out, with the space after it."""

    least: float
    most: float


NONE = Row(0, 0)
ALL_THERE_IS = Row(scale.VERDICT, 100 * scale.HIGH)


def stacked(area: QRectF, unit: float, *rows: Row, widest: float = scale.WIDEST_SPACE) -> list[QRectF]:
    """One box for each of *rows*, from top to bottom. Spaces grow last, and to *widest* at most."""
    spaces, least = _spaces(rows), needed(*rows)
    room = area.height() / unit - least
    growth = sum(row.most - row.least for row in rows)
    squeeze = min(1.0, 1 + room / least)
    share = min(1.0, max(0.0, room) / growth) if growth else 0.0
    over = max(0.0, room - growth)
    space = min(widest, scale.SPACE + over / spaces) if spaces else 0.0
    boxes, top = [], area.top()
    for row in rows:
        high = (row.least + share * (row.most - row.least)) * squeeze * unit
        boxes.append(QRectF(area.left(), top, area.width(), high))
        top += high + (space * squeeze * unit if row.most > 0 else 0)
    return boxes


def needed(*rows: Row) -> float:
    """How many units *rows* take at least, with the spaces between them."""
    return sum(row.least for row in rows) + _spaces(rows) * scale.SPACE


def _spaces(rows: tuple[Row, ...]) -> int:
    return max(0, sum(row.most > 0 for row in rows) - 1)


def when(present: object, row: Row) -> Row:
    """*row* if there is something to put there."""
    return row if present else NONE
