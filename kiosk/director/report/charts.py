"""Charts of a report as inline SVG: no script, no file beside the page, legible in black and white.

Acceptable is a solid field, unacceptable a hatched one, so that a photocopy still tells them apart.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from html import escape

from kiosk.director.audit import BIN_MIN, Bin, Group, Tally
from kiosk.director.rounds import Band

INK, QUIET, LINE = "#16202a", "#4b5966", "#c9d1d8"
SOLID, HATCH = "#0b4a86", "#f2a93b"
# Ids are per document, so the patterns stand once, at the top of the page.
DEFINITIONS = (
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="6" height="6" fill="{HATCH}"/><rect width="2" height="6" fill="#7a4a00"/></pattern>'
    "</defs></svg>"
)
_ROW = 24
_LEFT, _RIGHT = 28, 700


def group_chart(groups: Sequence[Group], caption: str) -> str:
    """For each group a bar of rulings and, beside it, the success rate with its interval."""
    most = max((group.tally.total for group in groups), default=0) or 1
    height = _ROW * len(groups) + 34
    parts = [_rate_axis(height)]
    for place, group in enumerate(groups):
        parts.append(_group_row(group, 14 + place * _ROW, most))
    return _svg(400, height, caption, parts)


def _rate_axis(height: int) -> str:
    lines = []
    for percent in (0, 50, 100):
        x = _rate_x(percent / 100)
        lines.append(f'<line x1="{x}" x2="{x}" y1="8" y2="{height - 20}" stroke="{LINE}"/>')
        lines.append(_text(x, height - 6, f"{percent} %", "middle", 11, QUIET))
    return "".join(lines)


def _rate_x(share: float) -> float:
    return round(262 + 90 * share, 1)


def _group_row(group: Group, y: int, most: int) -> str:
    tally, unit = group.tally, 150 / most
    good, bad, rest = (round(unit * part, 1) for part in (tally.acceptable, tally.unacceptable, tally.refer))
    middle = y + _ROW / 2 - 4
    return "".join(
        (
            _text(56, middle + 4, group.label, "end", 12, INK),
            _bar(64, y, good, _ROW - 9, SOLID),
            _bar(64 + good, y, bad, _ROW - 9, "url(#hatch)"),
            _bar(64 + good + bad, y, rest, _ROW - 9, LINE),
            _text(70 + good + bad + rest, middle + 4, str(tally.total), "start", 12, INK),
            _whisker(tally, middle),
        )
    )


def _whisker(tally: Tally, y: float) -> str:
    if tally.success is None or tally.interval is None:
        return _text(_rate_x(0.5), y + 4, "–", "middle", 12, QUIET)
    low, high, at = _rate_x(tally.interval[0]), _rate_x(tally.interval[1]), _rate_x(tally.success)
    return (
        f'<line x1="{low}" x2="{high}" y1="{y}" y2="{y}" stroke="{INK}" stroke-width="2"/>'
        f'<circle cx="{at}" cy="{y}" r="4.5" fill="#fff" stroke="{INK}" stroke-width="2"/>'
        + _text(363, y + 4, f"{tally.success * 100:.0f} %", "start", 12, INK)
    )


def day_chart(bins: Sequence[Bin], caption: str, rounds: Sequence[Band] = ()) -> str:
    """The rulings of one day, a column for every few minutes, under the *rounds* they fell in; where the
    event names none, from the first to the last ruling of each."""
    start = bins[0].start.replace(minute=0)
    end = bins[-1].start.replace(minute=0) + timedelta(hours=1)
    columns = int((end - start) / timedelta(minutes=BIN_MIN))
    width = (_RIGHT - _LEFT) / columns
    most = max(one.tally.total for one in bins)
    shown = [one for one in (rounds or _rounds_ruled(bins)) if one.start < end and one.end > start]
    parts = [_round_bands(shown, (start, end), width), _hours(start, end, width), _scale(most)]
    parts += [_column(one, _LEFT + _offset(one.start, start) * width, min(width, 40), most) for one in bins]
    return _svg(_RIGHT + 20, 180, caption, parts)


def _offset(moment: datetime, start: datetime) -> float:
    return (moment - start) / timedelta(minutes=BIN_MIN)


def _column(one: Bin, x: float, width: float, most: int) -> str:
    unit, left, broad = 115 / most, x + width * 0.12, width * 0.76
    good, bad = one.tally.acceptable * unit, one.tally.unacceptable * unit
    rest = one.tally.refer * unit
    return (
        _bar(left, 150 - good, broad, good, SOLID)
        + _bar(left, 150 - good - bad, broad, bad, "url(#hatch)")
        + _bar(left, 150 - good - bad - rest, broad, rest, LINE)
    )


def _rounds_ruled(bins: Sequence[Bin]) -> list[Band]:
    found = []
    for number in sorted({one.round for one in bins if one.round is not None}):
        own = [one.start for one in bins if one.round == number]
        found.append(Band(number, own[0], own[-1] + timedelta(minutes=BIN_MIN)))
    return found


def _round_bands(rounds: Sequence[Band], shown: tuple[datetime, datetime], width: float) -> str:
    start, end = shown
    bands = []
    for one in rounds:
        left = _LEFT + _offset(max(one.start, start), start) * width
        broad = _LEFT + _offset(min(one.end, end), start) * width - left
        bands.append(_bar(left, 8, broad - 2, 142, "#eef3f7" if one.number % 2 else "#e2eaf1"))
        label = f"Round {one.number}" if broad > 55 else f"R{one.number}" if broad > 22 else ""
        bands.append(_text(left + broad / 2, 22, label, "middle", 12, QUIET))
    return "".join(bands)


def _hours(start: datetime, end: datetime, width: float) -> str:
    marks, moment = [f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="150" y2="150" stroke="{INK}"/>'], start
    while moment <= end:
        x = round(_LEFT + _offset(moment, start) * width, 1)
        marks.append(f'<line x1="{x}" x2="{x}" y1="150" y2="155" stroke="{INK}"/>')
        marks.append(_text(x, 169, f"{moment:%H:%M}", "middle", 12, QUIET))
        moment += timedelta(hours=1)
    return "".join(marks)


def _scale(most: int) -> str:
    return _text(_LEFT - 6, 40, str(most), "end", 12, QUIET) + _text(_LEFT - 6, 154, "0", "end", 12, QUIET)


def _bar(x: float, y: float, width: float, height: float, fill: str) -> str:
    if width <= 0 or height <= 0:
        return ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'


def _text(x: float, y: float, text: str, anchor: str, size: int, fill: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" fill="{fill}">{escape(text)}</text>'


def _svg(width: int, height: int, caption: str, parts: Sequence[str]) -> str:
    label = escape(caption, quote=True)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
