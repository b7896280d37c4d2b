"""Zyzzyva's `.db`: an SQLite file with a table `words`.

It is read from memory, so that no copy of a licensed list lies about; its own code is not run.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

from kiosk.words.importers.entries import (
    MOST_ENTRIES,
    Entries,
    Entry,
    ListFile,
    damaged_file,
)

_KIND = "Zyzzyva .db"
_MAGIC = b"SQLite format 3\0"
_WRITE_AHEAD = slice(18, 20)  # says 2, 2 in a file with a write-ahead log, which memory cannot have
_STEPS_BETWEEN_LOOKS = 10_000
_MOST_LOOKS = 20_000


def fits(source: ListFile) -> bool:
    return source.data.startswith(_MAGIC)


def read(source: ListFile) -> Entries:
    """The words and definitions of the table `words` in *source*."""
    return Entries(_KIND, "row", len(source.data) // 300, _entries(source.data))


def _entries(data: bytes) -> Iterator[Entry]:
    try:
        with closing(sqlite3.connect(":memory:")) as db:
            if data[_WRITE_AHEAD] == b"\2\2":
                data = data[:18] + b"\1\1" + data[20:]
            db.deserialize(data)
            yield from _rows(db)
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        raise damaged_file(_KIND, "it is damaged, or takes too long to read") from error


def _rows(db: sqlite3.Connection) -> Iterator[Entry]:
    looks = iter(range(_MOST_LOOKS))
    # A true value stops the query: no file keeps us here for ever.
    db.set_progress_handler(lambda: next(looks, None) is None, _STEPS_BETWEEN_LOOKS)
    db.execute("PRAGMA trusted_schema = OFF")
    definition = "definition" if "definition" in _plain_columns(db) else "''"
    rows = db.execute(f"SELECT word, {definition} FROM words")  # noqa: S608  (one of two constants)
    for place, (word, meaning) in enumerate(rows, 1):
        if place > MOST_ENTRIES:
            raise damaged_file(_KIND, f"it holds more than {MOST_ENTRIES:,} rows")
        yield place, word if isinstance(word, str) else "", meaning if isinstance(meaning, str) else ""


def _plain_columns(db: sqlite3.Connection) -> set[str]:
    """The columns of `words`, which must be an ordinary table: a view or a computed column would be
    someone's code."""
    made = db.execute("SELECT type, rootpage FROM sqlite_master WHERE lower(name) = 'words'").fetchall()
    if [(kind, bool(page)) for kind, page in made] != [("table", True)]:
        raise damaged_file(_KIND, "it has no table of words")
    columns = db.execute("SELECT lower(name), hidden FROM pragma_table_xinfo('words')").fetchall()
    plain = {name for name, hidden in columns if not hidden}
    if "word" not in plain:
        raise damaged_file(_KIND, "its table has no column of words")
    return plain
