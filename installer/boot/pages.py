"""The station's pages as they should look on the machine's screen, drawn by the program itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bare_root import CLONE, CannotGoOn

from boot.screen import Picture, read_ppm

TO_PPM = """
import pathlib, sys
from PySide6.QtGui import QImage
for file in pathlib.Path(sys.argv[1]).glob("*.png"):
    QImage(str(file)).convertToFormat(QImage.Format.Format_RGB888).save(str(file.with_suffix(".ppm")))
"""


def drawn(folder: Path, width: int, height: int) -> dict[str, Picture]:
    """Every page of the gallery by its name, and a screen on which nothing is."""
    size = f"{width}x{height}"
    for command in ([str(CLONE / "tests" / "gallery.py"), str(folder), size], ["-c", TO_PPM, str(folder)]):
        done = subprocess.run(
            [sys.executable, *command], cwd=CLONE, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CannotGoOn(f"The pages to compare with could not be drawn:\n{done.stderr[-600:]}")
    files = sorted(folder.glob(f"*_{size}.ppm"))
    pages = {file.stem.removesuffix(f"_{size}"): read_ppm(file.read_bytes()) for file in files}
    return {**pages, "black": Picture(width, height, bytes(3 * width * height))}
