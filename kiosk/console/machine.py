"""The director's console, from the door to its end.

How it works. A console is at its door, inside, or gone (`states`). Inside, one page is on show and perhaps a
panel over it; both are states of their own. An *event* is a key, an answer of the log, what an order came to,
or time. `step` gives it to whom it concerns and gets back the next state and *effects*: orders to the shell
(`run`), which carries each out and answers with events again.

    AtDoor → Inside → Gone                    left alone: back to the door, or gone
    a page: NowPage, LogPage, AlertsPage, IntegrityPage, RulingPage, ReportsPage
    a panel over it: AskingText → Confirming → WorkingOn → Telling | Revealing | the page again

A page says what it asks of the log, what it takes of an answer, and what it waits for (`pages`). A panel says
what ENTER, a text, ESC and the news of an order do (`states`). What happens to any of them alike is here: a
second that goes by, a look at the station, the choice of a page, and what may be chosen on which page.

Three rules hold it together. One page is shown at a time and asks for what it needs; one that is not on show
asks for nothing. What stands over the page comes first: nothing is chosen under it. And where the station
holds the log, nothing that writes is tried at all.

A new page needs a member of `PageId`, a field of `Inside` and a class in `pages`; a new question to be typed
is one class in `states`. mypy names the places.
"""

from dataclasses import replace
from typing import Literal, TypeAlias, assert_never

from kiosk.console import events, narrowing, orders, states, wording
from kiosk.console.entries import ruling_called
from kiosk.console.pages import ReportsPage
from kiosk.console.papers import in_folders
from kiosk.console.sources import sources_panel
from kiosk.console.values import Act, PageId, PaperForm, RulingShown, Where
from kiosk.log.chain import write_address

LOOK_EVERY = 10  # seconds between two looks at the station; at the log every second


def first(setting: states.ConsoleSetting) -> states.Next:
    """How a console begins: at the door where a passcode is asked for."""
    return (states.AtDoor(setting), ()) if setting.guarded else states.Inside(setting).enter()


def step(state: states.ConsoleState, event: events.ConsoleEvent, now_ms: int) -> states.Next:
    """What the console becomes on *event*; what has no meaning now changes nothing."""
    match state:
        case states.Inside():
            return _inside(state, event)
        case states.AtDoor():
            return state.act(event, now_ms)
        case states.Gone():
            return state, ()
        case _:
            assert_never(state)


def _inside(state: states.Inside, event: events.ConsoleEvent) -> states.Next:
    over = state.over
    if isinstance(event, events.OrderEvent):
        return over.hear(state, event) if over is not None else (state, ())
    if isinstance(event, events.PanelEvent):
        return _press(state, event)
    if isinstance(event, events.SeenEvent):
        return _see(state, event)
    if isinstance(event, events.Answered):
        return state.take(event)
    if isinstance(event, events.Progressed):
        return state.take_progress(event), ()
    if isinstance(event, events.DoorEvent):
        return _leave_alone(state) if isinstance(event, events.LeftAlone) else (state, ())
    if isinstance(event, events.LogEvent):
        return _narrow(state, event)
    if isinstance(event, events.IntegrityEvent):
        return _verify(state, event)
    if over is not None:
        return state, ()  # what stands over the page comes first
    if isinstance(event, events.FormEvent):
        return _decide(state, event)
    if isinstance(event, events.RulingEvent):
        return _ask_of_ruling(state, event) if state.deciding is None else (state, ())
    if isinstance(event, events.ReportEvent):
        return _ask_of_report(state, event)
    return _choose(state, event)


# ---- time and looks at the station -------------------------------------------------------------------------


def _see(state: states.Inside, event: events.SeenEvent) -> states.Next:
    match event:
        case events.Ticked():
            return _second_passed(_count_revealed(state))
        case events.Peeked(count, held):
            changed = state.status is not None and held != state.status.held
            grown = state.count not in (-1, count)
            state = replace(state, count=count)
            state, effects = state.refresh() if grown else (state, ())
            effects = (*(state.ask_sources() if state.setting.hub and effects else ()), *effects)
            # Whoever looks at a station wants to know at once that somebody else writes its log now.
            return state, (*((events.LookAtStation(),) if changed or effects else ()), *effects)
        case events.StationSeen(status):
            # What waited for the look comes now, if its page still stands there alone.
            act, state = state.awaited, replace(state, status=status, ticks=0, awaited=None)
            alone = state.over is None and state.shown is PageId.NOW
            return _choose_act(state, act) if act is not None and alone else (state, ())
        case _:
            assert_never(event)


