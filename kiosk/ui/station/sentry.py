"""Watches that the station alone has screen and keyboard, takes them back, and reports what it saw.

Where a display server can be asked (X11), it is: Qt believes what it was last told. The sentry never gives
up, and reports whatever is wrong each second it lasts; the station folds that into one violation.
"""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QGuiApplication, QKeyEvent, QScreen, QSessionManager

from kiosk.core.watch.sight import KEYBOARD_GONE, MISPLACED, WINDOW_GONE, Display, Hold, Sight, amiss
from kiosk.ui.kit.windows import Beside
from kiosk.ui.station.covers import Covers
from kiosk.ui.station.grabs import Grabs
from kiosk.ui.station.outputs import box, home, leaves_bare, native, tells_places
from kiosk.ui.station.sent_keys import SentKeys
from kiosk.ui.station.ticker import Ticker
from kiosk.ui.station.window import StationWindow

RETAKE_MS = 250
TRIES = 6  # ticks to get a window back before it is made again
SETTLED = 2  # ticks after which a desktop has had its moment to give us the keyboard
BEGINNINGS = frozenset({QEvent.Type.KeyPress, QEvent.Type.Timer})  # of whatever this program does

CLOSE_ASKED = "A request to close the station was refused"
STOPPED = "The station was stopped for a while"
SENT_KEYS = "Another program sent keys to the station"
NOT_WHOLE = "The page does not fit the screen"


