"""The composition root of the station: opens, wires, watches, and turns every surprise into "out of service".

It is imported when the first page stands on the screen. The log is opened and verified, the lists are loaded,
the keyboard is taken; only then do keys mean something.
"""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6 import __version__ as qt_version
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from kiosk.core.challenge.events import Event, StopAsked, TroubleFound
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Place, RulingFlag
from kiosk.core.challenge.states import ChoosingDivision, Counting, Locked, OutOfService, State
from kiosk.core.challenge.wording import Surroundings, page, wake_ms
from kiosk.core.log.bodies.station import (
    FaultBody,
    GuardRemarkBody,
    GuardsBody,
    GuardsPutBackBody,
    StoppedBody,
)
from kiosk.core.log.body import Body
from kiosk.core.log.clock import on_this_clock
from kiosk.core.setup.division import Division
from kiosk.core.setup.occasion import Circumstances
from kiosk.core.setup.schedule import local_time
from kiosk.core.setup.settings import Protection
from kiosk.core.watch.sight import Display
from kiosk.core.watch.violations import remembered
from kiosk.core.words.lexicon import WordSource
from kiosk.errors import KioskError, LogBusy, LogError, OlderLog, SetupError, place_of
from kiosk.lockdown.heartbeat import CAUSE, OPENING_S, beat
from kiosk.shipped import resources
from kiosk.station.station import Station
from kiosk.station.surface import Collaborators
from kiosk.storage.log.chores import Chores
from kiosk.storage.setup.closed_mark import ClosedMark
from kiosk.storage.setup.opening import Opened, Opening
from kiosk.storage.system_clock import system_clock
from kiosk.ui.kit.plain import BROKEN, FAULT
from kiosk.ui.kit.theme import Type
from kiosk.ui.station.layouts import Look
from kiosk.ui.station.sentry import Sentry
from kiosk.ui.station.window import TITLE, Alarm, StationWindow

if TYPE_CHECKING:  # needed late or never
    from kiosk.director.access import Access
    from kiosk.director.door import Door
    from kiosk.lockdown.keeper import Keeper

MINUTE_MS = 60_000
GUARD_TICKS = 5  # guards are asked every so many seconds
POWER_TICKS = 60


def _display() -> Display | None:
    """The display server, where it can be asked what it shows; elsewhere Qt's word is all there is."""
    if QGuiApplication.platformName() != "xcb":
        return None
    from kiosk.lockdown.linux.x_display import XDisplay
    from kiosk.lockdown.linux.x_server import XServer

    return XDisplay(XServer())


