"""The make of log.db: its guard rails, its views, and the refusal of anything of another make."""

# ruff: noqa: S608 - the statements are made of constants, and breaking in is what they are for

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.errors import LogError
from kiosk.log.chain import Status
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records, verify_log
from kiosk.log.writer import Log
from tests.support.bodies import body
from tests.support.log_samples import StepClock, adjudication, make_log

ROW = "'2026-03-07T09:00:00.000Z', 'note', '{}'"
HASH = "'" + "1" * 64 + "'"


@pytest.fixture
def conn(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(make_log(tmp_path, 5), isolation_level=None)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET body = '{}' WHERE seq = 3",
        "UPDATE OR REPLACE records SET seq = 2 WHERE seq = 3",
        "DELETE FROM records WHERE seq = 5",
        "DELETE FROM records",
        f"INSERT INTO records VALUES (3, {ROW}, {HASH}, {HASH})",
        f"INSERT OR REPLACE INTO records VALUES (3, {ROW}, {HASH}, {HASH})",
        f"REPLACE INTO records VALUES (5, {ROW}, {HASH}, {HASH})",
        f"INSERT OR IGNORE INTO records VALUES (7, {ROW}, {HASH}, {HASH})",
        f"INSERT INTO records VALUES (5, {ROW}, {HASH}, {HASH}) ON CONFLICT DO UPDATE SET body = '{{}}'",
        f"INSERT INTO records VALUES (6, {ROW}, {HASH}, {HASH})",
        f"INSERT INTO records VALUES (NULL, {ROW}, {HASH}, {HASH})",
        f"INSERT INTO records VALUES (0, {ROW}, {HASH}, {HASH})",
        f"INSERT INTO records (at, kind, body, prev, hash) VALUES ({ROW}, {HASH}, {HASH})",
        f"INSERT INTO records SELECT 6, {ROW}, NULL, {HASH}",
        f"INSERT INTO records SELECT 6, 'a', 'note', 'no json', hash, {HASH} FROM records WHERE seq = 5",
    ],
)
@pytest.mark.parametrize("recursive", ["on", "off"])
def test_every_statement_but_the_next_link_is_refused(
    conn: sqlite3.Connection, statement: str, recursive: str
) -> None:
    conn.execute(f"PRAGMA recursive_triggers = {recursive}")
    before = conn.execute("SELECT * FROM records").fetchall()

    with pytest.raises(sqlite3.IntegrityError):
        conn.execute(statement)

    assert conn.execute("SELECT * FROM records").fetchall() == before


def test_the_next_link_is_taken(conn: sqlite3.Connection) -> None:
    conn.execute(f"INSERT INTO records SELECT 6, {ROW}, hash, {HASH} FROM records WHERE seq = 5")

    assert conn.execute("SELECT max(seq) FROM records").fetchone() == (6,)


def test_the_table_is_strict(conn: sqlite3.Connection) -> None:
    assert conn.execute("SELECT strict FROM pragma_table_list('records')").fetchone() == (1,)


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER no_change",
        "DROP INDEX records_by_kind",
        "DROP VIEW adjudications",
        "CREATE TABLE extra (a)",
        "CREATE TRIGGER sly AFTER INSERT ON records BEGIN SELECT 1; END",
        "ALTER TABLE records ADD COLUMN spare TEXT",
        "CREATE VIEW spy AS SELECT * FROM records",
    ],
)
def test_a_log_of_another_make_is_refused_and_never_repaired(tmp_path: Path, statement: str) -> None:
    log = make_log(tmp_path, 3)
    conn = sqlite3.connect(log)
    conn.execute(statement)
    conn.close()
    before = log.read_bytes()

    with pytest.raises(LogError, match="not as this program makes it"):
        Log.open(tmp_path, StepClock())

    assert log.read_bytes() == before


