"""What every test stands on: no real screen, no real data folder, no warning left unseen.

Python's warnings and Qt's fail a test through pyproject.toml; an exception in a Qt slot or key handler
fails it through pytest-qt. `--no-qt` (with `-p no:pytest-qt`) makes PySide6 unimportable for the whole run.
"""

import gc
import os
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

# Before any import of Qt: without a display Qt would abort the whole run, not fail a test.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from hypothesis import HealthCheck, Phase, core, settings
from hypothesis.database import DirectoryBasedExampleDatabase

# At home every run asks other questions, and a find is kept and asked again until it is mended.
FINDS = Path(__file__).resolve().parent.parent / ".hypothesis" / "examples"
settings.register_profile(
    "local",
    deadline=None,  # a busy machine is not a bug; time is measured by the benchmarks
    print_blob=True,
    database=DirectoryBasedExampleDatabase(FINDS),
    suppress_health_check=[HealthCheck.too_slow],
)
# CI asks the same questions every time, so that a change is judged by what it changed and not by its luck;
# and then a few that nobody has asked, by a seed that it prints.
settings.register_profile("ci", settings.get_profile("local"), derandomize=True)
FRESH_QUESTIONS = 20
FRESH_SEED = pytest.StashKey[int | None]()

# Whatever a test starts inherits this mark, however far it wanders from the process that started it.
MARK = "KIOSK_TEST_RUN"
RUN = pytest.StashKey[str]()
LEFT_RUNNING = pytest.StashKey[list[str]]()
LOST = pytest.StashKey[list[str]]()
SINCE = pytest.StashKey[int]()
GRACE_S = 10  # for what was told to end and is ending

QT_PACKAGES = ("PySide6", "shiboken6")

pytest_plugins = ["tests.support.real_fixtures"]


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    parser.addoption("--no-qt", action="store_true", help="Make PySide6 unimportable.")
    parser.addoption(
        "--fresh",
        type=int,
        metavar="SEED",
        help="Ask property tests the questions of CI: the fixed ones, then new ones drawn by SEED.",
    )
    if not pluginmanager.has_plugin("pytest-qt"):
        for name in ("qt_api", "qt_log_level_fail"):  # pyproject.toml sets them; nobody reads them now
            parser.addini(name, "Not used without pytest-qt.")


def pytest_configure(config: pytest.Config) -> None:
    _choose_questions(config)
    # A run inside a test of another run answers for its own processes, and that one for all of them.
    config.stash[RUN] = ".".join(filter(None, (os.environ.get(MARK), secrets.token_hex(8))))
    os.environ[MARK] = config.stash[RUN]
    config.stash[LEFT_RUNNING] = []
    config.stash[LOST] = []
    if not config.getoption("--no-qt"):
        return
    if config.pluginmanager.has_plugin("pytest-qt") or "PySide6" in sys.modules:
        raise pytest.UsageError("--no-qt works only with -p no:pytest-qt, before anything has loaded Qt.")
    for name in QT_PACKAGES:
        sys.modules[name] = None  # type: ignore[assignment]  # how Python spells "cannot be imported"


@pytest.fixture(scope="session", autouse=True)
def _one_application(request: pytest.FixtureRequest) -> None:
    """One Qt application for the whole run, made before any test: a process cannot have a second, nor a
    larger one later. Whatever a test draws, prints or clicks is done by this one, in any order of tests."""
    if request.config.pluginmanager.has_plugin("pytest-qt"):
        request.getfixturevalue("qapp")


@pytest.fixture(scope="session")
def _own_place() -> Iterator[Path]:
    """One folder for everything a test may write outside its own tmp_path."""
    with tempfile.TemporaryDirectory(prefix="kiosk-tests-") as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def _no_real_data(monkeypatch: pytest.MonkeyPatch, _own_place: Path, request: pytest.FixtureRequest) -> None:
    """No test, and no process it starts, can reach the data folder or passcode of the person at work."""
    place = _own_place / str(abs(hash(request.node.nodeid)))
    monkeypatch.setenv("KIOSK_DATA", str(place / "data"))
    monkeypatch.setenv("XDG_DATA_HOME", str(place / "share"))
    monkeypatch.setenv("LOCALAPPDATA", str(place / "share"))
    monkeypatch.delenv("KIOSK_PASSCODE", raising=False)


# ---- rubbish is collected between tests --------------------------------------------------------------------
COLLECTED_EVERY = 25  # tests, and whenever a module is done


