"""What the records of a log say of its station, one after the other."""

import json

import pytest

from kiosk.hub.picture import HeardByHub, ToldByLog, body_of, next_told, station_shown
from kiosk.log.body import encode
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind
from tests.support.bodies import body

AT = "2026-05-01T14:00:00.000Z"
CLOCK = {"boot": "b", "mono_ms": 1, "offset_min": 120}


def record(kind: Kind | str, at: str = AT, **data) -> Record:
    held = {**encode(body(kind, **data)), "clock": CLOCK}
    return Record(1, at, str(kind), json.dumps(held), "", "")


def told(*records: Record) -> ToldByLog:
    so_far = ToldByLog()
    for one in records:
        so_far = next_told(so_far, one)
    return so_far


def shown(*records: Record, now: str = AT):
    return station_shown(HeardByHub("B", 3, 0, None), told(*records), 10, now)


OPENED = record(
    Kind.EVENT_OPENED,
    event="open-2026",
    rounds=[{"number": 3, "starts": "2026-05-01T15:30", "ends": None}],
    protection={"level": "locked", "wanted": "locked", "why": ""},
)


def test_an_event_is_open_until_it_is_closed():
    assert (told(OPENED).event, told(OPENED).open) == ("open-2026", True)
    assert told(OPENED, record(Kind.EVENT_CLOSED, event="open-2026")).open is False


def test_the_round_goes_by_the_schedule_on_the_stations_wall_or_by_the_directors_word():
    assert shown(OPENED).round == 3  # 16:00 there
    assert shown(OPENED, now="2026-05-01T10:00:00.000Z").round is None
    assert shown(OPENED, record(Kind.ROUND_STARTED, round=4)).round == 4
    assert shown(OPENED, record(Kind.ROUND_STARTED, round=4), record(Kind.ROUND_ENDED, round=4)).round is None
    assert shown(record(Kind.ROUND_STARTED, round=4)).round is None


NEEDED = record(Kind.DIRECTOR_NEEDED, at="2026-05-01T13:58:00.000Z")


def test_a_call_stands_until_a_record_says_that_it_is_over():
    assert shown(NEEDED).call_s == 120
    assert shown(NEEDED, record(Kind.NOTE), OPENED, record(Kind.CLEARED)).call_s == 120


@pytest.mark.parametrize("kind", [Kind.CALL_ENDED, Kind.ADJUDICATION, Kind.STOPPED, Kind.EVENT_CLOSED])
def test_a_call_is_over(kind: Kind):
    assert shown(NEEDED, record(kind)).call_s is None


def test_a_call_from_a_clock_that_is_none_is_a_call():
    assert shown(record(Kind.DIRECTOR_NEEDED, at="soon")).call_s == 0


@pytest.mark.parametrize("kind", [Kind.LOCKED, Kind.OUT_OF_SERVICE])
def test_a_closed_station_is_closed_until_it_is_given_back(kind: Kind):
    closed = record(kind, why="the log could not be written")

    assert shown(closed, record(Kind.UNLOCK)).closed == "the log could not be written"
    assert shown(closed, record(Kind.UNLOCK, resumed="locked")).closed == ""


@pytest.mark.parametrize(
    ("level", "wanted", "said", "good"),
    [
        ("locked", "locked", "locked", True),
        ("locked", "deterrent", "locked", True),
        ("deterrent", "locked", "deterrent, locked is wanted", False),
        (None, "locked", "not examined", False),
        ("odd", "locked", "odd, locked is wanted", False),
    ],
)
def test_protection_is_held_to_what_is_wanted(level, wanted, said, good):
    found = shown(record(Kind.EVENT_OPENED, protection={"level": level, "wanted": wanted, "why": ""}))

    assert (found.protection, found.protected) == (said, good)


def test_protection_and_copy_before_anything_is_known():
    found = shown()

    assert (found.protection, found.copy) == ("not told", "none wanted")
    assert shown(OPENED, record(Kind.GUARDS, trouble="the keyboard")).protected is False


@pytest.mark.parametrize(
    ("state", "good"), [("made", True), ("same_device", False), ("absent", False), ("failed", False)]
)
def test_the_second_copy_as_the_station_last_told(state: str, good: bool):
    wanted = record(Kind.SET_UP, second_copy=True)

    assert shown(wanted).copied is False
    assert shown(wanted, record(Kind.SECOND_COPY, state=state)).copied is good
    assert shown(wanted, record(Kind.SECOND_COPY, state="of 2030")).copy == "of 2030"


@pytest.mark.parametrize("text", ["no json", "[" * 100_000, "[]", "{}", '{"event":1}', '{"clock":7}'])
@pytest.mark.parametrize("kind", [Kind.EVENT_OPENED, Kind.ROUND_STARTED, Kind.LOCKED, "of_2030"])
def test_a_record_that_nobody_understands_changes_nothing(kind: str, text: str):
    odd = Record(1, "no time", str(kind), text, "", "")

    assert next_told(told(OPENED), odd) == told(OPENED)
    assert body_of(odd) is None


def test_a_round_that_begins_at_no_time_changes_nothing():
    assert told(OPENED, record(Kind.ROUND_STARTED, at="no time", round=4)) == told(OPENED)


def test_a_schedule_of_times_that_are_none_is_no_round():
    odd = [{"number": 3, "starts": "noon", "ends": None}]

    assert shown(record(Kind.EVENT_OPENED, rounds=odd)).round is None


def test_an_offset_that_is_none_counts_as_none():
    bare = Record(1, AT, "event_opened", json.dumps(encode(body(Kind.EVENT_OPENED, event="e"))), "", "")

    assert told(bare).offset_min == 0
