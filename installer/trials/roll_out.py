#!/usr/bin/env python3
"""Tries the stick on a machine that has nothing: a minimal Debian 12 without Python and without network.

    sudo python3 installer/dev.py trial roll_out [--keep FOLDER]

Sets a station up, writes a roll-out from the built bundle, and makes an equal station from it with the
starter on the stick, as an ordinary account, in a root that can reach nobody and runs nothing from the stick
itself. That station judges a play by command and one by keys on a virtual screen; both stations agree; a
changed file is refused. Build first: `dev.py build`. Needs root, debootstrap, xvfb, openbox, xdotool, and the
package registries to make the root.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from installer.build.deb.texts import DEPENDS
from installer.script import CLONE, CannotGoOn, end_with, say
from installer.trials.bare_root import inside
from installer.trials.deb import DISPLAY, make_root, until

BUNDLE = CLONE / "dist" / "kiosk" / "kiosk"
PASSCODE = "walnut tree 9"
SETUP = """
[station]
profile = "tournament"
protection = "demonstration"
[event]
id = "trial"
name = "The Trial"
[[division]]
id = "main"
name = "Main"
rules = "naspa-2016"
penalty = "lose_turn"
main = "free"
"""


def kiosk(data: Path, *words: str) -> str:
    """What the bundle says to *words* on this machine."""
    done = subprocess.run(
        [str(BUNDLE), "--data", str(data), *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "KIOSK_PASSCODE": PASSCODE, "QT_QPA_PLATFORM": "offscreen"},
    )
    if done.returncode:
        raise CannotGoOn(f"kiosk {' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def write_stick(place: Path, stick: Path) -> None:
    """Set a first station up and write its roll-out."""
    first, setup = place / "first", place / "setup.toml"
    setup.write_text(SETUP, encoding="utf-8")
    kiosk(first, "passcode", "set")
    kiosk(first, "setup", "--from", str(setup), "--letter", "A")
    began = time.monotonic()
    told = kiosk(first, "roll-out", str(stick)).splitlines()[0]
    say(f"{told} Written in {time.monotonic() - began:.0f} s")
    kiosk(first, "roll-out", "--check", str(stick))


def alone(root: Path, command: str, problem: str, *, fails: bool = False) -> str:
    """What *command* prints, run by the account “player” inside *root*, without any network."""
    network = "ip link show up 2>/dev/null | grep -v -e lo: | grep -c UP"
    script = (
        f"mount -t proc proc {root}/proc && mount --bind /dev {root}/dev && "
        f"mount --bind -o noexec {root}/media/stick {root}/media/stick && "
        f"mount -o remount,bind,noexec {root}/media/stick && "
        f'test "$({network})" = 0 && '
        f"exec chroot --userspec=player {root} "
        f"env HOME=/home/player KIOSK_PASSCODE='{PASSCODE}' sh -c '{command}'"
    )
    done = subprocess.run(
        ["unshare", "--net", "--mount", "--pid", "--fork", "sh", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"},
    )
    if bool(done.returncode) is not fails:
        raise CannotGoOn(f"{problem}\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout + done.stderr


def judged_by_keys(root: Path) -> str:
    """Start the new station on a virtual screen and judge DOG by keys; what the log then says."""
    screen = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1366x768x24", "-nolisten", "tcp"])
    environment = {**os.environ, "DISPLAY": DISPLAY}
    running: list[subprocess.Popen[bytes]] = [screen]
    try:
        until(lambda: Path(f"/tmp/.X11-unix/X{DISPLAY[1:]}").exists(), "the screen")  # noqa: S108 - the server's place
        running.append(subprocess.Popen(["openbox"], env=environment))
        shared = root / "tmp" / ".X11-unix"
        shared.mkdir(parents=True, exist_ok=True)
        command = (
            f"mount --bind /tmp/.X11-unix {shared} && mount -t proc proc {root}/proc && "
            f"exec chroot --userspec=player {root} env HOME=/home/player DISPLAY={DISPLAY} "
            "/home/player/challenge-kiosk/kiosk"
        )
        running.append(
            subprocess.Popen(
                ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", command]
            )
        )
        time.sleep(12)
        for keys in (["1"], ["d", "o", "g"], ["Return"]):
            subprocess.run(["xdotool", "key", "--delay", "120", *keys], env=environment, check=True)
        time.sleep(3)  # hands off: the quiet second
        subprocess.run(["xdotool", "key", "Tab"], env=environment, check=True)
        time.sleep(3)
        picture = root.parent / "judged.png"
        subprocess.run(["import", "-window", "root", str(picture)], env=environment, check=False)
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()
    listed = alone(root, "~/challenge-kiosk/kiosk log list --json", "The log could not be read.")
    if '"DOG"' not in listed:
        raise CannotGoOn(f"No ruling on DOG is in the log: {listed[:400]}")
    return "DOG was judged by keys in the window, and is in the log"


def trial(root: Path, stick: Path) -> None:
    if (root / "usr/bin/python3").exists():
        raise CannotGoOn("There is a Python in the root, so nothing was shown.")
    began = time.monotonic()
    made = alone(root, "sh /media/stick/make-station.sh --letter B", "The starter made no station.")
    say(f"{made.splitlines()[0]} Made in {time.monotonic() - began:.0f} s, from a stick that runs nothing")
    program = "~/challenge-kiosk/kiosk"
    judged = alone(root, f"{program} judge CAT", "It does not judge.")
    say(f"judged by command: {judged.splitlines()[0]}")
    agreed = alone(root, f"{program} roll-out --check /media/stick", "The stations do not agree.")
    if "All 2 agree" not in agreed:
        raise CannotGoOn(f"The two stations were not compared: {agreed}")
    say("both stations agree")
    say(judged_by_keys(root))
    setup = stick / "data" / "kiosk.toml"
    setup.write_text(setup.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    again = f"{program} --data /home/player/other roll-out --take /media/stick --letter C"
    said = alone(root, again, "A changed file was taken.", fails=True)
    if "was changed" not in said or (root / "home/player/other").exists():
        raise CannotGoOn(f"A changed file was not refused as it should be: {said}")
    say("a changed file is refused, and nothing is written")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--keep", type=Path, help="keep root and picture here; a root is used again")
    chosen = parser.parse_args(arguments)
    if os.geteuid() != 0:
        raise CannotGoOn("Only root can make a root; run this with sudo.")
    if not BUNDLE.is_file():
        raise CannotGoOn("There is no bundle in dist/. Build it first: python3 installer/dev.py build")
    with tempfile.TemporaryDirectory(prefix="kiosk-stick-") as passing:
        folder = chosen.keep.absolute() if chosen.keep else Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        root = folder / "root"
        if not (root / "home" / "player").is_dir():
            ready_root(root)
        stick = root / "media" / "stick"
        stick.mkdir(parents=True, exist_ok=True)
        write_stick(folder, stick)
        carry_to_player(root, stick)
        trial(root, stick)
    say("all of it holds")
    return 0


def ready_root(root: Path) -> None:
    """A root with the libraries that every desktop has, and an account."""
    make_root(root)
    libraries = " ".join(one.partition(" ")[0] for one in DEPENDS)
    inside(root, f"apt-get install -y -q --no-install-recommends {libraries}", "No libraries came.")
    inside(root, "useradd -m player", "No account could be made.")


def carry_to_player(root: Path, stick: Path) -> None:
    """Whoever puts a stick in may write to it."""
    inside(root, f"chown -R player: /{stick.relative_to(root)}", "The stick could not be handed over.")


if __name__ == "__main__":
    end_with(main)
