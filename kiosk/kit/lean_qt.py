"""Imports PySide6 without what only its makers use, and without what is needed only to explain a wrong call.

It compiles and runs its generator of stub files, a third of the time of its import: left out. It prepares to
describe the signature of every function of Qt, another fifth: put off until somebody asks. So are modules of
Python that it imports and seldom uses. And from then on it looks through the source of every module for a
feature that has to be switched on: Python's own import is put back at once.
"""

import builtins
import importlib.util
import sys
from collections.abc import Callable, Iterable
from types import ModuleType
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
    "shibokensupport/signature/lib/tool.py",
)
# Imported by PySide6 or by what it imports, and not used before something goes wrong.
SELDOM_USED = ("inspect", "tempfile", "textwrap", "traceback", "bz2", "lzma")
# In place of such a module. PySide6 takes `update_mapping` out of its namespace without asking the module.
WHEN_ASKED = f"""
from {__name__} import when_asked
__getattr__ = when_asked({{filename!r}}, globals())
update_mapping = lambda: __getattr__("update_mapping")()
"""

_put_off: dict[str, Callable[[], Any]] = {}


def import_qt() -> None:
    """Import PySide6; what is imported after it is imported in Python's own way."""
    put_off(SELDOM_USED)
    reads_no_source = sys.modules["inspect"].__dict__
    reads_no_source.setdefault("getsource", _no_source)
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
        if reads_no_source["getsource"] is _no_source:
            del reads_no_source["getsource"]
        builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def _no_source(of: object) -> str:
    """What PySide6 hears when it wants to look through a module for a feature that nobody switched on."""
    raise OSError


class PutOff(ModuleType):
    """A module of Python that is run when somebody first uses it.

    `importlib.util.LazyLoader` would run it as soon as it is imported a second time."""

    def __getattr__(self, asked: str) -> Any:
        if asked.startswith("__"):  # it is only being imported
            raise AttributeError(asked)
        object.__setattr__(self, "__class__", ModuleType)  # from now on a module like any other
        if self.__spec__ is not None and self.__spec__.loader is not None:
            self.__spec__.loader.exec_module(self)
        return getattr(self, asked)


def put_off(names: Iterable[str]) -> None:
    """Let each module of *names* that is not there yet be run when somebody first uses it."""
    for name in names:
        spec = None if name in sys.modules else importlib.util.find_spec(name)
        if spec is not None:
            sys.modules[name] = module = importlib.util.module_from_spec(spec)
            module.__class__ = PutOff


def when_asked(filename: str, names: dict[str, Any]) -> Callable[[str], Any]:
    """The `__getattr__` of a module that is run, in its *names*, when it is first asked for something."""

    def run(asked: str) -> Any:
        if asked.startswith("__"):  # it is only being imported
            raise AttributeError(asked)
        del names["__getattr__"]
        exec(_put_off.pop(filename)(), names)  # noqa: S102 - PySide6's own source
        return names[asked]

    return run
