"""The forgeries of the table: named ways to change a log, or what lies beside it.

Each is given the data folder of a closed station. They know the format of the log, not the program.
"""

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path

from tests.support.forgeries import FIELDS, PLAIN, by_hand, by_sql, own_hash, rebuilt
from tests.support.hostile_logs import CLOCK, ESCAPES
from tests.support.log_samples import text_to_blob

Forge = Callable[[Path], None]
HUGE = 30_000_000 if os.environ.get("KIOSK_CAMPAIGN") else 1_000_000
LOG, NOTE = "log.db", "log.acknowledged"
A2 = "kind = 'adjudication' AND json_extract(body, '$.number') = 'A-2'"
INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql NOT NULL AND tbl_name = 'records'"
FLIP = """replace(body, '"verdict":"unacceptable"', '"verdict":"acceptable"')"""


def _rows(folder: Path) -> list[tuple[int, str, str, str, str, str]]:
    with closing(sqlite3.connect(folder / LOG)) as conn:
        return conn.execute(f"SELECT {', '.join(FIELDS)} FROM records ORDER BY seq").fetchall()


def _seq(folder: Path, number: str = "A-2") -> int:
    return next(row[0] for row in _rows(folder) if f'"number":"{number}"' in row[3])


def sql(*statements: str) -> Forge:
    """By hand, with triggers and checks out of the way and put back afterwards. {a2}, {a3}, {last}: numbers
    of records."""

    def forge(folder: Path) -> None:
        places = {"a2": _seq(folder), "a3": _seq(folder, "A-3"), "last": _rows(folder)[-1][0], "flip": FLIP}
        by_sql(folder / LOG, *(one.format(**places) for one in statements))

    return forge


def then(*forgeries: Forge) -> Forge:
    def forge(folder: Path) -> None:
        for one in forgeries:
            one(folder)

    return forge


def without_note(folder: Path) -> None:
    (folder / NOTE).unlink()


def rehashed(**changes: Callable[[str], str]) -> Forge:
    """A-2 with other fields and a hash of its own that fits; what follows is left."""

    def forge(folder: Path) -> None:
        seq, at, kind, body, prev, _ = _rows(folder)[_seq(folder) - 1]
        given = {"at": at, "kind": kind, "body": body}
        given |= {name: change(given[name]) for name, change in changes.items()}
        own = own_hash(seq, given["at"], given["kind"], given["body"], prev)
        values = (given["at"], given["kind"], given["body"], own)
        by_sql(
            folder / LOG,
            f"UPDATE records SET at = ?, kind = ?, body = ?, hash = ? WHERE seq = {seq}",
            values=values,
        )

    return forge


def rechained(**changes: Callable[[str], str]) -> Forge:
    """A-2 with other fields, and every hash after it made again."""

    def forge(folder: Path) -> None:
        rows, first, statements = _rows(folder), _seq(folder), []
        prev, hashes = rows[first - 2][5], {}
        for seq, at, kind, body, _, before in rows[first - 1 :]:
            given = {"at": at, "kind": kind, "body": body}
            if seq == first:
                given |= {name: change(given[name]) for name, change in changes.items()}
            for old, new in hashes.items():  # a checkpoint names records by their hashes
                given["body"] = given["body"].replace(old, new)
            own = own_hash(seq, given["at"], given["kind"], given["body"], prev)
            statements.append((given["at"], given["kind"], given["body"], prev, own, seq))
            prev = hashes[before] = own
        _put(folder, statements)

    return forge


def _put(folder: Path, rows: list[tuple[str, str, str, str, str, int]]) -> None:
    with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as conn:
        conn.execute("PRAGMA ignore_check_constraints = ON")
        kept = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        indexes = conn.execute(INDEXES).fetchall()
        for name, _ in kept:
            conn.execute(f"DROP TRIGGER {name}")
        for name, _ in indexes:
            conn.execute(f"DROP INDEX {name}")
        conn.execute("BEGIN")
        conn.executemany(
            "UPDATE records SET at = ?, kind = ?, body = ?, prev = ?, hash = ? WHERE seq = ?", rows
        )
        conn.execute("COMMIT")
        for _, text in (*indexes, *kept):
            with suppress(sqlite3.Error):  # a body that SQLite cannot read goes into no index
                conn.execute(text)


