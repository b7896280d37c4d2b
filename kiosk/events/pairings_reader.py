"""Pairings from whatever file the director has: a sheet, a division of tsh, or the page tsh publishes."""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import islice
from typing import NamedTuple, TypeAlias

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import PairingsError
from kiosk.events.pairings import MOST_PAIRINGS, Pair, Pairing, Pairings, pairings_of
from kiosk.events.player_names import fold_text

# ---- text --------------------------------------------------------------------------------------------------
# Bytes of a file that somebody's program wrote, as text.

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
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


# ---- script ------------------------------------------------------------------------------------------------
# A JavaScript object as data: the part of the language that only says things, read by rules of our own.
#
# The rule it guards: nothing in such a file is ever run. Whatever is more than names, texts, numbers, lists
# and objects (a function, a call, an operator, a template) is refused, wherever it stands.

# What `undefined` and `null` say here: nothing.
Data: TypeAlias = "bool | int | float | str | list[Data] | dict[str, Data] | None"

DEEPEST = 40
MOST_TOKENS = 1_000_000  # five times what an event of 300 players and 30 rounds has
_TOKEN = re.compile(
    r"""(?P<blank>[\s\ufeff]+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+')
    |(?P<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w$.]))
    |(?P<name>[^\W\d][\w$]*|\$[\w$]*)
    |(?P<mark>[{}\[\]:,;=])""",
    re.VERBOSE | re.DOTALL,
)
_CONSTANTS: dict[str, Data] = {"undefined": None, "null": None, "true": True, "false": False}
_DECLARING = frozenset(("var", "let", "const"))
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_SCRIPT_LONGEST_NUMBER = 40


class Token(NamedTuple):
    """A piece of the text that means something; of *kind* “end”: there is no more. A page has so many that
    they are made the quick way."""

    kind: str
    text: str
    line: int


def read_assignment(text: str) -> Data:
    """What *text* says: one object, alone or given to one name (`newt={…};`). PairingsError for anything
    else."""
    reading = _Reading(text)
    if reading.now.kind == "name" and reading.now.text not in _CONSTANTS:
        if reading.take().text in _DECLARING:
            reading.expect("name")
        reading.expect("=")
    found = reading.value(0)
    while reading.now.text == ";":
        reading.take()
    if reading.now.kind != "end":
        raise _code(reading.now)
    return found


