"""The first page, as soon as Qt can draw one; everything else is imported after it stands on the screen.

Two people who walk up to a starting station see at once that it is starting. Importing what it rules with
takes as long again as Qt itself, so nothing of that may come before the first paint.
"""

import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication

from kiosk.storage.places import resources
from kiosk.ui.plain import BROKEN
from kiosk.ui.window import TITLE, Filter, StationWindow


def run_station(folder: Path, windowed: bool = False, out_of_service: str = "") -> int:
    """Run the station until the director lets it end; returns the exit code."""
    application = QApplication(["kiosk"])
    application.setQuitOnLastWindowClosed(False)
    application.setApplicationName(TITLE)
    window = StationWindow(windowed, _family())
    swallowing = Filter(lambda: window.may_close)
    application.installEventFilter(swallowing)

    def broken(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        window.show_plain(BROKEN)

    running: list[object] = []  # Qt holds no reference to what answers its signals

    def go_on() -> None:
        window.painted.disconnect(go_on)
        QTimer.singleShot(0, lambda: running.append(_composed(window, folder, out_of_service)))

    # PySide6 only prints an exception of a slot or key handler and goes on; here it closes the station.
    sys.excepthook = broken
    window.painted.connect(go_on)
    window.cover(QGuiApplication.primaryScreen())
    return application.exec()


def _family() -> str:
    """The bundled typeface of headlines; the system's own if it is missing."""
    path = resources() / "fonts" / "AtkinsonHyperlegibleNext-700.ttf"
    families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))
    return families[0] if families else ""


def _composed(window: StationWindow, folder: Path, out_of_service: str) -> object:
    from kiosk.app import Program

    program = Program(window, folder, out_of_service)
    program.start()
    return program
