"""Keeps this machine's guards for a run of the station: engaged, asked every few ticks, given back."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kiosk.actions.run_station.ports import GuardKeeper, Parts
from kiosk.core.log.bodies.station import GuardRemarkBody, GuardsBody, GuardsPutBackBody
from kiosk.core.log.body import Body
from kiosk.core.setup.settings import Protection

if TYPE_CHECKING:
    from kiosk.lockdown.keeper import Heard

EVERY_TICKS = 5  # seconds


class Guarding:
    """*note* puts a remark on record; *violated* is called for each violation the guards report. Nothing is
    asked before the guards have been engaged."""

    def __init__(
        self,
        parts: Parts,
        note: Callable[[Body], None],
        violated: Callable[[str, int], None],
    ) -> None:
        self._parts = parts
        self._note = note
        self._violated = violated
        self._keeper: GuardKeeper | None = None
        self._ticks = 0

    def engage(self, *, passcode: bool) -> Protection:
        """Engage the guards, or make sure that they still hold; returns how well the station is then
        protected."""
        with self._parts.busy():  # guards start programs, which may be slow
            keeper = self._keeper = self._keeper or self._parts.keeper()
            engaged = keeper.engage()
            self._note(GuardsBody(engaged.names, engaged.given_back, engaged.left, engaged.trouble))
            return keeper.level(passcode=passcode, hold=self._parts.screen.hold)

    def tick(self, *, passcode: bool) -> Protection | None:
        """Ask the guards every few ticks; the answer is there by the next tick, because some start a program
        to find out. Returns how well the station is protected, if that has changed."""
        self._ticks += 1
        if self._keeper is None:
            return None
        if self._ticks % EVERY_TICKS == 0:
            self._keeper.ask(passcode=passcode, hold=self._parts.screen.hold)
        return self._told(self._keeper.heard()) if self._ticks % EVERY_TICKS == 1 else None

    def _told(self, heard: "Heard") -> Protection | None:
        for what in heard.violations:
            self._violated(what, 0)
        for line in heard.remarks:
            self._note(GuardRemarkBody(line))
        if heard.put_back:
            self._note(GuardsPutBackBody(heard.put_back))
        return heard.level

    def release(self) -> None:
        if self._keeper is not None:
            self._keeper.release()
