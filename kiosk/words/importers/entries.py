"""From a file's entries to a list: marks taken off, letters checked, the 2–15-letter words kept once each."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from operator import gt
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.words.play import LONGEST, SHORTEST

# ---- reading -----------------------------------------------------------------------------------------------
# What a reader hands over: the entries of a file in their order, each with the place it came from.

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


def refuse_file(reason: str, advice: str) -> LexiconError:
    """The refusal of a file as a whole."""
    return LexiconError(f"Nothing was imported: {reason}. {advice}")


def damaged_file(kind: str, reason: str) -> LexiconError:
    """The refusal of a file that is of *kind* but not in order."""
    return refuse_file(
        f"this {kind} file cannot be used: {reason}", "Get a good copy, or export the list as plain text."
    )


# ---- comments ----------------------------------------------------------------------------------------------
# Lines that are comments. Some lists mark words by a leading #: `#AAH` is a word, `# AAH` is not.

_OPENINGS = ("#", ";", "//")
# A word with its mark, alone or before a definition, which starts with a small letter or a bracket.
_MARKED_WORD = re.compile(
    rf"#[A-Za-z]{{2,15}}[{re.escape(WORD_MARKS)}]*[\"',;]?$|#[A-Z]{{2,15}}[{re.escape(WORD_MARKS)}]*\s+[a-z\[<{{(\"]"
)


def is_comment(line: str) -> bool:
    """Whether *line*, stripped of blanks, is a comment."""
    return line.startswith(_OPENINGS) and not _MARKED_WORD.match(line)


def note_comment(passed_over: PassedOver, line: str) -> None:
    """Count *line* as a comment passed over."""
    passed_over.comments += 1
    passed_over.first_comment = passed_over.first_comment or line.strip()[:100]


def without_comments(lines: list[str], passed_over: PassedOver) -> list[str]:
    """*lines* with the comments blank, so that places stay what they were."""
    kept = []
    for line in lines:
        if line.lstrip().startswith(_OPENINGS) and is_comment(line.strip()):
            note_comment(passed_over, line)
            line = ""
        kept.append(line)
    return kept


# ---- gather ------------------------------------------------------------------------------------------------
# From entries to a list: marks taken off, letters checked, the 2–15-letter words kept once each.
#
# What is left out is counted and can be shown. A bad entry refuses the file, unless the director chose to
# skip such; and no more than one in a hundred can be skipped, because what is left is then another list.

Watch = Callable[[Iterable[Entry], int], Iterable[Entry]]

_MARKS = "\"'“”‘’«»,;" + WORD_MARKS
_AROUND = _MARKS + " \t\n\r\f\v\xa0"
_SHOWN = 20
_ONE_IN = 100
_MOST_BAD = MOST_ENTRIES // _ONE_IN  # so many are kept to be shown; the rest are only counted


@frozen
class BadEntry:
    """An entry that cannot be a word, where it stands and why."""

    place: int
    text: str
    reason: str


@frozen
class Gathered:
    """A list as read: its words, sorted, and an account of everything that is not among them.

    *stray* is a first word that stands out of an order which all the others keep: perhaps a title.
    """

    format: str
    unit: str
    header: str
    words: tuple[str, ...]
    definitions: dict[str, str]
    entries: int
    duplicates: int
    too_short: int
    too_long: int
    marked: int
    comments: int
    first_comment: str
    wordy: int
    first_wordy: int
    stray: str
    by_number: bool
    bad: tuple[BadEntry, ...]


@dataclass(slots=True)
class _Taken:
    """What was met on the way through the entries: the words of up to 15 letters in their order, and the
    rest in numbers."""

    words: list[str] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)
    entries: int = 0
    long: int = 0
    marked: int = 0
    number_of_bad: int = 0
    bad: list[BadEntry] = field(default_factory=list)


def gather(reading: Entries, *, skip_bad: bool, watch: Watch | None = None) -> Gathered:
    """The words of *reading*. Without *skip_bad* one bad entry refuses it all."""
    entries = watch(reading.entries, reading.total) if watch else reading.entries
    taken = _Taken()
    _take(islice(entries, MOST_ENTRIES + 1), taken)
    if taken.entries > MOST_ENTRIES:
        raise refuse_file(f"the file has more than {MOST_ENTRIES:,} entries", "No word list is that long.")
    if not taken.entries:
        raise refuse_file("the file holds no words", "Choose the file that holds the words.")
    if taken.bad and (not skip_bad or taken.number_of_bad * _ONE_IN > taken.entries):
        raise _bad_entries(taken, reading.unit)
    return _gather(reading, taken)


def _take(entries: Iterable[Entry], taken: _Taken) -> None:
    # A quarter of a million times round: what can be counted afterwards is.
    append, definitions = taken.words.append, taken.definitions
    for place, token, definition in entries:
        if token.isascii() and token.isalpha():
            word = token.upper()
        elif not (word := _without_marks(place, token, taken)):
            continue
        if len(word) > LONGEST:
            taken.long += 1
            continue
        append(word)
        if definition:
            _add(definitions, word, definition)
    taken.entries = len(taken.words) + taken.long + taken.number_of_bad


def _without_marks(place: int, token: str, taken: _Taken) -> str:
    """The word in *token* without its marks; "" if there is none, which is noted."""
    if word := clean(token):
        taken.marked += any(mark in token for mark in WORD_MARKS)
        return word
    taken.number_of_bad += 1
    if taken.number_of_bad <= _MOST_BAD:
        taken.bad.append(BadEntry(place, token[:40], _why(token)))
    return ""


def _gather(reading: Entries, taken: _Taken) -> Gathered:
    passed_over = reading.passed_over
    seen = {word for word in taken.words if len(word) >= SHORTEST}
    short = sum(len(word) < SHORTEST for word in taken.words)
    definitions = taken.definitions
    if short:
        definitions = {word: text for word, text in definitions.items() if word in seen}
    return Gathered(
        format=reading.format,
        unit=reading.unit,
        header=reading.header,
        words=tuple(sorted(seen)),
        definitions=definitions,
        entries=taken.entries,
        duplicates=len(taken.words) - short - len(seen),
        too_short=short,
        too_long=taken.long,
        marked=taken.marked,
        comments=passed_over.comments,
        first_comment=passed_over.first_comment,
        wordy=passed_over.wordy,
        first_wordy=passed_over.first_wordy,
        stray=_stray(taken.words),
        by_number=reading.by_number,
        bad=tuple(taken.bad),
    )


def _stray(words: list[str]) -> str:
    """The first of *words*, if it stands out of an order that all the others keep, and not again in it."""
    if len(words) < 3 or words[0] <= words[1] or sum(map(gt, words, islice(words, 1, None))) > 1:
        return ""
    return words[0] if words.count(words[0]) == 1 else ""


def clean(token: str) -> str:
    """*token* without quotes and the marks lists use, in upper case; "" if it is then no word of A to Z."""
    bare = token.strip(_AROUND)
    return bare.upper() if bare.isascii() and bare.isalpha() else ""


def _add(definitions: dict[str, str], word: str, definition: str) -> None:
    if len(definition) < 4 and not definition.strip(_AROUND):
        return  # a mark in a column of its own
    text = " ".join(definition.split()) if "\n" in definition or "\t" in definition else definition
    before = definitions.setdefault(word, text)
    if before is not text and text not in before.split(" / "):
        definitions[word] = f"{before} / {text}"


def _why(token: str) -> str:
    bare = token.strip(_AROUND)
    if not bare:
        return "no word"
    if any(letter.isspace() for letter in bare):
        return "a space inside"
    if any(letter.isdigit() for letter in bare):
        return "a digit inside"
    if "-" in bare:
        return "a hyphen inside"
    return "a character that is not A to Z"


def _bad_entries(taken: _Taken, unit: str) -> LexiconError:
    shown = "; ".join(f"{unit} {entry.place}, “{entry.text}”: {entry.reason}" for entry in taken.bad[:_SHOWN])
    more = f"; and {taken.number_of_bad - _SHOWN:,} more" if taken.number_of_bad > _SHOWN else ""
    if taken.number_of_bad * _ONE_IN > taken.entries:
        return refuse_file(
            f"{taken.number_of_bad:,} of {taken.entries:,} entries are no words ({shown}{more})",
            "More than one in a hundred is too much to leave out. Correct the file, or get a good copy.",
        )
    return refuse_file(
        f"not every entry is a word ({shown}{more})",
        "Correct the file, or leave such entries out with --skip-bad.",
    )
