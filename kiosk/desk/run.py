"""One run of a desk: it carries out what its machine orders, and shows where that leads. No Qt.

The rule it guards: recorded, then shown. A ruling is durable before any page knows of it; what cannot be
recorded is told as that, and nothing else happens.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from types import TracebackType
from typing import Protocol

from kiosk.base.clock import Clock, local_time
from kiosk.base.machine import settle, unknown
from kiosk.desk import events
from kiosk.desk.docket_worker import DocketPrinter, print_docket, save_docket
from kiosk.desk.machine import desk_page, step
from kiosk.desk.menu import Hidden
from kiosk.desk.opening_run import DESK, OpenedDesk, close_log
from kiosk.desk.ruling import OnSlip
from kiosk.desk.ruling_run import adjudication, earlier_ruling_on, same_ruling_on, verdict_on
from kiosk.desk.shift import AtDeskDoor, NamingJudge, OffDuty
from kiosk.desk.states import DeskContext, DeskNext, DeskPage, DeskState
from kiosk.desk.wording import docket_lines
from kiosk.errors import FAULT, AccessError, KioskError, LogError, place_of
from kiosk.log.bodies import FaultBody
from kiosk.log.chores_run import Chores
from kiosk.rules.ruling import Verdict
from kiosk.station.events import (
    CheckPasscode,
    PasscodeAccepted,
    PasscodeRefused,
    StopAsked,
    TimedOut,
    WriteRecord,
)
from kiosk.station.machine import Question, differs, question
from kiosk.station.station import DIFFERS, NOT_KNOWN, record_ruling

MINUTE_MS, SECOND_MS = 60_000, 1000
CALL = "Nothing is ruled here until the director has looked at it."
FAULTY = f"{FAULT}\n\n{CALL}"


class DeskScreen(Protocol):
    """The desk's window and its one alarm; a protocol, for a run knows no Qt."""

    def listen(self, on_event: Callable[[events.DeskEvent], None]) -> None:
        """From now on keys mean something."""

    def show_page(self, page: DeskPage) -> None: ...
    def show_plain(self, text: str) -> None:
        """Say *text* for good; no key counts any more, and the window may be closed."""

    def ring_after(self, ms: int) -> None: ...
    def exit(self, code: int) -> None: ...


