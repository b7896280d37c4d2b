"""PySide6 is imported without its generator of stub files; what describes its functions waits to be asked."""

import json
import subprocess
import sys
from typing import Any

import pytest

LOOK = """
import builtins, json, sys
from kiosk.kit.lean_qt import import_qt
compiled = builtins.compile
if {lean}:
    import_qt()
from PySide6.QtCore import QRect, QTimer
from PySide6.QtWidgets import QWidget
from PySide6.support.signature import get_signature, parser
prepared = "arglistParser" in vars(parser)
said = []
for wrong in (lambda: QRect("not a number"), lambda: QTimer.singleShot(), lambda: QWidget(1, 2)):
    try:
        wrong()
    except (TypeError, ValueError) as error:
        said.append(str(error))
print(json.dumps({{
    "generator": "argparse" in sys.modules,
    "as_before": builtins.compile is compiled and builtins.__import__ is not builtins.__feature_import__,
    "prepared": prepared,
    "says": [*said, QRect.adjusted.__doc__, str(get_signature(QWidget.setGeometry))],
}}))
"""


def looked(*, lean: bool) -> dict[str, Any]:
    asked = [sys.executable, "-c", LOOK.format(lean=lean)]
    found: dict[str, Any] = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
    return found


@pytest.mark.real
def test_the_stub_generator_is_left_out_and_python_is_as_before() -> None:
    found = looked(lean=True)

    assert not found["generator"]
    assert not found["prepared"]
    assert found["as_before"]


@pytest.mark.real
def test_a_wrong_call_of_qt_still_says_what_would_be_right_in_the_same_words() -> None:
    said, plain = looked(lean=True)["says"], looked(lean=False)["says"]

    assert said == plain
    assert len(said) == 5
    assert "Supported signatures" in said[0]


USE = """
import sys
from kiosk.kit.lean_qt import SELDOM_USED, PutOff, import_qt
import_qt()
before = [type(sys.modules[name]) is PutOff for name in SELDOM_USED]
import bz2, inspect, lzma, tempfile, textwrap, traceback
assert all(before), before
assert "def import_qt" in inspect.getsource(import_qt)
assert textwrap.dedent("  a") == "a" and bz2.decompress(bz2.compress(b"a")) == b"a"
assert lzma.decompress(lzma.compress(b"a")) == b"a" and tempfile.gettempdir()
try:
    raise KeyError("seen")
except KeyError:
    assert "seen" in traceback.format_exc()
assert not [name for name in SELDOM_USED if type(sys.modules[name]) is PutOff]
"""


@pytest.mark.real
def test_modules_of_python_that_pyside6_seldom_uses_are_loaded_when_somebody_uses_them() -> None:
    subprocess.run([sys.executable, "-c", USE], check=True)


@pytest.mark.real
def test_pyside6_as_it_comes_loads_the_generator_and_prepares_signatures() -> None:
    """Once this fails, `import_qt` has nothing left to save and can go."""
    found = looked(lean=False)

    assert found["generator"]
    assert found["prepared"]
    assert not found["as_before"]
