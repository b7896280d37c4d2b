"""Runs on the stick at every start, before the station: what the director put into its folder is taken.

Standard library only. A station that is set up already takes nothing. A roll-out (`kiosk roll-out`) is taken
whole and asks for its letter alone; one that cannot be taken starts nothing, and the screen says why. What
was done, or why not, is written into the folder as taken.txt, where any computer shows it. Two sticks of one
image in one machine are told from each other by nobody: then nothing starts.
"""

import collections
import json
import os
import pathlib
import pwd
import re
import subprocess
import sys
import termios
import textwrap
from collections.abc import Iterator, Mapping

FOLDER = pathlib.Path("/media/kiosk")
# The data partition, and the station's folder on it: there a new station comes into being under its name.
STORE = pathlib.Path("/var/lib/challenge-kiosk-stick")
STATION = STORE / "station"
DATA = pathlib.Path("/var/lib/challenge-kiosk")  # where the session looks for it
COPY = "/media/kiosk-copy"
PROGRAM, ACCOUNT = ["/usr/bin/kiosk"], "kiosk"
CONSOLE = pathlib.Path("/dev/tty1")
LAYOUT = pathlib.Path("/run/systemd/system/challenge-kiosk.service.d/keyboard.conf")
SET_UP, PASSCODE, KEYBOARD, LISTS, TAKEN = "set-up.toml", "passcode.txt", "keyboard.txt", "lists", "taken.txt"
ROLL_OUT, LETTER = "kiosk-roll-out.json", "letter.txt"
PLAIN, BLUE, RED = 40, 44, 41  # the screen's ground, by the console's own numbers
TOP, LEFT, WIDE = 10, 9, 62  # within 80 columns and 25 rows, whichever screen it is
WAIT = "The station takes its set-up from the stick. This takes a minute or two, the first time only."
ASK = "Which letter is this station, A to Z? Each station has its own. Type it, then press ENTER:"
OFF = "Switch the machine off, put the stick right on your own computer, and start again."
TWO_STICKS = (
    "Two sticks made of one image are in this machine. Take one out, then switch it off and on again."
)


class NotTaken(Exception):
    """What is in the folder cannot be taken; the sentence says why."""


def main() -> int:
    said = subprocess.run(["lsblk", "-nro", "PARTUUID"], capture_output=True, text=True, check=True).stdout
    if has_twins(said.split()):
        show(TWO_STICKS, RED)
        return 1
    give_to_station(STORE)
    with mounted("ro"):
        set_keyboard(FOLDER / KEYBOARD)
    try:
        lines = [] if is_set_up(STATION) else take_folder()
    except NotTaken as why:
        write_down([str(why)])
        show(f"{why} {OFF}", RED)
        return 1
    if lines:
        write_down(lines)
    STATION.mkdir(exist_ok=True)
    give_to_station(STATION)
    subprocess.run(["mount", "--bind", str(STATION), str(DATA)], check=True)
    return 0


def take_folder() -> list[str]:
    """Take what the director's folder holds; what came of it, line by line."""
    with mounted("ro"):
        found = roll_outs(FOLDER)
        if len(found) + (FOLDER / SET_UP).exists() > 1:
            raise NotTaken(f"More than one set-up is in this folder. Leave one roll-out, or {SET_UP}.")
        if not found:
            show(WAIT)
            return [*taken(FOLDER)]
        letter = letter_of(FOLDER / LETTER) or asked_letter()
        show(WAIT)
        return [*taken_roll_out(found[0], letter)]


def write_down(lines: list[str]) -> None:
    """Leave *lines* in the director's folder. A passcode that is on the data partition is deleted there."""
    with mounted("rw"):
        if (STATION / "access").exists():
            (FOLDER / PASSCODE).unlink(missing_ok=True)
        (FOLDER / TAKEN).write_text("\r\n".join([*lines, ""]), encoding="utf-8")


def show(line: str, ground: int = PLAIN) -> None:
    """*line* alone on the screen, until the station draws."""
    CONSOLE.write_text(page(line, ground))


