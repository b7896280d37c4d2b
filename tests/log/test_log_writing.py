"""The writer: what it returns is on disk, in order, numbered, and dated by both clocks."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk import __version__
from kiosk.errors import LogBusy, LogError
from kiosk.log import store
from kiosk.log.bodies import NoteBody
from kiosk.log.chain import Status
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, read_records, verify_log
from kiosk.log.standing_reader import noted_in
from kiosk.log.writer import Log, begin_log, genesis
from tests.support.bodies import body
from tests.support.log_samples import StepClock, adjudication, make_log


@pytest.fixture
def clock() -> StepClock:
    return StepClock()


def kinds(path: Path) -> list[Kind]:
    return [record.kind for record in read_records(path)]


def test_a_new_log_begins_with_a_random_station_and_epoch(tmp_path: Path, clock: StepClock) -> None:
    heads = []
    for name in ("one", "two"):
        with Log.open(tmp_path / name, clock) as log:
            heads.append(log.head())

    first = next(read_records(tmp_path / "one" / "log.db"))

    assert first.kind is Kind.GENESIS
    assert first.data["program"] == __version__
    assert {"station", "epoch", "program", "sqlite", "clock"} <= set(first.data)
    assert heads[0].station != heads[1].station
    assert heads[0].epoch != heads[1].epoch


def test_an_appended_record_is_read_back_as_it_was_returned(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock) as log:
        returned = log.append(NoteBody("Björn’s tiles"))

    stored = list(read_records(tmp_path / "log.db"))[-1]

    assert stored == returned
    assert stored.data["clock"] == {"boot": "boot-1", "mono_ms": clock.now.mono_ms, "offset_min": 60}
    assert stored.at == clock.now.at


def test_several_records_appended_together_follow_each_other(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock) as log:
        last = log.append(NoteBody("one"), body(Kind.STARTED), body(Kind.VIOLATION))
        kept = [record.kind for record in log.milestones()]

    assert kinds(tmp_path / "log.db") == [Kind.GENESIS, Kind.NOTE, Kind.STARTED, Kind.VIOLATION]
    assert last.seq == 4
    assert kept == [Kind.STARTED, Kind.VIOLATION]
    assert verify_log(tmp_path / "log.db").status is Status.INTACT


def test_of_several_records_appended_together_all_are_written_or_none(
    tmp_path: Path, clock: StepClock
) -> None:
    with Log.open(tmp_path, clock) as log, closing(sqlite3.connect(tmp_path / "log.db")) as other:
        other.execute(
            "CREATE TRIGGER broken BEFORE INSERT ON records WHEN new.seq = 3 "
            "BEGIN SELECT RAISE(ABORT, 'the second one fails'); END"
        )

        with pytest.raises(LogError):
            log.append(NoteBody("one"), NoteBody("two"))

        seqs = [seq for (seq,) in other.execute("SELECT seq FROM records ORDER BY seq")]

    assert seqs == [1]


def test_rulings_are_numbered_by_the_adjudications_alone(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock, "B") as log:
        first = log.rule(adjudication())
        log.append(body(Kind.CLOSED, number=first.number))
        second = log.rule(adjudication("AA"))
    with Log.open(tmp_path, clock, "B") as log:
        third = log.rule(adjudication("AA"))

    assert [ruling.number for ruling in (first, second, third)] == ["B-1", "B-2", "B-3"]
    assert [ruling.seq for ruling in (first, second, third)] == [2, 4, 5]


def test_a_logged_ruling_names_the_record_that_proves_it(tmp_path: Path, clock: StepClock) -> None:
    play = adjudication("QI")
    with Log.open(tmp_path, clock, "C") as log:
        ruling = log.rule(play)

    record = list(read_records(tmp_path / "log.db"))[ruling.seq - 1]

    assert (record.hash, record.at, record.data["number"]) == (ruling.hash, ruling.at, "C-1")
    assert ruling.adjudication is play


def test_the_head_is_the_last_record(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock) as log:
        record = log.append(NoteBody())
        head = log.head()

    assert (head.count, head.at, head.hash) == (record.seq, record.at, record.hash)
    assert read_head(tmp_path / "log.db") == head


def test_the_settings_that_make_a_commit_durable_are_in_force(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock) as log:
        assert log.pragmas["journal_mode"] == "truncate"
        assert log.pragmas["synchronous"] == "extra"
        if sys.platform == "darwin":
            assert log.pragmas["fullfsync"] == "1"


def test_a_setting_that_does_not_take_is_refused(
    tmp_path: Path, clock: StepClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "DURABLE", {**store.DURABLE, "page_size": "333"})

    with pytest.raises(LogError, match="page_size is 4096"):
        Log.open(tmp_path, clock)


def test_on_a_disk_where_a_setting_does_not_take_no_log_is_begun(
    tmp_path: Path, clock: StepClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "DURABLE", {**store.DURABLE, "page_size": "333"})

    with pytest.raises(LogError):
        Log.open(tmp_path, clock)

    assert not (tmp_path / "log.db").exists()


def test_verify_of_the_writer_never_calls_itself_witnessed(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock) as log:
        log.append(NoteBody())
        found = log.verify()

    assert (found.status, found.witnessed, found.count) == (Status.INTACT, False, 2)


def test_a_body_without_a_single_spelling_is_a_bug_and_writes_nothing(
    tmp_path: Path, clock: StepClock
) -> None:
    with Log.open(tmp_path, clock) as log:
        with pytest.raises(TypeError):
            log.append(NoteBody(0.5))  # type: ignore[arg-type]
        log.append(NoteBody())

    assert kinds(tmp_path / "log.db") == [Kind.GENESIS, Kind.NOTE]


def test_a_log_begins_only_once(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock) as log, pytest.raises(ValueError, match="only once"):
        log.append(body(Kind.GENESIS))


def test_a_closed_log_neither_writes_nor_comes_back(tmp_path: Path, clock: StepClock) -> None:
    log = Log.open(tmp_path, clock)
    log.close()

    with pytest.raises(LogError, match="The log is closed"):
        log.append(NoteBody())
    with pytest.raises(LogError, match="The log is closed"):
        log.reopen()


# ---- one writer --------------------------------------------------------------------------------------------


def test_a_second_writer_is_refused_with_a_sentence(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock), pytest.raises(LogBusy, match="Another program is writing to this log"):
        Log.open(tmp_path, clock)


def test_the_lock_is_free_again_after_close(tmp_path: Path, clock: StepClock) -> None:
    first = Log.open(tmp_path, clock)
    first.close()
    first.close()

    Log.open(tmp_path, clock).close()


def test_a_refused_opening_gives_the_lock_back(tmp_path: Path, clock: StepClock) -> None:
    (tmp_path / "log.db").write_text("not a log")
    with pytest.raises(LogError):
        Log.open(tmp_path, clock)
    (tmp_path / "log.db").unlink()

    Log.open(tmp_path, clock).close()


def test_a_writer_in_another_process_keeps_this_one_out_until_it_is_killed(
    tmp_path: Path, clock: StepClock
) -> None:
    code = (
        "import sys; from pathlib import Path; from kiosk.log.writer import Log\n"
        "from kiosk.system_clock import system_clock\n"
        "log = Log.open(Path(sys.argv[1]), system_clock); print('open', flush=True); sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        with pytest.raises(LogBusy):
            Log.open(tmp_path, clock)
        child.kill()

    Log.open(tmp_path, clock).close()


def test_a_writer_whose_lock_was_taken_away_writes_no_more(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock) as first:
        (tmp_path / "log.lock").unlink()
        with Log.open(tmp_path, clock) as second:  # nothing is left that could keep it out
            second.append(NoteBody("1"))

            with pytest.raises(LogError, match="was taken away"):
                first.append(NoteBody("2"))
            with pytest.raises(LogError, match="was taken away"):
                first.reopen()

    assert [record.data.get("text") for record in read_records(tmp_path / "log.db")] == [None, "1"]


def test_a_writer_whose_lock_was_taken_away_stops_though_nobody_else_writes(
    tmp_path: Path, clock: StepClock
) -> None:
    with Log.open(tmp_path, clock) as log:
        (tmp_path / "log.lock").unlink()

        with pytest.raises(LogError, match="No verdict is given"):
            log.rule(adjudication())

    assert kinds(tmp_path / "log.db") == [Kind.GENESIS]


def test_a_log_begun_again_is_at_once_the_one_that_its_folder_knows(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock) as log:
        log.append(NoteBody("before"))
        now = clock()
        log.begin_again(begin_log(genesis(now, log.head().station), now, ()))
        begun = log.head()

        noted = noted_in(tmp_path)

    assert noted is not None
    assert (noted.epoch, noted.count) == (begun.epoch, 1)


# ---- for this account alone --------------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())}


@pytest.mark.skipif(sys.platform == "win32", reason="rights are another matter there")
def test_the_data_folder_and_all_in_it_are_for_this_account_alone(tmp_path: Path, clock: StepClock) -> None:
    before = os.umask(0o022)
    try:
        with Log.open(tmp_path / "data", clock) as log:
            log.append(NoteBody())
            found = modes(tmp_path / "data")
    finally:
        os.umask(before)

    assert found == {
        "data": 0o700,
        **{name: 0o600 for name in ("log.db", "log.db-journal", "log.lock", "log.acknowledged")},
    }


@pytest.mark.skipif(sys.platform == "win32", reason="rights are another matter there")
def test_a_folder_that_was_loosened_is_put_right_at_the_next_opening(
    tmp_path: Path, clock: StepClock
) -> None:
    Log.open(tmp_path / "data", clock).close()
    (tmp_path / "data").chmod(0o755)

    Log.open(tmp_path / "data", clock).close()

    assert modes(tmp_path / "data")["data"] == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="rights are another matter there")
def test_a_folder_that_others_live_in_stays_open_to_them(tmp_path: Path, clock: StepClock) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o1777)

    Log.open(tmp_path / "shared", clock).close()

    assert (tmp_path / "shared").stat().st_mode & 0o7777 == 0o1777


# ---- the run before ----------------------------------------------------------------------------------------


def run(folder: Path, *steps: Kind | str) -> None:
    """One run of a station: "ruling" is an adjudication, "show" closes the last one."""
    with Log.open(folder, StepClock(), "B") as log:
        for step in steps:
            if step == "ruling":
                ruling = log.rule(adjudication())
            elif step == "shown":
                log.append(body(Kind.CLOSED, number=ruling.number))
            else:
                log.append(body(step))


@pytest.mark.parametrize(
    ("steps", "clean", "unclosed"),
    [
        ((Kind.STARTED, Kind.STOPPED), True, None),
        ((Kind.STARTED, "ruling", "shown", Kind.STOPPED), True, None),
        ((Kind.STARTED,), False, None),
        ((Kind.STARTED, "ruling"), False, "B-1"),
        ((Kind.STARTED, "ruling", "shown"), False, None),
        ((Kind.STARTED, "ruling", "shown", "ruling"), False, "B-2"),
        (("ruling", Kind.STARTED), False, None),
        ((Kind.STARTED, "ruling", Kind.UNCLEAN_STOP), True, None),
        ((Kind.STARTED, Kind.STOPPED, "ruling"), True, None),  # judged by staff while the station was closed
        ((Kind.STARTED, Kind.STOPPED, Kind.STARTED, "ruling"), False, "B-1"),
    ],
)
def test_the_end_of_the_run_before_is_known(
    tmp_path: Path, steps: tuple[Kind | str, ...], clean: bool, unclosed: str | None
) -> None:
    run(tmp_path, *steps)

    with Log.open(tmp_path, StepClock()) as log:
        previous = log.previous_run

    assert previous is not None
    assert (previous.clean, previous.unclosed) == (clean, unclosed)
    assert previous.last_at == read_head(tmp_path / "log.db").at


def test_a_log_that_no_station_ran_on_has_no_run_before(tmp_path: Path) -> None:
    run(tmp_path, "ruling")

    with Log.open(tmp_path, StepClock()) as log:
        assert log.previous_run is None


# ---- clocks ------------------------------------------------------------------------------------------------


def test_a_clock_that_is_set_forward_is_recorded_before_the_next_record(
    tmp_path: Path, clock: StepClock
) -> None:
    with Log.open(tmp_path, clock) as log:
        clock.pass_ms(3_600_000, mono=0)
        record = log.append(NoteBody())

    found = list(read_records(tmp_path / "log.db"))

    assert [each.kind for each in found] == [Kind.GENESIS, Kind.CLOCK_JUMP, Kind.NOTE]
    assert found[1].data["reasons"] == ["jump"]
    assert record.seq == 3
    assert verify_log(tmp_path / "log.db").status is Status.INTACT


def test_a_time_before_the_last_record_and_a_new_boot_are_recorded(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock):
        pass
    clock.now = replace(clock.now, at="2020-01-01T00:00:00.000Z", mono_ms=5, boot="boot-2")
    with Log.open(tmp_path, clock) as log:
        log.append(body(Kind.STARTED))
        log.append(NoteBody())

    found = list(read_records(tmp_path / "log.db"))

    assert [each.kind for each in found] == [Kind.GENESIS, Kind.CLOCK_JUMP, Kind.STARTED, Kind.NOTE]
    assert found[1].data["reasons"] == ["boot", "backwards"]


def test_the_ruling_number_does_not_count_a_clock_jump(tmp_path: Path, clock: StepClock) -> None:
    with Log.open(tmp_path, clock) as log:
        clock.pass_ms(-60_000, mono=0)
        ruling = log.rule(adjudication())

    assert (ruling.number, ruling.seq) == ("A-1", 3)


# ---- paths -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Bjørn’s Gerät", "日本 語", "a#b?c%20d&e", "two  spaces", "tab\there"])
def test_any_folder_name_will_do(tmp_path: Path, name: str) -> None:
    log = make_log(tmp_path / name / "deeper", 3)

    assert log.is_file()
    assert verify_log(log).count == 3
    assert {entry.name for entry in log.parent.iterdir()} <= {
        *("log.db", "log.db-journal", "log.lock", "log.acknowledged")
    }


def test_opening_for_reading_leaves_no_trace(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    before = {entry.name: entry.stat().st_mtime_ns for entry in tmp_path.iterdir()}

    list(read_records(log))
    verify_log(log)

    assert {entry.name: entry.stat().st_mtime_ns for entry in tmp_path.iterdir()} == before


def test_importing_the_writer_does_not_import_sqlite_utils() -> None:
    code = "import sys, kiosk.log.writer; sys.exit('sqlite_utils' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
