"""The screens of a station but the idle one: imported after it, before anybody can have pressed a key."""

from dataclasses import replace
from itertools import product

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont

from kiosk.base.frozen import frozen
from kiosk.base.page import Key, Layout, Page, Sign, Tone, WordLine
from kiosk.kit import scale
from kiosk.kit.canvas import (
    ALL_THERE_IS,
    CENTRE,
    LEFT,
    NONE,
    RIGHT,
    Canvas,
    Row,
    advance,
    broken,
    largest,
    needed,
    square,
    stacked,
    when,
    wrapped,
)
from kiosk.kit.canvas import SENTENCES as APART
from kiosk.kit.shapes import (
    cap_width,
    draw_cap,
    draw_cross,
    draw_elsewhere,
    draw_marked,
    draw_sign,
    draw_swatch,
    draw_tick,
)
from kiosk.station.frame_paint import (
    BETWEEN,
    call_row,
    draw_call,
    draw_countdown,
    draw_keys,
    draw_notice,
    draw_said,
    draw_seconds,
    draw_station,
    keys_row,
    said_row,
)
from kiosk.words.play import LONGEST

# ---- words -------------------------------------------------------------------------------------------------
# The words of a play as they are typed and checked: all of one size, as large as the room allows.

# In sizes of the word's type. A tile is wider where there is room.
TIGHT, WORDS_ROOMY = 0.68, 0.94
TILE = 1.04
UNDER = 1.2  # of the type of what stands below
WORTH_IT = 1.08  # how much larger the type must become for a less usual arrangement
FEW, BESIDE_TILES = 4, 0.92  # many words to check leave room for their counts between the columns
WORDS_LARGER = 1.5  # what the larger view makes of words that leave it the room
TYPED_LARGE = 10  # letters that the larger view has room for, until a word is longer


@frozen
class Setting:
    """How words stand: in columns, each with its count beside it or below, in type of *size* pixels, each
    letter in its *pitch*. *hint*: the type of numbers and counts, in units."""

    columns: int
    beside: bool
    hint: float
    size: float = 0
    pitch: float = 0


CHECKED = tuple(
    Setting(columns, beside, hint)
    for hint in (scale.HINT, scale.STRIP)
    for beside in (True, False)
    for columns in (1, 2)
)
TYPED = tuple(Setting(columns, False, scale.HINT) for columns in (1, 2))


