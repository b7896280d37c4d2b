"""Starts the station: what must be checked before Qt is loaded, with a plain sentence for each failure."""

import ctypes
import gc
import importlib.util
import os
import sys
from pathlib import Path

from kiosk.base.printable import printable_lines
from kiosk.errors import KioskError, LogBusy, SetupError
from kiosk.folder import data_folder
from kiosk.kit.lean_qt import import_qt
from kiosk.lockdown.heartbeat import BACKDROP, forget_secrets
from kiosk.lockdown.linux.displays import wayland_answers, x_answers

UNSEEN = ("offscreen", "minimal", "minimalegl")  # platforms of Qt without a screen
NO_DISPLAY = "There is no screen to show the station on. Run it from a desktop, or see the README."


def start(data: str | None, windowed: bool = False, out_of_service: str = "") -> None:
    """Run the station on the data folder *data*; does not return."""
    forget_secrets()
    gc.disable()  # whatever is made until the station is ready stays anyway; then it is enabled again
    try:
        check_display()
        folder = data_folder(data)
        _leave_to_backdrop(folder)
        import_qt()
        from kiosk.station.first_paint import run_station

        sys.exit(run_station(folder, windowed, out_of_service))
    except KioskError as error:
        sys.stderr.write(f"{printable_lines(str(error))}\n")
        sys.exit(4)


def _leave_to_backdrop(folder: Path) -> None:
    """Where a backdrop hides the desktop, a station that cannot write yet leaves it there and shows
    nothing."""
    if not os.environ.get(BACKDROP):
        return
    from kiosk.lockdown.health_reader import holds_log

    if holds_log(folder):
        raise LogBusy("Another program uses this station's log. The station starts when it is free.")


def has_screen() -> bool:
    """Whether a window would be seen by somebody."""
    if os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0] in UNSEEN:
        return False
    try:
        check_display()
    except SetupError:
        return False
    return True


def check_display() -> None:
    """Say plainly what is missing; left alone, Qt would abort."""
    if sys.platform != "linux":
        return
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform and platform.partition("-")[0] not in ("xcb", "wayland"):
        _check_plugin(platform)
        return
    x, wayland = os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY")
    wants_x = bool(x) and not platform.startswith("wayland")
    wants_wayland = bool(wayland) and platform != "xcb"
    if not (wants_x or wants_wayland):
        raise SetupError(NO_DISPLAY)
    if wants_wayland and wayland_answers():
        return
    if wants_x and not _loads("libxcb-cursor.so.0"):
        raise SetupError(
            "The station cannot draw here: the system library libxcb-cursor is missing. "
            "Run “python3 installer/dev.py setup”, or install libxcb-cursor0."
        )
    # Where the X server cannot be asked, Qt finds out.
    if not (wants_x and (not _loads("libxcb.so.1") or x_answers())):
        name, variable = (x, "DISPLAY") if wants_x else (wayland, "WAYLAND_DISPLAY")
        raise SetupError(f"The screen {name} does not answer. Log in on the desktop, or check {variable}.")


def _check_plugin(platform: str) -> None:
    """Refuse a QT_QPA_PLATFORM for which this Qt has no plug-in; where that cannot be seen, Qt finds out."""
    found = importlib.util.find_spec("PySide6")
    places = found.submodule_search_locations if found else None
    plugins = [Path(place, "Qt", "plugins", "platforms") for place in places or ()]
    known = [file.stem.removeprefix("libq") for folder in plugins for file in folder.glob("libq*.so")]
    if known and platform not in known:
        raise SetupError(
            f"QT_QPA_PLATFORM is “{platform}”, which Qt does not know here. Unset it, or choose one of: "
            f"{', '.join(sorted(known))}."
        )


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
