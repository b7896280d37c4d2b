#!/usr/bin/env python3
"""One runner for a clone: it sets up what is missing on this machine, then runs, tests, checks or builds.

    python3 installer/dev.py run [COMMAND…]    the station, or any kiosk command (run judge CAT)
    python3 installer/dev.py test [PYTEST…]    the whole suite, or what the arguments name (tests/desk -q)
    python3 installer/dev.py setup             everything the other verbs need, and nothing more
    python3 installer/dev.py check             static only: ruff, mypy, import contracts
    python3 installer/dev.py bench [NAME]      the measurements
    python3 installer/dev.py campaign [NAME]   the long runs at full length (boot: only by its name)
    python3 installer/dev.py gallery FOLDER    a picture of every screen at several sizes
    python3 installer/dev.py build             a frozen folder in dist/, then its self-test
    python3 installer/dev.py package           the same, and what this system installs: Debian packages, a
                                               Windows installer, a disk image for Macs
    python3 installer/dev.py stick             an image of the Debian packages to boot any PC from
    python3 installer/dev.py checksums         dist/SHA256SUMS over all of those
    python3 installer/dev.py trial NAME        what is given out, tried where nothing else is: bare_root, deb,
                                               roll_out, stick (as root; each says what it needs)

Standard library only, Python 3.11 or later. The rule it guards: nothing is installed that is already there,
nothing outside .venv is touched except through the system's own package manager, and what it may not do
it says as a line to type.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from installer.build.bundle import size_mb
from installer.clone_command import command_file, write_command
from installer.house.layers import files_of
from installer.script import CannotGoOn, end_with, say
from installer.system_packages import (
    BOOT_PACKAGES,
    BUILD_PACKAGES,
    RUN_PACKAGES,
    STICK_PACKAGES,
    TEST_PACKAGES,
    examine,
    install_packages,
)

VENV = ROOT / ".venv"
STAMP = VENV / "challenge-kiosk.json"
REQUIREMENTS = {"run": "installer/requirements.txt", "dev": "installer/requirements-dev.txt"}
SCREEN_COMMANDS = frozenset({"station", "practice", "director", "desk", "rehearsal"})


@dataclass(frozen=True)
class Verb:
    """What a verb needs before it can start: Debian packages, and a requirement file or none."""

    packages: tuple[str, ...]
    level: str


VERBS = {
    "run": Verb(RUN_PACKAGES, "run"),
    "test": Verb(TEST_PACKAGES, "dev"),
    "setup": Verb((*TEST_PACKAGES, "binutils"), "dev"),
    "check": Verb((), "dev"),
    "bench": Verb(TEST_PACKAGES, "dev"),
    "campaign": Verb(TEST_PACKAGES, "dev"),
    "gallery": Verb(RUN_PACKAGES, "dev"),
    "build": Verb(BUILD_PACKAGES, "dev"),
    "package": Verb(BUILD_PACKAGES, "dev"),
    "stick": Verb(STICK_PACKAGES, "dev"),
    "checksums": Verb((), "run"),
    "trial": Verb((), ""),
}

TRIALS = ("bare_root", "deb", "roll_out", "stick")
GIVEN_OUT = ("*.deb", "*.exe", "*.dmg", "*.img")


# Two builds of one commit are equal byte for byte: no order by chance, no time of day.
SAME_EVERY_TIME = {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "1767225600"}


MOST_WORKERS = 8  # each collects all tests for itself and may start a PostgreSQL of its own


# What a ruling rests on must be proved by the tests of its pure files alone, in every branch, where Qt cannot
# even be imported.
COVERED = ("-m", "coverage", "run", "--branch", "--source=kiosk")
PROVED = ("base", "hub", "lockdown", "log", "machines", "paper", "rules", "setup", "station", "words")
PROVED_WITH_THE_SHELL = {  # by tests that are not pure, too
    *("kiosk/log/alerts.py", "kiosk/log/challenges.py", "kiosk/log/report.py", "kiosk/log/totals.py"),
    *("kiosk/station/station.py", "kiosk/lockdown/escapes.py"),
}


# ---- decisions ---------------------------------------------------------------------------------------------


def needs_screen(arguments: Sequence[str]) -> bool:
    """Whether `kiosk` with *arguments* opens a window: no command, or one of the three with a screen."""
    if {"-h", "--help", "--version"} & set(arguments):
        return False
    words = iter(arguments)
    for word in words:
        if word == "--data":
            next(words, None)
        elif not word.startswith("-"):
            return word in SCREEN_COMMANDS
    return True


def screen_in_sight(environment: Mapping[str, str], linux: bool) -> bool:
    """Whether Qt will find a display; Windows and macOS always have one for a person at the desk."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return not linux or any(environment.get(name) for name in named)


