"""The console's machine: pages ask for what they show, panels come before pages, and no answer is ever shown
for another filter than its own."""

from dataclasses import replace

import pytest

from kiosk.console import wording
from kiosk.console.events import (
    ActChosen,
    Answered,
    AskLog,
    BackPressed,
    CarryOut,
    CloseAsked,
    CloseConsole,
    Confirmed,
    EventHeard,
    ExportAsked,
    LeftAlone,
    LetIn,
    ListHeads,
    LookAtStation,
    NotLetIn,
    OrderDone,
    OrderFailed,
    PageChosen,
    PasscodeTyped,
    Peek,
    Peeked,
    SearchGiven,
    StationSeen,
    TextGiven,
    Ticked,
    TryPasscode,
    Withdraw,
)
from kiosk.console.machine import LOOK_EVERY, first, step
from kiosk.console.orders import (
    CloseEvent,
    CloseForTonight,
    EndRound,
    Examine,
    HearEvent,
    OpenEvent,
    StartRound,
)
from kiosk.console.pages import LAST
from kiosk.console.states import AskingEvent, AtDoor, Confirming, ConsoleSetting, Gone, Inside, Telling
from kiosk.console.values import (
    Act,
    AlertsWanted,
    FacetsWanted,
    PageId,
    RowsWanted,
    TimelineWanted,
    VerifyWanted,
    Where,
)
from tests.support.console import ALONE, IN_STATION, PLAIN, STATUS, found

GUARDED = ConsoleSetting(Where.ALONE, guarded=True)
NO_EVENT = replace(STATUS, event="", round=None, next_round=None)


def after(state, *events, now_ms=0):
    """The state and the effects of the last of *events*."""
    effects = ()
    for event in events:
        state, effects = step(state, event, now_ms)
    return state, effects


def asked(effects):
    return [effect.question for effect in effects if isinstance(effect, AskLog)]


# --- the door -----------------------------------------------------------------------------------------------


def test_without_a_passcode_the_console_begins_inside_and_asks_for_the_last_rulings():
    state, effects = first(ALONE)

    assert isinstance(state, Inside)
    assert effects == (Peek(), LookAtStation(), AskLog(LAST))


def test_where_a_passcode_is_set_nothing_is_asked_for_before_it_was_right():
    state, effects = first(GUARDED)

    assert (state, effects) == (AtDoor(GUARDED), ())
    for event in (PageChosen(PageId.LOG), Ticked(), SearchGiven("CAT"), ActChosen(Act.DOCTOR), Confirmed()):
        assert step(state, event, 0) == (state, ())


def test_a_passcode_is_tried_once_and_then_lets_in():
    trying, effects = after(AtDoor(GUARDED), PasscodeTyped("open sesame"))

    assert effects == (TryPasscode("open sesame"),)
    assert after(trying, PasscodeTyped("again")) == (trying, ())
    assert isinstance(after(trying, LetIn())[0], Inside)
    assert "open sesame" not in repr(trying) + repr(effects)


def test_nobody_is_let_in_who_was_not_being_tried():
    assert after(AtDoor(GUARDED), LetIn()) == (AtDoor(GUARDED), ())


def test_what_is_typed_while_the_next_try_must_wait_is_not_judged():
    state, _ = after(AtDoor(GUARDED), PasscodeTyped("wrong"), NotLetIn("Not it.", 15_000), now_ms=1000)

    assert (state.message, state.until_ms, state.trying) == ("Not it.", 16_000, False)
    assert after(state, PasscodeTyped("open sesame"), now_ms=15_999) == (state, ())
    assert after(state, PasscodeTyped("open sesame"), now_ms=16_000)[1] == (TryPasscode("open sesame"),)


def test_whoever_is_let_in_hears_that_passcodes_were_tried():
    state, _ = after(AtDoor(GUARDED), PasscodeTyped("x"), LetIn("12 wrong passcodes."))

    assert state.over == Telling("Somebody has tried passcodes", wrong=("12 wrong passcodes.",))


@pytest.mark.parametrize("event", [BackPressed(), CloseAsked()])
def test_the_door_can_be_left(event):
    assert after(AtDoor(GUARDED), event) == (Gone(), (CloseConsole(),))


def test_left_alone_the_station_is_given_back_and_a_guarded_console_is_shut():
    verifying = replace(PLAIN.integrity, pending=VerifyWanted())
    guarded = replace(PLAIN, setting=GUARDED, integrity=verifying)

    assert after(replace(PLAIN, setting=IN_STATION), LeftAlone()) == (Gone(), (CloseConsole(),))
    assert after(guarded, LeftAlone()) == (AtDoor(GUARDED, wording.LEFT_ALONE), (Withdraw(VerifyWanted()),))
    assert after(PLAIN, LeftAlone()) == (PLAIN, ())
    assert after(AtDoor(GUARDED), LeftAlone()) == (AtDoor(GUARDED), ())


