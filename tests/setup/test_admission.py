"""Who may do what, without a terminal: every action asks, and what is refused leaves nothing but the try."""

from dataclasses import replace

import pytest

from kiosk.desk.judge_actions import StaffChallenge, judge
from kiosk.errors import AccessError
from kiosk.events.actions import CloseEvent, CloseForTonight, EndRound, OpenEvent, StartRound
from kiosk.log.bodies import EventClosedBody
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.report_actions import ReportWish, report
from kiosk.setup.actions import SetupWish, set_passcode, set_up
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import by_passcode, too_soon, writing
from tests.support.at_station import Doorkeeper, Listener, set_up_at, staff_at, typing
from tests.support.command_line import DIRECTOR, JUDGE, Station, write_setup
from tests.support.log_samples import StepClock


@pytest.fixture
def staff(tmp_path):
    """At a station with an event open and both passcodes set."""
    made = staff_at(tmp_path / "data")
    set_up_at(made, tmp_path / "stick.toml")
    OpenEvent().run(made, Listener().tools())
    Station(made.folder).set_passcodes()
    return made


def set_up_again(staff, tmp_path):
    write_setup(tmp_path / "other.toml", name='"Another name"')
    set_up(staff, SetupWish(tmp_path / "other.toml", reason="why not"))


def no_printer(sheet, paper):
    raise AssertionError("nothing is printed here")


def give_nothing(chunks):
    raise AssertionError("a report was given out")


WITH_WORDS = ReportWish(director=True)
ACTIONS = {
    "judge": lambda staff, place: judge(staff, StaffChallenge(("cat",))),
    "set up": set_up_again,
    "set a passcode": lambda staff, place: set_passcode(staff, Role.JUDGE, lambda first: "a new one"),
    "open an event": lambda staff, place: OpenEvent().run(staff, Listener().tools()),
    "close an event": lambda staff, place: CloseEvent().run(staff),
    "close for tonight": lambda staff, place: CloseForTonight().run(staff),
    "start a round": lambda staff, place: StartRound(1).run(staff),
    "end a round": lambda staff, place: EndRound(1).run(staff),
    "report with words": lambda staff, place: report(
        staff, ReportWish(director=True), give_nothing, no_printer
    ),
}


def check_refusal(staff, place, action):
    """Hold *action*, of somebody who has no passcode, to what it leaves behind: the try and nothing else."""
    before = list(read_records(staff.folder / "log.db"))
    setup = (staff.folder / "kiosk.toml").read_bytes()

    with pytest.raises(AccessError, match="nothing was done"):
        action(typing(staff, "a guess"), place)

    after = list(read_records(staff.folder / "log.db"))
    assert [record.kind for record in after[len(before) :]] == [Kind.UNLOCK_FAILED]
    assert (staff.folder / "kiosk.toml").read_bytes() == setup


@pytest.mark.parametrize("action", ACTIONS)
def test_whoever_is_not_let_in_changes_nothing_and_the_try_is_on_record(staff, tmp_path, action):
    check_refusal(staff, tmp_path, ACTIONS[action])


def asks_too_late(staff, place):
    """Broken on purpose: it records the event's end, then asks."""
    with writing(staff, letter="B") as log:
        log.append(EventClosedBody("open-2026", "The Open", 3))
        staff.admit(log, Role.DIRECTOR, "broken on purpose")


def asks_nobody(staff, place):
    """Broken on purpose: whoever stands here is taken for the director."""
    CloseEvent().run(replace(staff, admit=Doorkeeper()))


@pytest.mark.parametrize("broken", [asks_too_late, asks_nobody])
def test_an_action_that_does_not_ask_first_is_caught(staff, tmp_path, broken):
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_refusal(staff, tmp_path, broken)


@pytest.mark.parametrize("action", [name for name in ACTIONS if name != "judge"])
def test_a_judge_is_let_in_to_judge_and_to_nothing_else(staff, tmp_path, action):
    with pytest.raises(AccessError, match="nothing was done"):
        ACTIONS[action](typing(staff, JUDGE), tmp_path)

    assert ACTIONS["judge"](typing(staff, DIRECTOR), tmp_path).ruling.number == "B-1"


def test_the_wait_is_known_before_anybody_types(staff):
    waits = []

    def ask(role, wait_ms):
        waits.append(wait_ms)
        if wait_ms:
            raise AccessError(too_soon(wait_ms))
        return "a guess"

    guessing = replace(staff, admit=by_passcode(staff.folder, staff.clock, ask))
    for _ in range(6):
        with pytest.raises(AccessError):
            CloseForTonight().run(guessing)

    tries = Station(staff.folder).records(Kind.UNLOCK_FAILED)
    assert waits[0] == 0 < waits[-1]
    assert len(tries) == waits.count(0)  # who does not type has not tried


def test_where_no_passcode_is_set_nobody_is_asked(tmp_path):
    def never(role, wait_ms):
        raise AssertionError("a passcode was asked for")

    staff = staff_at(tmp_path, by_passcode(tmp_path, StepClock(), never))
    with writing(staff) as log:
        assert staff.admit(log, Role.DIRECTOR, "a test") is None