def _second_passed(state: states.Inside) -> states.Next:
    if state.ticks + 1 < LOOK_EVERY:
        return replace(state, ticks=state.ticks + 1), (events.Peek(),)
    again = state.page.asks_again(several=state.setting.several)
    state, effects = state.refresh() if again else (state, ())
    sources = state.ask_sources() if state.setting.hub else ()
    return replace(state, ticks=0), (events.LookAtStation(), *sources, *effects)


def _count_revealed(state: states.Inside) -> states.Inside:
    """What was revealed goes by itself: whoever asked may have been called away from the screen."""
    if not isinstance(state.over, states.Revealing):
        return state
    if state.revealed_s + 1 < wording.REVEALED_S:
        return replace(state, revealed_s=state.revealed_s + 1)
    return replace(state, over=None, revealed_s=0)


def _leave_alone(state: states.Inside) -> states.Next:
    """Whoever held the console has gone: the station is given back, or the door is shut."""
    if state.setting.where is Where.IN_STATION:
        return states.Gone(), (events.CloseConsole(),)
    if not state.setting.guarded:
        return state, ()
    waiting = (question for page in state.pages for question in page.waits_for)
    return states.AtDoor(state.setting, wording.LEFT_ALONE), tuple(
        events.Withdraw(question) for question in waiting
    )


# ---- keys over any page ------------------------------------------------------------------------------------


def _press(state: states.Inside, event: events.PanelEvent) -> states.Next:
    """ENTER, a text, ESC, and the wish to close: the panel's, if there is one."""
    over = state.over
    match event:
        case events.Confirmed():
            return over.confirm(state) if over is not None else (state, ())
        case events.TextGiven(text):
            return over.give(state, text.strip()) if over is not None else (state, ())
        case events.BackPressed():
            return over.go_back(state) if over is not None else _go_back(state)
        case events.CloseAsked():
            return over.ask_to_close(state) if over is not None else states.confirm_shut(state)
        case _:
            assert_never(event)


def _go_back(state: states.Inside) -> states.Next:
    """One step back: from the form to the list of forms, from there to the ruling, from a page to the first,
    then out, which is asked about."""
    deciding = state.deciding
    if deciding is not None:
        before = deciding.step_back()
        shown = state.shown if state.ruling.shown is not None and deciding.which else PageId.NOW
        return replace(state.with_deciding(before), shown=state.shown if before else shown), ()
    if state.awaited is not None:
        return replace(state, awaited=None), ()
    if state.shown is not PageId.NOW:
        return replace(state, shown=PageId.NOW), ()
    return states.confirm_shut(state)


def _choose(state: states.Inside, event: events.Choice) -> states.Next:
    match event:
        case events.PageChosen(page):
            return (state, ()) if page is state.shown else replace(state, shown=page, awaited=None).enter()
        case events.ActChosen(act):
            return _choose_act(state, act)
        case events.ExportAsked():
            return _ask_for_target(state)
        case events.RulingSought():
            return _go_to_ruling(state, event)
        case events.SourcesAsked():
            panel = sources_panel(state)
            return (state, ()) if panel is None else state.with_panel(panel)
        case _:
            assert_never(event)


# ---- the first page ----------------------------------------------------------------------------------------

_SPOT = "Table, and round if it is another than now; empty: neither"
_BETWEEN = ("From now on", "rulings stand between rounds, until one starts.")
_STAYS = ("The event", "stays open.")
_ENDS = ("The station", "ends, and the desktop comes back.")
_GIVEN_OUT = ("Then", "the whole log is verified and copied, and its head shown to be written down.")
Confirmable: TypeAlias = Literal[Act.CLOSE_EVENT, Act.END_ROUND, Act.TONIGHT, Act.LEAVE_KIOSK]