def a2_removed_and_rechained(folder: Path) -> None:
    rows, gone = _rows(folder), _seq(folder)
    prev, kept = rows[gone - 2][5], []
    for seq, at, kind, body, *_ in rows[gone:]:
        own = own_hash(seq - 1, at, kind, body, prev)
        kept.append((seq - 1, at, kind, body, prev, own))
        prev = own
    by_sql(folder / LOG, f"DELETE FROM records WHERE seq >= {gone}")
    with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as conn:
        conn.execute("DROP TRIGGER only_the_next_link")
        conn.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", kept)
    _again(folder, "only_the_next_link")


def _again(folder: Path, name: str) -> None:
    """Put a trigger back as the program makes it."""
    from kiosk.log.schema import STAGES

    text = next(one.strip() for one in STAGES["0001_records"] if f"TRIGGER {name}" in one)
    with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as conn:
        conn.execute(text)


def added(
    number: str = "A-99", prev: str | None = None, seq: int | None = None, kind: str = "adjudication"
) -> Forge:
    """A record more: at the end and well chained, unless *prev* or *seq* say otherwise."""

    def forge(folder: Path) -> None:
        last = _rows(folder)[-1]
        body = _rows(folder)[_seq(folder) - 1][3].replace('"number":"A-2"', f'"number":"{number}"')
        body = body if kind == "adjudication" else json.dumps({"clock": CLOCK})
        values = (last[0] + 1 if seq is None else seq, last[1], kind, body, last[5] if prev is None else prev)
        by_sql(
            folder / LOG,
            "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)",
            values=(*values, own_hash(*values)),
        )

    return forge


def bits(column: str) -> Forge:
    return lambda folder: text_to_blob(folder / LOG, _seq(folder), column)


def last_hash_a_blob(folder: Path) -> None:
    text_to_blob(folder / LOG, _rows(folder)[-1][0], "hash")


def in_schema(*statements: str) -> Forge:
    """Statements on the make of the file alone."""

    def forge(folder: Path) -> None:
        with by_hand(folder / LOG) as conn:
            for one in statements:
                conn.execute(one)

    return forge


def views_hide_a2(folder: Path) -> None:
    with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as conn:
        (text,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = 'adjudications'").fetchone()
        conn.execute("DROP VIEW adjudications")
        conn.execute(f"{text} AND json_extract(body, '$.number') <> 'A-2'")


def layout_99(folder: Path) -> None:
    views_hide_a2(folder)
    in_schema("DROP VIEW layout", "CREATE VIEW layout AS SELECT 99 AS number")(folder)


def indexes_hide_a2(folder: Path) -> None:
    seq = _seq(folder)
    with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as conn:
        found = conn.execute(INDEXES).fetchall()
        for name, text in found:
            conn.execute(f"DROP INDEX {name}")
            conn.execute(f"{text} AND seq <> {seq}" if " WHERE " in text else f"{text} WHERE seq <> {seq}")
        conn.execute("PRAGMA writable_schema = ON")
        for name, text in found:
            conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [text, name])
        conn.execute("PRAGMA writable_schema = RESET")


def unknown_function(folder: Path) -> None:
    with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as conn:
        conn.create_function("unheard_of", 1, lambda value: value, deterministic=True)
        conn.execute("CREATE INDEX forged ON records (unheard_of(kind))")


def remade(table: str, **given: str) -> Forge:
    return lambda folder: rebuilt(folder / LOG, table, **given)  # type: ignore[arg-type]


def doubled(folder: Path) -> None:
    rebuilt(folder / LOG, PLAIN.replace("seq INTEGER PRIMARY KEY", "seq INTEGER"))
    by_sql(folder / LOG, f"INSERT INTO records SELECT * FROM records WHERE {A2}")


def odd_seq(value: str) -> Forge:
    def forge(folder: Path) -> None:
        seq = _seq(folder)
        rebuilt(folder / LOG, PLAIN.replace("seq INTEGER PRIMARY KEY", "seq"))
        by_sql(folder / LOG, f"UPDATE records SET seq = {value} WHERE seq = {seq}")

    return forge


