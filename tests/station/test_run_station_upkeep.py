"""What a running station looks after: its guards, its log, a second copy; no chore keeps a player waiting."""

import sys

import pytest

from kiosk.lockdown.keeper import Heard
from kiosk.log.bodies import NoteBody
from kiosk.log.chores_run import Chores
from kiosk.log.copy_worker import Child
from kiosk.log.kinds import Kind
from kiosk.log.standing_reader import WALKED
from kiosk.log.writer import Log
from kiosk.setup.settings import Protection
from kiosk.station.closed import NoKeyboard, OutOfService
from kiosk.station.idle import Counting
from kiosk.station.machine import BACK, GONE
from kiosk.station.run import EVERY_TICKS
from kiosk.station.verdict import Showing
from kiosk.system_clock import system_clock
from tests.support.command_line import write_setup
from tests.support.log_samples import make_log, tamper
from tests.support.screen import until
from tests.support.station_run import FakeGuards, Run, data_of


def set_up(program):
    """The director has seen the set-up and goes on with it."""
    program.chord("1")
    return program


@pytest.fixture
def guarded(start, tmp_path):
    write_setup(tmp_path / "kiosk.toml", protection='"locked"')
    guards = FakeGuards()
    return set_up(start(guards=guards)), guards


def test_the_guards_of_a_station_that_is_set_up_are_engaged_and_on_record(guarded, tmp_path):
    program, guards = guarded

    assert guards.engaged >= 1
    assert data_of(tmp_path, Kind.GUARDS)[-1]["engaged"] == ["A guard"]
    assert "Less protected" in program.screen.said  # the set-up demands more than a deterrent


def test_the_guards_are_asked_every_few_ticks_and_heard_a_tick_later(guarded):
    program, guards = guarded

    for _ in range(2 * EVERY_TICKS):
        program.run.tick()

    assert guards.asked == 2


def test_what_the_guards_report_is_recorded_as_what_it_is(guarded, tmp_path):
    program, guards = guarded
    guards.hears = Heard(("A guard was lost: x",), ("blocked Super 3",), ("x",), Protection.LOCKED)

    for _ in range(EVERY_TICKS + 1):
        program.run.tick()

    assert data_of(tmp_path, Kind.VIOLATION)[-1]["what"] == "A guard was lost: x"
    assert data_of(tmp_path, Kind.GUARD_REMARK)[-1]["said"] == "blocked Super 3"
    assert data_of(tmp_path, Kind.GUARDS_PUT_BACK)[-1]["put_back"] == ["x"]
    assert "Less protected" not in program.screen.said


def test_a_station_that_began_in_trouble_has_its_guards_once_it_is_resumed(start, tmp_path):
    (tmp_path / "kiosk.toml").write_text("[station]\nletter = 7\n")
    guards = FakeGuards()
    program = start(guards=guards)
    assert guards.engaged == 0
    write_setup(tmp_path / "kiosk.toml", protection='"locked"')

    program.chord("1")
    program.chord("1")

    assert guards.engaged == 1
    assert "Less protected" in program.screen.said


def test_checking_everything_does_not_forget_how_well_the_station_is_protected(guarded):
    program, guards = guarded
    guards.level = None  # asked no more

    program.run.phase.restore()
    program.run.ring()

    assert "Less protected" in program.screen.said


def test_a_guard_that_cannot_be_given_back_does_not_keep_the_program_alive(tmp_path):
    write_setup(tmp_path / "kiosk.toml")
    guards = FakeGuards(stuck=True)
    program = set_up(Run(tmp_path, guards=guards).start())

    with pytest.raises(OSError, match="No space"):
        program.run.end(0)

    assert program.screen.exits == [(0, "")]
    assert (guards.released, program.chores.ended) == (1, 1)
    assert program.log.opened is None


# ---- the log -----------------------------------------------------------------------------------------------


def test_chores_are_done_while_nobody_plays(start):
    program = start()
    program.run.tick()
    program.press("1ca")
    program.run.tick()

    assert program.chores.idle == [True, False]


def test_a_log_that_is_found_broken_closes_the_station(start):
    program = start()
    program.chores.wrong = "The log does not hold."

    program.run.tick()

    assert program.state == OutOfService(program.state.since_ms, "The log does not hold.")


