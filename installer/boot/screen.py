"""What stands on the machine's screen, told from its pixels alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

STEP = 4  # every fourth pixel of every fourth line is enough to tell pages apart
NEAR = 24  # a channel may differ by so much: drawing is not the same to the last bit everywhere

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Picture:
    """A screen of *width* × *height*, three bytes a pixel."""

    width: int
    height: int
    pixels: bytes

    @cached_property
    def grid(self) -> list[Colour]:
        """The pixels that are looked at."""
        line = 3 * self.width
        rows = (self.pixels[y * line : (y + 1) * line] for y in range(0, self.height, STEP))
        return [
            pixel
            for row in rows
            for pixel in zip(row[0 :: 3 * STEP], row[1 :: 3 * STEP], row[2 :: 3 * STEP], strict=True)
        ]

    @cached_property
    def field(self) -> Colour:
        """What most of the screen is made of."""
        return Counter(self.grid).most_common(1)[0][0]


def read_ppm(data: bytes) -> Picture:
    """The picture in a binary PPM file, which is what QEMU writes."""
    kind, size, deepest, pixels = data.split(b"\n", 3)
    if kind != b"P6" or deepest != b"255":
        raise ValueError("not a binary PPM of three bytes a pixel")
    width, height = map(int, size.split())
    return Picture(width, height, pixels)


def likeness(one: Picture, other: Picture) -> float:
    """The share of what is drawn on either that is the same on both; the empty field counts for nothing."""
    if (one.width, one.height) != (other.width, other.height) or not is_near(one.field, other.field):
        return 0.0
    pairs = zip(one.grid, other.grid, strict=True)
    drawn = [(a, b) for a, b in pairs if not (is_near(a, one.field) and is_near(b, other.field))]
    if not drawn:
        return 1.0
    return sum(is_near(a, b) for a, b in drawn) / len(drawn)


def is_near(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


def likest(shown: Picture, pages: Mapping[str, Picture]) -> tuple[str, float]:
    """The page of *pages* that *shown* looks most like, and how much."""
    alike = {name: likeness(shown, page) for name, page in pages.items()}
    name = max(alike, key=lambda each: alike[each])
    return name, alike[name]