def interpreter(folder: Path = VENV, windows: bool = os.name == "nt") -> Path:
    """The Python of the environment in *folder*."""
    return folder / "Scripts" / "python.exe" if windows else folder / "bin" / "python"


def fingerprint(level: str, root: Path = ROOT) -> str:
    """What the stamp remembers: where the clone is and the exact requirement file of *level*."""
    return hashlib.sha256(f"{root}\n".encode() + (root / REQUIREMENTS[level]).read_bytes()).hexdigest()


def is_ready(stamp: Mapping[str, str], level: str, root: Path = ROOT) -> bool:
    """Whether .venv already holds *level*; the developer's file contains the other one."""
    levels = ("run", "dev") if level == "run" else ("dev",)
    return any(stamp.get(each) == fingerprint(each, root) for each in levels)


def child_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment, but with byte-code kept: without it every start compiles everything again."""
    return {name: value for name, value in environment.items() if name != "PYTHONDONTWRITEBYTECODE"}


def pytest_runs(arguments: Sequence[str], cores: int = os.cpu_count() or 1) -> list[list[str]]:
    """What `test` runs: the arguments alone, or first the pure tests, where Qt cannot be imported, then all
    others.

    Half of these is waiting (for a window, a quiet second, a process), so two workers share a core. A worker
    that dies is not replaced: the run fails (tests/conftest.py)."""
    if arguments:
        return [["-m", "pytest", *arguments]]
    pure = sorted(str(folder.relative_to(ROOT)) for folder in (ROOT / "tests").glob("*/pure"))
    workers = ["-n", str(min(2 * cores, MOST_WORKERS)), "--dist", "worksteal", "--max-worker-restart", "0"]
    return [
        [*COVERED, "-m", "pytest", "-q", "-p", "no:pytest-qt", "--no-qt", *pure],
        ["-m", "coverage", "report", "--skip-covered", "--show-missing", "--fail-under=100", *proved()],
        ["-m", "pytest", "-q", *workers, "--ignore-glob=*/pure"],
    ]


def proved() -> list[str]:
    """The option that names the pure files which are to be covered in every branch."""
    pure = [path.relative_to(ROOT) for path in files_of(ROOT, "pure")]
    named = [path.as_posix() for path in pure if path.parts[1] in PROVED]
    return [f"--include={','.join(name for name in named if name not in PROVED_WITH_THE_SHELL)}"]


def check_runs() -> list[tuple[str, list[str]]]:
    """The static checks: their names, and what the environment's Python runs for each."""
    return [
        ("ruff check", ["-m", "ruff", "check", "."]),
        ("ruff format", ["-m", "ruff", "format", "--check", "."]),
        ("mypy", ["-m", "mypy"]),
        ("import contracts", ["-c", "from importlinter.cli import lint_imports_command as go; go()"]),
    ]


def bench_runs(files: Sequence[Path], name: str = "") -> list[list[str]]:
    """Measurements are scripts (they have a `__main__`) or pytest files; *name* picks some of them."""
    chosen = [file for file in files if name in file.stem]
    scripts = [file for file in chosen if '"__main__"' in file.read_text(encoding="utf-8")]
    tests = [str(file) for file in chosen if file not in scripts]
    runs = [[str(script)] for script in scripts]
    if tests:
        runs.append(["-m", "pytest", "-q", "-s", "-p", "no:randomly", "-m", "bench", *tests])
    return runs


