"""Keeps this machine's guards for one run of the station: engaged together, watched, given back."""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from kiosk.core.settings import Protection
from kiosk.errors import LockdownError
from kiosk.lockdown.choose import facts_here, give_back_here, guards_for_this_system
from kiosk.lockdown.examine import examine
from kiosk.lockdown.guard import GivenBack, Guard, engage_all, lost, notices
from kiosk.lockdown.means import Means
from kiosk.lockdown.notice import Weight, attempts, weigh


@dataclass(frozen=True, slots=True)
class Engaged:
    """What came of engaging the guards. *given_back*: guards of a killed run whose changes were undone now;
    *left*: those whose changes could not be, in a sentence each. *trouble*: why no guard holds."""

    names: tuple[str, ...] = ()
    given_back: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """*violations*: the station was left, or a guard is gone. *remarks*: worth a record, no more."""

    violations: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class Keeper:
    def __init__(
        self,
        folder: Path,
        give_back: Callable[[Path], GivenBack] = give_back_here,
        guards: Callable[[Path], tuple[Guard, ...]] = guards_for_this_system,
    ) -> None:
        self._folder = folder
        self._give_back = give_back
        self._guards_for = guards
        self._guards: tuple[Guard, ...] = ()
        self._release = ExitStack()
        self._engaged: Engaged | None = None
        self._attempts: Counter[str] = Counter()

    def engage(self) -> Engaged:
        """Give back what a killed run left changed, then engage every guard or none.

        Asked again while they are engaged it says the same and changes nothing; after trouble it tries anew.
        """
        if self._engaged is not None:
            return self._engaged
        given = GivenBack()
        try:
            given = self._give_back(self._folder)
            guards = self._guards_for(self._folder)
            self._release = engage_all(guards)
        except (LockdownError, OSError, ValueError) as error:
            return Engaged((), given.done, _left(given), _trouble(error))
        self._guards = guards
        self._engaged = Engaged(tuple(guard.name for guard in guards), given.done, _left(given))
        return self._engaged

    def heard(self) -> Heard:
        """Guards lost since they were engaged, and what the listening ones report."""
        gone = lost(self._guards)
        self._guards = tuple(guard for guard in self._guards if guard.name not in gone)
        lines = notices(self._guards)
        violations = tuple(line for line in lines if weigh(line) is Weight.VIOLATION)
        remarks = tuple(line for line in lines if weigh(line) is Weight.NOTE)
        ended = self._ended(attempts(lines))
        return Heard((*(f"A guard was lost: {name}" for name in gone), *violations), (*remarks, *ended))

    def _ended(self, swallowed: Counter[str]) -> tuple[str, ...]:
        """One line for each key that is no longer tried: a key held down is one remark, not hundreds."""
        over = [name for name in self._attempts if name not in swallowed]
        lines = tuple(f"blocked {name} {self._attempts.pop(name)}" for name in over)
        self._attempts += swallowed
        return lines

    def level(self, *, passcode: bool, grab: bool) -> Protection:
        """How well the station is protected now."""
        program = frozenset({Means.PROGRAM, Means.KEYBOARD_GRAB} if grab else {Means.PROGRAM})
        return examine(facts_here(passcode, self._guards, program)).level

    def release(self) -> None:
        self._guards, self._engaged = (), None
        self._release.close()


def _left(given: GivenBack) -> tuple[str, ...]:
    return tuple(f"“{name}” of an earlier run could not be given back: {why}." for name, why in given.left)


def _trouble(error: Exception) -> str:
    if isinstance(error, LockdownError):
        return str(error)
    why = getattr(error, "strerror", None) or error
    return f"The guards could not be put in place: {why}. Run kiosk doctor to see what this machine allows."
