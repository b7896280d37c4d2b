"""The pictures of the scores: calibration in ten bins with intervals, shares as bars, weeks as lines."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from kiosk.practice.drill.told import percent
from kiosk.practice.scores.calibration import ENOUGH, Calibration
from kiosk.practice.scores.counting import ShareOf
from kiosk.ui.kit.canvas import CENTRE, LEFT, RIGHT, square
from kiosk.ui.practice import look, parts
from kiosk.ui.practice.look import PracticeCanvas


def not_enough(found: Calibration) -> str:
    """What stands where the plot would, as long as it would show chance."""
    return f"Not enough yet: {found.count} of {ENOUGH} answers with a stated belief."


def draw_calibration(canvas: PracticeCanvas, area: QRectF, found: Calibration) -> None:
    """How often plays were bad against how sure the player was; on the line is perfect."""
    label = canvas.px(look.SMALL * 1.5)
    plot = square(area.adjusted(label * 2, 0, 0, -label * 1.2))
    plot.moveLeft(area.left() + label * 2)
    plot.moveTop(area.top())
    width = max(1.0, canvas.px(look.LINE))
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
    font, quiet = canvas.plain(look.SMALL), canvas.colours.quiet
    for share, where in ((0.0, plot.bottom() - label), (1.0, plot.top())):
        canvas.text(QRectF(area.left(), where, label * 1.9, label), percent(share), font, quiet, RIGHT)
    below = QRectF(plot.left(), plot.bottom(), plot.width(), label * 1.2)
    canvas.text(below, "how sure that it is not good", font, quiet, CENTRE)


def draw_shares(
    canvas: PracticeCanvas, area: QRectF, rows: Sequence[tuple[str, ShareOf]], most: float = 4.6
) -> None:
    """One bar a row, with how many answers stand behind it."""
    for row, (name, share) in zip(parts.stacked(canvas, area, len(rows), most), rows, strict=True):
        named, rest = parts.halves(canvas, row, 0.5)
        canvas.text(named, name, canvas.plain(look.SMALL), None, LEFT)
        counted = canvas.px(14)
        bar = QRectF(
            rest.left(), rest.center().y() - row.height() * 0.2, rest.width() - counted, row.height() * 0.4
        )
        parts.bar(canvas, bar, share.share)
        said = f"{percent(share.share)} of {share.count}"
        canvas.text(
            QRectF(bar.right() + canvas.px(1), row.top(), counted - canvas.px(1), row.height()),
            said,
            canvas.plain(look.SMALL),
            canvas.colours.quiet,
            RIGHT,
        )


def draw_weeks(canvas: PracticeCanvas, area: QRectF, name: str, values: Sequence[float], shown: str) -> None:
    """*values* week by week as a line of dots, the last one written out as *shown*."""
    label = QRectF(area.left(), area.top(), area.width() * 0.48, area.height())
    canvas.text(
        label.adjusted(0, 0, 0, -area.height() * 0.5), name, canvas.plain(look.SMALL), canvas.colours.quiet
    )
    canvas.text(label.adjusted(0, area.height() * 0.5, 0, 0), shown, canvas.bold(look.TEXT))
    plot = area.adjusted(area.width() * 0.52, area.height() * 0.12, 0, -area.height() * 0.12)
    low, high = min(values), max(values)
    spread = (high - low) or 1.0
    steps = max(1, len(values) - 1)
    points = [
        (place / steps, 1 - (value - low) / spread if high > low else 0.5)
        for place, value in enumerate(values)
    ]
    if len(points) > 1:
        canvas.strokes(plot, [points], canvas.palette.line, max(1.0, canvas.px(look.LINE)))
    side = canvas.px(1.2)
    for x, y in points:
        dot = QRectF(0, 0, side, side)
        dot.moveCenter(plot.topLeft())
        dot.translate(x * plot.width(), y * plot.height())
        canvas.disc(dot, canvas.colours.mark)
