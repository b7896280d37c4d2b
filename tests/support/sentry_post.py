"""A post for a sentry: a clock to turn, a window to hide, and what the sentry reported from there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from kiosk.kit.windows import OtherWindows
from kiosk.lockdown.watch import Sight
from kiosk.station.sentry import Sentry
from kiosk.station.window import Ticker, box, native


class Handle:
    """A window of the system that may be covered, and a keyboard that may be refused."""

    def __init__(self):
        self.exposed, self.grants, self.active = True, True, True
        self.grants_pointer = True
        self.grabbed = []
        self.pointer = []

    def isExposed(self):
        return self.exposed

    def isActive(self):
        return self.active

    def setKeyboardGrabEnabled(self, on):
        self.grabbed.append(on)
        return self.grants

    def setMouseGrabEnabled(self, on):
        self.pointer.append(on)
        return self.grants_pointer

    def requestActivate(self):
        pass


class Window(QObject):
    """As much of the station's window as the sentry touches."""

    close_refused = Signal()

    def __init__(self, windowed=False, active=True):
        super().__init__()
        self.windowed = windowed
        self.handle = Handle()
        self.handle.active = active
        self.visible = True
        self.stays_hidden = False
        self.state = Qt.WindowState.WindowFullScreen
        self.shows = 0
        self.made = 0
        self.may_close = False
        self.place = QGuiApplication.primaryScreen().geometry()
        self.whole = True
        self.keeps = None  # the place a stubborn system gives it

    def winId(self):
        return 77

    def on_desktop(self):
        return box(self.place)

    def page_area(self):
        return box(self.place) if self.whole else None

    def update(self):
        pass

    def windowHandle(self):
        return self.handle

    def isVisible(self):
        return self.visible

    def windowState(self):
        return self.state

    def geometry(self):
        return self.keeps or self.place

    def hide(self):
        self.visible = False

    def cover(self, screen):
        self.place = self.keeps or screen.geometry()
        self.state = Qt.WindowState.WindowFullScreen
        self.visible = not self.stays_hidden
        self.shows += 1

    def remake(self):
        self.made += 1

    def raise_(self):
        pass

    def activateWindow(self):
        pass


class FakeDisplay:
    """A display server that says what a test wants; *taken_back* counts what it was asked for."""

    def __init__(self, **sight):
        self.sight = Sight(native(QGuiApplication.primaryScreen()), **sight)
        self.taken_back = 0

    def look(self, window, own):
        return self.sight

    def glance(self, window, own):
        return self.sight

    def take_back(self, window, own):
        self.taken_back += 1


class Post:
    """A sentry on duty; *spends* is what its own tick takes, *reports* what it told."""

    def __init__(self, display=None, **how):
        self.now_ms, self.spends_ms = 50_000, 0
        self.reports, self.ticks = [], 0
        self.window = Window(**how)
        self.ticker = Ticker(lambda *_: None, lambda: self.now_ms)
        self.others = OtherWindows(self.window)
        self.sentry = Sentry(self.window, self.others, self._told, self.ticker, display)
        self.ticker.begin(self.sentry.watch, self._ticked)
        self.sentry.begin()

    def _told(self, what, lasted_ms):
        self.reports.append((what, lasted_ms))

    def _ticked(self):
        self.ticks += 1
        self.now_ms += self.spends_ms

    def tick(self, after_ms=1000):
        """The next tick, *after_ms* after the last one ended."""
        self.now_ms += after_ms
        self.ticker.tick()


@contextmanager
def posts() -> Iterator[Callable[..., Post]]:
    """Makes posts, and takes every sentry off duty at the end."""
    made = []

    def stand(**how):
        made.append(Post(**how))
        return made[-1]

    yield stand
    for post in made:
        post.sentry.end()
        post.ticker.rest()
