"""Composes the adjudicator's desk: its log and lists first, then its window and the run that joins them.

What keeps it from starting is one plain sentence on the terminal, before any window is there.
"""

import signal
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6 import __version__ as qt_version
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from kiosk.base.printable import printable_lines
from kiosk.console.program import PipeWatch
from kiosk.desk.docket_worker import DocketPrinter
from kiosk.desk.events import DeskEvent
from kiosk.desk.opening_run import open_desk
from kiosk.desk.run import DeskRun
from kiosk.desk.states import DeskPage
from kiosk.desk.window import TITLE, DeskWindow
from kiosk.errors import KioskError
from kiosk.folder import data_folder
from kiosk.kit.canvas import Type
from kiosk.lockdown.heartbeat import forget_secrets
from kiosk.log.chores_run import Chores
from kiosk.shipped import resources
from kiosk.station.paint import Look
from kiosk.station.start import check_display
from kiosk.station.window import Alarm
from kiosk.system_clock import system_clock
from kiosk.worker_client import start_worker

TICK_MS = 1000


def start_desk(data: str | None, *, windowed: bool = False) -> None:
    """Run the desk on the data folder *data*; does not return."""
    forget_secrets()
    try:
        check_display()
        sys.exit(run_desk(data_folder(data), windowed=windowed))
    except KioskError as error:
        sys.stderr.write(f"{printable_lines(str(error))}\n")
        sys.exit(4)


def run_desk(folder: Path, *, windowed: bool) -> int:
    """Run the desk on *folder* until it is left; returns the exit code."""
    opened = open_desk(folder, system_clock, qt_version, windowed=windowed)
    application = QApplication(["kiosk"])
    application.setQuitOnLastWindowClosed(False)
    application.setApplicationName(TITLE)
    look = Look(Type(resources() / "fonts"), opened.opened.context.settings.sizes.text_percent)
    screen = _Screen(DeskWindow(look, windowed))
    parent = QObject()
    dockets = DocketPrinter(start_worker(folder), lambda *watched: heard.watch(*watched), _now_ms)
    heard = PipeWatch(parent, dockets.hear)
    run = DeskRun(opened, screen, system_clock, Chores(opened.opening.log, _now_ms), dockets)
    screen.alarm = Alarm(run.ring)
    ticking = QTimer()
    ticking.timeout.connect(run.tick)
    ticking.start(TICK_MS)
    # PySide6 only prints an exception of a slot or key handler and goes on; here nothing is ruled after it.
    sys.excepthook = run.fault
    for ending in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, ending):  # Windows has no SIGHUP
            signal.signal(getattr(signal, ending), lambda *_: QTimer.singleShot(0, run.stop))
    run.begin()
    screen.window.open_on(QGuiApplication.primaryScreen())
    code = application.exec()
    dockets.end()
    return code


def _now_ms() -> int:
    return system_clock().mono_ms


class _Screen:
    """The window and the alarm, as a run knows them."""

    def __init__(self, window: DeskWindow) -> None:
        self.window = window
        self.alarm: Alarm | None = None

    def listen(self, on_event: Callable[[DeskEvent], None]) -> None:
        self.window.listen(on_event)

    def show_page(self, page: DeskPage) -> None:
        self.window.show_page(page)

    def show_plain(self, text: str) -> None:
        self.window.show_plain(text)

    def ring_after(self, ms: int) -> None:
        if self.alarm is not None:
            self.alarm.set(ms)

    def exit(self, code: int) -> None:
        self.window.may_close = True
        QGuiApplication.exit(code)
