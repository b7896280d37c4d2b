"""The icon: one source, and drawings of it that are what the source says."""

import struct

import pytest
from PySide6.QtGui import QImage

from installer.build import icons


def pixels(png: bytes) -> QImage:
    return QImage.fromData(png, "PNG").convertToFormat(QImage.Format.Format_ARGB32)


@pytest.mark.parametrize("size", icons.SIZES)
def test_each_drawing_of_the_icon_is_what_its_source_says(size: int) -> None:
    committed = (icons.FOLDER / f"challenge-kiosk-{size}.png").read_bytes()

    drawn = pixels(icons.drawn(size))
    kept = pixels(committed)

    assert kept.size() == drawn.size()
    # Another Qt may round an edge otherwise; another picture differs in far more than a few edges.
    assert (
        sum(
            abs((kept.pixel(x, y) >> 8 & 255) - (drawn.pixel(x, y) >> 8 & 255)) > 24
            for x in range(size)
            for y in range(size)
        )
        <= size
    )


def test_windows_finds_each_size_where_the_head_says() -> None:
    content = (icons.FOLDER / "challenge-kiosk.ico").read_bytes()

    count = struct.unpack("<HHH", content[:6])[2]
    entries = [struct.unpack("<BBBBHHII", content[6 + 16 * i : 22 + 16 * i]) for i in range(count)]

    assert [entry[0] or 256 for entry in entries] == [size for size in icons.SIZES if size <= 256]
    assert all(content[entry[7] :].startswith(b"\x89PNG") for entry in entries)


def test_a_mac_can_walk_through_the_parts() -> None:
    content = (icons.FOLDER / "challenge-kiosk.icns").read_bytes()
    place, kinds = 8, []

    while place < len(content):
        kind, length = struct.unpack(">4sI", content[place : place + 8])
        kinds.append(kind)
        place += length

    assert place == len(content) == struct.unpack(">I", content[4:8])[0]
    assert {b"ic07", b"ic08", b"ic09"} <= set(kinds)
