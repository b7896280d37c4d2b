"""From the idle screen to the checked words: what each key does before TAB."""

from dataclasses import replace

import pytest

from kiosk.log.bodies import AbandonedBody
from kiosk.log.kinds import Kind
from kiosk.setup.settings import Timings
from kiosk.station import entry, wording
from kiosk.station.choices import Choosing, Conceding, DirectorNeeded
from kiosk.station.closed import Left, Unlocking, WithDirector
from kiosk.station.entry import ARMING_MS, LATE_MS, AskingTable, AtBoard, Checking, Entering, Judging
from kiosk.station.events import (
    BackspacePressed,
    Cause,
    ChordPressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    JudgeAndLog,
    KeysMoved,
    MoreTimePressed,
    ServiceRestored,
    Side,
    SpacePressed,
    SwitchLarge,
    TabPressed,
    TellTime,
    TimedOut,
    TimeTold,
    Typed,
    UpPressed,
    WriteRecord,
)
from kiosk.station.idle import ChoosingDivision, Counting, Lost, StaffOnly, idle
from kiosk.station.machine import page, remaining, standing, step
from kiosk.station.verdict import Showing, Told
from tests.support import stage
from tests.support.fakes import procedure
from tests.support.machine import (
    ARMED,
    CHECKING,
    KEYBOARD,
    MISSED,
    NOW,
    ONE,
    TWO,
    TYPING,
    WESPA,
    after,
    logged,
    type_,
    unchanged,
)

# ---- idle --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("digit", range(1, 9))
def test_a_digit_opens_that_many_lines(digit):
    assert after(Counting(), Typed(str(digit), digit)) == Entering(NOW, NOW, digit, ("",) * digit)


def test_a_digit_by_its_place_in_the_row_counts_whatever_it_writes():
    assert after(Counting(), Typed("é", 2)) == Entering(NOW, NOW, 2, ("", ""))


PRINTABLE = [event for event in KEYBOARD if isinstance(event, Typed)]
SPEAKING = [*PRINTABLE, SpacePressed(), EnterPressed(), TabPressed()]


@pytest.mark.parametrize("event", [event for event in SPEAKING if getattr(event, "digit", None) in (None, 0)])
def test_a_key_that_comes_too_early_shows_what_to_press(event):
    assert after(Counting(), event) == Counting(NOW, hint=True)


@pytest.mark.parametrize(("state", "by"), [(Counting(), ONE), (ChoosingDivision(), TWO)])
def test_nine_turns_the_large_view_on_and_off(state, by):
    assert step(state, Typed("9", 9), NOW, by) == (state, (SwitchLarge(),))


def test_the_hint_fades_and_a_digit_still_counts():
    assert after(Counting(hint=True), TimedOut()) == Counting(NOW)
    assert isinstance(after(Counting(hint=True), Typed("3", 3)), Entering)


def test_nothing_else_means_anything_on_the_idle_screen():
    assert unchanged(Counting(), *(set(KEYBOARD) - {EscapePressed(), *SPEAKING}), KeysMoved(("A",)))


def test_several_divisions_ask_for_theirs_first_and_forget_it_after_a_while():
    chosen = after(ChoosingDivision(), Typed("2", 2), by=TWO)

    assert chosen == Counting(NOW, division=1)
    assert after(chosen, Typed("1", 1), by=TWO).division == 1
    assert after(chosen, TimedOut(), by=TWO) == ChoosingDivision(NOW)


def test_whoever_chose_the_wrong_division_may_choose_again():
    chosen = Counting(0, division=1)

    assert after(chosen, BackspacePressed(), by=TWO) == ChoosingDivision(NOW)
    assert unchanged(chosen, BackspacePressed(repeated=True), by=TWO)


def test_not_with_words_just_cleared_or_nobody_could_tell_that_they_were_exchanged():
    assert unchanged(Counting(0, division=1, cleared=("CAT",)), BackspacePressed(), by=TWO)


