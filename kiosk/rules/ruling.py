"""The station's ruling on a play, the proof that it is on record, and how one entry relates to an earlier
one.
"""

from collections.abc import Iterable
from enum import StrEnum

from kiosk.base.frozen import frozen
from kiosk.words.play import Play, Word, WordSource

# ---- ruling ------------------------------------------------------------------------------------------------
# The station's ruling on a play, and the proof that it is on record.
#
# `adjudicate` looks every word up and says one thing about the whole play. No value here, or anywhere else in
# the program, says anything about a single word.


class Verdict(StrEnum):
    ACCEPTABLE = "acceptable"
    UNACCEPTABLE = "unacceptable"
    REFER = "refer"


def adjudicate(play: Play, source: WordSource) -> Verdict:
    """The verdict on *play* as a whole, after looking up every word of it."""
    # Lists, not any()/all() over generators: those stop early, and a stop can be timed.
    to_book = [source.needs_book(word) for word in play.words]
    accepted = [source.accepts(word) for word in play.words]
    if any(to_book):
        return Verdict.REFER
    return Verdict.ACCEPTABLE if all(accepted) else Verdict.UNACCEPTABLE


def complete(play: Play, source: WordSource, in_print: Verdict) -> Verdict:
    """The verdict on a referred *play*, once the words that only print settles are *in_print*."""
    to_book = [source.needs_book(word) for word in play.words]
    accepted = [source.accepts(word) for word in play.words]
    others = [held or referred for held, referred in zip(accepted, to_book, strict=True)]
    return in_print if all(others) else Verdict.UNACCEPTABLE


class RulingFlag(StrEnum):
    """What is unusual about a ruling, as its record says it."""

    CASUAL = "casual"
    DEMONSTRATION = "demonstration"
    UNOFFICIAL_LIST = "unofficial_list"
    DUPLICATE_WORD = "duplicate_word"
    LIST_CHANGED = "list_changed_at_station"
    NO_TABLE = "no_table"
    OTHER_RULES = "other_rules"
    OTHER_LIST = "other_list"
    BOARD = "board"


@frozen
class ListStamp:
    """Which list ruled, as it goes into the record."""

    id: str
    name: str
    edition: str | None
    fingerprint: str


@frozen
class RuleStamp:
    """Which rule set ruled, as it goes into the record."""

    id: str
    fingerprint: str
    penalty: str


@frozen
class Effort:
    """How the entry was made, for the director: times in milliseconds and the number of edits."""

    entry_ms: int = 0
    verify_ms: int = 0
    edits: int = 0


@frozen
class Place:
    """Where in the event a challenge was made; what is not known is None."""

    division: str | None = None
    event: str | None = None
    round: int | None = None
    table: int | None = None


@frozen
class Adjudication:
    """Everything known at the moment of TAB. Nothing per word, no names. *after*: the ruling that it answers,
    by station, epoch and number in that log; *opinion*: 2 or 3, where it is one on that. *slip*: the number
    on the slip that staff ruled from."""

    words: tuple[Word, ...]
    declared: int
    verdict: Verdict
    method: str
    lexicon: ListStamp
    rules: RuleStamp
    long_lexicon: ListStamp | None = None
    operator: str | None = None
    place: Place = Place()
    flags: tuple[RulingFlag, ...] = ()
    consequence: str | None = None
    effort: Effort = Effort()
    after: tuple[str, str, int] | None = None
    opinion: int | None = None
    slip: int | None = None


@frozen
class LoggedRuling:
    """A ruling that is durable on disk. Only the log makes one; a verdict cannot be shown without one."""

    seq: int
    number: str
    at: str
    hash: str
    adjudication: Adjudication


# ---- relations ---------------------------------------------------------------------------------------------
# How one entry relates to an earlier one, judged by the words alone.
#
# It is for the director: the station asks nobody. Time, table and station are weighed elsewhere.

SHORT = 4  # letters; two slips would make any short word out of any other


class Relation(StrEnum):
    SAME = "same"
    CORRECTED = "corrected"
    MORE_WORDS = "more_words"
    PART_OF_REJECTED = "part_of_rejected"
    UNRELATED = "unrelated"


def relation(earlier_words: Iterable[str], earlier_verdict: Verdict | None, words: Iterable[str]) -> Relation:
    """What *words* are to an earlier entry and its verdict (None: it was never judged)."""
    gone, new = list(earlier_words), list[str]()
    kept = 0
    for word in words:
        if word in gone:
            gone.remove(word)
            kept += 1
        else:
            new.append(word)
    if not gone and not new:
        return Relation.SAME
    if gone and new and _is_retyped(gone, new):
        return Relation.CORRECTED
    if not kept:
        return Relation.UNRELATED
    if new:
        return Relation.MORE_WORDS
    # A part of a play that was refused tells which word was bad; a part of one that was passed tells nothing.
    return Relation.PART_OF_REJECTED if earlier_verdict is Verdict.UNACCEPTABLE else Relation.UNRELATED


def _is_retyped(gone: list[str], new: list[str]) -> bool:
    """Whether each word of *gone* can be paired with a slightly different one of *new*."""
    if not gone:
        return not new
    first, rest = gone[0], gone[1:]
    return any(
        _is_retyped(rest, new[:place] + new[place + 1 :])
        for place, word in enumerate(new)
        if _near(first, word)
    )


def _near(one: str, other: str) -> bool:
    """Whether slips of the finger could turn *one* into *other*: one in short words, two in longer ones."""
    return within(one, other, 1 if max(len(one), len(other)) <= SHORT else 2)


def within(one: str, other: str, slips: int) -> bool:
    """Whether *slips* letters or fewer, inserted, dropped, replaced, or swapped with their neighbour, turn
    *one* into *other*."""
    # A year of rulings is compared: what begins alike is passed over, and few branches are left.
    if abs(len(one) - len(other)) > slips:
        return False
    start = 0
    for letter, wanted in zip(one, other, strict=False):
        if letter != wanted:
            break
        start += 1
    one, other = one[start:], other[start:]
    if not one or not other:
        return len(one) + len(other) <= slips
    if not slips:
        return False
    left = slips - 1
    return (
        within(one[1:], other[1:], left)
        or within(one[1:], other, left)
        or within(one, other[1:], left)
        or (one[:2] == other[1::-1] and within(one[2:], other[2:], left))
    )
