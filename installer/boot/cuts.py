"""Power cuts, worked out from the record of one run: what is on the disk if the power goes right there.

Durable is what was written before the last flush; of what came later a disk may keep nothing, or any part,
torn at any sector. The rule shown here: what the program had acknowledged by then is in the log afterwards.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from installer.boot.image import disk_of
from installer.boot.machine import wait_for
from installer.script import CannotGoOn, carry_out

HEAD_BYTES = 13  # as cut_disk.py writes them
SECTOR = 512
FILES_MB, WHOLE_MB = 48, 49  # the file system, and the disk with room for acknowledgements behind it
ACKNOWLEDGED_AT = FILES_MB << 20
STATION = "station"
NOTHING, TORN = "nothing", "torn"


@dataclass(frozen=True)
class Write:
    """A write to the disk, or, without *data*, a flush."""

    offset: int
    data: bytes

    @property
    def is_flush(self) -> bool:
        return not self.data

    @property
    def acknowledged(self) -> tuple[str, int] | None:
        """The build and the number of the record that this write acknowledges."""
        if self.is_flush or self.offset < ACKNOWLEDGED_AT:
            return None
        build, number = self.data.split(b"\n", 1)[0].decode().split()
        return build, int(number)


def read_record(data: bytes) -> list[Write]:
    """Everything the disk was told, in order; a last line that was cut off is not counted."""
    found, at = [], 0
    while at + HEAD_BYTES <= len(data):
        offset, length = (int.from_bytes(data[at + a : at + b], "big") for a, b in ((1, 9), (9, 13)))
        body = data[at + HEAD_BYTES : at + HEAD_BYTES + length]
        if len(body) == length:
            found.append(Write(offset, body))
        at += HEAD_BYTES + length
    return found


def boundaries(told: Sequence[Write], build: str) -> list[int]:
    """The flushes between the first and the last acknowledgement of *build*: a cut right before one loses
    most, a cut right after it least."""
    acknowledged = [place for place, each in enumerate(told) if (each.acknowledged or ("",))[0] == build]
    if not acknowledged:
        raise CannotGoOn(f"Nothing was acknowledged by the build “{build}”.")
    span = range(acknowledged[0], acknowledged[-1] + 1)
    return [place for place in span if told[place].is_flush]


def chosen(places: Sequence[int], count: int) -> list[int]:
    """Some of *places*, spread evenly, each as a cut before it and one after it."""
    every = max(1, len(places) // count)
    return sorted({cut for place in places[::every][:count] for cut in (place, place + 1)})


def after_cut(disk: bytearray, told: Sequence[Write], kept: str, chance: random.Random) -> bytes:
    """The disk if the power goes after all of *told*, *kept* of what was not flushed: nothing, or a torn
    part; *disk* is how it was before them, and stays so."""
    last = max((place for place, each in enumerate(told) if each.is_flush), default=-1)
    made = bytearray(disk)
    for place, each in enumerate(told):
        if each.is_flush:
            continue
        data = each.data
        if place > last:
            sectors = chance.randint(0, len(data) // SECTOR) if kept == TORN and chance.random() < 0.5 else 0
            data = data[: sectors * SECTOR]
        made[each.offset : each.offset + len(data)] = data
    return bytes(made)


def acknowledged_by(told: Sequence[Write], build: str) -> set[str]:
    found = [each.acknowledged for each in told]
    return {str(each[1]) for each in found if each is not None and each[0] == build}


def files_of(disk: bytes, folder: str, into: Path) -> Path:
    """*folder* of the file system on *disk*, mended as a start after the cut would mend it."""
    file = into / "cut.raw"
    file.write_bytes(disk[:ACKNOWLEDGED_AT])
    mended = subprocess.run(["e2fsck", "-fy", str(file)], capture_output=True, text=True, check=False)
    if mended.returncode > 1:
        raise CannotGoOn(f"The file system does not survive the cut: {mended.stdout[-600:]}")
    target = into / folder
    shutil.rmtree(target, ignore_errors=True)
    carry_out(["debugfs", "-R", f"rdump /{folder} {into}", str(file)], "The disk could not be read.")
    return target


def lost_at(disk: bytes, build: str, wanted: set[str]) -> set[str]:
    """Which of the records *wanted* the log of *build* lacks after the cut; it must open and verify."""
    from kiosk.log.bodies import NoteBody, read_body
    from kiosk.log.reader import read_records
    from kiosk.log.writer import Log
    from kiosk.system_clock import system_clock

    with tempfile.TemporaryDirectory(prefix="kiosk-cut-") as passing:
        folder = files_of(disk, build, Path(passing))
        with Log.open(folder, system_clock) as log:
            if not log.verify().holds:
                raise CannotGoOn("A log does not hold after a cut.")
        bodies = (read_body(record) for record in read_records(folder / "log.db"))
        return wanted - {body.text for body in bodies if isinstance(body, NoteBody)}


def losses(first: bytes, told: Sequence[Write], build: str, count: int) -> Iterator[int]:
    """How many acknowledged records each cut loses, at *count* flushes of *build*, both ways."""
    chance = random.Random(count)  # noqa: S311 - the same cuts each time
    for cut in chosen(boundaries(told, build), count):
        wanted = acknowledged_by(told[:cut], build)
        for kept in (NOTHING, TORN):
            yield len(lost_at(after_cut(bytearray(first), told[:cut], kept, chance), build, wanted))


# ---- the disk itself ---------------------------------------------------------------------------------------


def make_disk(target: Path, builds: Sequence[str]) -> None:
    """A disk with an empty folder for the station, and a log just begun for each of *builds*."""
    from kiosk.log.writer import Log
    from kiosk.system_clock import system_clock

    with tempfile.TemporaryDirectory(prefix="kiosk-cut-") as made:
        Path(made, STATION).mkdir(mode=0o700)
        for build in builds:
            Log.open(Path(made, build), system_clock).close()
        disk_of(Path(made), target, f"{FILES_MB}M")
    with target.open("r+b") as file:
        file.truncate(WHOLE_MB << 20)


class RecordedDisk:
    """*disk* served to QEMU by nbdkit, from `serve` to `stop`; its record lies beside it."""

    def __init__(self, disk: Path) -> None:
        self.disk = disk
        self.socket = disk.with_suffix(".nbd")
        self._record = disk.with_suffix(".record")
        self._first = disk.read_bytes()
        plugin = Path(__file__).with_name("cut_disk.py")
        options = [f"disk={disk}", f"record={self._record}"]
        self._record.unlink(missing_ok=True)
        self.socket.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            ["nbdkit", "--foreground", "-U", str(self.socket), "python", str(plugin), *options]
        )

    def await_ready(self) -> None:
        wait_for(self.socket.exists, 30, "nbdkit did not start", 0.1)

    def told(self) -> list[Write]:
        return read_record(self._record.read_bytes())

    def end(self) -> None:
        self._process.kill()
        self._process.wait()

    def losses(self, build: str, count: int) -> list[int]:
        return list(losses(self._first, self.told(), build, count))

    def cut_now(self, target: Path) -> None:
        """The disk after a power cut now, at *target*, with nothing of what was not flushed."""
        left = after_cut(bytearray(self._first), self.told(), NOTHING, random.Random(1))  # noqa: S311
        target.write_bytes(left)
