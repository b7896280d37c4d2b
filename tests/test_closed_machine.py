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
STATES = "kiosk/station/states.py"
NAMED = re.compile(r'^(?P<file>\S+?):(?P<line>\d+): error: .*has incompatible type "(?P<kind>\w+)"')

ADDED = (
    (
        "State: TypeAlias = (",
        "@dataclass(frozen=True, slots=True)\nclass Adjourned:\n    since_ms: int = 0\n\n\n{} Adjourned |",
    ),
    (
        "EntryKey: TypeAlias = (",
        "@frozen\nclass DeletePressed:\n    pass\n\n\n{} DeletePressed |",
    ),
    (
        "Effect: TypeAlias = (",
        "@dataclass(frozen=True, slots=True)\nclass PrintSlip:\n    pass\n\n\n{} PrintSlip |",
    ),
)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The places that mypy names for each kind that was added, as `module.function`."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "kiosk", copy / "kiosk", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    path = copy / STATES
    source = path.read_text(encoding="utf-8")
    for union, text in ADDED:
        assert source.count(f"\n{union}") == 1
        source = source.replace(f"\n{union}", "\n" + text.format(union))
    path.write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(copy / "cache"), "--no-error-summary"]
    modules = ["-m", "kiosk.station.station", "-m", "kiosk.station.pages"]
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
        *("states.division_of", "states.entry_of", "entry.felt", "entry.lifetime"),
        *(
            "machine._acted",
            "machine.keyboard_seen",
            "pages._body",
            "wording._counted_ms",
            "wording._for_players",
        ),
        *("closing.called_in", "closing.change", "closing.locks_out", "closing.violated"),
    }


def test_a_new_key_is_asked_for_wherever_a_key_means_something(named: dict[str, set[str]]) -> None:
    assert named["DeletePressed"] == {
        *(
            "entry.checked",
            "entry.edited",
            "entry.table_edited",
            "closing.unlocking",
            "closing.with_director",
        ),
        *(
            "machine.step",
            "machine._choosing_division",
            "machine._counting",
            "machine._showing",
            "machine._told",
        ),
        *("machine._with_director", "machine.at_board", "machine.choosing", "machine.conceding"),
        "machine.conceded",
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


# These read what came over a pipe, or one of many columns, and may meet what they do not know.
MAY_STAY_OPEN = {
    f"kiosk/console/{name}.py" for name in ("client", "list_kit", "reader_worker", "roll", "values")
}


def test_every_match_of_the_machines_and_their_shells_is_closed() -> None:
    files = [
        path
        for name in ("station", "desk", "console", "wizard", "practice")
        for path in sorted((ROOT / "kiosk" / name).rglob("*.py"))
    ]
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in files
        if (lines := left_open(path.read_text(encoding="utf-8")))
    }

    assert sum("match " in path.read_text(encoding="utf-8") for path in files) > 20
    assert found.keys() == MAY_STAY_OPEN


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
