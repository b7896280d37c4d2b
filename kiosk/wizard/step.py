"""One set-up, from the first question to a station: what a state becomes on an event.

`step` is all there is to know about *what may happen next*. Nothing is ordered to be written but by
`SaveSetup`, which only the review leads to, and by `WritePapers`, after it.
"""

from typing import assert_never

from kiosk.core.challenge.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    MoreTimePressed,
    SpacePressed,
    StopAsked,
    TabPressed,
    Typed,
    UpPressed,
)
from kiosk.wizard import asking, ending
from kiosk.wizard.events import (
    FolderSeen,
    LeaveWanted,
    ListRefused,
    ListSeen,
    ListsFound,
    OptionClicked,
    PapersDone,
    PasscodeCompared,
    PasscodeHashed,
    Pasted,
    SaveRefused,
    SetupSaved,
    SetupWeighed,
    WizardEvent,
    WizardReply,
)
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
from kiosk.wizard.typing import Pressed
from kiosk.wizard.values import WizardKnown
from kiosk.wizard.walk import WizardNext, left


def step(state: WizardState, event: WizardEvent, now_ms: int, known: WizardKnown) -> WizardNext:
    """What the wizard becomes on *event*, and what must now be done."""
    if isinstance(state, WizardLeft):
        return state, ()
    match event:
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed() | UpPressed():
            return _pressed(state, event, now_ms, known)
        case DownPressed() | MoreTimePressed() | EscapePressed() | OptionClicked() | Pasted():
            return _pressed(state, event, now_ms, known)
        case LeaveWanted() | StopAsked():
            return left()
        case ListsFound() | ListSeen() | ListRefused() | PasscodeHashed() | PasscodeCompared():
            return _told(state, event, now_ms, known)
        case FolderSeen() | SetupWeighed() | SetupSaved() | SaveRefused() | PapersDone():
            return _told(state, event, now_ms, known)
        case _:
            assert_never(event)


def _told(state: WizardState, reply: WizardReply, now_ms: int, known: WizardKnown) -> WizardNext:
    match reply:
        case ListsFound():
            return asking.lists_found(state, reply, known), ()
        case ListSeen() | ListRefused():
            return asking.list_told(state, reply, known)
        case PasscodeHashed() | PasscodeCompared():
            return asking.passcode_told(state, reply, known)
        case FolderSeen():
            return asking.folder_told(state, reply, known)
        case SetupWeighed():
            return ending.weighed(state, reply), ()
        case SetupSaved() | SaveRefused():
            return ending.save_told(state, reply, now_ms)
        case PapersDone():
            return ending.papers_told(state, reply), ()
        case _:
            assert_never(reply)


def _pressed(state: WizardState, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
    match state:
        case AskingChoice():
            return asking.choosing(state, key, known)
        case AskingField():
            return asking.writing(state, key, known)
        case AskingPasscode():
            return asking.passcode_typed(state, key, known)
        case ShowingFound():
            return asking.showing_found(state, key, known)
        case ClockWrong() | TryingKeys() | MoreMenu() | DivisionMenu():
            return _pressed_aside(state, key, known)
        case Reviewing() | GivingReason() | AtWizardDoor() | SetupDone() | ChoosingPaper() | NamingPapers():
            return _pressed_late(state, key, now_ms, known)
        case LookingAtList() | SavingSetup() | WizardLeft():
            return state, ()  # the answer comes by itself
        case _:
            assert_never(state)


def _pressed_aside(
    state: ClockWrong | TryingKeys | MoreMenu | DivisionMenu, key: Pressed, known: WizardKnown
) -> WizardNext:
    match state:
        case ClockWrong():
            return ending.clock_wrong(state, key, known)
        case TryingKeys():
            return ending.trying_keys(state, key, known)
        case MoreMenu():
            return ending.more(state, key, known)
        case DivisionMenu():
            return ending.divisions(state, key, known)
        case _:
            assert_never(state)


def _pressed_late(
    state: Reviewing | GivingReason | AtWizardDoor | SetupDone | ChoosingPaper | NamingPapers,
    key: Pressed,
    now_ms: int,
    known: WizardKnown,
) -> WizardNext:
    match state:
        case Reviewing():
            return ending.reviewing(state, key, known)
        case GivingReason():
            return ending.giving_reason(state, key, known)
        case AtWizardDoor():
            return ending.at_door(state, key, now_ms)
        case SetupDone():
            return ending.done(state, key, known)
        case ChoosingPaper():
            return ending.choosing_paper(state, key, known)
        case NamingPapers():
            return ending.naming_papers(state, key)
        case _:
            assert_never(state)
