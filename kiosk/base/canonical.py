"""Canonical JSON: one way to write each value, so that what is hashed has one spelling.

Objects with keys sorted by code point, no space between tokens, no floats, strings in NFC-free raw Unicode
(UTF-8, no \\u escapes but those JSON demands). docs/log.md states the same rule for other languages.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from kiosk.errors import LogError

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"


def canonical(value: Json) -> str:
    """*value* in its one spelling. A float or a non-string key is a bug and raises TypeError; text that is no
    UTF-8, which a command line can hand over, is a LogError."""
    _check(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(value: Json) -> str:
    """SHA-256 of the canonical spelling, in hex."""
    return digest_of(canonical(value))


def digest_of(spelling: str) -> str:
    """SHA-256 of a canonical *spelling*, in hex."""
    return hashlib.sha256(spelling.encode()).hexdigest()


def _check(value: Json) -> None:
    if isinstance(value, str):
        if not value.isascii():
            _check_text(value)
    elif value is None or isinstance(value, int):
        return
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise TypeError(f"a key of canonical JSON is a string, not {key!r}")
            _check(key)
            _check(item)
    elif isinstance(value, Sequence):
        for item in value:
            _check(item)
    else:
        raise TypeError(f"canonical JSON has no {type(value).__name__}: {value!r}")


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:  # a lone surrogate cannot be written as UTF-8
        shown = text.encode(errors="backslashreplace").decode()[:40]
        raise LogError(f"“{shown}” cannot be recorded: it is not text in UTF-8. Type it again.") from error
