"""What a decision's form is: its questions, in order, and the lines of law beside them. Values only.

The rule guarded here: whatever shows a form (a window, a command) shows exactly these questions; none knows a
rule set, and a question that another answer rules out is not asked.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import Concerned, Effect, Target
from kiosk.core.rules.points import Decision
from kiosk.core.rules.ruleset import RuleSet

LONGEST_REMARK = 200
REMARK = "remark"
Answer: TypeAlias = str | int | bool
Answers: TypeAlias = Mapping[str, str]  # as they are typed or chosen, by key


class AskKind(StrEnum):
    """How a question is answered: by the id of a choice, a whole number, yes or no, a text, or words of the
    game with spaces between."""

    CHOICE = "choice"
    NUMBER = "number"
    YES_NO = "yes_no"
    TEXT = "text"
    WORDS = "words"


OURS = "ours"  # in a rule set: no rulebook has it, directors do it all the same


def cited(clause: str) -> str:
    """*clause* as a director reads it."""
    return "no clause: the Director's own" if clause == OURS else clause


@frozen
class LawLine:
    """What the rulebook says, and where; *clause* is empty for what is only worked out."""

    text: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({cited(self.clause)})" if self.clause else self.text


@frozen
class FormChoice:
    id: str
    label: str
    clause: str = ""


@frozen
class FormQuestion:
    """*low*, *high*: of a number, or the longest text. *only_if*: the question before, and the answers with
    which this one is asked; empty: always. *as_id*: of a text, only letters, digits, “.”, “-” and “_”."""

    key: str
    label: str
    kind: AskKind
    choices: tuple[FormChoice, ...] = ()
    low: int = 0
    high: int = 0
    required: bool = True
    only_if: tuple[str, tuple[str, ...]] = ("", ())
    hint: str = ""
    as_id: bool = False

    @property
    def allowed(self) -> str:
        """What may be answered, in words."""
        match self.kind:
            case AskKind.CHOICE:
                return f"one of: {', '.join(choice.id for choice in self.choices)}"
            case AskKind.NUMBER:
                return f"a whole number from {self.low} to {self.high}"
            case AskKind.YES_NO:
                return "yes or no"
            case AskKind.TEXT if self.as_id:
                return (
                    f"initials or a staff id, not a name: 1 to {self.high} letters, digits, “.”, “-” or “_”"
                )
            case AskKind.TEXT:
                return f"a text of 1 to {self.high} printable characters"
            case AskKind.WORDS:
                return "words of 2 to 15 letters, A to Z, with spaces between"


@frozen
class DecisionForm:
    """One thing the rulebook lets a director decide. *law*: what it says of it, whatever is answered."""

    type: str
    title: str
    clause: str
    target: Target
    law: tuple[LawLine, ...]
    questions: tuple[FormQuestion, ...]
    decision: Decision = field(repr=False)
    rules: RuleSet = field(repr=False)

    def question(self, key: str) -> FormQuestion | None:
        return next((one for one in self.questions if one.key == key), None)


@frozen
class Worked:
    """What follows from the answers. *refusal*: why it may not be decided so, in a sentence; then nothing
    goes on record. *at*: the question that this is about. *amounts*: points and seconds by name, and which
    ruling stands. *law*: what led there."""

    sentence: str = ""
    effect: Effect = Effect.NONE
    amounts: tuple[tuple[str, Answer], ...] = ()
    concerns: Concerned = Concerned.NONE
    clause: str = ""
    law: tuple[LawLine, ...] = ()
    answers: tuple[tuple[str, Answer], ...] = ()
    refusal: str = ""
    at: str = ""


def refused(sentence: str, at: str = "", *law: LawLine) -> Worked:
    """It may not be decided so."""
    return Worked(refusal=sentence, at=at, law=law)


def yes_no(key: str, label: str, *, required: bool = True, hint: str = "") -> FormQuestion:
    return FormQuestion(key, label, AskKind.YES_NO, required=required, hint=hint)


def choice(
    key: str, label: str, choices: tuple[FormChoice, ...], *, required: bool = True, hint: str = ""
) -> FormQuestion:
    return FormQuestion(key, label, AskKind.CHOICE, choices, required=required, hint=hint)


def number(
    key: str, label: str, low: int, high: int, *, required: bool = True, hint: str = ""
) -> FormQuestion:
    return FormQuestion(key, label, AskKind.NUMBER, (), low, high, required, hint=hint)


def verdict_question(rules: RuleSet) -> FormQuestion:
    """What the station or the judge ruled; known where the decision is about a ruling."""
    settled = (Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE)
    return choice(
        "verdict", "What was ruled?", tuple(FormChoice(one, rules.verdict.word(one)) for one in settled)
    )
