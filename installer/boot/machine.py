"""A machine in QEMU: started, typed on, looked at, and asked through its agent.

It is emulated (TCG), slow, and its time is its own: whoever waits here waits for a fact.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from installer.boot.image import Image
from installer.boot.screen import Picture, likest, read_ppm
from installer.script import CannotGoOn, carry_out

WIDTH, HEIGHT = 1280, 800
# "max" hung when the guest was restarted; this one has what Qt wants (SSE 4.2, POPCNT) and did not.
PROCESSOR = "Nehalem"
# Time in the guest passes with its instructions, 500 million a second, not with ours: a minute there is a
# minute's work however busy this computer is. An idle guest waits as we do, so that keys find it in time.
OWN_TIME = "shift=1,align=off,sleep=on"
KERNEL_LINE = "root=/dev/vda rw console=tty0 console=ttyS0 quiet nowatchdog rcupdate.rcu_cpu_stall_suppress=1"
BOOT = "/proc/sys/kernel/random/boot_id"
SLOWER = 6.0  # how much longer than in the guest something may take here
Found = TypeVar("Found")


@dataclass(frozen=True)
class Outcome:
    """What a command in the guest ended with and said."""

    code: int
    said: str


def qemu_command(image: Image, program: Path, data: Path, folder: Path) -> list[str]:
    """How QEMU is started: three disks, a USB keyboard, a plain screen, and two sockets in *folder*. *data*:
    the socket of a disk that has a cache of its own, which forgets."""
    port = f"socket,id=agent,path={folder / 'agent'},server=on,wait=off"
    return [
        *("qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=single", "-cpu", PROCESSOR),
        *("-smp", "1", "-icount", OWN_TIME, "-rtc", "base=utc,clock=vm"),
        *("-m", "2048", "-nodefaults", "-display", "none"),
        *("-kernel", str(image.kernel), "-initrd", str(image.initrd), "-append", KERNEL_LINE),
        *("-serial", f"file:{folder / 'serial.log'}"),
        *("-qmp", f"unix:{folder / 'qmp'},server=on,wait=off"),
        *("-device", "virtio-serial-pci", "-chardev", port),
        *("-device", "virtserialport,chardev=agent,name=kiosk.boot", "-device", "virtio-rng-pci"),
        *("-drive", f"if=none,id=system,cache=unsafe,format=qcow2,file={folder / 'disk.qcow2'}"),
        *("-drive", f"if=none,id=program,readonly=on,format=raw,file={program}"),
        *("-drive", f"if=none,id=data,format=raw,cache=none,file=nbd+unix:///?socket={data}"),
        *("-device", "virtio-blk-pci,drive=system", "-device", "virtio-blk-pci,drive=program"),
        *("-device", "virtio-blk-pci,drive=data,write-cache=on"),
        *("-device", "qemu-xhci,id=xhci", "-device", "usb-kbd", "-device", "usb-tablet"),
        *("-device", f"virtio-gpu-pci,xres={WIDTH},yres={HEIGHT}"),
    ]


def make_overlay(image: Image, folder: Path) -> None:
    """The machine's own disk in *folder*, a copy of *image* that holds only what changes."""
    overlay = ["-f", "qcow2", "-F", "raw", "-b", str(image.disk), str(folder / "disk.qcow2")]
    carry_out(["qemu-img", "create", "-q", *overlay], "The machine's disk could not be made.")


