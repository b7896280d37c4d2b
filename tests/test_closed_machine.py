"""The machine is closed: a state, a key and an effect added to a copy make mypy name every place that must
know them."""

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CHALLENGE = "kiosk/core/challenge"
NAMED = re.compile(r'^(?P<file>\S+?):(?P<line>\d+): error: .*has incompatible type "(?P<kind>\w+)"')

ADDED = {
    "states.py": (
        "State: TypeAlias = (",
        "@dataclass(frozen=True, slots=True)\nclass Adjourned:\n    since_ms: int = 0\n\n\n{} Adjourned |",
    ),
    "events.py": (
        "EntryKey: TypeAlias = (",
        "@frozen\nclass DeletePressed:\n    pass\n\n\n{} DeletePressed |",
    ),
    "effects.py": (
        "Effect: TypeAlias = ",
        "@dataclass(frozen=True, slots=True)\nclass PrintSlip:\n    pass\n\n\n{}PrintSlip | ",
    ),
}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The places that mypy names for each kind that was added, as `module.function`."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "kiosk", copy / "kiosk", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for name, (union, text) in ADDED.items():
        path = copy / CHALLENGE / name
        source = path.read_text(encoding="utf-8")
        assert source.count(union) == 1
        path.write_text(source.replace(union, text.format(union)), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(copy / "cache"), "--no-error-summary"]
    modules = ["-m", "kiosk.station.station", "-m", "kiosk.core.challenge.wording"]
    said = subprocess.run([*command, *modules], cwd=copy, capture_output=True, text=True, check=False)
    places = defaultdict(set)
    for line in said.stdout.splitlines():
        if found := NAMED.match(line):
            path = copy / found["file"]
            module = path.parent.name if path.stem == "__init__" else path.stem
            places[found["kind"]].add(f"{module}.{function_at(path, int(found['line']))}")
    return places


def function_at(path: Path, line: int) -> str:
    """The innermost function of *path* that holds *line*."""
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return max(functions, key=lambda node: node.lineno).name


def test_a_new_state_is_asked_for_wherever_a_state_decides(named: dict[str, set[str]]) -> None:
    assert named["Adjourned"] == {
        "step._acted",
        "access.called_in",
        "checking.felt",
        "closing.change",
        "closing.locks_out",
        "closing.violated",
        "keyboard.keyboard_seen",
        "procedure.lifetime",
        "held.division_of",
        "held.entry_of",
        "wording._body",
        "counting._counted_ms",
        "frame._for_players",
    }


def test_a_new_key_is_asked_for_wherever_a_key_means_something(named: dict[str, set[str]]) -> None:
    assert named["DeletePressed"] == {
        "step.step",
        "idle._choosing_division",
        "idle._counting",
        "step._showing",
        "step._told",
        "step._with_director",
        "entering.at_board",
        "choosing.choosing",
        "choosing.conceding",
        "choosing.conceded",
        "typing.edited",
        "typing.table_edited",
        "checking.checked",
        "access.unlocking",
        "access.with_director",
    }


def test_a_new_effect_is_asked_for_where_effects_are_carried_out(named: dict[str, set[str]]) -> None:
    assert named["PrintSlip"] == {"station._replies"}


# ---- every match is closed ---------------------------------------------------------------------------------


def left_open(source: str) -> list[int]:
    """The lines of each `match` in *source* that lets something pass in silence."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Match) and not closes(node.cases[-1])
    ]


def closes(last: ast.match_case) -> bool:
    """Whether *last* is `case _: assert_never(…)`, or what stands for it where effects are carried out."""
    said = ast.unparse(last).split()
    return said[:2] == ["case", "_:"] and said[2].startswith(("assert_never(", "unknown("))


def test_every_match_of_the_machine_and_its_shell_is_closed() -> None:
    windows = [ROOT / "kiosk" / "director" / name for name in ("desk", "console")]
    windows.append(ROOT / "kiosk" / "wizard")
    shells = [ROOT / "kiosk" / "ui" / name for name in ("desk", "wizard")]
    shells += [ROOT / "kiosk" / "actions" / name for name in ("run_desk", "run_wizard")]
    folders = [ROOT / CHALLENGE, ROOT / "kiosk" / "station", *windows, *shells]
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for folder in folders
        for path in folder.rglob("*.py")
        for line in left_open(path.read_text(encoding="utf-8"))
    }

    assert found == set()


@pytest.mark.parametrize(
    ("last", "is_open"),
    [
        ("", True),
        ("case _: pass", True),
        ("case _: assert_never(x)", False),
        ("case _: unknown(x)", False),
    ],
)
def test_a_match_that_lets_something_pass_is_caught(last: str, is_open: bool) -> None:
    assert bool(left_open(f"match x:\n  case 1: pass\n  {last}")) is is_open
