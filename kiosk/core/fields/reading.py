"""Reads and writes a table of a file by the annotations of a frozen dataclass.

A field is declared once: its type and default and, inside `Annotated`, what may stand there (a `Limit`),
where in the file it stands (`Under`, `FileKey`) and a sentence for people. Reader, writer, docs and questions
derive from that. Doubt refuses: a wrong value, an unknown key or a missing one is an error that names the key
and what is allowed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from kiosk.core.fields.limits import AnyText, Blank, Choice, Choices, Flag, Limit, Many, OrNone, Whole
from kiosk.core.fields.table import Table
from kiosk.core.frozen import fields_as_written

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


class Wide(ABC):
    """Reads one or more tables, or keys beside its own."""

    @abstractmethod
    def at(self, table: Table[Any], key: str) -> object:
        """What *table* holds for the field whose key is *key*."""

    def keys(self, key: str) -> tuple[str, ...]:
        return (key,)


class Nested(Wide):
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
            into[key] = written(value)


class TableList(Nested):
    """A list of tables."""

    def at(self, table: Table[Any], key: str) -> object:
        return tuple(read(self.of, inner) for inner in table.tables(key))

    def put(self, value: Any, key: str, into: dict[str, object]) -> None:
        if value:
            into[key] = [written(one) for one in value]


class Inline(Nested):
    """A dataclass whose keys stand among those of the table being read."""

    def at(self, table: Table[Any], key: str) -> object:
        return self.of(**_values(self.of, table))

    def keys(self, key: str) -> tuple[str, ...]:
        return tuple(one.key for one in declared(self.of))

    def put(self, value: Any, key: str, into: dict[str, object]) -> None:
        into.update(written(value))


class Declared(NamedTuple):
    """One field as it was declared. *usual*: its default, `Usual` or MISSING; *sentence*: what it is for."""

    name: str
    key: str
    under: str
    leads: bool
    limit: Limit | Wide
    usual: object
    sentence: str


# ---- reading and writing -----------------------------------------------------------------------------------


def read(of: type[T], table: Table[Any], **computed: object) -> T:
    """The *of* that *table* describes; its fields that stand in no file are given as *computed*."""
    for under, keys in _shape(_hashable(of)).layout.items():
        (table.table(under) if under else table).only(keys)
    return of(**_values(of, table), **computed)


def written(made: object) -> dict[str, object]:
    """*made* as a table that `read` takes; a value that is None is left out."""
    result: dict[str, object] = {}
    tables: dict[str, dict[str, object]] = {"": result}
    for one in declared(type(made)):
        value = getattr(made, one.name)
        if one.under not in tables:
            tables[one.under] = {}
            if not (one.leads and value is None):
                result[one.under] = tables[one.under]
        if isinstance(one.limit, Nested):
            one.limit.put(value, one.key, tables[one.under])
        elif value is not None:
            tables[one.under][one.key] = str(value) if isinstance(value, StrEnum) else value
    return result


def declared(of: type[Any]) -> tuple[Declared, ...]:
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
    for one in found:
        if one.under not in layout:
            layout[""] += (one.under,)
        keys = one.limit.keys(one.key) if isinstance(one.limit, Wide) else (one.key,)
        layout[one.under] = layout.get(one.under, ()) + keys
    return _Shape(found, layout)


def _fields(of: type[Any]) -> Iterator[Declared]:
    for field in fields_as_written(of):
        said = getattr(field.type, "__metadata__", ())
        if Computed in said:
            continue
        kind = getattr(field.type, "__origin__", None) if said else field.type
        limit = next((one for one in said if isinstance(one, Limit | Wide)), None) or _limit_of(kind)
        under = next((one for one in said if isinstance(one, Under)), Under(""))
        key = next((one.key for one in said if isinstance(one, FileKey)), under.key or field.name)
        usual = next((one for one in said if isinstance(one, Usual)), field.default)
        sentence = next((one for one in said if isinstance(one, str)), "")
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


def _limit_of(kind: Any) -> Limit | Wide:
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
    for one in declared(of):
        place = table.table(one.under) if one.under else table
        if isinstance(one.limit, Wide):
            values[one.name] = one.limit.at(place, one.key)
            continue
        usual = MISSING if one.leads and place.values else one.usual
        value = place.value(one.key, one.limit, usual)
        values[one.name] = value.make(values) if isinstance(value, Usual) else value
    return values
