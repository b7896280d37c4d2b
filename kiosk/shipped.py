"""What ships with the program, and where it is."""

import sys
from pathlib import Path


def _find_folder(folder: str) -> Path:
    """*folder* beside the package (clone, frozen bundle) or inside it (installed wheel)."""
    package = Path(__file__).resolve().parent
    if getattr(sys, "frozen", False):
        return Path(getattr(sys, "_MEIPASS", package.parent)) / folder
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder


def resources() -> Path:
    """The folder of rule sets, fonts and icon that came with the program."""
    return _find_folder("resources")


def lexicons() -> Path:
    """The folder of the free list and the table of editions that came with the program."""
    return _find_folder("lexicons")


def program() -> Path | None:
    """The folder of the program as it can be carried to another machine: the bundle it runs from, else one
    that was built in the clone; None where there is neither."""
    if getattr(sys, "frozen", False):
        return Path(sys.executable).resolve().parent
    built = Path(__file__).resolve().parent.parent / "dist" / "kiosk"
    return built if any((built / name).is_file() for name in ("kiosk", "kiosk.exe")) else None
