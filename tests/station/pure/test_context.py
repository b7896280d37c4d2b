"""What surrounds every challenge: which event and round, what records and players are told of it."""

from dataclasses import replace

import pytest

from kiosk.base.schedule import RoundCall, RoundTime
from kiosk.log.history import OpenEvent
from kiosk.rules.ruling import Place
from kiosk.setup.settings import DivisionSettings, Profile, Protection, Settings
from kiosk.station.states import PageContext, StationContext
from kiosk.station.wording import DEMONSTRATION, NO_EVENT, NOT_PROTECTED
from tests.support.fakes import procedure

DIVISION = procedure().divisions[0]
CLUB = Settings(
    "B",
    "By the window",
    Profile.CLUB,
    (DivisionSettings("main", "Main", "naspa-2016", "lose_turn", "free"),),
    rounds=(RoundTime(1, "2026-05-01T09:00", None), RoundTime(2, "2026-05-01T11:00", None)),
)
TOURNAMENT = replace(CLUB, profile=Profile.TOURNAMENT, protection=Protection.DETERRENT)
EVENT = OpenEvent("open-2026", "The Open", 5, "2026-05-01T07:00:00.000Z")


def test_a_challenge_in_an_event_knows_its_round():
    place = StationContext(TOURNAMENT, True, "7K3F9Q", EVENT).place(DIVISION, "2026-05-01T11:30")

    assert place == Place("d0", "open-2026", 2)


def test_the_directors_word_decides_the_round_of_a_challenge():
    called = RoundCall(7, "2026-05-01T11:20:00", started=True)
    context = StationContext(TOURNAMENT, True, "7K3F9Q", replace(EVENT, called=called))

    assert context.place(DIVISION, "2026-05-01T11:30:00") == Place("d0", "open-2026", 7)


def test_without_an_event_there_are_no_rounds():
    assert StationContext(CLUB, True, "7K3F9Q").round("2026-05-01T11:30") is None
    assert StationContext(CLUB, True, "7K3F9Q").place(DIVISION, "2026-05-01T11:30") == Place("d0")


@pytest.mark.parametrize(
    ("settings", "is_set_up", "event", "flags", "banners"),
    [
        (TOURNAMENT, True, EVENT, (), ()),
        (TOURNAMENT, True, None, ("casual",), (NO_EVENT,)),
        (CLUB, True, None, (), ()),
        (CLUB, False, None, ("demonstration",), (DEMONSTRATION,)),
        (TOURNAMENT, False, None, ("demonstration",), (DEMONSTRATION,)),
    ],
)
def test_flags_and_banners_say_the_same(settings, is_set_up, event, flags, banners):
    context = StationContext(settings, is_set_up, "7K3F9Q", event)

    assert (context.flags(), context.banners()) == (flags, banners)


@pytest.mark.parametrize(
    ("level", "told"),
    [
        (None, False),
        (Protection.DEMONSTRATION, True),
        (Protection.DETERRENT, False),
        (Protection.LOCKED, False),
    ],
)
def test_players_are_told_of_less_protection_than_the_set_up_demands(level, told):
    context = StationContext(TOURNAMENT, True, "7K3F9Q", EVENT, level)

    assert (NOT_PROTECTED in context.banners()) is told


def test_the_screen_shows_station_code_clock_and_power():
    context = StationContext(TOURNAMENT, True, "7K3F9Q", EVENT).page_context(
        "2026-05-01T11:32:10", True, "Low"
    )

    where = {"letter": "B", "name": "By the window", "event": "The Open", "round": 2}
    assert context == PageContext("Station B", "7K3F9Q", "11:32", (), True, "Low", **where)
    assert context.place == ("By the window", "The Open", "Round 2")


def test_a_station_without_a_name_or_an_event_of_its_own_has_its_letter_alone():
    context = StationContext(replace(CLUB, name="Station B"), True, "7K3F9Q").page_context(
        "2026-05-01T14:32", False, ""
    )

    assert (context.letter, context.place) == ("B", ())
