#!/usr/bin/env python3
"""Boots the stick's image in QEMU as an old BIOS, as UEFI and with Secure Boot would, and plays by keys.

    sudo python3 installer/stick_trial.py [--image FILE] [--keep FOLDER] [--only WORD]

Each is a fresh copy on a USB stick, with a set-up, a passcode and a list in its folder; there is no agent and
no network: what is seen is the screen, and afterwards the partitions. No two sticks may share an identity. A
boot loader that was changed by one byte must not start under Secure Boot. Make the image first: `dev.py
stick`. Brings in ovmf and qemu-system-x86 by apt.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bare_root import CLONE, carry_out, say
from boot import pages
from boot.machine import HEIGHT, OWN_TIME, PROCESSOR, WIDTH, Emulator, wait_for
from boot.screen import Picture
from boot.station import ALIKE, COUNTING, PAGES, PASSCODE, SET_UP, VERDICTS
from ending import CannotGoOn, end_with
from stick.loader import SHIM, put
from system_packages import STICK_TRIAL_PACKAGES, examine, install_packages

OVMF = Path("/usr/share/OVMF")
WORDS = [f"{first}{vowel}{last}" for first in "BCDFGHLM" for vowel in "AEIOU" for last in "NTPR"]
UP_S = 1800.0


@dataclass(frozen=True)
class Firmware:
    """*code* and *variables* by Debian's names; none is SeaBIOS, which QEMU brings along."""

    name: str
    code: str = ""
    variables: str = ""
    secure: bool = False

    def options(self, folder: Path) -> list[str]:
        machine = ["-machine", "q35,smm=on" if self.secure else "q35"]
        if not self.code:
            return machine
        own = folder / "variables.fd"
        shutil.copyfile(OVMF / self.variables, own)
        closed = ["-global", "driver=cfi.pflash01,property=secure,value=on"] if self.secure else []
        return [
            *(*machine, *closed),
            *("-drive", f"if=pflash,unit=0,format=raw,readonly=on,file={OVMF / self.code}"),
            *("-drive", f"if=pflash,unit=1,format=raw,file={own}"),
        ]


FIRMWARES = (
    Firmware("SeaBIOS"),
    Firmware("OVMF", "OVMF_CODE_4M.fd", "OVMF_VARS_4M.fd"),
    Firmware("OVMF with Secure Boot", "OVMF_CODE_4M.ms.fd", "OVMF_VARS_4M.ms.fd", secure=True),
)


def command(image: Path, firmware: Firmware, folder: Path) -> list[str]:
    """How QEMU is started: the stick on USB, a USB keyboard, a screen that every firmware can draw on."""
    return [
        *("qemu-system-x86_64", *firmware.options(folder), "-accel", "tcg,thread=single", "-cpu", PROCESSOR),
        *("-smp", "1", "-icount", OWN_TIME, "-rtc", "base=utc,clock=vm"),
        *("-m", "2048", "-nodefaults", "-display", "none"),
        *("-serial", f"file:{folder / 'serial.log'}"),
        *("-qmp", f"unix:{folder / 'qmp'},server=on,wait=off", "-device", "virtio-rng-pci"),
        *("-device", "qemu-xhci,id=xhci", "-device", "usb-kbd", "-device", "usb-tablet"),
        *("-drive", f"if=none,id=stick,cache=unsafe,format=raw,file={image}"),
        *("-device", "usb-storage,drive=stick,bootindex=0,removable=on"),
        *("-device", f"virtio-vga,xres={WIDTH},yres={HEIGHT}"),
    ]


def offsets(image: Path) -> dict[str, tuple[int, int]]:
    """Where each partition of *image* begins and how long it is, in bytes, by its name."""
    told = json.loads(carry_out(["sfdisk", "-J", str(image)], "The image has no table."))["partitiontable"]
    sector = int(told.get("sectorsize", 512))
    return {
        each["name"].removeprefix("kiosk-"): (each["start"] * sector, each["size"] * sector)
        for each in told["partitions"]
    }


def filled(image: Path, target: Path, folder: Path) -> None:
    """A copy of *image* with what a director would put into its folder."""
    carry_out(["cp", "--sparse=always", str(image), str(target)], "The image could not be copied.")
    mtools = f"{target}@@{offsets(target)['folder'][0]}"
    (folder / "club.txt").write_text("\n".join(WORDS))
    files = {
        "set-up.toml": SET_UP.replace('main = "free"', f'main = "{list_id(folder / "club.txt")}"'),
        "passcode.txt": f"{PASSCODE}\r\n",
        "lists/club.txt": "\n".join(WORDS),
    }
    for path, text in files.items():
        source = folder / Path(path).name
        source.write_text(text)
        carry_out(["mcopy", "-i", mtools, str(source), f"::{path}"], "The folder could not be filled.")


def list_id(file: Path) -> str:
    """What a set-up calls the list in *file*, as a director's own computer says it."""
    with tempfile.TemporaryDirectory(prefix="kiosk-stick-") as data:
        own = [sys.executable, "-m", "kiosk", "--data", data, "lexicon", "import", str(file), "--json"]
        return str(json.loads(carry_out(own, "The list could not be imported."))["id"])


def judged(machine: Emulator, drawn: dict[str, Picture]) -> tuple[float, float]:
    """Seconds until the station stood, and until a play was judged by keys."""

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
        return machine.page(drawn)[0] in VERDICTS  # of a colour of their own; what they say differs

    wait_for(ruled, 600, "No verdict was shown")
    machine.look("verdict")
    return up_s, time.monotonic() - began


