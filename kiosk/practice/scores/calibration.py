"""The second score: whether plays one calls 75 % bad are bad three times in four. Which words they are has no
part in it, nor what was done."""

from collections.abc import Iterable

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import Attempt
from kiosk.practice.scores.counting import ShareOf, counted, share_of

ENOUGH = 100  # stated beliefs; below that a plot would show chance
ENOUGH_IN_BIN = 10
BINS = 10


@frozen
class BeliefBin:
    """Of *low* to *high*: how sure the player was on the average, and how many of these plays were bad."""

    low: float
    high: float
    believed: float
    bad: ShareOf

    @property
    def enough(self) -> bool:
        return self.bad.count >= ENOUGH_IN_BIN


@frozen
class Calibration:
    """*brier*: the mean squared error of the beliefs, 0 is perfect, 0.25 is always saying fifty-fifty.
    *error*: how far the bins are from the truth, on the average. *overconfidence*: stated certainty less the
    share that was right; below 0 one knows more than one thinks."""

    count: int
    brier: float
    error: float
    overconfidence: float
    bins: tuple[BeliefBin, ...]

    @property
    def enough(self) -> bool:
        return self.count >= ENOUGH


def calibration(attempts: Iterable[Attempt]) -> Calibration:
    """How well the beliefs stated in *attempts* fit what was true."""
    stated = [(each.belief, each.is_bad) for each in counted(attempts) if each.belief is not None]
    bins = tuple(_bin(place, stated) for place in range(BINS))
    count = len(stated)
    if not count:
        return Calibration(0, 0.0, 0.0, 0.0, bins)
    sure = sum(max(belief, 1 - belief) for belief, _ in stated)
    # At fifty-fifty either answer is half right.
    right = sum(0.5 if belief == 0.5 else float((belief > 0.5) == bad) for belief, bad in stated)
    return Calibration(
        count=count,
        brier=sum((belief - bad) ** 2 for belief, bad in stated) / count,
        error=sum(each.bad.count * abs(each.believed - each.bad.share) for each in bins) / count,
        overconfidence=(sure - right) / count,
        bins=bins,
    )


def _bin(place: int, stated: list[tuple[float, bool]]) -> BeliefBin:
    inside = [(belief, bad) for belief, bad in stated if min(int(belief * BINS), BINS - 1) == place]
    low, high = place / BINS, (place + 1) / BINS
    believed = sum(belief for belief, _ in inside) / len(inside) if inside else (low + high) / 2
    return BeliefBin(low, high, believed, share_of(sum(bad for _, bad in inside), len(inside)))
