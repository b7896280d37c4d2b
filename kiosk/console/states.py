"""What a console can be in: at the door, inside, gone. Inside, one page is shown, and perhaps a panel over
it; a panel is a state like any other, never a window or a loop of its own.

A panel answers for itself what ENTER, a text, ESC and news of an order do; the pages answer in `pages`, and
`machine` says how they work together.

Rules guarded here: nothing is written that was not confirmed or typed on purpose; an event opens only after
what it will be judged by was read back; nothing is recorded without the director's initials; a reveal is
asked for with a reason and confirmed, twice while an event is open.
"""

from dataclasses import replace
from typing import Self, TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.recordable import is_operator, is_text
from kiosk.console import entries, events, orders, values, wording
from kiosk.console.deciding import Deciding
from kiosk.console.pages import (
    AlertsPage,
    Effects,
    IntegrityPage,
    LogPage,
    NowPage,
    Page,
    ReportsPage,
    RulingPage,
)
from kiosk.console.papers import may_go_to, offered_files, paper_title
from kiosk.log.chain import address_of
from kiosk.log.forms import form_of
from kiosk.log.sources import SourceStanding

LONGEST_SAID, LONGEST_REASON = 1000, 200


@frozen
class ConsoleSetting:
    """*guarded*: a passcode was asked for. *several*: other logs than this folder's were named to be read;
    *hub*: they are the copy of a hub."""

    where: values.Where
    guarded: bool = False
    several: bool = False
    hub: bool = False


# ---- inside ------------------------------------------------------------------------------------------------


@frozen
class Inside:
    """*shown*: the page on show; the others keep what they know. *count*: of records, when last looked.
    *ticks*: seconds since the station was last looked at. *far*: how many records of how many were read,
    while a log is read for the first time. *sources*: which logs are open, where several were named.
    *awaited*: what was chosen before the first look at the station told whether it can be done.
    *revealed_s*: how long words have stood revealed."""

    setting: ConsoleSetting
    shown: values.PageId = values.PageId.NOW
    now: NowPage = NowPage()
    log: LogPage = LogPage()
    alerts: AlertsPage = AlertsPage()
    integrity: IntegrityPage = IntegrityPage()
    ruling: RulingPage = RulingPage()
    reports: ReportsPage = ReportsPage()
    status: values.StatusSeen | None = None
    count: int = -1
    ticks: int = 0
    over: "Panel | None" = None
    far: tuple[int, int] | None = None
    sources: values.SourcesFound | None = None
    awaited: values.Act | None = None
    revealed_s: int = 0

    @property
    def pages(self) -> tuple[Page, ...]:
        return self.now, self.log, self.alerts, self.integrity, self.ruling, self.reports

    @property
    def page(self) -> Page:
        """The page on show."""
        return dict(zip(values.PageId, self.pages, strict=True))[self.shown]

    @property
    def is_held(self) -> bool:
        """Whether another process writes the log, so that nothing can be written from here."""
        return self.status is not None and self.status.held

    @property
    def own_letter(self) -> str:
        """Whose a number without a letter is; empty: any station's."""
        return "" if self.status is None or self.setting.several else self.status.letter

    @property
    def deciding(self) -> Deciding | None:
        """The decision that is being made on the page on show."""
        return self.ruling.deciding if self.shown is values.PageId.RULING else None

    def with_panel(self, panel: "Panel | None") -> "Next":
        """*panel* stands over the page, or nothing does."""
        return replace(self, over=panel), ()

    def with_deciding(self, deciding: Deciding | None) -> Self:
        return replace(self, ruling=replace(self.ruling, deciding=deciding))

    def with_page(self, page: Page) -> Self:
        match page:
            case NowPage():
                return replace(self, now=page)
            case LogPage():
                return replace(self, log=page)
            case AlertsPage():
                return replace(self, alerts=page)
            case IntegrityPage():
                return replace(self, integrity=page)
            case RulingPage():
                return replace(self, ruling=page)
            case ReportsPage():
                return replace(self, reports=page)
            case _:
                assert_never(page)

    def enter(self) -> tuple[Self, Effects]:
        """The page on show asks for all that stands on it. Before anything is asked of the log it is
        counted: what is written after that is seen to grow."""
        state, effects = self.refresh()
        counting = (events.Peek(),) if state.count < 0 else ()
        return state, (*counting, events.LookAtStation(), *state.ask_sources(), *effects)

    def refresh(self) -> tuple[Self, Effects]:
        """The page on show asks again."""
        page, effects = self.page.refresh()
        return self.with_page(page), effects

    def ask_sources(self) -> Effects:
        """Ask what was opened, where the page on show says so."""
        shown = self.setting.hub or self.shown in (values.PageId.LOG, values.PageId.INTEGRITY)
        return (events.AskLog(values.SourcesWanted()),) if self.setting.several and shown else ()

    def take(self, event: events.Answered) -> tuple[Self, Effects]:
        """Each page takes what it waits for."""
        state: Self = self
        effects: Effects = ()
        for before in self.pages:
            page, more = before.take(event)
            state, effects = state.with_page(page), (*effects, *more)
        if isinstance(event.question, values.SourcesWanted):
            state = replace(state, sources=_sources(event, state.sources))
        return (
            state if isinstance(event.question, values.VerifyWanted) else replace(state, far=None)
        ), effects

    def take_progress(self, event: events.Progressed) -> Self:
        """How far the reading of the log is, or its verification."""
        if isinstance(event.question, values.VerifyWanted):
            return replace(self, integrity=self.integrity.progress(event))
        return replace(self, far=(event.done, max(event.done, event.of)))


