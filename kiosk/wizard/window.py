"""The wizard's window: draws one page at a time, reports keys, clicks and pastes. It decides nothing."""

from typing import TypeAlias, assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QPainter

from kiosk.base.frozen import frozen
from kiosk.base.page import Layout, Page, Tone
from kiosk.kit import scale
from kiosk.kit.canvas import ALPHABET, Canvas, Row, advance, capital, palette, row_if, stack
from kiosk.kit.page_window import PageWindow
from kiosk.kit.shapes import draw_cap
from kiosk.station.frame_paint import draw_countdown, draw_keys, keys_row, surround
from kiosk.station.notice_paint import draw_field
from kiosk.station.paint import Look
from kiosk.wizard.events import LeaveWanted, OptionClicked, Pasted, WizardEvent, WizardKey
from kiosk.wizard.pages import WizardBody, WizardPage

# ---- bodies ------------------------------------------------------------------------------------------------
# What stands in the middle of a page of the wizard: options, facts, a ruler, the letters of a keyboard.

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
    wanted = max((_width(canvas, option.text, option.aside, size) for option in shown.options), default=1.0)
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
    ruler = area.adjusted(area.width() * 0.34, 0, 0, 0)
    font = canvas.type.word(scale.WORD * canvas.unit * shown.percent / 100)
    tall = min(capital(font), ruler.height())
    word = QRectF(ruler.left(), ruler.top(), ruler.width(), min(ruler.height(), tall * 1.3))
    canvas.text(word, SAMPLE, font)
    wide = advance(SAMPLE, font) + scale.GUTTER * canvas.unit
    if wide < ruler.width() * 0.8:
        _draw_millimetres(canvas, ruler.adjusted(wide, 0, 0, 0), word.center().y() - tall / 2, px_per_mm)
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


# ---- drawing -----------------------------------------------------------------------------------------------
# Draws a page of the wizard: which question, the question, why; the answers; what is wrong; the keys.
#
# It says where what was drawn can be clicked, for the mouse is welcome; every page works without one.

HEADLINE = 8.0  # units of its type, at most
LINE_LETTERS = 70  # more of them need two lines
PX_PER_MM = 96 / 25.4  # where the screen does not say


@frozen
class ClickTarget:
    """Where the option at *place* stands."""

    area: QRectF
    place: int


Targets: TypeAlias = tuple[ClickTarget, ...]


def draw_wizard(
    painter: QPainter, area: QRectF, shown: WizardPage, look: Look, px_per_mm: float = PX_PER_MM
) -> Targets:
    """Draw *shown* on all of *area*; returns where options can be clicked."""
    canvas = Canvas(painter, area, palette(Tone.PLAIN, large=False), look.type, 1.0, look.kept)
    canvas.fill(area, canvas.palette.field)
    return draw_wizard_on(canvas, shown, px_per_mm)


def draw_wizard_on(canvas: Canvas, shown: WizardPage, px_per_mm: float = PX_PER_MM) -> Targets:
    """Draw *shown* on *canvas*, whose field is there already."""
    page = shown.page
    inside = surround(canvas, page)
    has_lines = shown.body is not WizardBody.FACTS and any(page.lines)
    keys = canvas.foot(inside, keys_row(canvas).most)  # at the same place on every page
    place, headline, says, lines, body, notice = stack(
        inside.adjusted(0, 0, 0, -keys.height() - scale.SPACE * canvas.unit),
        canvas.unit,
        row_if(page.place, Row(scale.STRIP, scale.STRIP * 1.2)),
        Row(scale.ROW, HEADLINE * 1.1),
        row_if(page.says, Row(scale.STRIP * 1.2, scale.HINT * 1.5)),
        row_if(has_lines, Row(scale.HINT * 1.3, scale.ROW * (2 if _is_long(shown) else 1.2))),
        _body_row(shown),
        Row(scale.ROW, scale.ROW * 1.6),
        widest=scale.GUTTER,
    )
    canvas.text(place, " · ".join(page.place), canvas.type.text(canvas.size(scale.STRIP)))
    canvas.paragraph(headline, page.headline, canvas.type.bold(canvas.size(HEADLINE)))
    canvas.paragraph(says, " ".join(page.says), canvas.type.text(canvas.size(scale.HINT)))
    if has_lines:
        canvas.paragraph(lines, " · ".join(page.lines), canvas.type.bold(canvas.size(scale.HINT)))
    canvas.paragraph(notice, page.notice, canvas.type.bold(canvas.size(scale.HINT)))
    draw_keys(canvas, keys, shown.foot)
    return _draw_body(canvas, body, shown, px_per_mm)


