"""Exit codes, as a script sees them from a real process: none may say what is not so."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from kiosk.cli.main import kiosk
from kiosk.log.kinds import Kind
from tests.support.command_line import Station

ROOT = Path(__file__).resolve().parent.parent.parent
FULL = Path("/dev/full")
full_device = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
WORDS = {0: "CAT", 1: "QZX"}  # acceptable and unacceptable by the list in the box


@pytest.fixture
def station(tmp_path: Path) -> Station:
    return Station(tmp_path / "data")


def command(station: Station, *args: str) -> list[str]:
    return [sys.executable, "-m", "kiosk", "--data", str(station.folder), *args]


def run(station: Station, *args: str, **streams: object) -> subprocess.CompletedProcess[str]:
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **streams}
    return subprocess.run(command(station, *args), check=False, **given)  # type: ignore[call-overload,no-any-return]


def into_broken_pipe(station: Station, *args: str) -> tuple[int, str]:
    """Exit code and standard error of a command nobody reads from."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run(station, *args, stdout=writer)
    finally:
        os.close(writer)
    return done.returncode, done.stderr


def into_full_device(station: Station, *args: str) -> tuple[int, str]:
    with FULL.open("wb") as full:
        done = run(station, *args, stdout=full)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "lose", [into_broken_pipe, pytest.param(into_full_device, marks=full_device)], ids=["pipe", "full"]
)
@pytest.mark.parametrize("code", [0, 1])
def test_a_recorded_ruling_keeps_its_exit_code_though_its_answer_is_lost(
    station: Station, code: int, lose: Callable[..., tuple[int, str]]
) -> None:
    found, said = lose(station, "judge", WORDS[code])

    assert (found, len(station.records(Kind.ADJUDICATION))) == (code, 1)
    assert "fault" not in said


@pytest.mark.parametrize(
    "args", [["log", "verify"], ["doctor"], ["log", "list"], ["rules", "list"], ["--help"]]
)
def test_a_reader_that_goes_away_is_never_taken_for_a_no(station: Station, args: list[str]) -> None:
    station.run("judge", "CAT")

    assert into_broken_pipe(station, *args) == (0, "")


@full_device
@pytest.mark.parametrize("args", [["log", "list"], ["log", "head"], ["rules", "list"], ["log", "export"]])
def test_what_only_shows_something_is_4_on_a_full_disk(station: Station, args: list[str]) -> None:
    station.run("judge", "CAT")

    code, said = into_full_device(station, *args)

    assert code == 4
    assert "could not be written" in said


@full_device
def test_a_change_that_was_made_is_0_though_a_full_disk_takes_its_answer(
    station: Station, tmp_path: Path
) -> None:
    words = tmp_path / "list.txt"
    words.write_text("CAT\nDOG\n", encoding="utf-8")

    code, said = into_full_device(station, "lexicon", "import", str(words), "--name", "own", "--force")

    assert code == 0
    assert said.startswith("It was done, but")
    assert "own" in station.run("lexicon", "list").out


@full_device
@pytest.mark.parametrize(("args", "code"), [(["judge", "A"], 4), (["judge"], 2), (["judge", "CAT"], 0)])
def test_standard_error_that_takes_nothing_changes_no_exit_code(
    station: Station, args: list[str], code: int
) -> None:
    with FULL.open("wb") as full:
        assert run(station, *args, stderr=full).returncode == code


_INTERRUPTED = """
import io, signal, sys
from kiosk.cli.main import main

class Waiting(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, into):
        signal.raise_signal(signal.SIGINT)
        return 0

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is begun without it
sys.stdin = io.TextIOWrapper(io.BufferedReader(Waiting()))
main()
"""


