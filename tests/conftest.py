"""What every test stands on: no real screen, no real data folder, no warning left unseen.

Python's warnings and Qt's fail a test through pyproject.toml; an exception in a Qt slot or key handler
fails it through pytest-qt. `--no-qt` (with `-p no:pytest-qt`) makes PySide6 unimportable for the whole run.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Before any import of Qt: without a display Qt would abort the whole run, not fail a test.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "local",
    deadline=None,  # a busy machine is not a bug; time is measured by the benchmarks
    print_blob=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# CI asks the same questions every time: a change is judged by what it changed, not by its luck.
settings.register_profile("ci", settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

QT_PACKAGES = ("PySide6", "shiboken6")


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    parser.addoption("--no-qt", action="store_true", help="Make PySide6 unimportable.")
    if not pluginmanager.has_plugin("pytest-qt"):
        for name in ("qt_api", "qt_log_level_fail"):  # pyproject.toml sets them; nobody reads them now
            parser.addini(name, "Not used without pytest-qt.")


def pytest_configure(config: pytest.Config) -> None:
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
