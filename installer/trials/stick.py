#!/usr/bin/env python3
"""Boots the stick's image in QEMU as an old BIOS, as UEFI and with Secure Boot would, and plays by keys.

    sudo python3 installer/dev.py trial stick [--image FILE] [--keep FOLDER] [--only WORD]

Each is a fresh copy on a USB stick: one takes a set-up, a passcode and a list from its folder, one a whole
roll-out and asks its letter on the screen, one a roll-out, its letter from a file, and has a second stick for
the copy. There is no agent and no network: what is seen is the screen, and afterwards the partitions. No two
sticks may share an identity. A boot loader or a kernel changed by one byte must not start under Secure Boot.
Make the image first: `dev.py stick`. Brings in ovmf and qemu-system-x86 by apt.
"""

from __future__ import annotations

import argparse
import mmap
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from installer.boot import pages
from installer.boot.machine import HEIGHT, WIDTH, Emulator, wait_for
from installer.boot.screen import Picture
from installer.boot.station import ALIKE, COUNTING, PAGES, VERDICTS
from installer.build.stick.loader import SHIM, fat, put
from installer.script import CLONE, CannotGoOn, carry_out, end_with, say
from installer.system_packages import STICK_TRIAL_PACKAGES, examine, install_packages
from installer.trials import stick_filling as filling
from installer.trials.stick_filling import offsets
from installer.trials.stick_firmware import Firmware, command
from installer.trials.stick_left import Left, check_distinct, check_nobodys, data_on, left_on, mended

UP_S = 1800.0
COPIED_S = 600.0
SECOND_MB = 64
PYTHON = CLONE / ".venv" / "bin" / "python"


@dataclass(frozen=True)
class Trial:
    """One start. *fill*: what is put into the folder. *letter*: the station's; it is typed if it is *asked*.
    *second*: whether a stick for the second copy is in. *copy*: what the log must say of it."""

    firmware: Firmware
    fill: Callable[[Path, Path], None]
    letter: str
    asked: bool = False
    second: bool = False
    copy: str = "same_device"


TRIALS = (
    Trial(Firmware("SeaBIOS"), filling.loose_files, "A"),
    Trial(Firmware("OVMF", "OVMF_CODE_4M.fd", "OVMF_VARS_4M.fd"), filling.roll_out, "B", asked=True),
    Trial(
        Firmware("OVMF with Secure Boot", "OVMF_CODE_4M.ms.fd", "OVMF_VARS_4M.ms.fd", secure=True),
        filling.roll_out_with_letter,
        "C",
        second=True,
        copy="made",
    ),
)


# ---- before the machine ------------------------------------------------------------------------------------


def is_asking(picture: Picture) -> bool:
    """Whether the stick asks something: its page for that is blue, and no other is."""
    red, green, blue = picture.field
    return blue > 100 and red < 50 and green < 50  # the console's own


def answer(machine: Emulator, letter: str) -> float:
    """Type *letter* once it is asked for; seconds until it was."""
    began = time.monotonic()
    wait_for(lambda: is_asking(machine.look()), UP_S, "No letter was asked for", 3)
    machine.look("asked")
    for key in ("7", "ret", letter.lower(), "ret"):  # what is no letter is asked for again
        machine.press(key)
        time.sleep(2)
    return time.monotonic() - began


def judged(machine: Emulator, drawn: dict[str, Picture]) -> float:
    """Judge a play by keys once the station stands; seconds until it stood."""

    def stands() -> bool:
        page, alike = machine.page(drawn)
        return alike >= ALIKE and page in (COUNTING, "demonstration")

    began = time.monotonic()
    wait_for(stands, UP_S, "The station did not come up", 3)
    up_s = time.monotonic() - began
    machine.look("counting")
    for key in ("1", "c", "a", "t", "ret"):
        machine.press(key)

    def ruled() -> bool:
        time.sleep(3)
        machine.press("tab")
        time.sleep(1)
        return (
            machine.page(drawn, "verdict")[0] in VERDICTS
        )  # of a colour of their own; what they say differs

    wait_for(ruled, 600, "No verdict was shown")
    return up_s


def await_copy(stick: Path, folder: Path) -> None:
    """Wait until the log on *stick* says what became of the second copy."""
    from kiosk.log.kinds import Kind
    from kiosk.log.reader import read_records

    def said() -> bool:
        log = data_on(stick, folder) / "log.db"
        return any(record.kind is Kind.SECOND_COPY for record in read_records(log))

    wait_for(said, COPIED_S, "The log says nothing of a second copy", 10)


# ---- one start ---------------------------------------------------------------------------------------------


def started(image: Path, trial: Trial, folder: Path, drawn: dict[str, Picture]) -> Left:
    """One start of a fresh copy, to a judged play, a record of the second copy, and its end by the plug."""
    folder.mkdir(parents=True, exist_ok=True)
    stick = folder / "stick.img"
    carry_out(["cp", "--sparse=always", str(image), str(stick)], "The image could not be copied.")
    trial.fill(stick, folder)
    second = folder / "second.img" if trial.second else None
    if second is not None:
        fat(second, SECOND_MB, "KIOSK-COPY", {})
    machine = Emulator(command(stick, trial.firmware, folder, second), folder)
    began = time.monotonic()
    try:
        asked_s = answer(machine, trial.letter) if trial.asked else 0.0
        up_s = asked_s + judged(machine, drawn)
        judged_s = time.monotonic() - began
        await_copy(stick, folder)
    except CannotGoOn:
        machine.look("instead")
        raise
    finally:
        machine.end()
    left = left_on(stick, folder)
    check(left, trial)
    if second is not None:
        check_copy(second, left, folder)
    check_told_apart(stick)
    stick.unlink()
    asked = f"letter asked after {asked_s:.0f} s, " if trial.asked else ""
    name = trial.firmware.name
    say(f"{name}: {asked}Counting after {up_s:.0f} s, CAT judged after {judged_s:.0f} s, on record")
    say(f"{name}: second copy: {left.copies[-1][1]}")
    return left


