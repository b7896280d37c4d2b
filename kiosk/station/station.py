"""Runs one challenge machine: feeds it events, carries out its orders, shows where it ended up."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from kiosk.base.frozen import frozen
from kiosk.base.machine import NotCarriedOut, settle, unknown
from kiosk.errors import FAULT, AccessError, KioskError, LogError
from kiosk.log.bodies import UnlockBody
from kiosk.log.body import Body
from kiosk.log.chain import Record
from kiosk.rules.ruling import Adjudication, LoggedRuling, Place, RulingFlag, Verdict, adjudicate
from kiosk.setup.divisions import Division
from kiosk.setup.passcodes import Role
from kiosk.station import records
from kiosk.station.closed import Closed
from kiosk.station.events import (
    CheckPasscode,
    Effect,
    Event,
    JudgeAndLog,
    Leave,
    OpenConsole,
    PasscodeAccepted,
    PasscodeRefused,
    RestoreService,
    RulingLogged,
    ServiceRestored,
    SwitchLarge,
    TellTime,
    TimedOut,
    TimeTold,
    TroubleFound,
    ViolationSeen,
    WriteRecord,
)
from kiosk.station.idle import idle
from kiosk.station.machine import (
    Question,
    adjudication,
    change,
    differs,
    in_time,
    locks_out,
    question,
    remaining,
    step,
)
from kiosk.station.states import Next, Procedure, State
from kiosk.station.verdict import Told
from kiosk.station.violations import Violations, count_violation, forgive, rest
from kiosk.words.play import Play, WordSource

# ---- surface -----------------------------------------------------------------------------------------------
# What a station stands on, as it asks for it. `app` gives it the real things, tests give it fakes.
#
# Nothing here does anything: to find what is behind a call of `Station`, look for the class that is passed in
# for that part of `Collaborators`.


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
    """Who may open a closed station. Every try is on record. A protocol, for this file reads no file."""

    def check(self, passcode: str) -> Role:
        """The role *passcode* opens, or AccessError with the sentence to show."""

    def warning(self) -> str:
        """What the last person let in must know; usually empty."""


class Surface(Protocol):
    """The ground under a station: the screen, the clock, the event, and a memory that outlives a crash; the
    run, of which this file must know nothing."""

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

    def remember_closed(self, why: str) -> None:
        """Remember across restarts that the station is closed, even if the log cannot."""

    def forget_closed(self) -> None:
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


# ---- station -----------------------------------------------------------------------------------------------
# Runs one challenge machine: feeds it events, carries out its orders, shows where it ended up.
#
# The order is the promise: a key is handled completely, records included, before anything is shown. No Qt, no
# SQL: log, clock, passcodes and screen are passed in. It has no rules of its own: `machine` says what may
# happen next.

NOT_SAVED = "The record could not be saved."
NOT_KNOWN = (
    "No verdict is given. Look with “kiosk log list” whether the play is on record before it is judged again."
)
DIFFERS = "Two rulings on the same words differ."


def record_ruling(log: RulingLog, adjudication: Adjudication) -> LoggedRuling:
    """The ruling on *adjudication*, durable; a failed write is tried once more on a log opened again."""
    try:
        return log.rule(adjudication)
    except LogError:
        # The failed handle is gone. A fresh one that verifies may be asked once more; then no more. If the
        # ruling had landed all the same, it is confirmed and not made twice.
        try:
            log.reopen()
        except LogError as error:
            raise LogError(f"{error} {NOT_KNOWN}") from error
        return log.rule(adjudication)


class Station:
    """One challenge station."""

    def __init__(
        self,
        procedure: Procedure,
        sources: Sequence[WordSource],
        with_: Collaborators,
        violations: Violations | None = None,
    ) -> None:
        self.procedure = procedure
        self.large = False
        self._sources = sources
        self._log = with_.log
        self._passcodes = with_.passcodes
        self._surface = with_.surface
        self._violations = violations or Violations()
        self._ruled: dict[Question, Verdict] = {}
        self.state: State = idle(procedure, self._surface.now_ms())

    def begin(self, first: Closed | Told | None = None, *, remembered: bool = False) -> None:
        """Show the state *first*, or idle. *remembered*: the station was closed before this run."""
        self.state = first or idle(self.procedure, self._surface.now_ms())
        self._step(self.state, TimeTold(self._surface.local_time()))  # since when it is closed
        if isinstance(first, Closed) and not remembered:
            self._close(first)
        self._surface.show(self.state)

    def key(self, event: Event) -> None:
        """Handle a key that was pressed, or what it amounts to by now."""
        for due in in_time(self.state, event, self._surface.now_ms(), self.procedure):
            self.handle(due)

    def time_out(self) -> bool:
        """End the present state if it has stood as long as it may."""
        over = remaining(self.state, self._surface.now_ms(), self.procedure) == 0
        if over:
            self.handle(TimedOut())
        return over

    def handle(self, event: Event) -> None:
        """Take *event* to its end, then show the state it led to."""
        before = self.state
        settle(self._step, self._carry_out, before, event)
        brought = change(before, self.state)
        if brought.challenge_over:
            self.large = False
        if brought.closed is not None:
            self._close(brought.closed)
        self._surface.show(self.state)

    def _step(self, state: State, event: Event) -> Next:
        # Kept at once: if an effect meets a fault, the station stands where the step had led.
        self.state, effects = step(state, event, self._surface.now_ms(), self.procedure)
        return self.state, effects

    def toggle_large(self) -> None:
        """Switch the extra-large view on or off, until the next challenge."""
        self.large = not self.large
        self._surface.show(self.state)

    def on_violation(self, what: str, lasted_ms: int = 0) -> None:
        """Record a violation and discard whatever was on the screen. A closed station records too: locking it
        first gives nobody a free hand."""
        before = self._violations
        self._violations, sighting = count_violation(before, what, self._surface.now_ms(), lasted_ms)
        locks = locks_out(self.state, sighting, self.procedure)
        # An echo is not recorded each time; but whatever was typed since the last one goes all the same.
        trouble = self._write_all(records.record_violation(before, what, sighting, locks))
        self.handle(trouble or ViolationSeen(what, locks, self._surface.local_time()))

    def tick(self) -> None:
        """Once a second: end a state even if the alarm slept; put on record what was folded into the last
        violation when it is over."""
        self.time_out()
        before = self._violations
        self._violations = rest(before, self._surface.now_ms())
        if self._violations != before and (trouble := self._write_all(records.record_echoes(before))):
            self.handle(trouble)

    def _close(self, state: Closed) -> None:
        self._surface.remember_closed(state.why)
        # If the log is the trouble the mark alone remembers; the station is closed either way.
        self._write(state.record())

    # --- effects ------------------------------------------------------------------------------------------

    def _carry_out(self, effect: Effect) -> Iterable[Event]:
        try:
            return self._replies(effect)
        except NotCarriedOut:
            return (TroubleFound(FAULT),)

    def _replies(self, effect: Effect) -> Iterable[Event]:
        match effect:
            case JudgeAndLog():
                return (self._judge(effect),)
            case WriteRecord():
                trouble = self._write(effect)
                return () if trouble is None else (trouble,)
            case CheckPasscode(passcode):
                return (self._admit(passcode),)
            case TellTime():
                return (TimeTold(self._surface.local_time()),)
            case SwitchLarge():
                self.large = not self.large
                return ()
            case RestoreService():
                return (self._restore(),)
            case OpenConsole():
                self._surface.open_console()
                return ()
            case Leave():
                self._surface.leave()
                return ()
            case _:
                unknown(effect)

    def _judge(self, order: JudgeAndLog) -> Event:
        verdict = adjudicate(Play(order.words), self._sources[order.division])
        asked = self._adjudication(order, verdict)
        if differs(asked, self._ruled):
            return TroubleFound(DIFFERS)
        self._ruled[question(asked)] = verdict
        try:
            return RulingLogged(self._rule_on(asked))
        except LogError:
            return TroubleFound(NOT_SAVED)

    def _rule_on(self, asked: Adjudication) -> LoggedRuling:
        return record_ruling(self._log, asked)

    def _adjudication(self, order: JudgeAndLog, verdict: Verdict) -> Adjudication:
        place = self._surface.place(self.procedure.divisions[order.division])
        return adjudication(order, verdict, self.procedure, place, self._surface.flags())

    def _write_all(self, orders: Iterable[WriteRecord]) -> TroubleFound | None:
        """Write one record after the other, up to the first that cannot be written."""
        for order in orders:
            if trouble := self._write(order):
                return trouble
        return None

    def _write(self, order: WriteRecord) -> TroubleFound | None:
        try:
            try:
                self._append(order)
            except LogError:
                self._log.reopen()
                self._append(order)
        except LogError:
            return TroubleFound(NOT_SAVED)
        if isinstance(order.body, UnlockBody):
            self._surface.forget_closed()
            self._violations = forgive(self._violations)
        return None

    def _append(self, order: WriteRecord) -> None:
        order = records.correct(order, self._log.unseen())
        self._log.append(order.body)

    def _admit(self, passcode: str) -> Event:
        try:
            return PasscodeAccepted(self._passcodes.check(passcode), self._passcodes.warning())
        except AccessError as refusal:
            return PasscodeRefused(str(refusal), refusal.wait_ms)

    def _restore(self) -> Event:
        try:
            self.procedure, self._sources = self._surface.restore()
            if (ruling := self._log.unseen()) is not None:  # the trouble kept its closing off the record
                self._append(records.record_never_shown(ruling))
        except KioskError as error:
            return TroubleFound(str(error))
        self._ruled.clear()
        return ServiceRestored()
