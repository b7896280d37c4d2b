"""Letters that are none of the game's: refused with the key to press, or taken by the place of their key."""

import pytest

from kiosk.base.page import spell_page
from kiosk.station.entry import begin
from kiosk.station.events import BackspacePressed, SpacePressed, Typed
from kiosk.station.machine import page, step
from kiosk.station.wording import BY_POSITION
from tests.support import stage
from tests.support.stage import procedure


def after(*events):
    state = begin(1, 0, 0)
    for event in events:
        state, _ = step(state, event, 100, procedure())
    return state


def said(state):
    return spell_page(page(state, 100, procedure(), stage.CONTEXT))


def by_place(text, letter):
    return Typed(text, us_letter=letter)


def test_a_key_of_another_script_types_the_letter_of_its_place_and_the_page_says_so():
    state = after(by_place("с", "C"), by_place("ф", "A"), by_place("е", "T"))

    assert state.lines == ("CAT",)
    assert BY_POSITION in said(state)


def test_the_page_says_it_as_long_as_the_last_letter_was_taken_so():
    russian = by_place("ф", "A")

    assert BY_POSITION not in said(after())
    assert BY_POSITION in said(after(russian, BackspacePressed()))
    assert BY_POSITION not in said(after(russian, Typed("a")))
    assert BY_POSITION in said(after(Typed("a"), russian))


def test_it_stands_beside_what_the_rule_set_reminds_of_and_gives_way_to_a_notice():
    wespa = procedure("wespa-5.1")
    reminder = wespa.divisions[0].rules.prompts.only_declared
    state, _ = step(begin(2, 0, 0, fixed=True), by_place("ф", "A"), 100, wespa)

    assert page(state, 100, wespa, stage.CONTEXT).lines[:2] == (BY_POSITION, reminder)

    refused, _ = step(state, SpacePressed(), 100, wespa)
    assert (refused.notice != "", page(refused, 100, wespa, stage.CONTEXT).lines) == (True, ())


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("é", "Only A to Z are taken: for É press E"),
        ("ñ", "Only A to Z are taken: for Ñ press N"),
        ("ı", "Only A to Z are taken: for I press İ"),
        ("İ", "Only A to Z are taken: for İ press I"),
        ("ß", "Only A to Z are taken"),
        ("х", "There is no letter A to Z on this key"),
        ("-", "Only letters are taken; for a blank, type its letter"),
        ("", "Only letters are taken; for a blank, type its letter"),
    ],
)
def test_no_letter_is_silently_taken_for_another(text, notice):
    state = after(Typed("c"), Typed(text))

    assert (state.lines, state.notice) == (("C",), notice)


def test_a_passcode_is_what_the_keys_write_and_neither_it_nor_the_place_is_ever_printed():
    typed = by_place("ф", "A")

    assert (typed.text, typed.letter, typed.by_position) == ("ф", "A", True)
    assert "ф" not in repr(typed)
    assert "'A'" not in repr(typed)
