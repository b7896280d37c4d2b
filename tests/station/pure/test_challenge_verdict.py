"""The verdict and the choices beside it."""

from dataclasses import replace

import pytest

from kiosk.log.bodies import CallEndedBody, ClearedBody, ClosedBody, ConcededBody
from kiosk.log.body import encode
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Verdict
from kiosk.setup.settings import Timings
from kiosk.station.choices import Choosing, Conceding, DirectorNeeded, Option
from kiosk.station.entry import AskingTable, AtBoard, Entering, Judging
from kiosk.station.events import (
    Cause,
    ChordPressed,
    EnterPressed,
    EscapePressed,
    MoreTimePressed,
    RulingLogged,
    Side,
    TimedOut,
    Typed,
    WriteRecord,
)
from kiosk.station.idle import ChoosingDivision, Counting, StaffOnly
from kiosk.station.machine import step
from kiosk.station.verdict import Conceded, Referred, Showing, Told
from tests.support.machine import (
    ARMED,
    CHECKING,
    KEYBOARD,
    LETTERS,
    LOCKED,
    NOW,
    ONE,
    TWO,
    TYPING,
    WESPA,
    after,
    logged,
    unchanged,
)

EMPTY = Entering(0, 0, 2, ("", "Q"))
ASKED = AskingTable(0, TYPING)

# ---- the verdict -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [(Verdict.ACCEPTABLE, Showing), (Verdict.UNACCEPTABLE, Showing), (Verdict.REFER, Referred)],
)
def test_a_logged_ruling_is_shown_as_what_it_is(verdict, kind):
    ruling = logged(verdict)

    assert after(Judging(ARMED, NOW), RulingLogged(ruling)) == kind(NOW, ruling, opened_ms=NOW)


def test_a_ruling_nobody_asked_for_is_a_bug():
    with pytest.raises(RuntimeError, match="nobody asked"):
        step(Counting(), RulingLogged(logged()), NOW, ONE)


def test_no_key_does_anything_while_a_ruling_is_made():
    assert unchanged(Judging(ARMED, 0), *KEYBOARD, TimedOut(), ChordPressed())


@pytest.mark.parametrize("kind", [Showing, Referred])
def test_every_key_is_dead_while_a_verdict_is_held(kind):
    held = kind(NOW - ONE.timings.hold_s * 1000, logged())

    assert unchanged(held, *KEYBOARD, ChordPressed())
    assert after(held, TimedOut()) == replace(held, open=True, since_ms=NOW)


@pytest.mark.parametrize("kind", [Showing, Referred])
def test_then_only_enter_takes_the_verdict_off(kind):
    shown = kind(0, logged(), open=True, opened_ms=NOW - 4000)

    state, effects = step(shown, EnterPressed(), NOW, ONE)

    assert unchanged(shown, ChordPressed())
    for event in set(KEYBOARD) - {EnterPressed(), MoreTimePressed()}:
        assert step(shown, event, NOW, ONE) == (replace(shown, hint=True), ())
    assert state == Counting(NOW)
    assert effects == (WriteRecord(ClosedBody(1, "B-147", "enter", 4000)),)


def test_a_verdict_nobody_takes_off_goes_by_itself_and_says_so():
    effects = step(Showing(0, logged(), open=True), TimedOut(), NOW, ONE)[1]

    assert effects[0].body.how == "time"


@pytest.mark.parametrize("kind", [Showing, Referred])
def test_the_arrows_hold_a_verdict_for_ninety_seconds_in_all(kind):
    shown = kind(3000, logged(), open=True, opened_ms=0, hint=True)

    held = after(shown, MoreTimePressed(), now_ms=10_000)

    assert held == replace(shown, held=True, hint=False)
    assert (shown.lifetime_ms(ONE), held.lifetime_ms(ONE)) == (17_000, 87_000)
    slow = replace(ONE, timings=Timings(showing_s=120))
    assert held.lifetime_ms(slow) == 117_000


