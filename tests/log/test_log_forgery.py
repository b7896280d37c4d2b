"""Forged files: what the table proves and the file around it hides, and what only pretends to be a log."""

# ruff: noqa: S608 - the statements are made of constants, and breaking in is what they are for

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk.errors import LogBroken, LogError
from kiosk.log import reader
from kiosk.log.bodies import LockedBody, NoteBody
from kiosk.log.chain import FileState, Noted, Status, Verification
from kiosk.log.kinds import Kind
from kiosk.log.merge_store import merge_logs
from kiosk.log.merged_reader import MERGED_ID, reading_merged, verify_merged
from kiosk.log.reader import read_head, reading, verify_log, verify_open
from kiosk.log.standing_reader import read_standing
from kiosk.log.writer import Log
from tests import independent_verifier
from tests.support.bodies import body
from tests.support.log_samples import StepClock, adjudication, copy_of, make_log, tamper, text_to_blob, varint

COLUMNS = ("at", "kind", "body", "prev", "hash")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with rulings B-1 to B-4 in records 2 to 5, and the end of a day after them."""
    folder = tmp_path_factory.mktemp("original")
    with Log.open(folder, StepClock(), "B") as log:
        for word in ("QI", "ZA", "AA", "JO"):
            log.rule(adjudication(word))
        log.append(body(Kind.NIGHT_CLOSED))
    return folder / "log.db"


@pytest.fixture
def log(original: Path, tmp_path: Path) -> Path:
    return copy_of(original, tmp_path)


def both(log: Path, head: str | None = None, count: int | None = None) -> Verification:
    found = verify_log(log, head, count)
    other = independent_verifier.verify(log, head, count)
    assert other == {key: getattr(found, key) for key in other}
    return found


# ---- the file around the chain -----------------------------------------------------------------------------


def out_of_the_indexes(log: Path, seq: int = 3) -> None:
    """Take record *seq* out of every index; the table and the text of the schema stay as they are."""
    conn = sqlite3.connect(log, isolation_level=None)
    indexes = conn.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'records'"
    ).fetchall()
    conn.execute("PRAGMA writable_schema = on")
    for name, sql in indexes:
        conn.execute(f"DROP INDEX {name}")
        partial = f"{sql} AND seq <> {seq}" if " WHERE " in sql else f"{sql} WHERE seq <> {seq}"
        conn.execute(partial)
        conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [sql, name])
    conn.execute("PRAGMA writable_schema = reset")
    conn.close()


def another_expression(log: Path) -> None:
    """An index that calls every ruling acceptable, under the text of the honest one."""
    conn = sqlite3.connect(log, isolation_level=None)
    name = "adjudications_by_facts"
    sql = conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name]).fetchone()[0]
    conn.execute(f"DROP INDEX {name}")
    verdict = "json_extract(body, '$.verdict')"
    conn.execute(sql.replace(verdict, f"replace({verdict}, 'acceptable', 'unacceptable')"))
    conn.execute("PRAGMA writable_schema = on")
    conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [sql, name])
    conn.execute("PRAGMA writable_schema = reset")
    conn.close()


def damaged_index_page(log: Path) -> None:
    conn = sqlite3.connect(log)
    sql = "SELECT rootpage FROM sqlite_master WHERE name = 'records_by_kind'"
    page = conn.execute(sql).fetchone()[0]
    conn.close()
    content = bytearray(log.read_bytes())
    content[page * 4096 - 2048 : page * 4096] = b"X" * 2048
    log.write_bytes(content)


HIDDEN = [out_of_the_indexes, another_expression, damaged_index_page]


@pytest.mark.parametrize("forge", HIDDEN, ids=lambda act: act.__name__)
def test_a_whole_chain_in_a_damaged_file_is_an_answer_of_its_own(
    log: Path, forge: Callable[[Path], None]
) -> None:
    head = read_head(log)
    forge(log)

    found = both(log, head.code, head.count)

    assert (found.status, found.witnessed, found.file) == (Status.INTACT, True, FileState.DAMAGED)
    assert (found.exit_code, found.first_bad, found.holds) == (1, None, False)
    assert "file around it is damaged" in found.reason
    assert both(copy_of(log, log.parent / "again")).exit_code == 1


@pytest.mark.parametrize("forge", [out_of_the_indexes, another_expression], ids=lambda act: act.__name__)
def test_no_ruling_number_is_given_twice_whatever_the_indexes_say(
    log: Path, forge: Callable[[Path], None]
) -> None:
    forge(log)

    with Log.open(log.parent, StepClock(days=1), "B") as writer:
        assert writer.rule(adjudication("CAT")).number == "B-5"


def test_the_last_checkpoint_and_a_lock_are_found_though_the_indexes_hide_them(tmp_path: Path) -> None:
    with Log.open(tmp_path, StepClock(), "B") as writer:
        writer.append(LockedBody("Focus lost"))
        writer.checkpoint()
    for seq in (2, 3):
        out_of_the_indexes(tmp_path / "log.db", seq)

    assert read_standing(tmp_path / "log.db").closed == "Focus lost"
    with Log.open(tmp_path, StepClock(days=1), "B") as writer:
        assert writer.since_checkpoint == 0


def test_the_check_of_a_large_file_locks_its_writer_out_for_moments_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = make_log(tmp_path, 4000)
    out_of_the_indexes(log)
    monkeypatch.setattr(reader, "_LARGE", 100_000)
    asked = []

    with reading(log) as conn:
        conn.set_trace_callback(asked.append)
        found = verify_open(conn, Noted())

    assert found.file is FileState.DAMAGED
    assert not [sql for sql in asked if "integrity_check" in sql]


# ---- a text that is none -----------------------------------------------------------------------------------


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("seq", [1, 3, 6])
def test_one_bit_that_makes_a_text_a_blob_breaks_the_record(log: Path, seq: int, column: str) -> None:
    head = read_head(log)
    text_to_blob(log, seq, column)

    found = both(log, head.code, head.count)

    assert (found.status, found.first_bad) == (Status.BROKEN, seq)


@pytest.mark.parametrize("column", COLUMNS)
def test_the_writer_refuses_a_record_with_a_blob_in_it(log: Path, column: str) -> None:
    text_to_blob(log, 6, column)

    with pytest.raises(LogError):
        Log.open(log.parent, StepClock(days=1), "B")


@pytest.mark.parametrize("column", COLUMNS)
def test_a_merged_file_with_a_blob_in_it_is_broken_there(log: Path, tmp_path: Path, column: str) -> None:
    merged = tmp_path / "merged.db"
    merge_logs([log], merged)
    conn = sqlite3.connect(merged, isolation_level=None)
    # What a STRICT table would not take is put there as the one bit in the page would put it.
    conn.execute("PRAGMA writable_schema = on")
    conn.execute("UPDATE sqlite_master SET sql = replace(sql, ') STRICT', ')') WHERE name = 'records'")
    conn.execute("PRAGMA writable_schema = reset")
    conn.execute(f"UPDATE records SET {column} = CAST({column} AS BLOB) WHERE seq = 3")
    conn.close()

    with reading_merged(merged) as conn:
        (found,) = verify_merged(conn).values()

    assert (found.status, found.first_bad) == (Status.BROKEN, 3)


# ---- a damaged page ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_log(tmp_path_factory.mktemp("long"), 120)


def leaf_pages(log: Path) -> list[int]:
    """The places of the pages that hold the records, in their order."""
    conn = sqlite3.connect(log)
    sql = "SELECT rootpage FROM sqlite_master WHERE name = 'records'"
    root = conn.execute(sql).fetchone()[0]
    conn.close()
    content = log.read_bytes()
    at = (root - 1) * 4096
    assert content[at] == 0x05  # the table has grown beyond one page
    cells = int.from_bytes(content[at + 3 : at + 5], "big")
    pointers = [
        int.from_bytes(content[at + 12 + 2 * cell : at + 14 + 2 * cell], "big") for cell in range(cells)
    ]
    pages = [int.from_bytes(content[at + place : at + place + 4], "big") for place in pointers]
    return [(page - 1) * 4096 for page in (*pages, int.from_bytes(content[at + 8 : at + 12], "big"))]


def first_of(log: Path, page: int) -> int:
    """The number of the first record on the page at *page*."""
    content = bytearray(log.read_bytes())
    at = page + int.from_bytes(content[page + 8 : page + 10], "big")
    _, at = varint(content, at)
    return varint(content, at)[0]


@pytest.mark.parametrize("back", [1, 2, 9])
def test_a_bad_record_before_a_damaged_page_is_named(long_log: Path, tmp_path: Path, back: int) -> None:
    log = copy_of(long_log, tmp_path)
    page = leaf_pages(log)[3]
    bad = first_of(log, page) - back
    tamper(log, f"UPDATE records SET at = 'x' || substr(at, 2) WHERE seq = {bad}")
    content = bytearray(log.read_bytes())
    content[page : page + 4096] = b"\xff" * 4096
    log.write_bytes(content)

    found = both(log)

    assert (found.status, found.first_bad) == (Status.BROKEN, bad)


def test_a_damaged_page_met_first_is_unreadable(long_log: Path, tmp_path: Path) -> None:
    log = copy_of(long_log, tmp_path)
    page = leaf_pages(log)[3]
    tamper(log, "UPDATE records SET body = '{}' WHERE seq = 119")
    content = bytearray(log.read_bytes())
    content[page : page + 4096] = b"\xff" * 4096
    log.write_bytes(content)

    assert both(log).status is Status.UNREADABLE


# ---- what only pretends ------------------------------------------------------------------------------------

ENDLESS = (
    "CREATE VIEW records AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
    "SELECT x AS seq, 'a' AS at, 'b' AS kind, '{}' AS body, '' AS prev, '' AS hash FROM c"
)
SIX = "seq INTEGER PRIMARY KEY, at TEXT, kind TEXT, body TEXT, prev TEXT, hash TEXT"
ROW = "INSERT INTO records (seq, at, kind, body, prev, hash) VALUES (1, 't', 'genesis', '{}', '0', 'h')"
PRETENDERS = {
    "an endless view": [ENDLESS],
    "another case": [f"CREATE TABLE Records ({SIX})", ROW],
    "one column more": [f"CREATE TABLE records ({SIX}, more TEXT)", ROW],
    "another order": ["CREATE TABLE records (at, seq, kind, body, prev, hash)", ROW],
    "a generated column": [f"CREATE TABLE records ({SIX}, g TEXT AS (at))", ROW],
    "a virtual table": ["CREATE VIRTUAL TABLE records USING fts5(seq, at, kind, body, prev, hash)"],
    "an older version": [f"CREATE TABLE records ({SIX})", ROW, "PRAGMA user_version = 0"],
}


@pytest.mark.parametrize("made_of", PRETENDERS)
def test_what_is_no_table_of_records_is_unreadable(tmp_path: Path, made_of: str) -> None:
    log = tmp_path / "log.db"
    conn = sqlite3.connect(log, isolation_level=None)
    for statement in ["PRAGMA user_version = 1", *PRETENDERS[made_of]]:
        conn.execute(statement)
    conn.close()

    assert both(log).status is Status.UNREADABLE
    for act in (read_head, lambda path: Log.open(path.parent, StepClock())):
        with pytest.raises(LogError):
            act(log)


def test_a_merged_file_with_an_endless_view_is_refused(tmp_path: Path) -> None:
    merged = tmp_path / "merged.db"
    conn = sqlite3.connect(merged, isolation_level=None)
    conn.execute(f"PRAGMA application_id = {MERGED_ID}")
    conn.execute(ENDLESS.replace("SELECT x AS seq", "SELECT 's' AS station, 'e' AS epoch, x AS seq"))
    conn.close()

    with pytest.raises(LogError, match="no table of records"), reading_merged(merged):
        pass


def test_reading_ends_however_much_a_file_asks_for(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_MOST_LOOKS", 3)
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"

    with pytest.raises(LogError, match="for ever"), reading(log) as conn:
        conn.execute(endless).fetchone()


@pytest.mark.skipif(os.name != "posix", reason="pipes with names are a thing of Unix")
@pytest.mark.parametrize("name", ["log.db", "log.db-journal"])
def test_a_pipe_is_refused_at_once(original: Path, tmp_path: Path, name: str) -> None:
    log = copy_of(original, tmp_path)
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)

    assert verify_log(log).status is Status.UNREADABLE
    with pytest.raises(LogError, match=r"pipe|not a file"):
        Log.open(tmp_path, StepClock())


def test_a_device_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "log.db").symlink_to("/dev/zero")

    found = both(tmp_path / "log.db")

    assert (found.status, "pipe or a device" in found.reason) == (Status.UNREADABLE, True)


def test_a_log_in_wal_mode_is_refused_before_sqlite_leaves_files_beside_it(log: Path) -> None:
    conn = sqlite3.connect(log, isolation_level=None)
    conn.execute("PRAGMA journal_mode = WAL").fetchone()
    conn.close()
    before = sorted(path.name for path in log.parent.iterdir())

    found = both(log)

    assert (found.status, "WAL" in found.reason) == (Status.UNREADABLE, True)
    assert sorted(path.name for path in log.parent.iterdir()) == before


# ---- links -------------------------------------------------------------------------------------------------

KILLED = """
import os, signal, sqlite3, sys
conn = sqlite3.connect(sys.argv[1], isolation_level=None)
conn.execute("PRAGMA journal_mode = truncate")
conn.execute("PRAGMA cache_size = 1")
conn.execute("BEGIN IMMEDIATE")
for seq in range(11, 200):
    conn.execute("INSERT INTO records SELECT ?, at, kind, ?, hash, hash FROM records WHERE seq = ?",
                 [seq, '{"text":"%s"}' % ("x" * 900), seq - 1])
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a thing of Unix")
def test_a_linked_log_is_read_and_written_though_a_killed_writer_left_its_journal(tmp_path: Path) -> None:
    real = make_log(tmp_path / "real", 10)
    linked = tmp_path / "linked"
    linked.mkdir()
    (linked / "log.db").symlink_to(real)
    subprocess.run([sys.executable, "-c", KILLED, str(real)], check=False)
    assert (tmp_path / "real" / "log.db-journal").stat().st_size > 512

    assert both(linked / "log.db").count == 10
    with Log.open(linked, StepClock(days=1), "B") as writer:
        assert writer.append(NoteBody()).seq == 11
        with pytest.raises(LogError, match="this log"):
            Log.open(tmp_path / "real", StepClock(days=1), "B")
    assert [path.name for path in linked.iterdir()] == ["log.db"]


# ---- before the first record -------------------------------------------------------------------------------


@pytest.mark.parametrize("seq", [0, -1, -(2**63)])
@pytest.mark.parametrize("checkpoint", [False, True])
def test_a_record_before_the_first_is_found_at_the_start(tmp_path: Path, seq: int, checkpoint: bool) -> None:
    with Log.open(tmp_path, StepClock()) as writer:
        writer.append(NoteBody())
        if checkpoint:
            writer.checkpoint()
    log = tmp_path / "log.db"
    tamper(log, f"INSERT INTO records SELECT {seq}, at, kind, body, prev, hash FROM records WHERE seq = 1")

    with pytest.raises(LogBroken) as caught:
        Log.open(tmp_path, StepClock(days=1))

    assert caught.value.first_bad == seq == both(log).first_bad


def test_nothing_of_a_forged_log_is_changed_by_reading_it(log: Path) -> None:
    out_of_the_indexes(log)
    shutil.copyfile(log, log.with_name("before"))

    both(log)

    assert log.read_bytes() == log.with_name("before").read_bytes()
