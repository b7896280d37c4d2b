"""A page as it is read aloud: order, spelling, and what of it is news."""

from dataclasses import replace

import pytest

from kiosk.base.page import (
    NEWS,
    Call,
    Countdown,
    DivisionBand,
    Key,
    Layout,
    Page,
    PartKind,
    Tone,
    WordLine,
    news,
    parts,
    spell_page,
)
from kiosk.station.machine import page
from tests.support import stage
from tests.support.stage import procedure

FULL = Page(
    Layout.ENTRY,
    call=Call("CHALLENGER", "type", "TAB"),
    then=Call("CHALLENGED", "press", "TAB", "hands off", ready=False),
    caps=("1", "2"),
    headline="HEADLINE",
    says=("It says",),
    lines=("Line",),
    words=(WordLine(1, "CAT", current=True), WordLine(2, "")),
    keys=(Key("ESC", "stop"),),
    notice="Notice",
    countdown=Countdown("Cleared in 9 s", 0.45),
    number="B-1",
    remark="write it down",
    typed="12",
    masked=3,
    list_name="NWL23",
    band=DivisionBand("blue", "O", "Open"),
    letter="A",
    place=("Spring Open",),
    banners=("DEMONSTRATION",),
    footer=("Station A", "NWL23", "14:32"),
)
TYPING = Page(Layout.ENTRY, call=Call("CHALLENGER", "type"), words=(WordLine(1, "CA"), WordLine(2, "")))
VERDICT = Page(
    Layout.VERDICT, Tone.ACCEPTABLE, headline="ACCEPTABLE", words=(WordLine(1, "CAT"),), lines=("It stands",)
)


def with_words(*words, on=TYPING, **how):
    return replace(on, words=tuple(WordLine(place, word) for place, word in enumerate(words, 1)), **how)


def said(drawn, kind):
    return [part.said for part in parts(drawn) if part.kind is kind]


# ---- parts -------------------------------------------------------------------------------------------------


def test_every_kind_of_part_is_read_in_its_order():
    kinds = [part.kind for part in parts(FULL)]

    assert list(dict.fromkeys(kinds)) == list(PartKind)
    assert kinds == sorted(kinds, key=list(PartKind).index)


def test_what_is_not_there_is_not_read():
    assert parts(Page(Layout.IDLE)) == ()
    assert spell_page(Page(Layout.IDLE)) == ""


def test_the_verdict_comes_before_banners_words_and_everything_else():
    drawn = replace(VERDICT, banners=("DEMONSTRATION",), list_name="NWL23")

    assert spell_page(drawn).splitlines() == ["ACCEPTABLE", "It stands", "CAT", "DEMONSTRATION", "NWL23"]


def test_words_are_spelled_with_their_number_and_how_many_letters_they_have():
    assert said(FULL, PartKind.WORD) == ["1, C A T, 3 letters", "2, empty"]
    assert [part.text for part in parts(FULL) if part.kind is PartKind.WORD] == ["1 CAT 3 letters", "2"]


def test_a_countdown_is_read_with_the_key_that_gives_more_time():
    drawn = replace(TYPING, countdown=Countdown("Cleared in 9 s", 0.5, Key("← →", "more time")))

    assert said(drawn, PartKind.COUNTDOWN) == ["Cleared in 9 s", "← →: more time"]


def test_who_has_a_role_is_read_with_it():
    drawn = replace(TYPING, call=Call("CHALLENGED", "press", "TAB", aside="made the play"))

    assert said(drawn, PartKind.CALL) == ["CHALLENGED (made the play): press TAB"]


def test_on_the_verdict_a_word_is_spelled_and_no_more():
    assert said(VERDICT, PartKind.WORD) == ["C A T"]


def test_the_name_of_the_list_is_read_once():
    assert [part.said for part in parts(FULL)].count("NWL23") == 1
    assert said(replace(FULL, list_name=""), PartKind.FOOT) == ["Station A", "NWL23", "14:32"]


@pytest.mark.parametrize("name", list(stage.states(procedure())))
def test_only_words_are_said_in_another_way_than_they_are_written(name):
    drawn = page(stage.states(procedure())[name], 0, procedure(), stage.CONTEXT)

    assert all(part.said == part.text for part in parts(drawn) if part.kind is not PartKind.WORD)
    assert spell_page(drawn) == "\n".join(part.text for part in parts(drawn))


# ---- news --------------------------------------------------------------------------------------------------


def test_of_the_first_page_everything_that_matters_is_told():
    told = [part.said for part in parts(FULL) if part.kind in NEWS]

    assert news(None, FULL) == ". ".join(told)
    assert "14:32" not in news(None, FULL)


def test_of_another_page_too():
    assert news(TYPING, VERDICT) == "ACCEPTABLE. It stands. C A T"


def test_of_a_word_that_is_being_typed_only_the_letter_is_told():
    assert news(TYPING, with_words("CAT", "")) == "T"
    assert news(TYPING, with_words("CA", "D")) == "D"
    assert news(replace(TYPING, notice="Only letters"), with_words("CAT", "")) == "T"


def test_a_letter_rubbed_out_tells_the_word_that_is_left():
    assert news(TYPING, with_words("C", "")) == "1, C, 1 letter"
    assert news(TYPING, with_words("CA")) == "C A, 2 letters"  # the only word has no number
    assert news(TYPING, with_words("CA", "", "")) == "3, empty"


def test_a_notice_is_told_and_nothing_that_was_there_before():
    assert news(TYPING, replace(TYPING, notice="Too long")) == "Too long"
    assert news(TYPING, with_words("CAT", "", notice="Last letter")) == "1, C A T, 3 letters. Last letter"


def test_what_stands_on_every_page_is_not_told_nor_that_something_went():
    noticed = replace(TYPING, notice="Too long")

    assert news(noticed, TYPING) == ""
    assert news(TYPING, replace(TYPING, footer=("14:33",), banners=("DEMONSTRATION",))) == ""
    assert news(TYPING, TYPING) == ""


def test_a_countdown_is_told_when_it_begins_and_not_every_second():
    ten, nine = (replace(TYPING, countdown=Countdown(f"Cleared in {left} s", 0.5)) for left in (10, 9))

    assert news(TYPING, ten) == "Cleared in 10 s"
    assert news(ten, nine) == ""
    assert news(ten, replace(nine, notice="Too long")) == "Too long"
