"""One run of a desk: opens what it rules with, carries out what its machine orders, shows where that
leads. No Qt.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Protocol

from kiosk.base.clock import Clock, local_time
from kiosk.base.frozen import frozen
from kiosk.base.machine import settle, unknown
from kiosk.base.schedule import LONGEST_MIN, LONGEST_WRITTEN_MIN
from kiosk.decisions.case_actions import challenge_context
from kiosk.decisions.opinions import given
from kiosk.desk.docket_worker import DocketPrinter, print_docket, saved_docket
from kiosk.desk.events import (
    DeskEffect,
    DeskEvent,
    DocketPrintersFound,
    EarlierRuling,
    FindDocketPrinters,
    FindRuling,
    FindSame,
    LeaveAsked,
    LeaveDesk,
    NothingFound,
    NotSaved,
    PrintDocket,
    RecordWritten,
    RuleSlip,
    RulingFound,
    SameFound,
    SaveDocket,
    SlipRuled,
)
from kiosk.desk.judge_actions import check_law, first_of, rulings_of
from kiosk.desk.machine import desk_page, step
from kiosk.desk.menu import Hidden
from kiosk.desk.ruling import OnSlip
from kiosk.desk.shift import AtDeskDoor, NamingJudge, OffDuty
from kiosk.desk.states import DeskNext, DeskPage, DeskSetting, DeskState, DeskSurroundings
from kiosk.desk.wording import docket_lines
from kiosk.errors import FAULT, AccessError, KioskError, LogError, RuleSetError, SetupError, place_of
from kiosk.log.bodies import AdjudicationBody, FaultBody, StoppedBody
from kiosk.log.chores_run import Chores
from kiosk.log.copies_reader import open_station
from kiosk.log.filters_reader import Filter, Found
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import Reader
from kiosk.rules.ruling import Adjudication, Place, RulingFlag, Verdict, adjudicate, completed
from kiosk.setup.divisions import Division
from kiosk.setup.integrity import Change, InForce, changes
from kiosk.setup.store import WHEN_CHANGED
from kiosk.station.events import (
    CheckPasscode,
    PasscodeAccepted,
    PasscodeRefused,
    StopAsked,
    TimedOut,
    WriteRecord,
)
from kiosk.station.machine import Question, differs, question
from kiosk.station.opening_run import Opened, Opening, ScreenAtStart
from kiosk.station.station import DIFFERS, NOT_KNOWN, ruled
from kiosk.words.play import Play, WordSource, entered_twice, parse_play

# ---- opening -----------------------------------------------------------------------------------------------
# Opens everything a desk rules with, as the station does, or says in one sentence why it does not start.
#
# Rules it guards: the desk is the only writer of its log for as long as it runs; a set-up, list or rule set
# that was changed behind the program's back judges nothing; where staff have nothing to rule on there is
# none.

HOLDER = "kiosk desk"
DESK = "desk"


@frozen
class OpenedDesk:
    """*remark*: what the judge must know of a set-up that nobody vouches for; mostly empty."""

    opening: Opening
    opened: Opened
    setting: DeskSetting
    remark: str = ""
    folder: Path = Path()


def open_desk(folder: Path, clock: Clock, qt: str, *, windowed: bool) -> OpenedDesk:
    """The desk of the station in *folder*, whose log it keeps from now on; or KioskError, and nothing is
    kept."""
    opening = Opening(folder, clock, ScreenAtStart(qt, windowed, DESK), holder=HOLDER)
    try:
        return replace(_open_desk(opening), folder=folder)
    except BaseException:
        close_log(opening, "refused")
        raise


def _open_desk(opening: Opening) -> OpenedDesk:
    opened = opening.open()
    procedure, circumstances = opened.procedure, opened.circumstances
    changed = changes(InForce(opened.digest, procedure.divisions), opened.standing.past.setup)
    if changed is not None and changed.what is not Change.UNRECORDED:
        raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")
    setting = DeskSetting(
        procedure.divisions,
        circumstances.settings.letter,
        unguarded=procedure.unguarded,
        ask_table=procedure.ask_table,
    )
    if not setting.offered:
        titles = sorted({division.rules.short_title for division in procedure.divisions})
        raise RuleSetError(
            f"{', '.join(titles)} leaves no adjudication to staff, so there is nothing to do at a desk. Set "
            "up a rule set with a method for staff (“kiosk rules list”)."
        )
    opening.look_at_access(opened)
    return OpenedDesk(opening, opened, setting, "" if changed is None else changed.sentence)


def close_log(opening: Opening, how: str) -> None:
    """Let another program write; *how* the desk ended is on record if the log can take it."""
    with suppress(LogError):
        opening.log.append(StoppedBody(how))
    opening.log.close()


# ---- ruling ------------------------------------------------------------------------------------------------
# What a desk puts on record for a slip, and which ruling it looks at again.
#
# Rules it guards: what print was told to say is asked of no list; of a referral that print answers, the lists
# settle the words that were not for the book, and no more is recorded than the verdict on the whole.


def verdict_on(order: RuleSlip, source: WordSource) -> Verdict:
    """The verdict on the whole play of *order*: by the lists, by print, or by both where the lists had
    referred it."""
    if order.book is None:
        return adjudicate(Play(order.words), source)
    return completed(Play(order.words), source, order.book) if order.completes else order.book


def adjudication(
    order: RuleSlip, verdict: Verdict, division: Division, place: Place, flags: tuple[RulingFlag, ...]
) -> Adjudication:
    """The ruling *verdict* on the slip of *order*. *place*: where in the event; *around*: the flags that
    every ruling carries now."""
    doubled = (RulingFlag.DUPLICATE_WORD,) if entered_twice(order.words) else ()
    return replace(
        division.ruled(order.words, verdict, order.method),
        operator=order.by,
        place=replace(place, table=order.table),
        flags=tuple(sorted({*division.flags, *flags, *doubled})),
        effort=order.effort,
        after=order.after,
        opinion=order.opinion,
        slip=order.slip,
    )


# --- a ruling that is looked at again ---------------------------------------------------------------------


def earlier_ruling_on(path: Path, number: str, division: Division) -> EarlierRuling:
    """The first ruling of the challenge that *number* is on, with every opinion on it, from the log at
    *path*; LogError if there is none that could be looked at again by the lists and rules of *division*."""
    with open_station(path) as reader:
        found = first_of(reader, rulings_of(reader, number)[0])
        return _earlier(reader, found, division)


def same_ruling_on(
    path: Path, order: FindSame, division: Division, place: Place, now: str
) -> EarlierRuling | None:
    """The newest challenge of the round of *place*, and of the table that *order* names, on the same words;
    None where there is none. *now*: as records have it; no round lasts longer than is looked back."""
    wanted = Filter(
        since=_earliest(now, LONGEST_MIN if place.round is None else LONGEST_WRITTEN_MIN),
        kind=Kind.ADJUDICATION,
        event=place.event,
        round=place.round,
        division=division.id,
        word=max(order.words, key=len),
    )
    with open_station(path) as reader:
        for record in reader.find(wanted):
            if record.sound and record.ruling is not None and _is_same(record.ruling, order):
                with suppress(LogError):
                    return _earlier(reader, first_of(reader, record), division)
    return None


def _earliest(now: str, minutes: int) -> str:
    return (datetime.fromisoformat(now) - timedelta(minutes=minutes)).isoformat()[
        : len("2026-11-16T12:00:00")
    ]


def _is_same(ruling: AdjudicationBody, order: FindSame) -> bool:
    tables = {table for table in (ruling.table, order.table) if table is not None}
    return sorted(ruling.words) == sorted(order.words) and len(tables) <= 1


def _earlier(reader: Reader, found: Found, division: Division) -> EarlierRuling:
    ruling = found.ruling
    if ruling is None:
        raise LogError("That record is no ruling.")
    if division.id == ruling.division:
        check_law(ruling, division)
    return EarlierRuling(
        found.key,
        ruling.number,
        parse_play(ruling.words).words,
        ruling.division,
        ruling.table,
        ruling.slip,
        given(challenge_context(reader, found, division.rules)),
    )


# ---- run ---------------------------------------------------------------------------------------------------
# One run of a desk: it carries out what its machine orders, and shows where that leads. No Qt.
#
# The rule it guards: recorded, then shown. A ruling is durable before any page knows of it; what cannot be
# recorded is told as that, and nothing else happens.

MINUTE_MS, SECOND_MS = 60_000, 1000
CALL = "Nothing is ruled here until the director has looked at it."
FAULTY = f"{FAULT}\n\n{CALL}"


class DeskScreen(Protocol):
    """The desk's window and its one alarm."""

    def listen(self, on_event: Callable[[DeskEvent], None]) -> None:
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

    def key(self, event: DeskEvent) -> None:
        """Take a key that was pressed, or the wish to leave."""
        if self._over:
            if isinstance(event, LeaveAsked):
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
        if wrong := self._chores.tick(self._desk.opened.circumstances.settings, idle=idle):
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

    def _handle(self, event: DeskEvent) -> None:
        settle(self._step, self._carried_out, self.state, event)
        if not self._over:
            self._show()

    def _step(self, state: DeskState, event: DeskEvent) -> DeskNext:
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

    def _surroundings(self) -> DeskSurroundings:
        now, about = self._clock(), self._desk.opened.circumstances
        local = local_time(now.at, now.offset_min)
        remark = (self._desk.remark,) if self._desk.remark else ()
        return DeskSurroundings(
            about.settings.letter,
            about.code,
            local[11:16],
            (*about.banners(), *remark),
            about.event.name if about.event else "",
            about.round(local),
            now.offset_min,
        )

    # --- what the machine orders --------------------------------------------------------------------------

    def _carried_out(self, effect: DeskEffect) -> Iterable[DeskEvent]:
        match effect:
            case RuleSlip():
                return (self._judge(effect),)
            case FindRuling():
                return (self._find_ruling(effect),)
            case FindSame():
                return self._same(effect)
            case WriteRecord():
                return (self._write(effect),)
            case CheckPasscode(passcode):
                return (self._admit(passcode),)
            case FindDocketPrinters() | PrintDocket() | SaveDocket():
                return self._docket(effect)
            case LeaveDesk():
                self._end(0)
                return ()
            case _:
                unknown(effect)

    def _judge(self, order: RuleSlip) -> DeskEvent:
        opened, now = self._desk.opened, self._clock()
        division = opened.procedure.divisions[order.division]
        about = opened.circumstances
        place = about.place(division, local_time(now.at, now.offset_min))
        verdict = verdict_on(order, opened.sources[order.division])
        asked = adjudication(order, verdict, division, place, about.flags())
        if order.book is None and differs(asked, self._ruled):
            return NotSaved(f"{DIFFERS} {CALL}")
        try:
            ruling = ruled(self._log, asked)
        except LogError as error:
            return NotSaved(str(error), doubtful=self._doubtful(error))
        if order.book is None:
            self._ruled[question(asked)] = verdict
        log = self._log.opened
        head = log.head() if log is not None else None
        return SlipRuled(ruling, (head.station, head.epoch, ruling.seq) if head else ("", "", ruling.seq))

    def _doubtful(self, error: LogError) -> bool:
        """Whether nobody knows if the ruling is on record: the log could not be opened again, or it landed
        though it was reported as failed."""
        if NOT_KNOWN in str(error):
            return True
        with suppress(LogError):
            return self._log.unseen() is not None
        return True

    def _find_ruling(self, order: FindRuling) -> DeskEvent:
        log = self._log.opened
        if log is None:
            return NothingFound("The log is not open.")
        try:
            division = self._desk.setting.divisions[order.division]
            return RulingFound(earlier_ruling_on(log.path, order.number, division))
        except KioskError as error:
            return NothingFound(str(error))

    def _same(self, order: FindSame) -> tuple[DeskEvent, ...]:
        """A log that cannot be read keeps nobody from ruling: whatever is ruled is written to it first."""
        log, now = self._log.opened, self._clock()
        if log is None:
            return ()
        division = self._desk.setting.divisions[order.division]
        place = self._desk.opened.circumstances.place(division, local_time(now.at, now.offset_min))
        with suppress(KioskError):
            earlier = same_ruling_on(log.path, order, division, place, now.at)
            return () if earlier is None else (SameFound(earlier),)
        return ()

    def _write(self, order: WriteRecord) -> DeskEvent:
        try:
            try:
                self._log.append(order.body)
            except LogError:
                self._log.reopen()
                self._log.append(order.body)
        except LogError as error:
            return NotSaved(str(error))
        return RecordWritten()

    def _admit(self, passcode: str) -> DeskEvent:
        try:
            return PasscodeAccepted(self._door.check(passcode), self._door.warning())
        except AccessError as refusal:
            return PasscodeRefused(str(refusal), refusal.wait_ms)

    # --- dockets ------------------------------------------------------------------------------------------

    def _docket(self, order: FindDocketPrinters | PrintDocket | SaveDocket) -> tuple[DeskEvent, ...]:
        if isinstance(order, FindDocketPrinters):
            self._printing.find(lambda names: self._came(DocketPrintersFound(names)))
            return ()
        division = order.ruling.adjudication.place.division
        rules = next(
            candidate for candidate in self._desk.setting.divisions if candidate.id == division
        ).rules
        lines = docket_lines(order.ruling, rules, self._surroundings())
        if isinstance(order, SaveDocket):
            copy = self._desk.opened.circumstances.settings.second_copy
            return (saved_docket(order, lines, self._desk.folder, copy),)
        print_docket(order, lines, self._printing, self._came)
        return ()

    def _came(self, event: DeskEvent) -> None:
        """What a process beside the desk answered; no key was pressed."""
        if not self._over:
            self._handle(event)

    def _end(self, code: int) -> None:
        self._over = True
        self._chores.end()
        close_log(self._desk.opening, "judge")
        self._screen.exit(code)
