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
    """The data folder: *chosen*, else KIOSK_DATA, else the user's own place for program data. It need not be
    there yet, but this account could use it."""
    if chosen == "":
        raise SetupError("--data names no folder. Give its name, or leave --data out.")
    return usable(_data_folder(chosen or os.environ.get("KIOSK_DATA")))


def usable(folder: Path) -> Path:
    """*folder*, if it is one this account may enter, or may still be made; else SetupError.

    Asked once and here: below a folder that may not be entered even `Path.exists` raises.
    """
    try:
        (folder / "log.db").stat()
    except FileNotFoundError:
        if folder.exists() and not folder.is_dir():  # how Windows answers for a file
            raise _unusable(folder, "it is not a folder") from None
    except NotADirectoryError as error:
        raise _unusable(folder, "it, or what it lies in, is not a folder") from error
    except (OSError, ValueError) as error:
        raise _unusable(folder, getattr(error, "strerror", None) or str(error)) from error
    return folder


def _unusable(folder: Path, why: str) -> SetupError:
    return SetupError(
        f"The data folder {folder} cannot be used: {why}. Check its rights, or name another with --data DIR."
    )


def _data_folder(named: str | None) -> Path:
    if named:
        try:
            return Path(named).expanduser().absolute()
        except (RuntimeError, OSError) as error:
            raise SetupError(f"The data folder {named} cannot be found: {error}") from error
    from platformdirs import user_data_path  # takes longer than finding a folder that was named

    try:
        return user_data_path("challenge-kiosk", appauthor=False)
    except (RuntimeError, KeyError, OSError) as error:
        raise SetupError(
            "No data folder could be found: this account has no home folder. Name one with --data DIR."
        ) from error
