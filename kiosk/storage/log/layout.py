"""The views and indexes of a log: for people, for sqlite-utils and Datasette, and for speed.

They prove nothing and are no part of the format, so they have a number of their own. Rules guarded here: a
writer replaces an older layout in one transaction; no reader of ours asks a view; the layout of a newer
program is left alone. Whoever changes a statement changes the number.
"""

import re
import sqlite3
from typing import Any

from kiosk.core.log.bodies.play import AdjudicationBody, DecisionBody
from kiosk.core.log.body import Part, leaves
from kiosk.core.log.facts import BODY_PATHS
from kiosk.core.log.kinds import Kind

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


def _view(name: str, of: type[Part], kind: Kind, *more: str) -> str:
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


def _numbered(number: int) -> str:
    return f"CREATE VIEW layout AS SELECT {number} AS number"


STATEMENTS = (
    "CREATE INDEX records_by_kind ON records (kind)",
    facts_index("seq", "at"),
    *VIEWS,
    _numbered(LAYOUT),
)
_NUMBERED = re.compile(re.escape(_numbered(0).encode()).replace(b"0", rb"(\d{1,9})"))


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
