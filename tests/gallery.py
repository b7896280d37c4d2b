"""Every page at several sizes, as it is and to other eyes, and one sheet a size with all of them:
`python tests/gallery.py FOLDER [WIDTHxHEIGHT …]`."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from kiosk.console.kit import ConsoleLook
from kiosk.console.window import ConsoleWindow
from kiosk.desk.window import draw_desk
from kiosk.kit.canvas import Type
from kiosk.station.paint import Look, picture
from kiosk.wizard.window import draw_wizard
from tests.support import console, pages, stage
from tests.support.adjudicator import desk_pages
from tests.support.eyes import EYES, image_to
from tests.support.practice_window import VIEWS, dark_picture_of, picture_of
from tests.support.wizard import wizard_pages

CONSOLE_SIZES = ("1024x600", "1366x768", "1920x1080")
SIZES = ("1024x600", "1366x768", "1920x1080", "1280x1024", "3840x2160", "1080x1920")
SHOWN_TO_EYES = "1024x600"
CELL = 420  # pixels of a sheet that the longer side of a page takes
LABEL, ACROSS = 22, 5


def console_pictures(width: int, height: int) -> dict[str, QImage]:
    """The director's console in each of its states."""
    window = ConsoleWindow(ConsoleLook(stage.FONTS))
    window.resize(width, height)
    window.show()
    shots = {}
    for name, state in console.STATES.items():
        window.show_state(state, 0)
        QApplication.processEvents()
        shots[f"console_{name}"] = window.grab().toImage()
    window.may_close = True
    window.close()
    return shots


def to_other_eyes(folder: Path) -> None:
    """Verdicts, bands and choices without colour, and as three kinds of colour-blind eyes see them."""
    width, height = map(int, SHOWN_TO_EYES.split("x"))
    for eye in EYES:
        seen = {
            name: image_to(picture(shown, width, height, stage.FONTS), eye)
            for name, shown in {**pages.VERDICTS, **pages.BANDED}.items()
        }
        for name, image in seen.items():
            image.save(str(folder / f"{name}_{SHOWN_TO_EYES}_{eye}.png"))
        sheet(seen).save(str(folder / f"sheet_{eye}.png"))


def sheet(images: Mapping[str, QImage]) -> QImage:
    """All of *images* on one, each with its name."""
    small = {
        name: image.scaled(
            CELL, CELL, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        for name, image in images.items()
    }
    wide = max(image.width() for image in small.values()) + 8
    high = max(image.height() for image in small.values()) + LABEL
    across = ACROSS * (2 if wide < high * 0.8 else 1)
    whole = QImage(wide * across, high * -(-len(small) // across), QImage.Format.Format_RGB32)
    whole.fill(QColor("#777777"))
    painter = QPainter(whole)
    painter.setFont(QFont("Atkinson Hyperlegible Next", 10))
    for place, (name, image) in enumerate(small.items()):
        left, top = place % across * wide, place // across * high
        painter.drawText(QRectF(left + 4, top, wide, LABEL), name)
        painter.drawImage(QPointF(left + 4, top + LABEL - 2), image)
    painter.end()
    return whole


def desk_pictures(width: int, height: int) -> dict[str, QImage]:
    """What the adjudicator's desk says in each of its states."""
    look = Look(Type(stage.FONTS), 100)
    made = {}
    for name, shown in desk_pages().items():
        made[name] = QImage(width, height, QImage.Format.Format_RGB32)
        painter = QPainter(made[name])
        draw_desk(painter, QRectF(0, 0, width, height), shown, look)
        painter.end()
    return made


def wizard_pictures(width: int, height: int) -> dict[str, QImage]:
    """What the set-up wizard says in each of its states."""
    look = Look(Type(stage.FONTS), 100)
    made = {}
    for name, shown in wizard_pages().items():
        made[name] = QImage(width, height, QImage.Format.Format_RGB32)
        painter = QPainter(made[name])
        draw_wizard(painter, QRectF(0, 0, width, height), shown, look)
        painter.end()
    return made


def practice_pictures(width: int, height: int) -> dict[str, QImage]:
    """Practice in each of its states, light and dark."""
    looks = {"": picture_of, "_dark": dark_picture_of}
    return {
        f"practice_{name}{look}": draw(view, width, height)
        for look, draw in looks.items()
        for name, view in VIEWS.items()
    }


def main(folder: Path, sizes: tuple[str, ...]) -> None:
    app = QApplication.instance() or QApplication(["gallery"])  # for the console's widgets; pages need less
    folder.mkdir(parents=True, exist_ok=True)
    shots = {**pages.PAGES, **stage.station_pages()}
    for size in sizes:
        width, height = map(int, size.split("x"))
        images = {name: picture(shown, width, height, stage.FONTS) for name, shown in shots.items()}
        if size in CONSOLE_SIZES:
            images |= console_pictures(width, height)
        desks = desk_pictures(width, height)
        wizards = wizard_pictures(width, height)
        practised = practice_pictures(width, height) if size in CONSOLE_SIZES else {}
        for name, image in {**images, **desks, **wizards, **practised}.items():
            image.save(str(folder / f"{name}_{size}.png"))
        sheet(images).save(str(folder / f"sheet_{size}.png"))
        if practised:
            sheet(practised).save(str(folder / f"sheet_practice_{size}.png"))
        sheet(desks).save(str(folder / f"sheet_desk_{size}.png"))
        sheet(wizards).save(str(folder / f"sheet_wizard_{size}.png"))
    to_other_eyes(folder)
    del app


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]) or SIZES)
