"""What the pairing program tsh says: its division files (`.t`) and the page it publishes (`tourney.js`).

Both hold players by number, and for each player the opponent (0: a bye), the board and who went first, round
by round. The rule it guards: two players who do not say the same of one game are refused, never reconciled.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.director.pairings.pairings import MOST_PAIRINGS, Pair, Pairing
from kiosk.director.pairings.script import Data, assigned
from kiosk.errors import PairingsError

MOST_PLAYERS = 2_000  # of a division
_LONGEST_LINE = 20_000
_LONGEST_NUMBER = 9
_MOST_NAMED = 8


@frozen
class TshPlayer:
    """*opponents*, *boards*, *starts*: one number a round."""

    id: int
    name: str
    opponents: Sequence[int]
    boards: Sequence[int]
    starts: Sequence[int]

    def board(self, round: int) -> int:
        return _at(self.boards, round)

    def start(self, round: int) -> int:
        return _at(self.starts, round)


@frozen
class Games:
    """What was read. *byes*: players without a game; *tableless*: games without a table number, left out."""

    found: tuple[Pairing, ...]
    byes: int = 0
    tableless: int = 0


def _at(numbers: Sequence[int], round: int) -> int:
    return numbers[round - 1] if round <= len(numbers) else 0


# ---- .t files ----------------------------------------------------------------------------------------------
def is_tsh_line(line: str) -> bool:
    """Whether *line* may be a player of a division file: a name, then a rating."""
    head = line.partition(";")[0].split()
    return len(head) > 1 and any(map(str.isalpha, head[0])) and head[-1].isdecimal()


def read_division(text: str, division: str) -> Games:
    """The games in *text*, a `.t` file; *division* is what they belong to."""
    lines = list(islice(_player_lines(text), MOST_PLAYERS + 1))
    _check_number(len(lines))
    players = [_player(number, id, line) for id, (number, line) in enumerate(lines, start=1)]
    return _games(players, division)


def _check_number(players: int) -> None:
    if players > MOST_PLAYERS:
        raise PairingsError(f"These are more than {MOST_PLAYERS:,} players, so nothing was taken.")


def _player_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _player(number: int, id: int, line: str) -> TshPlayer:
    if not is_tsh_line(line) or len(line) > _LONGEST_LINE:
        raise PairingsError(
            f"Line {number} is not a player of a tsh division: it must be a name, a rating, the opponents, "
            "and after a “;” the scores."
        )
    head, *fields = line.split(";")
    words = head.split()
    last = max(place for place, word in enumerate(words) if not word.isdecimal())
    numbers = _numbers(words[last + 1 :], number)
    told = {name: values for name, *values in (field.split() for field in fields[1:] if field.strip())}
    return TshPlayer(
        id,
        _plain_name(" ".join(words[: last + 1])),
        numbers[1:],
        _numbers(told.get("board", ()), number),
        _numbers(told.get("p12", ()), number),
    )


def _numbers(words: Iterable[str], line: int) -> tuple[int, ...]:
    found = tuple(words)
    if not all(word.isascii() and word.isdecimal() and len(word) <= _LONGEST_NUMBER for word in found):
        raise PairingsError(f"Line {line} has something else where only numbers may stand.")
    return tuple(map(int, found))


def _plain_name(name: str) -> str:
    """*name* without the tag that tsh hangs on after a colon."""
    return " ".join(name.partition(":")[0].split())


# ---- tourney.js --------------------------------------------------------------------------------------------
def read_published(text: str, division: str | None) -> Games:
    """The games in *text*, a `tourney.js`; *division* renames its only one, or takes one of several."""
    divisions = _list(_table(assigned(text), "the page").get("divisions"), "“divisions”")
    found = [_table(one, "a division") for one in divisions if one is not None]
    if not found:
        raise PairingsError("There is no division in this file.")
    parts = [_published(one, name) for name, one in _wanted(found, division)]
    return Games(
        tuple(game for part in parts for game in part.found),
        sum(part.byes for part in parts),
        sum(part.tableless for part in parts),
    )


def one_of(names: Sequence[str], division: str) -> str:
    """Which of the divisions *names* of a file is called *division*."""
    for name in names:
        if name.casefold() == division.casefold():
            return name
    has = ", ".join(f"“{harmless(name)}”" for name in names[:_MOST_NAMED])
    raise PairingsError(
        f"This file has no division “{harmless(division)}”. It has: {has}. Take one of them in with "
        "--division, or all of them without it."
    )


def _wanted(
    found: Sequence[Mapping[str, Data]], division: str | None
) -> Sequence[tuple[str, Mapping[str, Data]]]:
    """The divisions to take in, each with its name; of an only one the director's word goes first."""
    if division is not None and len(found) == 1:
        return [(division, found[0])]
    named = [(_called(one.get("name")), one) for one in found]
    if division is not None:
        chosen = one_of([name for name, _ in named if name], division)
        return [(name, one) for name, one in named if name == chosen]
    if not all(name for name, _ in named):
        raise PairingsError("A division of this file has no name. Say with --division which one is meant.")
    return named


