"""`settle`: one event is taken to its end, every answer in turn."""

import pytest

from kiosk.base.machine import NotCarriedOut, settle, unknown


def count_down(state, event):
    """A machine that notes each event and orders the next number, until there is none."""
    return (*state, event), [event - 1] if event else []


def check_every_answer_is_taken(runner):
    assert runner(count_down, lambda effect: [effect], (), 3) == (3, 2, 1, 0)


def stops_after_one(step, carry_out, state, event):
    """Broken on purpose: what comes of an effect is lost."""
    state, effects = step(state, event)
    for effect in effects:
        carry_out(effect)
    return state


def test_every_answer_of_every_effect_is_taken_before_the_event_is_over():
    check_every_answer_is_taken(settle)


def test_a_runner_that_loses_an_answer_is_caught():
    with pytest.raises(AssertionError):
        check_every_answer_is_taken(stops_after_one)


def test_the_answers_are_taken_in_the_order_of_the_effects():
    def twice(state, event):
        return state + event, [event.lower(), event.lower()] if event.isupper() else []

    numbered = iter("12")

    assert settle(twice, lambda effect: [effect + next(numbered)], "", "A") == "Aa1a2"


def test_an_effect_is_carried_out_before_the_next_event_is_stepped():
    journal = []

    def step(state, event):
        journal.append(("step", event))
        return state, [event] if event == "tab" else []

    def carry_out(effect):
        journal.append(("carry out", effect))
        return ["logged"]

    settle(step, carry_out, None, "tab")

    assert journal == [("step", "tab"), ("carry out", "tab"), ("step", "logged")]


def test_an_effect_nobody_knows_is_named():
    with pytest.raises(NotCarriedOut, match="int"):
        unknown(3)
