"""The published editions, known by what they hold: `lexicons/editions.toml`, read once.

A list bears an edition's name only if its fingerprint is that edition's. Nothing a file says about itself
counts.
"""

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import field
from functools import cache

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.shipped import lexicons
from kiosk.words.play import LexiconIdentity

SHORTEST_FINGERPRINT = 16  # digits: 64 bits, which nobody meets by accident

_PART = "[[edition]]"


@frozen
class Edition:
    """One published edition. *holds_long*: the separate long list is already merged into it. Of some no
    counts by length are known, or only the first digits of the fingerprint."""

    name: str
    family: str
    words: int
    by_length: Mapping[int, int]
    fingerprint: str
    aliases: tuple[str, ...] = ()
    succeeds: str | None = None
    effective: str | None = None
    xor_md5: str | None = None
    holds_long: bool = False
    present: tuple[str, ...] = field(default=())
    absent: tuple[str, ...] = field(default=())


@cache
def editions() -> tuple[Edition, ...]:
    """Every edition of the table, in its order."""
    return read_editions(_table())


@cache
def edition_of(fingerprint: str) -> Edition | None:
    """The edition whose content has *fingerprint*."""
    # The station asks for one or two of them before it is ready: only the part that names it is parsed.
    start = fingerprint[:SHORTEST_FINGERPRINT]
    for part in _table().split(_PART)[1:]:
        if start in part:
            [edition] = read_editions(_PART + part)
            if fingerprint.startswith(edition.fingerprint):
                return edition
    return None


def holds_long(main: LexiconIdentity) -> bool:
    """Whether the separate list of long words is merged into *main*."""
    edition = edition_of(main.fingerprint)
    return edition is not None and edition.holds_long


@cache
def _edition_called(name: str) -> Edition | None:
    """The edition of exactly that *name*, for which again only its part is parsed."""
    for part in _table().split(_PART)[1:]:
        if f'\nname = "{name}"\n' in part:
            [edition] = read_editions(_PART + part)
            return edition
    return None


def is_later(name: str, earlier: str) -> bool:
    """Whether the edition called *name* replaced the one called *earlier*, directly or by way of others."""
    edition = _edition_called(name)
    while edition is not None and edition.succeeds is not None:
        if edition.succeeds == earlier:
            return True
        edition = _edition_called(edition.succeeds)
    return False


@cache
def _table() -> str:
    try:
        return (lexicons() / "editions.toml").read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _unreadable(error) from error


def read_editions(text: str) -> tuple[Edition, ...]:
    """The editions in the TOML *text*."""
    try:
        return tuple(_edition(row) for row in tomllib.loads(text)["edition"])
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> LexiconError:
    return LexiconError(f"The table of editions cannot be read ({error}). Install the program again.")


def _edition(row: dict[str, object]) -> Edition:
    lengths = row.pop("by_length", [])
    if not isinstance(lengths, list):
        raise TypeError("by_length is not a list")
    first = 2  # the table lists the counts of 2, 3, … letters in that order
    counts = {length: int(count) for length, count in enumerate(lengths, first) if count}
    tuples = {key: tuple(value) for key, value in row.items() if isinstance(value, list)}
    return Edition(by_length=counts, **{**row, **tuples})  # type: ignore[arg-type]


def reserved_for(name: str) -> Edition | None:
    """The edition that *name* would be taken for: its name or an alias, whatever the case and the signs
    between."""
    wanted = _bare(name)
    for edition in editions():
        if wanted in map(_bare, (edition.name, *edition.aliases)):
            return edition
    return None


def _bare(name: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKC", name).casefold() if sign.isalnum())


def edition_named(name: str) -> Edition | None:
    """The edition called *name*, by its own name or an alias, whatever the case."""
    wanted = name.casefold()
    for edition in editions():
        if wanted in (known.casefold() for known in (edition.name, *edition.aliases)):
            return edition
    return None


def nearest(by_length: Mapping[int, int]) -> tuple[Edition, int]:
    """The edition whose counts by length differ least from *by_length*, and by how much in all."""
    counted = (edition for edition in editions() if edition.by_length)
    return min(
        ((edition, distance(edition.by_length, by_length)) for edition in counted), key=lambda pair: pair[1]
    )


def alike(by_length: Mapping[int, int]) -> tuple[Edition, tuple[int, ...]]:
    """The edition that has as many words as *by_length* of most lengths, and those lengths."""
    return max(
        ((edition, _equal(edition.by_length, by_length)) for edition in editions()),
        key=lambda pair: len(pair[1]),
    )


def _equal(one: Mapping[int, int], other: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(sorted(length for length in one if one[length] == other.get(length, 0)))


def distance(one: Mapping[int, int], other: Mapping[int, int]) -> int:
    return sum(abs(one.get(length, 0) - other.get(length, 0)) for length in one.keys() | other.keys())
