"""Draws a page: the frame around it, then its screen; in a window or without one.

A station that starts draws one screen, the idle one; it is ready sooner if the others are imported after that
(`load_screens`), and before anybody can have pressed a key.
"""

from dataclasses import field
from pathlib import Path
from typing import assert_never

from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from kiosk.base.frozen import frozen
from kiosk.base.page import Layout, Page
from kiosk.kit.canvas import Canvas, PixmapCache, Type, palette
from kiosk.station import frame_paint
from kiosk.station.frame_paint import surround

# ---- drawing -----------------------------------------------------------------------------------------------
# Draws a page: the frame around it, then its screen.
#
# A station that starts draws one screen, the idle one; it is ready sooner if the others are imported after
# that (`load_screens`), and before anybody can have pressed a key.

LARGE_PERCENT = 150


@frozen
class Look:
    """How the station draws: its typefaces and the text size chosen at set-up, in percent."""

    type: Type
    percent: int = 100
    kept: PixmapCache = field(default_factory=PixmapCache, compare=False)


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
            frame_paint.draw(canvas, inner, page)
        case Layout.ENTRY:
            from kiosk.station import entry_paint

            entry_paint.draw_entry(canvas, inner, page)
        case Layout.CHECK:
            from kiosk.station import entry_paint

            entry_paint.draw_check(canvas, inner, page)
        case Layout.VERDICT:
            from kiosk.station import verdict_paint

            verdict_paint.draw_verdict(canvas, inner, page)
        case Layout.CHOICES:
            from kiosk.station import notice_paint

            notice_paint.draw_choices(canvas, inner, page)
        case Layout.PASSCODE | Layout.TABLE:
            from kiosk.station import notice_paint

            notice_paint.draw_passcode(canvas, inner, page)
        case Layout.NOTICE:
            from kiosk.station import notice_paint

            notice_paint.draw_notice_page(canvas, inner, page)
        case Layout.CALLED:
            from kiosk.station import notice_paint

            notice_paint.draw_called(canvas, inner, page)
        case _:
            assert_never(page.layout)


def load_screens() -> None:
    """Import every screen: from now on none waits for it."""
    from kiosk.station import entry_paint, notice_paint, verdict_paint  # noqa: F401


# ---- off screen --------------------------------------------------------------------------------------------
# Draws pages without a window: for the self-test and the gallery.


def artist() -> QGuiApplication:
    """Qt without a screen; keep it as long as anything is drawn."""
    running = QGuiApplication.instance()
    return (
        running
        if isinstance(running, QGuiApplication)
        else QGuiApplication(["kiosk", "-platform", "offscreen"])
    )


def picture(page: Page, width: int, height: int, fonts: Path, percent: int = 100) -> QImage:
    """*page* on a screen of *width* by *height*."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    try:
        draw(painter, QRectF(0, 0, width, height), page, Look(Type(fonts), percent))
    finally:
        painter.end()  # Qt does not survive a painter that outlives its picture
    return image


def colours(image: QImage) -> int:
    """How many different colours a picture has, counted on a coarse grid: a blank page has one."""
    step = max(1, image.width() // 160)
    return len(
        {image.pixel(x, y) for x in range(0, image.width(), step) for y in range(0, image.height(), step)}
    )
