"""One decision being worked out: the form, the settled answers, what is known, and how results are worded."""

from collections.abc import Mapping
from typing import assert_never

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import Concerned, Effect
from kiosk.core.rules.points import Decision
from kiosk.core.rules.ruleset import RuleSet
from kiosk.director.decisions.context import DecisionContext, RulingKnown
from kiosk.director.decisions.form import Answer, DecisionForm, LawLine, Worked

MINUTE_S = 60


@frozen
class Case:
    form: DecisionForm
    values: Mapping[str, Answer]
    context: DecisionContext

    @property
    def rules(self) -> RuleSet:
        return self.form.rules

    @property
    def decision(self) -> Decision:
        return self.form.decision

    @property
    def ruling(self) -> RulingKnown | None:
        return self.context.ruling

    @property
    def called(self) -> str:
        """What to call the ruling in a sentence."""
        return "This ruling" if self.ruling is None else self.ruling.number

    def text(self, key: str) -> str:
        """The answer under *key* as a text; empty where there is none."""
        value = self.values.get(key, "")
        return value if isinstance(value, str) else str(value)

    def number(self, key: str) -> int | None:
        value = self.values.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def is_yes(self, key: str) -> bool:
        return self.values.get(key) is True

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of the ruling, or the one that was told; None where there is none yet."""
        if self.ruling is not None:
            return None if self.ruling.verdict is Verdict.REFER else self.ruling.verdict
        told = self.text("verdict")
        return Verdict(told) if told else None

    def line(self, text: str, key: str) -> LawLine:
        """*text*, which stands under the dotted *key* of the rule set, with its clause."""
        return LawLine(text, self.rules.clause(key))

    def no_verdict(self) -> Worked:
        return Worked(refusal=f"{self.called} has no verdict yet, so there is nothing to decide on it.")


def person(rules: RuleSet, who: Concerned) -> str:
    """*who*, in the middle of a sentence."""
    match who:
        case Concerned.CHALLENGER:
            return f"the {rules.terms.challenger}"
        case Concerned.CHALLENGED:
            return f"the {rules.terms.challenged}"
        case Concerned.FIRST:
            return "the player who went first"
        case Concerned.SECOND:
            return "the player who went second"
        case Concerned.BOTH:
            return "both players"
        case Concerned.NONE:
            return "nobody"
    assert_never(who)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def playing_time(seconds: int) -> str:
    """*seconds* as people say them."""
    minutes, rest = divmod(seconds, MINUTE_S)
    parts = [_some(minutes, "minute")] if minutes else []
    return " ".join([*parts, _some(rest, "second")] if rest or not minutes else parts)


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def effect_sentence(rules: RuleSet, effect: Effect, who: Concerned, amount: int = 0) -> str:
    """What *effect* does to *who*; *amount*: points or seconds."""
    whom = person(rules, who)
    points, time = _some(amount, "point"), playing_time(amount)
    said: Mapping[Effect, str] = {
        Effect.POINTS_TO_GAME: f"{points} added to the game score of {whom}",
        Effect.POINTS_OFF_GAME: f"{points} off the game score of {whom}",
        Effect.POINTS_TO_SPREAD: f"{points} added to the cumulative spread of {whom}",
        Effect.POINTS_OFF_SPREAD: f"{points} off the cumulative spread of {whom}",
        Effect.TIME_ADDED: f"{time} added to the playing time of {whom}",
        Effect.TIME_TAKEN: f"{time} off the playing time of {whom}",
        Effect.TURN_LOST: f"{whom} loses the turn",
        Effect.TURN_KEPT: "the penalty for the failed challenge is not applied",
        Effect.VERDICT_CORRECTED: "the verdict is corrected",
        Effect.GAME_LOST: f"{whom} forfeits the game",
        Effect.NONE: "nothing is added or taken away",
    }
    return f"{capital(said[effect])}."


def amounts_of(effect: Effect, amount: int) -> tuple[tuple[str, Answer], ...]:
    """*amount* under the name that the record has for it."""
    if effect.in_points:
        return (("points", amount),)
    return (("seconds", amount),) if effect.in_time else ()
