"""The situations of the wizard. Whatever holds typed secrets keeps them out of its `repr`, and the page of it
knows only how many characters they have."""

from dataclasses import field
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.paper.page import PaperSize
from kiosk.wizard.questions import Leg, SetupQuestion
from kiosk.wizard.values import Draft, ListFound, WeighedSetup


@frozen
class AskingChoice:
    """One of several answers. *cursor*: the one that ENTER takes."""

    draft: Draft
    leg: Leg
    question: SetupQuestion
    cursor: int = 0
    notice: str = ""


@frozen
class AskingField:
    """A field to type into. *fresh*: what stands there was put there, and the first key replaces it."""

    draft: Draft
    leg: Leg
    question: SetupQuestion
    typed: str = ""
    fresh: bool = True
    notice: str = ""


@frozen
class AskingPasscode:
    """A new passcode; *again*: the second time."""

    draft: Draft
    again: bool = False
    typed: str = field(default="", repr=False)
    message: str = ""


@frozen
class LookingAtList:
    """A list is being read; *name*: of it. *path*: where it is, if that was typed."""

    draft: Draft
    leg: Leg
    name: str
    path: str = ""


@frozen
class ShowingFound:
    """Which list it is, and what it is to the rulebook."""

    draft: Draft
    leg: Leg
    found: ListFound
    cursor: int = 0
    notice: str = ""


@frozen
class ClockWrong:
    """How to set the clock."""

    draft: Draft


@frozen
class TryingKeys:
    """Which letters came through."""

    draft: Draft
    seen: tuple[str, ...] = ()


@frozen
class MoreMenu:
    draft: Draft
    cursor: int = 0
    notice: str = ""


@frozen
class DivisionMenu:
    draft: Draft
    cursor: int = 0
    notice: str = ""


@frozen
class Reviewing:
    """Everything on one page, before it is taken. *weighed* None: it is being looked at."""

    draft: Draft
    weighed: WeighedSetup | None = None
    notice: str = ""


@frozen
class GivingReason:
    """Why a set-up that was in force is changed."""

    draft: Draft
    typed: str = ""
    notice: str = ""


@frozen
class AtWizardDoor:
    """The director's passcode, asked last: it leaves this state with the order that needs it."""

    draft: Draft
    reason: str | None
    typed: str = field(default="", repr=False)
    message: str = ""
    until_ms: int = 0


@frozen
class SavingSetup:
    draft: Draft
    reason: str | None


@frozen
class SetupDone:
    """It is in force."""

    draft: Draft
    code: str
    cursor: int = 0
    notice: str = ""


@frozen
class ChoosingPaper:
    """What the printer has in it."""

    done: SetupDone
    cursor: int = 0
    notice: str = ""


@frozen
class NamingPapers:
    """Where the files go that are printed on *paper*."""

    done: SetupDone
    paper: PaperSize
    typed: str
    fresh: bool = True
    notice: str = ""


@frozen
class WizardLeft:
    pass


WizardState: TypeAlias = (
    AskingChoice
    | AskingField
    | AskingPasscode
    | LookingAtList
    | ShowingFound
    | ClockWrong
    | TryingKeys
    | MoreMenu
    | DivisionMenu
    | Reviewing
    | GivingReason
    | AtWizardDoor
    | SavingSetup
    | SetupDone
    | ChoosingPaper
    | NamingPapers
    | WizardLeft
)
