"""The runner's decisions: what is missing, what is done about it, what each verb runs. No network, no apt."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from installer import clone_command, dev, system_packages
from installer.system_packages import Machine

ROOT = Path(__file__).resolve().parents[2]
BARE = Machine(linux=True, apt=True, root=True, sudo=False, ensurepip=False, present=frozenset({"python3"}))
FULL = Machine(
    linux=True,
    apt=True,
    root=False,
    sudo=False,
    ensurepip=True,
    present=frozenset(system_packages.TEST_PACKAGES),
)


def with_changes(machine: Machine, **changes: object) -> Machine:
    fields = {name: getattr(machine, name) for name in machine.__dataclass_fields__}
    return Machine(**{**fields, **changes})  # type: ignore[arg-type]


# ---- system packages


def test_a_bare_debian_lacks_qts_libraries_and_the_means_to_make_an_environment() -> None:
    missing = system_packages.missing_packages(BARE, system_packages.RUN_PACKAGES)

    assert set(system_packages.QT_LIBRARIES) < set(missing)
    assert missing[-1] == "python3-venv"


def test_nothing_is_asked_for_twice_or_when_it_is_there() -> None:
    assert system_packages.missing_packages(FULL, system_packages.TEST_PACKAGES) == ()
    assert system_packages.missing_packages(FULL, ("binutils", "binutils")) == ("binutils",)


@pytest.mark.parametrize("verb", dev.VERBS)
def test_windows_and_macos_are_asked_for_no_package(verb: str) -> None:
    mac = with_changes(BARE, linux=False, apt=False)

    assert system_packages.missing_packages(mac, dev.VERBS[verb].packages) == ()


def test_everything_is_installed_in_one_call() -> None:
    update, install = system_packages.apt_commands(BARE, ("xvfb", "openbox"))

    assert update[-1] == "update"
    assert install[-5:] == ["install", "-y", "--no-install-recommends", "xvfb", "openbox"]
    assert "sudo" not in install


def test_an_ordinary_user_goes_through_sudo_without_being_asked() -> None:
    _, install = system_packages.apt_commands(with_changes(BARE, root=False, sudo=True), ("xvfb",))

    assert install[:2] == ["sudo", "-n"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"root": True}, None),
        ({"root": False, "sudo": True}, None),
        ({"root": False, "sudo": False}, "install -y --no-install-recommends xvfb openbox"),
        ({"apt": False}, "package manager"),
    ],
)
def test_who_may_not_install_is_told_the_line_to_type(changes: dict[str, bool], said: str | None) -> None:
    why = system_packages.refusal(with_changes(BARE, **changes), ("xvfb", "openbox"))

    assert why is None if said is None else said in str(why)


def test_an_account_without_rights_is_stopped_before_anything_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")  # no sudo, no apt-get: whatever is started now fails loudly

    with pytest.raises(system_packages.CannotGoOn, match="sudo apt-get update"):
        system_packages.install_packages(with_changes(BARE, root=False), ("xvfb",))


@pytest.mark.skipif(not shutil.which("dpkg-query"), reason="needs a Debian")
def test_debians_packages_are_found_with_the_names_they_provide() -> None:
    present = system_packages.debian_packages()

    assert "libc6" in present
    assert "awk" in present  # only ever provided, by mawk or gawk


# ---- the environment


def test_the_stamp_holds_until_the_pins_change(tmp_path: Path) -> None:
    (tmp_path / "installer").mkdir()
    for name in dev.REQUIREMENTS.values():
        (tmp_path / name).write_text("click==1\n")
    stamp = {"dev": dev.fingerprint("dev", tmp_path)}

    assert dev.is_ready(stamp, "dev", tmp_path)
    assert dev.is_ready(stamp, "run", tmp_path), "the developer's file contains the program's"
    (tmp_path / dev.REQUIREMENTS["dev"]).write_text("click==2\n")
    assert not dev.is_ready(stamp, "dev", tmp_path)


def test_what_is_enough_to_run_is_not_enough_to_test() -> None:
    stamp = {"run": dev.fingerprint("run")}

    assert dev.is_ready(stamp, "run")
    assert not dev.is_ready(stamp, "dev")


def test_an_environment_whose_python_has_gone_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "STAMP", tmp_path / "stamp.json")
    (tmp_path / "stamp.json").write_text(json.dumps({"dev": dev.fingerprint("dev"), "python": "another"}))

    assert dev.read_stamp() == {}


def test_byte_code_is_kept_whatever_the_caller_says() -> None:
    assert dev.child_environment({"PYTHONDONTWRITEBYTECODE": "1", "PIP_CERT": "x"}) == {"PIP_CERT": "x"}


@pytest.mark.parametrize(("windows", "tail"), [(False, "bin/python"), (True, "Scripts/python.exe")])
def test_each_system_keeps_its_python_in_its_own_place(windows: bool, tail: str) -> None:
    assert dev.interpreter(Path("e"), windows).as_posix() == f"e/{tail}"


# ---- the verbs


@pytest.mark.parametrize(
    ("arguments", "opens"),
    [
        ([], True),
        (["station", "--windowed"], True),
        (["--data", "station", "judge", "CAT"], False),
        (["--data", "x"], True),
        (["judge", "STATION"], False),
        (["station", "--help"], False),
        (["--version"], False),
    ],
)
def test_which_commands_open_a_window(arguments: list[str], opens: bool) -> None:
    assert dev.needs_screen(arguments) is opens


@pytest.mark.parametrize(
    ("environment", "linux", "seen"),
    [
        ({}, True, False),
        ({"DISPLAY": ""}, True, False),
        ({"DISPLAY": ":0"}, True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True, True),
        ({"QT_QPA_PLATFORM": "offscreen"}, True, True),
        ({}, False, True),
    ],
)
def test_whether_a_screen_is_in_sight(environment: dict[str, str], linux: bool, seen: bool) -> None:
    assert dev.screen_in_sight(environment, linux) is seen


def test_without_a_screen_the_station_ends_in_one_plain_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)

    with pytest.raises(system_packages.CannotGoOn, match="needs a screen"):
        dev.run([])


def test_the_pure_tests_run_where_qt_cannot_be_imported_and_all_others_share_the_cores() -> None:
    pure, covered, others = dev.pytest_runs([], cores=2)

    assert "--no-qt" in pure
    assert {"tests/station/pure", "tests/rules/pure", "tests/log/pure"} < set(pure)
    assert others[:5] == ["-m", "pytest", "-q", "-n", "4"]
    assert others[-3:] == ["--max-worker-restart", "0", "--ignore-glob=*/pure"]
    assert covered[-2] == "--fail-under=100"
    files = covered[-1].removeprefix("--include=").split(",")
    assert {"kiosk/station/machine.py", "kiosk/rules/ruling.py", "kiosk/log/chain.py"} < set(files)
    assert len(files) > 35
    assert all((dev.ROOT / file).is_file() for file in (*files, *dev.PROVED_WITH_THE_SHELL))
    assert dev.pytest_runs(["tests/desk", "-q"]) == [["-m", "pytest", "tests/desk", "-q"]]


def test_measurements_are_run_as_what_they_are(tmp_path: Path) -> None:
    script, test = tmp_path / "bench_start.py", tmp_path / "bench_append.py"
    script.write_text('if __name__ == "__main__":\n    print()\n')
    test.write_text("def test_append(): ...\n")

    assert dev.bench_runs([script, test])[0] == [str(script)]
    assert dev.bench_runs([script, test])[1][-1] == str(test)
    assert dev.bench_runs([script, test], "start") == [[str(script)]]
    assert dev.bench_runs([script, test], "nothing") == []


def test_check_is_static_only() -> None:
    assert [name for name, _ in dev.check_runs()] == ["ruff check", "ruff format", "mypy", "import contracts"]


def test_a_wrong_verb_shows_the_verbs() -> None:
    asked = [sys.executable, str(ROOT / "installer" / "dev.py"), "dance"]

    told = subprocess.run(asked, capture_output=True, text=True, check=False)

    assert told.returncode == 2
    assert re.findall(r"dev\.py (\w+)", told.stderr) == list(dev.VERBS) == list(dev.DOING)


def test_ci_is_the_readmes_test_command_and_then_the_checks() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

    assert re.findall(r"^python3 .*$", script, re.MULTILINE) == [
        "python3 installer/dev.py test",
        "python3 installer/dev.py check",
    ]
    assert "python3 installer/dev.py test" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("first", "second", "ended"), [(0, 0, 0), (1, 0, 1), (0, 1, 1)])
def test_ci_fails_when_either_fails(tmp_path: Path, first: int, second: int, ended: int) -> None:
    (tmp_path / ".ci").mkdir()
    (tmp_path / "installer").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    (tmp_path / "installer" / "dev.py").write_text(
        f"import sys\nsys.exit({{'test': {first}, 'check': {second}}}[sys.argv[1]])\n"
    )

    ran = subprocess.run(["bash", str(tmp_path / ".ci" / "run")], capture_output=True, text=True, check=False)

    assert ran.returncode == ended


@pytest.mark.skipif(sys.platform == "win32", reason="a script of the shell")
def test_after_set_up_the_clone_has_a_kiosk_command_that_runs_it_from_anywhere(tmp_path: Path) -> None:
    folder = tmp_path / "a clone's .venv" / "bin"
    folder.mkdir(parents=True)
    (folder / "python").symlink_to(sys.executable)
    (tmp_path / "kiosk").mkdir()  # of the same name, in the folder of the caller: it must not be taken
    (tmp_path / "kiosk" / "__init__.py").touch()

    clone_command.write_command(folder / "python")
    # Python finds the packages of an environment by its own place, and here that is another.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")])}
    ran = subprocess.run(
        [str(folder / "kiosk"), "--version"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment,
    )

    assert (ran.returncode, ran.stdout.startswith("kiosk, version")) == (0, True), ran.stderr


def test_on_windows_it_is_a_cmd_beside_python(tmp_path: Path) -> None:
    python = dev.interpreter(tmp_path, windows=True)
    python.parent.mkdir()

    clone_command.write_command(python)
    clone_command.write_command(python)  # a second time changes nothing

    assert clone_command.command_file(python) == tmp_path / "Scripts" / "kiosk.cmd"
    assert (tmp_path / "Scripts" / "kiosk.cmd").read_text() == '@"%~dp0python.exe" -P -m kiosk %*\n'


def test_the_environment_of_this_clone_has_it() -> None:
    assert clone_command.command_file(dev.interpreter()).is_file()
