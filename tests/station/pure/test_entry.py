"""Typing the challenged words: every key, at both ends of every line."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.station import entry, wording
from kiosk.station.entry import Entering
from kiosk.station.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
)
from tests.support.fakes import key

TWO = Entering(0, 0, 2, ("QI", "ZA"), current=1)


def begin(declared, fixed=False, cleared=()):
    return entry.begin(declared, 0, 0, fixed=fixed, cleared=cleared)


def typed(state, keys, now_ms=1000):
    for character in keys:
        state = state.edit(key(character), now_ms)
    return state


@pytest.mark.parametrize("text", ["q", "Q"])
def test_the_case_of_a_letter_does_not_matter(text):
    assert typed(begin(1), text).lines == ("Q",)


@pytest.mark.parametrize("text", ["é", "ß", "ı", "ſ", "Ａ", "?", "*", "-", "'", "3", "🂡", "ab", ""])
def test_nothing_but_a_single_letter_is_a_letter(text):
    after = TWO.edit(Typed(text), 1000)

    assert after == replace(TWO, since_ms=1000, notice=after.notice, missed=text.isalnum())
    assert after.notice.startswith("Only ")


def test_a_number_pressed_once_more_before_the_first_letter_was_no_word():
    assert typed(begin(2), "1").missed is False


def test_a_sixteenth_letter_is_not_taken_and_says_so():
    state = typed(begin(1), "a" * 16)

    assert (state.lines, state.notice, state.missed) == (("A" * 15,), wording.TOO_LONG, True)


def test_the_sentence_goes_with_the_next_key_that_means_something():
    assert typed(begin(1), "a" * 16 + "\b").notice == ""


@pytest.mark.parametrize("event", [SpacePressed(), EnterPressed()])
@pytest.mark.parametrize("line", ["", "A"])
def test_a_word_of_one_letter_never_leaves_its_line(event, line):
    state = replace(TWO, lines=(line, "ZA"), current=0)

    assert state.edit(event, 1000) == replace(state, since_ms=1000, notice=wording.TOO_SHORT)


def test_from_the_last_line_the_first_unfinished_one_is_found():
    state = Entering(0, 0, 3, ("QI", "", "ZA"), current=2).edit(SpacePressed(), 1000)

    assert (state.current, state.notice) == (1, wording.TOO_SHORT)


def test_tab_says_whose_key_it_is_and_does_nothing_else():
    assert TWO.edit(TabPressed(), 1000) == replace(TWO, since_ms=1000, notice=wording.FOR_ANOTHER)


def test_after_space_on_the_last_line_no_letter_is_taken_and_the_page_says_what_to_press():
    spaced = typed(TWO, " ")

    assert (spaced.lines, spaced.spaced, spaced.notice) == (TWO.lines, True, wording.LAST_WORD)
    assert typed(spaced, "dog") == replace(spaced, notice=wording.NOT_TAKEN, missed=True)
    assert typed(spaced, "dog3?é").lines == TWO.lines
    assert typed(spaced, "d ←").notice == wording.LAST_WORD


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        (" \bdog", ("QI", "ZADOG")),  # the SPACE is taken back, no letter
        (" ↓dog", ("QI", "ZA", "DOG")),
        (" ↑dog", ("QIDOG", "ZA")),
        (" dog", ("QI", "ZA")),
        (" d↓og", ("QI", "ZA", "OG")),
    ],
)
def test_backspace_or_an_arrow_lets_letters_in_again(keys, lines):
    assert typed(TWO, keys).lines == lines


def test_taking_a_space_back_is_no_edit():
    assert typed(TWO, " \b") == replace(TWO, since_ms=1000)


def test_space_is_only_the_end_of_the_last_word_where_that_is_one():
    assert not typed(Entering(0, 0, 1, ("A",)), " ").spaced
    assert not typed(Entering(0, 0, 2, ("QI", "ZA")), " ").spaced


def test_up_stops_at_the_first_line():
    assert replace(TWO, current=0).edit(UpPressed(), 1000).current == 0
    assert TWO.edit(UpPressed(), 1000).current == 0


def test_down_goes_to_the_next_line_even_if_it_is_empty():
    assert Entering(0, 0, 2, ("A", "")).edit(DownPressed(), 1000).current == 1


def test_down_on_the_last_line_adds_one():
    state = TWO.edit(DownPressed(), 1000)

    assert (state.lines, state.current, state.edits, state.declared) == (("QI", "ZA", ""), 2, 1, 2)


def test_down_adds_no_line_below_one_that_is_no_word_yet():
    state = Entering(0, 0, 1, ("A",))

    assert state.edit(DownPressed(), 1000) == replace(state, since_ms=1000, notice=wording.TOO_SHORT)


def test_down_adds_no_ninth_line():
    state = Entering(0, 0, 8, ("AA",) * 8, current=7)

    full = state.edit(DownPressed(), 1000)

    assert full == replace(state, since_ms=1000, notice=wording.TOO_MANY, spaced=True)
    assert typed(full, "zz").lines == state.lines  # no word is typed behind another


def test_one_more_word_is_offered_up_to_the_eighth():
    assert Entering(0, 0, 7, ("AA",) * 7, current=6).may_grow
    assert not Entering(0, 0, 8, ("AA",) * 8, current=7).may_grow


def test_backspace_takes_a_letter_then_the_line():
    state = typed(TWO, "\b\b")

    assert (state.lines, state.current, state.edits) == (("QI", ""), 1, 2)
    gone = typed(state, "\b")
    assert (gone.lines, gone.current, gone.edits) == (("QI",), 0, 3)


def test_backspace_takes_an_empty_line_from_the_middle_or_the_top():
    assert Entering(0, 0, 3, ("QI", "", "ZA"), current=1).edit(BackspacePressed(), 1).lines == (
        "QI",
        "ZA",
    )
    top = Entering(0, 0, 2, ("", "ZA"), current=0).edit(BackspacePressed(), 1)
    assert (top.lines, top.current) == (("ZA",), 0)


def test_a_held_backspace_empties_its_line_and_stops_there():
    state, held = TWO, BackspacePressed(repeated=True)
    for at in range(1000, 5000, 30):
        state = state.edit(held, at)

    assert (state.lines, state.current, state.edits) == (("QI", ""), 1, 2)
    assert state.since_ms == 1030  # and a book on it does not keep the entry open
    assert state.edit(BackspacePressed(), 6000).lines == ("QI",)


def test_the_only_line_stays():
    state = Entering(0, 0, 1, ("",)).edit(BackspacePressed(), 1000)

    assert (state.lines, state.edits, state.since_ms) == (("",), 0, 1000)


def test_the_arrows_to_the_sides_give_the_full_time_again():
    assert replace(TWO, notice="x").edit(MoreTimePressed(), 1000) == replace(TWO, since_ms=1000)


# ---- whether the declared words were changed (A-09) --------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "changed"),
    [
        ("qi za", False),
        ("qi zx\ba", False),  # a slip of the finger
        ("qi za↓", False),
        ("qi za↓\b", False),  # a line too many, taken back before anything was typed on it
        ("qi za↓jo", True),
        ("qi \b", True),  # one word fewer
        ("qi za\b\b\b↓jo", True),  # one taken away and another added: two again
        ("qi za↓jo↑\b\b\b", True),
        ("qi za↓↑↑\b\b\b", True),
    ],
)
def test_adding_or_taking_away_a_word_is_noticed_even_if_the_number_stays(keys, changed):
    assert typed(begin(2), keys).list_changed is changed


# ---- words that were declared at the table (WESPA 3.10.8(b)(ii)) -------------------------------------------


@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize(("keys", "lines"), [("↓↓", 3), ("↓↓↓", 4), ("\b", 1), ("↓" * 9, 8), ("↓↓\b", 2)])
def test_a_wrong_number_is_put_right_before_anything_is_typed_and_is_no_change(keys, lines, fixed):
    state = typed(begin(2, fixed), keys)

    assert (len(state.lines), state.declared, state.list_changed) == (lines, lines, False)


def test_declared_words_cannot_grow():
    state = typed(begin(1, fixed=True), "qi")

    assert typed(state, "↓") == replace(state, notice=wording.NOT_DECLARED, spaced=True)
    assert typed(state, "↓za").lines == ("QI",)
    assert not state.may_grow
    assert typed(begin(1), "qi").may_grow
    assert typed(state, " ").notice == typed(state, " ←").notice == wording.LAST_DECLARED
    assert typed(state, " za").notice == wording.NOT_DECLARED
    assert typed(state, " za").lines == ("QI",)


@pytest.mark.parametrize(
    ("stood", "now", "exchanged"),
    [
        ((), ("QI",), False),
        (("CTA",), ("CAT",), False),
        (("CAT", "DOG"), ("DOG", "CATS"), False),
        (("QI",), ("ZA",), True),
        (("CAT", "DOG"), ("CAT", "JO"), True),
        (("CAT",), ("CAT", "DOG"), True),
        (("CAT", ""), ("CAT", "DOG"), False),  # cleared before both were typed
        (("C", "DOG"), ("JO", "DOG"), False),
    ],
)
def test_exchanging_words_is_noticed_and_correcting_them_is_not(stood, now, exchanged):
    state = replace(begin(len(now), fixed=True, cleared=stood), lines=now)

    assert state.whole().list_changed is exchanged


# ---- whatever is typed -------------------------------------------------------------------------------------


@given(st.integers(1, 8), st.text("abQZ \n\t\b↑↓←é?3", max_size=80))
def test_an_entry_is_always_one_to_eight_lines_of_at_most_fifteen_letters(declared, keys):
    state = typed(begin(declared), keys)

    assert 1 <= len(state.lines) <= 8
    assert 0 <= state.current < len(state.lines)
    assert all(len(line) <= 15 and set(line) <= set("ABQZ") for line in state.lines)
    assert state.list_changed or len(state.lines) >= state.declared
    if state.is_complete:
        assert all(len(line) >= 2 for line in state.lines)
        assert state.list_changed or len(state.lines) == state.declared
