"""Reads one table of a rule-set file key by key, and says exactly what is wrong with it.

Every value of a rule set is written as `{ value = …, clause = "…" }`, with an optional `note`. A key that
nobody asks for is unknown, and fails: a misspelt rule must never be silently without effect.
"""

from collections.abc import Iterable, Mapping

from kiosk.core.rules.remedies import Decision, Entry, Step
from kiosk.errors import RuleSetError

TARGETS = ("game", "spread", "clock", "turn", "none")
HEAD = ("id", "inherits", "title", "short_title", "issued", "status", "source")  # the rest are tables
NONE = "none"  # TOML has no null: a number that a rulebook does not give is written "none"


def unusable(file: str, problem: str) -> RuleSetError:
    """The error for *file*, in one sentence and what to do."""
    return RuleSetError(f"The rule set file {file} cannot be used: {problem} Correct the file and try again.")


def check_head(content: Mapping[str, object], file: str) -> None:
    """Refuse a value at the head of *file* that no rule set has. Asked first: with a misspelt `inherits`
    everything else seems to be missing."""
    for key, item in content.items():
        if key not in HEAD and not isinstance(item, Mapping):
            raise unusable(file, f"it has an unknown key “{key}”. Known at its head: {quoted(HEAD)}.")


def quoted(names: Iterable[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)


class Table:
    """One table at *path* of *file*; keeps account of the keys read and of their clauses."""

    def __init__(self, file: str, path: str, content: Mapping[str, object], clauses: dict[str, str]) -> None:
        self._file = file
        self._path = path
        self._content = content
        self._clauses = clauses
        self._read: set[str] = set()

    def text(self, key: str, also: tuple[str, ...] = ()) -> str:
        """The text at *key*, which may carry the further keys *also* beside value, clause and note."""
        value = self._value(key, also)
        if not isinstance(value, str):
            raise self._wrong(key, "must be a text", value)
        return value

    def line(self, key: str, most: int, places: tuple[str, ...] = ()) -> str:
        """A station line of at most *most* words, with no placeholder but those in *places*."""
        value = self.text(key)
        if len(value.split()) > most:
            raise self._wrong(key, f"must be a line of at most {most} words", value)
        bare = value
        for place in places:
            bare = bare.replace(f"{{{place}}}", "")
        if "{" in bare or "}" in bare:
            allowed = quoted(f"{{{place}}}" for place in places) or "none"
            raise self._wrong(key, f"may hold no placeholder but: {allowed}", value)
        return value

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self._value(key)
        if not isinstance(value, str) or value not in allowed:
            raise self._wrong(key, f"must be one of {quoted(allowed)}", value)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._value(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(key, "must be a list of texts", value)
        return tuple(value)

    def choices(self, key: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        value = self.texts(key)
        if any(item not in allowed for item in value) or len(set(value)) != len(value):
            raise self._wrong(key, f"must be a list of different names out of {quoted(allowed)}", list(value))
        return value

    def flag(self, key: str) -> bool:
        value = self._value(key)
        if not isinstance(value, bool):
            raise self._wrong(key, "must be true or false", value)
        return value

    def number(self, key: str) -> int:
        value = self._value(key)
        if not _whole(value):
            raise self._wrong(key, "must be a whole number from 0 up", value)
        return int(str(value))

    def maybe_number(self, key: str) -> int | None:
        value = self._value(key)
        if value == NONE:
            return None
        if not _whole(value):
            raise self._wrong(key, f"must be a whole number from 0 up, or “{NONE}”", value)
        return int(str(value))

    def numbers(self, key: str) -> tuple[int, ...]:
        value = self._value(key)
        if not isinstance(value, list) or not all(_whole(item) for item in value):
            raise self._wrong(key, "must be a list of whole numbers from 0 up", value)
        return tuple(value)

    def table(self, key: str) -> "Table":
        """The sub-table *key*."""
        self._read.add(key)
        content = self._content.get(key)
        if not isinstance(content, Mapping):
            raise unusable(self._file, f"the table [{self._dotted(key)}] is missing.")
        return Table(self._file, self._dotted(key), content, self._clauses)

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._content)

    def entries(self) -> tuple[Entry, ...]:
        """Every key of this table as a named point; one with an empty text is taken away."""
        found = (Entry(key, self.text(key), self._clause(key)) for key in self.keys)
        return tuple(entry for entry in found if entry.text)

    def steps(self, key: str) -> tuple[Step, ...]:
        """The array of tables *key*, each with who, value and clause."""
        self._read.add(key)
        rows = self._content.get(key)
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            raise unusable(
                self._file, f"“{self._dotted(key)}” must be a list of tables with who, value, clause."
            )
        return tuple(self._step(f"{key}[{number}]", row) for number, row in enumerate(rows, start=1))

    def decisions(self) -> tuple[Decision, ...]:
        """Every key of this table as a director's decision; one with an empty text is taken away."""
        found = (self._decision(key) for key in self.keys)
        return tuple(decision for decision in found if decision.text)

    def only(self, allowed: tuple[str, ...]) -> None:
        """Refuse a key that is not one of *allowed*."""
        for key in self._content:
            if key not in allowed:
                raise self._unknown(key, allowed)

    def finish(self) -> None:
        """Refuse what nobody asked for."""
        for key in self._content:
            if key not in self._read:
                raise self._unknown(key, self._read)

    def _decision(self, key: str) -> Decision:
        text = self.text(key, ("target", "points", "minutes"))
        leaf = self._content[key]
        extras = leaf if isinstance(leaf, Mapping) else {}
        target = extras.get("target", "none")
        if target not in TARGETS:
            raise self._wrong(f"{key}.target", f"must be one of {quoted(TARGETS)}", target)
        points, minutes = (self._amount(key, extras, name) for name in ("points", "minutes"))
        return Decision(key, text, self._clause(key), str(target), points, minutes)

    def _amount(self, key: str, extras: Mapping[str, object], name: str) -> int | None:
        if name not in extras:
            return None
        value = extras[name]
        if not _whole(value):
            raise self._wrong(f"{key}.{name}", "must be a whole number from 0 up", value)
        return int(str(value))

    def _step(self, key: str, row: Mapping[str, object]) -> Step:
        inner = Table(self._file, self._path, {key: row}, self._clauses)
        who = row.get("who", "")
        if not isinstance(who, str):
            raise inner._wrong(f"{key}.who", "must be a text", who)
        return Step(who, inner.text(key, ("who",)), inner._clause(key))

    def _value(self, key: str, also: tuple[str, ...] = ()) -> object:
        self._read.add(key)
        if key not in self._content:
            raise unusable(self._file, f"“{self._dotted(key)}” is missing.")
        leaf = self._content[key]
        if not isinstance(leaf, Mapping) or "value" not in leaf:
            raise self._wrong(key, 'must be written as { value = …, clause = "…" }', leaf)
        clause = leaf.get("clause")
        if not isinstance(clause, str) or not clause.strip():
            raise unusable(self._file, f"“{self._dotted(key)}” has no clause: say where the rule stands.")
        for name, item in leaf.items():
            if name not in ("value", "clause", "note", *also):
                raise unusable(self._file, f"it has an unknown key “{self._dotted(key)}.{name}”.")
            if name == "note" and not isinstance(item, str):
                raise self._wrong(f"{key}.note", "must be a text", item)
        self._clauses[self._dotted(key)] = clause
        return leaf["value"]

    def _clause(self, key: str) -> str:
        return self._clauses[self._dotted(key)]

    def _dotted(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def _unknown(self, key: str, known: Iterable[str]) -> RuleSetError:
        names = (*sorted(known), *(() if self._path else HEAD))
        return unusable(
            self._file, f"it has an unknown key “{self._dotted(key)}”. Known here: {quoted(names)}."
        )

    def _wrong(self, key: str, demand: str, value: object) -> RuleSetError:
        return unusable(self._file, f"“{self._dotted(key)}” {demand}; it is {_shown(value)}.")


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _shown(value: object) -> str:
    return f"“{value}”" if isinstance(value, str) else str(value)