def _sources(event: events.Answered, before: values.SourcesFound | None) -> values.SourcesFound | None:
    if isinstance(event.answer, values.ReadingFailed):
        unknown = values.SourceFound("", "", "", "", 0, SourceStanding.UNREADABLE, event.answer.sentence)
        return values.SourcesFound((unknown,))
    return event.answer if isinstance(event.answer, values.SourcesFound) else before


# ---- panels ------------------------------------------------------------------------------------------------


class _Panel:
    """What stands over a page. The answers here are those of a panel to which the event means nothing."""

    __slots__ = ()

    def confirm(self, inside: Inside) -> "Next":
        """What ENTER does, where nothing is typed."""
        return inside, ()

    def give(self, inside: Inside, text: str) -> "Next":
        """What becomes of *text* that was typed."""
        return inside, ()

    def go_back(self, inside: Inside) -> "Next":
        """What ESC does."""
        return inside.with_panel(None)

    def ask_to_close(self, inside: Inside) -> "Next":
        """What becomes of the wish to close the console: it is asked about once."""
        return confirm_shut(inside)

    def hear(self, inside: Inside, event: events.OrderEvent) -> "Next":
        """What an order came to, or how far it is; nobody waits for it."""
        return inside, ()


@frozen
class Confirming(_Panel):
    """*order* is carried out if it is confirmed. *odd*: what must be known before that."""

    order: orders.Order
    title: str
    verb: str
    lines: values.Lines = ()
    odd: tuple[str, ...] = ()

    def confirm(self, inside: Inside) -> "Next":
        order = self.order
        if isinstance(order, orders.RevealWords) and not order.confirmed:
            return _reveal(inside, order)
        if isinstance(order, orders.Ending):
            return Gone(), (events.CloseConsole(leaving=isinstance(order, orders.LeaveKiosk)),)
        return start_work(inside, order)

    def ask_to_close(self, inside: Inside) -> "Next":
        """Whoever asks again means it."""
        return self.confirm(inside) if isinstance(self.order, orders.ShutConsole) else confirm_shut(inside)


@frozen
class Telling(_Panel):
    """What came of something; *wrong*: what did not, each with what to do."""

    title: str
    lines: values.Lines = ()
    wrong: tuple[str, ...] = ()
    head: values.HeadShown | None = None

    def confirm(self, inside: Inside) -> "Next":
        return inside.with_panel(None)


@frozen
class Revealing(_Panel):
    """What the lists say of single words. It is gone with its panel; nothing else holds it."""

    shown: values.RevealedShown

    def confirm(self, inside: Inside) -> "Next":
        return inside.with_panel(None)