def _choose_act(state: states.Inside, act: Act) -> states.Next:
    """What an action of the first page leads to; one that does not apply now leads nowhere. One of which
    nobody can know yet waits for the first look at the station."""
    state = replace(state, awaited=None)
    status = state.status
    if status is None and act in wording.BY_STANDING:
        return replace(state, awaited=act), ()
    if act not in wording.acts(state.setting.where, status):
        return state, ()
    if act not in (Act.DOCTOR, Act.SHUT, Act.LEAVE_KIOSK) and state.is_held:
        return _say_held(state)
    match act:
        case Act.OPEN_EVENT:
            if status is not None and status.planned:
                return states.start_work(state, orders.HearEvent())
            return state.with_panel(states.AskingEvent("Open an event", "Its name"))
        case Act.START_ROUND:
            following = str(status.next_round) if status is not None and status.next_round else ""
            return state.with_panel(states.AskingRound("A round starts now", "Round", following))
        case Act.DECIDE:
            return state.with_panel(states.AskingSpot("Decide something that no ruling is about", _SPOT))
        case Act.DOCTOR:
            return states.start_work(state, orders.Examine())
        case Act.CLOSE_EVENT | Act.END_ROUND | Act.TONIGHT | Act.LEAVE_KIOSK:
            return state.with_panel(_question(state, act))
        case Act.SHUT:
            return states.confirm_shut(state)
        case _:
            assert_never(act)


def _question(state: states.Inside, act: Confirmable) -> states.Confirming:
    match act:
        case Act.CLOSE_EVENT:
            name = state.status.event if state.status is not None else ""
            return states.Confirming(
                orders.CloseEvent(), f"Close the event “{name}”?", "close it", (_GIVEN_OUT,)
            )
        case Act.END_ROUND:
            running = state.status.round if state.status is not None else None
            return states.Confirming(orders.EndRound(), f"Round {running} ends now?", "end it", (_BETWEEN,))
        case Act.TONIGHT:
            return states.Confirming(
                orders.CloseForTonight(), "Close for tonight?", "close", (_STAYS, _GIVEN_OUT)
            )
        case Act.LEAVE_KIOSK:
            return states.Confirming(orders.LeaveKiosk(), "Leave the kiosk?", "leave", (_ENDS,))
        case _:
            assert_never(act)


def _say_held(state: states.Inside) -> states.Next:
    return state.with_panel(states.Telling(wording.HELD, wrong=(wording.HELD_WHAT,)))


# ---- the log and its integrity -----------------------------------------------------------------------------


def _narrow(state: states.Inside, event: events.LogEvent) -> states.Next:
    match event:
        case events.RowsSeen(first_row, last_row):
            page, effects = state.log.scroll(first_row, last_row)
        case events.MinuteChosen(minute):
            page, effects = state.log.go_to(minute)
        case (
            events.SearchGiven()
            | events.FacetChosen()
            | events.ChipRemoved()
            | events.FiltersCleared()
            | events.KindsSwitched()
            | events.LimitGiven()
        ):
            wanted = narrowing.with_change(state.log.narrowing, event)
            if wanted is None:
                return replace(state, log=replace(state.log, problem=narrowing.NOT_FOUND)), ()
            page, effects = state.log.narrow(wanted)
        case _:
            assert_never(event)
    return replace(state, log=page), effects


def _go_to_ruling(state: states.Inside, event: events.RulingSought) -> states.Next:
    wanted = narrowing.to_ruling(event, several=state.setting.several)
    if wanted is None:
        return state, ()
    page, effects = state.log.narrow(wanted)
    shown, more = replace(state, shown=PageId.LOG, log=page).enter()
    return shown, (*effects, *more)


def _ask_for_target(state: states.Inside) -> states.Next:
    """Where shall what is filtered go?"""
    page, status = state.log, state.status
    if page.total is None:
        return state, ()
    letter = f"{status.letter}-" if status is not None and status.letter else ""
    name = "records" if page.narrowing.every_kind else "rulings"
    offered = in_folders(status, f"{letter}{name}", (".csv",))
    filters = ", ".join(text for _, text in narrowing.chips(page.narrowing, page.called)) or "everything"
    many = f"{page.total} {'record' if page.total == 1 else 'records'}"
    likeliest = offered[0] if offered else ""
    return state.with_panel(states.AskingExport(f"Export {many}: {filters}", "File", likeliest, offered))