class Program:
    """One run of the station: the surface its `Station` stands on."""

    def __init__(self, window: StationWindow, folder: Path, out_of_service: str = "") -> None:
        self._window = window
        self._type = Type(resources() / "fonts")
        self._folder = folder
        self._out_of_service = out_of_service
        self._opening = Opening(folder, qt_version, window.windowed, os.environ.get(CAUSE, ""))
        self._keeper: Keeper | None = None
        self._station: Station | None = None
        self._circumstances: Circumstances | None = None
        self._changed: Opened | None = None  # a set-up changed by hand that nobody has accepted yet
        self._seen_change = ""  # the mark of the changed set-up that the screen has told of
        self._seen_older = ""  # the mark of the older log that the screen has told of
        self._power = ""
        self._ticks = 0
        self._chores = Chores(self._opening.log, self.now_ms)
        self._asked_to_stop = False
        self._faults = 0
        self._alarm = Alarm(self._on_alarm)
        self._sentry = Sentry(window, self._on_violation, self._on_tick, self.now_ms, _display())

    # --- getting ready ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Take over the window that shows the first page; after this, keys mean something."""
        self._window.dress(Look(self._type))
        sys.excepthook = self.fault
        for ending in ("SIGTERM", "SIGINT", "SIGHUP"):
            if hasattr(signal, ending):  # Windows has no SIGHUP
                signal.signal(getattr(signal, ending), lambda *_: self.ask_to_stop())
        self._sentry.begin()  # first: whatever fails after it, the program can still be asked to end
        self._get_ready()
        self._sentry.alive()

    def _get_ready(self) -> None:
        opened: Opened | None = None
        trouble = ""
        try:
            opened = self._opened()
        except LogBusy as busy:
            # Another station runs on this folder: closing *it* for our mistake would be worse than ending.
            sys.stderr.write(f"{busy}\n")
            self._end(4)
            return
        except OlderLog as older:
            trouble, self._seen_older = str(older), older.mark
        except KioskError as error:
            trouble = str(error)
        procedure = opened.procedure if opened else Procedure((), unguarded=self._opening.unguarded)
        sources = opened.sources if opened else ()
        now = system_clock()
        violations = opened.standing.violations if opened else ()  # a restart forgives none
        watch = remembered([on_this_clock(at, now) for at in violations])
        station = Station(procedure, sources, Collaborators(self._opening.log, self._door(), self), watch)
        self._station = station
        self._window.listen(self._on_key, station.toggle_large)
        closed, known = self._closed_at_start(opened, trouble)
        station.begin(closed, remembered=known)
        QTimer.singleShot(0, self._protect)

    def _opened(self) -> Opened:
        opened = self._opening.open()
        self._window.dress(Look(self._type, opened.circumstances.settings.sizes.text_percent))
        level = self._circumstances.level if self._circumstances else None
        self._circumstances = replace(opened.circumstances, level=level)
        self._changed = opened if opened.changed else None
        self._look_at_access(opened)
        return opened

    def _closed_at_start(
        self, opened: Opened | None, trouble: str
    ) -> tuple[Locked | OutOfService | None, bool]:
        """The closed state this run begins in, and whether it was closed before: doubt outlives a crash."""
        now = self.now_ms()
        if opened is None or trouble or self._out_of_service:
            return OutOfService(now, trouble or self._out_of_service), False
        standing = opened.standing
        if opened.changed:
            # Only the director may go on with it, whatever else had closed the station before.
            self._seen_change = opened.mark
            told = standing.closed.startswith(opened.changed) and not standing.locked
            return OutOfService(now, standing.closed if told else opened.changed), told
        if standing.closed:
            why = standing.closed
            return Locked(now, why, standing.since) if standing.locked else OutOfService(now, why), True
        if marked := ClosedMark(self._folder).why():
            return OutOfService(now, marked), False  # the log could not be told at the time
        return None, True

    def _access(self) -> "Access":
        from kiosk.director.access import Access, Argon2id
        from kiosk.storage.setup.access import AccessFile

        return Access(AccessFile(self._folder), system_clock, Argon2id())

    def _door(self) -> "Door":
        from kiosk.director.door import Door

        return Door(self._access(), self._record)

    def _look_at_access(self, opened: Opened) -> None:
        """Hand the log what it could not take earlier, and note a passcode file that has gone."""
        from kiosk.director.door import hand_over, loss_noted

        access = self._access()
        hand_over(access, self._record)
        if not access.is_set():
            loss_noted(opened.standing.past, self._record)

    def _protect(self) -> None:
        """Engage this machine's guards, or see to it that they still hold. A demonstration changes nothing on
        anybody's desktop."""
        if self._window.windowed or self._circumstances is None or not self._circumstances.is_set_up:
            return
        from kiosk.lockdown.keeper import Keeper

        self._keeper = self._keeper or Keeper(self._folder)
        engaged = self._keeper.engage()
        self._append(
            GuardsBody(
                engaged=tuple(engaged.names),
                given_back=tuple(engaged.given_back),
                left=tuple(engaged.left),
                trouble=engaged.trouble,
            )
        )
        guarded = self._station is not None and not self._station.procedure.unguarded
        self._measured(self._keeper.level(passcode=guarded, hold=self._sentry.hold))
        self._sentry.alive()  # guards start programs, which may be slow

    def _measured(self, level: Protection) -> None:
        """So well is the station protected now: the banner says so where the set-up wants more."""
        if self._circumstances is None or self._station is None or self._circumstances.level is level:
            return
        self._circumstances = replace(self._circumstances, level=level)
        self._draw(self._station, self._station.state)

    # --- what the station stands on -----------------------------------------------------------------------

    def now_ms(self) -> int:
        return system_clock().mono_ms

    def local_time(self) -> str:
        return self._local()[11:16]

    def _local(self) -> str:
        now = system_clock()
        return local_time(now.at, now.offset_min)

    def place(self, division: Division) -> Place:
        if self._circumstances is None:
            return Place(division.id)
        return self._circumstances.place(division, self._local())

    def flags(self) -> tuple[RulingFlag, ...]:
        return self._circumstances.flags() if self._circumstances else ()

    def show(self, state: State) -> None:
        if self._station is not None:
            self._draw(self._station, state)

    def closed(self, why: str) -> None:
        ClosedMark(self._folder).set(why)

    def resumed(self) -> None:
        ClosedMark(self._folder).clear()
        self._faults = 0
        if self._changed is not None:
            self._opening.accept_changed_setup(self._changed)
            self._changed = None
        QTimer.singleShot(0, self._protect)  # a station that began in trouble has no guards yet

    def restore(self) -> tuple[Procedure, Sequence[WordSource]]:
        """Open and verify everything anew: the way back into service."""
        self._opening.log.accepted = self._seen_older
        beat(OPENING_S)  # the whole log is read
        try:
            opened = self._opened()
        except OlderLog as older:  # another than the director was told of
            self._seen_older = older.mark
            raise
        finally:
            beat()
        if opened.changed and opened.mark != self._seen_change:
            self._seen_change = opened.mark
            raise SetupError(f"{opened.changed} To go on with it, resume once more.")
        return opened.procedure, opened.sources

    def leave(self) -> None:
        """End with the director's leave."""
        self._append(StoppedBody("director"))
        self._end(0)

    def _record(self, body: Body) -> object:
        return self._opening.log.append(body)

    def _append(self, body: Body) -> None:
        """Record what is worth knowing but on which nothing depends."""
        with suppress(LogError):
            self._record(body)

    def _end(self, code: int) -> None:
        self._window.may_close = True
        self._sentry.end()
        with ExitStack() as last:  # last first: a guard that cannot be given back keeps nobody from ending
            last.callback(QGuiApplication.exit, code)
            last.callback(self._opening.log.close)
            last.callback(self._chores.end)
            if self._keeper is not None:
                last.callback(self._keeper.release)

    # --- time ---------------------------------------------------------------------------------------------

    def _draw(self, station: Station, state: State) -> None:
        now = self.now_ms()
        around = Surroundings(TITLE)
        if self._circumstances is not None:
            around = self._circumstances.surroundings(self.local_time(), station.large, self._power)
        self._window.show_page(page(state, now, station.procedure, around))
        wake = wake_ms(state, now, station.procedure)
        to_minute = MINUTE_MS - int(system_clock().at[17:19]) * 1000
        self._alarm.set(to_minute if wake is None else min(wake, to_minute))

    def _on_alarm(self) -> None:
        station = self._station
        if station is None:
            return
        if not station.time_out():
            self._draw(station, station.state)
        self._sentry.alive()

    def _on_key(self, event: Event) -> None:
        if self._station is not None:
            self._station.key(event)
            self._sentry.alive()  # a slow disk is no gap in the watch

    def _on_tick(self) -> None:
        if self._asked_to_stop:
            if self._station is not None:
                self._station.handle(StopAsked())
            self._append(StoppedBody("signal"))
            self._end(128 + signal.SIGTERM)
            return
        self._ticks += 1
        if self._station is not None:
            self._station.tick()
        if self._keeper is not None:
            self._ask_guards(self._keeper)
        if self._ticks % POWER_TICKS == 1:
            self._look_after_machine()
        self._look_after_log()

    def _ask_guards(self, keeper: "Keeper") -> None:
        """Ask every so many ticks; the answer is there by the next, for some start a program to find out."""
        if self._ticks % GUARD_TICKS == 0 and self._station is not None:
            guarded = not self._station.procedure.unguarded
            keeper.ask(passcode=guarded, hold=self._sentry.hold)
        if self._ticks % GUARD_TICKS != 1:
            return
        heard = keeper.heard()
        for what in heard.violations:
            self._on_violation(what, 0)
        for line in heard.remarks:
            self._append(GuardRemarkBody(line))
        if heard.put_back:
            self._append(GuardsPutBackBody(tuple(heard.put_back)))
        if heard.level is not None:
            self._measured(heard.level)

    def _look_after_machine(self) -> None:
        """Once a minute: the battery."""
        from kiosk.lockdown.desktop import this_desktop

        now = this_desktop().power()
        self._power = f"Battery {now.percent} %: plug in" if now.is_low else ""

    def _look_after_log(self) -> None:
        """Once a second: what is due for the log; one that was found broken closes the station."""
        if self._station is None or self._circumstances is None:
            return
        idle = isinstance(self._station.state, ChoosingDivision | Counting)
        if wrong := self._chores.tick(self._circumstances.settings, idle=idle):
            self._station.handle(TroubleFound(wrong))

    def _on_violation(self, what: str, lasted_ms: int) -> None:
        if self._station is not None:
            self._station.violated(what, lasted_ms)

    # --- surprises ----------------------------------------------------------------------------------------

    def ask_to_stop(self) -> None:
        """From a signal handler: end at the next tick."""
        self._asked_to_stop = True

    def fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """The last resort: record where it happened, never what was typed, and close the station."""
        self._faults += 1
        # Whatever else is broken, each next line must be reached: an exception in here would be printed, and
        # the station would go on.
        with suppress(Exception):
            self._record(FaultBody(kind.__name__, place_of(trace)))
        if self._faults == 1 and self._station is not None:
            with suppress(Exception):
                self._station.handle(TroubleFound(FAULT))
                return
        # Closing in the regular way failed too, or there is no station yet.
        with suppress(Exception):
            ClosedMark(self._folder).set(FAULT)
        self._window.show_plain(BROKEN)
