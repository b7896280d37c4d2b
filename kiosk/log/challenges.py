"""Challenges: what was referred and then answered in print is one; how they went, and at which tables.

The rule it guards: a challenge counts once, where and when the players made it, with the verdict that stood
in the end.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from math import sqrt
from statistics import median

from kiosk.base.frozen import frozen
from kiosk.log.bodies import AdjudicationBody, RecordNamed, read_body
from kiosk.log.chain import Key, Record
from kiosk.log.kinds import Kind
from kiosk.paper.sheet import Share
from kiosk.rules.choices import MethodId
from kiosk.rules.ruling import RulingFlag, Verdict


@frozen
class Logged:
    """A record and the letter, or id, of the station it comes from. *key*: what others name it by."""

    station: str
    record: Record
    key: Key | None = None


STATION_METHOD = MethodId.SELF_STATION  # the players type and press; in all others staff do


@frozen
class RuledPlay:
    """One challenge. *said*: the ruling on it, with the verdict that stood in the end; *answer*: the number
    under which print was recorded, if it was referred first."""

    local: datetime
    said: AdjudicationBody
    answer: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        return self.said.words

    @property
    def casual(self) -> bool:
        return RulingFlag.CASUAL in self.said.flags

    @property
    def at_station(self) -> bool:
        return self.said.method == STATION_METHOD


def list_challenges(records: Iterable[Logged]) -> tuple[RuledPlay, ...]:
    """The challenges that *records*, oldest first, tell of."""
    rulings = [
        (record, body)
        for record in records
        if record.record.kind == Kind.ADJUDICATION
        and isinstance(body := read_body(record.record), AdjudicationBody)
    ]
    answers = _answers(rulings)
    taken = {answered.key for answered, _ in answers.values()}
    return tuple(
        _with_answer(one, body, answers) for one, body in rulings if one.key is None or one.key not in taken
    )


def _answers(
    rulings: Sequence[tuple[Logged, AdjudicationBody]],
) -> dict[Key, tuple[Logged, AdjudicationBody]]:
    """The ruling that settled each referred one: the first that came after it and names it."""
    referred: set[Key] = set()
    found: dict[Key, tuple[Logged, AdjudicationBody]] = {}
    for one, body in rulings:
        if body.after is not None and (about := _key(body.after)) in referred:
            found.setdefault(about, (one, body))
        if body.verdict is Verdict.REFER and one.key is not None:
            referred.add(one.key)
    return found


def _key(named: RecordNamed) -> Key:
    return named.station, named.epoch, named.seq


def _with_answer(
    logged: Logged, body: AdjudicationBody, answers: dict[Key, tuple[Logged, AdjudicationBody]]
) -> RuledPlay:
    answer, verdict, key = "", body.verdict, logged.key
    while key is not None and key in answers:  # an answer may be referred on; it is always a later ruling
        following, settled = answers[key]
        answer, verdict, key = settled.number, settled.verdict, following.key
    return RuledPlay(logged.record.local, replace(body, verdict=verdict), answer)


# ---- tally -------------------------------------------------------------------------------------------------
# How rulings went, counted; and what such a count can tell.

_Z = 1.959964  # 95 %


@frozen
class Tally:
    """How rulings went. *success*: the share of challenges that took the play off, referred ones left out."""

    acceptable: int = 0
    unacceptable: int = 0
    refer: int = 0

    @property
    def total(self) -> int:
        return self.acceptable + self.unacceptable + self.refer

    @property
    def success(self) -> float | None:
        decided = self.acceptable + self.unacceptable
        return self.unacceptable / decided if decided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the success rate (Wilson)."""
        return wilson(self.unacceptable, self.acceptable + self.unacceptable)

    @property
    def share(self) -> Share | None:
        """The success rate with its interval, as a sheet takes it."""
        if self.success is None or self.interval is None:
            return None
        return Share(self.success, *self.interval)


@frozen
class Group:
    label: str
    tally: Tally


def tally_of(verdicts: Iterable[str]) -> Tally:
    """*verdicts* counted."""
    counts = Counter(verdicts)
    return Tally(counts[Verdict.ACCEPTABLE], counts[Verdict.UNACCEPTABLE], counts[Verdict.REFER])


def wilson(successes: int, tries: int) -> tuple[float, float] | None:
    """The 95 % score interval of a share; None without any try."""
    if not tries:
        return None
    share, spread = successes / tries, _Z * _Z / tries
    middle = share + spread / 2
    reach = _Z * sqrt(share * (1 - share) / tries + spread / tries / 4)
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


# ---- tables ------------------------------------------------------------------------------------------------
# Who challenges how often: rulings by table, and which table stands out.

MANY, MANY_IN_ROUND, TIMES = 6, 4, 3
MEANING = (
    f"A table is marked * if it has {MANY} challenges or more and {TIMES} times as many as the table in the "
    f"middle, or {MANY_IN_ROUND} or more in one round. That is a reason to look, and no more."
)


@frozen
class TableTally:
    """The challenges of table *number*. *busiest*: the round with the most of them, and how many, where
    rounds are known."""

    number: int
    tally: Tally
    busiest: tuple[int, int] | None
    stands_out: bool


def by_table(plays: Iterable[RuledPlay]) -> tuple[TableTally, ...]:
    """The tables that are known, in their order."""
    grouped: dict[int, list[RuledPlay]] = defaultdict(list)
    for play in plays:
        if play.said.table is not None:
            grouped[play.said.table].append(play)
    middle = median(map(len, grouped.values())) if grouped else 0
    return tuple(_tally(number, grouped[number], middle) for number in sorted(grouped))


def _tally(number: int, plays: Sequence[RuledPlay], middle: float) -> TableTally:
    rounds = Counter(play.said.round for play in plays if play.said.round is not None)
    busiest = max(rounds.items(), key=lambda pair: (pair[1], -pair[0])) if rounds else None
    many = len(plays) >= max(MANY, TIMES * middle)
    stands_out = many or (busiest is not None and busiest[1] >= MANY_IN_ROUND)
    return TableTally(number, tally_of(play.said.verdict for play in plays), busiest, stands_out)
