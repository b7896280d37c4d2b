"""One run of the console: its door, its machine fed, its orders carried out. No Qt."""

import os
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TypeAlias, assert_never, cast

from kiosk.actions import NO_TOOLS, Tools
from kiosk.base.machine import settle, unknown
from kiosk.base.printable import printable
from kiosk.console import events, orders, status_worker, values
from kiosk.console.actions import Done
from kiosk.console.client import ConsoleParts
from kiosk.console.machine import first, step
from kiosk.console.states import ConsoleSetting, ConsoleState, Gone, Next
from kiosk.decisions.actions import DecisionRecorded
from kiosk.decisions.reveal_actions import RevealedWords
from kiosk.errors import AccessError, KioskError, LogError
from kiosk.events import actions
from kiosk.lockdown.health_reader import holds_log
from kiosk.lockdown.heartbeat import OPENING_S
from kiosk.log.bodies import UnlockFailedBody
from kiosk.log.guesses import MANY_FAILURES
from kiosk.log.standing_reader import read_standing
from kiosk.log.store import log_path
from kiosk.paper.printer_actions import PrinterNames
from kiosk.paper.sheet import Sheet
from kiosk.setup.access_store import hand_over, loss_noted
from kiosk.setup.passcodes import DoorBody, Role
from kiosk.setup.read_back import say_moment
from kiosk.setup.staff_actions import GONE, Staff, open_access, writing
from kiosk.worker import Ended, Failed, finish

# ---- door --------------------------------------------------------------------------------------------------
# The console's door: the director's passcode and nobody else's, each try on record.
#
# Beside a running station the log has another writer. A try is then kept in the access file, and the station
# puts it on record when it next looks there.

WHERE = "kiosk director"
WRONG = "That is not the director's passcode."


def is_guarded(staff: Staff) -> bool:
    """Whether a passcode is asked for: one is set, or was. What cannot be read guards too."""
    try:
        if open_access(staff.folder, staff.clock).is_set():
            return True
        path = log_path(staff.folder)
        return path.exists() and bool(read_standing(path).past.passcodes)
    except KioskError:
        return True


def try_passcode(staff: Staff, passcode: str) -> events.LetIn | events.NotLetIn:
    """What *passcode* opens."""
    try:
        access = open_access(staff.folder, staff.clock)
        if not access.is_set():
            _note_loss(staff)
            return events.NotLetIn(GONE)
        answer = access.attempt(passcode, (Role.DIRECTOR,), WHERE)
        _put(staff, answer.order)
    except AccessError as error:
        return events.NotLetIn(str(error), error.wait_ms)
    if answer.role is None:
        early = isinstance(answer.order, UnlockFailedBody) and answer.order.why == "too_soon"
        return events.NotLetIn("" if early else WRONG, answer.wait_ms)
    if answer.guesses < MANY_FAILURES:
        return events.LetIn()
    return events.LetIn(
        f"{answer.guesses} wrong passcodes were typed here in a row. See the log, and set a new one."
    )


def _put(staff: Staff, order: DoorBody) -> None:
    access = open_access(staff.folder, staff.clock)
    try:
        with writing(staff, WHERE, name=log_path(staff.folder).name) as log:
            hand_over(access, log.append)
            log.append(order)
    except LogError:
        access.keep(order)


def _note_loss(staff: Staff) -> None:
    try:
        with writing(staff, WHERE, name=log_path(staff.folder).name) as log:
            loss_noted(read_standing(log.path).past, log.append)
    except LogError:
        return  # the station itself notes it


# ---- what orders come to -----------------------------------------------------------------------------------
# The result of an order as what happened to the console: in words, where a window tells it as it is.
#
# The rule guarded here: what was revealed goes back to whoever asked, and is kept nowhere here.

DIED = "The work ended unexpectedly. Try again; if that does not help, verify the log."


Result: TypeAlias = (
    Failed
    | Done
    | DecisionRecorded
    | values.RulingShown
    | values.FormsOffered
    | PrinterNames
    | Sheet
    | RevealedWords
    | actions.HeardEvent
    | actions.OpenedEvent
    | actions.ClosedEvent
    | actions.ClosedForTonight
    | actions.CalledRound
)


def carry_out(staff: Staff, order: orders.Work, tools: Tools = NO_TOOLS) -> events.OrderEvent:
    """Have *order* done in this process, and say what it came to. An event of which something else is odd by
    now than was confirmed is read back again."""
    heard: list[object] = []
    ended = finish(order, staff, replace(tools, tell=heard.append))
    if isinstance(ended, Ended):
        return describe(staff, order, cast(Result, ended.result))
    for again in heard:
        if (
            isinstance(order, orders.OpenEvent)
            and isinstance(again, actions.ReadBack)
            and again.odd not in ((), order.odd)
        ):
            return _read_back(order.id or "", order.name or "", again)
    return describe(staff, order, ended)


