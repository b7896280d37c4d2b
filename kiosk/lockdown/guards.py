"""Guards: small steps that block a way out, prove that they do, and can be undone; what they changed is on
disk first.
"""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.errors import LockdownError
from kiosk.files import PRIVATE, make_folder, read_small, remove_durably, write_durably
from kiosk.folder import GUARDS

# ---- programs ----------------------------------------------------------------------------------------------
# Run a program of the system and read what it says. Never a shell, never a socket.

Run: TypeAlias = Callable[[Sequence[str]], str]

_PATIENCE_S = 5.0


def run(command: Sequence[str]) -> str:
    """What *command* prints; OSError when it is missing, says no or takes too long."""
    try:
        done = subprocess.run(  # noqa: S603 - fixed programs of the system, arguments as a list
            list(command), capture_output=True, text=True, check=False, timeout=_PATIENCE_S, errors="replace"
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(f"{command[0]} did not answer") from error
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise OSError(lines[-1] if lines else f"{command[0]} ended with {done.returncode}")
    return done.stdout


def ask_program(run_program: Run, command: Sequence[str]) -> str | None:
    """As *run_program*, but None where the program is missing or says no: for questions, not for changes."""
    try:
        return run_program(command)
    except OSError:
        return None


# ---- ledger ------------------------------------------------------------------------------------------------
# What the guards changed on this machine, on disk before the change is made.
#
# The rule guarded here: whatever a guard changes can be given back, also after a kill between any two steps.
# An entry is durable before its first change and leaves the file only after its last one was undone; the
# first value noted for a setting is the machine's own and is never overwritten by a later one.

_FORMAT = 1


@frozen
class LedgerEntry:
    """The settings of *port* as they were before *guard* touched them; None: the setting did not exist."""

    guard: str
    port: str
    before: Mapping[str, Json]


@frozen
class LedgerFile:
    """The ledger's text in one file of the data folder. A write is there as a whole or not at all, and
    durable on return."""

    path: Path

    def read(self) -> str | None:
        try:
            return read_small(self.path).decode()
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            return ""  # there, and no ledger

    def write(self, text: str) -> None:
        make_folder(self.path.parent)
        write_durably(self.path, text.encode(), PRIVATE)

    def remove(self) -> None:
        remove_durably(self.path)


class Ledger:
    """The entries in the order they were made, kept equal to what the store holds."""

    def __init__(self, store: LedgerFile) -> None:
        self._store = store

    def entries(self) -> tuple[LedgerEntry, ...]:
        """All entries, oldest first."""
        text = self._store.read()
        return () if text is None else _parse(text)

    def before(self, guard: str) -> LedgerEntry | None:
        """What *guard* found on this machine, if it changed anything."""
        return next((entry for entry in self.entries() if entry.guard == guard), None)

    def record(self, entry: LedgerEntry) -> LedgerEntry:
        """Note *entry*, durably, and return what now stands: values noted earlier for this guard win."""
        entries = self.entries()
        earlier = next((known for known in entries if known.guard == entry.guard), None)
        if earlier is not None:
            entry = LedgerEntry(entry.guard, entry.port, {**entry.before, **earlier.before})
        self.keep((*(known for known in entries if known.guard != entry.guard), entry))
        return entry

    def forget(self, guard: str) -> None:
        """Drop the entry of *guard*: its settings have been given back."""
        self.keep(tuple(entry for entry in self.entries() if entry.guard != guard))

    def keep(self, entries: tuple[LedgerEntry, ...]) -> None:
        """Make *entries* all there is; an empty ledger has no file."""
        if not entries:
            self._store.remove()
            return
        rows = [{"guard": e.guard, "port": e.port, "before": dict(e.before)} for e in entries]
        self._store.write(json.dumps({"format": _FORMAT, "entries": rows}, indent=1, ensure_ascii=False))


def ledger_in(folder: Path) -> Ledger:
    """The ledger of the data folder *folder*."""
    return Ledger(LedgerFile(folder / GUARDS))


def _parse(text: str) -> tuple[LedgerEntry, ...]:
    try:
        whole = json.loads(text)
        if whole["format"] != _FORMAT:
            raise ValueError("another format")
        return tuple(
            LedgerEntry(str(row["guard"]), str(row["port"]), dict(row["before"])) for row in whole["entries"]
        )
    except (ValueError, KeyError, TypeError) as error:
        raise LockdownError(
            f"{GUARDS} in the data folder cannot be read, so what this program changed on the machine"
            " cannot be given back by itself. Check the settings listed in it by hand, then delete it."
        ) from error


# ---- guard -------------------------------------------------------------------------------------------------
# Guards: small steps that block a way out, prove that they do, and can be undone.
#
# The rules guarded here: each guard works on its own, whatever happens to the others; one that changes
# settings of the machine notes them in the ledger first, so that the next start after a crash can give them
# back. A guard that stops being in force while the station runs is a violation, and is engaged again.


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


def engage_or_why(guard: Guard) -> str:
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


# ---- reports -----------------------------------------------------------------------------------------------
# What a listening guard may report, one short line each, and how much each line weighs for the station.


class Weight(StrEnum):
    VIOLATION = "violation"  # the station was left, covered or stopped: discard the entry, record it
    ATTEMPT = "attempt"  # a key was swallowed: nothing happened; record it folded
    NOTE = "note"  # back again, or a guard that mended itself: record it


_NOTES = (
    "rearmed",
    "session connected",
    "session unlocked",
    "session back",
    "session remote_disconnected",
    "power resumed",
    "screen on",
)
_ATTEMPT = re.compile(r"blocked (\w+) (\d+)")


def weigh(line: str) -> Weight:
    """How much *line* weighs. One that is not known weighs as a violation: doubt closes."""
    if _ATTEMPT.fullmatch(line):
        return Weight.ATTEMPT
    return Weight.NOTE if line in _NOTES else Weight.VIOLATION


def attempts(lines: Iterable[str]) -> Counter[str]:
    """How often each key was swallowed, by those of *lines* that say so."""
    swallowed: Counter[str] = Counter()
    for line in lines:
        if said := _ATTEMPT.fullmatch(line):
            swallowed[said[1]] += int(said[2])
    return swallowed
