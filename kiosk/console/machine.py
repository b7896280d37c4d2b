"""The director's console: what it becomes on an event, and what its shell must do then; the panels over a
page.
"""

import re
from dataclasses import replace
from pathlib import PurePath
from typing import Literal, TypeAlias, assert_never

from kiosk.base.fields import is_id, is_text
from kiosk.console import pages, states, wording
from kiosk.console.events import (
    ActChosen,
    Answered,
    AroundSeen,
    BackPressed,
    ChipRemoved,
    Choice,
    CloseAsked,
    CloseConsole,
    Confirmed,
    ConsoleEffect,
    ConsoleEvent,
    DayAsked,
    DecideAsked,
    DoorEvent,
    EventHeard,
    ExportAsked,
    FacetChosen,
    FiltersCleared,
    FormChosen,
    FormSearched,
    FormsSeen,
    FromLog,
    HeadsListed,
    IntegrityEvent,
    KindsSwitched,
    LeftAlone,
    LetIn,
    LimitGiven,
    ListHeads,
    LogEvent,
    LookAround,
    MinuteChosen,
    NotLetIn,
    OrderAdvanced,
    OrderDone,
    OrderEvent,
    OrderFailed,
    OrderStopped,
    PageChosen,
    PanelEvent,
    PaperAsked,
    PaperEvent,
    PaperSizeSwitched,
    PasscodeTyped,
    Peek,
    Peeked,
    PrintersFound,
    Progressed,
    QuestionAnswered,
    QuestionChosen,
    QuestionMoved,
    RecordAsked,
    ReportChosen,
    ReportMade,
    ReportSeen,
    RevealAsked,
    RowsSeen,
    RulingAsked,
    RulingSeen,
    RulingSought,
    SearchGiven,
    SeenEvent,
    SourcesAsked,
    StopWork,
    TextGiven,
    Ticked,
    TryPasscode,
    VerifyAsked,
    VerifyStopped,
    Withdraw,
    WordsRevealed,
)
from kiosk.console.pages import chips
from kiosk.console.ruling import (
    NextInside,
    begun,
    came,
    decision_done,
    form_step,
    over,
    paper_given,
    report_step,
    revealed_twice,
    ruling_back,
    ruling_given,
    ruling_step,
    second_passed,
    where_to,
)
from kiosk.console.states import (
    AskingText,
    AtDoor,
    Confirming,
    ConsoleSetting,
    ConsoleState,
    Gone,
    Inside,
    Revealing,
    Telling,
    Wish,
    WorkingOn,
)
from kiosk.console.values import (
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
    StatusSeen,
    VerifyWanted,
    Where,
    Work,
)
from kiosk.log.forms import form_of
from kiosk.setup.settings import LONGEST_EVENT_ID, LONGEST_EVENT_NAME

# ---- panels ------------------------------------------------------------------------------------------------
# The panels over a page: what is confirmed, asked, done and told.
#
# Rules guarded here: nothing is written that was not confirmed or typed on purpose, an event opens only after
# what it will be judged by was read back, and where the station holds the log nothing is tried at all.

HIGHEST_ROUND = 99
LONGEST_TARGET = 1000
_NOT_OF_AN_ID = re.compile(r"[^a-z0-9]+")


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
            if form_of(text) is None or len(text) > LONGEST_TARGET or not text.isprintable():
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


# ---- step --------------------------------------------------------------------------------------------------
# The director's console: what it becomes on an event, and what its shell must do then.
#
# One page is shown at a time and asks for what it needs; a page that is not on show asks for nothing. A new
# page needs a member of `PageId`, a field of `Inside`, its own module in `pages`, and a line in `_entered`,
# `_answered`, `_grown` and `_failed`; mypy names the places.

LOOK_EVERY = 10  # seconds between two looks at the station; at the log every second

NextConsole: TypeAlias = tuple[ConsoleState, tuple[ConsoleEffect, ...]]


def first(setting: ConsoleSetting) -> NextConsole:
    """How a console begins: at the door where a passcode is asked for."""
    return (AtDoor(setting), ()) if setting.guarded else entered(Inside(setting))


def step(state: ConsoleState, event: ConsoleEvent, now_ms: int) -> NextConsole:
    """What the console becomes on *event*; what has no meaning now changes nothing."""
    match state:
        case AtDoor():
            return _at_door(state, event, now_ms)
        case Inside():
            return _inside(state, event)
        case Gone():
            return state, ()
        case _:
            assert_never(state)