def describe(staff: Staff, order: orders.Work, result: Result) -> events.OrderEvent:
    """What the *result* of *order* is to a console."""
    match result:
        case Failed(sentence):
            return events.OrderFailed(order, sentence or DIED)
        case Done(title, lines, wrong):
            return events.OrderDone(order, title, lines, wrong)
        case DecisionRecorded(body=body, seq=seq):
            said: values.Lines = (("Decided", printable(body.sentence)), ("Record", str(seq)))
            return events.OrderDone(order, "Decided, and on record", said)
        case values.RulingShown():
            return events.RulingSeen(cast(orders.SeeRuling, order), result)
        case values.FormsOffered():
            return events.FormsSeen(cast(orders.OfferForms, order), result)
        case PrinterNames(names):
            return events.PrintersFound(cast(orders.FindPrinters, order), names)
        case Sheet():
            return events.ReportSeen(cast(orders.SeeReport, order), result)
        case RevealedWords(number, verdict, lists, words):
            answers = tuple((printable(word.word), word.answer.value) for word in words)
            return events.WordsRevealed(
                cast(orders.RevealWords, order), values.RevealedShown(number, verdict, lists, answers)
            )
        case actions.HeardEvent(event, heard):
            return _read_back(event.id, event.name, heard)
        case actions.OpenedEvent(event=event, given_out=out):
            return _give_out(staff, order, f"The event “{printable(event.name)}” is open", out)
        case actions.ClosedEvent(event, out):
            return _give_out(staff, order, f"The event “{printable(event.name)}” is closed", out)
        case actions.ClosedForTonight(given_out=out):
            return _give_out(staff, order, "Closed for tonight", out)
        case actions.CalledRound(number=number):
            what = "has started" if isinstance(order, orders.StartRound) else "is over"
            return events.OrderDone(order, f"Round {number} {what}", _describe_round(result))
        case _:
            assert_never(result)


def _read_back(id: str, name: str, heard: actions.ReadBack) -> events.EventHeard:
    said = tuple((printable(subject), printable(words)) for subject, words in heard.said.items())
    return events.EventHeard(id, name, said, heard.odd)


def _give_out(staff: Staff, order: orders.Work, title: str, out: actions.GivenOut) -> events.OrderDone:
    copied: values.Lines = (
        () if out.copy is None or out.uncopied else (("Second copy", printable(out.copy.note)),)
    )
    wrong = () if out.uncopied is None else (f"NOT COPIED. {printable(out.uncopied)} Then press T.",)
    return events.OrderDone(
        order, title, copied, wrong, status_worker.given_head(out.head, out.letter, staff)
    )


def _describe_round(called: actions.CalledRound) -> values.Lines:
    at = called.at[11:16]
    now = f"round {called.running}" if called.running is not None else "between rounds"
    lines = [("At", at), ("Now", now)]
    if not called.scheduled:
        lines.append(("Note", "The schedule of the set-up has no such round."))
    if called.following is not None:
        following = f"round {called.following.number} {say_moment(called.following.starts, called.at)}"
        lines.append(("By the schedule", following))
    return tuple(lines)


# ---- run ---------------------------------------------------------------------------------------------------
# One run of the console: feeds its machine, carries out its orders, shows where it ended up. No Qt.
#
# An answer that comes in while another event is being taken waits for its turn: one thing at a time. What
# goes wrong as expected is a sentence on the page; a fault of the program itself is nobody's to catch here.

Looking: TypeAlias = events.LookAtStation | events.ListHeads


