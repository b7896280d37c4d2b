"""Pairings as a value: round, table and division lead to two names; and the file they are kept in."""

import codecs
import hashlib
import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from kiosk.base.canonical import Json, canonical
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.base.recordable import is_text, text_rule
from kiosk.base.schedule import HIGHEST_ROUND
from kiosk.errors import PairingsError

# ---- text --------------------------------------------------------------------------------------------------
# Bytes of a file that somebody's program wrote, as text; and names and headings without case and accents.

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_LIKE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_SAMPLE = 2000


def decode(content: bytes) -> str:
    """*content* as text with plain line ends: UTF-8, UTF-16 or CP1252; PairingsError if it is none."""
    for encoding in _encodings(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text.replace("\r\n", "\n").replace("\r", "\n")
    raise PairingsError(
        "The file is not text that can be read here. Save it as CSV in UTF-8, and import it again."
    )


def _encodings(content: bytes) -> tuple[str, ...]:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return (encoding,)
    sample = content[:_SAMPLE]
    # Every second byte of English in UTF-16 is nothing: which of the two says how it is stored.
    if sample.count(0) * 3 > len(sample) > 1:
        return ("utf-16-be" if sample[::2].count(0) > sample[1::2].count(0) else "utf-16-le",)
    return ("utf-8", "cp1252")


def fold_text(text: str) -> str:
    """*text* in small letters without accents: Å and a are one letter here, ß and ss too."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_LIKE))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


# ---- names -------------------------------------------------------------------------------------------------
# A player's name in what a director writes.
#
# The rule it guards: the chain cannot forget, so a text that names a player who stands in the pairings is
# found before it goes on record. It looks for names as people write them: in full, in either order, or the
# surname alone.

Words: TypeAlias = tuple[str, ...]

SHORTEST_SURNAME = 3
_PARTICLES = frozenset(("van", "der", "den", "von", "de", "da", "di", "la", "le", "del", "dos", "bin", "al"))
_TITLES = frozenset(("mr", "mrs", "ms", "miss", "mx", "dr", "prof"))
_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ`][^\W\d_]+)*")
_OWNED = re.compile(r"['’ʼ`]s$")
# Surnames that are everyday words, above all those a director needs.
_EVERYDAY = """
able ball bank bar bell best bird black blank blue board book bowl bright brown can card case cash chain
chance check child clark clear clerk clock close cook cost court cross cup day deal drew drop early east
fair fall field fine first fish flag found free friend full game gate good grant green grey guess guest
hall hand hard head held her high hill him hold home hope horn house hunt joy judge just keen kept key
kind king lack land lane large last late law lead left letter light line list little long look lord loss
lost love low luck main man mark marks may mean miller minor money more most much near new next nice
night noble north old one only open order out over own page paper park part pass past penny person piece
place plan play player point points pool poor post pound power press price prior quick race rack read
ready real reason red rest rich right rise room rose round row rule rules run said saw say scale score
seat second self set sharp she ship short show side silver slip slow small smart some south spell stand
star start station stay step still stock stone stop strange street strong such summers sure table tall
tell the tile tiles time told top touch true turn two very view wait walk wall ward was watch water
waters way well west white who will win wind winter wise wood woods word words work worth year yes you
young
"""
EVERYDAY = frozenset(_EVERYDAY.split())


def name_in(text: str, names: Collection[str]) -> str:
    """The first of *names* that stands in *text*; empty if none does.

    Case and accents do not count, nor does the order of “Last, First” and “First Last”. A surname alone is
    found as a whole word from three letters on (of a double or compound surname, its last part too), and with
    “'s” or “s” after it. A surname that is an everyday word (`EVERYDAY`: Young, King, Word …) or shorter is
    found only beside the first name or its initial, or after a title such as Mr: else directors could not
    write of a table, a word or a young player. First names alone are not found: they say little, and
    many of them are words.
    """
    said = _words(text)
    by_start: dict[str, list[Words]] = {}
    for place, word in enumerate(said):
        by_start.setdefault(word, []).append(said[place:])
    for name in sorted(names):
        for form in _forms(name):
            if any(rest[: len(form)] == form for rest in by_start.get(form[0], ())):
                return name
    return ""


def _words(text: str) -> Words:
    """The words of *text* without case, accents, apostrophes and an owner's s."""
    return tuple(re.sub(r"[^\w]", "", _OWNED.sub("", word)) for word in _WORD.findall(fold_text(text)))


@lru_cache(maxsize=4096)
def _forms(name: str) -> tuple[Words, ...]:
    """Every way *name* may be written."""
    return tuple(form for form in _spellings(name) if form)


def _spellings(name: str) -> Iterator[Words]:
    last, first = _parts(name)
    if first:
        yield first + last
        yield last + first
        yield first[:1] + last
        yield (first[0][:1], *last)
        yield (*last, first[0][:1])
    surnames = [last, last[-1:]]
    for surname in surnames:
        if len("".join(surname)) >= SHORTEST_SURNAME and not (len(surname) == 1 and surname[0] in EVERYDAY):
            yield surname
            yield (*surname[:-1], f"{surname[-1]}s")  # an owner without an apostrophe, or both of a family
        elif surname:
            yield from ((title, *surname) for title in sorted(_TITLES))


def _parts(name: str) -> tuple[Words, Words]:
    """Surname and first names: “Last, First”, else the last word is the surname, with the small words that
    stand before it."""
    before, comma, after = name.partition(",")
    if comma and _words(before):
        return _words(before), _words(after)
    words = _words(name)
    since = len(words) - 1
    while since > 1 and words[since - 1] in _PARTICLES:
        since -= 1
    return words[max(since, 0) :], words[: max(since, 0)]


# ---- pairings ----------------------------------------------------------------------------------------------
# Pairings as a value: round, table and division lead to two names.
#
# Rules it guards: no table has two games in a round and no player two tables, or a name beside a ruling would
# be a guess; who goes first is said only where the source said it; a table of a division that nobody imported
# has no names at all.

HIGHEST_TABLE = 9999
LONGEST_PLAYER = 80
LONGEST_DIVISION = 40
MOST_PAIRINGS = 20_000
_PLACE = "{} is not one: it must be a number from 1 to {}."

Spot: TypeAlias = tuple[int, int, str]  # round, table, division


@frozen
class Pair:
    """Two players at one board. *in_order*: whether *first* is known to have gone first."""

    first: str
    second: str
    in_order: bool = True


@frozen
class Pairing:
    """A game of a round. *division*: as the event has it; empty where there are none."""

    round: int
    table: int
    division: str
    pair: Pair

    @property
    def spot(self) -> Spot:
        return self.round, self.table, self.division.casefold()


@frozen
class Pairings:
    """All pairings that are known, by round, division and table. Made by `pairings_of` alone."""

    games: tuple[Pairing, ...] = ()

    def who(self, round: int, table: int, division: str | None = None) -> Pair | None:
        """Who played at *table* in *round*; None if nobody knows. Without a *division*, only if no two
        divisions have such a table; with one that the pairings do not name, nobody knows."""
        found = [
            game
            for game in self.games
            if (game.round, game.table) == (round, table)
            and (not division or not game.division or game.division.casefold() == division.casefold())
        ]
        return found[0].pair if len(found) == 1 else None

    def names(self) -> frozenset[str]:
        """Every player named."""
        return frozenset(name for game in self.games for name in (game.pair.first, game.pair.second))

    def rounds(self) -> tuple[int, ...]:
        """The rounds, each once."""
        return tuple(sorted({game.round for game in self.games}))

    def divisions(self) -> tuple[str, ...]:
        """The divisions that are named, each once."""
        return tuple(sorted({game.division for game in self.games if game.division}))

    def with_(self, newer: "Pairings") -> "Pairings":
        """These and *newer*; a round of a division that stands in both is taken from *newer* alone."""
        replaced = {(game.round, game.division.casefold()) for game in newer.games}
        kept = (game for game in self.games if (game.round, game.division.casefold()) not in replaced)
        return pairings_of((*kept, *newer.games))

    def rename(self, divisions: Mapping[str, str]) -> "Pairings":
        """The same, with each division named as *divisions* has it."""
        return pairings_of(
            Pairing(game.round, game.table, divisions.get(game.division, game.division), game.pair)
            for game in self.games
        )


def pairings_of(games: Iterable[Pairing]) -> Pairings:
    """*games* in order; PairingsError if one cannot be, or two cannot both be."""
    listed = sorted(games, key=lambda game: (game.round, game.division.casefold(), game.table))
    if len(listed) > MOST_PAIRINGS:
        raise PairingsError(f"These are more than {MOST_PAIRINGS:,} pairings, so none was taken.")
    tables: dict[Spot, Pairing] = {}
    players: dict[tuple[int, str, str], Pairing] = {}
    for game in listed:
        _check(game)
        if game.spot in tables:
            raise PairingsError(f"{_where(game)} stands there twice. Correct the file and import it again.")
        tables[game.spot] = game
        for name in (game.pair.first, game.pair.second):
            seat = (game.round, game.division.casefold(), name.casefold())
            if (other := players.get(seat)) is not None:
                raise PairingsError(
                    f"{printable(name)} stands in round {game.round} twice: at table {other.table} and at "
                    f"table {game.table}. Correct the file and import it again."
                )
            players[seat] = game
    return Pairings(tuple(listed))


def _where(game: Pairing) -> str:
    division = f" of division {printable(game.division)}" if game.division else ""
    return f"Table {game.table} in round {game.round}{division}"


def _check(game: Pairing) -> None:
    if not 1 <= game.round <= HIGHEST_ROUND:
        raise PairingsError(f"Round {_PLACE.format(game.round, HIGHEST_ROUND)}")
    if not 1 <= game.table <= HIGHEST_TABLE:
        raise PairingsError(f"Table {_PLACE.format(game.table, HIGHEST_TABLE)}")
    if game.division and not is_text(game.division, LONGEST_DIVISION):
        raise PairingsError(
            f"“{printable(game.division[:LONGEST_DIVISION])}” cannot be a division: it must be "
            f"{text_rule(LONGEST_DIVISION)}."
        )
    for name in (game.pair.first, game.pair.second):
        if not is_text(name, LONGEST_PLAYER):
            raise PairingsError(
                f"{_where(game)}: “{printable(name[:LONGEST_PLAYER])}” cannot be a name: it must be "
                f"{text_rule(LONGEST_PLAYER)}."
            )


# ---- written -----------------------------------------------------------------------------------------------
# The file `pairings` as bytes: how pairings are written there and read back.
#
# Rules it guards: a file that is not exactly as this program writes it is no file of pairings, so no name is
# ever a guess; and what the log keeps of it, a digest, tells nothing of a name once the file is erased,
# because the salt in it goes with the names.

FORMAT = 1
SALT_BYTES = 32
_DAMAGED = (
    "The file of pairings is damaged, so nobody is named. Erase it with “kiosk pairings forget”, and import "
    "the pairings again."
)
_NEWER = "The file of pairings was written by a newer version of this program, so nobody is named."


@frozen
class PairingsFile:
    """What stands in the file, and the digest that the log knows it by."""

    pairings: Pairings
    digest: str


def encode_pairings(pairings: Pairings, salt: bytes) -> bytes:
    """The file of *pairings*; *salt* is chance, made for this one."""
    games: list[Json] = [
        [game.round, game.table, game.division, game.pair.first, game.pair.second, game.pair.in_order]
        for game in pairings.games
    ]
    text = canonical({"format": FORMAT, "salt": salt.hex(), "games": games})
    return f"{text}\n".encode()


def digest_of(content: bytes) -> str:
    """What the log keeps of the file with *content*."""
    return hashlib.sha256(content).hexdigest()


def read_back(content: bytes) -> PairingsFile:
    """What *content* says; PairingsError unless this program wrote it so."""
    try:
        told = json.loads(content)
        if told["format"] != FORMAT:
            raise PairingsError(_NEWER if told["format"] in range(FORMAT + 1, 1000) else _DAMAGED)
        pairings = pairings_of(_game(*game) for game in told["games"])
        salt = bytes.fromhex(told["salt"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise PairingsError(_DAMAGED) from error
    if len(salt) != SALT_BYTES or encode_pairings(pairings, salt) != content:
        raise PairingsError(_DAMAGED)
    return PairingsFile(pairings, digest_of(content))


def _game(round: int, table: int, division: str, first: str, second: str, in_order: bool) -> Pairing:
    kinds = [type(value) for value in (round, table, division, first, second, in_order)]
    if kinds != [int, int, str, str, str, bool]:
        raise ValueError("not a game")
    return Pairing(round, table, division, Pair(first, second, in_order))
