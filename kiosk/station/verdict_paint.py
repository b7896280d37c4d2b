"""The verdict: the one word for the whole play, what follows, the words that were judged, the number to
quote."""

from itertools import product

from PySide6.QtCore import QRectF, Qt

from kiosk.base.frozen import frozen
from kiosk.base.page import Page, Tone, WordLine
from kiosk.kit import canvas as kit_canvas
from kiosk.kit import scale
from kiosk.kit.canvas import SENTENCES as APART
from kiosk.kit.shapes import (
    draw_cross,
    draw_elsewhere,
    draw_marked,
    draw_tick,
)
from kiosk.station.frame_paint import (
    BETWEEN,
    draw_keys,
    draw_seconds,
    keys_row,
)

# ---- consequence -------------------------------------------------------------------------------------------
# What follows from a verdict, second in rank on its page: as large as the words leave it room for.

LINE = 1.06  # a line of it, in sizes of its type
CONSEQUENCE_ROOMY = 1.15  # the same where there is room
MOST_EACH = 2  # lines of a sentence


def consequence_row(canvas: kit_canvas.Canvas, says: tuple[str, ...]) -> kit_canvas.Row:
    """The height that *says* needs at least, and can use at most."""
    if not says:
        return kit_canvas.NONE
    more = canvas.tall or canvas.share > 1  # narrow pages: a sentence may need two lines
    return kit_canvas.Row(scale.SMALLEST_SAID * LINE, _full(canvas) * CONSEQUENCE_ROOMY * (len(says) + more))


def full_row(canvas: kit_canvas.Canvas, width: float, says: tuple[str, ...]) -> kit_canvas.Row:
    """The height at which *says* is as large as it ever gets."""
    if not says:
        return kit_canvas.NONE
    font = canvas.type.bold(_full(canvas) * canvas.unit)
    lines = sum(1 if kit_canvas.advance(sentence, font) <= width else MOST_EACH for sentence in says)
    return kit_canvas.Row(lines * _full(canvas) * LINE, lines * _full(canvas) * CONSEQUENCE_ROOMY)


def draw_consequence(
    canvas: kit_canvas.Canvas, area: QRectF, says: tuple[str, ...], align: Qt.AlignmentFlag
) -> None:
    """Draw *says*, each sentence on lines of its own where that is larger, else one after the other; in one
    of few sizes, for it is drawn from a picture."""
    if not says:
        return
    best: list[str] = []
    size = 0.0
    for lines in _arrangements(canvas, area, says):
        fits = _size_consequence(canvas, area, lines)
        if fits > size:
            best, size = lines, fits
    high = round(size * LINE)
    room = QRectF(area.left(), round(area.top()), area.width(), high * len(best))
    canvas.once(room, (tuple(best), size), lambda: draw_lines(canvas, room, best, size, align))


def draw_lines(
    canvas: kit_canvas.Canvas, area: QRectF, lines: list[str], size: float, align: Qt.AlignmentFlag
) -> None:
    """Draw *lines* one below the other, each with its share of *area*."""
    high = area.height() / len(lines)
    for place, line in enumerate(lines):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        canvas.text(row, line, canvas.type.bold(size), align=align)


def _full(canvas: kit_canvas.Canvas) -> float:
    return scale.CONSEQUENCE * canvas.share


def _arrangements(canvas: kit_canvas.Canvas, area: QRectF, says: tuple[str, ...]) -> list[list[str]]:
    """The ways in which *says* can stand, the better ones first."""
    font = canvas.type.bold(_full(canvas) * canvas.unit)
    counts = sorted(product(range(1, MOST_EACH + 1), repeat=len(says)), key=sum)
    apart = [
        [
            line
            for sentence, count in zip(says, each, strict=True)
            for line in kit_canvas.break_text(sentence, font, count)
        ]
        for each in counts
    ]
    return [*apart, kit_canvas.wrap(" ".join(says), font, area, APART)[0]]


def _size_consequence(canvas: kit_canvas.Canvas, area: QRectF, lines: list[str]) -> float:
    """The largest of few sizes in which *lines* fit *area*."""
    most = canvas.type.bold(_full(canvas) * canvas.unit)
    row = QRectF(area.left(), area.top(), area.width(), area.height() / len(lines))
    wide = min(kit_canvas.largest(line, most, row) for line in lines)
    size = min(most.pixelSize(), wide, int(area.height() / len(lines) / LINE))
    steps = (_full(canvas), scale.CONSEQUENCE, scale.CALL, scale.JUDGED, scale.SMALLEST_SAID, scale.BODY)
    return max((step for share in steps if (step := int(share * canvas.unit)) <= size), default=size)


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