def test_interrupted_while_it_asks_for_the_passcode_is_4_with_a_sentence(station: Station) -> None:
    station.run("judge", "CAT")
    station.set_passcodes()

    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, "--data", str(station.folder), "judge", "CAT"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (4, "")
    assert "Stopped before it was done." in done.stderr
    assert len(station.records(Kind.ADJUDICATION)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes a stream")
@pytest.mark.parametrize("args", [["log", "export"], ["log", "report"], ["log", "list"]])
def test_a_closed_standard_output_is_a_plain_sentence(station: Station, args: list[str]) -> None:
    station.run("judge", "CAT")

    done = run(station, *args, stdout=None, preexec_fn=lambda: os.close(1))

    assert (done.returncode, "closed" in done.stderr) == (4, True)


def test_no_terminal_is_too_poor_for_an_answer(station: Station) -> None:
    done = run(station, "judge", "CAT", env={**os.environ, "PYTHONIOENCODING": "cp437"}, text=False)

    assert done.returncode == 0
    assert b"ACCEPTABLE" in done.stdout


def test_a_fault_says_nothing_of_rulings_where_none_was_asked_for(station: Station) -> None:
    script = (
        "import sys; sys.argv = ['kiosk', 'rules', 'list']; import kiosk.cli.main, kiosk.rules.command as r\n"
        "del r.command\n"
        "kiosk.cli.main.main()"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert done.returncode == 4
    assert "fault of its own" in done.stderr
    assert "ruling" not in done.stderr


# ---- Ctrl-C before anything is loaded ----------------------------------------------------------------------

_INTERRUPTED_AT = """
import runpy, signal, sys

WHERE = sys.argv[1]

class AtImport:
    def find_spec(self, name, path=None, target=None):
        if name == WHERE:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is begun without it
sys.meta_path.insert(0, AtImport())
sys.argv = ["kiosk", *sys.argv[2:]]
{start}
"""
_STARTS = {
    "python -m kiosk": 'runpy.run_module("kiosk", run_name="__main__", alter_sys=True)',
    "kiosk": "from kiosk.__main__ import main; sys.argv = ['kiosk', *sys.argv[1:]]; main()",
}


@pytest.mark.parametrize("start", _STARTS)
@pytest.mark.parametrize("module", ["click", "kiosk.desk.judge_command", "sqlite_utils"])
def test_interrupted_while_it_still_loads_is_a_sentence_and_no_traceback(
    station: Station, start: str, module: str
) -> None:
    script = _INTERRUPTED_AT.format(start=_STARTS[start])
    done = subprocess.run(
        [sys.executable, "-c", script, module, "--data", str(station.folder), "judge", "CAT"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=ROOT,
    )

    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.lstrip().startswith("Stopped before it was done.")  # click puts a line feed first
    assert "Traceback" not in done.stderr
    assert station.records(Kind.ADJUDICATION) == []


def test_a_station_interrupted_while_it_still_loads_is_a_sentence_too(station: Station) -> None:
    script = _INTERRUPTED_AT.format(start=_STARTS["python -m kiosk"])
    done = subprocess.run(
        [sys.executable, "-c", script, "kiosk.station.start", "--data", str(station.folder), "station"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=ROOT,
    )

    assert (done.returncode, done.stderr) == (4, "Stopped before it was done.\n")


# ---- what is typed comes back harmless ---------------------------------------------------------------------

UGLY = "x\x07\x1b[31m\u202eabc"


@pytest.mark.parametrize(
    "args",
    [
        ["judge", UGLY],
        ["judge", "CAT", "--division", UGLY],
        [UGLY],
        ["judge", "CAT", f"--{UGLY}"],
        ["log", "show", UGLY],
    ],
)
def test_controls_in_what_was_typed_are_spelled_out(station: Station, args: list[str]) -> None:
    station.run("judge", "CAT")

    done = run(station, *args)

    assert done.returncode in (2, 4)
    assert not set("\x07\x1b\u202e") & set(done.stderr)


# ---- how people type ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"), [("judg", "judge"), ("lexicons", "lexicon"), ("statsu", "status")]
)
def test_a_slip_in_a_command_gets_a_suggestion(station: Station, typed: str, meant: str) -> None:
    told = station.run(typed)

    assert (told.code, f"Did you mean '{meant}'?" in told.out) == (2, True)


def test_a_word_like_no_command_gets_none(station: Station) -> None:
    told = station.run("xyzzy")

    assert (told.code, "Did you mean" in told.out) == (2, False)


@pytest.mark.parametrize("args", [["-h"], ["judge", "-h"], ["event", "open", "-h"], ["log", "-h"]])
def test_h_is_help(station: Station, args: list[str]) -> None:
    told = station.run(*args)

    assert (told.code, "Usage:" in told.out) == (0, True)


@pytest.mark.parametrize(
    "args",
    [["judge", "CAT", "--data", "DIR"], ["judge", "--data", "DIR", "CAT"], ["judge", "--data=DIR", "CAT"]],
)
def test_the_data_folder_may_be_named_after_the_command(station: Station, args: list[str]) -> None:
    given = [arg.replace("DIR", str(station.folder)) for arg in args]

    done = CliRunner().invoke(kiosk, given, env={"KIOSK_DATA": None})

    assert done.exit_code == 0
    assert len(station.records(Kind.ADJUDICATION)) == 1


@pytest.mark.parametrize("args", [["log", "list", "--data", "DIR"], ["log", "--data", "DIR", "list"]])
def test_a_command_below_a_command_takes_it_too(station: Station, args: list[str]) -> None:
    station.run("judge", "CAT")

    done = CliRunner().invoke(kiosk, [arg.replace("DIR", str(station.folder)) for arg in args])

    assert (done.exit_code, "A-1" in done.output) == (0, True)


def test_a_data_folder_without_a_name_is_wrong_usage_there_too(station: Station) -> None:
    assert CliRunner().invoke(kiosk, ["judge", "CAT", "--data", ""]).exit_code == 2
