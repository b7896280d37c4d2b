"""Composes practice: its history and list, its window, and the run that joins them.

What keeps it from starting is one sentence in the window and on the terminal. The list is learned in a thread
once the first page is painted: that takes a second or two, and nothing is ruled here.
"""

import signal
import sys
from pathlib import Path
from threading import Thread
from types import TracebackType

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable, printable_lines
from kiosk.errors import KioskError, place_of
from kiosk.folder import data_folder
from kiosk.practice.pages import RefusedView
from kiosk.practice.run import PracticeRun
from kiosk.practice.session_run import OpenedPractice, PracticeRoom, begin
from kiosk.practice.window import TITLE, PracticeWindow
from kiosk.shipped import resources
from kiosk.station.start import check_display
from kiosk.system_clock import system_clock

PRACTICE_TICK_MS = 100
SIZE = (1024, 600)
FAULT = "Practice met a fault of its own: {} in {}. Every answer before it is saved. Please report it."


@frozen
class PracticeStart:
    """What was asked for on the command line."""

    list_id: str | None = None
    other_id: str | None = None
    windowed: bool = False


def start_practice(data: str | None, wanted: PracticeStart) -> None:
    """Practise on the data folder *data*; does not return."""
    try:
        check_display()
        sys.exit(_run(data_folder(data), wanted))
    except KioskError as error:
        sys.stderr.write(f"{printable_lines(str(error))}\n")
        sys.exit(4)


def _run(folder: Path, wanted: PracticeStart) -> int:
    application = QApplication(["kiosk"])
    application.setApplicationName(TITLE)
    application.setQuitOnLastWindowClosed(False)
    window = PracticeWindow(resources() / "fonts")

    def broken(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        # PySide6 would print it and go on with whatever is on the screen.
        sys.stderr.write(f"{FAULT.format(kind.__name__, place_of(trace))}\n")
        application.exit(4)

    sys.excepthook = broken
    for ending in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, ending):  # Windows has no SIGHUP
            signal.signal(getattr(signal, ending), lambda *_: application.exit(0))
    try:
        opened = begin(folder, system_clock, wanted.list_id, wanted.other_id)
        room = PracticeRoom(opened)
    except KioskError as error:
        return _refuse(application, window, str(error), windowed=wanted.windowed)
    with opened.history:
        visit = Visit(opened, room, window)
        visit.begin(windowed=wanted.windowed)
        return application.exec()


def _refuse(application: QApplication, window: PracticeWindow, why: str, *, windowed: bool) -> int:
    """Say *why* in the window until it is left, and on the terminal."""
    sys.stderr.write(f"{printable_lines(why)}\n")
    sys.stderr.flush()

    def leave() -> None:
        application.exit(4)

    window.listen(lambda key: leave() if key in ("ESC", "ENTER") else None, leave)
    window.show_view(RefusedView(printable(why)))
    _open(window, windowed=windowed)
    return application.exec()


def _open(window: PracticeWindow, *, windowed: bool) -> None:
    window.resize(*SIZE)
    if windowed:
        window.show()
        return
    # The geometry comes first: without a window manager full screen alone is not.
    window.setGeometry(QGuiApplication.primaryScreen().geometry())
    window.showFullScreen()


class Visit(QObject):
    """The run, the thread that learns the list, and the timer of decisions against the clock."""

    _learned = Signal()

    def __init__(self, opened: OpenedPractice, room: PracticeRoom, window: PracticeWindow) -> None:
        super().__init__()
        self._room, self._window = room, window
        self.run = PracticeRun(opened, room, window)
        self._remarks: tuple[str, ...] = ()
        self._failed: BaseException | None = None
        self._learned.connect(self._tell_learned)
        self._ticking = QTimer(self)
        self._ticking.timeout.connect(self._tick)

    def begin(self, *, windowed: bool) -> None:
        """Show the first page, then learn the list."""
        self._window.listen(self.run.press, lambda: QGuiApplication.exit(0))
        self._window.when_painted(lambda: Thread(target=self._learn, daemon=True).start())
        self.run.begin()
        _open(self._window, windowed=windowed)
        self._ticking.start(PRACTICE_TICK_MS)

    def _learn(self) -> None:
        try:
            self._remarks = self._room.learn()
        except BaseException as error:  # noqa: BLE001 - it is raised where the window is
            self._failed = error
        self._learned.emit()

    def _tell_learned(self) -> None:
        if self._failed is not None:
            raise self._failed
        self.run.on_list_learned(self._remarks)

    def _tick(self) -> None:
        self.run.ring()
