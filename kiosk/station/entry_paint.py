"""Words as they are typed and checked, as large as there is room for all of them."""

from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from kiosk.base.frozen import frozen
from kiosk.base.page import Page, WordLine
from kiosk.kit import scale
from kiosk.kit.canvas import (
    ALL_THERE_IS,
    RIGHT,
    Canvas,
    Row,
    advance,
    cells,
    stack,
)
from kiosk.station import frame_paint
from kiosk.words.play import LONGEST

# ---- words -------------------------------------------------------------------------------------------------
# The words of a play as they are typed and checked: all of one size, as large as the room allows.

# In sizes of the word's type. A tile is wider where there is room.
TIGHT, WORDS_ROOMY = 0.68, 0.94
TILE = 1.04
UNDER = 1.2  # of the type of what stands below
WORTH_IT = 1.08  # how much larger the type must become for a less usual arrangement
FEW, INLINE_TILES = 4, 0.92  # many words to check leave room for their counts between the columns
WORDS_LARGER = 1.5  # what the larger view makes of words that leave it the room
TYPED_LARGE = 10  # letters that the larger view has room for, until a word is longer


@frozen
class Setting:
    """How words stand: in columns, each with its count beside it or below, in type of *size* pixels, each
    letter in its *pitch*. *hint*: the type of numbers and counts, in units."""

    columns: int
    inline: bool
    hint: float
    size: float = 0
    pitch: float = 0


CHECKED = tuple(
    Setting(columns, inline, hint)
    for hint in (scale.HINT, scale.STRIP)
    for inline in (True, False)
    for columns in (1, 2)
)
TYPED = tuple(Setting(columns, False, scale.HINT) for columns in (1, 2))