def campaign_run(arguments: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """The packages a campaign needs besides those of the tests, and what it runs."""
    if arguments[:1] == ["boot"]:  # not a test among others: it needs root, an emulator, a quarter of an hour
        return BOOT_PACKAGES, ["-m", "installer.boot.campaign", *arguments[1:]]
    chosen = ["-k", arguments[0], *arguments[1:]] if arguments else []
    return (), ["-m", "pytest", "-m", "campaign", "-s", *chosen]


# ---- the environment ---------------------------------------------------------------------------------------


def python_behind() -> str:
    """The real file behind .venv's Python: it changes when the system moves to another Python."""
    return os.path.realpath(interpreter())


def read_stamp() -> dict[str, str]:
    """What .venv was last set up with; nothing when its Python is gone or is another one now."""
    try:
        stamp: dict[str, str] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    usable = interpreter().exists() and stamp.get("python") == python_behind()
    return stamp if usable else {}


def status_of(arguments: Sequence[str], **more: str) -> int:
    """The exit code of the environment's Python run in the clone with *more* in its environment."""
    environment = {**child_environment(os.environ), **more}
    return subprocess.run([str(interpreter()), *arguments], cwd=ROOT, env=environment, check=False).returncode


def make_environment(level: str) -> None:
    """Make .venv hold the pinned, hash-checked packages of *level* and know this clone."""
    stamp = read_stamp()
    if is_ready(stamp, level):
        return
    if not stamp:
        say("Making .venv")
        stale = STAMP.exists() or not interpreter().exists()
        venv.create(VENV, with_pip=True, clear=stale, symlinks=os.name != "nt")
    say(f"Installing what {REQUIREMENTS[level]} pins into .venv; the first time takes a minute or two")
    flags = ["--quiet", "--no-input", "--disable-pip-version-check", "--require-hashes"]
    if status_of(["-m", "pip", "install", *flags, "-r", REQUIREMENTS[level]]):
        raise CannotGoOn(
            "The Python packages could not be installed (see above). Check the network, then run this again."
        )
    point_at_clone()
    say("Compiling byte-code")
    if status_of(["-m", "compileall", "-q", "kiosk"]):
        raise CannotGoOn("A file of the package kiosk could not be compiled (see above).")
    known = {**stamp, level: fingerprint(level), "python": python_behind()}
    STAMP.write_text(json.dumps(known), encoding="utf-8")


def point_at_clone() -> None:
    """A .pth file makes `import kiosk` find this clone from any folder, with no build step and no network."""
    asked = [str(interpreter()), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    Path(packages, "challenge-kiosk.pth").write_text(f"{ROOT}\n", encoding="utf-8")


# ---- the verbs ---------------------------------------------------------------------------------------------


def run(arguments: Sequence[str]) -> int:
    """The program, from the folder the caller stands in, so that file arguments mean what they say."""
    if needs_screen(arguments) and not screen_in_sight(os.environ, sys.platform.startswith("linux")):
        raise CannotGoOn(
            "The station needs a screen and none is in sight (neither DISPLAY nor WAYLAND_DISPLAY is set). "
            "Start it from a desktop, or try a ruling without one: python3 installer/dev.py run judge CAT"
        )
    command = [str(interpreter()), "-m", "kiosk", *arguments]
    environment = child_environment(os.environ)
    if os.name == "nt":
        return subprocess.run(command, env=environment, check=False).returncode
    os.execve(command[0], command, environment)  # noqa: S606 - keys and signals go straight to the program


def test(arguments: Sequence[str]) -> int:
    return max([status_of(one) for one in pytest_runs(arguments)])


def setup(arguments: Sequence[str]) -> int:
    say(f"Ready: {command_file(interpreter()).relative_to(ROOT)}")
    return 0


def check(arguments: Sequence[str]) -> int:
    failed = [name for name, command in check_runs() if status_of([*command, *arguments])]
    say(
        f"check: failed: {', '.join(failed)}" if failed else "check: ruff, mypy and the contracts are content"
    )
    return 1 if failed else 0


def bench(arguments: Sequence[str]) -> int:
    name = arguments[0] if arguments else ""
    runs = bench_runs(sorted((ROOT / "tests").rglob("bench_*.py")), name)
    if not runs:
        raise CannotGoOn(f"No measurement has {name!r} in its name; they are the files tests/**/bench_*.py.")
    codes = []
    for one in runs:
        say(f"bench: {' '.join(one)}")
        codes.append(status_of(one))
    return max(codes)


def campaign(arguments: Sequence[str]) -> int:
    packages, command = campaign_run(arguments)
    install_packages(examine(), packages)
    return status_of(command, KIOSK_CAMPAIGN="1")


def gallery(arguments: Sequence[str]) -> int:
    if not arguments:
        raise CannotGoOn("Name a folder for the pictures: python3 installer/dev.py gallery FOLDER")
    return status_of(["tests/gallery.py", str(Path(arguments[0]).absolute()), *arguments[1:]])


def build(arguments: Sequence[str]) -> int:
    """Freeze the program and let the frozen one prove itself; a missing data file shows only there."""
    where = ["--distpath", "dist", "--workpath", "build", "--noconfirm", "--log-level", "WARN"]
    own = {"PYINSTALLER_CONFIG_DIR": str(ROOT / "build" / "cache")}  # two builds at once share nothing
    if status_of(
        ["-m", "PyInstaller", *where, *arguments, "installer/build/kiosk.spec"], **SAME_EVERY_TIME, **own
    ):
        raise CannotGoOn("The program could not be frozen (see above).")
    folder = ROOT / "dist" / "kiosk"
    if status_of(["-m", "installer.build.bundle", str(folder)]):
        raise CannotGoOn("The bundle was built, but must not be given to anybody (see above).")
    say(f"Built {folder.relative_to(ROOT)}, {size_mb(folder):.0f} MB; it now tests itself")
    frozen = folder / ("kiosk.exe" if os.name == "nt" else "kiosk")
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    return subprocess.run([str(frozen), "self-test"], cwd=folder, env=environment, check=False).returncode


def package(arguments: Sequence[str]) -> int:
    """What this system installs, made of the bundle."""
    if code := build(arguments):
        return code
    if sys.platform == "darwin":
        return subprocess.run(["sh", "installer/build/macos/make_dmg.sh"], cwd=ROOT, check=False).returncode
    return status_of(["-m", f"installer.build.{'windows' if os.name == 'nt' else 'deb'}.build"])


def checksums(arguments: Sequence[str]) -> int:
    """The fingerprints of all that is given out, as `sha256sum -c` reads them."""
    found = sorted(file for form in GIVEN_OUT for file in (ROOT / "dist").glob(form))
    if not found:
        raise CannotGoOn("There is nothing to give out in dist/. First: python3 installer/dev.py package")
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in found]
    (ROOT / "dist" / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")
    say("".join(lines).rstrip())
    return 0


def stick(arguments: Sequence[str]) -> int:
    return status_of(["-m", "installer.build.stick.image", *arguments])


def trial(arguments: Sequence[str]) -> int:
    """By the system's own Python: a trial is root's, and root's files have no place in .venv."""
    if arguments[:1] not in ([name] for name in TRIALS):
        raise CannotGoOn(f"Name a trial: {', '.join(TRIALS)}. Each says with --help what it does and needs.")
    command = [sys.executable, "-m", f"installer.trials.{arguments[0]}", *arguments[1:]]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


DOING = {
    "run": run,
    "test": test,
    "setup": setup,
    "check": check,
    "bench": bench,
    "campaign": campaign,
    "gallery": gallery,
    "build": build,
    "package": package,
    "stick": stick,
    "checksums": checksums,
    "trial": trial,
}


def main(arguments: Sequence[str]) -> int:
    """Set up what the verb needs, then do it; the exit code is that of what was run."""
    if not arguments or arguments[0] not in VERBS:
        asked = arguments[:1] in (["-h"], ["--help"])
        print((__doc__ or "").strip(), file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python can start this very file
        raise CannotGoOn(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}.")
    verb, *rest = arguments
    install_packages(examine(), VERBS[verb].packages)
    if VERBS[verb].level:
        make_environment(VERBS[verb].level)
        write_command(interpreter())
    return DOING[verb](rest)


if __name__ == "__main__":
    end_with(lambda: main(sys.argv[1:]))
