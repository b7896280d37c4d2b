"""One answer of a player who practises, with all that the three scores are computed from."""

from datetime import datetime, timedelta
from enum import StrEnum

from kiosk.core.frozen import frozen


class PlayAnswer(StrEnum):
    ACCEPT = "accept"
    CHALLENGE = "challenge"


class SessionKind(StrEnum):
    DRILL = "drill"
    DUE = "due"
    MISSES = "misses"
    WEAK = "weak"
    MY_WORDS = "my_words"
    DECK = "deck"


@frozen
class AskedWord:
    """*family*: how a phoney was made, or among which phoneys a good word stands; empty for a word that only
    came along. *base*, *second*: what a phoney was made from."""

    word: str
    valid: bool
    family: str = ""
    base: str = ""
    second: str = ""


@frozen
class Attempt:
    """*challenged*: the places of the challenged words. *picked*: whether they were picked one by one.
    *belief*: that the play is not good, if it was stated. *timed*: against the clock, kept out of the scores.
    *at*: UTC, as records write it; *offset_min*: local time minus UTC."""

    session: str
    kind: SessionKind
    fingerprint: str
    penalty: str
    turn_value: int
    words: tuple[AskedWord, ...]
    score: int
    answer: PlayAnswer
    challenged: tuple[int, ...]
    picked: bool
    belief: float | None
    took_ms: int
    gained: int
    lost: int
    threshold_lost: float | None
    timed: bool = False
    earlier: int = 0
    at: str = ""
    offset_min: int = 0

    @property
    def is_bad(self) -> bool:
        return not all(word.valid for word in self.words)

    @property
    def local_day(self) -> str:
        """The day on the player's own calendar, as YYYY-MM-DD."""
        return local_day(self.at, self.offset_min)


def local_day(at: str, offset_min: int) -> str:
    """The day of *at* (UTC) where local time is *offset_min* minutes ahead."""
    return (datetime.fromisoformat(at) + timedelta(minutes=offset_min)).date().isoformat()
