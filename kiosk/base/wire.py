"""Frozen values as lines of JSON, for two processes of this program that speak through a pipe.

A frozen value is a list: the name of its class, then its fields in order; where the same value comes again, a
list of its number alone, counted in the order in which they end. Everything else is read by what the class
says of its fields. The rule guarded here: what does not fit its type is no message, never half of one; and no
line makes anything but values of this program.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, StrEnum
from importlib import import_module
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, cast, get_args, get_origin

from kiosk.base.canonical import Json
from kiosk.base.frozen import CLASSES, fields_as_written
from kiosk.errors import KioskError

_PACKAGE = "kiosk."
# What a process is asked to do may be of a file that it has not loaded yet; values come along with that.
_NAME = re.compile(r"(?:[a-z0-9_]+\.)*[a-z0-9_]*(?:actions|worker)\.[A-Z][A-Za-z0-9]*")

# Reads a value; the list holds the frozen values of the line so far.
_Reader: TypeAlias = Callable[[Any, list[object]], Any]
_Value = TypeVar("_Value")


class Misfit(ValueError):
    """No value of the type that should stand there."""


def encode(value: object) -> bytes:
    """The frozen *value* as a line."""
    return json.dumps(_plain(value, {}), separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes, *kinds: type[_Value]) -> _Value | None:
    """The value of one of *kinds* that *line* holds; None if it holds none."""
    try:
        return cast(_Value, _read_value(json.loads(line), [], kinds))
    except (ValueError, TypeError, RecursionError, KioskError):
        return None


def _plain(value: object, numbers: dict[int, int]) -> Any:
    """*value* as JSON. *numbers*: of the frozen values so far, by their identity."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Enum):
        return value.name
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple | list):
        return [_plain(item, numbers) for item in value]
    if isinstance(value, Mapping) and all(type(key) is str for key in value):
        return {key: _plain(item, numbers) for key, item in value.items()}
    kind: Any = type(value)
    name = f"{kind.__module__}.{kind.__name__}"
    if CLASSES.get(name) != kind or not name.startswith(_PACKAGE):
        raise TypeError(f"{name} is no value that another process can be sent")
    if id(value) in numbers:
        return [numbers[id(value)]]
    short, fields = name.removeprefix(_PACKAGE), kind.__match_args__
    plain = [short, *(_plain(getattr(value, field), numbers) for field in fields)]
    numbers[id(value)] = len(numbers)
    return plain


# ---- reading -----------------------------------------------------------------------------------------------

_READERS: dict[type, tuple[_Reader, ...]] = {}


def _read_value(data: Any, made: list[object], kinds: tuple[type, ...]) -> object:
    match data:
        case [int(number)] if 0 <= number < len(made):
            value = made[number]
            if not isinstance(value, kinds):
                raise Misfit(f"{type(value).__name__} does not stand there")
            return value
        case [str(name), *fields]:
            kind = _class_called(name)
            if not issubclass(kind, kinds):
                raise Misfit(f"{name} does not stand there")
            readers = _READERS.get(kind)
            if readers is None:
                readers = _READERS[kind] = tuple(_reader(field.type) for field in fields_as_written(kind))
            value = kind(*(read(field, made) for read, field in zip(readers, fields, strict=True)))
            made.append(value)
            return value
    raise Misfit(f"{data!r:.80} is no value")


def _class_called(name: str) -> type:
    whole = f"{_PACKAGE}{name}"
    if whole not in CLASSES and _NAME.fullmatch(name):
        try:
            import_module(whole.rpartition(".")[0])
        except ImportError as error:
            raise Misfit(f"there is no {name}") from error
    if whole not in CLASSES:
        raise Misfit(f"{name!r:.80} is no value")
    return CLASSES[whole]


def _reader(kind: Any) -> _Reader:
    """How a value that is annotated as *kind* is read."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _reader(parts[0])
    if origin is UnionType or origin is Union:
        return _any_of([_reader(part) for part in parts])
    if origin is tuple and parts[-1] is not ...:
        return _row([_reader(part) for part in parts])
    if origin is tuple or origin is Sequence:
        return _many(_reader(parts[0]))
    if origin is Mapping or origin is dict:
        return _table(_reader(parts[1]))
    if kind == Json:  # which names itself
        return lambda value, made: value
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(kind)
    if kind in (bool, int, str, NoneType, float):
        return _exactly(kind, *((int,) if kind is float else ()))
    of = origin or kind
    if not isinstance(of, type) or not (of is object or of.__module__.startswith(_PACKAGE)):
        raise TypeError(f"{kind!r} cannot be sent to another process")
    read: _Reader = lambda value, made: _read_value(value, made, (of,))  # noqa: E731
    return _any_of([_exactly(NoneType), read]) if of is object else read


def _any_of(readers: Sequence[_Reader]) -> _Reader:
    def read(value: Any, made: list[object]) -> Any:
        before = len(made)
        for read_kind in readers:
            try:
                return read_kind(value, made)
            except Misfit:
                del made[before:]
        raise Misfit(f"{value!r:.80} is none of what may stand there")

    return read


def _exactly(*kinds: type) -> _Reader:
    def read(value: Any, made: list[object]) -> Any:
        if type(value) not in kinds:
            raise Misfit(f"{value!r:.80} is no {kinds[0].__name__}")
        return value

    return read


def _choice(kind: type[Enum]) -> _Reader:
    known = {member.value if isinstance(member, StrEnum) else member.name: member for member in kind}

    def read(value: Any, made: list[object]) -> Any:
        if not isinstance(value, str) or value not in known:
            raise Misfit(f"{value!r:.80} is no {kind.__name__}")
        return known[value]

    return read


def _many(read_item: _Reader) -> _Reader:
    def read(value: Any, made: list[object]) -> Any:
        if not isinstance(value, list):
            raise Misfit(f"{value!r:.80} is no list")
        return tuple([read_item(item, made) for item in value])

    return read


def _row(readers: Sequence[_Reader]) -> _Reader:
    def read(value: Any, made: list[object]) -> Any:
        if not isinstance(value, list) or len(value) != len(readers):
            raise Misfit(f"{value!r:.80} is no list of {len(readers)}")
        return tuple([read_item(item, made) for read_item, item in zip(readers, value, strict=True)])

    return read


def _table(read_item: _Reader) -> _Reader:
    def read(value: Any, made: list[object]) -> Any:
        if not isinstance(value, dict):
            raise Misfit(f"{value!r:.80} is no table")
        return {key: read_item(item, made) for key, item in value.items()}

    return read
