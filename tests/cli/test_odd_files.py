"""Something that is no file of ours lies in the data folder: nobody waits for it, or falls over it."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.errors import LexiconError
from kiosk.folder import ACCESS, ACKNOWLEDGED, CLOSED, GUARDS, LOCK, PROOF, SETUP
from kiosk.lockdown.guards import LedgerFile
from kiosk.station.closed_store import UNREADABLE, ClosedMark
from kiosk.words.check_reader import check_lexicon
from kiosk.words.store import load_lexicon
from tests.support.command_line import Station, write_setup

PATIENCE_S = 10  # whoever takes longer waits for ever
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    def hang(*_: object) -> None:
        raise AssertionError("it waits for a pipe that nobody writes to")

    before = signal.signal(signal.SIGALRM, hang)
    signal.alarm(PATIENCE_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def put_pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


@pytest.mark.parametrize("name", [ACCESS, ACKNOWLEDGED, LOCK, PROOF, SETUP])
@pytest.mark.parametrize("args", [["log", "list"], ["status"], ["doctor"], ["judge", "CAT"]], ids=" ".join)
def test_no_command_waits_for_what_is_no_file_or_falls_over_it(tmp_path: Path, args, name):
    station = Station(tmp_path / "data")
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml"))
    put_pipe(station.folder / name)

    assert station.run(*args).code in (0, 1, 4)


def test_a_station_whose_mark_is_no_file_stays_closed(tmp_path: Path):
    put_pipe(tmp_path / CLOSED)

    mark = ClosedMark(tmp_path)
    mark.set("a doubt")

    assert mark.why() == UNREADABLE


def test_what_guards_took_is_not_waited_for(tmp_path: Path):
    put_pipe(tmp_path / GUARDS)

    with pytest.raises(OSError, match="not a file"):
        LedgerFile(tmp_path / GUARDS).read()


def test_a_list_whose_words_are_a_pipe_is_refused(tmp_path: Path):
    station = Station(tmp_path / "data")
    id = station.import_list(tmp_path / "own.txt", "\n".join(["CAT", "DOG", "ZEN"]))
    put_pipe(station.folder / "lexicons" / f"{id}.words")

    assert not check_lexicon(station.folder, id).intact
    with pytest.raises(LexiconError):
        load_lexicon(station.folder, id)
