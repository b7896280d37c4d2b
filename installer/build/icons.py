#!/usr/bin/env python3
"""Draws the icon in every form that a system wants from its source, resources/icon/challenge-kiosk.svg; where
there are few pixels, from challenge-kiosk-small.svg, which is drawn for them.

    .venv/bin/python -m installer.build.icons

The drawings are committed: the program takes one as its window's icon, and packages take the rest. A test
draws them again and compares.
"""

import os
import struct
from collections.abc import Mapping

from installer.script import CLONE

FOLDER = CLONE / "resources" / "icon"
SOURCE = FOLDER / "challenge-kiosk.svg"
SMALL = FOLDER / "challenge-kiosk-small.svg"
SMALL_UP_TO = 32
SIZES = (16, 32, 48, 64, 128, 256, 512)
# What a Mac calls a picture of each size.
_ICNS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}


def drawn(size: int) -> bytes:
    """The icon as a PNG of *size* by *size* pixels."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    picture = QImage(size, size, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(SMALL if size <= SMALL_UP_TO else SOURCE)).render(painter)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(content.data())


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """*pictures*, PNGs by their size, as the file that Windows takes; it knows none larger than 256."""
    taken = {size: png for size, png in pictures.items() if size <= 256}
    head = struct.pack("<HHH", 0, 1, len(taken))
    place = len(head) + 16 * len(taken)
    entries = b""
    for size, png in taken.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(png), place)
        place += len(png)
    return head + entries + b"".join(taken.values())


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """*pictures*, PNGs by their size, as the file that a Mac takes."""
    parts = [
        _ICNS[size] + struct.pack(">I", 8 + len(png)) + png for size, png in pictures.items() if size in _ICNS
    ]
    body = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def files() -> dict[str, bytes]:
    """Every form of the icon by its file's name."""
    pictures = {size: drawn(size) for size in SIZES}
    named = {f"challenge-kiosk-{size}.png": png for size, png in pictures.items()}
    return {**named, "challenge-kiosk.ico": ico(pictures), "challenge-kiosk.icns": icns(pictures)}


if __name__ == "__main__":
    for name, content in files().items():
        (FOLDER / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes")
