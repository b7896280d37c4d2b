#!/usr/bin/env python3
"""Boots the kiosk session on a machine of its own, in QEMU, and looks at its screen: `dev.py campaign boot`.

    python3 installer/dev.py campaign boot [--write docs/lockdown.md] [--keep FOLDER]

Makes an image once (kept in the user's cache folder, named after what it is made of), boots it, installs the
two packages of dist/ (`dev.py package`), restarts, plays by keys, tries every way out, breaks the session on
purpose, cuts the power. Needs root and the packages of `dev.py campaign boot`; no KVM. --keep keeps pictures
and consoles; --write writes what was seen; --only runs the steps with that word, after the install.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import fill

from installer.boot import image, pages
from installer.boot.machine import HEIGHT, WIDTH, Machine
from installer.boot.rig import Rig
from installer.boot.station import Kiosk
from installer.boot.steps import STEPS, install_and_restart
from installer.house import entries
from installer.script import CannotGoOn, end_with, say

FAILED = "DOES NOT HOLD:"
MARKS = re.compile(r"(<!-- booted -->\n).*?(<!-- /booted -->)", re.DOTALL)


def listed(seen: dict[str, str], where: str) -> str:
    """What was done and seen as a list for people."""
    lines = [entries.wrapped(f"- **{what}**: {line}") for what, line in seen.items()]
    return "\n".join([fill(where, entries.WIDTH), "", *lines]) + "\n"


def said_in(text: str) -> dict[str, str]:
    """What the list in *text* says was seen, by what was done."""
    found = MARKS.search(text)
    lines = re.sub(r"\n +", " ", found[0]) if found else ""
    said = re.findall(r"^- \*\*(.+?)\*\*: (.+)$", lines, re.MULTILINE)
    return {what: seen for what, seen in said if what in STEPS}


def with_list(text: str, made: str) -> str:
    """*text* with the list between its two marks replaced by *made*."""
    return MARKS.sub(lambda found: f"{found[1]}{made}{found[2]}", text)


def versions(machine: Machine) -> str:
    """What stood on what, for whoever reads the list later."""
    asked = "dpkg-query -W -f '${Package} ${Version}, ' systemd cage polkitd"
    asked += " && . /etc/os-release && echo $PRETTY_NAME"
    emulator = subprocess.run(["qemu-system-x86_64", "--version"], capture_output=True, text=True, check=True)
    return f"{machine.told(asked)}; {emulator.stdout.splitlines()[0]}, TCG, virtio-gpu {WIDTH}x{HEIGHT}."


def run(folder: Path, only: str) -> tuple[dict[str, str], str]:
    """Every step in order; one that does not hold says so, and the next is tried."""
    program = folder / "program.raw"
    image.program_disk(program)
    made = image.image()
    drawn = pages.drawn(folder / "pages", WIDTH, HEIGHT)
    rig = Rig(made, program, folder)
    try:
        rig.machine.await_agent()
        say("the machine has booted")
        where = versions(rig.machine)
        kiosk = Kiosk(rig, drawn)
        chosen = {what: step for what, step in STEPS.items() if only in what or step is install_and_restart}
        seen = {what: tried(what, step, kiosk) for what, step in chosen.items()}
        return seen, where
    finally:
        rig.end()


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
    parser.add_argument("--write", type=Path, help="write the list between its marks in this file")
    parser.add_argument("--keep", type=Path, help="keep pictures, console and disk of the run in this folder")
    parser.add_argument("--only", default="", help="only the steps with this word in their names")
    return parser.parse_args()


def main() -> int:
    chosen = parsed()
    if os.geteuid() != 0:
        raise CannotGoOn("Only root can make the image; run this with sudo.")
    with tempfile.TemporaryDirectory(prefix="kiosk-boot-") as passing:
        folder = chosen.keep.absolute() if chosen.keep else Path(passing)
        (folder / "pages").mkdir(parents=True, exist_ok=True)
        seen, where = run(folder, chosen.only)
    print(listed(seen, where))
    if chosen.write:  # entries of steps that were not run stay
        text = chosen.write.read_text(encoding="utf-8")
        known = {**said_in(text), **seen}
        made = listed({what: known[what] for what in STEPS if what in known}, where)
        chosen.write.write_text(with_list(text, made), encoding="utf-8")
    return 1 if any(line.startswith(FAILED) for line in seen.values()) else 0


if __name__ == "__main__":
    end_with(main)
