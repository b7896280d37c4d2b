"""The charts of a report as shapes, the same for every writer of a sheet."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.paper.sheet import DayBand, DayChart, DayColumn, RateBar, RateChart

# ---- drawing -----------------------------------------------------------------------------------------------
# Charts as plain shapes: worked out once here, drawn by the page for a browser and by the one for a printer.
#
# The rule it guards: acceptable, unacceptable and referred are told apart without colour: full, hatched,
# empty.

WIDTH = 500.0  # units; a drawing is as wide as the page
_ROW = 16.0
_BARS, _BARS_END = 116.0, 295.0
_RATE, _RATE_END = 335.0, 450.0
_LONGEST_LABEL = 12  # fits beside the bars, however wide its letters
_LEFT, _TOP, _FOOT, _DAY_HEIGHT = 26.0, 18.0, 120.0, 140.0
_HOUR = 60


class Fill(StrEnum):
    """How a field is filled: full, hatched or empty for the verdicts; pale behind them."""

    FULL = "full"
    HATCHED = "hatched"
    EMPTY = "empty"
    PALE = "pale"
    PALER = "paler"


class Anchor(StrEnum):
    """Spelled as in SVG."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@frozen
class FilledField:
    x: float
    y: float
    width: float
    height: float
    fill: Fill


@frozen
class Stroke:
    x1: float
    y1: float
    x2: float
    y2: float
    weight: float


@frozen
class Ring:
    x: float
    y: float
    radius: float


@frozen
class Lettering:
    """*y*: of the line the letters stand on."""

    x: float
    y: float
    text: str
    anchor: Anchor = Anchor.START
    size: float = 9.0


Shape: TypeAlias = FilledField | Stroke | Ring | Lettering


@frozen
class Drawing:
    width: float
    height: float
    shapes: tuple[Shape, ...]


def draw_chart(chart: RateChart | DayChart) -> Drawing:
    """*chart* as shapes."""
    return _rates(chart) if isinstance(chart, RateChart) else _day(chart)


# ---- groups ------------------------------------------------------------------------------------------------
def _rates(chart: RateChart) -> Drawing:
    most = max((_total(bar) for bar in chart.bars), default=0) or 1
    succeeded = "succeeded, with its 95 % interval"
    ring = (Ring(_RATE - 4, 7, 3), Lettering(_RATE + 4, 10, succeeded, size=8))
    bottom = _TOP + _ROW * len(chart.bars)
    shapes: list[Shape] = [*_key(chart.bars, 0.0), *ring]
    for percent in (0, 50, 100):
        x = _rate_x(percent / 100)
        shapes.append(Stroke(x, _TOP, x, bottom, 0.4))
        shapes.append(Lettering(x, bottom + 10, f"{percent} %", Anchor.MIDDLE, 8))
    for place, bar in enumerate(chart.bars):
        shapes += _rate_row(bar, _TOP + place * _ROW, (_BARS_END - _BARS) / most)
    return Drawing(WIDTH, bottom + 14, tuple(shapes))


def _rate_row(bar: RateBar, y: float, unit: float) -> list[Shape]:
    middle = y + _ROW / 2
    shapes: list[Shape] = [Lettering(_BARS - 6, middle + 3, _cut(bar.label), Anchor.END)]
    x = _BARS
    for count, fill in _parts(bar):
        shapes.append(FilledField(x, y + 2.5, count * unit, _ROW - 5, fill))
        x += count * unit
    shapes.append(Lettering(x + 5, middle + 3, str(_total(bar))))
    if bar.share is None:
        return [*shapes, Lettering(_rate_x(0.5), middle + 3, "–", Anchor.MIDDLE)]
    low, at, high = (_rate_x(rate) for rate in (bar.share.low, bar.share.value, bar.share.high))
    percent = f"{bar.share.value * 100:.0f} %"
    ends = (Stroke(end, middle - 2.5, end, middle + 2.5, 1) for end in (low, high))
    return [
        *(*shapes, Stroke(low, middle, high, middle, 1), *ends, Ring(at, middle, 3)),
        Lettering(_RATE_END + 12, middle + 3, percent),
    ]


