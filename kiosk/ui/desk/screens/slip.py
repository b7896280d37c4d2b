"""The page on which a judge types a slip: its two numbers, then its words."""

from PySide6.QtCore import QRectF

from kiosk.director.desk.page import DeskPage, SlipField
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import RIGHT, Canvas, advance
from kiosk.ui.kit.rows import ALL_THERE_IS, Row, stacked
from kiosk.ui.station.screens.calls import call_row, draw_call, draw_keys, draw_said, keys_row, said_row
from kiosk.ui.station.screens.frame import BETWEEN
from kiosk.ui.station.screens.words import draw_typed, typed, words_row

FIELD_WIDE = 3.0  # of its height: six digits
TYPED = 0.72  # of a field's height: the type in it
LABEL, NAME = 0.42, 1.9  # the type of its name, and the room for that; of its height
MOST = 0.66


def draw(canvas: Canvas, area: QRectF, shown: DeskPage) -> None:
    page = shown.page

    def rows(words: Row) -> list[QRectF]:
        return stacked(
            area,
            canvas.unit,
            call_row(canvas, page.call),
            Row(scale.CALL, scale.MARK * canvas.scale),
            words,
            keys_row(canvas),
            said_row(canvas),
        )

    room = rows(ALL_THERE_IS)[2]
    setting = typed(canvas, room, page)
    call, numbers, words, keys, said = rows(words_row(canvas, room, page, setting))
    draw_call(canvas, call, page.call)
    used = draw_fields(canvas, numbers, shown.fields)
    draw_beside(canvas, numbers.adjusted(used, 0, 0, 0), shown.beside)
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
    for one in fields:
        label = canvas.type.bold(high * LABEL)
        wide = advance(one.name, label)
        canvas.text(QRectF(at, area.top(), wide + 1, high), one.name, label)
        box = QRectF(at + wide + gap / 2, area.top(), high * FIELD_WIDE, high)
        _draw_field(canvas, box, one)
        at = box.right() + gap
    return at - area.left()


def _draw_field(canvas: Canvas, box: QRectF, one: SlipField) -> None:
    palette, high = canvas.palette, box.height()
    line = (scale.THICK_LINE if one.current else scale.LINE) * canvas.unit
    canvas.box(box, palette.raised, palette.ink if one.current else palette.line, line, high * 0.08)
    inside = box.adjusted(high * 0.2, 0, -high * 0.1, 0)
    taken = canvas.text(inside, one.typed, canvas.type.word(high * TYPED))
    if one.current:
        left = inside.left() + taken + high * 0.05
        canvas.fill(QRectF(left, box.top() + high * 0.2, high * 0.06, high * 0.6), palette.ink)


def draw_beside(canvas: Canvas, area: QRectF, beside: tuple[str, ...]) -> None:
    """Who judges, and under it by which way, at the right end."""
    if not beside:
        return
    first = QRectF(area.left(), area.top(), area.width(), area.height() / 3)
    canvas.text(first, beside[0], canvas.type.bold(canvas.size(scale.HINT)), align=RIGHT)
    rest = area.adjusted(0, first.height(), 0, 0)
    canvas.paragraph(rest, BETWEEN.join(beside[1:]), canvas.type.text(canvas.size(scale.HINT)), RIGHT)
