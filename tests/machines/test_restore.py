"""`kiosk restore`: a spare machine goes on for a lost one with a log of its own, or nothing happens."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.folder import RESTORED
from kiosk.log.bodies import AdjudicationBody, read_body
from kiosk.log.chain import Status
from kiosk.log.copy_worker import copy_log, copy_name
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, read_records, verify_log
from kiosk.log.store import STATION, LockRequest
from kiosk.log.writer import Log
from kiosk.machines import restore_actions
from kiosk.system_clock import system_clock
from tests.support.command_line import DIRECTOR, Station, write_setup


class Room:
    """A station that rules, a stick with its second copy, and a spare machine set up alike."""

    def __init__(self, place: Path) -> None:
        self.place, self.stick = place, place / "stick"
        self.stick.mkdir()
        self.lost, self.spare = Station(place / "lost"), Station(place / "spare")
        self.setup = write_setup(place / "setup.toml")
        for one in (self.lost, self.spare):
            assert one.run("setup", "--from", self.setup).code == 0
        assert self.lost.run("event", "open").code == 0
        self.judge(self.lost, "CAT", "DOG", "QQZX")

    def judge(self, station: Station, *words: str) -> list[str]:
        return [json.loads(station.run("judge", word, "--json").out)["number"] for word in words]

    def copy(self) -> Path:
        head = read_head(self.lost.folder / "log.db")
        made = copy_log(self.lost.folder / "log.db", self.stick, copy_name("B", head.station, head.epoch))
        assert made.path is not None
        return made.path

    def restore(self, *words: str) -> dict:
        done = self.spare.run("restore", *(words or (str(self.stick),)), "--json")
        assert done.code == 0, (done.out, done.sentence)
        return json.loads(done.out)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def content(folder: Path) -> dict[str, bytes]:
    """Every file below *folder*; what was last acknowledged and the lock's line change with each try."""
    passing = ("log.acknowledged", "log.lock", "log.db-journal")
    files = (path for path in folder.rglob("*") if path.is_file() and path.name not in passing)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_the_spare_begins_a_log_of_its_own_that_names_the_copy(room: Room) -> None:
    end = read_head(room.copy())
    own = read_head(room.spare.folder / "log.db").station

    room.restore()

    [first] = room.spare.records(Kind.GENESIS)
    assert first["continues"] == {
        "station": end.station,
        "epoch": end.epoch,
        "count": end.count,
        "head": end.hash,
        "numbers_after": 100,
    }
    assert first["station"] == own
    assert verify_log(room.spare.folder / "log.db").status is Status.INTACT


def test_it_is_on_record_for_the_director(room: Room) -> None:
    end = read_head(room.copy())

    room.restore()

    [restored] = room.spare.records(Kind.RESTORED)
    assert (restored["count"], restored["head"]) == (end.count, end.hash)
    assert (restored["last"], restored["next"]) == ("B-3", "B-101")


def test_the_numbers_leave_a_gap_and_go_on_after_every_start(room: Room) -> None:
    room.copy()

    told = room.restore()

    assert told["next"] == "B-101"
    assert room.judge(room.spare, "TREE", "HOUSE") == ["B-101", "B-102"]
    with Log.open(room.spare.folder, system_clock, "B") as log:
        log.checkpoint()
    assert room.judge(room.spare, "MOUSE") == ["B-103"]


def test_the_open_event_and_the_round_that_was_called_go_on(room: Room) -> None:
    room.lost.run("round", "start", "4")
    room.copy()

    told = room.restore()

    assert (told["event"], told["round"]) == ("open-2026", 4)
    [opened] = room.spare.records(Kind.EVENT_OPENED)
    [started] = room.spare.records(Kind.ROUND_STARTED)
    assert (opened["goes_on"], started["goes_on"], started["round"]) == (True, True, 4)
    room.judge(room.spare, "TREE")
    [ruling] = room.spare.records(Kind.ADJUDICATION)
    assert (ruling["event"], ruling["round"]) == ("open-2026", 4)


