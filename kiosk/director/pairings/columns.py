"""Pairings in columns, as any spreadsheet writes them: round, table, two players and perhaps a division.

Headings may stand in any order and by their usual names. The rule it guards: a row that does not fit is
refused with its line; no column is guessed.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.director.pairings.pairings import MOST_PAIRINGS, Pair, Pairing
from kiosk.director.pairings.text import folded
from kiosk.director.pairings.tsh import Games
from kiosk.errors import PairingsError


class PairingColumn(StrEnum):
    """What a column holds; ONE and TWO: the players, of whom nobody says who goes first."""

    ROUND = "round"
    TABLE = "table"
    FIRST = "first player"
    SECOND = "second player"
    DIVISION = "division"
    ONE = "player 1"
    TWO = "player 2"


_SPELLED: Mapping[PairingColumn, str] = {
    PairingColumn.ROUND: "round rd rnd r roundno roundnumber roundnr",
    PairingColumn.TABLE: "table tbl board bd tableno tablenumber tablenr boardno boardnumber boardnr",
    PairingColumn.FIRST: "first firstplayer playerfirst 1st 1stplayer goesfirst starts",
    PairingColumn.SECOND: "second secondplayer playersecond 2nd 2ndplayer goessecond",
    PairingColumn.DIVISION: "division div section group class pool",
    PairingColumn.ONE: "player1 p1 name1 playerone playera player name home",
    PairingColumn.TWO: "player2 p2 name2 playertwo playerb opponent vs away",
}
_MEANT = {spelling: heading for heading, spellings in _SPELLED.items() for spelling in spellings.split()}
_DELIMITERS = (",", ";", "\t")
_WITHOUT_HEADINGS = tuple(PairingColumn)[:5]
_IN_ORDER = (PairingColumn.FIRST, PairingColumn.SECOND)
_EITHER = (PairingColumn.ONE, PairingColumn.TWO)
_NUMBER = re.compile(r"(?:round|rd|r|table|board|bd|t|no|nr)?[\s.#]*(\d{1,4})", re.ASCII)
_NOBODY = frozenset(("", "bye", "-", "none"))
_LONGEST_FIRST = 5_000
_LEAST = 3  # with fewer headings that are known it may be something else altogether
_NEEDED = "It needs the columns round, table, first player and second player, and may have division."


@frozen
class PairingSheet:
    """A file in columns. *used*: where each column stands; *rows*: each with its line, headings left out."""

    used: Mapping[PairingColumn, int]
    rows: Sequence[tuple[int, Sequence[str]]]
    width: int

    @property
    def names_division(self) -> bool:
        return PairingColumn.DIVISION in self.used


def sheet(text: str, *, headed: bool) -> PairingSheet | None:
    """*text* as a sheet with headings or, if not *headed*, one that begins with a round and a table; None if
    it is no such thing."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    if len(first) > _LONGEST_FIRST:
        return None
    found = [one for delimiter in _DELIMITERS if (one := _used(first, delimiter, headed=headed)) is not None]
    if not found:
        return None
    delimiter, used = max(found, key=lambda one: len(one[1]))
    rows = _rows(text, delimiter)
    return PairingSheet(used, rows[1:] if headed else rows, len(rows[0][1]))


def read_sheet(found: PairingSheet, division: str) -> Games:
    """The games in *found*; *division* is what they belong to where no column says it."""
    games, byes = [], 0
    for line, row in found.rows:
        if len(row) != found.width:
            raise PairingsError(
                f"Line {line} has {len(row)} columns, and the first line has {found.width}. A name with the "
                "delimiter in it must stand in quotation marks."
            )
        game = _game(found, line, [cell.strip() for cell in row], division)
        if game is None:
            byes += 1
        else:
            games.append(game)
    return Games(tuple(games), byes)


def _used(line: str, delimiter: str, *, headed: bool) -> tuple[str, dict[PairingColumn, int]] | None:
    cells = _split(line, delimiter)
    if headed:
        used = _headings(cells)
        return (delimiter, used) if used else None
    starts = len(cells) in (4, 5) and all(_NUMBER.fullmatch(folded(cell.strip())) for cell in cells[:2])
    if not starts:
        return None
    return delimiter, {what: place for place, what in enumerate(_WITHOUT_HEADINGS[: len(cells)])}


def _split(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _headings(cells: Sequence[str]) -> dict[PairingColumn, int]:
    """Where each column stands; PairingsError if two say the same, or if one is missing."""
    meant = [_MEANT.get(re.sub(r"[\W_]", "", folded(cell))) for cell in cells]
    used = {heading: place for place, heading in enumerate(meant) if heading is not None}
    if len(used) < _LEAST:
        return {}
    if twice := [heading for heading in used if meant.count(heading) > 1]:
        raise PairingsError(f"Two columns of the file are called “{twice[0]}”. {_NEEDED}")
    players = any(used.keys() >= set(both) for both in (_IN_ORDER, _EITHER))
    if not players or not {PairingColumn.ROUND, PairingColumn.TABLE} <= used.keys():
        raise PairingsError(f"The columns of the file are {_shown(cells)}. {_NEEDED}")
    return used


def _shown(cells: Sequence[str]) -> str:
    shown = ", ".join(f"“{harmless(cell.strip()[:30])}”" for cell in cells[:8])
    return f"{shown}, …" if len(cells) > 8 else shown


def _rows(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((reader.line_num, row))
            if len(rows) > 2 * MOST_PAIRINGS:
                raise PairingsError(f"The file has more than {2 * MOST_PAIRINGS:,} lines, so none was taken.")
    except csv.Error as error:
        raise PairingsError(
            f"Line {reader.line_num} cannot be read: {error}. Save the file as CSV again."
        ) from error
    return rows


def _game(found: PairingSheet, line: int, cells: Sequence[str], division: str) -> Pairing | None:
    """The game of one line; None for a bye."""
    in_order = found.used.keys() >= set(_IN_ORDER)
    first, second = (cells[found.used[heading]] for heading in (_IN_ORDER if in_order else _EITHER))
    nobody = [name for name in (first, second) if folded(name) in _NOBODY]
    if len(nobody) == 2:
        raise PairingsError(f"Line {line} names no player.")
    if nobody:
        return None
    if found.names_division:
        division = cells[found.used[PairingColumn.DIVISION]]
    round = _whole(cells[found.used[PairingColumn.ROUND]], line, "round")
    table = _whole(cells[found.used[PairingColumn.TABLE]], line, "table")
    return Pairing(round, table, division, Pair(first, second, in_order))


def _whole(cell: str, line: int, what: str) -> int:
    number = _NUMBER.fullmatch(folded(cell))
    if number is None:
        raise PairingsError(
            f"Line {line} has “{harmless(cell[:30])}” for its {what}, which must be a number."
        )
    return int(number[1])
