"""What can happen to the wizard, and what it orders. Whatever holds a typed secret keeps it out of its
`repr`."""

from dataclasses import field
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.paper.sheet import PaperSize
from kiosk.setup.settings import DivisionSettings, Settings
from kiosk.station.events import EntryKey, EscapePressed, StopAsked
from kiosk.wizard.draft import ListFound, ListOffer, WeighedSetup

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
Pressed: TypeAlias = WizardKey | OptionClicked | Pasted

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

WizardEvent: TypeAlias = Pressed | LeaveWanted | StopAsked | WizardReply


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
