"""Logs that earlier builds wrote: they verify, read, list and go on, and mean what they meant."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.base.canonical import canonical
from kiosk.errors import LogBroken
from kiosk.log.bodies import (
    BODIES,
    UNWRITTEN,
    AccessMissingBody,
    DecisionBody,
    LexiconImportedBody,
    LockedBody,
    OutOfServiceBody,
    PairingsForgottenBody,
    PairingsImportedBody,
    PasscodeSetBody,
    PushedBody,
    RevealBody,
    RulingConfirmedBody,
    ShiftEndedBody,
    ShiftStartedBody,
    decode,
    read_body,
)
from kiosk.log.body import Body, encode, fields_of
from kiosk.log.chain import Status
from kiosk.log.filters_reader import Filter
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import glance_at, open_reader
from kiosk.log.reader import read_records, reading, verify_log
from kiosk.log.schema import LAYOUT, layout
from kiosk.log.standing_reader import Standing, read_standing
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests import independent_verifier
from tests.support.bodies import body
from tests.support.log_samples import adjudication
from tests.support.log_story import run

KEPT = sorted((Path(__file__).parent / "kept").glob("*.db"))
# Kinds that no build wrote when these logs were kept.
WRITTEN_SINCE = {
    *(LexiconImportedBody, PairingsImportedBody, PairingsForgottenBody, DecisionBody),
    *(RevealBody, ShiftStartedBody, ShiftEndedBody, PushedBody),
}
EVERYTHING = next(path for path in KEPT if path.stem == "everything")


def folder_with(kept: Path, folder: Path) -> Path:
    shutil.copyfile(kept, folder / "log.db")
    return folder / "log.db"


def rows(log: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(log)) as conn:
        return conn.execute("SELECT * FROM records ORDER BY seq").fetchall()


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return folder_with(request.param, tmp_path)


def test_it_verifies(log: Path) -> None:
    found = verify_log(log)

    assert (found.status, found.holds, found.note) == (Status.INTACT, True, "")


def test_every_record_of_it_says_something(log: Path) -> None:
    assert [record.seq for record in read_records(log) if read_body(record) is None] == []


def test_every_record_of_it_is_listed_as_it_is_and_none_is_odd(log: Path) -> None:
    code, out, _ = run(log.parent, "list", "--all", "--kind", "all", "--json")
    listed = json.loads(out)

    assert code == 0
    assert [one["odd"] or not one["fits"] for one in listed] == [False] * len(rows(log))
    assert {one["kind"] for one in listed} == {row[2] for row in rows(log)}


def test_what_is_read_of_it_is_spelled_as_it_was(log: Path) -> None:
    """A body that is read and written again is the very text that was hashed, where its kind is still the
    same, but for keys that told kinds apart."""
    for record in read_records(log):
        found = read_body(record)
        assert found is not None
        if found.kind == record.kind:
            lost = {key: value for key, value in record.data.items() if key in ("what", "state", "phase")}
            lost = {
                key: value for key, value in lost.items() if key not in {one.name for one in fields_of(found)}
            }
            assert canonical({**encode(found), "clock": record.data["clock"], **lost}) == record.body


def test_it_goes_on_and_every_verifier_believes_it(log: Path) -> None:
    before = rows(log)

    with Log.open(log.parent, system_clock, "B") as opened:
        ruled = opened.rule(adjudication("QI"))
        opened.append(body(Kind.OUT_OF_SERVICE, why="Written by the new build."))
        opened.checkpoint()
        assert opened.verify().holds
    after = rows(log)

    assert after[: len(before)] == before
    assert ruled.number == f"B-{1 + len([row for row in before if row[2] == 'adjudication'])}"
    assert verify_log(log).holds
    assert independent_verifier.verify(log)["status"] == "intact"
    assert read_standing(log).closed == "Written by the new build."


def test_only_views_and_indexes_of_it_are_made_again(log: Path) -> None:
    def made() -> set[tuple[str, str]]:
        with closing(sqlite3.connect(log)) as conn:
            sql = "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'trigger')"
            return set(conn.execute(sql).fetchall())

    before = made()
    with reading(log) as conn:
        assert layout(conn) == 1
    Log.open(log.parent, system_clock, "B").close()

    assert made() == before
    with reading(log) as conn:
        assert layout(conn) == LAYOUT
        assert conn.execute("PRAGMA user_version").fetchone() == (1,)
        assert conn.execute("SELECT name FROM _sqlite_migrations").fetchall() == [("0001_records",)]


# ---- what it meant, it means -------------------------------------------------------------------------------


def in_new_words(kept: Path, folder: Path) -> Path:
    """A log in which the present build says what *kept* says."""
    with Log.open(folder, system_clock, "B") as opened:
        for record in read_records(kept):
            meant = read_body(record)
            assert meant is not None
            if meant.kind not in (Kind.GENESIS, Kind.CLOCK_JUMP, Kind.CHECKPOINT):
                opened.append(meant)
        return opened.path


def told(standing: Standing) -> tuple[object, ...]:
    past = standing.past
    return (
        *(standing.closed, standing.locked, len(standing.violations), past.passcodes, past.access_missed),
        *(past.setup, past.event and (past.event.id, past.event.called and past.event.called.number)),
    )


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_station_stands_where_it_stood_in_either_spelling(kept: Path, tmp_path: Path) -> None:
    old, new = read_standing(kept), read_standing(in_new_words(kept, tmp_path))

    assert told(old) == told(new)


@pytest.mark.parametrize(
    ("name", "closed", "locked"),
    [("locked", "Focus lost", True), ("out_of_service", "No disk.", False), ("everything", "", False)],
)
@pytest.mark.parametrize("spelling", ["old", "new"])
def test_closed_at_the_start_passcodes_and_a_lost_file_are_known(
    name: str, closed: str, locked: bool, spelling: str, tmp_path: Path
) -> None:
    kept = next(path for path in KEPT if path.stem == name)
    standing = read_standing(kept if spelling == "old" else in_new_words(kept, tmp_path))

    assert (standing.closed, standing.locked) == (closed, locked)
    assert standing.past.passcodes == {"director", "judge"}
    assert standing.past.access_missed is bool(closed)
    assert (standing.past.event is not None) is bool(closed)


@pytest.mark.parametrize("spelling", ["old", "new"])
def test_what_was_hidden_in_another_kind_is_found_by_its_own(spelling: str, tmp_path: Path) -> None:
    log = EVERYTHING if spelling == "old" else in_new_words(EVERYTHING, tmp_path)

    with open_reader(log) as reader:
        confirmed, *_ = reader.find(Filter(kind=Kind.RULING_CONFIRMED))
        asked = {kind: list(reader.find(Filter(kind=kind))) for kind in Kind}

    assert isinstance(confirmed.said, RulingConfirmedBody)
    assert confirmed.said.number == "B-1"
    assert len(asked[Kind.PASSCODE_SET]) == 2
    assert all(isinstance(one.said, PasscodeSetBody) for one in asked[Kind.PASSCODE_SET])
    assert len(asked[Kind.OUT_OF_SERVICE]) == len(asked[Kind.GUARDS]) == len(asked[Kind.RESTORED]) == 1
    assert glance_at(log).guards is not None


def test_the_kept_logs_hold_every_kind_that_was_ever_written() -> None:
    meant: set[type[Body]] = {
        type(found) for kept in KEPT for one in read_records(kept) if (found := read_body(one))
    }
    # The program's own notes (of a keyboard that is gone) are younger than every log that is kept.
    never = {BODIES[kind] for kind in (*UNWRITTEN, Kind.NOTE)}

    assert set(BODIES.values()) - meant == never | WRITTEN_SINCE
    assert {LockedBody, OutOfServiceBody, AccessMissingBody} <= meant


def test_an_unknown_kind_and_an_unknown_key_are_kept_shown_and_no_hindrance(tmp_path: Path) -> None:
    log = folder_with(EVERYTHING, tmp_path)
    with Log.open(tmp_path, system_clock, "B") as opened:
        opened.append(body(Kind.NOTE, text="a key too many", extra=1))
    later(log, "telepathy", '{"a":1,"clock":{"boot":"b","mono_ms":1,"offset_min":0}}')

    code, out, _ = run(tmp_path, "list", "--all", "--kind", "all", "--json")
    with Log.open(tmp_path, system_clock, "B") as opened:
        opened.append(body(Kind.NOTE))

    assert (code, json.loads(out)[0]["kind"]) == (0, "telepathy")
    assert decode("telepathy", {}) is None
    assert verify_log(log).holds


@pytest.mark.parametrize("kind", ["locked", "out_of_service", "set_up", "passcode_set", "event_opened"])
def test_a_record_that_says_where_the_station_stands_is_not_passed_over_because_it_is_odd(
    tmp_path: Path, kind: str
) -> None:
    log = folder_with(EVERYTHING, tmp_path)
    later(log, kind, '{"why":7,"clock":{"boot":"b","mono_ms":1,"offset_min":0}}')

    with pytest.raises(LogBroken, match="is not as this program writes records"):
        Log.open(tmp_path, system_clock, "B")
    assert verify_log(log).holds


def later(log: Path, kind: str, text: str) -> None:
    """Add a record that only a later build could have written."""
    from kiosk.log.chain import Point, next_record

    with closing(sqlite3.connect(log)) as conn, conn:
        count, head = conn.execute("SELECT seq, hash FROM records ORDER BY seq DESC LIMIT 1").fetchone()
        one = next_record(Point(count, head), "2026-11-17T20:00:00.000Z", kind, text)
        row = (one.seq, one.at, one.kind, one.body, one.prev, one.hash)
        conn.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", row)
