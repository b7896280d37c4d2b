"""Watches that the station alone has screen and keyboard, takes them back, and reports what it saw."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QGuiApplication, QScreen, QSessionManager

from kiosk.core.watch import LONGEST_MS
from kiosk.ui.window import Cover, StationWindow

TICK_MS = 1000
RETAKE_MS = 250
TRIES = 6  # to take the focus back before the window is made anew
STOPPED_MS = 3000  # a gap between two signs of life that no busy machine explains
BEGINNINGS = frozenset({QEvent.Type.KeyPress, QEvent.Type.Timer})  # of whatever this program does

KEYBOARD_GONE = "Another program took the keyboard"
WINDOW_GONE = "The station's window was hidden"
CLOSE_ASKED = "A request to close the station was refused"
STOPPED = "The station was stopped for a while"


class Sentry(QObject):
    """*report*(what, lasted in ms) is called for each violation; *each_tick* once a second.

    *now_ms* must also count while the machine sleeps: a sleep is a stop like any other.
    """

    def __init__(
        self,
        window: StationWindow,
        report: Callable[[str, int], None],
        each_tick: Callable[[], None],
        now_ms: Callable[[], int],
    ) -> None:
        super().__init__()
        self._window = window
        self._report = report
        self._each_tick = each_tick
        self._now_ms = now_ms
        self._covers: dict[QScreen, Cover] = {}
        self._lost_ms: int | None = None
        self._told_long = False
        self._hidden_ms: int | None = None
        self._tries = 0
        self._misplaced = 0
        self._on_duty = False
        self._alive_ms = now_ms()
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._on_tick)
        self._retake = QTimer(self)
        self._retake.setInterval(RETAKE_MS)
        self._retake.timeout.connect(self._take_back)
        self.grab_holds = False

    def begin(self) -> None:
        """Cover every screen, take the keyboard, and watch from now on."""
        self._on_duty = True
        self._tick.start(TICK_MS)
        self.alive()
        if self._window.windowed:
            return
        self._window.close_refused.connect(self._on_close_refused)
        for signal, answer in self._signals():
            signal.connect(answer)
        if app := QGuiApplication.instance():
            app.installEventFilter(self)
        self._cover_all()
        self._take_keyboard()
        if not self._has_focus():
            self._retake.start()

    def end(self) -> None:
        """Stop watching and let go of everything."""
        if self._on_duty and not self._window.windowed:
            self._window.close_refused.disconnect(self._on_close_refused)
            for signal, answer in self._signals():
                signal.disconnect(answer)
            if app := QGuiApplication.instance():
                app.removeEventFilter(self)
        self._on_duty = False
        self._tick.stop()
        self._retake.stop()
        handle = self._window.windowHandle()
        if handle is not None and self.grab_holds:
            handle.setKeyboardGrabEnabled(False)
        for cover in self._covers.values():
            cover.hide()

    def _signals(self) -> tuple[tuple[SignalInstance, Callable[..., None]], ...]:
        """What the desktop tells, and who answers."""
        app = QGuiApplication.instance()
        if not isinstance(app, QGuiApplication):
            return ()
        return (
            (app.focusWindowChanged, self._on_focus),
            (app.commitDataRequest, self._refuse_session_end),
            (app.screenAdded, self._on_screen),
            (app.screenRemoved, self._cover_all),
            (app.primaryScreenChanged, self._cover_all),
            *((screen.geometryChanged, self._cover_all) for screen in app.screens()),
        )

    def _tell(self, what: str, lasted_ms: int = 0) -> None:
        self._look_for_gap()  # a stop comes before what it let happen
        self._report(what, lasted_ms)
        self.alive()

    def _on_close_refused(self) -> None:
        self._tell(CLOSE_ASKED)

    def _refuse_session_end(self, manager: QSessionManager) -> None:
        """The desktop asks whether it may log out: not without the director's leave."""
        if not self._window.may_close:
            manager.cancel()
            self._tell(CLOSE_ASKED)

    # --- keyboard -----------------------------------------------------------------------------------------

    def _take_keyboard(self) -> None:
        """Grab where the system lets us. Only the return value tells: Qt's own book-keeping does not."""
        handle = self._window.windowHandle()
        self.grab_holds = handle is not None and handle.isExposed() and handle.setKeyboardGrabEnabled(True)

    def _on_focus(self) -> None:
        if self._has_focus():
            self._regained()
        elif self._lost_ms is None:
            self._lost_ms = self._now_ms()
            self._told_long = False
            self._retake.start()
            self._tell(KEYBOARD_GONE)

    def _has_focus(self) -> bool:
        handle = self._window.windowHandle()
        return handle is not None and handle.isActive()

    def _regained(self) -> None:
        self._retake.stop()
        self._tries = 0
        self._lost_ms = None
        self._take_keyboard()

    def _take_back(self) -> None:
        self._tries += 1
        if self._tries % TRIES == 0:
            # Somebody may have destroyed the window behind Qt's back: no event tells, so it is made anew.
            self._window.make_anew()
        self._restore_window()
        self._window.raise_()
        self._window.activateWindow()
        handle = self._window.windowHandle()
        if handle is not None:
            handle.requestActivate()
        self._take_keyboard()
        if self._has_focus():
            self._regained()

    # --- window -------------------------------------------------------------------------------------------

    def _hidden(self) -> bool:
        minimized = bool(self._window.windowState() & Qt.WindowState.WindowMinimized)
        handle = self._window.windowHandle()
        return not self._window.isVisible() or minimized or handle is None or not handle.isExposed()

    def _is_misplaced(self) -> bool:
        return self._window.geometry() != QGuiApplication.primaryScreen().geometry()

    def _restore_window(self) -> None:
        hidden = self._hidden()
        if not hidden and not self._is_misplaced():
            return
        if hidden:
            # Whoever unmapped the window behind Qt's back left Qt believing it is shown: map it anew.
            self._window.hide()
        self._window.cover(QGuiApplication.primaryScreen())
        if not hidden:
            self._window.raise_()  # it may have grown under another window

    def _on_screen(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._cover_all)
        self._cover_all()

    def _cover_all(self) -> None:
        """The station on the primary screen, a blank cover on each other one that does not show the same."""
        place = QGuiApplication.primaryScreen().geometry()
        screens = {one for one in QGuiApplication.screens() if not one.geometry().intersects(place)}
        for gone in set(self._covers) - screens:
            self._covers.pop(gone).hide()
        for screen in screens - set(self._covers):
            self._covers[screen] = Cover(screen)
        for screen, cover in self._covers.items():
            if cover.geometry() != screen.geometry():
                cover.cover(screen)
        self._restore_window()

    # --- time ---------------------------------------------------------------------------------------------

    def alive(self) -> None:
        """To be called when the program has just been busy: what it spent itself is no gap."""
        self._alive_ms = self._now_ms()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key pressed while the station was stopped must find the stop already told."""
        if event.type() in BEGINNINGS:
            self._look_for_gap()
        return False

    def _look_for_gap(self) -> None:
        """Tell of time in which this program did not run at all: it was stopped, or the machine slept."""
        gap_ms = self._now_ms() - self._alive_ms - TICK_MS
        self.alive()
        if gap_ms > STOPPED_MS:
            self._report(STOPPED, gap_ms)
            self.alive()

    def _on_tick(self) -> None:
        if not self._window.windowed:
            self._watch()
        self._each_tick()
        self.alive()

    def _watch(self) -> None:
        self._look_for_gap()
        if self._tries > 1:  # begun without the keyboard: no signal told, and the desktop had its moment
            self._on_focus()
        self._watch_window()
        if self._lost_ms is not None:
            lasted_ms = self._now_ms() - self._lost_ms
            if lasted_ms > LONGEST_MS and not self._told_long:
                self._told_long = True
                self._tell(KEYBOARD_GONE, lasted_ms)

    def _watch_window(self) -> None:
        hidden = self._hidden()
        if hidden:
            self._tell_hidden()
        else:
            self._hidden_ms = None
        self._misplaced = self._misplaced + 1 if self._is_misplaced() else 0
        if hidden or self._misplaced <= TRIES:  # a system that keeps a strip for itself is left alone
            self._cover_all()
        if hidden:
            self._retake.start()

    def _tell_hidden(self) -> None:
        now = self._now_ms()
        if self._hidden_ms is None:
            self._hidden_ms = now
        if self._lost_ms is not None:
            return  # whoever hides the window takes the keyboard too: that is one violation
        lasted_ms = now - self._hidden_ms
        if lasted_ms > LONGEST_MS:
            self._hidden_ms = now  # told as long once, not each second
        self._tell(WINDOW_GONE, lasted_ms)
