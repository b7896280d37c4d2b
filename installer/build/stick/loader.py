"""What starts the stick: Debian's signed shim and grub for UEFI, a grub of our own making for an old BIOS.

Neither shows a menu or stops for a key: whoever can edit the kernel's line has the machine.
"""

from __future__ import annotations

import struct
import tempfile
from pathlib import Path

from installer.build.stick.layout import FIRMWARE_MB, MB, SECTOR, Layout
from installer.script import CannotGoOn, carry_out

SHIM = Path("/usr/lib/shim/shimx64.efi.signed")
MOK = Path("/usr/lib/shim/mmx64.efi.signed")
GRUB = Path("/usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed")
BIOS = Path("/usr/lib/grub/i386-pc")
MODULES = ("biosdisk", "part_gpt", "ext2", "search", "search_fs_uuid", "linux", "boot", "vbe", "video")
QUIET = "quiet loglevel=3 vt.global_cursor_default=0 systemd.show_status=no"
# Where grub's own first sectors look for the rest: the place of the next sector, patched in as it installs.
BOOT_NEXT, CORE_NEXT, DRIVE_CHECK = 0x5C, 0x1F4, 0x66
TABLE = slice(0x1B8, 0x200)  # the old partition table in the first sector is sfdisk's, not grub's


def commands(layout: Layout) -> str:
    """What grub does, whichever of the two it is."""
    return (
        f"search --no-floppy --fs-uuid --set=root {layout.file_system}\n"
        f"linux /vmlinuz root=PARTUUID={layout['system'].identity} ro {QUIET}\n"
        "initrd /initrd.img\n"
        "boot\n"
    )


def firmware_files(layout: Layout) -> dict[str, bytes]:
    """The files of the firmware's partition by path. The empty name means: nobody may edit or type."""
    menu = f"set superusers=nobody\n{commands(layout)}"
    return {
        "EFI/BOOT/BOOTX64.EFI": SHIM.read_bytes(),
        "EFI/BOOT/grubx64.efi": GRUB.read_bytes(),
        "EFI/BOOT/mmx64.efi": MOK.read_bytes(),
        "EFI/debian/grub.cfg": menu.encode(),
    }


def fat(target: Path, size_mb: int, label: str, files: dict[str, bytes]) -> None:
    """A FAT file system at *target* with *files*; a path that ends in a slash is an empty folder."""
    with target.open("wb") as file:
        file.truncate(size_mb * MB)
    carry_out(["mkfs.fat", "-F", "32", "-n", label, str(target)], "The FAT partition could not be made.")
    folders = {parent for path in files for parent in Path(path, "it").parents if parent != Path()}
    folders -= {Path(path) for path in files if not path.endswith("/")}
    for folder in sorted(folders):
        carry_out(["mmd", "-i", str(target), f"::{folder}"], "A folder could not be made.")
    with tempfile.TemporaryDirectory(prefix="kiosk-stick-") as passing:
        for path, content in files.items():
            if path.endswith("/"):
                continue
            source = Path(passing, "file")
            source.write_bytes(content)
            carry_out(["mcopy", "-i", str(target), str(source), f"::{path}"], "A file could not be put in.")


def put_firmware(image: Path, layout: Layout, folder: Path) -> None:
    """The partition that UEFI starts from."""
    made = folder / "firmware.fat"
    fat(made, FIRMWARE_MB, "KIOSK-EFI", firmware_files(layout))
    put(image, made.read_bytes(), layout["firmware"].offset)


def put_bios(image: Path, layout: Layout, folder: Path) -> None:
    """The first sector and the partition that an old BIOS starts from."""
    early = folder / "early.cfg"
    early.write_text(commands(layout))
    made = folder / "core.img"
    carry_out(
        [
            *("grub-mkimage", "-O", "i386-pc", "-o", str(made), "-p", "/boot/grub", "-c", str(early)),
            *MODULES,
        ],
        "The boot loader could not be made.",
    )
    place = layout["loader"]
    core, first = bytearray(made.read_bytes()), bytearray((BIOS / "boot.img").read_bytes())
    if len(core) > place.size * MB:
        raise CannotGoOn("The boot loader is larger than its partition.")
    sector = place.offset // SECTOR
    struct.pack_into("<Q", first, BOOT_NEXT, sector)
    first[DRIVE_CHECK : DRIVE_CHECK + 2] = b"\x90\x90"  # as grub-bios-setup does for hard disks
    struct.pack_into("<Q", core, CORE_NEXT, sector + 1)
    with image.open("rb") as file:
        first[TABLE] = file.read(SECTOR)[TABLE]
    put(image, bytes(first), 0)
    put(image, bytes(core), place.offset)


def put(image: Path, content: bytes, offset: int) -> None:
    with image.open("r+b") as file:
        file.seek(offset)
        file.write(content)
