"""What can happen to the wizard: keys, a mouse, a paste, and the answers to its orders."""

from dataclasses import field
from typing import TypeAlias

from kiosk.core.challenge.events import EntryKey, EscapePressed, StopAsked
from kiosk.core.frozen import frozen
from kiosk.wizard.values import ListFound, ListOffer, WeighedSetup


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
