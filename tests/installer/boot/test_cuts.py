"""Power cuts worked out from a disk's record: what is kept, what is torn, what counts as acknowledged."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installer.boot import cuts
from installer.boot.cuts import ACKNOWLEDGED_AT, NOTHING, TORN, Write
from installer.script import CannotGoOn
from kiosk.log.bodies import NoteBody
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock

FLUSH = Write(0, b"")


def one(value: int, offset: int = 0, sectors: int = 1) -> Write:
    return Write(offset, bytes([value]) * 512 * sectors)


def ack(build: str, number: int) -> Write:
    return Write(ACKNOWLEDGED_AT, f"{build} {number}\n".encode().ljust(4096, b"\0"))


def recorded(*told: Write) -> bytes:
    lines = (
        (b"F" if each.is_flush else b"W")
        + each.offset.to_bytes(8, "big")
        + len(each.data).to_bytes(4, "big")
        + each.data
        for each in told
    )
    return b"".join(lines)


def test_a_record_is_read_back_in_order_and_a_last_line_cut_off_is_not_counted():
    told = [one(1), FLUSH, one(2, 512)]

    assert cuts.read_record(recorded(*told)) == told
    assert cuts.read_record(recorded(*told)[:-1]) == told[:-1]


def test_what_was_not_flushed_is_gone_and_what_was_is_there():
    disk = bytearray(1024)

    left = cuts.after_cut(disk, [one(1), FLUSH, one(2), one(3, 512)], NOTHING, random.Random(1))

    assert left == bytes([1]) * 512 + bytes(512)
    assert disk == bytearray(1024), "the disk before the cut is another's"


def test_torn_writes_keep_whole_sectors_only():
    chance, seen = random.Random(7), set()
    for _ in range(60):
        left = cuts.after_cut(bytearray(2048), [FLUSH, one(9, 0, 4)], TORN, chance)
        seen.add(left.count(9) / 512)

    assert seen == {0, 1, 2, 3, 4}


def test_cuts_are_made_before_and_after_flushes_between_acknowledgements():
    told = [FLUSH, ack("sound", 1), one(1), FLUSH, ack("sound", 2), FLUSH, ack("early", 1), FLUSH]

    assert cuts.boundaries(told, "sound") == [3]
    assert cuts.chosen([3, 5, 7, 9], 2) == [3, 4, 7, 8]
    assert cuts.acknowledged_by(told[:5], "sound") == {"1", "2"}
    with pytest.raises(CannotGoOn, match="Nothing was acknowledged"):
        cuts.boundaries(told, "late")


@pytest.mark.skipif(not shutil.which("debugfs"), reason="needs e2fsprogs")
def test_a_record_that_was_flushed_is_found_and_one_that_was_not_is_missed(tmp_path):
    disk = tmp_path / "disk.raw"
    cuts.make_disk(disk, ("sound",))
    assert disk.stat().st_size > ACKNOWLEDGED_AT

    assert cuts.lost_at(disk.read_bytes(), "sound", {"1"}) == {"1"}

    folder = tmp_path / "files"
    with Log.open(folder / "sound", system_clock) as log:
        log.append(NoteBody(text="1"))
    cuts.disk_of(folder, disk, f"{cuts.FILES_MB}M")

    assert cuts.lost_at(disk.read_bytes(), "sound", {"1"}) == set()


def test_the_writer_acknowledges_after_the_record_and_the_broken_build_before(tmp_path):
    """The same writer that runs in the machine, on a plain file instead of a disk behind a recorder."""
    writer = Path(cuts.__file__).with_name("cut_writer.py")
    disk = tmp_path / "disk"
    disk.write_bytes(bytes(8192))
    for build in ("sound", "early"):
        Log.open(tmp_path / build, system_clock).close()
        more = ["early"] if build == "early" else []
        done = subprocess.run(
            [sys.executable, str(writer), str(tmp_path / build), "3", str(disk), "4096", *more],
            capture_output=True,
            text=True,
            check=False,
        )
        if "Invalid argument" in done.stderr:
            pytest.skip("this file system knows no direct writes")
        assert done.returncode == 0, done.stderr
        assert disk.read_bytes()[4096:].split(b"\n")[0] == f"{build} 3".encode()
