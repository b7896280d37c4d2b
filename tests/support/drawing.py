"""Draws pages and notes where every piece of text would stand, and where its ink would."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from kiosk.kit.canvas import LEFT, Canvas, Type, fit, palette
from kiosk.station.paint import Look, draw, draw_on, scale_of
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
        self.boxes: list[QRectF] = []

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

    def box(self, area, face, line, width, radius=0):
        self.boxes.append(QRectF(area))

    def draw_word(self, area, word, font, align):
        self.text(area, word, font, align=align)

    def draw_spaced(self, area, text, font, pitch):
        metrics = QFontMetricsF(font)
        base = area.center().y() - metrics.height() / 2 + metrics.ascent()
        ink = metrics.tightBoundingRect(text).translated(area.left(), base)
        ink.setLeft(area.left() + pitch * 0.05)
        ink.setWidth(pitch * (len(text) - 0.1))
        if text:
            room = QRectF(area.left(), area.top(), max(area.width(), ink.width()), area.height())
            self.drawn.append(Drawn(text, room, ink, self.palette.ink, font.pixelSize()))


@cache
def typeface():
    return Type(stage.FONTS)


def recorded(page, width, height, percent=100):
    """Every text that *page* draws on a screen of that size."""
    return noted(page, width, height, percent)[0]


def boxes(page, width, height):
    """Every framed box that *page* draws: caps, fields, tiles."""
    return noted(page, width, height)[1]


@cache
def noted(page, width, height, percent=100):
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    area = QRectF(0, 0, width, height)
    canvas = RecordingCanvas(painter, area, page, Look(typeface(), percent))
    try:
        draw_on(canvas, page)
    finally:
        painter.end()  # Qt does not survive a painter that outlives its picture
    return tuple(canvas.drawn), tuple(canvas.boxes)


def image_of(page, width=1024, height=600, percent=100):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    try:
        draw(painter, QRectF(0, 0, width, height), page, Look(typeface(), percent))
    finally:
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
