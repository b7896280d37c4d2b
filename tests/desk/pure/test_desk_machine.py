"""The adjudicator's desk as a machine: what each key leads to, and what never happens."""

from dataclasses import replace
from typing import get_args

import pytest

from kiosk.base.page import spell_page
from kiosk.desk import wording
from kiosk.desk.events import (
    DeskEvent,
    DocketKept,
    DocketOut,
    DocketPrintersFound,
    LeaveAsked,
    LeaveDesk,
    NothingFound,
    NotSaved,
    RecordWritten,
    RuleSlip,
    RulingFound,
    SameFound,
    SlipRuled,
)
from kiosk.desk.machine import desk_page, step
from kiosk.desk.menu import DeskChoice, DeskMenu, Hidden
from kiosk.desk.ruling import CheckingSlip, LookingInPrint, Marked, OnSlip, Recording, RulingSlip
from kiosk.desk.shift import (
    AtDeskDoor,
    DeskLeft,
    NamingJudge,
    OffDuty,
    PickingDivision,
    PickingWay,
    TickingChecks,
)
from kiosk.desk.slip import SlipEntry
from kiosk.desk.states import FORGET_MS, HIDE_MS, DeskState, Shift
from kiosk.desk.ways import Way, way_name, ways
from kiosk.log.bodies import ClearedBody, ClosedBody, ShiftEndedBody, ShiftStartedBody
from kiosk.rules.ruling import Verdict
from kiosk.station.events import (
    CheckPasscode,
    PasscodeAccepted,
    PasscodeRefused,
    StopAsked,
    TabPressed,
    TimedOut,
    Typed,
    WriteRecord,
)
from tests.support import adjudicator as bench
from tests.support import stage
from tests.support.adjudicator import (
    NASPA,
    NSA,
    WESPA,
    after,
    earlier,
    sample_desk_states,
    setting,
    shift,
)
from tests.support.fakes import KEYS
from tests.support.kinds import kinds

BY = setting()
WESPA_BY = setting(WESPA)
ON = OnSlip(shift(BY), SlipEntry(0))
KEY = ("s", "e", 9)
RULING = stage.logged(Verdict.UNACCEPTABLE, ("CAT", "ZZ"), BY.divisions[0])
REFERRAL = stage.logged(Verdict.REFER, ("CHARACTERIZE",), BY.divisions[0])
EVENTS = [
    *KEYS.values(),
    *(
        Typed(text, digit)
        for text, digit in (
            ("a", None),
            ("é", None),
            ("p", None),
            ("s", None),
            ("o", None),
            ("0", 0),
            ("1", 1),
            ("2", 2),
            ("-", None),
        )
    ),
    *bench.FUNCTIONS.values(),
    TimedOut(),
    LeaveAsked(),
    StopAsked(),
    PasscodeAccepted("judge"),
    PasscodeRefused("Not accepted.", 15_000),
    SlipRuled(RULING, KEY),
    SlipRuled(REFERRAL, KEY),
    RulingFound(earlier(BY, Verdict.ACCEPTABLE)),
    RulingFound(earlier(BY)),
    SameFound(earlier(BY, Verdict.ACCEPTABLE)),
    NothingFound("There is none."),
    RecordWritten(),
    NotSaved("Disk full."),
    DocketPrintersFound(()),
    DocketPrintersFound(("Hall",)),
    DocketPrintersFound(("Hall", "Desk")),
    DocketOut(RULING.seq, "It has gone."),
    DocketKept(RULING.seq, "No paper."),
]
ALL_KEYS = [event for event in EVENTS if type(event) in get_args(DeskEvent)]


def at(keys, by=BY, state=ON):
    return after(state, keys, by)[0]


def orders(keys, by=BY, state=ON):
    return after(state, keys, by)[1]


def bodies(made):
    return [order.body for order in made if isinstance(order, WriteRecord)]


# ---- every state, every event ------------------------------------------------------------------------------


def test_the_states_and_events_here_are_all_there_are():
    assert {type(state) for state in sample_desk_states(BY).values()} == kinds(DeskState)
    assert {type(event) for event in ALL_KEYS} == set(get_args(DeskEvent))


@pytest.mark.parametrize("by", [BY, WESPA_BY, setting(NASPA, NASPA), setting(ask_table=True)])
def test_every_state_takes_every_event_and_has_a_page(by):
    for state in sample_desk_states(by).values():
        for event in ALL_KEYS:
            reached, _ = step(state, event, 1000, by)

            assert desk_page(reached, 1000, by, bench.CONTEXT).page.footer
            assert reached.untouched_ms() in (None, HIDE_MS, FORGET_MS)