def check(left: Left, trial: Trial) -> None:
    """The stick holds what this start should have left, and calls a copy on itself a spare."""
    state, note = left.copies[-1]
    ready = "passcode is set" if trial.fill is filling.loose_files else f"Station {trial.letter} is ready"
    if left.words != ["CAT"] or left.letter != trial.letter or ready not in left.taken:
        raise CannotGoOn(f"On the stick is something else: {left}")
    spare = "a spare, not a second copy" in note and "Put another stick in" in note
    if state != trial.copy or spare is trial.second:
        raise CannotGoOn(f"Of the second copy it says “{state}”: {note}")


def check_copy(second: Path, left: Left, folder: Path) -> None:
    """The second stick holds a copy of this log that holds by itself."""
    from kiosk.log.reader import read_head, verify_log

    out = folder / "copy"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    carry_out(["mcopy", "-i", str(second), "::kiosk-*.db", str(out)], "The second stick holds no copy.")
    [copy] = out.iterdir()
    if not verify_log(copy).holds or read_head(copy).station != left.station:
        raise CannotGoOn("The copy on the second stick is not of this log.")


def check_told_apart(stick: Path) -> None:
    """A stick that was started is noticed to be no image any more, or the check for identities is blind."""
    try:
        check_nobodys(stick)
    except CannotGoOn:
        return
    raise CannotGoOn("A stick that was started passes for an image without identity.")


# ---- broken on purpose -------------------------------------------------------------------------------------


def refuses_changed(image: Path, firmware: Firmware, folder: Path, part: tuple[str, bytes, str]) -> None:
    """One byte of what is signed is changed: it must not be started. *part*: the partition it lies on, a
    piece of it, and what the firmware or the loader says."""
    name, inside, refusal = part
    folder.mkdir(parents=True, exist_ok=True)
    stick = folder / "stick.img"
    carry_out(["cp", "--sparse=always", str(image), str(stick)], "The image could not be copied.")
    with stick.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as held:
        at = held.find(inside, offsets(stick)[name][0])
    if at < 0:
        raise CannotGoOn("What is to be changed is not on the stick.")
    put(stick, bytes([inside[0] ^ 1]), at)
    machine = Emulator(command(stick, firmware, folder), folder)
    try:
        said = folder / "serial.log"
        wait_for(lambda: refusal in said.read_text(errors="replace"), 600, "What was changed was not refused")
        machine.look("refused")
    finally:
        machine.end()
        stick.unlink()


def kernel_piece(image: Path, folder: Path) -> bytes:
    """A piece of the kernel's code, as it lies on *image*."""
    system = mended(image, "system", folder / "system.ext4")
    listed = carry_out(["debugfs", "-R", "ls -p /boot", str(system)], "There is no kernel.")
    [name] = [line.split("/")[5] for line in listed.splitlines() if "/vmlinuz-" in line]
    kernel = folder / "vmlinuz"
    carry_out(["debugfs", "-R", f"dump /boot/{name} {kernel}", str(system)], "The kernel cannot be read.")
    return kernel.read_bytes()[0x200000:0x201000]


def refusals(image: Path, firmware: Firmware, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    loader = ("firmware", SHIM.read_bytes()[0x1000:0x2000], "Access Denied")
    refuses_changed(image, firmware, folder / "loader", loader)
    say(f"{firmware.name}: a boot loader changed by one byte is refused (Access Denied)")
    kernel = ("system", kernel_piece(image, folder), "bad shim signature")
    refuses_changed(image, firmware, folder / "kernel", kernel)
    say(f"{firmware.name}: a kernel changed by one byte is refused (bad shim signature)")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--image", type=Path, help="the image; else the one in dist/")
    parser.add_argument("--keep", type=Path, help="keep pictures and consoles in this folder")
    parser.add_argument("--only", default="", help="only the firmware with this word in its name")
    return parser.parse_args()


def main() -> int:
    chosen = parsed()
    if PYTHON.exists() and Path(sys.prefix) != PYTHON.parent.parent:  # the pages are drawn with Qt
        os.execv(PYTHON, [str(PYTHON), "-m", "installer.trials.stick", *sys.argv[1:]])  # noqa: S606 - ourselves again
    install_packages(examine(), STICK_TRIAL_PACKAGES)
    images = sorted((CLONE / "dist").glob("challenge-kiosk-stick_*.img"))
    image = chosen.image or (images[-1] if images else None)
    if image is None:
        raise CannotGoOn("There is no image in dist/. Make it first: sudo python3 installer/dev.py stick")
    say(f"{image.name}: {image.stat().st_size / 1e6:.0f} MB")
    check_nobodys(image)
    with tempfile.TemporaryDirectory(prefix="kiosk-stick-") as passing:
        folder = chosen.keep.absolute() if chosen.keep else Path(passing)
        (folder / "pages").mkdir(parents=True, exist_ok=True)
        known = pages.drawn(folder / "pages", WIDTH, HEIGHT)
        drawn = {name: known[name] for name in PAGES}
        wanted = [each for each in TRIALS if chosen.only in each.firmware.name]
        place = {each: folder / each.firmware.name.replace(" ", "-") for each in wanted}
        check_distinct([started(image, each, place[each], drawn) for each in wanted])
        for each in wanted:
            if each.firmware.secure:
                refusals(image, each.firmware, folder / "changed")
    return 0


if __name__ == "__main__":
    end_with(main)
