"""The station's ruling on a play, and the proof that it is on record.

`adjudicate` looks every word up and says one thing about the whole play. No value here, or anywhere else in
the program, says anything about a single word.
"""

from enum import StrEnum

from kiosk.core.frozen import frozen
from kiosk.core.words.lexicon import WordSource
from kiosk.core.words.play import Play, Word


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


def completed(play: Play, source: WordSource, in_print: Verdict) -> Verdict:
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