def test_only_a_page_that_shows_the_whole_slip_asks_for_a_ruling():
    asking = {
        type(state)
        for state in sample_desk_states(BY).values()
        for event in ALL_KEYS
        if any(isinstance(order, RuleSlip) for order in step(state, event, 1000, BY)[1])
    }

    assert asking == {CheckingSlip, LookingInPrint}


def test_only_a_logged_ruling_leads_to_a_mark():
    leading = {
        (type(state), type(event))
        for state in sample_desk_states(BY).values()
        for event in ALL_KEYS
        if isinstance(step(state, event, 1000, BY)[0], Marked) and not holds_mark(state)
    }

    assert leading == {(RulingSlip, SlipRuled)}


def holds_mark(state):
    """Whether the state is a mark, or lies over one."""
    below = [getattr(state, name, None) for name in ("under", "back")]
    return isinstance(state, Marked) or any(isinstance(one, Marked) for one in below)


# ---- the beginning of a shift ------------------------------------------------------------------------------


def test_a_judge_names_themselves_and_chooses_the_way_before_anything_is_recorded():
    state, made = after(NamingJudge(), "ab\n1", BY)

    assert isinstance(state, Recording)
    assert bodies(made) == [ShiftStartedBody("AB", "word_judge_computer")]
    assert state.after == TickingChecks(Shift("AB", 0, Way("word_judge_computer")), SlipEntry(1000))


@pytest.mark.parametrize("keys", ["\n", " ", "?", "é\b\n"])
def test_who_judges_is_told_by_initials(keys):
    state = at(keys, state=NamingJudge())

    assert isinstance(state, NamingJudge)


def test_a_passcode_is_asked_once_a_shift_and_kept_by_no_state():
    guarded = setting(unguarded=False)
    door = at("AB\n", guarded, NamingJudge())
    asked, made = after(door, "op en\n", guarded)

    let_in, _ = step(asked, PasscodeAccepted("judge"), 1000, guarded)

    assert made == [CheckPasscode("op en")]
    assert asked.typed == ""
    assert isinstance(let_in, PickingWay)


def test_while_a_try_must_wait_nothing_is_taken():
    guarded = setting(unguarded=False)

    waiting, _ = step(AtDeskDoor("AB"), PasscodeRefused("Not accepted.", 15_000), 1000, guarded)

    assert after(waiting, "open\n", guarded, 2000) == (waiting, [])
    assert after(waiting, "o", guarded, 16_000)[0].typed == "o"


def test_no_way_is_chosen_for_a_judge():
    rules = WESPA_BY.divisions[0].rules

    assert [(way.method, way.in_print) for way in ways(rules)] == [
        ("runner", False),
        ("self_runner", False),
        ("td_device", False),
        ("runner", True),
        ("self_runner", True),
    ]
    assert isinstance(at("AB\n", WESPA_BY, NamingJudge()), PickingWay)
    assert way_name(ways(rules)[3], rules).endswith("in print")


def test_with_several_divisions_the_division_comes_first():
    two = setting(NASPA, NASPA)

    assert isinstance(at("AB\n", two, NamingJudge()), PickingDivision)
    assert at("AB\n2", two, NamingJudge()) == PickingWay("AB", 1)


def test_the_page_of_ways_has_the_rulebooks_exceptions_with_their_clause():
    shown = spell_page(desk_page(PickingWay("AB", 0), 0, WESPA_BY, bench.CONTEXT).page)

    assert "External Adjudication is open to players with legitimate reasons" in shown
    assert "3.11; 3.11.1(b)" in shown


def test_every_line_of_the_checklist_is_ticked_before_the_first_slip():
    begun = TickingChecks(shift(BY, ticked=frozenset()), SlipEntry(0))
    lines = len(BY.divisions[0].rules.card.judge_checks)

    assert isinstance(at("\n" * lines, state=begun), TickingChecks)
    assert isinstance(at("\n" * (lines + 1), state=begun), OnSlip)
    assert at("\n\b", state=begun).done == 0
    assert at("x", state=begun).notice == wording.TICK


def test_the_checklist_is_asked_once_a_rulebook_and_shift():
    changed = at("②1")

    assert isinstance(changed, OnSlip)
    assert isinstance(at("②21", setting(NSA, NASPA)), TickingChecks)


