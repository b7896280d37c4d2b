"""Rules of the code that no import contract can see, read from the syntax trees of the package itself."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp
import pytest

from installer.house import layers
from kiosk.log.bodies import BODIES, UNWRITTEN, ClockJumpBody
from kiosk.log.kinds import Kind

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "kiosk"
MODULES = sorted(PACKAGE.rglob("*.py"))
SCRIPTS = sorted((ROOT / "installer").rglob("*.py"))
# The console's papers name `PurePath`, to say which files are offered; practice names `random` for its type.
TYPES_ALONE = {"kiosk/console/papers.py"}
PURE = [
    path
    for path in layers.files_of(ROOT, "pure")
    if path.parent.name != "practice" and path.relative_to(ROOT).as_posix() not in TYPES_ALONE
]
RUNS = layers.files_of(ROOT, "run")
OURS = [*MODULES, *SCRIPTS]
LONGEST_MODULE, LONGEST_FUNCTION, LONGEST_TEST_FILE = 800, 60, 1200


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def own_modules(path: Path) -> frozenset[str]:
    """What *path* calls modules of the program: `states`, where it has `from kiosk.station import states`."""
    bound = (
        (node.module.replace(".", "/"), alias)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("kiosk")
        for alias in node.names
    )
    return frozenset(
        alias.asname or alias.name
        for folder, alias in bound
        if (ROOT / folder / f"{alias.name}.py").is_file()
    )


def without_module(path: Path, node: ast.expr) -> str:
    """The dotted name of *node* in *path*, without the module of ours that it is taken from."""
    name = ast.unparse(node)
    module, _, rest = name.partition(".")
    return rest if rest and module in own_modules(path) else name


def called(path: Path) -> Iterator[tuple[str, int]]:
    """Every call in *path*: its dotted name, and its line."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            yield without_module(path, node.func), node.lineno


