"""Composes the set-up wizard: what it must know, its window and the run that joins them.

After it, in the same process or the next: a challenge to try on a log that is thrown away, or the station.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from kiosk.base.printable import printable_lines
from kiosk.errors import FAULT, KioskError, place_of
from kiosk.kit.canvas import Type
from kiosk.line_child import this_program
from kiosk.lockdown.health_reader import how_to_set_the_clock
from kiosk.lockdown.heartbeat import forget_secrets
from kiosk.paper.program import make_pdf
from kiosk.practice.rehearsal_program import RehearsalProgram
from kiosk.practice.rehearsal_run import RehearsalWish, rehearsal
from kiosk.shipped import resources
from kiosk.station.paint import Look
from kiosk.system_clock import system_clock
from kiosk.wizard.events import WizardEvent
from kiosk.wizard.pages import WizardPage
from kiosk.wizard.run import WizardParts, WizardRun, open_wizard
from kiosk.wizard.window import TITLE, WizardWindow

TICK_MS = 1000
AGAIN = "Nothing is half done: the set-up is as it was, or as the last page said. Any key leaves."


def start_wizard(folder: Path, *, windowed: bool = False) -> None:
    """Run the wizard for the station in *folder*; does not return."""
    forget_secrets()
    try:
        sys.exit(run_wizard(folder, windowed=windowed))
    except KioskError as error:
        sys.stderr.write(f"{printable_lines(str(error))}\n")
        sys.exit(4)


def run_wizard(folder: Path, *, windowed: bool) -> int:
    """Run the wizard until it is left; returns the exit code, or that of the station it started."""
    known = open_wizard(folder, system_clock, has_screen=True)
    application = QApplication(["kiosk"])
    application.setQuitOnLastWindowClosed(False)
    application.setApplicationName(TITLE)
    screen = _Screen(WizardWindow(Look(Type(resources() / "fonts")), windowed=windowed), folder)
    run = WizardRun(WizardParts(folder, system_clock, known, make_pdf, how_to_set_the_clock()), screen)
    ticking = QTimer()
    ticking.timeout.connect(run.tick)
    ticking.start(TICK_MS)
    # PySide6 only prints an exception of a slot or key handler and goes on; here nothing is stored after it.
    sys.excepthook = screen.fault
    screen.on_signals(run.stop)
    run.begin()
    screen.window.open_on(QGuiApplication.primaryScreen())
    code = application.exec()
    while screen.tries:
        screen.rehearse()
        code = application.exec()
    screen.window.close()
    return _station(folder) if screen.starts else code


def _station(folder: Path) -> int:
    """The station in place of this program; returns its exit code where nothing can take its place."""
    command = [*this_program(), "--data", str(folder), "station"]
    if sys.platform == "win32":
        return subprocess.call(command)  # noqa: S603 - this program itself
    os.execv(command[0], command)  # noqa: S606 - this program itself


class _Screen:
    """The window, as a run knows it, and what is shown instead of it for a while."""

    def __init__(self, window: WizardWindow, folder: Path) -> None:
        self.window = window
        self.starts = self.tries = False
        self._folder = folder
        self._stop: Callable[[], None] | None = None
        self._broken = False

    def on_signals(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        for ending in ("SIGTERM", "SIGINT", "SIGHUP"):
            if hasattr(signal, ending):  # Windows has no SIGHUP
                signal.signal(getattr(signal, ending), lambda *_: QTimer.singleShot(0, stop))

    def listen(self, on_event: Callable[[WizardEvent], None]) -> None:
        self.window.listen(lambda event: self.leave() if self._broken else on_event(event))

    def show_page(self, page: WizardPage) -> None:
        self.window.show_page(page)

    def show_now(self, page: WizardPage) -> None:
        self.window.show_now(page)

    def try_challenge(self) -> None:
        self.tries = True
        QGuiApplication.exit(0)  # the window's own turn is over for now

    def rehearse(self) -> None:
        """A challenge by the set-up that was just stored, on a log that is thrown away; then the wizard is
        back."""
        self.tries = False
        hook = sys.excepthook
        try:
            with rehearsal(self._folder, RehearsalWish()) as opened:
                program = RehearsalProgram(opened, windowed=not self.window.isFullScreen())
                program.start()
                self.window.hide()
                QApplication.exec()
                program.window.close()
        except KioskError as error:
            sys.stderr.write(f"{printable_lines(str(error))}\n")
        sys.excepthook = hook
        if self._stop is not None:
            self.on_signals(self._stop)
        self.window.open_on(QGuiApplication.primaryScreen())
        self.window.setFocus()

    def start_station(self) -> None:
        self.starts = True
        self.leave()

    def leave(self) -> None:
        self.window.may_close = True
        QGuiApplication.exit(0)

    def fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """The last resort: say so, and take nothing more."""
        self._broken = True
        sys.stderr.write(f"{FAULT} {kind.__name__} in {place_of(trace)}.\n")
        self.window.show_plain(f"{FAULT}\n\n{AGAIN}")
