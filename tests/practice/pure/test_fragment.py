"""A play on a part of the board: its words, its score, and what makes it illegal."""

import pytest

from kiosk.practice.board import (
    COUNT,
    SIZE,
    VALUE,
    Premium,
    can_be_laid,
    faults,
    missing,
    premium,
    score_of,
    standing_words,
    words_of,
)
from tests.support.practice import board

# Counted by hand on a real board; rows and columns from 0.
POSITIONS = {
    "the first play doubles on the middle square": ((7, 7, "QUIZ"), 44, ("QUIZ",)),
    "seven tiles bring fifty more": ((7, 1, "RETAINS"), 66, ("RETAINS",)),
    "a hook scores both words": ((5, 2, "c.", "a.", "r.", "e.", "SO"), 9, ("SO", "CARES")),
    "a premium under a new tile counts in both": ((5, 1, "c.", "a.", "r.", "e.", "SO"), 13, ("SO", "CARES")),
    "a blank scores nothing, on a premium too": ((5, 1, "c.", "a.", "r.", "e.", "S*O"), 7, ("SO", "CARES")),
    "two triple words make nine times": ((0, 0, "DAYLIgHT"), 203, ("DAYLIGHT",)),
    "alongside, each pair is a word": ((4, 5, "AT", "on"), 6, ("AT", "AO", "TN")),
    "one tile plays along its longer word": ((4, 3, "caT", "..o"), 7, ("CAT", "TO")),
    "a play downwards is no different": ((7, 7, "Q", "U", "I", "Z"), 44, ("QUIZ",)),
    "a double word in each of two words": ((1, 12, "aT", ".o"), 8, ("AT", "TO")),
}


@pytest.mark.parametrize(("drawn", "score", "words"), POSITIONS.values(), ids=POSITIONS)
def test_words_and_score_are_those_of_the_game(drawn, score, words):
    fragment = board(*drawn)

    assert words_of(fragment) == words
    assert score_of(fragment) == score
    assert faults(fragment) == ()


@pytest.mark.parametrize(
    ("drawn", "fault"),
    [
        ((7, 7, "cat"), "no tile or more than a rack was played"),
        ((7, 1, "RETAINED"), "no tile or more than a rack was played"),
        ((7, 1, "A.T", "c.t"), "the tiles played are not in one line without a gap"),
        ((7, 1, "A.", ".t"), "some tiles touch no other"),
        ((7, 7, "A"), "it makes no word"),
        ((7, 13, "CAT"), "it leaves the board"),
        ((7, 7, "ZZ"), "there are not so many tiles"),
        ((7, 7, "C*A*T*"), "there are not so many tiles"),
    ],
)
def test_a_play_that_the_game_does_not_allow_is_said_to_be_one(drawn, fault):
    assert fault in faults(board(*drawn))


def test_words_that_stood_there_are_not_words_of_the_play():
    fragment = board(5, 2, "c..", "a..", "re.", "e..", "SO.")

    assert standing_words(fragment) == ("CARE", "RE")
    assert words_of(fragment) == ("SO", "CARES")


def test_the_set_has_a_hundred_tiles_and_its_letters_187_points():
    assert sum(COUNT.values()) + 2 == 100
    assert sum(VALUE[letter] * count for letter, count in COUNT.items()) == 187


def test_the_board_has_its_premium_squares():
    squares = [premium(row, column) for row in range(SIZE) for column in range(SIZE)]

    assert {each: squares.count(each) for each in Premium} == {
        Premium.NONE: 164,
        Premium.DOUBLE_LETTER: 24,
        Premium.TRIPLE_LETTER: 12,
        Premium.DOUBLE_WORD: 17,
        Premium.TRIPLE_WORD: 8,
    }


def test_two_blanks_help_out_and_no_more():
    assert missing("PIZZAZZ") == "ZZZ"
    assert not can_be_laid("PIZZAZZ")
    assert can_be_laid("PIZZAS")