# --- pages --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        (PageId.LOG, {RowsWanted, FacetsWanted, TimelineWanted}),
        (PageId.ALERTS, {AlertsWanted}),
        (PageId.INTEGRITY, set()),
    ],
)
def test_a_page_asks_for_what_stands_on_it_when_it_comes_on_show(page, wanted):
    state, effects = after(PLAIN, PageChosen(page))

    assert state.shown is page
    assert {type(one) for one in asked(effects)} == wanted
    assert (ListHeads() in effects) == (page is PageId.INTEGRITY)


def test_the_page_on_show_asks_again_when_the_log_has_grown_and_only_then():
    state, effects = after(PLAIN, Peeked(1234, held=False))
    assert effects == ()

    state, effects = after(state, Peeked(1236, held=False))

    assert asked(effects) == [LAST]
    assert LookAtStation() in effects
    assert after(state, Peeked(1238, held=False))[1] == (), "an answer is on its way"


def test_what_was_written_since_the_console_began_is_seen_to_grow():
    begun, _ = first(ALONE)
    begun, _ = after(begun, Peeked(1234, held=False), Answered(LAST, found(3)), StationSeen(STATUS))

    assert asked(after(begun, Peeked(1235, held=False))[1]) == [LAST]


def test_the_log_is_looked_at_every_second_and_the_station_every_few():
    state, seen = PLAIN, []
    for _ in range(LOOK_EVERY):
        state, effects = after(state, Ticked())
        seen += effects

    assert seen == [Peek()] * (LOOK_EVERY - 1) + [LookAtStation()]


def test_another_process_that_takes_the_log_is_noticed_at_once():
    assert after(PLAIN, Peeked(1234, held=True))[1] == (LookAtStation(),)


def test_esc_leads_back_one_step_at_a_time_and_asks_before_it_leads_out():
    state, _ = after(replace(PLAIN, shown=PageId.LOG), BackPressed())
    assert state.shown is PageId.NOW

    asking, _ = after(state, BackPressed())

    assert isinstance(asking.over, Confirming)
    assert after(asking, BackPressed())[0].over is None
    assert after(asking, Confirmed()) == (Gone(), (CloseConsole(),))
    assert after(asking, CloseAsked()) == (Gone(), (CloseConsole(),))


def test_nothing_that_comes_late_reaches_a_closed_console():
    for event in (Ticked(), Answered(LAST, found(3)), OrderDone(CloseEvent(), "Closed")):
        assert after(Gone(), event) == (Gone(), ())


# --- what can be done ---------------------------------------------------------------------------------------


def test_only_what_applies_can_be_chosen():
    open_, none = wording.acts(Where.ALONE, STATUS), wording.acts(Where.IN_STATION, NO_EVENT)

    assert Act.OPEN_EVENT not in open_
    assert {Act.CLOSE_EVENT, Act.START_ROUND, Act.END_ROUND} <= set(open_)
    assert Act.LEAVE_KIOSK not in open_
    assert {Act.OPEN_EVENT, Act.LEAVE_KIOSK} <= set(none)
    assert Act.END_ROUND not in none
    assert after(PLAIN, ActChosen(Act.OPEN_EVENT)) == (PLAIN, ())


@pytest.mark.parametrize("act", wording.BY_STANDING)
def test_a_key_pressed_before_the_first_look_at_the_station_is_said_to_wait_and_then_done(act):
    early, effects = after(Inside(ALONE), ActChosen(act))

    came, _ = after(early, StationSeen(NO_EVENT if act is Act.OPEN_EVENT else STATUS))

    assert (early.over, effects) == (None, ())
    assert f"{wording.ACT_NAMES[act][0]} (" in wording.looking(early.awaited)
    assert came.over is not None
    assert came.awaited is None


def test_a_key_that_waits_is_taken_back_by_esc_and_by_whatever_else_is_done():
    waits, _ = after(Inside(ALONE), ActChosen(Act.START_ROUND))

    for event in (BackPressed(), PageChosen(PageId.LOG), ActChosen(Act.DOCTOR)):
        gone, _ = after(waits, event)
        assert gone.awaited is None
    assert not isinstance(after(waits, BackPressed())[0].over, Confirming)
    elsewhere, _ = after(waits, PageChosen(PageId.LOG), StationSeen(STATUS))
    assert elsewhere.over is None


