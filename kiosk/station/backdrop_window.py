"""What lies behind the station: a dark window with a sentence, so that a station that dies exposes no
desktop.

The supervisor starts it first and tells it, line by line, what to do. *hold TEXT*: no station runs; come to
the front, stay there, show TEXT, take keyboard and pointer and do nothing with them. *expect*: a station is
starting; keep them, but come forward no more. *yield*: it draws; let go.
"""

from PySide6.QtCore import QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QExposeEvent,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QRasterWindow,
    QScreen,
)

from kiosk.kit.windows import draw_plain

HOLD, EXPECT = "hold", "expect"
TRY_MS = 40
REMAP_EVERY = 5  # tries to come forward, then the window is mapped again
SAYS_SO_MS = 1000
FLAGS = Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint


class Curtain(QRasterWindow):
    """One dark window over one screen. *first*: the one that may have the keyboard."""

    shown = Signal()

    def __init__(self, screen: QScreen, *, first: bool) -> None:
        super().__init__()
        self.text = ""
        self.setFlags(FLAGS if first else FLAGS | Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setTitle("Challenge Kiosk")
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.cover(screen)

    def cover(self, screen: QScreen) -> None:
        """The geometry comes first: without a window manager, full screen alone fails."""
        self.setScreen(screen)
        self.setGeometry(screen.geometry())
        self.showFullScreen()

    def come_forward(self, *, remap: bool) -> None:
        """*remap*: another desktop may be shown, or none; a window mapped now is on the one that is."""
        if remap:
            self.hide()
            self.cover(self.screen())
        self.raise_()
        self.requestActivate()

    def take(self) -> bool:
        """Take keyboard and pointer; whether the keyboard is held. The pointer is a window manager's for as
        long as a button is down."""
        self.setMouseGrabEnabled(True)
        return self.setKeyboardGrabEnabled(True)

    def let_go(self) -> None:
        self.setKeyboardGrabEnabled(False)
        self.setMouseGrabEnabled(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            draw_plain(painter, QRectF(0, 0, self.width(), self.height()), self.text)

    def exposeEvent(self, event: QExposeEvent) -> None:
        super().exposeEvent(event)
        if self.isExposed():
            self.shown.emit()

    def closeEvent(self, request: QCloseEvent) -> None:
        request.ignore()


class Backdrop(QObject):
    """A curtain on every screen; the first one shows the text and takes the keyboard."""

    heard = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.curtains: list[Curtain] = []
        self._hang()
        self._holding = False
        self._tries = 0
        self._again = QTimer(self)
        self._again.setInterval(TRY_MS)
        self._again.timeout.connect(self._take)
        self.heard.connect(self.obey)

    def obey(self, line: str) -> None:
        """Do what the supervisor says in *line*."""
        order, _, text = line.partition(" ")
        first = self.curtains[0]
        self._holding = order in (HOLD, EXPECT)
        self._tries = 0
        self._again.stop()
        if order == HOLD:
            self._hang()
            first.text = text.replace("|", "\n")
            first.update()
            self._take()
            self._again.start()
        elif order != EXPECT:
            first.let_go()

    def _hang(self) -> None:
        """One curtain for each screen there is now. Not while a station lives: a new one would lie on top."""
        screens = [QGuiApplication.primaryScreen()]
        screens += [each for each in QGuiApplication.screens() if each is not screens[0]]
        for curtain in self.curtains[len(screens) :]:
            curtain.hide()
        del self.curtains[len(screens) :]
        for curtain, screen in zip(self.curtains, screens, strict=False):
            if curtain.geometry() != screen.geometry():
                curtain.cover(screen)
        self.curtains += [Curtain(each, first=each is screens[0]) for each in screens[len(self.curtains) :]]

    def _take(self) -> None:
        """Try again and again: another program may hold the keyboard, or switch the desktop."""
        first = self.curtains[0]
        if first.take() and first.isExposed():
            self._tries = 0
            return
        self._tries += 1
        for curtain in reversed(self.curtains):
            curtain.come_forward(remap=self._tries % REMAP_EVERY == 0 and not curtain.isExposed())

    def on_shown(self) -> None:
        """Exposed by a station that died, before the supervisor can say so. A living one keeps what it holds,
        and is given the rest back."""
        if not self._holding and self.curtains[0].take():
            QTimer.singleShot(SAYS_SO_MS, self._let_go_unless_told)

    def _let_go_unless_told(self) -> None:
        if not self._holding:
            self.curtains[0].let_go()