# ---- typing a slip -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "table", "number", "words"),
    [
        ("12\n7\ncat zz\n", "12", "7", ("CAT", "ZZ")),
        ("12cat\n", "12", "", ("CAT",)),
        ("cat dog \n", "", "", ("CAT", "DOG")),
        ("\n\ncat\n", "", "", ("CAT",)),
        ("12\n7cat\n", "12", "7", ("CAT",)),
        ("catt\b\n", "", "", ("CAT",)),
        ("cat d\b\b\n", "", "", ("CAT",)),
        ("cat dog↑s\n", "", "", ("CATS", "DOG")),
    ],
)
def test_a_slip_is_typed_in_few_keys(keys, table, number, words):
    state = at(keys)

    assert isinstance(state, CheckingSlip)
    assert (state.slip.table, state.slip.number, state.slip.words) == (table, number, words)


@pytest.mark.parametrize(
    ("keys", "notice"),
    [
        ("c\n", "at least 2"),
        ("c ", "at least 2"),
        ("a" * 16, "at most 15"),
        ("aa " * 7 + "aa ", "At most 8"),
        ("é", "digits"),
        ("aé", "press E"),
        ("a1", "Only letters"),
        ("0", "does not begin with 0"),
        ("12345", "at most 4"),
        ("\n1234567", "at most 6"),
        ("cat\t", wording.ENTER_FIRST),
    ],
)
def test_what_cannot_be_taken_is_answered_and_goes_nowhere(keys, notice):
    state = at(keys)

    assert isinstance(state, OnSlip)
    assert notice in state.slip.notice


def test_a_runners_slip_needs_its_table():
    on = OnSlip(shift(WESPA_BY), SlipEntry(0))

    for keys in ("\n", "cat"):
        assert at(keys, WESPA_BY, on).slip.notice == wording.TABLE_FIRST
    assert isinstance(at("4cat\n", WESPA_BY, on), CheckingSlip)


def test_words_typed_before_the_table_was_taken_back_wait_for_it():
    on = OnSlip(shift(WESPA_BY), SlipEntry(0))

    back = at("4cat↑↑\b↓", WESPA_BY, on)

    assert back.slip.notice == wording.TABLE_FIRST


def test_backspace_leads_from_the_words_to_the_numbers():
    assert at("12\n7\n\b\b\b\b").slip.table == "1"


def test_held_backspace_empties_one_field_and_no_more():
    from kiosk.station.events import BackspacePressed

    state = at("12\n7\ncat")
    for _ in range(9):
        state, _ = step(state, BackspacePressed(repeated=True), 1000, BY)

    assert (state.slip.table, state.slip.number, state.slip.lines) == ("12", "7", ("",))


# ---- checking and ruling -----------------------------------------------------------------------------------


def test_tab_rules_on_what_stands_on_the_page():
    state, made = after(ON, "12\n7\ncat zz\n\t", BY)

    *_, order = made
    assert isinstance(state, RulingSlip)
    assert (order.words, order.table, order.slip, order.by) == (("CAT", "ZZ"), 12, 7, "AB")
    assert (order.method, order.book, order.after) == ("word_judge_computer", None, None)


@pytest.mark.parametrize("keys", ["cat\n\n", "cat\ns\t", "cat\n \t", "cat\n\t\b", "cat\n②\t\b"])
def test_nothing_else_rules_and_a_key_too_many_keeps_tab_from_it(keys):
    made = [order for order in orders(keys) if isinstance(order, RuleSlip)]

    assert [order.words for order in made] == ([("CAT",)] if keys[4] in "\t②" else [])


def test_after_a_key_too_many_enter_says_twice_that_these_are_all_the_words():
    assert isinstance(at("cat\ns\n\n\t"), RulingSlip)
    assert at("cat\ns\t").notice == wording.ALL_THE_WORDS


@pytest.mark.parametrize("keys", ["cat\ndog\n\t", "cat\ndog\nrat\n\t", "cat\n s\n\t"])
def test_the_enter_that_ends_a_word_too_many_does_not_say_that_these_are_all(keys):
    state = at(keys)

    assert isinstance(state, CheckingSlip)
    assert at(keys.removesuffix("\t")).notice == wording.ENTER_AGAIN


def test_backspace_on_the_check_page_leads_back_to_the_words():
    assert at("cat\n\bs\n").slip.words == ("CATS",)


