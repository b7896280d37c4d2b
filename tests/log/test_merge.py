"""Logs of several stations together: all of each or none of it, and never one over another."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from kiosk.base.canonical import canonical
from kiosk.errors import LogError, OutputError
from kiosk.log.chain import Point, Status, next_record
from kiosk.log.filters_reader import Filter
from kiosk.log.kinds import Kind
from kiosk.log.merge_store import find_logs, merge_logs
from kiosk.log.merged_reader import conflicts, reading_merged, station_summaries, verify_merged
from kiosk.log.query_reader import open_reader
from kiosk.log.reader import read_records
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support import event_generator
from tests.support.bodies import body
from tests.support.log_samples import TRIGGERS


def story(letter: str, seed: int = 1, **more) -> event_generator.Story:
    made = event_generator.Story(seed, letter, **more)
    made.open_event("spring", "Spring Open")
    made.round = 1
    for words in (("QUAZY", "JINX"), ("ZEN",), ("AA",)):
        made.wait(400)
        made.rule(words, 4)
    return made


@pytest.fixture
def stations(tmp_path) -> tuple[Path, Path]:
    """The logs of stations A and B, an hour of local time apart."""
    first = event_generator.build(story("A"), tmp_path / "a")
    second = event_generator.build(story("B", 2, offset_min=180), tmp_path / "b")
    return first, second


@pytest.fixture
def target(tmp_path) -> Path:
    return tmp_path / "all.db"


def rewritten(log: Path, folder: Path, seq: int) -> Path:
    """A copy of *log* in which record *seq* says something else, with every hash after it made to fit."""
    folder.mkdir()
    copy = folder / "log.db"
    shutil.copyfile(log, copy)
    records = list(read_records(log))
    here = Point(seq - 1, records[seq - 2].hash)
    with closing(sqlite3.connect(copy)) as db, db:
        triggers = [
            db.execute("SELECT sql FROM sqlite_master WHERE name = ?", [one]).fetchone()[0]
            for one in TRIGGERS
        ]
        for one in TRIGGERS:
            db.execute(f"DROP TRIGGER {one}")
        for record in records[seq - 1 :]:
            body = canonical({**record.data, "rewritten": True}) if record.seq == seq else record.body
            new = next_record(here, record.at, record.kind, body)
            here = Point(new.seq, new.hash)
            db.execute(
                "UPDATE records SET body = ?, prev = ?, hash = ? WHERE seq = ?",
                (body, new.prev, new.hash, new.seq),
            )
        for sql in triggers:
            db.execute(sql)
    return copy


def everything(path: Path) -> list[tuple[object, ...]]:
    with reading_merged(path) as conn:
        return conn.execute("SELECT * FROM records ORDER BY station, epoch, seq").fetchall()


def test_the_records_of_all_stations_are_there_and_every_chain_holds(stations, target):
    results = merge_logs(stations, target)

    assert [result.added for result in results] == [len(list(read_records(log))) for log in stations]
    with reading_merged(target) as conn:
        assert {found.status for found in verify_merged(conn).values()} == {Status.INTACT}
        assert len(verify_merged(conn)) == 2


def test_merging_twice_changes_nothing_not_even_the_file(stations, target):
    merge_logs(stations, target)
    before = target.read_bytes()

    again = merge_logs(stations[::-1], target)

    assert target.read_bytes() == before
    assert [(result.added, result.taken) for result in again] == [(0, True), (0, True)]


def test_a_log_that_has_grown_adds_only_what_is_new(tmp_path, target):
    made = story("A")
    old = event_generator.build(made, tmp_path / "old")
    whole = shutil.copytree(tmp_path / "old", tmp_path / "new") / "log.db"
    with closing(sqlite3.connect(whole)) as db, db:
        last = list(read_records(old))[-1]
        new = next_record(Point(last.seq, last.hash), last.at, Kind.NOTE, canonical({"text": "later"}))
        db.execute(
            "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)",
            (new.seq, new.at, new.kind, new.body, new.prev, new.hash),
        )

    results = merge_logs([old, whole, old], target)

    assert [result.added for result in results] == [last.seq, 1, 0]
    with reading_merged(target) as conn:
        assert next(iter(verify_merged(conn).values())).count == last.seq + 1


def test_the_same_key_with_another_hash_is_an_alarm_and_is_never_overwritten(stations, target, tmp_path):
    merge_logs(stations, target)
    before = everything(target)

    (result,) = merge_logs([rewritten(stations[0], tmp_path / "forged", 3)], target)

    assert not result.taken
    assert (result.conflict, result.added) == (3, 0)
    assert "rewritten" in result.why
    assert everything(target) == before
    with reading_merged(target) as conn:
        assert [seq for *_, seq in conflicts(conn)] == [3]


@pytest.mark.parametrize("seq", [2, 5, 8])
def test_a_conflict_is_found_at_the_first_record_that_differs(stations, target, tmp_path, seq):
    (_, result) = merge_logs([stations[0], rewritten(stations[0], tmp_path / "forged", seq)], target)

    assert result.conflict == seq


def test_a_broken_log_stays_out_and_the_others_go_in(stations, target):
    with closing(sqlite3.connect(stations[1])) as db, db:
        db.execute("DROP TRIGGER no_change")
        db.execute("UPDATE records SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 3")

    good, bad = merge_logs(stations, target)

    assert good.taken
    assert (bad.taken, bad.status, bad.added) == (False, Status.BROKEN, 0)
    assert {row[0] for row in everything(target)} == {next(iter(read_records(stations[0]))).data["station"]}


def test_something_that_is_no_log_is_told_and_stays_out(stations, target, tmp_path):
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as db, db:
        db.execute("CREATE TABLE records (something)")

    *_, result = merge_logs([stations[0], other], target)

    assert (result.taken, result.status) == (False, Status.UNREADABLE)
    assert result.why


def test_offsets_and_clock_jumps_of_each_station_are_visible(tmp_path, target):
    made = story("B", offset_min=-300)
    made.jump(timedelta(minutes=-5).total_seconds())
    log = event_generator.build(made, tmp_path / "b")

    merge_logs([log], target)

    with reading_merged(target) as conn:
        (one,) = station_summaries(conn)
    assert (one.letter, one.rulings, one.clock_jumps) == ("B", 3, 1)
    assert (one.lowest_offset_min, one.highest_offset_min) == (-300, -300)


def test_a_merged_file_answers_the_same_filters(stations, target):
    merge_logs(stations, target)

    with open_reader(target, merged=True) as reader:
        found = list(reader.find(Filter(word="Q*", verdict="unacceptable")))
        limited = list(reader.find(limit=3))

    assert sorted(one.record.data["number"] for one in found) == ["A-1", "B-1"]
    assert len({one.station for one in found}) == 2
    assert [one.record.at for one in limited] == sorted((one.record.at for one in limited), reverse=True)


def test_folders_stand_for_the_logs_in_them(stations, tmp_path):
    (tmp_path / "a" / "notes.txt").write_text("not a log")
    with closing(sqlite3.connect(tmp_path / "a" / "practice.db")) as db, db:
        db.execute("CREATE TABLE history (day)")

    assert find_logs([tmp_path / "a", stations[1], stations[0]]) == (stations[0], stations[1])


def test_a_folder_without_a_log_is_told(tmp_path):
    with pytest.raises(LogError, match="There is no log in"):
        find_logs([tmp_path])


def test_a_station_log_is_not_taken_for_a_merged_file(stations):
    with pytest.raises(LogError, match="is not a merged file"):
        merge_logs(stations[:1], stations[1])

    assert list(read_records(stations[1]))


def test_a_place_that_cannot_be_written_is_told(stations, tmp_path):
    with pytest.raises(OutputError, match="could not be written"):
        merge_logs(stations, tmp_path / "nowhere" / "all.db")


def break_chain(log: Path) -> None:
    with closing(sqlite3.connect(log)) as db, db:
        db.execute("DROP TRIGGER no_change")
        db.execute("UPDATE records SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 3")


def test_where_nothing_can_be_merged_no_file_is_made(stations, target, tmp_path):
    for log in stations:
        break_chain(log)
    before = sorted(tmp_path.iterdir())

    with pytest.raises(LogError, match="Nothing was merged"):
        merge_logs(stations, target)

    assert sorted(tmp_path.iterdir()) == before


def test_a_merged_file_stays_as_it_is_where_nothing_can_be_added(stations, target):
    merge_logs(stations[:1], target)
    before = target.read_bytes()
    break_chain(stations[1])

    with pytest.raises(LogError, match="Nothing was merged"):
        merge_logs(stations[1:], target)

    assert target.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_disk_that_is_full_leaves_nothing_behind_and_is_not_blamed_on_a_log(stations, target, tmp_path):
    script = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from kiosk.log.merge_store import merge_logs\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\n"
        "merge_logs([Path(sys.argv[1])], Path(sys.argv[2]))"
    )
    before = sorted(tmp_path.iterdir())

    done = subprocess.run(
        [sys.executable, "-c", script, stations[0], target], capture_output=True, text=True, check=False
    )

    assert f"OutputError: {target} could not be written" in done.stderr
    assert sorted(tmp_path.iterdir()) == before


def test_an_empty_file_that_a_full_disk_once_left_can_be_merged_into(stations, target):
    target.touch()

    merge_logs(stations, target)

    assert everything(target)


def test_a_merged_file_without_records_is_refused_by_every_reader(stations, target):
    merge_logs(stations, target)
    with closing(sqlite3.connect(target)) as db, db:
        db.execute("DELETE FROM records")

    with pytest.raises(LogError, match="holds no records"), reading_merged(target):
        pass


def test_a_merged_file_is_no_log_to_merge(stations, target):
    merge_logs(stations, target)

    with pytest.raises(LogError, match="is itself a merged file"):
        find_logs([target])


def test_a_station_without_a_ruling_has_the_letter_it_was_set_up_with(tmp_path, target):
    with Log.open(tmp_path / "q", system_clock, "Q") as log:
        log.append(body(Kind.SET_UP, letter="Q"))

    merge_logs([tmp_path / "q" / "log.db"], target)

    with reading_merged(target) as conn:
        assert [one.letter for one in station_summaries(conn)] == ["Q"]
