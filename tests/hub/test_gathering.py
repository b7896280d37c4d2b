"""Looks at a hub, made into one picture."""

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kiosk.hub.findings import HubAlarm
from kiosk.hub.hub_reader import ChainInHub, Enrolled, HubLook, HubRow
from kiosk.hub.picture import HubPicture, for_everybody
from kiosk.hub.serve_run import ManyStations
from kiosk.log.body import encode
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind
from tests.support.bodies import body

NOW = datetime(2026, 5, 1, 14, 0, tzinfo=UTC)
EVENT = "open-2026"


def chain(letter: str) -> ChainInHub:
    return ChainInHub(letter, f"station {letter}", f"epoch {letter}", 9, "", NOW)


def enrolled(letter: str, struck: bool = False) -> Enrolled:
    return Enrolled(
        letter, f"role {letter}", f"station {letter}", NOW if struck else None, NOW, 0, 0, "1", letter
    )


def minutes(number: int) -> datetime:
    return NOW + timedelta(minutes=number)


def row(letter: str, seq: int, kind: Kind | str, at: int = 0, taken: int = 0, **data) -> HubRow:
    held = {**encode(body(kind, **data)), "clock": {"boot": "b", "mono_ms": 1, "offset_min": 0}}
    moment = f"{minutes(at):%Y-%m-%dT%H:%M:%S}.000Z"
    return HubRow(chain(letter), Record(seq, moment, str(kind), json.dumps(held), "", ""), minutes(taken))


def ruling(letter: str, seq: int, at: int, taken: int, *words: str, verdict: str = "acceptable", **more):
    number = f"{letter}-{seq}"
    told = {"event": EVENT, "round": 1, "division": None, "words": list(words or ("ZA",)), **more}
    return row(letter, seq, Kind.ADJUDICATION, at, taken, number=number, verdict=verdict, **told)


def look(*new: HubRow, letters: str = "AB", alarms: tuple[HubAlarm, ...] = (), struck: str = "") -> HubLook:
    who = tuple(enrolled(one, one in struck) for one in letters)
    return HubLook("f" * 32, EVENT, NOW, tuple(map(chain, letters)), who, alarms, iter(new))


def numbers(picture: HubPicture) -> list[str]:
    return [one.number for one in picture.rulings]


def test_rulings_stand_in_the_order_they_happened_whenever_they_came_in():
    gathered = ManyStations()
    gathered.picture(look(ruling("A", 1, 1, 1), ruling("A", 2, 5, 5)))

    late = gathered.picture(look(ruling("B", 1, 3, 60)))

    assert numbers(late) == ["A-2", "B-1", "A-1"]


def test_a_clock_that_runs_ahead_does_not_keep_its_rulings_on_top():
    ahead, now = ruling("B", 1, 600, 2), ruling("A", 1, 3, 3)

    assert numbers(ManyStations().picture(look(ahead, now))) == ["A-1", "B-1"]


def test_a_part_of_a_rejected_play_looked_up_elsewhere_is_an_alert_for_the_director_alone():
    gathered = ManyStations()
    gathered.picture(look(ruling("A", 1, 1, 1, "QUIXOTRY", "ZA", verdict="unacceptable")))

    found = gathered.picture(look(ruling("B", 1, 3, 3, "QUIXOTRY", verdict="unacceptable", table=9)))

    assert [one.sentence for one in found.alerts] == [
        "B-1 (table 9): part of a rejected play was looked up by itself, after A-1 at 14:01."
    ]
    assert for_everybody(found).alerts == ()


def test_what_the_hub_has_to_say_stands_before_what_is_about_plays():
    alarm = HubAlarm(minutes(2), "fork", "A", None, None, 7, "")
    plays = ruling("A", 1, 1, 1), ruling("A", 2, 3, 3)

    found = ManyStations().picture(look(*plays, alarms=(alarm,)))

    assert [one.plays for one in found.alerts] == [False, True]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("other_letter", "it is set up with the letter K, so its rulings are called K-1, K-2 …"),
        ("same_letter", "it is set up with the same letter as the station enrolled as K: both"),
    ],
)
def test_the_page_names_the_letter_that_an_alarm_is_about(kind: str, said: str):
    alarm = HubAlarm(NOW, kind, "A", None, None, 3, "K")

    assert said in ManyStations().picture(look(alarms=(alarm,))).alerts[0].sentence


def test_a_flood_of_alarms_leaves_room_for_what_is_about_plays():
    alarms = tuple(HubAlarm(NOW, "bad_batch", letter, None, None, None, "") for letter in "CDEFGHIJKL")
    plays = ruling("A", 1, 1, 1), ruling("A", 2, 3, 3)

    found = ManyStations().picture(look(*plays, alarms=alarms))

    assert [one.plays for one in found.alerts] == [False] * 6 + [True]
    assert "5 more lines of alarms" in found.alerts[5].sentence


