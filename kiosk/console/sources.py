"""Which logs are open where several were named: what each is, and what is known of its clock and chain."""

from kiosk.base.printable import printable
from kiosk.console.states import Inside, Telling
from kiosk.console.values import ChainFound, Lines, PageId, SourceFound, SourcesFound
from kiosk.log.sources import SourceStanding

TITLE = "The logs that are open"
OWN = ("Written to", "this folder's log alone, whatever is read")
_BAD = (SourceStanding.FORK, SourceStanding.UNREADABLE, SourceStanding.AWAY, SourceStanding.ALARM)


def hub_notice(state: Inside) -> str:
    """What every page of a console that reads a hub says of it: that it does not answer, that it has alarms;
    nothing while all is well."""
    sources = () if state.sources is None else state.sources.sources
    away = ("HUB AWAY",) if any(source.standing is SourceStanding.AWAY for source in sources) else ()
    alarms = sum(source.standing is SourceStanding.ALARM for source in sources)
    counted = (f"{alarms} HUB {'ALARM' if alarms == 1 else 'ALARMS'}",) if alarms else ()
    return " · ".join((*away, *counted))


def sources_line(found: SourcesFound | None) -> str:
    """What was opened, in one line."""
    if found is None:
        return "Looking at the logs…"
    used = [source for source in found.sources if source.standing is SourceStanding.USED]
    letters = ", ".join(source.letter or "?" for source in used)
    parts = [
        f"{len(used)} {'log' if len(used) == 1 else 'logs'} shown: {letters}" if used else "No log shown"
    ]
    for standing, one, more in (
        (SourceStanding.COPY, "copy", "copies"),
        (SourceStanding.FORK, "FORK", "FORKS"),
        (SourceStanding.UNREADABLE, "NOT READABLE", "NOT READABLE"),
        (SourceStanding.AWAY, "HUB AWAY", "HUBS AWAY"),
        (SourceStanding.ALARM, "HUB ALARM", "HUB ALARMS"),
    ):
        count = sum(source.standing is standing for source in found.sources)
        parts += [f"{count} {one if count == 1 else more}"] if count else []
    parts += [f"{source.letter}: {source.skew}" for source in used if source.skew_s]
    return " · ".join((*parts, "W: what is known of each"))


def sources_panel(state: Inside) -> Telling | None:
    """All that is known of each log; None where there is one log."""
    if not state.setting.several or state.sources is None:
        return None
    sources = state.sources.sources
    wrong = tuple(f"{_name(source)}: {source.sentence}" for source in sources if source.standing in _BAD)
    lines: list[tuple[str, str]] = [OWN]
    chains = state.integrity.found.chains if state.integrity.found else ()
    for source in sources:
        lines += _lines(source, chains) if source.standing not in _BAD else ()
    return Telling(TITLE, tuple(lines), wrong)


def _lines(source: SourceFound, chains: tuple[ChainFound, ...]) -> Lines:
    if source.standing is SourceStanding.HUB:
        return ((source.name, source.sentence),)
    mine = [chain for chain in chains if (chain.station, chain.epoch) == (source.station, source.epoch)]
    # A copy has the chain of its original and may be shorter: what was found of one is not said of the other.
    its = mine if len(mine) == 1 else [chain for chain in mine if chain.count == source.count]
    known = its[0].sentence if its else f"not verified yet: page {PageId.INTEGRITY}, then V"
    clock = (("Its clock", source.skew),) if source.skew else ()
    return (
        (source.letter or "A log", _name(source)),
        ("", f"{source.count:,} records. {source.sentence}"),
        *clock,
        ("Its chain", known),
    )


def _name(source: SourceFound) -> str:
    return printable(source.name) or "The logs"
