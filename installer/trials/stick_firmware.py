"""The firmwares a stick is started by in its trial, and the machine around it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from installer.boot.machine import HEIGHT, OWN_TIME, PROCESSOR, WIDTH

OVMF = Path("/usr/share/OVMF")


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


def command(image: Path, firmware: Firmware, folder: Path, second: Path | None = None) -> list[str]:
    """How QEMU is started: the stick on USB, a USB keyboard, a screen that every firmware can draw on; and a
    *second* stick."""
    more = [] if second is None else ["-drive", f"if=none,id=second,cache=unsafe,format=raw,file={second}"]
    more += [] if second is None else ["-device", "usb-storage,drive=second,removable=on"]
    return [
        *("qemu-system-x86_64", *firmware.options(folder), "-accel", "tcg,thread=single", "-cpu", PROCESSOR),
        *("-smp", "1", "-icount", OWN_TIME, "-rtc", "base=utc,clock=vm"),
        *("-m", "2048", "-nodefaults", "-display", "none"),
        *("-serial", f"file:{folder / 'serial.log'}"),
        *("-qmp", f"unix:{folder / 'qmp'},server=on,wait=off", "-device", "virtio-rng-pci"),
        *("-device", "qemu-xhci,id=xhci", "-device", "usb-kbd", "-device", "usb-tablet"),
        *("-drive", f"if=none,id=stick,cache=unsafe,format=raw,file={image}"),
        *("-device", "usb-storage,drive=stick,bootindex=0,removable=on", *more),
        *("-device", f"virtio-vga,xres={WIDTH},yres={HEIGHT}"),
    ]
