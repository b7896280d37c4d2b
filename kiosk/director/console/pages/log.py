"""The log, newest first: which rows are looked at, what they are narrowed to, and what is being waited for.

The rule guarded here: whatever the page holds was answered for the filters it shows. A new filter takes every
answer off the page and withdraws every question; an answer nobody waits for changes nothing.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.frozen import frozen
from kiosk.director.console.effects import AskLog, ConsoleEffect, Withdraw
from kiosk.director.console.events import Answered
from kiosk.director.console.pages.narrowing import Called, called
from kiosk.director.console.reading import (
    AlertsFound,
    FacetsFound,
    FacetsWanted,
    Narrowing,
    PlaceFound,
    PlaceWanted,
    Question,
    ReadingFailed,
    RowsFound,
    RowShown,
    RowsWanted,
    SourcesFound,
    TimelineFound,
    TimelineWanted,
    VerifyFound,
)

WINDOW = 100  # rows a question asks for
KEPT = 12  # windows; the view asks again for what it needs
FIRST_SEEN = 40

LogQuestion: TypeAlias = RowsWanted | FacetsWanted | TimelineWanted | PlaceWanted


@frozen
class LogPage:
    """*total*: how many rows there are; None: not known yet. *newest*: the record up to which *windows* were
    read. *seen*: the first and last row on show. *jump*: how often the list was sent somewhere, and where to
    last. *pending*: what was asked for and has not come. *called*: names of what was chosen. *failed*: some
    of it could not be read."""

    narrowing: Narrowing = Narrowing()
    total: int | None = None
    newest: int = 0
    windows: tuple[RowsFound, ...] = ()
    facets: FacetsFound | None = None
    timeline: TimelineFound | None = None
    seen: tuple[int, int] = (0, FIRST_SEEN)
    jump: tuple[int, int] = (0, 0)
    pending: tuple[LogQuestion, ...] = ()
    problem: str = ""
    called: Called = ()
    failed: bool = False

    def row(self, place: int) -> RowShown | None:
        """The row at *place*, if it was read."""
        for one in self.windows:
            if one.first <= place < one.first + len(one.rows):
                return one.rows[place - one.first]
        return None


NextLog: TypeAlias = tuple[LogPage, tuple[ConsoleEffect, ...]]


def asking(page: LogPage, *questions: LogQuestion) -> NextLog:
    """*page* once it has asked *questions*, but for those that are on their way already."""
    new = tuple(one for one in dict.fromkeys(questions) if one not in page.pending)
    return replace(page, pending=(*page.pending, *new)), tuple(AskLog(one) for one in new)


def narrowed(page: LogPage, narrowing: Narrowing) -> NextLog:
    """The page of *narrowing*: nothing of another one stands on it."""
    if narrowing == page.narrowing:
        return replace(page, problem=""), ()
    gone = tuple(Withdraw(one) for one in page.pending)
    names = called(narrowing, page.called, page.facets)
    fresh, asked = asking_all(LogPage(narrowing, jump=(page.jump[0] + 1, 0), called=names))
    return fresh, (*gone, *asked)


def asking_all(page: LogPage) -> NextLog:
    """Ask for all that stands on the page, as it is now; what stands there stays until the answers come."""
    now = page.narrowing
    return asking(replace(page, failed=False), *_windows(page), FacetsWanted(now), TimelineWanted(now))


def seen(page: LogPage, first: int, last: int) -> NextLog:
    """The list shows other rows: ask for what of them is not there, and no longer for what is out of
    sight."""
    page = replace(page, seen=(max(0, first), max(0, first, last)))
    wanted = _windows(page)
    idle = tuple(one for one in page.pending if isinstance(one, RowsWanted) and one not in wanted)
    page = replace(page, pending=tuple(one for one in page.pending if one not in idle))
    page, asked = asking(page, *(one for one in wanted if not _there(page, one)))
    return page, (*(Withdraw(one) for one in idle), *asked)


def sent_to(page: LogPage, minute: str) -> NextLog:
    """Look for the place of *minute*; the last minute asked for is the one that counts."""
    earlier = tuple(one for one in page.pending if isinstance(one, PlaceWanted))
    page = replace(page, pending=tuple(one for one in page.pending if one not in earlier))
    page, asked = asking(page, PlaceWanted(page.narrowing, minute))
    return page, (*(Withdraw(one) for one in earlier), *asked)


def log_answered(page: LogPage, event: Answered) -> NextLog:
    """*page* with what came; an answer to another question than those it waits for is no answer."""
    question: Question = event.question
    if question not in page.pending:
        return page, ()
    page = replace(page, pending=tuple(one for one in page.pending if one != question))
    match event.answer:
        case RowsFound() as found:
            return _with_rows(replace(page, problem=""), found)
        case FacetsFound() as facets:
            return replace(page, facets=facets, called=called(page.narrowing, page.called, facets)), ()
        case TimelineFound() as timeline:
            return replace(page, timeline=timeline), ()
        case PlaceFound(place):
            return replace(page, jump=(page.jump[0] + 1, place)), ()
        case ReadingFailed(sentence):
            return replace(page, problem=sentence, failed=True), ()
        case AlertsFound() | VerifyFound() | SourcesFound():
            return page, ()
        case _:
            assert_never(event.answer)


def _with_rows(page: LogPage, found: RowsFound) -> NextLog:
    grown = found.newest != page.newest or found.total != page.total
    kept = () if grown else tuple(one for one in page.windows if one.first != found.first)
    windows = tuple(sorted((*kept, found), key=lambda one: abs(one.first - page.seen[0]))[:KEPT])
    page = replace(page, total=found.total, newest=found.newest, windows=windows)
    # The places of all rows have moved: what is in sight and was read before is asked for again.
    missing = (one for one in _windows(page) if not _there(page, one))
    return asking(page, *missing) if grown else (page, ())


def _windows(page: LogPage) -> tuple[RowsWanted, ...]:
    """The windows that hold the rows in sight."""
    first, last = page.seen
    if page.total is not None:
        last = min(last, max(0, page.total - 1))
    places = range(min(first, last) // WINDOW, last // WINDOW + 1)
    return tuple(RowsWanted(page.narrowing, place * WINDOW, WINDOW) for place in places)


def _there(page: LogPage, wanted: RowsWanted) -> bool:
    return any(one.first == wanted.first for one in page.windows)