def test_without_an_open_event_none_is_opened(room: Room) -> None:
    room.lost.run("event", "close")
    room.copy()

    told = room.restore()

    assert told["event"] is None
    assert room.spare.records(Kind.EVENT_OPENED) == []


def test_old_rulings_are_read_beside_the_new_ones(room: Room) -> None:
    copy = read_head(room.copy())
    room.restore()
    room.judge(room.spare, "TREE")

    shown = json.loads(room.spare.run("log", "show", "B-2", "--json").out)
    listed = json.loads(room.spare.run("log", "list", "--json").out)
    evidence = room.spare.run("log", "evidence", "B-2")

    one = shown[0] if isinstance(shown, list) else shown
    assert (one["words"], one["station"], one["epoch"]) == (["DOG"], copy.station, copy.epoch)
    assert [row["number"] for row in listed] == ["B-101", "B-3", "B-2", "B-1"]
    assert (evidence.code, "DOG" in evidence.out) == (0, True)


def test_a_decision_refers_to_the_ruling_in_the_copy(room: Room) -> None:
    copy = read_head(room.copy())
    room.restore()

    done = room.spare.run("decision", "add", "B-2", "note", "remark=clock not stopped")

    [decided] = room.spare.records(Kind.DECISION)
    ruling = next(
        one
        for one in read_records(next((room.spare.folder / RESTORED).glob("kiosk-*.db")))
        if one.data.get("number") == "B-2"
    )
    assert done.code == 0, (done.out, done.sentence)
    assert decided["about"] == {"station": copy.station, "epoch": copy.epoch, "seq": ruling.seq}
    assert "clock not stopped" in " ".join(room.spare.run("log", "evidence", "B-2").out.split())


def test_an_opinion_may_be_given_on_a_ruling_in_the_copy(room: Room) -> None:
    room.copy()
    room.restore()

    copy = read_head(next((room.spare.folder / RESTORED).glob("kiosk-*.db")))
    words = ("--after", "B-2", "--opinion", "2", "--as", "JD", "--another-person")
    answered = room.spare.run("judge", "DOG", *words)

    assert answered.code == 0, (answered.out, answered.sentence)
    [opinion] = room.spare.records(Kind.ADJUDICATION)
    assert (opinion["after"]["station"], opinion["after"]["epoch"]) == (copy.station, copy.epoch)


def test_once_the_spare_closes_the_event_it_is_closed(room: Room) -> None:
    room.copy()
    room.restore()
    assert room.spare.run("log", "report", "--players").code == 4

    room.spare.run("event", "close")

    report = room.spare.run("log", "report", "--players")
    assert (report.code, "CAT" in report.out) == (0, True), report.sentence


def test_the_dead_disk_comes_back_and_both_merge_without_a_fork(room: Room) -> None:
    room.copy()
    late = room.judge(room.lost, "MOUSE")  # after the last copy, before it died
    room.restore()
    room.judge(room.spare, "TREE")
    out = room.place / "all.db"

    merged = room.spare.run(
        "log", "merge", str(room.lost.folder), str(room.spare.folder), "-o", str(out), "--json"
    )

    told = json.loads(merged.out)
    assert (merged.code, told["same_letter"], told["twice"]) == (0, [], [])
    assert [one["conflict"] for one in told["sources"]] == [None, None, None]
    [went_on] = told["continuations"]
    assert (went_on["fits"], went_on["records"] > went_on["count"]) == (True, True)
    assert late == ["B-4"]
    listed = json.loads(room.spare.run("log", "list", "--merged", str(out), "--json").out)
    assert [row["number"] for row in listed] == ["B-101", "B-4", "B-3", "B-2", "B-1"]
    assert room.spare.run("log", "stations", str(room.lost.folder), str(room.spare.folder)).code == 0


