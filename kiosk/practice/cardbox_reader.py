"""Cardboxes of Zyzzyva and Xerafin: an SQLite file with a table `questions`. Read from memory, and only as a
plain table: nobody's code is run, and the file is not touched.

Questions are alphagrams in most of them, words in some. Times are seconds since 1970; a card in box 0 comes
back after a day, in box 10 after more than a year.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import PracticeError
from kiosk.files import write_whole
from kiosk.words.play import ALPHABET, LONGEST, SHORTEST

BOX_DAYS = (1, 4, 7, 12, 20, 30, 60, 90, 150, 270, 480)
_MAGIC = b"SQLite format 3\0"
_WRITE_AHEAD = slice(18, 20)
_CARDBOX_LARGEST = 256 * 2**20
_MOST_ROWS = 500_000
_STEPS_BETWEEN_LOOKS = 10_000
_MOST_LOOKS = 20_000
_COLUMNS = (
    "question",
    "correct",
    "incorrect",
    "streak",
    "last_correct",
    "difficulty",
    "cardbox",
    "next_scheduled",
)
_TABLE = (
    "CREATE TABLE questions (question VARCHAR(16), correct INTEGER, incorrect INTEGER, streak INTEGER, "
    "last_correct INTEGER, difficulty INTEGER, cardbox INTEGER, next_scheduled INTEGER)"
)


@frozen
class BoxRow:
    """One question of a cardbox; *cardbox*: None if it is not scheduled."""

    question: str
    correct: int = 0
    incorrect: int = 0
    streak: int = 0
    last_correct: int = 0
    cardbox: int | None = None
    next_scheduled: int = 0


def read_cardbox(path: Path) -> tuple[BoxRow, ...]:
    """The questions of the cardbox at *path*."""
    try:
        if path.stat().st_size > _CARDBOX_LARGEST:
            raise _none(path, "it is larger than any cardbox")
        data = path.read_bytes()
    except OSError as error:
        raise PracticeError(
            f"{path} cannot be read: {error.strerror or error}. Choose another file."
        ) from error
    if not data.startswith(_MAGIC):
        raise _none(path, "it is not an SQLite file")
    try:
        with closing(sqlite3.connect(":memory:")) as db:
            # Memory has no write-ahead log; its mark is taken off.
            db.deserialize(data[:18] + b"\1\1" + data[20:] if data[_WRITE_AHEAD] == b"\2\2" else data)
            return tuple(_rows(db, path))
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        raise _none(path, "it is damaged") from error


def _none(path: Path, why: str) -> PracticeError:
    return PracticeError(
        f"{path} is not a cardbox of Zyzzyva or Xerafin: {why}. Choose its .db file; nothing was brought in."
    )


def _rows(db: sqlite3.Connection, path: Path) -> Iterator[BoxRow]:
    looks = iter(range(_MOST_LOOKS))
    db.set_progress_handler(lambda: next(looks, None) is None, _STEPS_BETWEEN_LOOKS)
    db.execute("PRAGMA trusted_schema = OFF")
    made = db.execute("SELECT type, rootpage FROM sqlite_master WHERE lower(name) = 'questions'").fetchall()
    if [(kind, bool(page)) for kind, page in made] != [("table", True)]:
        raise _none(path, "it has no table of questions")
    held = {
        name
        for name, hidden in db.execute("SELECT lower(name), hidden FROM pragma_table_xinfo('questions')")
        if not hidden
    }
    if "question" not in held:
        raise _none(path, "its table has no column of questions")
    asked = ", ".join(name if name in held else "NULL" for name in _COLUMNS)
    for row in db.execute(f"SELECT {asked} FROM questions LIMIT {_MOST_ROWS}"):  # noqa: S608 - constants
        question = row[0].upper() if isinstance(row[0], str) and row[0].isascii() else ""
        if SHORTEST <= len(question) <= LONGEST and ALPHABET.issuperset(question):
            yield BoxRow(
                question=question,
                correct=_number(row[1]),
                incorrect=_number(row[2]),
                streak=_number(row[3]),
                last_correct=_number(row[4]),
                cardbox=None if row[6] is None else _number(row[6]),
                next_scheduled=_number(row[7]),
            )


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 2**33 else 0


def write_cardbox(rows: Iterable[BoxRow], target: Path) -> None:
    """Make *target* a cardbox of *rows*, complete or not at all."""

    def fill(partial: Path) -> None:
        partial.unlink()
        with closing(sqlite3.connect(partial)) as db, db:
            db.execute(_TABLE)
            db.execute("CREATE UNIQUE INDEX question_index ON questions (question)")
            db.executemany(
                "INSERT INTO questions VALUES (?, ?, ?, ?, ?, 50, ?, ?)",
                [
                    (
                        *(row.question, row.correct, row.incorrect, row.streak),
                        *(row.last_correct, row.cardbox, row.next_scheduled),
                    )
                    for row in rows
                ],
            )

    try:
        write_whole(target, fill)
    except sqlite3.Error as error:
        raise PracticeError(f"{target} could not be written: {error}. Name another place.") from error


def box_of(days: float) -> int:
    """The box whose cards come back after about *days* days."""
    return max((box for box, usual in enumerate(BOX_DAYS) if usual <= max(1.0, days)), default=0)