def page(line: str, ground: int) -> str:
    """*line* in the middle of an empty screen, as the console takes it: bright, and in short lines."""
    rows = textwrap.wrap(line, WIDE)
    places = (f"\033[{TOP + 2 * row};{LEFT}H{text}" for row, text in enumerate(rows))
    return f"\033[1;37;{ground}m\033[2J\033[{TOP - 4};{LEFT}HCHALLENGE KIOSK{''.join(places)} "


def asked_letter() -> str:
    """The letter that a person types at the machine. Nobody but this program hears that keyboard."""
    handle = os.open(CONSOLE, os.O_RDWR | os.O_NOCTTY)
    try:
        while True:
            termios.tcflush(handle, termios.TCIFLUSH)
            os.write(handle, page(ASK, BLUE).encode())
            if letter := as_letter(os.read(handle, 80).decode("ascii", "replace")):
                return letter
    finally:
        os.close(handle)


def letter_of(file: pathlib.Path) -> str:
    """The letter that *file* names, for a stick that asks nothing."""
    if not file.exists():
        return ""
    if letter := as_letter(file.read_text(encoding="utf-8-sig", errors="replace")):
        return letter
    raise NotTaken(f"{LETTER} names no letter. Write one letter from A to Z into it, or take it away.")


def as_letter(text: str) -> str:
    """The one letter in *text*, large; nothing where it is anything else."""
    letter = text.strip().upper()
    return letter if re.fullmatch("[A-Z]", letter) else ""


def roll_outs(folder: pathlib.Path) -> list[pathlib.Path]:
    """The roll-outs in *folder*: itself, or the folders directly in it."""
    places = [folder, *sorted(each for each in folder.iterdir() if each.is_dir())]
    return [each for each in places if (each / ROLL_OUT).exists()]


def taken_roll_out(folder: pathlib.Path, letter: str) -> Iterator[str]:
    """Make the station of *letter* from the roll-out in *folder*; the program holds it to its list."""
    # --yes: the letter of the computer that wrote it may well be the stick's; it was asked for just now
    own = ["--take", "--letter", letter, "--yes", "--second-copy", COPY, "--json"]
    done = kiosk(["roll-out", str(folder), *own], {})
    if done.returncode:
        raise NotTaken(done.stderr.strip() or "The roll-out could not be taken.")
    made = json.loads(done.stdout)
    yield f"Station {made['letter']} is ready, made from the roll-out. Set-up code {made['setup_code']}."
    yield from about_copies(COPY)


def has_twins(identities: list[str]) -> bool:
    """Whether one partition's name is there twice."""
    return any(count > 1 for count in collections.Counter(identities).values())


def is_set_up(data: pathlib.Path) -> bool:
    return (data / "kiosk.toml").exists()


def give_to_station(data: pathlib.Path) -> None:
    """The data partition may be new: it belongs to the station's account."""
    who = pwd.getpwnam(ACCOUNT)
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
        yield f"Neither a roll-out nor {SET_UP} is in this folder, so the station shows a demonstration."
        return
    passcode = read_passcode(folder / PASSCODE)
    wrong = []
    for words, more in commands(folder, passcode):
        done = kiosk(words, more)
        wrong += [done.stderr.strip()] if done.returncode else []
        yield from (done.stdout + done.stderr).strip().splitlines()
    if not is_set_up(STATION):
        raise NotTaken(" ".join(wrong))
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
    else:
        yield "Put in a second stick, formatted as FAT with the label KIOSK-COPY: the second copy goes there."
        yield "Without one the copy lies on this stick and is only a spare."


def read_passcode(file: pathlib.Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace").strip() if file.exists() else ""


def kiosk(words: list[str], more: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """A kiosk command as the station's account."""
    who = pwd.getpwnam(ACCOUNT)
    return subprocess.run(
        [*PROGRAM, "--data", str(STATION), *words],
        user=who.pw_uid,
        group=who.pw_gid,
        extra_groups=(),
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(STORE), **more},
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
