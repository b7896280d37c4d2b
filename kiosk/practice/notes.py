"""What is said of one word after the answer: only here, and only then."""

from collections.abc import Callable

from kiosk.base.frozen import frozen
from kiosk.practice.answers import AskedWord
from kiosk.practice.search import Hooks, WordSearch
from kiosk.practice.wording import how_made

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_NEAR = 6
_MOST_ANAGRAMS = 8


@frozen
class WordNotes:
    """*definition*: None if no source has one. *made*: how a phoney was made, a sentence; *near*: the good
    words it can be taken for, so that a phoney never has the last word."""

    word: str
    valid: bool
    definition: str | None
    hooks: Hooks
    anagrams: tuple[str, ...]
    made: str = ""
    near: tuple[str, ...] = ()


def notes_on(
    asked: AskedWord,
    words: WordSearch,
    defined: Callable[[str], str | None],
    showable: Callable[[str], bool],
) -> WordNotes:
    """All that can be said of *asked*; nothing that is not *showable* is."""
    word = asked.word
    front, back = words.hooks(word) if asked.valid else ("", "")
    return WordNotes(
        word=word,
        valid=asked.valid,
        definition=defined(word) if asked.valid else None,
        hooks=Hooks(
            "".join(letter for letter in front if showable(letter + word)),
            "".join(letter for letter in back if showable(word + letter)),
        ),
        anagrams=tuple(each for each in words.anagrams(word) if each != word and showable(each))[
            :_MOST_ANAGRAMS
        ],
        made="" if asked.valid else how_made(asked, words, showable),
        near=() if asked.valid else _near(asked, words, showable),
    )


def _near(asked: AskedWord, words: WordSearch, showable: Callable[[str], bool]) -> tuple[str, ...]:
    bases = [base for base in (asked.base, asked.second) if base != asked.word]
    found = dict.fromkeys((*bases, *sorted(_one_letter_off(asked.word))))
    return tuple(word for word in found if word in words and showable(word))[:_MOST_NEAR]


def _one_letter_off(word: str) -> set[str]:
    near = set()
    for place in range(len(word) + 1):
        start, rest = word[:place], word[place:]
        near |= {start + letter + rest for letter in _LETTERS}
        if rest:
            near |= {start + letter + rest[1:] for letter in _LETTERS}
            near.add(start + rest[1:])
            near.add(start + rest[1:2] + rest[:1] + rest[2:])
    return near - {word}
