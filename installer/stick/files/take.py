"""Runs on the stick at every start, before the station: what the director put into its folder is taken.

Standard library only. A station that is set up already takes nothing. What was done, or why not, is written
into the folder as taken.txt, where any computer shows it. Two sticks of one image in one machine are told
from each other by nobody: then nothing starts.
"""

import collections
import os
import pathlib
import pwd
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping

FOLDER = pathlib.Path("/media/kiosk")
DATA = pathlib.Path("/var/lib/challenge-kiosk")
COPY = "/media/kiosk-copy"
CONSOLE = pathlib.Path("/dev/tty1")
LAYOUT = pathlib.Path("/run/systemd/system/challenge-kiosk.service.d/keyboard.conf")
SET_UP, PASSCODE, KEYBOARD, LISTS, TAKEN = "set-up.toml", "passcode.txt", "keyboard.txt", "lists", "taken.txt"
WAIT = "The station takes its set-up from the stick. This takes a minute, the first time only."
TWO_STICKS = (
    "Two sticks made of one image are in this machine. Take one out, then switch it off and on again."
)


def main() -> int:
    said = subprocess.run(["lsblk", "-nro", "PARTUUID"], capture_output=True, text=True, check=True).stdout
    if has_twins(said.split()):
        show(TWO_STICKS)
        return 1
    give_to_station(DATA)
    if not is_set_up(DATA):
        show(WAIT)
    with mounted("ro"):
        set_keyboard(FOLDER / KEYBOARD)
        lines = [] if is_set_up(DATA) else [*taken(FOLDER)]
    if lines:
        with mounted("rw"):
            if (DATA / "access").exists():  # the passcode's hash is on the data partition now
                (FOLDER / PASSCODE).unlink(missing_ok=True)
            (FOLDER / TAKEN).write_text("\r\n".join([*lines, ""]), encoding="utf-8")
    return 0


def show(line: str) -> None:
    """*line* alone on the screen, until the station draws."""
    CONSOLE.write_text(f"\033[2J\033[3;3H{line}\n")


def has_twins(identities: list[str]) -> bool:
    """Whether one partition's name is there twice."""
    return any(count > 1 for count in collections.Counter(identities).values())


def is_set_up(data: pathlib.Path) -> bool:
    return (data / "kiosk.toml").exists()


def give_to_station(data: pathlib.Path) -> None:
    """The data partition is new, or comes from another stick: it belongs to the station's account."""
    who = pwd.getpwnam("kiosk")
    os.chown(data, who.pw_uid, who.pw_gid)
    data.chmod(0o700)


def set_keyboard(file: pathlib.Path) -> None:
    """One word in *file*, such as “de” or “fr”, is the keyboard's layout for this start."""
    word = file.read_text(encoding="utf-8", errors="replace").strip() if file.exists() else ""
    if re.fullmatch("[a-z]{2,8}", word):
        LAYOUT.parent.mkdir(parents=True, exist_ok=True)
        LAYOUT.write_text(f"[Service]\nEnvironment=XKB_DEFAULT_LAYOUT={word}\n")
        subprocess.run(["systemctl", "daemon-reload"], check=False)


def taken(folder: pathlib.Path) -> Iterator[str]:
    """Take what *folder* holds, and say what came of it, line by line."""
    if not (folder / SET_UP).exists():
        yield f"No {SET_UP} is in this folder, so the station shows a demonstration."
        return
    passcode = read_passcode(folder / PASSCODE)
    for words, more in commands(folder, passcode):
        done = kiosk(words, more)
        yield from (done.stdout + done.stderr).strip().splitlines()
    if not is_set_up(DATA):
        yield "The station is not set up, so it shows a demonstration."
    yield from about_copies((folder / SET_UP).read_text(encoding="utf-8", errors="replace"))


def commands(folder: pathlib.Path, passcode: str) -> Iterator[tuple[list[str], Mapping[str, str]]]:
    """What is done with the folder, in order: the lists, the passcode, the set-up."""
    for file in sorted((folder / LISTS).glob("[!.]*")):
        yield ["lexicon", "import", str(file)], {}
    if passcode:
        yield ["passcode", "set"], {"KIOSK_NEW_PASSCODE": passcode}
    yield ["setup", "--from", str(folder / SET_UP)], {"KIOSK_PASSCODE": passcode} if passcode else {}


def about_copies(set_up: str) -> Iterator[str]:
    """A copy on this stick would go with it: that is a spare. A second copy needs a second stick."""
    if COPY not in set_up:
        yield f"No second copy is kept. Name {COPY} under [second_copy] and put in a second stick,"
        yield "formatted as FAT with the label KIOSK-COPY. A copy on this stick is only a spare."


def read_passcode(file: pathlib.Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace").strip() if file.exists() else ""


def kiosk(words: list[str], more: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """A kiosk command as the station's account."""
    who = pwd.getpwnam("kiosk")
    return subprocess.run(
        ["/usr/bin/kiosk", "--data", str(DATA), *words],
        user=who.pw_uid,
        group=who.pw_gid,
        extra_groups=(),
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(DATA), **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


class mounted:  # noqa: N801 - read as a phrase
    """The director's folder, there for as long as this lasts and no longer."""

    def __init__(self, how: str) -> None:
        self._how = how

    def __enter__(self) -> None:
        # files are readable for the station's account, which has no right to mount
        subprocess.run(["mount", "-o", f"{self._how},umask=022", str(FOLDER)], check=True)

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", str(FOLDER)], check=True)


if __name__ == "__main__":
    sys.exit(main())
