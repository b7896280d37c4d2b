"""Watches that the station alone has screen and keyboard, takes them back, and reports what it saw."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QGuiApplication, QScreen, QSessionManager
from PySide6.QtWidgets import QApplication

from kiosk.core.watch import LONGEST_MS
from kiosk.ui.window import Cover, StationWindow

TICK_MS = 1000
RETAKE_MS = 250
TRIES = 6  # to take the focus back before the window is made anew
STOPPED_MS = 3000  # a gap between two ticks that no busy machine explains

KEYBOARD_GONE = "Another program took the keyboard"
WINDOW_GONE = "The station's window was hidden"
CLOSE_ASKED = "A request to close the station was refused"
STOPPED = "The station was stopped for a while"


class Sentry(QObject):
    """*report*(what, lasted in ms) is called for each violation; *each_tick* once a second."""

    def __init__(
        self,
        window: StationWindow,
        report: Callable[[str, int], None],
        each_tick: Callable[[], None],
    ) -> None:
        super().__init__()
        self._window = window
        self._report = report
        self._each_tick = each_tick
        self._covers: dict[QScreen, Cover] = {}
        self._lost_at: float | None = None
        self._told_long = False
        self._tries = 0
        self._on_duty = False
        self._ticked_at = time.monotonic()
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
        self._ticked_at = time.monotonic()
        if self._window.windowed:
            return
        self._window.close_refused.connect(self._on_close_refused)
        for signal, answer in self._signals():
            signal.connect(answer)
        self._cover_all()
        self._take_keyboard()
        if QApplication.focusWindow() is None:
            self._retake.start()

    def end(self) -> None:
        """Stop watching and let go of everything."""
        if self._on_duty and not self._window.windowed:
            self._window.close_refused.disconnect(self._on_close_refused)
            for signal, answer in self._signals():
                signal.disconnect(answer)
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
            (app.screenAdded, self._cover_all),
            (app.screenRemoved, self._cover_all),
            (app.primaryScreenChanged, self._cover_all),
        )

    def _on_close_refused(self) -> None:
        self._report(CLOSE_ASKED, 0)

    def _refuse_session_end(self, manager: QSessionManager) -> None:
        """The desktop asks whether it may log out: not without the director's leave."""
        if not self._window.may_close:
            manager.cancel()
            self._report(CLOSE_ASKED, 0)

    # --- keyboard -----------------------------------------------------------------------------------------

    def _take_keyboard(self) -> None:
        """Grab where the system lets us. Only the return value tells: Qt's own book-keeping does not."""
        handle = self._window.windowHandle()
        self.grab_holds = handle is not None and handle.isExposed() and handle.setKeyboardGrabEnabled(True)

    def _on_focus(self) -> None:
        if self._has_focus():
            self._regained()
        elif self._lost_at is None:
            self._lost_at = time.monotonic()
            self._told_long = False
            self._retake.start()
            self._report(KEYBOARD_GONE, 0)

    def _has_focus(self) -> bool:
        return QApplication.focusWindow() is self._window.windowHandle()

    def _regained(self) -> None:
        self._retake.stop()
        self._tries = 0
        self._lost_at = None
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

    def _restore_window(self) -> None:
        screen = QGuiApplication.primaryScreen()
        if not self._hidden() and self._window.geometry() == screen.geometry():
            return
        if self._hidden():
            # Whoever unmapped the window behind Qt's back left Qt believing it is shown: map it anew.
            self._window.hide()
        self._window.cover(screen)

    def _cover_all(self) -> None:
        """The station on the primary screen, a blank cover on each other one."""
        primary = QGuiApplication.primaryScreen()
        screens = set(QGuiApplication.screens()) - {primary}
        for gone in set(self._covers) - screens:
            self._covers.pop(gone).hide()
        for screen in screens - set(self._covers):
            self._covers[screen] = Cover(screen)
        self._restore_window()

    # --- time ---------------------------------------------------------------------------------------------

    def _on_tick(self) -> None:
        now = time.monotonic()
        gap_ms = int((now - self._ticked_at) * 1000) - TICK_MS
        self._ticked_at = now
        if not self._window.windowed:
            self._watch(now, gap_ms)
        self._each_tick()

    def _watch(self, now: float, gap_ms: int) -> None:
        if gap_ms > STOPPED_MS:
            self._report(STOPPED, gap_ms)
        if self._hidden():
            if (
                self._lost_at is None
            ):  # whoever hides the window takes the keyboard too: that is one violation
                self._report(WINDOW_GONE, 0)
            self._restore_window()
            self._retake.start()
        if self._lost_at is not None:
            lasted_ms = int((now - self._lost_at) * 1000)
            if lasted_ms > LONGEST_MS and not self._told_long:
                self._told_long = True
                self._report(KEYBOARD_GONE, lasted_ms)
