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
from kiosk.lockdown.notice import Weight, weigh


@dataclass(frozen=True, slots=True)
class Engaged:
    """What came of engaging the guards: which hold, what an earlier run had left, why none could be."""

    names: tuple[str, ...]
    given_back: tuple[str, ...]
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """*violations*: the station was left, or a guard is gone. *remarks*: worth a record, no more."""

    violations: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


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

    def heard(self) -> Heard:
        """Guards lost since they were engaged, and what the listening ones report."""
        gone = lost(self._guards)
        self._guards = tuple(guard for guard in self._guards if guard.name not in gone)
        lines = notices(self._guards)
        violations = tuple(line for line in lines if weigh(line) is Weight.VIOLATION)
        remarks = tuple(line for line in lines if weigh(line) is not Weight.VIOLATION)
        return Heard((*(f"A guard was lost: {name}" for name in gone), *violations), remarks)

    def level(self, *, passcode: bool, grab: bool) -> Protection:
        """How well the station is protected now."""
        program = frozenset({Means.PROGRAM, Means.KEYBOARD_GRAB} if grab else {Means.PROGRAM})
        return examine(facts_here(passcode, self._guards, program)).level

    def release(self) -> None:
        self._engaged.close()
        self._guards = ()