def test_a_division_that_is_not_there_cannot_be_chosen():
    means = {Typed("1", 1), Typed("2", 2), Typed("9", 9), Typed("&", 1), EscapePressed()}

    told = ChoosingDivision(NOW, hint=True)
    for event in set(SPEAKING) - means:
        assert after(ChoosingDivision(), event, by=TWO) == told
    assert unchanged(ChoosingDivision(), *(set(KEYBOARD) - set(SPEAKING) - means), by=TWO)
    assert after(told, TimedOut(), by=TWO) == ChoosingDivision(NOW)


# ---- staff only --------------------------------------------------------------------------------------------


def test_where_players_may_not_look_words_up_no_key_but_the_chord_does_anything():
    by = procedure("nsa-1998", "nsa-1998")

    assert idle(by, NOW) == idle(procedure("nsa-1998"), NOW) == StaffOnly(NOW)
    assert unchanged(StaffOnly(), *KEYBOARD, TimedOut(), by=by)
    assert after(StaffOnly(), ChordPressed(), by=by) == Unlocking(NOW, StaffOnly())


def test_a_division_of_the_word_judge_beside_others_cannot_be_chosen():
    by = procedure("naspa-2016", "nsa-1998")

    assert idle(by, NOW) == ChoosingDivision(NOW)
    assert after(ChoosingDivision(), Typed("2", 2), by=by) == ChoosingDivision(NOW, hint=True)


# ---- typing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [" ", "\n"])
def test_space_and_enter_go_on_to_the_next_line(end):
    state = type_(entry.begin(2, 0, 0), f"qi{end}")

    assert (state.lines, state.current) == (("QI", ""), 1)


def test_from_the_last_line_enter_leads_to_checking_and_never_to_a_verdict():
    state, effects = step(TYPING, EnterPressed(), NOW, ONE)

    assert state == Checking(NOW, replace(TYPING, since_ms=NOW), NOW, NOW)
    assert effects == ()


@pytest.mark.parametrize("end", [" ", "\t", "\t\t", " \t", "  "])
def test_nothing_but_enter_leaves_the_last_line(end):
    assert isinstance(type_(TYPING, end), Entering)
    assert isinstance(type_(TYPING, end + "\n"), Checking)


def test_tab_with_fewer_words_than_declared_does_nothing_but_say_whose_key_it_is():
    """A-02: declare 3, type QI, TAB: no verdict; TAB is not the challenger's key."""
    state = type_(Counting(), "3qi\t")

    assert (state.lines, state.current, state.notice) == (("QI", "", ""), 0, wording.FOR_ANOTHER)


@pytest.mark.parametrize("end", [" ", "\n"])
def test_a_line_left_unfinished_is_gone_back_to_before_anything_can_be_checked(end):
    state = type_(Counting(), f"2qi ↑\b\bz↓za{end}")

    assert (state.lines, state.current, state.notice) == (("Z", "ZA"), 0, wording.TOO_SHORT)
    assert not state.spaced


SPEAKING_STATES = [
    ChoosingDivision(),
    Counting(),
    TYPING,
    replace(TYPING, spaced=True),
    replace(TYPING, fixed=True),
    AskingTable(0, TYPING),
    AskingTable(0, TYPING, "1234"),
    CHECKING,
    ARMED,
    AtBoard(NOW, ARMED),
    Choosing(NOW, TYPING),
    Conceding(NOW, Choosing(NOW, TYPING), Side.CHALLENGED),
    Told(NOW, Cause.TIME),
    Showing(NOW, logged(), open=True),
    DirectorNeeded(NOW, TYPING),
]


@pytest.mark.parametrize("state", SPEAKING_STATES, ids=lambda state: type(state).__name__)
def test_no_printable_key_and_no_enter_space_or_tab_dies_silently(state):
    """Each either does something or is answered by one line: the page is another one, or the view."""
    by = TWO if isinstance(state, ChoosingDivision) else ONE
    for event in SPEAKING:
        there, effects = step(state, event, NOW, by)
        before, now = (page(one, NOW, by, stage.CONTEXT) for one in (state, there))

        assert now != before or now.notice or effects, (state, event)