def hot_journal(folder: Path) -> None:
    """A journal that takes the last ten records back, as a killed writer may leave one."""
    log, kept = folder / LOG, folder / "kept.db"
    side, whole = Path(f"{log}-journal"), (folder / LOG).read_bytes()
    by_sql(log, f"DELETE FROM records WHERE seq > {_rows(folder)[-1][0] - 10}")
    with closing(sqlite3.connect(log, isolation_level=None)) as conn:
        conn.execute("PRAGMA journal_mode = DELETE")
        conn.execute("BEGIN IMMEDIATE")
        conn.execute("UPDATE _sqlite_migrations SET name = name || ''")
        conn.execute("DROP TRIGGER no_change")
        conn.execute("UPDATE records SET at = at || ''")
        conn.execute("PRAGMA cache_spill = 1")
        conn.execute("PRAGMA cache_size = 1")
        conn.execute("UPDATE records SET body = body || ' '")
        shutil.copyfile(side, kept)
        conn.execute("ROLLBACK")
    log.write_bytes(whole)
    kept.replace(side)


def beside(ending: str, content: bytes) -> Forge:
    return lambda folder: Path(f"{folder / LOG}{ending}").write_bytes(content) and None


def misleading_statistics(folder: Path) -> None:
    in_schema(
        "ANALYZE", "DELETE FROM sqlite_stat1", "INSERT INTO sqlite_stat1 VALUES ('records', NULL, '1')"
    )(folder)


def note_of(count: str, head: str = "ab" * 32) -> Forge:
    """A note whose check fits."""

    def forge(folder: Path) -> None:
        epoch = json.loads(_rows(folder)[0][3])["epoch"]
        line = f"{epoch} {count} {head}"
        check = hashlib.sha256(line.encode()).hexdigest()[:16]
        (folder / NOTE).write_text(f"{line} {check}\n")

    return forge


def foreign_log(folder: Path) -> None:
    """The log of another station, whole and well chained, under this one's name."""
    rows, prev, changed = _rows(folder), "0" * 64, []
    first = json.loads(rows[0][3])
    for seq, at, kind, body, *_ in rows:
        text = (
            body.replace(first["station"], "f" * 32).replace(first["epoch"], "e" * 32) if seq == 1 else body
        )
        own = own_hash(seq, at, kind, text, prev)
        changed.append((at, kind, text, prev, own, seq))
        prev = own
    _put(folder, changed)


def begun_anew(folder: Path) -> None:
    """A-2's verdict flipped and everything rechained, as a log of this station with another epoch: neither
    the note nor the lock speaks of that one."""
    FLIPPED_AND_RECHAINED(folder)
    rows, prev, changed, hashes = _rows(folder), "0" * 64, [], {}
    epoch = json.loads(rows[0][3])["epoch"]
    for seq, at, kind, body, _, before in rows:
        for old, new in {epoch: "e" * 32, **hashes}.items():
            body = body.replace(old, new)
        own = own_hash(seq, at, kind, body, prev)
        changed.append((at, kind, body, prev, own, seq))
        prev = hashes[before] = own
    _put(folder, changed)


def ahead(folder: Path) -> None:
    with by_hand(folder / LOG) as conn:
        conn.execute("PRAGMA journal_mode = WAL").fetchall()


def cut_file(size: Callable[[int], int]) -> Forge:
    def forge(folder: Path) -> None:
        content = (folder / LOG).read_bytes()
        (folder / LOG).write_bytes(content[: size(len(content))])

    return forge


def zeroed_leaf(folder: Path) -> None:
    content = bytearray((folder / LOG).read_bytes())
    at = content.find(b'"number":"A-2"') // 4096 * 4096
    content[at : at + 4096] = bytes(4096)
    (folder / LOG).write_bytes(content)


def a_pipe(folder: Path) -> None:
    (folder / LOG).unlink()
    os.mkfifo(folder / LOG)


def journal_a_folder(folder: Path) -> None:
    Path(f"{folder / LOG}-journal").unlink(missing_ok=True)
    Path(f"{folder / LOG}-journal").mkdir()


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new)


def keyed(key: str, value: object) -> Callable[[str], str]:
    """A body with another value under *key*."""

    def change(body: str) -> str:
        return json.dumps({**json.loads(body), key: value}, separators=(",", ":"))

    return change


