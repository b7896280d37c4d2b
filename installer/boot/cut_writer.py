"""Runs inside the booted machine: appends records with the program's own log and acknowledges each.

    cut_writer.py FOLDER COUNT DISK OFFSET [early]

An acknowledgement is a block written to DISK behind its file system, from OFFSET on: it stands in the disk's
record in its place among all other writes. *early* is the build that must fail: it acknowledges first.
"""

import mmap
import os
import sys
from pathlib import Path

from kiosk.log.bodies import NoteBody
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock

BLOCK = 4096


def main() -> None:
    folder, count, disk, offset = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    early = sys.argv[5:] == ["early"]
    direct = os.open(disk, os.O_RDWR | os.O_DIRECT)
    block = mmap.mmap(-1, BLOCK)  # memory of its own page, as O_DIRECT wants it

    def acknowledge(number: int) -> None:
        block[:] = f"{folder.name} {number}\n".encode().ljust(BLOCK, b"\0")
        os.pwrite(direct, block, offset)

    with Log.open(folder, system_clock) as log:
        for number in range(1, count + 1):
            if early:
                acknowledge(number)
            log.append(NoteBody(text=f"{number}"))
            if not early:
                acknowledge(number)


if __name__ == "__main__":
    main()
