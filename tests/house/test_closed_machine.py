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

ROOT = Path(__file__).resolve().parents[2]
EVENTS, CLOSED = "kiosk/station/events.py", "kiosk/station/closed.py"
NAMED = re.compile(r'^(?P<file>\S+?):(?P<line>\d+): error: .*has incompatible type "(?P<kind>\w+)"')
ABSTRACT = re.compile(
    r'error: Cannot instantiate abstract class "Adjourned" with abstract attributes (?P<what>.*)$', re.M
)

ADDED = (
    (
        EVENTS,
        "EntryKey: TypeAlias = (",
        "@frozen\nclass DeletePressed:\n    pass\n\n\n{} DeletePressed |",
    ),
    (
        EVENTS,
        "Effect: TypeAlias = (",
        "@dataclass(frozen=True, slots=True)\nclass PrintSlip:\n    pass\n\n\n{} PrintSlip |",
    ),
    (
        CLOSED,
        "@frozen\nclass AtStart:",
        "@frozen\nclass Adjourned(State):\n    since_ms: int = 0\n\n\nADJOURNED = Adjourned()\n\n\n{}",
    ),
)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What mypy says of a copy with a state, a key and an effect more."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "kiosk", copy / "kiosk", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for file, before, text in ADDED:
        path = copy / file
        source = path.read_text(encoding="utf-8")
        assert source.count(f"\n{before}") == 1
        path.write_text(source.replace(f"\n{before}", "\n" + text.format(before)), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(copy / "cache"), "--no-error-summary"]
    modules = ["-m", "kiosk.station.station"]
    run = subprocess.run([*command, *modules], cwd=copy, capture_output=True, text=True, check=False)
    return run.stdout, copy


@pytest.fixture(scope="module")
def named(said: tuple[str, Path]) -> dict[str, set[str]]:
    """The places that mypy names for each kind that was added, as `module.function`."""
    printed, copy = said
    places = defaultdict(set)
    for line in printed.splitlines():
        if found := NAMED.match(line):
            path = copy / found["file"]
            places[found["kind"]].add(f"{path.stem}.{function_at(path, int(found['line']))}")
    return places


def function_at(path: Path, line: int) -> str:
    """The innermost function of *path* that holds *line*."""
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return max(functions, key=lambda node: node.lineno).name


def test_a_new_state_is_asked_what_a_key_does_in_it_how_long_it_stands_and_what_its_page_says(
    said: tuple[str, Path],
) -> None:
    found = ABSTRACT.search(said[0])

    assert found is not None, said[0]
    assert set(re.findall(r'"(\w+)"', found["what"])) == {"act", "lifetime_ms", "page"}


def test_a_new_key_is_asked_for_wherever_a_key_means_something(named: dict[str, set[str]]) -> None:
    assert named["DeletePressed"] == {
        *("machine.step", "entry.edit", "entry.act", "idle.act", "verdict.act", "choices.act"),
        "closed.act",
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
MAY_STAY_OPEN = {f"kiosk/console/{name}.py" for name in ("rows_kit", "reader_worker", "roll", "skew")}


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