def test_only_letters_are_taken():
    """A-06: “q-i 3é” is QI; A-07: “C?T” is CT."""
    assert type_(Counting(), "1q-i3é").lines == ("QI",)
    assert type_(Counting(), "1C?T*").lines == ("CT",)


def test_eight_words_fit_and_a_ninth_is_refused_in_a_neutral_sentence():
    state = type_(Counting(), "8" + "aa " * 7 + "aa↓")

    assert (len(state.lines), state.notice) == (8, wording.TOO_MANY)


def test_escape_asks_what_now():
    for state in (Counting(), TYPING, CHECKING, ARMED, ChoosingDivision()):
        assert after(state, EscapePressed(), by=TWO) == Choosing(NOW, state)


def test_an_entry_nobody_touches_is_wiped_and_recorded_as_typed():
    state, effects = step(replace(TYPING, lines=("QI", "Z", ""), declared=3), TimedOut(), NOW, ONE)

    assert state == Told(NOW, Cause.TIME)
    assert effects == (WriteRecord(AbandonedBody("d0", ("QI", "Z"), 3)),)
    assert after(state, TimedOut()) == Counting(NOW, lost=Lost(state.cause, state.number))


TOLD = Told(0, Cause.VIOLATION)


@pytest.mark.parametrize("event", KEYBOARD)
def test_only_enter_or_escape_says_that_what_was_told_was_read(event):
    read = isinstance(event, EnterPressed | EscapePressed)

    assert after(TOLD, event) == (Counting(NOW) if read else replace(TOLD, hint=True, since_ms=NOW))


def test_whoever_types_on_does_not_type_away_what_was_told():
    typing_on = TOLD
    for at_ms in range(0, 30_000, 3000):
        typing_on = after(typing_on, Typed("d"), now_ms=at_ms)
        assert standing(typing_on, at_ms + 2999, ONE) > 0

    assert standing(typing_on, 27_000, ONE) == 6000


def test_what_nobody_said_was_read_stays_as_a_line_on_the_idle_page_for_a_minute():
    idle = after(TOLD, Typed("d"), TimedOut())

    assert (idle, idle.lifetime_ms(ONE)) == (Counting(NOW, lost=Lost(TOLD.cause, TOLD.number)), 60_000)
    assert after(TOLD, TimedOut(), by=TWO) == ChoosingDivision(NOW, lost=Lost(TOLD.cause, TOLD.number))
    assert after(idle, Typed("d")).lost == idle.lost
    assert after(idle, TimedOut()) == Counting(NOW)


# ---- checking ----------------------------------------------------------------------------------------------


QUIET = replace(CHECKING, touched_ms=NOW - ARMING_MS, awake_ms=NOW - LATE_MS)


def test_a_quiet_second_arms_tab_and_takes_the_notice_away():
    assert after(replace(QUIET, notice=wording.TOO_EARLY), TimedOut()) == replace(QUIET, armed=True)
    assert after(replace(QUIET, touched_ms=NOW - ARMING_MS + 1), TimedOut()).armed is False


@pytest.mark.parametrize(
    "hindrance",
    [{"down": ("A",)}, {"entry": MISSED}],
    ids=lambda one: next(iter(one)),
)
def test_no_quiet_second_arms_tab_while_something_stands_in_its_way(hindrance):
    assert unchanged(replace(QUIET, **hindrance), TimedOut())