class Sentry(QObject):
    """*report*(what, lasted in ms) is called for each violation; *ticker* knows of time in which the program
    did not run. *beside*: the windows that are the program's own besides the station's. *display*: None where
    Qt's word is all there is.
    """

    def __init__(
        self,
        window: StationWindow,
        beside: Beside,
        report: Callable[[str, int], None],
        ticker: Ticker,
        display: Display | None = None,
    ) -> None:
        super().__init__()
        self._window = window
        self._beside = beside
        self._report = report
        self._ticker = ticker
        self._display = display
        self._grabs = Grabs(window, beside, with_pointer=display is not None)
        self._covers = Covers()
        self._sent_keys = SentKeys(self._on_sent_key)
        self._what = ""  # what has been wrong since all was last well
        self._tries = 0
        self._ticks = 0
        self._had_focus = False
        self._moving = False  # the screens have just changed, and the window with them
        self._on_duty = False
        self._watched = False
        self._retake = QTimer(self)
        self._retake.setInterval(RETAKE_MS)
        self._retake.timeout.connect(self._take_back)

    @property
    def hold(self) -> Hold:
        """What the station has of keyboard, pointer and screen now."""
        whole = self._window.page_area() is not None
        return Hold(self._grabs.keyboard, self._grabs.pointer, self._watched, whole)

    def begin(self) -> None:
        """Cover every screen, take keyboard and pointer, and watch from now on."""
        if self._window.windowed:
            return
        self._on_duty = True
        self._window.close_refused.connect(self._on_close_refused)
        for signal, answer in self._signals():
            signal.connect(answer)
        if app := QGuiApplication.instance():
            app.installEventFilter(self)
            if self._display is not None:
                app.installNativeEventFilter(self._sent_keys)
        self._cover_all()
        self._come_forward()
        self._had_focus = self._has_focus()
        if not self._had_focus:
            self._retake.start()

    def end(self) -> None:
        """Stop watching and let go of everything."""
        if self._on_duty:
            self._window.close_refused.disconnect(self._on_close_refused)
            for signal, answer in self._signals():
                signal.disconnect(answer)
            if app := QGuiApplication.instance():
                app.removeEventFilter(self)
                app.removeNativeEventFilter(self._sent_keys)
        self._on_duty = False
        self._retake.stop()
        self._grabs.let_go()
        self._covers.hide()

    def _signals(self) -> tuple[tuple[SignalInstance, Callable[..., None]], ...]:
        """What the desktop reports, and who answers."""
        app = QGuiApplication.instance()
        if not isinstance(app, QGuiApplication):
            return ()
        return (
            (app.focusWindowChanged, self._on_focus),
            (self._beside.changed, self._on_beside),
            (app.commitDataRequest, self._refuse_session_end),
            (app.screenAdded, self._on_screen),
            (app.screenRemoved, self._cover_all),
            (app.primaryScreenChanged, self._cover_all),
            *((screen.geometryChanged, self._cover_all) for screen in app.screens()),
        )

    # --- what is told -------------------------------------------------------------------------------------

    def _tell(self, what: str, lasted_ms: int = 0) -> None:
        self._look_for_gap()  # a stop comes before what it let happen
        with self._ticker.busy():
            self._report(what, lasted_ms)

    def _tell_amiss(self, what: str) -> None:
        """Report *what*, or its cause: whatever hides the window takes the keyboard too."""
        self._what = self._what or what
        self._tell(self._what)

    def _on_close_refused(self) -> None:
        self._tell(CLOSE_ASKED)

    def _on_sent_key(self) -> None:
        self._tell(SENT_KEYS)

    def _refuse_session_end(self, manager: QSessionManager) -> None:
        """The desktop asks whether it may log out: not without the director's leave."""
        if not self._window.may_close:
            manager.cancel()
            self._tell(CLOSE_ASKED)

    def _on_focus(self) -> None:
        had, self._had_focus = self._had_focus, self._has_focus()
        if self._had_focus:
            self._retake.stop()
            self._grabs.take()
        elif had:
            self._retake.start()
            self._tell_amiss(KEYBOARD_GONE)

    def _on_beside(self) -> None:
        """A window beside the station's came or went: the keyboard moves, and a desktop takes its moment."""
        self._grabs.let_go()
        self._had_focus, self._ticks = False, 0
        if self._beside.front is None:
            self._come_forward()
        self._retake.start()

    # --- what is seen -------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Once a second: look, report, put back."""
        if not self._on_duty:
            return
        self._look_for_gap()
        self._ticks += 1
        if self._display is not None:
            self._grabs.take()
        self._cover()
        sight = self._sight()
        self._watched = sight is not None
        wrong = self._wrong(sight)
        self._look_for_gap()  # a server that kept us waiting stopped us as well
        moving, self._moving = self._moving, False
        if not wrong:
            self._what, self._tries = "", 0
            return
        self._tries += 1
        settled = (self._had_focus or self._ticks >= SETTLED) and not (moving and wrong == MISPLACED)
        if settled or self._what:
            self._tell_amiss(wrong)
        self._put_back(wrong, gone=sight is not None and sight.place is None)

    def _sight(self) -> Sight | None:
        if self._display is None:
            return None
        own, beside = self._own(), self._beside.numbers()
        sight = self._display.look(int(self._window.winId()), own)
        front = self._display.look(beside[-1], own) if sight is not None and beside else None
        if sight is None or front is None:
            return sight
        # Keys may go to either: both are this program's.
        return replace(sight, focused=sight.focused or front.focused, active=sight.active or front.active)

    def _own(self) -> tuple[int, ...]:
        return (*self._covers.windows(), *self._beside.numbers())

    def _wrong(self, sight: Sight | None) -> str:
        """What is wrong with the station's hold on screen and keyboard; empty: nothing."""
        asked = amiss(sight, native(QGuiApplication.primaryScreen())) if sight is not None else ""
        if asked:
            return asked
        if self._hidden():
            return WINDOW_GONE
        if not self._has_focus():
            return KEYBOARD_GONE
        if self._window.page_area() is None:
            return NOT_WHOLE
        if sight is None and self._is_misplaced():
            return MISPLACED
        return self._grabs.refused if self._display is not None else ""

    def _has_focus(self) -> bool:
        handle = self._window.windowHandle()
        return (handle is not None and handle.isActive()) or self._beside.has_focus()

    def _hidden(self) -> bool:
        minimized = bool(self._window.windowState() & Qt.WindowState.WindowMinimized)
        handle = self._window.windowHandle()
        return not self._window.isVisible() or minimized or handle is None or not handle.isExposed()

    def _is_misplaced(self) -> bool:
        if not tells_places():
            return False  # then the page's own place says all that can be said
        return leaves_bare(box(self._window.geometry()), home())

    # --- what is put back ---------------------------------------------------------------------------------

    def _put_back(self, wrong: str, gone: bool) -> None:
        if gone or (self._tries % TRIES == 0 and wrong in (WINDOW_GONE, KEYBOARD_GONE, MISPLACED)):
            # Somebody may have destroyed the window, or put it into another, behind Qt's back.
            self._window.remake()
        self._restore_window(hidden=wrong == WINDOW_GONE, misplaced=wrong == MISPLACED)
        self._come_forward()

    def _take_back(self) -> None:
        if self._beside.has_focus():  # nothing to snatch
            self._on_focus()
            return
        self._restore_window(self._hidden(), self._is_misplaced())
        self._come_forward()
        if self._has_focus():
            self._on_focus()

    def _restore_window(self, hidden: bool, misplaced: bool) -> None:
        if not hidden and not misplaced:
            return
        if hidden:
            # Whoever unmapped the window behind Qt's back left Qt believing it is shown: map it again.
            self._window.hide()
        self._window.cover(QGuiApplication.primaryScreen())

    def _come_forward(self) -> None:
        self._window.raise_()
        self._window.activateWindow()
        if handle := self._window.windowHandle():
            handle.requestActivate()
        if self._display is not None:
            self._display.take_back(int(self._window.winId()), self._own())
        self._beside.come_forward()  # over the station, which is over everything else
        self._grabs.take()

    def _on_screen(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._cover_all)
        self._cover_all()

    def _cover_all(self) -> None:
        """The screens have changed: the station on the primary one, and nothing to be seen on any other."""
        self._moving = True
        self._cover()
        if tells_places() and box(self._window.geometry()) != home():
            self._window.cover(QGuiApplication.primaryScreen())
        self._window.update()  # its page may have to move

    def _cover(self) -> None:
        if tells_places():
            self._covers.arrange(home())
        elif spread := self._window.on_desktop():
            self._covers.arrange_when_settled(spread)

    # --- time ---------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key pressed while the station was stopped must find the stop already reported; one pressed while
        no page can be read whole means nothing, nor does a TAB under another window."""
        kind = event.type()
        if kind in BEGINNINGS:
            self._look_for_gap()
        if kind != QEvent.Type.KeyPress:
            return False
        if watched is self._window and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab:
            return self._is_covered()
        return self._window.page_area() is None and not self._beside.owns(watched)

    def _is_covered(self) -> bool:
        """Whether the words cannot be read just now, so that TAB must not judge them. The watch would see it
        within a second, and a verdict would stand under the cover till then."""
        if self._window.page_area() is None:
            return True
        if self._display is None:
            return False
        sight = self._display.glance(int(self._window.winId()), self._own())
        if sight is None or not (wrong := amiss(sight, sight.place or home())):
            return False
        self._tell_amiss(wrong)
        self._put_back(wrong, gone=sight.place is None)
        return True

    def _look_for_gap(self) -> None:
        """Report time in which this program did not run at all: it was stopped, or the machine slept."""
        if gap_ms := self._ticker.missed_ms():
            with self._ticker.busy():
                self._report(STOPPED, gap_ms)
