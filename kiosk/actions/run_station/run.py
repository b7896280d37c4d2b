"""One run of the station, from the first page to its end, whatever happens to it. No Qt.

Any surprise ends out of service: the record of a fault says where it happened, never what was typed.
"""

import signal
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import TypeAlias

from kiosk.actions.run_station.begin import opened_at_start
from kiosk.actions.run_station.opening import Opening
from kiosk.actions.run_station.ports import Parts
from kiosk.actions.run_station.running import Running
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.station import FaultBody, StoppedBody
from kiosk.errors import FAULT, LogBusy, LogError, place_of

BUSY_CODE = 4


@frozen
class Starting:
    """Nothing is opened yet, or opening it met a fault."""


@frozen
class Ended:
    """Everything is given back; nothing that comes in late counts."""


Phase: TypeAlias = Starting | Running | Ended


class StationRun:
    """*out_of_service*: why the station may not go into service whatever is opened."""

    def __init__(self, parts: Parts, out_of_service: str = "") -> None:
        self._parts = parts
        self._out_of_service = out_of_service
        self._opening = Opening(parts.folder, parts.clock, parts.started, parts.cause, given=parts.given)
        self._asked_to_stop = False
        self.phase: Phase = Starting()

    def start(self) -> None:
        """Open everything and show the first state; after this, keys mean something."""
        with self._parts.busy():
            try:
                beginning = opened_at_start(self._opening)
            except LogBusy as busy:
                # Another station runs on this folder: closing *it* for our mistake would be worse than
                # ending.
                self.end(BUSY_CODE, str(busy))
                return
            running = Running(self._parts, self._opening, beginning, self.end)
            self.phase = running  # first: a fault in what follows closes the station in the regular way
            running.begin(beginning, self._out_of_service)

    def ring(self) -> None:
        if isinstance(self.phase, Running):
            self.phase.ring()

    def tick(self) -> None:
        """Once a second."""
        if self._asked_to_stop:
            self._stop()
        elif isinstance(self.phase, Running):
            self.phase.tick()

    def violated(self, what: str, lasted_ms: int) -> None:
        if isinstance(self.phase, Running):
            self.phase.violated(what, lasted_ms)

    def ask_to_stop(self) -> None:
        """From a signal handler: end at the next tick."""
        self._asked_to_stop = True

    def _stop(self) -> None:
        if isinstance(self.phase, Running):
            self.phase.stop()
        with suppress(LogError):
            self._opening.log.append(StoppedBody("signal"))
        self.end(128 + signal.SIGTERM)

    def end(self, code: int, why: str = "") -> None:
        """Give everything back and end; anything that cannot be given back does not prevent that."""
        self._parts.screen.let_go()
        before, self.phase = self.phase, Ended()
        with ExitStack() as last:  # last first
            last.callback(self._parts.screen.exit, code, why)
            last.callback(self._opening.log.close)
            if isinstance(before, Running):
                last.callback(before.release)

    def fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """The last resort: record where it happened, never what was typed, and close the station."""
        # Whatever else is broken, every line below must be reached: an exception here would be printed, and
        # the station would go on.
        with suppress(Exception):
            self._opening.log.append(FaultBody(kind.__name__, place_of(trace)))
        if isinstance(self.phase, Running) and self.phase.closed_on_fault():
            return
        with suppress(Exception):
            self._parts.mark().set(FAULT)
        self._parts.screen.show_broken()
