"""The desk's window and its screens: draws one page at a time, reports keys. It decides nothing."""

from typing import assert_never

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from kiosk.base.page import Page, WordLine
from kiosk.desk.events import DeskEvent, DeskKey, DocketAsked, LeaveAsked, OpinionPressed, WayAsked
from kiosk.desk.states import DeskLayout, DeskPage, SlipField, Tick
from kiosk.kit import scale
from kiosk.kit.canvas import ALL_THERE_IS, LEFT, RIGHT, Canvas, Row, advance, cells, palette, row_if, stack
from kiosk.kit.page_window import PageWindow
from kiosk.kit.shapes import WRITTEN, draw_cross, draw_docket_line, draw_tick
from kiosk.paper.docket import NARROW
from kiosk.rules.ruling import Verdict
from kiosk.station.entry_paint import draw_typed, fit_typed, words_row
from kiosk.station.frame_paint import (
    BETWEEN,
    call_row,
    draw_call,
    draw_keys,
    draw_notice,
    draw_said,
    keys_row,
    said_row,
    surround,
)
from kiosk.station.paint import Look, draw_on

# ---- checks ------------------------------------------------------------------------------------------------
# The rulebook's checklist, to be ticked line by line before the first ruling.

BOX = 0.62  # of a row's height
TEXT = 0.58


def draw_checks(canvas: Canvas, area: QRectF, shown: DeskPage) -> None:
    page, count = shown.page, max(1, len(shown.ticks))
    call, checks, notice, keys = stack(
        area,
        canvas.unit,
        call_row(canvas, page.call),
        Row(count * scale.HINT, count * scale.CALL),
        row_if(page.notice, Row(scale.HINT, scale.ROW)),
        keys_row(canvas),
    )
    draw_call(canvas, call, page.call)
    _draw_ticks(canvas, checks, shown.ticks)
    draw_notice(canvas, notice, page.notice)
    draw_keys(canvas, keys, page.keys)


def _draw_ticks(canvas: Canvas, area: QRectF, ticks: tuple[Tick, ...]) -> None:
    """All lines in one size; each with its box before it, and its clause at the right end."""
    high = area.height() / max(1, len(ticks))
    size = min(canvas.size(scale.BODY), high * TEXT)
    clauses = canvas.type.text(min(canvas.size(scale.STRIP), high * TEXT))
    side, gap = high * BOX, scale.GUTTER * canvas.unit
    kept = max((advance(tick.clause, clauses) for tick in ticks), default=0.0) + gap
    room = area.width() - side - gap - kept
    widest = max((advance(tick.text, canvas.type.bold(size)) for tick in ticks), default=1.0)
    size *= min(1.0, room / widest)
    for place, tick in enumerate(ticks):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        box = QRectF(row.left(), row.center().y() - side / 2, side, side)
        _draw_box(canvas, box, tick)
        font = canvas.type.bold if tick.current else canvas.type.text
        canvas.text(QRectF(box.right() + gap, row.top(), room, high), tick.text, font(size))
        canvas.text(row, tick.clause, clauses, align=RIGHT)


def _draw_box(canvas: Canvas, box: QRectF, tick: Tick) -> None:
    width = (scale.THICK_LINE if tick.current else scale.LINE) * canvas.unit
    canvas.box(box, canvas.palette.raised, canvas.palette.ink, width)
    if tick.done:
        inner = box.adjusted(*(box.width() * edge for edge in (0.18, 0.18, -0.18, -0.18)))
        canvas.strokes(inner, WRITTEN["✓"], canvas.palette.ink, box.width() * 0.12)


# ---- docket ------------------------------------------------------------------------------------------------
# A ruling as fixed-width text, large enough to copy.

DOCKET_LINE = 1.18  # of a line, in sizes of its type
COLUMNS = NARROW + 2  # with a margin of one at either side


