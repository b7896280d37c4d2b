"""Violations, locks and doubt: a station that closes, and the one way to open it again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.errors import FAULT, LexiconError
from kiosk.log.kinds import Kind
from kiosk.log.standing_reader import read_standing
from kiosk.log.writer import Log
from kiosk.station.closed import Left, Locked, OutOfService, Unlocking, WithDirector
from kiosk.station.closed_store import ClosedMark
from kiosk.station.events import Cause, TabPressed, TroubleFound
from kiosk.station.idle import ChoosingDivision, Counting
from kiosk.station.station import NOT_SAVED, Collaborators, Station
from kiosk.station.verdict import Showing, Told
from kiosk.station.violations import FOLD_MS, LONGEST_MS
from kiosk.words.play import WordSource
from tests.support.fakes import (
    DIRECTOR,
    JUDGE,
    CountingList,
    FlakyLog,
    FullDisk,
    ManualClock,
    Passcodes,
    Rig,
    Surface,
    key,
    procedure,
    rig,
)
from tests.support.log_samples import StepClock

# ---- an order nobody knows ---------------------------------------------------------------------------------


class Forgotten:
    """An effect that somebody added and no shell carries out."""


class OrdersTheUnknown(Station):
    """A machine that has learnt an order its shell has not."""

    def _step(self, state, event):
        state, effects = super()._step(state, event)
        return state, (*effects, Forgotten()) if isinstance(event, TabPressed) else effects


def check_an_unknown_order_closes(build):
    """No verdict, no end of the program: out of service, on record and remembered."""
    made = rig(build=build).judge("QI")

    assert made.did("leave") == []
    assert isinstance(made.state, OutOfService)
    assert len(made.log.of(Kind.OUT_OF_SERVICE)) == 1
    assert made.did("closed") == [("closed", FAULT)]
    assert not [state for state in made.surface.shown if isinstance(state, Showing)]


class TakesTheUnknownForLeave(OrdersTheUnknown):
    """Broken on purpose: whatever is none of the others must be the last."""

    def _carry_out(self, effect):
        if isinstance(effect, Forgotten):
            self._surface.leave()
            return ()
        return super()._carry_out(effect)


class OverlooksTheUnknown(OrdersTheUnknown):
    """Broken on purpose: what nobody knows is nobody's business."""

    def _carry_out(self, effect):
        return () if isinstance(effect, Forgotten) else super()._carry_out(effect)


def test_an_order_nobody_carries_out_closes_the_station_and_never_ends_it():
    check_an_unknown_order_closes(OrdersTheUnknown)


@pytest.mark.parametrize("broken", [TakesTheUnknownForLeave, OverlooksTheUnknown])
def test_a_station_that_ends_or_goes_on_at_an_unknown_order_is_caught(broken):
    with pytest.raises(AssertionError):
        check_an_unknown_order_closes(broken)


# ---- violations --------------------------------------------------------------------------------------------

FOCUS = "Another program took the keyboard"


def test_a_violation_is_recorded_and_discards_the_entry():
    made = rig().press("1QI")

    made.station.on_violation(FOCUS)

    assert made.state == Told(made.clock.now_ms, Cause.VIOLATION)
    assert made.log.of(Kind.VIOLATION) == [{"what": FOCUS, "lasted_ms": 0, "locks": False}]
    assert made.log.of(Kind.ABANDONED)[0]["words"] == ["QI"]


def test_three_violations_in_ten_minutes_lock_the_station():
    made = rig()
    for _ in range(3):
        made.clock.pass_ms(60_000)
        made.station.on_violation(FOCUS)

    assert made.state == Locked(made.clock.now_ms, FOCUS, "14:31")
    assert made.log.of(Kind.LOCKED) == [{"why": FOCUS}]
    assert made.did("closed") == [("closed", FOCUS)]


def test_one_long_violation_locks_at_once():
    made = rig()

    made.station.on_violation(FOCUS, LONGEST_MS + 1)

    assert isinstance(made.state, Locked)


def test_the_echoes_of_a_violation_are_folded_and_counted_once_it_is_over():
    made = rig()
    for _ in range(50):
        made.station.on_violation(FOCUS)
        made.clock.pass_ms(100)
        made.station.tick()
    assert len(made.log.of(Kind.VIOLATION)) == 1
    made.clock.pass_ms(FOLD_MS)
    made.station.tick()
    made.station.tick()

    assert made.log.of(Kind.VIOLATION)[1:] == [{"what": FOCUS, "echoes": 49}]
    assert isinstance(made.state, Counting)


def test_echoes_are_not_lost_when_something_else_happens():
    made = rig()
    for what in (FOCUS, FOCUS, FOCUS, "The window was hidden"):
        made.station.on_violation(what)

    assert [(one["what"], one.get("echoes")) for one in made.log.of(Kind.VIOLATION)] == [
        (FOCUS, None),
        (FOCUS, 2),
        ("The window was hidden", None),
    ]