def test_after_a_verdict_the_division_is_asked_again():
    assert after(Showing(0, logged(), 1, open=True), EnterPressed(), by=TWO) == ChoosingDivision(NOW)


# ---- choices -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [EscapePressed(), TimedOut(), Typed("1", 1), Typed("&", 1)])
@pytest.mark.parametrize("under", [Counting(), TYPING])
def test_going_back_keeps_everything_and_gives_the_full_time(event, under):
    assert after(Choosing(0, under), event) == replace(under, since_ms=NOW)


def test_going_back_to_checking_takes_a_quiet_second_again():
    assert after(Choosing(0, ARMED), EscapePressed()) == replace(CHECKING, since_ms=NOW, touched_ms=NOW)


def choose(option, under=TYPING, by=ONE):
    """The key of *option*, and what it does."""
    place = Choosing(0, under).options(by).index(option) + 1
    return step(Choosing(0, under), Typed(str(place), place), NOW, by)


@pytest.mark.parametrize(
    ("under", "by", "offered"),
    [
        (Counting(), ONE, "GO_BACK CALL"),
        (ChoosingDivision(), TWO, "GO_BACK CALL"),
        (EMPTY, ONE, "GO_BACK CLEAR CALL"),
        (TYPING, ONE, "GO_BACK CLEAR GIVE_UP TAKE_BACK CALL"),
        (ASKED, ONE, "GO_BACK CLEAR GIVE_UP TAKE_BACK CALL"),
        (ARMED, ONE, "GO_BACK CLEAR GIVE_UP TAKE_BACK CALL"),
        (ARMED, WESPA, "GO_BACK CLEAR CALL"),
    ],
)
def test_what_may_be_chosen_is_numbered_without_gaps(under, by, offered):
    """A challenge is given up only where there is one, and where the rules let it: A-12, L1."""
    names = offered.split()
    state = Choosing(0, under)

    assert [option.name for option in state.options(by)] == names
    assert state.may_concede(by) is ("GIVE_UP" in names)
    beyond = len(names) + 1
    assert step(state, Typed(str(beyond), beyond), NOW, by) == (replace(state, hint=True), ())


@pytest.mark.parametrize("under", [TYPING, ASKED, ARMED])
def test_clearing_is_recorded_with_the_words_which_are_remembered_for_a_while(under):
    state, effects = choose(Option.CLEAR, under)

    assert state == Counting(NOW, cleared=("QI", "ZA"))
    assert effects == (WriteRecord(ClearedBody("d0", ("QI", "ZA"), 2)),)
    assert after(state, TimedOut()) == Counting(NOW)


def test_the_division_stays_when_the_players_clear_their_words_to_start_again():
    assert choose(Option.CLEAR, replace(EMPTY, division=1), TWO)[0] == Counting(NOW, division=1)


# ---- giving up ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("under", [TYPING, ASKED, ARMED])
@pytest.mark.parametrize(
    ("option", "by"), [(Option.GIVE_UP, Side.CHALLENGER), (Option.TAKE_BACK, Side.CHALLENGED)]
)
def test_whoever_gives_up_says_so_twice_and_the_record_says_who(under, option, by):
    asked, nothing = choose(option, under)
    state, effects = step(asked, EnterPressed(), NOW, ONE)

    assert (asked, nothing) == (Conceding(NOW, Choosing(0, under), by), ())
    assert state == Conceded(NOW, by, 2)
    assert effects == (WriteRecord(ConcededBody("d0", ("QI", "ZA"), 2, by=by)),)


def test_a_record_of_a_concession_has_one_key_more_than_it_had():
    assert encode(ConcededBody("d0", ("QI",), 1)) == {"division": "d0", "words": ["QI"], "declared": 1}
    assert encode(ConcededBody("d0", ("QI",), 1, by=Side.CHALLENGER))["by"] == "challenger"


