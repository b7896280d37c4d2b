"""`kiosk hub` as a person types it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import Station
from tests.support.hub import HubServer, HubUnderTest, clone, code_of, grow, station

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Station:
    monkeypatch.chdir(tmp_path)
    return Station(station(tmp_path / "b", 12))


def test_a_hub_from_nothing_to_a_signed_list(here: Station, server: HubServer):
    where = server.new_database()

    made = here.run("hub", "init", where, "--event", "open-2026")
    again = here.run("hub", "init", where)
    enrolled = here.run("hub", "enrol", "B", "--station", code_of(here.folder), "--hub", where)
    pushed = here.run("hub", "push", "enrolment-B.json", "--once")
    shown = here.run("hub", "status", KIOSK_HUB=where)
    verified = here.run("hub", "verify", "--hub", where)
    heads = here.run("hub", "heads", "--hub", where)

    assert [one.code for one in (made, again, enrolled, pushed, shown, verified, heads)] == [0] * 7
    assert "The hub of “open-2026” is ready" in made.out
    assert made.out.splitlines()[0] == again.out.splitlines()[0]
    assert "12 records pushed; the hub has 12." in pushed.out
    assert "B        12" in shown.out
    assert "Station B: intact, 12 records, 0 receipts held to it." in verified.out
    assert "Seen and signed:" in heads.out


def test_a_station_is_enrolled_by_its_code_and_another_cannot_use_that(
    here: Station, hub: HubUnderTest, tmp_path: Path
):
    code = code_of(here.folder)
    other = Station(station(tmp_path / "c", 5))

    enrolled = here.run("hub", "enrol", "B", "--station", code.upper(), "--hub", hub.where)
    again = here.run("hub", "enrol", "C", "--station", code, "--hub", hub.where)
    refused = other.run("hub", "push", "enrolment-B.json", "--once")
    pushed = here.run("hub", "push", "enrolment-B.json", "--once")

    assert [one.code for one in (enrolled, again, refused, pushed)] == [0, 4, 4, 0]
    assert f"The station with the code {code} is enrolled already, as B." in again.sentence
    assert "with the code that “kiosk log head” shows here" in refused.sentence


def test_every_reading_command_has_json(here: Station, hub: HubUnderTest):
    here.run("hub", "push", str(hub.enrol()), "--once")

    shown = json.loads(here.run("hub", "status", "--hub", hub.where, "--json").out)
    verified = json.loads(here.run("hub", "verify", "--hub", hub.where, "--json").out)
    heads = json.loads(here.run("hub", "heads", "--hub", hub.where, "--json").out)

    assert shown["stations"][0]["letter"] == "B"
    assert shown["stations"][0]["logs"][0]["count"] == 12
    assert verified["holds"] is True
    assert heads["heads"][0]["count"] == 12


def test_an_alarm_ends_with_one(here: Station, hub: HubUnderTest, tmp_path: Path):
    file = hub.enrol()
    copied = clone(here.folder, tmp_path / "copy")
    for folder in (here.folder, copied):
        grow(folder, 1)
    first = here.run("hub", "push", str(file), "--once")
    second = Station(copied).run("hub", "push", str(file), "--once")

    shown = here.run("hub", "status", "--hub", hub.where)
    verified = here.run("hub", "verify", "--hub", hub.where)

    assert [one.code for one in (first, second, shown, verified)] == [0, 1, 1, 1]
    assert "this station or its laptop was copied" in second.out
    assert "Station B: two different records claim place 13 of its log" in shown.out


def test_what_a_station_says_is_told_apart_from_what_the_hub_has_seen(
    here: Station, hub: HubUnderTest, tmp_path: Path
):
    file = str(hub.enrol())
    older, copied = clone(here.folder, tmp_path / "older"), clone(here.folder, tmp_path / "copy")
    grow(here.folder, 3)
    grow(copied, 1)
    here.run("hub", "push", file, "--once")
    for folder in (older, copied):
        Station(folder).run("hub", "push", file, "--once")

    shown = here.run("hub", "status", "--hub", hub.where)
    told = json.loads(here.run("hub", "status", "--hub", hub.where, "--json").out)

    lines = [line.partition("  ")[2] or line for line in shown.out.splitlines()[-3:]]
    assert lines[0].startswith("Station B: two different records claim place 13")
    assert lines[1] == "Stations say, and the hub has not seen it itself:"
    assert lines[2].startswith("Station B says: its log went back: it has 12 records")
    assert {(one["kind"], one["claimed"]) for one in told["alarms"]} == {("fork", False), ("older", True)}
    assert told["in_the_way"] == []


def test_a_stick_by_hand(here: Station, hub: HubUnderTest, tmp_path: Path):
    (tmp_path / "stick").mkdir()
    file = str(hub.enrol())

    out = here.run("hub", "export", file, "stick")
    taken = here.run("hub", "take", "stick", "--hub", hub.where)
    nothing = here.run("hub", "take", "b", "--hub", hub.where)

    assert (out.code, taken.code, nothing.code) == (0, 0, 0)
    assert "12 records in 1 file, 1 of them new" in out.out
    assert "taken; the hub has 12 records of this log" in taken.out
    assert "There is no batch in b." in nothing.out


def test_striking_off_by_hand(here: Station, hub: HubUnderTest):
    file = str(hub.enrol("B"))

    (here.folder.parent / "stick").mkdir()
    here.run("hub", "export", file, "stick")
    struck = here.run("hub", "strike", "B", "--hub", hub.where)
    refused = here.run("hub", "push", file, "--once")
    left = here.run("hub", "take", "stick", "--hub", hub.where)
    taken = here.run("hub", "take", "stick", "--hub", hub.where, "--struck")

    assert struck.code == 0
    assert (left.code, taken.code) == (1, 0)
    assert "take it with --struck" in left.out
    assert refused.code == 4
    assert "Ask the director for a new one" in refused.sentence


@pytest.mark.parametrize(
    "words",
    [
        ["hub", "init"],
        ["hub", "init", "x", "--local", "y"],
        ["hub", "init", "x", "--stop"],
        ["hub", "enrol", "--hub", "x"],
        ["hub", "enrol", "bee", "--station", "5bb6049a", "--hub", "x"],
        ["hub", "enrol", "B", "--reader", "--hub", "x"],
        ["hub", "enrol", "B", "--hub", "x"],
        ["hub", "enrol", "B", "--station", "5bb6", "--hub", "x"],
        ["hub", "enrol", "--reader", "--station", "5bb6049a", "--hub", "x"],
        ["hub", "enrol", "B", "--station", "5bb6049a", "--hub", "x", "--address", "x:y:z"],
        ["hub", "enrol", "B", "--station", "5bb6049a", "--hub", "x", "--address", "a:99999"],
        ["hub", "strike", "bee", "--hub", "x"],
        ["hub", "status"],
    ],
)
def test_a_mistake_in_the_question_is_code_two(here: Station, words: list[str]):
    assert here.run(*words).code == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["hub", "status", "--hub", "host=127.0.0.1 port=1 user=x"], "does not answer"),
        (["hub", "status", "--hub", "no address at all ="], "could not do that"),
        (["hub", "push", "log.db", "--once"], "cannot be read"),
        (["hub", "push", "b/log.db", "--once"], "is not an enrolment"),
        (["hub", "init", "--local", "b", "--stop"], "No hub runs in"),
    ],
)
def test_what_cannot_be_done_is_one_plain_sentence(here: Station, words: list[str], sentence: str):
    done = here.run(*words)

    assert done.code == 4
    assert sentence in done.sentence


WITHOUT = """
import sys
sys.modules["psycopg"] = None
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "psycopg" else find(name, package)
from kiosk.cli.main import main
sys.argv = ["kiosk", *sys.argv[1:]]
main()
"""


@pytest.mark.real
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["hub", "status", "--hub", "x"], 4, "challenge-kiosk[hub]"),
        (["hub", "--help"], 0, "one picture"),
        (["hub", "push", "--help"], 0, "Push this station's log"),
        (["log", "verify"], 4, "There is no log"),
    ],
)
def test_without_the_extra_a_hub_says_what_it_needs_and_the_rest_works(
    tmp_path: Path, words: list[str], code: int, said: str
):
    command = [sys.executable, "-c", WITHOUT, "--data", str(tmp_path), *words]

    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode == code
    assert said in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
