"""Imports PySide6 without two things that only its makers use, and that every start would pay for.

It compiles and runs its generator of stub files, a third of the time of its import. And from then on it looks
through the source of every module for a feature that has to be switched on, a sixth of the time until the
station is ready.
"""

import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# As PySide6 names the files; nothing else in it uses them.
STUB_GENERATOR = (
    "shibokensupport/signature/lib/pyi_generator.py",
    "shibokensupport/signature/lib/enum_sig.py",
)


@contextmanager
def lean_qt() -> Iterator[None]:
    """Import PySide6 inside; what is imported after it is imported in Python's own way."""
    compiled = builtins.compile

    def sparing(source: Any, filename: Any, *rest: Any, **named: Any) -> Any:
        return compiled("" if filename in STUB_GENERATOR else source, filename, *rest, **named)

    builtins.compile = sparing
    try:
        yield
    finally:
        builtins.compile = compiled
        builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
