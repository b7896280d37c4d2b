"""The panels over a page: what is confirmed, asked, done and told.

Rules guarded here: nothing is written that was not confirmed or typed on purpose, an event opens only after
what it will be judged by was read back, and where the station holds the log nothing is tried at all.
"""

import re
from dataclasses import replace
from pathlib import PurePath
from typing import Literal, assert_never

from kiosk.core.fields.limits import is_id, is_text
from kiosk.core.setup.settings import LONGEST_EVENT_ID, LONGEST_EVENT_NAME
from kiosk.director.console import wording
from kiosk.director.console.deciding_steps import decision_done, ruling_back
from kiosk.director.console.effects import CloseConsole, LookAround, StopWork
from kiosk.director.console.events import (
    BackPressed,
    CloseAsked,
    Confirmed,
    EventHeard,
    OrderAdvanced,
    OrderDone,
    OrderEvent,
    OrderFailed,
    OrderStopped,
    PanelEvent,
    TextGiven,
)
from kiosk.director.console.over import NextInside, begun, over
from kiosk.director.console.pages.narrowing import chips
from kiosk.director.console.papers import paper_given, where_to
from kiosk.director.console.ruling_steps import revealed_twice, ruling_given
from kiosk.director.console.seen import StatusSeen
from kiosk.director.console.states import (
    AskingText,
    Confirming,
    Gone,
    Inside,
    Revealing,
    Telling,
    Wish,
    WorkingOn,
)
from kiosk.director.console.values import (
    Act,
    CloseEvent,
    CloseForTonight,
    Ending,
    EndRound,
    Examine,
    ExportRows,
    FindPrinters,
    HearEvent,
    LeaveKiosk,
    OpenHeardEvent,
    PageId,
    RecordDecision,
    RevealWords,
    ShutConsole,
    StartRound,
    Where,
    Work,
)

FORMS = {".csv": "csv", ".json": "json", ".jsonl": "jsonl", ".html": "html", ".txt": "zyzzyva"}
HIGHEST_ROUND = 99
LONGEST_TARGET = 1000
_NOT_OF_AN_ID = re.compile(r"[^a-z0-9]+")


def form_of(target: str) -> str:
    """The form of an export that the name of its file asks for; empty: none that is known."""
    return FORMS.get(PurePath(target).suffix.lower(), "")


def chosen(state: Inside, act: Act) -> NextInside:
    """What an action of the first page leads to; one that does not apply now leads nowhere. One of which
    nobody can know yet waits for the first look at the station."""
    state = replace(state, awaited=None)
    if state.status is None and act in wording.BY_STANDING:
        return replace(state, awaited=act), ()
    if act not in wording.acts(state.setting.where, state.status):
        return state, ()
    if act not in (Act.DOCTOR, Act.SHUT, Act.LEAVE_KIOSK) and state.status is not None and state.status.held:
        return over(state, Telling(wording.HELD, wrong=(wording.HELD_WHAT,)))
    match act:
        case Act.OPEN_EVENT:
            if state.status is not None and state.status.planned:
                return begun(state, HearEvent())
            return over(state, AskingText(Wish.EVENT, "Open an event", "Its name"))
        case Act.START_ROUND:
            return over(state, AskingText(Wish.ROUND, "A round starts now", "Round", _next_round(state)))
        case Act.DECIDE:
            return over(state, AskingText(Wish.SPOT, "Decide something that no ruling is about", _SPOT))
        case Act.DOCTOR:
            return begun(state, Examine())
        case Act.CLOSE_EVENT | Act.END_ROUND | Act.TONIGHT | Act.LEAVE_KIOSK | Act.SHUT:
            return over(state, _question(state, act))
        case _:
            assert_never(act)


def looked(state: Inside, status: StatusSeen) -> NextInside:
    """The station was looked at: what waited for it comes now, if its page still stands there alone."""
    act, state = state.awaited, replace(state, status=status, ticks=0, awaited=None)
    alone = state.over is None and state.shown is PageId.NOW
    return chosen(state, act) if act is not None and alone else (state, ())