def draw_verdict(canvas: kit_canvas.Canvas, area: QRectF, page: Page) -> None:
    """Draw a verdict: acceptable stands on the left under its disc, unacceptable on the right under its
    octagon, so that they differ by layout too."""
    side = kit_canvas.RIGHT if page.tone is Tone.UNACCEPTABLE else kit_canvas.LEFT
    judged = _size_judged(canvas, area, page)
    top, headline, says, words, after, foot = _rows(canvas, area, page, judged)
    _draw_top(canvas, top, page, side)
    canvas.once(headline, page.headline, lambda: _draw_large(canvas, headline, page.headline, side))
    draw_consequence(canvas, says, page.says, side)
    if page.words:
        _draw_judged(canvas, words, page.words, judged, side)
    if page.lines:
        draw_marked(canvas, after, BETWEEN.join(page.lines), side)
    _draw_foot(canvas, foot, page)


def _rows(canvas: kit_canvas.Canvas, area: QRectF, page: Page, of: JudgedWords) -> list[QRectF]:
    """The headline has one of three sizes and nothing in between: it is drawn from a picture. Rather than
    the consequence it gives way, as far as it may."""
    unit = canvas.unit
    usual, kept, less = _headline_heights(canvas, area, page.headline, of)
    top, says, *rest = _other_rows(canvas, page, of)
    for larger in VERDICT_LARGER if page.large else ():
        tried = _other_rows(canvas, page, of, larger)
        if kit_canvas.height_needed(kit_canvas.Row(less, less), *tried) * unit <= area.height():
            top, says, *rest = tried
            break
    full = full_row(canvas, area.width(), page.says)
    for high, said in ((usual, full), (kept, full), (usual, says), (less, says)):
        if kit_canvas.height_needed(top, kit_canvas.Row(high, high), said, *rest) * unit <= area.height():
            break
    boxes = kit_canvas.stack(area, unit, top, kit_canvas.Row(high, high), said, *rest)
    # On whole pixels, so that its picture fits wherever it stands.
    place = boxes[1]
    whole = round(min(high * unit, place.height()))
    boxes[1] = QRectF(place.left(), round(place.top()), place.width(), whole)
    return boxes