def test_a_trigger_put_back_in_other_words_is_another_make(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    conn = sqlite3.connect(log)
    conn.execute("DROP TRIGGER no_change")
    conn.execute("CREATE TRIGGER no_change BEFORE UPDATE ON records WHEN 0 BEGIN SELECT 1; END")
    conn.close()

    with pytest.raises(LogError, match="no_change"):
        Log.open(tmp_path, StepClock())


def test_verify_still_answers_for_a_whole_chain_of_another_make_and_says_so(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    conn = sqlite3.connect(log)
    conn.execute("DROP TRIGGER no_change")
    conn.close()

    found = verify_log(log)

    assert found.status is Status.INTACT
    assert "no_change" in found.note


def test_a_stage_of_a_newer_version_keeps_the_writer_out_and_no_reader(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    conn = sqlite3.connect(log, isolation_level=None)
    conn.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('log', '0099_more', '')"
    )
    conn.close()

    with pytest.raises(LogError, match="newer version"):
        Log.open(tmp_path, StepClock())
    assert verify_log(log).status is Status.INTACT


@pytest.mark.parametrize("statement", ["PRAGMA user_version = 99"])
def test_a_log_of_a_newer_version_is_left_alone(tmp_path: Path, statement: str) -> None:
    log = make_log(tmp_path, 3)
    conn = sqlite3.connect(log, isolation_level=None)
    conn.execute(statement)
    conn.close()

    with pytest.raises(LogError, match="newer version"):
        Log.open(tmp_path, StepClock())
    with pytest.raises(LogError, match="newer version"):
        list(read_records(log))

    assert verify_log(log).exit_code == 4


def test_a_record_of_a_kind_not_known_here_is_read_as_it_is(tmp_path: Path) -> None:
    log = make_log(tmp_path, 2)
    conn = sqlite3.connect(log, isolation_level=None)
    conn.execute(
        f"INSERT INTO records SELECT 3, 'a', 'telepathy', '{{}}', hash, {HASH} FROM records WHERE seq = 2"
    )
    conn.close()

    assert [record.kind for record in read_records(log)][-1] == "telepathy"


# ---- views -------------------------------------------------------------------------------------------------


def test_the_views_show_adjudications_words_events_and_decisions(tmp_path: Path) -> None:
    with Log.open(tmp_path, StepClock(), "B") as log:
        ruling = log.rule(adjudication("QI", "ZA"))
        about = {"station": log.head().station, "epoch": log.head().epoch, "seq": ruling.seq}
        log.append(body(Kind.STARTED, qt="6"))
    conn = sqlite3.connect(tmp_path / "log.db")
    # No part of this version writes decisions yet; their view is part of the file's promise all the same.
    conn.execute(
        f"INSERT INTO records SELECT 4, 'a', 'decision', ?, hash, {HASH} FROM records WHERE seq = 3",
        [json.dumps({"about": about, "act": "opinion"})],
    )
    conn.row_factory = sqlite3.Row

    judged = conn.execute("SELECT * FROM adjudications").fetchall()
    words = conn.execute("SELECT number, position, word FROM challenged_words").fetchall()
    events = conn.execute("SELECT kind, what FROM station_events").fetchall()
    decided = conn.execute("SELECT * FROM decisions").fetchall()
    conn.close()

    assert [(row["number"], row["words"], row["verdict"], row["table"]) for row in judged] == [
        ("B-1", "QI ZA", "acceptable", None)
    ]
    assert [tuple(row) for row in words] == [("B-1", 1, "QI"), ("B-1", 2, "ZA")]
    assert [row["kind"] for row in events] == ["genesis", "started"]
    assert json.loads(events[1]["what"])["qt"] == "6"
    assert [(row["about_seq"], row["about_epoch"]) for row in decided] == [(ruling.seq, about["epoch"])]


def test_no_view_puts_a_verdict_beside_a_single_word(conn: sqlite3.Connection) -> None:
    columns = {row[1] for row in conn.execute("PRAGMA table_info(challenged_words)")}

    assert columns == {"seq", "at", "local_time", "number", "position", "word"}
