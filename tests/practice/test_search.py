"""Searching for practice agrees with looking at every word."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.practice.search import Hooks, WordSearch
from kiosk.words.store import BUNDLED_ID, load_lexicon

FREE = WordSearch(load_lexicon(Path(), BUNDLED_ID).words())
WORDS = st.sets(st.text(alphabet="ABCE", min_size=2, max_size=5), max_size=60)
RACK = st.text(alphabet="ABCE?", max_size=5).filter(lambda rack: rack.count("?") <= 2)


def can_make(word: str, rack: str) -> bool:
    return (Counter(word) - Counter(rack.replace("?", ""))).total() <= rack.count("?")


def test_every_word_comes_once_in_order():
    search = WordSearch(["CAT", "AA", "CAT"])

    assert list(search) == ["AA", "CAT"]
    assert len(search) == 2
    assert "CAT" in search
    assert "DOG" not in search


def test_words_by_length():
    assert len(FREE.of_length(2)) == 96
    assert len(FREE.of_length(15)) == 3_192
    assert FREE.of_length(16) == ()


@given(words=WORDS, rack=RACK)
def test_anagrams_are_all_words_of_just_these_letters(words, rack):
    expected = tuple(sorted(word for word in words if len(word) == len(rack) and can_make(word, rack)))

    assert WordSearch(words).anagrams(rack) == expected


@given(words=WORDS, rack=RACK)
def test_playable_words_are_all_that_the_rack_can_make(words, rack):
    expected = sorted((word for word in words if can_make(word, rack)), key=lambda word: (-len(word), word))

    assert WordSearch(words).playable(rack) == tuple(expected)


def test_a_rack_has_at_most_two_blanks():
    with pytest.raises(ValueError, match="at most 2 blanks"):
        FREE.anagrams("AB???")


def test_hooks_are_the_letters_that_make_a_word():
    search = WordSearch(["CAT", "CATS", "CATE", "SCAT", "SCATS"])

    assert search.hooks("CAT") == Hooks("S", "ES")
    assert search.hooks("SCATS") == Hooks("", "")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("QU?Z", ("QUIZ",)),
        ("quizz?r*", ("QUIZZER", "QUIZZERS")),
        ("*ZZYVAS", ("ZYZZYVAS",)),
        ("[A-Z]Z", ()),
        ("A.", ()),
    ],
)
def test_patterns(pattern: str, expected: tuple[str, ...]):
    found = FREE.matching(pattern)

    assert found[: len(expected)] == expected
    assert bool(found) == bool(expected)
