"""The parts of a rule set that are for the director: what may be reviewed, put right, imposed or granted.

`points_for` and `amount` apply the amounts of the rulebook; whether the facts are so, the director says.
"""

from typing import Annotated

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import (
    AfterVerdict,
    Aim,
    MethodId,
    Person,
    Responsible,
    ThirdWhen,
    YesNo,
)
from kiosk.core.rules.points import Points, RulePoint


@frozen
class ImproperLookup:
    """Words of one play looked up separately: what the director may impose, and when."""

    points: int | None
    target: Aim
    responsible: Responsible
    verdict: AfterVerdict
    stop_when_unacceptable: bool
    remedy: str

    def points_for(self, *, solely_responsible: bool, verdict: Verdict) -> int | None:
        """The points the rulebook fixes for this case, or None where it leaves them to the director."""
        if self.points is None:
            return None
        responsible = solely_responsible or self.responsible == Responsible.ANY
        due = responsible and str(self.verdict) in (verdict, AfterVerdict.ANY)
        return self.points if due else 0


@frozen
class Review:
    """Second and third opinions and re-adjudication. *other_person*: the second is not by whoever ruled
    first; *third_other_person*: nor the third by either. *third_by*: who gives the third."""

    finality: str
    grounds: tuple[str, ...]
    window: str
    second_opinion: str
    other_person: bool
    third_opinion: str
    third_when: ThirdWhen
    third_by: Person
    third_other_person: bool
    no_third_opinion: str
    differing: str


@frozen
class Misadjudication:
    """Until when a wrong verdict can be put right at the board, as the rulebook words it, for each way it may
    have been wrong. *asks*: what tells whether it is still time; *open*: the answer to all of them with which
    it is, as the text has it; *read*: the same as we read it."""

    accepted_wrongly_until: str
    accepted_wrongly_asks: tuple[str, ...]
    accepted_wrongly_open: YesNo
    accepted_wrongly_read: YesNo
    refused_wrongly_until: str
    refused_wrongly_asks: tuple[str, ...]
    refused_wrongly_open: YesNo
    refused_wrongly_read: YesNo
    otherwise: str
    extra_time: bool


@frozen
class Compensation:
    """What an erroneous adjudication that cost a turn is worth later; *extra* None: nothing laid down.
    *methods*: by which it must have been made."""

    extra: int | None
    target: Aim
    applies_to: str
    methods: tuple[MethodId, ...]
    deadline: str

    def amount(self, play_score: int) -> int | None:
        """The points due for a play of *play_score*, or None where the rulebook lays none down."""
        return None if self.extra is None else play_score + self.extra


@frozen
class Placement:
    """Challenges of where tiles lie, which no station settles."""

    decided_by: str
    fail_penalty: Aim
    grounds: Annotated[tuple[RulePoint, ...], Points()]
    no_grounds: Annotated[tuple[RulePoint, ...], Points()]


@frozen
class AfterChallenge:
    extra_minutes: int | None
    text: str
