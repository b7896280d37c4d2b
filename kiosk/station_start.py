"""Starts the station: what must be checked before Qt is, said in plain sentences."""

import ctypes
import os
import sys

from kiosk.errors import KioskError, SetupError
from kiosk.storage.places import data_folder

NO_DISPLAY = "There is no screen to show the station on. Run it from a desktop, or see the README."


def start(data: str | None, windowed: bool = False, out_of_service: str = "") -> None:
    """Run the station on the data folder *data*; does not return."""
    try:
        check_display()
        from kiosk.first_paint import run_station

        sys.exit(run_station(data_folder(data), windowed, out_of_service))
    except KioskError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(4)


def check_display() -> None:
    """Say plainly what is missing; left alone, Qt would abort."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise SetupError(NO_DISPLAY)
    if os.environ.get("DISPLAY") and not _loads("libxcb-cursor.so.0"):
        raise SetupError(
            "The station cannot draw here: the system library libxcb-cursor is missing. "
            "Run “python3 installer/dev.py setup”, or install libxcb-cursor0."
        )

    if not os.environ.get("WAYLAND_DISPLAY") and not _answers():
        raise SetupError(
            f"The screen {os.environ['DISPLAY']} does not answer. Log in on the desktop, or check DISPLAY."
        )


def _answers() -> bool:
    """Whether the X server that DISPLAY names takes us; where that cannot be asked, Qt finds out."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    # Never closed again: a server whose last client leaves starts anew, or ends.
    return not xcb.xcb_connection_has_error(xcb.xcb_connect(None, None))


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
