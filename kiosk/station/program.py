"""Composes the station: its window, timers, sentry, guards and log, and the run that joins them.

It is imported when the first page stands on the screen. The log is opened and verified, the lists are loaded,
the keyboard is taken; only then do keys mean something.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6 import __version__ as qt_version
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from kiosk.kit.canvas import Type
from kiosk.kit.windows import BROKEN, OtherWindows
from kiosk.lockdown.heartbeat import CAUSE, OPENING_S
from kiosk.lockdown.watch import Display, Hold
from kiosk.log.chores_run import Chores
from kiosk.shipped import resources
from kiosk.station.closed import WithDirector
from kiosk.station.closed_store import ClosedMark
from kiosk.station.opening_run import ScreenAtStart
from kiosk.station.paint import Look, load_screens
from kiosk.station.run import InsideStation, Parts, StationRun
from kiosk.station.sentry import Sentry
from kiosk.station.window import TITLE, Alarm, StationWindow, Ticker
from kiosk.system_clock import system_clock

if TYPE_CHECKING:  # needed late or never
    from kiosk.console.program import Console
    from kiosk.lockdown.health import Power
    from kiosk.lockdown.keeper import Keeper


class Program:
    """The station's run and the Qt it runs on. *run*: without Qt; *others*: windows a director may open."""

    def __init__(
        self,
        window: StationWindow,
        others: OtherWindows,
        ticker: Ticker,
        folder: Path,
        out_of_service: str = "",
    ) -> None:
        self.window = window
        self.others = others
        self._ticker = ticker
        self._console: Console | None = None
        self.listen, self.show_page, self.paint = window.listen, window.show_page, window.repaint
        self._type = Type(resources() / "fonts")
        parts = Parts(
            folder=folder,
            screen=self,
            clock=system_clock,
            busy=ticker.busy,
            keeper=lambda: _keeper(folder),
            power=_power,
            keyboard=_keyboard(),
            chores=lambda log: Chores(log, lambda: system_clock().mono_ms),
            mark=lambda: ClosedMark(folder),
            title=TITLE,
            started=ScreenAtStart(qt_version, window.windowed),
            cause=os.environ.get(CAUSE, ""),
        )
        self.run = StationRun(parts, out_of_service)
        self._alarm = Alarm(self.run.ring)
        self.ring_after = self._alarm.set
        self._sentry = Sentry(window, others, self.run.on_violation, ticker, _display())

    def start(self) -> None:
        """Take over the window that shows the first page; after this, keys mean something."""
        self.set_text_size()
        self.window.painted.connect(self._load_ahead)
        sys.excepthook = self.run.fault
        for ending in ("SIGTERM", "SIGINT", "SIGHUP"):
            if hasattr(signal, ending):  # Windows has no SIGHUP
                signal.signal(getattr(signal, ending), lambda *_: self.run.ask_to_stop())
        # First: whatever fails after it, the program can still be asked to end.
        self._ticker.begin(self._sentry.watch, self.run.tick)
        self._sentry.begin()
        self.run.start()

    def _load_ahead(self) -> None:
        """Once the first page stands, load what the next ones need, before anybody can have pressed a key."""
        if self.window.page is not None:
            self.window.painted.disconnect(self._load_ahead)
            QTimer.singleShot(0, _load_the_rest)

    # --- the screen of the run ----------------------------------------------------------------------------

    @property
    def windowed(self) -> bool:
        return self.window.windowed

    @property
    def hold(self) -> Hold:
        return self._sentry.hold

    def set_text_size(self, text_percent: int = 100) -> None:
        self.window.set_look(Look(self._type, text_percent))

    def open_console(self, leave: WithDirector, inside: InsideStation) -> None:
        def shut(leaving: bool) -> None:
            self._console = None
            inside.shut(leaving)

        with inside.busy(OPENING_S):  # what it is made of is imported only now
            from kiosk.console.program import console_inside

            self._console = console_inside(leave, inside, shut)
            if not self.windowed:
                self._console.cover()
            self._console.begin()
            self.others.open(leave, self._console.window)

    def close_console(self) -> None:
        console, self._console = self._console, None
        if console is not None:
            console.end()

    def show_broken(self) -> None:
        self.close_console()
        self.window.show_plain(BROKEN)

    def soon(self, act: Callable[[], None]) -> None:
        QTimer.singleShot(0, act)

    def let_go(self) -> None:
        self.window.may_close = True
        self._alarm.set(None)
        self._ticker.rest()
        self._sentry.end()
        self.others.close()

    def exit(self, code: int, why: str = "") -> None:
        if why:
            sys.stderr.write(f"{why}\n")
        QGuiApplication.exit(code)


def _load_the_rest() -> None:
    load_screens()
    gc.freeze()  # as at the end of the start: no verdict waits for a look through all modules


def _display() -> Display | None:
    """The display server, where it can be asked what it shows; elsewhere there is only Qt's word."""
    if QGuiApplication.platformName() != "xcb":
        return None
    from kiosk.lockdown.linux.x_display import XDisplay
    from kiosk.lockdown.linux.x_server import XServer

    return XDisplay(XServer())


def _keyboard() -> Callable[[], bool | None]:
    """How to find out whether there is a keyboard: ask whatever hands its keys to the window."""
    platform = QGuiApplication.platformName()
    if platform == "xcb":
        from kiosk.lockdown.linux.keyboards import XKeyboards

        return XKeyboards().present
    if platform.startswith("wayland"):
        from kiosk.lockdown.linux.keyboards import session_keyboards

        return session_keyboards
    if sys.platform == "win32":
        from kiosk.lockdown.windows.calls import keyboards_present

        return keyboards_present
    return lambda: None


def _keeper(folder: Path) -> "Keeper":
    from kiosk.lockdown.keeper import Keeper

    return Keeper(folder)


def _power() -> "Power":
    from kiosk.lockdown.desktop import this_desktop

    return this_desktop().power()
