"""Looks at a hub, made into one picture."""

import json
from datetime import UTC, datetime, timedelta

from kiosk.actions.hub.gather import ManyStations
from kiosk.core.hub.picture import HubPicture, for_everybody
from kiosk.core.log.body import encode
from kiosk.core.log.kinds import Kind, Record
from kiosk.hub.following import HubLook, HubRow
from kiosk.hub.looking import ChainInHub, Enrolled, HubAlarm
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
    return HubLook("f" * 32, EVENT, NOW, tuple(map(chain, letters)), who, alarms, new)


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


def test_alerts_of_the_hub_and_of_plays_stand_in_one_order():
    alarm = HubAlarm(minutes(2), "two_places", "A", None, None, None, "")
    plays = ruling("A", 1, 1, 1), ruling("A", 2, 3, 3)

    found = ManyStations().picture(look(*plays, alarms=(alarm,)))

    assert [one.plays for one in found.alerts] == [True, False]


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