def imported(path: Path) -> Iterator[str]:
    """Every module *path* imports, at the top or inside a function."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


# ---- pure files are pure -----------------------------------------------------------------------------------
IMPURE_CALLS = re.compile(
    r"^(open|print|input|exec|eval|compile|__import__|breakpoint|Path|getenv)$"
    r"|(^|\.)(now|utcnow|today|read_text|write_text|read_bytes|write_bytes|urandom|getenv|uuid[14])$"
)
IMPURE_MODULES = {
    *("os", "sys", "pathlib", "io", "time", "random", "secrets", "uuid", "logging", "subprocess", "socket"),
    *("threading", "asyncio", "tempfile", "shutil", "sqlite3", "locale", "getpass", "platform", "ctypes"),
}


def test_a_pure_file_touches_no_file_clock_or_chance() -> None:
    calls = [
        f"{name_of(path)}:{line}: {name}()"
        for path in PURE
        for name, line in called(path)
        if IMPURE_CALLS.search(name)
    ]
    modules = [
        f"{name_of(path)}: {name}"
        for path in PURE
        for name in imported(path)
        if name.partition(".")[0] in IMPURE_MODULES
    ]

    assert len(PURE) > 50
    assert calls + modules == []


# ---- no unlogged verdict, no look-up aside ----------------------------------------------------------------


def test_only_the_log_makes_a_logged_ruling() -> None:
    makers = {
        name_of(path) for path in MODULES for name, _ in called(path) if name.split(".")[-1] == "LoggedRuling"
    }

    assert makers == {"kiosk/log/writer.py"}


def asks_a_list(node: ast.AST) -> bool:
    """Whether *node* is `x in …main`, `x in …long` or `x in lexicon`: a look-up of a word."""
    if not isinstance(node, ast.Compare):
        return False
    asked = [
        ast.unparse(right).split(".")[-1]
        for operator, right in zip(node.ops, node.comparators, strict=True)
        if isinstance(operator, ast.In | ast.NotIn)
    ]
    return any(name in {"main", "long", "lexicon", "long_lexicon", "main_lexicon"} for name in asked)


def on_the_players_side() -> list[Path]:
    # All but practice, the lists themselves, and the reveal, which has a test of its own.
    others = (
        "kiosk/practice/",
        "kiosk/words/store.py",
        "kiosk/words/check_reader.py",
        "kiosk/decisions/reveal_actions.py",
    )
    return [path for path in MODULES if not name_of(path).startswith(others)]


def test_a_word_is_looked_up_by_the_adjudication_alone() -> None:
    asking = {
        name_of(path)
        for path in on_the_players_side()
        if any(asks_a_list(node) for node in ast.walk(tree(path)))
    }
    calling = {
        name_of(path)
        for path in on_the_players_side()
        for name, _ in called(path)
        if name.split(".")[-1] in {"accepts", "needs_book"}
    }

    assert asking == {"kiosk/words/play.py"}
    assert calling == {"kiosk/rules/ruling.py"}


def test_of_what_is_the_directors_only_a_reveal_looks_words_up_and_only_one_action_calls_it() -> None:
    asking = {
        name_of(path)
        for folder in ("decisions", "console", "desk", "events")
        for path in sorted((PACKAGE / folder).rglob("*.py"))
        if any(asks_a_list(node) for node in ast.walk(tree(path)))
        or any(name.split(".")[-1] in {"accepts", "needs_book"} for name, _ in called(path))
    }
    users = {name_of(path) for path in MODULES if "kiosk.decisions.reveal_actions" in imported(path)}

    assert asking == {"kiosk/decisions/reveal_actions.py"}
    assert users == {
        "kiosk/console/orders.py",  # hands it on
        "kiosk/console/run.py",  # tells what came of it
        "kiosk/decisions/reveal_command.py",
    }


FOR_PRACTICE_ONLY = re.compile(r"kiosk\.practice(\.|$)")


@pytest.mark.parametrize(
    "source",
    [
        *(
            "kiosk.station",
            "kiosk.base",
            "kiosk.words",
            "kiosk.rules",
            "kiosk.log",
            "kiosk.kit",
            "kiosk.console",
        ),
        *("kiosk.desk.window", "kiosk.desk.run", "kiosk.desk.machine", "kiosk.desk.program"),
    ],
)
def test_the_station_cannot_reach_searches_or_definitions(source: str) -> None:
    graph = grimp.build_graph("kiosk", cache_dir=None)
    sources = {source, *graph.find_descendants(source)}
    assert graph.find_modules_that_directly_import("kiosk.practice.search")
    reached = set().union(*(graph.find_upstream_modules(module) for module in sources))

    assert {module for module in reached if FOR_PRACTICE_ONLY.search(module)} == set()


# ---- one place each ----------------------------------------------------------------------------------------
def callers_of(*names: str) -> set[str]:
    return {name_of(path) for path in MODULES for name, _ in called(path) if name in names}


STATIONS_START = {"kiosk/log/late_writer.py", "kiosk/station/program.py"}


@pytest.mark.parametrize("made", ["Log.open", "Access"])
def test_actions_open_the_log_for_writing_and_build_the_door_in_one_place(made: str) -> None:
    assert callers_of(made) - STATIONS_START == {"kiosk/setup/staff_actions.py"}


def test_no_action_talks_to_a_terminal() -> None:
    children = {"kiosk/log/copy_worker.py"}  # what is a process of its own answers on its standard output
    asked = [
        (name_of(path), node.lineno)
        for path in RUNS
        if name_of(path) not in children
        for node in ast.walk(tree(path))
        if ast.unparse(node) in {"print", "input", "sys.stdin", "sys.stdout", "sys.stderr", "sys.argv"}
    ]

    assert len(RUNS) > 30
    assert asked == []


# ---- rule sets are data ------------------------------------------------------------------------------------
def test_no_rule_set_id_stands_in_python() -> None:
    ids = [path.stem for path in (ROOT / "resources" / "rulesets").glob("*.toml")]

    found = [(name_of(path), id) for path in MODULES for id in ids if id in path.read_text(encoding="utf-8")]

    assert len(ids) >= 5
    assert found == []


# ---- every kind of record is written by something ----------------------------------------------------------


def written_bodies(path: Path) -> Iterator[str]:
    """The names of the bodies that *path* makes, or hands over to be made."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) != "isinstance":
            yield without_module(path, node.func).split(".")[0]
            yield from (
                without_module(path, part) for part in node.args if isinstance(part, ast.Name | ast.Attribute)
            )


# Where bodies are declared, read and counted is no place where one is written.
NO_WRITERS = {
    f"kiosk/log/{name}.py"
    for name in ("alerts", "bodies", "brief", "challenges", "facts", "history", "kinds", "schema")
}


def test_every_kind_of_record_is_written_somewhere_but_those_still_to_come() -> None:
    assert {name_of(path) for path in MODULES} >= NO_WRITERS
    written = {name for path in MODULES if name_of(path) not in NO_WRITERS for name in written_bodies(path)}
    if "clock_jump" in written:  # a clock that jumped makes its own body
        written.add(ClockJumpBody.__name__)

    assert {kind for kind in Kind if BODIES[kind].__name__ not in written} == UNWRITTEN


# ---- a body is read through its type -----------------------------------------------------------------------
# These show any record, however odd or old, as it stands in the log; whoever goes by one reads its value.
SHOWN_AS_IT_STANDS = {
    "kiosk/log/show_actions.py",
    "kiosk/console/reader_worker.py",
    "kiosk/decisions/evidence_actions.py",
    "kiosk/log/command.py",
    "kiosk/log/list_command.py",
    "kiosk/station/status_command.py",
    "kiosk/log/export_writer.py",
}
# These are below the types: they read the clock that every body has, translate old spellings, and take the
# roll of a hundred thousand records.
BELOW_THE_TYPES = {
    "kiosk/log/brief.py",
    "kiosk/log/chain.py",
    "kiosk/log/bodies.py",
    "kiosk/log/standing_reader.py",
    "kiosk/log/filters_reader.py",
}


