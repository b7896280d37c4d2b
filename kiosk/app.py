"""The composition root of the station: opens, wires, watches, and turns every surprise into "out of service".

The first page is painted before anything heavy is imported. Then the log is opened and verified, the lists
are loaded, the keyboard is taken; only then do keys mean something.
"""

import platform
import signal
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6 import __version__ as qt_version
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from kiosk import __version__
from kiosk.core.canonical import Json
from kiosk.core.challenge import Procedure, remaining
from kiosk.core.division import Division
from kiosk.core.lexicon import WordSource
from kiosk.core.records import Kind
from kiosk.core.ruling import Place
from kiosk.core.schedule import local_time, round_at
from kiosk.core.settings import Profile
from kiosk.core.situations import Locked, OutOfService, State, TimedOut, TroubleFound
from kiosk.core.wording import Surroundings, page, wake_ms
from kiosk.errors import KioskError, LogError
from kiosk.station import Collaborators, Station
from kiosk.storage.closed_mark import ClosedMark
from kiosk.storage.late_log import LateLog
from kiosk.storage.opened_setup import OpenedSetup, for_self_lookup, open_setup
from kiosk.storage.places import resources
from kiosk.storage.system_clock import system_clock
from kiosk.ui.layouts import Look
from kiosk.ui.sentry import Sentry
from kiosk.ui.theme import Type
from kiosk.ui.window import Alarm, Filter, StationWindow

if TYPE_CHECKING:  # what these import is slow, and the first paint comes first
    from kiosk.director.door import Door
    from kiosk.storage.log import Log
    from kiosk.storage.log_standing import Standing

FAULT = "The program met a fault."
DEMONSTRATION = "DEMONSTRATION: not set up"
NO_EVENT = "No event is open: this ruling is casual"
MINUTE_MS = 60_000


