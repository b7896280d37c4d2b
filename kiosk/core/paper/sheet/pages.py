"""How a sheet is cut into pages: what stays together, and what is said again on the next page.

The rule it guards: nothing is lost between two pages, and no heading stands alone at the foot of one.
"""

from collections.abc import Sequence

from kiosk.core.frozen import frozen


@frozen
class Slab:
    """A stretch of a sheet that is not cut. *stays*: the next one must begin on the same page. *head*: the
    slab that stands again above it where it begins a page, and its height is *head_height*. *breaks*: it
    begins a page, whatever room there is."""

    height: float
    stays: bool = False
    head: int | None = None
    head_height: float = 0.0
    breaks: bool = False


@frozen
class Placed:
    """The slab with number *slab* on a page, *y* below its top."""

    slab: int
    y: float


def pages(slabs: Sequence[Slab], room: float) -> tuple[tuple[Placed, ...], ...]:
    """*slabs* on pages with *room* each; at least one page. One that is higher than a page has its own."""
    made: list[list[Placed]] = [[]]
    y = 0.0
    for number, slab in enumerate(slabs):
        if made[-1] and (slab.breaks or y + _needed(slabs, number) > room):
            made.append([])
            y = 0.0
            if slab.head is not None:
                made[-1].append(Placed(slab.head, 0.0))
                y = slab.head_height
        made[-1].append(Placed(number, y))
        y += slab.height
    return tuple(map(tuple, made))


def _needed(slabs: Sequence[Slab], number: int) -> float:
    """The room for a slab and all that must follow it on its page."""
    height = slabs[number].height
    while slabs[number].stays and number + 1 < len(slabs):
        number += 1
        height += slabs[number].height
    return height
