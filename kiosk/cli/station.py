"""`kiosk station`: the full-screen challenge station."""

import ctypes.util
import os
import sys

import click

from kiosk.errors import SetupError
from kiosk.storage.places import data_folder

NO_DISPLAY = "There is no screen to show the station on. Run it from a desktop, or see the README."


@click.command("station")
@click.option("--windowed", is_flag=True, help="In a window, unguarded: for development only.")
@click.option("--out-of-service", metavar="WHY", default="", help="Start closed; for the supervisor.")
@click.pass_context
def command(ctx: click.Context, windowed: bool = False, out_of_service: str = "") -> None:
    """The full-screen challenge station."""
    check_display()
    if windowed:
        click.echo("Windowed: for development only. Nothing is locked.", err=True)
    from kiosk.app import run_station

    sys.exit(run_station(data_folder(ctx.obj), windowed, out_of_service))


def check_display() -> None:
    """Say plainly what is missing; left alone, Qt would abort."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise SetupError(NO_DISPLAY)
    if os.environ.get("DISPLAY") and not ctypes.util.find_library("xcb-cursor"):
        raise SetupError(
            "The station cannot draw here: the system library libxcb-cursor is missing. "
            "Run “python3 installer/dev.py setup”, or install libxcb-cursor0."
        )
