"""The suite's own promises: what must fail does fail, and no test reaches the real user's data."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

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


def outcome(folder: Path, text: str, *options: str, **variables: str) -> str:
    """What pytest says to a file of this *text* under this repository's own settings; at home, unless
    *variables* of the environment say otherwise."""
    return run_inside(folder, text, *options, **variables).stdout


def run_inside(folder: Path, text: str, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
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
    home = {name: value for name, value in os.environ.items() if name != "CI"} | variables
    return subprocess.run(command, cwd=folder, env=home, capture_output=True, text=True, check=False)


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


# ---- property tests ----------------------------------------------------------------------------------------

ASKS = """
from hypothesis import given, settings
from hypothesis import strategies as st

@settings(max_examples=50)
@given(st.integers(0, 10**12))
def test_it(number):
    print("\\nasked", number)
    assert number < {too_much}
"""
NEVER = 10**12 + 1


def asked(told: str) -> list[str]:
    return [line for line in told.splitlines() if line.startswith("asked ")]


def test_a_find_is_kept_and_is_the_first_question_of_the_next_run(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    wrong = ASKS.format(too_much=1000)
    found = outcome(folder, wrong, "-s", "-p", "no:pytest-qt")

    again = outcome(folder, wrong, "-s", "-p", "no:pytest-qt")

    assert "1 failed" in found
    assert asked(again)[0] == "asked 1000"


def test_ci_asks_the_fixed_questions_then_new_ones_that_its_seed_repeats(tmp_path: Path) -> None:
    quietly = ("-s", "-p", "no:pytest-qt")
    text = ASKS.format(too_much=NEVER)
    one, other = (outcome(tmp_path, text, *quietly, CI="1") for _ in range(2))
    seed = one.rpartition("--fresh ")[2].split()[0]

    repeated = outcome(tmp_path, text, *quietly, "--fresh", seed)

    assert asked(one)[:50] == asked(other)[:50]
    assert set(asked(one)[50:]) != set(asked(other)[50:])
    assert len(asked(one)) == 70
    assert asked(repeated) == asked(one)


# ---- processes ---------------------------------------------------------------------------------------------

LEAVES = """
import subprocess, sys

def test_that_leaves_an_orphan():
    again = "import subprocess; print(subprocess.Popen(['sleep', '7001'], start_new_session=True).pid)"
    subprocess.run([sys.executable, "-W", "ignore", "-c", again], stdin=0, stdout=2, check=True)

def test_that_leaves_a_child_without_its_surroundings():
    global child
    child = subprocess.Popen(["sleep", "7002"], env={})
"""


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are told by /proc")
def test_a_run_that_leaves_processes_behind_fails_names_their_tests_and_ends_them(tmp_path: Path) -> None:
    run = run_inside(tmp_path, LEAVES, "-p", "no:pytest-qt", "-p", "no:randomly")
    left = [line for line in run.stdout.splitlines() if "a process was left running" in line]

    assert "2 passed" in run.stdout
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert sorted(line.partition(": sleep ")[2][:4] for line in left) == ["7001", "7002"]
    assert any("test_inner.py::test_that_leaves_an_orphan" in line for line in left)
    assert not any(running(int(line.split(": ")[1])) for line in left)


def running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


# ---- workers -----------------------------------------------------------------------------------------------

TWO_WORKERS = ("-n", "2", "--max-worker-restart=0", "-p", "no:pytest-qt")

DIES = """
import os, threading, time

def test_one(): ...

def test_that_leaves_a_worker_to_die_later():
    threading.Timer(0.2, os._exit, [0]).start()

def teardown_module():
    time.sleep(1)
"""


def test_a_worker_that_dies_between_two_tests_fails_the_run(tmp_path: Path) -> None:
    run = run_inside(tmp_path, DIES, *TWO_WORKERS, "-p", "no:randomly")

    assert run.returncode != pytest.ExitCode.OK
    assert "a worker was lost" in run.stdout


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are told by /proc")
def test_what_a_test_in_a_worker_leaves_running_fails_the_run_too(tmp_path: Path) -> None:
    run = run_inside(tmp_path, LEAVES, *TWO_WORKERS, "-p", "no:randomly")
    left = [line for line in run.stdout.splitlines() if "a process was left running" in line]

    assert "2 passed" in run.stdout
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert sorted(line.partition(": sleep ")[2][:4] for line in left) == ["7001", "7002"]


def test_all_workers_ask_the_new_questions_of_one_seed(tmp_path: Path) -> None:
    text = ASKS.format(too_much=NEVER).replace('print("\\nasked", number)', "write(number)") + WRITES
    seeds = {}
    for workers in ("0", "2"):
        folder = tmp_path / workers
        folder.mkdir()
        outcome(folder, text, "-n", workers, "-p", "no:pytest-qt", "--fresh", "5")
        seeds[workers] = (folder / "asked").read_text()

    assert seeds["0"] == seeds["2"]


WRITES = """
from pathlib import Path

def write(number):
    with Path(__file__).with_name("asked").open("a") as file:
        file.write(f"{number}\\n")
"""


# ---- patience ----------------------------------------------------------------------------------------------

SHORTEST_PATIENCE_MS = 10_000


def impatient(text: str) -> list[int]:
    """The lines of *text* that wait for a window as long as a quiet machine needs: pytest-qt gives up after
    five seconds unless it is told otherwise."""
    waits = ("waitUntil", "waitSignal", "waitSignals", "waitExposed", "waitActive")
    found = []
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in waits:
            given = [one.value for one in call.keywords if one.arg == "timeout"]
            short = [
                one for one in given if isinstance(one, ast.Constant) and one.value < SHORTEST_PATIENCE_MS
            ]
            if short or not given:
                found.append(call.lineno)
    return found


def test_whoever_waits_for_a_window_has_patience_on_a_busy_machine() -> None:
    files = sorted((ROOT / "tests").rglob("*.py"))

    found = {file.name: lines for file in files if (lines := impatient(file.read_text(encoding="utf-8")))}

    assert found == {}


def test_an_impatient_wait_would_be_seen() -> None:
    assert impatient("q.waitUntil(x)\nq.waitUntil(x, timeout=500)\nq.waitUntil(x, timeout=60_000)") == [1, 2]
