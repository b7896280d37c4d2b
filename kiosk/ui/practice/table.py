"""The two by two: good words and phoneys, held good or doubted. What was right is framed thick."""

from PySide6.QtCore import QRectF

from kiosk.core.spoken import PartKind
from kiosk.practice.scores.knowledge import Confusion
from kiosk.ui.kit.canvas import CENTRE, RIGHT
from kiosk.ui.practice import look
from kiosk.ui.practice.look import PracticeCanvas


def draw_table(canvas: PracticeCanvas, area: QRectF, found: Confusion) -> None:
    """Draw *found* in *area*."""
    said = (
        f"Good words: {found.good_held} held good, {found.good_doubted} doubted. "
        f"Phoneys: {found.bad_missed} held good, {found.bad_caught} doubted"
    )
    with canvas.drawn_as(PartKind.LINE, said):
        _cells(canvas, area, found)


def _cells(canvas: PracticeCanvas, area: QRectF, found: Confusion) -> None:
    head, side = area.height() * 0.2, area.width() * 0.26
    wide, high = (area.width() - side) / 2, (area.height() - head) / 2
    small = canvas.plain(look.SMALL)
    for place, name in enumerate(("held good", "doubted")):
        cell = QRectF(area.left() + side + place * wide, area.top(), wide, head)
        canvas.text(cell, name, small, canvas.colours.quiet, CENTRE)
    rows = (
        ("good words", (found.good_held, True), (found.good_doubted, False)),
        ("phoneys", (found.bad_missed, False), (found.bad_caught, True)),
    )
    for row, (name, *cells) in enumerate(rows):
        top = area.top() + head + row * high
        label = QRectF(area.left(), top, side - canvas.px(look.GAP), high)
        canvas.text(label, name, small, canvas.colours.quiet, RIGHT)
        for place, (count, right) in enumerate(cells):
            gap = canvas.px(look.LINE * 2)
            cell = QRectF(area.left() + side + place * wide, top, wide, high).adjusted(gap, gap, -gap, -gap)
            width = canvas.px(look.THICK if right else look.LINE)
            line = canvas.colours.mark if right else canvas.palette.line
            canvas.box(cell, canvas.palette.raised, line, width)
            canvas.text(cell, str(count), canvas.bold(look.TITLE), None, CENTRE)
