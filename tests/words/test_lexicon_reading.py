"""Text lists as they really come: titles, numbers, marks, odd lines; nothing lost in silence."""

import pytest

from kiosk.words.import_run import read_word_list
from kiosk.words.importers.entries import Gathered, gather


def read(text: str) -> Gathered:
    return gather(read_word_list(text.encode()), skip_bad=False)


@pytest.mark.parametrize(
    "title",
    ["NWL2099", "Copyright Nobody", "© Nobody", "Collins Words 2099 edition", "The word list of the club"],
)
def test_a_title_on_the_first_line_is_shown_and_is_no_word(title: str):
    gathered = read(f"{title}\nAA\nAB\nAD\nAE\nAG\nAH\n")

    assert gathered.header == title
    assert gathered.words == ("AA", "AB", "AD", "AE", "AG", "AH")


@pytest.mark.parametrize("word", ["EDITION", "LEXICON", "COPYRIGHT"])
def test_a_word_on_the_first_line_is_not_taken_for_a_title(word: str):
    gathered = read(f"{word}\nAA\nAB\nAD\nAE\nAG\n")

    assert gathered.header == ""
    assert word in gathered.words


def test_a_first_definition_with_a_digit_does_not_cost_the_first_word():
    gathered = read(
        "AA lava seen 1st in Hawaii [n AAS]\nAAH to sigh [v AAHED]\nAAL a shrub, an al [n AALS]\n"
    )

    assert gathered.header == ""
    assert gathered.words == ("AA", "AAH", "AAL")
    assert gathered.definitions["AA"] == "lava seen 1st in Hawaii [n AAS]"


def test_words_of_one_letter_or_more_than_fifteen_are_left_out_and_counted():
    gathered = read("A\nAA\nI\nABCDEFGHIJKLMNOP\nABCDEFGHIJKLMNO\n")

    assert gathered.words == ("AA", "ABCDEFGHIJKLMNO")
    assert (gathered.too_short, gathered.too_long) == (2, 1)


def test_duplicates_are_counted_and_kept_once():
    gathered = read("AA\naa\nAa\nAB\nAB\n")

    assert gathered.words == ("AA", "AB")
    assert gathered.duplicates == 3


def test_a_final_newline_lets_no_empty_word_in():
    assert read("AA\nAB\n\n\n").words == ("AA", "AB")


def test_a_definition_in_some_lines_only_is_still_a_definition():
    gathered = read("AA lava [n]\nAAH\nAAHED\nAB a muscle [n]\n")

    assert gathered.words == ("AA", "AAH", "AAHED", "AB")
    assert gathered.definitions == {"AA": "lava [n]", "AB": "a muscle [n]"}


def test_a_quoted_definition_may_run_over_two_lines():
    gathered = read('word,definition\nAA,"lava,\nrough"\nAB,a muscle\n')

    assert gathered.words == ("AA", "AB")
    assert gathered.definitions["AA"] == "lava, rough"


def test_an_open_quote_between_tabs_swallows_nothing():
    gathered = read('AA\t"rough lava\nAB\ta "muscle"\nAD\t"a notice"\n')

    assert gathered.words == ("AA", "AB", "AD")
    assert gathered.definitions["AD"] == "a notice"


def test_a_dos_end_of_file_mark_is_no_word():
    assert read("AA\r\nAB\r\n\x1a").words == ("AA", "AB")


def test_senses_of_one_word_are_joined_once_each():
    gathered = read(
        '[{"word":"AA","definition":"x"},{"word":"AA","definition":"y"},{"WORD":"AA","Definition":"x"}]'
    )

    assert gathered.words == ("AA",)
    assert gathered.definitions == {"AA": "x / y"}
