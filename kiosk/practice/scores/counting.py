"""Which answers count, and how sure a share is."""

from collections.abc import Iterable
from math import sqrt

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import Attempt

_Z = 1.96  # 95 %


@frozen
class ShareOf:
    """*right* of *count*, with the interval that holds the true share in 95 of 100 cases."""

    right: int
    count: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.right / self.count if self.count else 0.0


def share_of(right: int, count: int) -> ShareOf:
    """*right* of *count* with Wilson's interval; of nothing, anything may be true."""
    if not count:
        return ShareOf(0, 0, 0.0, 1.0)
    share, z2 = right / count, _Z * _Z
    centre = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = _Z * sqrt(share * (1 - share) / count + z2 / (4 * count * count)) / (1 + z2 / count)
    return ShareOf(right, count, max(0.0, centre - half), min(1.0, centre + half))


def counted(attempts: Iterable[Attempt]) -> tuple[Attempt, ...]:
    """The answers that count: those against the clock do not."""
    return tuple(attempt for attempt in attempts if not attempt.timed)
