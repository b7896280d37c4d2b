"""The orders the wizard gives. All but `SaveSetup` and `WritePapers` only look, and write nothing."""

from dataclasses import field
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.paper.page import PaperSize
from kiosk.core.setup.settings import DivisionSettings, Settings


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
