"""How rulings went, counted; and what such a count can tell."""

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.paper.sheet.blocks import Share

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
