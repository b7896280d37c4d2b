"""Results as pictures: a table of answers, how well beliefs were weighed, weeks and days."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from kiosk.base.page import PartKind
from kiosk.kit.canvas import CENTRE, LEFT, RIGHT, square
from kiosk.practice import kit
from kiosk.practice.scores import ENOUGH, Calibration, Confusion, ShareOf
from kiosk.practice.wording import percent

# ---- table -------------------------------------------------------------------------------------------------
# The two by two: good words and phoneys, held good or doubted. What was right is framed thick.


def draw_table(canvas: kit.PracticeCanvas, area: QRectF, found: Confusion) -> None:
    """Draw *found* in *area*."""
    said = (
        f"Good words: {found.good_held} held good, {found.good_doubted} doubted. "
        f"Phoneys: {found.bad_missed} held good, {found.bad_caught} doubted"
    )
    with canvas.draw_as(PartKind.LINE, said):
        _cells(canvas, area, found)


def _cells(canvas: kit.PracticeCanvas, area: QRectF, found: Confusion) -> None:
    head, side = area.height() * 0.2, area.width() * 0.26
    wide, high = (area.width() - side) / 2, (area.height() - head) / 2
    small = canvas.plain(kit.SMALL)
    for place, name in enumerate(("held good", "doubted")):
        cell = QRectF(area.left() + side + place * wide, area.top(), wide, head)
        canvas.text(cell, name, small, canvas.colours.quiet, CENTRE)
    rows = (
        ("good words", (found.good_held, True), (found.good_doubted, False)),
        ("phoneys", (found.bad_missed, False), (found.bad_caught, True)),
    )
    for row, (name, *cells) in enumerate(rows):
        top = area.top() + head + row * high
        label = QRectF(area.left(), top, side - canvas.px(kit.GAP), high)
        canvas.text(label, name, small, canvas.colours.quiet, RIGHT)
        for place, (count, right) in enumerate(cells):
            gap = canvas.px(kit.LINE * 2)
            cell = QRectF(area.left() + side + place * wide, top, wide, high).adjusted(gap, gap, -gap, -gap)
            width = canvas.px(kit.THICK if right else kit.LINE)
            line = canvas.colours.mark if right else canvas.palette.line
            canvas.box(cell, canvas.palette.raised, line, width)
            canvas.text(cell, str(count), canvas.bold(kit.TITLE), None, CENTRE)


# ---- plots -------------------------------------------------------------------------------------------------
# The pictures of the scores: calibration in ten bins with intervals, shares as bars, weeks as lines.


def not_enough(found: Calibration) -> str:
    """What stands where the plot would, as long as it would show chance."""
    return f"Not enough yet: {found.count} of {ENOUGH} answers with a stated belief."


def draw_calibration(canvas: kit.PracticeCanvas, area: QRectF, found: Calibration) -> None:
    """How often plays were bad against how sure the player was; on the line is perfect."""
    said = ", ".join(
        f"{percent(each.bad.share)} of {each.bad.count} at {percent(each.believed)} sure"
        for each in found.bins
        if each.bad.count
    )
    with canvas.draw_as(PartKind.LINE, f"Plays that were not good: {said}"):
        _bins(canvas, area, found)


def _bins(canvas: kit.PracticeCanvas, area: QRectF, found: Calibration) -> None:
    label = canvas.px(kit.SMALL * 1.5)
    plot = square(area.adjusted(label * 2, 0, 0, -label * 1.2))
    plot.moveLeft(area.left() + label * 2)
    plot.moveTop(area.top())
    width = max(1.0, canvas.px(kit.LINE))
    canvas.box(plot, canvas.palette.raised, canvas.palette.line, width)
    canvas.strokes(plot, [((0, 1), (1, 0))], canvas.palette.line, width)
    for each in found.bins:
        if not each.bad.count:
            continue
        x = each.believed
        colour = canvas.colours.mark if each.enough else canvas.palette.line
        canvas.strokes(plot, [((x, 1 - each.bad.low), (x, 1 - each.bad.high))], colour, width * 1.6)
        side = canvas.px(1.5)
        dot = QRectF(0, 0, side, side)
        dot.moveCenter(plot.topLeft())
        dot.translate(x * plot.width(), (1 - each.bad.share) * plot.height())
        canvas.disc(dot, colour)
    font, quiet = canvas.plain(kit.SMALL), canvas.colours.quiet
    for share, where in ((0.0, plot.bottom() - label), (1.0, plot.top())):
        canvas.text(QRectF(area.left(), where, label * 1.9, label), percent(share), font, quiet, RIGHT)
    below = QRectF(plot.left(), plot.bottom(), plot.width(), label * 1.2)
    canvas.text(below, "how sure that it is not good", font, quiet, CENTRE)


def draw_shares(
    canvas: kit.PracticeCanvas, area: QRectF, rows: Sequence[tuple[str, ShareOf]], most: float = 4.6
) -> None:
    """One bar a row, with how many answers stand behind it."""
    for row, (name, share) in zip(kit.stack_rows(canvas, area, len(rows), most), rows, strict=True):
        said = f"{percent(share.share)} of {share.count}"
        with canvas.draw_as(PartKind.LINE, f"{name}: right {said}"):
            _share(canvas, row, name, share.share, said)


def _share(canvas: kit.PracticeCanvas, row: QRectF, name: str, share: float, said: str) -> None:
    named, rest = kit.halves(canvas, row, 0.5)
    canvas.text(named, name, canvas.plain(kit.SMALL), None, LEFT)
    counted, thick = canvas.px(14), row.height() * 0.4
    bar = QRectF(rest.left(), rest.center().y() - thick / 2, rest.width() - counted, thick)
    kit.bar_parts(canvas, bar, share)
    counted_area = QRectF(bar.right() + canvas.px(1), row.top(), counted - canvas.px(1), row.height())
    canvas.text(counted_area, said, canvas.plain(kit.SMALL), canvas.colours.quiet, RIGHT)


def draw_weeks(
    canvas: kit.PracticeCanvas, area: QRectF, name: str, values: Sequence[float], shown: str
) -> None:
    """*values* week by week as a line of dots, the last one written out as *shown*."""
    label = QRectF(area.left(), area.top(), area.width() * 0.48, area.height())
    half = area.height() * 0.5
    with canvas.draw_as(PartKind.LINE, f"{name}: {shown}"):
        canvas.text(label.adjusted(0, 0, 0, -half), name, canvas.plain(kit.SMALL), canvas.colours.quiet)
        canvas.text(label.adjusted(0, half, 0, 0), shown, canvas.bold(kit.TEXT))
    plot = area.adjusted(area.width() * 0.52, area.height() * 0.12, 0, -area.height() * 0.12)
    low, high = min(values), max(values)
    spread = (high - low) or 1.0
    steps = max(1, len(values) - 1)
    points = [
        (place / steps, 1 - (value - low) / spread if high > low else 0.5)
        for place, value in enumerate(values)
    ]
    if len(points) > 1:
        canvas.strokes(plot, [points], canvas.palette.line, max(1.0, canvas.px(kit.LINE)))
    side = canvas.px(1.2)
    for x, y in points:
        dot = QRectF(0, 0, side, side)
        dot.moveCenter(plot.topLeft())
        dot.translate(x * plot.width(), y * plot.height())
        canvas.disc(dot, canvas.colours.mark)


def draw_ahead(canvas: kit.PracticeCanvas, area: QRectF, counts: Sequence[int]) -> None:
    """How many cards are due on each day from today on, as bars with their numbers."""
    said = ", ".join(f"{count} {_day_name(days)}" for days, count in enumerate(counts) if count)
    with canvas.draw_as(PartKind.LINE, f"Due: {said or 'nothing in these days'}"):
        _bars(canvas, area, counts)


def _day_name(days: int) -> str:
    return ("today", "tomorrow")[days] if days < 2 else f"in {days} days"


def _bars(canvas: kit.PracticeCanvas, area: QRectF, counts: Sequence[int]) -> None:
    label = canvas.px(kit.SMALL * 1.3)
    wide, most = area.width() / len(counts), max(1, *counts)
    ground = area.bottom() - label
    room = area.height() - label * 2
    small, quiet = canvas.plain(kit.SMALL), canvas.colours.quiet
    line = max(1.0, canvas.px(kit.LINE))
    canvas.fill(QRectF(area.left(), ground, area.width() - wide * 0.2, line), canvas.palette.line)
    for days, count in enumerate(counts):
        left, high = area.left() + days * wide, room * count / most
        canvas.fill(QRectF(left, ground - high, wide * 0.8, high), canvas.colours.mark)
        if count:
            above = QRectF(left - wide * 0.05, ground - high - label, wide * 0.9, label)
            canvas.text(above, str(count), small, None, CENTRE)
    ends = QRectF(area.left(), ground, area.width(), label)
    canvas.text(ends.adjusted(0, 0, -area.width() / 2, 0), "today", small, quiet, LEFT)
    last = ends.adjusted(area.width() / 2, 0, -wide * 0.2, 0)
    canvas.text(last, f"in {len(counts) - 1} days", small, quiet, RIGHT)
