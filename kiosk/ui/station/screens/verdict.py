"""The verdict: word, shape, lightness, colour and side all say the same."""

from PySide6.QtCore import QRectF, Qt

from kiosk.core.page import Page, Tone, WordLine
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import LEFT, RIGHT, Canvas, fit, largest
from kiosk.ui.station.screens.calls import draw_keys
from kiosk.ui.station.screens.words import columns, upper


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Acceptable stands left under its disc, unacceptable right under its octagon: a difference by layout."""
    unit = canvas.unit
    on_right = page.tone is Tone.UNACCEPTABLE
    side = scale.MARK * unit
    mark = QRectF(area.right() - side if on_right else area.left(), area.top(), side, side)
    {Tone.ACCEPTABLE: canvas.tick, Tone.UNACCEPTABLE: canvas.cross}.get(page.tone, canvas.query)(mark)
    away = scale.BESIDE_MARK * unit
    beside = area.adjusted(0, 0, -away, 0) if on_right else area.adjusted(away, 0, 0, 0)
    align = LEFT if on_right else RIGHT
    size = scale.RULING_NUMBER * unit
    number = QRectF(beside.left(), area.top(), beside.width(), size)
    canvas.text(number, page.number, canvas.type.bold(size), align=align)
    listed = QRectF(beside.left(), number.bottom() + unit, beside.width(), scale.LIST_NAME_ROW * unit)
    if not page.band:  # a division's band names the list already
        canvas.text(listed, page.list_name, canvas.type.bold(scale.LIST_NAME * unit), align=align)
    # On a screen less wide than 16:9 the verdict takes its share of the height that is left over.
    high = max(scale.VERDICT_ROW * unit, area.height() / 4)
    word = QRectF(area.left(), mark.bottom() + scale.SPACE * unit, area.width(), high)
    side_of = RIGHT if on_right else LEFT
    canvas.once(word, page.headline, lambda: _headline(canvas, word, page.headline, side_of))
    says = QRectF(area.left(), word.bottom() + scale.SPACE * unit, area.width(), scale.ROW * unit)
    canvas.text(
        says,
        "   ·   ".join(page.lines),
        canvas.type.bold(canvas.size(scale.CONSEQUENCE)),
        align=RIGHT if on_right else LEFT,
    )
    room = area.bottom() - says.bottom() - scale.ABOVE_KEYS * unit
    rest = QRectF(area.left(), says.bottom() + scale.SPACE * unit, area.width(), room)
    _judged(canvas, upper(rest, page, scale.JUDGED_ROW * unit), page.words, RIGHT if on_right else LEFT)
    draw_keys(canvas, canvas.foot(area, scale.ROW), page.keys, True)


def _headline(canvas: Canvas, room: QRectF, text: str, align: Qt.AlignmentFlag) -> None:
    """*text* on one line or on two, whichever is larger."""
    font = canvas.type.bold(scale.TO_BE_FITTED_PX)
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
    cells = columns(canvas, area, len(words))
    height = min(cells[0].height(), scale.JUDGED_WORD * canvas.unit)
    longest = max(len(word.letters) for word in words)
    font = fit("M" * longest, canvas.type.word(height * 0.86), cells[0])
    for word, cell in zip(words, cells, strict=True):
        canvas.text(QRectF(cell.left(), cell.top(), cell.width(), height), word.letters, font, align=align)
