"""What this machine lacks, and how it is brought in: Debian packages through apt, or a line to type.

The decisions are functions of a `Machine` value; only the last part of this module looks or acts.
Standard library only: it runs before anything is installed.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from installer.script import CannotGoOn

# What Qt's wheel needs from Debian and does not bring, with the library to look for where there is no dpkg.
QT_LIBRARIES = {
    "libglib2.0-0": "libglib-2.0.so.0",
    "libgl1": "libGL.so.1",
    "libegl1": "libEGL.so.1",
    "libdbus-1-3": "libdbus-1.so.3",
    "libfontconfig1": "libfontconfig.so.1",
    "libxkbcommon0": "libxkbcommon.so.0",
    "libx11-6": "libX11.so.6",
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0",
    "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4",
    "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-shape0": "libxcb-shape.so.0",
    "libwayland-cursor0": "libwayland-cursor.so.0",
}
# Real windows, real keys, real kills: programs the suite starts by itself.
TEST_PROGRAMS = {
    "xvfb": "Xvfb",
    "openbox": "openbox",
    "fluxbox": "fluxbox",
    "dwm": "dwm",
    "xinput": "xinput",
    "xdotool": "xdotool",
    "imagemagick": "import",
    "poppler-utils": "pdftotext",
    "x11-utils": "xprop",
    "x11-xserver-utils": "xrandr",
    "x11-xkb-utils": "setxkbmap",
    "xclip": "xclip",
    "wmctrl": "wmctrl",
    "cage": "cage",
    "xwayland": "Xwayland",
    "grim": "grim",
    "strace": "strace",
    "gcc": "gcc",
    "procps": "ps",
    "systemd": "systemd-analyze",
    "dbus-daemon": "dbus-daemon",
    "nsis": "makensis",
    "7zip": "7zz",
    "openssl": "openssl",
    "iproute2": "ip",
    "cups-daemon": "cupsd",
    "cups-client": "lpstat",
    "chromium": "chromium",
}
RUN_PACKAGES = (*QT_LIBRARIES, "fonts-dejavu-core")
TEST_PACKAGES = (*RUN_PACKAGES, *TEST_PROGRAMS, "at-spi2-core", "libc6-dev", "libsqlite3-dev", "postgresql")
BUILD_PACKAGES = (*RUN_PACKAGES, "binutils")
# A machine of its own for the kiosk session: made, booted and looked at.
BOOT_PACKAGES = (
    *("mmdebstrap", "e2fsprogs", "qemu-system-x86", "qemu-utils", "nbdkit", "nbdkit-plugin-python"),
)
# A stick to boot from: made without loop devices.
STICK_PACKAGES = (
    *("mmdebstrap", "e2fsprogs", "dosfstools", "mtools", "fdisk", "grub-common", "grub-pc-bin"),
    *("grub-efi-amd64-signed", "shim-signed"),
)
STICK_TRIAL_PACKAGES = (*STICK_PACKAGES, "ovmf", "qemu-system-x86", "qemu-utils")


@dataclass(frozen=True)
class Machine:
    """What was found out about this computer before anything is decided."""

    linux: bool
    apt: bool
    root: bool
    sudo: bool
    ensurepip: bool
    present: frozenset[str]


def missing_packages(machine: Machine, wanted: Sequence[str]) -> tuple[str, ...]:
    """The packages of *wanted*, and the one that makes a .venv possible, that this machine lacks."""
    if not machine.linux:
        return ()
    lacking = [name for name in wanted if name not in machine.present]
    if not machine.ensurepip:
        lacking.append("python3-venv")
    return tuple(dict.fromkeys(lacking))


def apt_commands(machine: Machine, missing: Sequence[str]) -> tuple[list[str], list[str]]:
    """The update of the package lists and the one install of all of *missing*; by sudo unless we are root."""
    leave = [] if machine.root else ["sudo", "-n"]
    apt = [*leave, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"]
    return [*apt, "update"], [*apt, "install", "-y", "--no-install-recommends", *missing]


def line_to_type(missing: Sequence[str]) -> str:
    """The exact line for a person who may install packages."""
    names = " ".join(shlex.quote(name) for name in missing)
    return f"sudo apt-get update && sudo apt-get install -y --no-install-recommends {names}"


def refusal(machine: Machine, missing: Sequence[str]) -> str | None:
    """Why *missing* cannot be installed from here and what to do instead; None where it can."""
    if not machine.apt:
        return (
            f"These are missing (by their Debian names): {' '.join(missing)}. "
            "Install what holds them with this system's package manager, then run the same command again."
        )
    if not (machine.root or machine.sudo):
        return (
            "System packages are missing and this account may not install them. "
            f"Run this line, then the same command again:\n  {line_to_type(missing)}"
        )
    return None


# ---- looking and acting ------------------------------------------------------------------------------------


def debian_packages() -> frozenset[str]:
    """Every installed package and every name one of them provides (libglib2.0-0t64 is libglib2.0-0)."""
    form = "-f=${db:Status-Status}\t${Package}\t${Provides}\n"
    listed = subprocess.run(["dpkg-query", "-W", form], capture_output=True, text=True, check=True).stdout
    names: set[str] = set()
    for line in listed.splitlines():
        status, package, provides = line.split("\t")
        if status == "installed":
            names.add(package)
            names.update(part.split()[0] for part in provides.split(",") if part.strip())
    return frozenset(names)


def loadable(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _on_path(program: str) -> bool:
    """Whether *program* is there, also where only servers are looked for."""
    return bool(shutil.which(program, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"))


def found_without_dpkg() -> frozenset[str]:
    """Debian's names for what another Linux has: libraries that load, programs on PATH."""
    lacking = {name for name, library in QT_LIBRARIES.items() if not loadable(library)}
    lacking |= {name for name, program in TEST_PROGRAMS.items() if not _on_path(program)}
    return frozenset({*TEST_PACKAGES, *BUILD_PACKAGES} - lacking)


def passwordless_sudo() -> bool:
    if not shutil.which("sudo"):
        return False
    return subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0


def examine() -> Machine:
    """This machine; whether sudo asks for a password is only found out when it matters."""
    linux = sys.platform.startswith("linux")
    apt = linux and bool(shutil.which("apt-get") and shutil.which("dpkg-query"))
    present = debian_packages() if apt else found_without_dpkg() if linux else frozenset()
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    ensurepip = importlib.util.find_spec("ensurepip") is not None
    return Machine(linux, apt, root, False, ensurepip, present)


def install_packages(machine: Machine, wanted: Sequence[str]) -> None:
    """Bring in the system packages that are missing, or stop with the line that does it."""
    missing = missing_packages(machine, wanted)
    if not missing:
        return
    if machine.apt and not machine.root:
        machine = replace(machine, sudo=passwordless_sudo())
    if (why := refusal(machine, missing)) is not None:
        raise CannotGoOn(why)
    print(f"Installing {len(missing)} system packages: {' '.join(missing)}", flush=True)
    update, install = apt_commands(machine, missing)
    subprocess.run(update, stdout=subprocess.DEVNULL, check=False)  # an old list often still does
    if subprocess.run(install, stdout=subprocess.DEVNULL, check=False).returncode:
        raise CannotGoOn(
            f"The packages could not be installed (see above). To try by hand:\n  {line_to_type(missing)}"
        )
