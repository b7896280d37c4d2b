"""The program's own tick, once a second, and what it knows about time in which it did not run."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

from kiosk.ui.station.gaps import Gaps

TICK_MS = 1000


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
