"""The table and triggers of `log.db`, which do not move, and the one way they come into being.

An existing file is compared, text by text, with what this program would create. Anything else is refused and
never repaired: a log that was altered is evidence. The triggers are a guard rail, the chain is the proof.
Views and indexes are no part of the format: they have a number of their own (`layout`).
"""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from kiosk.errors import LogError
from kiosk.storage.log.layout import LAYOUT, STATEMENTS, lay_out, layout

if TYPE_CHECKING:
    from sqlite_utils import Database

COLUMNS = "seq, at, kind, body, prev, hash"
FORMAT = 1  # SQLite's user_version of a log; it does not move

_TABLE = """
CREATE TABLE records (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  prev TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT
"""

# INSERT OR REPLACE deletes without asking a DELETE trigger, so REPLACE is stopped where it inserts. The first
# record has 64 zeros in place of the hash before it.
_TRIGGERS = (
    """
CREATE TRIGGER only_the_next_link BEFORE INSERT ON records
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM records)
  OR NEW.prev IS NOT coalesce((SELECT hash FROM records ORDER BY seq DESC LIMIT 1), hex(zeroblob(32)))
BEGIN SELECT RAISE(ABORT, 'a record can only be added after the last one'); END
""",
    """
CREATE TRIGGER no_change BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'a record cannot be changed'); END
""",
    """
CREATE TRIGGER no_removal BEFORE DELETE ON records
BEGIN SELECT RAISE(ABORT, 'a record cannot be removed'); END
""",
)


# The stages of the schema, oldest first. A stage that was released is never edited, only followed.
STAGES: Mapping[str, tuple[str, ...]] = {"0001_records": (_TABLE, *_TRIGGERS)}

_SET = "log"
_MIGRATIONS = "_sqlite_migrations"


def create(conn: sqlite3.Connection) -> None:
    """Bring the log behind *conn* from any known stage to the newest; the caller holds the transaction."""
    from sqlite_utils import Database, Migrations  # takes 0.1 s: only whoever makes a log pays for it

    migrations = Migrations(_SET)
    for name, statements in STAGES.items():
        migrations(name=name)(_migration(statements))
    # Plugins stay out: the log's connection does what this program tells it and nothing else.
    migrations.apply(Database(conn, execute_plugins=False))
    conn.execute(f"PRAGMA user_version = {FORMAT}")
    lay_out(conn)


def _migration(statements: tuple[str, ...]) -> "Callable[[Database], None]":
    def apply(db: "Database") -> None:
        for statement in statements:
            db.execute(statement.strip())

    return apply


def stage(conn: sqlite3.Connection) -> int:
    """How many stages the log behind *conn* has been through; refuses one of a newer program."""
    version = int(conn.execute("PRAGMA user_version").fetchone()[0])
    known = conn.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [_MIGRATIONS]).fetchone()
    applied = []
    if known:
        sql = f"SELECT name FROM {_MIGRATIONS} WHERE migration_set = ? ORDER BY id"  # noqa: S608 - a constant
        applied = [str(row[0]) for row in conn.execute(sql, [_SET])]
    if version > FORMAT or set(applied) - set(STAGES):
        raise LogError(
            "This log was written by a newer version of the program, so this one leaves it alone. "
            "Use the newer version."
        )
    return len(applied)


def differences(conn: sqlite3.Connection, stages: int | None = None) -> tuple[str, ...]:
    """The names of tables, triggers, views and indexes that are not as this program makes them. The views and
    indexes of another layout are not looked at."""
    own = layout(conn) == LAYOUT
    return tuple(sorted({name for name, _ in _schema(conn, own) ^ _expected(stages, own)}))


def _schema(conn: sqlite3.Connection, with_layout: bool) -> set[tuple[str, bytes]]:
    """Everything in the file but what SQLite and sqlite-utils keep for themselves."""
    # As bytes: in a damaged file the text of a view need not be text, which says nothing of the records.
    sql = (
        "SELECT CAST(name AS BLOB), CAST(coalesce(sql, '') AS BLOB) FROM sqlite_master "
        "WHERE tbl_name <> ? AND name NOT LIKE 'sqlite!_%' ESCAPE '!' "
        "AND (? OR type NOT IN ('view', 'index'))"
    )
    found = conn.execute(sql, [_MIGRATIONS, with_layout])
    return {(name.decode(errors="replace"), text) for name, text in found}


@cache
def _expected(stages: int | None, with_layout: bool) -> frozenset[tuple[str, bytes]]:
    with closing(sqlite3.connect(":memory:")) as made:
        made_up = [*chain.from_iterable(list(STAGES.values())[:stages]), *(STATEMENTS if with_layout else ())]
        for statement in made_up:
            made.execute(statement.strip())
        return frozenset(_schema(made, with_layout))
