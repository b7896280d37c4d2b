"""One run of the station, from the first page to its end, whatever happens to it. No Qt."""

import signal
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from kiosk import errors
from kiosk.base.clock import Clock, local_time, on_this_clock
from kiosk.base.frozen import frozen
from kiosk.base.page import Page
from kiosk.lockdown.heartbeat import OPENING_S
from kiosk.lockdown.watch import Hold
from kiosk.log.bodies import FaultBody, GuardRemarkBody, GuardsBody, GuardsPutBackBody, StoppedBody
from kiosk.log.body import Body
from kiosk.log.late_writer import DeferredLog
from kiosk.rules.ruling import Place, RulingFlag
from kiosk.setup.division_store import OpenedSetup
from kiosk.setup.divisions import Division
from kiosk.setup.settings import Protection
from kiosk.station.closed import AtStart, NoKeyboard, WithDirector, first_state
from kiosk.station.entry import Judging
from kiosk.station.events import ConsoleShut, Event, KeyboardSeen, StopAsked, TroubleFound
from kiosk.station.idle import Idle
from kiosk.station.machine import page, wake_ms
from kiosk.station.opening_run import Opened, Opening, ScreenAtStart
from kiosk.station.states import PageContext, Procedure, State, StationContext
from kiosk.station.station import Collaborators, Station, Surface
from kiosk.station.violations import remember
from kiosk.words.play import WordSource

if TYPE_CHECKING:  # guards are loaded after the first page, if at all
    from kiosk.lockdown.health import Power
    from kiosk.lockdown.keeper import Heard, Keeper
    from kiosk.log.chores_run import Chores
    from kiosk.station.closed_store import ClosedMark


# ---- ports -------------------------------------------------------------------------------------------------
# What a run of the station is given: the screen, clock, guards, the log's chores, the way out.


class StationScreen(Protocol):
    """The station's window, its one alarm and its watch over screen and keyboard; a rehearsal has its own."""

    @property
    def windowed(self) -> bool:
        """A demonstration in a window: nothing on the desktop is touched."""

    @property
    def hold(self) -> Hold: ...
    def set_text_size(self, text_percent: int) -> None: ...
    def listen(self, on_event: Callable[[Event], None], on_large: Callable[[], None]) -> None:
        """From now on keys mean something."""

    def show_page(self, page: Page) -> None: ...
    def paint(self) -> None:
        """Draw the page on show at once: this process is about to wait for something."""

    def show_broken(self) -> None:
        """Say for good that the station is out of service; depends on nothing else."""

    def open_console(self, leave: WithDirector, inside: "InsideStation") -> None:
        """Open the director's console over the station's page."""

    def close_console(self) -> None:
        """Take it away without asking; nothing happens if there is none."""

    def ring_after(self, ms: int) -> None: ...
    def soon(self, act: Callable[[], None]) -> None:
        """Call *act* once the page that was just shown can be seen."""

    def let_go(self) -> None:
        """Stop watching, let go of keyboard and pointer; the window may close."""

    def exit(self, code: int, why: str = "") -> None:
        """End the program; *why* is said to whoever started it."""


@frozen
class InsideStation:
    """What a console inside the station works with: its log, of which there is one writer; *changed* is
    called when the event or its rounds are others, *shut* when the console is gone. *untouched_s*: how long
    the set-up lets it stand untouched."""

    folder: Path
    clock: Clock
    log: DeferredLog
    busy: "Busy"
    changed: Callable[[], None]
    shut: Callable[[bool], None]
    untouched_s: int


class Busy(Protocol):
    """Slow work is done inside `with busy():`, or the time it takes would look like a stop of the program.
    *within_s*: how long the work may take, if that is longer than a tick."""

    def __call__(self, within_s: int = 0) -> AbstractContextManager[None]: ...


@frozen
class Parts:
    """All a run is made of. *keeper* and *power* are called late or never; *mark* when there is a folder to
    make room for it in, and after any fault. *keyboard*: whether there is one, or None
    where that cannot be told. *started*: what the record of the start says of the screen;
    *cause*: what ended the run before, where that is known. *given*: what a rehearsal rules with, whatever
    lies in the folder."""

    folder: Path
    screen: StationScreen
    clock: Clock
    busy: Busy
    keeper: Callable[[], "Keeper"]
    power: Callable[[], "Power"]
    keyboard: Callable[[], bool | None]
    chores: Callable[[DeferredLog], "Chores"]
    mark: Callable[[], "ClosedMark"]
    title: str
    started: ScreenAtStart
    cause: str = ""
    given: OpenedSetup | None = None


