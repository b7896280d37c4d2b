"""The station's pages as they should look on the machine's screen, drawn by the program itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from installer.boot.screen import Picture, read_ppm
from installer.script import CLONE, CannotGoOn

DRAW = """
import sys
from PySide6.QtGui import QGuiApplication, QImage
from kiosk.station.paint import picture
from tests.support import stage
app = QGuiApplication(["pages"])
folder, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for name, page in stage.station_pages().items():
    drawn = picture(page, width, height, stage.FONTS).convertToFormat(QImage.Format.Format_RGB888)
    drawn.save(f"{folder}/{name}.ppm")
"""
DRAWN = "state_"


def drawn(folder: Path, width: int, height: int) -> dict[str, Picture]:
    """Every page of the station by its name, and a screen on which nothing is."""
    command = [sys.executable, "-c", DRAW, str(folder), str(width), str(height)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(CLONE)}
    done = subprocess.run(command, cwd=CLONE, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotGoOn(f"The pages to compare with could not be drawn:\n{done.stderr[-600:]}")
    files = sorted(folder.glob(f"{DRAWN}*.ppm"))
    pages = {file.stem.removeprefix(DRAWN): read_ppm(file.read_bytes()) for file in files}
    return {**pages, "black": Picture(width, height, bytes(3 * width * height))}
