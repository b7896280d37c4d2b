"""The station's window: draws one page at a time, reports keys, refuses to go away; and the program's own
tick. It decides nothing."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QScreen
from PySide6.QtWidgets import QWidget

from kiosk.kit.windows import DARK, LIGHT, draw_plain
from kiosk.lockdown.places import Box, page_area, place_window, within

if TYPE_CHECKING:  # pages, screens and keys come after the first paint
    from kiosk.base.page import Page
    from kiosk.kit.accessible import SpokenPage
    from kiosk.kit.keys import Keyboard
    from kiosk.station.events import Event
    from kiosk.station.paint import Look


# ---- outputs -----------------------------------------------------------------------------------------------
# The screens of this desktop as boxes, the station's own first.

STRIP = 20  # this fraction of a screen may belong to the system (a notch)


def has_full_screen() -> bool:
    """Whether a station asks for full screen. On a Mac that sets presentation options besides the guard's
    own; there a borderless window as large as the screen does, and its level is a guard's."""
    return QGuiApplication.platformName() != "cocoa"


def box(rect: QRect) -> Box:
    return Box(rect.x(), rect.y(), rect.width(), rect.height())


def rect(box_: Box) -> QRect:
    return QRect(box_.left, box_.top, box_.width, box_.height)


def desktop() -> tuple[QScreen, ...]:
    """The screens that share one desktop with the primary one, which comes first."""
    primary = QGuiApplication.primaryScreen()
    return (primary, *(screen for screen in primary.virtualSiblings() if screen is not primary))


def strangers() -> tuple[QScreen, ...]:
    """Screens with a desktop of their own: another X screen of the same server."""
    ours = desktop()
    return tuple(screen for screen in QGuiApplication.screens() if screen not in ours)


def boxes() -> tuple[Box, ...]:
    return tuple(box(screen.geometry()) for screen in desktop())


def native(screen: QScreen) -> Box:
    """*screen* in the pixels the display server counts."""
    place, scale = screen.geometry(), screen.devicePixelRatio()
    return Box(place.x(), place.y(), round(place.width() * scale), round(place.height() * scale))


def home() -> Box:
    """Where the station belongs: all of the primary screen."""
    return box(QGuiApplication.primaryScreen().geometry())


