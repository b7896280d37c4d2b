"""The first record of a log, which says whose log it is; a changed file may hold anything in its place."""

import json
import re
from typing import TypeAlias

Bytes: TypeAlias = bytes | bytearray

_DEEPEST = 64  # levels of JSON
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')


def identity(genesis_body: Bytes) -> tuple[str, str] | None:
    """Station id and epoch from the body of the first record; None if it does not hold them."""
    try:
        text = genesis_body.decode()
        # A number may have any size; only NaN and infinities are not JSON, though Python reads them.
        body = json.loads(text, parse_int=len, parse_float=len, parse_constant=_refuse)
        station, epoch = body["station"], body["epoch"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    known = isinstance(station, str) and isinstance(epoch, str) and _depth(text) <= _DEEPEST
    return (station, epoch) if known else None


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _depth(text: str) -> int:
    """How deep the JSON *text* is nested."""
    depth = deepest = 0
    for token in _BRACKETS.findall(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token, 0)
        deepest = max(deepest, depth)
    return deepest