@dataclass(frozen=True)
class Left:
    """What a start has left on the stick."""

    machine: str
    station: str
    words: list[str]
    taken: str


def left_on(image: Path, folder: Path) -> Left:
    """Read the partitions of *image* as a start has left them."""
    from kiosk.core.log.bodies.play import AdjudicationBody
    from kiosk.core.log.spellings import said
    from kiosk.storage.reading.reader import read_head, read_records, verify_log

    places = offsets(image)
    for name in ("data", "system"):
        _part(image, *places[name], folder / f"{name}.ext4")
    out = folder / "left"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    carry_out(["debugfs", "-R", f"rdump / {out}", str(folder / "data.ext4")], "The log could not be read.")
    log = out / "log.db"
    if not verify_log(log).holds:
        raise CannotGoOn("The log on the stick does not hold.")
    bodies = [said(record) for record in read_records(log)]
    words = [word for body in bodies if isinstance(body, AdjudicationBody) for word in body.words]
    own = carry_out(["debugfs", "-R", "cat /etc/machine-id", str(folder / "system.ext4")], "No machine-id.")
    taken = carry_out(["mtype", "-i", f"{image}@@{places['folder'][0]}", "::taken.txt"], "Nothing was taken.")
    return Left(own.splitlines()[-1], read_head(log).station, words, taken)


def _part(image: Path, start: int, length: int, target: Path) -> None:
    """One partition as a file, mended as the next start would mend it."""
    with image.open("rb") as source, target.open("wb") as made:
        source.seek(start)
        left = length
        while left and (block := source.read(min(left, 1 << 22))):
            made.write(block)
            left -= len(block)
    carry_out(["sh", "-c", f"e2fsck -fy {target} || test $? -le 1"], "A partition is beyond mending.")


def trial(image: Path, firmware: Firmware, folder: Path, drawn: dict[str, Picture]) -> Left:
    """One start of a fresh copy under *firmware*, to a judged play."""
    folder.mkdir(parents=True, exist_ok=True)
    stick = folder / "stick.img"
    filled(image, stick, folder)
    machine = Emulator(command(stick, firmware, folder), folder)
    try:
        up_s, judged_s = judged(machine, drawn)
        time.sleep(10)  # until the journal of the stick's own system is written; the log is at once
    except CannotGoOn:
        machine.look("instead")
        raise
    finally:
        machine.end()
    left = left_on(stick, folder)
    if left.words != ["CAT"] or "passcode is set" not in left.taken:
        raise CannotGoOn(f"On the stick is something else: {left}")
    stick.unlink()
    say(f"{firmware.name}: Counting after {up_s:.0f} s, CAT judged after {judged_s:.0f} s, on record")
    return left


def refuses_changed_loader(image: Path, firmware: Firmware, folder: Path) -> None:
    """One byte of the signed boot loader changed: the firmware must not start it."""
    folder.mkdir(parents=True, exist_ok=True)
    stick = folder / "stick.img"
    carry_out(["cp", "--sparse=always", str(image), str(stick)], "The image could not be copied.")
    place, length = offsets(stick)["firmware"]
    with stick.open("rb") as file:
        file.seek(place)
        held = file.read(length)
    inside = SHIM.read_bytes()[0x1000:0x2000]
    at = place + held.index(inside)
    put(stick, bytes([inside[0] ^ 1]), at)
    machine = Emulator(command(stick, firmware, folder), folder)
    try:
        said = folder / "serial.log"
        wait_for(
            lambda: "Access Denied" in said.read_text(errors="replace"),
            600,
            "The changed loader was not refused",
        )
    finally:
        machine.end()
        stick.unlink()
    say(f"{firmware.name}: a boot loader changed by one byte is refused (Access Denied)")


def distinct(found: Sequence[Left]) -> None:
    for what in ("machine", "station"):
        names = {getattr(each, what) for each in found}
        if len(names) != len(found) or "" in names:
            raise CannotGoOn(f"Two sticks share an identity ({what}): {names}")
    say(f"{len(found)} sticks, {len(found)} machine-ids, {len(found)} logs of their own")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--image", type=Path, help="the image; else the one in dist/")
    parser.add_argument("--keep", type=Path, help="keep pictures and consoles in this folder")
    parser.add_argument("--only", default="", help="only the firmware with this word in its name")
    return parser.parse_args()


def main() -> int:
    chosen = parsed()
    install_packages(examine(), STICK_TRIAL_PACKAGES)
    images = sorted((CLONE / "dist").glob("challenge-kiosk-stick_*.img"))
    image = chosen.image or (images[-1] if images else None)
    if image is None:
        raise CannotGoOn("There is no image in dist/. Make it first: sudo python3 installer/dev.py stick")
    say(f"{image.name}: {image.stat().st_size / 1e6:.0f} MB")
    with tempfile.TemporaryDirectory(prefix="kiosk-stick-") as passing:
        folder = chosen.keep.absolute() if chosen.keep else Path(passing)
        (folder / "pages").mkdir(parents=True, exist_ok=True)
        known = pages.drawn(folder / "pages", WIDTH, HEIGHT)
        drawn = {name: known[name] for name in PAGES}
        wanted = [each for each in FIRMWARES if chosen.only in each.name]
        distinct([trial(image, each, folder / each.name.replace(" ", "-"), drawn) for each in wanted])
        for each in wanted:
            if each.secure:
                refuses_changed_loader(image, each, folder / "changed")
    return 0


if __name__ == "__main__":
    end_with(main)
