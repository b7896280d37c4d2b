"""Pairings from whatever file the director has: a sheet, a division of tsh, or the page tsh publishes.

What a file is follows from its content. The rule it guards: a file is taken whole or not at all, and what
goes wrong is one sentence; nothing in a file is ever run.
"""

import re
from dataclasses import replace

from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.director.pairings.columns import PairingSheet, read_sheet, sheet
from kiosk.director.pairings.pairings import Pairings, pairings_of
from kiosk.director.pairings.text import decoded
from kiosk.director.pairings.tsh import Games, is_tsh_line, one_of, read_division, read_published
from kiosk.errors import PairingsError

LARGEST = 8_000_000
_SCRIPT = re.compile(
    r"[\s\ufeff]*(?://|/\*|\{|\(|[!;]|(?:var|let|const|function|async|import|export|window|document|newt)\b"
    r"|[A-Za-z_$][\w$.]*\s*=)"
)
NOT_PAIRINGS = (
    "This is not a file of pairings. Import a CSV file with the columns round, table, first player and "
    "second player, a division file of tsh (.t), or its tourney.js."
)


@frozen
class SourceFile:
    """A file as it was read. *name*: what it is called, without folder; *division*: what the director says it
    belongs to, if anything."""

    name: str
    content: bytes
    division: str | None = None


@frozen
class ReadPairings:
    """What files say. *byes*: players without a game, *tableless*: games without a table; both left out."""

    pairings: Pairings
    byes: int = 0
    tableless: int = 0


def read_all(files: tuple[SourceFile, ...]) -> ReadPairings:
    """The pairings in *files* together; PairingsError, with the name of the file, if one cannot be taken."""
    parts = []
    for file in files:
        try:
            parts.append(_read(file))
            pairings_of(parts[-1].found)
        except PairingsError as error:
            raise PairingsError(f"{harmless(file.name)}: {error}") from error
    games = tuple(game for part in parts for game in part.found)
    byes, tableless = (sum(getattr(part, what) for part in parts) for what in ("byes", "tableless"))
    if not games:
        raise PairingsError(_none(byes, tableless))
    return ReadPairings(pairings_of(games), byes, tableless)


def _none(byes: int, tableless: int) -> str:
    if tableless:
        return (
            "No game in it has a table number, so nobody could be found by table. Have tsh assign boards, "
            "and import the file again."
        )
    return "There is not one game in it." if not byes else "There are only byes in it, and not one game."


def _read(file: SourceFile) -> Games:
    if len(file.content) > LARGEST:
        raise PairingsError(f"It is larger than {LARGEST // 1_000_000} MB, which no file of pairings is.")
    text = decoded(file.content)
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise PairingsError("It is empty.")
    if (headed := sheet(text, headed=True)) is not None:
        return _of_sheet(headed, file)
    if _SCRIPT.match(text):
        return read_published(text, file.division)
    players = [line for line in lines if not line.lstrip().startswith("#")]
    if players and is_tsh_line(players[0]):
        stem = file.name.rpartition(".")[0] or file.name
        return read_division(text, stem if file.division is None else file.division)
    if (plain := sheet(text, headed=False)) is not None:
        return _of_sheet(plain, file)
    raise PairingsError(NOT_PAIRINGS)


def _of_sheet(found: PairingSheet, file: SourceFile) -> Games:
    games = read_sheet(found, file.division or "")
    if not found.names_division or file.division is None:
        return games
    named = tuple(dict.fromkeys(game.division for game in games.found))
    if len(named) < 2:
        return replace(games, found=tuple(replace(one, division=file.division) for one in games.found))
    wanted = one_of(named, file.division)
    return replace(games, found=tuple(one for one in games.found if one.division == wanted))