@pytest.mark.parametrize(("late_ms", "armed"), [(0, True), (LATE_MS, True), (LATE_MS + 1, False)])
def test_after_a_stall_the_quiet_second_begins_anew(late_ms, armed):
    """A key pressed in that second may come in after the alarm of a program that stood still."""
    quiet = replace(QUIET, touched_ms=NOW - ARMING_MS - late_ms, awake_ms=NOW - LATE_MS - late_ms)
    held = Showing(NOW - ONE.timings.hold_s * 1000 - late_ms, logged())

    touched_ms = quiet.touched_ms if armed else NOW
    assert after(quiet, TimedOut()) == replace(quiet, armed=armed, touched_ms=touched_ms)
    assert after(held, TimedOut()) == replace(held, open=armed, since_ms=NOW)


def test_a_second_counts_only_if_the_program_saw_it_pass():
    """Keys pressed while it stood still come in after the alarm, as if the second had passed before them."""
    asleep = replace(QUIET, awake_ms=0)
    for passed_ms in (250, 500, 750):
        begun = replace(CHECKING, touched_ms=NOW - passed_ms, awake_ms=NOW - LATE_MS)
        assert after(begun, TimedOut()) == replace(begun, awake_ms=NOW)

    assert after(asleep, TimedOut()) == replace(asleep, touched_ms=NOW)
    late = replace(QUIET, awake_ms=NOW - 2 * LATE_MS)  # two quarters at once: look once more
    assert after(late, TimedOut()) == replace(late, awake_ms=NOW)
    assert remaining(replace(late, awake_ms=NOW), NOW, ONE) == LATE_MS


@pytest.mark.parametrize(("quiet_ms", "judged"), [(ARMING_MS - 1, False), (ARMING_MS, True), (None, True)])
def test_a_tab_that_the_keyboard_knows_to_be_early_judges_nothing(quiet_ms, judged):
    """A program that stands still for a moment may arm before it hears of a key that was pressed earlier."""
    assert isinstance(after(ARMED, TabPressed(quiet_ms)), Judging) is judged


def test_a_tab_before_its_time_is_no_ruling_says_so_and_begins_the_second_anew():
    assert after(QUIET, TabPressed()) == replace(QUIET, touched_ms=NOW, notice=wording.TOO_EARLY)


@pytest.mark.parametrize("down", [(), ("F1",), ("TAB", "A")])
def test_every_key_that_moves_begins_the_second_anew_whatever_it_means(down):
    felt = after(ARMED, KeysMoved(down))

    assert (felt.armed, felt.touched_ms, felt.down) == (False, NOW, down)


def test_what_is_down_is_known_since_the_first_of_it_went_down():
    held = step(CHECKING, KeysMoved(("A",)), NOW, ONE)[0]
    more = step(held, KeysMoved(("A", "B")), NOW + 100, ONE)[0]
    other = step(more, KeysMoved(("B",)), NOW + 200, ONE)[0]

    assert [one.down_ms for one in (held, more, other)] == [NOW, NOW, NOW + 200]
    assert after(CHECKING, KeysMoved(("A",), 700)).down_ms == NOW - 700


def test_another_key_that_is_let_go_leaves_the_first_down_since_when_it_went_down():
    both = step(CHECKING, KeysMoved(("A", "B")), NOW, ONE)[0]

    assert step(both, KeysMoved(("A",)), NOW + 100, ONE)[0].down_ms == NOW


OVER_CHECKING = [
    Choosing(0, ARMED),
    Conceding(0, Choosing(0, ARMED), Side.CHALLENGER),
    DirectorNeeded(0, ARMED),
    Unlocking(0, ARMED),
    WithDirector(0, "director", ARMED),
    Unlocking(0, DirectorNeeded(0, ARMED)),
    WithDirector(0, "director", DirectorNeeded(0, ARMED)),
]


@pytest.mark.parametrize("over", OVER_CHECKING)
def test_a_key_that_goes_down_on_a_page_over_checking_is_still_known_when_it_comes_back(over):
    state = after(over, KeysMoved(("W",)))
    while not isinstance(state, Checking):
        state = after(state, EscapePressed())

    assert (state.down, state.armed) == (("W",), False)
    assert unchanged(replace(state, touched_ms=NOW - ARMING_MS), TimedOut())


