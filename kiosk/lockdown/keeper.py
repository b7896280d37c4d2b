"""Keeps this machine's guards for one run of the station: engaged together, watched, given back."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from kiosk.core.settings import Protection
from kiosk.errors import LockdownError
from kiosk.lockdown.choose import facts_here, give_back_here, guards_for_this_system
from kiosk.lockdown.examine import examine
from kiosk.lockdown.guard import Guard, engage_all, lost, notices
from kiosk.lockdown.means import Means


@dataclass(frozen=True, slots=True)
class Engaged:
    """What came of engaging the guards: which hold, what an earlier run had left, why none could be."""

    names: tuple[str, ...]
    given_back: tuple[str, ...]
    trouble: str = ""


class Keeper:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._guards: tuple[Guard, ...] = ()
        self._engaged = ExitStack()

    def engage(self) -> Engaged:
        """Give back what a killed run left changed, then engage every guard or none."""
        given_back = give_back_here(self._folder).done
        guards = guards_for_this_system(self._folder)
        try:
            self._engaged = engage_all(guards)
        except LockdownError as error:
            return Engaged((), given_back, str(error))
        self._guards = guards
        return Engaged(tuple(guard.name for guard in guards), given_back)

    def trouble(self) -> tuple[str, ...]:
        """Guards lost since they were engaged, and what the listening ones heard."""
        gone = lost(self._guards)
        self._guards = tuple(guard for guard in self._guards if guard.name not in gone)
        return (*(f"A guard was lost: {name}" for name in gone), *notices(self._guards))

    def level(self, *, passcode: bool, grab: bool) -> Protection:
        """How well the station is protected now."""
        program = frozenset({Means.PROGRAM, Means.KEYBOARD_GRAB} if grab else {Means.PROGRAM})
        return examine(facts_here(passcode, self._guards, program)).level

    def release(self) -> None:
        self._engaged.close()
        self._guards = ()