class Program:
    """One run of the station."""

    def __init__(self, folder: Path, windowed: bool, out_of_service: str) -> None:
        self._folder = folder
        self._out_of_service = out_of_service
        self._log = LateLog(folder)
        self._mark: ClosedMark | None = None
        self._setup: OpenedSetup | None = None
        self._standing: Standing | None = None
        self._station: Station | None = None
        self._guards = ExitStack()
        self._filter = Filter(lambda: self._window.may_close)
        self._window = StationWindow(Look(Type(resources() / "fonts")), windowed)
        self._alarm = Alarm(self._on_alarm)
        self._sentry = Sentry(self._window, self._on_violation, self._on_tick)
        self._asked_to_stop = False
        self.exit_code = 0

    def start(self) -> None:
        """Show the first page; everything else follows its first paint."""
        QGuiApplication.instance().installEventFilter(self._filter)  # type: ignore[union-attr]
        self._window.painted.connect(self._on_first_paint)
        self._window.cover(QGuiApplication.primaryScreen())

    def _on_first_paint(self) -> None:
        self._window.painted.disconnect(self._on_first_paint)
        QTimer.singleShot(0, self._get_ready)

    # --- getting ready ------------------------------------------------------------------------------------

    def _get_ready(self) -> None:
        trouble = ""
        procedure: Procedure = Procedure(())
        sources: Sequence[WordSource] = ()
        try:
            procedure, sources = self.restore()
        except KioskError as error:
            trouble = str(error)
        door = self._door()
        self._station = Station(procedure, sources, Collaborators(self._log, door, self))
        self._window.listen(self._station.handle, self._station.toggle_large)
        self._station.begin(self._closed_at_start(trouble))
        self._sentry.begin()

    def restore(self) -> tuple[Procedure, Sequence[WordSource]]:
        """Open and verify everything; also the way back into service."""
        from kiosk.storage.log_standing import read_standing

        setup = for_self_lookup(open_setup(self._folder))
        self._log.letter = setup.settings.letter
        first = self._log.opened is None
        log = self._log.open()
        if not first:
            self._log.reopen()
        self._setup = setup
        self._standing = read_standing(log.path)
        self._mark = ClosedMark(self._folder)
        if first:
            self._record_start(log, setup)
        unguarded = not self._guarded()
        settings = setup.settings
        procedure = Procedure(setup.divisions, settings.timings, settings.ask_table, unguarded)
        return procedure, setup.sources

    def _record_start(self, log: "Log", setup: OpenedSetup) -> None:
        previous = log.previous_run
        if previous is not None and not previous.clean:
            body: dict[str, Json] = {
                "started_at": previous.started_at,
                "last_at": previous.last_at,
                "unclosed": previous.unclosed,
            }
            log.append(Kind.UNCLEAN_STOP, body)
        log.append(
            Kind.STARTED,
            {
                "program": __version__,
                "python": platform.python_version(),
                "qt": qt_version,
                "sqlite": sqlite3.sqlite_version,
                "system": sys.platform,
                "pragmas": dict(log.pragmas),
                "setup_code": setup.code,
                "windowed": self._window.windowed,
            },
        )
        for division in setup.divisions:
            for identity in (division.lexicon, division.long_lexicon):
                if identity is not None:
                    log.append(Kind.LEXICON_LOADED, {"id": identity.id, "fingerprint": identity.fingerprint})

    def _closed_at_start(self, trouble: str) -> Locked | OutOfService | None:
        """The closed state this run must begin in, if any: doubt closes, and stays closed over a restart."""
        now = self.now_ms()
        if trouble:
            return OutOfService(now, trouble)
        if self._out_of_service:
            return OutOfService(now, self._out_of_service)
        standing, mark = self._standing, self._mark
        if standing is not None and standing.closed:
            closed = (
                Locked(now, standing.closed, "") if standing.locked else OutOfService(now, standing.closed)
            )
            return closed
        if mark is not None and mark.why():
            return OutOfService(now, mark.why())
        return None

    def _guarded(self) -> bool:
        from kiosk.core.passcode import Role
        from kiosk.storage.access_file import AccessFile

        past = self._standing.past if self._standing else None
        if past is not None and past.passcodes:
            return True  # a passcode file that has gone opens nothing
        return Role.DIRECTOR in AccessFile(self._folder).load().hashes

    def _door(self) -> "Door":
        from kiosk.director.access import Access, Argon2id
        from kiosk.director.door import Door
        from kiosk.storage.access_file import AccessFile

        access = Access(AccessFile(self._folder), system_clock, Argon2id())
        return Door(access, self._log.append)

    # --- what the station stands on -----------------------------------------------------------------------

    def now_ms(self) -> int:
        return system_clock().mono_ms

    def local_time(self) -> str:
        now = system_clock()
        return local_time(now.at, now.offset_min)[11:16]

    def place(self, division: Division) -> Place:
        now = system_clock()
        event = self._standing.past.event if self._standing else None
        rounds = self._setup.settings.rounds if self._setup and event else ()
        return Place(
            division.id, event.id if event else None, round_at(rounds, local_time(now.at, now.offset_min))
        )

    def flags(self) -> tuple[str, ...]:
        if self._setup is None or not self._setup.is_set_up:
            return ("demonstration",)
        return ("casual",) if self._is_casual() else ()

    def show(self, state: State) -> None:
        station = self._station
        if station is None:
            return
        self._draw(station, state)

    def closed(self, why: str) -> None:
        if self._mark is None:
            self._mark = ClosedMark(self._folder)
        self._mark.set(why)

    def resumed(self) -> None:
        if self._mark is not None:
            self._mark.clear()

    def leave(self) -> None:
        """End with the director's leave."""
        with suppress(LogError):
            self._log.append(Kind.STOPPED, {"how": "director"})
        self._end(0)

    def _end(self, code: int) -> None:
        self.exit_code = code
        self._window.may_close = True
        self._sentry.end()
        self._guards.close()
        self._log.close()
        QGuiApplication.exit(code)

    def _is_casual(self) -> bool:
        tournament = self._setup is not None and self._setup.settings.profile is Profile.TOURNAMENT
        return tournament and (self._standing is None or self._standing.past.event is None)

    def _around(self, station: Station) -> Surroundings:
        setup = self._setup
        if setup is None:
            return Surroundings("Challenge Kiosk", clock=self.local_time())
        banners: tuple[str, ...] = ()
        if not setup.is_set_up:
            banners = (DEMONSTRATION,)
        elif self._is_casual():
            banners = (NO_EVENT,)
        name = f"Station {setup.settings.letter}"
        return Surroundings(name, setup.code, self.local_time(), banners, station.large)

    # --- time ---------------------------------------------------------------------------------------------

    def _draw(self, station: Station, state: State) -> None:
        now = self.now_ms()
        self._window.show_page(page(state, now, station.procedure, self._around(station)))
        wake = wake_ms(state, now, station.procedure)
        to_minute = MINUTE_MS - int(system_clock().at[17:19]) * 1000
        self._alarm.set(to_minute if wake is None else min(wake, to_minute))

    def _on_alarm(self) -> None:
        station = self._station
        if station is None:
            return
        if remaining(station.state, self.now_ms(), station.procedure) == 0:
            station.handle(TimedOut())
        else:
            self._draw(station, station.state)

    def _on_tick(self) -> None:
        if self._asked_to_stop:
            self._stop_by_signal()
        elif self._station is not None:
            self._station.tick()

    def _on_violation(self, what: str, lasted_ms: int) -> None:
        if self._station is not None:
            self._station.violated(what, lasted_ms)

    # --- surprises ----------------------------------------------------------------------------------------

    def ask_to_stop(self) -> None:
        """From a signal handler: end at the next tick."""
        self._asked_to_stop = True

    def _stop_by_signal(self) -> None:
        with suppress(LogError):
            self._log.append(Kind.STOPPED, {"how": "signal"})
        self._end(128 + signal.SIGTERM)

    def fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """The last resort: record where it happened, never what was typed, and close the station."""
        with suppress(KioskError):
            self._log.append(Kind.NOTE, {"what": "fault", "kind": kind.__name__, "at": _where(trace)})
        if self._station is not None:
            self._station.handle(TroubleFound(FAULT))
        else:
            self._window.show_page(
                page(OutOfService(0, FAULT), 0, Procedure(()), Surroundings("Challenge Kiosk"))
            )


def _where(trace: TracebackType | None) -> str:
    """Module and line of the innermost frame of ours."""
    place = ""
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "")
        if module.startswith("kiosk"):
            place = f"{module}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def run_station(folder: Path, windowed: bool = False, out_of_service: str = "") -> int:
    """Run the station until the director lets it end; returns the exit code."""
    application = QApplication(["kiosk"])
    application.setQuitOnLastWindowClosed(False)
    application.setApplicationName("Challenge Kiosk")
    program = Program(folder, windowed, out_of_service)
    # PySide6 only prints an exception of a slot or key handler and goes on; here it closes the station.
    sys.excepthook = program.fault
    signal.signal(signal.SIGTERM, lambda *_: program.ask_to_stop())
    signal.signal(signal.SIGINT, lambda *_: program.ask_to_stop())
    program.start()
    return application.exec()
