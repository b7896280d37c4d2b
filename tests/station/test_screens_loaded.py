"""What the next pages need is loaded right after the first one: no key, and no verdict, waits for it."""

import json
import subprocess
import sys

import pytest

from tests.support.kiosk_process import ROOT

DRAWN = """
import json, sys
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from kiosk.kit.canvas import Type
from kiosk.shipped import resources
from kiosk.station import paint as drawing
from tests.support.stage import station_pages

application = QApplication(["drawn"])
if {loaded}:
    drawing.load_screens()
before = set(sys.modules)
image = QImage(800, 600, QImage.Format.Format_RGB32)
painter = QPainter(image)
for page in station_pages().values():
    drawing.draw(painter, QRectF(image.rect()), page, drawing.Look(Type(resources() / "fonts")))
painter.end()
print(json.dumps([
    sorted(set(sys.modules) - before),
    sorted({{page.layout.name for page in station_pages().values()}}),
    sorted(layout.name for layout in drawing.Layout),
]))
"""


def drawn(*, loaded: bool) -> tuple[list[str], list[str], list[str]]:
    """What was imported to draw every page, the layouts that were drawn, and all there are."""
    asked = [sys.executable, "-c", DRAWN.format(loaded=loaded)]
    answer = subprocess.run(asked, capture_output=True, check=True, cwd=ROOT).stdout
    imported, seen, every = json.loads(answer)
    return imported, seen, every


@pytest.mark.real
def test_once_the_screens_are_loaded_no_page_imports_anything() -> None:
    imported, seen, every = drawn(loaded=True)

    assert seen == every
    assert imported == []


@pytest.mark.real
def test_before_that_a_page_would_wait_for_its_screen() -> None:
    imported, _, _ = drawn(loaded=False)

    assert "kiosk.station.verdict_paint" in imported
