"""Draws pages without a window: for the self-test and the gallery."""

from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from kiosk.core.page import Page
from kiosk.ui.kit.theme import Type
from kiosk.ui.station.drawing import Look, draw


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
