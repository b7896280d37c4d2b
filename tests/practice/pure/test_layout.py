"""Laying a word: whatever comes out is a legal play, and makes exactly the words it shows."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.practice.board import MOST_WORDS, FragmentTable, Wanted, faults, score_of, standing_words, words_of
from kiosk.practice.search import WordSearch
from tests.support.practice import free_words

FREE = free_words()
WORDS = st.integers(0, len(FREE) - 1).map(list(FREE).__getitem__)


def table(seed, words=FREE, showable=lambda word: True):
    return FragmentTable(words, Random(seed), showable)


TABLE = table(0)


@given(word=WORDS, words=st.integers(1, 5), seed=st.integers())
def test_every_fragment_is_legal_and_its_words_are_exactly_those_it_shows(word, words, seed):
    TABLE._chance.seed(seed)

    fragment = TABLE.lay(Wanted(word, words=words))

    if fragment is None:  # three Zs and the like
        return
    assert faults(fragment) == ()
    assert word in words_of(fragment)
    assert len(words_of(fragment)) <= MOST_WORDS
    assert all(each in FREE for each in words_of(fragment))
    assert 2 <= score_of(fragment) <= 130
    # What stood there before is good too, but for the first letters of a word too long for a rack.
    stood = [each for each in standing_words(fragment) if not word.startswith(each)]
    assert all(each in FREE for each in stood)


@given(seed=st.integers())
def test_a_word_asked_for_across_is_made_by_the_play(seed):
    TABLE._chance.seed(seed)

    fragment = TABLE.lay(Wanted("CRATES", "FOGGERS", words=3))

    assert fragment is not None
    assert set(words_of(fragment)) >= {"CRATES", "FOGGERS"}
    assert "FOGGER" in standing_words(fragment)


def test_plays_of_one_to_five_words_all_come_about():
    laid = table(1)
    made = {
        len(words_of(fragment))
        for count in range(300)
        if (fragment := laid.lay(Wanted("RETINAS", words=1 + count % 5))) is not None
    }

    assert made == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("word", ["AB", "RELATIONS", "CONVERSATIONALS"])
def test_words_of_any_length_can_be_laid_even_where_the_list_has_nothing_else(word):
    fragment = table(1, WordSearch([word])).lay(Wanted(word))

    assert fragment is not None
    assert words_of(fragment) == (word,)
    assert faults(fragment) == ()


def test_a_word_with_more_of_a_letter_than_there_are_tiles_is_not_laid():
    assert table(1).lay(Wanted("ZZZZ")) is None


def test_a_word_that_may_not_be_shown_stands_on_no_board():
    shown = set()
    laid = table(1, showable=lambda word: "E" not in word or word == "STONE")
    for _ in range(150):
        fragment = laid.lay(Wanted("STONE", words=3))
        assert fragment is not None
        shown |= {*words_of(fragment), *standing_words(fragment)} - {"STONE"}

    assert shown
    assert not [word for word in shown if "E" in word and word not in "STONE"]