@frozen
class WorkingOn(_Panel):
    """*far*: how many records of how many were looked at, if that is known."""

    order: orders.Work
    title: str
    far: tuple[int, int] | None = None

    @property
    def stoppable(self) -> bool:
        return isinstance(self.order, orders.Stoppable)

    def go_back(self, inside: Inside) -> "Next":
        # What changes something is taken to its end.
        return inside, (events.StopWork(self.order),) if self.stoppable else ()

    def ask_to_close(self, inside: Inside) -> "Next":
        return inside, ()

    def hear(self, inside: Inside, event: events.OrderEvent) -> "Next":
        if isinstance(event, events.EventHeard):
            return self._hear_event(inside, event)
        if event.order != self.order:
            return inside, ()  # nobody waits for it
        match event:
            case events.OrderDone(order=orders.Decide() as order) if not event.wrong:
                return _end_decision(inside, order, event)
            case events.OrderDone():
                told = Telling(event.title, event.lines, event.wrong, event.head)
                return replace(inside, over=told), (events.LookAtStation(),)
            case events.OrderFailed(order=order, sentence=sentence):
                return inside.with_panel(Telling(wording.not_done(order), wrong=(sentence,)))
            case events.OrderAdvanced(done=done, of=of):
                return inside.with_panel(replace(self, far=(done, max(done, of))))
            case events.OrderStopped(order=order):
                return _stop(inside, order)
            case (
                events.RulingSeen()
                | events.FormsSeen()
                | events.PrintersFound()
                | events.WordsRevealed()
                | events.ReportSeen()
            ):
                return self._show(replace(inside, over=None), event)
            case _:
                assert_never(event)

    def _hear_event(self, inside: Inside, event: events.EventHeard) -> "Next":
        if not isinstance(self.order, orders.HearEvent | orders.OpenEvent):
            return inside, ()
        order = orders.OpenEvent(event.id, event.name, event.odd)
        title = f"Open the event “{event.name}”?"
        return inside.with_panel(Confirming(order, title, "open it", event.said, event.odd))

    def _show(self, inside: Inside, event: events.Came) -> "Next":
        """What the order brought comes on show."""
        match event:
            case events.RulingSeen(shown=shown):
                return replace(inside, ruling=replace(inside.ruling, shown=shown, deciding=None)), ()
            case events.FormsSeen(order=order, offered=offered):
                deciding = Deciding(order.which, offered, order.place)
                made = inside.ruling.shown.made if inside.ruling.shown is not None else ()
                for decision in made:
                    if order.corrects and decision.seq == order.corrects:
                        deciding = deciding.correcting(decision)
                        break
                return replace(inside, shown=values.PageId.RULING).with_deciding(deciding), ()
            case events.PrintersFound(order=orders.FindPrinters(draft), names=names):
                return ask_where_to(inside, draft, names)
            case events.WordsRevealed(shown=shown):
                return replace(inside, over=Revealing(shown), revealed_s=0), (events.LookAtStation(),)
            case events.ReportSeen(sheet=sheet):
                return replace(inside, reports=replace(inside.reports, sheet=sheet)), ()
            case _:
                assert_never(event)


def start_work(inside: Inside, order: orders.Work) -> "Next":
    """*order* is being carried out."""
    return replace(inside, over=WorkingOn(order, wording.working(order))), (events.CarryOut(order),)


def see_ruling(inside: Inside, which: str) -> "Next":
    """The evidence on *which* is gathered, and its page comes on show."""
    page = replace(inside.ruling, deciding=None, problem="")
    return start_work(replace(inside, shown=values.PageId.RULING, ruling=page), orders.SeeRuling(which))


def confirm_shut(inside: Inside) -> "Next":
    lines = (
        (("The station", "goes back to the players."),)
        if inside.setting.where is values.Where.IN_STATION
        else ()
    )
    panel = Confirming(orders.ShutConsole(), "Close the console?", "close", lines)
    return replace(inside, over=panel, awaited=None), ()


def _stop(inside: Inside, order: orders.Work) -> "Next":
    """The director would not wait. Whoever would not wait for the printers can still have a file."""
    if isinstance(order, orders.FindPrinters):
        return ask_where_to(inside, order.draft, ())
    told = wording.stopped_sentence(order)
    return inside.with_panel(Telling(told) if told else None)


def _end_decision(inside: Inside, order: orders.Decide, event: events.OrderDone) -> "Next":
    """It is on record: the evidence shows it; one that stands alone is told."""
    inside = inside.with_deciding(None)
    if order.subject.which:
        seeing, effects = start_work(inside, orders.SeeRuling(order.subject.which))
        return seeing, (events.LookAtStation(), *effects)
    back = replace(inside, shown=values.PageId.NOW) if inside.ruling.shown is None else inside
    return replace(back, over=Telling(event.title, event.lines)), (events.LookAtStation(),)


