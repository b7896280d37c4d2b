"""Imports PySide6 without what only its makers use, and without what is needed only to explain a wrong call.

It compiles and runs its generator of stub files, a third of the time of its import: left out. It prepares to
describe the signature of every function of Qt, another fifth: put off until somebody asks. And from then on
it looks through the source of every module for a feature that has to be switched on: Python's own import is
put back at once.
"""

import builtins
from collections.abc import Callable
from typing import Any

# As PySide6 names the files; nothing else in it uses them.
STUB_GENERATOR = (
    "shibokensupport/signature/lib/pyi_generator.py",
    "shibokensupport/signature/lib/enum_sig.py",
)
# Asked only when a call of Qt was wrong, or for the docstring of a function.
SIGNATURES = (
    "shibokensupport/signature/mapping.py",
    "shibokensupport/signature/errorhandler.py",
    "shibokensupport/signature/layout.py",
    "shibokensupport/signature/parser.py",
)
# In place of such a module. PySide6 takes `update_mapping` out of its namespace without asking the module.
WHEN_ASKED = f"""
from {__name__} import when_asked
__getattr__ = when_asked({{filename!r}}, globals())
update_mapping = lambda: __getattr__("update_mapping")()
"""

_put_off: dict[str, Callable[[], Any]] = {}


def import_qt() -> None:
    """Import PySide6; what is imported after it is imported in Python's own way."""
    compiled = builtins.compile

    def sparing(source: Any, filename: Any, *rest: Any, **named: Any) -> Any:
        if filename in STUB_GENERATOR:
            source = ""
        elif filename in SIGNATURES:
            whole, source = source, WHEN_ASKED.format(filename=filename)
            _put_off[filename] = lambda: compiled(whole, filename, *rest, **named)
        return compiled(source, filename, *rest, **named)

    builtins.compile = sparing
    try:
        import PySide6.QtCore  # noqa: F401
    finally:
        builtins.compile = compiled
        builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def when_asked(filename: str, names: dict[str, Any]) -> Callable[[str], Any]:
    """The `__getattr__` of a module that is run, in its *names*, when it is first asked for something."""

    def run(asked: str) -> Any:
        if asked.startswith("__"):  # it is only being imported
            raise AttributeError(asked)
        del names["__getattr__"]
        exec(_put_off.pop(filename)(), names)  # noqa: S102 - PySide6's own source
        return names[asked]

    return run
