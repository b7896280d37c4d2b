"""The printable station card."""

import re
from dataclasses import replace

import pytest

from kiosk.base.printable import printable_lines
from kiosk.paper.cards import (
    InUse,
    Subject,
    card_sheet,
    failed_challenge_costs,
    name_person,
    step_groups,
    write_speech,
)
from kiosk.paper.text import as_text
from kiosk.rules.choices import AppliedTo, MethodId, PenaltyScope, Person
from kiosk.rules.penalties import penalty, penalty_under
from kiosk.rules.points import CardStep
from kiosk.rules.ruleset import RuleSet
from tests.support.cards import (
    FULL,
    IDS,
    KEPT,
    every_card,
    penalties,
    shipped,
    subject,
    text_of,
    timed,
    whole,
)

IN_USE = InUse("Open", ("NWL2023",), "K7QWRM")
STATIONS = tuple(id for id in IDS if id != "nsa-1998")


def text(of: Subject) -> str:
    return text_of(card_sheet((of,)))


def steps(of: Subject) -> list[tuple[str, str]]:
    return [(step.who, step.text) for group in step_groups(of) for step in group.steps]


def with_method(rules: RuleSet, **changes: Person) -> RuleSet:
    changed = replace(rules.method(MethodId.SELF_STATION), **changes)
    table = tuple(changed if one.id == changed.id else one for one in rules.method_table)
    return replace(rules, method_table=table)


# ---- whole -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_a_card_is_the_one_that_was_looked_at(id: str) -> None:
    """Written anew by `python -m tests.support.cards`; then look at it."""
    assert whole(id) == (KEPT / f"{id}.txt").read_text(encoding="utf-8")