def words_row(canvas: Canvas, area: QRectF, page: Page, of: Setting) -> Row:
    """The height of words set this way: a few do not float apart, and their keys stay near."""
    rows = -(-len(page.words) // of.columns)
    high = rows * _row_height(canvas, of) / canvas.unit
    return Row(min(high, area.height() / canvas.unit), high)


def fit_checked(canvas: Canvas, area: QRectF, page: Page) -> Setting:
    """How words are set to be checked: as large as the longest of them allows."""
    return _set(canvas, area, len(page.words), CHECKED, max(len(word.letters) for word in page.words))


def fit_typed(canvas: Canvas, area: QRectF, page: Page) -> Setting:
    """How words are set while they are typed: for the longest there is, so that nothing jumps, and no larger
    than they will be checked."""
    made = _set(canvas, area, len(page.words), TYPED, _longest(page))
    return replace(made, size=made.size * INLINE_TILES) if len(page.words) > FEW else made


def _longest(page: Page) -> int:
    if not page.large:
        return LONGEST
    return max(TYPED_LARGE, *(len(word.letters) for word in page.words))


def draw_checked(canvas: Canvas, area: QRectF, page: Page, of: Setting) -> None:
    """Each letter in a tile."""
    words = page.words
    for word, cell in zip(words, cells(canvas, area, len(words), of.columns), strict=True):
        line = _line(canvas, cell, of, len(words))
        line.setWidth(of.pitch * len(word.letters))
        gap, thin = of.pitch * 0.045, max(1.0, of.size * 0.03)
        for place in range(len(word.letters)):
            tile = QRectF(line.left() + place * of.pitch, line.top(), of.pitch, line.height())
            canvas.box(tile.adjusted(gap, 0, -gap, 0), canvas.palette.raised, canvas.palette.ink, thin)
        canvas.draw_spaced(line, word.letters, canvas.type.word(of.size), of.pitch)
        _draw_count(canvas, line, cell, word, of)


def draw_typed(canvas: Canvas, area: QRectF, page: Page, of: Setting) -> None:
    """A frame a line. The notice stands under the line it is about, in place of the count if it needs its
    room."""
    words, longest = page.words, _longest(page)
    bold = canvas.type.bold(canvas.size(scale.HINT))
    for word, cell in zip(words, cells(canvas, area, len(words), of.columns), strict=True):
        line = _line(canvas, cell, of, len(words))
        line.setWidth(min(line.width(), of.pitch * longest + of.size * 0.2))
        _draw_field(canvas, line, word.current)
        letters = line.adjusted(of.size * 0.1, 0, 0, 0)
        canvas.draw_spaced(letters, word.letters, canvas.type.word(of.size), of.pitch)
        if word.current and len(word.letters) < longest:
            left = letters.left() + len(word.letters) * of.pitch
            caret = QRectF(left + of.size * 0.06, line.top() + of.size * 0.17, of.size * 0.07, of.size * 0.8)
            canvas.fill(caret, canvas.palette.ink)
        noticed = page.notice if word.current else ""
        room = QRectF(line.left(), line.bottom(), line.width(), _under(canvas, of))
        free = line.width() - (0 if of.inline else advance(f"  {word.count}", _small(canvas, of)))
        counted = not noticed or advance(noticed, bold) <= free
        _draw_count(canvas, line, cell, word, of, counted=counted or of.inline)
        if noticed:
            canvas.text(room, noticed, bold)


def _draw_field(canvas: Canvas, line: QRectF, current: bool) -> None:
    """What is typed into is a frame; the one that takes the letters has a thick line."""
    width = (scale.THICK_LINE if current else scale.LINE) * canvas.unit
    colour = canvas.palette.ink if current else canvas.palette.line
    canvas.box(line, canvas.palette.raised, colour, width, line.height() * 0.08)


# --- how large --------------------------------------------------------------------------------------------


def _set(canvas: Canvas, area: QRectF, count: int, settings: tuple[Setting, ...], longest: int) -> Setting:
    """The one of *settings* in which words of *longest* letters are largest, or as good as."""
    made = [_size_words(canvas, area, count, tried, longest) for tried in settings if tried.columns <= count]
    best = made[0]
    for setting in made[1:]:
        best = setting if setting.size > best.size * WORTH_IT else best
    return best


def _size_words(canvas: Canvas, area: QRectF, count: int, tried: Setting, longest: int) -> Setting:
    cell = cells(canvas, area, count, tried.columns)[0]
    wide = _line(canvas, cell, tried, count).width() - _count_room(canvas, tried)
    others = _row_height(canvas, tried)
    fits = min(wide / (longest * TIGHT + 0.2), (cell.height() - others) / TILE)
    # The larger view takes all that fits; the usual one leaves it something, but words are large in both.
    size = min(fits, max(scale.WORD * canvas.unit, fits / WORDS_LARGER) * canvas.scale)
    pitch = min(size * WORDS_ROOMY, (wide - size * 0.2) / longest)
    return Setting(tried.columns, tried.inline, tried.hint, size, pitch)


def _row_height(canvas: Canvas, of: Setting) -> float:
    """A word, what stands below it, and a little space."""
    under = 0.0 if of.inline else _under(canvas, of)
    return of.size * TILE + under + scale.SPACE * canvas.unit


def _small(canvas: Canvas, of: Setting) -> QFont:
    return canvas.type.text(of.hint * canvas.unit)


def _count_room(canvas: Canvas, of: Setting) -> float:
    return advance("  15 letters", _small(canvas, of)) if of.inline else 0.0


def _under(canvas: Canvas, of: Setting) -> float:
    """The height of what stands below a word: its count, or a sentence about it."""
    return UNDER * of.hint * canvas.unit


# --- one line ---------------------------------------------------------------------------------------------


def _line(canvas: Canvas, cell: QRectF, of: Setting, count: int) -> QRectF:
    """Where a word stands in its *cell*: after its number, which a single word lacks."""
    number = advance("8", _small(canvas, of)) * 1.6 if count > 1 else 0.0
    return cell.adjusted(number, 0, 0, of.size * TILE - cell.height())


def _draw_count(
    canvas: Canvas, line: QRectF, cell: QRectF, word: WordLine, of: Setting, *, counted: bool = True
) -> None:
    """The number of a word and, if it is *counted*, how many letters it has."""
    small = _small(canvas, of)
    if line.left() > cell.left():
        canvas.text(QRectF(cell.left(), line.top(), line.left(), line.height()), str(word.number), small)
    if not counted:
        return
    if of.inline:
        gap = advance("  ", small)
        room = QRectF(line.right() + gap, line.top(), cell.right() - line.right() - gap, line.height())
        canvas.text(room, word.count, small)
        return
    wide = max(line.width(), advance(word.count, small))
    under = QRectF(line.left(), line.bottom(), wide, _under(canvas, of))
    canvas.text(under, word.count, small, align=RIGHT)


# ---- entry -------------------------------------------------------------------------------------------------
# The page on which the challenger types the words.


def draw_entry(canvas: Canvas, area: QRectF, page: Page) -> None:
    def rows(words: Row) -> list[QRectF]:
        return stack(
            area,
            canvas.unit,
            frame_paint.call_row(canvas, page.call),
            words,
            frame_paint.keys_row(canvas),
            frame_paint.said_row(canvas),
        )

    room = rows(ALL_THERE_IS)[1]
    setting = fit_typed(canvas, room, page)
    call, words, keys, below = rows(words_row(canvas, room, page, setting))
    frame_paint.draw_call(canvas, call, page.call)
    draw_typed(canvas, words, page, setting)
    frame_paint.draw_keys(canvas, keys, page.keys)
    hint = canvas.type.text(canvas.size(scale.HINT))
    frame_paint.draw_said(canvas, below, hint, frame_paint.BETWEEN.join(page.lines), page.countdown)


# ---- check -------------------------------------------------------------------------------------------------
# The page on which both players check the frozen words, and one presses TAB.

STRIP, STRIP_UPRIGHT = 0.21, 0.18  # of the height of a page


def draw_check(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The keys that change the words stand under them; the one that judges on a strip of its own, which has
    the same place whatever the words."""
    strip = canvas.foot(area, area.height() / canvas.unit * (STRIP_UPRIGHT if canvas.tall else STRIP))
    upper = area.adjusted(0, 0, 0, -strip.height() - scale.SPACE * canvas.unit)

    def rows(words: Row) -> list[QRectF]:
        return stack(
            upper,
            canvas.unit,
            frame_paint.call_row(canvas, page.call),
            words,
            frame_paint.keys_row(canvas),
            frame_paint.said_row(canvas),
        )

    room = rows(ALL_THERE_IS)[1]
    setting = fit_checked(canvas, room, page)
    call, words, keys, says = rows(words_row(canvas, room, page, setting))
    frame_paint.draw_call(canvas, call, page.call)
    draw_checked(canvas, words, page, setting)
    hint = canvas.type.bold(canvas.size(scale.HINT))
    frame_paint.draw_said(
        canvas,
        says,
        hint,
        frame_paint.BETWEEN.join((*page.lines, page.notice)).strip(frame_paint.BETWEEN),
        page.countdown,
    )
    frame_paint.draw_keys(canvas, keys, page.keys)
    if page.then.role or page.then.action:
        _draw_strip(canvas, strip, page)


def _draw_strip(canvas: Canvas, area: QRectF, page: Page) -> None:
    whole = QRectF(canvas.area.left(), area.top(), canvas.area.width(), area.height())
    line = scale.LINE * canvas.unit
    canvas.fill(whole, canvas.palette.raised)
    for top in (whole.top(), whole.bottom() - line):
        canvas.fill(QRectF(whole.left(), top, whole.width(), line), canvas.palette.ink)
    pad = min(scale.GUTTER * canvas.unit, area.height() * 0.12)
    frame_paint.draw_call(canvas, area.adjusted(0, pad, 0, -pad), page.then)
