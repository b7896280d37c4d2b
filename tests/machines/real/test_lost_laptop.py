"""The drill for a dead laptop of docs/directors.md, command for command: a real station is killed in
mid-play, a spare machine goes on from the copy on the stick, and the dead disk comes back."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, read_records
from tests.support.command_line import another_device, write_setup
from tests.support.kiosk_process import ROOT, KioskProcess, run_kiosk
from tests.support.screen import Screen

pytestmark = pytest.mark.real


def commands() -> list[str]:
    """The commands of the drill, as docs/directors.md has them."""
    text = (ROOT / "docs" / "directors.md").read_text(encoding="utf-8")
    section = text.partition("\n## The drill for a dead laptop\n")[2].partition("\n## ")[0]
    block = re.findall(r"```\n(.*?)```", section, re.DOTALL)[0]
    return [line.partition("#")[0].strip() for line in block.splitlines() if line.startswith("kiosk ")]


def verify_apart(log: Path) -> None:
    """Let the verifier that shares no code with the program look at *log*."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "independent_verifier.py"), str(log)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_spare_machine_goes_on_and_the_dead_disk_comes_back(
    screen: Screen, tmp_path: Path, picture
) -> None:
    with another_device(tmp_path) as stick:
        drill(screen, tmp_path, stick, picture)


def drill(screen: Screen, place: Path, stick: Path, picture) -> None:
    first, spare = place / "first", place / "spare"
    setup = place / "setup.toml"
    write_setup(setup)
    setup.write_text(f"{setup.read_text()}\n[second_copy]\nfolder = '{stick}'\n")
    for data in (first, spare):
        assert run_kiosk(data, "setup", "--from", str(setup)).returncode == 0
    assert run_kiosk(first, "event", "open").returncode == 0
    station = KioskProcess(screen, first)
    try:
        assert station.judge("QQZX") is Tone.UNACCEPTABLE
        station.done()
        station.judge("CAT")
        station.done()
    finally:
        station.kill()
    assert run_kiosk(first, "event", "tonight").returncode == 0  # the copy of ten to two
    station = KioskProcess(screen, first)
    station.judge("DOG")  # after the copy
    station.done()
    station.enter("HOUSE")
    station.kill()  # it dies in mid-play

    told = [shlex.split(line)[1:] for line in commands()]
    named = {"STICK": str(stick), "DEAD": str(first), "SPARE": str(spare)}
    typed = [[named.get(word, word) for word in words] for words in told]
    restore, show, merge, check, listing = typed
    done = run_kiosk(spare, *restore)
    assert done.returncode == 0, done.stderr
    assert "The next ruling is B-101" in done.stdout
    assert "“The Open” goes on" in done.stdout

    station = KioskProcess(screen, spare)  # the players come back to their play
    try:
        station.judge("HOUSE")
        picture("spare_verdict")
        station.done()
    finally:
        station.leave()
    shown = run_kiosk(spare, *show)
    assert (shown.returncode, "CAT" in shown.stdout) == (0, True), shown.stderr

    all_of = place / "all.db"
    merged = run_kiosk(spare, *[word.replace("all.db", str(all_of)) for word in merge])
    assert merged.returncode == 0, merged.stderr
    assert "went on for a lost one" in merged.stdout
    assert run_kiosk(spare, *[word.replace("all.db", str(all_of)) for word in check]).returncode == 0
    listed = run_kiosk(spare, *[word.replace("all.db", str(all_of)) for word in listing], "--json")
    assert [one["number"] for one in json.loads(listed.stdout)] == ["B-101", "B-3", "B-2", "B-1"]
    for log in (first / "log.db", spare / "log.db", *(spare / "restored").glob("kiosk-*.db")):
        verify_apart(log)
    genesis = next(iter(read_records(spare / "log.db")))
    kept = read_head(next((spare / "restored").glob("kiosk-*.db")))
    assert genesis.kind is Kind.GENESIS
    assert genesis.data["continues"] == {
        "station": kept.station,
        "epoch": kept.epoch,
        "count": kept.count,
        "head": kept.hash,
        "numbers_after": 100,
    }