def test_echoes_that_cannot_be_recorded_close_the_station():
    made = rig(log=FlakyLog)
    made.log.failures = 0
    made.station.on_violation(FOCUS)
    made.station.on_violation(FOCUS)
    made.log.failures = 2
    made.clock.pass_ms(FOLD_MS)

    made.station.tick()

    assert isinstance(made.state, OutOfService)


def test_a_violation_that_cannot_be_recorded_closes_the_station():
    made = rig(log=FullDisk)

    made.station.on_violation(FOCUS)

    assert made.state.why == NOT_SAVED


@pytest.mark.parametrize("closed", [Locked(0, "x", ""), OutOfService(0, "x")])
def test_a_closed_station_records_violations_folded_and_stays_closed(closed):
    made = rig()
    made.station.begin(closed, remembered=True)

    for _ in range(3):
        made.station.on_violation(FOCUS)
        made.station.on_violation(FOCUS)  # seen again a moment later
        made.clock.pass_ms(2 * FOLD_MS)
        made.station.tick()

    assert made.state == closed
    told = [record.data for record in made.log.records]
    assert [each.get("locks") for each in told if "lasted_ms" in each] == [False] * 3
    assert [each["echoes"] for each in told if "echoes" in each] == [1] * 3


def test_what_cannot_be_recorded_of_a_locked_station_puts_it_out_of_service():
    made = rig(log=FullDisk)
    made.station.begin(Locked(0, "x", ""), remembered=True)

    made.station.on_violation(FOCUS)

    assert isinstance(made.state, OutOfService)


def test_one_that_never_rests_locks_too():
    made = rig()
    for _ in range(8):
        made.station.on_violation("Window hidden")
        made.clock.pass_ms(4900)

    assert isinstance(made.state, Locked)
    assert made.log.records[-2].data["lasted_ms"] > 30_000


def test_a_demonstration_is_never_locked():
    made = rig(unguarded=True)
    for _ in range(5):
        made.clock.pass_ms(60_000)
        made.station.on_violation(FOCUS)

    assert isinstance(made.state, Counting)
    assert not any(one["locks"] for one in made.log.of(Kind.VIOLATION))


def test_violations_before_an_unlock_are_forgiven():
    made = rig()
    made.station.on_violation(FOCUS, LONGEST_MS + 1)
    made.press(f"§{JUDGE}\n1")
    for _ in range(2):
        made.clock.pass_ms(60_000)
        made.station.on_violation(FOCUS)

    assert isinstance(made.state, Counting)


# ---- closed and opened again -------------------------------------------------------------------------------


def locked():
    made = rig()
    made.station.on_violation(FOCUS, LONGEST_MS + 1)
    return made


def out_of_service():
    made = rig()
    made.station.handle(TroubleFound("Something"))
    return made


def test_a_judge_may_resume_a_locked_station_but_not_end_the_program():
    made = locked().press(f"§{JUDGE}\n2")
    assert isinstance(made.state, WithDirector)

    made.press("1")

    assert isinstance(made.state, Counting)
    assert made.log.of(Kind.UNLOCK) == [{"role": "judge", "resumed": "locked"}]
    assert made.did("resumed", "leave") == [("resumed",)]


def test_a_judge_can_do_nothing_about_a_station_out_of_service():
    made = out_of_service().press(f"§{JUDGE}\n1")

    assert isinstance(made.state, Unlocking)
    assert made.did("restore", "resumed") == []


def test_a_director_resumes_a_station_after_everything_was_checked():
    made = out_of_service().press(f"§{DIRECTOR}\n1")

    assert isinstance(made.state, Counting)
    assert made.log.of(Kind.UNLOCK) == [{"role": "director", "resumed": "out_of_service"}]
    assert [what for what, *_ in made.did("restore", "resumed")] == ["restore", "resumed"]


def test_what_the_check_finds_keeps_the_station_out_of_service():
    made = out_of_service()
    made.surface.restored = LexiconError("The list does not match its fingerprint.")

    made.press(f"§{DIRECTOR}\n1")

    assert made.state == OutOfService(made.clock.now_ms, "The list does not match its fingerprint.")
    assert made.did("resumed") == []
    assert made.log.of(Kind.OUT_OF_SERVICE)[-1]["why"] == "The list does not match its fingerprint."


def test_the_check_may_bring_a_new_set_up():
    made = out_of_service()
    made.surface.restored = (procedure("naspa-2016", "wespa-5.1"), made.surface.restored[1] * 2)

    made.press(f"§{DIRECTOR}\n1")

    assert made.state == ChoosingDivision(made.clock.now_ms)


def test_an_unlock_that_cannot_be_recorded_unlocks_nothing():
    made = locked()
    made.log.append = FullDisk(made.journal).append

    made.press(f"§{DIRECTOR}\n1")

    assert isinstance(made.state, OutOfService)
    assert made.did("resumed") == []


@pytest.mark.parametrize("made", [locked, out_of_service])
def test_a_wrong_passcode_opens_nothing_and_looking_at_the_door_leaves_no_record(made):
    station = made()
    before, records = station.state, len(station.log.records)

    for _ in range(3):
        station.press("§wrong\n12\x1b").wait(60_000)

    assert type(station.state) is type(before)
    assert len(station.log.records) == records
    assert station.did("passcode") == [("passcode", None)] * 3


