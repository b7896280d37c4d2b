"""A running station: its screen shows where the challenge is, its clock ticks, its log is looked after.

It is the surface its `Station` stands on. Whatever was opened at the start can be opened again from here.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace

from kiosk.actions.run_station.begin import Beginning
from kiosk.actions.run_station.guarding import Guarding
from kiosk.actions.run_station.opening import Opened, Opening
from kiosk.actions.run_station.ports import InsideStation, Parts
from kiosk.core.challenge.begin import first_state
from kiosk.core.challenge.events import ConsoleShut, Event, KeyboardSeen, StopAsked, TroubleFound
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Place, RulingFlag
from kiosk.core.challenge.states import (
    ChoosingDivision,
    Counting,
    Judging,
    NoKeyboard,
    StaffOnly,
    State,
    WithDirector,
)
from kiosk.core.challenge.wording import Surroundings, page, wake_ms
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.station import StoppedBody
from kiosk.core.log.body import Body
from kiosk.core.log.clock import on_this_clock
from kiosk.core.setup.division import Division
from kiosk.core.setup.occasion import Occasion
from kiosk.core.setup.schedule import local_time
from kiosk.core.setup.settings import Protection
from kiosk.core.watch.violations import remembered
from kiosk.core.words.lexicon import WordSource
from kiosk.errors import FAULT, LogError, OlderLog, SetupError
from kiosk.lockdown.heartbeat import OPENING_S
from kiosk.station.station import Station
from kiosk.station.surface import Collaborators, Surface

MINUTE_MS = 60_000
POWER_TICKS = 60


@frozen
class Unknown:
    """The circumstances where nothing could be opened: nobody knows which station this is."""

    title: str

    def place(self, division: Division, local: str) -> Place:
        return Place(division.id)

    def flags(self) -> tuple[RulingFlag, ...]:
        return ()

    def surroundings(self, local: str, large: bool, power: str) -> Surroundings:
        return Surroundings(self.title)


class Running(Surface):
    """*end* ends the run with an exit code."""

    def __init__(
        self, parts: Parts, opening: Opening, beginning: Beginning, end: Callable[[int], None]
    ) -> None:
        self._parts = parts
        self._screen = parts.screen
        self._opening = opening
        self._end = end
        self._about: Occasion | Unknown = Unknown(parts.title)
        self._changed: Opened | None = None  # a set-up changed by hand that nobody has accepted yet
        self._seen_change = ""  # the mark of the changed set-up that the screen has shown
        self._seen_older = beginning.older  # the mark of the older log that the screen has shown
        self._power = ""
        self._ticks = 0
        self._faults = 0
        self._mark = parts.mark()
        self._chores = parts.chores(opening.log)
        opening.log.waits = self._show_judging
        self._guarding = Guarding(parts, self._note, self.violated)
        if beginning.known is not None:
            self._take(beginning.known)
        self.station = self._made(beginning.opened)

    def _made(self, opened: Opened | None) -> Station:
        procedure = opened.procedure if opened else Procedure((), unguarded=self._opening.unguarded)
        sources = opened.sources if opened else ()
        now = self._parts.clock()
        before = opened.standing.violations if opened else ()  # a restart forgives none
        violations = remembered([on_this_clock(at, now) for at in before])
        return Station(
            procedure, sources, Collaborators(self._opening.log, self._opening.door(), self), violations
        )

    def begin(self, beginning: Beginning, out_of_service: str) -> None:
        """Take keys and show the first state. *out_of_service*: why it may not be the idle one."""
        self._screen.listen(self._on_key, self.station.toggle_large)
        first = first_state(beginning.found(out_of_service, self._mark.why()), self.now_ms())
        if first.tells_change and beginning.opened is not None:
            self._seen_change = beginning.opened.mark
        self.station.begin(first.state, remembered=first.remembered)
        self._screen.soon(self._protect)

    def _take(self, opened: Opened) -> None:
        """From now on the screen says what *opened* says, and still how well the station is protected."""
        self._screen.dress(opened.circumstances.settings.sizes.text_percent)
        level = self._about.level if isinstance(self._about, Occasion) else None
        self._about = replace(opened.circumstances, level=level)
        self._changed = opened if opened.changed else None

    # --- what the station stands on -----------------------------------------------------------------------

    def now_ms(self) -> int:
        return self._parts.clock().mono_ms

    def local_time(self) -> str:
        return self._local()[11:16]

    def _local(self) -> str:
        now = self._parts.clock()
        return local_time(now.at, now.offset_min)

    def place(self, division: Division) -> Place:
        return self._about.place(division, self._local())

    def flags(self) -> tuple[RulingFlag, ...]:
        return self._about.flags()

    def show(self, state: State) -> None:
        now, procedure = self._parts.clock(), self.station.procedure
        if not (isinstance(state, WithDirector) and state.console):
            self._screen.close_console()  # whatever took the station from the director took the console too
        around = self._about.surroundings(self._local(), self.station.large, self._power)
        self._screen.show_page(page(state, now.mono_ms, procedure, around))
        wake = wake_ms(state, now.mono_ms, procedure)
        to_minute = MINUTE_MS - int(now.at[17:19]) * 1000
        self._screen.ring_after(to_minute if wake is None else min(wake, to_minute))

    def _show_judging(self) -> None:
        """The record of a ruling takes its time: nobody shall look at a TAB that seems to wait for them."""
        if isinstance(self.station.state, Judging):
            self.show(self.station.state)
            self._screen.paint()

    def closed(self, why: str) -> None:
        self._mark.set(why)

    def resumed(self) -> None:
        self._mark.clear()
        self._faults = 0
        if self._changed is not None:
            self._opening.accept_changed_setup(self._changed)
            self._changed = None
        self._screen.soon(self._protect)  # a station that began in trouble has no guards yet

    def restore(self) -> tuple[Procedure, Sequence[WordSource]]:
        """Open and verify everything again: the way back into service."""
        self._opening.log.accepted = self._seen_older
        with self._parts.busy(OPENING_S):  # the whole log is read
            try:
                opened = self._opening.open()
                self._take(opened)
                self._opening.look_at_access(opened)
            except OlderLog as older:  # not the one the director has seen
                self._seen_older = older.mark
                raise
        if opened.changed and opened.mark != self._seen_change:
            self._seen_change = opened.mark
            raise SetupError(f"{opened.changed} To go on with it, resume once more.")
        return opened.procedure, opened.sources

    def open_console(self) -> None:
        state = self.station.state
        if isinstance(state, WithDirector):
            parts, log = self._parts, self._opening.log
            inside = InsideStation(
                parts.folder,
                parts.clock,
                log,
                parts.busy,
                self._look_again,
                self._console_shut,
                self.station.procedure.timings.console_s,
            )
            self._screen.open_console(state, inside)

    def _console_shut(self, leaving: bool) -> None:
        with self._parts.busy():
            self.station.handle(ConsoleShut(leaving))

    def _look_again(self) -> None:
        """The director has opened or closed an event, or called a round: what follows is judged in it."""
        from kiosk.storage.log.standing import read_standing

        if isinstance(self._about, Occasion):
            past = read_standing(self._opening.log.ready().path).past
            self._about = replace(self._about, event=past.event)

    def leave(self) -> None:
        """End with the director's leave."""
        self._note(StoppedBody("director"))
        self._end(0)

    # --- what happens -------------------------------------------------------------------------------------

    def _on_key(self, event: Event) -> None:
        with self._parts.busy():  # a slow disk is no gap in the watch
            self.station.key(event)

    def ring(self) -> None:
        """The alarm: the state ends, or at least the clock on the page has moved on."""
        with self._parts.busy():
            if not self.station.time_out():
                self.show(self.station.state)

    def tick(self) -> None:
        """Once a second."""
        self._ticks += 1
        self.station.tick()
        self._measured(self._guarding.tick(passcode=not self.station.procedure.unguarded))
        if self._ticks % POWER_TICKS == 1:
            now = self._parts.power()
            self._power = f"Battery {now.percent} %: plug in" if now.is_low else ""
        self._look_for_keyboard()
        self._look_after_log()

    def violated(self, what: str, lasted_ms: int) -> None:
        self.station.violated(what, lasted_ms)

    def stop(self) -> None:
        """Somebody asked the program to end: what stands on the screen goes on record first."""
        self.station.handle(StopAsked())

    def closed_on_fault(self) -> bool:
        """Close the station in the regular way; False if that was already done before, or failed too."""
        self._faults += 1
        if self._faults > 1:
            return False
        with suppress(Exception):
            self.station.handle(TroubleFound(FAULT))
            return True
        return False

    def release(self) -> None:
        """Give everything back; a guard that cannot be given back does not stop the rest."""
        with ExitStack() as last:  # last first
            last.callback(self._chores.end)
            last.callback(self._guarding.release)

    # --- what is looked after -----------------------------------------------------------------------------

    def _protect(self) -> None:
        """Engage this machine's guards, or make sure that they still hold. A demonstration changes nothing on
        anybody's desktop."""
        is_set_up = isinstance(self._about, Occasion) and self._about.is_set_up
        if is_set_up and not self._screen.windowed:
            self._measured(self._guarding.engage(passcode=not self.station.procedure.unguarded))

    def _measured(self, level: Protection | None) -> None:
        """Take note of how well the station is protected now: the banner says so if the set-up wants more."""
        if level is None or isinstance(self._about, Unknown) or self._about.level is level:
            return
        self._about = replace(self._about, level=level)
        self.show(self.station.state)

    def _look_for_keyboard(self) -> None:
        """Tell the station when its keyboard has gone or come back, where that can be known."""
        present = self._parts.keyboard() is not False
        if present is isinstance(self.station.state, NoKeyboard):
            self.station.handle(KeyboardSeen(present))

    def _look_after_log(self) -> None:
        """Do what is due for the log; a log found broken closes the station."""
        if isinstance(self._about, Unknown):
            return
        idle = isinstance(self.station.state, StaffOnly | ChoosingDivision | Counting)
        if wrong := self._chores.tick(self._about.settings, idle=idle):
            self.station.handle(TroubleFound(wrong))

    def _note(self, body: Body) -> None:
        """Record something worth knowing that nothing depends on."""
        with suppress(LogError):
            self._opening.log.append(body)
