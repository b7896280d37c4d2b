"""Composes a rehearsal: the station's own run and window on a folder that is thrown away, and the lesson.

No guard, no sentry and no passcode: it is an ordinary window, which anybody may leave at any time.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import NoReturn

from PySide6 import __version__ as qt_version
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from kiosk.base.page import Page
from kiosk.base.printable import printable_lines
from kiosk.errors import KioskError
from kiosk.folder import data_folder
from kiosk.kit.canvas import Type
from kiosk.kit.windows import BROKEN
from kiosk.lockdown.desktop import this_desktop
from kiosk.lockdown.heartbeat import forget_secrets
from kiosk.lockdown.watch import Hold
from kiosk.log.chores_run import Chores
from kiosk.practice.lesson import BackAsked, LessonEvent, NextAsked, as_rehearsal
from kiosk.practice.rehearsal_run import OpenedRehearsal, RehearsalWish, Teaching, rehearsal
from kiosk.practice.rehearsal_window import TITLE as WINDOW_TITLE
from kiosk.practice.rehearsal_window import RehearsalWindow
from kiosk.shipped import resources
from kiosk.station.closed import WithDirector
from kiosk.station.closed_store import ClosedMark
from kiosk.station.events import ChordPressed, Event
from kiosk.station.opening_run import ScreenAtStart
from kiosk.station.paint import Look
from kiosk.station.run import InsideStation, Parts, Running, StationRun
from kiosk.station.start import check_display
from kiosk.station.window import Alarm, StationWindow
from kiosk.system_clock import system_clock

REHEARSAL_TICK_MS = 1000
STOPPED = 4  # an event was opened meanwhile


def start_rehearsal(data: str | None, wish: RehearsalWish, *, windowed: bool = False) -> None:
    """Rehearse by the set-up in the data folder *data*; does not return."""
    forget_secrets()
    try:
        check_display()
        with rehearsal(data_folder(data), wish) as opened:
            code = run_rehearsal(opened, windowed=windowed)
        sys.exit(code)
    except KioskError as error:
        sys.stderr.write(f"{printable_lines(str(error))}\n")
        sys.exit(4)


def run_rehearsal(opened: OpenedRehearsal, *, windowed: bool) -> int:
    """Run *opened* until it is left; returns the exit code."""
    application = QApplication(["kiosk"])
    application.setQuitOnLastWindowClosed(False)
    application.setApplicationName(WINDOW_TITLE)
    program = RehearsalProgram(opened, windowed=windowed)
    program.start()
    return application.exec()


class RehearsalProgram:
    """The run of a rehearsal and the Qt it runs on; to the run it is the station's screen."""

    windowed = True  # nothing on the desktop is touched, however large the window is
    hold = Hold(keyboard=True, whole=True)

    def __init__(self, opened: OpenedRehearsal, *, windowed: bool) -> None:
        self._type = Type(resources() / "fonts")
        self.station = StationWindow(windowed=True)
        self.window = RehearsalWindow(self.station, self._type, windowed=windowed)
        self.teaching = Teaching(opened.data, opened.script)
        self._code, self._why = 0, ""
        parts = Parts(
            folder=opened.folder,
            screen=self,
            clock=system_clock,
            busy=_not_watched,
            keeper=_no_keeper,
            power=lambda: this_desktop().power(),
            keyboard=lambda: None,
            chores=lambda log: Chores(log, lambda: system_clock().mono_ms),
            mark=lambda: ClosedMark(opened.folder),
            title=WINDOW_TITLE,
            started=ScreenAtStart(qt_version, True, "rehearsal"),
            given=opened.given,
        )
        self.run = StationRun(parts)
        self._alarm = Alarm(self.run.ring)
        self._ticking = QTimer()
        self._ticking.timeout.connect(self._tick)

    def start(self) -> None:
        """Show the window; after this, keys mean something."""
        sys.excepthook = self._fault
        for ending in ("SIGTERM", "SIGINT", "SIGHUP"):
            if hasattr(signal, ending):  # Windows has no SIGHUP
                signal.signal(getattr(signal, ending), lambda *_: self.leave())
        self.set_text_size()
        self.window.listen(lambda: self._ask(BackAsked()), lambda: self._ask(NextAsked()), self.leave)
        self._ticking.start(REHEARSAL_TICK_MS)
        self.window.open_on(QGuiApplication.primaryScreen())
        self.run.start()

    def leave(self) -> None:
        """End as soon as whatever is under way is done."""
        self.run.ask_to_stop()
        QTimer.singleShot(0, self.run.tick)

    def _tick(self) -> None:
        self.run.tick()

    def _ask(self, event: LessonEvent) -> None:
        self.teaching.ask(event)
        self._teach()

    def _teach(self) -> None:
        said = self.teaching.prompt
        self.window.lesson.say(said.title, said.who, said.says)

    def _fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.run.fault(kind, error, trace)

    # --- the screen of the run ----------------------------------------------------------------------------

    def set_text_size(self, text_percent: int = 100) -> None:
        self.station.set_look(Look(self._type, text_percent))

    def listen(self, on_event: Callable[[Event], None], on_large: Callable[[], None]) -> None:
        def heard(event: Event) -> None:
            if not isinstance(event, ChordPressed):  # there is nothing here for a director to open
                on_event(event)

        self.station.listen(heard, on_large)

    def show_page(self, page: Page) -> None:
        self.station.show_page(as_rehearsal(page))
        if isinstance(self.run.phase, Running):
            self.teaching.see(self.run.phase.station.state)
            self._teach()
            if why := self.teaching.why_end():
                self._code, self._why = STOPPED, why
                self.leave()

    def show_broken(self) -> None:
        self.station.show_plain(BROKEN)

    def open_console(self, leave: WithDirector, inside: InsideStation) -> None:
        inside.shut(False)

    def close_console(self) -> None:
        """There is none."""

    def paint(self) -> None:
        self.station.repaint()

    def ring_after(self, ms: int) -> None:
        self._alarm.set(ms)

    def soon(self, act: Callable[[], None]) -> None:
        QTimer.singleShot(0, act)

    def let_go(self) -> None:
        self._alarm.set(None)
        self._ticking.stop()
        self.window.may_close = self.station.may_close = True

    def exit(self, code: int, why: str = "") -> None:
        """*code*, *why*: of the run's own trouble; whoever left meant to."""
        said = self._why or why
        if said:
            sys.stderr.write(f"{printable_lines(said)}\n")
        QGuiApplication.exit(self._code or (STOPPED if why else 0))


@contextmanager
def _not_watched(within_s: int = 0) -> Iterator[None]:
    """Nobody watches this program's time."""
    yield


def _no_keeper() -> NoReturn:
    raise AssertionError("a rehearsal engages no guards")
