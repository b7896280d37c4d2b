"""What an answer says of each word: held good, held bad, or nothing.

An answer is to a price, knowledge is not: who states a belief is taken by it, and who lets a play pass at
60 % because a challenge is dear has still doubted it.
"""

from kiosk.core.practice.attempts import AskedWord, Attempt, PlayAnswer

EVEN = 0.5


def holds_play_bad(attempt: Attempt) -> bool:
    """Whether the player takes the play for bad."""
    if attempt.belief is None or attempt.belief == EVEN:
        return attempt.answer is PlayAnswer.CHALLENGE
    return attempt.belief > EVEN


def held_good(attempt: Attempt) -> tuple[bool | None, ...]:
    """For each word whether the player holds it good; None where the answer does not tell."""
    words = attempt.words
    if not holds_play_bad(attempt):
        return (True,) * len(words)
    if len(words) == 1:
        return (False,)
    if attempt.picked and attempt.challenged:
        return tuple(place not in attempt.challenged for place in range(len(words)))
    if attempt.is_bad:  # the play was caught; of its good words nothing is known
        return tuple(None if word.valid else False for word in words)
    return tuple(False if place == _asked(words) else None for place in range(len(words)))


def _asked(words: tuple[AskedWord, ...]) -> int:
    """The word the question was about: the one a doubt most likely meant."""
    return next((place for place, word in enumerate(words) if word.family), 0)


def misses(attempt: Attempt) -> tuple[AskedWord, ...]:
    """The words the player was wrong about."""
    held = zip(attempt.words, held_good(attempt), strict=True)
    return tuple(word for word, good in held if good is not None and good != word.valid)


def certainty(attempt: Attempt) -> float | None:
    """How sure the player was of what they held, from 0.5 to 1; None if it was not stated."""
    return None if attempt.belief is None else max(attempt.belief, 1 - attempt.belief)
