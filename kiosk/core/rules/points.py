"""The named points of a rulebook (reasons, grounds, decisions, steps), each with its clause."""

from collections.abc import Mapping
from enum import StrEnum

from kiosk.core.fields.limits import AnyText, Choice, Whole
from kiosk.core.fields.reading import Wide
from kiosk.core.fields.table import Table, checked
from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import Target
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
class Decision:
    """Something the rulebook lets a director decide. *target*: what the amount is taken from or added to."""

    id: str
    text: str
    clause: str
    target: Target
    points: int | None
    minutes: int | None


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


def _decision(form: RuleForm, name: str, id: str, item: object) -> Decision:
    leaf = form.leaf(name, item, ("target", "points", "minutes"))
    return Decision(
        id,
        checked(form, name, AnyText(), leaf.values["value"]),
        form.clauses[name],
        leaf.value("target", Choice(Target), Target.NONE),
        leaf.value("points", Whole(0), None),
        leaf.value("minutes", Whole(0), None),
    )