def _question(
    state: Inside, act: Literal[Act.CLOSE_EVENT, Act.END_ROUND, Act.TONIGHT, Act.LEAVE_KIOSK, Act.SHUT]
) -> Confirming:
    match act:
        case Act.CLOSE_EVENT:
            name = state.status.event if state.status is not None else ""
            return Confirming(CloseEvent(), f"Close the event “{name}”?", "close it", (_GIVEN_OUT,))
        case Act.END_ROUND:
            running = state.status.round if state.status is not None else None
            return Confirming(EndRound(), f"Round {running} ends now?", "end it", (_BETWEEN,))
        case Act.TONIGHT:
            return Confirming(CloseForTonight(), "Close for tonight?", "close", (_STAYS, _GIVEN_OUT))
        case Act.LEAVE_KIOSK:
            return Confirming(LeaveKiosk(), "Leave the kiosk?", "leave", (_ENDS,))
        case Act.SHUT:
            inside = state.setting.where is Where.IN_STATION
            return Confirming(ShutConsole(), "Close the console?", "close", (_GIVEN_BACK,) if inside else ())
        case _:
            assert_never(act)


_SPOT = "Table, and round if it is another than now; empty: neither"
_BETWEEN = ("From now on", "rulings stand between rounds, until one starts.")
_STAYS = ("The event", "stays open.")
_GIVEN_BACK = ("The station", "goes back to the players.")
_ENDS = ("The station", "ends, and the desktop comes back.")
_GIVEN_OUT = ("Then", "the whole log is verified and copied, and its head shown to be written down.")


def _next_round(state: Inside) -> str:
    return str(state.status.next_round) if state.status is not None and state.status.next_round else ""


def export_asked(state: Inside) -> NextInside:
    """Where shall what is filtered go?"""
    page = state.log
    if page.total is None:
        return state, ()
    status = state.status
    name = "rulings.csv" if not page.narrowing.every_kind else "records.csv"
    letter = f"{status.letter}-" if status is not None and status.letter else ""
    offered = tuple(str(PurePath(one, f"{letter}{name}")) for one in (status.folders if status else ()))
    filters = ", ".join(text for _, text in chips(page.narrowing, page.called)) or "everything"
    many = f"{page.total} {'record' if page.total == 1 else 'records'}"
    first = offered[0] if offered else ""
    return over(state, AskingText(Wish.TARGET, f"Export {many}: {filters}", "File", first, offered))


def over_step(state: Inside, event: PanelEvent) -> NextInside:
    """What becomes of a panel, or of ESC where there is none."""
    match event:
        case Confirmed():
            return _confirmed(state)
        case TextGiven(text):
            return (
                _given(state, state.over, text.strip()) if isinstance(state.over, AskingText) else (state, ())
            )
        case EventHeard() | OrderDone() | OrderFailed() | OrderAdvanced() | OrderStopped():
            return _of_order(state, event)
        case BackPressed():
            return _back(state)
        case CloseAsked():
            return _close_asked(state)
        case _:
            assert_never(event)


def _of_order(state: Inside, event: OrderEvent) -> NextInside:
    """What an order came to, or how far it is."""
    match event:
        case EventHeard() if _waits_for(state, HearEvent, OpenHeardEvent):
            order = OpenHeardEvent(event.id, event.name, event.odd)
            title = f"Open the event “{event.name}”?"
            return over(state, Confirming(order, title, "open it", event.said, event.odd))
        case OrderDone(order=RecordDecision() as order) if _is_done(state, order) and not event.wrong:
            return decision_done(state, order, event)
        case OrderDone(order=order) if _is_done(state, order):
            told = Telling(event.title, event.lines, event.wrong, event.head)
            return replace(state, over=told), (LookAround(),)
        case OrderFailed(order=order, sentence=sentence) if _is_done(state, order):
            return over(state, Telling(wording.not_done(order), wrong=(sentence,)))
        case OrderAdvanced(order=order, done=done, of=of) if _is_done(state, order):
            return over(state, WorkingOn(order, wording.working(order), (done, max(done, of))))
        case OrderStopped(order=order) if _is_done(state, order):
            return _stopped(state, order)
        case EventHeard() | OrderDone() | OrderFailed() | OrderAdvanced() | OrderStopped():
            return state, ()  # nobody waits for it
        case _:
            assert_never(event)


