"""Lists with several words on a line: read by their first word alone they would lose all the others as
definitions.

What follows the words of most lines is looked at. Words of a list are all different and written like
the first of their line; definitions repeat themselves. Marks beside the words change nothing.
"""

import re

from kiosk.errors import LexiconError
from kiosk.storage.lexicons.importers.reading import WORD_MARKS, PassedOver, refused

_BETWEEN = r"[\s,;|" + re.escape(WORD_MARKS) + "]"
_ALL_WORDS = re.compile(rf"{_BETWEEN}*[A-Za-z]{{2,}}(?:{_BETWEEN}+[A-Za-z]{{2,}})*{_BETWEEN}*")
_LETTERS = re.compile("[A-Za-z]+")
_LEAST_SHARE = 10  # one line in ten
_ENOUGH = 500  # characters of a line
_SAMPLE = 50_000  # further words kept to see whether they differ


class FurtherWords:
    """Looks at what follows the word of each line, and refuses a list that would lose words."""

    def __init__(self, passed_over: PassedOver) -> None:
        self._passed_over = passed_over
        self._lines = 0
        self._parts = 0
        self._different: set[str] = set()

    def see(self, place: int, word: str, rest: str) -> None:
        """Look at the *rest* of the line at *place*, after its first *word*."""
        self._lines += 1
        if not _ALL_WORDS.fullmatch(rest):
            return
        parts = _LETTERS.findall(rest[:_ENOUGH])
        if 2 * sum(_style(part) == _style(word) for part in parts) < len(parts):
            return
        found = self._passed_over
        found.wordy += 1
        found.first_wordy = found.first_wordy or place
        if self._parts < _SAMPLE:
            self._parts += len(parts)
            self._different.update(parts)

    def refuse(self) -> None:
        """Refuse the list if what was seen are words rather than definitions."""
        found = self._passed_over
        if len(self._different) * 10 < self._parts * 9:
            found.wordy = found.first_wordy = 0  # they repeat themselves: definitions
        elif found.wordy and found.wordy * _LEAST_SHARE >= self._lines:
            raise several_words(found.first_wordy)


def several_words(place: int) -> LexiconError:
    """The refusal of a list whose line *place* holds more than one word."""
    return refused(
        f"line {place} holds several words", "Put one word on each line, and import the list again."
    )


def _style(word: str) -> tuple[bool, bool]:
    return word.isupper(), word.islower()
