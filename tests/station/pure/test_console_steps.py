"""The console over the station, as the challenge machine sees it: who opens it, and what comes back."""

from dataclasses import replace

import pytest

from kiosk.base.page import spell_page
from kiosk.log.kinds import Kind
from kiosk.station.closed import Left, Locked, OutOfService, WithDirector
from kiosk.station.events import (
    ConsoleShut,
    EscapePressed,
    Holder,
    Leave,
    OpenConsole,
    TimedOut,
    TroubleFound,
    Typed,
    ViolationSeen,
    WriteRecord,
)
from kiosk.station.idle import Counting
from kiosk.station.machine import page, step
from kiosk.station.verdict import Told
from tests.support import stage

THREE = Typed("3", 3)
ONE = stage.procedure()
STATES = stage.states(ONE)
CLOSED = (Locked(0, "Focus lost", "14:31"), OutOfService(0, "No disk", "14:31"))


def held(under=None, role=Holder.DIRECTOR, *, console=False):
    return WithDirector(0, role, under or Counting(), console=console)


def after(state, event, now_ms=5000):
    return step(state, event, now_ms, ONE)


@pytest.mark.parametrize("role", [Holder.DIRECTOR, Holder.DEMONSTRATION])
def test_whoever_may_run_the_station_opens_its_console(role):
    state, effects = after(held(role=role), THREE)

    assert (state, effects) == (held(role=role, console=True), (OpenConsole(),))


def test_a_judges_passcode_does_not_open_it():
    judge = held(role=Holder.JUDGE)

    assert after(judge, THREE) == (judge, ())
    assert "console" not in spell_page(page(judge, 0, ONE, stage.CONTEXT))


@pytest.mark.parametrize("event", [Typed("1", 1), Typed("2", 2), THREE, EscapePressed(), TimedOut()])
def test_while_it_is_open_no_key_at_the_station_means_anything(event):
    state = held(console=True)

    assert after(state, event) == (state, ())


def test_it_stands_as_long_as_the_director_needs_it():
    assert held(console=True).lifetime_ms(ONE) is None
    assert held().lifetime_ms(ONE) is not None


def test_the_page_under_it_says_who_uses_the_station():
    assert "In use by the Director" in spell_page(page(held(console=True), 0, ONE, stage.CONTEXT))
    demonstration = held(role=Holder.DEMONSTRATION, console=True)
    assert "console of this station is open" in spell_page(page(demonstration, 0, ONE, stage.CONTEXT))


def test_closing_it_gives_the_players_their_page_back_unarmed():
    checking = STATES["checking_armed"]

    state, effects = after(held(checking, console=True), ConsoleShut())

    assert effects == ()
    assert state == replace(checking, armed=False, touched_ms=5000, since_ms=5000)


@pytest.mark.parametrize("under", CLOSED)
def test_closing_it_opens_no_closed_station(under):
    state, effects = after(held(under, console=True), ConsoleShut())

    assert (state, effects) == (replace(held(under), since_ms=5000), ())


def test_the_kiosk_can_be_left_from_it_and_an_entry_goes_on_record():
    state, effects = after(held(STATES["entering"], console=True), ConsoleShut(leaving=True))

    assert state == Left()
    assert isinstance(effects[0], WriteRecord)
    assert effects[0].body.kind is Kind.ABANDONED
    assert effects[-1] == Leave()


@pytest.mark.parametrize("state", [Counting(), held(), Left()])
def test_a_console_that_was_taken_away_before_changes_nothing_when_it_is_gone(state):
    assert after(state, ConsoleShut(leaving=True)) == (state, ())


def test_trouble_and_violations_take_the_station_from_it():
    troubled, _ = after(held(console=True), TroubleFound("No disk"))
    violated, _ = after(held(STATES["entering"], console=True), ViolationSeen("Focus lost", False, "14:31"))

    assert isinstance(troubled, OutOfService)
    assert isinstance(violated, Told)
