"""Draws a page: the frame around it, then its screen."""

from dataclasses import field
from typing import assert_never

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from kiosk.core.frozen import frozen
from kiosk.core.page import Layout, Page
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.kit.kept import Kept
from kiosk.ui.kit.theme import Type, palette
from kiosk.ui.station.screens import called, check, choices, entry, idle, notice, passcode, verdict
from kiosk.ui.station.screens.frame import surround

LARGE_PERCENT = 150


@frozen
class Look:
    """How the station draws: its typefaces and the text size chosen at set-up, in percent."""

    type: Type
    percent: int = 100
    kept: Kept = field(default_factory=Kept, compare=False)


def scale_of(page: Page, look: Look) -> float:
    """The size of the text against the built-in one; the large view is as large as a set-up may ask for."""
    return (max(look.percent, LARGE_PERCENT) if page.large else look.percent) / 100


def draw(painter: QPainter, area: QRectF, page: Page, look: Look) -> None:
    """Draw *page* on all of *area*."""
    canvas = Canvas(painter, area, palette(page.tone, page.large), look.type, scale_of(page, look), look.kept)
    canvas.fill(area, canvas.palette.field)
    draw_on(canvas, page)


def draw_on(canvas: Canvas, page: Page) -> None:
    """Draw *page* on *canvas*, whose field is there already."""
    inner = surround(canvas, page)
    match page.layout:
        case Layout.IDLE:
            idle.draw(canvas, inner, page)
        case Layout.ENTRY:
            entry.draw(canvas, inner, page)
        case Layout.CHECK:
            check.draw(canvas, inner, page)
        case Layout.VERDICT:
            verdict.draw(canvas, inner, page)
        case Layout.CHOICES:
            choices.draw(canvas, inner, page)
        case Layout.PASSCODE | Layout.TABLE:
            passcode.draw(canvas, inner, page)
        case Layout.NOTICE:
            notice.draw(canvas, inner, page)
        case Layout.CALLED:
            called.draw(canvas, inner, page)
        case _:
            assert_never(page.layout)
