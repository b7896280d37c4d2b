"""Keeps this machine's guards for one run of the station: engages each on its own, watches them, puts back
lost ones and gives everything back at the end. The rule guarded here: a guard is only said to hold if it was
asked just now. A lost guard is reported once and put back as often as it takes; asking may start programs, so
it happens beside the window, never in its way."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import LockdownError
from kiosk.lockdown.desktop import facts_here, give_back_here, guards_for_this_system
from kiosk.lockdown.escapes import Protections, Safeguard, examine
from kiosk.lockdown.guards import (
    GivenBack,
    Guard,
    OfTheWindow,
    Weight,
    attempts,
    engage_or_why,
    notices,
    weigh,
)
from kiosk.lockdown.health_reader import Proof
from kiosk.lockdown.watch import Hold
from kiosk.setup.settings import Protection


@frozen
class Engaged:
    """What came of engaging the guards. *names*: those that hold; *given_back*: guards of a killed run whose
    changes were undone now; *left*: those whose changes could not be, in a sentence each. *trouble*: why a
    guard does not hold."""

    names: tuple[str, ...] = ()
    given_back: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    trouble: str = ""


@frozen
class Heard:
    """*violations*: the station was left, or a guard is gone. *remarks*: worth a record, no more. *put_back*:
    guards that hold again. *level*: how well the station is protected now; None: as before."""

    violations: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    put_back: tuple[str, ...] = ()
    level: Protection | None = None


@frozen
class _Held:
    """A guard that was just found to hold, for whoever weighs it."""

    name: str

    def engage(self) -> None:
        return

    def in_force(self) -> bool:
        return True

    def release(self) -> None:
        return


@frozen
class _Round:
    """How guards stood when they were asked: those that hold now, of which some were lost and put back."""

    holding: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    put_back: tuple[str, ...] = ()


def _beside(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="guards", daemon=True).start()


class Keeper:
    """*beside* runs what may take its time without keeping the window waiting."""

    def __init__(
        self,
        folder: Path,
        give_back: Callable[[Path], GivenBack] = give_back_here,
        guards: Callable[[Path], tuple[Guard, ...]] = guards_for_this_system,
        beside: Callable[[Callable[[], None]], None] = _beside,
    ) -> None:
        self._folder = folder
        self._proof = Proof(folder)
        self._give_back = give_back
        self._guards_for = guards
        self._beside = beside
        self._guards: tuple[Guard, ...] = ()
        self._chosen = False
        self._missing: set[str] = set()  # guards that do not hold, and were reported
        self._attempts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._asking = False
        self._found = Heard()
        self._weights: tuple[tuple[str, ...], bool, Hold] | None = None
        self._facts: Protections | None = None

    def engage(self) -> Engaged:
        """Give back what a killed run left changed, then engage every guard that can be.

        Asked again, it puts back what no longer holds, and says what holds now.
        """
        with self._lock:
            given, troubles = (GivenBack(), []) if self._chosen else self._first()
            for guard in self._guards:
                if not guard.in_force() and (why := engage_or_why(guard)):
                    troubles.append(why)
            names = tuple(guard.name for guard in self._guards if guard.in_force())
            self._missing = {guard.name for guard in self._guards} - set(names)
        return Engaged(names, given.done, _left(given), " ".join(dict.fromkeys(troubles)))

    def _first(self) -> tuple[GivenBack, list[str]]:
        """What was given back, and what stood in the way of it or of finding this machine's guards."""
        given, troubles = GivenBack(), []
        try:
            given = self._give_back(self._folder)
        except (LockdownError, OSError, ValueError) as error:
            troubles.append(_trouble(error))
        try:
            self._guards = self._guards_for(self._folder)
            self._chosen = True
        except (LockdownError, OSError, ValueError) as error:
            troubles.append(_trouble(error))
        return given, troubles

    def ask(self, *, passcode: bool, hold: Hold) -> None:
        """Begin to find out how the guards stand, and to put back those that were lost; `heard` tells."""
        if self._asking:
            return
        self._asking = True
        of_the_window = [guard for guard in self._guards if isinstance(guard, OfTheWindow)]
        first = self._round(of_the_window)

        def find_out() -> None:
            with self._lock:
                rest = self._round([guard for guard in self._guards if not isinstance(guard, OfTheWindow)])
                level = self._weigh((*first.holding, *rest.holding), passcode, hold)
                lost = tuple(f"A guard was lost: {name}" for name in (*first.lost, *rest.lost))
                self._found = Heard(lost, (), (*first.put_back, *rest.put_back), level)
            self._asking = False

        self._beside(find_out)

    def _weigh(self, holding: tuple[str, ...], passcode: bool, hold: Hold) -> Protection | None:
        """The level, if anything it depends on has changed: finding out starts half a dozen programs. What
        holds is noted each time, for `kiosk doctor` in another session."""
        known = self._weights == (holding, passcode, hold)
        if not known or self._facts is None:
            self._weights = (holding, passcode, hold)
            self._facts = _facts(holding, passcode, hold)
        self._proof.note(self._facts)
        return None if known else examine(self._facts).level

    def _round(self, guards: Iterable[Guard]) -> _Round:
        holding, lost, put_back = [], [], []
        for guard in guards:
            name = guard.name
            if not guard.in_force():
                if name not in self._missing:
                    lost.append(name)
                    self._missing.add(name)
                if engage_or_why(guard):
                    continue
            if name in self._missing:
                self._missing.discard(name)
                put_back.append(name)
            holding.append(name)
        return _Round(tuple(holding), tuple(lost), tuple(put_back))

    def heard(self) -> Heard:
        """What came of the last `ask`, and what the listening guards report; nothing while one is asked."""
        if self._asking:
            return Heard()
        found, self._found = self._found, Heard()
        lines = notices(self._guards)
        violations = tuple(line for line in lines if weigh(line) is Weight.VIOLATION)
        remarks = tuple(line for line in lines if weigh(line) is Weight.NOTE)
        ended = self._end_swallowed(attempts(lines))
        return replace(found, violations=(*found.violations, *violations), remarks=(*remarks, *ended))

    def _end_swallowed(self, swallowed: Counter[str]) -> tuple[str, ...]:
        """One line for each key that is no longer tried: a key held down is one remark, not hundreds."""
        over = [name for name in self._attempts if name not in swallowed]
        lines = tuple(f"blocked {name} {self._attempts.pop(name)}" for name in over)
        self._attempts += swallowed
        return lines

    def level(self, *, passcode: bool, hold: Hold) -> Protection:
        """How well the station is protected now; noted for `kiosk doctor` in another session."""
        with self._lock:
            facts = _facts((guard.name for guard in self._guards if guard.in_force()), passcode, hold)
            self._proof.note(facts)
        return examine(facts).level

    def release(self) -> None:
        """Give everything back, the last engaged first; one that cannot be does not stop the others."""
        with self._lock, ExitStack() as undone:
            self._proof.withdraw()
            for guard in self._guards:
                undone.callback(guard.release)
            self._guards, self._chosen, self._missing = (), False, set()


def _facts(holding: Iterable[str], passcode: bool, hold: Hold) -> Protections:
    proved = {
        Safeguard.PROGRAM: True,
        Safeguard.KEYBOARD_GRAB: hold.keyboard,
        Safeguard.POINTER_GRAB: hold.pointer,
        Safeguard.STACKING_WATCH: hold.watched,
        Safeguard.ONE_SCREEN: hold.whole,
    }
    program = frozenset(one for one, holds in proved.items() if holds)
    return facts_here(passcode, [_Held(name) for name in holding], program)


def _left(given: GivenBack) -> tuple[str, ...]:
    return tuple(f"“{name}” of an earlier run could not be given back: {why}." for name, why in given.left)


def _trouble(error: Exception) -> str:
    if isinstance(error, LockdownError):
        return str(error)
    why = getattr(error, "strerror", None) or error
    return f"The guards could not be put in place: {why}. Run kiosk doctor to see what this machine allows."