def whole(rows: list[HubRow]) -> list[tuple[str, str]]:
    return [(one.at, one.sentence) for one in ManyStations().picture(look(*rows)).alerts]


@pytest.mark.parametrize("seed", range(6))
def test_rulings_that_come_one_by_one_in_any_order_give_the_alerts_of_all_of_them_at_once(seed: int):
    chance = random.Random(seed)
    logs = {
        letter: [
            ruling(letter, seq, seq * 2 + place, 500, *chance.choice((("ZA",), ("QI", "ZA"), ("CAT",))))
            for seq in range(1, 15)
        ]
        for place, letter in enumerate("AB")
    }
    everything = [row for log in logs.values() for row in log]

    gathered = ManyStations()
    while any(logs.values()):
        log = chance.choice([one for one in logs.values() if one])
        some = [log.pop(0) for _ in range(chance.randint(1, len(log)))]
        last = gathered.picture(look(*some))

    assert [(one.at, one.sentence) for one in last.alerts] == whole(everything)
    assert last.alerts


def calls_of(work: Callable[[], object]) -> int:
    """How many calls *work* makes: what it costs, without a clock."""
    count = 0

    def counted(frame, event, given) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def cost_of_one_more(rulings: int) -> int:
    gathered = ManyStations()
    gathered.picture(look(*(ruling("A", seq, seq, seq, f"W{seq}") for seq in range(1, rulings))))
    more = look(ruling("B", 1, rulings, rulings, "ZA"))
    return calls_of(lambda: gathered.picture(more))


def test_one_more_ruling_costs_the_same_after_five_hundred_as_after_three_thousand():
    few, many = cost_of_one_more(500), cost_of_one_more(3_000)

    assert many < 1.5 * few


def test_of_a_log_without_end_no_more_than_the_newest_are_compared():
    gathered = ManyStations()
    for first in range(1, 9_000, 1_000):
        gathered.picture(
            look(*(ruling("A", seq, seq, seq, f"W{seq}") for seq in range(first, first + 1_000)))
        )
    late = look(ruling("B", 1, 1, 9_999, "ZA"))  # now the order is made again

    few = cost_of_one_more(500)
    assert calls_of(lambda: gathered.picture(late)) < 400 * few
    assert len(gathered._plays._kept) <= 4_001


def test_the_log_of_a_new_enrolment_takes_the_place_of_the_one_before_and_nothing_stands_twice():
    gathered = ManyStations()
    gathered.picture(look(ruling("A", 1, 1, 1), ruling("A", 2, 2, 2, "QI")))
    again = [
        replace(one, chain=replace(one.chain, chain=7))
        for one in (ruling("A", 1, 1, 9), ruling("A", 2, 2, 9, "QI"), ruling("A", 3, 3, 9, "CAT"))
    ]

    found = gathered.picture(look(*again))

    assert numbers(found) == ["A-3", "A-2", "A-1"]
    assert found.alerts == ()


def test_a_clock_jump_between_two_rulings_is_told():
    jump = row("A", 2, Kind.CLOCK_JUMP, 2, 2, reasons=["jump"])

    found = ManyStations().picture(look(ruling("A", 1, 1, 1), jump, ruling("A", 3, 200, 3, "QI")))

    assert ["clock jumped" in one.sentence for one in found.alerts] == [True]


def test_the_event_is_over_when_every_station_that_is_not_struck_off_has_closed_it():
    def day(letter: str):
        opened = row(letter, 1, Kind.EVENT_OPENED, event=EVENT, name="The Open")
        return opened, row(letter, 2, Kind.EVENT_CLOSED, event=EVENT)

    both = ManyStations().picture(look(*day("A"), *day("B")))
    one = ManyStations().picture(look(*day("A")))
    lost = ManyStations().picture(look(*day("A"), struck="B"))

    assert (both.over, one.over, lost.over) == (True, False, True)
    assert both.name == "The Open"
    assert [station.letter for station in lost.stations] == ["A"]


def test_a_ruling_that_no_program_of_ours_wrote_is_shown_and_hurts_nobody():
    odd = Record(1, "no time", "adjudication", '{"words":7,"number":9}', "", "")

    found = ManyStations().picture(look(HubRow(chain("A"), odd, NOW)))

    assert [(one.number, one.at, one.words) for one in found.rulings] == [("A-?", "--:--", ())]


def test_more_than_are_shown_are_not_kept_for_ever():
    many = [ruling("A", number, number, number) for number in range(1, 1000)]

    found = ManyStations().picture(look(*many))

    assert len(found.rulings) == 40
    assert found.rulings[0].number == "A-999"