FLIPPED = replaced('"verdict":"unacceptable"', '"verdict":"acceptable"')
FLIPPED_AND_RECHAINED = rechained(body=FLIPPED)
VIEW = (
    "ALTER TABLE records RENAME TO kept",
    f"CREATE VIEW records AS SELECT * FROM kept WHERE NOT ({A2})",
)
# They break the chain, or the folder knows better: every reader tells, and no writer goes on.
TOLD: Mapping[str, Forge] = {
    "cut end: last 2": sql("DELETE FROM records WHERE seq > {last} - 2"),
    "cut end: last 20": sql("DELETE FROM records WHERE seq > {last} - 20"),
    "cut middle: A-2 and what is before it": sql("DELETE FROM records WHERE seq IN ({a2} - 1, {a2})"),
    "cut middle: one non-ruling": sql("DELETE FROM records WHERE seq = {a2} + 1"),
    "cut beginning 2..5": sql("DELETE FROM records WHERE seq BETWEEN 2 AND 5"),
    "all rows gone": sql("DELETE FROM records"),
    "verdict flipped, hash left": sql("UPDATE records SET body = {flip} WHERE seq = {a2}"),
    "verdict flipped, own hash remade": rehashed(body=FLIPPED),
    "verdict flipped, all rechained": FLIPPED_AND_RECHAINED,
    "verdict flipped, all rechained, another epoch": begun_anew,
    "A-2 removed, renumbered, rechained": a2_removed_and_rechained,
    "two rows swapped": sql(
        "UPDATE records SET seq = -77 WHERE seq = {a2}",
        "UPDATE records SET seq = {a2} WHERE seq = {a3}",
        "UPDATE records SET seq = {a3} WHERE seq = -77",
    ),
    "bodies of two rulings swapped": sql(
        "UPDATE records SET body = (SELECT other.body FROM records AS other WHERE other.seq = {a2} + {a3} - "
        "records.seq) WHERE seq IN ({a2}, {a3})"
    ),
    "number A-2 twice, chained": added("A-2"),
    "row added, wrong prev": added(prev="ab" * 32, kind="note"),
    "row 0 added": added(seq=0),
    "row -1 added": added(seq=-1, kind="note"),
    "row 2^63-1 added": added(seq=2**63 - 1, kind="note"),
    "renumbered by 5 from A-2": sql(
        "UPDATE records SET seq = seq + 1000 WHERE seq >= {a2}",
        "UPDATE records SET seq = seq - 995 WHERE seq > 1000",
    ),
    "kind of A-2 -> note": sql("UPDATE records SET kind = 'note' WHERE seq = {a2}"),
    "kind of A-2 -> note, own hash remade": rehashed(kind=lambda _: "note"),
    "kind of A-2 a BLOB (one bit)": bits("kind"),
    "body of A-2 a BLOB (one bit)": bits("body"),
    "at NULL": then(remade(PLAIN), sql("UPDATE records SET at = NULL WHERE seq = {a2}")),
    "body 5 (integer)": then(
        remade(PLAIN.replace("body TEXT", "body")), sql("UPDATE records SET body = 5 WHERE seq = {a2}")
    ),
    "body with NUL": sql("UPDATE records SET body = body || char(0) WHERE seq = {a2}"),
    "hash in capitals": sql("UPDATE records SET hash = upper(hash) WHERE seq = {a2}"),
    "hash bit flipped": sql(
        "UPDATE records SET hash = CASE WHEN hash LIKE '0%' THEN '1' ELSE '0' END || substr(hash, 2) "
        "WHERE seq = {a2} + 1"
    ),
    "kind COLLATE NOCASE, 'Adjudication'": then(
        remade(PLAIN.replace("kind TEXT", "kind TEXT COLLATE NOCASE")),
        sql("UPDATE records SET kind = 'Adjudication' WHERE seq = {a2}"),
    ),
    "seq no key, A-2's row twice": doubled,
    "seq as text": odd_seq("'twelve'"),
    "seq as 12.5": odd_seq("12.5"),
    "seq NULL": odd_seq("NULL"),
    "huge body, chained": rechained(body=keyed("more", "x" * HUGE)),
    "body nested 3000, chained": rechained(body=lambda _: '{"words":' + "[" * 3000 + "]" * 3000 + "}"),
    "words = 5, chained": rechained(body=keyed("words", 5)),
    "offset_min 10^14, chained": rechained(body=keyed("clock", {"offset_min": 10**14})),
    "escapes in words, chained": rechained(body=keyed("words", [ESCAPES])),
    "unknown kind, chained": rechained(kind=lambda _: "invented"),
    "at = 'yesterday', chained": rechained(at=lambda _: "yesterday"),
    "two genesis records": rechained(kind=lambda _: "genesis"),
    "note says more than the log": note_of("000000000099"),
    "note with a fitting check, no number": note_of("twelve"),
    "log.db is another station's": foreign_log,
    "log.db gone": lambda folder: (folder / LOG).unlink(),
    "hot journal takes back 10 records": hot_journal,
    "genesis gone": sql("DELETE FROM records WHERE seq = 1"),
    "hash of last a BLOB": last_hash_a_blob,
    "body not UTF-8": then(
        remade(PLAIN), sql("UPDATE records SET body = CAST(x'7b22ff227d' AS TEXT) WHERE seq = {a2}")
    ),
    "records is a view hiding A-2": in_schema(*VIEW),
    "generated column added": in_schema("ALTER TABLE records ADD COLUMN more INTEGER AS (seq + 1)"),
    "plain column added": in_schema("ALTER TABLE records ADD COLUMN more TEXT"),
    "column body generated": remade(PLAIN.replace("body TEXT", "body TEXT AS (kind)")),
    "named Records": remade(PLAIN.replace("records", "Records")),
    "fts5 table": remade("CREATE VIRTUAL TABLE records USING fts5(seq, at, kind, body, prev, hash)"),
    "column order turned": remade(PLAIN.replace("at TEXT, kind TEXT", "kind TEXT, at TEXT")),
    "user_version 0": in_schema("PRAGMA user_version = 0"),
    "user_version 2": in_schema("PRAGMA user_version = 2"),
    "journal_mode WAL": ahead,
    "journal a folder": journal_a_folder,
    "file cut to half": cut_file(lambda size: size // 2),
    "file cut to 100 bytes": cut_file(lambda size: 100),
    "leaf page zeroed": zeroed_leaf,
    "log.db a pipe": a_pipe,
}
# The records are whole: nobody answers anything else, though some may say what they noticed.
WHOLE: Mapping[str, Forge] = {
    "views hide A-2": views_hide_a2,
    "triggers dropped": in_schema("DROP TRIGGER no_change", "DROP TRIGGER no_removal"),
    "trigger added: deletes on insert": in_schema(
        "CREATE TRIGGER forged AFTER INSERT ON records BEGIN DELETE FROM records WHERE seq = 2; END"
    ),
    "indexes hide A-2": indexes_hide_a2,
    "indexes dropped": in_schema("DROP INDEX records_by_kind", "DROP INDEX adjudications_by_facts"),
    "index by unknown function": unknown_function,
    "table remade, same rows": remade(PLAIN),
    "table remade WITHOUT ROWID": remade(f"{PLAIN} WITHOUT ROWID"),
    "application_id of a merged file": in_schema("PRAGMA application_id = 0x4B4C4F47"),
    "UTF-16": remade(PLAIN, encoding="UTF-16le"),
    "sqlite_stat1 misleads": misleading_statistics,
    "view layout says 99, views hide A-2": layout_99,
    "stale -wal beside": beside("-wal", b"x" * 5000),
    "journal rubbish": beside("-journal", b"rubbish" * 100),
    "rubbish after end": lambda folder: (
        (folder / LOG).write_bytes((folder / LOG).read_bytes() + b"x" * 4096) and None
    ),
    "VACUUM, page size 1024": in_schema("PRAGMA page_size = 1024", "VACUUM"),
    "note torn": lambda folder: (folder / NOTE).write_bytes((folder / NOTE).read_bytes()[:50]) and None,
    "note not ASCII": lambda folder: (folder / NOTE).write_bytes(b"\xff" * 120) and None,
}
# Nothing in the folder says otherwise: only paper, a hub or a stick can.
UNTOLD: Mapping[str, Forge] = {
    "cut end + note removed": then(sql("DELETE FROM records WHERE seq > {last} - 2"), without_note),
    "verdict flipped, all rechained + note removed": then(rechained(body=FLIPPED), without_note),
    "forged ruling added, chained": added(),
}
