"""Where everything lies on the stick: five partitions, worked out before a byte is written.

The folder for the director comes first: some computers show only the first partition of a stick. The data
partition holds nothing in the image; it is formatted at the first start, so no two sticks share a log.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

MB = 1 << 20
SECTOR = 512
FIRST_MB = 1
# The folder takes a whole roll-out, with the program that other laptops need and this one does not.
FOLDER_MB, LOADER_MB, FIRMWARE_MB, DATA_MB = 256, 1, 36, 64
TYPES = {
    "folder": "EBD0A0A2-B9E5-4433-87C0-68B6B72699C7",
    "loader": "21686148-6449-6E6F-744E-656564454649",
    "firmware": "C12A7328-F81F-11D2-BA4B-00A0C93EC93B",
    "system": "4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709",
    "data": "0FC63DAF-8483-4772-8E79-3D69D8477DE4",
}


@dataclass(frozen=True)
class Partition:
    """*start* and *size* in megabytes; *identity* is what the stick's own files call it by."""

    name: str
    start: int
    size: int
    identity: str

    @property
    def offset(self) -> int:
        return self.start * MB


@dataclass(frozen=True)
class Layout:
    """All partitions in order; *file_system*: the name of the system's file system, for the boot loader."""

    partitions: tuple[Partition, ...]
    file_system: str

    def __getitem__(self, name: str) -> Partition:
        return next(each for each in self.partitions if each.name == name)

    @property
    def bytes(self) -> int:
        """The whole image, with room for the second table at its end."""
        last = self.partitions[-1]
        return (last.start + last.size + 1) * MB

    @property
    def table(self) -> str:
        """As sfdisk takes it."""
        lines = [
            f"start={each.start * MB // SECTOR}, size={each.size * MB // SECTOR}, type={TYPES[each.name]}, "
            f"uuid={each.identity}, name=kiosk-{each.name}"
            for each in self.partitions
        ]
        return "\n".join(["label: gpt", "unit: sectors", "first-lba: 2048", *lines]) + "\n"


def layout(system_mb: int) -> Layout:
    """The layout for a system of *system_mb*; every image has names of its own."""
    sizes = {
        "folder": FOLDER_MB,
        "loader": LOADER_MB,
        "firmware": FIRMWARE_MB,
        "system": system_mb,
        "data": DATA_MB,
    }
    made, start = [], FIRST_MB
    for name, size in sizes.items():
        made.append(Partition(name, start, size, str(uuid.uuid4())))
        start += size
    return Layout(tuple(made), str(uuid.uuid4()))
