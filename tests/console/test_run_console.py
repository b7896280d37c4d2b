"""A run of the console without Qt, on a real data folder: who is let in, what is read, what is done, and that
inside the station there is one writer."""

import csv
import shutil
import subprocess
import sys
from contextlib import contextmanager, nullcontext
from functools import partial

import pytest

from kiosk.console import wording
from kiosk.console.actions import ask_for
from kiosk.console.client import ConsoleParts, LogAsker
from kiosk.console.events import (
    ActChosen,
    Confirmed,
    ExportAsked,
    FacetChosen,
    MinuteChosen,
    OrderFailed,
    PageChosen,
    PasscodeTyped,
    RulingSought,
    SearchGiven,
    TextGiven,
    Ticked,
    VerifyAsked,
)
from kiosk.console.machine import LOOK_EVERY
from kiosk.console.orders import CloseEvent, OpenEvent, SeeRuling
from kiosk.console.run import DIED, ConsoleRun, carry_out, describe
from kiosk.console.states import AtDoor, Confirming, Gone, Inside, Telling
from kiosk.console.values import Act, Facet, Narrowing, PageId, Where
from kiosk.errors import LogBusy
from kiosk.folder import SETUP
from kiosk.log.alerts import Alert
from kiosk.log.kinds import Kind
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, writing
from kiosk.station.closed import OutOfService, WithDirector
from kiosk.station.idle import Counting
from kiosk.worker import Failed
from kiosk.worker_client import Worker
from tests.support.at_station import set_up_at, staff_at
from tests.support.command_line import DIRECTOR, JUDGE, Station
from tests.support.event_generator import build, day
from tests.support.log_samples import tamper
from tests.support.log_story import build_story
from tests.support.workers import ChildHere, FakeChildren


class FakeConsoleScreen:
    """Notes what it was shown; what is to be done soon is done by `settle`."""

    def __init__(self):
        self.shown, self.waiting, self.closed = [], [], []

    def show(self, state, now_ms):
        self.shown.append(state)

    def soon(self, act):
        self.waiting.append(act)

    def settle(self):
        while self.waiting:
            self.waiting.pop(0)()

    def close(self, leaving):
        self.closed.append(leaving)


class Sitting:
    """A director of *staff* at a console."""

    def __init__(self, staff, busy, where=Where.ALONE, changed=lambda: None, logs=()):
        self.screen, self.readers = FakeConsoleScreen(), []
        self.working = Worker(lambda: ChildHere(staff, logs), lambda filenos, busy: None, staff)
        self.reading = LogAsker(partial(self._start, staff, logs), lambda filenos, busy: None)
        parts = ConsoleParts(
            staff, where, self.screen, self.reading, self.working, busy, changed, several=bool(logs)
        )
        self.run = ConsoleRun(parts)
        self.run.begin()
        self.settle()

    def _start(self, staff, logs):
        self.readers.append(ChildHere(staff, logs))
        return self.readers[-1]

    def settle(self):
        while self.screen.waiting or self.reading.busy or self.working.busy:
            self.screen.settle()
            self.reading.hear()
            self.working.hear()

    def do(self, *events):
        for event in events:
            self.run.handle(event)
            self.settle()
        return self.run.state


@pytest.fixture
def busy():
    return lambda within_s=0: nullcontext()


