"""Opens everything a station rules with, in the order that leaves the best trace: the log first.

A set-up or a list that cannot be used is then itself on record. Opening again, after trouble, verifies the
whole log before it believes it.
"""

import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk import __version__
from kiosk.base.clock import Clock, wall_ms
from kiosk.base.frozen import frozen
from kiosk.errors import OlderLog, SetupError
from kiosk.log.bodies import LexiconLoadedBody, SelfTestBody, SetUpAcceptedBody, StartedBody, UncleanStopBody
from kiosk.log.late_writer import DeferredLog
from kiosk.log.store import log_path
from kiosk.setup.access_store import AccessFile
from kiosk.setup.division_store import OpenedSetup, open_from
from kiosk.setup.integrity import NO_FILE, InForce, changes
from kiosk.setup.passcodes import Role
from kiosk.setup.store import SetupFile, finish_setup, read_setup
from kiosk.station.states import Procedure, StationContext
from kiosk.words.play import WordSource

if TYPE_CHECKING:  # slow to import, and the first paint comes first
    from kiosk.log.standing_reader import Standing
    from kiosk.log.writer import Log
    from kiosk.setup.access_store import Access, Door


LATELY_MS = 10 * 60_000


@frozen
class ScreenAtStart:
    """What the record of a start says of the screen: Qt's version, whether it is only a window, and which it
    is, if not the station's."""

    qt: str
    windowed: bool
    window: str = ""


@frozen
class Opened:
    """A station that may rule. *standing*: what the log says of it; *changed*: what happened to its set-up
    behind the program's back; *digest*: of the file it was really set up from; *unclosed*: the ruling that
    was on the screen when the run before this one died, a short while ago."""

    procedure: Procedure
    sources: tuple[WordSource, ...]
    context: StationContext
    standing: "Standing"
    changed: str
    digest: str
    unclosed: str = ""

    @property
    def mark(self) -> str:
        """What tells this set-up, its lists and rule sets from any other."""
        return f"{self.digest} {self.context.code}"


class Opening:
    """*started*: what the record of the start says of the screen. *cause*: what ended the run before, where
    its supervisor knows. *holder*: who keeps the log, if not the station. *given*: what it rules with
    instead of the set-up in *folder*. *unguarded*: no passcode was ever set here, as far as is known."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        started: ScreenAtStart,
        cause: str = "",
        holder: str = "",
        given: OpenedSetup | None = None,
    ) -> None:
        self.log = DeferredLog(folder, holder)
        self._cause = cause
        self._folder = folder
        self._clock = clock
        self._started = started
        self._given = given
        self._start_recorded = False
        # Where nothing was ever set up, a failed start must not hold anybody's screen for ever.
        self.unguarded = not log_path(folder).exists() and not AccessFile(folder).exists()

    def open(self) -> Opened:
        """Everything, opened and verified, or KioskError."""
        from kiosk.log.standing_reader import read_standing, standing_after

        found = self._find_setup()
        try:
            log = self._open_log(found)
            if self._given is None:
                finish_setup(self._folder)
        except OlderLog:  # who may accept it is known anyway
            self.unguarded = not self._is_guarded(read_standing(log_path(self._folder)))
            raise
        if not self._start_recorded:
            self._record_start(log)
        standing = standing_after(log.milestones())
        self.unguarded = not self._is_guarded(standing)
        if isinstance(found, SetupError):
            raise found
        setup = self._given or open_from(self._folder, found.settings)
        self._record_test(log, setup)
        settings = setup.settings
        procedure = Procedure(setup.divisions, settings.timings, settings.ask_table, unguarded=self.unguarded)
        context = StationContext(settings, setup.is_set_up, setup.code, standing.past.event)
        changed = changes(InForce(found.digest, setup.divisions), standing.past.setup)
        why = "" if changed is None else changed.sentence
        return Opened(
            procedure, setup.sources, context, standing, why, found.digest, self._unclosed_ruling(log)
        )

    def accept_changed_setup(self, opened: Opened) -> None:
        """The director has seen that the set-up was changed by hand and goes on with it."""
        divisions = tuple(division.on_record() for division in opened.procedure.divisions)
        self.log.append(SetUpAcceptedBody(opened.digest, divisions, opened.context.code))

    def door(self, where: str = "station") -> "Door":
        """Where passcodes are tried; *where*: which screen asks."""
        from kiosk.setup.access_store import Door

        return Door(self._access(), self.log.append, where)

    def look_at_access(self, opened: Opened) -> None:
        """Hand the log what it could not take earlier, and note a passcode file that has gone."""
        from kiosk.setup.access_store import hand_over, loss_noted

        access = self._access()
        hand_over(access, self.log.append)
        if not access.is_set():
            loss_noted(opened.standing.past, self.log.append)

    def _access(self) -> "Access":
        from kiosk.setup.staff_actions import open_access

        return open_access(self._folder, self._clock)

    def _find_setup(self) -> SetupFile | SetupError:
        """The set-up file; one that cannot be read is refused later, when the log can say so."""
        if self._given is not None:
            return SetupFile(self._given.settings, NO_FILE)
        try:
            return read_setup(self._folder)
        except SetupError as error:
            return error

    def _open_log(self, found: SetupFile | SetupError) -> "Log":
        if isinstance(found, SetupFile):
            self.log.letter = found.settings.letter if found.settings else "A"
        if self.log.opened is None:
            return self.log.open()
        before = self.log.opened
        self.log.reopen()
        self._start_recorded = self._start_recorded and self.log.opened is before
        return self.log.opened

    def _is_guarded(self, standing: "Standing") -> bool:
        # A passcode file that has gone opens nothing: the log remembers that there was one.
        return bool(standing.past.passcodes) or Role.DIRECTOR in AccessFile(self._folder).load().hashes

    def _record_start(self, log: "Log") -> None:
        started = StartedBody(
            program=__version__,
            python=sys.version.partition(" ")[0],
            sqlite=sqlite3.sqlite_version,
            system=sys.platform,
            pragmas=dict(log.pragmas),
            qt=self._started.qt,
            windowed=self._started.windowed,
            window=self._started.window,
        )
        last = log.previous_run
        if last is None or last.clean:
            log.append(started)
        else:
            log.append(UncleanStopBody(last.started_at, last.last_at, last.unclosed, self._cause), started)
        self._start_recorded = True

    def _unclosed_ruling(self, log: "Log") -> str:
        """The ruling of the run before this one that nobody may have read; after a while its players know it
        by other means."""
        last = log.previous_run
        if last is None or last.unclosed is None:
            return ""
        try:
            lately = wall_ms(last.last_at, self._clock().at) < LATELY_MS
        except ValueError:  # a time that no program of ours wrote
            lately = True
        return last.unclosed if lately else ""

    def _record_test(self, log: "Log", setup: OpenedSetup) -> None:
        """What was loaded and verified; said once a run, and again after trouble."""
        lists: dict[str, LexiconLoadedBody] = {}
        for division in setup.divisions:
            for lexicon in (division.lexicon, division.long_lexicon):
                if lexicon is not None:
                    lists[lexicon.id] = LexiconLoadedBody(
                        lexicon.id, lexicon.edition, lexicon.words, lexicon.fingerprint
                    )
        verified = f"verified since {log.verified_since}"
        log.append(*lists.values(), SelfTestBody(verified, tuple(lists), setup.code))
