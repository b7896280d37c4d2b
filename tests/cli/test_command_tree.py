"""Every command alike: -h, --data anywhere, --json on whatever reads, examples that work, groups in order."""

import json
import re
import shlex
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from installer.house import reference
from kiosk.cli.help import EXAMPLES, examples_of
from kiosk.cli.main import COMMANDS, GROUPS, kiosk, sections
from kiosk.log.writer import Log
from kiosk.shipped import program
from kiosk.system_clock import system_clock
from tests.support.command_line import Station, write_setup
from tests.support.log_samples import adjudication
from tests.support.terminal import shown_on_terminal

LEAVES = dict(reference.leaves(kiosk, "kiosk"))
# What they do is more than to answer: they change something, make a page to print or a file, or run.
NOT_READING = {
    *("kiosk hub init", "kiosk hub enrol", "kiosk hub strike"),
    *(
        "kiosk station",
        "kiosk desk",
        "kiosk rehearsal",
        "kiosk director",
        "kiosk practice",
        "kiosk hub serve",
        "kiosk judge",
        "kiosk rules card",
        "kiosk card",
        "kiosk log export",
        "kiosk completion",
    ),
    *("kiosk passcode set", "kiosk log merge", "kiosk lexicon import", "kiosk lexicon remove"),
    *("kiosk event open", "kiosk event close", "kiosk event tonight", "kiosk round start", "kiosk round end"),
    *("kiosk pairings import", "kiosk pairings forget", "kiosk decision add"),
}


@cache
def groups() -> dict[str, click.Group]:
    """Every group below `kiosk`, by the words that call it."""
    context = click.Context(kiosk)
    found = {f"kiosk {name}": kiosk.get_command(context, name) for name in COMMANDS}
    return {words: command for words, command in found.items() if isinstance(command, click.Group)}


EVERY = ["kiosk", *groups(), *LEAVES]


def run(*args: str, **env: str):
    return CliRunner().invoke(kiosk, args, env={"KIOSK_DATA": None, **env})


# ---- what every command takes


@pytest.mark.parametrize("words", EVERY)
def test_h_and_help_say_the_same_and_end_with_examples(words: str) -> None:
    path = words.split()[1:]

    short, long = run(*path, "-h"), run(*path, "--help")

    assert (short.exit_code, short.output) == (0, long.output)
    after = short.output.partition("\nExamples:\n")[2].splitlines()
    assert after == [f"  {line}" for line in examples_of(words)]
    assert after


@pytest.mark.parametrize("words", LEAVES)
def test_data_is_taken_before_and_after_every_command(words: str) -> None:
    path = words.split()[1:]

    later = run(*path, "--data", "")

    assert later.exit_code == 2
    assert "it names no folder" in later.output


@pytest.mark.parametrize("words", sorted(set(LEAVES) - NOT_READING))
def test_every_command_that_reads_answers_in_json_too(words: str) -> None:
    assert "--json" in {name for param in LEAVES[words].params for name in param.opts}


def test_what_does_not_read_is_named_here_as_long_as_it_is_there() -> None:
    assert set(LEAVES) >= NOT_READING


@pytest.mark.parametrize("words", EVERY)
def test_help_fits_a_terminal_of_80_columns(words: str) -> None:
    lines = run(*words.split()[1:], "-h", COLUMNS="80").output.splitlines()

    long = [line for line in lines if len(line) > 80 and not line.startswith("  kiosk ")]
    assert long == []
    assert not any("INTEGER RANGE" in line for line in lines)


# ---- the first page of help


def test_help_shows_every_command_once_in_the_groups_of_a_directors_day() -> None:
    shown = run("--help").output

    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)
    places = [shown.index(f"\n{heading}:\n") for heading in GROUPS]
    assert places == sorted(places)
    for name, (_, line) in COMMANDS.items():
        assert shown.count(f"\n  {name} ") == 1, name
        assert line.split()[0] in shown


def test_a_command_that_is_in_no_group_is_shown_all_the_same() -> None:
    assert sections(["novelty", "log"]) == {"In a dispute, and afterwards": ("log",), "More": ("novelty",)}


def test_commands_of_a_group_stand_in_the_order_of_their_use() -> None:
    shown = run("log", "-h").output

    listed = [line.split()[0] for line in shown.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()]
    assert listed[:3] == ["list", "show", "evidence"]


