"""Which word was bad: on record first, then looked up, and never the other way round."""

from dataclasses import dataclass, field

import pytest

from kiosk.decisions.reveal_actions import RevealedWord, WordAnswer, agrees, reveal_words
from kiosk.errors import LogError
from kiosk.rules.ruling import Verdict, adjudicate
from kiosk.words.play import LexiconIdentity, Word, WordSource, parse_play

GOOD, BAD, BOOK = WordAnswer.ACCEPTABLE, WordAnswer.UNACCEPTABLE, WordAnswer.IN_PRINT
WORDS = (Word("CAT"), Word("QUAZY"))


@dataclass
class Spied:
    """A list that notes each look-up in *order*."""

    order: list[str]
    words: frozenset[str] = frozenset(("CAT", "WAR"))
    identity: LexiconIdentity = field(
        default_factory=lambda: LexiconIdentity("x", "X", None, None, 2, "f" * 64)
    )

    def __contains__(self, word: str) -> bool:
        self.order.append(word)
        return word in self.words


def full_disk() -> None:
    raise LogError("The disk is full.")


def looks_up_first(words, source, record):
    """A build broken on purpose: the answer is known before anybody knows that it was asked for."""
    answers = [word in source.main for word in words]
    record()
    return tuple(RevealedWord(word, GOOD if good else BAD) for word, good in zip(words, answers, strict=True))


def on_record_first(reveal) -> bool:
    """Whether *reveal* looks nothing up before it is on record, and nothing at all if it cannot be."""
    order: list[str] = []
    reveal(WORDS, WordSource(Spied(order)), lambda: order.append("record"))
    unwritten: list[str] = []
    with pytest.raises(LogError):
        reveal(WORDS, WordSource(Spied(unwritten)), full_disk)
    return order[0] == "record" and unwritten == []


def test_nothing_is_looked_up_before_it_is_on_record():
    assert on_record_first(reveal_words)


def test_a_build_that_looks_up_first_is_found_out():
    assert not on_record_first(looks_up_first)


def test_each_word_has_its_own_answer():
    answers = reveal_words(WORDS, WordSource(Spied([])), lambda: None)

    assert answers == (RevealedWord("CAT", GOOD), RevealedWord("QUAZY", BAD))


def test_what_only_print_settles_is_said_to_be_so():
    source = WordSource(Spied([]), long_from=10, long_by_book=True)

    [short, long] = reveal_words((Word("CAT"), Word("QXQXQXQXQX")), source, lambda: None)

    assert (short.answer, long.answer) == (GOOD, BOOK)


@pytest.mark.parametrize(
    ("answers", "verdicts"),
    [
        ((GOOD, GOOD), {Verdict.ACCEPTABLE}),
        ((GOOD, BAD), {Verdict.UNACCEPTABLE}),
        ((GOOD, BOOK), set(Verdict)),
        ((BAD, BOOK), {Verdict.REFER, Verdict.UNACCEPTABLE}),
    ],
)
def test_answers_that_cannot_have_given_the_verdict_are_noticed(answers, verdicts):
    given = [RevealedWord("CAT", answer) for answer in answers]

    assert {verdict for verdict in Verdict if agrees(given, verdict)} == verdicts


@pytest.mark.parametrize("words", [("CAT",), ("CAT", "QUAZY"), ("WAR", "CAT"), ("CAT", "QXQXQXQXQX")])
@pytest.mark.parametrize("by_book", [True, False])
def test_the_answers_always_agree_with_the_ruling_on_the_play(words, by_book):
    source, play = WordSource(Spied([]), long_from=10, long_by_book=by_book), parse_play(words)

    assert agrees(reveal_words(play.words, source, lambda: None), adjudicate(play, source))
