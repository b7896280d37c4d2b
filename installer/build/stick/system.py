"""The system on the stick: a Debian with the two packages installed, and what makes a stick of it.

The rules guarded here: nothing in the image is one machine's own (no machine-id, no random seed, no log), and
there are no drivers for a network. Sound and Mesa's drivers stay out too: the station is silent, and cage and
Qt draw without a graphics card's help (pixman, raster); that is a sixth of the image.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from installer.boot import roots
from installer.build.deb import texts
from installer.build.stick.layout import Layout
from installer.linux.needs import SESSIONS
from installer.script import carry_out
from installer.trials.bare_root import inside

FILES = Path(__file__).with_name("files")
PACKAGES = (*roots.SYSTEM, "util-linux", "python3", *texts.needed_names(), *SESSIONS["cage"])
MODULES = "/lib/modules/*/kernel"
LIBRARIES = "/usr/lib/x86_64-linux-gnu"
WITHOUT = (
    *(f"{MODULES}/drivers/{kind}/*" for kind in ("net", "media", "infiniband", "bluetooth", "isdn")),
    *(f"{MODULES}/{kind}/*" for kind in ("net/wireless", "net/mac80211", "net/bluetooth", "sound")),
    *(f"{LIBRARIES}/{kind}" for kind in ("dri/*", "libLLVM*", "libz3.so*")),
)
DATA = "/var/lib/challenge-kiosk"
STORE = "/var/lib/challenge-kiosk-stick"
FOLDER, COPY = "/media/kiosk", "/media/kiosk-copy"
PUT = {
    "take.py": "usr/lib/challenge-kiosk-stick/take.py",
    "challenge-kiosk-stick.service": "etc/systemd/system/challenge-kiosk-stick.service",
    "after-taking.conf": "etc/systemd/system/challenge-kiosk.service.d/10-stick.conf",
    "journald.conf": "etc/systemd/journald.conf.d/challenge-kiosk.conf",
    "second-stick.rules": "etc/udev/rules.d/91-challenge-kiosk-stick.rules",
}
# One machine's own: each is made again at the first start.
OWN = ("var/lib/systemd/random-seed", "var/lib/dbus/machine-id", "etc/hostname")
SPARE_MB = 64


def make(root: Path, packages: Sequence[Path]) -> None:
    """The system below *root*, with the *packages* of the program and the session."""
    roots.make(root, PACKAGES, WITHOUT)
    for package in packages:
        shutil.copyfile(package, root / "srv" / package.name)
    names = " ".join(f"/srv/{package.name}" for package in packages)
    inside(root, f"dpkg -i {names}", "The packages could not be installed.")
    for package in packages:
        (root / "srv" / package.name).unlink()
    for name, path in PUT.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(FILES / name, target)
    for folder in (FOLDER, COPY, STORE):
        (root / folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
    allow_spare(root)
    forget(root)


def allow_spare(root: Path) -> None:
    """Let the station write where the second stick belongs, also while none is in: for a spare."""
    [who] = [
        line.split(":") for line in (root / "etc" / "passwd").read_text().splitlines() if line[:6] == "kiosk:"
    ]
    place = root / COPY.lstrip("/")
    os.chown(place, int(who[2]), int(who[3]))
    place.chmod(0o700)


def forget(root: Path) -> None:
    """Take out whatever would be the same on two sticks and must not be."""
    for path in OWN:
        (root / path).unlink(missing_ok=True)
    (root / "etc" / "machine-id").write_text("")  # systemd makes one and keeps it
    (root / "etc" / "hostname").write_text("challenge-kiosk\n")
    shutil.rmtree(root / DATA.lstrip("/"), ignore_errors=True)
    (root / DATA.lstrip("/")).mkdir()
    for folder in ("var/cache/apt", "var/lib/apt/lists", "var/log/journal"):
        shutil.rmtree(root / folder, ignore_errors=True)


def mounts(layout: Layout) -> str:
    """The stick's own table of mounts; the second stick is known by its label."""
    by = {each.name: f"PARTUUID={each.identity}" for each in layout.partitions}
    careful = "noatime,nosuid,nodev,noexec"
    return (
        f"{by['system']} / ext4 noatime,errors=remount-ro 0 1\n"
        f"{by['data']} {STORE} ext4 {careful},x-systemd.makefs 0 2\n"
        f"{by['folder']} {FOLDER} vfat {careful},ro,noauto 0 0\n"
        f"LABEL=KIOSK-COPY {COPY} vfat {careful},uid=kiosk,gid=kiosk,umask=077,nofail,"
        "x-systemd.device-timeout=1s 0 0\n"
        "tmpfs /tmp tmpfs nosuid,nodev,size=25% 0 0\n"
    )


def size_mb(root: Path) -> int:
    """How large a file system *root* needs, with some room."""
    said = carry_out(["du", "-xsm", str(root)], "The system could not be measured.")
    return int(int(said.split()[0]) * 1.06) + SPARE_MB
