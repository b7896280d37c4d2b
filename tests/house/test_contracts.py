"""The import contracts of pyproject.toml, each broken on purpose in a copy: the linter must see every one."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = "from importlinter.cli import lint_imports_command as go; go()"

PURE = "Pure files do no I/O"
PRACTICE = "Practice's pure files do no I/O"
LAYERS = "Pure files know no file of another layer"
ORDER = "Folders stand in one order"
DOWNWARDS = "Actions reach downwards"
QT = "Only windows and starts know Qt"
SCREENS = "Windows reach neither files, SQL nor the desktop"
ACTIONS = "Stores and guards know no run and no action"
STORES = "Stores know no guard"
GUARDS = "Guards know no store"
CLICK = "Nothing but a command knows the command line"
NETWORK = "Only five files of the hub know a network"
NO_HUB = "A station reaches no hub"
DOORS = "Commands leave the log, the set-up and the door to actions"

BREAKS = [
    ("words/play", "import sqlite3", PURE),
    ("words/play", "import time", PURE),
    ("words/play", "from pathlib import Path", PURE),
    ("words/play", "from kiosk.files import read_small", PURE),
    ("words/play", "from kiosk import folder", PURE),
    ("wizard/machine", "from pathlib import Path", PURE),
    ("practice/answers", "import sqlite3", PRACTICE),
    ("words/play", "import kiosk.words.store", LAYERS),
    ("base/page", "import kiosk.system_clock", LAYERS),
    ("station/machine", "import kiosk.station.run", LAYERS),
    ("station/machine", "def late():\n    import kiosk.log.writer", LAYERS),
    ("desk/wording", "import kiosk.desk.window", LAYERS),
    ("console/machine", "import kiosk.console.actions", LAYERS),
    ("console/values", "def late():\n    import kiosk.events.actions", LAYERS),
    ("wizard/machine", "import kiosk.setup.store", LAYERS),
    ("practice/machine", "import kiosk.practice.store", LAYERS),
    ("rules/ruleset", "import kiosk.setup.settings", ORDER),
    ("words/play", "def late():\n    import kiosk.log.kinds", ORDER),
    ("log/bodies", "import kiosk.station.states", ORDER),
    ("log/facts", "import kiosk.setup.settings", ORDER),
    ("log/reader", "if False:\n    import kiosk.hub.answer", ORDER),
    ("setup/divisions", "import kiosk.desk.states", ORDER),
    ("station/machine", "import kiosk.console.states", ORDER),
    ("setup/actions", "def late():\n    import kiosk.station.status_actions", DOWNWARDS),
    ("decisions/actions", "import kiosk.desk.states", DOWNWARDS),
    ("practice/machine", "import PySide6.QtCore", QT),
    ("decisions/evidence_sheet", "def late():\n    import PySide6.QtCore", QT),
    ("station/station", "from PySide6.QtCore import QTimer", QT),
    ("station/run", "import PySide6.QtCore", QT),
    ("station/run", "import kiosk.station.program", QT),
    ("log/writer", "import kiosk.kit.canvas", QT),
    ("hub/line", "import PySide6.QtCore", QT),
    ("lockdown/keeper", "import kiosk.station.window", QT),
    ("station/verdict_paint", "import kiosk.system_clock", SCREENS),
    ("station/window", "import sqlite3", SCREENS),
    ("console/alerts_view", "import kiosk.setup.access_store", SCREENS),
    ("kit/canvas", "import kiosk.setup.staff_actions", SCREENS),
    ("desk/window", "import kiosk.lockdown.desktop", SCREENS),
    ("log/writer", "import kiosk.log.list_actions", ACTIONS),
    ("system_clock", "import kiosk.setup.staff_actions", ACTIONS),
    ("lockdown/keeper", "def late():\n    import kiosk.station.run", ACTIONS),
    ("log/reader", "import kiosk.lockdown.desktop", STORES),
    ("setup/store", "def late():\n    import kiosk.lockdown.keeper", STORES),
    ("lockdown/desktop", "import kiosk.log.writer", GUARDS),
    ("lockdown/linux/guards", "def late():\n    import kiosk.setup.store", GUARDS),
    ("log/list_actions", "def late():\n    import click", CLICK),
    ("console/program", "import kiosk.cli.main", CLICK),
    ("setup/actions", "import kiosk.setup.command", CLICK),
    ("hub/outbox_store", "import psycopg", NETWORK),
    ("hub/push_run", "import psycopg", NETWORK),
    ("hub/options", "def late():\n    import psycopg", NETWORK),
    ("station/station", "import socket", NETWORK),
    ("log/chores_run", "def late():\n    import kiosk.hub.line", NO_HUB),
    ("station/program", "def late():\n    import kiosk.hub.push_run", NO_HUB),
    ("station/run", "def late():\n    import kiosk.hub.line", NO_HUB),
    ("console/logs_worker", "def late():\n    import kiosk.hub.mirror_run", NO_HUB),
    ("desk/judge_command", "def late():\n    import kiosk.log.writer", DOORS),
    ("setup/command", "import kiosk.setup.store", DOORS),
    ("station/status_command", "import sqlite3", DOORS),
    ("setup/passcode_command", "import kiosk.setup.access_store", DOORS),
    ("lockdown/doctor_command", "import kiosk.lockdown.desktop", DOORS),
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package and its contracts, free to be broken."""
    shutil.copytree(ROOT / "kiosk", tmp_path / "kiosk", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "installer" / "house").mkdir(parents=True)
    for name in ("__init__.py", "house/__init__.py", "house/layers.py", "house/contracts.py"):
        shutil.copy(ROOT / "installer" / name, tmp_path / "installer" / name)
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
    with (copy / "kiosk" / f"{module}.py").open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")

    broken = lint(copy)

    assert broken.returncode == 1
    assert f"{contract} BROKEN" in broken.stdout


@pytest.mark.parametrize("contract", [PURE, SCREENS, GUARDS])
def test_a_contract_that_looks_at_nothing_is_an_error(copy: Path, contract: str) -> None:
    pyproject = copy / "pyproject.toml"
    text = pyproject.read_text(encoding="utf-8")
    start = text.index(contract)
    blind = re.sub(r"^layers = .*$", 'layers = ["nobody"]', text[start:], count=1, flags=re.MULTILINE)
    pyproject.write_text(text[:start] + blind, encoding="utf-8")

    refused = lint(copy)

    assert refused.returncode != 0
    assert "looks at nothing" in " ".join((refused.stdout + refused.stderr).split())


@pytest.mark.parametrize("folder", ['"words", ', '"machines",'])
def test_a_folder_without_a_place_in_the_order_is_an_error(copy: Path, folder: str) -> None:
    pyproject = copy / "pyproject.toml"
    text = pyproject.read_text(encoding="utf-8")
    start = text.index(ORDER)
    pyproject.write_text(text[:start] + text[start:].replace(folder, "", 1), encoding="utf-8")

    refused = lint(copy)

    assert refused.returncode != 0
    assert "misses" in " ".join((refused.stdout + refused.stderr).split())


def test_every_contract_is_broken_on_purpose() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.findall(r'^\[\[tool\.importlinter\.contracts\]\]\nname = "(.+)"$', text, re.MULTILINE)

    assert set(named) == {contract for _, _, contract in BREAKS}
