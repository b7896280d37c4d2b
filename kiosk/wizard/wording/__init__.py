"""Every sentence of the wizard: the page of each state."""

from dataclasses import replace
from typing import assert_never

from kiosk.core.page import Key
from kiosk.wizard.page import WizardPage
from kiosk.wizard.states import (
    AskingChoice,
    AskingField,
    AskingPasscode,
    AtWizardDoor,
    ChoosingPaper,
    ClockWrong,
    DivisionMenu,
    GivingReason,
    LookingAtList,
    MoreMenu,
    NamingPapers,
    Reviewing,
    SavingSetup,
    SetupDone,
    ShowingFound,
    TryingKeys,
    WizardLeft,
    WizardState,
)
from kiosk.wizard.values import WizardKnown
from kiosk.wizard.wording import asked, late
from kiosk.wizard.wording.around import WizardAround

LEAVE = Key("F10", "leave")


def wizard_page(state: WizardState, now_ms: int, known: WizardKnown, around: WizardAround) -> WizardPage:
    """The page of *state*, with what stands around every page."""
    shown = _shown(state, now_ms, known, around)
    page = shown.page
    stored = isinstance(state, SetupDone | ChoosingPaper | NamingPapers)
    small = "The set-up is stored" if stored else "Nothing is stored before the last page"
    whole = replace(page, keys=(*page.keys, LEAVE), footer=("Set-up", small, around.clock))
    return replace(shown, page=whole)


def _shown(state: WizardState, now_ms: int, known: WizardKnown, around: WizardAround) -> WizardPage:
    match state:
        case AskingChoice():
            return asked.choice(state, known, around)
        case AskingField():
            return asked.field(state)
        case AskingPasscode():
            return asked.new_passcode(state)
        case LookingAtList():
            return asked.looking(state, around)
        case ShowingFound():
            return asked.found(state, known)
        case ClockWrong():
            return asked.clock_wrong(around)
        case TryingKeys():
            return asked.letters(state)
        case MoreMenu() | DivisionMenu() | Reviewing() | GivingReason() | AtWizardDoor():
            return _shown_late(state, now_ms, known)
        case SavingSetup() | SetupDone() | ChoosingPaper() | NamingPapers() | WizardLeft():
            return _shown_last(state, known)
        case _:
            assert_never(state)


def _shown_late(
    state: MoreMenu | DivisionMenu | Reviewing | GivingReason | AtWizardDoor, now_ms: int, known: WizardKnown
) -> WizardPage:
    match state:
        case MoreMenu():
            return late.more(state)
        case DivisionMenu():
            return late.divisions(state, known)
        case Reviewing():
            return late.review(state, known)
        case GivingReason():
            return late.reason(state)
        case AtWizardDoor():
            return late.door(state, now_ms)
        case _:
            assert_never(state)


def _shown_last(
    state: SavingSetup | SetupDone | ChoosingPaper | NamingPapers | WizardLeft, known: WizardKnown
) -> WizardPage:
    match state:
        case SavingSetup():
            return late.saving()
        case SetupDone():
            return late.done(state, known)
        case ChoosingPaper():
            return late.paper_size(state)
        case NamingPapers():
            return late.papers(state)
        case WizardLeft():
            return late.gone()
        case _:
            assert_never(state)
