"""A second copy of the log, on a stick or another disk, made in a process of its own."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Any

from kiosk.base.frozen import frozen
from kiosk.errors import LogError
from kiosk.files import PRIVATE, sync_file, sync_renamed
from kiosk.log import reader
from kiosk.log.chain import FileState, Status, Verification
from kiosk.log.schema import differences

# ---- second copy -------------------------------------------------------------------------------------------
# A second copy of the log, on a stick or another disk.
#
# Rules it guards. A copy counts only when its own chain and file were verified, it is on the disk, and that
# disk is another than the log's. Whatever lies under its name and is not provably a beginning of this log is
# evidence: it is kept under another name, never overwritten. A missing stick is a note, not a failure, and
# nothing half-written is left behind. No lock on the log is held while the stick works.

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
        reader.snapshot(still, partial)
    found = reader.verify_log(partial, in_use=False)
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
        with reader.reading(log) as conn:
            reader.snapshot(conn, spare)
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
    journal = reader.side_file(target, reader.JOURNAL)  # SQLite would play it into the new copy
    if not os.path.lexists(journal) and (not os.path.lexists(target) or _continues(new, target)):
        return None
    kept = next(
        path
        for number in range(1, 10_000)
        if not os.path.lexists(path := target.with_name(f"{target.stem}-kept-{number}.db"))
    )
    for there, away in ((target, kept), (journal, reader.side_file(kept, reader.JOURNAL))):
        if os.path.lexists(there):
            there.replace(away)
    return kept


def _continues(new: Path, earlier: Path) -> bool:
    """Whether the records of *earlier*, all of them, are the first of *new*."""
    if earlier.is_symlink():
        return False
    try:
        with reader.reading(earlier) as old, reader.reading(new) as conn:
            continued = reader.rows(conn)
            same = all(_alike(row, next(continued, ())) for row in reader.rows(old))
            return same and not differences(old)
    except LogError:
        return False


def _alike(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return one == other and list(map(type, one)) == list(map(type, other))


def _discard(partial: Path) -> None:
    for path in (partial, reader.side_file(partial, reader.JOURNAL)):
        # If the medium is gone or read-only there is nothing there that could be taken away.
        with suppress(OSError):
            path.unlink(missing_ok=True)


# ---- copy place --------------------------------------------------------------------------------------------
# Where the second copy goes, and whether it would survive what destroys the log.


@frozen
class CopyPlace:
    """*apart*: on another device than the data folder. *device*: where that device hangs in the tree of
    folders. Of a folder that is not *there* neither can be told."""

    folder: Path
    there: bool
    apart: bool | None = None
    device: Path | None = None
    free: int | None = None

    @property
    def said(self) -> str:
        """The place in words for the director."""
        if not self.there:
            return f"{self.folder}, which is not there now"
        if not self.apart:
            return f"{self.folder}, on the same device as the log"
        room = "" if self.free is None else f", {self.free / 1e9:.1f} GB free"
        return f"{self.folder}, on the device at {self.device}{room}"


def copy_place(folder: Path, data: Path) -> CopyPlace:
    """The place *folder* for copies of the log in *data*."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return CopyPlace(folder, there=False)
    real = Path(os.path.realpath(folder))
    device = next(place for place in (real, *real.parents) if place.is_mount() or place == place.parent)
    # An empty mount point whose stick is not in lies on the disk around it: then it is not apart.
    return CopyPlace(folder, True, not same_device(data, folder), device, free)


# ---- child -------------------------------------------------------------------------------------------------
# Long work on the log in a process of its own: a stick that stalls, or a log of a million records, never
# holds the station up.
#
# Started as `kiosk log-chore copy|verify …`, a word that is not a command for people. The child answers with
# one line of JSON. If none comes in time, the child has failed; nothing waits for it.

WORD = "log-chore"
_PATIENCE_S = 0.2  # for a child that was killed


class Child:
    """One piece of work in a process of its own, from its start until `answer` or `end`."""

    def __init__(
        self,
        arguments: Sequence[str],
        limit_s: float,
        command: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._now, self._until = now, now() + limit_s
        self._process = subprocess.Popen(  # noqa: S603 - this program itself
            [*(command or _this_program()), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=None if getattr(sys, "frozen", False) else Path(__file__).resolve().parents[2],
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )

    def answer(self) -> Mapping[str, Any] | None:
        """What it answered; None while it works, empty if it failed or took too long."""
        if self._process.poll() is None:
            if self._now() < self._until:
                return None
            self.end()
            return {}
        with self._process:
            said = self._process.stdout.read() if self._process.stdout else b""
        try:
            answer = json.loads(said)
        except ValueError:
            return {}
        return answer if isinstance(answer, dict) else {}

    def end(self) -> None:
        """Kill it; one that hangs in the kernel is left to the system."""
        self._process.kill()
        if self._process.stdout:
            self._process.stdout.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE_S)


def _this_program() -> tuple[str, ...]:
    if getattr(sys, "frozen", False):
        return (sys.executable, WORD)
    return (sys.executable, "-m", "kiosk", WORD)


def verification(answer: Mapping[str, Any]) -> Verification | None:
    """The finding that a child answered with; None if it gave none."""
    try:
        told = {**answer, "status": Status(answer["status"]), "file": FileState(answer["file"])}
        return Verification(**told)
    except (KeyError, ValueError, TypeError):
        return None


def main(arguments: Sequence[str]) -> None:
    """Do what *arguments* say and print the answer."""
    if hasattr(os, "nice"):
        os.nice(10)  # the players come first
    match list(arguments):
        case ["copy", log, folder, name]:
            made = copy_log(Path(log), Path(folder), name)
            answer = {"state": made.state, "note": made.note, "count": made.count, "head": made.head}
        case ["verify", log, head, count]:
            answer = asdict(reader.verify_log(Path(log), head, int(count)))
        case _:
            sys.exit(2)
    sys.stdout.write(json.dumps(answer) + "\n")
