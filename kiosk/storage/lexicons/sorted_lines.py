"""Finding a line in sorted text without taking the text apart.

Every thousand bytes the first word of a line is noted; bisection among those words gives the one short
stretch of the text where a line can stand, and the caller reads the answer from the text itself. How much
work that is depends on the text, not on whether the line is there: the time of a look-up tells nothing.
"""

from array import array
from bisect import bisect_right

LF = b"\n"
_STRETCH = 1024
_LONGEST_WORD = 16


class SortedLines:
    """A guide to *text*: lines sorted by their first word, which ends with *end* or with the line."""

    __slots__ = ("_begins", "_ends", "_first_words")

    def __init__(self, text: bytes, end: bytes = LF) -> None:
        starts = [text.rfind(LF, 0, place) + 1 for place in range(0, len(text), _STRETCH)]
        self._first_words = [text[start : start + _LONGEST_WORD].split(end, 1)[0] for start in starts]
        self._begins = array("I", [max(start - 1, 0) for start in starts])
        self._ends = array("I", [*starts[1:], len(text)])

    def stretch(self, word: bytes) -> tuple[int, int]:
        """Where the line of *word* stands, if it is there: from a line feed to the end of a line."""
        number = bisect_right(self._first_words, word, 1) - 1
        return self._begins[number], self._ends[number]
