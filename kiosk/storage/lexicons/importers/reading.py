"""What a reader hands over: the entries of a file in their order, each with the place it came from."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.errors import LexiconError

# Tested before anything is built: a small archive must not fill the memory of a machine that runs a station.
LARGEST = 256 * 2**20  # bytes of a file, packed or unpacked
LARGEST_TEXT = 96 * 2**20  # the same for text and JSON, which grow when they are taken apart
LONGEST_LINE = 10_000  # characters
MOST_ENTRIES = 2_000_000
MOST_NODES = 2**22  # of a graph; what a .kwg can address, and three times what any list of ours has
DEEPEST = 64  # letters of the longest word a graph may hold
WORD_MARKS = "#*!$+^"  # what lists put beside a word: Collins only, new, and the like


# One word as it stands in the file: its place (a line, row or entry, from 1), the word, its definition.
# A bare tuple: a list has a quarter of a million of them.
Entry: TypeAlias = tuple[int, str, str]


@frozen
class ListFile:
    """A file to be read: its bytes, and the text they spell if they are text."""

    data: bytes
    text: str | None


@dataclass(slots=True)
class PassedOver:
    """What a reader did not take for words, counted while it reads: comments, and definitions that look like
    further words."""

    comments: int = 0
    first_comment: str = ""
    wordy: int = 0
    first_wordy: int = 0


@frozen
class Entries:
    """A file taken apart. *total* is about how many entries will come; *header* is a first line that was no
    word. *by_number*: letters are numbers of tiles in it, and nothing says of which alphabet."""

    format: str
    unit: str
    total: int
    entries: Iterable[Entry]
    header: str = ""
    passed_over: PassedOver = field(default_factory=PassedOver)
    by_number: bool = False


def refused(reason: str, advice: str) -> LexiconError:
    """The refusal of a file as a whole."""
    return LexiconError(f"Nothing was imported: {reason}. {advice}")


def damaged(kind: str, reason: str) -> LexiconError:
    """The refusal of a file that is of *kind* but not in order."""
    return refused(
        f"this {kind} file cannot be used: {reason}", "Get a good copy, or export the list as plain text."
    )