class ConsoleRun:
    """One console. Its collaborators are passed in as *parts*."""

    def __init__(self, parts: ConsoleParts) -> None:
        self._parts = parts
        self._waiting: deque[events.ConsoleEvent] = deque()
        self._at_work = False
        guarded = parts.where is values.Where.ALONE and is_guarded(parts.staff)
        self._looking: set[type[Looking]] = set()
        self._again: set[type[Looking]] = set()
        self.state, self._begin = first(
            ConsoleSetting(parts.where, guarded, parts.several, parts.hub is not None)
        )

    def begin(self) -> None:
        """Show the first state, and ask for what it needs."""
        effects, self._begin = self._begin, ()
        self._parts.screen.show(self.state, self._now_ms())
        for effect in effects:
            self._waiting.extend(self._carry_out(effect))
        self._take_all()

    def handle(self, event: events.ConsoleEvent) -> None:
        """Take *event* to its end, then show the state it led to."""
        self._waiting.append(event)
        self._take_all()

    def _take_all(self) -> None:
        if self._at_work:
            return
        self._at_work = True
        try:
            while self._waiting:
                self.state = settle(self._step, self._carry_out, self.state, self._waiting.popleft())
                if not isinstance(self.state, Gone):
                    self._parts.screen.show(self.state, self._now_ms())
        finally:
            self._at_work = False

    def _now_ms(self) -> int:
        return self._parts.staff.clock().mono_ms

    def _step(self, state: ConsoleState, event: events.ConsoleEvent) -> Next:
        return step(state, event, self._now_ms())

    def _carry_out(self, effect: events.ConsoleEffect) -> Iterable[events.ConsoleEvent]:
        match effect:
            case events.AskLog(question):
                self._parts.reading.ask(
                    question, partial(self._on_answer, question), partial(self._on_progress, question)
                )
            case events.Withdraw(question):
                self._parts.reading.withdraw(question)
            case events.Peek():
                return self._peek()
            case events.LookAtStation() | events.ListHeads():
                self._look(effect)
            case events.TryPasscode(passcode):
                with self._parts.busy(OPENING_S):  # the hash is slow on purpose
                    return (try_passcode(self._parts.staff, passcode),)
            case events.CarryOut(order):
                self.carry_out(order)
            case events.StopWork(order):
                return (events.OrderStopped(order),) if self._parts.working.stop() else ()
            case events.CloseConsole(leaving):
                self.end()
                self._parts.screen.close(leaving)
            case _:
                unknown(effect)
        return ()

    def _peek(self) -> Iterable[events.ConsoleEvent]:
        staff, where = self._parts.staff, self._parts.where
        try:
            held = where is values.Where.ALONE and holds_log(staff.folder, besides=os.getpid())
            beside = self._parts.hub() if self._parts.hub is not None else 0
            return (events.Peeked(status_worker.log_count(staff.folder) + beside, held),)
        except KioskError:
            return ()

    def _look(self, effect: Looking) -> None:
        """Have the station looked at, beside this process: a long log or a dead stick holds nobody up. What
        is asked for meanwhile is looked for once more, for it may have changed."""
        if type(effect) in self._looking:
            self._again.add(type(effect))
            return
        self._looking.add(type(effect))
        alone = self._parts.where is values.Where.ALONE
        look = (
            values.StatusWanted(alone, os.getpid())
            if isinstance(effect, events.LookAtStation)
            else values.HeadsWanted()
        )
        self._parts.reading.look(look, partial(self._show_look, effect))

    def _show_look(self, effect: Looking, seen: values.Looked | None) -> None:
        """Tell what is seen; where nothing can be read, the page keeps what it has, and its answers say
        why."""
        self._looking.discard(type(effect))
        if isinstance(self.state, Gone):
            return
        if type(effect) in self._again:
            self._again.discard(type(effect))
            self._look(effect)
        if isinstance(seen, values.StatusSeen):
            self.handle(events.StationSeen(seen))
        elif seen is not None:
            self.handle(events.HeadsListed(seen.heads))

    def _on_answer(self, question: values.Question, answer: values.Answer) -> None:
        self.handle(events.Answered(question, answer))

    def _on_progress(self, question: values.Question, done: int, of: int) -> None:
        self.handle(events.Progressed(question, done, of))

    def carry_out(self, order: orders.Work) -> None:
        """What only reads, and what is on record in one step, is done beside this process; what changes the
        event is done by the writer itself, once the page that says so can be seen."""
        if isinstance(order, orders.Stoppable | orders.PaperWork):
            working = self._parts.working
            if working.busy:  # whoever gave that order has gone, and hears nothing of it
                working.end()
            working.ask(order, partial(self._come, order), partial(self._on_order_progress, order))
        else:
            self._parts.screen.soon(partial(self._carry_out_here, order))

    def _on_order_progress(self, order: orders.Work, done: int, of: int) -> None:
        self.handle(events.OrderAdvanced(order, done, of))

    def _carry_out_here(self, order: orders.Work) -> None:
        with self._parts.busy(OPENING_S):  # the whole log may be read
            came = carry_out(self._parts.staff, order)
        self._take_result(order, came)

    def _come(self, order: orders.Work, result: Result) -> None:
        self._take_result(order, describe(self._parts.staff, order, result))

    def _take_result(self, order: orders.Work, came: events.OrderEvent) -> None:
        if not isinstance(order, orders.Stoppable | orders.HearEvent):
            self._parts.changed()
        self.handle(came)

    def end(self) -> None:
        """The console is gone: whatever is still on its way reaches nobody."""
        self.state = Gone()
        self._parts.reading.end()
        self._parts.working.end()