# ---- examples are typed


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that the examples speak of."""
    place = tmp_path_factory.mktemp("examples")
    station = Station(place / "data")
    write_setup(place / "my-event.toml")
    words = "\n".join(f"{one}{two}{three}" for one in "BCDF" for two in "AEIO" for three in "TNRS")
    (place / "words.txt").write_text(words)
    games = "round,table,first,second\n4,12,Annabel Quist,Bo Ferraby\n"
    (place / "round4.csv").write_text(games)
    for name in ("a.t", "b.t"):
        (place / name).write_text("Quist, Annabel 1500 2; 400; board 1\nFerraby, Bo 1400 1; 390; board 1\n")
    (place / "tourney.js").write_text(
        'newt={divisions:[{name:"A",players:[undefined,{id:1,name:"Q, A",pairings:[2],etc:{board:[1]}},'
        '{id:2,name:"F, B",pairings:[1],etc:{board:[1]}}]}]}'
    )
    station.run("setup", "--from", str(place / "my-event.toml"))
    (place / "club.txt").write_text("CAT\nDOG\n")
    station.run("lexicon", "import", str(place / "club.txt"), "--name", "club", "--force")
    station.run("event", "open", "--yes")
    with Log.open(station.folder, system_clock, "B") as log:
        for _ in range(220):
            log.rule(adjudication("CAT"))
    for name in ("station-b", "station-c"):
        (place / name).mkdir()
        with (
            closing(sqlite3.connect(station.folder / "log.db")) as log,
            closing(sqlite3.connect(place / name / "log.db")) as copy,
        ):
            log.backup(copy)
    return place


# Examples of a ruling that was not referred, and of a code from another station's paper.
CODES = {
    # In a clone there is no program that could go along, unless one was built in it.
    "kiosk roll-out stick": 0 if program() is not None else 4,
    "kiosk judge OX --after B-147 --book acceptable": 4,
    "kiosk log verify --count 212 --head 118d-1f2e-ab51-da5b": 1,
    # There is a station here already.
    "kiosk roll-out --take stick --letter C": 4,
    "kiosk restore /media/stick": 4,
}
# What must have been done for an example to do something.
BEFORE = {
    "kiosk setup --from my-event.toml": [["event", "close"]],
    "kiosk setup --from all.toml": [["event", "close"], ["setup", "--export", "all.toml"]],
    "kiosk event open": [["event", "close"]],
    "kiosk round end": [["round", "start", "4"]],
    "kiosk roll-out --": [["roll-out", "stick", "--without-program"]],
    "kiosk pairings show": [["pairings", "import", "round4.csv"]],
    "kiosk pairings forget": [["pairings", "import", "round4.csv"]],
}
# They want a screen, a keyboard, a passcode or a hub (whose commands `tests/hub` types).
NOT_TYPED = (
    *("kiosk station", "kiosk desk", "kiosk self-test", "kiosk COMMAND", "kiosk passcode"),
    *("kiosk log reveal", "kiosk director", "kiosk rehearsal", "kiosk practice", "kiosk hub"),
)


def typed() -> Iterator[str]:
    for lines in EXAMPLES.values():
        for line in lines:
            told = line.partition("  ")[0]
            if not told.startswith(NOT_TYPED):
                yield told


@pytest.mark.parametrize("line", dict.fromkeys(typed()))
def test_an_example_of_the_help_does_what_it_shows(
    line: str, scene: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(scene, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    station = Station(tmp_path / "data")
    for start, first in BEFORE.items():
        if line.startswith(start):
            assert [station.run(*one).code for one in first] == [0] * len(first)
    inner = line.removeprefix('eval "$(').removesuffix(')"')
    words = shlex.split(inner.partition(" > ")[0].replace("RULES", "naspa-2016"))

    done = station.run(*words[1:])

    assert (words[0], done.code) == ("kiosk", CODES.get(line, 0)), (done.out, done.sentence)


def test_every_command_has_examples_and_no_example_is_of_a_command_that_is_gone() -> None:
    assert set(EXAMPLES) == {"kiosk", *LEAVES}


# ---- tables


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Station:
    place = tmp_path_factory.mktemp("tables")
    station = Station(place / "data")
    station.run("setup", "--from", write_setup(place / "setup.toml"))
    station.run("event", "open", "--yes")
    station.run("judge", "CAT", "DOG", "HOUSE", "QUIXOTRY", "--table", "1234")
    station.run("judge", "QZX", "--table", "7")
    return station


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize(
    "words", ["log list", "log list --kind all", "event list", "rules list", "lexicon list"]
)
def test_tables_have_a_header_and_fit_the_terminal(full: Station, words: str, columns: int) -> None:
    args = ["--data", str(full.folder), *words.split()]

    code, lines = shown_on_terminal(*args, columns=columns, NO_COLOR="1")

    assert code == 0
    assert max(map(len, lines)) <= columns
    assert lines[0].split()[0] in {"Ruling", "Record", "Event", "Id"}


def test_a_narrow_terminal_loses_no_word_of_a_ruling(full: Station) -> None:
    _, lines = shown_on_terminal("--data", str(full.folder), "log", "list", columns=40, NO_COLOR="1")

    shown = " ".join(" ".join(lines).split())
    assert "CAT DOG HOUSE QUIXOTRY" in shown
    assert "UNACCEPTABLE" in shown


# ---- colour

COLOURED = ["log list", "log show B-1", "log verify", "event list", "status", "--help", "lexicon verify"]


@pytest.mark.parametrize("words", COLOURED)
def test_colour_is_for_terminals_that_want_it(full: Station, words: str) -> None:
    args = ["--data", str(full.folder), *words.split()]

    plain = full.run(*words.split()).out
    seen = {
        name: "\n".join(shown_on_terminal(*args, **env)[1])
        for name, env in {"on": {"NO_COLOR": ""}, "off": {"NO_COLOR": "1"}, "dumb": {"TERM": "dumb"}}.items()
    }

    assert "\x1b[" in seen["on"]
    assert "\x1b[" not in plain + seen["off"] + seen["dumb"]
    assert timeless(click.unstyle(seen["on"])) == timeless(seen["off"])


def timeless(shown: str) -> list[str]:
    """The words of *shown*; the clock may strike a minute between two looks."""
    return re.sub(r"\b\d\d:\d\d\b|\b\d+ minutes?\b", "now", shown).split()


def test_json_is_never_coloured(full: Station) -> None:
    _, lines = shown_on_terminal("--data", str(full.folder), "log", "list", "--json", NO_COLOR="")

    assert json.loads("\n".join(lines))
