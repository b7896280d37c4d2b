"""Tables of a file, read and written by the annotations of a frozen class; whatever is wrong is said in
its words.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, get_args, get_origin

from kiosk.base.frozen import fields_as_written
from kiosk.base.recordable import id_rule, is_id, is_text, text_rule
from kiosk.errors import KioskError

# ---- limits ------------------------------------------------------------------------------------------------
# What may stand under a key of a file: each limit checks a value, and says what it must be.

NONE = "none"  # TOML has no null: a number that a rulebook does not give is written "none"


class Unfit(ValueError):
    """A value that a limit does not allow: it “must be …”, or with another *verb*."""

    def __init__(self, must: str, verb: str = "must be") -> None:
        super().__init__(f"{verb} {must}")


class Limit(ABC):
    """*must*: what a value must be; *many*: the same of several, where a list of them can be asked for."""

    must = ""
    many = ""

    @abstractmethod
    def read(self, value: object) -> Any:
        """*value* as the program holds it, or Unfit."""


class AnyText(Limit):
    must, many = "a text", "texts"

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise Unfit(self.must)
        return value


class Blank(AnyText):
    """A text; an empty one counts as none."""

    def read(self, value: object) -> Any:
        return super().read(value) or None


class Text(Limit):
    """A printable text of 1 to *longest* characters."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.must = text_rule(longest)

    def read(self, value: object) -> str:
        if not is_text(value, self.longest):
            raise Unfit(self.must)
        return value


class Id(Limit):
    """A short name a program can use: letters, digits, dot, underline and hyphen."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.must = id_rule(longest)

    def read(self, value: object) -> str:
        if not is_id(value, self.longest):
            raise Unfit(self.must)
        return value


class ShortLine(AnyText):
    """A station line of at most *most* words, with no placeholder but those in *places*."""

    def __init__(self, most: int, *places: str) -> None:
        self.most = most
        self.places = tuple(f"{{{place}}}" for place in places)

    def read(self, value: object) -> str:
        text = super().read(value)
        if len(text.split()) > self.most:
            raise Unfit(f"a line of at most {self.most} words")
        bare = text
        for place in self.places:
            bare = bare.replace(place, "")
        if "{" in bare or "}" in bare:
            raise Unfit(quote_names(self.places) or "none", "may hold no placeholder but:")
        return text


class Whole(Limit):
    """A whole number from *low* to *high*, or without an upper limit."""

    def __init__(self, low: int, high: int | None = None) -> None:
        self.low = low
        self.high = high
        limits = f"from {low} up" if high is None else f"from {low} to {high}"
        self.must, self.many = f"a whole number {limits}", f"whole numbers {limits}"

    def read(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < self.low:
            raise Unfit(self.must)
        if self.high is not None and value > self.high:
            raise Unfit(self.must)
        return value


class OrNone(Limit):
    """What *limit* allows, or the word “none”."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.must = f"{limit.must}, or “{NONE}”"

    def read(self, value: object) -> Any:
        if value == NONE:
            return None
        try:
            return self.limit.read(value)
        except Unfit:
            raise Unfit(self.must) from None


class Flag(Limit):
    must = "true or false"

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise Unfit(self.must)
        return value


