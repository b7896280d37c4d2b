"""The alerts: what a director should look at, each with what it means and the rulings it is about.

The rule guarded here: an alert is a question. Only what a clause knows as an offence is called one.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.frozen import frozen
from kiosk.director.console.effects import AskLog, ConsoleEffect
from kiosk.director.console.events import Answered, RulingSought
from kiosk.director.console.pages.narrowing import NUMBER
from kiosk.director.console.reading import (
    AlertsFound,
    AlertShown,
    AlertsWanted,
    Facet,
    FacetsFound,
    Narrowing,
    PlaceFound,
    ReadingFailed,
    RowsFound,
    SourcesFound,
    TimelineFound,
    VerifyFound,
)

ALL = AlertsWanted(Narrowing())
NO_ALERT = "No alert: nothing in these rulings asks to be looked at."


@frozen
class AlertsPage:
    """*found*: None until they were read. *asked*: an answer is on its way. *problem*: why there is none."""

    found: AlertsFound | None = None
    asked: bool = False
    problem: str = ""


NextAlerts: TypeAlias = tuple[AlertsPage, tuple[ConsoleEffect, ...]]


def alerts_refreshed(page: AlertsPage) -> NextAlerts:
    """Ask for all alerts, unless an answer is on its way."""
    return (page, ()) if page.asked else (replace(page, asked=True), (AskLog(ALL),))


def alerts_answered(page: AlertsPage, event: Answered) -> AlertsPage:
    """*page* with the answer it waits for; any other changes nothing."""
    if not page.asked or event.question != ALL:
        return page
    match event.answer:
        case AlertsFound() as found:
            return AlertsPage(found)
        case ReadingFailed(sentence):
            return replace(page, asked=False, problem=sentence)
        case RowsFound() | FacetsFound() | TimelineFound() | PlaceFound() | VerifyFound() | SourcesFound():
            return page
        case _:
            assert_never(event.answer)


def sought(event: RulingSought, *, several: bool) -> Narrowing | None:
    """What the log is narrowed to for one ruling; None if it has no number that can be looked for. Where
    *several* logs are open, two stations may have the same letter."""
    if not NUMBER.fullmatch(event.number):
        return None
    chosen = ((Facet.STATION, f"{event.station}/{event.epoch}"),) if several else ()
    return Narrowing(chosen, number=event.number)


def headline(alert: AlertShown) -> str:
    """What *alert* is called, and how often it is there."""
    name = alert.alert.replace("_", " ")
    return f"{name[:1].upper()}{name[1:]} · {alert.count:,}"


def clause(alert: AlertShown) -> str:
    """What the rules say of it."""
    if alert.offence:
        return f"The rules call it an offence: {alert.offence}"
    return "No clause calls this an offence by itself. It asks to be looked at."
