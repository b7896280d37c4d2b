"""`kiosk event open` reads back what the event will be judged by; what is odd must be confirmed."""

import json
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from kiosk.base.clock import Reading
from kiosk.log.bodies import NoteBody
from kiosk.log.kinds import Kind
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support.command_line import DIRECTOR, MEMORY, Station, another_device, write_setup
from tests.support.terminal import typed_at_terminal

ROOT = Path(__file__).resolve().parents[2]


def minutes_ago(minutes: int) -> str:
    """A local time for a set-up file, in quotes."""
    return f'"{datetime.now() - timedelta(minutes=minutes):%Y-%m-%dT%H:%M}"'  # noqa: DTZ005 - local on purpose


@pytest.fixture
def station(tmp_path):
    return Station(tmp_path / "data")


def set_up(station, tmp_path, more="", **changes):
    file = tmp_path / "stick.toml"
    write_setup(file, **changes)
    file.write_text(file.read_text(encoding="utf-8") + more, encoding="utf-8")
    done = station.run("setup", "--from", str(file), KIOSK_PASSCODE=DIRECTOR)
    assert done.code == 0, done
    return station


def opened(station):
    return station.records(Kind.EVENT_OPENED)


def test_rounds_clock_list_penalty_protection_and_copy_are_read_back(station, tmp_path):
    set_up(station, tmp_path, starts=minutes_ago(1))

    done = station.run("event", "open")

    assert done.code == 0
    for said in (
        "1 round, ",
        "UTC",
        "NASPA 2016 · ENABLE1, exact · failed challenge: ",
        " · Old free list, not an official one",
        "Protection:",
        "Second copy: none",
        "Set-up code:",
    ):
        assert said in done.out
    assert done.out.index("Rounds:") < done.out.index("is open.")


def test_the_json_has_what_is_read_back(station, tmp_path):
    set_up(station, tmp_path, starts=minutes_ago(1))

    done = json.loads(station.run("event", "open", "--json").out)

    assert set(done["read_back"]) >= {"Event", "Rounds", "Clock", "Protection", "Second copy", "Set-up code"}
    assert (done["odd"], done["earlier_rulings"]) == ([], 0)


@pytest.mark.parametrize("args", [(), ("--json",)])
def test_rounds_of_last_year_open_no_event_until_they_are_confirmed(station, tmp_path, args):
    set_up(station, tmp_path, starts='"2025-05-01T09:00"')

    refused = station.run("event", "open", *args)
    none = opened(station)
    done = station.run("event", "open", "--yes", *args)

    assert (refused.code, none) == (4, [])
    assert "Every round is over: the last one began on 2025-05-01 at 09:00." in refused.sentence
    assert "confirm it with --yes" in refused.sentence
    assert done.code == 0
    assert opened(station)[0]["odd"] == ["Every round is over: the last one began on 2025-05-01 at 09:00."]


def test_a_tournament_without_rounds_must_be_confirmed(station, tmp_path):
    station.set_passcodes()
    set_up(station, tmp_path, profile='"tournament"')

    refused = station.as_director("event", "open")

    assert (refused.code, "has no rounds" in refused.sentence) == (4, True)
    assert station.as_director("event", "open", "--yes").code == 0


def test_a_clock_behind_the_last_record_must_be_confirmed(station, tmp_path):
    set_up(station, tmp_path)
    now = system_clock()
    ahead = Reading(f"2{int(now.at[:4]) % 1000 + 1:03d}{now.at[4:]}", now.offset_min, now.mono_ms, now.boot)
    with Log.open(station.folder, lambda: ahead, "B") as log:
        log.append(NoteBody("remark"))

    refused = station.run("event", "open")

    assert (refused.code, opened(station)) == (4, [])
    assert "but the last record of this log is of" in refused.sentence


def test_a_second_copy_on_the_same_device_must_be_confirmed(station, tmp_path):
    (tmp_path / "stick").mkdir()
    set_up(station, tmp_path, f"\n[second_copy]\nfolder = '{tmp_path / 'stick'}'\n")

    refused = station.run("event", "open")

    assert (refused.code, opened(station)) == (4, [])
    assert "on the same device as the log" in refused.sentence


def test_a_second_copy_on_another_device_is_named_with_it(station, tmp_path):
    with another_device(tmp_path) as stick:
        set_up(station, tmp_path, f"\n[second_copy]\nfolder = '{stick}'\n")
        done = station.run("event", "open")

    assert done.code == 0
    assert f"{stick}, on the device at {MEMORY}, " in done.out


def test_the_same_event_again_says_how_many_rulings_it_goes_on_from(station, tmp_path):
    set_up(station, tmp_path)
    station.run("event", "open")
    for word in ("cat", "dog"):
        station.run("judge", word)
    station.run("event", "close")

    again = station.run("event", "open")

    assert "The Open (open-2026), continues: 2 rulings so far" in again.out


def test_events_are_listed_with_their_rulings(station, tmp_path):
    set_up(station, tmp_path)
    station.run("event", "open", "--id", "first", "--name", "The First")
    station.run("judge", "cat")
    station.run("event", "close")
    station.run("event", "open")

    shown = station.run("event", "list")
    listed = json.loads(station.run("event", "list", "--json").out)

    assert shown.out.split()[:5] == ["Event", "Opened", "Closed", "Rulings", "Name"]
    assert [(one["id"], one["name"], one["rulings"]) for one in listed] == [
        ("first", "The First", 1),
        ("open-2026", "The Open", 0),
    ]
    assert [one["closed"] is None for one in listed] == [False, True]


def test_before_the_first_event_the_list_is_empty(station):
    assert station.run("event", "list").out == "No event was ever opened here.\n"
    assert json.loads(station.run("event", "list", "--json").out) == []


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 4)])
def test_on_a_terminal_the_director_is_asked(station, tmp_path, answer, code):
    set_up(station, tmp_path, starts='"2025-05-01T09:00"')

    ended, out, said = typed_at_terminal(station.folder, "event", "open", answers=(answer,))

    assert (ended, len(opened(station))) == (code, 1 - code // 4)
    assert "Every round is over" in said
    assert "Open the event all the same?" in said
    assert ("is open." in out) is (code == 0)