def draw_docket(canvas: Canvas, area: QRectF, shown: DeskPage) -> None:
    call, paper, notice, keys = stack(
        area,
        canvas.unit,
        call_row(canvas, shown.page.call),
        Row(scale.VERDICT, 100 * scale.HIGH),
        row_if(shown.page.notice, Row(scale.ROW, scale.ROW * canvas.scale)),
        keys_row(canvas),
    )
    draw_call(canvas, call, shown.page.call)
    _draw_paper(canvas, paper, shown.docket)
    draw_notice(canvas, notice, shown.page.notice)
    draw_keys(canvas, keys, shown.page.keys)


def _draw_paper(canvas: Canvas, area: QRectF, lines: tuple[str, ...]) -> None:
    measured = canvas.type.word(scale.MEASURED_PX)
    column = advance("0", measured) / scale.MEASURED_PX
    high = area.height() / (len(lines) + 1)
    size = min(high / DOCKET_LINE, area.width() / (COLUMNS * column), canvas.size(scale.BODY))
    font = canvas.type.word(size)
    step, wide = size * DOCKET_LINE, advance("0", font)
    box = QRectF(area.left(), area.top(), wide * COLUMNS, step * (len(lines) + 1))
    canvas.box(box, canvas.palette.raised, canvas.palette.ink, scale.LINE * canvas.unit)
    for place, line in enumerate(lines):
        row = QRectF(box.left() + wide, box.top() + step * (place + 0.5), box.width() - wide, step)
        draw_docket_line(canvas, row, line, font)


# ---- slip --------------------------------------------------------------------------------------------------
# The page on which a judge types a slip: its two numbers, then its words.

FIELD_WIDE = 3.0  # of its height: six digits
TYPED = 0.72  # of a field's height: the type in it
LABEL, NAME = 0.42, 1.9  # the type of its name, and the room for that; of its height
MOST = 0.66


def draw_slip(canvas: Canvas, area: QRectF, shown: DeskPage) -> None:
    page = shown.page

    def rows(words: Row) -> list[QRectF]:
        return stack(
            area,
            canvas.unit,
            call_row(canvas, page.call),
            Row(scale.CALL, scale.MARK * canvas.scale),
            words,
            keys_row(canvas),
            said_row(canvas),
        )

    room = rows(ALL_THERE_IS)[2]
    setting = fit_typed(canvas, room, page)
    call, numbers, words, keys, said = rows(words_row(canvas, room, page, setting))
    draw_call(canvas, call, page.call)
    used = draw_fields(canvas, numbers, shown.fields)
    draw_shift(canvas, numbers.adjusted(used, 0, 0, 0), shown.shift_lines)
    draw_typed(canvas, words, page, setting)
    draw_keys(canvas, keys, page.keys)
    on_word = any(word.current for word in page.words)
    notice = "" if on_word else page.notice  # under the word it is about, where there is one
    kind = canvas.type.bold if notice else canvas.type.text
    draw_said(canvas, said, kind(canvas.size(scale.HINT)), notice or BETWEEN.join(page.lines), None)


def draw_fields(canvas: Canvas, area: QRectF, fields: tuple[SlipField, ...]) -> float:
    """Each number in its frame, after its name, on two thirds of *area* at most; returns the width they
    took."""
    gap, at = scale.GUTTER * canvas.unit, area.left()
    high = min(area.height(), area.width() * MOST / (len(fields) * (FIELD_WIDE + NAME)))
    area = QRectF(area.left(), area.center().y() - high / 2, area.width(), high)
    for field in fields:
        label = canvas.type.bold(high * LABEL)
        wide = advance(field.name, label)
        canvas.text(QRectF(at, area.top(), wide + 1, high), field.name, label)
        box = QRectF(at + wide + gap / 2, area.top(), high * FIELD_WIDE, high)
        _draw_field(canvas, box, field)
        at = box.right() + gap
    return at - area.left()


def _draw_field(canvas: Canvas, box: QRectF, field: SlipField) -> None:
    palette, high = canvas.palette, box.height()
    line = (scale.THICK_LINE if field.current else scale.LINE) * canvas.unit
    canvas.box(box, palette.raised, palette.ink if field.current else palette.line, line, high * 0.08)
    inside = box.adjusted(high * 0.2, 0, -high * 0.1, 0)
    taken = canvas.text(inside, field.typed, canvas.type.word(high * TYPED))
    if field.current:
        left = inside.left() + taken + high * 0.05
        canvas.fill(QRectF(left, box.top() + high * 0.2, high * 0.06, high * 0.6), palette.ink)


