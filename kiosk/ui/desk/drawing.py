"""Draws a page of the desk: a station's page as the station does, the others by screens of its own."""

from typing import assert_never

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from kiosk.director.desk.page import DeskLayout, DeskPage
from kiosk.ui.desk.screens import checks, docket, mark, slip
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.kit.theme import palette
from kiosk.ui.station.drawing import Look, draw_on
from kiosk.ui.station.screens.frame import surround


def draw_desk(painter: QPainter, area: QRectF, shown: DeskPage, look: Look) -> None:
    """Draw *shown* on all of *area*."""
    colours = palette(shown.page.tone, large=False)
    canvas = Canvas(painter, area, colours, look.type, look.percent / 100, look.kept)
    canvas.fill(area, canvas.palette.field)
    draw_desk_on(canvas, shown)


def draw_desk_on(canvas: Canvas, shown: DeskPage) -> None:
    """Draw *shown* on *canvas*, whose field is there already."""
    match shown.layout:
        case DeskLayout.STATION:
            draw_on(canvas, shown.page)
        case DeskLayout.SLIP:
            slip.draw(canvas, surround(canvas, shown.page), shown)
        case DeskLayout.CHECKS:
            checks.draw(canvas, surround(canvas, shown.page), shown)
        case DeskLayout.MARK:
            mark.draw(canvas, surround(canvas, shown.page), shown)
        case DeskLayout.DOCKET:
            docket.draw(canvas, surround(canvas, shown.page), shown)
        case _:
            assert_never(shown.layout)