def _called(value: Data) -> str:
    """What somebody or something is called: a text, or a number that was put there as its name."""
    numbered = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if numbered else value.strip() if isinstance(value, str) else ""


def _published(one: Mapping[str, Data], division: str) -> Games:
    players = _list(one.get("players"), "“players”")
    _check_number(len(players))
    return _games(
        [_published_player(_table(player, "a player")) for player in players if player is not None],
        division,
    )


def _published_player(player: Mapping[str, Data]) -> TshPlayer:
    id, name = player.get("id"), _called(player.get("name"))
    if not name or type(id) is not int:
        raise PairingsError("A player of this file has no name or no number.")
    more = player.get("etc")
    told = more if isinstance(more, dict) else {}
    return TshPlayer(
        id,
        _plain_name(name),
        _whole(player.get("pairings"), "pairings"),
        _whole(told.get("board"), "board"),
        _whole(told.get("p12"), "p12"),
    )


def _whole(value: Data, what: str) -> tuple[int, ...]:
    """The numbers of a list; what is undefined, or not there at all, is 0."""
    found = [0 if one is None else one for one in _list([] if value is None else value, f"“{what}”")]
    if not all(type(one) is int for one in found):
        raise PairingsError(f"“{what}” in this file has something else where only numbers may stand.")
    return tuple(one for one in found if isinstance(one, int))


def _list(value: Data, what: str) -> list[Data]:
    if not isinstance(value, list):
        raise PairingsError(f"{what[0].upper()}{what[1:]} is missing in this file, or is not a list.")
    return value


def _table(value: Data, what: str) -> Mapping[str, Data]:
    if not isinstance(value, dict):
        raise PairingsError(f"{what[0].upper()}{what[1:]} in this file is not an object.")
    return value


# ---- games of players --------------------------------------------------------------------------------------
def _games(players: Sequence[TshPlayer], division: str) -> Games:
    known: dict[int, TshPlayer] = {}
    for player in players:
        if player.id in known:
            raise PairingsError(f"Two players have the number {player.id}.")
        known[player.id] = player
    found, byes, tableless = [], 0, 0
    for player in players:
        for round, opponent in enumerate(player.opponents, start=1):
            if opponent == 0:
                byes += 1
                continue
            other = _opponent(player, round, known)
            if player.id > other.id:  # the game was met at the other player
                continue
            if table := _agreed(player, other, round):
                found.append(Pairing(round, table, division, _seated(player, other, round)))
            else:
                tableless += 1
            if len(found) > MOST_PAIRINGS:
                raise PairingsError(f"These are more than {MOST_PAIRINGS:,} pairings, so none was taken.")
    return Games(tuple(found), byes, tableless)


def _opponent(player: TshPlayer, round: int, known: Mapping[int, TshPlayer]) -> TshPlayer:
    other = known.get(player.opponents[round - 1])
    if other is None or other.id == player.id or _at(other.opponents, round) != player.id:
        raise PairingsError(
            f"In round {round} {harmless(player.name)} plays number {player.opponents[round - 1]}, "
            "who does not play them. Correct the file and import it again."
        )
    return other


def _agreed(player: TshPlayer, other: TshPlayer, round: int) -> int:
    boards = {board for board in (player.board(round), other.board(round)) if board}
    if len(boards) > 1:
        raise PairingsError(
            f"In round {round} {harmless(player.name)} and {harmless(other.name)} play each other at two "
            "boards. Correct the file and import it again."
        )
    return boards.pop() if boards else 0


def _seated(player: TshPlayer, other: TshPlayer, round: int) -> Pair:
    match player.start(round), other.start(round):
        case (1, 2) | (1, 0) | (0, 2):
            return Pair(player.name, other.name)
        case (2, 1) | (2, 0) | (0, 1):
            return Pair(other.name, player.name)
        case _:
            return Pair(player.name, other.name, in_order=False)
