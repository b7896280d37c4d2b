"""Answers to the forms of decisions, drawn from the forms themselves, and what a director may know."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from kiosk.decisions.forms import (
    AskKind,
    DecisionContext,
    DecisionForm,
    DecisionMade,
    Evaluation,
    FormQuestion,
    RulingKnown,
)
from kiosk.decisions.outcome import evaluate, form_of, known_answers
from kiosk.rules.choices import DecisionShape
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Place, Verdict
from tests.support.cards import IDS, shipped

EVERY_TYPE = [(id, decision.id) for id in IDS for decision in shipped(id).decisions]
GAME = Place("main", "open", 4, 7)
TRIES = 400


def ruling(
    verdict: str = "acceptable",
    seq: int = 10,
    method: str = "self_station",
    operator: str | None = None,
    **more: object,
) -> RulingKnown:
    """The ruling B-*seq*, on two words, at table 7 in round 4."""
    made = RulingKnown(
        key=("s", "e", seq),
        number=f"B-{seq}",
        words=("CAT", "DOG"),
        verdict=Verdict(verdict),
        method=method,
        operator=operator,
        local=f"2026-05-01T10:{seq:02d}:00",
        place=GAME,
        penalty="lose_turn",
        by_staff=method != "self_station",
    )
    return replace(made, **more)


def knowing(about: RulingKnown | None = None, **more: object) -> DecisionContext:
    return replace(DecisionContext("2026-05-01", about, GAME), **more)


def made(about: RulingKnown | None, shape: DecisionShape, seq: int = 50, **said: str) -> DecisionMade:
    """A decision of *shape* on record."""
    key = None if about is None else about.key
    return DecisionMade(("s", "e", seq), shape.value, shape, key, GAME, tuple(said.items()))


def form(id: str, type: str) -> DecisionForm:
    return form_under(shipped(id), type)


def form_under(rules: RuleSet, type: str) -> DecisionForm:
    found = form_of(rules, type)
    assert found is not None
    return found


def worked(id: str, type: str, about: RulingKnown | None = None, **answers: str) -> Evaluation:
    return evaluate(form(id, type), answers, knowing(about))


def drawn(form: DecisionForm, context: DecisionContext, chance: Random) -> dict[str, str]:
    """Answers to every question that is asked, each one that its question allows."""
    known = known_answers(form, context)
    said: dict[str, str] = {}
    while open_ := [one for one in form.questions_now({**known, **said}) if one.key not in {**known, **said}]:
        said[open_[0].key] = _any(open_[0], chance)
    return said


def _any(question: FormQuestion, chance: Random) -> str:
    match question.kind:
        case AskKind.CHOICE:
            return chance.choice(question.choices).id
        case AskKind.NUMBER:
            return str(chance.randint(question.low, min(question.high, 30)))
        case AskKind.YES_NO:
            return chance.choice(("yes", "no"))
        case AskKind.TEXT:
            return "XY" if question.as_id else "As both players saw it."
        case AskKind.WORDS:
            return "CAT DOG"


def allowed_answers(
    form: DecisionForm, contexts: list[DecisionContext]
) -> tuple[DecisionContext, dict[str, str]]:
    """A context and answers with which *form* may be decided."""
    for context, said in _tries(form, contexts):
        if not evaluate(form, said, context).refusal:
            return context, said
    raise AssertionError(f"{form.type} of {form.rules.id} can never be decided")


def _tries(
    form: DecisionForm, contexts: list[DecisionContext]
) -> Iterator[tuple[DecisionContext, dict[str, str]]]:
    chance = Random(form.type)
    for _ in range(TRIES):
        for context in contexts:
            yield context, drawn(form, context, chance)
