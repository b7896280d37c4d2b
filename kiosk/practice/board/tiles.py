"""The tiles of the game and the squares of its board, as the rules of the game have them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum

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
