"""What the guards changed on this machine, on disk before the change is made.

The rule guarded here: whatever a guard changes can be given back, also after a kill between any two steps. An
entry is durable before its first change and leaves the file only after its last one was undone; the first
value noted for a setting is the machine's own and is never overwritten by a later one.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from kiosk.core.frozen import frozen
from kiosk.core.log.canonical import Json
from kiosk.errors import LockdownError
from kiosk.files import PRIVATE, make_folder, remove_durably, write_durably
from kiosk.folder import GUARDS

_FORMAT = 1


@frozen
class LedgerEntry:
    """The settings of *port* as they were before *guard* touched them; None: the setting did not exist."""

    guard: str
    port: str
    before: Mapping[str, Json]


class Store(Protocol):
    """Where the ledger's text lives. A write is there as a whole or not at all, and durable on return."""

    def read(self) -> str | None: ...
    def write(self, text: str) -> None: ...
    def remove(self) -> None: ...


@frozen
class LedgerFile:
    """The ledger's text in one file of the data folder."""

    path: Path

    def read(self) -> str | None:
        try:
            return self.path.read_text(encoding="utf-8")
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

    def __init__(self, store: Store) -> None:
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
