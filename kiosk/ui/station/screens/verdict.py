"""The verdict: word, shape, lightness, colour and side all say the same."""

from PySide6.QtCore import QRectF, Qt

from kiosk.core.page import Page, Tone, WordLine
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import LEFT, RIGHT, SENTENCES, Canvas, advance, largest, square, wrapped
from kiosk.ui.kit.marks import draw_cross, draw_elsewhere, draw_marked, draw_tick
from kiosk.ui.kit.rows import Row, needed, stacked, when
from kiosk.ui.station.screens.calls import draw_keys, draw_seconds, keys_row
from kiosk.ui.station.screens.frame import BETWEEN
from kiosk.ui.station.screens.words import cells

MARKS = {Tone.ACCEPTABLE: draw_tick, Tone.UNACCEPTABLE: draw_cross}
ADVANCE = 0.64  # of a letter of a word, in sizes of its type
JUDGED_LINE = 0.88  # capitals only: lines may stand close
CAPITAL = 0.668  # of the size of the type
LINE_HIGH, LINES_HIGH = 0.75, 0.93  # of a line of capitals alone, of one of several; in sizes of the type
BODY_TO_CALL = scale.BODY / scale.CALL
SAID_LINE = 1.06  # of a consequence
LARGER = (1.5, 1.3, 1.15)  # how much larger the larger view makes judged words, as far as they fit
TWO_COLUMNS = 3  # words, and more


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Acceptable stands left under its disc, unacceptable right under its octagon: a difference by layout."""
    side = RIGHT if page.tone is Tone.UNACCEPTABLE else LEFT
    columns = _columns(canvas, area, page)
    top, headline, says, words, after, foot = _rows(canvas, area, page, columns)
    _draw_top(canvas, top, page, side)
    canvas.once(headline, page.headline, lambda: _draw_large(canvas, headline, page.headline, side))
    _draw_says(canvas, says, page.says, side)
    if page.words:
        _draw_judged(canvas, words, page.words, columns, side)
    if page.lines:
        draw_marked(canvas, after, BETWEEN.join(page.lines), side)
    _draw_foot(canvas, foot, page)


def _rows(canvas: Canvas, area: QRectF, page: Page, columns: int) -> list[QRectF]:
    """The headline has one of two sizes and nothing in between: it is drawn from a picture."""
    unit = canvas.unit
    usual, less = _headline_heights(canvas, area, page.headline)
    top, *rest = _around(canvas, page, columns)
    for larger in LARGER if page.large else ():
        tried = _around(canvas, page, columns, larger)
        if needed(Row(less, less), *tried) * unit <= area.height():
            top, *rest = tried
            break
    high = usual if needed(top, Row(usual, usual), *rest) * unit <= area.height() else less
    boxes = stacked(area, unit, top, Row(high, high), *rest)
    # On whole pixels, so that its picture fits wherever it stands.
    place = boxes[1]
    whole = round(min(high * unit, place.height()))
    boxes[1] = QRectF(place.left(), round(place.top()), place.width(), whole)
    return boxes


def _around(canvas: Canvas, page: Page, columns: int, larger: float = 1) -> tuple[Row, ...]:
    """The rows above and below the headline; the words at least *larger* than usual."""
    lines = -(-len(page.words) // columns)
    judged = max(scale.JUDGED * canvas.share, scale.CALL if larger > 1 else 0) * JUDGED_LINE * larger
    return (
        Row(scale.SMALLEST_MARK, scale.SIGN if canvas.tall else scale.MARK),
        when(page.says, Row(scale.SMALLEST_SAID * SAID_LINE, _says_most(canvas, page))),
        when(lines, Row(judged * lines, judged * lines * (1.2 * canvas.scale if larger == 1 else 1))),
        when(page.lines, Row(scale.HINT, scale.ROW)),
        keys_row(canvas),
    )


def _headline_heights(canvas: Canvas, area: QRectF, text: str) -> tuple[float, float]:
    """As high as the headline can be in the width it has, some in two lines; and what it must have at least:
    a fifteenth of the screen for each line."""
    room = QRectF(0, 0, area.width(), 2 * scale.VERDICT * canvas.unit)
    lines, size = wrapped(text, canvas.type.bold(room.height()), room)
    each = LINE_HIGH if len(lines) == 1 else LINES_HIGH
    usual = len(lines) * size * each / canvas.unit
    least = len(lines) * scale.LEAST_VERDICT * canvas.share / CAPITAL * each * 1.02
    return usual, min(usual, max(least, scale.WORD * 1.05))


def _says_most(canvas: Canvas, page: Page) -> float:
    return scale.CONSEQUENCE * 1.15 * (len(page.says) + canvas.tall)


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
    _draw_lines(canvas, room, lines, size, align)


def _draw_says(canvas: Canvas, area: QRectF, says: tuple[str, ...], align: Qt.AlignmentFlag) -> None:
    """What follows, a sentence a line where that is larger, else one after the other; in one of few sizes,
    for it is drawn from a picture."""
    if not says:
        return
    most = canvas.type.bold(scale.CONSEQUENCE * canvas.unit)
    row = QRectF(area.left(), area.top(), area.width(), area.height() / len(says) * 0.74)
    lines, size = list(says), min(most.pixelSize(), *(largest(line, most, row) for line in says))
    joined, joined_size = wrapped(" ".join(says), most, area, SENTENCES)
    if joined_size > size:
        lines, size = joined, joined_size
    size = min(size, int(area.height() / len(lines) / SAID_LINE))
    size = max((step for step in _steps(canvas) if step <= size), default=size)
    high = round(size * SAID_LINE)
    room = QRectF(area.left(), round(area.top()), area.width(), high * len(lines))
    canvas.once(room, (tuple(lines), size), lambda: _draw_lines(canvas, room, lines, size, align))


def _steps(canvas: Canvas) -> tuple[int, ...]:
    """The sizes between a consequence and body text, in pixels."""
    steps = (scale.CONSEQUENCE, scale.CALL, scale.JUDGED, scale.SMALLEST_SAID, scale.BODY)
    return tuple(int(step * canvas.unit) for step in steps)


def _draw_lines(canvas: Canvas, area: QRectF, lines: list[str], size: float, align: Qt.AlignmentFlag) -> None:
    high = area.height() / len(lines)
    for place, line in enumerate(lines):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        canvas.text(row, line, canvas.type.bold(size), align=align)


def _columns(canvas: Canvas, area: QRectF, page: Page) -> int:
    """Two from three words on, unless they would be too small then and one column has the room for them."""
    if len(page.words) < TWO_COLUMNS:
        return 1
    longest = max(len(word.letters) for word in page.words)
    width = cells(canvas, area, len(page.words), 2)[0].width()
    if width / (longest * ADVANCE) >= scale.JUDGED * canvas.share * canvas.unit:
        return 2
    _, headline = _headline_heights(canvas, area, page.headline)
    top, *rest = _around(canvas, page, 1)
    return 1 if needed(top, Row(headline, headline), *rest) * canvas.unit <= area.height() else 2


def _draw_judged(
    canvas: Canvas, area: QRectF, words: tuple[WordLine, ...], columns: int, align: Qt.AlignmentFlag
) -> None:
    """The words once more, all in one size and style."""
    longest = max(len(word.letters) for word in words)
    cell = cells(canvas, area, len(words), columns)[0]
    most = canvas.size(max(scale.CALL, scale.JUDGED * canvas.share))
    fits = min(cell.width() / (longest * ADVANCE), cell.height() / JUDGED_LINE, most)
    # In one of few sizes, for the letters are drawn from a picture.
    least = scale.JUDGED * canvas.share * canvas.unit
    steps = (most, *(least * (1 + step / 10) for step in range(0, 9, 2)))
    size = max((step for step in steps if step <= fits), default=fits)
    step = min(cell.height(), size * 1.4)
    packed = QRectF(area.left(), area.top(), area.width(), step * -(-len(words) // columns))
    font = canvas.type.word(size)
    for word, cell in zip(words, cells(canvas, packed, len(words), columns), strict=True):
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