def _at_door(state: AtDoor, event: ConsoleEvent, now_ms: int) -> NextConsole:
    if isinstance(event, BackPressed | CloseAsked):
        return Gone(), (CloseConsole(),)
    if not isinstance(event, DoorEvent):
        return state, ()  # the page is not there yet
    match event:
        case PasscodeTyped(passcode):
            if state.trying or now_ms < state.until_ms or not passcode:
                return state, ()  # nothing that is typed during a wait is judged
            return replace(state, trying=True, message=""), (TryPasscode(passcode),)
        case LetIn(warning):
            if not state.trying:
                return state, ()
            told = Telling("Somebody has tried passcodes", wrong=(warning,)) if warning else None
            return entered(Inside(state.setting, over=told))
        case NotLetIn(message, wait_ms):
            return AtDoor(state.setting, message, until_ms=now_ms + wait_ms if wait_ms else 0), ()
        case LeftAlone():
            return state, ()
        case _:
            assert_never(event)


def _inside(state: Inside, event: ConsoleEvent) -> NextConsole:
    return _on_paper(state, event) if isinstance(event, PaperEvent) else _on_page(state, event)


def _on_page(
    state: Inside,
    event: DoorEvent | SeenEvent | FromLog | Choice | PanelEvent | LogEvent | IntegrityEvent,
) -> NextConsole:
    match event:
        case PasscodeTyped() | LetIn() | NotLetIn():
            return state, ()
        case LeftAlone():
            return _left_alone(state)
        case Ticked() | Peeked() | AroundSeen():
            return _seen(state, event)
        case Answered() | Progressed():
            return _answered(state, event)
        case (
            Confirmed()
            | TextGiven()
            | EventHeard()
            | OrderDone()
            | OrderFailed()
            | OrderAdvanced()
            | OrderStopped()
            | BackPressed()
            | CloseAsked()
        ):
            return over_step(state, event)
        case PageChosen() | ActChosen() | ExportAsked() | RulingSought() | SourcesAsked():
            return _chosen(state, event)
        case SearchGiven() | FacetChosen() | ChipRemoved() | FiltersCleared() | KindsSwitched():
            return _on_log(state, event)
        case RowsSeen() | MinuteChosen() | LimitGiven():
            return _on_log(state, event)
        case VerifyAsked() | VerifyStopped() | HeadsListed():
            checked, effects = pages.integrity_step(state.integrity, event)
            return replace(state, integrity=checked), effects
        case _:
            assert_never(event)


def _on_paper(state: Inside, event: PaperEvent) -> NextConsole:
    match event:
        case RulingAsked() | PaperAsked() | PaperSizeSwitched() | RevealAsked() | DecideAsked():
            return ruling_step(state, event)
        case FormSearched() | FormChosen() | QuestionAnswered() | QuestionMoved() | QuestionChosen():
            return form_step(state, event)
        case RecordAsked():
            return form_step(state, event)
        case ReportChosen() | DayAsked() | ReportMade():
            return report_step(state, event)
        case RulingSeen() | FormsSeen() | PrintersFound() | WordsRevealed() | ReportSeen():
            return came(state, event)
        case _:
            assert_never(event)


def _chosen(state: Inside, event: Choice) -> NextConsole:
    if state.over is not None:
        return state, ()  # what stands over the page comes first
    match event:
        case PageChosen(page):
            return (
                entered(replace(state, shown=page, awaited=None)) if page is not state.shown else (state, ())
            )
        case ActChosen(act):
            return chosen(state, act)
        case ExportAsked():
            return export_asked(state)
        case RulingSought():
            return _to_ruling(state, event)
        case SourcesAsked():
            return states.told(state), ()
        case _:
            assert_never(event)


def _to_ruling(state: Inside, event: RulingSought) -> NextConsole:
    wanted = pages.sought(event, several=state.setting.several)
    if wanted is None:
        return state, ()
    page, effects = pages.narrowed(state.log, wanted)
    shown, more = entered(replace(state, shown=PageId.LOG, log=page))
    return shown, (*effects, *more)


def entered(state: Inside) -> NextConsole:
    """The page on show asks for all that stands on it. Before anything is asked of the log it is counted:
    what is written after that is seen to grow."""
    state, effects = _grown(state)
    return state, (*((Peek(),) if state.count < 0 else ()), LookAround(), *states.asking(state), *effects)


