"""What is said of a list that was looked at: which it is, and what it is to the rulebook, and why."""

from typing import assert_never

from kiosk.core.rules.choices import DivisionKind
from kiosk.core.setup.division import ListStanding
from kiosk.wizard.asking import CONFIRM, OF_KIND, TAKE, found_answers
from kiosk.wizard.states import ShowingFound
from kiosk.wizard.values import ListFound, WizardKnown, WizardOption

_BANNER = "Players see a banner, and every ruling is flagged."


def standing_line(found: ListFound, rulebook: str) -> str:
    """Whether *found* is official under *rulebook*, and why."""
    match found.standing:
        case ListStanding.OFFICIAL:
            return f"Official under {rulebook}, which names {found.named}."
        case ListStanding.LATER:
            return f"{rulebook} names {found.named} and speaks of no later list. Is {found.name} in force?"
        case ListStanding.OLDER:
            return f"Not official: {rulebook} names {found.named}, and this is older. {_BANNER}"
        case ListStanding.FOREIGN:
            return f"Not official: {rulebook} names {found.named} here. {_BANNER}"
        case ListStanding.UNKNOWN:
            return f"Not official: this program does not recognise it. {_BANNER}"
        case _:
            assert_never(found.standing)


def found_options(state: ShowingFound, known: WizardKnown) -> tuple[WizardOption, ...]:
    """What can be done with it, in words."""
    found = state.found
    kind = "an international" if found.meant is DivisionKind.INTERNATIONAL else f"a {found.meant}"
    says = {
        TAKE: "Take this list" if found.standing is ListStanding.OFFICIAL else "Take it all the same",
        CONFIRM: f"Yes, {found.name} is in force: I vouch for it",
        OF_KIND: f"This is {kind} division",
    }
    return tuple(WizardOption(one, says[one]) for one in found_answers(found))
