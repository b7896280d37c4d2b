"""A piece of the board with one play on it: tiles, squares, and how a wanted word is laid there."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from random import Random
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.practice.search import WordSearch

# ---- tiles -------------------------------------------------------------------------------------------------
# The tiles of the game and the squares of its board, as the rules of the game have them.

BLANKS = 2
RACK = 7
ALL_SEVEN = 50  # points for playing the whole rack
SIZE = 15  # rows and columns of the board

_VALUES = {
    1: "AEIOULNSTR",
    2: "DG",
    3: "BCMP",
    4: "FHVWY",
    5: "K",
    8: "JX",
    10: "QZ",
}
_COUNTS = {
    1: "KJXQZ",
    2: "BCMPFHVWY",
    3: "G",
    4: "LSUD",
    6: "NRT",
    8: "O",
    9: "AI",
    12: "E",
}
VALUE: Mapping[str, int] = {letter: value for value, letters in _VALUES.items() for letter in letters}
COUNT: Mapping[str, int] = {letter: count for count, letters in _COUNTS.items() for letter in letters}


class Premium(Enum):
    """By how much a square multiplies the letter on it and every word through it."""

    NONE = (1, 1)
    DOUBLE_LETTER = (2, 1)
    TRIPLE_LETTER = (3, 1)
    DOUBLE_WORD = (1, 2)
    TRIPLE_WORD = (1, 3)

    @property
    def letter(self) -> int:
        return self.value[0]

    @property
    def word(self) -> int:
        return self.value[1]


# One eighth of the board says it all: each square is as its mirror images.
_SIGNS = {
    "=": Premium.TRIPLE_WORD,
    "-": Premium.DOUBLE_WORD,
    '"': Premium.TRIPLE_LETTER,
    "'": Premium.DOUBLE_LETTER,
    " ": Premium.NONE,
}
_QUARTER = (
    "=  '   =",
    ' -   "  ',
    "  -   ' ",
    "'  -   '",
    "    -   ",
    ' "   "  ',
    "  '   ' ",
    "=  '   -",
)


def premium(row: int, column: int) -> Premium:
    """The square at *row* and *column*, both counted from 0."""
    return _SIGNS[_QUARTER[min(row, SIZE - 1 - row)][min(column, SIZE - 1 - column)]]


def missing(letters: Iterable[str]) -> str:
    """The letters of which the set has not enough tiles, one for each tile that is missing."""
    needed = Counter(letters)
    return "".join(letter * max(0, count - COUNT.get(letter, 0)) for letter, count in needed.items())


def can_be_laid(letters: Iterable[str]) -> bool:
    """Whether the set has the tiles for *letters*, its two blanks among them."""
    return len(missing(letters)) <= BLANKS


# ---- fragment ----------------------------------------------------------------------------------------------
# A few rows of the board with one play on it. Words and score are computed from the tiles: there is nothing
# to keep in step.
#
# The rules guarded: a fragment is a legal play (its new tiles in one line without a gap, all tiles connected,
# no more of a letter than the set has), and its words are exactly those that hold a new tile.

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
    return tuple(_read(fragment, run) for run in _find_runs(fragment))


def score_of(fragment: Fragment) -> int:
    """What the play scores."""
    bonus = ALL_SEVEN if len(_new(fragment)) == RACK else 0
    return bonus + sum(_worth(fragment, run) for run in _find_runs(fragment))


def faults(fragment: Fragment) -> tuple[str, ...]:
    """What keeps *fragment* from being a legal play; empty if it is one."""
    new = _new(fragment)
    tiles = dict(fragment.tiles())
    found = {
        "no tile or more than a rack was played": not 1 <= len(new) <= RACK,
        "the tiles played are not in one line without a gap": bool(new) and not _in_one_line(fragment, new),
        "some tiles touch no other": not _is_connected(set(tiles)),
        "it makes no word": not _find_runs(fragment),
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


def _find_runs(fragment: Fragment) -> list[Run]:
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


def _is_connected(places: set[Place]) -> bool:
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


# ---- layout ------------------------------------------------------------------------------------------------
# Lays a wanted word on a part of the board so that it could have been played there.
#
# The ways are those of the game: alone across the middle; through letters that stand there; as an extension
# of a word; hooking words that end at it; alongside a word. Every word that stood there before is a good one,
# and every word across that is not asked for is too. Nothing is judged here but by the list that is passed
# in.

MOST_WORDS = 5
_TALLEST = 7  # rows or columns beside the main word and itself
_PLACES_TRIED = 12
_DRAWN = 150
_HIGHEST_SCORE = 130
_BLANK_SHARE, _BLANK_FROM = 0.15, 4  # tiles played

_Letters: TypeAlias = dict[
    Place, tuple[str, bool]
]  # letter, and whether it is new; the main word is in row 0


@frozen
class Wanted:
    """*main* is played, and *across*, if it is not empty, is one of the words made besides. *words*: how many
    words the play should make; fewer where that cannot be had."""

    main: str
    across: str = ""
    words: int = 1


class FragmentTable:
    """Where fragments are laid: the words that may stand on a board, and chance."""

    def __init__(self, words: WordSearch, chance: Random, showable: Callable[[str], bool]) -> None:
        self._words = words
        self._chance = chance
        self._showable = showable
        self._stems = _stems(words)

    def lay(self, wanted: Wanted) -> Fragment | None:
        """A legal fragment in which *wanted* was just played; None if there is no way."""
        ways = [self._alongside, self._hook, self._extend, self._cross]
        self._chance.shuffle(ways)
        if wanted.across:
            ways = [self._hook]
        elif wanted.words > 1:
            ways.sort(key=lambda way: way not in (self._alongside, self._hook))
        for way in (*ways, self._alone, self._cut_off):
            letters = way(wanted)
            if letters and (fragment := self._place(letters)) is not None and self._shows(fragment, wanted):
                return fragment
        return None

    def _shows(self, fragment: Fragment, wanted: Wanted) -> bool:
        """Whether the words made are *wanted*, and besides it only good ones."""
        made = words_of(fragment)
        asked = {wanted.main, wanted.across} - {""}
        return (
            asked <= set(made)
            and len(made) <= MOST_WORDS
            and all(word in asked or self._stands(word) for word in made)
        )

    def _stands(self, word: str) -> bool:
        return word in self._words and self._showable(word)

    # ---- ways ---------------------------------------------------------------------------------------------
    def _alone(self, wanted: Wanted) -> _Letters:
        return _row(wanted.main) if len(wanted.main) <= RACK and not wanted.across else {}

    def _cut_off(self, wanted: Wanted) -> _Letters:
        """A long word whose first letters stood there; what they belonged to is outside the fragment."""
        if wanted.across or len(wanted.main) <= RACK:
            return {}
        return _row(wanted.main, old=range(len(wanted.main) - RACK))

    def _extend(self, wanted: Wanted) -> _Letters:
        """A good word stood there and was made longer, at one end or both."""
        main = wanted.main
        spans = [
            range(start, end)
            for start in range(len(main))
            for end in range(start + 2, len(main) + 1)
            if 1 <= len(main) - (end - start) <= RACK and self._stands(main[start:end])
        ]
        if not spans:
            return {}
        longest = max(map(len, spans))
        return _row(main, old=self._chance.choice([span for span in spans if len(span) >= longest - 1]))

    def _cross(self, wanted: Wanted) -> _Letters:
        """Letters of words across were already there."""
        main = wanted.main
        needed = max(1, len(main) - RACK)
        columns = _apart(self._chance, len(main), needed)
        letters = _row(main, old=columns)
        for column in columns:
            word = self._draw_word(lambda word, letter=main[column]: letter in word, (3, 4, 5))  # type: ignore[misc]
            if not word:
                return {}
            at = self._chance.choice([place for place, each in enumerate(word) if each == main[column]])
            letters |= {(row - at, column): (each, False) for row, each in enumerate(word) if row != at}
        return letters if len(columns) >= needed else {}

    def _hook(self, wanted: Wanted) -> _Letters:
        """Words that stood beside got one letter more from the main word."""
        main = wanted.main
        if len(main) > RACK:
            return {}
        letters = _row(main)
        free = set(range(len(main)))
        if wanted.across:
            column = self._hook_column(main, wanted.across)
            if column is None:
                return {}
            letters |= column[1]
            free -= {column[0] - 1, column[0], column[0] + 1}
        for column_at in _apart(
            self._chance, len(main), min(MOST_WORDS, wanted.words) - 1 - bool(wanted.across)
        ):
            if column_at in free:
                letters |= self._stem_for(main[column_at], column_at)
        return letters if len(letters) > len(main) else {}

    def _hook_column(self, main: str, across: str) -> tuple[int, _Letters] | None:
        """Where *main* gives *across* its last or first letter, the rest of which stood there."""
        ways = []
        if self._stands(across[:-1]) or len(across) == 2:
            ways += [
                (place, _stem(across[:-1], place, above=True))
                for place, each in enumerate(main)
                if each == across[-1]
            ]
        if self._stands(across[1:]):
            ways += [
                (place, _stem(across[1:], place, above=False))
                for place, each in enumerate(main)
                if each == across[0]
            ]
        return self._chance.choice(ways) if ways else None

    def _stem_for(self, letter: str, column: int) -> _Letters:
        """A good word that is still good with *letter* after or before it."""
        above = self._chance.random() < 0.6
        stems = self._stems[above].get(letter, ())
        stem = self._chance.choice(stems) if stems else ""
        # Both were good when the list was read; whether they may be shown is asked now.
        shown = stem and self._stands(stem) and self._stands(stem + letter if above else letter + stem)
        return _stem(stem, column, above=above) if shown else {}

    def _alongside(self, wanted: Wanted) -> _Letters:
        """The end of the main word lies along the beginning of another, or the other way round."""
        main = wanted.main
        if len(main) > RACK or wanted.across:
            return {}
        shared = self._chance.randint(1, min(MOST_WORDS - 1, max(1, wanted.words - 1), len(main)))
        below = self._chance.random() < 0.5
        ends = main[-shared:]

        def fits(word: str) -> bool:
            pairs = zip(ends, word, strict=False)
            return len(word) > shared and all(
                self._stands(one + other if below else other + one) for one, other in pairs
            )

        word = self._draw_word(fits, (3, 4, 5, 6))
        if not word:
            return {}
        start, row = len(main) - shared, 1 if below else -1
        return _row(main) | {(row, start + place): (each, False) for place, each in enumerate(word)}

    def _draw_word(self, fits: Callable[[str], bool], lengths: Sequence[int]) -> str:
        """A good word of one of *lengths* that *fits*, if one turns up soon; else empty."""
        for _ in range(_DRAWN):
            words = self._words.of_length(self._chance.choice(lengths))
            if words and fits(word := self._chance.choice(words)) and self._showable(word):
                return word
        return ""

    # ---- onto the board -----------------------------------------------------------------------------------
    def _place(self, letters: _Letters) -> Fragment | None:
        """*letters* on squares of the board, across or down, with blanks where the set has no more tiles."""
        if self._chance.random() < 0.5:
            letters = {(column, row): each for (row, column), each in letters.items()}
        rows, columns = [row for row, _ in letters], [column for _, column in letters]
        height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
        if max(height, width) > SIZE or min(height, width) > _TALLEST:
            return None
        blanks = self._blanks(letters)
        grid = tuple(
            tuple(
                None
                if (found := letters.get((row, column))) is None
                else Tile(*found, (row, column) in blanks)
                for column in range(min(columns), max(columns) + 1)
            )
            for row in range(min(rows), max(rows) + 1)
        )
        return self._believable(grid, height, width)

    def _blanks(self, letters: _Letters) -> set[Place]:
        short = missing(letter for letter, _ in letters.values())
        blanks: set[Place] = set()
        for letter in short[: BLANKS + 1]:
            held = [place for place, found in letters.items() if found[0] == letter and place not in blanks]
            blanks.add(self._chance.choice(held))
        new = [place for place, found in letters.items() if found[1]]
        # Nobody gives a blank away for a few points.
        if not blanks and len(new) >= _BLANK_FROM and self._chance.random() < _BLANK_SHARE:
            blanks.add(self._chance.choice(new))
        return blanks

    def _believable(
        self, grid: tuple[tuple[Tile | None, ...], ...], height: int, width: int
    ) -> Fragment | None:
        opening = all(tile is None or tile.new for line in grid for tile in line)
        for _ in range(_PLACES_TRIED):
            top = self._chance.randint(0, SIZE - height)
            left = self._chance.randint(0, SIZE - width)
            if opening:  # the first play of a game covers the middle square
                middle = SIZE // 2
                top = middle if height == 1 else self._chance.randint(max(0, middle - height + 1), middle)
                left = middle if width == 1 else self._chance.randint(max(0, middle - width + 1), middle)
            fragment = Fragment(top, left, grid)
            if not faults(fragment) and score_of(fragment) <= _HIGHEST_SCORE:
                return fragment
        return None


def _stems(words: WordSearch) -> dict[bool, dict[str, list[str]]]:
    """By letter, the good words of two to four that are still good with it after them (True), or before."""
    stems: dict[bool, dict[str, list[str]]] = {True: {}, False: {}}
    for word in (word for length in (3, 4, 5) for word in words.of_length(length)):
        if word[:-1] in words:
            stems[True].setdefault(word[-1], []).append(word[:-1])
        if word[1:] in words:
            stems[False].setdefault(word[0], []).append(word[1:])
    return stems


def _row(word: str, old: Iterable[int] = ()) -> _Letters:
    standing = set(old)
    return {(0, place): (letter, place not in standing) for place, letter in enumerate(word)}


def _stem(word: str, column: int, *, above: bool) -> _Letters:
    first = -len(word) if above else 1
    return {(first + place, column): (letter, False) for place, letter in enumerate(word)}


def _apart(chance: Random, length: int, count: int) -> list[int]:
    """Up to *count* of *length* places, no two of them neighbours."""
    places = list(range(length))
    chance.shuffle(places)
    chosen: list[int] = []
    if count > (length + 1) // 2 - 1:  # too many for luck
        return list(range(0, length, 2))[:count]
    for place in places:
        if len(chosen) < count and all(abs(place - other) > 1 for other in chosen):
            chosen.append(place)
    return chosen