def test_what_each_penalty_costs_is_said_as_it_was_read_against_the_rulebooks() -> None:
    assert penalties() == (KEPT / "penalties.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("id", IDS)
def test_a_card_holds_every_line_of_its_rulebook_and_its_clause(id: str) -> None:
    rules = shipped(id)
    card_text = rules.card

    read = text(subject(rules))

    listed = (*card_text.steps, *card_text.station_steps, *card_text.back_steps)
    for step in (*listed, *card_text.not_settled, *card_text.judge_checks):
        assert step.text in read
        assert step.clause in read
    for key in ("in_time", "drawn_tiles", "blank", "stopped_clock", "board_control", "devices", "briefing"):
        assert getattr(card_text, key) in read
    assert rules.penalty.success in read
    assert rules.verdict.secrecy in read


def test_several_cards_are_one_sheet_of_two_leaves_each() -> None:
    sheet = card_sheet((subject(shipped("naspa-2016")), subject(shipped("wespa-5.1"))))

    assert len(sheet.blocks) == 4
    assert sheet.title == "Challenge card · NASPA 2016, WESPA 5.1"


def test_what_a_rule_set_says_cannot_act_on_a_terminal() -> None:
    rules = shipped("naspa-2016")
    evil = CardStep("\x1b[2JBoth", "\u202eTAC\r\nB-1  ACCEPTABLE", "1")
    told = replace(rules, card=replace(rules.card, steps=(evil,), not_settled=(evil,), judge_checks=(evil,)))

    card = as_text(card_sheet((Subject(told, penalty("lose_turn"), in_use=replace(FULL, event="\x07")),)))

    assert printable_lines(card) == card
    assert "\\x1b[2JBoth" in card


def test_a_group_of_notes_without_any_has_no_heading() -> None:
    one = subject(shipped("wespa-5.1"))
    before = "clock_watch stopped_clock board_control tiles drawing courtesy_draw blank out_play"
    silent = dict.fromkeys(before.split(), "")
    card, challenge = replace(one.rules.card, **silent), replace(one.rules.challenge, binding=())

    read = text(replace(one, rules=replace(one.rules, card=card, challenge=challenge)))

    assert "Before the verdict" not in read
    assert "After the verdict" in read


def test_an_empty_line_is_left_out() -> None:
    read = text(subject(shipped("nsa-1998")))

    assert "Special needs" not in read
    assert "Timer stopped" not in read


def test_a_rule_set_may_leave_out_whole_lists() -> None:
    rules = shipped("naspa-2016")
    bare = replace(rules.card, in_time="", not_settled=(), judge_checks=(), station_steps=())

    read = text(subject(replace(rules, card=bare)))

    assert "In time" not in read
    assert "Not settled here" not in read
    assert "For the Word Judge" not in read
    assert "Press how many words" in read


@pytest.mark.parametrize("id", IDS)
def test_a_draft_says_so_plainly(id: str) -> None:
    assert text(subject(shipped(id))).count("DRAFT") == (2 if id == "naspa-2013-draft" else 0) + (
        id == "naspa-2013-draft"  # the name of its source
    )


# ---- steps -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", STATIONS)
def test_at_the_station_the_first_step_is_what_the_screen_asks_first(id: str) -> None:
    alone, several = subject(shipped(id)), replace(subject(shipped(id)), in_use=FULL)

    assert step_groups(alone)[1].steps[0].text == "Press how many words."
    assert step_groups(alone)[1].steps[0].keys == tuple("12345678")
    assert [step.keys for step in step_groups(several)[1].steps[:2]] == [("8",), tuple("12345678")]


def test_a_table_number_is_typed_after_the_words_and_only_where_it_is_asked_for() -> None:
    rules = shipped("naspa-2016")

    asked = [told for _, told in steps(replace(subject(rules), in_use=FULL))]
    unasked = [told for _, told in steps(replace(subject(rules), in_use=IN_USE))]

    assert asked.index("Type the table number.") == asked.index(rules.card.station_steps[0].text) + 1
    assert "Type the table number." not in unasked


@pytest.mark.parametrize("id", STATIONS)
def test_one_person_has_one_name(id: str) -> None:
    names = {who for who, _ in steps(subject(shipped(id)))}

    assert names <= {"Challenger", "Challenged player", "Both", "Either", ""}
    assert ("Challenged player", "Press TAB.") in steps(subject(shipped(id)))


@pytest.mark.parametrize(
    ("field", "told"),
    [("typed_by", "Type all"), ("verified_by", "Check every letter"), ("pressed_by", "Press TAB")],
)
def test_a_rule_set_that_changes_who_acts_changes_the_card(field: str, told: str) -> None:
    rules = with_method(shipped("naspa-2016"), **{field: Person.DIRECTOR})

    assert next(who for who, step in steps(subject(rules)) if step.startswith(told)) == "Director"


def test_everybody_who_may_act_has_a_name() -> None:
    names = [name_person(shipped("wespa-5.1"), person) for person in Person]

    assert names == [
        "Challenger",
        "Challenged player",
        "Both",
        "External Adjudicator",
        "Tournament Director",
        "",
    ]


@pytest.mark.parametrize("id", STATIONS[:-1])
def test_nobody_in_particular_marks_the_slip(id: str) -> None:
    assert ("", "The result is marked on the slip.") in steps(subject(shipped(id)))


def test_where_a_word_judge_rules_nothing_is_said_of_a_station_or_its_keys() -> None:
    read = text(subject(shipped("nsa-1998")))

    assert not re.search(r"\bTAB\b", read)
    assert "Press" not in read
    assert "station" not in read
    assert "The Word Judge" in read
    unsettled = [step.who for step in shipped("nsa-1998").card.not_settled]
    assert not {"Ten or more letters", "Second opinion"} & set(unsettled)  # the Word Judge settles these


# ---- the list in use ---------------------------------------------------------------------------------------


def test_a_card_of_a_set_up_names_the_list_in_use_and_the_one_of_the_rulebook() -> None:
    read = text(replace(subject(shipped("naspa-2016")), in_use=IN_USE))

    assert (
        "NWL2023 in use here. The rulebook names Official Tournament & Club Word List, 2016 Edition." in read
    )
    assert "Set-up code K7QWRM" in read


@pytest.mark.parametrize("id", IDS)
def test_only_where_the_rulebook_says_so_may_a_later_edition_judge(id: str) -> None:
    read = text(subject(shipped(id)))

    assert "later edition" not in read
    assert ("or what WESPA has since put in its place" in read) is (id == "wespa-5.1")


@pytest.mark.parametrize("id", IDS)
def test_both_players_answer_for_the_list_where_the_rulebook_says_so(id: str) -> None:
    read = text(replace(subject(shipped(id)), in_use=IN_USE))

    assert ("Both players answer for the word source" in read) is (id == "wespa-5.1")


def test_a_list_that_is_not_official_is_told_of_at_the_head() -> None:
    warned = text(replace(subject(shipped("naspa-2016")), in_use=FULL))

    assert "is not a list this program recognises" in warned.split("In time")[0]


def test_a_school_division_has_the_schools_list() -> None:
    school = replace(IN_USE, school=True)

    assert "(OSPD5)" in text(replace(subject(shipped("naspa-2016")), in_use=school))


def test_long_words_have_their_own_reference_but_not_abroad() -> None:
    rules = shipped("naspa-2013")

    assert "Words of 10 or more letters that are not in it: Long List." in text(subject(rules))
    assert "not in it" not in text(subject(rules, "lose_turn", international=True))


# ---- what it costs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", tuple(every_card()), ids=lambda of: f"{of.rules.id} {of.penalty.id}")
def test_every_card_says_whose_turn_it_is_and_who_gains(of: Subject) -> None:
    costs = failed_challenge_costs(of.rules, of.penalty)

    assert ("loses the turn" in costs) is any(step.lose_turn for step in of.penalty.steps)
    assert ("keeps the turn" in costs) is not any(step.lose_turn for step in of.penalty.steps)
    assert ("go to the challenged player" in costs) is any(step.points for step in of.penalty.steps)
    for step in of.penalty.steps:
        assert not step.points or re.search(rf"\b{step.points}\b", costs)
    assert costs in text(of)
    assert 50 <= len(write_speech(of).split()) <= 110


def test_a_time_penalty_names_its_seconds() -> None:
    costs = failed_challenge_costs(timed(), penalty_under(timed(), "time"))

    assert costs == "60 seconds off the challenger's timer. The challenger keeps the turn."


def test_points_may_come_off_the_challenger_over_an_event() -> None:
    rules = shipped("wespa-5.1")
    rule = replace(
        rules.penalty,
        applied_to=AppliedTo.CHALLENGER_LOSS,
        scope=PenaltyScope.EVENT,
        ladder=(1, 0, *range(2, 10)),
    )
    own = replace(rules, penalty=rule)

    costs = failed_challenge_costs(own, penalty_under(own, "ladder"))

    assert costs.startswith("First failed challenge by a player in the event: 1 point. Second: no penalty.")
    assert "Number 9: 8. Every further one: 9. The points come off the challenger's score." in costs


def test_a_penalty_that_is_not_standard_is_marked_so() -> None:
    rules = shipped("wespa-5.1")

    assert "non-rateable" in text(subject(rules, "dingle"))
    assert "non-rateable" not in text(subject(rules, "lose_turn"))


def test_a_penalty_the_rulebook_does_not_name_has_no_clause_and_is_said_all_the_same() -> None:
    assert "10 points go to the challenged player." in text(subject(shipped("nsa-1998"), "ten_per_turn"))


# ---- the back ----------------------------------------------------------------------------------------------


def test_looking_words_up_one_by_one_is_an_offence_only_where_the_rulebook_has_it() -> None:
    assert "Looked up one by one" in text(subject(shipped("naspa-2016")))
    assert "Looked up one by one" not in text(subject(shipped("wespa-5.1")))


@pytest.mark.parametrize("id", IDS)
def test_compensation_stands_where_a_rulebook_grants_it(id: str) -> None:
    read = text(subject(shipped(id)))

    assert ("the points of the play and 25 more, on the spread." in read) is id.startswith("naspa")


@pytest.mark.parametrize(
    ("id", "clauses"), [("naspa-2016", "eh"), ("naspa-2013", "eh"), ("naspa-2013-draft", "eh")]
)
def test_the_judges_list_has_the_reference_and_no_research_at_the_boards(id: str, clauses: str) -> None:
    found = {check.clause for check in shipped(id).card.judge_checks}

    assert {f"IV.K.3.{letter}" for letter in clauses} <= found


def test_an_international_division_has_its_own_penalty_restart_and_list() -> None:
    rules = shipped("naspa-2016")

    usual = text(subject(rules))
    abroad = text(subject(rules, "five_per_word", international=True))

    assert "5 points for each word challenged go to the challenged player." in abroad
    assert "as soon as the opponent has reracked all tiles" in abroad
    assert "restarts the challenger's clock" in abroad
    assert "CSW2015" in abroad
    assert "VI.B.3" in abroad
    assert "as soon as the opponent has reracked all tiles" not in usual
    assert "2016 Edition" in usual


def test_the_cards_of_two_rulebooks_differ_where_the_rulebooks_do() -> None:
    naspa, wespa = text(subject(shipped("naspa-2016"))), text(subject(shipped("wespa-5.1")))

    assert "The result is marked on the slip." in naspa
    assert "marked on the slip" not in wespa
    assert "No tiles are drawn while an adjudication is awaited." in wespa
    assert "The challenged player keeps control of the board" in wespa
    assert "Any onlooker who sees it running" in naspa
    assert "verifies that the bag is empty" in naspa
