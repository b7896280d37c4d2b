"""How far the clocks of two stations were apart, by what their logs say themselves.

A director opens an event and starts its rounds at each station, one after the other: the same moment on
both records, but for the walk between them. The rule guarded here: what the logs cannot tell is said to be
unknown.
"""

from collections.abc import Iterable, Mapping
from statistics import median

from kiosk.base.frozen import frozen
from kiosk.log.bodies import (
    EventClosedBody,
    EventOpenedBody,
    RoundCalledBody,
    RoundEndedBody,
    RoundStartedBody,
)
from kiosk.log.body import Body

WALK_S = 120  # between two stations; less than this may be the director's way
_FEWEST = 2


@frozen
class Skew:
    """*ahead_s*: by how much the clock of a station was ahead of the first one's; None: not known. *marks*:
    how many moments stand in both logs; *spread_s*: how far these disagree."""

    ahead_s: int | None
    marks: int = 0
    spread_s: int = 0

    @property
    def sentence(self) -> str:
        if self.ahead_s is None:
            return (
                "Whether its clock agrees with the first one is not in the logs: they share "
                + ("only one moment" if self.marks else "no event or round")
                + "."
            )
        told = f"by {self.marks} moments that stand in both logs"
        if abs(self.ahead_s) <= WALK_S:
            return f"Its clock agrees with the first one, as far as can be told {told}."
        way = "ahead of" if self.ahead_s > 0 else "behind"
        return f"Its clock is about {_span(abs(self.ahead_s))} {way} the first one, {told}."


def moments(marks: Iterable[tuple[Body | None, int]]) -> dict[object, int]:
    """What a director does at every station, and when (milliseconds), from the records of one."""
    found: dict[object, int] = {}
    for body, at_ms in marks:
        match body:
            case EventOpenedBody(goes_on=True) | RoundCalledBody(goes_on=True):
                continue  # on a spare machine, later than it was begun
            case EventOpenedBody() | EventClosedBody():
                found[type(body), body.event] = at_ms
            case RoundStartedBody() | RoundEndedBody():
                found[type(body), body.event, body.round] = at_ms
    return found


def skew(first: Mapping[object, int], other: Mapping[object, int]) -> Skew:
    """How far *other* was ahead of *first*."""
    apart = sorted((other[mark] - first[mark]) // 1000 for mark in first.keys() & other.keys())
    if len(apart) < _FEWEST:
        return Skew(None, len(apart))
    return Skew(round(median(apart)), len(apart), apart[-1] - apart[0])


def _span(seconds: int) -> str:
    minutes = round(seconds / 60)
    return f"{minutes} minutes" if minutes < 120 else f"{round(minutes / 60)} hours"
