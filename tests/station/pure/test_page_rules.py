"""What a rule set says is what the screen says: each value that an own rule set changes changes a page."""

from dataclasses import fields, replace

import pytest

from kiosk.base.page import RoleFlag, spell_page
from kiosk.rules.choices import EditUntil, MethodId, Person, Slip
from kiosk.rules.ruleset import Consequence, Method, Prompts, RuleSet, Terms
from kiosk.station import wording
from kiosk.station.entry import Checking, Entering
from kiosk.station.idle import Counting
from kiosk.station.machine import page
from kiosk.station.verdict import Showing
from tests.support import stage
from tests.support.fakes import procedure
from tests.support.machine import after, type_

ONE = procedure()
TYPING = Entering(0, 0, 1, ("QI",), notice=wording.FOR_ANOTHER)
CHECKING = Checking(0, TYPING, 0)
FLAGS = {
    Person.CHALLENGER: RoleFlag.FILLED,
    Person.CHALLENGED: RoleFlag.OUTLINED,
    Person.BOTH: RoleFlag.DOUBLE,
    Person.JUDGE: RoleFlag.SQUARE,
    Person.DIRECTOR: RoleFlag.SQUARE,
}
ROLES = {
    Person.CHALLENGER: "CHALLENGER",
    Person.CHALLENGED: "CHALLENGED",
    Person.BOTH: "BOTH",
    Person.JUDGE: "WORD JUDGE",
    Person.DIRECTOR: "DIRECTOR",
    Person.NONE: "",
}


def own(**changes):
    """A station under naspa-2016 with *changes* to its rule set."""
    division = ONE.divisions[0]
    return replace(ONE, divisions=(replace(division, rules=replace(division.rules, **changes)),))


def own_method(**changes):
    rules: RuleSet = ONE.divisions[0].rules
    methods = (
        replace(one, **changes) if one.id is MethodId.SELF_STATION else one for one in rules.method_table
    )
    return own(method_table=tuple(methods))


def pages(by):
    """Every page of a station, as it is read."""
    return [spell_page(page(state, 0, by, stage.CONTEXT)) for state in stage.states(by).values()]


# ---- words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [one.name for one in fields(Prompts)])
def test_every_prompt_is_on_some_page_or_gone(name):
    rules = ONE.divisions[0].rules
    prompts = replace(rules.prompts, **{name: "xyzzy"})
    # What a rule set says to players who may not give up is read where they may not.
    challenge = replace(rules.challenge, concession="none") if name == "must_adjudicate" else rules.challenge

    assert any("xyzzy" in said for said in pages(own(prompts=prompts, challenge=challenge)))
    assert not any("xyzzy" in said for said in pages(ONE))


STAFFED = {"judge": "nsa-1998"}  # who is named where players may not look up


@pytest.mark.parametrize("name", [one.name for one in fields(Terms)])
def test_every_term_is_on_some_page(name):
    by = procedure(STAFFED.get(name, "naspa-2016"))
    rules = by.divisions[0].rules
    division = replace(by.divisions[0], rules=replace(rules, terms=replace(rules.terms, **{name: "xyzzy"})))

    assert any("xyzzy" in said.lower() for said in pages(replace(by, divisions=(division,))))


@pytest.mark.parametrize("name", ["unacceptable", "drawn_tiles", "lose_turn"])
def test_every_consequence_of_its_penalty_is_on_some_page(name):
    lines: Consequence = replace(ONE.divisions[0].rules.consequence, **{name: "xyzzy"})

    assert any("xyzzy" in said for said in pages(own(consequence=lines)))


# ---- who ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", Person)
def test_who_types_is_what_the_rule_set_says(who):
    by = own_method(typed_by=who)

    for state in (Counting(), TYPING):
        call = page(state, 0, by, stage.CONTEXT).call
        assert (call.role, call.flag) == (ROLES[who], FLAGS.get(who, RoleFlag.FILLED))


@pytest.mark.parametrize("who", Person)
def test_who_checks_is_what_the_rule_set_says(who):
    call = page(CHECKING, 0, own_method(verified_by=who), stage.CONTEXT).call

    assert (call.role, call.action) == (ROLES[who], "check every word")
    assert call.aside == ("made the play" if who is Person.CHALLENGED else "")


@pytest.mark.parametrize(
    ("who", "named"),
    [
        (Person.CHALLENGER, "the challenger"),
        (Person.CHALLENGED, "the challenged player"),
        (Person.JUDGE, "the Word Judge"),
        (Person.DIRECTOR, "the Director"),
        (Person.BOTH, "both players"),
        (Person.NONE, "nobody"),
    ],
)
def test_who_presses_is_what_the_rule_set_says(who, named):
    by = own_method(pressed_by=who)
    then = page(CHECKING, 0, by, stage.CONTEXT).then

    assert (then.role, then.action, then.cap) == (ROLES[who], "press", "TAB")
    # and the others are told so
    assert page(TYPING, 0, by, stage.CONTEXT).notice == f"TAB is for {named}"


def test_who_checks_and_who_presses_under_wespa():
    wespa = procedure("wespa-5.1")
    drawn = page(CHECKING, 0, wespa, stage.CONTEXT)

    assert (drawn.call.role, drawn.call.action) == ("CHALLENGED", "check the typing")
    assert drawn.then.role == "CHALLENGED"


# ---- how ---------------------------------------------------------------------------------------------------


def test_without_a_slip_nobody_is_told_to_write_on_it():
    ruling = stage.logged("acceptable", ("QI",), ONE.divisions[0])

    assert page(Showing(0, ruling), 0, own_method(slip=Slip.NONE), stage.CONTEXT).remark == ""
    assert page(Showing(0, ruling), 0, ONE, stage.CONTEXT).remark == "write it on the slip"


@pytest.mark.parametrize(("until", "lines"), [(EditUntil.ADJUDICATION, 2), (EditUntil.FIRST_LETTER, 1)])
def test_until_when_words_may_be_added_is_what_the_rule_set_says(until, lines):
    by = own_method(edit_until=until)

    assert len(type_(after(Counting(), by=by), "1qi↓", by).lines) == lines


def test_the_fields_that_are_tried_here_are_all_that_a_station_reads_of_its_method():
    tried = {"id", "name", "typed_by", "verified_by", "pressed_by", "slip", "edit_until"}

    assert {one.name for one in fields(Method)} - tried == {"consent"}  # of the desk
