#!/usr/bin/env python3
"""Boots the kiosk session on a machine of its own, in QEMU, and looks at its screen: `dev.py campaign boot`.

    python3 installer/boot_campaign.py [--table LOCKDOWN.md] [--keep FOLDER]

Makes an image once (kept in the user's cache folder, named after what it is made of), boots it with this
clone's files, installs the kiosk session, restarts, plays by keys, breaks it on purpose. Needs root and the
packages of `dev.py campaign boot`; no KVM. --keep keeps pictures and consoles; --table writes what was seen.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bare_root import CannotGoOn, say
from boot import image, pages
from boot.machine import HEIGHT, WIDTH, Machine
from boot.station import Kiosk
from boot.steps import STEPS, install_and_restart

FAILED = "DOES NOT HOLD:"
MARKS = re.compile(r"(<!-- booted -->\n).*?(<!-- /booted -->)", re.DOTALL)


def table(seen: dict[str, str], where: str) -> str:
    """What was done and seen as a table for people."""
    lines = [f"{where}", "", "| done | seen |", "|---|---|"]
    return "\n".join([*lines, *(f"| {what} | {line} |" for what, line in seen.items())]) + "\n"


def with_table(text: str, made: str) -> str:
    """*text* with the table between its two marks replaced by *made*."""
    return MARKS.sub(lambda found: f"{found[1]}{made}{found[2]}", text)


def versions(machine: Machine) -> str:
    """What stood on what, for whoever reads the table later."""
    asked = "dpkg-query -W -f '${Package} ${Version}, ' systemd cage polkitd"
    asked += " && . /etc/os-release && echo $PRETTY_NAME"
    emulator = subprocess.run(["qemu-system-x86_64", "--version"], capture_output=True, text=True, check=True)
    return f"{machine.told(asked)}; {emulator.stdout.splitlines()[0]}, TCG, virtio-gpu {WIDTH}x{HEIGHT}."


def run(folder: Path) -> tuple[dict[str, str], str]:
    """Every step in order; one that does not hold says so, and the next is tried."""
    made = image.image(Path(__file__).resolve())
    program = folder / "program.raw"
    image.program_disk(program)
    drawn = pages.drawn(folder / "pages", WIDTH, HEIGHT)
    machine = Machine(made, program, folder)
    try:
        machine.await_agent()
        say("the machine has booted")
        where = versions(machine)
        kiosk = Kiosk(machine, drawn)
        seen = {what: tried(what, step, kiosk) for what, step in STEPS.items()}
        return seen, where
    finally:
        machine.end()


def tried(what: str, step: Callable[[Kiosk], str], kiosk: Kiosk) -> str:
    """What *step* saw, or why it does not hold; only the first step, the install, ends everything."""
    say(f"--- {what}")
    began = time.monotonic()
    try:
        seen = step(kiosk)
    except CannotGoOn as why:
        if step is install_and_restart:
            raise
        seen = f"{FAILED} {why}"
    say(f"{seen} ({time.monotonic() - began:.0f} s)")
    return seen


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--table", type=Path, help="write the table between its marks in this file")
    parser.add_argument("--keep", type=Path, help="keep pictures, console and disk of the run in this folder")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    chosen = parsed()
    if chosen.inside:
        image.inside(chosen.inside)
        return 0
    if os.geteuid() != 0:
        raise CannotGoOn("Only root can make the image; run this with sudo.")
    with tempfile.TemporaryDirectory(prefix="kiosk-boot-") as passing:
        folder = chosen.keep.absolute() if chosen.keep else Path(passing)
        (folder / "pages").mkdir(parents=True, exist_ok=True)
        seen, where = run(folder)
    made = table(seen, where)
    print(made)
    if chosen.table:
        chosen.table.write_text(with_table(chosen.table.read_text(encoding="utf-8"), made), encoding="utf-8")
    return 1 if any(line.startswith(FAILED) for line in seen.values()) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotGoOn as sentence:
        print(sentence, file=sys.stderr)
        sys.exit(1)
