"""How a rule-set file is written, and what is said of a fault in it.

Every value is written as `{ value = …, clause = "…" }`, with an optional `note`: no rule without the place
where it stands.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from kiosk.core.fields.limits import AnyText, Choice, Choices, Unfit, quoted
from kiosk.core.fields.reading import Wide, read
from kiosk.core.fields.table import Table, checked
from kiosk.core.rules.choices import MethodId
from kiosk.errors import RuleSetError

HEAD = ("id", "inherits", "title", "short_title", "issued", "status", "source")  # the rest are tables


def unusable(file: str, problem: str) -> RuleSetError:
    """The error for *file*, in one sentence and what to do."""
    return RuleSetError(f"The rule set file {file} cannot be used: {problem} Correct the file and try again.")


def check_head(content: Mapping[str, object], file: str) -> None:
    """Refuse a value at the head of *file* that no rule set has. Asked first: with a misspelt `inherits`
    everything else seems to be missing."""
    for key, item in content.items():
        if key not in HEAD and not isinstance(item, Mapping):
            raise unusable(file, f"it has an unknown key “{key}”. Known at its head: {quoted(HEAD)}.")


class RuleForm:
    """The form of *file*, which is only a name to put into messages; keeps clause and note of every value
    read."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.clauses: dict[str, str] = {}
        self.notes: dict[str, str] = {}

    def value(self, name: str, item: object) -> object:
        return self._leaf(name, item)["value"]

    def leaf(self, name: str, item: object, also: tuple[str, ...]) -> "Table[BareForm]":
        """*item* as the table it is: a value, its clause, perhaps a note and the further keys *also*."""
        return Table(BareForm(self.file), name, self._leaf(name, item, also))

    def _leaf(self, name: str, item: object, also: tuple[str, ...] = ()) -> Mapping[str, object]:
        if not isinstance(item, Mapping) or "value" not in item:
            raise self.wrong(name, Unfit('written as { value = …, clause = "…" }'), item)
        clause = item.get("clause")
        if not isinstance(clause, str) or not clause.strip():
            raise unusable(self.file, f"“{name}” has no clause: say where the rule stands.")
        for key in item:
            if key not in ("value", "clause", "note", *also):
                raise unusable(self.file, f"it has an unknown key “{name}.{key}”.")
        self.notes[name] = checked(self, f"{name}.note", AnyText(), item.get("note", ""))
        self.clauses[name] = clause
        return item

    def no_table(self, name: str, item: object) -> Mapping[str, object]:
        raise unusable(self.file, f"the table [{name}] is missing.")

    def wrong(self, name: str, unfit: Unfit, item: object) -> RuleSetError:
        shown = f"“{item}”" if isinstance(item, str) else str(item)
        return unusable(self.file, f"“{name}” {unfit}; it is {shown}.")

    def missing(self, name: str, must: str) -> RuleSetError:
        return unusable(self.file, f"“{name}” is missing.")

    def unknown(self, path: str, key: str, known: tuple[str, ...]) -> RuleSetError:
        name = f"{path}.{key}" if path else key
        names = sorted(known) if path else [*sorted(set(known) - set(HEAD)), *HEAD]
        return unusable(self.file, f"it has an unknown key “{name}”. Known here: {quoted(names)}.")


class BareForm(RuleForm):
    """What stands as it is: the keys of one value, and the head of the file."""

    def value(self, name: str, item: object) -> object:
        return item


# ---- keys that are read in their own way -------------------------------------------------------------------


class HeadText(Wide):
    """A text at the head of the file, which has no clause; one of *choices*, where there are some."""

    def __init__(self, choices: type[StrEnum] | None = None) -> None:
        self.choices = choices

    def at(self, table: Table[RuleForm], key: str) -> str:
        value = table.values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise unusable(table.form.file, f"“{key}” at its head must be a text that is not empty.")
        return value if self.choices is None else checked(table.form, key, Choice(self.choices), value)


class OneOf(Wide):
    """One of those that the list under *beside* names."""

    def __init__(self, beside: str, choices: type[StrEnum]) -> None:
        self.beside = beside
        self.choices = Choices(choices)

    def at(self, table: Table[RuleForm], key: str) -> object:
        return table.value(key, Choice(table.value(self.beside, self.choices)))


class Joined(Wide):
    """A list, and after it what the list under *beside* has besides."""

    def __init__(self, beside: str, choices: type[StrEnum]) -> None:
        self.beside = beside
        self.choices = Choices(choices)

    def at(self, table: Table[RuleForm], key: str) -> tuple[object, ...]:
        return tuple(
            dict.fromkeys((*table.value(key, self.choices), *table.value(self.beside, self.choices)))
        )


class MethodTables(Wide):
    """The allowed methods, each from its table; one that is described but not allowed is checked as well."""

    def __init__(self, of: type[Any]) -> None:
        self.of = of

    def at(self, table: Table[RuleForm], key: str) -> tuple[object, ...]:
        inner = table.table(key)
        inner.only(tuple(MethodId))
        allowed = table.table("methods").value("allowed", Choices(MethodId))
        wanted = [id for id in MethodId if id in inner.values or id in allowed]
        described = {id: read(self.of, inner.table(id), id=id) for id in wanted}
        return tuple(described[id] for id in allowed)