# ---- begin -------------------------------------------------------------------------------------------------
# How a run begins: what could be opened, and everything that decides its first state.


@frozen
class Beginning:
    """*known*: what was opened, if anything; *trouble*: why the station may not rule with it anyway; *older*:
    the mark of the older log that the trouble is about."""

    known: Opened | None = None
    trouble: str = ""
    older: str = ""

    @property
    def opened(self) -> Opened | None:
        """What the station rules with, if nothing prevents it."""
        return None if self.trouble else self.known

    def first_standing(self, out_of_service: str, marked: str) -> AtStart:
        """Everything that decides the first state of the run. *out_of_service*: why whoever started it wants
        it so; *marked*: what the mark beside the log remembers."""
        opened = self.opened
        if opened is None:
            return AtStart(trouble=self.trouble, out_of_service=out_of_service)
        standing = opened.standing
        return AtStart(
            out_of_service=out_of_service,
            changed=opened.changed,
            closed=standing.closed,
            locked=standing.locked,
            since=standing.since,
            marked=marked,
            unclosed=opened.unclosed,
        )


def open_at_start(opening: Opening) -> Beginning:
    """Open everything; any trouble but a log in use by another station is part of the answer."""
    known: Opened | None = None
    try:
        known = opening.open()
        opening.look_at_access(known)
    except errors.LogBusy:
        raise
    except errors.OlderLog as older:
        return Beginning(known, str(older), older.mark)
    except errors.KioskError as error:
        return Beginning(known, str(error))
    return Beginning(known)


# ---- guarding ----------------------------------------------------------------------------------------------
# Keeps this machine's guards for a run of the station: engaged, asked every few ticks, given back.

EVERY_TICKS = 5  # seconds


class Guarding:
    """*note* puts a remark on record; *violated* is called for each violation the guards report. Nothing is
    asked before the guards have been engaged."""

    def __init__(
        self,
        parts: Parts,
        note: Callable[[Body], None],
        violated: Callable[[str, int], None],
    ) -> None:
        self._parts = parts
        self._note = note
        self._violated = violated
        self._keeper: Keeper | None = None
        self._ticks = 0

    def engage(self, *, passcode: bool) -> Protection:
        """Engage the guards, or make sure that they still hold; returns how well the station is then
        protected."""
        with self._parts.busy():  # guards start programs, which may be slow
            keeper = self._keeper = self._keeper or self._parts.keeper()
            engaged = keeper.engage()
            self._note(GuardsBody(engaged.names, engaged.given_back, engaged.left, engaged.trouble))
            return keeper.level(passcode=passcode, hold=self._parts.screen.hold)

    def tick(self, *, passcode: bool) -> Protection | None:
        """Ask the guards every few ticks; the answer is there by the next tick, because some start a program
        to find out. Returns how well the station is protected, if that has changed."""
        self._ticks += 1
        if self._keeper is None:
            return None
        if self._ticks % EVERY_TICKS == 0:
            self._keeper.ask(passcode=passcode, hold=self._parts.screen.hold)
        return self._take_heard(self._keeper.heard()) if self._ticks % EVERY_TICKS == 1 else None

    def _take_heard(self, heard: "Heard") -> Protection | None:
        for what in heard.violations:
            self._violated(what, 0)
        for line in heard.remarks:
            self._note(GuardRemarkBody(line))
        if heard.put_back:
            self._note(GuardsPutBackBody(heard.put_back))
        return heard.level

    def release(self) -> None:
        if self._keeper is not None:
            self._keeper.release()


# ---- running -----------------------------------------------------------------------------------------------
# A running station: its screen shows where the challenge is, its clock ticks, its log is looked after.
#
# It is the surface its `Station` stands on. Whatever was opened at the start can be opened again from here.

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

    def page_context(self, local: str, large: bool, power: str) -> PageContext:
        return PageContext(self.title)