def _verify(state: states.Inside, event: events.IntegrityEvent) -> states.Next:
    match event:
        case events.VerifyAsked():
            page, effects = state.integrity.verify(event)
        case events.VerifyStopped():
            page, effects = state.integrity.stop()
        case events.HeadsListed(heads):
            page, effects = replace(state.integrity, heads=heads), ()
        case _:
            assert_never(event)
    return replace(state, integrity=page), effects


# ---- one ruling, and the decision on it --------------------------------------------------------------------


def _ask_of_ruling(state: states.Inside, event: events.RulingEvent) -> states.Next:
    match event:
        case events.RulingAsked(which, station, epoch, typed):
            if not which:
                called = ruling_called(typed, state.own_letter)
                return state.with_panel(states.AskingRuling("Show a ruling", "Its number", called))
            several = state.setting.several and bool(station)
            return states.see_ruling(state, write_address(which, station, epoch) if several else which)
        case events.PaperSizeSwitched():
            return replace(state, ruling=replace(state.ruling, paper=state.ruling.paper.following)), ()
        case events.PaperAsked() | events.RevealAsked() | events.DecideAsked():
            shown = state.ruling.shown
            return (state, ()) if shown is None else _ask_of_shown(state, shown, event)
        case _:
            assert_never(event)


def _ask_of_shown(
    state: states.Inside,
    shown: RulingShown,
    event: events.PaperAsked | events.RevealAsked | events.DecideAsked,
) -> states.Next:
    match event:
        case events.PaperAsked(form):
            draft = orders.MakePaper(form, shown.which, paper=state.ruling.paper)
            if form is PaperForm.EVIDENCE:
                return states.start_work(state, orders.FindPrinters(draft))
            title = f"Report {shown.name}: what have you to say of it? It stands in no record."
            return state.with_panel(states.AskingAccount(title, "May be left empty", draft=draft))
        case events.RevealAsked():
            if not shown.ruling:
                return state, ()
            if state.is_held:
                return _say_held(state)
            title = f"Why must it be known which word of {shown.name} was bad?"
            draft_reveal = orders.RevealWords(shown.which)
            return state.with_panel(states.AskingReason(title, "It goes on record", draft=draft_reveal))
        case events.DecideAsked(corrects):
            if state.is_held:
                return _say_held(state)
            if corrects is not None and corrects not in shown.correctable:
                return state, ()
            return states.start_work(state, orders.OfferForms(shown.which, corrects=corrects))
        case _:
            assert_never(event)


def _decide(state: states.Inside, event: events.FormEvent) -> states.Next:
    """What becomes of the decision that is being made."""
    deciding = state.deciding
    if deciding is None:
        return state, ()
    if not isinstance(event, events.RecordAsked):
        return state.with_deciding(deciding.change(event)), ()
    if deciding.form is None:
        return state, ()
    if deciding.refusal:
        return state.with_deciding(deciding.refuse()), ()
    order = deciding.order(deciding.form, state.ruling.by)
    return states.start_work(state, order) if order.by else state.with_panel(states.ask_initials(order))


# ---- reports -----------------------------------------------------------------------------------------------


def _ask_of_report(state: states.Inside, event: events.ReportEvent) -> states.Next:
    asked = state.reports.asked
    match event:
        case events.ReportChosen(report):
            return (state, ()) if report == asked else (replace(state, reports=ReportsPage(report)), ())
        case events.DayAsked():
            head = state.status.head if state.status is not None else None
            day = asked.day or (head.at[:10] if head is not None else "")
            return state.with_panel(states.AskingDay("A report about a day", "Day", day))
        case events.ReportMade(out):
            return states.start_work(
                state, orders.FindPrinters(orders.WriteReport(asked)) if out else orders.SeeReport(asked)
            )
        case _:
            assert_never(event)
