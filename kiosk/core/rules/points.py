"""The named points of a rulebook (reasons, grounds, decisions, steps), each with its clause."""

from collections.abc import Mapping
from enum import StrEnum

from kiosk.core.fields.limits import AnyText, Choice, Choices, Flag, Whole
from kiosk.core.fields.reading import Wide
from kiosk.core.fields.table import Table, checked
from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import Concerned, DecisionShape, Effect, Target
from kiosk.core.rules.form import RuleForm, unusable


@frozen
class RulePoint:
    """One named point of a rulebook: a reason, a ground, a step, with the clause it comes from."""

    id: str
    text: str
    clause: str


@frozen
class CardStep:
    """One step of the station card: who does what."""

    who: str
    text: str
    clause: str


@frozen
class WithdrawReason:
    """A reason for which a challenge without a verdict may be withdrawn. *then*: what follows; *blank*: a
    blank is designated on the way."""

    id: str
    text: str
    clause: str
    then: str
    blank: bool


PLAYERS = (Concerned.CHALLENGER, Concerned.CHALLENGED, Concerned.FIRST, Concerned.SECOND)


@frozen
class Decision:
    """Something the rulebook lets a director decide. *shape*: how it is worked out. *effects*: what it may
    do, one of them is chosen; *points*, *minutes*: where the amount is fixed. *concerns*: whom it may
    concern. *then*: what follows. *explained*: it needs a remark."""

    id: str
    text: str
    clause: str
    shape: DecisionShape
    effects: tuple[Effect, ...]
    concerns: tuple[Concerned, ...]
    points: int | None
    minutes: int | None
    then: str
    explained: bool

    @property
    def target(self) -> Target:
        """What its usual effect is taken from or added to."""
        return self.effects[0].target if self.effects else Target.NONE


class Points(Wide):
    """Every key of a table as a named point; one with an empty text is taken away. *ids*: which there may
    be."""

    def __init__(self, ids: type[StrEnum] | None = None) -> None:
        self.ids = ids

    def at(self, table: Table[RuleForm], key: str) -> tuple[RulePoint, ...]:
        inner = table.table(key)
        if self.ids is not None:
            inner.only(tuple(self.ids))
        texts = {id: inner.value(id, AnyText()) for id in inner.values}
        clauses = inner.form.clauses
        return tuple(RulePoint(id, text, clauses[inner.name_of(id)]) for id, text in texts.items() if text)


class WithdrawReasons(Wide):
    """Every key of a table as a reason to withdraw; one with an empty text is taken away."""

    def at(self, table: Table[RuleForm], key: str) -> tuple[WithdrawReason, ...]:
        inner = table.table(key)
        found = [_reason(inner.form, inner.name_of(id), id, item) for id, item in inner.values.items()]
        return tuple(reason for reason in found if reason.text)


class CardSteps(Wide):
    """A list of tables, each with who, value and clause."""

    def at(self, table: Table[RuleForm], key: str) -> tuple[CardStep, ...]:
        rows, name = table.values.get(key), table.name_of(key)
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            raise unusable(table.form.file, f"“{name}” must be a list of tables with who, value, clause.")
        return tuple(_step(table.form, f"{name}[{number}]", row) for number, row in enumerate(rows, start=1))


class Decisions(Wide):
    """Every key of a table as a director's decision; one with an empty text is taken away."""

    def at(self, table: Table[RuleForm], key: str) -> tuple[Decision, ...]:
        inner = table.table(key)
        found = [_decision(inner.form, inner.name_of(id), id, item) for id, item in inner.values.items()]
        return tuple(decision for decision in found if decision.text)


def _step(form: RuleForm, name: str, row: object) -> CardStep:
    leaf = form.leaf(name, row, ("who",))
    who = leaf.value("who", AnyText(), "")
    return CardStep(who, checked(form, name, AnyText(), leaf.values["value"]), form.clauses[name])


def _reason(form: RuleForm, name: str, id: str, item: object) -> WithdrawReason:
    leaf = form.leaf(name, item, ("then", "blank"))
    return WithdrawReason(
        id,
        checked(form, name, AnyText(), leaf.values["value"]),
        form.clauses[name],
        leaf.value("then", AnyText(), ""),
        leaf.value("blank", Flag(), False),
    )


_DECIDED = ("shape", "effects", "concerns", "points", "minutes", "then", "explained")


def _decision(form: RuleForm, name: str, id: str, item: object) -> Decision:
    leaf = form.leaf(name, item, _DECIDED)
    effects = leaf.value("effects", Choices(Effect), ())
    anybody = PLAYERS if effects else (*PLAYERS, Concerned.BOTH, Concerned.NONE)
    return Decision(
        id,
        checked(form, name, AnyText(), leaf.values["value"]),
        form.clauses[name],
        leaf.value("shape", Choice(DecisionShape), DecisionShape.PLAIN),
        effects,
        leaf.value("concerns", Choices(Concerned), ()) or anybody,
        leaf.value("points", Whole(0), None),
        leaf.value("minutes", Whole(0), None),
        leaf.value("then", AnyText(), ""),
        leaf.value("explained", Flag(), False),
    )
