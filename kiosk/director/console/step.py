"""The director's console: what it becomes on an event, and what its shell must do then.

One page is shown at a time and asks for what it needs; a page that is not on show asks for nothing. A new
page needs a member of `PageId`, a field of `Inside`, its own module in `pages`, and a line in `_entered`,
`_answered`, `_grown` and `_failed`; mypy names the places.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.director.console import wording
from kiosk.director.console.deciding_steps import form_step
from kiosk.director.console.effects import (
    CloseConsole,
    ConsoleEffect,
    ListHeads,
    LookAround,
    Peek,
    TryPasscode,
    Withdraw,
)
from kiosk.director.console.events import (
    ActChosen,
    Answered,
    AroundSeen,
    BackPressed,
    ChipRemoved,
    Choice,
    CloseAsked,
    Confirmed,
    ConsoleEvent,
    DoorEvent,
    EventHeard,
    ExportAsked,
    FacetChosen,
    FiltersCleared,
    FromLog,
    HeadsListed,
    IntegrityEvent,
    KindsSwitched,
    LeftAlone,
    LetIn,
    LimitGiven,
    LogEvent,
    MinuteChosen,
    NotLetIn,
    OrderAdvanced,
    OrderDone,
    OrderFailed,
    OrderStopped,
    PageChosen,
    PanelEvent,
    PasscodeTyped,
    Peeked,
    Progressed,
    RowsSeen,
    RulingSought,
    SearchGiven,
    SeenEvent,
    SourcesAsked,
    TextGiven,
    Ticked,
    VerifyAsked,
    VerifyStopped,
)
from kiosk.director.console.pages import alerts, integrity, log, narrowing, now, sources
from kiosk.director.console.panels import chosen, export_asked, looked, over_step
from kiosk.director.console.paper_events import (
    DayAsked,
    DecideAsked,
    FormChosen,
    FormSearched,
    FormsSeen,
    PaperAsked,
    PaperEvent,
    PaperSizeSwitched,
    PrintersFound,
    QuestionAnswered,
    QuestionChosen,
    QuestionMoved,
    RecordAsked,
    ReportChosen,
    ReportMade,
    ReportSeen,
    RevealAsked,
    RulingAsked,
    RulingSeen,
    WordsRevealed,
)
from kiosk.director.console.papers import report_step
from kiosk.director.console.reading import VerifyWanted
from kiosk.director.console.ruling_steps import came, ruling_step, second_passed
from kiosk.director.console.states import AtDoor, ConsoleSetting, ConsoleState, Gone, Inside, Telling
from kiosk.director.console.values import PageId, Where

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
            checked, effects = integrity.integrity_step(state.integrity, event)
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
            return sources.told(state), ()
        case _:
            assert_never(event)


def _to_ruling(state: Inside, event: RulingSought) -> NextConsole:
    wanted = alerts.sought(event, several=state.setting.several)
    if wanted is None:
        return state, ()
    page, effects = log.narrowed(state.log, wanted)
    shown, more = entered(replace(state, shown=PageId.LOG, log=page))
    return shown, (*effects, *more)


def entered(state: Inside) -> NextConsole:
    """The page on show asks for all that stands on it. Before anything is asked of the log it is counted:
    what is written after that is seen to grow."""
    state, effects = _grown(state)
    return state, (*((Peek(),) if state.count < 0 else ()), LookAround(), *sources.asking(state), *effects)


def _grown(state: Inside) -> tuple[Inside, tuple[ConsoleEffect, ...]]:
    """The log may have grown: the page on show asks again; what stands on it stays until then."""
    match state.shown:
        case PageId.NOW:
            first_page, effects = now.refreshed(state.now)
            return replace(state, now=first_page), effects
        case PageId.LOG:
            log_page, effects = log.asking_all(state.log)
            return replace(state, log=log_page), effects
        case PageId.ALERTS:
            raised, effects = alerts.alerts_refreshed(state.alerts)
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
                *(sources.asking(state) if state.setting.hub else ()),
                *effects,
            )
        case Peeked(count, held):
            changed = state.status is not None and held != state.status.held
            before, state = state.count, replace(state, count=count)
            state, effects = _grown(state) if before not in (-1, count) else (state, ())
            effects = (*(sources.asking(state) if state.setting.hub and effects else ()), *effects)
            # Whoever looks at a station wants to know at once that somebody else writes its log now.
            return state, (*((LookAround(),) if changed or effects else ()), *effects)
        case AroundSeen(status):
            return looked(state, status)
        case _:
            assert_never(event)


def _answered(state: Inside, event: FromLog) -> NextConsole:
    """Each page takes what it waits for."""
    state = replace(state, integrity=integrity.verify_told(state.integrity, event))
    if isinstance(event.question, VerifyWanted):
        return state, ()
    if isinstance(event, Progressed):
        return replace(state, far=(event.done, max(event.done, event.of))), ()
    log_page, effects = log.log_answered(state.log, event)
    return replace(
        state,
        far=None,
        now=now.now_answered(state.now, event),
        log=log_page,
        alerts=alerts.alerts_answered(state.alerts, event),
        sources=sources.answered(state.sources, event),
    ), effects


def _on_log(state: Inside, event: LogEvent) -> NextConsole:
    match event:
        case RowsSeen(first_row, last_row):
            page, effects = log.seen(state.log, first_row, last_row)
        case MinuteChosen(minute):
            page, effects = log.sent_to(state.log, minute)
        case (
            SearchGiven() | FacetChosen() | ChipRemoved() | FiltersCleared() | KindsSwitched() | LimitGiven()
        ):
            wanted = narrowing.with_change(state.log.narrowing, event)
            if wanted is None:
                return replace(state, log=replace(state.log, problem=narrowing.NOT_FOUND)), ()
            page, effects = log.narrowed(state.log, wanted)
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
    waiting += [now.LAST] if state.now.asked else []
    waiting += [alerts.ALL] if state.alerts.asked else []
    return AtDoor(state.setting, wording.LEFT_ALONE), tuple(Withdraw(one) for one in waiting)