def draw_shift(canvas: Canvas, area: QRectF, lines: tuple[str, ...]) -> None:
    """Who judges, and under it by which way, at the right end."""
    if not lines:
        return
    first = QRectF(area.left(), area.top(), area.width(), area.height() / 3)
    canvas.text(first, lines[0], canvas.type.bold(canvas.size(scale.HINT)), align=RIGHT)
    rest = area.adjusted(0, first.height(), 0, 0)
    canvas.paragraph(rest, BETWEEN.join(lines[1:]), canvas.type.text(canvas.size(scale.HINT)), RIGHT)


# ---- mark --------------------------------------------------------------------------------------------------
# One big mark for the whole play, in ink on paper: a field in a verdict's colour is seen across a hall.

BIG = 50  # units, the mark at most
ADVANCE = 0.64  # of a letter of a word, in sizes of its type
MARK_LINE = 1.12  # of a word, in sizes of its type
SAID = 0.78  # of a row: the type of what follows
TWO_COLUMNS = 3  # words, and more


def draw_mark(canvas: Canvas, area: QRectF, shown: DeskPage) -> None:
    """A tick stands at the left, a cross at the right: a difference by place besides shape and word."""
    page = shown.page
    columns = 2 if len(page.words) >= TWO_COLUMNS else 1
    rows = -(-len(page.words) // columns)
    upper, words, lines, notice, keys = stack(
        area,
        canvas.unit,
        Row(scale.SIGN, BIG),
        Row(rows * scale.HINT * MARK_LINE, rows * scale.CALL * MARK_LINE),
        row_if(page.lines, Row(len(page.lines) * scale.STRIP * 1.3, len(page.lines) * scale.ROW)),
        row_if(page.notice, Row(scale.HINT, scale.ROW)),
        keys_row(canvas),
    )
    side = LEFT if shown.mark is Verdict.ACCEPTABLE else RIGHT
    rest = _draw_mark(canvas, upper, shown, side)
    _draw_ruling(canvas, rest, shown, side)
    _draw_words(canvas, words, page.words, columns, side)
    _draw_lines(canvas, lines, page.lines)
    draw_notice(canvas, notice, page.notice)
    draw_keys(canvas, keys, page.keys)


def _draw_mark(canvas: Canvas, area: QRectF, shown: DeskPage, side: Qt.AlignmentFlag) -> QRectF:
    """The mark; returns what is left beside it."""
    edge = min(area.height(), area.width() * 0.4)
    box = QRectF(area.left() if side == LEFT else area.right() - edge, area.top(), edge, edge)
    (draw_tick if shown.mark is Verdict.ACCEPTABLE else draw_cross)(canvas, box)
    away = edge + scale.MARGIN * canvas.unit
    return area.adjusted(away, 0, 0, 0) if side == LEFT else area.adjusted(0, 0, -away, 0)


def _draw_ruling(canvas: Canvas, area: QRectF, shown: DeskPage, side: Qt.AlignmentFlag) -> None:
    """The rulebook's word, what follows from it, and the number for the slip."""
    page, bold = shown.page, canvas.type.bold
    number, headline, says, who = stack(
        area,
        canvas.unit,
        Row(scale.ROW, scale.CALL),
        Row(scale.CALL, scale.WORD),
        Row(len(page.says) * scale.HINT, len(page.says) * scale.CALL),
        Row(scale.ROW, scale.CALL),
    )
    told = " · ".join(part for part in (page.number, _numbers(shown.fields), page.remark) if part)
    canvas.text(number, told, bold(canvas.size(scale.BODY)), align=side)
    canvas.text(headline, page.headline, bold(canvas.size(scale.WORD)), align=side)
    high = says.height() / max(1, len(page.says))
    for place, line in enumerate(page.says):
        row = QRectF(says.left(), says.top() + place * high, says.width(), high)
        canvas.text(row, line, bold(min(canvas.size(scale.BODY), high * SAID)), align=side)
    draw_shift(canvas, who, shown.shift_lines) if side == RIGHT else _draw_left(
        canvas, who, shown.shift_lines
    )


def _draw_left(canvas: Canvas, area: QRectF, lines: tuple[str, ...]) -> None:
    canvas.text(area, " · ".join(lines), canvas.type.text(canvas.size(scale.HINT)))


def _numbers(fields: tuple[SlipField, ...]) -> str:
    return " · ".join(f"{field.name.capitalize()} {field.typed}" for field in fields if field.typed)


def _draw_words(
    canvas: Canvas, area: QRectF, words: tuple[WordLine, ...], columns: int, side: Qt.AlignmentFlag
) -> None:
    """The words once more, all in one size and style."""
    if not words:
        return
    longest = max(len(word.letters) for word in words)
    places = cells(canvas, area, len(words), columns)
    fits = min(places[0].width() / (longest * ADVANCE), places[0].height() / MARK_LINE)
    font = canvas.type.word(min(fits, canvas.size(scale.CALL)))
    for word, cell in zip(words, places, strict=True):
        canvas.draw_word(cell, word.letters, font, side)


def _draw_lines(canvas: Canvas, area: QRectF, lines: tuple[str, ...]) -> None:
    high = area.height() / max(1, len(lines))
    for place, line in enumerate(lines):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        canvas.paragraph(row, line, canvas.type.text(canvas.size(scale.HINT)))


# ---- drawing -----------------------------------------------------------------------------------------------
# Draws a page of the desk: a station's page as the station does, the others by screens of its own.


def draw_desk(painter: QPainter, area: QRectF, shown: DeskPage, look: Look) -> None:
    """Draw *shown* on all of *area*."""
    colours = palette(shown.page.tone, large=False)
    canvas = Canvas(painter, area, colours, look.type, look.percent / 100, look.kept)
    canvas.fill(area, canvas.palette.field)
    draw_desk_on(canvas, shown)


def draw_desk_on(canvas: Canvas, shown: DeskPage) -> None:
    """Draw *shown* on *canvas*, whose field is there already."""
    match shown.layout:
        case DeskLayout.STATION:
            draw_on(canvas, shown.page)
        case DeskLayout.SLIP:
            draw_slip(canvas, surround(canvas, shown.page), shown)
        case DeskLayout.CHECKS:
            draw_checks(canvas, surround(canvas, shown.page), shown)
        case DeskLayout.MARK:
            draw_mark(canvas, surround(canvas, shown.page), shown)
        case DeskLayout.DOCKET:
            draw_docket(canvas, surround(canvas, shown.page), shown)
        case _:
            assert_never(shown.layout)


# ---- window ------------------------------------------------------------------------------------------------
# The desk's window: draws one page at a time, reports keys, asks before it goes away. It decides nothing.

TITLE = "Adjudicator's desk"
FUNCTIONS: dict[int, DeskKey] = {
    Qt.Key.Key_F2: WayAsked(),
    Qt.Key.Key_F3: OpinionPressed(),
    Qt.Key.Key_F4: DocketAsked(),
}


class DeskWindow(PageWindow[DeskPage, DeskEvent]):
    """One page. A wish to close it goes to the machine, which ends a shift by the judge's own word."""

    def __init__(self, look: Look, windowed: bool = False) -> None:
        super().__init__(TITLE, LeaveAsked(), windowed=windowed)
        self._look = look
        if not windowed:
            self.setCursor(Qt.CursorShape.BlankCursor)

    def draw_shown(self, painter: QPainter, area: QRectF, shown: DeskPage) -> None:
        draw_desk(painter, area, shown, self._look)

    def page_of(self, shown: DeskPage) -> Page:
        return shown.page

    def event_of(self, press: QKeyEvent) -> DeskKey | None:
        event = self._keyboard.press(press)
        if event is None:
            fresh = not press.isAutoRepeat() and press.modifiers() == Qt.KeyboardModifier.NoModifier
            return FUNCTIONS.get(press.key()) if fresh else None
        return event if isinstance(event, DeskKey) else None
