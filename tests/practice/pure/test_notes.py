"""What is said of a word afterwards."""

import pytest

from kiosk.practice.phoneys import Family
from kiosk.practice.search import Hooks, WordSearch
from kiosk.practice.wording import cost_line, family_name, how_made, list_is_gone, notes_on, too_few_words
from tests.support.practice import bad, good, stake

WORDS = WordSearch(["CAT", "CATS", "SCAT", "ACT", "CHAT", "COAT", "CART", "CATE"])


def all_may_be_shown(word):
    return True


def said(asked, hidden=()):
    return notes_on(asked, WORDS, {"CAT": "a pet"}.get, lambda word: word not in hidden)


def test_a_good_word_comes_with_definition_hooks_and_anagrams():
    notes = said(good("CAT"))

    assert (notes.definition, notes.hooks, notes.anagrams) == ("a pet", Hooks("S", "ES"), ("ACT",))
    assert (notes.made, notes.near) == ("", ())


def test_a_phoney_ends_on_the_good_words_near_it():
    notes = said(bad("CHAYT", base="CHAT"))

    assert notes.made == "CHAYT is CHAT with one letter changed."
    assert notes.near == ("CHAT",)
    assert (notes.hooks, notes.definition) == (Hooks("", ""), None)


def test_nothing_that_may_not_be_shown_is_said():
    notes = said(good("CAT"), hidden={"ACT", "CATS"})

    assert (notes.anagrams, notes.hooks) == ((), Hooks("S", "E"))
    assert said(bad("CHAYT", base="CHAT"), hidden={"CHAT"}).near == ()


@pytest.mark.parametrize("family", Family)
def test_every_family_says_how_its_phoney_was_made(family):
    asked = bad("XCAT", family, "CAT")

    line = how_made(asked, WORDS, all_may_be_shown)

    assert line.startswith("XCAT ")
    assert line.endswith(".")
    assert family_name(family)


def test_a_false_hook_says_which_letters_are_good_there():
    assert (
        how_made(bad("XCAT", "hook", "CAT"), WORDS, all_may_be_shown)
        == "XCAT puts X before CAT; it takes S there."
    )
    assert (
        how_made(bad("CATX", "hook", "CAT"), WORDS, all_may_be_shown)
        == "CATX puts X after CAT; it takes E, S there."
    )
    assert how_made(bad("ACTX", "hook", "ACT"), WORDS, all_may_be_shown) == "ACTX puts X after ACT."


def test_a_false_hook_names_no_letter_that_makes_a_word_never_shown():
    notes = said(bad("CATX", "hook", "CAT"), hidden={"CATS"})

    assert notes.made == "CATX puts X after CAT; it takes E there."


def test_a_word_a_player_brought_in_is_said_to_be_missing():
    assert how_made(bad("QI", ""), WORDS, all_may_be_shown) == "QI is not in this list."
    assert family_name("") == "Other words"


@pytest.mark.parametrize(
    ("held", "line"),
    [
        (stake("none"), "A failed challenge costs nothing."),
        (stake("five_per_word"), "A failed challenge costs 5 points for each word challenged."),
        (stake("ten_per_turn"), "A failed challenge costs 10 points."),
        (stake("lose_turn", 25), "A failed challenge costs your turn, worth about 25 points."),
        (stake("dingle"), "A failed challenge costs nothing."),
        (stake("dingle", 35, 1), "A failed challenge costs your turn, worth about 35 points."),
    ],
)
def test_what_a_failed_challenge_costs_is_one_line(held, line):
    assert cost_line(held, 2) == line


def test_what_cannot_be_asked_is_said_and_nothing_if_all_can():
    assert too_few_words((Family.HOOK, Family.PREFIX)) == (
        "This list has too few words for: false hooks, false prefixes. The rest is asked."
    )
    assert too_few_words(()) == list_is_gone(0) == ""
    assert list_is_gone(1).startswith("1 card belongs to a list")
    assert list_is_gone(7).startswith("7 cards belong to a list")
