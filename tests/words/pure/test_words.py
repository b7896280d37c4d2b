"""Words and plays: what the game knows as a word, and how many make one play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import WordError
from kiosk.words.play import ALPHABET, Play, Word, entered_twice, parse_play, parse_word


@pytest.mark.parametrize(
    ("typed", "word"),
    [("qi", "QI"), ("Za", "ZA"), ("A" * 15, "A" * 15), ("CAT", "CAT"), ("zyzzyva", "ZYZZYVA")],
)
def test_a_word_is_raised_to_capitals(typed, word):
    assert parse_word(typed) == word


@pytest.mark.parametrize("typed", ["", "A", "A" * 16, "A" * 200])
def test_a_word_of_the_wrong_length_is_refused_with_its_length(typed):
    with pytest.raises(WordError, match=f"has {len(typed)} letters?:"):
        parse_word(typed)


@pytest.mark.parametrize(
    "typed", ["C?T", "C*T", "C T", "CA-T", "3AT", "CAFÉ", "straße", "ıtem", "ſet", "QI\n", "ＱＩ"]
)
def test_only_the_letters_a_to_z_make_a_word(typed):
    with pytest.raises(WordError, match="only the letters A to Z"):
        parse_word(typed)


@given(st.text(max_size=20))
def test_whatever_is_parsed_is_a_word_and_nothing_else_is(text):
    try:
        word = parse_word(text)
    except WordError:
        assert not (2 <= len(text) <= 15 and text.isascii() and text.isalpha())
    else:
        assert set(word) <= ALPHABET
        assert 2 <= len(word) <= 15
        assert word == text.upper()


@pytest.mark.parametrize("count", [1, 8])
def test_a_play_holds_one_to_eight_words(count):
    assert len(parse_play(("qi",) * count).words) == count


@pytest.mark.parametrize("count", [0, 9])
def test_no_other_number_of_words_is_a_play(count):
    with pytest.raises(WordError, match=f"1 to 8 words, not {count}"):
        parse_play(("qi",) * count)


def test_a_play_keeps_the_typed_order_and_repeats():
    assert parse_play(("za", "aa", "za")) == Play((Word("ZA"), Word("AA"), Word("ZA")))


@pytest.mark.parametrize(
    ("words", "doubled"),
    [
        ((), ()),
        (("QI", "ZA"), ()),
        (("AA", "AA"), ("AA",)),
        (("ZA", "AA", "ZA", "AA", "AA"), ("ZA", "AA")),
    ],
)
def test_words_entered_twice_are_named_once_each(words, doubled):
    assert entered_twice(tuple(Word(word) for word in words)) == doubled
