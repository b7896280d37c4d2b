"""The disk the campaign boots from: a minimal Debian with a kernel and all that the two packages need.

It is kept outside the clone, named after what it is made of. The packages themselves are not in it but on a
small second disk, so that a changed line does not cost a new image and installing them is what is tried.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from installer.boot import roots
from installer.build.deb import texts
from installer.linux.needs import SESSIONS
from installer.script import CLONE, CannotGoOn, carry_out, say

SYSTEM = (*roots.SYSTEM, "procps", "iproute2", "python3")
AGENT_UNIT = """[Unit]
Description=The boot campaign's agent
DefaultDependencies=no
After=systemd-udevd.service local-fs.target
[Service]
ExecStart=/usr/local/sbin/boot-agent
Restart=always
RestartSec=1
"""
SIZE = "4G"
PACKAGES = (texts.NAME, texts.SESSION)
# What a package is made of besides the bundle's own libraries: a package older than one of these is stale.
SOURCES = ("kiosk", "resources", "installer/linux", "installer/build/deb")


@dataclass(frozen=True)
class Image:
    """A bootable disk and what starts it."""

    disk: Path
    kernel: Path
    initrd: Path


def packages() -> tuple[str, ...]:
    """Everything the guest has besides a minimal Debian: what both packages ask for, for both sessions."""
    asked = [each for session in SESSIONS.values() for each in session]
    return tuple(dict.fromkeys((*SYSTEM, *texts.needed_names(), *asked)))


def key(agent: bytes) -> str:
    """What an image is known by: another package or agent makes another image."""
    parts = "\n".join((roots.SUITE, SIZE, AGENT_UNIT, *packages()))
    return hashlib.sha256(parts.encode() + agent).hexdigest()[:16]


def folder() -> Path:
    """Where the image of this clone is kept, made or not."""
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "challenge-kiosk" / "boot"
    return kept / key(Path(__file__).with_name("agent.py").read_bytes())


def image() -> Image:
    """The image of this clone, made first where there is none."""
    place = folder()
    made = Image(place / "base.raw", place / "vmlinuz", place / "initrd.img")
    if made.disk.exists():
        say(f"the image is there: {place}")
        return made
    place.mkdir(parents=True, exist_ok=True)
    root = place / "root"
    shutil.rmtree(root, ignore_errors=True)
    roots.make(root, packages())
    _put_agent(root)
    for name, target in (("vmlinuz", made.kernel), ("initrd.img", made.initrd)):
        shutil.copyfile(root / "boot" / (root / name).readlink().name, target)
    disk_of(root, made.disk, SIZE)
    shutil.rmtree(root)
    return made


def built_packages(dist: Path = CLONE / "dist") -> list[Path]:
    """The two packages of dist/, if they are younger than everything they are made of."""
    found = [sorted(dist.glob(f"{name}_*.deb")) for name in PACKAGES]
    if not all(found):
        raise CannotGoOn("There are no packages in dist/. Build them first: python3 installer/dev.py package")
    newest = [each[-1] for each in found]
    made = min(each.stat().st_mtime for each in newest)
    files = (
        file for name in SOURCES for file in (CLONE / name).rglob("*") if "__pycache__" not in file.parts
    )
    if stale := next((file for file in files if file.is_file() and file.stat().st_mtime > made), None):
        raise CannotGoOn(
            f"The packages in dist/ are older than {stale.relative_to(CLONE)}. Build them again: "
            "python3 installer/dev.py package"
        )
    return newest


def program_disk(target: Path) -> None:
    """A small disk with the two packages and, for the power cuts' writer, the program's source."""
    with tempfile.TemporaryDirectory(prefix="kiosk-boot-") as made:
        for package in built_packages():
            shutil.copyfile(package, Path(made, package.name))
        without = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CLONE / "kiosk", Path(made, "source", "kiosk"), ignore=without)
        shutil.copyfile(Path(__file__).with_name("cut_writer.py"), Path(made, "source", "cut_writer.py"))
        disk_of(Path(made), target, "160M")


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


def disk_of(source: Path, target: Path, size: str) -> None:
    """A disk of *size* at *target* with the files of *source* and nothing else, no partitions."""
    fresh = target.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    command = ["mke2fs", "-q", "-F", "-t", "ext4", "-d", str(source), str(fresh), size]
    carry_out(command, "The disk could not be made.")
    fresh.replace(target)