class TurnedChores(Chores):
    """The real chores, on a clock that stands before the first of them until it is turned."""

    def __init__(self, log, start=Child):
        self.ahead_ms = 0
        super().__init__(log, lambda: system_clock().mono_ms + self.ahead_ms, start)


def copied_to(stick, setup):
    write_setup(setup)
    setup.write_text(f'{setup.read_text()}\n[second_copy]\nfolder = "{stick}"\n')


def copies(folder):
    return [copy["state"] for copy in data_of(folder, Kind.SECOND_COPY)]


def ticked(program, met):
    program.run.tick()
    return met()


@pytest.mark.real
def test_the_second_copy_is_made_beside_the_station_and_a_missing_stick_is_only_noted(start, tmp_path):
    stick = tmp_path / "stick"
    copied_to(stick, tmp_path / "kiosk.toml")
    program = set_up(start(chores=TurnedChores))

    until(lambda: ticked(program, lambda: copies(tmp_path) == ["absent"]), "a missing stick on record")
    stick.mkdir()
    program.chores.ahead_ms = 3_600_000
    until(lambda: ticked(program, lambda: copies(tmp_path) == ["absent", "same_device"]), "the copy")

    assert list(stick.glob("kiosk-*.db"))


@pytest.mark.real
def test_a_stick_that_stalls_does_not_stop_the_station(start, tmp_path):
    stalled = [sys.executable, "-c", "import time; time.sleep(600)"]
    started = []

    def stall(words, limit_s):
        started.append(Child([], limit_s, stalled))
        return started[-1]

    copied_to(tmp_path, tmp_path / "kiosk.toml")
    program = set_up(start(chores=lambda log: TurnedChores(log, stall)))
    program.run.tick()
    assert len(started) == 1

    program.judge("1cat")
    program.run.tick()

    assert isinstance(program.state, Showing)
    assert started[0].answer() is None  # and it stalls still


@pytest.mark.real
def test_a_long_log_broken_before_the_last_checkpoint_closes_the_station_when_all_of_it_was_verified(
    start, tmp_path
):
    make_log(tmp_path, WALKED + 1)
    Log.open(tmp_path, system_clock, "A").close()  # it writes that the clock jumped, and a checkpoint
    tamper(tmp_path / "log.db", "UPDATE records SET body = '{}' WHERE seq = 2")
    program = start(chores=TurnedChores)
    assert isinstance(program.state, Counting)
    assert data_of(tmp_path, Kind.SELF_TEST)[-1]["log"] == f"verified since {WALKED + 3}"

    program.chores.ahead_ms = 3_600_000
    until(lambda: ticked(program, lambda: isinstance(program.state, OutOfService)), "the station closed")

    assert "Record 2 was changed" in program.state.why


@pytest.mark.parametrize(
    "statement", ["DELETE FROM records WHERE seq = 2", "DELETE FROM records WHERE seq = 4"]
)
def test_a_station_does_not_open_over_a_hole_or_a_cut_end(start, tmp_path, statement):
    with Log.open(tmp_path, system_clock, "A") as log:
        log.append(NoteBody("remark"))
        log.checkpoint()
        log.append(NoteBody("remark"))
    tamper(tmp_path / "log.db", statement)
    before = (tmp_path / "log.db").read_bytes()

    program = start()

    assert isinstance(program.state, OutOfService)
    assert "The log does not hold." in program.state.why
    assert (tmp_path / "log.db").read_bytes() == before


# ---- the keyboard ------------------------------------------------------------------------------------------


def test_a_keyboard_that_is_gone_is_told_once_and_found_again(start, tmp_path):
    program = start()
    program.keyboard = False
    for _ in range(3):
        program.run.tick()
    assert "NO KEYBOARD" in program.screen.said

    program.keyboard = True
    program.run.tick()

    assert isinstance(program.state, Counting)
    assert [each["text"] for each in data_of(tmp_path, Kind.NOTE)] == [GONE, BACK]


def test_where_it_cannot_be_told_nothing_is_claimed(start):
    program = start()
    program.keyboard = None

    program.run.tick()

    assert isinstance(program.state, Counting)


def test_a_verdict_is_not_taken_from_the_screen_for_it(start):
    program = start()
    program.judge("1cat")
    program.keyboard = False
    program.run.tick()
    assert isinstance(program.state, Showing)

    program.wait(3_000)
    program.wait(20_000)
    program.run.tick()

    assert isinstance(program.state, NoKeyboard)
