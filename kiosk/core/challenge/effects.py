"""The orders a station gives its shell."""

from dataclasses import field
from typing import TypeAlias

from kiosk.core.challenge.states import Checking
from kiosk.core.frozen import frozen
from kiosk.core.log.body import Body


@frozen
class JudgeAndLog:
    """Look every word up, write the record, answer with RulingLogged or TroubleFound."""

    checked: Checking
    verify_ms: int


@frozen
class WriteRecord:
    """Append one record that carries no verdict."""

    body: Body


@frozen
class CheckPasscode:
    passcode: str = field(repr=False)


@frozen
class TellTime:
    """Answer with TimeTold."""


@frozen
class SwitchLarge:
    """Switch the extra-large view on or off, until the next challenge."""


@frozen
class RestoreService:
    """Open the log again, verify all of it, load the lists; answer ServiceRestored or TroubleFound."""


@frozen
class OpenConsole:
    """Open the director's console over the station; answer ConsoleShut when it is gone."""


@frozen
class Leave:
    """End the program with the director's leave."""


Effect: TypeAlias = (
    JudgeAndLog | WriteRecord | CheckPasscode | TellTime | SwitchLarge | RestoreService | OpenConsole | Leave
)