def _other_rows(
    canvas: kit_canvas.Canvas, page: Page, of: JudgedWords, larger: float = 1
) -> tuple[kit_canvas.Row, ...]:
    """The rows above and below the headline; the words at least *larger* than usual."""
    lines = -(-len(page.words) // of.columns)
    judged = max(scale.JUDGED * canvas.share, scale.CALL if larger > 1 else 0) * of.line * larger
    return (
        kit_canvas.Row(of.mark, scale.SIGN if canvas.tall else scale.MARK),
        consequence_row(canvas, page.says),
        kit_canvas.row_if(
            lines, kit_canvas.Row(judged * lines, judged * lines * (1.2 * canvas.scale if larger == 1 else 1))
        ),
        kit_canvas.row_if(page.lines, kit_canvas.Row(scale.HINT, scale.ROW)),
        keys_row(canvas),
    )


def _headline_heights(
    canvas: kit_canvas.Canvas, area: QRectF, text: str, of: JudgedWords
) -> tuple[float, float, float]:
    """As high as the headline can be in the width it has, some in two lines; what it keeps when it gives way
    to the consequence; and what it must have at least: a fifteenth of the screen for each line."""
    room = QRectF(0, 0, area.width(), 2 * scale.VERDICT * canvas.unit)
    lines, size = kit_canvas.wrap(text, canvas.type.bold(room.height()), room)
    each = LINE_HIGH if len(lines) == 1 else LINES_HIGH
    usual = len(lines) * size * each / canvas.unit
    least = scale.LEAST_VERDICT * canvas.share / VERDICT_CAPITAL * 1.04
    if of is CLOSE and kit_canvas.advance(text, canvas.type.bold(least * canvas.unit)) <= area.width():
        less = least * LINE_HIGH
    else:
        less = min(usual, max(len(lines) * least * each, scale.WORD * 1.05))
    kept = len(lines) * (SEVENTH if len(lines) == 1 else TENTH) * canvas.share * each
    return usual, min(usual, max(less, kept)), less


def _draw_top(canvas: kit_canvas.Canvas, area: QRectF, page: Page, side: Qt.AlignmentFlag) -> None:
    """The mark on the verdict's side; the ruling, what to do with its number, and its list on the other."""
    mark = kit_canvas.square(QRectF(area.left(), area.top(), area.height(), area.height()))
    if side == kit_canvas.RIGHT:
        mark.moveRight(area.right())
    MARKS.get(page.tone, draw_elsewhere)(canvas, mark)
    away = mark.width() + scale.GUTTER * canvas.unit
    opposite = area.adjusted(0, 0, -away, 0) if side == kit_canvas.RIGHT else area.adjusted(away, 0, 0, 0)
    other = kit_canvas.LEFT if side == kit_canvas.RIGHT else kit_canvas.RIGHT
    named = "" if page.band else page.list_name  # a division's band names the list already
    high = opposite.height() * (0.58 if named else 1.0)
    _draw_number(canvas, QRectF(opposite.left(), opposite.top(), opposite.width(), high), page, other)
    listed = opposite.adjusted(0, high, 0, 0)
    canvas.text(listed, named, canvas.type.bold(scale.BODY * canvas.unit), align=other)


def _draw_number(canvas: kit_canvas.Canvas, area: QRectF, page: Page, align: Qt.AlignmentFlag) -> None:
    """The ruling's number, and after it what to do with it."""
    size = min(area.height() * 0.95, scale.CALL * canvas.unit)
    number, remark = canvas.type.bold(size), canvas.type.bold(size * BODY_TO_CALL)
    gap = size * 0.5 if page.remark else 0.0
    wide = kit_canvas.advance(page.number, number) + gap + kit_canvas.advance(page.remark, remark)
    shrink = min(1.0, area.width() / max(1.0, wide))
    number, remark = canvas.type.bold(size * shrink), canvas.type.bold(size * BODY_TO_CALL * shrink)
    first = kit_canvas.advance(page.number, number)
    left = (
        area.left()
        if align == kit_canvas.LEFT
        else area.right() - first - gap - kit_canvas.advance(page.remark, remark)
    )
    canvas.text(QRectF(left, area.top(), first + 1, area.height()), page.number, number)
    rest = QRectF(left + first + gap, area.top(), area.right() - left - first - gap + 1, area.height())
    canvas.text(rest, page.remark, remark)


def _draw_large(canvas: kit_canvas.Canvas, room: QRectF, text: str, align: Qt.AlignmentFlag) -> None:
    """*text* on one line or on two, whichever is larger."""
    lines, size = kit_canvas.wrap(text, canvas.type.bold(room.height() * 2), room)
    draw_lines(canvas, room, lines, size, align)


def _size_judged(canvas: kit_canvas.Canvas, area: QRectF, page: Page) -> JudgedWords:
    """Two columns from three words on, unless they would be too small then and one column has the room for
    them, if need be on closer lines."""
    if len(page.words) < TWO_COLUMNS:
        return VERDICT_ROOMY
    longest = max(len(word.letters) for word in page.words)
    width = kit_canvas.cells(canvas, area, len(page.words), 2)[0].width()
    if width / (longest * ADVANCE) >= scale.JUDGED * canvas.share * canvas.unit:
        return ROOMY_IN_TWO
    for tried in (VERDICT_ROOMY, CLOSE):
        *_, headline = _headline_heights(canvas, area, page.headline, tried)
        top, *rest = _other_rows(canvas, page, tried)
        if (
            kit_canvas.height_needed(top, kit_canvas.Row(headline, headline), *rest) * canvas.unit
            <= area.height()
        ):
            return tried
    return ROOMY_IN_TWO


def _draw_judged(
    canvas: kit_canvas.Canvas,
    area: QRectF,
    words: tuple[WordLine, ...],
    of: JudgedWords,
    align: Qt.AlignmentFlag,
) -> None:
    """The words once more, all in one size and style."""
    longest = max(len(word.letters) for word in words)
    cell = kit_canvas.cells(canvas, area, len(words), of.columns)[0]
    most = canvas.size(max(scale.CALL, scale.JUDGED * canvas.share))
    fits = min(cell.width() / (longest * ADVANCE), cell.height() / of.line, most)
    # In one of few sizes, for the letters are drawn from a picture.
    least = scale.JUDGED * canvas.share * canvas.unit
    steps = (most, *(least * (1 + step / 10) for step in range(0, 9, 2)))
    size = max((step for step in steps if step <= fits), default=fits)
    step = min(cell.height(), size * 1.4)
    packed = QRectF(area.left(), area.top(), area.width(), step * -(-len(words) // of.columns))
    font = canvas.type.word(size)
    for word, cell in zip(words, kit_canvas.cells(canvas, packed, len(words), of.columns), strict=True):
        canvas.draw_word(cell, word.letters, font, align)


def _draw_foot(canvas: kit_canvas.Canvas, area: QRectF, page: Page) -> None:
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