def pytest_collection_finish() -> None:
    """What was imported stays: to look through it at every collection would take longer than the tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Collect here, in the main thread and with no window at work, and nowhere else. Left to chance, a cycle
    of widgets is taken apart in a thread or in the midst of an event, and Qt crashes some tests later. What
    Qt puts off deleting goes here too: no window outlives its module."""
    gc.disable()
    run = yield
    count = item.session.stash.get(SINCE, 0) + 1
    done = nextitem is None or nextitem.path != item.path or count >= COLLECTED_EVERY
    item.session.stash[SINCE] = 0 if done else count
    if done:
        gc.collect()
        if (qt := sys.modules.get("PySide6.QtCore")) is not None:
            qt.QCoreApplication.sendPostedEvents(None, qt.QEvent.Type.DeferredDelete.value)
            gc.collect()
    return run


# ---- the questions of property tests -----------------------------------------------------------------------


def _choose_questions(config: pytest.Config) -> None:
    seed: int | None = config.getoption("--fresh")
    if (of_all_workers := getattr(config, "workerinput", {}).get("fresh")) is not None:
        seed = of_all_workers
    elif seed is None and os.environ.get("CI"):
        seed = secrets.randbelow(2**32)
    config.stash[FRESH_SEED] = seed
    settings.load_profile("local" if seed is None else "ci")
    if seed is not None:
        core.global_force_seed = seed  # as --hypothesis-seed does; it moves no fixed question


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Ask a property test that has answered the fixed questions a few new ones. One that makes its questions
    as it runs wears the mark `hypothesis` itself, and takes its settings from the profile of the moment."""
    answered = yield
    asked_anew = pyfuncitem.config.stash[FRESH_SEED] is not None
    if asked_anew and pyfuncitem.get_closest_marker("hypothesis") is not None:
        _ask_anew(pyfuncitem)
    return answered


def _ask_anew(item: pytest.Function) -> None:
    given = getattr(item.obj, "__func__", item.obj)
    name = "_hypothesis_internal_use_settings"  # where Hypothesis's own plugin for pytest changes them too
    fixed = getattr(given, name, None)
    settings.load_profile("local")
    try:
        if fixed is not None:
            phases = [one for one in fixed.phases if one not in (Phase.explicit, Phase.reuse)]
            few = min(FRESH_QUESTIONS, fixed.max_examples)
            setattr(given, name, settings(fixed, derandomize=False, max_examples=few, phases=phases))
        item.obj(**{argument: item.funcargs[argument] for argument in item._fixtureinfo.argnames})
    finally:
        settings.load_profile("ci")
        if fixed is not None:
            setattr(given, name, fixed)


# ---- workers that share a run ------------------------------------------------------------------------------


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Each worker asks the new questions of the one seed that is printed."""
    node.workerinput["fresh"] = node.config.stash[FRESH_SEED]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object | None) -> None:
    """Keep what a worker says at its end. One that died between two tests has failed none of them, and yet
    nobody knows what it would have found."""
    node.config.stash[LEFT_RUNNING] += getattr(node, "workeroutput", {}).get("left_running", [])
    if error:
        node.config.stash[LOST].append(f"worker {node.gateway.id}: {error}")


# ---- no process outlives the run ---------------------------------------------------------------------------


@pytest.hookimpl(trylast=True)  # when the workers of this run have ended
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that leaves a process behind, name it and the test that started it, and end it."""
    stash = session.config.stash
    marked = f"{MARK}={stash[RUN]}".encode()
    until = time.monotonic() + GRACE_S
    while (left := _left_running(marked)) and time.monotonic() < until:
        time.sleep(0.05)
    stash[LEFT_RUNNING] += left.values()
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_running"] = stash[LEFT_RUNNING]
    passed = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    if passed and (stash[LEFT_RUNNING] or stash[LOST]):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _left_running(marked: bytes) -> dict[int, str]:
    """The processes that this run has started and that run still, each with its command and its test: those
    that wear its mark, and those that come from it or from one of these whatever they wear."""
    marks: dict[int, list[bytes]] = {}
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                parents[int(folder.name)] = int(parent)
                marks[int(folder.name)] = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue  # it has just ended, or is somebody else's
    ours = {
        process
        for process, words in marks.items()
        if any(word == marked or word.startswith(marked + b".") for word in words)
    } | {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return {process: _told(process, marks.get(process, [])) for process in ours - {os.getpid()}}


def _told(process: int, environment: list[bytes]) -> str:
    try:
        command = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        command = "?"
    test = next(
        (word[20:] for word in environment if word.startswith(b"PYTEST_CURRENT_TEST=")), b"no test known"
    )
    return f"{process}: {command.strip()[:200]} (started in {test.decode(errors='replace')})"


# ---- what stands at the end of a run -----------------------------------------------------------------------


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if (seed := config.stash[FRESH_SEED]) is not None:
        terminalreporter.write_line(f"Property tests: fixed questions and new ones; again: --fresh {seed}")
    for process in config.stash[LEFT_RUNNING]:
        terminalreporter.write_line(f"FAILED, a process was left running: {process}", red=True)
    for worker in config.stash[LOST]:
        terminalreporter.write_line(
            f"FAILED, a worker was lost with what it had left to test: {worker}", red=True
        )
