"""A table of a file, read key by key: whatever is wrong is said in the words of that kind of file."""

from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any, Generic, Protocol, TypeVar

from kiosk.core.fields.limits import Limit, Unfit
from kiosk.errors import KioskError


class Form(Protocol):
    """One kind of file: how a value is written in it, and the sentence for each fault. *name* is dotted."""

    def value(self, name: str, item: object) -> object:
        """What *item* says, which stands under *name*."""

    def no_table(self, name: str, item: object) -> Mapping[str, object]:
        """What to use instead of a table that is missing (*item*: MISSING) or is not a table, or the
        error."""

    def wrong(self, name: str, unfit: Unfit, item: object) -> KioskError: ...

    def missing(self, name: str, must: str) -> KioskError: ...

    def unknown(self, path: str, key: str, known: tuple[str, ...]) -> KioskError: ...


F = TypeVar("F", bound=Form)


def checked(form: Form, name: str, limit: Limit, value: object) -> Any:
    """*value*, which stands under *name*, if *limit* allows it."""
    try:
        return limit.read(value)
    except Unfit as unfit:
        raise form.wrong(name, unfit, value) from None


class Table(Generic[F]):
    """The *values* found at *path* (dotted; "" is the top) of a file."""

    __slots__ = ("form", "path", "values")

    def __init__(self, form: F, path: str, values: Mapping[str, object]) -> None:
        self.form = form
        self.path = path
        self.values = values

    def name_of(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def only(self, known: tuple[str, ...]) -> None:
        """Refuse any key that is not one of *known*: most often it is a misspelt one."""
        for key in self.values:
            if key not in known:
                raise self.form.unknown(self.path, key, known)

    def value(self, key: str, limit: Limit, usual: object = MISSING) -> Any:
        """What stands under *key*, if *limit* allows it; *usual* where nothing does."""
        name = self.name_of(key)
        if key not in self.values:
            if usual is MISSING:
                raise self.form.missing(name, limit.must)
            return usual
        return checked(self.form, name, limit, self.form.value(name, self.values[key]))

    def refusal(self, key: str, must: str) -> KioskError:
        """The error for a value that does not go with others; *must*: what it must be."""
        return self.form.wrong(self.name_of(key), Unfit(must), self.values.get(key, MISSING))

    def table(self, key: str) -> "Table[F]":
        name = self.name_of(key)
        found = self.values.get(key, MISSING)
        return Table(
            self.form, name, found if isinstance(found, Mapping) else self.form.no_table(name, found)
        )

    def tables(self, key: str) -> tuple["Table[F]", ...]:
        """The list of tables under *key*; an absent one is empty."""
        name = self.name_of(key)
        found = self.values.get(key, ())
        if not isinstance(found, list | tuple) or not all(isinstance(item, Mapping) for item in found):
            raise self.form.wrong(name, Unfit(f"a list of tables, each written as [[{name}]]"), found)
        return tuple(Table(self.form, f"{name}[{place}]", item) for place, item in enumerate(found, start=1))
