#!/usr/bin/env python3
"""Proves the README's two commands on a machine that has nothing: a minimal Debian 12 with only python3.

    python3 installer/dev.py trial bare_root [--work-tree] [--only run|test] [--keep FOLDER]

Makes a root with debootstrap (minbase and python3), puts a clone of HEAD in it (--work-tree: the files as
they lie here), and inside it, by chroot:
  run    `dev.py run` sets everything up and opens the station's window on a virtual screen, twice;
         `dev.py run judge CAT` gives a ruling, `run log verify` finds its record
  test   `dev.py test` passes the whole suite

Needs: root; the packages debootstrap, xvfb, x11-utils and git; the package registries, reached as this
machine reaches them (its apt and pip settings, certificates and proxies are handed in); 5 GB of room among
the temporary files. Mounts and processes live in namespaces of their own, so both are gone when this ends,
however it ends. --keep FOLDER keeps the root and uses it again as it is.
"""

from __future__ import annotations

import argparse
import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from installer.script import CLONE, CannotGoOn, carry_out, end_with, say

SUITE = "bookworm"
INSIDE = "challenge-kiosk"
PROGRAMS = {
    "debootstrap": "debootstrap",
    "Xvfb": "xvfb",
    "xwininfo": "x11-utils",
    "git": "git",
    "unshare": "util-linux",
}
HANDED_IN = re.compile(
    r"^(PIP_.*|(https?|no|all|ftp)_proxy|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|CI)$", re.I
)
APT_SETTINGS = ("sources.list", "sources.list.d", "apt.conf.d", "preferences.d", "trusted.gpg.d", "keyrings")
SIZE = "1280x800"
PLACES = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


# ---- making the root ---------------------------------------------------------------------------------------


def check_needs() -> None:
    if os.geteuid() != 0:
        raise CannotGoOn("Only root can make a root; run this with sudo.")
    if lacking := [package for program, package in PROGRAMS.items() if not shutil.which(program)]:
        raise CannotGoOn(f"These packages are missing: {' '.join(lacking)}. Install them with apt-get first.")


def mirror() -> str:
    """Where this machine gets Debian's packages from."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", f"Codename: {SUITE}", "Component: main"]
    found = carry_out(asked, "The package lists could not be read.").split()
    if not found:
        raise CannotGoOn(
            f"This machine's apt knows no source of Debian {SUITE}; run apt-get update on a Debian 12."
        )
    return found[0]


def make_root(root: Path) -> None:
    say(f"making a minimal Debian {SUITE} with python3 (a minute or two)")
    began = time.monotonic()
    carry_out(
        ["debootstrap", "--variant=minbase", "--include=python3", SUITE, str(root), mirror()],
        "The root could not be made.",
    )
    say(f"made in {time.monotonic() - began:.0f} s")
    root.chmod(0o755)  # made for us alone: within it, an ordinary user could not even enter /


def copy_in(source: Path, root: Path) -> None:
    """Put *source* at the same place inside *root*."""
    target = root / source.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    elif source.is_file():
        shutil.copyfile(source, target)


def handed_in(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that say how registries are reached; folders of this machine are not registries.

    A certificate file gets a place of its own, where no package of the root can overwrite it.
    """
    wanted = {name: value for name, value in environment.items() if HANDED_IN.match(name)}
    kept = {name: value for name, value in wanted.items() if not Path(value).is_dir()}
    return {name: inside_path(value) if Path(value).is_file() else value for name, value in kept.items()}


def inside_path(file: str) -> str:
    return f"/srv/handed-in{Path(file).resolve()}"


def copy_pip_settings(source: Path, root: Path) -> None:
    """pip's settings without what lies on this machine only."""
    settings = configparser.RawConfigParser()
    settings.read(source)
    for section in settings.sections():
        for name, value in settings.items(section):
            kept = [part for part in value.split() if not part.startswith(("/", "file:"))]
            settings.set(section, name, " ".join(kept)) if kept else settings.remove_option(section, name)
    target = root / source.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w") as file:
        settings.write(file)


def copy_settings(root: Path) -> None:
    """Give the root this machine's way to the registries: names, apt's and pip's settings, certificates."""
    apt_settings = [Path("/etc/apt") / name for name in APT_SETTINGS]
    (root / "etc" / "apt" / "sources.list").unlink(missing_ok=True)  # debootstrap's; ours says the same
    for source in (Path("/etc/resolv.conf"), Path("/etc/hosts"), *apt_settings):
        copy_in(source, root)
    for source in (Path("/etc/pip.conf"), Path.home() / ".config" / "pip" / "pip.conf"):
        copy_pip_settings(source, root)
    for value in os.environ.values():
        if value.startswith("/") and inside_path(value) in handed_in(os.environ).values():
            target = root / inside_path(value).lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(value, target)


