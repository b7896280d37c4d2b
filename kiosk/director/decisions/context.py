"""What is known when a director decides: the ruling, what was ruled and decided before, where and when.

The rule guarded here: nothing of it names a person, and what is not on record is None, never a guess.
"""

from kiosk.core.challenge.ruling import Place, Verdict
from kiosk.core.frozen import frozen
from kiosk.core.log.facts import Key
from kiosk.core.rules.choices import DecisionShape


@frozen
class RulingKnown:
    """A ruling on record. *local*: its time at the station. *after*, *opinion*: the ruling it answers, and
    whether as a second or third opinion. *by_staff*: no players' look-up."""

    key: Key
    number: str
    words: tuple[str, ...]
    verdict: Verdict
    method: str
    operator: str | None
    local: str
    place: Place
    penalty: str
    after: Key | None = None
    opinion: int | None = None
    by_staff: bool = False

    @property
    def day(self) -> str:
        return self.local[:10]

    def came_before(self, other: "RulingKnown") -> bool:
        """By their places in one log, for a clock may be set; between two logs by local time."""
        if self.key[:2] == other.key[:2]:
            return self.key[2] < other.key[2]
        return self.local < other.local


@frozen
class DecisionMade:
    """A decision on record that no later one corrects. *about*: the ruling; *said*: its answers and amounts
    as texts. *local*: when it was made."""

    key: Key
    type: str
    shape: DecisionShape | None
    about: Key | None
    place: Place
    said: tuple[tuple[str, str], ...] = ()
    local: str = ""

    def answer(self, key: str) -> str:
        return dict(self.said).get(key, "")


@frozen
class OpinionKnown:
    """One adjudication of the same challenge: the first, second or third. *number*: of its ruling, where it
    has one in the log."""

    verdict: Verdict
    by: str | None
    number: str = ""
    by_staff: bool = True


@frozen
class DecisionContext:
    """*ruling*: what the decision is about, if about a ruling; *place*: where it is decided, which a ruling
    may leave open. *today*: the local day. *rulings*: the others that matter, of the same challenge and of
    the same game, oldest first; *decisions*: on them."""

    today: str
    ruling: RulingKnown | None = None
    place: Place = Place()
    rulings: tuple[RulingKnown, ...] = ()
    decisions: tuple[DecisionMade, ...] = ()

    def on_ruling(self, *shapes: DecisionShape) -> tuple[DecisionMade, ...]:
        """The decisions of *shapes* on this ruling, oldest first."""
        if self.ruling is None:
            return ()
        return tuple(one for one in self.decisions if one.about == self.ruling.key and one.shape in shapes)