def test_numbers_that_the_lost_machine_gave_beyond_the_gap_are_named(room: Room) -> None:
    room.copy()
    room.restore()
    room.judge(room.spare, "TREE")
    with Log.open(room.lost.folder, system_clock, "B") as log:
        ruled = next(one for one in read_records(log.path) if one.kind is Kind.ADJUDICATION)
        body = read_body(ruled)
        assert isinstance(body, AdjudicationBody)
        log.append(replace(body, number="B-101"))  # as the hundred-and-first would be there

    merged = room.spare.run(
        *("log", "merge", str(room.lost.folder), str(room.spare.folder)),
        *("-o", str(room.place / "all.db"), "--json"),
    )

    assert json.loads(merged.out)["twice"] == ["B-101"]


def test_a_noted_head_of_the_morning_still_stands_in_the_copy(room: Room) -> None:
    noted = read_head(room.copy()).code
    room.restore()

    assert room.spare.run("log", "verify", "--head", noted).code == 0
    assert room.spare.run("log", "verify", "--head", "0123-4567-89ab-cdef").code == 1


def test_a_copy_that_was_changed_after_the_restore_is_noticed(room: Room) -> None:
    room.copy()
    room.restore()
    kept = next((room.spare.folder / RESTORED).glob("kiosk-*.db"))
    kept.chmod(0o600)
    with closing(sqlite3.connect(kept)) as conn:
        conn.execute("DROP TRIGGER no_change")
        conn.execute("UPDATE records SET body = replace(body, 'DOG', 'DIG') WHERE kind = 'adjudication'")
        conn.commit()

    assert room.spare.run("log", "verify").code == 1
    assert room.spare.run("log", "show", "B-2").code == 1
    assert "goes on after does not hold" in room.spare.run("log", "list", "--verdict", "acceptable").out
    assert room.spare.run("status").code == 1


def test_a_copy_whose_end_was_cut_after_the_restore_is_told_by_whoever_reads(room: Room) -> None:
    room.copy()
    room.restore()
    kept = next((room.spare.folder / RESTORED).glob("kiosk-*.db"))
    kept.chmod(0o600)
    with closing(sqlite3.connect(kept)) as conn:
        conn.execute("DROP TRIGGER no_removal")
        conn.execute("DELETE FROM records WHERE seq = (SELECT max(seq) FROM records)")
        conn.commit()

    told = [
        room.spare.run(*words)
        for words in (("log", "list"), ("log", "export"), ("status",), ("log", "verify"))
    ]

    assert [one.code for one in told] == [1, 1, 1, 1]
    assert all("goes on after" in one.out for one in told)


def test_a_copy_that_is_gone_is_noticed(room: Room) -> None:
    room.copy()
    room.restore()
    shutil.rmtree(room.spare.folder / RESTORED)

    done = room.spare.run("log", "verify")

    assert done.code != 0
    assert "goes on after" in done.out
    for words in (("log", "list"), ("status",)):
        said = room.spare.run(*words)
        assert (said.code, "goes on after does not hold" in said.out) == (1, True)


def test_the_copy_is_kept_read_only(room: Room) -> None:
    room.copy()
    room.restore()

    kept = sorted((room.spare.folder / RESTORED).iterdir())

    assert [path.stat().st_mode & 0o777 for path in kept] == [0o400, 0o400]


def test_a_second_spare_goes_on_after_the_first_with_all_rulings(room: Room) -> None:
    room.copy()
    room.restore()
    room.judge(room.spare, "TREE")
    first, room.lost = room.lost, room.spare
    room.copy()
    room.spare = Station(room.place / "second")
    assert room.spare.run("setup", "--from", room.setup).code == 0

    told = room.restore()

    assert first.folder != room.lost.folder
    assert told["next"] == "B-201"
    room.judge(room.spare, "HOUSE")
    listed = json.loads(room.spare.run("log", "list", "--json").out)
    assert [row["number"] for row in listed] == ["B-201", "B-101", "B-3", "B-2", "B-1"]


