"""Rulings cut into what is compared with each other, an event at a time, so that the alerts on a page of a
long log need only the events on that page."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice

from kiosk.core.log.facts import Fact, Key
from kiosk.director.alerts import SITTING, Alert, Detection, Finding, Jumps, SplitWatch

_GRAVEST_FIRST = tuple(Alert)
_USUAL = SplitWatch()


def scopes(newest_first: Iterable[Fact]) -> Iterator[list[Fact]]:
    """*newest_first* cut into events, and sittings where there is none; each in the order it happened."""
    scope: list[Fact] = []
    for ruling in newest_first:
        if scope and not one_scope(scope[-1], ruling):
            yield scope[::-1]
            scope = []
        scope.append(ruling)
    if scope:
        yield scope[::-1]


def scope_around(back: Iterable[Fact], onward: Iterable[Fact]) -> list[Fact]:
    """The event or sitting of the first ruling of *back*, which goes on newest first; *onward* follows it."""
    scope: deque[Fact] = deque()
    for ruling in back:
        if scope and not one_scope(scope[0], ruling):
            break
        scope.appendleft(ruling)
    for ruling in onward:
        if not scope or not one_scope(scope[-1], ruling):
            break
        scope.append(ruling)
    return list(scope)


def find_in(
    scope: Sequence[Fact],
    jumps: Jumps,
    watch: SplitWatch = _USUAL,
    *,
    has_rounds: bool = False,
    first: int = 0,
) -> list[Finding]:
    """Everything worth a look in one event or sitting, given in the order it happened, about the rulings from
    place *first* of it on. *has_rounds*: the event was opened with a schedule; one whose rounds the director
    started by hand shows in its rulings."""
    rounds = has_rounds or any(ruling.round is not None for ruling in scope)
    detection = Detection(jumps, watch, has_rounds=rounds)
    for ruling in islice(scope, first):
        detection.pass_by(ruling)
    for ruling in islice(scope, first, None):
        detection.see(ruling)
    return detection.found


def by_ruling(findings: Iterable[Finding]) -> dict[Key, tuple[Alert, ...]]:
    """The alerts of each ruling that has any, gravest first."""
    found: dict[Key, set[Alert]] = defaultdict(set)
    for finding in findings:
        found[finding.about].add(finding.alert)
    return {key: tuple(alert for alert in _GRAVEST_FIRST if alert in alerts) for key, alerts in found.items()}


def one_scope(one: Fact, other: Fact) -> bool:
    """Whether two rulings, one after the other, are of one event or sitting."""
    if one.event != other.event:
        return False
    if one.event is not None:
        return True
    return abs(datetime.fromisoformat(one.at) - datetime.fromisoformat(other.at)) <= SITTING