def _rate_x(share: float) -> float:
    return _RATE + (_RATE_END - _RATE) * share


def _cut(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"


def _total(bar: RateBar | DayColumn) -> int:
    return bar.acceptable + bar.unacceptable + bar.referred


def _parts(bar: RateBar | DayColumn) -> tuple[tuple[int, Fill], ...]:
    parts = ((bar.acceptable, Fill.FULL), (bar.unacceptable, Fill.HATCHED), (bar.referred, Fill.EMPTY))
    return tuple(part for part in parts if part[0])


def _key(shown: Sequence[RateBar | DayColumn], x: float) -> list[Shape]:
    """What each filling stands for."""
    referred = (("referred", Fill.EMPTY, 60.0),) if any(column.referred for column in shown) else ()
    shapes: list[Shape] = []
    for name, fill, width in (
        ("acceptable", Fill.FULL, 66.0),
        ("unacceptable", Fill.HATCHED, 76.0),
        *referred,
    ):
        shapes += [FilledField(x, 3, 14, 8, fill), Lettering(x + 18, 10, name, size=8)]
        x += width
    return shapes


# ---- a day -------------------------------------------------------------------------------------------------
def _day(chart: DayChart) -> Drawing:
    first = min(column.start for column in chart.columns) // _HOUR * _HOUR
    last = (max(column.start for column in chart.columns) // _HOUR + 1) * _HOUR
    unit = (WIDTH - _LEFT - 12) / (last - first)
    most = max(_total(column) for column in chart.columns)
    shapes: list[Shape] = _key(chart.columns, _LEFT)
    for place, band in enumerate(
        shaded for shaded in chart.bands if shaded.start < last and shaded.end > first
    ):
        shapes += _band(band, place, (first, last), unit)
    for column in chart.columns:
        shapes += _column(column, _LEFT + (column.start - first) * unit, chart.step * unit, most)
    shapes.append(Stroke(_LEFT, _FOOT, _LEFT + (last - first) * unit, _FOOT, 0.8))
    hours = range(first, last + 1, _HOUR * max(1, -(-(last - first) // (_HOUR * 12))))
    for minute in hours:
        x = _LEFT + (minute - first) * unit
        shapes.append(Stroke(x, _FOOT, x, _FOOT + 4, 0.8))
        shapes.append(Lettering(x, _FOOT + 14, f"{minute // _HOUR % 24:02d}:00", Anchor.MIDDLE))
    shapes.append(Lettering(_LEFT - 5, _TOP + 22, str(most), Anchor.END))
    shapes.append(Lettering(_LEFT - 5, _FOOT + 3, "0", Anchor.END))
    return Drawing(WIDTH, _DAY_HEIGHT, tuple(shapes))


def _band(band: DayBand, place: int, shown: tuple[int, int], unit: float) -> list[Shape]:
    first, last = shown
    left = _LEFT + (max(band.start, first) - first) * unit
    width = _LEFT + (min(band.end, last) - first) * unit - left
    number = band.label.removeprefix("Round ")
    label = band.label if width > 48 else number if width > 14 else ""
    label = label[: int(width / 7)]
    field = FilledField(left, _TOP, width, _FOOT - _TOP, Fill.PALER if place % 2 else Fill.PALE)
    return [field, Lettering(left + width / 2, _TOP + 9, label, Anchor.MIDDLE, 8)]


def _column(column: DayColumn, x: float, width: float, most: int) -> list[Shape]:
    unit, y = (_FOOT - _TOP - 16) / most, _FOOT
    shapes: list[Shape] = []
    for count, fill in _parts(column):
        y -= count * unit
        shapes.append(FilledField(x + width * 0.1, y, width * 0.8, count * unit, fill))
    return shapes
