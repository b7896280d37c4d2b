"""A second copy of the log, on a stick or in another folder.

Rules it guards. A copy counts only when its own chain was verified and it is on the disk. A copy that holds
records this log does not hold is evidence: it is kept under another name, never overwritten. A missing stick
is a note, not a failure, and nothing half-written is left behind.
"""

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from kiosk.core.chain import Status
from kiosk.storage.durable_file import sync_file, sync_folder
from kiosk.storage.log_reader import verify_log


class CopyState(StrEnum):
    MADE = "made"
    ABSENT = "absent"  # the folder or stick is not there
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class SecondCopy:
    """*note*: one sentence for the director. *kept*: an older copy that does not agree and was set aside."""

    state: CopyState
    note: str
    path: Path | None = None
    count: int = 0
    head: str = ""
    kept: Path | None = None


def copy_name(letter: str, station: str, epoch: str) -> str:
    """A name no other station's log and no other log of this station can have."""
    return f"kiosk-{letter}-{station[:8]}-{epoch[:8]}.db"


def copy_log(log: Path, folder: Path, name: str) -> SecondCopy:
    """Copy *log* to *folder* under *name*, verified and durable, in place of an earlier copy."""
    partial = folder / f".{name}.partial"
    try:
        if not folder.is_dir():
            return SecondCopy(CopyState.ABSENT, f"No second copy: {folder} is not there. Put the stick in.")
        return _copy(log, partial, folder / name)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return SecondCopy(
            CopyState.FAILED,
            f"No second copy: {folder} could not be written ({reason}). Make room or choose another place.",
        )
    finally:
        _discard(partial)


def _copy(log: Path, partial: Path, target: Path) -> SecondCopy:
    _discard(partial)
    read_only = f"{log.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(read_only, uri=True)) as source, closing(sqlite3.connect(partial)) as copy:
        # The copy counts for nothing until it is verified: its safety comes from the sync below.
        copy.execute("PRAGMA journal_mode = OFF").fetchall()
        source.backup(copy)
    found = verify_log(partial)
    if found.status is not Status.INTACT:
        return SecondCopy(
            CopyState.FAILED,
            f"No second copy: the log does not verify when copied to {target.parent}. "
            "Run “kiosk log verify”; if the log is intact, choose another place.",
        )
    with partial.open("rb+") as file:
        sync_file(file.fileno())
    kept = _set_aside(partial, target)
    partial.replace(target)
    sync_folder(target.parent)
    return SecondCopy(
        CopyState.MADE, _made_note(target, found.count, kept), target, found.count, found.head or "", kept
    )


def _made_note(target: Path, count: int, kept: Path | None) -> str:
    note = f"Second copy: {target}, {count} records, verified."
    if kept is not None:
        note += f" An earlier copy there does not agree with this log; it was kept as {kept.name}."
    return note


def _set_aside(new: Path, target: Path) -> Path | None:
    """Move the earlier copy away if *new* does not continue it; an unreadable one says nothing and may go."""
    if not target.exists():
        return None
    earlier = verify_log(target)
    if earlier.status is Status.UNREADABLE:
        return None
    if earlier.status is Status.INTACT and verify_log(new, earlier.head, earlier.count).witnessed:
        return None
    kept = next(
        path
        for number in range(1, 10_000)
        if not (path := target.with_name(f"{target.stem}-kept-{number}.db")).exists()
    )
    target.replace(kept)
    return kept


def _discard(partial: Path) -> None:
    for path in (partial, partial.with_name(partial.name + "-journal")):
        # If the medium is gone or read-only there is nothing there that could be taken away.
        with suppress(OSError):
            path.unlink(missing_ok=True)
