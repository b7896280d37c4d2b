#!/usr/bin/env python3
"""Tries the Debian package on a machine that has nothing: a minimal Debian 12 without Python.

    sudo python3 installer/dev.py trial deb [--keep FOLDER]

Makes a root with debootstrap, installs dist/challenge-kiosk_*.deb in it with apt, starts the station on a
virtual screen and judges a play by keys, upgrades it, refuses a downgrade, removes and purges it; the list of
files is then the same as before, but for what purge names. Then the same with the kiosk session, in a cage
nested in that screen. Build the packages first: `dev.py package`. Needs root, debootstrap, xvfb, openbox,
xdotool and the package registries.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from installer.boot.image import built_packages
from installer.linux.needs import SESSIONS
from installer.script import CannotGoOn, carry_out, end_with, say
from installer.trials.bare_root import SUITE, copy_settings, inside, mirror

DISPLAY = ":47"
# What apt and dpkg keep of their own work is no trace of the package.
ACCOUNTS = re.compile(
    r"etc/(passwd|group|shadow|gshadow|subuid|subgid)-?$|var/mail/player|var/spool/mail|etc/\.pwd\.lock"
)
DATA = "/var/lib/challenge-kiosk"
PASSING = re.compile(r"^(var/(lib/(apt|dpkg|systemd)|cache|log)|tmp|run|proc|sys|dev|etc/ld\.so\.cache)(/|$)")


def make_root(root: Path) -> None:
    say(f"making a minimal Debian {SUITE} without Python")
    carry_out(["debootstrap", "--variant=minbase", SUITE, str(root), mirror()], "The root could not be made.")
    root.chmod(0o755)
    copy_settings(root)
    inside(root, "apt-get update -q", "The package lists could not be fetched.")


def files(root: Path) -> set[str]:
    """Every file, link and folder below *root* that is no passing matter."""
    found = set()
    for folder, names, plain in os.walk(root):
        place = Path(folder).relative_to(root)
        names[:] = [name for name in names if not PASSING.match((place / name).as_posix())]
        found |= {(place / name).as_posix() for name in (*names, *plain)}
    return {path for path in found if not PASSING.match(path)}


def other_version(package: Path, version: str, into: Path) -> Path:
    """*package* under another version number."""
    with tempfile.TemporaryDirectory() as passing:
        tree = Path(passing, "tree")
        carry_out(["dpkg-deb", "-R", str(package), str(tree)], "The package could not be opened.")
        control = tree / "DEBIAN" / "control"
        [own] = re.findall(r"^Version: (.+)$", control.read_text(), re.MULTILINE)
        control.write_text(control.read_text().replace(f"Version: {own}", f"Version: {version}"))
        preinst = tree / "DEBIAN" / "preinst"
        preinst.write_text(preinst.read_text().replace(own, version))
        made = into / f"challenge-kiosk_{version}.deb"
        carry_out(
            ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "-b", str(tree), str(made)], "No package."
        )
    return made


def install(root: Path, package: Path) -> None:
    shutil.copyfile(package, root / "srv" / package.name)
    inside(
        root,
        f"apt-get install -y -q --no-install-recommends --allow-downgrades /srv/{package.name}",
        f"{package.name} could not be installed.",
    )


def judged_play(root: Path) -> str:
    """Start the station of the package on a virtual screen and judge CAT by keys; what the log then says."""
    inside(root, "useradd -m player", "No account could be made.")
    station = f"--userspec=player {root} env HOME=/home/player DISPLAY={DISPLAY} kiosk station"
    log = root / "home/player/.local/share/challenge-kiosk/demonstration.db"
    play_by_keys(root, station, log, ["openbox"])
    listed = inside(root, 'su player -c "kiosk log list --json"', "The log could not be read.")
    if '"CAT"' not in listed:
        raise CannotGoOn(f"No ruling on CAT is in the log: {listed[:400]}")
    return "CAT was judged by keys, and is in the log"


def play_by_keys(root: Path, station: str, log: Path, manager: Sequence[str] = ()) -> None:
    """Run *station*, what chroot is given, on a virtual screen until CAT was played; a picture is kept."""
    running: list[subprocess.Popen[bytes]] = []
    environment = {**os.environ, "DISPLAY": DISPLAY}
    shared = root / "tmp" / ".X11-unix"
    shared.mkdir(parents=True, exist_ok=True)
    mounts = (
        f"mount --bind /tmp/.X11-unix {shared} && mount -t proc proc {root}/proc && "
        f"mount --rbind /dev {root}/dev && exec chroot {station}"
    )
    try:
        server = ["Xvfb", DISPLAY, "-screen", "0", "1366x768x24", "-nolisten", "tcp"]
        running.append(subprocess.Popen(server, start_new_session=True))
        until(lambda: Path(f"/tmp/.X11-unix/X{DISPLAY[1:]}").exists(), "the screen")  # noqa: S108 - the server's place
        if manager:
            running.append(subprocess.Popen(manager, env=environment, start_new_session=True))
        own = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", mounts]
        running.append(subprocess.Popen(own, start_new_session=True))
        until(log.exists, "the station's log", 120)
        time.sleep(6)
        for keys in (["1"], ["c", "a", "t"], ["Return"]):
            subprocess.run(["xdotool", "key", "--delay", "120", *keys], env=environment, check=True)
        time.sleep(2.5)  # hands off: the quiet second
        subprocess.run(["xdotool", "key", "Tab"], env=environment, check=True)
        time.sleep(3)
        picture = root.parent / f"judged_{log.parent.name}.png"
        subprocess.run(["import", "-window", "root", str(picture)], env=environment, check=False)
    finally:
        for process in reversed(running):
            # unshare takes no gentler hint, and its child, another account's, is not ended with it
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def session_in_cage(root: Path, program: Path, session: Path) -> None:
    """The second package: installed, its own unit's command run in a cage nested in the virtual screen, CAT
    judged by keys, purged; the files are then those of before."""
    install(root, program)
    inside(
        root,
        f"apt-get install -y -q --no-install-recommends {' '.join(SESSIONS['cage'])}",
        "What the session needs could not be installed.",
    )
    before = files(root)
    install(root, session)
    unit = (root / "etc/systemd/system/challenge-kiosk.service").read_text()
    [command] = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    variables = "WLR_BACKENDS=x11 WLR_RENDERER=pixman QT_QPA_PLATFORM=wayland"
    runtime = "XDG_RUNTIME_DIR=/run/kiosk RUNTIME_DIRECTORY=/run/kiosk"
    inside(root, "install -d -o kiosk -g kiosk -m 700 /run/kiosk", "No folder for the session.")
    station = f"--userspec=kiosk {root} env DISPLAY={DISPLAY} HOME={DATA} {variables} {runtime} {command}"
    play_by_keys(root, station, root / DATA.lstrip("/") / "demonstration.db")
    listed = inside(root, f"kiosk --data {DATA} log list --json", "The log could not be read.")
    if '"CAT"' not in listed:
        raise CannotGoOn(f"No ruling on CAT came out of the session: {listed[:400]}")
    say("the installed session judged CAT in a nested cage")
    inside(root, "apt-get purge -y -q challenge-kiosk-session", "The session could not be purged.")
    left = {path for path in files(root) ^ before if not ACCOUNTS.match(path)}
    if left := {path for path in left if not re.match(f"{DATA.lstrip('/')}(/|$)|srv/", path)}:
        raise CannotGoOn(f"The session left or took away: {', '.join(sorted(left)[:20])}")
    if not (root / DATA.lstrip("/") / "demonstration.db").exists():
        raise CannotGoOn("Purge removed a log.")
    say("the session purged; nothing is left but the data folder")


def until(holds: Callable[[], bool], what: str, seconds: float = 30.0) -> None:
    ends = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > ends:
            raise CannotGoOn(f"{what} did not come within {seconds:.0f} s.")
        time.sleep(0.1)


def trial(root: Path, package: Path, spare: Path) -> None:
    make_root(root)
    before_all = files(root)
    began = time.monotonic()
    install(root, package)
    version = inside(root, "kiosk --version", "It does not start.").strip()
    say(f"installed in {time.monotonic() - began:.0f} s; {version}")
    if "python3" in {path.rpartition("/")[2] for path in files(root) if path.startswith("usr/bin/")}:
        raise CannotGoOn("There is a Python in the root, so nothing was shown.")
    say(judged_play(root))
    newer = other_version(package, "9.9.9", spare)
    install(root, newer)
    if "CAT" not in inside(root, 'su player -c "kiosk log list"', "The log could not be read."):
        raise CannotGoOn("The upgrade lost the log.")
    say("upgraded; the log is still there")
    try:
        install(root, package)
    except CannotGoOn as refused:
        if "is older" not in str(refused):
            raise
        say("a downgrade is refused with its sentence")
    else:
        raise CannotGoOn("A downgrade was not refused.")
    purged(root, before_all)


def purged(root: Path, before: set[str]) -> None:
    said = inside(root, "apt-get purge -y -q challenge-kiosk", "It could not be purged.")
    inside(root, "apt-get autoremove -y -q --purge", "What came with it could not be removed.")
    if "/home/player/.local/share/challenge-kiosk" not in said:
        raise CannotGoOn(f"Purge did not name the data folder: {said[-600:]}")
    kept = root / "home/player/.local/share/challenge-kiosk/demonstration.db"
    if not kept.exists():
        raise CannotGoOn("Purge removed a log.")
    added = {path for path in files(root) - before if not path.startswith(("home/player", "srv/"))}
    if left := sorted(path for path in added if not ACCOUNTS.match(path)):
        raise CannotGoOn(f"These are left over: {', '.join(left[:20])}")
    say("purged; nothing is left but the data folder, which purge named")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\\n\\n")[0])
    parser.add_argument("--keep", type=Path, help="keep the root and the picture in this folder")
    chosen = parser.parse_args()
    if os.geteuid() != 0:
        raise CannotGoOn("Only root can make a root; run this with sudo.")
    program, session = built_packages()
    with tempfile.TemporaryDirectory(prefix="kiosk-deb-") as passing:
        folder = chosen.keep.absolute() if chosen.keep else Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        trial(folder / "root", program, folder)
        session_in_cage(folder / "root", program, session)
    say("all of it holds")
    return 0


if __name__ == "__main__":
    end_with(main)
