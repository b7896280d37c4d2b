"""Which list answers for which word: A-30, A-31, A-34, G-24, G-25, with the words of requirements.md."""

from dataclasses import replace

import pytest

from kiosk.rules.choices import DivisionKind
from kiosk.rules.ruling import Verdict, adjudicate, complete
from kiosk.rules.store import load_ruleset
from kiosk.words.play import Word, WordSource, parse_play
from tests.support.fakes import CountingList

MAIN = CountingList(("QI", "ZA", "AA", "JO", "CAT", "CATS", "TWELVELETTER"))
LONG = CountingList(("TESTLONGWORD", "SHORTLST", "NINELETRS", "TENLETTERS"))


def source_under(rules_id, long=None):
    reference = load_ruleset(rules_id).lexicon.reference(DivisionKind.MAIN)
    by_book = reference.needs_print(list_has_long=long is not None)
    return WordSource(MAIN, long, reference.long_from, by_book)


@pytest.mark.parametrize(
    ("word", "accepted"),
    [
        ("QI", True),
        ("CATS", True),
        ("ZZX", False),
        ("TESTLONGWORD", True),  # 12 letters, in the long list only
        ("TENLETTERS", True),  # 10 letters: the first length the long list answers for
        ("TWELVELETTER", True),  # 12 letters, in the main list only
        ("SHORTLST", False),  # 8 letters, in the long file only
        ("NINELETRS", False),  # 9 letters, in the long file only (G-25)
        ("QXQXQXQXQX", False),
    ],
)
@pytest.mark.parametrize("rules_id", ["naspa-2013", "naspa-2013-draft"])
def test_the_long_list_answers_from_ten_letters_on(rules_id, word, accepted):
    source = source_under(rules_id, LONG)

    assert source.accepts(Word(word)) is accepted
    assert source.needs_book(Word(word)) is False


@pytest.mark.parametrize("rules_id", ["naspa-2016", "wespa-5.1"])
@pytest.mark.parametrize(
    ("word", "accepted"), [("TESTLONGWORD", False), ("TWELVELETTER", True), ("QI", True)]
)
def test_a_rule_set_of_one_source_ignores_any_long_file(rules_id, word, accepted):
    source = source_under(rules_id, LONG)

    assert (source.accepts(Word(word)), source.needs_book(Word(word))) == (accepted, False)


@pytest.mark.parametrize(
    ("word", "book"),
    [
        ("TESTLONGWORD", True),
        ("TENLETTERS", True),
        ("NINELETRS", False),
        ("TWELVELETTER", False),
        ("ZZX", False),
    ],
)
def test_without_a_long_list_only_a_book_settles_a_long_word_that_is_not_in_the_main_list(word, book):
    assert source_under("nsa-1998").needs_book(Word(word)) is book


def test_a_dictionary_is_replaced_by_no_list_of_long_words():
    source = source_under("nsa-1998", LONG)

    assert source.needs_book(Word("TESTLONGWORD"))
    assert adjudicate(parse_play(("TESTLONGWORD", "QI")), source) is Verdict.REFER


@pytest.mark.parametrize("rules_id", ["nsa-1998", "naspa-2013", "naspa-2013-draft"])
@pytest.mark.parametrize("other", ["QI", "ZZX"])
def test_a_long_word_for_the_book_refers_the_play_whatever_its_other_words_are(rules_id, other):
    for words in (("TESTLONGWORD", other), (other, "TESTLONGWORD"), (other, "TESTLONGWORD", "QI")):
        assert adjudicate(parse_play(words), source_under(rules_id)) is Verdict.REFER


def test_nothing_is_referred_where_the_rules_name_no_book():
    plain = replace(source_under("nsa-1998"), long_by_book=False)

    assert adjudicate(parse_play(("TESTLONGWORD",)), plain) is Verdict.UNACCEPTABLE


def test_a_long_word_is_asked_of_both_lists_even_if_the_first_has_it():
    asked = []
    source = WordSource(CountingList(("TENLETTERS",), asked), CountingList(("TENLETTERS",), asked), 10)

    source.accepts(Word("TENLETTERS"))

    assert asked == [("look_up", "TENLETTERS")] * 2


@pytest.mark.parametrize(
    ("words", "in_print", "verdict"),
    [
        (("TESTLONGWORD",), Verdict.ACCEPTABLE, Verdict.ACCEPTABLE),
        (("TESTLONGWORD",), Verdict.UNACCEPTABLE, Verdict.UNACCEPTABLE),
        (("TESTLONGWORD", "QI"), Verdict.ACCEPTABLE, Verdict.ACCEPTABLE),
        (("TESTLONGWORD", "QI"), Verdict.UNACCEPTABLE, Verdict.UNACCEPTABLE),
        (("TESTLONGWORD", "ZZX"), Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE),  # print says nothing of ZZX
        (("ZZX", "TESTLONGWORD"), Verdict.UNACCEPTABLE, Verdict.UNACCEPTABLE),
    ],
)
def test_a_referred_play_is_settled_by_print_and_by_the_list_for_the_rest(words, in_print, verdict):
    assert complete(parse_play(words), source_under("nsa-1998"), in_print) is verdict