# ---- what is refused ---------------------------------------------------------------------------------------


def refused(room: Room, *words: str, **env: str) -> str:
    """The sentence with which a restore is refused; nothing may have been changed by it."""
    before = content(room.spare.folder)
    done = room.spare.run("restore", *words, **env)
    after = content(room.spare.folder)
    assert done.code == 4, (done.out, done.sentence)
    log = room.spare.folder / "log.db"
    if log.exists():
        assert verify_log(log).status is Status.INTACT
    for name in ("log.db", "access"):  # a try with a passcode is counted and goes on record
        before.pop(name, None), after.pop(name, None)
    assert after == before
    return done.sentence


def test_a_copy_of_another_station(room: Room) -> None:
    room.copy()
    room.spare.run("setup", "--from", room.setup, "--letter", "C")

    sentence = refused(room, str(room.stick))

    assert "There is no copy of station C" in sentence
    assert "--letter" in sentence


def test_a_machine_that_is_not_set_up(room: Room) -> None:
    room.copy()
    room.spare = Station(room.place / "bare")

    assert "not set up" in refused(room, str(room.stick))


def test_a_broken_copy(room: Room) -> None:
    copy = room.copy()
    with closing(sqlite3.connect(copy)) as conn:
        conn.execute("DROP TRIGGER no_change")
        conn.execute("UPDATE records SET body = replace(body, 'CAT', 'COT')")
        conn.commit()

    assert "does not hold" in refused(room, str(copy))


@pytest.mark.parametrize("rubbish", [b"", b"not a log", b"SQLite format 3\x00" + b"\x01" * 4096])
def test_a_file_that_is_no_log(room: Room, rubbish: bytes) -> None:
    file = room.stick / "copy.db"
    file.write_bytes(rubbish)

    assert refused(room, str(file))


def test_an_empty_stick(room: Room) -> None:
    assert "no log" in refused(room, str(room.stick))


def test_a_copy_that_is_not_there(room: Room) -> None:
    assert refused(room, str(room.stick / "gone.db"))


def test_the_log_of_a_demonstration(room: Room) -> None:
    shown = Station(room.place / "shown")
    shown.run("judge", "CAT")
    shutil.copyfile(shown.folder / "demonstration.db", room.stick / "copy.db")

    assert "demonstration" in refused(room, str(room.stick))


def test_a_copy_of_a_newer_program(room: Room) -> None:
    copy = room.copy()
    with closing(sqlite3.connect(copy)) as conn:
        conn.execute("PRAGMA user_version = 2")

    assert "newer version" in refused(room, str(copy))


def test_an_older_copy_beside_a_longer_one(room: Room) -> None:
    older = room.stick / "older.db"
    shutil.copyfile(room.copy(), older)
    room.judge(room.lost, "MOUSE")
    room.copy()

    assert "Name that one" in refused(room, str(older))
    assert room.restore()["last"] == "B-4"


def test_two_copies_that_go_on_differently(room: Room) -> None:
    twin = room.place / "twin"
    shutil.copytree(room.lost.folder, twin)
    room.judge(Station(twin), "TREE")
    room.judge(room.lost, "HOUSE")
    room.copy()
    shutil.copyfile(twin / "log.db", room.stick / "other.db")

    assert "disagree" in refused(room, str(room.stick))


def test_a_copy_over_the_log_itself(room: Room) -> None:
    room.copy()
    room.lost.run("event", "close")
    room.spare = room.lost

    assert "never put over" in refused(room, str(room.stick))


def test_a_machine_with_rulings_of_its_own(room: Room) -> None:
    room.copy()
    room.judge(room.spare, "TREE")

    assert "no spare" in refused(room, str(room.stick))


