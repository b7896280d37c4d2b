"""Which logs are open where several were named: what each is, and what is known of its clock and chain."""

from dataclasses import replace

from kiosk.core.harmless import harmless
from kiosk.director.console.effects import AskLog, ConsoleEffect
from kiosk.director.console.events import Answered
from kiosk.director.console.reading import (
    ChainFound,
    ReadingFailed,
    SourceFound,
    SourcesFound,
    SourceStanding,
    SourcesWanted,
)
from kiosk.director.console.seen import Lines
from kiosk.director.console.states import Inside, Telling
from kiosk.director.console.values import PageId

TITLE = "The logs that are open"
OWN = ("Written to", "this folder's log alone, whatever is read")
_BAD = (SourceStanding.FORK, SourceStanding.UNREADABLE, SourceStanding.AWAY, SourceStanding.ALARM)


def asking(state: Inside) -> tuple[ConsoleEffect, ...]:
    """Ask what was opened, where the page on show says so."""
    shown = state.setting.hub or state.shown in (PageId.LOG, PageId.INTEGRITY)
    return (AskLog(SourcesWanted()),) if state.setting.several and shown else ()


def of_hub(state: Inside) -> str:
    """What every page of a console that reads a hub says of it: that it does not answer, that it has alarms;
    nothing while all is well."""
    found = () if state.sources is None or not state.setting.hub else state.sources.sources
    away = ("HUB AWAY",) if any(one.standing is SourceStanding.AWAY for one in found) else ()
    alarms = sum(one.standing is SourceStanding.ALARM for one in found)
    counted = (f"{alarms} HUB {'ALARM' if alarms == 1 else 'ALARMS'}",) if alarms else ()
    return " · ".join((*away, *counted))


def answered(before: SourcesFound | None, event: Answered) -> SourcesFound | None:
    """What is known once *event* has come."""
    if not isinstance(event.question, SourcesWanted):
        return before
    if isinstance(event.answer, SourcesFound):
        return event.answer
    if isinstance(event.answer, ReadingFailed):
        unknown = SourceFound("", "", "", "", 0, SourceStanding.UNREADABLE, event.answer.sentence)
        return SourcesFound((unknown,))
    return before


def line(found: SourcesFound | None) -> str:
    """What was opened, in one line."""
    if found is None:
        return "Looking at the logs…"
    used = [one for one in found.sources if one.standing is SourceStanding.USED]
    letters = ", ".join(one.letter or "?" for one in used)
    said = [f"{len(used)} {'log' if len(used) == 1 else 'logs'} shown: {letters}" if used else "No log shown"]
    for standing, one, more in (
        (SourceStanding.COPY, "copy", "copies"),
        (SourceStanding.FORK, "FORK", "FORKS"),
        (SourceStanding.UNREADABLE, "NOT READABLE", "NOT READABLE"),
        (SourceStanding.AWAY, "HUB AWAY", "HUBS AWAY"),
        (SourceStanding.ALARM, "HUB ALARM", "HUB ALARMS"),
    ):
        count = sum(it.standing is standing for it in found.sources)
        said += [f"{count} {one if count == 1 else more}"] if count else []
    said += [f"{one.letter}: {one.skew}" for one in used if one.skew_s]
    return " · ".join((*said, "W: what is known of each"))


def told(state: Inside) -> Inside:
    """The panel that says all that is known of each log; nothing where there is one log."""
    if not state.setting.several or state.sources is None:
        return state
    found = state.sources.sources
    wrong = tuple(f"{_name(one)}: {one.sentence}" for one in found if one.standing in _BAD)
    lines: list[tuple[str, str]] = [OWN]
    chains = state.integrity.found.chains if state.integrity.found else ()
    for one in found:
        lines += _lines(one, chains) if one.standing not in _BAD else ()
    return replace(state, over=Telling(TITLE, tuple(lines), wrong))


def _lines(one: SourceFound, chains: tuple[ChainFound, ...]) -> Lines:
    if one.standing is SourceStanding.HUB:
        return ((one.name, one.sentence),)
    mine = [it for it in chains if (it.station, it.epoch) == (one.station, one.epoch)]
    # A copy has the chain of its original and may be shorter: what was found of one is not said of the other.
    its = mine if len(mine) == 1 else [it for it in mine if it.count == one.count]
    known = its[0].sentence if its else f"not verified yet: page {PageId.INTEGRITY}, then V"
    clock = (("Its clock", one.skew),) if one.skew else ()
    return (
        (one.letter or "A log", _name(one)),
        ("", f"{one.count:,} records. {one.sentence}"),
        *clock,
        ("Its chain", known),
    )


def _name(one: SourceFound) -> str:
    return harmless(one.name) or "The logs"
