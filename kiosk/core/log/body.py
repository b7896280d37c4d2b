"""What a record says, as a value: how a body becomes JSON, and how JSON becomes a body again.

Each field is a key of the JSON object; a last underscore (`from_`, `try_`) is not part of the key. A field
with a default stays out of the JSON while it has that default; every other field is always written. A key
that is missing reads as None where None may stand, and keys that no field has are nobody's harm: the text of
the record keeps them. The rule guarded here: what does not fit its type is no body, and is never half of one.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, Self, TypeAlias, TypeVar, cast, dataclass_transform, get_args, get_origin

from kiosk.core.log.canonical import Json
from kiosk.core.log.kinds import Kind

_Reader: TypeAlias = Callable[[Any], Any]
_REQUIRED = object()


class Misfit(ValueError):
    """A value that this program would not have written there."""


@dataclass_transform(frozen_default=True)
class Part:
    """A frozen value with named fields, equal to another of its class with the same fields. Cheaper to define
    than a dataclass, of which a start-up can feel each."""

    FIELDS: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        own: Mapping[str, Any] = cls.__annotations__
        cls.FIELDS = {**cls.FIELDS, **{one: own[one] for one in own if get_origin(own[one]) is not ClassVar}}

    def __init__(self, *values: object, **named: object) -> None:
        given = {**dict(zip(self.FIELDS, values, strict=False)), **named}
        lacking = [name for name in self.FIELDS if name not in given and not hasattr(type(self), name)]
        if lacking or len(given) < len(values) + len(named) or not self.FIELDS.keys() >= given.keys():
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self.FIELDS)}; given: {given}")
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._values() == self._values()

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        values = zip(self.FIELDS, self._values(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in values)})"

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.FIELDS)

    def but(self, **changes: object) -> Self:
        """The same with *changes*."""
        return type(self)(**{**self.__dict__, **changes})


class Body(Part):
    """What a record of one kind says."""

    kind: ClassVar[Kind]


SomePart = TypeVar("SomePart", bound=Part)


def key_of(field: str) -> str:
    """The key of the JSON object that *field* stands under."""
    return field.removesuffix("_")


def encode(part: Part) -> dict[str, Json]:
    """*part* as the JSON object that a record holds of it."""
    return {
        key_of(name): _plain(value)
        for name in part.FIELDS
        if (value := getattr(part, name)) != getattr(type(part), name, _REQUIRED)
    }


def _plain(value: object) -> Json:
    if isinstance(value, Part):
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
        elif missing is _REQUIRED:
            raise Misfit(f"there is no {key!r}")
        else:
            values[name] = missing
    return of(**values)


def leaves(of: type[Part], before: str = "") -> Iterator[tuple[str, Any]]:
    """The path of each plain value in the JSON of *of*, with its annotation."""
    for name, kind in of.FIELDS.items():
        some = next((part for part in get_args(kind) if part is not NoneType), kind)
        if get_origin(kind) is not tuple and isinstance(some, type) and issubclass(some, Part):
            yield from leaves(some, f"{before}{key_of(name)}.")
        else:
            yield f"{before}{key_of(name)}", kind


@cache
def _readers(of: type[Any]) -> tuple[tuple[str, str, _Reader, object], ...]:
    """For each field its name, its key, how it is read, and what a missing one reads as."""
    return tuple((name, key_of(name), _reader(kind), _missing(of, name)) for name, kind in of.FIELDS.items())


def _missing(of: type[Part], name: str) -> object:
    if hasattr(of, name):
        return getattr(of, name)
    return None if NoneType in get_args(of.FIELDS[name]) else _REQUIRED


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
    if issubclass(kind, Part):
        return lambda value: read_part(kind, value)
    return _choice(kind) if issubclass(kind, StrEnum) else _exactly(kind)


def _exactly(kind: type) -> _Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise Misfit(f"{value!r} is no {kind.__name__}")
        return value

    return read


def _choice(kind: type[StrEnum]) -> _Reader:
    known = {one.value: one for one in kind}

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
