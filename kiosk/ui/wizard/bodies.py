"""What stands in the middle of a page of the wizard: options, facts, a ruler, the letters of a keyboard."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Layout, Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import ALPHABET, Canvas, advance, capital
from kiosk.ui.kit.caps import draw_cap
from kiosk.ui.station.screens.passcode import draw_field
from kiosk.wizard.page import WizardPage

ROOMY = 11.0  # units of an option's row, at most
CAP = 0.66  # of a row's height
TEXT = 0.5
ASIDE = 0.36
SAMPLE = "QUIZ"
DIGITS = 9  # options that a number key reaches
ACROSS = 13  # letters in a row
LONGEST_MM = 60
LABELLED_MM = 10


def draw_options(canvas: Canvas, area: QRectF, shown: WizardPage) -> list[QRectF]:
    """All options in one size, each with its key; the one that ENTER takes stands in a frame. Returns where
    they are."""
    count = max(1, len(shown.options))
    high = min(area.height() / count, ROOMY * canvas.unit)
    gap = scale.GUTTER * canvas.unit / 2
    size = min(canvas.size(scale.BODY), high * TEXT)
    before = high * CAP + 2 * gap
    room = area.width() - before - gap
    wanted = max((_width(canvas, one.text, one.aside, size) for one in shown.options), default=1.0)
    size *= min(1.0, room / wanted)
    rows = []
    for place, one in enumerate(shown.options):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        rows.append(row)
        frame = row.adjusted(0, high * 0.06, 0, -high * 0.06)
        if place == shown.cursor:
            line = scale.THICK_LINE * canvas.unit
            canvas.box(frame, canvas.palette.raised, canvas.palette.ink, line, high * 0.1)
        if place < DIGITS:
            draw_cap(canvas, row.left() + gap, row.center().y(), high * CAP, str(place + 1))
        text = row.adjusted(before, 0, -gap, 0)
        used = canvas.text(text, one.text, canvas.type.bold(size))
        aside = text.adjusted(used + gap, 0, 0, 0)
        if one.aside:
            canvas.text(aside, one.aside, canvas.type.text(size * ASIDE / TEXT))
    return rows


def _width(canvas: Canvas, text: str, aside: str, size: float) -> float:
    gap = scale.GUTTER * canvas.unit
    return advance(text, canvas.type.bold(size)) + gap + advance(aside, canvas.type.text(size * ASIDE / TEXT))


def draw_facts(canvas: Canvas, area: QRectF, facts: tuple[tuple[str, str], ...]) -> None:
    """Labels and values, one below the other, values in one column."""
    if not facts:
        return
    high = min(area.height() / len(facts), scale.CALL * canvas.unit)
    label = canvas.type.text(min(canvas.size(scale.HINT), high * TEXT))
    value = canvas.type.bold(min(canvas.size(scale.HINT), high * TEXT))
    named = max((advance(name, label) for name, _ in facts), default=0.0)
    left = named + (scale.GUTTER * canvas.unit if named else 0.0)
    for place, (name, said) in enumerate(facts):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        if name:
            canvas.text(QRectF(row.left(), row.top(), named + 1, high), name, label)
        canvas.paragraph(row.adjusted(left, 0, 0, 0), said, value)


def draw_letters(canvas: Canvas, area: QRectF, seen: tuple[str, ...]) -> None:
    """The alphabet as keys, dark where the key came through."""
    pitch = min(area.height() / 2, area.width() / ACROSS)
    for place, letter in enumerate(ALPHABET):
        row, column = divmod(place, ACROSS)
        middle = area.top() + (row + 0.5) * pitch
        draw_cap(canvas, area.left() + column * pitch, middle, pitch * 0.82, letter, letter in seen)


def draw_ruler(canvas: Canvas, area: QRectF, shown: WizardPage, px_per_mm: float) -> None:
    """The number, then a word as large as it would be typed, beside a ruler in millimetres."""
    field = QRectF(area.left(), area.top(), area.width() * 0.3, area.height() * 0.34)
    draw_field(canvas, field, Page(Layout.TABLE, typed=shown.page.typed))
    beside = area.adjusted(area.width() * 0.34, 0, 0, 0)
    font = canvas.type.word(scale.WORD * canvas.unit * shown.percent / 100)
    tall = min(capital(font), beside.height())
    word = QRectF(beside.left(), beside.top(), beside.width(), min(beside.height(), tall * 1.3))
    canvas.text(word, SAMPLE, font)
    wide = advance(SAMPLE, font) + scale.GUTTER * canvas.unit
    if wide < beside.width() * 0.8:
        _draw_millimetres(canvas, beside.adjusted(wide, 0, 0, 0), word.center().y() - tall / 2, px_per_mm)
    note = QRectF(area.left(), area.bottom() - scale.ROW * canvas.unit, area.width(), scale.ROW * canvas.unit)
    says = f"Capitals are {tall / px_per_mm:.0f} mm high on this screen"
    canvas.text(note, says, canvas.type.text(canvas.size(scale.HINT)))


def _draw_millimetres(canvas: Canvas, area: QRectF, top: float, px_per_mm: float) -> None:
    """A ruler that begins at the top of the word; each centimetre has its number."""
    line = max(1.0, canvas.unit * scale.RULER_LINE)
    small = canvas.type.text(canvas.size(scale.STRIP))
    for mm in range(LONGEST_MM + 1):
        y = top + mm * px_per_mm
        if y > area.bottom() - scale.ROW * canvas.unit:
            return
        whole = mm % LABELLED_MM == 0
        long = canvas.unit * (scale.RULER_LONG if whole else scale.RULER_SHORT)
        canvas.fill(QRectF(area.left(), y, long, line), canvas.palette.ink)
        if whole and mm:
            label = QRectF(area.left() + long, y - long / 2, canvas.unit * scale.RULER_NUMBER, long)
            canvas.text(label, f" {mm // LABELLED_MM} cm", small)