def under_after(event, under):
    """What lies under a page after *event* on it: letters that nobody took are asked about later."""
    return under.type_over(event) if event in LETTERS else under


CONCEDING = Conceding(0, Choosing(0, ARMED, hint=True), Side.CHALLENGER)


def test_nobody_gives_up_who_does_not_press_enter():
    assert after(CONCEDING, EscapePressed()) == Choosing(NOW, ARMED)
    assert after(CONCEDING, TimedOut()) == replace(CHECKING, since_ms=NOW, touched_ms=NOW)
    for event in set(KEYBOARD) - {EscapePressed(), EnterPressed()}:
        asks = replace(CONCEDING.under, under=under_after(event, ARMED))
        assert step(CONCEDING, event, NOW, ONE) == (replace(CONCEDING, hint=True, under=asks), ())


def test_what_follows_is_held_like_a_verdict_and_goes_like_one():
    held = Conceded(NOW - ONE.timings.hold_s * 1000, Side.CHALLENGER, 2)
    shown = replace(held, open=True, since_ms=NOW)

    assert unchanged(held, *KEYBOARD, ChordPressed())
    assert after(held, TimedOut()) == shown
    assert after(shown, TimedOut()) == after(shown, EnterPressed()) == Counting(NOW)
    for event in set(KEYBOARD) - {EnterPressed()}:
        assert step(shown, event, NOW, ONE) == (replace(shown, hint=True), ())


# ---- calling the director ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("under", "words"),
    [(Counting(), []), (TYPING, ["QI", "ZA"]), (ARMED, ["QI", "ZA"]), (ChoosingDivision(), [])],
)
def test_calling_the_director_is_recorded_with_what_is_on_the_screen(under, words):
    state, effects = choose(Option.CALL, under, TWO)

    assert state == DirectorNeeded(NOW, under)
    assert effects[0].body.kind is Kind.DIRECTOR_NEEDED
    assert effects[0].body.words == tuple(words)


def test_every_other_key_is_answered_with_what_to_press():
    choices = {EscapePressed(), *(Typed(str(digit), digit) for digit in range(1, 6)), Typed("&", 1)}

    for event in set(KEYBOARD) - choices:
        assert after(Choosing(0, TYPING), event) == Choosing(0, under_after(event, TYPING), hint=True)


def test_a_call_for_the_director_can_be_taken_back_and_says_after_how_long():
    state, effects = step(DirectorNeeded(NOW - 9000, TYPING), EscapePressed(), NOW, ONE)

    assert state == replace(TYPING, since_ms=NOW)
    assert effects == (WriteRecord(CallEndedBody("taken_back", 9000)),)
    for event in set(KEYBOARD) - {EscapePressed()}:
        under = under_after(event, TYPING)
        assert after(DirectorNeeded(0, TYPING), event) == DirectorNeeded(0, under, hint=True)


# ---- whose challenge ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "place"),
    [
        (ChoosingDivision(), None),
        (Counting(division=1), 1),
        (replace(TYPING, division=1), 1),
        (replace(ARMED, entry=replace(TYPING, division=1)), 1),
        (AtBoard(0, replace(ARMED, entry=replace(TYPING, division=1))), 1),
        (AskingTable(0, replace(TYPING, division=1)), 1),
        (Conceding(0, Choosing(0, Counting(division=1)), Side.CHALLENGER), 1),
        (Conceded(0, Side.CHALLENGER, 1, 1), 1),
        (Told(0, Cause.TIME), None),
        (StaffOnly(), None),
        (Judging(replace(ARMED, entry=replace(TYPING, division=1)), 0), 1),
        (Showing(0, logged(), 1), 1),
        (Choosing(0, Counting(division=1)), 1),
        (DirectorNeeded(0, Counting(division=1)), 1),
        (LOCKED, None),
    ],
)
def test_each_state_knows_whose_challenge_it_is(state, place):
    assert state.division == place