class Choice(Limit):
    """One of *names*: the members of an enum, or texts."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.must = f"one of {quote_names(self.names)}"

    def read(self, value: object) -> Any:
        if not isinstance(value, str) or value not in self.names:
            raise Unfit(self.must)
        return self.names[self.names.index(value)]


class Many(Limit):
    """A list of what *limit* allows."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.must = f"a list of {limit.many}"

    def read(self, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise Unfit(self.must)
        try:
            return tuple(self.limit.read(item) for item in value)
        except Unfit:
            raise Unfit(self.must) from None


class Choices(Limit):
    """A list of different members of an enum."""

    def __init__(self, of: type[StrEnum]) -> None:
        self.of = of
        self.must = f"a list of different names out of {quote_names(of)}"

    def read(self, value: object) -> tuple[Any, ...]:
        names = Many(AnyText()).read(value)
        if len(set(names)) != len(names) or not set(names) <= set(self.of):
            raise Unfit(self.must)
        return tuple(self.of(name) for name in names)


class Minute(Limit):
    """A local date and time, to the minute: as TOML has it, or as text."""

    must = "a local date and time without seconds or zone, such as 2026-05-01T09:00"

    def read(self, value: object) -> str:
        moment = value
        if isinstance(value, str) and len(value) >= len("2026-05-01T09:00"):
            try:
                moment = datetime.fromisoformat(value)
            except ValueError:
                raise Unfit(self.must) from None
        if not isinstance(moment, datetime) or moment.tzinfo is not None:
            raise Unfit(self.must)
        if moment.second or moment.microsecond:
            raise Unfit(self.must)
        return moment.isoformat(timespec="minutes")


def quote_names(names: Iterable[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)


# ---- table -------------------------------------------------------------------------------------------------
# A table of a file, read key by key: whatever is wrong is said in the words of that kind of file.


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


def check_value(form: Form, name: str, limit: Limit, value: object) -> Any:
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
        return check_value(self.form, name, limit, self.form.value(name, self.values[key]))

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


# ---- reading -----------------------------------------------------------------------------------------------
# Reads and writes a table of a file by the annotations of a frozen dataclass.
#
# A field is declared once: its type and default and, inside `Annotated`, what may stand there (a `Limit`),
# where in the file it stands (`Under`, `FileKey`) and a sentence for people. Reader, writer, docs and
# questions derive from that. Doubt refuses: a wrong value, an unknown key or a missing one is an error that
# names the key and what is allowed.

T = TypeVar("T")


# ---- what an annotation may say beside its limit -----------------------------------------------------------


class FileKey(NamedTuple):
    """The key in the file, where it is not the field's name."""

    key: str


class Under(NamedTuple):
    """The table the key stands in, where that is not the one being read. *leads*: the table is there only
    with this key, which has no default once it is."""

    table: str
    key: str = ""
    leads: bool = False


class Usual(NamedTuple):
    """A default that depends on the values before it, and how to say it."""

    make: Callable[[Mapping[str, Any]], object]
    says: str


class Computed:
    """A field that stands in no file."""


# ---- limits that read more than one value ------------------------------------------------------------------


class CompoundField(ABC):
    """Reads one or more tables, or keys beside its own."""

    @abstractmethod
    def at(self, table: Table[Any], key: str) -> object:
        """What *table* holds for the field whose key is *key*."""

    def keys(self, key: str) -> tuple[str, ...]:
        return (key,)


class Nested(CompoundField):
    """Reads and writes values of the dataclass *of*."""

    def __init__(self, of: type[Any]) -> None:
        self.of = of

    @abstractmethod
    def put(self, value: Any, key: str, into: dict[str, object]) -> None:
        """Write *value* the way `at` reads it."""


class OneTable(Nested):
    """The table of the field's own name."""

    def __init__(self, of: type[Any], *, optional: bool = False) -> None:
        super().__init__(of)
        self.optional = optional

    def at(self, table: Table[Any], key: str) -> object:
        inner = table.table(key)
        return None if self.optional and not inner.values else read(self.of, inner)

    def put(self, value: Any, key: str, into: dict[str, object]) -> None:
        if value is not None:
            into[key] = to_table(value)


class TableList(Nested):
    """A list of tables."""

    def at(self, table: Table[Any], key: str) -> object:
        return tuple(read(self.of, inner) for inner in table.tables(key))

    def put(self, value: Any, key: str, into: dict[str, object]) -> None:
        if value:
            into[key] = [to_table(item) for item in value]


class Inline(Nested):
    """A dataclass whose keys stand among those of the table being read."""

    def at(self, table: Table[Any], key: str) -> object:
        return self.of(**_values(self.of, table))

    def keys(self, key: str) -> tuple[str, ...]:
        return tuple(declaration.key for declaration in declarations(self.of))

    def put(self, value: Any, key: str, into: dict[str, object]) -> None:
        into.update(to_table(value))


class Declared(NamedTuple):
    """One field as it was declared. *usual*: its default, `Usual` or MISSING; *sentence*: what it is for."""

    name: str
    key: str
    under: str
    leads: bool
    limit: Limit | CompoundField
    usual: object
    sentence: str


# ---- reading and writing -----------------------------------------------------------------------------------


def read(of: type[T], table: Table[Any], **computed: object) -> T:
    """The *of* that *table* describes; its fields that stand in no file are given as *computed*."""
    for under, keys in _shape(_hashable(of)).layout.items():
        (table.table(under) if under else table).only(keys)
    return of(**_values(of, table), **computed)


def to_table(made: object) -> dict[str, object]:
    """*made* as a table that `read` takes; a value that is None is left out."""
    result: dict[str, object] = {}
    tables: dict[str, dict[str, object]] = {"": result}
    for declaration in declarations(type(made)):
        value = getattr(made, declaration.name)
        if declaration.under not in tables:
            tables[declaration.under] = {}
            if not (declaration.leads and value is None):
                result[declaration.under] = tables[declaration.under]
        if isinstance(declaration.limit, Nested):
            declaration.limit.put(value, declaration.key, tables[declaration.under])
        elif value is not None:
            tables[declaration.under][declaration.key] = str(value) if isinstance(value, StrEnum) else value
    return result


def declarations(of: type[Any]) -> tuple[Declared, ...]:
    """Every field of *of* that stands in a file, in order."""
    return _shape(_hashable(of)).fields


class _Shape(NamedTuple):
    """*layout*: the keys that may stand in each table of a file; "" is the table being read."""

    fields: tuple[Declared, ...]
    layout: dict[str, tuple[str, ...]]


def _hashable(of: Any) -> Any:
    """*of*: mypy does not see that a class can be hashed."""
    return of


@cache
def _shape(of: type[Any]) -> _Shape:
    found = tuple(_fields(of))
    layout: dict[str, tuple[str, ...]] = {"": ()}
    for declared in found:
        if declared.under not in layout:
            layout[""] += (declared.under,)
        keys = (
            declared.limit.keys(declared.key)
            if isinstance(declared.limit, CompoundField)
            else (declared.key,)
        )
        layout[declared.under] = layout.get(declared.under, ()) + keys
    return _Shape(found, layout)


def _fields(of: type[Any]) -> Iterator[Declared]:
    for field in fields_as_written(of):
        said = getattr(field.type, "__metadata__", ())
        if Computed in said:
            continue
        kind = getattr(field.type, "__origin__", None) if said else field.type
        limit = next((mark for mark in said if isinstance(mark, Limit | CompoundField)), None) or _limit_of(
            kind
        )
        under = next((mark for mark in said if isinstance(mark, Under)), Under(""))
        key = next((mark.key for mark in said if isinstance(mark, FileKey)), under.key or field.name)
        usual = next((mark for mark in said if isinstance(mark, Usual)), field.default)
        sentence = next((mark for mark in said if isinstance(mark, str)), "")
        yield Declared(field.name, key, under.table, under.leads, limit, usual, sentence)


_PLAIN: dict[Any, Limit] = {
    str: AnyText(),
    bool: Flag(),
    int: Whole(0),
    str | None: Blank(),
    int | None: OrNone(Whole(0)),
    tuple[str, ...]: Many(AnyText()),
    tuple[int, ...]: Many(Whole(0)),
}


def _limit_of(kind: Any) -> Limit | CompoundField:
    """What a field of type *kind* may hold where its annotation does not say."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type):
        return Choice(kind) if issubclass(kind, StrEnum) else OneTable(kind)
    inner = get_args(kind)[0]
    if get_origin(kind) is tuple:
        return Choices(inner) if issubclass(inner, StrEnum) else TableList(inner)
    return OneTable(inner, optional=True)


def _values(of: type[Any], table: Table[Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for declaration in declarations(of):
        place = table.table(declaration.under) if declaration.under else table
        if isinstance(declaration.limit, CompoundField):
            values[declaration.name] = declaration.limit.at(place, declaration.key)
            continue
        usual = MISSING if declaration.leads and place.values else declaration.usual
        value = place.value(declaration.key, declaration.limit, usual)
        values[declaration.name] = value.make(values) if isinstance(value, Usual) else value
    return values
