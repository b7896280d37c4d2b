"""A run of the station on a real data folder, without Qt: it opens, judges, and closes on any surprise."""

import pytest

from kiosk.errors import FAULT
from kiosk.folder import CLOSED, LOCK
from kiosk.lockdown.health import Power
from kiosk.lockdown.heartbeat import OPENING_S
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.store import STATION, LockRequest, log_path
from kiosk.log.writer import Log
from kiosk.setup.access_store import AccessFile, Argon2id
from kiosk.setup.passcodes import AccessState, Role
from kiosk.station.closed import Locked, OutOfService, Unlocking
from kiosk.station.closed_store import ClosedMark
from kiosk.station.events import TabPressed, TroubleFound, ViolationSeen
from kiosk.station.idle import Counting
from kiosk.station.run import Ended, Starting
from kiosk.station.verdict import Showing
from kiosk.system_clock import system_clock
from tests.support.at_station import set_up_at, staff_at
from tests.support.station_run import TITLE, FakeGuards, Run, data_of, kinds

PASSCODE = "open sesame"


class Broken:
    """A part that fails in a way nobody foresaw, with a word in its message."""

    def __call__(self, *_):
        raise ZeroDivisionError("QI is not a word")


def test_a_demonstration_opens_and_judges(start, tmp_path):
    program = start()
    assert isinstance(program.state, Counting)
    assert "DEMONSTRATION" in program.screen.said

    program.judge("2cat dog")

    assert isinstance(program.state, Showing)
    assert "ACCEPTABLE" in program.screen.said
    record = data_of(tmp_path, Kind.ADJUDICATION)[0]
    assert (record["words"], record["verdict"]) == (["CAT", "DOG"], "acceptable")
    assert "demonstration" in record["flags"]


def test_the_run_and_its_lists_are_on_record_before_the_first_key(start, tmp_path):
    start()

    assert {Kind.GENESIS, Kind.STARTED, Kind.LEXICON_LOADED, Kind.SELF_TEST} <= set(kinds(tmp_path))


def fault_in(program, act):
    """Let *act* raise, and hand what it raised to the program as the interpreter would."""
    try:
        act()
    except ZeroDivisionError as error:
        program.run.fault(type(error), error, error.__traceback__)
    else:
        raise AssertionError("nothing was raised")


def test_a_fault_while_judging_shows_no_verdict_and_tells_no_word(start, tmp_path):
    program = start()
    program.enter("1cat")
    program.log.rule = Broken()

    fault_in(program, lambda: program.station.handle(TabPressed()))

    assert program.state == OutOfService(program.state.since_ms, FAULT)
    assert data_of(tmp_path, Kind.ADJUDICATION) == []
    text = "\n".join(record.body for record in read_records(log_path(tmp_path)))
    assert "not a word" not in text
    assert data_of(tmp_path, Kind.FAULT)[-1]["at"].startswith("kiosk.station")


def test_a_fault_on_top_of_a_fault_still_says_out_of_service(start, tmp_path):
    program = start()
    program.screen.show_page = Broken()

    program.run.fault(KeyError, KeyError("x"), None)

    assert program.screen.broken
    assert ClosedMark(tmp_path).why() == FAULT
    before = program.state
    program.press("1qi\t")  # nobody types into a screen that says something else
    assert program.state == before


def test_each_fault_after_a_resume_closes_the_station_in_the_regular_way(start):
    program = start()
    for _ in range(2):
        program.run.fault(KeyError, KeyError("x"), None)
        assert isinstance(program.state, OutOfService)
        program.chord()
        program.press("1")

        assert isinstance(program.state, Counting)


def test_a_fault_of_the_log_itself_still_closes_the_station(start, tmp_path):
    program = start()
    program.log.append = Broken()

    program.run.fault(KeyError, KeyError("x"), None)

    assert "OUT OF SERVICE" in program.screen.said
    assert ClosedMark(tmp_path).why() == FAULT


def test_a_station_closed_by_a_fault_is_closed_after_a_restart(start):
    program = start()
    program.station.handle(TroubleFound(FAULT))
    program.crash()

    again = start()

    assert again.state.why == FAULT
    again.press("1qi\t\n")
    assert isinstance(again.state, OutOfService)


