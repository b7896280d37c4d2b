"""The first page: the last rulings, large. The station's standing beside them is every page's."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.frozen import frozen
from kiosk.director.console.effects import AskLog, ConsoleEffect
from kiosk.director.console.events import Answered
from kiosk.director.console.reading import (
    AlertsFound,
    FacetsFound,
    Narrowing,
    PlaceFound,
    ReadingFailed,
    RowsFound,
    RowShown,
    RowsWanted,
    SourcesFound,
    TimelineFound,
    VerifyFound,
)

MOST = 10
LAST = RowsWanted(Narrowing(), 0, MOST)


@frozen
class NowPage:
    """*rows*: the last rulings, newest first; None: not known yet. *problem*: why they cannot be read."""

    rows: tuple[RowShown, ...] | None = None
    asked: bool = False
    problem: str = ""


NextNow: TypeAlias = tuple[NowPage, tuple[ConsoleEffect, ...]]


def refreshed(page: NowPage) -> NextNow:
    """Ask for the last rulings, unless an answer is on its way."""
    return (page, ()) if page.asked else (replace(page, asked=True), (AskLog(LAST),))


def now_answered(page: NowPage, event: Answered) -> NowPage:
    """*page* with the answer it waits for; any other changes nothing."""
    if not page.asked or event.question != LAST:
        return page
    match event.answer:
        case RowsFound(rows=rows):
            return NowPage(rows[:MOST])
        case ReadingFailed(sentence):
            return replace(page, asked=False, problem=sentence)
        case FacetsFound() | TimelineFound() | PlaceFound() | AlertsFound() | VerifyFound() | SourcesFound():
            return page
        case _:
            assert_never(event.answer)
