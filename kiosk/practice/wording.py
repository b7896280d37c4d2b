"""The sentences of practice: how a phoney was made, what a penalty costs, why something is not asked."""

from collections.abc import Callable

from kiosk.base.frozen import frozen
from kiosk.practice.answers import AskedWord, Attempt, Move, Stake, Weighed
from kiosk.practice.phoneys import Family
from kiosk.practice.questions import Question
from kiosk.practice.search import Hooks, WordSearch
from kiosk.rules.penalties import PENALTIES

NO_SHORT_PHONEYS = (
    "The free list is from 2000 and lacks QI, ZA and other words of today, so it makes no phoneys of two to "
    "four letters. Import a current list for them."
)
NOTHING_DUE = "Nothing is due now. Take a drill, or come back later."
NO_MISSES = "No misses are waiting to be played again."
NO_OWN_WORDS = "There are no words of your own yet. Bring them in from a file, a paste or a log."
DECK_DONE = "That was the whole deck."
ALL_ASKED = "That was all of it."
CLOCK_SET_BACK = (
    "The clock of this machine stands before your last answer. Set it right: what is due goes by the clock."
)
READING = "Reading the list …"
LIST_TOO_SMALL = "This list has too few words to ask anything. Import a larger one."

_FAMILIES = {
    Family.LOOK_ALIKE: "Short look-alikes",
    Family.PLURAL: "False plurals",
    Family.HOOK: "False hooks",
    Family.PREFIX: "False prefixes",
    Family.SUFFIX: "False suffixes",
    Family.COMPOUND: "Invented compounds",
    Family.MISSPELLING: "Misspellings",
    Family.OTHER_LIST: "Words of another list",
    Family.ANAGRAM: "Near anagrams",
}


_MADE = {
    Family.LOOK_ALIKE: "{word} is {base} with one letter changed.",
    Family.PLURAL: "{word} looks like a plural of {base}, which has none like it.",
    Family.PREFIX: "{word} puts a prefix before {base} that it does not take.",
    Family.SUFFIX: "{word} gives {base} an ending that it does not take.",
    Family.COMPOUND: "{word} joins {base} and {second}, which are good only apart.",
    Family.MISSPELLING: "{word} is {base} misspelt.",
    Family.OTHER_LIST: "{word} is good in the other list, not in this one.",
    Family.ANAGRAM: "{word} has the letters of {base} in another order.",
}


def penalty_name(id: str) -> str:
    """What a list calls the penalty *id*."""
    return PENALTIES[id].label


def family_name(family: str) -> str:
    """What a chart calls *family*; words that a player brought in have none."""
    return _FAMILIES[Family(family)] if family else "Other words"


def too_few_words(families: tuple[Family, ...]) -> str:
    """Why *families* are not asked; empty if all are."""
    if not families:
        return ""
    named = ", ".join(_FAMILIES[family].lower() for family in families)
    return f"This list has too few words for: {named}. The rest is asked."


def list_is_gone(cards: int) -> str:
    """What to say of *cards* cards whose list is no longer here."""
    if not cards:
        return ""
    counted = "1 card belongs" if cards == 1 else f"{cards} cards belong"
    return f"{counted} to a list that is not here any more. Import that list again to go on with them."


def how_made(asked: AskedWord, words: WordSearch, showable: Callable[[str], bool]) -> str:
    """How the phoney *asked* was made, as one sentence; no letter is named that makes a word which is not
    *showable*."""
    word, base = asked.word, asked.base
    if not asked.family:
        return f"{word} is not in this list."
    if asked.family == Family.HOOK:
        return _hook_made(word, base, words, showable)
    return _MADE[Family(asked.family)].format(word=word, base=base, second=asked.second)


def _hook_made(word: str, base: str, words: WordSearch, showable: Callable[[str], bool]) -> str:
    front, back = words.hooks(base)
    if word[1:] == base:
        letter, side, taken = word[0], "before", [each for each in front if showable(each + base)]
    else:
        letter, side, taken = word[-1], "after", [each for each in back if showable(base + each)]
    others = f"; it takes {', '.join(taken)} there" if taken else ""
    return f"{word} puts {letter} {side} {base}{others}."


def cost_line(stake: Stake, words: int) -> str:
    """What a failed challenge costs under *stake*, for a play of *words* words."""
    if stake.per_word:
        return f"A failed challenge costs {stake.cost(1)} points for each word challenged."
    cost = stake.cost(words)
    if not cost:
        return "A failed challenge costs nothing."
    step = stake.penalty.steps[min(stake.earlier, len(stake.penalty.steps) - 1)]
    return f"A failed challenge costs {'your turn, worth about ' if step.lose_turn else ''}{cost} points."


# ---- a decision
# ------------------------------------------------------------------------------------------------


@frozen
class Explanation:
    """*answer*: what the player did; *truth*: what the play was; *points*: with its sign; *lines*: why."""

    answer: str
    truth: str
    points: str
    lines: tuple[str, ...]


def explain(question: Question, attempt: Attempt, weighed: Weighed) -> Explanation:
    """What is said of a decision after it was made: what it brought, and what would have been best."""
    words = [word.word for word in question.words]
    picked = attempt.picked and len(words) > 1
    lines = [f"A challenge pays from {percent(weighed.break_even)} sure that the play is not good."]
    if weighed.at_belief is not None and attempt.belief is not None:
        best = _move(weighed.at_belief, words, picked=picked)
        lines.append(f"At the {percent(attempt.belief)} you said, best is to {best}.")
        short = weighed.threshold_lost or 0.0
        if short >= 0.05:
            lines.append(f"Your choice was worth {short:.1f} points less than that.")
    lines.append(f"Knowing every word, best is to {_move(weighed.knowing, words, picked=picked)}.")
    return Explanation(
        answer=f"You {_did(attempt.challenged, words, picked=picked)}.",
        truth="The play was not good." if question.is_bad else "The play was good.",
        points=points(weighed.points),
        lines=tuple(lines),
    )


def points(number: float) -> str:
    """*number* of points with its sign."""
    return f"{number:+.0f} points".replace("-", "−") if round(number) else "0 points"


def percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def _did(challenged: tuple[int, ...], words: list[str], *, picked: bool) -> str:
    if not challenged:
        return "accepted"
    return f"challenged {_name_words(challenged, words)}" if picked else "challenged"


def _move(move: Move, words: list[str], *, picked: bool) -> str:
    if not move.challenges:
        return "accept"
    return f"challenge {_name_words(move.places, words)}" if picked else "challenge"


def _name_words(places: tuple[int, ...], words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[at] for at in places[:-1]), words[places[-1]]]))


# ---- notes -------------------------------------------------------------------------------------------------
# What is said of one word after the answer: only here, and only then.

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
