"""The look of practice and the pieces its pages are made of: strip, keys, lines, board."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from kiosk.base.frozen import frozen
from kiosk.base.page import PagePart, PartKind
from kiosk.kit.canvas import CENTRE, LEFT, PAPER, RIGHT, Canvas, Palette, Type, advance
from kiosk.kit.shapes import cap_width, draw_cap
from kiosk.practice.board import SIZE, VALUE, Fragment, Premium, Tile

# ---- look --------------------------------------------------------------------------------------------------
# The look of practice: the station's type and paper, a strip of its own, light and dark. Every size and
# colour by name.
#
# The rule guarded: nothing here may be taken for a ruling. A verdict's blue and amber are nowhere; no field
# is filled with what was right or wrong.

# --- type, in units -----------------------------------------------------------------------------------------

TITLE = 5.2
LARGE = 4.2
TEXT = 3.0
SMALL = 2.5  # the floor
POINTS = 9.0
WORD = 5.0
LARGE_WORD = 6.4
WORD_SHARE = 0.34  # of its row, at most

# --- grid ---------------------------------------------------------------------------------------------------

MARGIN = 4.0
GUTTER = 4.0
GAP = 1.2
STRIP = 6.0
FOOT = 8.4
CAP = 4.4
BIG_CAP = 8.0
ROW = 6.2
LINE = 0.3
THICK = 0.6
SQUARE = 9.0  # of the board, at most
APART = 12.0  # between two answers

# --- colours ------------------------------------------------------------------------------------------------


@frozen
class Colours:
    """*palette*: as the station's pages have one. *strip*: says PRACTICE on every page. *quiet*: text said
    beside something else. *mark*: bars, and what is known to be good. *squares*: of the board."""

    palette: Palette
    strip: str
    on_strip: str
    quiet: str
    mark: str
    on_mark: str
    squares: dict[Premium, str]


LIGHT = Colours(
    palette=PAPER,
    strip="#1F5E46",
    on_strip="#FFFFFF",
    quiet="#3F464C",
    mark="#1F5E46",
    on_mark="#FFFFFF",
    squares={
        Premium.NONE: "#EDEAE1",
        Premium.DOUBLE_LETTER: "#D3E4DA",
        Premium.TRIPLE_LETTER: "#A3CBB5",
        Premium.DOUBLE_WORD: "#EBD3DF",
        Premium.TRIPLE_WORD: "#D9A6BF",
    },
)
DARK = Colours(
    palette=Palette("#16191C", "#F3F1EA", "#F3F1EA", "#16191C", "#565C62", "#262B30", "#3A4147"),
    strip="#1F5E46",
    on_strip="#FFFFFF",
    quiet="#C9CCCB",
    mark="#7FCBA6",
    on_mark="#0B1F16",
    squares={
        Premium.NONE: "#22272B",
        Premium.DOUBLE_LETTER: "#24382F",
        Premium.TRIPLE_LETTER: "#2E5A45",
        Premium.DOUBLE_WORD: "#3E2B35",
        Premium.TRIPLE_WORD: "#5F3A4C",
    },
)
PREMIUM_NAMES = {
    Premium.NONE: "",
    Premium.DOUBLE_LETTER: "2L",
    Premium.TRIPLE_LETTER: "3L",
    Premium.DOUBLE_WORD: "2W",
    Premium.TRIPLE_WORD: "3W",
}


class PracticeCanvas(Canvas):
    """A canvas that knows the colours of practice, where a click means a key, and what is read aloud of what
    it draws: every text, but those for which something else is said."""

    def __init__(self, painter: QPainter, area: QRectF, colours: Colours, type_: Type) -> None:
        super().__init__(painter, area, colours.palette, type_, 1.0)
        self.colours = colours
        self.hits: list[tuple[QRectF, str]] = []
        self.spoken: list[PagePart] = []
        self._unsaid = False

    def px(self, units: float) -> float:
        return units * self.unit

    def plain(self, units: float = TEXT) -> QFont:
        return self.type.text(self.px(units))

    def bold(self, units: float = TEXT) -> QFont:
        return self.type.bold(self.px(units))

    def word(self, units: float = WORD) -> QFont:
        return self.type.word(self.px(units))

    def hot(self, area: QRectF, key: str) -> None:
        """From now on a click into *area* is *key*."""
        self.hits.append((QRectF(area), key))

    # --- read aloud ---------------------------------------------------------------------------------------

    def text(
        self,
        area: QRectF,
        text: str,
        font: QFont,
        colour: str | None = None,
        align: Qt.AlignmentFlag = LEFT,
    ) -> float:
        self.say(PartKind.LINE, text)
        return super().text(area, text, font, colour, align)

    def say(self, kind: PartKind, text: str) -> None:
        """*text* is a part of the page, and of this *kind*."""
        if text and not self._unsaid:
            self.spoken.append(PagePart(kind, text, text))

    @contextmanager
    def draw_as(self, kind: PartKind, text: str) -> Iterator[None]:
        """For whatever is drawn within, *text* is read aloud."""
        self.say(kind, text)
        before, self._unsaid = self._unsaid, True
        try:
            yield
        finally:
            self._unsaid = before


def spell(word: str) -> str:
    """*word* as it is read aloud: two that sound alike are two words."""
    return " ".join(word)


# ---- parts -------------------------------------------------------------------------------------------------
# The pieces that pages of practice are made of: the strip, keys with what they do, lines, bars, tags.

Keys = Sequence[tuple[str, str]]
LEADING = 1.35
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def frame(canvas: PracticeCanvas, title: str, aside: str, keys: Keys) -> QRectF:
    """The strip above, *keys* below; returns the room between them."""
    area, px, colours = canvas.area, canvas.px, canvas.colours
    canvas.fill(area, canvas.palette.field)
    strip = QRectF(area.left(), area.top(), area.width(), px(STRIP))
    canvas.fill(strip, colours.strip)
    inner = strip.adjusted(px(MARGIN), 0, -px(MARGIN), 0)
    said = f"PRACTICE · {title}"
    with canvas.draw_as(PartKind.HEADLINE, said):
        canvas.text(inner, said, canvas.bold(TEXT), colours.on_strip)
    right = QRectF(inner.left() + inner.width() * 0.6, inner.top(), inner.width() * 0.4, inner.height())
    with canvas.draw_as(PartKind.LIST, aside):
        canvas.text(right, aside, canvas.plain(SMALL), colours.on_strip, RIGHT)
    _foot(canvas, keys)
    return QRectF(
        area.left() + px(MARGIN),
        strip.bottom() + px(GAP * 2),
        area.width() - 2 * px(MARGIN),
        area.height() - px(STRIP + FOOT + GAP * 3),
    )


def _foot(canvas: PracticeCanvas, keys: Keys) -> None:
    px, area = canvas.px, canvas.area
    foot = canvas.foot(area, FOOT)
    canvas.fill(QRectF(foot.left(), foot.top(), foot.width(), max(1.0, px(LINE))), canvas.palette.line)
    left = foot.left() + px(MARGIN)
    for key, does in keys:
        left += key_with(canvas, left, foot.center().y(), key, does) + px(GUTTER)


def key_with(canvas: PracticeCanvas, left: float, middle: float, key: str, does: str) -> float:
    """A small cap and what it does, from *left* on; returns the width of both."""
    px, high = canvas.px, canvas.px(CAP)
    font = canvas.plain(SMALL)
    words = advance(does, font) + 1
    with canvas.draw_as(PartKind.KEY, f"{key}: {does}"):
        wide = draw_cap(canvas, left, middle, high, key) + px(GAP)
        canvas.text(QRectF(left + wide, middle - high / 2, words, high), does, font)
    canvas.hot(QRectF(left, middle - high / 2, wide + words, high), key)
    return wide + words


def key_row(
    canvas: PracticeCanvas, row: QRectF, key: str, does: str, note: str = "", *, chosen: bool = False
) -> None:
    """A row that *key* chooses; *note* stands at its right, *chosen*: it is what the key changes."""
    px, high = canvas.px, min(canvas.px(CAP), row.height() * 0.86)
    wide = max(cap_width(canvas, key, high), high)
    rest = row.adjusted(wide + px(GAP), 0, 0, 0)
    font = canvas.bold(SMALL) if chosen else canvas.plain(SMALL)
    noted = advance(note, font) + px(GAP) if note else 0.0
    noted = min(noted, rest.width() * 0.62)
    note_area = QRectF(rest.right() - noted, rest.top(), noted, rest.height())
    with canvas.draw_as(PartKind.KEY, f"{key}: {does}" + (f", {note}" if note else "")):
        draw_cap(canvas, row.left(), row.center().y(), high, key)
        canvas.text(rest.adjusted(0, 0, -noted, 0), does, canvas.plain(TEXT))
        canvas.text(note_area, note, font, None if chosen else canvas.colours.quiet, RIGHT)
    canvas.hot(row, key)


def heading(canvas: PracticeCanvas, area: QRectF, text: str, units: float = LARGE) -> QRectF:
    """*text* at the top of *area*; returns what is left below it."""
    high = canvas.px(units * LEADING)
    with canvas.draw_as(PartKind.HEADLINE, text):
        canvas.text(QRectF(area.left(), area.top(), area.width(), high), text, canvas.bold(units))
    return area.adjusted(0, high + canvas.px(GAP), 0, 0)


def lines(
    canvas: PracticeCanvas,
    area: QRectF,
    texts: Sequence[str],
    units: float = TEXT,
    colour: str | None = None,
) -> QRectF:
    """*texts* as paragraphs from the top of *area* on; returns what is left below them."""
    font = canvas.plain(units)
    step, top = canvas.px(units * LEADING), area.top()
    for text in texts:
        with canvas.draw_as(PartKind.LINE, text):
            for line in fold(text, canvas, units, area.width()):
                canvas.text(QRectF(area.left(), top, area.width(), step), line, font, colour)
                top += step
        top += step * 0.25
    return QRectF(area.left(), top, area.width(), max(0.0, area.bottom() - top))


def fold(text: str, canvas: PracticeCanvas, units: float, width: float) -> list[str]:
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
    rows = sum(len(fold(text, canvas, units, width)) + 0.25 for text in texts)
    return canvas.px(units * LEADING) * rows


def tag(canvas: PracticeCanvas, area: QRectF, text: str, *, filled: bool) -> None:
    """A small word in a frame: filled for what is good, hollow for what is not."""
    colours, width = canvas.colours, max(1.0, canvas.px(LINE))
    face = colours.mark if filled else canvas.palette.field
    canvas.box(area, face, colours.mark if filled else canvas.palette.ink, width)
    ink = colours.on_mark if filled else canvas.palette.ink
    canvas.text(area.adjusted(width * 2, 0, -width * 2, 0), text, canvas.bold(SMALL), ink, CENTRE)


def bar_parts(canvas: PracticeCanvas, area: QRectF, share: float) -> None:
    """How much of something, from 0 to 1."""
    canvas.fill(area, canvas.palette.tint)
    part = QRectF(area.left(), area.top(), area.width() * min(1.0, max(0.0, share)), area.height())
    canvas.fill(part, canvas.colours.mark)


def days(canvas: PracticeCanvas, area: QRectF, counts: Sequence[int]) -> None:
    """The days of this week, each with its answers; an empty day is only empty."""
    said = ", ".join(f"{day} {count}" for day, count in zip(DAYS, counts, strict=True) if count)
    with canvas.draw_as(PartKind.LINE, f"Answers this week: {said or 'none'}"):
        wide = area.width() / len(DAYS)
        side = min(wide * 0.82, area.height() * 0.62)
        for place, (day, count) in enumerate(zip(DAYS, counts, strict=True)):
            box = QRectF(area.left() + place * wide, area.top(), side, side)
            _day(canvas, box, count)
            under = QRectF(box.left(), box.bottom(), side, area.height() - side)
            canvas.text(under, day[0], canvas.plain(SMALL), canvas.colours.quiet, CENTRE)


def _day(canvas: PracticeCanvas, box: QRectF, count: int) -> None:
    face = canvas.colours.mark if count else canvas.palette.field
    canvas.box(box, face, canvas.colours.mark, max(1.0, canvas.px(LINE)))
    if count:
        inner = box.adjusted(1, 0, -1, 0)
        canvas.text(inner, str(count), canvas.bold(SMALL), canvas.colours.on_mark, CENTRE)


def halves(canvas: PracticeCanvas, area: QRectF, share: float) -> tuple[QRectF, QRectF]:
    """*area* in two columns, the first *share* of it."""
    gap = canvas.px(GUTTER)
    first = QRectF(area.left(), area.top(), (area.width() - gap) * share, area.height())
    second = QRectF(first.right() + gap, area.top(), area.width() - gap - first.width(), area.height())
    return first, second


def stack_rows(canvas: PracticeCanvas, area: QRectF, count: int, most: float) -> list[QRectF]:
    """*count* rows from the top of *area*, each no higher than *most* units."""
    high = min(canvas.px(most), area.height() / max(1, count))
    return [QRectF(area.left(), area.top() + place * high, area.width(), high) for place in range(count)]


def cut_short(text: str, canvas: PracticeCanvas, units: float, width: float) -> str:
    """*text* with a sign that it goes on, no wider than *width*."""
    font = canvas.plain(units)
    while text and advance(f"{text} …", font) > width:
        text = text.rpartition(" ")[0]
    return f"{text} …"


# ---- board -------------------------------------------------------------------------------------------------
# A part of the board, small and clear: premium squares, tiles that stood there, tiles just played.
#
# Tiles just played are dark and the others light, in the light look and the other way round in the dark one:
# what was played is told by lightness, never by hue alone.


def draw_board(canvas: PracticeCanvas, area: QRectF, fragment: Fragment) -> None:
    """Draw *fragment* and the squares round it in the middle of *area*, as large as it allows."""
    rows = range(max(-1, -fragment.top), min(fragment.height + 1, SIZE - fragment.top))
    columns = range(max(-1, -fragment.left), min(fragment.width + 1, SIZE - fragment.left))
    side = min(area.width() / len(columns), area.height() / len(rows), canvas.px(SQUARE))
    board = QRectF(0, 0, side * len(columns), side * len(rows))
    board.moveCenter(area.center())
    with canvas.draw_as(PartKind.LINE, _read_aloud(fragment)):
        for down, row in enumerate(rows):
            for across, column in enumerate(columns):
                square = QRectF(board.left() + across * side, board.top() + down * side, side, side)
                tile, premium = fragment.at((row, column)), fragment.premium_at((row, column))
                _square(canvas, square, premium, named=tile is None)
                if tile is not None:
                    edge = side * 0.05
                    _tile(canvas, square.adjusted(edge, edge, -edge, -edge), tile, premium)


def _read_aloud(fragment: Fragment) -> str:
    """The tiles just played; the words they make are said beside the board."""
    new = [tile for _, tile in fragment.tiles() if tile.new]
    blanks = [tile.letter for tile in new if tile.blank]
    held = f", of which {' and '.join(blanks)} on a blank" if blanks else ""
    return f"Tiles played: {spell(''.join(tile.letter for tile in new))}{held}"


def _square(canvas: PracticeCanvas, square: QRectF, premium: Premium, *, named: bool) -> None:
    width = max(1.0, canvas.px(LINE) * 0.6)
    canvas.box(square, canvas.colours.squares[premium], canvas.palette.line, width)
    name = PREMIUM_NAMES[premium]
    if named and name:
        inner = square.adjusted(square.width() * 0.1, 0, -square.width() * 0.1, 0)
        font = canvas.type.bold(square.height() * 0.3)
        canvas.text(inner, name, font, canvas.colours.quiet, CENTRE)


def _tile(canvas: PracticeCanvas, box: QRectF, tile: Tile, premium: Premium) -> None:
    palette = canvas.palette
    face, ink = (palette.block, palette.on_block) if tile.new else (palette.raised, palette.ink)
    width = max(1.0, box.width() * 0.03)
    canvas.box(box, face, palette.ink, width, box.width() * 0.1)
    name = PREMIUM_NAMES[premium]
    if tile.new and name:  # it counts for this play, so it is told
        above = QRectF(box.left() + box.width() * 0.08, box.top(), box.width() * 0.5, box.height() * 0.3)
        canvas.text(above, name, canvas.type.bold(box.height() * 0.2), ink, LEFT)
    letter = box.adjusted(0, box.height() * 0.06, -box.width() * 0.12, 0)
    canvas.text(letter, tile.letter, canvas.type.bold(box.height() * 0.58), ink, CENTRE)
    if tile.blank:  # it scores nothing: a ring where others have their number
        ring = box.width() * 0.2
        corner = QRectF(box.right() - ring * 1.35, box.bottom() - ring * 1.35, ring, ring)
        canvas.box(corner, face, ink, width * 1.5, ring / 2)
        return
    corner = QRectF(box.left(), box.bottom() - box.height() * 0.36, box.width() * 0.92, box.height() * 0.32)
    canvas.text(corner, str(VALUE[tile.letter]), canvas.type.bold(box.height() * 0.23), ink, RIGHT)
