"""Bodies of records for tests that care about one or two of their fields."""

from collections.abc import Mapping
from dataclasses import MISSING
from enum import StrEnum
from types import NoneType
from typing import Any, get_args, get_origin

from kiosk.base.canonical import Json
from kiosk.log.bodies import BODIES, decode
from kiosk.log.body import Body, JsonValue, encode, fields_of
from kiosk.log.kinds import Kind


def plain(kind: Kind | str) -> dict[str, Json]:
    """The JSON of a record of *kind* that says as little as one can."""
    return encode(_least(BODIES[Kind(kind).value]))


def body(kind: Kind | str, **data: Json) -> Body:
    """What a record of *kind* says that holds *data*, and of all else as little as one can."""
    made = decode(Kind(kind), {**plain(kind), **data})
    assert made is not None, f"the program writes no {kind} with {data}"
    return made


def _least(of: type[JsonValue]) -> JsonValue:
    return of(**{one.name: _empty(one.type) for one in fields_of(of) if one.default is MISSING})


def _empty(kind: Any) -> object:
    if NoneType in get_args(kind):
        return None
    if get_origin(kind) in (tuple, Mapping):
        return () if get_origin(kind) is tuple else {}
    if issubclass(kind, JsonValue):
        return _least(kind)
    return next(iter(kind)) if issubclass(kind, StrEnum) else kind()
