"""Where things are: what ships with the program, and the data folder of this station."""

import os
import sys
from pathlib import Path

from kiosk.errors import SetupError


def _shipped(folder: str) -> Path:
    """*folder* beside the package (clone, frozen bundle) or inside it (installed wheel)."""
    package = Path(__file__).resolve().parent.parent
    if getattr(sys, "frozen", False):
        return Path(getattr(sys, "_MEIPASS", package.parent)) / folder
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder


def resources() -> Path:
    """The folder of rule sets, fonts and icon that came with the program."""
    return _shipped("resources")


def lexicons() -> Path:
    """The folder of the free list and the table of editions that came with the program."""
    return _shipped("lexicons")


def data_folder(chosen: str | None = None) -> Path:
    """The data folder: *chosen*, else KIOSK_DATA, else the user's own place for program data."""
    if named := chosen or os.environ.get("KIOSK_DATA"):
        return Path(named).expanduser().absolute()
    from platformdirs import user_data_path  # takes longer than finding a folder that was named

    try:
        return user_data_path("challenge-kiosk", appauthor=False)
    except (RuntimeError, KeyError, OSError) as error:
        raise SetupError(
            "No data folder could be found: this account has no home folder. Name one with --data DIR."
        ) from error
