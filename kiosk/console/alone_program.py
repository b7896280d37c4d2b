"""Starts the director's console as a program of its own: beside a running station it reads; where none runs
it writes too."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType

from kiosk.base.printable import printable_lines
from kiosk.console.hub_worker import mirrored_hub
from kiosk.console.values import Where
from kiosk.errors import KioskError, place_of
from kiosk.folder import data_folder
from kiosk.lockdown.heartbeat import forget_secrets
from kiosk.log.writer import Log
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, log_in, open_access
from kiosk.station.start import check_display
from kiosk.system_clock import system_clock

FAULT = (
    "The console met a fault of its own: {} in {}. Nothing of the log was changed by it. Please report it."
)


def start_director(data: str | None, logs: tuple[Path, ...] = (), hub: str = "") -> None:
    """Run the console on the data folder *data*; does not return. *logs*, and those of *hub*: read instead of
    its log."""
    forget_secrets()
    try:
        check_display()
        folder = data_folder(data)
        staff = Staff(folder, system_clock, partial(_let_in, folder), began_with=log_in(folder))
        if not hub:
            sys.exit(_run(staff, logs))
        with mirrored_hub(hub, folder) as copy:
            sys.exit(_run(staff, (copy, *logs)))
    except KioskError as error:
        sys.stderr.write(f"{printable_lines(str(error))}\n")
        sys.exit(4)


def _let_in(folder: Path, log: Log, role: Role, where: str) -> Role | None:
    """Whoever is inside was let in at the console's own door; where there is none, nobody is the director."""
    return Role.DIRECTOR if open_access(folder, system_clock).is_set() else None


def _run(staff: Staff, logs: tuple[Path, ...]) -> int:
    from PySide6.QtWidgets import QApplication

    from kiosk.console.program import Console
    from kiosk.console.window import TITLE

    application = QApplication(["kiosk"])
    application.setApplicationName(TITLE)
    application.setQuitOnLastWindowClosed(False)

    def broken(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        # PySide6 would print it and go on with whatever is on the screen.
        sys.stderr.write(f"{FAULT.format(kind.__name__, place_of(trace))}\n")
        application.exit(4)

    sys.excepthook = broken
    console = Console(staff, Where.ALONE, _not_watched, lambda leaving: application.exit(0), logs=logs)
    console.begin()
    console.window.showMaximized()
    return application.exec()


@contextmanager
def _not_watched(within_s: int = 0) -> Iterator[None]:
    """Nobody watches this program's time."""
    yield
