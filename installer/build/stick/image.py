#!/usr/bin/env python3
"""Makes the boot stick's image from the two packages in dist/: `sudo python3 installer/dev.py stick`.

    python3 installer/dev.py stick [IMAGE]       IMAGE: dist/challenge-kiosk-stick_VERSION.img

One raw file, to be written onto a whole stick. Five partitions: a folder for the director (FAT), the boot
loader for an old BIOS, the one for UEFI (signed), the system, and room for the log, formatted at the first
start. No loop devices; needs root. The rule guarded here: it is no larger than 1.2 GB.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path

from installer.boot.image import built_packages
from installer.build.stick import loader, system
from installer.build.stick.layout import FOLDER_MB, Layout, layout
from installer.script import CLONE, CannotGoOn, carry_out, end_with, say

FILES = Path(__file__).with_name("files")
LARGEST = 1_200_000_000
LABEL = "KIOSK"


def folder_files() -> dict[str, bytes]:
    """What a director finds in the stick's folder: a page that says what to put there, for any editor."""
    page = (FILES / "read-me.txt").read_text(encoding="utf-8").replace("\n", "\r\n")
    return {"READ ME.txt": page.encode(), "lists/": b""}


def assemble(root: Path, target: Path, folder: Path) -> Layout:
    """The image of the system below *root* at *target*; what passes lies in *folder*."""
    made = layout(system.size_mb(root))
    (root / "etc" / "fstab").write_text(system.mounts(made))
    with target.open("wb") as file:
        file.truncate(made.bytes)
    table = subprocess.run(
        ["sfdisk", "-q", str(target)], input=made.table, capture_output=True, text=True, check=False
    )
    if table.returncode:
        raise CannotGoOn(f"The partitions could not be made: {table.stderr}")
    place = made["system"]
    carry_out(
        [
            *("mke2fs", "-q", "-F", "-t", "ext4", "-m", "1", "-L", "kiosk-system", "-U", made.file_system),
            *("-E", f"offset={place.offset}", "-d", str(root), str(target), f"{place.size}M"),
        ],
        "The system's partition could not be made.",
    )
    loader.put_firmware(target, made, folder)
    loader.put_bios(target, made, folder)
    director = folder / "folder.fat"
    loader.fat(director, FOLDER_MB, LABEL, folder_files())
    loader.put(target, director.read_bytes(), made["folder"].offset)
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("image", type=Path, nargs="?", help="where to; else in dist/")
    chosen = parser.parse_args()
    if os.geteuid() != 0:
        raise CannotGoOn("Only root can make the system; run this with sudo.")
    packages = built_packages()
    version = packages[0].name.split("_")[1]
    target = chosen.image or CLONE / "dist" / f"challenge-kiosk-stick_{version}.img"
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kiosk-stick-") as passing:
        root = Path(passing, "root")
        system.make(root, packages)
        fresh = target.with_suffix(".new")
        made = assemble(root, fresh, Path(passing))
    if made.bytes > LARGEST:
        raise CannotGoOn(f"The image has {made.bytes} bytes, and no more than {LARGEST} are allowed.")
    fresh.replace(target)
    say(f"{target}: {made.bytes / 1e6:.0f} MB, made in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    end_with(main)
