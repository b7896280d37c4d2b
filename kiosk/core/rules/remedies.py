"""The parts of a rule set that are for the director: what may be reviewed, put right, imposed or granted.

`points_for` and `amount` apply the amounts of the rulebook; whether the facts are so, the director says.
"""

from dataclasses import dataclass

from kiosk.core.challenge.ruling import Verdict

ANY = "any"


@dataclass(frozen=True, slots=True)
class Entry:
    """One named point of a rulebook: a reason, a ground, a step, with the clause it comes from."""

    id: str
    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the station card: who does what."""

    who: str
    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Something the rulebook lets a director decide. *target*: what the amount is taken from or added to."""

    id: str
    text: str
    clause: str
    target: str
    points: int | None
    minutes: int | None


@dataclass(frozen=True, slots=True)
class ImproperLookup:
    """Words of one play looked up separately: what the director may impose, and when."""

    points: int | None
    target: str
    responsible: str
    verdict: str
    stop_when_unacceptable: bool
    remedy: str

    def points_for(self, *, solely_responsible: bool, verdict: Verdict) -> int | None:
        """The points the rulebook fixes for this case, or None where it leaves them to the director."""
        if self.points is None:
            return None
        due = (solely_responsible or self.responsible == ANY) and self.verdict in (verdict, ANY)
        return self.points if due else 0


@dataclass(frozen=True, slots=True)
class Review:
    """Second and third opinions and re-adjudication."""

    finality: str
    grounds: tuple[str, ...]
    window: str
    second_opinion: str
    other_person: bool
    third_opinion: str
    no_third_opinion: str
    differing: str


@dataclass(frozen=True, slots=True)
class Misadjudication:
    """Until when a wrong verdict can be put right at the board."""

    accepted_wrongly_until: str
    refused_wrongly_until: str
    refused_wrongly_literal: str
    otherwise: str
    extra_time: bool


@dataclass(frozen=True, slots=True)
class Compensation:
    """What an erroneous adjudication that cost a turn is worth later; *extra* None: nothing laid down."""

    extra: int | None
    target: str
    applies_to: str
    deadline: str

    def amount(self, play_score: int) -> int | None:
        """The points due for a play of *play_score*, or None where the rulebook lays none down."""
        return None if self.extra is None else play_score + self.extra


@dataclass(frozen=True, slots=True)
class Placement:
    """Challenges of where tiles lie, which no station settles."""

    decided_by: str
    fail_penalty: str
    grounds: tuple[Entry, ...]
    no_grounds: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class AfterChallenge:
    extra_minutes: int | None
    text: str
