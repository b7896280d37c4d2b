"""The first page, as soon as Qt can draw one; everything else is imported after it stands on the screen.

Two people who walk up to a starting station see at once that it is starting. Importing what it rules with
takes as long as Qt itself, so none of that may come before the first paint.
"""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase, QGuiApplication

from kiosk.kit.windows import BROKEN, InputFilter, OtherWindows, StationApplication
from kiosk.lockdown.heartbeat import BACKDROP, OPENING_S, beat
from kiosk.shipped import resources
from kiosk.station.window import TITLE, StationWindow

if TYPE_CHECKING:  # after the first paint
    from kiosk.station.window import Ticker

HAND_OVER_MS = 10
HAND_OVER_TRIES = 200


def run_station(folder: Path, windowed: bool = False, out_of_service: str = "") -> int:
    """Run the station until the director lets it end; returns the exit code."""
    application = StationApplication(["kiosk"])
    application.setQuitOnLastWindowClosed(False)
    application.setApplicationName(TITLE)
    window = StationWindow(windowed, _family())
    application.may_quit = lambda: window.may_close
    running: list[object] = []  # Qt holds no reference to what answers its signals

    def broken(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        window.show_plain(BROKEN)

    def go_on() -> None:
        window.painted.disconnect(go_on)
        beat(OPENING_S)  # it draws; opening may take longer than any later wait
        QTimer.singleShot(0, prepare)  # when what was painted is on the screen

    def prepare() -> None:
        others = OtherWindows(window)
        # Not before the first paint, which would wait a tenth of a second for it: until then the window takes
        # nothing, and neither it nor the application can be ended.
        swallowing = InputFilter(others)
        application.installEventFilter(swallowing)
        ticker = _ticker()
        running.extend((swallowing, ticker))
        _when_taken(window, lambda: running.append(_compose(window, others, ticker, folder, out_of_service)))

    # PySide6 only prints an exception of a slot or key handler and goes on; here it closes the station.
    sys.excepthook = broken
    window.painted.connect(go_on)
    window.cover(QGuiApplication.primaryScreen())
    return application.exec()


def _ticker() -> "Ticker":
    """Start the ticker: heartbeats from now on, whatever happens to the rest."""
    from kiosk.station.window import Ticker
    from kiosk.system_clock import system_clock

    ticker = Ticker(beat, lambda: system_clock().mono_ms)
    ticker.begin()
    return ticker


def _when_taken(window: StationWindow, go_on: Callable[[], None], tries: int = HAND_OVER_TRIES) -> None:
    """Call *go_on* when the backdrop has handed over the keyboard, which would otherwise be anybody's for a
    moment. If it is never handed over, the sentry deals with that."""
    handle = window.windowHandle()
    waits = os.environ.get(BACKDROP) and tries and not window.windowed
    if waits and not (handle is not None and handle.setKeyboardGrabEnabled(True)):
        QTimer.singleShot(HAND_OVER_MS, lambda: _when_taken(window, go_on, tries - 1))
    else:
        QTimer.singleShot(0, go_on)


def _family() -> str:
    """The bundled typeface of headlines; the system's own if it is missing."""
    path = resources() / "fonts" / "AtkinsonHyperlegibleNext-700.ttf"
    families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))
    return families[0] if families else ""


def _compose(
    window: StationWindow, others: OtherWindows, ticker: "Ticker", folder: Path, out_of_service: str
) -> object:
    try:
        with ticker.busy(OPENING_S):
            from kiosk.station.program import Program

            program = Program(window, others, ticker, folder, out_of_service)
        with ticker.busy(OPENING_S):
            program.start()
        return program
    finally:
        gc.freeze()  # so that no verdict waits for a look through all modules and classes
        gc.enable()
