"""A decision's form as values: its questions in order, what is known, and one decision being worked out."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.log.chain import Key
from kiosk.rules.choices import Concerned, DecisionShape, Effect, Target, cite
from kiosk.rules.points import Decision
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Place, Verdict

# ---- form --------------------------------------------------------------------------------------------------
# What a decision's form is: its questions, in order, and the lines of law beside them. Values only.
#
# The rule guarded here: whatever shows a form (a window, a command) shows exactly these questions; none knows
# a rule set, and a question that another answer rules out is not asked.

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


@frozen
class LawLine:
    """What the rulebook says, and where; *clause* is empty for what is only worked out."""

    text: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({cite(self.clause)})" if self.clause else self.text


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
        return next((question for question in self.questions if question.key == key), None)

    def questions_now(self, answers: Answers) -> tuple[FormQuestion, ...]:
        """Those that are asked, with these answers so far."""
        return tuple(question for question in self.questions if self._is_asked(question, answers))

    def _is_asked(self, question: FormQuestion, answers: Answers) -> bool:
        key, wanted = question.only_if
        before = self.question(key)
        if before is None:
            return True
        said = answers.get(key)
        return isinstance(said, str) and said.strip().casefold() in wanted and self._is_asked(before, answers)


@frozen
class Evaluation:
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


def refuse(sentence: str, at: str = "", *law: LawLine) -> Evaluation:
    """It may not be decided so."""
    return Evaluation(refusal=sentence, at=at, law=law)


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
        "verdict",
        "What was ruled?",
        tuple(FormChoice(verdict, rules.verdict.word(verdict)) for verdict in settled),
    )


# ---- context -----------------------------------------------------------------------------------------------
# What is known when a director decides: the ruling, what was ruled and decided before, where and when.
#
# The rule guarded here: nothing of it names a person, and what is not on record is None, never a guess.


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
        return tuple(
            decision
            for decision in self.decisions
            if decision.about == self.ruling.key and decision.shape in shapes
        )


def is_game(place: Place) -> bool:
    """Whether *place* tells which game it is."""
    return None not in (place.event, place.round, place.table)


# ---- case --------------------------------------------------------------------------------------------------
# One decision being worked out: the form, the settled answers, what is known, and how results are worded.

MINUTE_S = 60
MOST_POINTS, MOST_SECONDS = 999, 3600  # what may be answered


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

    def no_verdict(self) -> Evaluation:
        return Evaluation(refusal=f"{self.called} has no verdict yet, so there is nothing to decide on it.")


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