@pytest.mark.parametrize(
    "state",
    [
        Choosing(0, TYPING),
        Conceding(0, Choosing(0, TYPING), Side.CHALLENGER),
        DirectorNeeded(0, TYPING),
        WithDirector(0, "director", Counting()),
        Unlocking(0, DirectorNeeded(0, TYPING)),
        Left(),
    ],
)
def test_elsewhere_a_key_that_moves_changes_nothing(state):
    assert unchanged(state, KeysMoved(("W",)))


NO_BOARD = [event for event in PRINTABLE if event.digit != 0]


ANOTHER_WORD = [*NO_BOARD, SpacePressed(), UpPressed(), DownPressed()]
ASKED_ALL = replace(CHECKING, entry=MISSED, touched_ms=NOW - ARMING_MS)


@pytest.mark.parametrize("event", ANOTHER_WORD)
def test_whatever_could_be_another_word_is_not_taken_and_leaves_a_question(event):
    doubted = after(ARMED, event)

    assert doubted == replace(
        ARMED, armed=False, touched_ms=NOW, entry=MISSED, asked=False, notice=wording.MISSED
    )
    assert (doubted.doubted, ARMED.doubted) == (True, False)


def test_tab_waits_for_the_answer_and_says_so():
    assert after(ASKED_ALL, TabPressed()) == replace(ASKED_ALL, touched_ms=NOW, notice=wording.ANSWER_FIRST)


def test_backspace_goes_back_to_the_words_and_the_question_comes_with_them():
    words = after(ASKED_ALL, BackspacePressed())

    assert (words.lines, words.missed) == (TYPING.lines, True)
    assert after(words, EnterPressed()).doubted is True


def test_the_enter_that_ends_a_word_only_asks_again():
    once = after(replace(ASKED_ALL, asked=False), EnterPressed(quiet_ms=5000))

    assert once == replace(ASKED_ALL, touched_ms=NOW, asked=True, notice=wording.LOOK_FIRST)


def test_an_enter_after_an_enter_and_a_quiet_second_says_that_this_is_all():
    for enter in (EnterPressed(), EnterPressed(quiet_ms=ARMING_MS)):
        assert after(ASKED_ALL, enter) == replace(CHECKING, touched_ms=NOW)


@pytest.mark.parametrize(
    ("state", "enter"),
    [
        (replace(ASKED_ALL, touched_ms=NOW - ARMING_MS + 1), EnterPressed()),
        (replace(ASKED_ALL, down=("A",)), EnterPressed()),
        (ASKED_ALL, EnterPressed(quiet_ms=ARMING_MS - 1)),
    ],
    ids=["touched", "held", "by the keyboard's clock"],
)
def test_an_enter_without_a_quiet_second_before_it_only_asks_again(state, enter):
    assert after(state, enter) == replace(state, touched_ms=NOW, notice=wording.LOOK_FIRST)


@pytest.mark.parametrize("event", ANOTHER_WORD)
def test_a_key_between_two_enters_asks_anew(event):
    assert after(ASKED_ALL, event).asked is False


def test_letters_dropped_after_space_open_the_checking_with_the_question():
    spaced = type_(TYPING, " dog\n")

    assert (spaced.doubted, spaced.asked, spaced.notice) == (True, True, wording.MISSED)


@pytest.mark.parametrize("keys", [" dog↓dog", " dog↓\b", " dog rat↓dog"], ids=repr)
def test_a_line_for_what_was_not_taken_does_not_answer_the_question(keys):
    """Nobody knows whether all of it stands there now, or the line was taken back."""
    assert type_(TYPING, f"{keys}\n").doubted is True


@pytest.mark.parametrize(
    "keys", ["2dog", "é", "a" * 14], ids=["the next pair", "accent", "a sixteenth letter"]
)
def test_a_letter_or_number_refused_on_a_line_leaves_the_question(keys):
    checked = type_(TYPING, f"{keys}\n")

    assert (checked.doubted, checked.notice) == (True, wording.MISSED)


