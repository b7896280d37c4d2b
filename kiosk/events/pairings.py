"""Pairings as a value: round, table and division lead to two names; and the file they are kept in."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from kiosk.base.canonical import Json, canonical
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.base.recordable import is_text, text_rule
from kiosk.base.schedule import HIGHEST_ROUND
from kiosk.errors import PairingsError

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