class Running(Surface):
    """*end* ends the run with an exit code."""

    def __init__(
        self, parts: Parts, opening: Opening, beginning: Beginning, end: Callable[[int], None]
    ) -> None:
        self._parts = parts
        self._screen = parts.screen
        self._opening = opening
        self._end = end
        self._about: StationContext | Unknown = Unknown(parts.title)
        self._changed: Opened | None = None  # a set-up changed by hand that nobody has accepted yet
        self._seen_change = ""  # the mark of the changed set-up that the screen has shown
        self._seen_older = beginning.older  # the mark of the older log that the screen has shown
        self._power = ""
        self._has_console = False
        self._ticks = 0
        self._faults = 0
        self._mark = parts.mark()
        self._chores = parts.chores(opening.log)
        opening.log.waits = self._show_judging
        self._guarding = Guarding(parts, self._note, self.on_violation)
        if beginning.known is not None:
            self._take(beginning.known)
        self.station = self._make_station(beginning.opened)

    def _make_station(self, opened: Opened | None) -> Station:
        procedure = opened.procedure if opened else Procedure((), unguarded=self._opening.unguarded)
        sources = opened.sources if opened else ()
        now = self._parts.clock()
        before = opened.standing.violations if opened else ()  # a restart forgives none
        violations = remember([on_this_clock(at, now) for at in before])
        return Station(
            procedure, sources, Collaborators(self._opening.log, self._opening.door(), self), violations
        )

    def begin(self, beginning: Beginning, out_of_service: str) -> None:
        """Take keys and show the first state. *out_of_service*: why it may not be the idle one."""
        self._screen.listen(self._on_key, self.station.toggle_large)
        first = first_state(beginning.first_standing(out_of_service, self._mark.why()), self.now_ms())
        if first.tells_change and beginning.opened is not None:
            self._seen_change = beginning.opened.mark
        self.station.begin(first.state, remembered=first.remembered)
        self._screen.soon(self._protect)

    def _take(self, opened: Opened) -> None:
        """From now on the screen says what *opened* says, and still how well the station is protected."""
        self._screen.set_text_size(opened.context.settings.sizes.text_percent)
        level = self._about.level if isinstance(self._about, StationContext) else None
        self._about = replace(opened.context, level=level)
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
        if self._has_console and not (isinstance(state, WithDirector) and state.console):
            self._has_console = False
            self._screen.close_console()  # whatever took the station from the director took the console too
        context = self._about.page_context(self._local(), self.station.large, self._power)
        self._screen.show_page(page(state, now.mono_ms, procedure, context))
        wake = wake_ms(state, now.mono_ms, procedure)
        to_minute = MINUTE_MS - int(now.at[17:19]) * 1000
        self._screen.ring_after(to_minute if wake is None else min(wake, to_minute))

    def _show_judging(self) -> None:
        """The record of a ruling takes its time: nobody shall look at a TAB that seems to wait for them."""
        if isinstance(self.station.state, Judging):
            self.show(self.station.state)
            self._screen.paint()

    def remember_closed(self, why: str) -> None:
        self._mark.set(why)

    def forget_closed(self) -> None:
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
            except errors.OlderLog as older:  # not the one the director has seen
                self._seen_older = older.mark
                raise
        if opened.changed and opened.mark != self._seen_change:
            self._seen_change = opened.mark
            raise errors.SetupError(f"{opened.changed} To go on with it, resume once more.")
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
            self._has_console = True
            self._screen.open_console(state, inside)

    def _console_shut(self, leaving: bool) -> None:
        with self._parts.busy():
            self.station.handle(ConsoleShut(leaving))

    def _look_again(self) -> None:
        """The director has opened or closed an event, or called a round: what follows is judged in it."""
        from kiosk.log.standing_reader import read_standing

        if isinstance(self._about, StationContext):
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
        self._measure(self._guarding.tick(passcode=not self.station.procedure.unguarded))
        if self._ticks % POWER_TICKS == 1:
            now = self._parts.power()
            self._power = f"Battery {now.percent} %: plug in" if now.is_low else ""
        self._look_for_keyboard()
        self._look_after_log()

    def on_violation(self, what: str, lasted_ms: int) -> None:
        self.station.on_violation(what, lasted_ms)

    def stop(self) -> None:
        """Somebody asked the program to end: what stands on the screen goes on record first."""
        self.station.handle(StopAsked())

    def close_on_fault(self) -> bool:
        """Close the station in the regular way; False if that was already done before, or failed too."""
        self._faults += 1
        if self._faults > 1:
            return False
        with suppress(Exception):
            self.station.handle(TroubleFound(errors.FAULT))
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
        is_set_up = isinstance(self._about, StationContext) and self._about.is_set_up
        if is_set_up and not self._screen.windowed:
            self._measure(self._guarding.engage(passcode=not self.station.procedure.unguarded))

    def _measure(self, level: Protection | None) -> None:
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
        is_idle = isinstance(self.station.state, Idle)
        if wrong := self._chores.tick(self._about.settings, idle=is_idle):
            self.station.handle(TroubleFound(wrong))

    def _note(self, body: Body) -> None:
        """Record something worth knowing that nothing depends on."""
        with suppress(errors.LogError):
            self._opening.log.append(body)


