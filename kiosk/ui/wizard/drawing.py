"""Draws a page of the wizard: which question, the question, why; the answers; what is wrong; the keys.

It says where what was drawn can be clicked, for the mouse is welcome; every page works without one.
"""

from typing import TypeAlias, assert_never

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from kiosk.core.frozen import frozen
from kiosk.core.page import Tone
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.kit.rows import Row, stacked, when
from kiosk.ui.kit.theme import palette
from kiosk.ui.station.drawing import Look
from kiosk.ui.station.screens.calls import draw_countdown, draw_keys, keys_row
from kiosk.ui.station.screens.frame import surround
from kiosk.ui.station.screens.passcode import draw_field
from kiosk.ui.wizard.bodies import ROOMY, draw_facts, draw_letters, draw_options, draw_ruler
from kiosk.wizard.page import WizardBody, WizardPage

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
    beside = shown.body is not WizardBody.FACTS and any(page.lines)
    keys = canvas.foot(inside, keys_row(canvas).most)  # at the same place on every page
    place, headline, says, lines, body, notice = stacked(
        inside.adjusted(0, 0, 0, -keys.height() - scale.SPACE * canvas.unit),
        canvas.unit,
        when(page.place, Row(scale.STRIP, scale.STRIP * 1.2)),
        Row(scale.ROW, HEADLINE * 1.1),
        when(page.says, Row(scale.STRIP * 1.2, scale.HINT * 1.5)),
        when(beside, Row(scale.HINT * 1.3, scale.ROW * (2 if _is_long(shown) else 1.2))),
        _body_row(shown),
        Row(scale.ROW, scale.ROW * 1.6),
        widest=scale.GUTTER,
    )
    canvas.text(place, " · ".join(page.place), canvas.type.text(canvas.size(scale.STRIP)))
    canvas.paragraph(headline, page.headline, canvas.type.bold(canvas.size(HEADLINE)))
    canvas.paragraph(says, " ".join(page.says), canvas.type.text(canvas.size(scale.HINT)))
    if beside:
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
