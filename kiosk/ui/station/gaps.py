"""Time in which the program did not run: one long stop, or many short ones that add up."""

from collections import deque
from collections.abc import Callable

STOPPED_MS = 3000  # a gap between two signs of life that no busy machine explains
SHORT_MS = 1000  # shorter ones are a busy machine's
MANY_MS = 5000  # what short gaps may add up to
WITHIN_MS = 60_000


class Gaps:
    """*tick_ms*: how long the program may rightly have nothing to do."""

    def __init__(self, now_ms: Callable[[], int], tick_ms: int) -> None:
        self._now_ms = now_ms
        self._tick_ms = tick_ms
        self._alive_ms = now_ms()
        self._short: deque[tuple[int, int]] = deque()  # when each was found, and how long it was

    def alive(self) -> None:
        """The program has just been busy."""
        self._alive_ms = self._now_ms()

    def found_ms(self) -> int:
        """How long the program was stopped, now or in recent short gaps together; 0 if it was not. Each gap
        is reported once."""
        now = self._now_ms()
        gap_ms = now - self._alive_ms - self._tick_ms
        self.alive()
        if gap_ms > STOPPED_MS:
            self._short.clear()
            return gap_ms
        return self._added_up(now, gap_ms) if gap_ms > SHORT_MS else 0

    def _added_up(self, now: int, gap_ms: int) -> int:
        self._short.append((now, gap_ms))
        while now - self._short[0][0] > WITHIN_MS:
            self._short.popleft()
        whole_ms = sum(each for _, each in self._short)
        if whole_ms <= MANY_MS:
            return 0
        self._short.clear()
        return whole_ms