def test_the_first_reason_for_being_out_of_service_stands():
    made = out_of_service()

    made.station.handle(TroubleFound("Another thing"))

    assert made.state.why == "Something"


def test_a_station_left_closed_begins_closed():
    made = rig()
    closed = OutOfService(5, "The record could not be saved.")

    made.station.begin(closed, remembered=True)

    assert made.surface.shown[-1] == made.state == closed
    assert made.state.at == "14:31"
    assert made.did("append", "closed") == []


@pytest.mark.parametrize(
    ("closed", "kind"),
    [(OutOfService(5, "No list"), Kind.OUT_OF_SERVICE), (Locked(5, "No list", ""), Kind.LOCKED)],
)
def test_a_station_that_finds_itself_in_trouble_at_the_start_remembers_it(closed, kind):
    made = rig()

    made.station.begin(closed)

    assert made.did("closed") == [("closed", "No list")]
    assert made.log.of(kind) == [{"why": "No list"}]


def test_the_director_may_let_the_program_end():
    made = rig().press(f"§{DIRECTOR}\n2")

    assert made.state == Left()
    assert made.did("leave") == [("leave",)]


def test_a_demonstration_needs_no_passcode_to_be_left():
    made = rig(unguarded=True).press("§")
    assert made.state == WithDirector(made.clock.now_ms, "demonstration", Counting(made.clock.now_ms))

    assert made.press("2").state == Left()
    assert made.did("passcode") == []


def test_the_station_shows_its_first_state_when_it_begins():
    made = rig("naspa-2016", "wespa-5.1")

    assert made.surface.shown == [ChoosingDivision(made.clock.now_ms)]


# ---- no way round the passcode -----------------------------------------------------------------------------

STORM = st.text("128 \t\n\b\x1b↓←§aqz⌛!", max_size=60)


def closed_under(state):
    """The closed state that *state* is or stands over, if any."""
    under = state.under if isinstance(state, Unlocking | WithDirector) else state
    return under if isinstance(under, Locked | OutOfService) else None


def check_only_a_passcode_opens(build, keys, trouble_first):
    made = rig(build=build)
    if trouble_first:
        made.station.handle(TroubleFound("Something"))
    else:
        made.station.on_violation(FOCUS, LONGEST_MS + 1)
    for character in keys:
        if character == "⌛":
            made.wait(31_000)
        elif character == "!":
            made.station.on_violation("Something else", LONGEST_MS + 1)
        else:
            made.press(character)
        assert closed_under(made.state) is not None


class EscapeOpens(Station):
    """Broken on purpose: ESC leads from a locked station to the players."""

    def handle(self, event):
        if isinstance(self.state, Locked) and event == key("\x1b"):
            self.state = Counting(0)
        super().handle(event)


@given(STORM, st.booleans())
def test_no_keys_and_no_time_lead_out_of_a_closed_station(keys, trouble_first):
    check_only_a_passcode_opens(Station, keys, trouble_first)


def test_a_station_that_opens_without_a_passcode_is_caught():
    with pytest.raises(AssertionError):
        check_only_a_passcode_opens(EscapeOpens, "a\x1b", trouble_first=False)


def started(folder, journal):
    """A run of the station on *folder*, which begins closed if the log or the mark beside it says so."""
    log = Log.open(folder, StepClock(), "B")
    mark = ClosedMark(folder)
    standing = read_standing(log.path)
    clock = ManualClock()
    how = procedure()
    lists = (WordSource(CountingList(journal=journal)),)
    surface = Surface(clock, journal, restored=(how, lists))
    surface.remember_closed, surface.forget_closed = mark.set, mark.clear
    station = Station(how, lists, Collaborators(log, Passcodes(journal), surface))
    closed = None
    if standing.closed:
        closed = Locked(0, standing.closed, "") if standing.locked else OutOfService(0, standing.closed)
    elif mark.why():
        closed = OutOfService(0, mark.why())
    station.begin(closed, remembered=True)
    return Rig(station, log, surface, clock, journal)


@settings(max_examples=25)
@given(
    st.lists(
        st.sampled_from(["restart", "trouble", "violation", "§wrong\n", "\x1b", "1", "open", "⌛"]),
        max_size=12,
    )
)
def test_a_station_closed_stays_closed_over_any_restart_until_a_passcode_opens_it(tmp_path_factory, acts):
    folder = tmp_path_factory.mktemp("station")
    journal = []
    made = started(folder, journal)
    closed = False
    for act in acts:
        if act == "restart":
            made.log.close()
            made = started(folder, journal)
        elif act == "trouble":
            made.station.handle(TroubleFound("Something"))
            closed = True
        elif act == "violation":
            made.station.on_violation(FOCUS, LONGEST_MS + 1)
            closed = True
        elif act == "open":
            made.press(f"\x1b§{DIRECTOR}\n1")
            closed = False
        elif act == "⌛":
            made.wait(31_000)
        else:
            made.press(act)
        assert (closed_under(made.state) is not None) is closed
    made.log.close()