def test_a_key_that_does_not_apply_when_the_look_has_come_leads_nowhere():
    came, effects = after(Inside(ALONE), ActChosen(Act.END_ROUND), StationSeen(NO_EVENT))

    assert (came.over, came.awaited, effects) == (None, None, ())


def test_an_event_opens_only_after_what_it_is_judged_by_was_read_back_and_confirmed():
    working, effects = after(replace(PLAIN, status=NO_EVENT), ActChosen(Act.OPEN_EVENT))
    assert effects == (CarryOut(HearEvent()),)

    heard, effects = after(working, EventHeard("x", "X Open", (("Clock", "08:41"),), ("No round is today.",)))
    assert effects == ()
    assert heard.over.odd == ("No round is today.",)

    opening, effects = after(heard, Confirmed())

    order = OpenEvent("x", "X Open", ("No round is today.",))
    assert effects == (CarryOut(order),)
    assert after(opening, EventHeard("x", "X Open", (), ("The clock is odd.",)))[0].over.odd == (
        "The clock is odd.",
    )


def test_where_the_set_up_names_no_event_its_name_is_asked_for():
    state, _ = after(replace(PLAIN, status=replace(NO_EVENT, planned=False)), ActChosen(Act.OPEN_EVENT))
    assert isinstance(state.over, AskingEvent)

    assert after(state, TextGiven(" Club night, 3rd! "))[1] == (
        CarryOut(HearEvent("club-night-3rd", "Club night, 3rd!")),
    )
    for text in ("", "???", "x" * 61, "a\x07b"):
        assert after(state, TextGiven(text))[0].over.problem == wording.NO_NAME


@pytest.mark.parametrize("text", ["", "0", "100", "x", "1.5", "٣", "-1", "9" * 5000])
def test_a_round_is_a_number(text):
    state, _ = after(PLAIN, ActChosen(Act.START_ROUND))

    assert after(state, TextGiven(text))[0].over.problem == wording.NO_ROUND


@pytest.mark.parametrize(
    ("act", "given", "order"),
    [
        (Act.CLOSE_EVENT, Confirmed(), CloseEvent()),
        (Act.END_ROUND, Confirmed(), EndRound()),
        (Act.TONIGHT, Confirmed(), CloseForTonight()),
        (Act.START_ROUND, TextGiven("9"), StartRound(9)),
    ],
)
def test_what_is_written_is_confirmed_or_typed_first(act, given, order):
    asking, effects = after(PLAIN, ActChosen(act))
    assert effects == ()

    working, effects = after(asking, given)

    assert effects == (CarryOut(order),)
    assert after(working, BackPressed()) == (working, ()), "what was begun is taken to its end"
    done, effects = after(working, OrderDone(order, "Done", (("At", "14:32"),), head=STATUS.head))
    assert (done.over, effects) == (Telling("Done", (("At", "14:32"),), (), STATUS.head), (LookAtStation(),))
    assert after(done, Confirmed())[0].over is None


def test_what_could_not_be_done_is_told():
    working, _ = after(PLAIN, ActChosen(Act.DOCTOR))

    state, _ = after(working, OrderFailed(Examine(), "No."))

    assert state.over == Telling("The machine could not be examined", wrong=("No.",))


def test_an_answer_to_another_order_changes_nothing():
    working, _ = after(PLAIN, ActChosen(Act.DOCTOR))

    for event in (
        OrderDone(CloseEvent(), "Closed"),
        OrderFailed(EndRound(), "No."),
        EventHeard("x", "X", (), ()),
    ):
        assert after(working, event) == (working, ())
        assert after(PLAIN, event) == (PLAIN, ())


@pytest.mark.parametrize("act", [Act.CLOSE_EVENT, Act.START_ROUND, Act.END_ROUND, Act.TONIGHT])
def test_beside_a_running_station_nothing_is_written_and_the_way_is_told(act):
    beside = replace(PLAIN, status=replace(STATUS, held=True))

    state, effects = after(beside, ActChosen(act))

    assert (state.over.title, effects) == (wording.HELD, ())


def test_a_panel_comes_before_the_page_under_it():
    state, _ = after(PLAIN, ActChosen(Act.TONIGHT))

    for event in (PageChosen(PageId.LOG), ActChosen(Act.DOCTOR), ExportAsked(), TextGiven("x")):
        assert after(state, event) == (state, ())


def test_leaving_the_kiosk_is_asked_about_and_takes_the_station_along():
    state, _ = after(replace(PLAIN, setting=IN_STATION), ActChosen(Act.LEAVE_KIOSK))

    assert after(state, Confirmed()) == (Gone(), (CloseConsole(leaving=True),))