def _stopped(state: Inside, order: Work) -> NextInside:
    """The director would not wait. Whoever would not wait for the printers can still have a file."""
    if isinstance(order, FindPrinters):
        return where_to(state, order.draft, ())
    told = wording.stopped(order)
    return over(state, Telling(told) if told else None)


def _close_asked(state: Inside) -> NextInside:
    """Asked about once; whoever asks again means it."""
    if isinstance(state.over, WorkingOn):
        return state, ()
    if isinstance(state.over, Confirming) and isinstance(state.over.order, ShutConsole):
        return _confirmed(state)
    return chosen(state, Act.SHUT)


def _waits_for(state: Inside, *kinds: type[Work]) -> bool:
    return isinstance(state.over, WorkingOn) and isinstance(state.over.order, kinds)


def _is_done(state: Inside, order: Work) -> bool:
    return isinstance(state.over, WorkingOn) and state.over.order == order


def _confirmed(state: Inside) -> NextInside:
    match state.over:
        case Confirming(order=order):
            if isinstance(order, RevealWords) and not order.confirmed:
                return revealed_twice(state, order)
            if isinstance(order, Ending):
                return Gone(), (CloseConsole(leaving=isinstance(order, LeaveKiosk)),)
            return begun(state, order)
        case Telling() | Revealing():
            return over(state, None)
        case AskingText() | WorkingOn() | None:
            return state, ()
        case _:
            assert_never(state.over)


def _given(state: Inside, panel: AskingText, text: str) -> NextInside:
    match panel.wish:
        case Wish.ROUND:
            if not (text.isascii() and text.isdecimal() and 0 < int(text[:4]) <= HIGHEST_ROUND):
                return over(state, replace(panel, text=text, problem=wording.NO_ROUND))
            return begun(state, StartRound(int(text)))
        case Wish.EVENT:
            id = _NOT_OF_AN_ID.sub("-", text.lower()).strip("-")[:LONGEST_EVENT_ID].strip("-")
            if not (is_id(id, LONGEST_EVENT_ID) and is_text(text, LONGEST_EVENT_NAME)):
                return over(state, replace(panel, text=text, problem=wording.NO_NAME))
            return begun(state, HearEvent(id, text))
        case Wish.TARGET:
            if not form_of(text) or len(text) > LONGEST_TARGET or not text.isprintable():
                return over(state, replace(panel, text=text, problem=wording.NO_TARGET))
            return begun(state, ExportRows(state.log.narrowing, text))
        case Wish.RULING | Wish.ACCOUNT | Wish.REASON | Wish.INITIALS | Wish.SPOT:
            return ruling_given(state, panel, panel.wish, text)
        case Wish.PAPER | Wish.REPORT | Wish.DAY:
            return paper_given(state, panel, panel.wish, text)
        case _:
            assert_never(panel.wish)


def _back(state: Inside) -> NextInside:
    """One step back: from the panel, then from the page to the first, then out, which is asked about."""
    match state.over:
        case WorkingOn(order=order):
            # What changes something is taken to its end.
            return state, (StopWork(order),) if state.over.stoppable else ()
        case Confirming() | AskingText() | Telling() | Revealing():
            return over(state, None)
        case None if state.shown is PageId.RULING and state.ruling.deciding is not None:
            return ruling_back(state, state.ruling.deciding)
        case None if state.awaited is not None:
            return replace(state, awaited=None), ()
        case None:
            if state.shown is not PageId.NOW:
                return replace(state, shown=PageId.NOW), ()
            return chosen(state, Act.SHUT)
        case _:
            assert_never(state.over)
