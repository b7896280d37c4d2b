"""The disk the campaign boots from: a minimal Debian with a kernel, what the kiosk session needs, and .venv.

It is kept outside the clone, named after what it is made of; the program's own files are not in it but on a
small second disk, so that a changed line does not cost a new image. Root, chroot and the way to the
registries are those of `bare_root`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import bare_root
from bare_root import CLONE, INSIDE, SUITE, carry_out, say

sys.path.append(str(CLONE / "installer" / "linux"))

from needs import SESSIONS

SYSTEM = (
    *("linux-image-amd64", "initramfs-tools", "systemd-sysv", "udev", "kmod", "e2fsprogs", "login", "passwd"),
    *("procps", "iproute2", "python3"),
)
AGENT_UNIT = """[Unit]
Description=The boot campaign's agent
DefaultDependencies=no
After=systemd-udevd.service local-fs.target
[Service]
ExecStart=/usr/local/sbin/boot-agent
Restart=always
RestartSec=1
"""
SIZE = "6G"


@dataclass(frozen=True)
class Image:
    """A bootable disk and what starts it."""

    disk: Path
    kernel: Path
    initrd: Path


def packages() -> tuple[str, ...]:
    """Everything the guest has besides a minimal Debian and what `dev.py run` brings in."""
    asked = [each for session in SESSIONS.values() for each in session]
    return tuple(dict.fromkeys((*SYSTEM, *asked)))


def key(pins: bytes, agent: bytes) -> str:
    """What an image is known by: another package, pin or agent makes another image."""
    parts = "\n".join((SUITE, SIZE, AGENT_UNIT, *packages()))
    return hashlib.sha256(parts.encode() + pins + agent).hexdigest()[:16]


def folder() -> Path:
    """Where the image of this clone is kept, made or not."""
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "challenge-kiosk" / "boot"
    pins = (CLONE / "installer" / "requirements.txt").read_bytes()
    return kept / key(pins, Path(__file__).with_name("agent.py").read_bytes())


def image(script: Path) -> Image:
    """The image of this clone, made first where there is none; *script* is what is run in the namespaces."""
    place = folder()
    made = Image(place / "base.raw", place / "vmlinuz", place / "initrd.img")
    if made.disk.exists():
        say(f"the image is there: {place}")
        return made
    place.mkdir(parents=True, exist_ok=True)
    root = place / "root"
    if not (root / "usr" / "bin" / "python3").exists():
        bare_root.make_root(root)
    bare_root.copy_settings(root)
    bare_root.copy_clone(root, work_tree=True)
    if bare_root.in_namespaces(script, ["--inside", str(root)]):
        raise bare_root.CannotGoOn("The image's packages could not be installed (see above).")
    _put_agent(root)
    for name, target in (("vmlinuz", made.kernel), ("initrd.img", made.initrd)):
        shutil.copyfile(root / "boot" / (root / name).readlink().name, target)
    _make_disk(root, made.disk)
    shutil.rmtree(root)
    return made


def inside(root: Path) -> None:
    """In the namespaces: the packages, and the environment as a newcomer gets it."""
    bare_root.mount_all(root)
    apt = "env DEBIAN_FRONTEND=noninteractive apt-get -q"
    bare_root.timed(root, f"{apt} update")
    bare_root.timed(root, f"{apt} install -y --no-install-recommends {' '.join(packages())}")
    bare_root.timed(root, "python3 installer/dev.py run judge CAT")
    bare_root.timed(root, "apt-get clean")


def program_disk(target: Path) -> None:
    """A small disk with the program's files as they lie in this clone."""
    with tempfile.TemporaryDirectory(prefix="kiosk-boot-") as made:
        bare_root.copy_clone(Path(made), work_tree=True)
        _make_disk(Path(made) / "srv" / INSIDE, target, "96M")


def _put_agent(root: Path) -> None:
    program = root / "usr" / "local" / "sbin" / "boot-agent"
    shutil.copyfile(Path(__file__).with_name("agent.py"), program)
    program.chmod(0o755)
    units = root / "etc" / "systemd" / "system"
    (units / "boot-agent.service").write_text(AGENT_UNIT)
    wanted = units / "sysinit.target.wants"
    wanted.mkdir(exist_ok=True)
    link = wanted / "boot-agent.service"
    link.unlink(missing_ok=True)
    link.symlink_to("../boot-agent.service")


def _make_disk(source: Path, target: Path, size: str = SIZE) -> None:
    fresh = target.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    command = ["mke2fs", "-q", "-F", "-t", "ext4", "-d", str(source), str(fresh), size]
    carry_out(command, "The disk could not be made.")
    fresh.replace(target)