def _is_long(shown: WizardPage) -> bool:
    return sum(map(len, shown.page.lines)) > LINE_LETTERS


def _body_row(shown: WizardPage) -> Row:
    count = len(shown.options)
    match shown.body:
        case WizardBody.OPTIONS:
            return Row(count * scale.HINT, count * ROOMY)
        case WizardBody.FACTS:
            return Row(scale.ROW * 2, scale.VERDICT * 3)
        case WizardBody.FIELD:
            return Row(scale.CALL, scale.WORD * 1.2)
        case WizardBody.RULER | WizardBody.LETTERS:
            return Row(scale.VERDICT, scale.VERDICT * 2)
        case WizardBody.BUSY:
            return Row(scale.ROW, scale.CALL)
        case _:
            assert_never(shown.body)


def _draw_body(canvas: Canvas, area: QRectF, shown: WizardPage, px_per_mm: float) -> Targets:
    match shown.body:
        case WizardBody.OPTIONS:
            rows = draw_options(canvas, area, shown)
            return tuple(ClickTarget(row, place) for place, row in enumerate(rows))
        case WizardBody.FIELD:
            draw_field(canvas, area, shown.page)
        case WizardBody.RULER:
            draw_ruler(canvas, area, shown, px_per_mm)
        case WizardBody.LETTERS:
            draw_letters(canvas, area, shown.seen)
        case WizardBody.FACTS:
            draw_facts(canvas, area, shown.facts)
        case WizardBody.BUSY:
            if shown.page.countdown is not None:
                draw_countdown(canvas, area, shown.page.countdown)
        case _:
            assert_never(shown.body)
    return ()


# ---- window ------------------------------------------------------------------------------------------------
# The wizard's window: draws one page at a time, reports keys, clicks and pastes. It decides nothing.

TITLE = "Set up this station"
LEAVE_KEY = Qt.Key.Key_F10
LIKELY_PX_PER_MM = (1.5, 30.0)  # what a screen may claim and be believed


class WizardWindow(PageWindow[WizardPage, WizardEvent]):
    """One page. A wish to close it is one to leave: nothing was stored that would be half there."""

    def __init__(self, look: Look, *, windowed: bool = False) -> None:
        super().__init__(TITLE, LeaveWanted(), windowed=windowed)
        self._look = look
        self._targets: Targets = ()

    def show_page(self, page: WizardPage) -> None:
        """Draw *page*, and say in the title where one is."""
        if page != self._shown and not self._plain:
            self.setWindowTitle(f"{TITLE}: {page.page.headline}")
        super().show_page(page)

    def show_now(self, page: WizardPage) -> None:
        """Draw *page* before this returns: what follows takes a moment."""
        self.show_page(page)
        self.repaint()

    def draw_shown(self, painter: QPainter, area: QRectF, shown: WizardPage) -> None:
        self._targets = draw_wizard(painter, area, shown, self._look, self._px_per_mm())

    def page_of(self, shown: WizardPage) -> Page:
        return shown.page

    def _px_per_mm(self) -> float:
        """By what the screen says of itself, where that can be."""
        screen = self.screen()
        told = screen.physicalDotsPerInchY() / 25.4
        low, high = LIKELY_PX_PER_MM
        return told if low <= told <= high else PX_PER_MM

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if self._plain:
            self.tell(LeaveWanted())
        else:
            super().keyPressEvent(press)

    def event_of(self, press: QKeyEvent) -> WizardEvent | None:
        if press.matches(QKeySequence.StandardKey.Paste):
            return Pasted(QGuiApplication.clipboard().text()) if not press.isAutoRepeat() else None
        event = self._keyboard.press(press)
        if event is None:
            fresh = not press.isAutoRepeat() and press.modifiers() == Qt.KeyboardModifier.NoModifier
            return LeaveWanted() if fresh and press.key() == LEAVE_KEY else None
        return event if isinstance(event, WizardKey) else None

    def mousePressEvent(self, press: QMouseEvent) -> None:
        if self._plain or press.button() != Qt.MouseButton.LeftButton:
            return
        at: QPointF = press.position()
        for target in self._targets:
            if target.area.contains(at):
                self.tell(OptionClicked(target.place))
                return