def test_a_method_that_needs_the_other_players_word_asks_for_it_before_tab():
    device = OnSlip(shift(WESPA_BY, way=2), SlipEntry(0))
    asked = at("cat\n\t", WESPA_BY, device)

    assert asked.notice == wording.AGREED_FIRST
    assert "3.11.2(c)(v)" in spell_page(desk_page(asked, 0, WESPA_BY, bench.CONTEXT).page)
    assert isinstance(at("cat\n \t", WESPA_BY, device), RulingSlip)
    assert at("cat\n  \t", WESPA_BY, device).notice == wording.AGREED_FIRST


def test_in_print_the_judge_says_what_print_says():
    book = OnSlip(shift(BY, way=1), SlipEntry(0))

    assert at("cat\n\t", state=book).notice == wording.ANSWER_FIRST
    *_, order = orders("cat\n12\t", state=book)
    assert (order.method, order.book, order.completes) == ("word_judge_book", Verdict.UNACCEPTABLE, False)


@pytest.mark.parametrize("rules_id", [NSA, WESPA, NASPA])
def test_the_check_page_turns_the_screen_away_with_the_rulebooks_clause(rules_id):
    by = setting(rules_id)
    state = CheckingSlip(shift(by), SlipEntry(0, lines=("CAT",)), 0)

    shown = spell_page(desk_page(state, 0, by, bench.CONTEXT).page)

    assert f"Screen away from the players ({by.divisions[0].rules.clause('verdict.secrecy')})" in shown


# ---- after the ruling --------------------------------------------------------------------------------------


def test_a_mark_shows_one_verdict_and_its_number_for_the_slip():
    ruling = RulingSlip(CheckingSlip(shift(BY), SlipEntry(0, lines=("CAT", "ZZ")), 0))

    state, _ = step(ruling, SlipRuled(RULING, KEY), 1000, BY)
    page = desk_page(state, 1000, BY, bench.CONTEXT)

    assert isinstance(state, Marked)
    assert (state.shift.rulings, state.shift.last) == (1, RULING)
    assert page.mark is Verdict.UNACCEPTABLE
    assert "Ruling B-147" in spell_page(page.page)


def test_a_ruling_that_nobody_asked_for_is_not_shown():
    assert step(ON, SlipRuled(RULING, KEY), 1000, BY) == (ON, ())


def test_enter_after_the_mark_closes_it_on_record_and_begins_the_next_slip():
    marked = Marked(shift(BY), SlipEntry(0, "12"), RULING, 400)

    state, made = after(marked, "\n", BY)

    assert bodies(made) == [ClosedBody(RULING.seq, RULING.number, "enter", 600)]
    assert step(state, RecordWritten(), 1000, BY)[0].slip.untouched
    assert at("x\t ", state=marked).hint


def test_a_referral_names_the_book_and_takes_its_answer():
    ruling = RulingSlip(CheckingSlip(shift(BY), SlipEntry(0, lines=("CHARACTERIZE",)), 0))
    looking, _ = step(ruling, SlipRuled(REFERRAL, KEY), 1000, BY)

    shown = spell_page(desk_page(looking, 1000, BY, bench.CONTEXT).page)
    state, made = after(looking, "\t1\t", BY)

    assert "LOOK IN: Merriam-Webster's Collegiate Dictionary" in shown
    assert "every word of 10 or more letters" in shown
    assert isinstance(state, RulingSlip)
    [order] = made
    assert (order.method, order.book, order.completes, order.after) == (
        "word_judge_book",
        Verdict.ACCEPTABLE,
        True,
        KEY,
    )


def test_a_referral_may_wait_for_its_answer():
    looking = LookingInPrint(shift(BY), SlipEntry(0), earlier(BY), 0, "word_judge_book", REFERRAL)

    state, made = after(looking, "\x1b", BY)

    assert [type(body) for body in bodies(made)] == [ClosedBody]
    assert isinstance(state.after, OnSlip)
    assert isinstance(at("\x1b", state=replace(looking, ruling=None)), OnSlip)


def test_where_print_has_several_methods_the_judge_says_which():
    looking = LookingInPrint(shift(WESPA_BY, 2), SlipEntry(0), earlier(WESPA_BY), 0, None)

    assert at("9", WESPA_BY, looking).notice == wording.HOW_FIRST
    [order] = orders("21\t", WESPA_BY, looking)
    assert (order.method, order.book) == ("self_runner", Verdict.ACCEPTABLE)


# ---- beside the slips --------------------------------------------------------------------------------------


