"""Runs one challenge machine: feeds it events, carries out its orders, shows where it ended up.

The order of things is the promise: a key is handled to its very end, records included, before anything is
shown. No Qt, no SQL: log, clock, passcodes and screen are passed in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from kiosk.core.challenge.procedure import Procedure, remaining, standing
from kiosk.core.challenge.ruling import Adjudication, Effort, LoggedRuling, Place, Verdict, adjudicate
from kiosk.core.challenge.states import (
    Checking,
    CheckPasscode,
    ChoosingDivision,
    Counting,
    Effect,
    Event,
    JudgeAndLog,
    KeysMoved,
    Locked,
    OutOfService,
    PasscodeAccepted,
    PasscodeRefused,
    RestoreService,
    RulingLogged,
    ServiceRestored,
    State,
    TimedOut,
    TroubleFound,
    Unlocking,
    ViolationSeen,
    WithDirector,
    WriteRecord,
)
from kiosk.core.challenge.step import step
from kiosk.core.log.canonical import Json
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.setup.division import Division
from kiosk.core.watch.violations import FOLD_MS, Watch, forgiven, seen
from kiosk.core.words.lexicon import WordSource
from kiosk.core.words.play import Play, Word, entered_twice
from kiosk.errors import AccessError, KioskError, LogError

METHOD = "self_station"
NOT_SAVED = "The record could not be saved."
NOT_KNOWN = (
    "No verdict is given. Look with “kiosk log list” whether the play is on record before it is judged again."
)
NEVER_SHOWN = "never_shown"
DIFFERS = "Two rulings on the same words differ."


class RulingLog(Protocol):
    """The log, as far as a station needs it. Each call is durable when it returns, or raises LogError."""

    def append(self, kind: Kind, body: Mapping[str, Json]) -> Record: ...
    def rule(self, adjudication: Adjudication) -> LoggedRuling: ...
    def unseen(self) -> Record | None:
        """A ruling that is on record though its verdict was never returned, until its closing is recorded."""

    def reopen(self) -> None: ...


def ruled(log: RulingLog, adjudication: Adjudication) -> LoggedRuling:
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


class Passcodes(Protocol):
    def check(self, passcode: str) -> str:
        """The role *passcode* opens, or AccessError with the sentence to show."""

    def warning(self) -> str:
        """What whoever was let in last must know; mostly empty."""


class Surface(Protocol):
    """What the station stands on: the screen, the clock, the event, and a memory that outlives a crash."""

    def now_ms(self) -> int: ...
    def local_time(self) -> str: ...
    def place(self, division: Division) -> Place:
        """Where in the event a challenge is made now."""

    def flags(self) -> tuple[str, ...]:
        """What the record must say of the circumstances, whoever plays."""

    def show(self, state: State) -> None: ...
    def closed(self, why: str) -> None:
        """Remember across restarts that the station is closed, even if the log cannot."""

    def resumed(self) -> None:
        """The station was given back to the players by someone with the right to do so."""

    def restore(self) -> tuple[Procedure, Sequence[WordSource]]:
        """Open and verify everything anew, or raise KioskError."""

    def leave(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Collaborators:
    log: RulingLog
    passcodes: Passcodes
    surface: Surface


class Station:
    """One challenge station."""

    def __init__(
        self,
        procedure: Procedure,
        sources: Sequence[WordSource],
        with_: Collaborators,
        watch: Watch | None = None,
    ) -> None:
        self.procedure = procedure
        self.large = False
        self._sources = sources
        self._log = with_.log
        self._passcodes = with_.passcodes
        self._surface = with_.surface
        self._watch = watch or Watch()
        self._ruled: dict[tuple[str, str, str, tuple[Word, ...]], Verdict] = {}
        self.state: State = procedure.idle(self._surface.now_ms())

    def begin(self, closed: Locked | OutOfService | None = None, *, remembered: bool = False) -> None:
        """Show the first state: idle, or *closed*. *remembered*: the station was closed before this run."""
        self.state = closed or self.procedure.idle(self._surface.now_ms())
        if closed is not None and not remembered:
            self._close(closed)
        self._surface.show(self.state)

    def key(self, event: Event) -> None:
        """A key that was pressed; one that comes when its state should have ended already ends it instead."""
        # After a sleep or a stall the alarm is late, and the key was meant for a screen nobody sees any more.
        # A state that is only about to be armed is not over: the key comes first, and begins its second anew.
        over = standing(self.state, self._surface.now_ms(), self.procedure) == 0
        if over:
            self.handle(TimedOut())
        if not over or isinstance(event, KeysMoved):  # what is down is down, whatever page stands over it
            self.handle(event)

    def time_out(self) -> bool:
        """End the present state if it has stood as long as it may."""
        over = remaining(self.state, self._surface.now_ms(), self.procedure) == 0
        if over:
            self.handle(TimedOut())
        return over

    def handle(self, event: Event) -> None:
        """Take *event* to its end, then show the state it led to."""
        before = self.state
        pending = [event]
        while pending:
            now_ms = self._surface.now_ms()
            self.state, effects = step(self.state, pending.pop(0), now_ms, self.procedure)
            for effect in effects:
                pending.extend(self._carried_out(effect))
        self._after(before)
        self._surface.show(self.state)

    def toggle_large(self) -> None:
        """The extra-large view on or off, until the next challenge."""
        self.large = not self.large
        self._surface.show(self.state)

    def violated(self, what: str, lasted_ms: int = 0) -> None:
        """Record a violation and discard whatever was on the screen. A closed station records too: whoever
        locks it first has no free hand."""
        before = self._watch
        self._watch, sighting = seen(before, what, self._surface.now_ms(), lasted_ms)
        if sighting.echo:
            # Counted, not recorded each time; but whatever was typed since the last one goes all the same.
            self.handle(ViolationSeen(what, False, self._surface.local_time()))
            return
        folded = self._folded(before)
        # Whoever holds the station by passcode is not locked out of it, and what is closed is closed already.
        held = self.procedure.unguarded or isinstance(self.state, WithDirector | Locked | OutOfService)
        locks = sighting.locks and not held
        body: dict[str, Json] = {"what": what, "lasted_ms": sighting.lasted_ms, "locks": locks}
        trouble = folded or self._written(WriteRecord(Kind.VIOLATION, body))
        self.handle(trouble or ViolationSeen(what, locks, self._surface.local_time()))

    def tick(self) -> None:
        """Once a second: a state ends even if the alarm slept; what was folded into the last violation is put
        on record when it is over."""
        self.time_out()
        before = self._watch
        if before.echoes and self._surface.now_ms() - before.seen_ms >= FOLD_MS:
            self._watch = replace(before, echoes=0)
            if trouble := self._folded(before):
                self.handle(trouble)

    def _folded(self, watch: Watch) -> TroubleFound | None:
        """Put on record how often the last violation of *watch* was seen again."""
        if not watch.echoes:
            return None
        body: dict[str, Json] = {"what": watch.what, "echoes": watch.echoes}
        return self._written(WriteRecord(Kind.VIOLATION, body))

    def _after(self, before: State) -> None:
        """What a change of state brings with it."""
        if type(before) is type(self.state):
            return
        if isinstance(self.state, ChoosingDivision | Counting):
            self.large = False
        if isinstance(self.state, Locked | OutOfService) and not _was_closed(before, self.state):
            self._close(self.state)

    def _close(self, state: Locked | OutOfService) -> None:
        name, why = ("locked", state.what) if isinstance(state, Locked) else ("out_of_service", state.why)
        self._surface.closed(why)
        body: dict[str, Json] = {"state": name, "why": why}
        # If the log is the trouble the mark alone remembers; the station is closed either way.
        self._written(WriteRecord(Kind.LOCKED, body))

    # --- effects ------------------------------------------------------------------------------------------

    def _carried_out(self, effect: Effect) -> tuple[Event, ...]:
        match effect:
            case JudgeAndLog():
                return (self._judged(effect),)
            case WriteRecord():
                trouble = self._written(effect)
                return () if trouble is None else (trouble,)
            case CheckPasscode(passcode):
                return (self._admitted(passcode),)
            case RestoreService():
                return (self._restored(),)
        self._surface.leave()
        return ()

    def _judged(self, order: JudgeAndLog) -> Event:
        checked = order.checked
        place = checked.entry.division
        verdict = adjudicate(Play(checked.words), self._sources[place])
        adjudication = self._adjudication(checked, verdict, order.verify_ms)
        if self._differs(adjudication):
            return TroubleFound(DIFFERS)
        try:
            return RulingLogged(self._ruled_on(adjudication))
        except LogError:
            return TroubleFound(NOT_SAVED)

    def _ruled_on(self, adjudication: Adjudication) -> LoggedRuling:
        return ruled(self._log, adjudication)

    def _differs(self, adjudication: Adjudication) -> bool:
        """Whether these words were ruled on before, by the same list and rules, with another verdict."""
        long = adjudication.long_lexicon
        key = (
            adjudication.lexicon.fingerprint,
            long.fingerprint if long else "",
            adjudication.rules.fingerprint,
            tuple(sorted(adjudication.words)),
        )
        return self._ruled.setdefault(key, adjudication.verdict) is not adjudication.verdict

    def _adjudication(self, checked: Checking, verdict: Verdict, verify_ms: int) -> Adjudication:
        division = self.procedure.divisions[checked.entry.division]
        place = self._surface.place(division)
        return replace(
            division.ruled(checked.words, verdict, METHOD),
            declared=checked.entry.declared,
            place=replace(place, table=int(checked.table) if checked.table else None),
            flags=self._flags(checked, division),
            effort=Effort(
                entry_ms=max(0, checked.opened_ms - checked.entry.began_ms),
                verify_ms=max(0, verify_ms),
                edits=checked.entry.edits,
            ),
        )

    def _flags(self, checked: Checking, division: Division) -> tuple[str, ...]:
        flags = [*division.flags, *self._surface.flags()]
        if entered_twice(checked.words):
            flags.append("duplicate_word")
        until = division.rules.method(METHOD).edit_until
        if checked.entry.list_changed and until != "adjudication":
            flags.append("list_changed_at_station")
        if self.procedure.ask_table and not checked.table:
            flags.append("no_table")
        return tuple(sorted(set(flags)))

    def _written(self, order: WriteRecord) -> TroubleFound | None:
        try:
            try:
                self._append(order)
            except LogError:
                self._log.reopen()
                self._append(order)
        except LogError:
            return TroubleFound(NOT_SAVED)
        if order.kind is Kind.UNLOCK:
            self._surface.resumed()
            self._watch = forgiven(self._watch)
        return None

    def _append(self, order: WriteRecord) -> None:
        """Write what *order* says, unless the log knows better: an entry whose ruling is on record was not
        abandoned, but its verdict was never shown."""
        ruling = self._log.unseen() if order.kind is Kind.ABANDONED else None
        if ruling is None:
            self._log.append(order.kind, order.body)
        else:
            self._log.append(Kind.CLOSED, _never_shown(ruling))

    def _admitted(self, passcode: str) -> Event:
        try:
            return PasscodeAccepted(self._passcodes.check(passcode), self._passcodes.warning())
        except AccessError as refusal:
            return PasscodeRefused(str(refusal), refusal.wait_ms)

    def _restored(self) -> Event:
        try:
            self.procedure, self._sources = self._surface.restore()
            if (ruling := self._log.unseen()) is not None:  # the trouble kept its closing off the record
                self._log.append(Kind.CLOSED, _never_shown(ruling))
        except KioskError as error:
            return TroubleFound(str(error))
        self._ruled.clear()
        return ServiceRestored()


def _never_shown(ruling: Record) -> dict[str, Json]:
    return {"seq": ruling.seq, "number": ruling.data["number"], "how": NEVER_SHOWN, "after_ms": 0}


def _was_closed(before: State, after: Locked | OutOfService) -> bool:
    """Whether someone only stood at the door of a closed station and went away again."""
    # Each such visit would otherwise leave another record that the station was closed.
    if not isinstance(before, Unlocking | WithDirector):
        return False
    return replace(before.under, since_ms=after.since_ms) == after
