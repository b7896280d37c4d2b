"""A Debian of our own below a folder, with a kernel: what is booted, in the campaign and on a stick."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from installer.script import carry_out, say
from installer.trials.bare_root import SUITE

SYSTEM = (
    *("linux-image-amd64", "initramfs-tools", "systemd-sysv", "udev", "kmod", "e2fsprogs", "login", "passwd"),
)
# Nobody reads manuals there; whose work it is stays.
NO_PAPERS = (
    *("path-exclude=/usr/share/doc/*", "path-include=/usr/share/doc/*/copyright"),
    *("path-exclude=/usr/share/man/*", "path-exclude=/usr/share/info/*", "path-exclude=/usr/share/locale/*"),
)


def make(root: Path, packages: Sequence[str], without: Sequence[str] = ()) -> None:
    """A minimal Debian with *packages* below *root*; files that match a pattern of *without* are left out."""
    say(f"making a Debian {SUITE} with {len(packages)} packages and what they need (some minutes)")
    began = time.monotonic()
    options = [*NO_PAPERS, *(f"path-exclude={pattern}" for pattern in without)]
    carry_out(
        [
            *("mmdebstrap", "--variant=essential", "--mode=root", "--format=directory"),
            *('--aptopt=APT::Install-Recommends "false"', f"--include={','.join(packages)}"),
            *(f"--dpkgopt={option}" for option in options),
            *(SUITE, str(root)),
        ],
        "The root could not be made.",
    )
    root.chmod(0o755)
    say(f"made in {time.monotonic() - began:.0f} s")
