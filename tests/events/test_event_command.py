"""`kiosk event`: opens only on a sound, unchanged station; gives the head out; copies what it closes."""

import json
import sqlite3

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.reader import verify_log
from kiosk.log.store import STATION, LockRequest
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support.command_line import JUDGE, Station, another_device, write_setup

SSH = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
UNANSWERED = {"DISPLAY": ":no-such-display", "WAYLAND_DISPLAY": ""}


@pytest.fixture
def station(tmp_path):
    made = Station(tmp_path / "data")
    made.run("setup", "--from", write_setup(tmp_path / "stick.toml"))
    return made


DONE_BY = {
    "open": (Kind.EVENT_OPENED,),
    "tonight": (Kind.NIGHT_CLOSED,),
    "close": (Kind.EVENT_CLOSED,),
}


@pytest.fixture
def stick(tmp_path):
    with another_device(tmp_path) as folder:
        yield folder


def with_copy(station, tmp_path, stick, *options):
    """The station, set up to copy its log to *stick*."""
    file = tmp_path / "copying.toml"
    text = (tmp_path / "stick.toml").read_text(encoding="utf-8")
    file.write_text(f"{text}\n[second_copy]\nfolder = '{stick}'\n", encoding="utf-8")
    assert station.run("setup", "--from", str(file), *options).code == 0


def test_an_event_opens_with_what_it_will_be_judged_by(station):
    done = station.run("event", "open")
    record = station.records(Kind.EVENT_OPENED)[0]
    setup = station.records(Kind.SET_UP)[-1]

    assert (done.code, "The event “The Open” is open." in done.out) == (0, True)
    assert (record["event"], record["name"]) == ("open-2026", "The Open")
    assert (record["rounds"], record["odd"]) == ([], [])
    assert (record["digest"], record["setup_code"]) == (setup["digest"], setup["setup_code"])
    assert record["divisions"] == setup["divisions"]
    assert record["protection"]["wanted"] == "demonstration"


def test_the_head_to_write_down_is_the_head_of_the_log(station):
    done = json.loads(station.run("event", "open", "--json").out)

    assert verify_log(station.folder / "log.db", done["code"], done["count"]).witnessed
    assert station.records(Kind.CHECKPOINT)[0]["count"] == done["count"] - 1


def test_an_event_may_be_named_on_the_command_line(station):
    station.run("event", "open", "--id", "other", "--name", "The Other")

    assert station.records(Kind.EVENT_OPENED)[0]["name"] == "The Other"


def test_an_event_named_by_id_alone_has_that_name(station):
    station.run("event", "open", "--id", "other")

    assert station.records(Kind.EVENT_OPENED)[0]["name"] == "other"


def test_an_event_without_a_name_anywhere_is_refused(station, tmp_path):
    file = tmp_path / "stick.toml"
    text = file.read_text(encoding="utf-8").replace('[event]\nid = "open-2026"\nname = "The Open"\n', "")
    file.write_text(text, encoding="utf-8")
    station.run("setup", "--from", str(file))

    refused = station.run("event", "open")

    assert (refused.code, "names no event" in refused.sentence) == (4, True)


@pytest.mark.parametrize("id", ["no spaces here", "x" * 41, "", "two\nlines", "half\udce9", "-x"])
def test_an_id_that_breaks_the_rule_is_a_usage_error_that_names_it(station, id):
    refused = station.run("event", "open", "--id", id)

    assert (refused.code, station.records(Kind.EVENT_OPENED)) == (2, [])
    assert "'--id': it must be 1 to 40 of the characters" in refused.out
    assert "the first a letter or digit" in " ".join(refused.out.split())


@pytest.mark.parametrize("name", ["x" * 61, "", "two\nlines", "bell\x07", "half \udce9"])
def test_a_name_that_cannot_go_on_record_is_a_usage_error(station, name):
    refused = station.run("event", "open", "--name", name)

    assert (refused.code, station.records(Kind.EVENT_OPENED)) == (2, [])
    assert "'--name': it must be a text of 1 to 60 printable characters" in refused.out