@pytest.mark.parametrize("under", [TYPING, AskingTable(0, TYPING), ARMED], ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("event", [Typed("d"), SpacePressed()])
def test_letters_typed_over_the_words_leave_the_question_too(under, event):
    choosing = Choosing(NOW, under)
    conceding = Conceding(NOW, choosing, Side.CHALLENGER)

    for state in (choosing, conceding, DirectorNeeded(NOW, under)):
        came_back = after(after(state, event), EscapePressed())
        came_back = getattr(came_back, "under", came_back)
        entry_now = came_back if isinstance(came_back, Entering) else came_back.entry
        assert entry_now.missed is True


@pytest.mark.parametrize("state", [Choosing(NOW, Counting()), DirectorNeeded(NOW, StaffOnly())])
def test_letters_typed_over_no_words_leave_no_question(state):
    assert after(state, Typed("d")) == replace(state, hint=True)


@pytest.mark.parametrize("event", [Typed("7", 7), TabPressed(), BackspacePressed(), EnterPressed()])
def test_keys_that_type_no_word_leave_no_question(event):
    assert after(Choosing(NOW, ARMED), event).under == ARMED


def test_tab_judges_what_both_players_saw():
    state, effects = step(ARMED, TabPressed(), NOW, ONE)

    assert state == Judging(ARMED, NOW)
    assert effects == (ARMED.order(NOW, ONE),)


def check_only_tab_judges(machine):
    """In every state, by every key and every other event but one, nothing is judged."""
    orders = {}
    states = stage.states(ONE).values()
    for state in (*states, replace(CHECKING, touched_ms=NOW), ARMED, Judging(ARMED, 0), Left()):
        for event in (*KEYBOARD, ChordPressed(), TimedOut(), ServiceRestored()):
            effects = machine(state, event, NOW, ONE)[1]
            if any(isinstance(effect, JudgeAndLog) for effect in effects):
                orders.setdefault(type(event), []).append(state)

    assert list(orders) == [TabPressed]
    assert all(isinstance(state, Checking) and state.armed for state in orders[TabPressed])


def enter_judges_too(state, event, now_ms, by):
    return step(state, TabPressed() if event == EnterPressed() else event, now_ms, by)


def tab_judges_at_once(state, event, now_ms, by):
    armed = replace(state, armed=True) if isinstance(state, Checking) else state
    return step(armed, event, now_ms, by)


def test_only_a_tab_in_an_armed_checking_judges():
    check_only_tab_judges(step)


@pytest.mark.parametrize("broken", [enter_judges_too, tab_judges_at_once])
def test_a_machine_that_judges_on_another_key_is_caught(broken):
    with pytest.raises(AssertionError):
        check_only_tab_judges(broken)


def test_backspace_goes_back_to_the_words_and_counts_as_an_edit():
    back = after(ARMED, BackspacePressed())

    assert back == replace(TYPING, since_ms=NOW, edits=1, stood=("QI", "ZA"))
    assert after(back, EnterPressed()).armed is False


def test_a_backspace_that_is_held_down_does_not_leave_the_checking():
    assert after(ARMED, BackspacePressed(repeated=True)) == replace(CHECKING, touched_ms=NOW)


def test_the_arrows_give_more_time_and_are_keys_like_any_other():
    opened = replace(ARMED, opened_ms=NOW - 5000)
    given = replace(opened, armed=False, since_ms=NOW, touched_ms=NOW)

    assert after(opened, MoreTimePressed()) == given
    assert after(replace(opened, armed=False), MoreTimePressed()) == given


@pytest.mark.parametrize(
    ("since_s", "now_s", "then_s"),
    [(0, 80, 80), (200, 210, 210), (200, 250, 210)],
)
def test_both_get_five_minutes_in_all(since_s, now_s, then_s):
    """The last ninety seconds begin 210 s after the checking did."""
    checked = Checking(since_s * 1000, TYPING, 0)

    assert after(checked, MoreTimePressed(), now_ms=now_s * 1000).since_ms == then_s * 1000


def test_after_five_minutes_more_time_is_refused_in_one_line():
    checked = Checking(210_000, TYPING, 0)

    refused = after(checked, MoreTimePressed(), now_ms=250_000)

    assert (refused.since_ms, refused.notice) == (210_000, wording.NO_MORE_TIME)


def test_a_set_up_that_gives_more_than_five_minutes_gives_them():
    slow = replace(ONE, timings=Timings(checking_s=600))

    assert after(Checking(0, TYPING, 0), MoreTimePressed(), by=slow, now_ms=5000).since_ms == 0
    assert Checking(0, TYPING, 0).lifetime_ms(slow) == 600_000


@pytest.mark.parametrize("state", [ARMED, CHECKING, replace(CHECKING, entry=MISSED, down=("A",))])
def test_nobody_pressing_tab_wipes_the_entry(state):
    state, effects = step(replace(state, since_ms=0), TimedOut(), NOW, ONE)

    assert state == Told(NOW, Cause.TIME)
    assert effects[0].body.kind is Kind.ABANDONED
    assert effects[0].body.words == ("QI", "ZA")


def test_enter_does_not_judge_and_says_which_key_does():
    assert after(ARMED, EnterPressed()) == replace(CHECKING, touched_ms=NOW, notice=wording.ONLY_TAB)


def test_an_answer_nobody_asked_for_changes_nothing_while_both_check():
    assert unchanged(ARMED, ServiceRestored(), TimeTold("14:31"))
    assert unchanged(AskingTable(0, TYPING), ServiceRestored())


# ---- both at the board -------------------------------------------------------------------------------------

ZERO = Typed("à", 0)  # by its place in the row


def test_both_go_back_to_the_board_once_an_entry_and_the_page_says_until_when():
    away, effects = step(ARMED, ZERO, NOW, ONE)

    boarded = replace(ARMED, entry=replace(TYPING, boarded=True))
    assert (away, effects) == (AtBoard(NOW, boarded), (TellTime(),))
    assert after(away, TimeTold("23:57"), TimeTold("12:00")) == replace(away, back_by="00:02")
    assert after(boarded, ZERO).notice == wording.BOARD_ONCE


def test_where_the_rulebook_knows_no_way_back_to_the_board_the_key_is_like_any_other():
    assert after(ARMED, ZERO, by=WESPA).doubted is True
    assert isinstance(after(replace(CHECKING, entry=MISSED), ZERO), Checking)


def test_only_enter_brings_the_words_back_unarmed_and_the_time_away_does_not_count():
    away = AtBoard(NOW - 60_000, ARMED)
    for event in set(KEYBOARD) - {EnterPressed(), SpacePressed(), *PRINTABLE}:
        assert after(away, event) == replace(away, hint=True)

    came_back = after(away, EnterPressed())

    assert came_back == Checking(
        NOW, replace(TYPING, began_ms=60_000), ARMED.opened_ms + 60_000, NOW, armed=False
    )


def test_whoever_comes_back_from_the_board_at_once_was_not_away():
    came_back = after(AtBoard(NOW, ARMED), EnterPressed())

    assert (came_back.entry.began_ms, came_back.opened_ms) == (TYPING.began_ms, ARMED.opened_ms)


@pytest.mark.parametrize("event", [*PRINTABLE, SpacePressed()])
def test_what_the_next_two_players_type_while_both_are_away_leaves_the_question(event):
    came_back = after(after(AtBoard(NOW, ARMED), event), EnterPressed())

    assert (came_back.doubted, came_back.asked) == (True, True)


def test_a_key_that_goes_down_while_both_are_away_is_known_when_they_are_back():
    away = after(AtBoard(NOW, ARMED), KeysMoved(("W",)))

    assert after(away, EnterPressed()).down == ("W",)


def test_an_entry_nobody_comes_back_to_is_wiped_after_five_minutes():
    away = AtBoard(0, ARMED)

    assert away.lifetime_ms(ONE) == 300_000
    state, effects = step(away, TimedOut(), NOW, ONE)
    assert (state, effects[0].body.kind) == (Told(NOW, Cause.TIME), Kind.ABANDONED)


def test_the_director_may_look_in_meanwhile_and_gives_nobody_more_time():
    away = AtBoard(7, ARMED)

    assert after(Unlocking(0, away), EscapePressed()) == away


# ---- the table number --------------------------------------------------------------------------------------

ASKING = procedure(ask_table=True)
ASKED = AskingTable(0, TYPING)


def test_the_table_is_asked_on_a_page_of_its_own_when_the_set_up_wants_it():
    assert after(TYPING, EnterPressed(), by=ASKING) == AskingTable(NOW, replace(TYPING, since_ms=NOW))
    assert isinstance(after(TYPING, EnterPressed(), by=ONE), Checking)


@pytest.mark.parametrize(
    ("typed", "table"),
    [("12", "12"), ("0", ""), ("012", "12"), ("12345", "1234"), ("1x2", "12"), ("12\b", "1"), ("1←2", "12")],
)
def test_a_table_number_has_at_most_four_digits_and_no_leading_nought(typed, table):
    assert type_(ASKED, typed, ASKING).typed == table


@pytest.mark.parametrize("typed", ["0", "12345"])
def test_a_digit_that_makes_no_table_number_is_told(typed):
    assert type_(ASKED, typed, ASKING).notice == wording.NO_SUCH_TABLE


@pytest.mark.parametrize("event", [TabPressed(), UpPressed(), DownPressed()])
def test_while_the_table_is_asked_other_keys_say_so(event):
    assert after(ASKED, event, by=ASKING).notice == wording.TABLE_FIRST


def test_enter_ends_the_question_and_tab_waits_for_its_quiet_second():
    answered = after(replace(ASKED, typed="12"), EnterPressed(), by=ASKING)

    assert answered == Checking(NOW, replace(TYPING, table="12"), NOW, NOW)
    assert isinstance(after(ASKED, TabPressed(), by=ASKING), AskingTable)
    assert isinstance(after(answered, TabPressed(), by=ASKING), Checking)


@pytest.mark.parametrize("typed", "a ")
def test_a_word_typed_into_the_table_number_leaves_the_question_whether_that_is_all(typed):
    answered = type_(ASKED, f"7{typed}\n", ASKING)

    assert (answered.entry.table, answered.doubted, answered.asked) == ("7", True, True)


def test_enter_without_a_number_asks_once_more_and_then_goes_on_without():
    again = type_(ASKED, "\n", ASKING)
    answered = type_(again, "\n", ASKING)

    assert (again.asked, again.notice) == (True, wording.TABLE_AGAIN)
    assert answered.entry.table == ""
    assert isinstance(type_(answered, "\b\n", ASKING), Checking)  # once an entry


def test_the_table_number_is_kept_when_the_words_are_corrected():
    checked = type_(ASKED, "12\n", ASKING)

    corrected = type_(checked, "\b\bI\n", ASKING)

    assert (corrected.entry.table, corrected.entry.lines) == ("12", ("QI", "ZI"))


def test_backspace_on_an_empty_table_number_goes_back_to_the_words_but_not_one_held_down():
    assert isinstance(after(ASKED, BackspacePressed(), by=ASKING), Entering)
    assert isinstance(after(ASKED, BackspacePressed(repeated=True), by=ASKING), AskingTable)


def test_a_table_number_nobody_types_wipes_the_entry():
    assert after(ASKED, TimedOut(), by=ASKING) == Told(NOW, Cause.TIME)
    assert ASKED.lifetime_ms(ASKING) == 60_000
    assert after(ASKED, EscapePressed(), by=ASKING) == Choosing(NOW, ASKED)
