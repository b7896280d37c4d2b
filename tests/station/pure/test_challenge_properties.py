"""Every state by every event, and any number of keys in a row: nothing raises or judges out of turn."""

from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from installer.house.transitions import kinds
from kiosk.rules.ruling import LoggedRuling, Verdict
from kiosk.station.closed import Left, Locked, OutOfService, Unlocking, WithDirector
from kiosk.station.entry import Checking, Judging
from kiosk.station.events import (
    ConsoleShut,
    Effect,
    Event,
    JudgeAndLog,
    KeyboardSeen,
    KeysMoved,
    PasscodeAccepted,
    PasscodeRefused,
    RulingLogged,
    ServiceRestored,
    StopAsked,
    TimedOut,
    TimeTold,
    TroubleFound,
    Typed,
    ViolationSeen,
    WriteRecord,
)
from kiosk.station.idle import Counting, idle
from kiosk.station.machine import step
from kiosk.station.states import State
from kiosk.station.verdict import Referred, Showing
from tests.support import stage
from tests.support.fakes import KEYS, key, procedure

PROCEDURES = [
    procedure(),
    procedure("wespa-5.1"),
    procedure("naspa-2016", "wespa-5.1"),
    procedure(ask_table=True),
    procedure("nsa-1998"),
    procedure(unguarded=True),
]
RULING = stage.logged(Verdict.UNACCEPTABLE, ("QI", "ZZX"), procedure().divisions[0])
EVENTS = [
    *KEYS.values(),
    *(Typed(text, digit) for text, digit in (("a", None), ("é", 2), ("0", 0), ("9", 9), ("?", None))),
    *(Typed(str(digit), digit) for digit in range(1, 9)),
    KeysMoved(),
    KeysMoved(("A", "F1")),
    ConsoleShut(),
    ConsoleShut(leaving=True),
    StopAsked(),
    TimedOut(),
    KeyboardSeen(True),
    KeyboardSeen(False),
    RulingLogged(RULING),
    TroubleFound("No disk"),
    ViolationSeen("Focus lost", True, "14:31"),
    ViolationSeen("Focus lost", False, "14:31"),
    PasscodeAccepted("director"),
    PasscodeAccepted("judge"),
    PasscodeRefused("Not accepted."),
    TimeTold("14:31"),
    ServiceRestored(),
]


def every_state(by):
    drawn = stage.states(by)
    closed = [drawn["no_keyboard"], drawn["director_needed"], drawn["locked"], drawn["out_of_service"]]
    judging = Judging(drawn["checking_armed"], 0)
    held = [Showing(0, RULING), Referred(0, RULING)]
    doors = [
        made
        for under in (*closed, drawn["counting"], drawn["entering"], drawn["checking_armed"])
        for made in (
            Unlocking(0, under, "x"),
            WithDirector(0, "director", under),
            WithDirector(0, "judge", under),
        )
    ]
    return [*drawn.values(), judging, *held, *doors, Left()]


def test_the_events_and_states_here_are_all_there_are():
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    assert {type(state) for state in every_state(PROCEDURES[0])} == set(kinds())


@pytest.mark.parametrize("by", PROCEDURES)
def test_every_state_takes_every_event(by):
    for state in every_state(by):
        for event in EVENTS:
            if isinstance(event, RulingLogged) and not isinstance(state, Judging):
                with pytest.raises(RuntimeError):
                    step(state, event, 1000, by)
                continue
            after, effects = step(state, event, 1000, by)

            assert isinstance(after, State)
            assert all(isinstance(effect, get_args(Effect)) for effect in effects)


@pytest.mark.parametrize("by", PROCEDURES)
def test_a_verdict_is_reached_from_judging_alone_and_judging_from_checking_alone(by):
    for state in every_state(by):
        for event in EVENTS:
            if isinstance(event, RulingLogged) and not isinstance(state, Judging):
                continue
            after, effects = step(state, event, 1000, by)
            verdict_before = isinstance(state, Showing | Referred)

            if isinstance(after, Showing | Referred):
                assert verdict_before or isinstance(event, RulingLogged)
            judged = any(isinstance(effect, JudgeAndLog) for effect in effects)
            assert judged == (isinstance(after, Judging) and not isinstance(state, Judging))
            assert not judged or (isinstance(state, Checking) and state.armed)


@pytest.mark.parametrize("by", PROCEDURES)
def test_whatever_ends_an_entry_or_a_verdict_leaves_a_record(by):
    def held(state):
        return isinstance(state, Showing | Referred) or state.unjudged is not None

    for state in every_state(by):
        for event in EVENTS:
            if not held(state) or isinstance(event, RulingLogged):
                continue
            after, effects = step(state, event, 1000, by)

            kept = held(after) or isinstance(after, Judging)
            assert kept or any(isinstance(effect, WriteRecord) for effect in effects), (state, event)


def test_every_value_of_the_machine_is_frozen():
    for kind in (*kinds(), *get_args(Event), *get_args(Effect)):
        assert is_dataclass(kind), kind
        made = object.__new__(kind)
        assert not hasattr(made, "__dict__"), kind
        with pytest.raises(FrozenInstanceError):
            made.anything = 1


def test_a_fact_is_known_by_its_kind_alone():
    facts = {type(event) for event in EVENTS if not fields(event)}

    for kind in facts:
        assert {kind(): "same"}[kind()] == "same"
        assert all(kind() != other() for other in facts - {kind})
        assert repr(kind()) == f"{kind.__name__}()"


def test_only_the_states_of_a_verdict_can_hold_a_ruling():
    holders = {
        kind.__name__
        for kind in kinds()
        if any(field.type in (LoggedRuling, "LoggedRuling", Verdict) for field in fields(kind))
    }

    assert holders == {"Showing", "Referred"}


# ---- any keys in any order ---------------------------------------------------------------------------------

STORM = st.text("12348 \t\n\b\x1b↑↓←§aQz?⌛", max_size=120)


@given(STORM, st.sampled_from(PROCEDURES))
def test_no_storm_of_keys_judges_without_a_fresh_tab_in_an_armed_checking(keys, by):
    state, now_ms = idle(by, 0), 0
    for character in keys:
        event = TimedOut() if character == "⌛" else key(character)
        now_ms += 40
        before = state
        state, effects = step(state, event, now_ms, by)

        for order in effects:
            if isinstance(order, JudgeAndLog):
                assert character == "\t"
                assert order.checked is before
                assert before.armed
                assert all(2 <= len(word) <= 15 and word.isalpha() for word in order.checked.words)
        assert not isinstance(state, Showing | Referred)
        if isinstance(state, Judging):
            state = Counting(now_ms) if len(by.divisions) == 1 else idle(by, now_ms)


@given(STORM, st.sampled_from([Locked(0, "x", ""), OutOfService(0, "x")]))
def test_no_storm_of_keys_opens_a_closed_station(keys, closed):
    state = closed
    for character in keys:
        event = TimedOut() if character == "⌛" else key(character)
        state, _ = step(state, event, 1000, PROCEDURES[0])

    under = state.under if isinstance(state, Unlocking) else state
    assert replace(under, since_ms=0) == closed