def test_only_one_event_is_open_at_a_time(station):
    station.run("event", "open")

    refused = station.run("event", "open", "--id", "second")

    assert (refused.code, "is still open" in refused.sentence) == (4, True)
    assert len(station.records(Kind.EVENT_OPENED)) == 1


def test_a_station_that_is_not_set_up_opens_no_event(tmp_path):
    refused = Station(tmp_path / "fresh").run("event", "open", "--id", "x")

    assert (refused.code, "not set up" in refused.sentence) == (4, True)


def test_a_set_up_changed_by_hand_opens_no_event(station):
    path = station.folder / "kiosk.toml"
    path.write_text(path.read_text(encoding="utf-8") + "# a remark\n", encoding="utf-8")

    refused = station.run("event", "open")

    assert (refused.code, "was changed by hand" in refused.sentence) == (4, True)
    assert station.records(Kind.EVENT_OPENED) == []


def test_a_list_that_does_not_verify_opens_no_event(station, tmp_path):
    own = station.import_list(tmp_path / "own.txt", "AA\nAB\nCAT\n")
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml", main=f'"{own}"'))
    (station.folder / "lexicons" / f"{own}.words").write_bytes(b"AA\nAB\nDOG")

    refused = station.run("event", "open")

    assert refused.code == 4
    assert "“division[1].main”" in refused.sentence
    assert station.records(Kind.EVENT_OPENED) == []


def test_a_list_exchanged_since_the_set_up_opens_no_event(station, tmp_path):
    own = station.import_list(tmp_path / "own.txt", "AA\nAB\nCAT\n")
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml", main=f'"{own}"'))
    for path in (station.folder / "lexicons").glob(f"{own}.*"):
        path.unlink()
    assert station.import_list(tmp_path / "own.txt", "AA\nAB\nDOG\n") == own

    refused = station.run("event", "open")

    assert (refused.code, "not the one this station was set up with" in refused.sentence) == (4, True)


def tamper(station: Station) -> None:
    """Change the set-up record, and leave no trace but the chain."""
    conn = sqlite3.connect(station.folder / "log.db")
    triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        conn.execute(f"DROP TRIGGER {name}")
    conn.execute("UPDATE records SET body = replace(body, 'club', 'clab') WHERE kind = 'set_up'")
    for _, sql in triggers:
        conn.execute(sql)
    conn.commit()
    conn.close()


def test_a_broken_log_opens_no_event(station):
    tamper(station)

    refused = station.run("event", "open")

    assert (refused.code, "does not hold" in refused.sentence) == (4, True)


def test_the_whole_log_is_verified_not_only_what_came_after_the_last_checkpoint(station):
    station.run("event", "open")
    tamper(station)

    refused = station.run("event", "close")

    assert (refused.code, "does not hold. Record 2 was changed" in refused.sentence) == (4, True)
    assert station.records(Kind.EVENT_CLOSED) == []


@pytest.mark.parametrize("command", ["open", "tonight"])
def test_a_whole_chain_in_a_damaged_file_is_refused(station, command):
    conn = sqlite3.connect(station.folder / "log.db", isolation_level=None)
    conn.execute("DROP INDEX records_by_kind")
    conn.execute("CREATE INDEX records_by_kind ON records (kind) WHERE seq > 1")
    conn.execute("PRAGMA writable_schema = on")  # the index lacks a record, and its text does not say so
    honest = "CREATE INDEX records_by_kind ON records (kind)"
    conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'records_by_kind'", [honest])
    conn.close()

    refused = station.run("event", command)

    assert (refused.code, "file around it is damaged" in refused.sentence) == (4, True), refused


def test_while_the_station_runs_it_must_be_left_first(station):
    with Log.open(station.folder, system_clock, turn=LockRequest(STATION)):
        refused = station.run("event", "open", "--wait", "0")

    assert refused.code == 4
    assert "The station is running and keeps this log. Leave it first" in refused.sentence
    assert "console" not in refused.sentence


