"""What a director should look at: conclusions drawn from rulings, worked out each time, never stored.

An alert is a question, not an accusation: two quick look-ups may be two plays. Each one says about which
ruling it is and which earlier ruling gave rise to it. The rule guarded here: nothing below needs or yields
anything about a single word, only about plays as they were typed and ruled.

Rulings are compared within an event; without one, within a sitting: with less than six hours between them.
"""

from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from kiosk.core.relations import Relation, relation
from kiosk.core.ruling import Verdict

WINDOW_S = 180
SITTING_S = 6 * 3600

Key: TypeAlias = tuple[str, str, int]  # station, epoch, seq; the first two are empty in a station's own log


class Alert(StrEnum):
    PART_OF_REJECTED = "part_of_rejected"
    DIFFERING_REPEAT = "differing_repeat"
    SPLIT_LOOKUP = "split_lookup"
    LIST_CHANGE = "list_change"
    SAME_JUDGE_AGAIN = "same_judge_again"
    CORRECTED_ENTRY = "corrected_entry"
    REPEAT = "repeat"
    OUTSIDE_ROUNDS = "outside_rounds"
    CLOCK_ODDITY = "clock_oddity"

    @property
    def meaning(self) -> str:
        """The rule behind the alert, in words a director can check by hand."""
        return _MEANING[self]


_MEANING: Mapping[Alert, str] = {
    Alert.PART_OF_REJECTED: "Some of the words of a play ruled unacceptable in this round were looked up by "
    "themselves: that can tell which word was bad.",
    Alert.DIFFERING_REPEAT: "The same words had another verdict before. The director gives the final ruling.",
    Alert.SPLIT_LOOKUP: "Other words came from the same table (or, with no table known, in the entry before "
    "at this station) less than three minutes earlier: possibly one play looked up in parts.",
    Alert.LIST_CHANGE: "This division's word list changed during the event.",
    Alert.SAME_JUDGE_AGAIN: "The same words were judged again in this round by the same judge.",
    Alert.CORRECTED_ENTRY: "Nearly the same words soon before: possibly a spelling put right.",
    Alert.REPEAT: "The same words were judged before in this round.",
    Alert.OUTSIDE_ROUNDS: "An event was open but no round was being played.",
    Alert.CLOCK_ODDITY: "The station's clock jumped or went back since the ruling before.",
}


class Seen(NamedTuple):
    """What the detectors see of one ruling. A named tuple, because a year of them is made from rows at once.

    *words*: canonical JSON, as the record holds them. *main_list*, *long_list*: fingerprints."""

    station: str
    epoch: str
    seq: int
    at: str
    event: str | None
    division: str | None
    round: int | None
    table: int | None
    words: str
    verdict: str
    operator: str | None
    main_list: str
    long_list: str | None

    @property
    def key(self) -> Key:
        return self[:3]


@dataclass(frozen=True, slots=True)
class Finding:
    """*alert* is raised about one ruling; *earlier* is the ruling it is compared with, if any."""

    alert: Alert
    about: Key
    earlier: Key | None = None


def find_alerts(
    rulings: Iterable[Seen], clock_jumps: Collection[Key] = (), window_s: int = WINDOW_S
) -> Iterator[Finding]:
    """Everything worth a look in *rulings*, given newest first; findings come by event, newest event first.

    *clock_jumps*: the records that say a station's clock was set or went back."""
    jumps = _Jumps(clock_jumps)
    for scope in scopes(rulings):
        yield from _find_in(scope, jumps, window_s)


def scopes(newest_first: Iterable[Seen]) -> Iterator[list[Seen]]:
    """*newest_first* cut into events, and sittings where there is none; each in the order it happened."""
    scope: list[Seen] = []
    for ruling in newest_first:
        if scope and not _one_scope(scope[-1], ruling):
            yield scope[::-1]
            scope = []
        scope.append(ruling)
    if scope:
        yield scope[::-1]


def scope_around(back: Iterable[Seen], onward: Iterable[Seen]) -> list[Seen]:
    """The event or sitting of the first ruling of *back*, which goes on newest first; *onward* follows it."""
    scope: deque[Seen] = deque()
    for ruling in back:
        if scope and not _one_scope(scope[0], ruling):
            break
        scope.appendleft(ruling)
    for ruling in onward:
        if not _one_scope(scope[-1], ruling):
            break
        scope.append(ruling)
    return list(scope)