class _Reading:
    """The tokens of one text, read from the front. *now*: the next one."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self.now = next(self._tokens)

    def take(self) -> Token:
        """The next token; the one after it is next."""
        token = self.now
        if token.kind != "end":
            self.now = next(self._tokens)
        return token

    def expect(self, wanted: str) -> Token:
        if wanted not in (self.now.kind, self.now.text if self.now.kind == "mark" else ""):
            raise _code(self.now)
        return self.take()

    def value(self, depth: int) -> Data:
        if depth > DEEPEST:
            raise PairingsError(f"Line {self.now.line} lies deeper than any list of pairings would.")
        token = self.take()
        match token.kind, token.text:
            case "mark", "{":
                return self._object(depth + 1)
            case "mark", "[":
                return self._array(depth + 1)
            case "text", text:
                return _unquote(text, token)
            case "number", text:
                return _number(text, token)
            case "name", text if text in _CONSTANTS:
                return _CONSTANTS[text]
            case _:
                raise _code(token)

    def _object(self, depth: int) -> Data:
        found: dict[str, Data] = {}
        while self.now.text != "}" or self.now.kind != "mark":
            token = self.take()
            if token.kind not in ("name", "text", "number"):
                raise _code(token)
            key = _unquote(token.text, token) if token.kind == "text" else token.text
            if key in found:
                raise PairingsError(
                    f"“{printable(key[:40])}” is said twice in one object, in line {token.line}."
                )
            self.expect(":")
            found[key] = self.value(depth)
            if not self._goes_on("}"):
                break
        self.expect("}")
        return found

    def _array(self, depth: int) -> Data:
        found: list[Data] = []
        while self.now.text != "]" or self.now.kind != "mark":
            if self.now.kind == "mark" and self.now.text == ",":  # nothing stands between two commas
                self.take()
                found.append(None)
                continue
            found.append(self.value(depth))
            if not self._goes_on("]"):
                break
        self.expect("]")
        return found

    def _goes_on(self, end: str) -> bool:
        if self.now.kind == "mark" and self.now.text == ",":
            self.take()
            return True
        if self.now.kind != "mark" or self.now.text != end:
            raise _code(self.now)
        return False


def _tokens(text: str) -> Iterator[Token]:
    place, line, count = 0, 1, 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _code(Token("other", text[place : place + 12].split("\n")[0], line))
        kind = str(found.lastgroup)
        if kind != "blank":
            count += 1
            if count > MOST_TOKENS:
                raise PairingsError("It says more than any list of pairings would, so nothing was taken.")
            yield Token(kind, found[0], line)
        line += found[0].count("\n")
        place = found.end()
    yield Token("end", "", line)


def _number(text: str, token: Token) -> int | float:
    if len(text) > _SCRIPT_LONGEST_NUMBER:
        raise PairingsError(
            f"Line {token.line} holds a number that is longer than any in a list of pairings."
        )
    return int(text) if text.lstrip("-").isdecimal() else float(text)


def _unquote(text: str, token: Token) -> str:
    def plain(found: re.Match[str]) -> str:
        said = found[1]
        if len(said) > 1:
            code = int(said[1:].strip("{}"), 16)
            if code > 0x10FFFF:
                raise _code(token)
            return chr(code)
        if said in _ESCAPED:
            return _ESCAPED[said]
        if said.isalnum():
            raise _code(token)
        return said

    made = _ESCAPE.sub(plain, text[1:-1])
    # Two halves of one character, as JavaScript counts, are that character.
    return made.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _code(token: Token) -> PairingsError:
    if token.kind == "end":
        return PairingsError("The file ends in the middle. Fetch it again, and import it again.")
    return PairingsError(
        f"Line {token.line} has “{printable(token.text[:40])}” where only data may stand. A file of pairings "
        "with code in it is not taken, and nothing in it was run."
    )


# ---- tsh ---------------------------------------------------------------------------------------------------
# What the pairing program tsh says: its division files (`.t`) and the page it publishes (`tourney.js`).
#
# Both hold players by number, and for each player the opponent (0: a bye), the board and who went first,
# round by round. The rule it guards: two players who do not say the same of one game are refused, never
# reconciled.

MOST_PLAYERS = 2_000  # of a division
_LONGEST_LINE = 20_000
_TSH_LONGEST_NUMBER = 9
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
    if not all(word.isascii() and word.isdecimal() and len(word) <= _TSH_LONGEST_NUMBER for word in found):
        raise PairingsError(f"Line {line} has something else where only numbers may stand.")
    return tuple(map(int, found))


def _plain_name(name: str) -> str:
    """*name* without the tag that tsh hangs on after a colon."""
    return " ".join(name.partition(":")[0].split())


# ---- tourney.js --------------------------------------------------------------------------------------------
def read_published(text: str, division: str | None) -> Games:
    """The games in *text*, a `tourney.js`; *division* renames its only one, or takes one of several."""
    divisions = _list(_table(read_assignment(text), "the page").get("divisions"), "“divisions”")
    found = [_table(entry, "a division") for entry in divisions if entry is not None]
    if not found:
        raise PairingsError("There is no division in this file.")
    parts = [_read_division(one, name) for name, one in _divisions_to_take(found, division)]
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
    has = ", ".join(f"“{printable(name)}”" for name in names[:_MOST_NAMED])
    raise PairingsError(
        f"This file has no division “{printable(division)}”. It has: {has}. Take one of them in with "
        "--division, or all of them without it."
    )


def _divisions_to_take(
    found: Sequence[Mapping[str, Data]], division: str | None
) -> Sequence[tuple[str, Mapping[str, Data]]]:
    """The divisions to take in, each with its name; of an only one the director's word goes first."""
    if division is not None and len(found) == 1:
        return [(division, found[0])]
    named = [(_name_of(item.get("name")), item) for item in found]
    if division is not None:
        chosen = one_of([name for name, _ in named if name], division)
        return [(name, one) for name, one in named if name == chosen]
    if not all(name for name, _ in named):
        raise PairingsError("A division of this file has no name. Say with --division which one is meant.")
    return named


def _name_of(value: Data) -> str:
    """What somebody or something is called: a text, or a number that was put there as its name."""
    numbered = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if numbered else value.strip() if isinstance(value, str) else ""


def _read_division(one: Mapping[str, Data], division: str) -> Games:
    players = _list(one.get("players"), "“players”")
    _check_number(len(players))
    return _games(
        [_published_player(_table(player, "a player")) for player in players if player is not None],
        division,
    )


def _published_player(player: Mapping[str, Data]) -> TshPlayer:
    id, name = player.get("id"), _name_of(player.get("name"))
    if not name or type(id) is not int:
        raise PairingsError("A player of this file has no name or no number.")
    more = player.get("etc")
    told = more if isinstance(more, dict) else {}
    return TshPlayer(
        id,
        _plain_name(name),
        _whole_tsh(player.get("pairings"), "pairings"),
        _whole_tsh(told.get("board"), "board"),
        _whole_tsh(told.get("p12"), "p12"),
    )