def test_the_mark_alone_keeps_a_station_closed_that_could_not_record_why(start, tmp_path):
    start().crash()
    ClosedMark(tmp_path).set("The record could not be saved.")

    state = start().state

    assert (type(state), state.why) == (OutOfService, "The record could not be saved.")
    assert data_of(tmp_path, Kind.OUT_OF_SERVICE)[-1]["why"] == state.why  # now that the log can be told


def test_out_of_service_from_the_supervisor_is_remembered(start):
    start("The station stopped three times in a minute.").crash()

    assert start().state.why == "The station stopped three times in a minute."


def test_a_crash_is_noted_by_the_next_run(start, tmp_path):
    start().crash()
    start()

    assert Kind.UNCLEAN_STOP in kinds(tmp_path)


def test_a_ruling_that_was_on_the_screen_when_the_station_died_is_told_by_the_next_run(start):
    program = start()
    program.judge("1zzx")
    program.crash()

    again = start()

    assert "RULING A-1 IS ON RECORD" in again.screen.said
    assert "ACCEPTABLE" not in again.screen.said
    again.press("\n")
    assert isinstance(again.state, Counting)


def test_after_ten_minutes_its_players_know_it_by_other_means(start):
    program = start()
    program.judge("1cat")
    program.crash()

    assert isinstance(start(later_min=11).state, Counting)


def test_a_verdict_that_was_closed_before_the_crash_is_not_told_again(start):
    program = start()
    program.judge("1cat")
    program.wait(3000)
    program.press("\n")
    program.crash()

    assert isinstance(start().state, Counting)


def test_a_console_over_the_station_gets_the_time_that_the_set_up_gives_it(start, tmp_path):
    set_up_at(staff_at(tmp_path), tmp_path / "stick.toml")
    program = start()

    program.chord("3")

    assert program.screen.console.untouched_s == program.station.procedure.timings.console_s == 60


def test_the_passcode_leads_back_into_service(start, tmp_path):
    quick = Argon2id(memory_kib=64, passes=1)
    AccessFile(tmp_path).save(AccessState({Role.DIRECTOR: quick.hash(PASSCODE)}))
    program = start("The station stopped three times in a minute.")
    program.chord()
    program.press("wrong!\n")
    assert "Not accepted" in program.screen.said

    program.press(f"{PASSCODE}\n1")

    assert isinstance(program.state, Counting)
    assert ClosedMark(tmp_path).why() == ""
    assert [record["resumed"] for record in data_of(tmp_path, Kind.UNLOCK) if "resumed" in record] == [
        "out_of_service"
    ]
    program.crash()
    assert isinstance(start().state, Counting)


def test_the_demonstration_can_be_left_by_the_chord_alone(start, tmp_path):
    program = start()
    program.chord()

    program.press("2")

    assert data_of(tmp_path, Kind.STOPPED) == [{**data_of(tmp_path, Kind.STOPPED)[0], "how": "director"}]
    assert program.screen.free


def test_what_stands_on_the_screen_when_the_program_is_asked_to_end_is_on_record(start, tmp_path):
    program = start()
    program.press("1ca")

    program.run.ask_to_stop()
    program.run.tick()

    assert data_of(tmp_path, Kind.ABANDONED)[-1]["words"] == ["CA"]
    assert kinds(tmp_path)[-1] is Kind.STOPPED


def test_a_signal_ends_the_program_at_the_next_tick_with_a_record(start, tmp_path):
    program = start()

    program.run.ask_to_stop()
    program.run.tick()

    assert data_of(tmp_path, Kind.STOPPED)[0]["how"] == "signal"
    assert program.screen.free


def test_a_restart_forgives_no_violation(start, tmp_path):
    program = start()
    AccessFile(tmp_path).save(AccessState({Role.DIRECTOR: "x"}))
    program.station.on_violation("Focus lost")
    program.crash()
    again = start()
    again.station.on_violation("Window hidden")
    assert isinstance(again.state, Counting)

    again.station.on_violation("Focus lost")

    assert isinstance(again.state, Locked)


def test_a_locked_station_says_since_when_after_a_restart_too(start):
    program = start()
    at = program.run.phase.local_time()
    program.station.handle(ViolationSeen("Focus lost", True, at))
    program.crash()

    assert start().state.at == at