def copy_clone(root: Path, work_tree: bool) -> None:
    """The program as a newcomer gets it: a clone of HEAD, or the files here that git would take."""
    target = root / "srv" / INSIDE
    shutil.rmtree(target, ignore_errors=True)
    if not work_tree:
        carry_out(
            ["git", "clone", "-q", "--no-hardlinks", str(CLONE), str(target)], "HEAD could not be cloned."
        )
        return
    listing = ["git", "-C", str(CLONE), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in carry_out(listing, "The files could not be listed.").split("\0"):
        if name and (CLONE / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(CLONE / name, target / name)


# ---- inside the namespaces ---------------------------------------------------------------------------------


def mount_all(root: Path) -> None:
    (root / "tmp" / ".X11-unix").mkdir(exist_ok=True)
    for what in (
        ["-t", "proc", "proc", str(root / "proc")],
        ["-t", "sysfs", "sysfs", str(root / "sys")],
        ["--rbind", "/dev", str(root / "dev")],
    ):
        carry_out(["mount", *what], "The root could not be mounted; this needs the right to mount.")


def chrooted(root: Path, command: str, display: str = "") -> list[str]:
    """*command* in the clone inside *root*; of our environment it sees only the way to the registries."""
    names = {
        "PATH": PLACES,
        "HOME": str(Path.home()),
        "LANG": "C.UTF-8",
        **handed_in(os.environ),
        **({"DISPLAY": display} if display else {}),
    }
    pairs = [f"{name}={value}" for name, value in names.items()]
    return ["chroot", str(root), "env", "-i", *pairs, "sh", "-c", f"cd /srv/{INSIDE} && exec {command}"]


def inside(root: Path, command: str, problem: str) -> str:
    """What *command* prints, run by a shell inside *root*, which sees this machine's devices and none of its
    processes, and cannot change the kernel's settings."""
    proc, dev = root / "proc", root / "dev"
    mounts = (
        f"mount -t proc proc {proc} && mount --bind -o ro {proc}/sys {proc}/sys && mount --bind /dev {dev}"
    )
    names = {"PATH": PLACES, "DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8", **handed_in(os.environ)}
    chroot = shlex.join(["chroot", str(root), "sh", "-c", command])
    done = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "sh", "-c", f"{mounts} && exec {chroot}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=names,
    )
    if done.returncode:
        raise CannotGoOn(f"{problem}\n{done.stdout[-2000:]}")
    return done.stdout


def timed(root: Path, command: str) -> None:
    """Run *command* in the root and say how long it took; anything but success ends it all."""
    say(f"$ {command}")
    began = time.monotonic()
    code = subprocess.run(chrooted(root, command), check=False).returncode
    say(f"exit {code} after {time.monotonic() - began:.0f} s")
    if code:
        raise CannotGoOn(f"`{command}` failed in the bare root.")


@contextmanager
def virtual_screen() -> Iterator[str]:
    """The name of a screen outside the root; programs inside reach it by its abstract socket."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{SIZE}x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as answer:
        display = f":{answer.readline().strip()}"
    try:
        yield display
    finally:
        screen.terminate()


def window_is_up(display: str) -> bool:
    """Whether a window covers the whole virtual screen."""
    asked = ["xwininfo", "-display", display, "-root", "-tree"]
    seen = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return any(f" {SIZE}+0+0 " in line for line in seen.splitlines() if "Root window" not in line)


def see_the_station(root: Path, display: str) -> None:
    """`dev.py run` from nothing to a window on the screen and an open log."""
    command = "python3 installer/dev.py run"
    say(f"$ {command}")
    began = time.monotonic()
    station = subprocess.Popen(chrooted(root, command, display))
    log = root / Path.home().relative_to("/") / ".local" / "share" / "challenge-kiosk" / "demonstration.db"
    before = log.stat().st_mtime if log.exists() else 0.0
    while not (window_is_up(display) and log.exists() and log.stat().st_mtime > before):
        if station.poll() is not None or time.monotonic() - began > 1200:
            raise CannotGoOn(f"The station did not come up (exit code {station.returncode}).")
        time.sleep(0.1)
    say(f"the station's window is up after {time.monotonic() - began:.1f} s")
    station.kill()
    station.wait()


def prove_run(root: Path) -> None:
    with virtual_screen() as display:
        see_the_station(root, display)
        see_the_station(root, display)
    for command in ("judge CAT", "rules list", "log verify"):
        timed(root, f"python3 installer/dev.py run {command}")


def prove(root: Path, only: str | None) -> None:
    mount_all(root)
    if only in (None, "run"):
        prove_run(root)
    if only in (None, "test"):
        timed(root, "python3 installer/dev.py test")


# ---- outside -----------------------------------------------------------------------------------------------


def in_namespaces(arguments: Sequence[str]) -> int:
    """Run this script where mounts and processes are ours alone and end with us."""
    own = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"]
    return subprocess.run(
        [*own, sys.executable, "-m", "installer.trials.bare_root", *arguments], cwd=CLONE, check=False
    ).returncode


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument(
        "--work-tree", action="store_true", help="the files as they lie here, not a clone of HEAD"
    )
    parser.add_argument("--only", choices=["run", "test"], help="one of the two commands")
    parser.add_argument("--keep", type=Path, help="make the root in this folder, keep it, use it again")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    chosen = parsed()
    if chosen.inside:
        prove(chosen.inside, chosen.only)
        return 0
    check_needs()
    root = chosen.keep.absolute() if chosen.keep else Path(tempfile.mkdtemp(prefix="bare-root-"))
    try:
        if not (root / "usr" / "bin" / "python3").exists():
            make_root(root)
        copy_settings(root)
        copy_clone(root, chosen.work_tree)
        only = ["--only", chosen.only] if chosen.only else []
        code = in_namespaces(["--inside", str(root), *only])
    finally:
        if not chosen.keep:
            shutil.rmtree(root)
    say("both commands pass" if code == 0 and not chosen.only else f"ended with exit code {code}")
    return code


if __name__ == "__main__":
    end_with(main)
