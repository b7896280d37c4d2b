"""One run of the console: feeds its machine, carries out its orders, shows where it ended up. No Qt.

An answer that comes in while another event is being taken waits for its turn: one thing at a time. What goes
wrong as expected is a sentence on the page; a fault of the program itself is nobody's to catch here.
"""

from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import TypeAlias

from kiosk.actions.run_console import around, door
from kiosk.actions.run_console.carrying import carried_out
from kiosk.actions.run_console.ports import ConsoleParts
from kiosk.core.machine import settle, unknown
from kiosk.director.console.effects import (
    AskLog,
    CarryOut,
    CloseConsole,
    ConsoleEffect,
    ListHeads,
    LookAround,
    Peek,
    TryPasscode,
    Withdraw,
)
from kiosk.director.console.events import (
    Answered,
    AroundSeen,
    ConsoleEvent,
    HeadsListed,
    Peeked,
    Progressed,
)
from kiosk.director.console.reading import Answer, Question
from kiosk.director.console.states import ConsoleSetting, ConsoleState, Gone, Inside
from kiosk.director.console.step import NextConsole, first, step
from kiosk.director.console.values import (
    Examine,
    ExportRows,
    HearEvent,
    MakePaper,
    OfferForms,
    SeeReport,
    SeeRuling,
    Where,
    Work,
    WriteReport,
)
from kiosk.errors import KioskError
from kiosk.lockdown.heartbeat import OPENING_S

READ_ONLY = (HearEvent, Examine, ExportRows)
READ_ONLY_PAPER = (SeeRuling, MakePaper, OfferForms, SeeReport, WriteReport)
Look: TypeAlias = LookAround | ListHeads


class ConsoleRun:
    """One console. Its collaborators are passed in as *parts*."""

    def __init__(self, parts: ConsoleParts) -> None:
        self._parts = parts
        self._waiting: deque[ConsoleEvent] = deque()
        self._at_work = False
        guarded = parts.where is Where.ALONE and door.is_guarded(parts.staff)
        self._looking: set[type[Look]] = set()
        self.state, self._begin = first(ConsoleSetting(parts.where, guarded, bool(parts.logs)))

    def begin(self) -> None:
        """Show the first state, and ask for what it needs."""
        effects, self._begin = self._begin, ()
        self._parts.screen.show(self.state, self._now_ms())
        for effect in effects:
            self._waiting.extend(self._carried_out(effect))
        self._take_all()

    def handle(self, event: ConsoleEvent) -> None:
        """Take *event* to its end, then show the state it led to."""
        self._waiting.append(event)
        self._take_all()

    def _take_all(self) -> None:
        if self._at_work:
            return
        self._at_work = True
        try:
            while self._waiting:
                self.state = settle(self._step, self._carried_out, self.state, self._waiting.popleft())
                if not isinstance(self.state, Gone):
                    self._parts.screen.show(self.state, self._now_ms())
        finally:
            self._at_work = False

    def _now_ms(self) -> int:
        return self._parts.staff.clock().mono_ms

    def _step(self, state: ConsoleState, event: ConsoleEvent) -> NextConsole:
        return step(state, event, self._now_ms())

    def _carried_out(self, effect: ConsoleEffect) -> Iterable[ConsoleEvent]:
        match effect:
            case AskLog(question):
                self._parts.reading.ask(
                    question, partial(self._answered, question), partial(self._progressed, question)
                )
            case Withdraw(question):
                self._parts.reading.withdraw(question)
            case Peek():
                return self._peeked()
            case LookAround() | ListHeads():
                self._look(effect)
            case TryPasscode(passcode):
                with self._parts.busy(OPENING_S):  # the hash is slow on purpose
                    return (door.tried(self._parts.staff, passcode),)
            case CarryOut(order):
                self._parts.screen.soon(partial(self._carry_out, order))
            case CloseConsole(leaving):
                self.end()
                self._parts.screen.close(leaving)
            case _:
                unknown(effect)
        return ()

    def _peeked(self) -> Iterable[ConsoleEvent]:
        staff, where = self._parts.staff, self._parts.where
        try:
            return (Peeked(around.log_count(staff), around.is_held(staff, where)),)
        except KioskError:
            return ()

    def _look(self, effect: Look) -> None:
        """Look once the page can be seen; whoever asks again before that is answered by the same look. The
        first look is taken at once: what a key does depends on it."""
        if not (isinstance(self.state, Inside) and self.state.status is not None):
            self._looked(effect)
        elif type(effect) not in self._looking:
            self._looking.add(type(effect))
            self._parts.screen.soon(partial(self._looked, effect))

    def _looked(self, effect: Look) -> None:
        """Tell what is seen; where nothing can be read, the page keeps what it has, and its answers say
        why."""
        self._looking.discard(type(effect))
        if isinstance(self.state, Gone):
            return
        staff, where = self._parts.staff, self._parts.where
        try:
            with self._parts.busy():
                seen = (
                    AroundSeen(around.around(staff, where))
                    if isinstance(effect, LookAround)
                    else HeadsListed(around.heads_listed(staff))
                )
        except KioskError:
            return
        self.handle(seen)

    def _answered(self, question: Question, answer: Answer) -> None:
        self.handle(Answered(question, answer))

    def _progressed(self, question: Question, done: int, of: int) -> None:
        self.handle(Progressed(question, done, of))

    def _carry_out(self, order: Work) -> None:
        with self._parts.busy(OPENING_S):  # the whole log may be read
            came = carried_out(self._parts.staff, order, self._parts.printer, self._parts.logs)
        if not isinstance(order, READ_ONLY + READ_ONLY_PAPER):
            self._parts.changed()
        self.handle(came)

    def end(self) -> None:
        """The console is gone: whatever is still on its way reaches nobody."""
        self.state = Gone()
        self._parts.reading.end()