def test_a_typed_slip_is_cleared_by_choice_and_on_record():
    state, made = after(ON, "12cat d\x1b2", BY)

    assert bodies(made) == [ClearedBody(BY.divisions[0].id, ("CAT", "D"), None)]
    assert state.back.slip.lines == ("CAT", "D")
    assert at("12\x1b2").slip.untouched


def test_a_typed_slip_keeps_the_shift_from_ending_and_a_second_opinion_from_beginning():
    menu = at("cat\x1b")

    assert DeskChoice.END not in menu.choices()
    assert at("cat③").slip.notice == wording.SLIP_FIRST


def test_the_method_changes_with_one_key_and_the_slip_stays():
    state = at("12\n7\ncat②2")

    assert (state.shift.way, state.slip.lines) == (Way("word_judge_book", in_print=True), ("CAT",))
    assert orders("12cat②2") == []


def test_the_docket_of_the_last_ruling_is_shown_on_demand():
    on = OnSlip(shift(BY, last=RULING), SlipEntry(0))

    page = desk_page(at("④", state=on), 0, BY, bench.CONTEXT)

    assert sum(line.count("✗") + line.count("✓") for line in page.docket) == 1
    assert at("④\n", state=on) == on
    assert at("④").slip.notice == wording.NO_LAST


def test_a_shift_ends_by_a_second_word_and_on_record():
    state, made = after(OnSlip(shift(BY, rulings=50), SlipEntry(0)), "\x1b4\n", BY)

    assert bodies(made) == [ShiftEndedBody("AB", 50)]
    over, _ = step(state, RecordWritten(), 0, BY)
    assert over == OffDuty("AB", 50)
    assert after(over, "\x1b", BY) == (DeskLeft(), [LeaveDesk()])
    assert at("\n", state=over) == NamingJudge()


def test_a_desk_left_alone_hides_its_words_and_the_shift_stays():
    checking = at("cat\n")
    hidden, _ = step(checking, TimedOut(), 0, BY)

    shown = spell_page(desk_page(hidden, 0, BY, bench.CONTEXT).page)

    assert "CAT" not in shown
    assert step(hidden, TabPressed(), 0, BY) == (checking, ())
    assert ON.untouched_ms() is None


def test_what_was_half_typed_before_a_shift_is_forgotten():
    for state in (NamingJudge("A"), AtDeskDoor("AB", "pass"), PickingWay("AB", 0)):
        assert step(state, TimedOut(), 0, BY) == (NamingJudge(), ())


def test_what_could_not_be_recorded_did_not_happen_and_nothing_typed_is_lost():
    checking = at("12cat\n")
    ruling = at("\t", state=checking)

    failed, _ = step(ruling, NotSaved("Disk full."), 0, BY)

    shown = desk_page(failed, 0, BY, bench.CONTEXT)
    assert (shown.mark, shown.page.headline) == (None, "NOT RECORDED")
    assert "Nothing was ruled." in shown.page.says
    assert at("\n", state=failed) == checking


def test_where_nobody_knows_whether_it_landed_the_page_does_not_say_that_nothing_was_ruled():
    failed, _ = step(at("cat\n\t"), NotSaved("Look with “kiosk log list”.", doubtful=True), 0, BY)

    assert "Nothing was ruled." not in spell_page(desk_page(failed, 0, BY, bench.CONTEXT).page)


def test_a_shift_that_could_not_be_recorded_does_not_begin():
    begun = at("AB\n1", state=NamingJudge())

    failed, _ = step(begun, NotSaved("Disk full."), 0, BY)

    assert at("\n", state=failed) == PickingWay("AB", 0)


def test_asked_to_end_the_desk_records_what_stands_on_it_and_the_end_of_the_shift():
    typed, made = step(at("12cat"), StopAsked(), 0, BY)
    marked = Marked(shift(BY), SlipEntry(0), RULING, 0)

    assert typed == DeskLeft()
    assert [type(body) for body in bodies(made)] == [ClearedBody, ShiftEndedBody]
    assert [type(body) for body in bodies(step(Hidden(marked), StopAsked(), 0, BY)[1])] == [
        ClosedBody,
        ShiftEndedBody,
    ]
    assert made[-1] == LeaveDesk()


def test_a_window_that_is_closed_ends_no_shift_by_itself():
    assert step(ON, LeaveAsked(), 0, BY) == (DeskMenu(ON), ())
    assert step(NamingJudge(), LeaveAsked(), 0, BY) == (DeskLeft(), (LeaveDesk(),))
