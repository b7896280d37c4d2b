"""The rounds of an event: which one is being played, by the clock or because the director said so.

Times are local and have a date, so that a round may run past midnight and an event may last several days.
The rule it guards: two rounds never run at once; a schedule in which they would is refused.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Annotated

from kiosk.base.fields import Minute, Whole
from kiosk.base.frozen import frozen

LONGEST_MIN = 180  # a round of which no end is written is over by then
LONGEST_WRITTEN_MIN = 12 * 60  # a longer one is a slip in the date
HIGHEST_ROUND = 99


@frozen
class RoundTime:
    """*starts* and *ends*: local, "2026-05-01T09:00". Without *ends* it lasts until the next round starts,
    but never longer than three hours."""

    number: Annotated[int, Whole(1, HIGHEST_ROUND), "rising"]
    starts: Annotated[str, Minute(), "in order, never two rounds at once"]
    ends: Annotated[
        str | None,
        Minute(),
        "else until the next round starts, at most three hours; may pass midnight",
    ] = None


@frozen
class RoundCall:
    """The director's word that a round starts (*started*) or is over, and when it was given: local time."""

    number: int
    local: str
    started: bool


def round_at(rounds: Sequence[RoundTime], local: str) -> int | None:
    """The number of the round running at *local* time, or None between rounds."""
    moment = datetime.fromisoformat(local)
    for place, one in enumerate(rounds):
        following = rounds[place + 1] if place + 1 < len(rounds) else None
        if datetime.fromisoformat(one.starts) <= moment < _end(one, following):
            return one.number
    return None


def round_now(rounds: Sequence[RoundTime], called: RoundCall | None, local: str) -> int | None:
    """The round at *local* time by the schedule, or by the director's last word, which wins.

    A round that was called lasts until the next word, but no longer than three hours. After that, and after
    an end, only rounds with higher numbers that the schedule starts later count. A time before the last word
    is a clock that was set back: the word stands.
    """
    if called is None:
        return round_at(rounds, local)
    said = datetime.fromisoformat(called.local)
    moment = max(datetime.fromisoformat(local), said)
    free_from = said + timedelta(minutes=LONGEST_MIN) if called.started else said
    if moment < free_from:
        return called.number
    later = [
        planned
        for planned in rounds
        if planned.number > called.number and datetime.fromisoformat(planned.starts) >= free_from
    ]
    return round_at(later, moment.isoformat())


def next_round(rounds: Sequence[RoundTime], called: RoundCall | None, local: str) -> RoundTime | None:
    """The round the schedule starts next after *local* time, if the director says nothing more."""
    ahead = (planned for planned in rounds if planned.starts > local)
    return next(
        (planned for planned in ahead if round_now(rounds, called, planned.starts) == planned.number), None
    )


def schedule_fault(rounds: Sequence[RoundTime]) -> str | None:
    """What is wrong with *rounds* as a schedule, in words, or None."""
    for planned in rounds:
        if (fault := _length_fault(planned)) is not None:
            return fault
    for one, following in pairwise(rounds):
        if following.number <= one.number:
            return f"round {following.number} stands after round {one.number}; number them upwards in time"
        if following.starts <= one.starts:
            return f"round {following.number} does not start after round {one.number}"
        if one.ends is not None and one.ends > following.starts:
            return f"rounds {one.number} and {following.number} overlap"
    return None


def _length_fault(planned: RoundTime) -> str | None:
    if planned.ends is None:
        return None
    length = datetime.fromisoformat(planned.ends) - datetime.fromisoformat(planned.starts)
    if not timedelta(0) < length <= timedelta(minutes=LONGEST_WRITTEN_MIN):
        return (
            f"round {planned.number} runs from {planned.starts} to {planned.ends}; "
            f"a round ends after it starts and within {LONGEST_WRITTEN_MIN // 60} hours"
        )
    return None


def _end(planned: RoundTime, following: RoundTime | None) -> datetime:
    if planned.ends is not None:
        return datetime.fromisoformat(planned.ends)
    latest = datetime.fromisoformat(planned.starts) + timedelta(minutes=LONGEST_MIN)
    return latest if following is None else min(latest, datetime.fromisoformat(following.starts))
