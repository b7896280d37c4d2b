"""The situations of the wizard, what can happen to it, what it orders, and its pages as values.

Whatever holds typed secrets keeps them out of its `repr`.
"""

from dataclasses import field
from enum import Enum, auto
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.base.page import Key, Page
from kiosk.paper.sheet import PaperSize
from kiosk.setup.settings import DivisionSettings, Settings
from kiosk.station.events import EntryKey, EscapePressed, StopAsked
from kiosk.wizard.questions import Draft, Leg, ListFound, ListOffer, SetupQuestion, WeighedSetup, WizardOption

# ---- page --------------------------------------------------------------------------------------------------
# A page of the wizard, as a value. The window draws it, the terminal prints it, neither adds anything.


class WizardBody(Enum):
    """What stands in the middle of a page."""

    OPTIONS = auto()
    FIELD = auto()
    RULER = auto()
    LETTERS = auto()
    FACTS = auto()
    BUSY = auto()


@frozen
class WizardPage:
    """*page*: all that is read aloud. The first of its keys stand for *options*, drawn one below the other;
    the one at *cursor* is marked. *secret*: what is typed is never shown. *seen*: the letters that came
    through. *facts*: labels and values; *percent*: the size of text that is tried."""

    page: Page
    body: WizardBody
    options: tuple[WizardOption, ...] = ()
    cursor: int = 0
    secret: bool = False
    seen: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    percent: int = 100

    @property
    def foot(self) -> tuple[Key, ...]:
        """The keys below the page."""
        return self.page.keys[len(self.options) :]


# ---- events ------------------------------------------------------------------------------------------------
# What can happen to the wizard: keys, a mouse, a paste, and the answers to its orders.


@frozen
class OptionClicked:
    """The mouse took the option at *place*."""

    place: int


@frozen
class Pasted:
    """Text came from elsewhere in one piece."""

    text: str = field(repr=False)


@frozen
class LeaveWanted:
    """The one key that leaves, or the wish to close the window."""


@frozen
class ListsFound:
    """The lists that are here, then the files that look like one."""

    lists: tuple[ListOffer, ...]


@frozen
class ListSeen:
    found: ListFound


@frozen
class ListRefused:
    """*why*: in a sentence."""

    why: str


@frozen
class PasscodeHashed:
    """The new passcode was taken; nobody holds it any more, only its hash."""


@frozen
class PasscodeCompared:
    """*same*: what was typed the second time is what was typed the first time."""

    same: bool


@frozen
class FolderSeen:
    """The folder of the second copy, written out; *fault*: what it must be instead, else empty."""

    folder: str
    fault: str = ""


@frozen
class SetupWeighed:
    weighed: WeighedSetup


@frozen
class SetupSaved:
    """The set-up is on record and in force."""

    code: str


@frozen
class SaveRefused:
    """Nothing changed: *why*. *at_door*: because of the passcode, and the next try waits *wait_ms*."""

    why: str
    at_door: bool = False
    wait_ms: int = 0


@frozen
class PapersDone:
    """What came of the paper, in a sentence; *written*: it is there."""

    says: str
    written: bool


WizardKey: TypeAlias = EntryKey | EscapePressed

WizardReply: TypeAlias = (
    ListsFound
    | ListSeen
    | ListRefused
    | PasscodeHashed
    | PasscodeCompared
    | FolderSeen
    | SetupWeighed
    | SetupSaved
    | SaveRefused
    | PapersDone
)

WizardEvent: TypeAlias = WizardKey | OptionClicked | Pasted | LeaveWanted | StopAsked | WizardReply


# ---- effects -----------------------------------------------------------------------------------------------
# The orders the wizard gives. All but `SaveSetup` and `WritePapers` only look, and write nothing.


@frozen
class FindLists:
    """Answer with ListsFound."""


@frozen
class LookAtList:
    """Answer with ListSeen or ListRefused. *key*: the id of a list that is here, or the path of a file, which
    is read but not kept; *division*: whose list it would be."""

    key: str
    is_file: bool
    division: DivisionSettings


@frozen
class HashPasscode:
    """Keep the hash and answer with PasscodeHashed."""

    passcode: str = field(repr=False)


@frozen
class ComparePasscode:
    """Answer with PasscodeCompared."""

    passcode: str = field(repr=False)


@frozen
class LookAtFolder:
    """Answer with FolderSeen."""

    folder: str


@frozen
class WeighSetup:
    """Answer with SetupWeighed."""

    settings: Settings


@frozen
class SaveSetup:
    """Write everything, or nothing that counts; answer with SetupSaved or SaveRefused. *passcode*: the
    director's, where one was set before; *sets_passcode*: store the new one."""

    settings: Settings
    reason: str | None
    sets_passcode: bool
    passcode: str = field(default="", repr=False)


@frozen
class WritePapers:
    """Answer with PapersDone."""

    folder: str
    paper: PaperSize


@frozen
class TryChallenge:
    """Show the station's own screens on a log that is thrown away, then come back."""


@frozen
class StartStation:
    """End the wizard and start the station."""


@frozen
class LeaveWizard:
    """End the wizard."""


WizardEffect: TypeAlias = (
    FindLists
    | LookAtList
    | HashPasscode
    | ComparePasscode
    | LookAtFolder
    | WeighSetup
    | SaveSetup
    | WritePapers
    | TryChallenge
    | StartStation
    | LeaveWizard
)


# ---- states ------------------------------------------------------------------------------------------------
# The situations of the wizard. Whatever holds typed secrets keeps them out of its `repr`, and the page of it
# knows only how many characters they have.


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
