"""A rehearsal's window: a strip that says so, the station's own window, and the lesson below it.

The rule it guards: the strip is no part of a page, so no page can be without it.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QScreen
from PySide6.QtWidgets import QWidget

from kiosk.kit.canvas import CENTRE, LEFT, REHEARSAL, RIGHT, Canvas, Type, advance
from kiosk.station.window import StationWindow

TITLE = "Rehearsal"
WORD = "REHEARSAL"
SAYS = f"{WORD}   ·   not a ruling   ·   {WORD}"
KEYS = ("F8 back", "F9 next part", "F10 leave")
# Ink on paper the other way round: neither the field of a verdict nor the strip of circumstances.
STRIP_SHARE, LESSON_SHARE = 0.06, 0.19  # of the window's height
LINE = 3  # pixels of white between the strip and a page, whatever colour that has


class RehearsalStrip(QWidget):
    """The word, over the whole width."""

    def __init__(self, parent: QWidget, type_: Type) -> None:
        super().__init__(parent)
        self._type = type_
        self.setAccessibleName(SAYS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, area = QPainter(self), QRectF(self.rect())
        canvas = Canvas(painter, area, REHEARSAL, self._type, 1.0)
        canvas.fill(area, REHEARSAL.field)
        canvas.fill(QRectF(0, area.height() - LINE, area.width(), LINE), REHEARSAL.ink)
        canvas.text(area.adjusted(0, 0, 0, -LINE), SAYS, self._type.bold(area.height() * 0.66), None, CENTRE)
        painter.end()


class LessonPanel(QWidget):
    """Who does what now, in a few lines; and the lesson's own keys."""

    def __init__(self, parent: QWidget, type_: Type) -> None:
        super().__init__(parent)
        self._type = type_
        self._title, self._who, self._says = "", "", ""

    def say(self, title: str, who: str, says: str) -> None:
        """From now on this stands here."""
        self._title, self._who, self._says = title, who, says
        self.setAccessibleName(": ".join(part for part in (title, who, says) if part))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, area = QPainter(self), QRectF(self.rect())
        canvas = Canvas(painter, area, REHEARSAL, self._type, 1.0)
        canvas.fill(area, REHEARSAL.field)
        canvas.fill(QRectF(0, 0, area.width(), LINE), REHEARSAL.ink)
        pad = area.height() * 0.1
        inside = area.adjusted(pad * 2, pad + LINE, -pad * 2, -pad)
        head = QRectF(inside.left(), inside.top(), inside.width(), inside.height() * 0.2)
        small = self._type.text(head.height())
        used = canvas.text(head, "   ·   ".join(KEYS), small, align=RIGHT)
        canvas.text(head.adjusted(0, 0, -used - pad, 0), f"{WORD}   {self._title}", small)
        rest = inside.adjusted(0, head.height() + pad, 0, 0)
        self._lines(canvas, rest)
        painter.end()

    def _lines(self, canvas: Canvas, area: QRectF) -> None:
        """The role on a plate at the left, and what to do beside it."""
        if self._who:
            font = self._type.bold(area.height() * 0.34)
            wide = min(area.width() * 0.3, advance(self._who, font) + font.pixelSize())
            plate = QRectF(area.left(), area.top(), wide, area.height())
            canvas.fill(plate, REHEARSAL.block)
            inner = plate.adjusted(font.pixelSize() / 2, 0, -font.pixelSize() / 2, 0)
            canvas.text(inner, self._who, font, REHEARSAL.on_block, CENTRE)
            area = area.adjusted(wide + font.pixelSize() * 0.6, 0, 0, 0)
        canvas.paragraph(area, self._says, self._type.bold(area.height() * 0.42), LEFT)


class RehearsalWindow(QWidget):
    """*station* between strip and lesson. A wish to close it is one to leave."""

    def __init__(self, station: StationWindow, type_: Type, *, windowed: bool = False) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.station = station
        self.strip = RehearsalStrip(self, type_)
        self.lesson = LessonPanel(self, type_)
        self._windowed = windowed
        self._keys: dict[int, Callable[[], None]] = {}
        self.may_close = False
        self.setWindowTitle(TITLE)
        station.setParent(self)
        station.installEventFilter(self)
        self.setFocusProxy(station)

    def listen(
        self, on_back: Callable[[], None], on_next: Callable[[], None], on_leave: Callable[[], None]
    ) -> None:
        """From now on the lesson's own keys mean something."""
        self._keys = {Qt.Key.Key_F8: on_back, Qt.Key.Key_F9: on_next, Qt.Key.Key_F10: on_leave}

    def open_on(self, screen: QScreen) -> None:
        """Fill *screen*, or stand on it as a window."""
        if self._windowed:
            self.resize(1024, 600)
            self.show()
        else:
            self.setScreen(screen)
            self.setGeometry(screen.geometry())
            self.showFullScreen()
        self.station.setFocus()

    # --- Qt -----------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide, high = self.width(), self.height()
        top, bottom = round(high * STRIP_SHARE), round(high * LESSON_SHARE)
        self.strip.setGeometry(0, 0, wide, top)
        self.station.setGeometry(0, top, wide, high - top - bottom)
        self.lesson.setGeometry(0, high - bottom, wide, bottom)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The lesson's keys never reach the station: TAB's quiet second does not know them."""
        if not isinstance(event, QKeyEvent) or event.key() not in self._keys:
            return False
        if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
            self._keys[event.key()]()
        return True

    def closeEvent(self, request: QCloseEvent) -> None:
        if self.may_close:
            request.accept()
            return
        request.ignore()
        if leave := self._keys.get(Qt.Key.Key_F10):
            leave()
