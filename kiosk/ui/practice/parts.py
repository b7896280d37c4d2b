"""The pieces that pages of practice are made of: the strip, keys with what they do, lines, bars, tags."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from kiosk.core.spoken import PartKind
from kiosk.ui.kit.canvas import CENTRE, RIGHT, advance
from kiosk.ui.kit.caps import cap_width, draw_cap
from kiosk.ui.practice import look
from kiosk.ui.practice.look import PracticeCanvas

Keys = Sequence[tuple[str, str]]
LEADING = 1.35
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def frame(canvas: PracticeCanvas, title: str, beside: str, keys: Keys) -> QRectF:
    """The strip above, *keys* below; returns the room between them."""
    area, px, colours = canvas.area, canvas.px, canvas.colours
    canvas.fill(area, canvas.palette.field)
    strip = QRectF(area.left(), area.top(), area.width(), px(look.STRIP))
    canvas.fill(strip, colours.strip)
    inner = strip.adjusted(px(look.MARGIN), 0, -px(look.MARGIN), 0)
    said = f"PRACTICE · {title}"
    with canvas.drawn_as(PartKind.HEADLINE, said):
        canvas.text(inner, said, canvas.bold(look.TEXT), colours.on_strip)
    right = QRectF(inner.left() + inner.width() * 0.6, inner.top(), inner.width() * 0.4, inner.height())
    with canvas.drawn_as(PartKind.LIST, beside):
        canvas.text(right, beside, canvas.plain(look.SMALL), colours.on_strip, RIGHT)
    _foot(canvas, keys)
    return QRectF(
        area.left() + px(look.MARGIN),
        strip.bottom() + px(look.GAP * 2),
        area.width() - 2 * px(look.MARGIN),
        area.height() - px(look.STRIP + look.FOOT + look.GAP * 3),
    )


def _foot(canvas: PracticeCanvas, keys: Keys) -> None:
    px, area = canvas.px, canvas.area
    foot = canvas.foot(area, look.FOOT)
    canvas.fill(QRectF(foot.left(), foot.top(), foot.width(), max(1.0, px(look.LINE))), canvas.palette.line)
    left = foot.left() + px(look.MARGIN)
    for key, does in keys:
        left += key_with(canvas, left, foot.center().y(), key, does) + px(look.GUTTER)


def key_with(canvas: PracticeCanvas, left: float, middle: float, key: str, does: str) -> float:
    """A small cap and what it does, from *left* on; returns the width of both."""
    px, high = canvas.px, canvas.px(look.CAP)
    font = canvas.plain(look.SMALL)
    words = advance(does, font) + 1
    with canvas.drawn_as(PartKind.KEY, f"{key}: {does}"):
        wide = draw_cap(canvas, left, middle, high, key) + px(look.GAP)
        canvas.text(QRectF(left + wide, middle - high / 2, words, high), does, font)
    canvas.hot(QRectF(left, middle - high / 2, wide + words, high), key)
    return wide + words


def key_row(
    canvas: PracticeCanvas, row: QRectF, key: str, does: str, note: str = "", *, chosen: bool = False
) -> None:
    """A row that *key* chooses; *note* stands at its right, *chosen*: it is what the key changes."""
    px, high = canvas.px, min(canvas.px(look.CAP), row.height() * 0.86)
    wide = max(cap_width(canvas, key, high), high)
    rest = row.adjusted(wide + px(look.GAP), 0, 0, 0)
    font = canvas.bold(look.SMALL) if chosen else canvas.plain(look.SMALL)
    noted = advance(note, font) + px(look.GAP) if note else 0.0
    noted = min(noted, rest.width() * 0.62)
    beside = QRectF(rest.right() - noted, rest.top(), noted, rest.height())
    with canvas.drawn_as(PartKind.KEY, f"{key}: {does}" + (f", {note}" if note else "")):
        draw_cap(canvas, row.left(), row.center().y(), high, key)
        canvas.text(rest.adjusted(0, 0, -noted, 0), does, canvas.plain(look.TEXT))
        canvas.text(beside, note, font, None if chosen else canvas.colours.quiet, RIGHT)
    canvas.hot(row, key)


def heading(canvas: PracticeCanvas, area: QRectF, text: str, units: float = look.LARGE) -> QRectF:
    """*text* at the top of *area*; returns what is left below it."""
    high = canvas.px(units * LEADING)
    with canvas.drawn_as(PartKind.HEADLINE, text):
        canvas.text(QRectF(area.left(), area.top(), area.width(), high), text, canvas.bold(units))
    return area.adjusted(0, high + canvas.px(look.GAP), 0, 0)


def lines(
    canvas: PracticeCanvas,
    area: QRectF,
    texts: Sequence[str],
    units: float = look.TEXT,
    colour: str | None = None,
) -> QRectF:
    """*texts* as paragraphs from the top of *area* on; returns what is left below them."""
    font = canvas.plain(units)
    step, top = canvas.px(units * LEADING), area.top()
    for text in texts:
        with canvas.drawn_as(PartKind.LINE, text):
            for line in folded(text, canvas, units, area.width()):
                canvas.text(QRectF(area.left(), top, area.width(), step), line, font, colour)
                top += step
        top += step * 0.25
    return QRectF(area.left(), top, area.width(), max(0.0, area.bottom() - top))


def folded(text: str, canvas: PracticeCanvas, units: float, width: float) -> list[str]:
    """*text* in as many rows as it needs."""
    font, rows = canvas.plain(units), [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and advance(longer, font) > width:
            rows.append(word)
        else:
            rows[-1] = longer
    return rows


def lines_high(canvas: PracticeCanvas, texts: Sequence[str], units: float, width: float) -> float:
    """How high `lines` draws *texts* in rows of *width*."""
    rows = sum(len(folded(text, canvas, units, width)) + 0.25 for text in texts)
    return canvas.px(units * LEADING) * rows


def tag(canvas: PracticeCanvas, area: QRectF, text: str, *, filled: bool) -> None:
    """A small word in a frame: filled for what is good, hollow for what is not."""
    colours, width = canvas.colours, max(1.0, canvas.px(look.LINE))
    face = colours.mark if filled else canvas.palette.field
    canvas.box(area, face, colours.mark if filled else canvas.palette.ink, width)
    ink = colours.on_mark if filled else canvas.palette.ink
    canvas.text(area.adjusted(width * 2, 0, -width * 2, 0), text, canvas.bold(look.SMALL), ink, CENTRE)


def bar(canvas: PracticeCanvas, area: QRectF, share: float) -> None:
    """How much of something, from 0 to 1."""
    canvas.fill(area, canvas.palette.tint)
    part = QRectF(area.left(), area.top(), area.width() * min(1.0, max(0.0, share)), area.height())
    canvas.fill(part, canvas.colours.mark)


def days(canvas: PracticeCanvas, area: QRectF, counts: Sequence[int]) -> None:
    """The days of this week, each with its answers; an empty day is only empty."""
    said = ", ".join(f"{day} {count}" for day, count in zip(DAYS, counts, strict=True) if count)
    with canvas.drawn_as(PartKind.LINE, f"Answers this week: {said or 'none'}"):
        wide = area.width() / len(DAYS)
        side = min(wide * 0.82, area.height() * 0.62)
        for place, (day, count) in enumerate(zip(DAYS, counts, strict=True)):
            box = QRectF(area.left() + place * wide, area.top(), side, side)
            _day(canvas, box, count)
            under = QRectF(box.left(), box.bottom(), side, area.height() - side)
            canvas.text(under, day[0], canvas.plain(look.SMALL), canvas.colours.quiet, CENTRE)


def _day(canvas: PracticeCanvas, box: QRectF, count: int) -> None:
    face = canvas.colours.mark if count else canvas.palette.field
    canvas.box(box, face, canvas.colours.mark, max(1.0, canvas.px(look.LINE)))
    if count:
        inner = box.adjusted(1, 0, -1, 0)
        canvas.text(inner, str(count), canvas.bold(look.SMALL), canvas.colours.on_mark, CENTRE)


def halves(canvas: PracticeCanvas, area: QRectF, share: float) -> tuple[QRectF, QRectF]:
    """*area* in two columns, the first *share* of it."""
    gap = canvas.px(look.GUTTER)
    first = QRectF(area.left(), area.top(), (area.width() - gap) * share, area.height())
    second = QRectF(first.right() + gap, area.top(), area.width() - gap - first.width(), area.height())
    return first, second


def stacked(canvas: PracticeCanvas, area: QRectF, count: int, most: float) -> list[QRectF]:
    """*count* rows from the top of *area*, each no higher than *most* units."""
    high = min(canvas.px(most), area.height() / max(1, count))
    return [QRectF(area.left(), area.top() + place * high, area.width(), high) for place in range(count)]


def cut_short(text: str, canvas: PracticeCanvas, units: float, width: float) -> str:
    """*text* with a sign that it goes on, no wider than *width*."""
    font = canvas.plain(units)
    while text and advance(f"{text} …", font) > width:
        text = text.rpartition(" ")[0]
    return f"{text} …"
