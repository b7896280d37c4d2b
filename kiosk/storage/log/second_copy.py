"""A second copy of the log, on a stick or another disk.

Rules it guards. A copy counts only when its own chain and file were verified, it is on the disk, and that
disk is another than the log's. Whatever lies under its name and is not provably a beginning of this log is
evidence: it is kept under another name, never overwritten. A missing stick is a note, not a failure, and
nothing half-written is left behind. No lock on the log is held while the stick works.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from enum import StrEnum
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.errors import LogError
from kiosk.files import PRIVATE, sync_file, sync_renamed
from kiosk.storage.log.schema import differences
from kiosk.storage.reading.checks import JOURNAL, beside, snapshot
from kiosk.storage.reading.reader import reading, rows, verify_log

BLOCK_DEVICES = Path("/sys/dev/block")


class CopyState(StrEnum):
    MADE = "made"
    SAME_DEVICE = "same_device"  # made, but it would be lost with the log
    ABSENT = "absent"  # the folder or stick is not there
    FAILED = "failed"


@frozen
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


def same_device(folder: Path, target: Path, devices: Path = BLOCK_DEVICES) -> bool:
    """Whether *target* lies on the same disk or stick as *folder*, so that one mishap takes both; two
    partitions of one stick are the same stick. What is not there lies nowhere."""
    try:
        one, other = folder.stat().st_dev, target.stat().st_dev
    except OSError:
        return False
    return one == other or bool(_disks(one, devices) & _disks(other, devices))


def _disks(device: int, devices: Path) -> frozenset[Path]:
    """The disks that hold *device*, as far as the kernel's list in *devices* tells; none elsewhere."""
    if not hasattr(os, "major"):
        return frozenset()
    place = devices / f"{os.major(device)}:{os.minor(device)}"
    return _whole_disks(place.resolve()) if place.exists() else frozenset()


def _whole_disks(block: Path) -> frozenset[Path]:
    """What *block* is a partition of, or is made of, down to whole disks."""
    below = [each.resolve() for each in block.glob("slaves/*")]  # an encrypted or joined volume
    if below:
        return frozenset().union(*(_whole_disks(each) for each in below))
    return frozenset({block.parent if (block / "partition").exists() else block})


def copy_log(log: Path, folder: Path, name: str) -> SecondCopy:
    """Copy *log* to *folder* under *name*, verified and durable, in place of an earlier copy."""
    partial = folder / f".{name}.partial"
    try:
        if not folder.is_dir():
            return SecondCopy(CopyState.ABSENT, f"No second copy: {folder} is not there. Put the stick in.")
        return _copy(log, partial, folder / name)
    except LogError as error:
        return SecondCopy(CopyState.FAILED, f"No second copy: {error}")
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
    partial.touch(PRIVATE)  # it holds the words of an open event; where a stick knows no rights it has none
    with _at_one_moment(log) as still:
        snapshot(still, partial)
    found = verify_log(partial, in_use=False)
    if not found.holds:
        return SecondCopy(
            CopyState.FAILED,
            f"No second copy: the log does not verify when copied to {target.parent}. "
            "Run “kiosk log verify”; if the log is intact, choose another place.",
        )
    with partial.open("rb+") as file:
        sync_file(file.fileno())
    kept = _set_aside(partial, target)
    partial.replace(target)
    sync_renamed(target)
    apart = not same_device(log.parent, target.parent)
    return SecondCopy(
        CopyState.MADE if apart else CopyState.SAME_DEVICE,
        _made_note(target, found.count, kept, apart=apart),
        target,
        found.count,
        found.head or "",
        kept,
    )


@contextmanager
def _at_one_moment(log: Path) -> Iterator[sqlite3.Connection]:
    """The log as it is now, on this computer: from here on a stick that stalls holds nobody up."""
    with ExitStack() as stack:
        spare = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-"))) / "log.db"
        with reading(log) as conn:
            snapshot(conn, spare)
        yield stack.enter_context(closing(sqlite3.connect(spare)))


def _made_note(target: Path, count: int, kept: Path | None, *, apart: bool) -> str:
    note = f"Second copy: {target}, {count} records, verified."
    if not apart:
        note = (
            f"The copy {target} is on the same disk or stick as the log and would be lost with it: a spare, "
            "not a second copy. Put another stick in, or name another disk in the set-up."
        )
    if kept is not None:
        note += f" An earlier copy there does not agree with this log; it was kept as {kept.name}."
    return note


def _set_aside(new: Path, target: Path) -> Path | None:
    """Move what lies at *target* away unless *new* provably continues it."""
    journal = beside(target, JOURNAL)  # SQLite would play it into the new copy
    if not os.path.lexists(journal) and (not os.path.lexists(target) or _continues(new, target)):
        return None
    kept = next(
        path
        for number in range(1, 10_000)
        if not os.path.lexists(path := target.with_name(f"{target.stem}-kept-{number}.db"))
    )
    for there, away in ((target, kept), (journal, beside(kept, JOURNAL))):
        if os.path.lexists(there):
            there.replace(away)
    return kept


def _continues(new: Path, earlier: Path) -> bool:
    """Whether the records of *earlier*, all of them, are the first of *new*."""
    if earlier.is_symlink():
        return False
    try:
        with reading(earlier) as old, reading(new) as conn:
            continued = rows(conn)
            same = all(_alike(row, next(continued, ())) for row in rows(old))
            return same and not differences(old)
    except LogError:
        return False


def _alike(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return one == other and list(map(type, one)) == list(map(type, other))


def _discard(partial: Path) -> None:
    for path in (partial, beside(partial, JOURNAL)):
        # If the medium is gone or read-only there is nothing there that could be taken away.
        with suppress(OSError):
            path.unlink(missing_ok=True)
