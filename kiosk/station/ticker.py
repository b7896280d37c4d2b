"""The program's own tick, once a second, and what it knows about time in which it did not run."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

TICK_MS = 1000
STOPPED_MS = 3000  # a gap between two signs of life that no busy machine explains
SHORT_MS = 1000  # shorter ones are a busy machine's
MANY_MS = 5000  # what short gaps may add up to
WITHIN_MS = 60_000


class Gaps:
    """Time in which the program did not run: one long stop, or many short ones that add up. *tick_ms*: how
    long it may rightly have nothing to do."""

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


class Ticker(QObject):
    """*sign* tells whoever started the program that it runs: at each tick, and before long work with the
    seconds that may take. *now_ms* must also count while the machine sleeps: sleep is a stop like any
    other."""

    def __init__(self, sign: Callable[..., None], now_ms: Callable[[], int]) -> None:
        super().__init__()
        self._sign = sign
        self._gaps = Gaps(now_ms, TICK_MS)
        self._acts: list[Callable[[], None]] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.tick)

    def begin(self, *acts: Callable[[], None]) -> None:
        """Tick from now on, and do *acts* at each tick, in this order."""
        self._acts = list(acts)
        self._timer.start(TICK_MS)

    def rest(self) -> None:
        """Stop the acts; the heartbeats go on until the program is gone."""
        self._acts = []

    @contextmanager
    def busy(self, within_s: int = 0) -> Iterator[None]:
        """Time spent inside counts as the program's own work, not as a stop. *within_s*: how long it may
        take."""
        if within_s:
            self._sign(within_s)
        try:
            yield
        finally:
            self._gaps.alive()
            if within_s:
                self._sign()

    def missed_ms(self) -> int:
        """How long the program did not run at all, now or in recent short gaps together; each gap is reported
        once."""
        return self._gaps.found_ms()

    def tick(self) -> None:
        self._sign()
        with self.busy():
            for act in self._acts:
                act()