# ---- what is asked to be typed -----------------------------------------------------------------------------

PRINTER_OR_FILE = "Printer, or file"
ONLY_FILE = "File; this computer knows no printer"


@frozen
class AskingText(_Panel):
    """Something is to be typed. *offered*: what could be meant, to choose from. *problem*: why what was typed
    will not do."""

    title: str
    label: str
    text: str = ""
    offered: tuple[str, ...] = ()
    problem: str = ""

    def refuse(self, inside: Inside, text: str, problem: str) -> "Next":
        """*text* stands there to be mended."""
        return inside.with_panel(replace(self, text=text, problem=problem))


@frozen
class AskingRound(AskingText):
    def give(self, inside: Inside, text: str) -> "Next":
        number = entries.round_of(text)
        if number is None:
            return self.refuse(inside, text, wording.NO_ROUND)
        return start_work(inside, orders.StartRound(number))


@frozen
class AskingEvent(AskingText):
    def give(self, inside: Inside, text: str) -> "Next":
        id = entries.event_id(text)
        if id is None:
            return self.refuse(inside, text, wording.NO_NAME)
        return start_work(inside, orders.HearEvent(id, text))


@frozen
class AskingExport(AskingText):
    def give(self, inside: Inside, text: str) -> "Next":
        if form_of(text) is None or not entries.is_path(text):
            return self.refuse(inside, text, wording.NO_TARGET)
        return start_work(inside, orders.ExportRows(inside.log.narrowing, text))


@frozen
class AskingRuling(AskingText):
    def give(self, inside: Inside, text: str) -> "Next":
        called = entries.ruling_called(text, inside.own_letter)
        place = entries.place_in_log(called)
        if place is not None:
            return see_ruling(inside, place)
        if not entries.is_ruling(called):
            return self.refuse(inside, text, wording.NO_RULING)
        if text.isdecimal():  # nothing is opened by a number that nobody has read
            return self.refuse(inside, called, wording.IS_IT.format(called))
        return see_ruling(inside, called)


@frozen
class AskingSpot(AskingText):
    def give(self, inside: Inside, text: str) -> "Next":
        place = entries.place_of(text)
        if place is None:
            return self.refuse(inside, text, wording.NO_SPOT)
        return start_work(inside, orders.OfferForms("", place))


@frozen
class AskingDay(AskingText):
    def give(self, inside: Inside, text: str) -> "Next":
        if not entries.is_day(text):
            return self.refuse(inside, text, wording.NO_DAY)
        asked = replace(inside.reports.asked, kind=values.ReportKind.DAY, day=text)
        return start_work(replace(inside, reports=ReportsPage(asked)), orders.SeeReport(asked))


@frozen
class AskingAccount(AskingText):
    """What the director says of an incident, for the paper *draft*."""

    draft: orders.MakePaper | None = None

    def give(self, inside: Inside, text: str) -> "Next":
        if text and not is_text(text, LONGEST_SAID):
            return self.refuse(inside, text, wording.NO_ACCOUNT)
        if self.draft is None:
            return inside.with_panel(None)
        return start_work(inside, orders.FindPrinters(replace(self.draft, account=text)))


@frozen
class AskingReason(AskingText):
    """Why the words of *draft* are to be revealed."""

    draft: orders.RevealWords | None = None

    def give(self, inside: Inside, text: str) -> "Next":
        if not is_text(text, LONGEST_REASON):
            return self.refuse(inside, text, wording.NO_REASON)
        if self.draft is None:
            return inside.with_panel(None)
        order = replace(self.draft, reason=text, by=inside.ruling.by)
        return inside.with_panel(confirm_reveal(order) if order.by else ask_initials(order))


@frozen
class AskingInitials(AskingText):
    """Who gives the order *draft*; asked once."""

    draft: orders.Decide | orders.RevealWords | None = None

    def give(self, inside: Inside, text: str) -> "Next":
        if not is_operator(text):
            return self.refuse(inside, text, wording.NO_INITIALS)
        inside = replace(inside, ruling=replace(inside.ruling, by=text))
        match self.draft:
            case orders.Decide() as order:
                return start_work(inside, replace(order, by=text))
            case orders.RevealWords() as order:
                return inside.with_panel(confirm_reveal(replace(order, by=text)))
            case None:
                return inside.with_panel(None)
            case _:
                assert_never(self.draft)