def alerts_in(
    scope: list[Seen], clock_jumps: Collection[Key] = (), window_s: int = WINDOW_S
) -> dict[Key, tuple[Alert, ...]]:
    """The alerts of the rulings of one event or sitting, given in the order they happened."""
    return by_ruling(_find_in(scope, _Jumps(clock_jumps), window_s))


def by_ruling(findings: Iterable[Finding]) -> dict[Key, tuple[Alert, ...]]:
    """The alerts of each ruling that has any, gravest first."""
    found: dict[Key, set[Alert]] = defaultdict(set)
    for finding in findings:
        found[finding.about].add(finding.alert)
    return {key: tuple(alert for alert in Alert if alert in alerts) for key, alerts in found.items()}


def newest_first(
    rulings: Iterable[Seen], clock_jumps: Collection[Key] = (), window_s: int = WINDOW_S
) -> Iterator[tuple[Key, tuple[Alert, ...]]]:
    """The rulings with alerts, newest first. Read no further than needed: an event at a time."""
    jumps = _Jumps(clock_jumps)
    for scope in scopes(rulings):
        found = by_ruling(_find_in(scope, jumps, window_s))
        for ruling in reversed(scope):
            if ruling.key in found:
                yield ruling.key, found[ruling.key]


@dataclass(slots=True)
class _Play:
    """One ruling with what is worked out of it once. *words* are sorted: typed order does not matter."""

    seen: Seen
    words: tuple[str, ...]
    moment: float
    period: tuple[int | None, int]


@dataclass(slots=True)
class _Memory:
    """What is remembered of one event while its rulings go by."""

    window_s: int
    has_rounds: bool
    recent: deque[_Play] = field(default_factory=deque)
    in_period: dict[object, _Play] = field(default_factory=dict)
    verdicts: dict[object, _Play] = field(default_factory=dict)
    rejected: dict[object, list[_Play]] = field(default_factory=lambda: defaultdict(list))
    lists: dict[object, tuple[str, str | None]] = field(default_factory=dict)
    last_at: dict[str, Seen] = field(default_factory=dict)


class _Jumps:
    """The places at which each station's clock jumped."""

    def __init__(self, keys: Collection[Key]) -> None:
        self._seqs: dict[tuple[str, str], list[int]] = defaultdict(list)
        for station, epoch, seq in sorted(keys):
            self._seqs[station, epoch].append(seq)

    def between(self, earlier: Seen, later: Seen) -> bool:
        seqs = self._seqs.get(later[:2], [])
        return bisect_right(seqs, earlier.seq) < bisect_right(seqs, later.seq)


def _find_in(scope: list[Seen], jumps: _Jumps, window_s: int) -> Iterator[Finding]:
    memory = _Memory(window_s, any(ruling.round is not None for ruling in scope))
    for play in _plays(scope):
        yield from _clock(play, memory, jumps)
        yield from _placing(play, memory)
        yield from _repeats(play, memory)
        yield from _parts(play, memory)
        yield from _neighbours(play, memory)


def _plays(scope: list[Seen]) -> Iterator[_Play]:
    sitting, before = 0, None
    for ruling in scope:
        moment = datetime.fromisoformat(ruling.at).timestamp()
        if before is not None and abs(moment - before) > SITTING_S:
            sitting += 1
        before = moment
        period = (ruling.round, 0) if ruling.round is not None else (None, sitting)
        # Words are A–Z: cutting the canonical array at its quotes is exact, and much faster than parsing.
        yield _Play(ruling, tuple(sorted(ruling.words[2:-2].split('","'))), moment, period)


def _clock(play: _Play, memory: _Memory, jumps: _Jumps) -> Iterator[Finding]:
    ruling = play.seen
    before = memory.last_at.get(ruling.station)
    memory.last_at[ruling.station] = ruling
    if before is None or before.epoch != ruling.epoch:
        return
    if ruling.at < before.at or jumps.between(before, ruling):
        yield Finding(Alert.CLOCK_ODDITY, ruling.key, before.key)


