"""The log of a station that may not have one yet: the first page is painted before the log is opened."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.errors import LogError
from kiosk.folder import DEMONSTRATION, LOG
from kiosk.log.body import Body
from kiosk.log.chain import Record
from kiosk.rules.ruling import Adjudication, LoggedRuling
from kiosk.system_clock import system_clock

if TYPE_CHECKING:  # slow to import: only `open` pays for it
    from kiosk.log.writer import Log


def _nobody_asks() -> None:
    """Nobody wants to know that a record takes its time."""


class DeferredLog:
    """The log, which may not be open yet, or no longer: then every call is a LogError. *holder*: who writes,
    to be told to others who want to; nothing: the station."""

    def __init__(self, folder: Path, holder: str = "") -> None:
        self._folder = folder
        self._holder = holder
        self.letter = "A"
        self.accepted = ""  # the mark of an older log that a director goes on with
        self.waits: Callable[[], None] = _nobody_asks  # called when a record takes longer than a moment
        self.opened: Log | None = None
        self._name = ""  # of the log that this program has written to

    def open(self) -> "Log":
        from kiosk.log.store import STATION, LockRequest, log_path
        from kiosk.log.writer import Log

        if self.opened is None:
            name = log_path(self._folder).name if self._name != LOG else LOG
            self.opened = Log.open(
                self._folder,
                system_clock,
                self.letter,
                accepted=self.accepted,
                turn=LockRequest(self._holder or STATION),
                name=name,
                must_exist=name == self._name,
            )
            self.opened.waits = lambda: self.waits()
            self._name = name
        return self.opened

    def append(self, body: Body) -> Record:
        return self.ready().append(body)

    def rule(self, adjudication: Adjudication) -> LoggedRuling:
        return self.ready().rule(adjudication)

    def unseen(self) -> Record | None:
        return self.ready().unseen()

    def reopen(self) -> None:
        """Come back after a LogError: to the same log, or after a demonstration was set up to the real one.
        There is no other change of log while a program runs: a folder that was moved, emptied or unmounted
        looks like one where nothing was ever set up."""
        from kiosk.log.store import log_path

        if self.opened is not None and self._name == DEMONSTRATION and log_path(self._folder).name == LOG:
            self.close()
        if self.opened is None:
            self.open()
        else:
            self.opened.letter = self.letter
            self.opened.reopen()

    def close(self) -> None:
        if self.opened is not None:
            self.opened.close()
            self.opened = None

    def ready(self) -> "Log":
        """The log, open."""
        if self.opened is None:
            raise LogError("The log is not open.")
        return self.opened
