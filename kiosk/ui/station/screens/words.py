"""The words of a play as they are typed and checked: each in its line, all of one size."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from kiosk.core.page import Page, WordLine
from kiosk.core.words.play import LONGEST
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas, advance, fit


def columns(canvas: Canvas, area: QRectF, count: int) -> list[QRectF]:
    """*count* cells, down one column and then the next, so that the words are as large as they can be."""
    # Five or more 15-letter words are larger side by side than in one tall column.
    wide = 2 if count > 4 else 1
    rows = -(-count // wide)
    gap = scale.COLUMN_GAP * canvas.unit if wide > 1 else 0
    width = (area.width() - gap * (wide - 1)) / wide
    height = area.height() / rows
    return [
        QRectF(
            area.left() + (place // rows) * (width + gap), area.top() + (place % rows) * height, width, height
        )
        for place in range(count)
    ]


def upper(area: QRectF, page: Page, row: float) -> QRectF:
    """The part of *area* that few words need, so that they do not float apart."""
    rows = -(-len(page.words) // (2 if len(page.words) > 4 else 1))
    return QRectF(area.left(), area.top(), area.width(), min(area.height(), rows * row))


def draw_typed(canvas: Canvas, area: QRectF, words: tuple[WordLine, ...]) -> None:
    """Lines being typed, sized for fifteen letters: the type must not jump while a word grows."""
    cells = columns(canvas, area, len(words))
    font = _word_font(canvas, cells[0], LONGEST, scale.TYPED_WORD)
    for word, cell in zip(words, cells, strict=True):
        _word(canvas, cell, word, font, advance("M" * LONGEST, font))


def draw_frozen(canvas: Canvas, area: QRectF, words: tuple[WordLine, ...]) -> None:
    """Words to check, as large as the longest of them allows, each with its letter count beside it."""
    cells = columns(canvas, area, len(words))
    longest = max(6, *(len(word.letters) for word in words), 0)
    font = _word_font(canvas, cells[0], longest, scale.CHECKED_WORD)
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