def leaves_bare(place: Box, screen: Box) -> bool:
    """Whether a window at *place* leaves more of *screen* bare than a system keeps for itself."""
    shown = place.common(screen)
    bare = max(screen.width - shown.width, (screen.height - shown.height) * screen.width // screen.height)
    return bare * STRIP > screen.width


def tells_places() -> bool:
    """Whether this desktop says where a window lies; Wayland does not."""
    return not QGuiApplication.platformName().startswith("wayland")


def window_on_desktop(geometry: QRect) -> Box | None:
    """Where a window of *geometry* lies; None where that cannot be told."""
    return box(geometry) if tells_places() else place_window(box(geometry), boxes())


# ---- window ------------------------------------------------------------------------------------------------
# The station's window: draws one page at a time, reports keys, refuses to go away. It decides nothing.

TITLE = "Challenge Kiosk"
STARTING = "STARTING"
NOT_WHOLE = "Call the director.\n\nThis page does not fit the screen."
BLANK = DARK[0]  # where the station shows nothing

KIOSK_FLAGS = Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint


class StationWindow(QWidget):
    """One page on one whole screen. Until it has a page it says that it is starting, in *family*."""

    painted = Signal()
    close_refused = Signal()

    def __init__(self, windowed: bool = False, family: str = "") -> None:
        super().__init__(None, Qt.WindowType.Window if windowed else KIOSK_FLAGS)
        self._family = family
        self._look: Look | None = None
        self._page: Page | None = None
        self._spoken: SpokenPage | None = None
        self._said: Page | None = None  # the last painted one, told to assistive tools or about to be
        self._broken = ""
        self._keyboard: Keyboard | None = None
        self._on_event: Callable[[Event], None] | None = None
        self._on_large: Callable[[], None] | None = None
        self.windowed = windowed
        self.may_close = False
        self.setWindowTitle(TITLE)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(False)
        if not windowed:
            self.setCursor(Qt.CursorShape.BlankCursor)
        self.setAccessibleName(STARTING)

    def listen(self, on_event: "Callable[[Event], None]", on_large: Callable[[], None]) -> None:
        """From now on keys mean something."""
        from kiosk.kit.keys import Keyboard  # with all events; not before the first paint

        self._keyboard = Keyboard()
        self._on_event = on_event
        self._on_large = on_large

    def cover(self, screen: QScreen) -> None:
        """Fill *screen*. The geometry comes first: without a window manager, full screen alone fails."""
        if self.windowed:
            self.resize(1024, 600)
            self.show()
            return
        self.setScreen(screen)
        self.setGeometry(screen.geometry())
        if has_full_screen():
            self.showFullScreen()
        else:
            self.show()

    def remake(self) -> None:
        """Give the widget a new native window and show it again."""
        self.hide()
        self.destroy()
        self.create()
        self.cover(QGuiApplication.primaryScreen())

    def on_desktop(self) -> Box | None:
        """Where this window lies; None where that cannot be told."""
        return window_on_desktop(self.geometry())

    def page_area(self) -> Box | None:
        """Where in this window a page stands whole on one screen; None: nowhere, so nothing may be judged."""
        if self.windowed:
            return box(self.rect())
        place = self.on_desktop()
        area = page_area(place, boxes()) if place is not None else None
        return within(area, place) if place is not None and area is not None else None

    @property
    def page(self) -> "Page | None":
        return self._page

    def set_look(self, look: "Look") -> None:
        """From now on pages can be drawn, in this type and size."""
        self._look = look

    def show_page(self, page: "Page") -> None:
        """Draw *page* now; the same page twice costs nothing."""
        if page == self._page or self._broken:
            return
        self._page = page
        self.update()

    def _say(self) -> None:
        """Let assistive tools read what is on the screen, and no more than that."""
        if self._page is None or self._broken:
            return
        if self._spoken is None:
            from kiosk.kit.accessible import SpokenPage

            self._spoken = SpokenPage(self)
            self.setAccessibleName("")  # the title will do
        self._spoken.show(self._page)

    def show_plain(self, text: str) -> None:
        """The last resort when even drawing a page fails: *text* on a dark field, for good; no key counts."""
        self._broken = text
        self._on_event = self._on_large = None
        self.setAccessibleName(text)
        self.update()
        if self._spoken is not None:
            self._spoken.clear()

    # --- Qt -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            self._draw_all(painter)
        finally:
            painter.end()
        self.painted.emit()
        if self._page is not self._said:
            self._said = self._page
            QTimer.singleShot(0, self, self._say)  # nobody waits for this to see a verdict

    def _draw_all(self, painter: QPainter) -> None:
        """One whole page on one screen, and nothing beside it. The last resort depends on nothing else."""
        area = None if self._broken else self.page_area()
        if area is None:
            draw_plain(painter, QRectF(self.rect()), self._broken or NOT_WHOLE, self._family)
            return
        if rect(area) != self.rect():
            painter.fillRect(self.rect(), QColor(BLANK))
            painter.setClipRect(rect(area))
            painter.translate(area.left, area.top)
        self._draw(painter, QRectF(0, 0, area.width, area.height))

    def _draw(self, painter: QPainter, area: QRectF) -> None:
        if self._page is None or self._look is None:
            draw_plain(painter, area, STARTING, self._family, LIGHT)
        else:
            from kiosk.station.paint import draw

            draw(painter, area, self._page, self._look)

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if self._keyboard is None or self._on_event is None:
            return
        event = self._keyboard.press(press)
        if event is not None:
            self._on_event(event)
        elif self._on_large is not None and self._keyboard.is_large_key(press):
            self._on_large()
        self._report_moved()  # last: what a key means is judged by what stood before it moved

    def keyReleaseEvent(self, release: QKeyEvent) -> None:
        if self._keyboard is not None:
            self._keyboard.release(release)
            self._report_moved()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.ActivationChange and self._keyboard is not None:
            self._keyboard.forget()
            self._report_moved()
        super().changeEvent(change)

    def _report_moved(self) -> None:
        if self._keyboard is not None and self._on_event is not None:
            self._on_event(self._keyboard.keys_moved())

    def focusNextPrevChild(self, next: bool) -> bool:
        return False  # TAB judges; it must never move the focus

    def closeEvent(self, request: QCloseEvent) -> None:
        if self.may_close:
            request.accept()
            return
        request.ignore()
        self.close_refused.emit()


class Alarm(QObject):
    """The one timer that follows the states' lifetimes."""

    def __init__(self, ring: Callable[[], None]) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(ring)

    def set(self, after_ms: int | None) -> None:
        """Ring after *after_ms*; None: not at all."""
        if after_ms is None:
            self._timer.stop()
        else:
            self._timer.start(max(1, after_ms))


# ---- the tick ----------------------------------------------------------------------------------------------
# Once a second, and what is known of time in which the program did not run.

TICK_MS = 1000
STOPPED_MS = 3000  # a gap between two signs of life that no busy machine explains
SHORT_MS = 1000  # shorter ones are a busy machine's
MANY_MS = 5000  # what short gaps may add up to
WITHIN_MS = 60_000


class Gaps:
    """Time in which the program did not run: one long stop, or many short ones that add up. *tick_ms*: how
    long it may rightly have nothing to do."""

    def __init__(self, now_ms: Callable[[], int], tick_ms: int) -> None:
        self._now_ms = now_ms
        self._tick_ms = tick_ms
        self._alive_ms = now_ms()
        self._short: deque[tuple[int, int]] = deque()  # when each was found, and how long it was

    def alive(self) -> None:
        """The program has just been busy."""
        self._alive_ms = self._now_ms()

    def found_ms(self) -> int:
        """How long the program was stopped, now or in recent short gaps together; 0 if it was not. Each gap
        is reported once."""
        now = self._now_ms()
        gap_ms = now - self._alive_ms - self._tick_ms
        self.alive()
        if gap_ms > STOPPED_MS:
            self._short.clear()
            return gap_ms
        return self._add_up(now, gap_ms) if gap_ms > SHORT_MS else 0

    def _add_up(self, now: int, gap_ms: int) -> int:
        self._short.append((now, gap_ms))
        while now - self._short[0][0] > WITHIN_MS:
            self._short.popleft()
        whole_ms = sum(each for _, each in self._short)
        if whole_ms <= MANY_MS:
            return 0
        self._short.clear()
        return whole_ms


class Ticker(QObject):
    """*sign* tells whoever started the program that it runs: at each tick, and before long work with the
    seconds that may take. *now_ms* must also count while the machine sleeps: sleep is a stop like any
    other."""

    def __init__(self, sign: Callable[..., None], now_ms: Callable[[], int]) -> None:
        super().__init__()
        self._sign = sign
        self._gaps = Gaps(now_ms, TICK_MS)
        self._acts: list[Callable[[], None]] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.tick)

    def begin(self, *acts: Callable[[], None]) -> None:
        """Tick from now on, and do *acts* at each tick, in this order."""
        self._acts = list(acts)
        self._timer.start(TICK_MS)

    def rest(self) -> None:
        """Stop the acts; the heartbeats go on until the program is gone."""
        self._acts = []

    @contextmanager
    def busy(self, within_s: int = 0) -> Iterator[None]:
        """Time spent inside counts as the program's own work, not as a stop. *within_s*: how long it may
        take."""
        if within_s:
            self._sign(within_s)
        try:
            yield
        finally:
            self._gaps.alive()
            if within_s:
                self._sign()

    def missed_ms(self) -> int:
        """How long the program did not run at all, now or in recent short gaps together; each gap is reported
        once."""
        return self._gaps.found_ms()

    def tick(self) -> None:
        self._sign()
        with self.busy():
            for act in self._acts:
                act()
