"""`kiosk status`: one screen, reads only, and what it shows was hashed first."""

import json
import sqlite3

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.store import STATION, LockRequest
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.events.test_event_opening import minutes_ago
from tests.support.bodies import body
from tests.support.command_line import Station, write_setup


@pytest.fixture
def station(tmp_path):
    made = Station(tmp_path / "data")
    stick = tmp_path / "stick"
    stick.mkdir()
    file = tmp_path / "stick.toml"
    write_setup(file, starts=minutes_ago(1))
    file.write_text(f"{file.read_text(encoding='utf-8')}\n[second_copy]\nfolder = '{stick}'\n")
    made.run("setup", "--from", str(file))
    made.run("event", "open", "--yes")
    made.run("judge", "cat", "--table", "7")
    return made


def status(station):
    return json.loads(station.run("status", "--json").out)


def test_one_screen_says_what_a_director_asks_first(station):
    done = station.run("status")
    head = json.loads(station.run("log", "head", "--json").out)

    assert done.code == 0
    assert len(done.out.splitlines()) <= 24
    for said in (
        "Station:     B · By the window · club",
        "Event:       The Open (open-2026)",
        "Round:       1",
        "Last ruling: B-1 acceptable, ",
        "copied today at",
        "demonstration is wanted",
        f"Log:         {head['count']} records, head {head['code']}",
    ):
        assert said in done.out
    assert "CAT" not in done.out


def test_the_json_says_the_same(station):
    shown = status(station)
    setup = json.loads(station.run("setup", "--json").out)

    assert (shown["letter"], shown["event"]["id"], shown["round"]) == ("B", "open-2026", 1)
    assert shown["setup_code"] == setup["setup_code"]
    assert (shown["last_ruling"]["number"], shown["last_ruling"]["table"]) == ("B-1", 7)
    assert (shown["second_copy"]["copied"], shown["second_copy"]["age_min"]) == (True, 0)
    assert shown["count"] == 5


def test_it_only_reads(station):
    before = (station.folder / "log.db").read_bytes()

    station.run("status")

    assert (station.folder / "log.db").read_bytes() == before


def test_it_works_beside_a_running_station(station):
    with Log.open(station.folder, system_clock, "B", turn=LockRequest(STATION)) as log:
        log.append(body(Kind.STARTED))
        log.append(body(Kind.GUARDS, engaged=["keyboard"], trouble="the pointer is free"))
        done = station.run("status")

    assert done.code == 0
    assert "not stopped since" in done.out
    assert ": keyboard; trouble: the pointer is free" in done.out


def test_a_round_the_director_started_is_told_apart(station):
    station.run("round", "start", "5")

    assert "Round:       5, started by the director" in station.run("status").out


def test_a_stopped_station_is_said_to_be_stopped(station):
    with Log.open(station.folder, system_clock, "B") as log:
        log.append(body(Kind.STARTED))
        log.append(body(Kind.STOPPED, how="director"))

    assert "Running:     no: stopped today at" in station.run("status").out


def test_a_folder_nobody_used_is_a_demonstration_without_a_record(tmp_path):
    station = Station(tmp_path / "fresh")

    done = station.run("status")

    assert done.code == 0
    assert "not set up: a demonstration" in done.out
    assert "no record yet" in done.out
    assert not station.folder.exists()


def test_a_stick_that_is_out_is_said(station, tmp_path):
    for file in (tmp_path / "stick").iterdir():
        file.unlink()
    assert "no copy of this log there" in station.run("status").out
    (tmp_path / "stick").rmdir()

    assert "which is not there now" in station.run("status").out
    assert status(station)["second_copy"]["there"] is False


def test_a_closed_station_is_said_and_is_code_one(station):
    with Log.open(station.folder, system_clock, "B") as log:
        log.append(body(Kind.LOCKED, why="Too many tries."))

    done = station.run("status")

    assert (done.code, "Too many tries." in done.out) == (1, True)


def test_a_set_up_changed_by_hand_is_said_and_is_code_one(station):
    path = station.folder / "kiosk.toml"
    path.write_text(path.read_text(encoding="utf-8") + "# a remark\n", encoding="utf-8")

    done = station.run("status")

    assert (done.code, "was changed by hand" in done.out) == (1, True)


def test_a_ruling_that_was_changed_is_not_shown_as_if_it_were_good(station):
    conn = sqlite3.connect(station.folder / "log.db")
    triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        conn.execute(f"DROP TRIGGER {name}")
    conn.execute("UPDATE records SET body = replace(body, 'acceptable', 'unacceptable') WHERE seq = 5")
    for _, sql in triggers:
        conn.execute(sql)
    conn.commit()
    conn.close()

    done = station.run("status")

    assert done.code == 1
    assert "Record 5 was changed: it does not fit its hash." in done.out


def test_a_tournament_without_an_event_is_casual(station, tmp_path):
    station.run("event", "close")
    station.set_passcodes()
    file = write_setup(tmp_path / "t.toml", profile='"tournament"')
    station.as_director("setup", "--from", file)

    assert "none is open: rulings are casual" in station.run("status").out
    assert status(station)["casual"] is True


def test_a_list_that_is_gone_is_the_problem_that_is_said(station, tmp_path):
    own = station.import_list(tmp_path / "own.txt", "AA\nAB\nCAT\n")
    file = write_setup(tmp_path / "own.toml", main=f'"{own}"')
    station.run("setup", "--from", file, "--reason", "another list")
    (station.folder / "lexicons" / f"{own}.words").unlink()

    done = station.run("status")

    assert (done.code, "“division[1].main”" in done.out) == (1, True)
