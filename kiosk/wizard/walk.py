"""From one question to the next, and back: the page of a question, and what follows its answer.

The rule it guards: ESC always leads to the page before, and from the first page out.
"""

from dataclasses import replace
from typing import TypeAlias

from kiosk.wizard.answers import another_division, standing
from kiosk.wizard.choices import cursor_at, is_choice, options, with_settings
from kiosk.wizard.effects import FindLists, LeaveWizard, WeighSetup, WizardEffect
from kiosk.wizard.questions import MORE, Leg, SetupQuestion, path
from kiosk.wizard.states import (
    AskingChoice,
    AskingField,
    AskingPasscode,
    DivisionMenu,
    MoreMenu,
    Reviewing,
    TryingKeys,
    WizardLeft,
    WizardState,
)
from kiosk.wizard.values import Draft, WizardKnown, first_settings

WizardNext: TypeAlias = tuple[WizardState, tuple[WizardEffect, ...]]


def begun(known: WizardKnown) -> WizardNext:
    """The first page."""
    draft = Draft(known.present or first_settings())
    return asked(draft, Leg.FIRST, SetupQuestion.PROFILE, known)


def asked(draft: Draft, leg: Leg, question: SetupQuestion, known: WizardKnown) -> WizardNext:
    """The page of *question*."""
    if question is SetupQuestion.PASSCODE:
        return AskingPasscode(draft), ()
    if question is SetupQuestion.KEYBOARD:
        return TryingKeys(draft), ()
    if is_choice(question):
        looks = (FindLists(),) if question is SetupQuestion.LIST else ()
        return AskingChoice(draft, leg, question, cursor_at(question, draft, known)), looks
    return AskingField(draft, leg, question, standing(question, draft)), ()


def onward(draft: Draft, leg: Leg, question: SetupQuestion, known: WizardKnown) -> WizardNext:
    """What follows the answer to *question*."""
    asks = path(leg, draft, known)
    place = asks.index(question) + 1
    return asked(draft, leg, asks[place], known) if place < len(asks) else ended(draft, leg)


def ended(draft: Draft, leg: Leg) -> WizardNext:
    """What follows the last question of *leg*."""
    whole = replace(draft, before=None, at=0)
    if leg is Leg.FIRST:
        return reviewed(whole)
    if leg is Leg.DIVISIONS:
        return DivisionMenu(whole, draft.at), ()
    return MoreMenu(whole, MORE.index(leg)), ()


def reviewed(draft: Draft) -> WizardNext:
    return Reviewing(draft), (WeighSetup(draft.settings),)


def before(draft: Draft, leg: Leg, question: SetupQuestion, known: WizardKnown) -> WizardNext:
    """The page before *question*. Out of “More” what its questions had changed is as it was."""
    asks = path(leg, draft, known)
    place = asks.index(question) if question in asks else 0
    if place:
        return asked(draft, leg, asks[place - 1], known)
    if leg is Leg.FIRST:
        return left()
    unchanged = draft if draft.before is None else replace(draft, settings=draft.before)
    if leg is Leg.DIVISIONS:
        last = len(unchanged.settings.divisions)
        return DivisionMenu(replace(unchanged, before=None, at=0), min(draft.at, last)), ()
    return ended(unchanged, leg)


def last_question(draft: Draft, known: WizardKnown) -> WizardNext:
    """The page before the review."""
    return asked(draft, Leg.FIRST, path(Leg.FIRST, draft, known)[-1], known)


def entered(draft: Draft, leg: Leg, known: WizardKnown) -> WizardNext:
    """The first page of *leg*, out of “More”."""
    begun_from = replace(draft, before=draft.settings, at=0)
    if leg is Leg.DIVISIONS:
        return DivisionMenu(replace(draft, at=0)), ()
    if leg is Leg.ROUNDS:  # told anew: nobody edits a timetable line by line
        begun_from = with_settings(begun_from, rounds=())
    return asked(begun_from, leg, path(leg, begun_from, known)[0], known)


def into_division(draft: Draft, place: int, known: WizardKnown) -> WizardNext:
    """The first question about the division at *place*; one after the last is new."""
    begun_from = replace(draft, before=draft.settings, at=place)
    if place == len(draft.settings.divisions):
        begun_from = replace(begun_from, settings=another_division(draft.settings))
    return asked(begun_from, Leg.DIVISIONS, path(Leg.DIVISIONS, begun_from, known)[0], known)


def left() -> WizardNext:
    return WizardLeft(), (LeaveWizard(),)


def count_of(state: AskingChoice, known: WizardKnown) -> int:
    return len(options(state.question, state.draft, known))
