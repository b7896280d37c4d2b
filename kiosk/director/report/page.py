"""A report about an event or a day, as a sheet.

Rules it guards: while an event is open no word is on it, because a posted list would tell the owner of a play
of several words which one was bad; at no time does it say anything of a single word of a play; and what
players are given holds no question about a person.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from kiosk.core.frozen import frozen
from kiosk.core.log.kinds import Kind
from kiosk.core.paper.sheet.blocks import (
    BigFigure,
    Block,
    Figures,
    Notice,
    Pairs,
    Paragraph,
    Sheet,
    SheetColumn,
    SheetHeading,
    SheetTable,
    SheetTitle,
    SmallPrint,
)
from kiosk.director.alerts import WINDOW_S, Alert
from kiosk.director.audit import DecisionRow, Summary
from kiosk.director.report.groups import charts, timeline
from kiosk.director.report.plays import plays, rulings
from kiosk.director.report.station_events import StationEvent
from kiosk.director.tally import Tally

MOST_EVENTS = 200


@frozen
class Frame:
    """What a report is about and what stands beside the figures. *integrity*: one sentence a station.
    *alerts*: the ruling numbers each alert was raised about. *rules*: each rule set with its penalty, by
    name. *window_s*: the station's for split look-ups. *players*: for them, so without what is only for the
    director."""

    title: str
    scope: str
    integrity: tuple[str, ...]
    alerts: Mapping[Alert, tuple[str, ...]]
    words: bool
    made: str
    rules: tuple[str, ...] = ()
    sound: bool = True
    odd: str = ""
    doubt: str = ""
    window_s: int = WINDOW_S
    decisions: tuple[DecisionRow, ...] = ()
    players: bool = False


def build_report(summary: Summary, frame: Frame) -> Sheet:
    """The report."""
    for_director = () if frame.players else chain(_alerts(frame), _decisions(frame), _events(summary))
    blocks = chain(
        _head(summary, frame),
        _figures(summary),
        charts(summary),
        timeline(summary),
        plays(summary.plays, shown=frame.words),
        rulings(summary, words=frame.words, staff=not frame.players),
        for_director,
        _integrity(frame),
    )
    return Sheet(f"{frame.title} – challenges", tuple(blocks), f"{frame.title} · {frame.made}")


def _head(summary: Summary, frame: Frame) -> Iterator[Block]:
    kicker = "Challenges, for players" if frame.players else "Challenge report"
    yield SheetTitle(kicker, frame.title, (frame.scope,))
    if not frame.sound:
        yield Notice("The log does not verify; see “Integrity” at the end before anything here is believed.")
    elif frame.odd:
        yield Notice(frame.odd)
    if frame.doubt:
        yield Notice(frame.doubt)
    yield Pairs(
        (
            ("Rules", "; ".join(frame.rules) or "–"),
            ("Word list", "; ".join(summary.sources) or "–"),
            ("Station", ", ".join(summary.stations) or "–"),
        )
    )


def _figures(summary: Summary) -> Iterator[Block]:
    tally = summary.tally
    unjudged = sum(summary.entries.get(kind, 0) for kind in _UNJUDGED)
    at_station = "–"
    if summary.entry_s is not None and summary.verify_s is not None:
        at_station = f"{summary.entry_s + summary.verify_s:.0f} s"
    yield Figures(
        (
            BigFigure(
                str(tally.total), "challenge ruled" if tally.total == 1 else "challenges ruled", _split(tally)
            ),
            BigFigure(_percent(tally.success), "of challenges succeeded", _interval(tally)),
            BigFigure(at_station, "typical time at the station", _effort(summary)),
            BigFigure(
                str(unjudged),
                "entry never judged" if unjudged == 1 else "entries never judged",
                _parts(summary),
            ),
        )
    )
    yield SmallPrint("A challenge succeeds when the play is unacceptable.")
    yield from _casual(summary)


_UNJUDGED = {Kind.CONCEDED: "conceded", Kind.CLEARED: "cleared", Kind.ABANDONED: "left standing"}


def _split(tally: Tally) -> str:
    referred = f", {tally.refer} referred and not answered" if tally.refer else ""
    return f"{tally.unacceptable} unacceptable, {tally.acceptable} acceptable{referred}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.0f} %"


def _interval(tally: Tally) -> str:
    if tally.interval is None:
        return "no ruling yet"
    low, high = tally.interval
    return f"by chance it may be off: {low * 100:.0f} to {high * 100:.0f} % (95 % interval)"


def _effort(summary: Summary) -> str:
    staff = f"; {summary.staff} ruled by staff" if summary.staff else ""
    if summary.entry_s is None or summary.verify_s is None:
        return f"no ruling by players{staff}" if summary.tally.total else "no ruling yet"
    return f"{summary.entry_s:.0f} s typing, {summary.verify_s:.0f} s checking (medians){staff}"


def _parts(summary: Summary) -> str:
    conceded = ", ".join(
        f"{summary.conceded[by]} {words}" for by, words in _CONCEDED.items() if summary.conceded.get(by)
    )
    counts = {name: summary.entries.get(kind, 0) for kind, name in _UNJUDGED.items()}
    told = [f"{count} {name}" for name, count in counts.items()]
    return ", ".join((f"{told[0]} ({conceded})" if conceded else told[0], *told[1:]))


_CONCEDED = {
    "challenger": "by the challenger",
    "challenged": "by the challenged player",
    "": "not known by whom",
}


def _casual(summary: Summary) -> Iterator[Block]:
    casual = summary.casual.total
    if not casual:
        return
    if casual == summary.tally.total:
        whole = "This ruling was" if casual == 1 else "All of these rulings were"
        yield SmallPrint(f"{whole} casual: no event was open.")
        return
    many, are = ("ruling", "is") if casual == 1 else ("rulings", "are")
    yield SmallPrint(f"{casual} casual {many} (no event open) {are} not counted in any figure.")


def _alerts(frame: Frame) -> Iterator[Block]:
    yield SheetHeading("Worth a look")
    if not frame.alerts:
        yield Paragraph("Nothing stood out.")
        return
    yield SmallPrint("Questions, not findings. The numbers are those on the slips.")
    columns = (SheetColumn("What", 20, strong=True), SheetColumn("It means", 46), SheetColumn("Rulings", 34))
    rows = (
        (_spoken(alert), alert.meaning(frame.window_s), ", ".join(frame.alerts[alert]))
        for alert in Alert
        if alert in frame.alerts
    )
    yield SheetTable(columns, tuple(rows))


def _decisions(frame: Frame) -> Iterator[Block]:
    if not frame.decisions:
        return
    yield SheetHeading("Decisions of the director")
    if not frame.words:  # what the director wrote there may name a word
        yield Paragraph(f"{len(frame.decisions)} on record; listed when the event is closed.")
        return
    columns = (SheetColumn("Local time", 20), SheetColumn("On", 10, strong=True), SheetColumn("Decision", 70))
    yield SheetTable(columns, tuple((one.local, one.ruling, one.what) for one in frame.decisions))


def _spoken(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _events(summary: Summary) -> Iterator[Block]:
    shown = summary.events[-MOST_EVENTS:]
    if not shown:
        return
    yield SheetHeading("Station events")
    left_out = len(summary.events) - len(shown)
    if left_out:
        yield SmallPrint(f"Left out at the beginning: {left_out}.")
    columns = (
        SheetColumn("Local time", 20),
        SheetColumn("Event", 24, strong=True),
        SheetColumn("Details", 56),
    )
    several = len(summary.stations) > 1
    yield SheetTable(columns, tuple(_event_row(event, several=several) for event in shown))


def _event_row(event: StationEvent, *, several: bool) -> tuple[str, str, str]:
    where = f"{event.station} · " if several else ""
    return f"{event.local:%Y-%m-%d %H:%M:%S}", where + _spoken(event.kind), event.what


def _integrity(frame: Frame) -> Iterator[Block]:
    yield SheetHeading("Integrity")
    yield from map(Paragraph, frame.integrity)


def number_list(numbers: Iterable[str], most: int = 40) -> tuple[str, ...]:
    """*numbers* for a table cell: the first *most*, then how many more there are."""
    known = tuple(numbers)
    return known if len(known) <= most else (*known[:most], f"and {len(known) - most} more")
