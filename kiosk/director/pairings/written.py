"""The file `pairings` as bytes: how pairings are written there and read back.

Rules it guards: a file that is not exactly as this program writes it is no file of pairings, so no name is
ever a guess; and what the log keeps of it, a digest, tells nothing of a name once the file is erased, because
the salt in it goes with the names.
"""

import hashlib
import json

from kiosk.core.frozen import frozen
from kiosk.core.log.canonical import Json, canonical
from kiosk.director.pairings.pairings import Pair, Pairing, Pairings, pairings_of
from kiosk.errors import PairingsError

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


def written(pairings: Pairings, salt: bytes) -> bytes:
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
    if len(salt) != SALT_BYTES or written(pairings, salt) != content:
        raise PairingsError(_DAMAGED)
    return PairingsFile(pairings, digest_of(content))


def _game(round: int, table: int, division: str, first: str, second: str, in_order: bool) -> Pairing:
    kinds = [type(one) for one in (round, table, division, first, second, in_order)]
    if kinds != [int, int, str, str, str, bool]:
        raise ValueError("not a game")
    return Pairing(round, table, division, Pair(first, second, in_order))
