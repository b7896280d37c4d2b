"""Draws pages and notes where every piece of text would stand, and where its ink would."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter

from kiosk.ui.kit.canvas import CENTRE, LEFT, Canvas, fit
from kiosk.ui.kit.theme import Type, palette
from kiosk.ui.station.drawing import Look, draw, draw_on, scale_of
from tests.support import stage

SLACK = 1.5  # pixels: an edge may be drawn soft


@dataclass(frozen=True)
class Drawn:
    """One text, the room it was given, and the box its ink fills."""

    text: str
    room: QRectF
    ink: QRectF
    colour: str
    pixels: int


class RecordingCanvas(Canvas):
    """A canvas that notes its texts in place of painting them."""

    def __init__(self, painter, area, page, look):
        super().__init__(painter, area, palette(page.tone, page.large), look.type, scale_of(page, look))
        self.drawn: list[Drawn] = []

    def text(self, area, text, font, colour=None, align=LEFT):
        fitted = fit(text, font, area)
        metrics = QFontMetricsF(fitted)
        width = metrics.horizontalAdvance(text)
        left = area.left()
        if align & Qt.AlignmentFlag.AlignRight:
            left = area.right() - width
        elif align & Qt.AlignmentFlag.AlignHCenter:
            left = area.center().x() - width / 2
        base = area.center().y() - metrics.height() / 2 + metrics.ascent()
        if text.strip():
            ink = metrics.tightBoundingRect(text).translated(left, base)
            self.drawn.append(Drawn(text, QRectF(area), ink, colour or self.palette.ink, fitted.pixelSize()))
        return width

    def paragraph(self, area, text, font, align=CENTRE):
        flags = int(align | Qt.TextFlag.TextWordWrap)
        for percent in range(100, 40, -5):
            tried = QFont(font)
            tried.setPixelSize(max(6, font.pixelSize() * percent // 100))
            ink = QFontMetricsF(tried).boundingRect(area, flags, text)
            if ink.height() <= area.height() and ink.width() <= area.width():
                break
        self.drawn.append(Drawn(text, QRectF(area), ink, self.palette.ink, tried.pixelSize()))


@cache
def typeface():
    return Type(stage.FONTS)


@cache
def recorded(page, width, height, percent=100):
    """Every text that *page* draws on a screen of that size."""
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    area = QRectF(0, 0, width, height)
    canvas = RecordingCanvas(painter, area, page, Look(typeface(), percent))
    draw_on(canvas, page)
    painter.end()
    return tuple(canvas.drawn)


def image_of(page, width=1024, height=600, percent=100):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    draw(painter, QRectF(0, 0, width, height), page, Look(typeface(), percent))
    painter.end()
    return image


def bytes_of(image):
    return bytes(image.constBits())


def faults(drawn, width, height):
    """What is wrong with where the texts stand: wider than their room, off the screen, over each other."""
    screen = QRectF(0, 0, width, height)
    found = []
    for one in drawn:
        room = one.room.adjusted(-SLACK, 0, SLACK, 0)
        if one.ink.left() < room.left() or one.ink.right() > room.right():
            found.append(f"“{one.text}” is too wide: ink {box(one.ink)} in room {box(one.room)}")
        if not screen.contains(one.ink):
            found.append(f"“{one.text}” leaves the screen: {box(one.ink)}")
    for one, other in combinations(drawn, 2):
        common = one.ink.intersected(other.ink)
        if common.width() > SLACK and common.height() > SLACK:
            found.append(f"“{one.text}” {box(one.ink)} and “{other.text}” {box(other.ink)} overlap")
    return found


def box(rect):
    return f"({rect.left():.0f},{rect.top():.0f} {rect.right():.0f},{rect.bottom():.0f})"
