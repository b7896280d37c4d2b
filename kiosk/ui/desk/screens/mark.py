"""One big mark for the whole play, in ink on paper: a field in a verdict's colour is seen across a hall."""

from PySide6.QtCore import QRectF, Qt

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.page import WordLine
from kiosk.director.desk.page import DeskPage, SlipField
from kiosk.ui.desk.screens.slip import draw_beside
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import LEFT, RIGHT, Canvas
from kiosk.ui.kit.marks import draw_cross, draw_tick
from kiosk.ui.kit.rows import Row, stacked, when
from kiosk.ui.station.screens.calls import draw_keys, draw_notice, keys_row
from kiosk.ui.station.screens.words import cells

BIG = 50  # units, the mark at most
ADVANCE = 0.64  # of a letter of a word, in sizes of its type
LINE = 1.12  # of a word, in sizes of its type
SAID = 0.78  # of a row: the type of what follows
TWO_COLUMNS = 3  # words, and more


def draw(canvas: Canvas, area: QRectF, shown: DeskPage) -> None:
    """A tick stands at the left, a cross at the right: a difference by place besides shape and word."""
    page = shown.page
    columns = 2 if len(page.words) >= TWO_COLUMNS else 1
    rows = -(-len(page.words) // columns)
    upper, words, lines, notice, keys = stacked(
        area,
        canvas.unit,
        Row(scale.SIGN, BIG),
        Row(rows * scale.HINT * LINE, rows * scale.CALL * LINE),
        when(page.lines, Row(len(page.lines) * scale.STRIP * 1.3, len(page.lines) * scale.ROW)),
        when(page.notice, Row(scale.HINT, scale.ROW)),
        keys_row(canvas),
    )
    side = LEFT if shown.mark is Verdict.ACCEPTABLE else RIGHT
    beside = _draw_mark(canvas, upper, shown, side)
    _draw_ruling(canvas, beside, shown, side)
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
    number, headline, says, who = stacked(
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
    draw_beside(canvas, who, shown.beside) if side == RIGHT else _draw_left(canvas, who, shown.beside)


def _draw_left(canvas: Canvas, area: QRectF, beside: tuple[str, ...]) -> None:
    canvas.text(area, " · ".join(beside), canvas.type.text(canvas.size(scale.HINT)))


def _numbers(fields: tuple[SlipField, ...]) -> str:
    return " · ".join(f"{one.name.capitalize()} {one.typed}" for one in fields if one.typed)


def _draw_words(
    canvas: Canvas, area: QRectF, words: tuple[WordLine, ...], columns: int, side: Qt.AlignmentFlag
) -> None:
    """The words once more, all in one size and style."""
    if not words:
        return
    longest = max(len(word.letters) for word in words)
    places = cells(canvas, area, len(words), columns)
    fits = min(places[0].width() / (longest * ADVANCE), places[0].height() / LINE)
    font = canvas.type.word(min(fits, canvas.size(scale.CALL)))
    for word, cell in zip(words, places, strict=True):
        canvas.lettered(cell, word.letters, font, side)


def _draw_lines(canvas: Canvas, area: QRectF, lines: tuple[str, ...]) -> None:
    high = area.height() / max(1, len(lines))
    for place, line in enumerate(lines):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        canvas.paragraph(row, line, canvas.type.text(canvas.size(scale.HINT)))
