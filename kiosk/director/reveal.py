"""What a director may have told of single words after a ruling, and in which order it comes about.

The rule it guards: the record comes first. Until it is durable no word is looked up, so that nothing can be
shown that nobody asked for on record.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.words.lexicon import WordSource
from kiosk.core.words.play import Word


class WordAnswer(StrEnum):
    ACCEPTABLE = "acceptable"
    UNACCEPTABLE = "unacceptable"
    IN_PRINT = "in_print"  # only print settles it


@frozen
class RevealedWord:
    word: str
    answer: WordAnswer


def revealed(
    words: Sequence[Word], source: WordSource, record: Callable[[], object]
) -> tuple[RevealedWord, ...]:
    """Each of *words* with what the lists of *source* say of it, once *record* has put on record that it was
    asked. What *record* raises goes on to the caller, and nothing is looked up."""
    record()
    return tuple(RevealedWord(word, _answer(word, source)) for word in words)


def _answer(word: Word, source: WordSource) -> WordAnswer:
    if source.needs_book(word):
        return WordAnswer.IN_PRINT
    return WordAnswer.ACCEPTABLE if source.accepts(word) else WordAnswer.UNACCEPTABLE


def agrees(answers: Sequence[RevealedWord], verdict: Verdict) -> bool:
    """Whether *verdict*, on the whole play, can have come of *answers*. What print said is not known here."""
    given = {one.answer for one in answers}
    if WordAnswer.IN_PRINT in given and verdict is Verdict.REFER:
        return True
    if WordAnswer.UNACCEPTABLE in given:
        return verdict is Verdict.UNACCEPTABLE
    return verdict is Verdict.ACCEPTABLE or (WordAnswer.IN_PRINT in given and verdict is Verdict.UNACCEPTABLE)