def _placing(play: _Play, memory: _Memory) -> Iterator[Finding]:
    """Alerts about where in the event a ruling stands: outside its rounds, on another list than before."""
    ruling = play.seen
    if ruling.event is None:
        return
    if memory.has_rounds and ruling.round is None:
        yield Finding(Alert.OUTSIDE_ROUNDS, ruling.key)
    lists = (ruling.main_list, ruling.long_list)
    anywhere = memory.lists.setdefault(ruling.division, lists)
    here = memory.lists.get((ruling.station, ruling.division), anywhere)
    memory.lists[ruling.station, ruling.division] = lists
    if here != lists:
        yield Finding(Alert.LIST_CHANGE, ruling.key)


def _repeats(play: _Play, memory: _Memory) -> Iterator[Finding]:
    ruling = play.seen
    place = (play.period, ruling.division, play.words)
    earlier = memory.in_period.get(place)
    memory.in_period[place] = play
    if earlier is not None:
        yield Finding(Alert.REPEAT, ruling.key, earlier.seen.key)
        if ruling.operator is not None and ruling.operator == earlier.seen.operator:
            yield Finding(Alert.SAME_JUDGE_AGAIN, ruling.key, earlier.seen.key)
    if ruling.verdict == Verdict.REFER:
        return  # no verdict to differ from
    by_list = (ruling.main_list, ruling.long_list, play.words)
    for known in (memory.verdicts.get(by_list), memory.verdicts.get(place)):
        if known is not None and known.seen.verdict != ruling.verdict:
            yield Finding(Alert.DIFFERING_REPEAT, ruling.key, known.seen.key)
            break
    memory.verdicts[by_list] = memory.verdicts[place] = play


def _parts(play: _Play, memory: _Memory) -> Iterator[Finding]:
    """A proper part of a play that was ruled unacceptable, looked up by anyone in the same round."""
    ruling = play.seen
    for rejected in memory.rejected.get((play.period, play.words[0]), ()):
        if len(play.words) < len(rejected.words) and not Counter(play.words) - Counter(rejected.words):
            yield Finding(Alert.PART_OF_REJECTED, ruling.key, rejected.seen.key)
            break
    if ruling.verdict == Verdict.UNACCEPTABLE and len(play.words) > 1:
        for word in set(play.words):
            memory.rejected[play.period, word].append(play)


def _neighbours(play: _Play, memory: _Memory) -> Iterator[Finding]:
    """Other words soon before, from what may be the same table."""
    recent = memory.recent
    while recent and play.moment - recent[0].moment >= memory.window_s:
        recent.popleft()
    last_here = next((known for known in reversed(recent) if known.seen.station == play.seen.station), None)
    for earlier in reversed(recent):
        if _may_be_one_table(earlier.seen, play.seen, next_entry=earlier is last_here):
            if (alert := _relation(earlier, play)) is not None:
                yield Finding(alert, play.seen.key, earlier.seen.key)
            break
    recent.append(play)


def _relation(earlier: _Play, later: _Play) -> Alert | None:
    """What *later* is to *earlier* if both are from one table. A repeat or a part is found elsewhere."""
    match relation(earlier.words, Verdict(earlier.seen.verdict), later.words):
        case Relation.CORRECTED:
            return Alert.CORRECTED_ENTRY
        case Relation.MORE_WORDS:
            return Alert.SPLIT_LOOKUP
        case Relation.UNRELATED if set(earlier.words).isdisjoint(later.words):
            return Alert.SPLIT_LOOKUP
    return None


def _may_be_one_table(earlier: Seen, later: Seen, *, next_entry: bool) -> bool:
    if None not in (earlier.division, later.division) and earlier.division != later.division:
        return False
    if earlier.table is not None and later.table is not None:
        return earlier.table == later.table
    return next_entry


def _one_scope(one: Seen, other: Seen) -> bool:
    return one.event == other.event and (one.event is not None or _apart(one.at, other.at) <= SITTING_S)


def _apart(one: str, other: str) -> float:
    return abs((datetime.fromisoformat(one) - datetime.fromisoformat(other)).total_seconds())
