"""The wheel: installed away from the clone, the program still finds what ships with it, as with pipx."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
WHERE = "from kiosk import shipped; print(shipped.resources()); print(shipped.lexicons())"


def told(command: list[str], folder: Path, **environment: str) -> str:
    """What *command* says when it is run in *folder*; it must succeed."""
    ran = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as a wheel installs it, without its dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    told([*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), "."], ROOT)
    (wheel,) = folder.glob("challenge_kiosk-*.whl")
    told([*PIP, "install", "--no-deps", "--no-index", "--target", str(folder / "site"), str(wheel)], folder)
    return folder / "site"


@pytest.mark.real
def test_an_installed_wheel_finds_its_own_resources(installed: Path) -> None:
    found = told([sys.executable, "-c", WHERE], installed.parent, PYTHONPATH=str(installed)).split()

    assert [Path(line) for line in found] == [
        installed / "kiosk" / "resources",
        installed / "kiosk" / "lexicons",
    ]
    assert all(Path(line).is_dir() for line in found)


@pytest.mark.real
def test_the_installed_command_knows_the_rule_sets(installed: Path) -> None:
    listed = told(
        [sys.executable, str(installed / "bin" / "kiosk"), "rules", "list", "--json"],
        installed.parent,
        PYTHONPATH=str(installed),
    )

    shipped = {path.stem for path in (ROOT / "resources" / "rulesets").glob("*.toml")}
    assert {row["id"] for row in json.loads(listed)} == shipped


@pytest.mark.real
def test_everything_that_ships_is_in_the_wheel(installed: Path) -> None:
    for folder in ("resources", "lexicons"):
        here = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
        there = {path.relative_to(installed / "kiosk") for path in (installed / "kiosk" / folder).rglob("*")}

        assert here <= there
