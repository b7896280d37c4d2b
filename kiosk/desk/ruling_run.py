"""What a desk puts on record for a slip, and which ruling it looks at again.

Rules it guards: what print was told to say is asked of no list; of a referral that print answers, the lists
settle the words that were not for the book, and no more is recorded than the verdict on the whole.
"""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from kiosk.base.schedule import LONGEST_MIN, LONGEST_WRITTEN_MIN
from kiosk.decisions.case_actions import challenge_context
from kiosk.decisions.opinions import list_given
from kiosk.desk.events import (
    EarlierRuling,
    FindSame,
    RuleSlip,
)
from kiosk.desk.judge_actions import check_law, first_of, rulings_of
from kiosk.errors import LogError
from kiosk.log.bodies import AdjudicationBody
from kiosk.log.copies_reader import open_station
from kiosk.log.filters_reader import Filter, Found
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import Reader
from kiosk.rules.ruling import Adjudication, Place, RulingFlag, Verdict, adjudicate, complete
from kiosk.setup.divisions import Division
from kiosk.words.play import Play, WordSource, entered_twice, parse_play


def verdict_on(order: RuleSlip, source: WordSource) -> Verdict:
    """The verdict on the whole play of *order*: by the lists, by print, or by both where the lists had
    referred it."""
    if order.book is None:
        return adjudicate(Play(order.words), source)
    return complete(Play(order.words), source, order.book) if order.completes else order.book


def adjudication(
    order: RuleSlip, verdict: Verdict, division: Division, place: Place, flags: tuple[RulingFlag, ...]
) -> Adjudication:
    """The ruling *verdict* on the slip of *order*. *place*: where in the event; *around*: the flags that
    every ruling carries now."""
    doubled = (RulingFlag.DUPLICATE_WORD,) if entered_twice(order.words) else ()
    return replace(
        division.rule(order.words, verdict, order.method),
        operator=order.by,
        place=replace(place, table=order.table),
        flags=tuple(sorted({*division.flags, *flags, *doubled})),
        effort=order.effort,
        after=order.after,
        opinion=order.opinion,
        slip=order.slip,
    )


# --- a ruling that is looked at again ---------------------------------------------------------------------


def earlier_ruling_on(path: Path, number: str, division: Division) -> EarlierRuling:
    """The first ruling of the challenge that *number* is on, with every opinion on it, from the log at
    *path*; LogError if there is none that could be looked at again by the lists and rules of *division*."""
    with open_station(path) as reader:
        found = first_of(reader, rulings_of(reader, number)[0])
        return _earlier(reader, found, division)


def same_ruling_on(
    path: Path, order: FindSame, division: Division, place: Place, now: str
) -> EarlierRuling | None:
    """The newest challenge of the round of *place*, and of the table that *order* names, on the same words;
    None where there is none. *now*: as records have it; no round lasts longer than is looked back."""
    wanted = Filter(
        since=_earliest(now, LONGEST_MIN if place.round is None else LONGEST_WRITTEN_MIN),
        kind=Kind.ADJUDICATION,
        event=place.event,
        round=place.round,
        division=division.id,
        word=max(order.words, key=len),
    )
    with open_station(path) as reader:
        for record in reader.find(wanted):
            if record.sound and record.ruling is not None and _is_same(record.ruling, order):
                with suppress(LogError):
                    return _earlier(reader, first_of(reader, record), division)
    return None


def _earliest(now: str, minutes: int) -> str:
    return (datetime.fromisoformat(now) - timedelta(minutes=minutes)).isoformat()[
        : len("2026-11-16T12:00:00")
    ]


def _is_same(ruling: AdjudicationBody, order: FindSame) -> bool:
    tables = {table for table in (ruling.table, order.table) if table is not None}
    return sorted(ruling.words) == sorted(order.words) and len(tables) <= 1


def _earlier(reader: Reader, found: Found, division: Division) -> EarlierRuling:
    ruling = found.ruling
    if ruling is None:
        raise LogError("That record is no ruling.")
    if division.id == ruling.division:
        check_law(ruling, division)
    return EarlierRuling(
        found.key,
        ruling.number,
        parse_play(ruling.words).words,
        ruling.division,
        ruling.table,
        ruling.slip,
        list_given(challenge_context(reader, found, division.rules)),
    )
