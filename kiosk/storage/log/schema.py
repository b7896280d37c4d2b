"""The tables, views, indexes and triggers of `log.db`, and the one way they come into being.

An existing file is compared, text by text, with what this program would create. Anything else is refused and
never repaired: a log that was altered is evidence. The triggers are a guard rail, the chain is the proof.
"""

import sqlite3
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kiosk.errors import LogError

if TYPE_CHECKING:  # sqlite_utils takes 0.1 s to import: only whoever opens a log for writing pays for it
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


def _key(name: str) -> str:
    return f"json_extract(body, '$.{name}')"


# What rulings are filtered and compared by. One index holds it all in the order of the rulings, so that it
# only ever grows at its end and any filter is one scan of it.
_FACTS = (
    *("event", "division", "round", "table", "words", "verdict", "operator", "lexicon.fingerprint"),
    *("long_lexicon.fingerprint", "number", "method", "final", "flags"),
)
_INDEXES = (
    "CREATE INDEX records_by_kind ON records (kind)",
    "CREATE INDEX records_by_at ON records (at)",
    f"CREATE INDEX adjudications_by_number ON records ({_key('number')}) WHERE kind = 'adjudication'",
    f"CREATE INDEX adjudications_by_facts ON records (seq, at, {', '.join(map(_key, _FACTS))}) "
    "WHERE kind = 'adjudication'",
)

_VIEWS = (
    """
CREATE VIEW adjudications AS SELECT
  seq,
  at,
  (SELECT group_concat(value, ' ') FROM json_each(body, '$.words')) AS words,
  json_extract(body, '$.number') AS number,
  json_extract(body, '$.verdict') AS verdict,
  json_extract(body, '$.declared') AS declared,
  json_extract(body, '$.final') AS final,
  json_extract(body, '$.method') AS method,
  json_extract(body, '$.operator') AS operator,
  json_extract(body, '$.division') AS division,
  json_extract(body, '$.event') AS event,
  json_extract(body, '$.round') AS round,
  json_extract(body, '$.table') AS "table",
  (SELECT group_concat(value, ' ') FROM json_each(body, '$.flags')) AS flags,
  json_extract(body, '$.lexicon.id') AS lexicon_id,
  json_extract(body, '$.lexicon.edition') AS lexicon_edition,
  json_extract(body, '$.lexicon.fingerprint') AS lexicon_fingerprint,
  json_extract(body, '$.long_lexicon.id') AS long_lexicon_id,
  json_extract(body, '$.rules.id') AS rules_id,
  json_extract(body, '$.rules.fingerprint') AS rules_fingerprint,
  json_extract(body, '$.penalty') AS penalty,
  json_extract(body, '$.consequence') AS consequence,
  json_extract(body, '$.entry_ms') AS entry_ms,
  json_extract(body, '$.verify_ms') AS verify_ms,
  json_extract(body, '$.edits') AS edits,
  json_extract(body, '$.program') AS program,
  json_extract(body, '$.clock.offset_min') AS clock_offset_min,
  hash
FROM records WHERE kind = 'adjudication'
""",
    # No verdict here: it is the play's, and must not be read as the word's.
    """
CREATE VIEW challenged_words AS SELECT
  seq, at, json_extract(body, '$.number') AS number, word.key + 1 AS position, word.value AS word
FROM records, json_each(body, '$.words') AS word WHERE kind = 'adjudication'
""",
    """
CREATE VIEW station_events AS SELECT
  seq, at, kind, json_remove(body, '$.clock') AS what, hash
FROM records WHERE kind NOT IN ('adjudication', 'decision')
""",
    """
CREATE VIEW decisions AS SELECT
  seq, at,
  json_extract(body, '$.about.station') AS about_station,
  json_extract(body, '$.about.epoch') AS about_epoch,
  json_extract(body, '$.about.seq') AS about_seq,
  json_remove(body, '$.clock', '$.about') AS what,
  hash
FROM records WHERE kind = 'decision'
""",
)

# The stages of the schema, oldest first. A stage that was released is never edited, only followed.
STAGES: Mapping[str, tuple[str, ...]] = {"0001_records": (_TABLE, *_INDEXES, *_TRIGGERS, *_VIEWS)}

_SET = "log"
_MIGRATIONS = "_sqlite_migrations"


def create(db: "Database") -> None:
    """Bring *db* from any known stage to the newest; the caller holds the transaction."""
    from sqlite_utils import Migrations

    migrations = Migrations(_SET)
    for name, statements in STAGES.items():
        migrations(name=name)(_migration(statements))
    migrations.apply(db)
    db.execute(f"PRAGMA user_version = {FORMAT}")


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
    """The names of tables, views, indexes and triggers that are not as this program makes them."""
    return tuple(sorted({name for name, _ in _schema(conn) ^ _expected(stages)}))


def _schema(conn: sqlite3.Connection) -> set[tuple[str, bytes]]:
    """Everything in the file but what SQLite and sqlite-utils keep for themselves."""
    # As bytes: in a damaged file the text of a view need not be text, which says nothing of the records.
    sql = (
        "SELECT CAST(name AS BLOB), CAST(coalesce(sql, '') AS BLOB) FROM sqlite_master "
        "WHERE tbl_name <> ? AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    )
    return {(name.decode(errors="replace"), text) for name, text in conn.execute(sql, [_MIGRATIONS])}


def _expected(stages: int | None) -> set[tuple[str, bytes]]:
    made = sqlite3.connect(":memory:")
    try:
        for statements in list(STAGES.values())[:stages]:
            for statement in statements:
                made.execute(statement.strip())
        return _schema(made)
    finally:
        made.close()