class DeskRun:
    """*desk*: what was opened; *chores*: what is done for the log between two slips; *printing*: prints
    dockets."""

    def __init__(
        self, desk: OpenedDesk, screen: DeskScreen, clock: Clock, chores: Chores, printing: DocketPrinter
    ) -> None:
        self._desk, self._screen, self._clock, self._chores = desk, screen, clock, chores
        self._printing = printing
        self._log = desk.opening.log
        self._door = desk.opening.door(DESK)
        self._touched_ms = clock().mono_ms
        self._ruled: dict[Question, Verdict] = {}
        self._over = False
        self.state: DeskState = NamingJudge()

    def begin(self) -> None:
        """Show the first page; from now on keys mean something."""
        self._screen.listen(self.key)
        self._show()

    def key(self, event: events.DeskEvent) -> None:
        """Take a key that was pressed, or the wish to leave."""
        if self._over:
            if isinstance(event, events.LeaveAsked):
                self._end(0)
            return
        self._overslept()
        self._touched_ms = self._clock().mono_ms
        self._handle(event)

    def ring(self) -> None:
        """The alarm: a state has stood as long as it may, or the clock on the page has moved on."""
        if not self._over:
            self._overslept()
            self._show()

    def tick(self) -> None:
        """Once a second: what there is to do for the log while nobody types a slip."""
        if self._over:
            return
        self._printing.tick(self._clock().mono_ms)
        idle = isinstance(self.state, NamingJudge | OffDuty | Hidden) or (
            isinstance(self.state, OnSlip) and self.state.slip.untouched
        )
        if wrong := self._chores.tick(self._desk.opened.context.settings, idle=idle):
            self._give_up(f"{wrong}\n\n{CALL}")

    def stop(self) -> None:
        """Somebody asked the program to end: what stands on the desk goes on record first."""
        if self._over:
            self._end(0)
        else:
            self._handle(StopAsked())

    def fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """The last resort: record where it happened, never what was typed, and rule no more."""
        with suppress(Exception):
            self._log.append(FaultBody(kind.__name__, place_of(trace)))
        self._give_up(FAULTY)

    def _give_up(self, text: str) -> None:
        self._over = True
        self._screen.show_plain(text)

    def _overslept(self) -> None:
        """End the present state if it has stood as long as it may, even if the alarm slept."""
        limit = self.state.untouched_ms()
        if limit is not None and self._clock().mono_ms - self._touched_ms >= limit:
            self._handle(TimedOut())

    def _handle(self, event: events.DeskEvent) -> None:
        settle(self._step, self._carry_out, self.state, event)
        if not self._over:
            self._show()

    def _step(self, state: DeskState, event: events.DeskEvent) -> DeskNext:
        # Kept at once: if an effect meets a fault, the desk stands where the step had led.
        self.state, effects = step(state, event, self._clock().mono_ms, self._desk.setting)
        return self.state, effects

    # --- the page -----------------------------------------------------------------------------------------

    def _show(self) -> None:
        now = self._clock()
        self._screen.show_page(desk_page(self.state, now.mono_ms, self._desk.setting, self._surroundings()))
        waits = [MINUTE_MS - int(now.at[17:19]) * SECOND_MS]
        limit = self.state.untouched_ms()
        if limit is not None:
            waits.append(max(1, self._touched_ms + limit - now.mono_ms))
        if isinstance(self.state, AtDeskDoor) and self.state.until_ms > now.mono_ms:
            waits.append(SECOND_MS)
        self._screen.ring_after(min(waits))

    def _surroundings(self) -> DeskContext:
        now, about = self._clock(), self._desk.opened.context
        local = local_time(now.at, now.offset_min)
        remark = (self._desk.remark,) if self._desk.remark else ()
        return DeskContext(
            about.settings.letter,
            about.code,
            local[11:16],
            (*about.banners(), *remark),
            about.event.name if about.event else "",
            about.round(local),
            now.offset_min,
        )

    # --- what the machine orders --------------------------------------------------------------------------

    def _carry_out(self, effect: events.DeskEffect) -> Iterable[events.DeskEvent]:
        match effect:
            case events.RuleSlip():
                return (self._judge(effect),)
            case events.FindRuling():
                return (self._find_ruling(effect),)
            case events.FindSame():
                return self._same(effect)
            case WriteRecord():
                return (self._write(effect),)
            case CheckPasscode(passcode):
                return (self._admit(passcode),)
            case events.FindDocketPrinters() | events.PrintDocket() | events.SaveDocket():
                return self._docket(effect)
            case events.LeaveDesk():
                self._end(0)
                return ()
            case _:
                unknown(effect)

    def _judge(self, order: events.RuleSlip) -> events.DeskEvent:
        opened, now = self._desk.opened, self._clock()
        division = opened.procedure.divisions[order.division]
        about = opened.context
        place = about.place(division, local_time(now.at, now.offset_min))
        verdict = verdict_on(order, opened.sources[order.division])
        asked = adjudication(order, verdict, division, place, about.flags())
        if order.book is None and differs(asked, self._ruled):
            return events.NotSaved(f"{DIFFERS} {CALL}")
        try:
            ruling = record_ruling(self._log, asked)
        except LogError as error:
            return events.NotSaved(str(error), doubtful=self._doubtful(error))
        if order.book is None:
            self._ruled[question(asked)] = verdict
        log = self._log.opened
        head = log.head() if log is not None else None
        return events.SlipRuled(
            ruling, (head.station, head.epoch, ruling.seq) if head else ("", "", ruling.seq)
        )

    def _doubtful(self, error: LogError) -> bool:
        """Whether nobody knows if the ruling is on record: the log could not be opened again, or it landed
        though it was reported as failed."""
        if NOT_KNOWN in str(error):
            return True
        with suppress(LogError):
            return self._log.unseen() is not None
        return True

    def _find_ruling(self, order: events.FindRuling) -> events.DeskEvent:
        log = self._log.opened
        if log is None:
            return events.NothingFound("The log is not open.")
        try:
            division = self._desk.setting.divisions[order.division]
            return events.RulingFound(earlier_ruling_on(log.path, order.number, division))
        except KioskError as error:
            return events.NothingFound(str(error))

    def _same(self, order: events.FindSame) -> tuple[events.DeskEvent, ...]:
        """A log that cannot be read keeps nobody from ruling: whatever is ruled is written to it first."""
        log, now = self._log.opened, self._clock()
        if log is None:
            return ()
        division = self._desk.setting.divisions[order.division]
        place = self._desk.opened.context.place(division, local_time(now.at, now.offset_min))
        with suppress(KioskError):
            earlier = same_ruling_on(log.path, order, division, place, now.at)
            return () if earlier is None else (events.SameFound(earlier),)
        return ()

    def _write(self, order: WriteRecord) -> events.DeskEvent:
        try:
            try:
                self._log.append(order.body)
            except LogError:
                self._log.reopen()
                self._log.append(order.body)
        except LogError as error:
            return events.NotSaved(str(error))
        return events.RecordWritten()

    def _admit(self, passcode: str) -> events.DeskEvent:
        try:
            return PasscodeAccepted(self._door.check(passcode), self._door.warning())
        except AccessError as refusal:
            return PasscodeRefused(str(refusal), refusal.wait_ms)

    # --- dockets ------------------------------------------------------------------------------------------

    def _docket(
        self, order: events.FindDocketPrinters | events.PrintDocket | events.SaveDocket
    ) -> tuple[events.DeskEvent, ...]:
        if isinstance(order, events.FindDocketPrinters):
            self._printing.find(lambda names: self._came(events.DocketPrintersFound(names)))
            return ()
        division = order.ruling.adjudication.place.division
        rules = next(
            candidate for candidate in self._desk.setting.divisions if candidate.id == division
        ).rules
        lines = docket_lines(order.ruling, rules, self._surroundings())
        if isinstance(order, events.SaveDocket):
            copy = self._desk.opened.context.settings.second_copy
            return (save_docket(order, lines, self._desk.folder, copy),)
        print_docket(order, lines, self._printing, self._came)
        return ()

    def _came(self, event: events.DeskEvent) -> None:
        """What a process beside the desk answered; no key was pressed."""
        if not self._over:
            self._handle(event)

    def _end(self, code: int) -> None:
        self._over = True
        self._chores.end()
        close_log(self._desk.opening, "judge")
        self._screen.exit(code)
