"""What each page of the console holds. A page answers for itself what it asks of the log when it comes on
show or the log has grown, what it takes of an answer, and what it waits for; values in, values out.

An answer that a page does not wait for changes nothing on it.
"""

from dataclasses import replace
from typing import Self, TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.console import events, values
from kiosk.console.deciding import Deciding
from kiosk.console.narrowing import Called, names_of
from kiosk.errors import LogError
from kiosk.log.chain import parse_noted
from kiosk.paper.sheet import PaperSize, Sheet

Effects: TypeAlias = tuple[events.ConsoleEffect, ...]


class _Page:
    """One page. The answers here are those of a page that asks nothing of the log."""

    __slots__ = ()

    def refresh(self) -> tuple[Self, Effects]:
        """Ask again for all that stands on the page; what stands there stays until the answers come."""
        return self, ()

    def take(self, event: events.Answered) -> tuple[Self, Effects]:
        """The page with the answer it waits for."""
        return self, ()

    def asks_again(self, *, several: bool) -> bool:
        """Whether the page asks again though nobody saw the log grow: it could not be read, or it is of
        *several* logs, whose growth nobody sees from here."""
        return False

    @property
    def waits_for(self) -> tuple[values.Question, ...]:
        """What was asked for and has not come."""
        return ()


# ---- now ---------------------------------------------------------------------------------------------------

MOST = 10
LAST = values.RowsWanted(values.Narrowing(), 0, MOST)


@frozen
class NowPage(_Page):
    """The first page: the last rulings, large, newest first. The station's standing beside them is every
    page's. *rows*: None: not known yet. *problem*: why they cannot be read."""

    rows: tuple[values.RowShown, ...] | None = None
    asked: bool = False
    problem: str = ""

    def refresh(self) -> tuple[Self, Effects]:
        return (self, ()) if self.asked else (replace(self, asked=True), (events.AskLog(LAST),))

    def take(self, event: events.Answered) -> tuple[Self, Effects]:
        if not self.asked or event.question != LAST:
            return self, ()
        if isinstance(event.answer, values.ReadingFailed):
            return replace(self, asked=False, problem=event.answer.sentence), ()
        return (
            type(self)(event.answer.rows[:MOST]) if isinstance(event.answer, values.RowsFound) else self
        ), ()

    def asks_again(self, *, several: bool) -> bool:
        return several or bool(self.problem)

    @property
    def waits_for(self) -> tuple[values.Question, ...]:
        return (LAST,) if self.asked else ()


# ---- log ---------------------------------------------------------------------------------------------------

WINDOW = 100  # rows a question asks for
KEPT = 12  # windows; the view asks again for what it needs
FIRST_SEEN = 40

LogQuestion: TypeAlias = values.RowsWanted | values.FacetsWanted | values.TimelineWanted | values.PlaceWanted


