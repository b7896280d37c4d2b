"""A few rows of the board with one play on it. Words and score are computed from the tiles: there is nothing
to keep in step.

The rules guarded: a fragment is a legal play (its new tiles in one line without a gap, all tiles connected,
no more of a letter than the set has), and its words are exactly those that hold a new tile.
"""

from collections.abc import Iterator
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.practice.board.tiles import ALL_SEVEN, BLANKS, RACK, SIZE, VALUE, Premium, missing, premium

Place: TypeAlias = tuple[int, int]


@frozen
class Tile:
    """*blank*: it stands for its letter and scores nothing. *new*: it was just played."""

    letter: str
    new: bool = False
    blank: bool = False


@frozen
class Fragment:
    """*top*, *left*: where its first square is on the board. None is an empty square."""

    top: int
    left: int
    grid: tuple[tuple[Tile | None, ...], ...]

    @property
    def height(self) -> int:
        return len(self.grid)

    @property
    def width(self) -> int:
        return len(self.grid[0])

    def at(self, place: Place) -> Tile | None:
        row, column = place
        return self.grid[row][column] if 0 <= row < self.height and 0 <= column < self.width else None

    def premium_at(self, place: Place) -> Premium:
        return premium(self.top + place[0], self.left + place[1])

    def tiles(self) -> Iterator[tuple[Place, Tile]]:
        for row, line in enumerate(self.grid):
            yield from (((row, column), tile) for column, tile in enumerate(line) if tile is not None)


Run: TypeAlias = tuple[Place, ...]


def words_of(fragment: Fragment) -> tuple[str, ...]:
    """The words the play makes, the main word first, then those across it in the order of its letters."""
    return tuple(_read(fragment, run) for run in _made(fragment))


def score_of(fragment: Fragment) -> int:
    """What the play scores."""
    bonus = ALL_SEVEN if len(_new(fragment)) == RACK else 0
    return bonus + sum(_worth(fragment, run) for run in _made(fragment))


def faults(fragment: Fragment) -> tuple[str, ...]:
    """What keeps *fragment* from being a legal play; empty if it is one."""
    new = _new(fragment)
    tiles = dict(fragment.tiles())
    found = {
        "no tile or more than a rack was played": not 1 <= len(new) <= RACK,
        "the tiles played are not in one line without a gap": bool(new) and not _in_one_line(fragment, new),
        "some tiles touch no other": not _connected(set(tiles)),
        "it makes no word": not _made(fragment),
        "it leaves the board": max(fragment.top + fragment.height, fragment.left + fragment.width) > SIZE
        or min(fragment.top, fragment.left) < 0,
        "there are not so many tiles": sum(tile.blank for tile in tiles.values()) > BLANKS
        or bool(missing(tile.letter for tile in tiles.values() if not tile.blank)),
    }
    return tuple(fault for fault, is_so in found.items() if is_so)


def standing_words(fragment: Fragment) -> tuple[str, ...]:
    """The words that stood there before the play, as far as the fragment shows them."""
    before = Fragment(
        fragment.top,
        fragment.left,
        tuple(tuple(None if tile is None or tile.new else tile for tile in line) for line in fragment.grid),
    )
    runs = {run for place, _ in before.tiles() for run in _both(before, place) if len(run) > 1}
    return tuple(_read(before, run) for run in sorted(runs))


def _new(fragment: Fragment) -> list[Place]:
    return [place for place, tile in fragment.tiles() if tile.new]


def _made(fragment: Fragment) -> list[Run]:
    """The runs that are words of the play, the main word first."""
    new = _new(fragment)
    if not new:
        return []
    across = len({row for row, _ in new}) == 1
    if len(new) == 1:  # a single tile plays along its longer word
        across = len(_run(fragment, new[0], across=True)) >= len(_run(fragment, new[0], across=False))
    runs = [_run(fragment, new[0], across=across)]
    runs += [_run(fragment, place, across=not across) for place in new]
    return [run for run in runs if len(run) > 1]


def _both(fragment: Fragment, place: Place) -> tuple[Run, Run]:
    return _run(fragment, place, across=True), _run(fragment, place, across=False)


def _run(fragment: Fragment, place: Place, *, across: bool) -> Run:
    """The unbroken line of tiles through *place*."""
    down, right = (0, 1) if across else (1, 0)
    row, column = place
    while fragment.at((row - down, column - right)) is not None:
        row, column = row - down, column - right
    run = []
    while fragment.at((row, column)) is not None:
        run.append((row, column))
        row, column = row + down, column + right
    return tuple(run)


def _read(fragment: Fragment, run: Run) -> str:
    return "".join(tile.letter for place in run if (tile := fragment.at(place)) is not None)


def _worth(fragment: Fragment, run: Run) -> int:
    points, times = 0, 1
    for place in run:
        tile = fragment.at(place)
        if tile is None:
            continue
        square = fragment.premium_at(place) if tile.new else Premium.NONE  # a premium counts once
        points += (0 if tile.blank else VALUE[tile.letter]) * square.letter
        times *= square.word
    return points * times


def _in_one_line(fragment: Fragment, new: list[Place]) -> bool:
    return any(set(new) <= set(run) for run in _both(fragment, new[0]))


def _connected(places: set[Place]) -> bool:
    if not places:
        return False
    reached, edge = set[Place](), {min(places)}
    while edge:
        reached |= edge
        near = {
            (row + down, column + right)
            for row, column in edge
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        edge = (near & places) - reached
    return reached == places