@frozen
class AskingPaper(AskingText):
    """To which printer or file the paper *draft* goes. *printers*: which of *offered* are printers."""

    draft: orders.MakePaper | orders.WriteReport | None = None
    printers: tuple[str, ...] = ()

    def give(self, inside: Inside, text: str) -> "Next":
        draft = self.draft
        if draft is None:
            return inside.with_panel(None)
        if text in self.printers:
            return start_work(inside, replace(draft, printer=text))
        if not may_go_to(text, draft):
            problem = wording.NO_PAPER if isinstance(draft, orders.MakePaper) else wording.NO_REPORT
            return self.refuse(inside, text, problem)
        return start_work(inside, replace(draft, target=text))


def ask_where_to(
    inside: Inside, draft: orders.MakePaper | orders.WriteReport, printers: tuple[str, ...]
) -> "Next":
    """Where shall the paper *draft* go? To one of *printers*, the first of which is the usual one, or into a
    file."""
    shown = inside.ruling.shown
    offered = (*printers, *offered_files(draft, shown, inside.status))
    panel = AskingPaper(
        paper_title(draft, shown),
        PRINTER_OR_FILE if printers else ONLY_FILE,
        offered[0] if offered else "",
        offered,
        draft=draft,
        printers=printers,
    )
    return inside.with_panel(panel)


def ask_initials(draft: orders.Decide | orders.RevealWords) -> AskingInitials:
    """Who gives the order *draft*?"""
    return AskingInitials("Who decides? Asked once", "Initials, no name", draft=draft)


def confirm_reveal(order: orders.RevealWords) -> Confirming:
    """Shall it be looked up?"""
    lines = (
        ("On record", f"that {order.by} asked, and why: {order.reason}"),
        ("Who may see it", wording.MAY_SEE),
    )
    title = f"Reveal which word of {address_of(order.which)[0]} was bad?"
    return Confirming(order, title, "reveal it", lines)


def _reveal(inside: Inside, order: orders.RevealWords) -> "Next":
    """It was confirmed: carried out, but while an event is open, or may be, confirmed once more."""
    if inside.status is not None and not inside.status.event:
        return start_work(inside, order)
    title = f"Reveal {address_of(order.which)[0]} although players are still playing?"
    again = Confirming(replace(order, confirmed=True), title, "reveal it", (), (wording.STILL_OPEN,))
    return inside.with_panel(again)


Panel: TypeAlias = Confirming | AskingText | WorkingOn | Telling | Revealing


# ---- at the door, and gone ---------------------------------------------------------------------------------


@frozen
class AtDoor:
    """The director's passcode is asked for. *trying*: one is being checked. Before *until_ms* none is."""

    setting: ConsoleSetting
    message: str = ""
    trying: bool = False
    until_ms: int = 0

    def act(self, event: events.ConsoleEvent, now_ms: int) -> "Next":
        """What *event* does; the pages are not there yet."""
        if not isinstance(event, events.DoorEvent | events.BackPressed | events.CloseAsked):
            return self, ()
        match event:
            case events.BackPressed() | events.CloseAsked():
                return Gone(), (events.CloseConsole(),)
            case events.PasscodeTyped(passcode):
                if self.trying or now_ms < self.until_ms or not passcode:
                    return self, ()  # nothing that is typed during a wait is judged
                return replace(self, trying=True, message=""), (events.TryPasscode(passcode),)
            case events.LetIn(warning):
                if not self.trying:
                    return self, ()
                told = Telling("Somebody has tried passcodes", wrong=(warning,)) if warning else None
                return Inside(self.setting, over=told).enter()
            case events.NotLetIn(message, wait_ms):
                return AtDoor(self.setting, message, until_ms=now_ms + wait_ms if wait_ms else 0), ()
            case events.LeftAlone():
                return self, ()
            case _:
                assert_never(event)


@frozen
class Gone:
    """The console is closed; nothing that comes in late counts."""


ConsoleState: TypeAlias = AtDoor | Inside | Gone
Next: TypeAlias = tuple[ConsoleState, tuple[events.ConsoleEffect, ...]]
