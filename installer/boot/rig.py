"""The machine on the bench: its disks, its power, and the machine itself, another one after each cut."""

from __future__ import annotations

from pathlib import Path

from installer.boot import cuts
from installer.boot.image import Image
from installer.boot.machine import Machine, make_overlay, qemu_command

SOUND, EARLY = "sound", "early"


class Rig:
    """A machine on *image* with *program* as a second disk and a recorded third; all it makes lies in
    *folder*."""

    def __init__(self, image: Image, program: Path, folder: Path) -> None:
        self.folder = folder
        self._image, self._program = image, program
        make_overlay(image, folder)
        disk = folder / "data.raw"
        cuts.make_disk(disk, (SOUND, EARLY))
        self.disk = cuts.RecordedDisk(disk)
        self.machine = self._switched_on()

    def cut_power(self) -> None:
        """Now: no warning, and what the recorded disk had not flushed is gone."""
        self.end()
        left = self.folder / "after_cut.raw"
        self.disk.cut_now(left)
        self.disk = cuts.RecordedDisk(left)
        self.machine = self._switched_on()

    def end(self) -> None:
        self.machine.end()
        self.disk.end()

    def _switched_on(self) -> Machine:
        self.disk.await_ready()
        command = qemu_command(self._image, self._program, self.disk.socket, self.folder)
        return Machine(command, self.folder)
