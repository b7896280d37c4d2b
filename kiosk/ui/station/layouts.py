"""How each page is laid out. A layout draws all of a `Page` and knows nothing of states or rules."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from kiosk.core.page import Call, Key, Layout, Page, Tone, WordLine
from kiosk.core.words.play import LONGEST
from kiosk.ui.kit.canvas import CENTRE, LEFT, RIGHT, Canvas, advance, fit, largest
from kiosk.ui.kit.theme import BANDS, BANNER, Type, palette


@dataclass(frozen=True, slots=True)
class Look:
    """How the station draws: its typefaces and the text size chosen at set-up, in percent."""

    type: Type
    percent: int = 100


LARGE_PERCENT = 150


def scale(page: Page, look: Look) -> float:
    """The size of the text against the built-in one; the large view is as large as a set-up may ask for."""
    return (max(look.percent, LARGE_PERCENT) if page.large else look.percent) / 100


def draw(painter: QPainter, area: QRectF, page: Page, look: Look) -> None:
    """Draw *page* on all of *area*."""
    canvas = Canvas(painter, area, palette(page.tone, page.large), look.type, scale(page, look))
    canvas.fill(area, canvas.palette.field)
    inner = _surround(canvas, page)
    _LAYOUTS[page.layout](canvas, inner, page)


# --- the frame around every page --------------------------------------------------------------------------


def _surround(canvas: Canvas, page: Page) -> QRectF:
    """Banners above, footer below; returns what is left for the page itself."""
    unit, area = canvas.unit, QRectF(canvas.area)
    if page.tone is Tone.UNACCEPTABLE:
        canvas.hatch(area, 2.6 * unit)
    if page.tone is Tone.ACCEPTABLE:
        canvas.frame(area.adjusted(unit, unit, -unit, -unit), canvas.palette.ink, 0.9 * unit, 2 * unit)
    if page.tone in (Tone.ACCEPTABLE, Tone.UNACCEPTABLE):
        area = area.adjusted(2.6 * unit, 2.6 * unit, -2.6 * unit, -2.2 * unit)
    if page.banners:
        strip = QRectF(area.left(), area.top(), area.width(), 5.4 * unit)
        canvas.fill(strip, BANNER.field)
        said, font = "   ·   ".join(page.banners), canvas.type.bold(3.0 * unit)
        canvas.text(strip.adjusted(2 * unit, 0, -2 * unit, 0), said, font, BANNER.ink, CENTRE)
        area.setTop(strip.bottom())
    if page.colour:
        area.setTop(_band(canvas, area, page))
    _footer(canvas, QRectF(area.left(), area.bottom() - 6 * unit, area.width(), 6 * unit), page.footer)
    return area.adjusted(5 * unit, 3 * unit, -5 * unit, -6 * unit)


def _band(canvas: Canvas, area: QRectF, page: Page) -> float:
    unit = canvas.unit
    band = QRectF(area.left(), area.top(), area.width(), 8 * unit)
    canvas.fill(band, BANDS[page.colour or "grey"])
    inside = band.adjusted(5 * unit, 0, -5 * unit, 0)
    canvas.text(inside, page.division, canvas.type.bold(5 * unit), "#FFFFFF", LEFT)
    canvas.text(inside, page.list_name, canvas.type.bold(5 * unit), "#FFFFFF", RIGHT)
    return band.bottom()


def _footer(canvas: Canvas, area: QRectF, parts: tuple[str, ...]) -> None:
    unit = canvas.unit
    inside = area.adjusted(5 * unit, 0, -5 * unit, 0)
    font = canvas.type.text(2.5 * unit)
    if not parts:
        return
    *left, last = parts
    canvas.text(inside.adjusted(0, 0, -12 * unit, 0), "   ·   ".join(left), font)
    canvas.text(inside, last, font, align=RIGHT)


# --- pieces -----------------------------------------------------------------------------------------------


def _call(canvas: Canvas, area: QRectF, call: Call, strong: bool = False) -> None:
    """A role as a block, what to do beside it, the key at the end; all on one line, as large as fits. A key
    that is not ready is hollow, with what must come first after it; the room for that is always kept."""
    if not call.role and not call.action:
        return
    height = area.height()
    size = height * 0.62
    while size > 8 and _call_width(canvas, call, size) > area.width():
        size *= 0.96
    font = canvas.type.bold(size)
    middle, at = area.center().y(), area.left()
    if call.role:
        width = advance(call.role, font) + size * 0.8
        badge = QRectF(at, middle - size * 0.68, width, size * 1.36)
        canvas.block(badge, canvas.palette.block, size * 0.2)
        canvas.text(badge, call.role, font, canvas.palette.on_block, CENTRE)
        at += width + size * 0.45
    if call.action:
        width = advance(call.action, font)
        canvas.text(QRectF(at, area.top(), width + size, height), call.action, font)
        at += width + size * 0.45
    if call.cap:
        at += canvas.key(at, middle, size * 1.42, call.cap, strong and call.ready) + size * 0.45
    if call.first and not call.ready:
        canvas.text(QRectF(at, area.top(), area.right() - at + size, height), call.first, font)


def _call_width(canvas: Canvas, call: Call, size: float) -> float:
    font = canvas.type.bold(size)
    width = 0.0
    if call.role:
        width += advance(call.role, font) + size * 1.25
    if call.action:
        width += advance(call.action, font) + size * 0.45
    if call.cap:
        width += canvas.key_width(call.cap, size * 1.42)
    if call.first:
        width += size * 0.45 + advance(call.first, font)
    return width


def _keys(canvas: Canvas, area: QRectF, keys: tuple[Key, ...], align_right: bool = False) -> None:
    """A row of keys with what they do."""
    height = min(area.height(), canvas.size(4.6))
    font = canvas.type.text(height * 0.68)
    widths = [canvas.key_width(key.cap, height) + height * 0.4 + advance(key.does, font) for key in keys]
    gap = height * 1.1
    at = area.right() - sum(widths) - gap * (len(keys) - 1) if align_right else area.left()
    middle = area.center().y()
    for key, width in zip(keys, widths, strict=True):
        cap = canvas.key(at, middle, height, key.cap)
        canvas.text(QRectF(at + cap + height * 0.4, area.top(), width, area.height()), key.does, font)
        at += width + gap


def _columns(canvas: Canvas, area: QRectF, count: int) -> list[QRectF]:
    """*count* cells, down one column and then the next, so that the words are as large as they can be."""
    # Five or more 15-letter words are larger side by side than in one tall column.
    wide = 2 if count > 4 else 1
    rows = -(-count // wide)
    gap = 6 * canvas.unit if wide > 1 else 0
    width = (area.width() - gap * (wide - 1)) / wide
    height = area.height() / rows
    return [
        QRectF(
            area.left() + (place // rows) * (width + gap), area.top() + (place % rows) * height, width, height
        )
        for place in range(count)
    ]


def _typed_words(canvas: Canvas, area: QRectF, words: tuple[WordLine, ...]) -> None:
    """Lines being typed, sized for fifteen letters: the type must not jump while a word grows."""
    cells = _columns(canvas, area, len(words))
    font = _word_font(canvas, cells[0], LONGEST, 11)
    for word, cell in zip(words, cells, strict=True):
        _word(canvas, cell, word, font, advance("M" * LONGEST, font))


def _frozen_words(canvas: Canvas, area: QRectF, words: tuple[WordLine, ...]) -> None:
    """Words to check, as large as the longest of them allows, each with its letter count beside it."""
    cells = _columns(canvas, area, len(words))
    longest = max(6, *(len(word.letters) for word in words), 0)
    font = _word_font(canvas, cells[0], longest, 19)
    for word, cell in zip(words, cells, strict=True):
        _word(canvas, cell, word, font, advance("M" * longest, font))


def _word_font(canvas: Canvas, cell: QRectF, letters: int, most: float) -> QFont:
    size = min(canvas.size(most), cell.height() * 0.86)
    shrunk = fit(
        "M" * letters, canvas.type.word(size), QRectF(0, 0, cell.width() - size * 1.75, cell.height())
    )
    return shrunk


def _word(canvas: Canvas, cell: QRectF, word: WordLine, font: QFont, width: float) -> None:
    """Number, letters, count; *width* is the room kept for the letters."""
    size = font.pixelSize()
    small = canvas.type.text(size * 0.46)
    canvas.text(QRectF(cell.left(), cell.top(), size * 0.6, cell.height()), str(word.number), small)
    left = cell.left() + size * 0.72
    if word.current:
        middle = cell.center().y()
        line = QRectF(left - size * 0.15, middle - size * 0.55, width + size * 0.3, size * 1.1)
        canvas.frame(line, canvas.palette.ink, max(2.0, size * 0.05), size * 0.12)
    typed = QRectF(left, cell.top(), width, cell.height())
    taken = canvas.text(typed, word.letters, font)
    if word.current and len(word.letters) < LONGEST:
        caret = QRectF(left + taken + size * 0.06, cell.center().y() - size * 0.4, size * 0.07, size * 0.8)
        canvas.fill(caret, canvas.palette.ink)
    counted = QRectF(left + width + size * 0.3, cell.top(), size * 0.7, cell.height())
    canvas.text(counted, word.count, small)


def _notice(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The neutral sentence and the countdown, side by side on one line."""
    font = canvas.type.bold(canvas.size(4.2))
    if page.notice:
        canvas.text(area, page.notice, font)
    if page.countdown:
        canvas.text(area, page.countdown, font, align=RIGHT)


