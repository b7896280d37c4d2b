"""The challenge machine at hand: states to begin with, every key, and what comes of them."""

from dataclasses import replace

from kiosk.rules.ruling import Verdict
from kiosk.station.closed import Locked, OutOfService
from kiosk.station.entry import Checking, Entering
from kiosk.station.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
)
from kiosk.station.machine import step
from tests.support import stage
from tests.support.fakes import key, procedure

ONE = procedure()
TWO = procedure("naspa-2016", "naspa-2016")
WESPA = procedure("wespa-5.1")
NOW = 500_000
TYPING = Entering(0, 0, 2, ("QI", "ZA"), current=1)
CHECKING = Checking(NOW - 2000, TYPING, 100)
ARMED = replace(CHECKING, since_ms=NOW - 2000, armed=True)
MISSED = replace(TYPING, missed=True)
LOCKED, BROKEN = Locked(0, "A hand on the plug", "14:31"), OutOfService(0, "No disk")
KEYBOARD = (
    *(Typed(digit, int(digit)) for digit in "0123456789"),
    *(Typed(text) for text in "aZé?*-.&'"),
    Typed("&", 1),
    SpacePressed(),
    EnterPressed(),
    TabPressed(),
    BackspacePressed(),
    UpPressed(),
    DownPressed(),
    MoreTimePressed(),
    EscapePressed(),
)
LETTERS = {event for event in KEYBOARD if isinstance(event, SpacePressed) or getattr(event, "letter", None)}


def after(state, *events, by=ONE, now_ms=NOW):
    """The state after *events*; what they ordered is left out."""
    for event in events:
        state, _ = step(state, event, now_ms, by)
    return state


def type_(state, keys, by=ONE):
    return after(state, *(key(character) for character in keys), by=by)


def unchanged(state, *events, by=ONE):
    return all(step(state, event, NOW, by) == (state, ()) for event in events)


def logged(verdict=Verdict.ACCEPTABLE, words=("QI", "ZA")):
    return stage.logged(verdict, words, ONE.divisions[0])