def test_a_machine_with_an_open_event(room: Room) -> None:
    room.copy()
    room.spare.run("event", "open")

    assert "open on this machine" in refused(room, str(room.stick))


def test_a_machine_that_goes_on_for_another_already(room: Room) -> None:
    room.copy()
    room.restore()
    room.spare.run("event", "close")

    assert "already" in refused(room, str(room.stick))


def test_a_running_station(room: Room) -> None:
    room.copy()

    with Log.open(room.spare.folder, system_clock, "B", turn=LockRequest(STATION)):
        sentence = refused(room, str(room.stick), "--wait", "0")

    assert "The station is running" in sentence


def test_another_set_up_must_be_confirmed(room: Room) -> None:
    room.copy()
    other = write_setup(room.place / "other.toml", starts='"2026-05-01T09:00"')
    assert room.spare.run("setup", "--from", other).code == 0

    assert "set-up code" in refused(room, str(room.stick))
    assert room.spare.run("restore", str(room.stick), "--yes").code == 0
    assert any("set-up code" in one for one in room.spare.records(Kind.EVENT_OPENED)[0]["odd"])


def test_the_passcode_is_asked_for_and_the_try_recorded(room: Room) -> None:
    room.copy()
    room.spare.set_passcodes()

    assert "passcode" in refused(room, str(room.stick), KIOSK_PASSCODE="not this one")
    assert len(room.spare.records(Kind.UNLOCK_FAILED)) == 1
    assert room.spare.as_director("restore", str(room.stick)).code == 0
    assert room.spare.records(Kind.RESTORED)[0]["role"] == "director"
    assert DIRECTOR not in room.spare.log_text()


# ---- builds broken on purpose ------------------------------------------------------------------------------

# A record lacks what it must say, or the program refuses to rule and so has nothing to say.
RED = (AssertionError, KeyError, json.JSONDecodeError)


def continues_the_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that puts the copy in the place of the spare's log and writes on at its end."""

    def begin(director, lost, event) -> None:
        director.log._drop()
        shutil.copyfile(lost.path, director.log.path)
        director.log._open()
        for body in restore_actions._take_over(director, lost):
            director.log.append(body)

    monkeypatch.setattr(restore_actions, "_begin", begin)


def gives_numbers_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build without a gap: what was ruled after the copy was made had the same numbers."""
    monkeypatch.setattr(restore_actions, "full_hundred_after", lambda rulings: rulings)


def takes_an_older_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restore_actions, "_refuse_shorter", lambda path, there: None)


def takes_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that begins again over a log with rulings, or over the log itself."""
    monkeypatch.setattr(restore_actions, "_refuse_used", lambda director, lost: None)


def takes_a_broken_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    class Content:
        holds = True

    monkeypatch.setattr(restore_actions, "verify_log", lambda *_, **__: Content())


@pytest.mark.parametrize(
    ("broken", "notices"),
    [
        (continues_the_chain, test_the_spare_begins_a_log_of_its_own_that_names_the_copy),
        (continues_the_chain, test_the_dead_disk_comes_back_and_both_merge_without_a_fork),
        (gives_numbers_again, test_the_numbers_leave_a_gap_and_go_on_after_every_start),
        (gives_numbers_again, test_the_dead_disk_comes_back_and_both_merge_without_a_fork),
        (takes_an_older_copy, test_an_older_copy_beside_a_longer_one),
        (takes_any_machine, test_a_copy_over_the_log_itself),
        (takes_any_machine, test_a_machine_with_rulings_of_its_own),
        (takes_any_machine, test_a_machine_that_goes_on_for_another_already),
        (takes_a_broken_copy, test_a_broken_copy),
    ],
    ids=lambda one: one.__name__.removeprefix("test_"),
)
def test_a_broken_build_is_noticed(
    room: Room, monkeypatch: pytest.MonkeyPatch, broken: Callable, notices: Callable
) -> None:
    broken(monkeypatch)

    with pytest.raises(RED):
        notices(room)
