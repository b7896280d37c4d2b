"""Who challenges how often: rulings by table, and which table stands out."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import median

from kiosk.core.frozen import frozen
from kiosk.director.challenges import RuledPlay
from kiosk.director.tally import Tally, tally_of

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
    return tuple(_tallied(number, grouped[number], middle) for number in sorted(grouped))


def _tallied(number: int, plays: Sequence[RuledPlay], middle: float) -> TableTally:
    rounds = Counter(play.said.round for play in plays if play.said.round is not None)
    busiest = max(rounds.items(), key=lambda one: (one[1], -one[0])) if rounds else None
    many = len(plays) >= max(MANY, TIMES * middle)
    stands_out = many or (busiest is not None and busiest[1] >= MANY_IN_ROUND)
    return TableTally(number, tally_of(play.said.verdict for play in plays), busiest, stands_out)
