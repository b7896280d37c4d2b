"""`kiosk round`: the director's word decides the round, on record and with the passcode."""

import json

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.store import STATION, LockRequest
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.events.test_event_opening import minutes_ago
from tests.support.command_line import DIRECTOR, JUDGE, Station, write_setup


@pytest.fixture
def station(tmp_path):
    made = Station(tmp_path / "data")
    made.run("setup", "--from", write_setup(tmp_path / "stick.toml", starts=minutes_ago(1)))
    made.run("event", "open")
    return made


def judged_round(station):
    return json.loads(station.run("judge", "cat", "--json").out)["round"]


def test_a_round_the_director_starts_is_the_round_of_the_next_ruling(station):
    before = judged_round(station)
    done = station.run("round", "start", "4")
    after = judged_round(station)

    assert (before, done.code, after) == (1, 0, 4)
    assert station.records(Kind.ROUND_STARTED)[0]["round"] == 4
    assert station.records(Kind.ROUND_STARTED)[0]["scheduled"] == 1
    assert "Round 4 has started. It lasts until" in done.out


def test_a_round_the_director_ends_is_over(station):
    done = station.run("round", "end")

    assert (done.code, judged_round(station)) == (0, None)
    assert station.records(Kind.ROUND_ENDED)[0]["round"] == 1
    assert "Round 1 is over. The schedule has no other" in done.out


def test_the_answer_names_the_round_the_schedule_starts_next(station, tmp_path):
    file = tmp_path / "more.toml"
    write_setup(file, starts=minutes_ago(1))
    more = f"\n[[round]]\nnumber = 2\nstarts = {minutes_ago(-200)}\n"
    file.write_text(file.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert station.run("setup", "--from", str(file), "--reason", "two rounds").code == 0

    assert "By the schedule round 2 starts" in station.run("round", "end").out


def test_the_end_of_a_named_round_is_taken_though_the_schedule_is_ahead(station):
    assert station.run("round", "end", "3").code == 0
    assert station.records(Kind.ROUND_ENDED)[0]["round"] == 3


def test_where_no_round_runs_there_is_none_to_end(station):
    station.run("round", "end")

    refused = station.run("round", "end")

    assert (refused.code, "No round is running" in refused.sentence) == (4, True)


def test_the_json_says_which_round_it_is_now(station):
    started = json.loads(station.run("round", "start", "2", "--json").out)
    ended = json.loads(station.run("round", "end", "--json").out)

    assert (started["round"], started["event"], ended["round"]) == (2, "open-2026", None)


def test_a_round_the_schedule_does_not_know_is_started_and_said(station):
    done = station.run("round", "start", "9")

    assert (done.code, "has no round 9" in done.out) == (0, True)


@pytest.mark.parametrize("number", ["0", "100", "x"])
def test_a_number_no_round_can_have_is_wrong_usage(station, number):
    assert station.run("round", "start", number).code == 2


def test_without_an_event_there_are_no_rounds(tmp_path):
    station = Station(tmp_path / "data")
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml"))

    for args in (("start", "1"), ("end",), ("end", "1")):
        refused = station.run("round", *args)
        assert (refused.code, "No event is open" in refused.sentence) == (4, True)


def test_only_the_director_says_when_a_round_starts(station):
    station.set_passcodes()

    refused = station.run("round", "start", "2", KIOSK_PASSCODE=JUDGE)

    assert (refused.code, station.records(Kind.ROUND_STARTED)) == (4, [])
    assert station.run("round", "start", "2", KIOSK_PASSCODE=DIRECTOR).code == 0


def test_beside_a_running_station_it_says_so(station):
    with Log.open(station.folder, system_clock, turn=LockRequest(STATION)):
        refused = station.run("round", "start", "2", "--wait", "0")

    assert (refused.code, "The station is running" in refused.sentence) == (4, True)
