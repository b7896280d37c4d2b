"""One verdict for the whole play, after looking up every word of it, always in the same way."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.rules.ruling import Adjudication, Effort, LoggedRuling, Verdict, adjudicate
from kiosk.words.play import WordSource, parse_play
from tests.support.fakes import CountingList

PLAYS = [
    (("QI",), Verdict.ACCEPTABLE),
    (("QI", "ZA", "CATS"), Verdict.ACCEPTABLE),
    (("AA", "AA"), Verdict.ACCEPTABLE),
    (("ZZX",), Verdict.UNACCEPTABLE),
    (("QI", "ZZX"), Verdict.UNACCEPTABLE),
    (("ZZX", "QI"), Verdict.UNACCEPTABLE),
    (("ZZX", "QXQ"), Verdict.UNACCEPTABLE),
    (("QI", "QI", "QI", "QI", "QI", "QI", "QI", "QXQ"), Verdict.UNACCEPTABLE),
]
EIGHT = ("QI", "ZA", "AA", "JO", "CAT", "CATS", "DOG", "DOGS")


@pytest.mark.parametrize(("words", "verdict"), PLAYS)
def test_a_play_is_acceptable_only_if_every_word_is(words, verdict):
    assert adjudicate(parse_play(words), WordSource(CountingList())) is verdict


@given(st.lists(st.sampled_from(EIGHT), min_size=1, max_size=8), st.sets(st.sampled_from(EIGHT)))
def test_the_verdict_is_the_plays_and_does_not_depend_on_the_order(words, good):
    source = WordSource(CountingList(good))

    assert adjudicate(parse_play(tuple(words)), source) == adjudicate(parse_play(tuple(words[::-1])), source)
    assert (adjudicate(parse_play(tuple(words)), source) is Verdict.ACCEPTABLE) == good.issuperset(words)


# ---- every word is looked up, always -----------------------------------------------------------------------


def check_every_word_is_looked_up(judge):
    """Whichever and however many words are bad, the same look-ups are made in the same order."""
    patterns = set()
    for bad in range(256):
        listed = CountingList([word for place, word in enumerate(EIGHT) if not bad >> place & 1])
        judge(parse_play(EIGHT), WordSource(listed))
        patterns.add(tuple(listed.looked_up))

    assert len(patterns) == 1
    assert set(EIGHT) == set(patterns.pop())


def stops_at_the_first_bad_word(play, source):
    good = all(source.accepts(word) for word in play.words)
    return Verdict.ACCEPTABLE if good else Verdict.UNACCEPTABLE


def looks_bad_words_up_twice(play, source):
    good = [source.accepts(word) or source.accepts(word) for word in play.words]
    return Verdict.ACCEPTABLE if all(good) else Verdict.UNACCEPTABLE


def test_every_word_is_looked_up_whatever_the_others_are():
    check_every_word_is_looked_up(adjudicate)


@pytest.mark.parametrize("broken", [stops_at_the_first_bad_word, looks_bad_words_up_twice])
def test_a_build_whose_look_ups_depend_on_the_words_is_caught(broken):
    with pytest.raises(AssertionError):
        check_every_word_is_looked_up(broken)


@given(st.sets(st.sampled_from(EIGHT)), st.sets(st.sampled_from(EIGHT)))
def test_the_long_list_is_asked_as_often_whatever_it_holds(good, long_good):
    asked = []
    words = tuple(f"{word}ABCDEFGH" for word in EIGHT)
    main = CountingList({f"{word}ABCDEFGH" for word in good}, asked)
    source = WordSource(main, CountingList({f"{word}ABCDEFGH" for word in long_good}, asked), 10)

    adjudicate(parse_play(words), source)

    assert len(asked) == 24


# ---- what a ruling can say ---------------------------------------------------------------------------------


def test_no_field_of_a_ruling_could_hold_a_result_for_each_word():
    names = {field.name for kind in (Adjudication, LoggedRuling) for field in fields(kind)}

    assert names == {
        *("words", "declared", "verdict", "method", "lexicon", "rules", "long_lexicon", "operator", "place"),
        *("flags", "consequence", "effort", "after", "opinion", "slip", "seq", "number", "at", "hash"),
        "adjudication",
    }


def test_of_a_ruling_that_nobody_timed_no_effort_is_said():
    assert Effort() == Effort(entry_ms=0, verify_ms=0, edits=0)
