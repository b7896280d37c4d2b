"""What a shell offers after TAB: from this data folder, quickly, and never a word too many."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.cli.completion_command import SHELLS
from tests.support.command_line import Station, write_setup

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def station(tmp_path_factory: pytest.TempPathFactory) -> Station:
    place = tmp_path_factory.mktemp("completion")
    made = Station(place / "data")
    made.run("setup", "--from", write_setup(place / "setup.toml"))
    made.import_list(place / "words.txt", "CAT\nDOG\n")
    made.run("event", "open", "--yes")
    made.run("judge", "CAT")
    made.run("judge", "DOG")
    return made


def asked(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """What bash is told when TAB is pressed after *words*, the last of which is not finished."""
    typed = ["kiosk", *words]
    given = {
        **os.environ,
        "KIOSK_DATA": str(folder),
        "_KIOSK_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(typed),
        "COMP_CWORD": str(len(typed) - 1),
        **env,
    }
    return subprocess.run(
        [sys.executable, "-m", "kiosk"], cwd=ROOT, env=given, capture_output=True, text=True, check=False
    )


def offered(folder: Path, *words: str, **env: str) -> list[str]:
    done = asked(folder, *words, **env)
    assert (done.returncode, done.stderr) == (0, "")
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["st"], ["station", "status"]),
        (["log", "sh"], ["show"]),
        (["log", "show", ""], ["B-2", "B-1"]),
        (["log", "show", "b-1"], ["B-1"]),
        (["log", "list", "--number", "B-2"], ["B-2"]),
        (["log", "list", "--division", ""], ["main"]),
        (["log", "list", "--event", ""], ["open-2026"]),
        (["log", "report", "--event", "o"], ["open-2026"]),
        (["log", "list", "--kind", "pairings"], ["pairings_forgotten", "pairings_imported"]),
        (["log", "list", "--alert", "spl"], ["split_lookup"]),
        (["log", "list", "--method", "self_s"], ["self_station"]),
        (["log", "list", "--flag", "cas"], ["casual"]),
        (["log", "list", "--verdict", "u"], ["unacceptable"]),
        (["rules", "show", "naspa-2013"], ["naspa-2013", "naspa-2013-draft"]),
        (["judge", "--rules", "we"], ["wespa-5.1"]),
        (["judge", "--penalty", "l"], ["lose_turn"]),
        (["judge", "--rules", "naspa-2016", "--penalty", "f"], ["five_per_word"]),
        (["rules", "card", "naspa-2016", "--penalty", "ten"], ["ten_per_word"]),
        (["judge", "--lexicon", ""], ["free", "own"]),
        (["judge", "--method", "word_judge_c"], ["word_judge_computer"]),
        (["judge", "--after", "B-"], ["B-2", "B-1"]),
        (["lexicon", "show", "o"], ["own"]),
        (["lexicon", "diff", "free", "o"], ["own"]),
        (["card", "--division", "m"], ["main"]),
        (["pairings", "import", "--division", ""], ["main"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
    ],
)
def test_tab_offers_what_is_here(station: Station, words: list[str], expected: list[str]) -> None:
    assert offered(station.folder, *words) == expected


def test_tab_follows_the_data_folder_that_was_typed(station: Station, tmp_path: Path) -> None:
    folder = str(station.folder)

    before = offered(tmp_path, "--data", folder, "log", "show", "")
    after = offered(tmp_path, "log", "show", "--data", folder, "")

    assert before == after == ["B-2", "B-1"]


@pytest.mark.parametrize(
    "words",
    [
        ["log", "show", ""],
        ["log", "list", "--event", ""],
        ["card", "--division", ""],
        ["judge", "--penalty", ""],
    ],
)
@pytest.mark.parametrize("broken", ["missing", "file", "damaged"])
def test_whatever_is_wrong_tab_is_silent(tmp_path: Path, words: list[str], broken: str) -> None:
    folder = tmp_path / "data"
    if broken == "file":
        folder.write_text("no folder")
    if broken == "damaged":
        folder.mkdir()
        (folder / "log.db").write_bytes(b"no log at all")
        (folder / "kiosk.toml").write_bytes(b"\xff\xfe no set-up")

    assert offered(folder, *words) == []


def test_what_an_altered_log_holds_reaches_no_shell_as_a_command(station: Station) -> None:
    assert all(one.isprintable() for one in offered(station.folder, "log", "show", ""))


@pytest.mark.parametrize("words", [[""], ["log", "show", ""], ["rules", "show", ""]])
def test_tab_loads_neither_qt_nor_what_hashes_passcodes(station: Station, words: list[str]) -> None:
    spy = (
        "import sys, kiosk.__main__ as m\n"
        "try:\n    m.main()\n"
        "except SystemExit:\n    pass\n"
        "print('loaded', *[n for n in ('PySide6', 'sqlite_utils', 'argon2') if n in sys.modules])"
    )
    typed = ["kiosk", *words]
    given = {
        **os.environ,
        "KIOSK_DATA": str(station.folder),
        "_KIOSK_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(typed),
        "COMP_CWORD": str(len(typed) - 1),
    }

    done = subprocess.run(
        [sys.executable, "-c", spy], cwd=ROOT, env=given, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "loaded"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_lines_for_each_shell_are_printed(shell: str, tmp_path: Path) -> None:
    done = Station(tmp_path).run("completion", shell)

    assert done.code == 0
    assert f"{shell}_complete" in done.out


def test_another_shell_is_refused_with_those_there_are(tmp_path: Path) -> None:
    done = Station(tmp_path).run("completion", "tcsh")

    assert done.code == 2
    assert all(shell in done.out for shell in SHELLS)
