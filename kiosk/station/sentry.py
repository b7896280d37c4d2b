"""Watches that the station alone has screen and keyboard, takes them back, and reports what it saw."""

import ctypes
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import (
    QAbstractNativeEventFilter,
    QByteArray,
    QEvent,
    QObject,
    QRect,
    Qt,
    QTimer,
    SignalInstance,
)
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QScreen, QSessionManager, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.kit.windows import OtherWindows
from kiosk.lockdown.places import Box, blanks
from kiosk.lockdown.watch import KEYBOARD_GONE, MISPLACED, WINDOW_GONE, Display, Hold, Sight, amiss
from kiosk.station import window as station_window

# ---- covers ------------------------------------------------------------------------------------------------
# Blank windows over whatever of the screens the station's own window leaves bare.


class Cover(QWidget):
    """A blank window over a screen the station does not use, or over the part of it given as *place*."""

    def __init__(self, screen: QScreen, place: QRect | None = None) -> None:
        super().__init__(None, station_window.KIOSK_FLAGS | Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.setStyleSheet(f"background: {station_window.BLANK}")
        self.setAccessibleName("Covered")
        self.setWindowTitle(station_window.TITLE)
        self._place = place
        self.cover(screen)

    def cover(self, screen: QScreen) -> None:
        """Fill *screen*, also after it has changed its size or place."""
        self.setScreen(screen)
        self.setGeometry(self._place or screen.geometry())
        # Not showFullScreen(): that asks for the keyboard, which a cover must never have.
        if self._place is None and station_window.has_full_screen():
            self.setWindowState(Qt.WindowState.WindowFullScreen)
        self.show()

    def closeEvent(self, request: QCloseEvent) -> None:
        request.ignore()


class Covers:
    """All covers, by what they cover."""

    def __init__(self) -> None:
        self._covers: dict[tuple[QScreen, Box], Cover] = {}
        self._asked: set[tuple[QScreen, Box]] = set()

    def arrange_when_settled(self, station: Box) -> None:
        """As `arrange`, but only what is asked for twice: a compositor stretches a window some time after a
        screen came, and a cover that proves needless would lie over the station."""
        wanted, before = self._wanted_boxes(station), self._asked
        self._asked = wanted
        self._set_up(wanted & (before | self._covers.keys()))

    def arrange(self, station: Box) -> None:
        """Cover everything but *station*, the part of the desktop that the station's window fills."""
        self._set_up(self._wanted_boxes(station))

    def _set_up(self, wanted: set[tuple[QScreen, Box]]) -> None:
        for gone in self._covers.keys() - wanted:
            self._covers.pop(gone).hide()
        for screen, place in wanted:
            cover = self._covers.get((screen, place))
            if cover is None:
                whole = place == station_window.box(screen.geometry())
                self._covers[screen, place] = Cover(screen, None if whole else station_window.rect(place))
            elif station_window.box(cover.geometry()) != place:
                cover.cover(screen)

    def _wanted_boxes(self, station: Box) -> set[tuple[QScreen, Box]]:
        others = {(screen, station_window.box(screen.geometry())) for screen in station_window.strangers()}
        bare = {(_shows(place), place) for place in blanks(station, station_window.boxes())}
        return others | bare

    def windows(self) -> tuple[int, ...]:
        """The display server's numbers of them."""
        return tuple(int(cover.winId()) for cover in self._covers.values())

    def hide(self) -> None:
        for cover in self._covers.values():
            cover.hide()


def _shows(place: Box) -> QScreen:
    """The first screen that shows *place*."""
    return next(
        screen for screen in station_window.desktop() if station_window.box(screen.geometry()).meets(place)
    )


# ---- grabs -------------------------------------------------------------------------------------------------
# Keyboard and pointer, held for this program alone as far as the system lets a program hold them.

KEYBOARD_HELD = "Another program holds the keyboard"
POINTER_HELD = "Another program holds the mouse"
PATIENCE = 2  # refusals in a row: a menu that is just closing holds them for a moment


class Grabs:
    """*with_pointer*: the pointer too; only where a grab of it keeps the desktop from acting on a click. As
    long as a window stands *others* the station's, that has the keyboard, and the pointer is free."""

    def __init__(
        self, window: station_window.StationWindow, others: OtherWindows, with_pointer: bool
    ) -> None:
        self._window = window
        self._others = others
        self._with_pointer = with_pointer
        self.keyboard = self.pointer = False
        self._refusals = 0

    @property
    def hold(self) -> bool:
        return self.keyboard and (self.pointer or not self._wants_pointer)

    @property
    def refused(self) -> str:
        """Who has what we asked for several times in vain; empty: nobody."""
        if self.hold or self._refusals < PATIENCE:
            return ""
        return POINTER_HELD if self.keyboard else KEYBOARD_HELD

    @property
    def _wants_pointer(self) -> bool:
        return self._with_pointer and self._others.front is None

    def take(self) -> None:
        """Take them, or take them again: only the return values tell, Qt's own book-keeping does not."""
        if self._others.front is not None and QApplication.activePopupWidget() is not None:
            return  # a menu of that window holds them, until it closes
        handle = self._handle()
        self.keyboard = self.pointer = False
        if handle is not None and handle.isExposed():
            self.keyboard = handle.setKeyboardGrabEnabled(True)
            self.pointer = self._wants_pointer and handle.setMouseGrabEnabled(True)
        self._refusals = 0 if self.hold else self._refusals + 1

    def let_go(self) -> None:
        handle = self._window.windowHandle()
        if self.keyboard and handle is not None:
            handle.setKeyboardGrabEnabled(False)
        if self.pointer and handle is not None:
            handle.setMouseGrabEnabled(False)
        self.keyboard = self.pointer = False

    def _handle(self) -> QWindow | None:
        """The window that gets the keys."""
        return self._window.windowHandle() if self._others.front is None else self._others.handle()


# ---- sent keys ---------------------------------------------------------------------------------------------
# Keys that another program sends to the window, instead of a keyboard: dropped before Qt sees them.

_XCB = b"xcb_generic_event_t"
_SENT = 0x80  # set by the X server on every event a program made up
_KEYS = (2, 3)  # KeyPress, KeyRelease


class SentKeys(QAbstractNativeEventFilter):
    """*tell* is called for each of them."""

    def __init__(self, tell: Callable[[], None]) -> None:
        super().__init__()
        self._tell = tell

    def nativeEventFilter(
        self, event_type: QByteArray | bytes | bytearray | memoryview, message: int
    ) -> tuple[bool, int]:
        if bytes(event_type) != _XCB:  # type: ignore[arg-type]  # PySide's stub of QByteArray lacks the buffer
            return False, 0
        kind = ctypes.c_uint8.from_address(int(message)).value
        if not kind & _SENT or kind & ~_SENT not in _KEYS:
            return False, 0
        self._tell()
        return True, 0


# ---- sentry ------------------------------------------------------------------------------------------------
# Watches that the station alone has screen and keyboard, takes them back, and reports what it saw.
#
# Where a display server can be asked (X11), it is: Qt believes what it was last told. The sentry never gives
# up, and reports whatever is wrong each second it lasts; the station folds that into one violation.

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
    did not run. *others*: the windows that are the program's own besides the station's. *display*: None where
    Qt's word is all there is.
    """

    def __init__(
        self,
        window: station_window.StationWindow,
        others: OtherWindows,
        report: Callable[[str, int], None],
        ticker: station_window.Ticker,
        display: Display | None = None,
    ) -> None:
        super().__init__()
        self._window = window
        self._others = others
        self._report = report
        self._ticker = ticker
        self._display = display
        self._grabs = Grabs(window, others, with_pointer=display is not None)
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
            (self._others.changed, self._on_others),
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

    def _on_others(self) -> None:
        """A window beside the station's came or went: the keyboard moves, and a desktop takes its moment."""
        self._grabs.let_go()
        self._had_focus, self._ticks = False, 0
        if self._others.front is None:
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
        own, others = self._own(), self._others.numbers()
        sight = self._display.look(int(self._window.winId()), own)
        front = self._display.look(others[-1], own) if sight is not None and others else None
        if sight is None or front is None:
            return sight
        # Keys may go to either: both are this program's.
        return replace(sight, focused=sight.focused or front.focused, active=sight.active or front.active)

    def _own(self) -> tuple[int, ...]:
        return (*self._covers.windows(), *self._others.numbers())

    def _wrong(self, sight: Sight | None) -> str:
        """What is wrong with the station's hold on screen and keyboard; empty: nothing."""
        asked = (
            amiss(sight, station_window.native(QGuiApplication.primaryScreen())) if sight is not None else ""
        )
        if asked:
            return asked
        if self._is_hidden():
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
        return (handle is not None and handle.isActive()) or self._others.has_focus()

    def _is_hidden(self) -> bool:
        minimized = bool(self._window.windowState() & Qt.WindowState.WindowMinimized)
        handle = self._window.windowHandle()
        return not self._window.isVisible() or minimized or handle is None or not handle.isExposed()

    def _is_misplaced(self) -> bool:
        if not station_window.tells_places():
            return False  # then the page's own place says all that can be said
        return station_window.leaves_bare(station_window.box(self._window.geometry()), station_window.home())

    # --- what is put back ---------------------------------------------------------------------------------

    def _put_back(self, wrong: str, gone: bool) -> None:
        if gone or (self._tries % TRIES == 0 and wrong in (WINDOW_GONE, KEYBOARD_GONE, MISPLACED)):
            # Somebody may have destroyed the window, or put it into another, behind Qt's back.
            self._window.remake()
        self._restore_window(hidden=wrong == WINDOW_GONE, misplaced=wrong == MISPLACED)
        self._come_forward()

    def _take_back(self) -> None:
        if self._others.has_focus():  # nothing to snatch
            self._on_focus()
            return
        self._restore_window(self._is_hidden(), self._is_misplaced())
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
        self._others.come_forward()  # over the station, which is over everything else
        self._grabs.take()

    def _on_screen(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._cover_all)
        self._cover_all()

    def _cover_all(self) -> None:
        """The screens have changed: the station on the primary one, and nothing to be seen on any other."""
        self._moving = True
        self._cover()
        if (
            station_window.tells_places()
            and station_window.box(self._window.geometry()) != station_window.home()
        ):
            self._window.cover(QGuiApplication.primaryScreen())
        self._window.update()  # its page may have to move

    def _cover(self) -> None:
        if station_window.tells_places():
            self._covers.arrange(station_window.home())
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
        return self._window.page_area() is None and not self._others.owns(watched)

    def _is_covered(self) -> bool:
        """Whether the words cannot be read just now, so that TAB must not judge them. The watch would see it
        within a second, and a verdict would stand under the cover till then."""
        if self._window.page_area() is None:
            return True
        if self._display is None:
            return False
        sight = self._display.glance(int(self._window.winId()), self._own())
        if sight is None or not (wrong := amiss(sight, sight.place or station_window.home())):
            return False
        self._tell_amiss(wrong)
        self._put_back(wrong, gone=sight.place is None)
        return True

    def _look_for_gap(self) -> None:
        """Report time in which this program did not run at all: it was stopped, or the machine slept."""
        if gap_ms := self._ticker.missed_ms():
            with self._ticker.busy():
                self._report(STOPPED, gap_ms)
