"""PySide6 is imported without its generator of stub files, and is otherwise whole."""

import json
import subprocess
import sys

import pytest

LOOK = """
import builtins, json, sys
from contextlib import nullcontext
from kiosk.app.lean_qt import lean_qt
compiled = builtins.compile
with {how}():
    from PySide6.QtCore import QRect
    import PySide6.QtWidgets
try:
    QRect("not a number")
except TypeError as error:
    said = str(error)
print(json.dumps({{
    "generator": "argparse" in sys.modules,
    "as_before": builtins.compile is compiled and builtins.__import__ is not builtins.__feature_import__,
    "says": "QRect" in said and "Supported signatures" in said,
}}))
"""


def looked(how: str) -> dict[str, bool]:
    asked = [sys.executable, "-c", LOOK.format(how=how)]
    found: dict[str, bool] = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
    return found


@pytest.mark.real
def test_the_stub_generator_is_left_out_and_python_is_as_before() -> None:
    found = looked("lean_qt")

    assert not found["generator"]
    assert found["as_before"]


@pytest.mark.real
def test_a_wrong_call_of_qt_still_says_what_would_be_right() -> None:
    assert looked("lean_qt")["says"]


@pytest.mark.real
def test_pyside6_as_it_comes_loads_the_generator() -> None:
    """Once this fails, `lean_qt` has nothing left to save and can go."""
    found = looked("nullcontext")

    assert found["generator"]
    assert not found["as_before"]