# ---- run ---------------------------------------------------------------------------------------------------
# One run of the station, from the first page to its end, whatever happens to it. No Qt.
#
# Any surprise ends out of service: the record of a fault says where it happened, never what was typed.

BUSY_CODE = 4


@frozen
class Starting:
    """Nothing is opened yet, or opening it met a fault."""


@frozen
class Ended:
    """Everything is given back; nothing that comes in late counts."""


Phase: TypeAlias = Starting | Running | Ended


class StationRun:
    """*out_of_service*: why the station may not go into service whatever is opened."""

    def __init__(self, parts: Parts, out_of_service: str = "") -> None:
        self._parts = parts
        self._out_of_service = out_of_service
        self._opening = Opening(parts.folder, parts.clock, parts.started, parts.cause, given=parts.given)
        self._asked_to_stop = False
        self.phase: Phase = Starting()

    def start(self) -> None:
        """Open everything and show the first state; after this, keys mean something."""
        with self._parts.busy():
            try:
                beginning = open_at_start(self._opening)
            except errors.LogBusy as busy:
                # Another station runs on this folder: closing *it* for our mistake would be worse than
                # ending.
                self.end(BUSY_CODE, str(busy))
                return
            running = Running(self._parts, self._opening, beginning, self.end)
            self.phase = running  # first: a fault in what follows closes the station in the regular way
            running.begin(beginning, self._out_of_service)

    def ring(self) -> None:
        if isinstance(self.phase, Running):
            self.phase.ring()

    def tick(self) -> None:
        """Once a second."""
        if self._asked_to_stop:
            self._stop()
        elif isinstance(self.phase, Running):
            self.phase.tick()

    def on_violation(self, what: str, lasted_ms: int) -> None:
        if isinstance(self.phase, Running):
            self.phase.on_violation(what, lasted_ms)

    def ask_to_stop(self) -> None:
        """From a signal handler: end at the next tick."""
        self._asked_to_stop = True

    def _stop(self) -> None:
        if isinstance(self.phase, Running):
            self.phase.stop()
        with suppress(errors.LogError):
            self._opening.log.append(StoppedBody("signal"))
        self.end(128 + signal.SIGTERM)

    def end(self, code: int, why: str = "") -> None:
        """Give everything back and end; anything that cannot be given back does not prevent that."""
        self._parts.screen.let_go()
        before, self.phase = self.phase, Ended()
        with ExitStack() as last:  # last first
            last.callback(self._parts.screen.exit, code, why)
            last.callback(self._opening.log.close)
            if isinstance(before, Running):
                last.callback(before.release)

    def fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """The last resort: record where it happened, never what was typed, and close the station."""
        # Whatever else is broken, every line below must be reached: an exception here would be printed, and
        # the station would go on.
        with suppress(Exception):
            self._opening.log.append(FaultBody(kind.__name__, errors.place_of(trace)))
        if isinstance(self.phase, Running) and self.phase.close_on_fault():
            return
        with suppress(Exception):
            self._parts.mark().set(errors.FAULT)
        self._parts.screen.show_broken()
