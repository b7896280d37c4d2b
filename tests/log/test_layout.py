"""The views and indexes of a log have a number of their own, and nothing that matters hangs on them."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.errors import LogError
from kiosk.log.chain import FileState, Status
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import open_reader
from kiosk.log.reader import reading, verify_log
from kiosk.log.schema import LAYOUT, STATEMENTS, layout
from kiosk.log.standing_reader import verify_here
from kiosk.log.verify_actions import verify
from kiosk.log.writer import Log
from tests.support.bodies import body
from tests.support.log_samples import StepClock, make_log

# Whoever changes a view, an index or a body that a view shows gives the layout its next number here.
KNOWN = {2: "02b17ddaf5fbd94b", 3: "bdcbebdb708942c0", 4: "5a6b427854cffba7"}


def test_a_changed_layout_has_another_number() -> None:
    digest = hashlib.sha256("\n".join(STATEMENTS).encode()).hexdigest()

    assert KNOWN[LAYOUT] == digest[:16]


def changed(log: Path, *statements: str) -> None:
    with closing(sqlite3.connect(log, isolation_level=None)) as conn:
        for statement in statements:
            conn.execute(statement)


def numbered(number: int) -> tuple[str, str]:
    return "DROP VIEW layout", f"CREATE VIEW layout AS SELECT {number} AS number"


def test_a_new_log_has_the_newest_layout(tmp_path: Path) -> None:
    with reading(make_log(tmp_path, 2)) as conn:
        assert layout(conn) == LAYOUT
        assert conn.execute("SELECT number FROM layout").fetchone() == (LAYOUT,)


def test_an_altered_view_of_this_layout_keeps_the_writer_out_and_no_reader(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    changed(log, "DROP VIEW decisions", "CREATE VIEW decisions AS SELECT 1")

    with pytest.raises(LogError, match=r"not as this program makes it \(decisions\)"):
        Log.open(tmp_path, StepClock())
    assert verify_log(log).holds


def test_an_older_layout_is_replaced_by_the_writer(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    changed(log, *numbered(1), "DROP VIEW decisions", 'CREATE INDEX "of ""old""" ON records (at)')

    with Log.open(tmp_path, StepClock()) as opened:
        opened.append(body(Kind.NOTE))

    with closing(sqlite3.connect(log)) as conn:
        assert layout(conn) == LAYOUT
        ours = "type IN ('view', 'index') AND tbl_name NOT LIKE '!_%' ESCAPE '!'"
        sql = f"SELECT sql FROM sqlite_master WHERE {ours}"  # noqa: S608 - a constant
        made = {statement for (statement,) in conn.execute(sql)}
    assert made == set(STATEMENTS)
    assert verify_log(log).holds


def test_a_newer_layout_is_left_alone_and_written_on(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    changed(log, *numbered(LAYOUT + 1), "CREATE VIEW more AS SELECT 1 AS one")

    with Log.open(tmp_path, StepClock()) as opened:
        opened.append(body(Kind.NOTE))

    with reading(log) as conn:
        assert layout(conn) == LAYOUT + 1
        assert conn.execute("SELECT one FROM more").fetchone() == (1,)
    assert verify_log(log).holds


def test_a_table_of_somebody_elses_keeps_the_writer_out_whatever_the_layout(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    changed(log, *numbered(LAYOUT + 1), "CREATE TABLE extra (x)")

    with pytest.raises(LogError, match=r"\(extra\)"):
        Log.open(tmp_path, StepClock())


def test_a_number_that_is_none_is_read_as_the_first(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT count(*) AS number FROM c"
    changed(log, "DROP VIEW layout", f"CREATE VIEW layout AS {endless}")

    with reading(log) as conn:
        assert layout(conn) == 1


def test_the_views_for_people_show_local_time_letter_and_the_name_of_the_event(tmp_path: Path) -> None:
    from tests.support.specimen import make_specimen

    with closing(sqlite3.connect(make_specimen(tmp_path))) as conn:
        row = conn.execute(
            "SELECT letter, event_name, local_time, lexicon_fingerprint, rules_id FROM adjudications"
        ).fetchone()
        columns = [one[1] for one in conn.execute("PRAGMA table_info(adjudications)")]

    assert row[:2] == ("B", "The Open 2026")
    assert row[2].startswith("2026-03-07 10:")
    assert len(columns) == len(set(columns))


@pytest.mark.parametrize("name", ["adjudications", "station_events", "layout"])
def test_a_damaged_view_hides_no_record_and_the_file_is_called_damaged(tmp_path: Path, name: str) -> None:
    log = make_log(tmp_path, 3)
    content = log.read_bytes()
    damaged = f"CREATE VIEW {name} AS SE{{ECT".encode()
    log.write_bytes(content.replace(f"CREATE VIEW {name} AS SELECT".encode(), damaged))
    before = log.read_bytes()

    found = verify_here(log)
    with open_reader(log) as reader:
        shown, told = [one.seq for one in reader.find()], reader.damaged

    assert (found.status, found.file, found.count) == (Status.INTACT, FileState.DAMAGED, 3)
    assert (shown, told) == ([3, 2, 1], True)
    with pytest.raises(LogError, match="malformed database schema"):
        Log.open(tmp_path, StepClock())
    assert content != before == log.read_bytes()


def test_views_of_another_layout_are_told_when_the_log_is_verified(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    changed(log, *numbered(99))

    found = verify(tmp_path, None, None)

    assert (found.holds, "not this program's (layout 99)" in found.note) == (True, True)