def test_only_those_who_show_any_record_read_a_body_without_its_type() -> None:
    raw = {name_of(path) for path in MODULES for name, _ in called(path) if f".{name}".endswith(".data.get")}

    assert raw == SHOWN_AS_IT_STANDS | BELOW_THE_TYPES


# ---- front doors -------------------------------------------------------------------------------------------
FOLDERS = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_front_door_of_a_folder_says_which_of_its_modules_others_use(folder: str) -> None:
    graph = grimp.build_graph("kiosk", cache_dir=None)
    inside = f"kiosk.{folder}."
    used = {
        module.removeprefix(inside)
        for module in graph.modules
        if module.startswith(inside)
        if any(not user.startswith(inside) for user in graph.find_modules_that_directly_import(module))
    }
    door = ast.get_docstring(tree(PACKAGE / folder / "__init__.py")) or ""

    assert set(door.partition("Open to other folders: ")[2].split()) == (used or {"nothing"})


def test_front_doors_import_nothing() -> None:
    doors = [PACKAGE / folder / "__init__.py" for folder in FOLDERS]

    assert len(doors) == 18
    assert [name_of(door) for door in doors for _ in imported(door)] == []


# ---- no module needs itself --------------------------------------------------------------------------------
def cycles(graph: grimp.ImportGraph) -> set[str]:
    """The modules that import themselves by way of others, inside functions too."""
    return {
        module
        for module in graph.modules
        if any(
            graph.chain_exists(importer=near, imported=module)
            for near in graph.find_modules_directly_imported_by(module)
        )
    }


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert cycles(grimp.build_graph("kiosk", cache_dir=None)) == set()


def test_a_cycle_would_be_found() -> None:
    graph = grimp.build_graph("kiosk", cache_dir=None)
    graph.add_import(importer="kiosk.errors", imported="kiosk.log.writer")

    assert {"kiosk.errors", "kiosk.log.writer"} <= cycles(graph)


# ---- what the station has no use for -----------------------------------------------------------------------
UNWANTED = re.compile(
    r"^(socket|socketserver|http|urllib|ssl|requests|psycopg\w*|PySide6\.(QtMultimedia|QtNetwork|QtWebEngine.*))(\.|$)"
)


def test_no_network_and_no_sound() -> None:
    # Many stations: the hub is reached from a package of its own, which no station imports (a contract).
    elsewhere = [path for path in MODULES if not name_of(path).startswith("kiosk/hub/")]
    unwanted = [
        f"{name_of(path)}: {name}" for path in elsewhere for name in imported(path) if UNWANTED.search(name)
    ]
    sounds = [
        f"{name_of(path)}:{line}"
        for path in MODULES
        for name, line in called(path)
        if name.split(".")[-1].lower() in {"beep", "messagebeep"}
    ]

    assert unwanted + sounds == []


def test_no_thread_runs_beside_a_ruling() -> None:
    threads = re.compile(
        r"^(threading|_thread|asyncio|multiprocessing|concurrent)(\.|$)|\.QThread\w*$|\.QtConcurrent"
    )

    # Guards may listen to a process of their own; nothing there sees a word or a verdict. SQLite checks
    # a copy of the log while its chain is read, and whoever asked waits for both. Practice learns its list
    # beside its window: it rules nothing. The hub's page answers many browsers, far from any station.
    alone = (
        *("kiosk/lockdown/", "kiosk/log/reader.py", "kiosk/practice/program.py"),
        "kiosk/hub/",
    )
    others = [path for path in MODULES if not name_of(path).startswith(alone)]

    assert [name_of(path) for path in others for name in imported(path) if threads.search(name)] == []


def test_the_system_is_asked_about_only_where_it_differs() -> None:
    places = {name_of(path) for path in layers.files_of(ROOT, "store", "start", "command")}
    allowed = places | {
        *("kiosk/supervisor.py", "kiosk/files.py"),
        "kiosk/line_child.py",  # each system has pipes of its own
        "kiosk/words/nearby_run.py",  # and its own place for what is plugged in
        "kiosk/station/opening_run.py",  # the record of a start names the system
        "kiosk/kit/keys.py",  # each system reports AltGr in its own way, and numbers the physical keys
    }
    asked = {
        name_of(path)
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in {"sys.platform", "os.name"}
    }

    assert len(asked) > 10
    assert sorted(asked - allowed) == []