class Emulator:
    """One run of QEMU by *command*; *folder* holds its sockets, console and pictures."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.folder = folder
        for name in ("qmp", "agent"):  # of an earlier run in this folder
            (folder / name).unlink(missing_ok=True)
        said = (folder / "qemu.out").open("w")
        self._process = subprocess.Popen(["nice", "-n", "1", *command], stdout=said, stderr=subprocess.STDOUT)
        self._control = self._connected("qmp")
        self._answers = self._control.makefile("r")
        self._answers.readline()  # its greeting
        self.order("qmp_capabilities")

    def end(self) -> None:
        """Switch it off as a power cut would."""
        self._process.kill()
        self._process.wait()

    # --- keys and screen ----------------------------------------------------------------------------------

    def order(self, command: str, **arguments: Any) -> Any:
        """Have QEMU itself do *command*."""
        asked = {"execute": command, **({"arguments": arguments} if arguments else {})}
        self._control.sendall(json.dumps(asked).encode() + b"\n")
        while True:
            answer = json.loads(self._answers.readline() or '{"error": "QEMU has ended"}')
            if "error" in answer:
                raise CannotGoOn(f"QEMU refused {command}: {answer['error']}")
            if "return" in answer:
                return answer["return"]

    def press(self, *keys: str) -> None:
        """*keys* down, together if there are several, and up again, on the USB keyboard."""
        pressed = [{"type": "qcode", "data": key} for key in keys]
        self.order("send-key", keys=pressed, **{"hold-time": 80})
        time.sleep(0.25)

    def hold(self, key: str) -> None:
        """*key* goes down and stays there, until its keyboard is pulled out."""
        down = {"down": True, "key": {"type": "qcode", "data": key}}
        self.order("input-send-event", events=[{"type": "key", "data": down}])
        time.sleep(0.25)

    def look(self, name: str = "") -> Picture:
        """The screen now; with *name* it is kept as a PNG in the run's folder too."""
        file = self.folder / "screen.ppm"
        self.order("screendump", filename=str(file))
        if name:
            self.order("screendump", filename=str(self.folder / f"{name}.png"), format="png")
        return read_ppm(file.read_bytes())

    def page(self, pages: Mapping[str, Picture], name: str = "") -> tuple[str, float]:
        """The page of *pages* that stands on the screen, as far as its pixels tell, and how alike it is."""
        return likest(self.look(name), pages)

    def _connected(self, name: str) -> socket.socket:
        path = self.folder / name
        wait_for(lambda: path.exists() or self._process.poll() is not None, 60, "QEMU did not start")
        link = socket.socket(socket.AF_UNIX)
        link.connect(str(path))
        return link


class Machine(Emulator):
    """The same with the campaign's agent inside."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        super().__init__(command, folder)
        self._asked = 0
        self._kept = b""
        self._agent = self._connected("agent")

    def ask(self, command: str, limit_s: float = 120) -> Outcome:
        """The outcome of a shell command in the guest."""
        answer = self._answer(self._send(command, limit_s), time.monotonic() + limit_s * SLOWER + 60)
        if answer is None:
            raise CannotGoOn(f"The machine did not answer: {command}")
        return Outcome(int(answer["code"]), str(answer["said"]).strip())

    def told(self, command: str, limit_s: float = 120) -> str:
        """What *command* says in the guest, where it succeeds; else everything ends here."""
        outcome = self.ask(command, limit_s)
        if outcome.code:
            raise CannotGoOn(f"In the machine `{command}` ended with {outcome.code}:\n{outcome.said}")
        return outcome.said

    def await_agent(self, limit_s: float = 900, not_boot: str = "") -> str:
        """The number of the boot that answers, once one does that is not *not_boot*."""
        began = time.monotonic()
        while time.monotonic() - began < limit_s:
            if self._process.poll() is not None:
                raise CannotGoOn(f"QEMU has ended: {(self.folder / 'qemu.out').read_text()}")
            answer = self._answer(self._send(f"cat {BOOT}", 10), time.monotonic() + 15)  # or it is going down
            if answer is not None and (boot := str(answer["said"]).strip()) != not_boot:
                return boot
        raise CannotGoOn(f"The machine did not come up in {limit_s:.0f} s; see {self.folder / 'serial.log'}")

    def restart(self) -> None:
        """Restart the guest as a person would, and wait until it answers again."""
        before = self.await_agent()
        self._send("systemctl --no-block reboot", 60)
        self.await_agent(not_boot=before)

    def _send(self, command: str, limit_s: float) -> int:
        """Give the agent *command*; the number its answer will have."""
        self._asked += 1
        asked = {"id": self._asked, "command": command, "limit_s": limit_s}
        self._agent.sendall(json.dumps(asked).encode() + b"\n")
        return self._asked

    def _answer(self, number: int, until: float) -> dict[str, Any] | None:
        self._agent.settimeout(1)
        while time.monotonic() < until:
            while b"\n" in self._kept:
                line, self._kept = self._kept.split(b"\n", 1)
                try:
                    answer = json.loads(line)
                except ValueError:
                    continue  # half a line from before a restart
                if answer["id"] == number:
                    return dict(answer)
            try:
                self._kept += self._agent.recv(65536)
            except TimeoutError:
                continue
        return None


def wait_for(fact: Callable[[], Found], limit_s: float, otherwise: str, every_s: float = 1.0) -> Found:
    """The first true answer of *fact*; after *limit_s* seconds without one, *otherwise* ends it all."""
    began = time.monotonic()
    while not (found := fact()):
        if time.monotonic() - began > limit_s:
            raise CannotGoOn(f"{otherwise} (waited {limit_s:.0f} s).")
        time.sleep(every_s)
    return found