def words_row(canvas: Canvas, area: QRectF, page: Page, of: Setting) -> Row:
    """The height of words set this way: a few do not float apart, and their keys stay near."""
    rows = -(-len(page.words) // of.columns)
    high = rows * _row_height(canvas, of) / canvas.unit
    return Row(min(high, area.height() / canvas.unit), high)


def checked(canvas: Canvas, area: QRectF, page: Page) -> Setting:
    """How words are set to be checked: as large as the longest of them allows."""
    return _set(canvas, area, len(page.words), CHECKED, max(len(word.letters) for word in page.words))


def typed(canvas: Canvas, area: QRectF, page: Page) -> Setting:
    """How words are set while they are typed: for the longest there is, so that nothing jumps, and no larger
    than they will be checked."""
    made = _set(canvas, area, len(page.words), TYPED, _longest(page))
    return replace(made, size=made.size * BESIDE_TILES) if len(page.words) > FEW else made


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
        canvas.spaced(line, word.letters, canvas.type.word(of.size), of.pitch)
        _draw_beside(canvas, line, cell, word, of)


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
        canvas.spaced(letters, word.letters, canvas.type.word(of.size), of.pitch)
        if word.current and len(word.letters) < longest:
            left = letters.left() + len(word.letters) * of.pitch
            caret = QRectF(left + of.size * 0.06, line.top() + of.size * 0.17, of.size * 0.07, of.size * 0.8)
            canvas.fill(caret, canvas.palette.ink)
        noticed = page.notice if word.current else ""
        room = QRectF(line.left(), line.bottom(), line.width(), _under(canvas, of))
        free = line.width() - (0 if of.beside else advance(f"  {word.count}", _small(canvas, of)))
        counted = not noticed or advance(noticed, bold) <= free
        _draw_beside(canvas, line, cell, word, of, counted=counted or of.beside)
        if noticed:
            canvas.text(room, noticed, bold)


def _draw_field(canvas: Canvas, line: QRectF, current: bool) -> None:
    """What is typed into is a frame; the one that takes the letters has a thick line."""
    width = (scale.THICK_LINE if current else scale.LINE) * canvas.unit
    colour = canvas.palette.ink if current else canvas.palette.line
    canvas.box(line, canvas.palette.raised, colour, width, line.height() * 0.08)


def cells(canvas: Canvas, area: QRectF, count: int, columns: int) -> list[QRectF]:
    """*count* cells, down one column and then the next."""
    rows = -(-count // columns)
    gap = scale.GUTTER * canvas.unit if columns > 1 else 0
    width = (area.width() - gap * (columns - 1)) / columns
    height = area.height() / rows
    return [
        QRectF(
            area.left() + (place // rows) * (width + gap), area.top() + (place % rows) * height, width, height
        )
        for place in range(count)
    ]


# --- how large --------------------------------------------------------------------------------------------


def _set(canvas: Canvas, area: QRectF, count: int, settings: tuple[Setting, ...], longest: int) -> Setting:
    """The one of *settings* in which words of *longest* letters are largest, or as good as."""
    made = [_sized(canvas, area, count, tried, longest) for tried in settings if tried.columns <= count]
    best = made[0]
    for one in made[1:]:
        best = one if one.size > best.size * WORTH_IT else best
    return best


def _sized(canvas: Canvas, area: QRectF, count: int, tried: Setting, longest: int) -> Setting:
    cell = cells(canvas, area, count, tried.columns)[0]
    wide = _line(canvas, cell, tried, count).width() - _count_room(canvas, tried)
    others = _row_height(canvas, tried)
    fits = min(wide / (longest * TIGHT + 0.2), (cell.height() - others) / TILE)
    # The larger view takes all that fits; the usual one leaves it something, but words are large in both.
    size = min(fits, max(scale.WORD * canvas.unit, fits / WORDS_LARGER) * canvas.scale)
    pitch = min(size * WORDS_ROOMY, (wide - size * 0.2) / longest)
    return Setting(tried.columns, tried.beside, tried.hint, size, pitch)


def _row_height(canvas: Canvas, of: Setting) -> float:
    """A word, what stands below it, and a little space."""
    under = 0.0 if of.beside else _under(canvas, of)
    return of.size * TILE + under + scale.SPACE * canvas.unit


def _small(canvas: Canvas, of: Setting) -> QFont:
    return canvas.type.text(of.hint * canvas.unit)


def _count_room(canvas: Canvas, of: Setting) -> float:
    return advance("  15 letters", _small(canvas, of)) if of.beside else 0.0


def _under(canvas: Canvas, of: Setting) -> float:
    """The height of what stands below a word: its count, or a sentence about it."""
    return UNDER * of.hint * canvas.unit


# --- one line ---------------------------------------------------------------------------------------------


def _line(canvas: Canvas, cell: QRectF, of: Setting, count: int) -> QRectF:
    """Where a word stands in its *cell*: after its number, which a single word lacks."""
    number = advance("8", _small(canvas, of)) * 1.6 if count > 1 else 0.0
    return cell.adjusted(number, 0, 0, of.size * TILE - cell.height())


def _draw_beside(
    canvas: Canvas, line: QRectF, cell: QRectF, word: WordLine, of: Setting, *, counted: bool = True
) -> None:
    """The number of a word and, if it is *counted*, how many letters it has."""
    small = _small(canvas, of)
    if line.left() > cell.left():
        canvas.text(QRectF(cell.left(), line.top(), line.left(), line.height()), str(word.number), small)
    if not counted:
        return
    if of.beside:
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
        return stacked(
            area, canvas.unit, call_row(canvas, page.call), words, keys_row(canvas), said_row(canvas)
        )

    room = rows(ALL_THERE_IS)[1]
    setting = typed(canvas, room, page)
    call, words, keys, below = rows(words_row(canvas, room, page, setting))
    draw_call(canvas, call, page.call)
    draw_typed(canvas, words, page, setting)
    draw_keys(canvas, keys, page.keys)
    hint = canvas.type.text(canvas.size(scale.HINT))
    draw_said(canvas, below, hint, BETWEEN.join(page.lines), page.countdown)


# ---- check -------------------------------------------------------------------------------------------------
# The page on which both players check the frozen words, and one presses TAB.

STRIP, STRIP_UPRIGHT = 0.21, 0.18  # of the height of a page


def draw_check(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The keys that change the words stand under them; the one that judges on a strip of its own, which has
    the same place whatever the words."""
    strip = canvas.foot(area, area.height() / canvas.unit * (STRIP_UPRIGHT if canvas.tall else STRIP))
    upper = area.adjusted(0, 0, 0, -strip.height() - scale.SPACE * canvas.unit)

    def rows(words: Row) -> list[QRectF]:
        return stacked(
            upper, canvas.unit, call_row(canvas, page.call), words, keys_row(canvas), said_row(canvas)
        )

    room = rows(ALL_THERE_IS)[1]
    setting = checked(canvas, room, page)
    call, words, keys, says = rows(words_row(canvas, room, page, setting))
    draw_call(canvas, call, page.call)
    draw_checked(canvas, words, page, setting)
    hint = canvas.type.bold(canvas.size(scale.HINT))
    draw_said(canvas, says, hint, BETWEEN.join((*page.lines, page.notice)).strip(BETWEEN), page.countdown)
    draw_keys(canvas, keys, page.keys)
    if page.then.role or page.then.action:
        _draw_strip(canvas, strip, page)


def _draw_strip(canvas: Canvas, area: QRectF, page: Page) -> None:
    whole = QRectF(canvas.area.left(), area.top(), canvas.area.width(), area.height())
    line = scale.LINE * canvas.unit
    canvas.fill(whole, canvas.palette.raised)
    for top in (whole.top(), whole.bottom() - line):
        canvas.fill(QRectF(whole.left(), top, whole.width(), line), canvas.palette.ink)
    pad = min(scale.GUTTER * canvas.unit, area.height() * 0.12)
    draw_call(canvas, area.adjusted(0, pad, 0, -pad), page.then)


# ---- consequence -------------------------------------------------------------------------------------------
# What follows from a verdict, second in rank on its page: as large as the words leave it room for.

LINE = 1.06  # a line of it, in sizes of its type
CONSEQUENCE_ROOMY = 1.15  # the same where there is room
MOST_EACH = 2  # lines of a sentence


def consequence_row(canvas: Canvas, says: tuple[str, ...]) -> Row:
    """The height that *says* needs at least, and can use at most."""
    if not says:
        return NONE
    more = canvas.tall or canvas.share > 1  # narrow pages: a sentence may need two lines
    return Row(scale.SMALLEST_SAID * LINE, _full(canvas) * CONSEQUENCE_ROOMY * (len(says) + more))


def full_row(canvas: Canvas, width: float, says: tuple[str, ...]) -> Row:
    """The height at which *says* is as large as it ever gets."""
    if not says:
        return NONE
    font = canvas.type.bold(_full(canvas) * canvas.unit)
    lines = sum(1 if advance(sentence, font) <= width else MOST_EACH for sentence in says)
    return Row(lines * _full(canvas) * LINE, lines * _full(canvas) * CONSEQUENCE_ROOMY)


def draw_consequence(canvas: Canvas, area: QRectF, says: tuple[str, ...], align: Qt.AlignmentFlag) -> None:
    """Draw *says*, each sentence on lines of its own where that is larger, else one after the other; in one
    of few sizes, for it is drawn from a picture."""
    if not says:
        return
    best: list[str] = []
    size = 0.0
    for lines in _arranged(canvas, area, says):
        fits = _size_consequence(canvas, area, lines)
        if fits > size:
            best, size = lines, fits
    high = round(size * LINE)
    room = QRectF(area.left(), round(area.top()), area.width(), high * len(best))
    canvas.once(room, (tuple(best), size), lambda: draw_lines(canvas, room, best, size, align))


def draw_lines(canvas: Canvas, area: QRectF, lines: list[str], size: float, align: Qt.AlignmentFlag) -> None:
    """Draw *lines* one below the other, each with its share of *area*."""
    high = area.height() / len(lines)
    for place, line in enumerate(lines):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        canvas.text(row, line, canvas.type.bold(size), align=align)


def _full(canvas: Canvas) -> float:
    return scale.CONSEQUENCE * canvas.share


def _arranged(canvas: Canvas, area: QRectF, says: tuple[str, ...]) -> list[list[str]]:
    """The ways in which *says* can stand, the better ones first."""
    font = canvas.type.bold(_full(canvas) * canvas.unit)
    counts = sorted(product(range(1, MOST_EACH + 1), repeat=len(says)), key=sum)
    apart = [
        [line for sentence, count in zip(says, each, strict=True) for line in broken(sentence, font, count)]
        for each in counts
    ]
    return [*apart, wrapped(" ".join(says), font, area, APART)[0]]


def _size_consequence(canvas: Canvas, area: QRectF, lines: list[str]) -> float:
    """The largest of few sizes in which *lines* fit *area*."""
    most = canvas.type.bold(_full(canvas) * canvas.unit)
    row = QRectF(area.left(), area.top(), area.width(), area.height() / len(lines))
    wide = min(largest(line, most, row) for line in lines)
    size = min(most.pixelSize(), wide, int(area.height() / len(lines) / LINE))
    steps = (_full(canvas), scale.CONSEQUENCE, scale.CALL, scale.JUDGED, scale.SMALLEST_SAID, scale.BODY)
    return max((step for one in steps if (step := int(one * canvas.unit)) <= size), default=size)


# ---- verdict -----------------------------------------------------------------------------------------------
# The verdict: word, shape, lightness, colour and side all say the same.

MARKS = {Tone.ACCEPTABLE: draw_tick, Tone.UNACCEPTABLE: draw_cross}
ADVANCE = 0.64  # of a letter of a word, in sizes of its type
VERDICT_CAPITAL = 0.668  # of the size of the type
LINE_HIGH, LINES_HIGH = 0.75, 0.93  # of a line of capitals alone, of one of several; in sizes of the type
# A headline that gives way keeps capitals of a seventh of the height, of a tenth on each of several lines.
SEVENTH, TENTH = scale.HIGH / 7 / VERDICT_CAPITAL * 1.02, scale.HIGH / 10 / VERDICT_CAPITAL * 1.02
BODY_TO_CALL = scale.BODY / scale.CALL
VERDICT_LARGER = (1.5, 1.3, 1.15)  # how much larger the larger view makes judged words, as far as they fit
TWO_COLUMNS = 3  # words, and more


@frozen
class JudgedWords:
    """How judged words stand: the height of a *line* in sizes of its type (capitals only: lines may stand
    close), and what the *mark* above must have at least."""

    columns: int
    line: float = 0.88
    mark: float = scale.SMALLEST_MARK


VERDICT_ROOMY, ROOMY_IN_TWO = JudgedWords(1), JudgedWords(2)
CLOSE = JudgedWords(1, 0.78, scale.LEAST_MARK)


def draw_verdict(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Draw a verdict: acceptable stands on the left under its disc, unacceptable on the right under its
    octagon, so that they differ by layout too."""
    side = RIGHT if page.tone is Tone.UNACCEPTABLE else LEFT
    judged = _judged(canvas, area, page)
    top, headline, says, words, after, foot = _rows(canvas, area, page, judged)
    _draw_top(canvas, top, page, side)
    canvas.once(headline, page.headline, lambda: _draw_large(canvas, headline, page.headline, side))
    draw_consequence(canvas, says, page.says, side)
    if page.words:
        _draw_judged(canvas, words, page.words, judged, side)
    if page.lines:
        draw_marked(canvas, after, BETWEEN.join(page.lines), side)
    _draw_foot(canvas, foot, page)


def _rows(canvas: Canvas, area: QRectF, page: Page, of: JudgedWords) -> list[QRectF]:
    """The headline has one of three sizes and nothing in between: it is drawn from a picture. Rather than
    the consequence it gives way, as far as it may."""
    unit = canvas.unit
    usual, kept, less = _headline_heights(canvas, area, page.headline, of)
    top, says, *rest = _around(canvas, page, of)
    for larger in VERDICT_LARGER if page.large else ():
        tried = _around(canvas, page, of, larger)
        if needed(Row(less, less), *tried) * unit <= area.height():
            top, says, *rest = tried
            break
    full = full_row(canvas, area.width(), page.says)
    for high, said in ((usual, full), (kept, full), (usual, says), (less, says)):
        if needed(top, Row(high, high), said, *rest) * unit <= area.height():
            break
    boxes = stacked(area, unit, top, Row(high, high), said, *rest)
    # On whole pixels, so that its picture fits wherever it stands.
    place = boxes[1]
    whole = round(min(high * unit, place.height()))
    boxes[1] = QRectF(place.left(), round(place.top()), place.width(), whole)
    return boxes


def _around(canvas: Canvas, page: Page, of: JudgedWords, larger: float = 1) -> tuple[Row, ...]:
    """The rows above and below the headline; the words at least *larger* than usual."""
    lines = -(-len(page.words) // of.columns)
    judged = max(scale.JUDGED * canvas.share, scale.CALL if larger > 1 else 0) * of.line * larger
    return (
        Row(of.mark, scale.SIGN if canvas.tall else scale.MARK),
        consequence_row(canvas, page.says),
        when(lines, Row(judged * lines, judged * lines * (1.2 * canvas.scale if larger == 1 else 1))),
        when(page.lines, Row(scale.HINT, scale.ROW)),
        keys_row(canvas),
    )


def _headline_heights(canvas: Canvas, area: QRectF, text: str, of: JudgedWords) -> tuple[float, float, float]:
    """As high as the headline can be in the width it has, some in two lines; what it keeps when it gives way
    to the consequence; and what it must have at least: a fifteenth of the screen for each line."""
    room = QRectF(0, 0, area.width(), 2 * scale.VERDICT * canvas.unit)
    lines, size = wrapped(text, canvas.type.bold(room.height()), room)
    each = LINE_HIGH if len(lines) == 1 else LINES_HIGH
    usual = len(lines) * size * each / canvas.unit
    least = scale.LEAST_VERDICT * canvas.share / VERDICT_CAPITAL * 1.04
    if of is CLOSE and advance(text, canvas.type.bold(least * canvas.unit)) <= area.width():
        less = least * LINE_HIGH
    else:
        less = min(usual, max(len(lines) * least * each, scale.WORD * 1.05))
    kept = len(lines) * (SEVENTH if len(lines) == 1 else TENTH) * canvas.share * each
    return usual, min(usual, max(less, kept)), less


def _draw_top(canvas: Canvas, area: QRectF, page: Page, side: Qt.AlignmentFlag) -> None:
    """The mark on the verdict's side; the ruling, what to do with its number, and its list on the other."""
    mark = square(QRectF(area.left(), area.top(), area.height(), area.height()))
    if side == RIGHT:
        mark.moveRight(area.right())
    MARKS.get(page.tone, draw_elsewhere)(canvas, mark)
    away = mark.width() + scale.GUTTER * canvas.unit
    beside = area.adjusted(0, 0, -away, 0) if side == RIGHT else area.adjusted(away, 0, 0, 0)
    other = LEFT if side == RIGHT else RIGHT
    named = "" if page.band else page.list_name  # a division's band names the list already
    high = beside.height() * (0.58 if named else 1.0)
    _draw_number(canvas, QRectF(beside.left(), beside.top(), beside.width(), high), page, other)
    listed = beside.adjusted(0, high, 0, 0)
    canvas.text(listed, named, canvas.type.bold(scale.BODY * canvas.unit), align=other)


def _draw_number(canvas: Canvas, area: QRectF, page: Page, align: Qt.AlignmentFlag) -> None:
    """The ruling's number, and after it what to do with it."""
    size = min(area.height() * 0.95, scale.CALL * canvas.unit)
    number, remark = canvas.type.bold(size), canvas.type.bold(size * BODY_TO_CALL)
    gap = size * 0.5 if page.remark else 0.0
    wide = advance(page.number, number) + gap + advance(page.remark, remark)
    shrink = min(1.0, area.width() / max(1.0, wide))
    number, remark = canvas.type.bold(size * shrink), canvas.type.bold(size * BODY_TO_CALL * shrink)
    first = advance(page.number, number)
    left = area.left() if align == LEFT else area.right() - first - gap - advance(page.remark, remark)
    canvas.text(QRectF(left, area.top(), first + 1, area.height()), page.number, number)
    rest = QRectF(left + first + gap, area.top(), area.right() - left - first - gap + 1, area.height())
    canvas.text(rest, page.remark, remark)


def _draw_large(canvas: Canvas, room: QRectF, text: str, align: Qt.AlignmentFlag) -> None:
    """*text* on one line or on two, whichever is larger."""
    lines, size = wrapped(text, canvas.type.bold(room.height() * 2), room)
    draw_lines(canvas, room, lines, size, align)


def _judged(canvas: Canvas, area: QRectF, page: Page) -> JudgedWords:
    """Two columns from three words on, unless they would be too small then and one column has the room for
    them, if need be on closer lines."""
    if len(page.words) < TWO_COLUMNS:
        return VERDICT_ROOMY
    longest = max(len(word.letters) for word in page.words)
    width = cells(canvas, area, len(page.words), 2)[0].width()
    if width / (longest * ADVANCE) >= scale.JUDGED * canvas.share * canvas.unit:
        return ROOMY_IN_TWO
    for tried in (VERDICT_ROOMY, CLOSE):
        *_, headline = _headline_heights(canvas, area, page.headline, tried)
        top, *rest = _around(canvas, page, tried)
        if needed(top, Row(headline, headline), *rest) * canvas.unit <= area.height():
            return tried
    return ROOMY_IN_TWO


def _draw_judged(
    canvas: Canvas, area: QRectF, words: tuple[WordLine, ...], of: JudgedWords, align: Qt.AlignmentFlag
) -> None:
    """The words once more, all in one size and style."""
    longest = max(len(word.letters) for word in words)
    cell = cells(canvas, area, len(words), of.columns)[0]
    most = canvas.size(max(scale.CALL, scale.JUDGED * canvas.share))
    fits = min(cell.width() / (longest * ADVANCE), cell.height() / of.line, most)
    # In one of few sizes, for the letters are drawn from a picture.
    least = scale.JUDGED * canvas.share * canvas.unit
    steps = (most, *(least * (1 + step / 10) for step in range(0, 9, 2)))
    size = max((step for step in steps if step <= fits), default=fits)
    step = min(cell.height(), size * 1.4)
    packed = QRectF(area.left(), area.top(), area.width(), step * -(-len(words) // of.columns))
    font = canvas.type.word(size)
    for word, cell in zip(words, cells(canvas, packed, len(words), of.columns), strict=True):
        canvas.lettered(cell, word.letters, font, align)


def _draw_foot(canvas: Canvas, area: QRectF, page: Page) -> None:
    """What is to be said of a key, and at the right how long the verdict stands and the key that ends it."""
    gap = scale.GUTTER * canvas.unit
    said, asked = QRectF(area), QRectF(area)
    if canvas.tall:
        said.setHeight(area.height() / 2)
        asked.setTop(said.bottom())
    used = draw_seconds(canvas, asked, page.countdown)
    kept = area.width() * 0.3 if page.notice and not canvas.tall else 0
    rest = asked.adjusted(kept, 0, -used - (gap if used else 0), 0)
    longer = (page.countdown.key,) if page.countdown and page.countdown.key else ()
    used += draw_keys(canvas, rest, (*longer, *page.keys), align_right=True) + 2 * gap
    if not canvas.tall:
        said.setRight(area.right() - used)
    canvas.text(said, page.notice, canvas.type.bold(canvas.size(scale.HINT)))


# ---- choices -----------------------------------------------------------------------------------------------
# A page of numbered choices.

CAP = 0.74  # of a row's height
SWATCH = 1.9  # wide, in heights of a cap


def draw_choices(canvas: Canvas, area: QRectF, page: Page) -> None:
    count = max(1, len(page.keys))
    most = count * (scale.VERDICT if canvas.tall else scale.WORD)
    call, rows, lines, says = stacked(
        area,
        canvas.unit,
        call_row(canvas, page.call),
        Row(count * scale.ROW, most),
        when(any(page.lines), Row(scale.ROW, 2 * scale.ROW * canvas.scale)),
        when(page.notice, Row(scale.ROW, scale.ROW * canvas.scale)),
    )
    draw_call(canvas, call, page.call)
    _draw_choices(canvas, rows, page.keys)
    said = [line for line in page.lines if line]
    size = canvas.size(scale.BODY if len(said) == 1 else scale.HINT)
    canvas.paragraph(lines, BETWEEN.join(said), canvas.type.text(size))
    draw_notice(canvas, says, page.notice)


def _draw_choices(canvas: Canvas, area: QRectF, keys: tuple[Key, ...]) -> None:
    """All choices in one size; a division's with a piece of its band."""
    gap = scale.GUTTER * canvas.unit
    high = area.height() / max(1, len(keys))
    cap = min(high * CAP, canvas.size(scale.CALL))
    before = max((cap_width(canvas, key.cap, cap) for key in keys), default=0) + gap
    if any(key.band for key in keys):
        before += cap * SWATCH + gap
    font = canvas.type.bold(_size_choices(canvas, keys, high, area.width() - before))
    for place, key in enumerate(keys):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        draw_cap(canvas, row.left(), row.center().y(), cap, key.cap)
        if key.band:
            left = row.left() + before - gap - cap * SWATCH
            draw_swatch(canvas, QRectF(left, row.center().y() - cap / 2, cap * SWATCH, cap), key.band)
        canvas.paragraph(row.adjusted(before, 0, 0, 0), key.does, font)


def _size_choices(canvas: Canvas, keys: tuple[Key, ...], high: float, wide: float) -> float:
    """The size of all choices: on one line each, or on two where that is larger."""
    most = canvas.size(scale.BODY)
    widest = max((advance(key.does, canvas.type.bold(most)) for key in keys), default=1.0)
    one = min(most, high * 0.62, most * wide / widest)
    two = min(most, high * 0.38, most * wide / widest * 1.7)
    return max(one, two)


# ---- passcode ----------------------------------------------------------------------------------------------
# A page with one field: a passcode, shown as dots, or the number of a table.


def draw_passcode(canvas: Canvas, area: QRectF, page: Page) -> None:
    row = scale.ROW * canvas.scale
    call, field, notice, keys, lines, bar = stacked(
        area,
        canvas.unit,
        call_row(canvas, page.call),
        Row(scale.WORD, scale.VERDICT * canvas.scale),
        Row(scale.ROW, 1.5 * row),
        keys_row(canvas),
        when(page.lines, Row(scale.ROW, row)),
        when(page.countdown, Row(scale.ROW, row)),
    )
    draw_call(canvas, call, page.call)
    draw_field(canvas, field, page)
    canvas.paragraph(notice, page.notice, canvas.type.bold(canvas.size(scale.BODY)))
    draw_keys(canvas, keys, page.keys)
    if page.lines:
        canvas.text(lines, BETWEEN.join(page.lines), canvas.type.text(canvas.size(scale.HINT)))
    if page.countdown:
        draw_countdown(canvas, bar, page.countdown)


def draw_field(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Wide enough for what belongs there: four digits, or a passcode."""
    high, line = area.height(), scale.THICK_LINE * canvas.unit
    box = QRectF(area)
    if page.layout is Layout.TABLE:
        box.setWidth(min(area.width(), high * 2.6))
    canvas.box(box, canvas.palette.raised, canvas.palette.ink, line, high * 0.08)
    inside = box.adjusted(high * 0.25, 0, -high * 0.25, 0)
    if page.masked:
        dots = "• " * page.masked
        taken = canvas.text(inside, dots, canvas.type.bold(high * 0.6))
    else:
        taken = canvas.text(inside, page.typed, canvas.type.word(high * 0.72))
    caret = QRectF(inside.left() + taken + high * 0.05, box.top() + high * 0.2, high * 0.05, high * 0.6)
    if caret.right() < box.right() - line:
        canvas.fill(caret, canvas.palette.ink)


# ---- notice ------------------------------------------------------------------------------------------------
# A page of one sign and one headline: an entry was cleared, the station is closed, both are at the board.

SHORT = 16  # letters of a headline that need no second line


def draw_notice_page(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The sign above the words where the page is tall, else at their left."""
    row, tall = scale.ROW * canvas.scale, canvas.tall
    calls = page.call.role or page.call.action
    call, sign, headline, says, lines, notice, keys, bar, place = stacked(
        area,
        canvas.unit,
        when(calls, call_row(canvas, page.call)),
        when(tall and page.sign is not Sign.NONE, Row(scale.SIGN, 2 * scale.SIGN)),
        Row(scale.WORD, scale.VERDICT * (1 if len(page.headline) < SHORT else 1.6)),
        when(page.says, Row(scale.ROW * len(page.says), scale.WORD * max(2, len(page.says)))),
        when(page.lines, Row(scale.ROW * len(page.lines), scale.CALL * 1.3 * len(page.lines) * canvas.scale)),
        when(page.notice, Row(scale.ROW, row)),
        when(page.keys, keys_row(canvas)),
        when(page.countdown, Row(scale.ROW, row * 1.2)),
        when(page.letter, Row(scale.CALL, scale.MARK)),
        widest=scale.MARGIN,
    )
    draw_call(canvas, call, page.call)
    if tall:
        draw_sign(canvas, _left(sign), page.sign, canvas.palette.ink, canvas.palette.field)
    elif page.sign is not Sign.NONE:
        sign = QRectF(area.left(), headline.top(), scale.SIGN * canvas.unit, scale.SIGN * canvas.unit)
        draw_sign(canvas, sign, page.sign, canvas.palette.ink, canvas.palette.field)
        aside = sign.width() + scale.MARGIN * canvas.unit
        for box in (headline, says, lines, notice, keys, bar):
            box.setLeft(box.left() + aside)
    canvas.paragraph(headline, page.headline, canvas.type.bold(scale.VERDICT * canvas.unit))
    _draw_lines(canvas, says, page.says, scale.CALL)
    _draw_lines(canvas, lines, page.lines, scale.BODY)
    draw_notice(canvas, notice, page.notice)
    draw_keys(canvas, keys, page.keys)
    if page.countdown:
        draw_countdown(canvas, bar, page.countdown)
    if page.letter:
        draw_station(canvas, place, page)


def _left(area: QRectF) -> QRectF:
    return QRectF(area.left(), area.top(), min(area.width(), area.height()), area.height())


def _draw_lines(canvas: Canvas, area: QRectF, lines: tuple[str, ...], size: float) -> None:
    for place, line in enumerate(lines):
        high = area.height() / len(lines)
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        canvas.paragraph(row, line, canvas.type.bold(canvas.size(size)))


# ---- called ------------------------------------------------------------------------------------------------
# The director was called: which station it is must be seen across a hall.

MOST_WIDE = 0.6  # of the page, for its letter
CALLED_CAPITAL = 0.668  # of the size of the type


def draw_called(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The station's letter over the left half, its name under it; a raised hand and the words beside."""
    tall, unit = canvas.tall, canvas.unit
    if tall:
        upper = QRectF(area.left(), area.top(), area.width(), area.height() * 0.62)
        lower = area.adjusted(0, upper.height() + scale.SPACE * unit, 0, 0)
    else:
        wide = min(area.width() * MOST_WIDE, advance(page.letter, _letter_font(canvas)) * 1.1)
        wide = max(wide, area.width() * 0.4)
        upper = QRectF(area.left(), area.top(), wide, area.height())
        lower = area.adjusted(wide + scale.MARGIN * unit, 0, 0, 0)
    _draw_letter(canvas, upper, page)
    _draw_words(canvas, lower, page)


def _letter_font(canvas: Canvas) -> QFont:
    return canvas.type.bold(scale.CALLING * canvas.area.height() / scale.HIGH / CALLED_CAPITAL)


def _draw_letter(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Its capital takes six tenths of the height of the screen, where the width allows."""
    first, others = Row(scale.ROW, scale.CALL), Row(scale.HINT, scale.MARGIN)
    rows = [first, *(others for _ in page.place[1:])]
    name = canvas.foot(area, sum(row.most for row in rows) + scale.SPACE * len(rows))
    letter = QRectF(area.left(), area.top(), area.width(), area.height() - name.height())
    canvas.text(letter, page.letter, _letter_font(canvas), align=CENTRE)
    for line, row in zip(page.place, stacked(name, canvas.unit, *rows), strict=False):
        canvas.text(row, line, canvas.type.bold(row.height() * 0.85), align=CENTRE)


def _draw_words(canvas: Canvas, area: QRectF, page: Page) -> None:
    said = (*page.says, *page.lines)
    sign, headline, lines, keys, notice = stacked(
        area,
        canvas.unit,
        Row(scale.VERDICT, scale.SIGN if canvas.tall else 2 * scale.SIGN),
        Row(scale.WORD, scale.VERDICT * 1.2),
        when(said, Row(scale.ROW * len(said), scale.CALL * len(said) * canvas.scale)),
        when(page.keys, keys_row(canvas)),
        when(page.notice, Row(scale.ROW, scale.ROW * canvas.scale)),
    )
    hand = QRectF(sign)
    hand.setWidth(min(sign.width(), sign.height()))
    draw_sign(canvas, hand, page.sign, canvas.palette.ink, canvas.palette.field)
    canvas.paragraph(headline, page.headline, canvas.type.bold(scale.VERDICT * canvas.unit))
    for place, line in enumerate(said):
        high = lines.height() / len(said)
        row = QRectF(lines.left(), lines.top() + place * high, lines.width(), high)
        canvas.paragraph(row, line, canvas.type.bold(canvas.size(scale.BODY)))
    draw_keys(canvas, keys, page.keys)
    draw_notice(canvas, notice, page.notice)
