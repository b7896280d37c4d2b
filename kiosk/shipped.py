"""What ships with the program, and where it is."""

import sys
from pathlib import Path


def _shipped(folder: str) -> Path:
    """*folder* beside the package (clone, frozen bundle) or inside it (installed wheel)."""
    package = Path(__file__).resolve().parent
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
