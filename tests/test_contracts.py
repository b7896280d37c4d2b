"""The import contracts of pyproject.toml, each broken on purpose in a copy: the linter must see every one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINT = "from importlinter.cli import lint_imports_command as go; go()"

DOWNWARDS = "Imports point downwards"
PURE_CORE = "The core does no I/O"
QT_IN_UI = "Only ui and app know Qt"
NETWORK = "Only the hub knows a network"
NO_HUB = "A station reaches no hub"
PURE_PRACTICE = "Practice does no I/O"
PURE_WIZARD = "The wizard does no I/O"
SCREENS = "The screens reach neither files, SQL nor the desktop"
ACTIONS = "Actions know no screen and no command line"
COMMANDS = "Commands leave the log, the set-up and the door to actions"

BREAKS = [
    ("kiosk/core/words/play.py", "import sqlite3", PURE_CORE),
    ("kiosk/core/words/play.py", "import time", PURE_CORE),
    ("kiosk/core/words/play.py", "from pathlib import Path", PURE_CORE),
    ("kiosk/core/words/play.py", "import kiosk.station", DOWNWARDS),
    ("kiosk/core/words/play.py", "from kiosk.files import read_small", PURE_CORE),
    ("kiosk/core/words/play.py", "from kiosk import folder", PURE_CORE),
    ("kiosk/errors.py", "import kiosk.core.words.play", DOWNWARDS),
    ("kiosk/station/station.py", "import kiosk.storage.system_clock", DOWNWARDS),
    ("kiosk/storage/system_clock.py", "import kiosk.lockdown", DOWNWARDS),
    ("kiosk/director/__init__.py", "import kiosk.storage.system_clock", DOWNWARDS),
    ("kiosk/lockdown/__init__.py", "import kiosk.ui", DOWNWARDS),
    ("kiosk/director/__init__.py", "def late():\n    import PySide6.QtCore", QT_IN_UI),
    ("kiosk/station/station.py", "from PySide6.QtCore import QTimer", QT_IN_UI),
    ("kiosk/storage/hub/outbox.py", "import psycopg", NETWORK),
    ("kiosk/actions/hub/push.py", "import psycopg", NETWORK),
    ("kiosk/cli/hub/extra.py", "def late():\n    import psycopg", NETWORK),
    ("kiosk/station/station.py", "import socket", NETWORK),
    ("kiosk/storage/log/chores.py", "def late():\n    import kiosk.hub.line", DOWNWARDS),
    ("kiosk/hub/line.py", "import kiosk.storage.hub.outbox", DOWNWARDS),
    ("kiosk/hub/line.py", "import PySide6.QtCore", QT_IN_UI),
    ("kiosk/app/program.py", "def late():\n    import kiosk.actions.hub.push", NO_HUB),
    ("kiosk/actions/run_station/running.py", "def late():\n    import kiosk.hub.line", NO_HUB),
    ("kiosk/actions/run_station/running.py", "import kiosk.actions.hub.push", NO_HUB),
    ("kiosk/actions/console/hub_beside.py", "def late():\n    import kiosk.actions.hub.mirror", NO_HUB),
    ("kiosk/practice/decision.py", "import sqlite3", PURE_PRACTICE),
    ("kiosk/practice/decision.py", "import kiosk.storage.practice.history", DOWNWARDS),
    ("kiosk/practice/drill/step.py", "import PySide6.QtCore", QT_IN_UI),
    ("kiosk/wizard/step.py", "from pathlib import Path", PURE_WIZARD),
    ("kiosk/wizard/step.py", "import kiosk.storage.setup.file", DOWNWARDS),
    ("kiosk/ui/__init__.py", "import kiosk.storage.system_clock", SCREENS),
    ("kiosk/ui/__init__.py", "import sqlite3", SCREENS),
    ("kiosk/ui/__init__.py", "import kiosk.director.door", SCREENS),
    ("kiosk/ui/__init__.py", "import kiosk.actions.staff", DOWNWARDS),
    ("kiosk/app/__init__.py", "import kiosk.cli", DOWNWARDS),
    ("kiosk/storage/system_clock.py", "import kiosk.actions", DOWNWARDS),
    ("kiosk/actions/__init__.py", "import kiosk.ui", DOWNWARDS),
    ("kiosk/actions/__init__.py", "import PySide6.QtCore", QT_IN_UI),
    ("kiosk/actions/__init__.py", "def late():\n    import click", ACTIONS),
    ("kiosk/actions/__init__.py", "import kiosk.ui", ACTIONS),
    ("kiosk/actions/__init__.py", "import kiosk.app", ACTIONS),
    ("kiosk/actions/__init__.py", "import kiosk.cli", ACTIONS),
    ("kiosk/cli/judge.py", "def late():\n    import kiosk.storage.log.writer", COMMANDS),
    ("kiosk/cli/setup.py", "import kiosk.storage.setup.file", COMMANDS),
    ("kiosk/cli/status.py", "import sqlite3", COMMANDS),
    ("kiosk/cli/passcode.py", "import kiosk.director.door", COMMANDS),
    ("kiosk/cli/doctor.py", "import kiosk.lockdown.desktop", COMMANDS),
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package and its contracts, free to be broken."""
    shutil.copytree(ROOT / "kiosk", tmp_path / "kiosk", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-P",
        "-c",
        f"import sys; sys.path.insert(0, {str(folder)!r}); {LINT}",
        "--no-cache",
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_contracts_hold(copy: Path) -> None:
    kept = lint(copy)

    assert kept.returncode == 0, kept.stdout
    assert "0 broken" in kept.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"), BREAKS, ids=lambda value: str(value).replace("\n", " ")
)
def test_a_broken_contract_is_caught(copy: Path, module: str, line: str, contract: str) -> None:
    with (copy / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")

    broken = lint(copy)

    assert broken.returncode == 1
    assert f"{contract} BROKEN" in broken.stdout