# ---- commands that read start fast -------------------------------------------------------------------------
NO_QT = {
    "rules": ["rules", "list"],
    "lexicon": ["lexicon", "list"],
    "log": ["log", "list"],
    "judge": ["judge", "CAT"],
    "evidence": ["log", "evidence", "B-1"],
    "hub": ["hub", "status", "--hub", "host=127.0.0.1 port=1 connect_timeout=1"],
}
SPY = """
import sys
from kiosk.cli.main import kiosk
from kiosk.errors import KioskError
try:
    kiosk(sys.argv[1:], prog_name="kiosk")
except (SystemExit, KioskError):
    pass
print("loaded:", *sorted(name for name in sys.modules if name.partition(".")[0] in ("PySide6", "shiboken6")))
"""


@pytest.mark.parametrize("command", NO_QT)
def test_commands_without_a_screen_load_no_qt(command: str, tmp_path: Path) -> None:
    spied = subprocess.run(
        [sys.executable, "-c", SPY, "--data", str(tmp_path), *NO_QT[command]],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )

    assert spied.stdout.splitlines()[-1] == "loaded:"


def test_help_loads_none_of_the_heavy_packages() -> None:
    spy = SPY.replace(
        '("PySide6", "shiboken6")', '("PySide6", "shiboken6", "sqlite_utils", "argon2", "psycopg")'
    )

    spied = subprocess.run(
        [sys.executable, "-c", spy, "--help"], capture_output=True, text=True, cwd=ROOT, check=True
    )

    assert spied.stdout.splitlines()[-1] == "loaded:"


# ---- shape -------------------------------------------------------------------------------------------------
def test_every_module_says_what_it_is_for() -> None:
    assert [name_of(path) for path in OURS if not ast.get_docstring(tree(path))] == []


def test_modules_stay_short() -> None:
    assert [name_of(path) for path in OURS if lines_of(path) > LONGEST_MODULE] == []


def test_test_files_stay_short() -> None:
    tests = sorted((ROOT / "tests").rglob("*.py"))

    assert [name_of(path) for path in tests if lines_of(path) > LONGEST_TEST_FILE] == []


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_functions_stay_short() -> None:
    long = [
        f"{name_of(path)}: {node.name}"
        for path in OURS
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and length_without_docstring(node) > LONGEST_FUNCTION
    ]

    assert long == []


def length_without_docstring(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    said = node.body[0]
    docstring = ast.get_docstring(node) and (said.end_lineno or 0) - said.lineno + 1
    return (node.end_lineno or 0) - node.lineno + 1 - (docstring or 0)


def test_no_module_is_named_after_nothing() -> None:
    nothing = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}

    assert [name_of(path) for path in OURS if nothing & set(path.stem.split("_"))] == []


# ---- nothing of this machine, nothing of a registry --------------------------------------------------------
# Spelt in pieces, so that this file does not hold what it looks for.
HOSTS = re.compile(
    r"py" r"pi\.org|python" r"hosted|npm" r"js\.(org|com)|deb" r"ian\.(org|net)/debian|artifact" r"ory"
)
OPTIONS = re.compile(r"-(-extra)?-index" r"-url|--find" r"-links|index" r"_url")
PATHS = re.compile(r"(?<![\w.~$}-])/(ro" r"ot|wo" r"rk|opt/py" r"pi)(/|\b)")


def committed() -> list[Path]:
    """The files of the repository; without git (a bare machine), those that git would not ignore."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        paths = [ROOT / name for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        skipped = {".git", ".venv", "__pycache__", "build", "dist"}
        paths = [path for path in ROOT.rglob("*") if not skipped & {*path.relative_to(ROOT).parts}]
        paths = [path for path in paths if not any(part.endswith("_cache") for part in path.parts)]
    return [path for path in paths if path.is_file()]


def test_no_committed_file_names_a_registry_or_this_machine() -> None:
    found = []
    for path in committed():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for pattern in (HOSTS, OPTIONS, PATHS):
            found += [f"{name_of(path)}: {match[0]}" for match in pattern.finditer(text)]

    assert found == []


def test_the_pinned_files_hold_versions_and_hashes_only() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / "installer" / name).read_text(encoding="utf-8")
        pins = re.findall(r"^[a-z0-9-]+==\S+.*\\\n    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)

        assert "://" not in text
        assert len(pins) == len(re.findall(r"^[a-z]", text, re.MULTILINE)) > 10


def test_the_developers_pins_contain_the_programs_pins() -> None:
    pins = [
        set(
            re.findall(
                r"^([a-z0-9-]+==\S+)", (ROOT / "installer" / name).read_text(encoding="utf-8"), re.MULTILINE
            )
        )
        for name in ("requirements.txt", "requirements-dev.txt")
    ]

    assert pins[0] <= pins[1]
