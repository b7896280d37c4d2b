"""What is asked of a log, and the terms of SQL that say it."""

import re
from collections.abc import Callable
from dataclasses import fields
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.words.wildcards import as_looked_for
from kiosk.storage.reading.facts import key, old_spellings

Spelling: TypeAlias = Callable[[str], str]
# What besides a ruling can be of a table, a division, an event, or have words.
_ENTRIES = (
    *("adjudication", "cleared", "abandoned", "conceded", "decision"),
    *("event_opened", "event_closed", "night_closed"),
)


@frozen
class Filter:
    """What is asked for; what is None does not matter. *since* (included) and *until* (not included) are UTC
    as records have it. *word*: ? stands for one letter, * for any number. *words*: how many there are."""

    since: str | None = None
    until: str | None = None
    kind: str | None = None
    number: str | None = None
    round: int | None = None
    table: int | None = None
    division: str | None = None
    event: str | None = None
    verdict: str | None = None
    method: str | None = None
    flag: str | None = None
    word: str | None = None
    words: int | None = None

    @property
    def of_entries(self) -> bool:
        """Whether anything is asked that only a challenge has."""
        general = ("since", "until", "kind")
        return any(getattr(self, one.name) is not None for one in fields(self) if one.name not in general)


EVERYTHING = Filter()


def word_terms(text: str, spell: Spelling = key) -> list[tuple[str, str]]:
    """The terms, each with its value, that entries with the word *text* fulfil."""
    wanted = as_looked_for(text)
    one_letter = wanted.replace("?", "[A-Z]")
    quick = (f"{spell('words')} GLOB ?", f'*"{one_letter}"*')
    # GLOB lets * run from one word into the next; what it leaves is looked at closely.
    close = (f"has_word({spell('words')}, ?)", f'"{one_letter.replace("*", "[A-Z]*")}"')
    return [quick, close] if "*" in wanted else [quick]


def has_word(words: object, pattern: str) -> bool:
    """Whether a canonical array of words has one that *pattern*, quotes included, describes."""
    return isinstance(words, str) and re.search(pattern, words) is not None


def terms_of(wanted: Filter, spell: Spelling = key) -> tuple[str, list[object]]:
    """What a record must fulfil to be *wanted*, and the values of it."""
    number = None if wanted.number is None else wanted.number.upper()
    flag = None if wanted.flag is None else f'"{wanted.flag}"'
    asked: tuple[tuple[str, object], ...] = (
        ("at >= ?", wanted.since),
        ("at < ?", wanted.until),
        (f"({' OR '.join(['kind = ?', *old_spellings(wanted.kind or '')])})", wanted.kind),
        (f"{spell('number')} = ?", number),
        (f"{spell('round')} = ?", wanted.round),
        (f"{spell('table')} = ?", wanted.table),
        (f"{spell('division')} = ?", wanted.division),
        (f"{spell('event')} = ?", wanted.event),
        (f"{spell('verdict')} = ?", wanted.verdict),
        (f"{spell('method')} = ?", wanted.method),
        (f"instr({spell('flags')}, ?)", flag),
        (f"{spell('final')} = ?", wanted.words),
        *([] if wanted.word is None else word_terms(wanted.word, spell)),
    )
    given = [(term, value) for term, value in asked if value is not None]
    terms = [term for term, _ in given]
    if wanted.of_entries and wanted.kind is None and spell is key:
        terms.insert(0, f"kind IN ({', '.join(repr(kind) for kind in _ENTRIES)})")
    return " AND ".join(["1", *terms]), [value for _, value in given]