# --- layouts ----------------------------------------------------------------------------------------------


def _idle(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    top = QRectF(area.left(), area.top() + 2 * unit, area.width(), 17 * unit)
    _call(canvas, top, page.call, strong=True)
    checks = QRectF(area.left(), top.bottom() + 5 * unit, area.width(), 9 * unit)
    for line in page.lines:
        _check(canvas, checks, line)
        checks.translate(0, 9 * unit)
    if not page.colour:
        name = QRectF(area.left(), area.bottom() - 21 * unit, area.width() * 0.72, 17 * unit)
        canvas.text(name, page.list_name, canvas.type.bold(canvas.size(15)))
    bottom = QRectF(area.left(), area.bottom() - 6 * unit, area.width(), 6 * unit)
    _keys(canvas, bottom, page.keys, align_right=True)
    _notice(canvas, QRectF(area.left(), checks.top() + 1 * unit, area.width(), 7 * unit), page)


def _check(canvas: Canvas, area: QRectF, line: str) -> None:
    """A reminder with an empty box: the players tick it in their heads."""
    side = canvas.size(4.4)
    box = QRectF(area.left(), area.center().y() - side / 2, side, side)
    canvas.frame(box, canvas.palette.ink, max(1.5, side * 0.09), side * 0.15)
    canvas.text(area.adjusted(side * 1.6, 0, 0, 0), line, canvas.type.text(canvas.size(5.6)))


def _entry(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    top = QRectF(area.left(), area.top(), area.width(), 13 * unit)
    _call(canvas, top, page.call)
    bottom = QRectF(area.left(), area.bottom() - 6 * unit, area.width(), 6 * unit)
    _keys(canvas, bottom, page.keys)
    says = QRectF(area.left(), bottom.top() - 7.5 * unit, area.width(), 6 * unit)
    _notice(canvas, says, page)
    if page.lines and not page.notice:
        canvas.text(says, page.lines[0], canvas.type.text(canvas.size(4.2)))
    words = QRectF(area.left(), top.bottom() + 2 * unit, area.width(), says.top() - top.bottom() - 3 * unit)
    _typed_words(canvas, _upper(words, page, 15 * unit), page.words)


def _upper(area: QRectF, page: Page, row: float) -> QRectF:
    """The part of *area* that few words need, so that they do not float apart."""
    rows = -(-len(page.words) // (2 if len(page.words) > 4 else 1))
    return QRectF(area.left(), area.top(), area.width(), min(area.height(), rows * row))


def _check_page(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    top = QRectF(area.left(), area.top(), area.width(), 13 * unit)
    _call(canvas, top, page.call)
    keys = QRectF(area.left(), area.bottom() - 6 * unit, area.width(), 6 * unit)
    _keys(canvas, keys, page.keys)
    then = QRectF(area.left(), keys.top() - 17 * unit, area.width(), 15 * unit)
    _call(canvas, then, page.then, strong=True)
    says = QRectF(area.left(), then.top() - 6 * unit, area.width(), 5 * unit)
    _notice(canvas, says, page)
    words = QRectF(area.left(), top.bottom() + 1 * unit, area.width(), says.top() - top.bottom() - 2 * unit)
    _frozen_words(canvas, _upper(words, page, 20 * unit), page.words)


def _verdict(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Acceptable stands left under its disc, unacceptable right under its octagon: a difference by layout."""
    unit = canvas.unit
    on_right = page.tone is Tone.UNACCEPTABLE
    mark = QRectF(area.right() - 21 * unit if on_right else area.left(), area.top(), 21 * unit, 21 * unit)
    {Tone.ACCEPTABLE: canvas.tick, Tone.UNACCEPTABLE: canvas.cross}.get(page.tone, canvas.query)(mark)
    beside = area.adjusted(0, 0, -24 * unit, 0) if on_right else area.adjusted(24 * unit, 0, 0, 0)
    align = LEFT if on_right else RIGHT
    number = QRectF(beside.left(), area.top(), beside.width(), 13 * unit)
    canvas.text(number, page.number, canvas.type.bold(13 * unit), align=align)
    listed = QRectF(beside.left(), number.bottom() + unit, beside.width(), 7 * unit)
    if not page.colour:  # a division's band names the list already
        canvas.text(listed, page.list_name, canvas.type.bold(5.4 * unit), align=align)
    # On a screen less wide than 16:9 the verdict takes its share of the height that is left over.
    word = QRectF(area.left(), mark.bottom() + 2 * unit, area.width(), max(21 * unit, area.height() / 4))
    _headline(canvas, word, page.headline, RIGHT if on_right else LEFT)
    says = QRectF(area.left(), word.bottom() + 2 * unit, area.width(), 6 * unit)
    canvas.text(
        says, "   ·   ".join(page.lines), canvas.type.bold(canvas.size(5)), align=RIGHT if on_right else LEFT
    )
    rest = QRectF(
        area.left(), says.bottom() + 2 * unit, area.width(), area.bottom() - says.bottom() - 9 * unit
    )
    _judged(canvas, _upper(rest, page, 13 * unit), page.words, RIGHT if on_right else LEFT)
    _keys(canvas, QRectF(area.left(), area.bottom() - 6 * unit, area.width(), 6 * unit), page.keys, True)


def _headline(canvas: Canvas, room: QRectF, text: str, align: Qt.AlignmentFlag) -> None:
    """*text* on one line or on two, whichever is larger."""
    font = canvas.type.bold(10)
    words = text.split()
    one = [text]
    splits = [one, *([" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words)))]

    def rows(lines: list[str]) -> list[QRectF]:
        high = room.height() / len(lines)
        return [QRectF(room.left(), room.top() + at * high, room.width(), high) for at in range(len(lines))]

    def size(lines: list[str]) -> int:
        row = rows(lines)[0]
        # Capitals of two lines must not touch.
        row.setHeight(row.height() * (1 if lines is one else 0.86))
        return min(largest(line, font, row).pixelSize() for line in lines)

    best = max(splits, key=lambda lines: (size(lines), -max(map(len, lines))))
    for line, row in zip(best, rows(best), strict=True):
        canvas.text(row, line, canvas.type.bold(size(best)), align=align)


def _judged(canvas: Canvas, area: QRectF, words: tuple[WordLine, ...], align: Qt.AlignmentFlag) -> None:
    """The words once more, all in one size and style; many stand in two columns."""
    cells = _columns(canvas, area, len(words))
    height = min(cells[0].height(), 12 * canvas.unit)
    longest = max(len(word.letters) for word in words)
    font = fit("M" * longest, canvas.type.word(height * 0.86), cells[0])
    for word, cell in zip(words, cells, strict=True):
        canvas.text(QRectF(cell.left(), cell.top(), cell.width(), height), word.letters, font, align=align)


def _choices(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    top = QRectF(area.left(), area.top(), area.width(), 15 * unit)
    _call(canvas, top, page.call)
    row = QRectF(area.left(), top.bottom() + 4 * unit, area.width(), 0)
    height = min(13 * unit, (area.bottom() - row.top() - 8 * unit) / max(1, len(page.keys)))
    size = min(8.5 * unit, height * 0.7)
    font = canvas.type.text(canvas.size(6.2))
    for key in page.keys:
        row = QRectF(area.left(), row.top(), area.width(), height)
        cap = canvas.key(row.left(), row.center().y(), size, key.cap)
        canvas.text(row.adjusted(cap + 3 * unit, 0, 0, 0), key.does, font)
        row.translate(0, height)
    below = QRectF(area.left(), area.bottom() - 7 * unit, area.width(), 6 * unit)
    said = page.notice or " ".join(page.lines)
    canvas.text(below, said, canvas.type.text(canvas.size(4.2)))


def _passcode(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    _call(canvas, QRectF(area.left(), area.top(), area.width(), 15 * unit), page.call)
    box = QRectF(area.left(), area.top() + 26 * unit, area.width(), 15 * unit)
    canvas.frame(box, canvas.palette.ink, 0.6 * unit, 1.5 * unit)
    dots = "●" * page.masked
    canvas.text(box.adjusted(4 * unit, 0, -4 * unit, 0), dots.replace("●", "• "), canvas.type.bold(9 * unit))
    says = QRectF(area.left(), box.bottom() + 3 * unit, area.width(), 8 * unit)
    canvas.text(says, page.notice, canvas.type.bold(canvas.size(4.6)))
    _keys(canvas, QRectF(area.left(), area.bottom() - 6 * unit, area.width(), 6 * unit), page.keys)


def _notice_page(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    head = QRectF(area.left(), area.top() + 10 * unit, area.width(), 22 * unit)
    canvas.text(head, page.headline, largest(page.headline, canvas.type.bold(10), head), align=CENTRE)
    lines = QRectF(area.left(), head.bottom() + 5 * unit, area.width(), 14 * unit)
    for line in page.lines:
        canvas.paragraph(lines, line, canvas.type.bold(canvas.size(6.2)))
        lines.translate(0, 15 * unit)
    _keys(canvas, QRectF(area.left(), area.bottom() - 6 * unit, area.width(), 6 * unit), page.keys)


_LAYOUTS: dict[Layout, Callable[[Canvas, QRectF, Page], None]] = {
    Layout.IDLE: _idle,
    Layout.ENTRY: _entry,
    Layout.CHECK: _check_page,
    Layout.VERDICT: _verdict,
    Layout.CHOICES: _choices,
    Layout.PASSCODE: _passcode,
    Layout.NOTICE: _notice_page,
}