@frozen
class LogPage(_Page):
    """The log, newest first. *total*: how many rows there are; None: not known yet. *newest*: the record up
    to which *windows* were read. *seen*: the first and last row on show. *jump*: how often the list was sent
    somewhere, and where to last. *pending*: what was asked for and has not come. *called*: names of what was
    chosen. *failed*: some of it could not be read.

    Whatever the page holds was answered for the filters it shows: a new filter takes every answer off the
    page and withdraws every question."""

    narrowing: values.Narrowing = values.Narrowing()
    total: int | None = None
    newest: int = 0
    windows: tuple[values.RowsFound, ...] = ()
    facets: values.FacetsFound | None = None
    timeline: values.TimelineFound | None = None
    seen: tuple[int, int] = (0, FIRST_SEEN)
    jump: tuple[int, int] = (0, 0)
    pending: tuple[LogQuestion, ...] = ()
    problem: str = ""
    called: Called = ()
    failed: bool = False

    def row(self, place: int) -> values.RowShown | None:
        """The row at *place*, if it was read."""
        for window in self.windows:
            if window.first <= place < window.first + len(window.rows):
                return window.rows[place - window.first]
        return None

    def narrow(self, narrowing: values.Narrowing) -> tuple[Self, Effects]:
        """The page of *narrowing*: nothing of another one stands on it."""
        if narrowing == self.narrowing:
            return replace(self, problem=""), ()
        names = names_of(narrowing, self.called, self.facets)
        fresh, asked = type(self)(narrowing, jump=(self.jump[0] + 1, 0), called=names).refresh()
        return fresh, (*(events.Withdraw(question) for question in self.pending), *asked)

    def scroll(self, first: int, last: int) -> tuple[Self, Effects]:
        """The list shows other rows: ask for what of them is not there, and no longer for what is out of
        sight."""
        page = replace(self, seen=(max(0, first), max(0, first, last)))
        wanted = page._windows_in_sight()
        idle = tuple(ask for ask in page.pending if isinstance(ask, values.RowsWanted) and ask not in wanted)
        page, withdrawn = page._withdraw(idle)
        page, asked = page._ask(*(window for window in wanted if not page._has(window)))
        return page, (*withdrawn, *asked)

    def go_to(self, minute: str) -> tuple[Self, Effects]:
        """Look for the place of *minute*; the last minute asked for is the one that counts."""
        page, withdrawn = self._withdraw(
            tuple(question for question in self.pending if isinstance(question, values.PlaceWanted))
        )
        page, asked = page._ask(values.PlaceWanted(self.narrowing, minute))
        return page, (*withdrawn, *asked)

    def refresh(self) -> tuple[Self, Effects]:
        now = self.narrowing
        page = replace(self, failed=False)
        return page._ask(*page._windows_in_sight(), values.FacetsWanted(now), values.TimelineWanted(now))

    def take(self, event: events.Answered) -> tuple[Self, Effects]:
        if event.question not in self.pending:
            return self, ()
        page = replace(self, pending=tuple(ask for ask in self.pending if ask != event.question))
        match event.answer:
            case values.RowsFound() as found:
                return replace(page, problem="")._with_rows(found)
            case values.FacetsFound() as facets:
                return replace(page, facets=facets, called=names_of(page.narrowing, page.called, facets)), ()
            case values.TimelineFound() as timeline:
                return replace(page, timeline=timeline), ()
            case values.PlaceFound(place):
                return replace(page, jump=(page.jump[0] + 1, place)), ()
            case values.ReadingFailed(sentence):
                return replace(page, problem=sentence, failed=True), ()
            case values.AlertsFound() | values.VerifyFound() | values.SourcesFound():
                return page, ()
            case _:
                assert_never(event.answer)

    def asks_again(self, *, several: bool) -> bool:
        return several or self.failed

    @property
    def waits_for(self) -> tuple[values.Question, ...]:
        return self.pending

    def _ask(self, *questions: LogQuestion) -> tuple[Self, Effects]:
        """Ask *questions*, but for those that are on their way already."""
        new = tuple(question for question in dict.fromkeys(questions) if question not in self.pending)
        return replace(self, pending=(*self.pending, *new)), tuple(
            events.AskLog(question) for question in new
        )

    def _withdraw(self, questions: tuple[LogQuestion, ...]) -> tuple[Self, Effects]:
        pending = tuple(question for question in self.pending if question not in questions)
        return replace(self, pending=pending), tuple(events.Withdraw(question) for question in questions)

    def _with_rows(self, found: values.RowsFound) -> tuple[Self, Effects]:
        grown = found.newest != self.newest or found.total != self.total
        kept = () if grown else tuple(window for window in self.windows if window.first != found.first)
        windows = tuple(sorted((*kept, found), key=lambda window: abs(window.first - self.seen[0]))[:KEPT])
        page = replace(self, total=found.total, newest=found.newest, windows=windows)
        # The places of all rows have moved: what is in sight and was read before is asked for again.
        missing = (window for window in page._windows_in_sight() if not page._has(window))
        return page._ask(*missing) if grown else (page, ())

    def _windows_in_sight(self) -> tuple[values.RowsWanted, ...]:
        first, last = self.seen
        if self.total is not None:
            last = min(last, max(0, self.total - 1))
        places = range(min(first, last) // WINDOW, last // WINDOW + 1)
        return tuple(values.RowsWanted(self.narrowing, place * WINDOW, WINDOW) for place in places)

    def _has(self, wanted: values.RowsWanted) -> bool:
        return any(window.first == wanted.first for window in self.windows)


# ---- alerts ------------------------------------------------------------------------------------------------

ALL = values.AlertsWanted(values.Narrowing())
NO_ALERT = "No alert: nothing in these rulings asks to be looked at."


@frozen
class AlertsPage(_Page):
    """What a director should look at. An alert is a question: only what a clause knows as an offence is
    called one. *found*: None until they were read. *asked*: an answer is on its way. *problem*: why there is
    none."""

    found: values.AlertsFound | None = None
    asked: bool = False
    problem: str = ""

    def refresh(self) -> tuple[Self, Effects]:
        return (self, ()) if self.asked else (replace(self, asked=True), (events.AskLog(ALL),))

    def take(self, event: events.Answered) -> tuple[Self, Effects]:
        if not self.asked or event.question != ALL:
            return self, ()
        if isinstance(event.answer, values.ReadingFailed):
            return replace(self, asked=False, problem=event.answer.sentence), ()
        return (type(self)(event.answer) if isinstance(event.answer, values.AlertsFound) else self), ()

    def asks_again(self, *, several: bool) -> bool:
        return several or bool(self.problem)

    @property
    def waits_for(self) -> tuple[values.Question, ...]:
        return (ALL,) if self.asked else ()


def headline(alert: values.AlertShown) -> str:
    """What *alert* is called, and how often it is there."""
    name = alert.alert.replace("_", " ")
    return f"{name[:1].upper()}{name[1:]} · {alert.count:,}"


def clause(alert: values.AlertShown) -> str:
    """What the rules say of it."""
    if alert.offence:
        return f"The rules call it an offence: {alert.offence}"
    return "No clause calls this an offence by itself. It asks to be looked at."


# ---- integrity ---------------------------------------------------------------------------------------------

NO_COUNT = "The number of records is a whole number, as it stands on the paper."
STOPPED = "Stopped before the end: nothing is known of the log."
MOST_DIGITS = 12


@frozen
class IntegrityPage(_Page):
    """Whether the log is whole: one verification at a time, and which heads were given out. *pending*: what
    is being verified; *done* of *of* records are. *held_to*: the noted head that *found* was held to: what is
    shown as verified was verified against the head that stands beside it. *heads*: None until they were
    read."""

    pending: values.VerifyWanted | None = None
    done: int = 0
    of: int = 0
    held_to: values.VerifyWanted = values.VerifyWanted()
    found: values.VerifyFound | None = None
    heads: tuple[values.HeadGiven, ...] | None = None
    problem: str = ""

    def refresh(self) -> tuple[Self, Effects]:
        return self, (events.ListHeads(),)

    def verify(self, event: events.VerifyAsked) -> tuple[Self, Effects]:
        """The log is verified, against what was typed from paper if something was."""
        head, count = event.head.strip(), event.count.strip()
        if self.pending is not None:  # one at a time
            return self, ()
        if count and not (count.isascii() and count.isdecimal() and len(count) <= MOST_DIGITS and int(count)):
            return replace(self, problem=NO_COUNT), ()
        try:
            note = parse_noted(head or None, int(count) if count else None)
        except LogError as error:
            return replace(self, problem=str(error)), ()
        wanted = values.VerifyWanted(note.head, note.count)
        # What was found before does not stand beside another head.
        return type(self)(wanted, held_to=wanted, heads=self.heads), (events.AskLog(wanted),)

    def stop(self) -> tuple[Self, Effects]:
        if self.pending is None:
            return self, ()
        return replace(self, pending=None, problem=STOPPED), (events.Withdraw(self.pending),)

    def progress(self, event: events.Progressed) -> Self:
        """How far the verification is, if it is the one that is waited for."""
        if self.pending is None or event.question != self.pending:
            return self
        return replace(self, done=event.done, of=max(event.of, event.done))

    def take(self, event: events.Answered) -> tuple[Self, Effects]:
        if self.pending is None or event.question != self.pending:
            return self, ()
        if isinstance(event.answer, values.ReadingFailed):
            return replace(self, pending=None, problem=event.answer.sentence), ()
        if isinstance(event.answer, values.VerifyFound):
            return replace(self, pending=None, found=event.answer), ()
        return self, ()

    @property
    def waits_for(self) -> tuple[values.Question, ...]:
        return () if self.pending is None else (self.pending,)


# ---- what is on paper --------------------------------------------------------------------------------------
# These two were read at one moment, and say so: they do not grow with the log.


@frozen
class RulingPage(_Page):
    """One ruling. *shown*: the ruling on show. *deciding*: what is being decided, on it or on none. *by*: the
    director's initials, asked once. *problem*: why what was typed is no ruling. *paper*: what it is printed
    on."""

    shown: values.RulingShown | None = None
    deciding: Deciding | None = None
    by: str = ""
    problem: str = ""
    paper: PaperSize = PaperSize.A4


@frozen
class ReportsPage(_Page):
    """A report. *sheet*: as it was *asked*: what is shown was made for what is chosen beside it; None: not
    made yet."""

    asked: values.ReportAsked = values.ReportAsked()
    sheet: Sheet | None = None


Page: TypeAlias = NowPage | LogPage | AlertsPage | IntegrityPage | RulingPage | ReportsPage