def test_the_judge_opens_no_event(station):
    station.set_passcodes()

    refused = station.run("event", "open", KIOSK_PASSCODE=JUDGE)

    assert (refused.code, station.records(Kind.EVENT_OPENED)) == (4, [])


def test_a_tournament_whose_passcode_was_taken_away_opens_no_event(tmp_path):
    station = Station(tmp_path / "data")
    station.set_passcodes()
    station.as_director("setup", "--from", write_setup(tmp_path / "stick.toml", profile='"tournament"'))
    (station.folder / "access").unlink()

    refused = station.run("event", "open")

    assert (refused.code, "needs the director's passcode" in refused.sentence) == (4, True)


@pytest.mark.parametrize("screen", [SSH, UNANSWERED], ids=["none is named", "one that does not answer"])
def test_from_a_session_without_a_screen_the_protection_is_not_judged(station, tmp_path, screen):
    station.run("setup", "--from", write_setup(tmp_path / "stick.toml", protection='"locked"'))

    done = station.run("event", "open", **screen)

    assert done.code == 0
    assert "The protection was not examined: this session has no screen." in done.out
    assert "The station itself shows a banner if it is below “locked”" in done.out
    assert station.records(Kind.EVENT_OPENED)[0]["protection"] == {
        "level": None,
        "wanted": "locked",
        "why": "this session has no screen",
    }


def test_the_json_says_that_the_protection_was_not_examined(station):
    done = json.loads(station.run("event", "open", "--json", **SSH).out)

    assert done["protection"]["level"] is None


def test_closing_copies_the_log_to_the_stick(station, tmp_path, stick):
    with_copy(station, tmp_path, stick)
    station.run("event", "open")

    done = json.loads(station.run("event", "close", "--json").out)
    (copy,) = stick.iterdir()

    assert done["second_copy"]["state"] == "made"
    assert verify_log(copy, done["head"], done["count"]).witnessed
    assert station.records(Kind.EVENT_CLOSED)[0]["event"] == "open-2026"


@pytest.mark.parametrize("command", ["open", "tonight", "close"])
def test_a_copy_that_was_not_made_is_said_last_and_changes_the_exit_code(station, tmp_path, command):
    if command == "close":
        station.run("event", "open")
    with_copy(station, tmp_path, tmp_path / "no stick", "--reason", "a stick")

    done = station.run("event", command)

    assert done.code == 1
    assert done.out.splitlines()[-1].startswith("NOT COPIED. No second copy:")
    assert sum("No second copy" in line for line in done.out.splitlines()) == 1
    assert len(station.records(*DONE_BY[command])) == 1


def test_the_json_of_a_copy_that_was_not_made_comes_with_the_exit_code_too(station, tmp_path):
    with_copy(station, tmp_path, tmp_path / "no stick")

    done = station.run("event", "tonight", "--json")
    answer, _ = json.JSONDecoder().raw_decode(done.out)

    assert (done.code, answer["second_copy"]["state"]) == (1, "absent")


def test_without_an_open_event_there_is_none_to_close(station):
    refused = station.run("event", "close")

    assert (refused.code, "No event is open" in refused.sentence) == (4, True)


def test_closing_for_tonight_keeps_the_event_open(station, tmp_path, stick):
    with_copy(station, tmp_path, stick)
    station.run("event", "open")

    done = station.run("event", "tonight")
    shown = json.loads(station.run("setup", "--json").out)

    assert (done.code, "Closed for tonight." in done.out) == (0, True)
    assert station.records(Kind.NIGHT_CLOSED)[0]["event"] == "open-2026"
    assert shown["event_open"] == {"id": "open-2026", "name": "The Open"}
    assert len(list(stick.iterdir())) == 1


def test_a_club_may_close_for_tonight_without_an_event(station):
    assert station.run("event", "tonight").code == 0
    assert station.records(Kind.NIGHT_CLOSED)[0]["event"] is None


def test_after_closing_the_next_event_may_open(station):
    station.run("event", "open")
    station.run("event", "close")

    assert station.run("event", "open", "--id", "next").code == 0
