"""The suite's own promises: what must fail does fail, and no test reaches the real user's data."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

INNER = """
import gc
import warnings
import PySide6.QtCore as QtCore
from PySide6.QtWidgets import QLabel, QWidget

class Broken(QWidget):
    def keyPressEvent(self, event):
        raise RuntimeError("broken")

def test_a_sound_one(qtbot):
    label = QLabel("fine")
    qtbot.addWidget(label)
    label.show()

def test_a_python_warning():
    warnings.warn("old")

def test_a_qt_warning(qtbot):
    QtCore.qWarning("odd")

def test_an_exception_in_a_slot(qtbot):
    QtCore.QTimer.singleShot(0, lambda: 1 / 0)
    qtbot.wait(20)

def test_an_exception_in_a_key_handler(qtbot):
    widget = Broken()
    qtbot.addWidget(widget)
    qtbot.keyClick(widget, QtCore.Qt.Key.Key_A)

def test_a_file_left_open(tmp_path):
    (tmp_path / "f").open("w")
    gc.collect()
"""
MUST_FAIL = [line[4:].partition("(")[0] for line in INNER.splitlines() if line.startswith("def test")][1:]


def outcome(folder: Path, text: str, *options: str) -> str:
    """What pytest says to a file of this *text* under this repository's own settings."""
    (folder / "test_inner.py").write_text(text)
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-v",
        "-c",
        str(ROOT / "pyproject.toml"),
        *options,
        str(folder),
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> str:
    return outcome(tmp_path_factory.mktemp("inner"), INNER)


def test_a_sound_test_passes(answer: str) -> None:
    assert "test_a_sound_one PASSED" in answer


@pytest.mark.parametrize("name", MUST_FAIL)
def test_what_must_fail_fails(answer: str, name: str) -> None:
    assert f"{name} FAILED" in answer


def test_a_marker_nobody_knows_stops_the_run(tmp_path: Path) -> None:
    told = outcome(
        tmp_path, "import pytest\n@pytest.mark.slowish\ndef test_it(): ...\n", "-p", "no:pytest-qt"
    )

    assert "'slowish' not found in `markers`" in told


def test_without_qt_an_import_of_it_fails(tmp_path: Path) -> None:
    told = outcome(tmp_path, "def test_it():\n    import PySide6.QtCore\n", "-p", "no:pytest-qt", "--no-qt")

    assert "test_it FAILED" in told
    assert "ModuleNotFoundError" in told


def test_no_test_can_reach_the_real_data_folder() -> None:
    from kiosk.folder import data_folder

    chosen = data_folder()
    del os.environ["KIOSK_DATA"]
    usual = data_folder()

    assert "kiosk-tests-" in str(chosen)
    assert sys.platform == "darwin" or "kiosk-tests-" in str(usual)