def _grown(state: Inside) -> tuple[Inside, tuple[ConsoleEffect, ...]]:
    """The log may have grown: the page on show asks again; what stands on it stays until then."""
    match state.shown:
        case PageId.NOW:
            first_page, effects = pages.refreshed(state.now)
            return replace(state, now=first_page), effects
        case PageId.LOG:
            log_page, effects = pages.asking_all(state.log)
            return replace(state, log=log_page), effects
        case PageId.ALERTS:
            raised, effects = pages.alerts_refreshed(state.alerts)
            return replace(state, alerts=raised), effects
        case PageId.INTEGRITY:
            return state, (ListHeads(),)
        case PageId.RULING | PageId.REPORTS:
            return state, ()  # what is on paper was read at one moment, and says so
        case _:
            assert_never(state.shown)


def _failed(state: Inside) -> bool:
    """Whether the page on show could not be read, or is of logs whose growth nobody sees from here."""
    match state.shown:
        case PageId.NOW:
            failed = bool(state.now.problem)
        case PageId.LOG:
            failed = state.log.failed
        case PageId.ALERTS:
            failed = bool(state.alerts.problem)
        case PageId.INTEGRITY | PageId.RULING | PageId.REPORTS:
            return False
        case _:
            assert_never(state.shown)
    return failed or state.setting.several


def _seen(state: Inside, event: SeenEvent) -> NextConsole:
    match event:
        case Ticked():
            state = second_passed(state)
            if state.ticks + 1 < LOOK_EVERY:
                return replace(state, ticks=state.ticks + 1), (Peek(),)
            state, effects = _grown(state) if _failed(state) else (state, ())
            return replace(state, ticks=0), (
                LookAround(),
                *(states.asking(state) if state.setting.hub else ()),
                *effects,
            )
        case Peeked(count, held):
            changed = state.status is not None and held != state.status.held
            before, state = state.count, replace(state, count=count)
            state, effects = _grown(state) if before not in (-1, count) else (state, ())
            effects = (*(states.asking(state) if state.setting.hub and effects else ()), *effects)
            # Whoever looks at a station wants to know at once that somebody else writes its log now.
            return state, (*((LookAround(),) if changed or effects else ()), *effects)
        case AroundSeen(status):
            return looked(state, status)
        case _:
            assert_never(event)


def _answered(state: Inside, event: FromLog) -> NextConsole:
    """Each page takes what it waits for."""
    state = replace(state, integrity=pages.verify_told(state.integrity, event))
    if isinstance(event.question, VerifyWanted):
        return state, ()
    if isinstance(event, Progressed):
        return replace(state, far=(event.done, max(event.done, event.of))), ()
    log_page, effects = pages.log_answered(state.log, event)
    return replace(
        state,
        far=None,
        now=pages.now_answered(state.now, event),
        log=log_page,
        alerts=pages.alerts_answered(state.alerts, event),
        sources=states.answered(state.sources, event),
    ), effects


def _on_log(state: Inside, event: LogEvent) -> NextConsole:
    match event:
        case RowsSeen(first_row, last_row):
            page, effects = pages.seen(state.log, first_row, last_row)
        case MinuteChosen(minute):
            page, effects = pages.sent_to(state.log, minute)
        case (
            SearchGiven() | FacetChosen() | ChipRemoved() | FiltersCleared() | KindsSwitched() | LimitGiven()
        ):
            wanted = pages.with_change(state.log.narrowing, event)
            if wanted is None:
                return replace(state, log=replace(state.log, problem=pages.NOT_FOUND)), ()
            page, effects = pages.narrowed(state.log, wanted)
        case _:
            assert_never(event)
    return replace(state, log=page), effects


def _left_alone(state: Inside) -> NextConsole:
    """Whoever held the console has gone: the station is given back, or the door is shut."""
    if state.setting.where is Where.IN_STATION:
        return Gone(), (CloseConsole(),)
    if not state.setting.guarded:
        return state, ()
    waiting = [*state.log.pending, *((state.integrity.pending,) if state.integrity.pending else ())]
    waiting += [pages.LAST] if state.now.asked else []
    waiting += [pages.ALL] if state.alerts.asked else []
    return AtDoor(state.setting, wording.LEFT_ALONE), tuple(Withdraw(one) for one in waiting)
