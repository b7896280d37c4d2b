"""A string that comes back until it is known: a word of a list, or a phoney that is none."""

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import AskedWord


@frozen
class Memory:
    """What the schedule knows of a card, in the numbers of FSRS. Times are UTC, ISO 8601."""

    state: int
    step: int | None
    stability: float
    difficulty: float
    due: str
    last_review: str


@frozen
class PracticeCard:
    """*memory*: None while the card waits to be introduced. *source*: where it came from. *retired*: it is no
    longer asked. *introduced*: the local day of its first review. *definition*: as the
    player's own file had it. *family*, *base*, *second*: how a phoney was made, as `AskedWord` has it."""

    fingerprint: str
    word: str
    valid: bool
    source: str
    added: str
    memory: Memory | None = None
    retired: bool = False
    introduced: str = ""
    definition: str = ""
    family: str = ""
    base: str = ""
    second: str = ""

    @property
    def asked(self) -> AskedWord:
        """The card as a word to ask."""
        return AskedWord(self.word, self.valid, self.family, self.base, self.second)


@frozen
class CardChange:
    """*before*: None if the card is new. *rating*: 1 to 4 as FSRS has them; None if it only
    joined the line."""

    before: PracticeCard | None
    after: PracticeCard
    rating: int | None