def _whole_tsh(value: Data, what: str) -> tuple[int, ...]:
    """The numbers of a list; what is undefined, or not there at all, is 0."""
    found = [0 if item is None else item for item in _list([] if value is None else value, f"“{what}”")]
    if not all(type(item) is int for item in found):
        raise PairingsError(f"“{what}” in this file has something else where only numbers may stand.")
    return tuple(item for item in found if isinstance(item, int))


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
            if table := _agree_table(player, other, round):
                found.append(Pairing(round, table, division, _seat(player, other, round)))
            else:
                tableless += 1
            if len(found) > MOST_PAIRINGS:
                raise PairingsError(f"These are more than {MOST_PAIRINGS:,} pairings, so none was taken.")
    return Games(tuple(found), byes, tableless)


def _opponent(player: TshPlayer, round: int, known: Mapping[int, TshPlayer]) -> TshPlayer:
    other = known.get(player.opponents[round - 1])
    if other is None or other.id == player.id or _at(other.opponents, round) != player.id:
        raise PairingsError(
            f"In round {round} {printable(player.name)} plays number {player.opponents[round - 1]}, "
            "who does not play them. Correct the file and import it again."
        )
    return other


def _agree_table(player: TshPlayer, other: TshPlayer, round: int) -> int:
    boards = {board for board in (player.board(round), other.board(round)) if board}
    if len(boards) > 1:
        raise PairingsError(
            f"In round {round} {printable(player.name)} and {printable(other.name)} play each other at two "
            "boards. Correct the file and import it again."
        )
    return boards.pop() if boards else 0


def _seat(player: TshPlayer, other: TshPlayer, round: int) -> Pair:
    match player.start(round), other.start(round):
        case (1, 2) | (1, 0) | (0, 2):
            return Pair(player.name, other.name)
        case (2, 1) | (2, 0) | (0, 1):
            return Pair(other.name, player.name)
        case _:
            return Pair(player.name, other.name, in_order=False)


# ---- columns -----------------------------------------------------------------------------------------------
# Pairings in columns, as any spreadsheet writes them: round, table, two players and perhaps a division.
#
# Headings may stand in any order and by their usual names. The rule it guards: a row that does not fit is
# refused with its line; no column is guessed.


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
    found = [
        one for delimiter in _DELIMITERS if (one := _layout_of(first, delimiter, headed=headed)) is not None
    ]
    if not found:
        return None
    delimiter, used = max(found, key=lambda item: len(item[1]))
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


def _layout_of(line: str, delimiter: str, *, headed: bool) -> tuple[str, dict[PairingColumn, int]] | None:
    cells = _split(line, delimiter)
    if headed:
        used = _headings(cells)
        return (delimiter, used) if used else None
    starts = len(cells) in (4, 5) and all(_NUMBER.fullmatch(fold_text(cell.strip())) for cell in cells[:2])
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
    meant = [_MEANT.get(re.sub(r"[\W_]", "", fold_text(cell))) for cell in cells]
    used = {heading: place for place, heading in enumerate(meant) if heading is not None}
    if len(used) < _LEAST:
        return {}
    if twice := [heading for heading in used if meant.count(heading) > 1]:
        raise PairingsError(f"Two columns of the file are called “{twice[0]}”. {_NEEDED}")
    players = any(used.keys() >= set(both) for both in (_IN_ORDER, _EITHER))
    if not players or not {PairingColumn.ROUND, PairingColumn.TABLE} <= used.keys():
        raise PairingsError(f"The columns of the file are {_show_cells(cells)}. {_NEEDED}")
    return used


def _show_cells(cells: Sequence[str]) -> str:
    shown = ", ".join(f"“{printable(cell.strip()[:30])}”" for cell in cells[:8])
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
    nobody = [name for name in (first, second) if fold_text(name) in _NOBODY]
    if len(nobody) == 2:
        raise PairingsError(f"Line {line} names no player.")
    if nobody:
        return None
    if found.names_division:
        division = cells[found.used[PairingColumn.DIVISION]]
    round = _whole_columns(cells[found.used[PairingColumn.ROUND]], line, "round")
    table = _whole_columns(cells[found.used[PairingColumn.TABLE]], line, "table")
    return Pairing(round, table, division, Pair(first, second, in_order))


def _whole_columns(cell: str, line: int, what: str) -> int:
    number = _NUMBER.fullmatch(fold_text(cell))
    if number is None:
        raise PairingsError(
            f"Line {line} has “{printable(cell[:30])}” for its {what}, which must be a number."
        )
    return int(number[1])


# ---- reading -----------------------------------------------------------------------------------------------
# Pairings from whatever file the director has: a sheet, a division of tsh, or the page tsh publishes.
#
# What a file is follows from its content. The rule it guards: a file is taken whole or not at all, and what
# goes wrong is one sentence; nothing in a file is ever run.

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
            raise PairingsError(f"{printable(file.name)}: {error}") from error
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
    text = decode(file.content)
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
        return replace(games, found=tuple(replace(each, division=file.division) for each in games.found))
    wanted = one_of(named, file.division)
    return replace(games, found=tuple(each for each in games.found if each.division == wanted))
