"""Guards: small steps that block a way out, prove that they do, and can be undone.

The rules guarded here: each guard works on its own, whatever happens to the others; one that changes
settings of the machine notes them in the ledger first, so that the next start after a crash can give them
back. A guard that stops being in force while the station runs is a violation, and is engaged again.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from kiosk.core.frozen import frozen
from kiosk.core.log.canonical import Json
from kiosk.errors import LockdownError
from kiosk.lockdown.ledger import Ledger, LedgerEntry


class Guard(Protocol):
    """One way out, blocked. `engage` raises OSError, and leaves nothing changed, when it cannot; engaging one
    that was lost puts it back."""

    @property
    def name(self) -> str: ...
    def engage(self) -> None: ...
    def in_force(self) -> bool: ...
    def release(self) -> None: ...


@runtime_checkable
class Listening(Protocol):
    """A guard that also reports what happens outside the station, one short line each."""

    def notices(self) -> tuple[str, ...]: ...


@runtime_checkable
class OfTheWindow(Protocol):
    """A guard that may only be called from the thread that draws the window."""

    of_the_window: bool


class SettingsPort(Protocol):
    """One family of settings of the machine, by key; None stands for a setting that does not exist.

    `name` is what the ledger writes down and never changes. Both calls raise OSError when the system says no.
    """

    @property
    def name(self) -> str: ...
    def read(self, key: str) -> Json: ...
    def write(self, key: str, value: Json) -> None: ...


@frozen
class SettingsGuard:
    """Holds settings of one port at the values in *wanted* and gives the earlier ones back."""

    name: str
    port: SettingsPort
    wanted: Mapping[str, Json]
    ledger: Ledger

    def engage(self) -> None:
        found = {key: self.port.read(key) for key in self.wanted}
        self.ledger.record(LedgerEntry(self.name, self.port.name, found))
        try:
            for key, value in self.wanted.items():
                if found[key] != value:
                    self.port.write(key, value)
            if not self.in_force():
                raise OSError("the system did not keep the setting")
        except OSError:
            self.release()
            raise

    def in_force(self) -> bool:
        try:
            return all(self.port.read(key) == value for key, value in self.wanted.items())
        except OSError:
            return False

    def release(self) -> None:
        entry = self.ledger.before(self.name)
        if entry is not None:
            _write_back(self.port, entry)
            self.ledger.forget(self.name)


@frozen
class GivenBack:
    """Guards whose settings were given back, and those that could not be, with the reason."""

    done: tuple[str, ...] = ()
    left: tuple[tuple[str, str], ...] = ()


def engaged_or_why(guard: Guard) -> str:
    """Engage *guard*; returns why that could not be done, or nothing."""
    try:
        guard.engage()
    except OSError as error:
        return (
            f"The guard “{guard.name}” could not be put in place: {_reason(error)}."
            " Run kiosk doctor to see what this machine allows."
        )
    except LockdownError as error:
        return str(error)
    return ""


def notices(guards: Iterable[Guard]) -> tuple[str, ...]:
    """What the guards that listen (keyboard hook, session notices) reported since the last call."""
    return tuple(line for guard in guards if isinstance(guard, Listening) for line in guard.notices())


def give_back_from(ledger: Ledger, ports: Sequence[SettingsPort]) -> GivenBack:
    """Undo what guards of an earlier run left changed, newest first; call it before anything is engaged.

    What cannot be undone now stays in the ledger for the next try.
    """
    by_name = {port.name: port for port in ports}
    done: list[str] = []
    left: list[tuple[str, str]] = []
    for entry in reversed(ledger.entries()):
        port = by_name.get(entry.port)
        if port is None:
            left.append((entry.guard, "its settings belong to another system or session"))
            continue
        try:
            _write_back(port, entry)
        except OSError as error:
            left.append((entry.guard, _reason(error)))
            continue
        ledger.forget(entry.guard)
        done.append(entry.guard)
    return GivenBack(tuple(done), tuple(left))


def _write_back(port: SettingsPort, entry: LedgerEntry) -> None:
    """Give back every setting of *entry* that can be; one that cannot does not stop the others."""
    refused: OSError | None = None
    for key, value in reversed(list(entry.before.items())):
        try:
            if port.read(key) != value:
                port.write(key, value)
        except OSError as error:
            refused = error
    if refused is not None:
        raise refused


def _reason(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).rstrip(".")
