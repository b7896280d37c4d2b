"""What a station stands on, as it asks for it. `app` gives it the real things, tests give it fakes.

Nothing here does anything: to find what is behind a call of `Station`, look for the class that is passed in
for that part of `Collaborators`.
"""

from collections.abc import Sequence
from typing import Protocol

from kiosk.core.access.passcode import Role
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Adjudication, LoggedRuling, Place, RulingFlag
from kiosk.core.challenge.states import State
from kiosk.core.frozen import frozen
from kiosk.core.log.body import Body
from kiosk.core.log.kinds import Record
from kiosk.core.setup.division import Division
from kiosk.core.words.lexicon import WordSource


class RulingLog(Protocol):
    """The log, as far as a station needs it. Each call is durable when it returns, or raises LogError."""

    def append(self, body: Body) -> Record:
        """Write one record that carries no verdict."""

    def rule(self, adjudication: Adjudication) -> LoggedRuling:
        """Write a ruling; only its proof can be shown."""

    def unseen(self) -> Record | None:
        """A ruling that is on record though its verdict was never returned, until its closing is recorded."""

    def reopen(self) -> None:
        """Open the log again and verify it, after a write failed."""


class Passcodes(Protocol):
    """Who may open a closed station. Every try is on record."""

    def check(self, passcode: str) -> Role:
        """The role *passcode* opens, or AccessError with the sentence to show."""

    def warning(self) -> str:
        """What the last person let in must know; usually empty."""


class Surface(Protocol):
    """The ground under a station: the screen, the clock, the event, and a memory that outlives a crash."""

    def now_ms(self) -> int:
        """The time on a clock that nobody can set."""

    def local_time(self) -> str:
        """The time of day, as players read it."""

    def place(self, division: Division) -> Place:
        """Where in the event a challenge is made now."""

    def flags(self) -> tuple[RulingFlag, ...]:
        """What the record must say of the circumstances, whoever plays."""

    def show(self, state: State) -> None:
        """Draw the page of *state* and set the alarm for its end."""

    def closed(self, why: str) -> None:
        """Remember across restarts that the station is closed, even if the log cannot."""

    def resumed(self) -> None:
        """Forget that: the station was given back to the players by someone with the right to do so."""

    def restore(self) -> tuple[Procedure, Sequence[WordSource]]:
        """Open and verify everything again, or raise KioskError."""

    def open_console(self) -> None:
        """Open the director's console over the station; tell it `ConsoleShut` when it is gone."""

    def leave(self) -> None:
        """End the program with the director's leave."""


@frozen
class Collaborators:
    """All that a station works with, besides how it runs a challenge and the lists that answer."""

    log: RulingLog
    passcodes: Passcodes
    surface: Surface