@pytest.mark.parametrize("trouble", ["a broken set-up", "no room for a log"])
def test_a_start_that_fails_where_no_passcode_was_ever_set_can_be_left(start, tmp_path, trouble):
    if trouble == "a broken set-up":
        (tmp_path / "kiosk.toml").write_text("[station]\nletter = 7\n")
    else:
        (tmp_path / LOCK).mkdir()
    program = start()
    assert isinstance(program.state, OutOfService)

    program.chord()
    program.press("2")

    assert program.screen.free


def test_a_start_that_fails_where_a_passcode_was_set_is_held_by_it(start, tmp_path):
    quick = Argon2id(memory_kib=64, passes=1)
    AccessFile(tmp_path).save(AccessState({Role.DIRECTOR: quick.hash(PASSCODE)}))
    (tmp_path / "kiosk.toml").write_text("[station]\nletter = 7\n")
    program = start()

    program.chord()
    program.press("2")
    assert isinstance(program.state, Unlocking)

    program.press(f"\b{PASSCODE}\n2")
    assert program.screen.free


def test_a_second_station_on_the_same_folder_ends_and_leaves_the_first_alone(start, tmp_path):
    with Log.open(tmp_path, system_clock, "A", turn=LockRequest(STATION)):
        second = start()

    [(code, why)] = second.screen.exits
    assert (code, second.screen.free, second.run.phase) == (4, True, Ended())
    assert "The station is running" in why
    assert ClosedMark(tmp_path).why() == ""


def test_the_room_for_the_mark_is_made_at_the_start_even_of_a_folder_that_was_not_there(tmp_path):
    """A disk that is full later must not keep the station from remembering that it is closed."""
    program = Run(tmp_path / "new").start()

    assert (tmp_path / "new" / CLOSED).stat().st_size > 0
    program.crash()


# ---- phases ------------------------------------------------------------------------------------------------


def everything_happens_to(run):
    run.ring()
    run.tick()
    run.on_violation("Focus lost", 0)


def test_nothing_that_happens_before_the_start_counts(tmp_path):
    program = Run(tmp_path)

    everything_happens_to(program.run)

    assert program.run.phase == Starting()
    assert (program.screen.page, program.screen.exits) == (None, [])
    assert not log_path(tmp_path).exists()


def test_nothing_that_comes_after_the_end_counts(start, tmp_path):
    program = start()
    program.run.end(0)
    before = kinds(tmp_path)

    everything_happens_to(program.run)

    assert program.run.phase == Ended()
    assert program.screen.exits == [(0, "")]
    assert kinds(tmp_path) == before


def test_a_fault_before_anything_is_open_says_out_of_service_for_good(tmp_path):
    program = Run(tmp_path)

    program.run.fault(KeyError, KeyError("x"), None)

    assert program.screen.broken
    assert ClosedMark(tmp_path).why() == FAULT


def test_a_program_asked_to_end_before_anything_is_open_ends(tmp_path):
    program = Run(tmp_path)
    program.run.ask_to_stop()

    program.run.tick()

    assert [code for code, _ in program.screen.exits] == [143]


def test_a_station_that_could_open_nothing_shows_the_programs_name_and_no_other(start, tmp_path):
    (tmp_path / LOCK).mkdir()

    assert TITLE in start().screen.said


# ---- time --------------------------------------------------------------------------------------------------


def test_slow_work_is_said_to_be_the_programs_own(start):
    program = start()
    assert program.spent == [0]  # the start
    program.press("1")
    program.run.ring()
    assert program.spent[1:] == [0] * 4  # a key and its moves, the alarm

    program.station.handle(TroubleFound("A doubt."))
    program.spent.clear()
    program.chord("1")

    assert OPENING_S in program.spent  # the whole log was read


def test_the_page_is_drawn_again_when_the_minute_is_over_at_the_latest(start):
    assert 0 < start().screen.alarm_ms <= 60_000


def test_a_low_battery_stands_on_the_page_within_a_minute(start):
    program = start(battery=Power(mains=False, percent=7))

    for _ in range(2):
        program.run.tick()
    program.run.ring()

    assert "Battery 7 %: plug in" in program.screen.said


# ---- guards ------------------------------------------------------------------------------------------------


def test_a_demonstration_engages_no_guard(start):
    guards = FakeGuards()

    start(guards=guards)

    assert guards.engaged == 0
