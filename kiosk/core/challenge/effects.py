"""The orders a station gives its shell."""

from dataclasses import dataclass, field
from typing import TypeAlias

from kiosk.core.challenge.states import Checking
from kiosk.core.log.body import Body


@dataclass(frozen=True, slots=True)
class JudgeAndLog:
    """Look every word up, write the record, answer with RulingLogged or TroubleFound."""

    checked: Checking
    verify_ms: int


@dataclass(frozen=True, slots=True)
class WriteRecord:
    """Append one record that carries no verdict."""

    body: Body


@dataclass(frozen=True, slots=True)
class CheckPasscode:
    passcode: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class RestoreService:
    """Open the log again, verify all of it, load the lists; answer ServiceRestored or TroubleFound."""


@dataclass(frozen=True, slots=True)
class Leave:
    """End the program with the director's leave."""


Effect: TypeAlias = JudgeAndLog | WriteRecord | CheckPasscode | RestoreService | Leave