@pytest.fixture
def staff(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return staff_at(folder)


@pytest.fixture
def told(tmp_path):
    """Staff whose log tells the story that every test of the log knows."""
    folder = tmp_path / "told"
    build(build_story(closed=False), folder)
    return staff_at(folder)


# --- the door -----------------------------------------------------------------------------------------------


def test_only_the_directors_passcode_opens_the_console_and_every_try_is_on_record(staff, busy):
    station = Station(staff.folder)
    station.set_passcodes()
    sitting = Sitting(staff, busy)
    assert isinstance(sitting.run.state, AtDoor)

    assert isinstance(sitting.do(PasscodeTyped("guess")), AtDoor)
    assert isinstance(sitting.do(PasscodeTyped(JUDGE)), AtDoor)
    assert isinstance(sitting.do(PasscodeTyped(DIRECTOR)), Inside)

    assert [one["where"] for one in station.records(Kind.UNLOCK_FAILED)] == ["kiosk director"] * 2
    assert [one["role"] for one in station.records(Kind.UNLOCK)] == ["director"]


def test_after_several_wrong_passcodes_the_next_try_waits(staff, busy):
    Station(staff.folder).set_passcodes()
    sitting = Sitting(staff, busy)

    for _ in range(6):
        state = sitting.do(PasscodeTyped("guess"))

    assert state.until_ms > staff.clock().mono_ms
    assert isinstance(sitting.do(PasscodeTyped(DIRECTOR)), AtDoor)


def test_beside_a_station_a_try_is_kept_until_the_station_can_record_it(staff, busy, start, tmp_path):
    station = Station(tmp_path)
    station.set_passcodes()
    run = start()
    beside = Sitting(staff_at(tmp_path), busy)

    state = beside.do(PasscodeTyped("guess"), PasscodeTyped(DIRECTOR))

    assert isinstance(state, Inside)
    assert station.records(Kind.UNLOCK) == []
    run.crash()
    start()
    assert [one["late"] for one in station.records(Kind.UNLOCK_FAILED, Kind.UNLOCK)] == [True, True]


def test_a_passcode_file_that_has_gone_opens_nothing(staff, busy):
    station = Station(staff.folder)
    station.run("passcode", "set", KIOSK_NEW_PASSCODE=DIRECTOR)
    (staff.folder / "access").unlink()
    sitting = Sitting(staff, busy)

    state = sitting.do(PasscodeTyped(DIRECTOR))

    assert isinstance(state, AtDoor)
    assert "passcode file is gone" in state.message
    assert len(station.records(Kind.ACCESS_MISSING)) == 1


# --- what is read -------------------------------------------------------------------------------------------


def test_a_folder_without_a_log_is_a_console_with_nothing_in_it(staff, busy):
    sitting = Sitting(staff, busy)

    state = sitting.do(PageChosen(PageId.LOG), PageChosen(PageId.INTEGRITY), VerifyAsked(), Ticked())

    assert state.now.rows == ()
    assert (state.log.total, state.log.facets.counts) == (0, ())
    assert "no log yet" in state.integrity.problem


def test_the_last_rulings_and_the_standing_are_there_at_once(told, busy):
    state = Sitting(told, busy).run.state

    assert [row.number for row in state.now.rows] == ["B-5", "B-4", "B-3", "B-2", "B-1"]
    assert state.status.event == "Spring Open"
    assert dict(state.status.lines)["Log"].startswith(f"{state.status.head.count} records")


def test_the_log_is_narrowed_counted_and_laid_out(told, busy):
    sitting = Sitting(told, busy)

    state = sitting.do(PageChosen(PageId.LOG))
    counts = {(one.facet, one.value): one.count for one in state.log.facets.counts}
    assert (state.log.total, len(state.log.timeline.bins)) == (5, 5)
    assert (counts[Facet.VERDICT, "acceptable"], counts[Facet.ROUND, "1"], counts[Facet.EVENT, "spring"]) == (
        3,
        2,
        4,
    )

    state = sitting.do(FacetChosen(Facet.ROUND, "2"))
    assert [row.number for row in state.log.windows[0].rows] == ["B-5", "B-4"]
    state = sitting.do(FacetChosen(Facet.VERDICT, "refer"))
    assert [row.number for row in state.log.windows[0].rows] == ["B-4"]
    state = sitting.do(
        FacetChosen(Facet.ROUND, "2"), FacetChosen(Facet.VERDICT, "refer"), SearchGiven("J?NX")
    )
    assert [row.number for row in state.log.windows[0].rows] == ["B-3", "B-2"]
    state = sitting.do(SearchGiven("b-3"))
    assert [row.words for row in state.log.windows[0].rows] == [("JINX",)]
    assert "part_of_rejected" in state.log.windows[0].rows[0].alerts


def test_a_minute_is_found_in_the_list(told, busy):
    sitting = Sitting(told, busy)
    sitting.do(PageChosen(PageId.LOG))
    local = sitting.run.state.log.row(2).local

    state = sitting.do(MinuteChosen(local[:16]))

    assert state.log.jump[1] == 2


def test_a_changed_record_is_marked_and_verification_names_it(told, busy):
    row = Sitting(told, busy).run.state.now.rows[1]
    tamper(
        told.folder / "log.db",
        f"UPDATE records SET body = replace(body, 'refer', 'accep') WHERE seq = {row.key[2]}",  # noqa: S608
    )
    sitting = Sitting(told, busy)

    state = sitting.do(PageChosen(PageId.LOG), PageChosen(PageId.INTEGRITY), VerifyAsked())

    assert [one.fits for one in state.log.windows[0].rows].count(False) == 1
    assert state.integrity.found.chains[0].first_bad == row.key[2]
    assert not state.integrity.found.chains[0].intact


def test_a_log_that_grows_is_read_on(told, busy):
    sitting = Sitting(told, busy)
    sitting.do(PageChosen(PageId.LOG), FacetChosen(Facet.VERDICT, "acceptable"))

    Station(told.folder).run("judge", "CAT")
    state = sitting.do(Ticked(), Ticked())

    assert state.log.total == 4
    assert state.log.windows[0].rows[0].words == ("CAT",)


# --- what is done -------------------------------------------------------------------------------------------


def test_an_event_is_read_back_opened_played_and_closed_from_the_console(staff, busy, tmp_path):
    set_up_at(staff, tmp_path / "setup.toml", starts='"2026-05-01T09:00"')
    sitting = Sitting(staff, busy)

    heard = sitting.do(ActChosen(Act.OPEN_EVENT)).over
    assert isinstance(heard, Confirming)
    assert "Rounds" in dict(heard.lines)
    assert heard.odd
    assert Station(staff.folder).records(Kind.EVENT_OPENED) == []

    told_ = sitting.do(Confirmed()).over
    assert (told_.title, told_.head.letter) == ("The event “The Open” is open", "B")
    sitting.do(Confirmed(), ActChosen(Act.START_ROUND), TextGiven("4"))
    assert sitting.run.state.over.title == "Round 4 has started"
    sitting.do(Confirmed(), ActChosen(Act.END_ROUND), Confirmed())
    assert sitting.run.state.over.title == "Round 4 is over"
    sitting.do(Confirmed(), ActChosen(Act.TONIGHT), Confirmed(), Confirmed(), ActChosen(Act.CLOSE_EVENT))
    assert sitting.do(Confirmed()).over.title == "The event “The Open” is closed"

    written = (Kind.EVENT_OPENED, Kind.ROUND_STARTED, Kind.ROUND_ENDED, Kind.NIGHT_CLOSED, Kind.EVENT_CLOSED)
    assert all(len(Station(staff.folder).records(kind)) == 1 for kind in written)
    heads = sitting.do(Confirmed(), PageChosen(PageId.INTEGRITY)).integrity.heads
    assert [one.occasion for one in heads] == ["“The Open” closed", "closed for tonight", "“The Open” opened"]
    assert heads[-1].code == told_.head.code


def test_a_folder_that_vanishes_under_a_console_gets_no_new_log(staff, busy, tmp_path):
    set_up_at(staff, tmp_path / "setup.toml", starts='"2026-05-01T09:00"')
    sitting = Sitting(staff_at(staff.folder), busy)
    sitting.do(ActChosen(Act.OPEN_EVENT), Confirmed(), Confirmed(), ActChosen(Act.CLOSE_EVENT))

    for one in [one for one in staff.folder.iterdir() if one.name != SETUP]:
        shutil.rmtree(one) if one.is_dir() else one.unlink()
    sitting.do(Confirmed())

    assert "is gone" in str(sitting.run.state.over)
    assert not list(staff.folder.glob("*.db"))


def test_if_something_else_is_odd_by_then_the_event_is_read_back_again(staff, tmp_path):
    set_up_at(staff, tmp_path / "setup.toml", starts='"2026-05-01T09:00"')

    again = carry_out(staff, OpenEvent("open-2026", "The Open", ("Something else.",)))

    assert again.odd != ("Something else.",)
    assert Station(staff.folder).records(Kind.EVENT_OPENED) == []


def test_what_cannot_be_done_is_a_sentence(staff):
    came = carry_out(staff, CloseEvent())

    assert isinstance(came, OrderFailed)
    assert "not set up" in came.sentence


def test_an_order_nobody_waits_for_is_dropped_when_the_next_is_given(staff, busy):
    children = FakeChildren()
    sitting = Sitting(staff, busy)
    sitting.working = Worker(children, lambda filenos, busy: None, staff)
    parts = ConsoleParts(staff, Where.ALONE, sitting.screen, sitting.reading, sitting.working, busy)
    run = ConsoleRun(parts)

    run.carry_out(SeeRuling("B-1"))
    run.carry_out(SeeRuling("B-2"))

    assert [child.stopped for child in children] == [True, False]
    assert children[1].actions == [SeeRuling("B-2")]


def test_work_that_ends_unexpectedly_is_one_sentence(staff):
    assert describe(staff, CloseEvent(), Failed()) == OrderFailed(CloseEvent(), DIED)


def test_doctor_is_there(staff, busy):
    told_ = Sitting(staff, busy).do(ActChosen(Act.DOCTOR)).over

    assert isinstance(told_, Telling)
    assert told_.title.startswith("Doctor")


def test_exactly_what_is_filtered_is_exported_and_nothing_is_overwritten(told, busy, tmp_path):
    target = tmp_path / "out.csv"
    sitting = Sitting(told, busy)
    sitting.do(
        PageChosen(PageId.LOG),
        FacetChosen(Facet.VERDICT, "acceptable"),
        ExportAsked(),
        TextGiven(str(target)),
    )

    with target.open(encoding="utf-8") as file:
        assert [line["number"] for line in csv.DictReader(file)] == ["B-5", "B-3", "B-1"]
    assert sitting.run.state.over.title == "Exported: 3 records"
    before = target.read_text()
    state = sitting.do(Confirmed(), ExportAsked(), TextGiven(str(target)))
    assert "exists already" in state.over.wrong[0]
    assert target.read_text() == before


def test_every_filter_reaches_the_export():
    narrowing = Narrowing(
        (
            *((facet, "3") for facet in (Facet.ROUND, Facet.TABLE, Facet.WORD_COUNT)),
            *((Facet.VERDICT, "refer"), (Facet.ALERT, "repeat"), (Facet.DIVISION, "a"), (Facet.METHOD, "m")),
            (Facet.EVENT, "e"),
        ),
        number="B-1",
        word="CAT",
        since="2026-05-02",
        until="2026-05-03",
    )

    asked = ask_for(narrowing)

    assert asked.as_json() == {
        **{"kind": "adjudication", "number": "B-1", "round": 3, "table": 3, "division": "a", "event": "e"},
        **{"verdict": "refer", "method": "m", "word": "CAT", "words": 3},
        **{"since": "2026-05-02", "until": "2026-05-03", "alert": Alert.REPEAT},
    }


@pytest.mark.parametrize(
    ("events", "numbers"),
    [
        ([SearchGiven("B-?")], ["B-5", "B-4", "B-3", "B-2", "B-1"]),
        ([SearchGiven("4")], ["B-4"]),
        ([FacetChosen(Facet.ALERT, "")], None),
        ([FacetChosen(Facet.ROUND, "")], None),
    ],
)
def test_what_only_the_list_can_tell_is_exported_too(told, busy, tmp_path, events, numbers):
    target = tmp_path / "out.csv"
    sitting = Sitting(told, busy)
    state = sitting.do(PageChosen(PageId.LOG), *events)
    shown = [row.number for row in state.log.windows[0].rows]

    state = sitting.do(ExportAsked(), TextGiven(str(target)))

    assert isinstance(state.over, Telling), state.over
    with target.open(encoding="utf-8") as file:
        assert [line["number"] for line in csv.DictReader(file)] == shown
    assert numbers in (None, shown)
    chosen = Station(told.folder).records(Kind.EXPORT)[-1]["filters"]
    assert set(chosen.values()) & {"B-?", "4", "none"}


def test_several_logs_are_read_together_and_one_merged_file_can_be_exported(told, busy, tmp_path):
    build(day(2, letter="C"), tmp_path / "other")
    logs = (told.folder / "log.db", tmp_path / "other" / "log.db")
    target, merged = tmp_path / "out.csv", tmp_path / "merged.db"
    sitting = Sitting(told, busy, logs=logs)

    state = sitting.do(PageChosen(PageId.LOG))
    stations = [one for one in state.log.facets.counts if one.facet is Facet.STATION]
    assert sorted(one.label for one in stations) == ["B", "C"]
    assert [one.letter for one in state.sources.sources] == ["B", "C"]
    state = sitting.do(FacetChosen(Facet.STATION, next(one.value for one in stations if one.label == "B")))
    assert state.log.total == 5
    state = sitting.do(ExportAsked(), TextGiven(str(target)))
    assert not state.over.wrong
    with target.open(encoding="utf-8") as file:
        assert [line["number"] for line in csv.DictReader(file)] == ["B-5", "B-4", "B-3", "B-2", "B-1"]
    target.unlink()

    done = Station(told.folder).run("log", "merge", *map(str, logs), "--out", str(merged))
    assert done.code == 0, done
    sitting = Sitting(told, busy, logs=(merged,))
    sitting.do(PageChosen(PageId.LOG), FacetChosen(*_station(sitting, "B")), ExportAsked())
    sitting.do(TextGiven(str(target)))

    with target.open(encoding="utf-8") as file:
        assert [line["number"] for line in csv.DictReader(file)] == ["B-5", "B-4", "B-3", "B-2", "B-1"]


def _station(sitting, letter):
    counts = sitting.do(PageChosen(PageId.LOG)).log.facets.counts
    stations = (one for one in counts if one.facet is Facet.STATION)
    return next((one.facet, one.value) for one in stations if one.label == letter)


def test_a_console_of_other_logs_writes_to_the_log_of_its_own_folder_alone(staff, busy, tmp_path):
    build(day(2, letter="C"), tmp_path / "other")
    set_up_at(staff, tmp_path / "setup.toml", starts='"2026-05-01T09:00"')
    other = tmp_path / "other" / "log.db"
    before = other.read_bytes()
    sitting = Sitting(staff, busy, logs=(other,))

    sitting.do(ActChosen(Act.OPEN_EVENT), Confirmed())

    assert len(Station(staff.folder).records(Kind.EVENT_OPENED)) == 1
    assert other.read_bytes() == before


def test_an_alert_leads_to_its_ruling(told, busy):
    sitting = Sitting(told, busy)
    state = sitting.do(PageChosen(PageId.ALERTS))
    row = state.alerts.found.alerts[0].rows[0][0]

    state = sitting.do(RulingSought(row.number, *row.key[:2]))

    assert [one.key for one in state.log.windows[0].rows] == [row.key]


def test_a_reader_that_dies_is_said_and_the_page_comes_back_by_itself(told, busy):
    sitting = Sitting(told, busy)
    reading = sitting.readers[-1]  # the first is the one that looks at the station
    reading.say = lambda line: setattr(reading, "gone", True)

    state = sitting.do(PageChosen(PageId.ALERTS))
    assert "ended unexpectedly" in state.alerts.problem
    state = sitting.do(*[Ticked()] * LOOK_EVERY)

    assert (state.alerts.problem, len(sitting.readers)) == ("", 3)
    assert state.alerts.found.alerts


# --- beside and inside the station --------------------------------------------------------------------------


HOLD = """import sys, pathlib
from kiosk.log.store import STATION, WriterLock
with WriterLock.take(pathlib.Path(sys.argv[1]), holder=STATION):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_by_another_process(folder):
    """The log of *folder* as a running station holds it."""
    command = [sys.executable, "-c", HOLD, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield
        process.stdin.close()


def test_beside_a_running_station_it_reads_and_says_where_to_write(start, busy, tmp_path):
    run = start()
    run.judge("1CAT")
    run.crash()
    with held_by_another_process(tmp_path):
        sitting = Sitting(Staff(tmp_path, run.clock, staff_at(tmp_path).admit), busy)

        state = sitting.do(ActChosen(Act.TONIGHT))

    assert [row.words for row in state.now.rows] == [("CAT",)]
    assert (state.status.held, state.over.title) == (True, wording.HELD)


def test_while_the_console_itself_writes_no_look_says_that_another_does(told, busy):
    sitting = Sitting(told, busy)

    with writing(told):
        state = sitting.do(*[Ticked()] * LOOK_EVERY)

    assert not state.status.held


def test_inside_the_station_it_writes_through_the_stations_own_log(start, busy, tmp_path):
    set_up_at(staff_at(tmp_path), tmp_path / "setup.toml")
    run = start()
    run.judge("1CAT")
    run.wait(3000)
    run.press("\n")
    run.chord("3")
    inside = run.screen.console
    assert inside is not None
    with pytest.raises(LogBusy):
        carried_out_alone(tmp_path)

    staff = Staff(inside.folder, inside.clock, lambda *_: Role.DIRECTOR, own_log=inside.log.ready)
    sitting = Sitting(staff, busy, Where.IN_STATION, inside.changed)
    sitting.do(
        ActChosen(Act.OPEN_EVENT), Confirmed(), Confirmed(), ActChosen(Act.START_ROUND), TextGiven("2")
    )
    sitting.do(Confirmed(), ActChosen(Act.SHUT), Confirmed())
    assert sitting.screen.closed == [False]
    inside.shut(False)

    assert isinstance(run.state, Counting)
    run.judge("1DOG")
    ruling = Station(tmp_path).records(Kind.ADJUDICATION)[-1]
    assert (ruling["event"], ruling["round"]) == ("open-2026", 2)
    assert Station(tmp_path).run("log", "verify").code == 0


def carried_out_alone(folder):
    with writing(staff_at(folder)):
        pass


def test_whatever_takes_the_station_from_the_director_takes_the_console_too(start, tmp_path):
    run = start()
    run.chord("3")
    assert isinstance(run.state, WithDirector)
    assert run.screen.console is not None

    run.run.fault(ValueError, ValueError("x"), None)

    assert isinstance(run.state, OutOfService)
    assert run.screen.console is None


def test_leaving_the_kiosk_from_the_console_ends_the_station_with_the_directors_leave(start, tmp_path):
    run = start()
    run.chord("3")

    run.screen.console.shut(True)

    assert run.screen.exits == [(0, "")]
    assert Station(tmp_path).records(Kind.STOPPED)[-1]["how"] == "director"


def test_a_closed_console_shows_nothing_more(told, busy):
    sitting = Sitting(told, busy)
    sitting.do(ActChosen(Act.SHUT), Confirmed())
    shown = len(sitting.screen.shown)

    sitting.do(Ticked(), PageChosen(PageId.LOG))

    assert sitting.run.state == Gone()
    assert len(sitting.screen.shown) == shown
