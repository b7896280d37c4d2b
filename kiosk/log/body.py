"""What a record says, as a value: how a body becomes JSON, and how JSON becomes a body again.

Each field is a key of the JSON object; a last underscore (`from_`, `try_`) is not part of the key. A field
with a default stays out of the JSON while it has that default; every other field is always written. A key
that is missing reads as None where None may stand, and unknown keys do no harm: the text of the record keeps
them. The rule guarded here: what does not fit its type is not read as a body, not even in part.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, TypeAlias, TypeVar, cast, get_args, get_origin

from kiosk.base.canonical import Json
from kiosk.log.kinds import Kind

_Reader: TypeAlias = Callable[[Any], Any]


class Misfit(ValueError):
    """A value that this program would not have written there."""


class JsonValue:
    """What a record says, or a part of it. Each is a frozen value."""

    __slots__ = ()


class Body(JsonValue):
    """What a record of one kind says."""

    __slots__ = ()
    kind: ClassVar[Kind]


SomePart = TypeVar("SomePart", bound=JsonValue)


def key_of(field: str) -> str:
    """The key of the JSON object that *field* stands under."""
    return field.removesuffix("_")


def fields_of(of: Any) -> tuple["Field[Any]", ...]:
    """The fields of a part, or of a class of them."""
    return fields(of)


def encode(part: JsonValue) -> dict[str, Json]:
    """*part* as the JSON object that a record holds of it."""
    return {
        key_of(field.name): _plain(value)
        for field in fields_of(part)
        if (value := getattr(part, field.name)) != field.default
    }


def _plain(value: object) -> Json:
    if isinstance(value, JsonValue):
        return encode(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return cast(Json, value)


def read_part(of: type[SomePart], data: object) -> SomePart:
    """The value that *data*, parsed JSON, holds; Misfit if it holds none."""
    if not isinstance(data, Mapping):
        raise Misfit(f"{data!r} is no object")
    values: dict[str, object] = {}
    for name, key, read, missing in _readers(cast(Any, of)):
        if key in data:
            values[name] = read(data[key])
        elif missing is MISSING:
            raise Misfit(f"there is no {key!r}")
        else:
            values[name] = missing
    return of(**values)


def leaves(of: type[JsonValue], before: str = "") -> Iterator[tuple[str, Any]]:
    """The path of each plain value in the JSON of *of*, with its annotation."""
    for field in fields_of(of):
        name, kind = field.name, field.type
        some = next((part for part in get_args(kind) if part is not NoneType), kind)
        if get_origin(kind) is not tuple and isinstance(some, type) and issubclass(some, JsonValue):
            yield from leaves(some, f"{before}{key_of(name)}.")
        else:
            yield f"{before}{key_of(name)}", kind


@cache
def _readers(of: type[Any]) -> tuple[tuple[str, str, _Reader, object], ...]:
    """For each field its name, its key, how it is read, and what a missing one reads as."""
    return tuple(
        (field.name, key_of(field.name), _reader(field.type), _missing(field)) for field in fields_of(of)
    )


def _missing(field: "Field[Any]") -> object:
    if field.default is not MISSING:
        return field.default
    return None if NoneType in get_args(field.type) else MISSING


def _reader(kind: Any) -> _Reader:
    """How a value that is annotated as *kind* is read."""
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(kind, str):  # `Json`, which names itself
        return lambda value: value
    if origin is UnionType:
        [some] = [_reader(part) for part in parts if part is not NoneType]
        return lambda value: None if value is None else some(value)
    if origin is tuple:
        return _many(_reader(parts[0])) if parts[-1] is ... else _row([_reader(part) for part in parts])
    if origin is Mapping:
        return _table(_reader(parts[1]))
    if issubclass(kind, JsonValue):
        return lambda value: read_part(kind, value)
    return _choice(kind) if issubclass(kind, StrEnum) else _exactly(kind)


def _exactly(kind: type) -> _Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise Misfit(f"{value!r} is no {kind.__name__}")
        return value

    return read


def _choice(kind: type[StrEnum]) -> _Reader:
    known = {member.value: member for member in kind}

    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in known:
            raise Misfit(f"{value!r} is no {kind.__name__}")
        return known[value]

    return read


def _many(read_item: _Reader) -> _Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise Misfit(f"{value!r} is no list")
        return tuple(map(read_item, value))

    return read


def _row(readers: list[_Reader]) -> _Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(readers):
            raise Misfit(f"{value!r} is no list of {len(readers)}")
        return tuple(read_item(item) for read_item, item in zip(readers, value, strict=True))

    return read


def _table(read_item: _Reader) -> _Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise Misfit(f"{value!r} is no table")
        return {key: read_item(item) for key, item in value.items()}

    return read
