"""Draws a page: the frame around it, then its screen.

A station that starts draws one screen, the idle one; it is ready sooner if the others are imported after that
(`load_screens`), and before anybody can have pressed a key.
"""

from dataclasses import field
from typing import assert_never

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from kiosk.core.frozen import frozen
from kiosk.core.page import Layout, Page
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.kit.kept import Kept
from kiosk.ui.kit.theme import Type, palette
from kiosk.ui.station.screens import idle
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
            from kiosk.ui.station.screens import entry

            entry.draw(canvas, inner, page)
        case Layout.CHECK:
            from kiosk.ui.station.screens import check

            check.draw(canvas, inner, page)
        case Layout.VERDICT:
            from kiosk.ui.station.screens import verdict

            verdict.draw(canvas, inner, page)
        case Layout.CHOICES:
            from kiosk.ui.station.screens import choices

            choices.draw(canvas, inner, page)
        case Layout.PASSCODE | Layout.TABLE:
            from kiosk.ui.station.screens import passcode

            passcode.draw(canvas, inner, page)
        case Layout.NOTICE:
            from kiosk.ui.station.screens import notice

            notice.draw(canvas, inner, page)
        case Layout.CALLED:
            from kiosk.ui.station.screens import called

            called.draw(canvas, inner, page)
        case _:
            assert_never(page.layout)


def load_screens() -> None:
    """Import every screen: from now on none waits for it."""
    from kiosk.ui.station.screens import (  # noqa: F401
        called,
        check,
        choices,
        entry,
        notice,
        passcode,
        verdict,
    )
