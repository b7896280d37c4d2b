"""From entries to a list: marks taken off, letters checked, the 2–15-letter words kept once each.

What is left out is counted and can be shown. A bad entry refuses the file, unless the director chose to
skip such.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kiosk.core.words import LONGEST, SHORTEST
from kiosk.errors import LexiconError
from kiosk.storage.importers.reading import MOST_ENTRIES, Entry, Reading, refused

Watch = Callable[[Iterable[Entry], int], Iterable[Entry]]

_QUOTES = "\"'“”‘’«»"
_MARKS = _QUOTES + ",;"
_TRAILING_MARKS = _MARKS + "#*!$"
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class BadEntry:
    """An entry that cannot be a word, where it stands and why."""

    place: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Gathered:
    """A list as read: its words, sorted, and an account of everything that is not among them."""

    format: str
    unit: str
    header: str
    words: tuple[str, ...]
    definitions: dict[str, str]
    entries: int
    duplicates: int
    too_short: int
    too_long: int
    bad: tuple[BadEntry, ...]


def gather(reading: Reading, *, skip_bad: bool, watch: Watch | None = None) -> Gathered:
    """The words of *reading*. Without *skip_bad* one bad entry refuses it all."""
    seen: set[str] = set()
    definitions: dict[str, str] = {}
    bad: list[BadEntry] = []
    entries = 0
    for place, token, definition in watch(reading.entries, reading.total) if watch else reading.entries:
        entries += 1
        word = token.upper() if token.isascii() and token.isalpha() else cleaned(token)
        if not word.isalpha():
            bad.append(BadEntry(place, token[:40], _why(token)))
            continue
        seen.add(word)
        if definition:
            _add(definitions, word, definition)
    if entries > MOST_ENTRIES:
        raise refused(f"the file has more than {MOST_ENTRIES:,} entries", "No word list is that long.")
    if bad and not skip_bad:
        raise _bad_entries(bad, reading.unit)
    return _gathered(reading, seen, definitions, (entries, tuple(bad)))


def _gathered(
    reading: Reading, seen: set[str], definitions: dict[str, str], counted: tuple[int, tuple[BadEntry, ...]]
) -> Gathered:
    entries, bad = counted
    lengths = Counter(map(len, seen))
    too_short = sum(count for length, count in lengths.items() if length < SHORTEST)
    too_long = sum(count for length, count in lengths.items() if length > LONGEST)
    if too_short or too_long:
        seen = {word for word in seen if SHORTEST <= len(word) <= LONGEST}
        definitions = {word: text for word, text in definitions.items() if word in seen}
    return Gathered(
        format=reading.format,
        unit=reading.unit,
        header=reading.header,
        words=tuple(sorted(seen)),
        definitions=definitions,
        entries=entries,
        duplicates=entries - len(bad) - lengths.total(),
        too_short=too_short,
        too_long=too_long,
        bad=bad,
    )


def cleaned(token: str) -> str:
    """*token* without quotes and the marks lists use, in upper case; "" if it is then no word of A to Z."""
    bare = token.strip().lstrip(_MARKS).rstrip(_TRAILING_MARKS)
    return bare.upper() if bare.isascii() and bare.isalpha() else ""


def _add(definitions: dict[str, str], word: str, definition: str) -> None:
    text = " ".join(definition.split()) if "\n" in definition or "\t" in definition else definition
    before = definitions.get(word)
    if before is None:
        definitions[word] = text
    elif text not in before.split(" / "):
        definitions[word] = f"{before} / {text}"


def _why(token: str) -> str:
    bare = token.strip().lstrip(_MARKS).rstrip(_TRAILING_MARKS)
    if not bare:
        return "no word"
    if any(letter.isspace() for letter in bare):
        return "a space inside"
    if any(letter.isdigit() for letter in bare):
        return "a digit inside"
    if "-" in bare:
        return "a hyphen inside"
    return "a character that is not A to Z"


def _bad_entries(bad: list[BadEntry], unit: str) -> LexiconError:
    shown = "; ".join(f"{unit} {entry.place}, “{entry.text}”: {entry.reason}" for entry in bad[:_SHOWN])
    more = f"; and {len(bad) - _SHOWN} more" if len(bad) > _SHOWN else ""
    return refused(
        f"not every entry is a word ({shown}{more})",
        "Correct the file, or leave such entries out with --skip-bad.",
    )
