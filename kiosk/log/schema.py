"""The table and triggers of `log.db`, which do not move; its views and indexes; the one way they come into
being.
"""

import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from kiosk.errors import LogError
from kiosk.log.bodies import AdjudicationBody, DecisionBody
from kiosk.log.body import JsonValue, leaves
from kiosk.log.facts import BODY_PATHS
from kiosk.log.kinds import Kind

if TYPE_CHECKING:
    from sqlite_utils import Database


# ---- layout ------------------------------------------------------------------------------------------------
# The views and indexes of a log: for people, for sqlite-utils and Datasette, and for speed.
#
# They prove nothing and are no part of the format, so they have a number of their own. Rules guarded here: a
# writer replaces an older layout in one transaction; no reader of ours asks a view; the layout of a newer
# program is left alone. Whoever changes a statement changes the number.

LAYOUT = 4
FACTS_INDEX = "adjudications_by_facts"
# What rulings are filtered by besides their facts.
FILTER_KEYS = ("number", "method", "final", "flags")


def indexed_key(path: str) -> str:
    """A value of the body, spelled as the indexes spell it."""
    return f"json_extract(body, '$.{path}')"


def facts_index(*first: str) -> str:
    """The statement that makes the index of facts, after the columns *first*: in the order of the rulings, so
    that it only ever grows at its end and any filter is one scan of it."""
    columns = ", ".join((*first, *map(indexed_key, (*BODY_PATHS.values(), *FILTER_KEYS))))
    return f"CREATE INDEX {FACTS_INDEX} ON records ({columns}) WHERE kind = 'adjudication'"


_LOCAL = "datetime(at, json_extract(body, '$.clock.offset_min') || ' minutes')"
_EVENT_NAME = (
    "(SELECT json_extract(opened.body, '$.name') FROM records AS opened WHERE opened.kind = 'event_opened' "
    "AND json_extract(opened.body, '$.event') = json_extract(records.body, '$.event') "
    "ORDER BY opened.seq DESC LIMIT 1)"
)
_LETTER = "substr(json_extract(body, '$.number'), 1, instr(json_extract(body, '$.number'), '-') - 1)"


def _column(path: str, kind: Any) -> str:
    name = path.replace(".", "_")
    if kind == tuple[str, ...]:
        return f"(SELECT group_concat(value, ' ') FROM json_each(body, '$.{path}')) AS \"{name}\""  # noqa: S608
    return f'{indexed_key(path)} AS "{name}"'


def _view(name: str, of: type[JsonValue], kind: Kind, *more: str) -> str:
    """A view with a column for each value in bodies *of* a kind."""
    columns = (f"{_LOCAL} AS local_time", *more, *(_column(*leaf) for leaf in leaves(of)))
    return (
        f"CREATE VIEW {name} AS SELECT\n  seq, at,\n  {', '.join(columns)},\n  hash\n"
        f"FROM records WHERE kind = '{kind}'"
    )


VIEWS = (
    _view(
        "adjudications",
        AdjudicationBody,
        Kind.ADJUDICATION,
        f"{_LETTER} AS letter",
        f"{_EVENT_NAME} AS event_name",
        f"{indexed_key('clock.offset_min')} AS clock_offset_min",
    ),
    # No verdict here: it is the play's, and must not be read as the word's.
    f"CREATE VIEW challenged_words AS SELECT\n  seq, at, {_LOCAL} AS local_time, "
    f"{indexed_key('number')} AS number, word.key + 1 AS position, word.value AS word\n"
    "FROM records, json_each(body, '$.words') AS word WHERE kind = 'adjudication'",
    f"CREATE VIEW station_events AS SELECT\n  seq, at, {_LOCAL} AS local_time, kind, "
    "json_remove(body, '$.clock') AS what, hash\n"
    "FROM records WHERE kind NOT IN ('adjudication', 'decision')",
    _view("decisions", DecisionBody, Kind.DECISION),
)


def _spell_number(number: int) -> str:
    return f"CREATE VIEW layout AS SELECT {number} AS number"


STATEMENTS = (
    "CREATE INDEX records_by_kind ON records (kind)",
    facts_index("seq", "at"),
    *VIEWS,
    _spell_number(LAYOUT),
)
_NUMBERED = re.compile(re.escape(_spell_number(0).encode()).replace(b"0", rb"(\d{1,9})"))


def layout(conn: sqlite3.Connection) -> int:
    """The number of the layout of the log behind *conn*. The view that says it is read, not asked: a file
    somebody altered may hold anything under that name."""
    sql = "SELECT CAST(sql AS BLOB) FROM sqlite_master WHERE type = 'view' AND name = 'layout'"
    row = conn.execute(sql).fetchone()
    numbered = None if row is None else _NUMBERED.fullmatch(row[0])
    return 1 if numbered is None else int(numbered[1])


def lay_out(conn: sqlite3.Connection) -> None:
    """Make the views and indexes of this program in place of all others; the caller holds the transaction."""
    sql = (
        "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'index') "
        "AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND tbl_name NOT LIKE '!_sqlite!_%' ESCAPE '!'"
    )
    for kind, name in conn.execute(sql).fetchall():
        conn.execute(f"""DROP {kind} "{name.replace('"', '""')}\"""")
    for statement in STATEMENTS:
        conn.execute(statement)


# ---- schema ------------------------------------------------------------------------------------------------
# The table and triggers of `log.db`, which do not move, and the one way they come into being.
#
# An existing file is compared, text by text, with what this program would create. Anything else is refused
# and never repaired: a log that was altered is evidence. The triggers are a guard rail, the chain is the
# proof. Views and indexes are no part of the format: they have a number of their own (`layout`).

COLUMNS = "seq, at, kind, body, prev, hash"
FORMAT = 1  # SQLite's user_version of a log; it does not move

RECORDS_TABLE = """
CREATE TABLE records (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  prev TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT
""".strip()

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
STAGES: Mapping[str, tuple[str, ...]] = {"0001_records": (RECORDS_TABLE, *_TRIGGERS)}

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
    return tuple(sorted({name for name, _ in _schema(conn, own) ^ _expected_objects(stages, own)}))


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
def _expected_objects(stages: int | None, with_layout: bool) -> frozenset[tuple[str, bytes]]:
    with closing(sqlite3.connect(":memory:")) as made:
        made_up = [*chain.from_iterable(list(STAGES.values())[:stages]), *(STATEMENTS if with_layout else ())]
        for statement in made_up:
            made.execute(statement.strip())
        return frozenset(_schema(made, with_layout))
