"""The kiosk session in the booted machine, as an administrator beside it and a person before it see it."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from installer.boot.cuts import STATION
from installer.boot.machine import Machine, wait_for
from installer.boot.rig import Rig
from installer.boot.screen import Picture
from installer.build.deb import texts
from installer.script import CannotGoOn, say

PROGRAM = "/mnt/program"
RECORDED = "/mnt/recorded"
INSTALLER = f"/usr/share/{texts.SESSION}/install.py"
DATA = "/var/lib/challenge-kiosk"
UNIT = "challenge-kiosk.service"
HEARTBEAT = "/run/challenge-kiosk/heartbeat"
PASSCODE = "round robin 7"
COUNTING = "counting"
VERDICTS = ("showing_acceptable", "showing_unacceptable")
PAGES = (
    *("counting", "demonstration", "entering", "checking", "checking_armed", "showing_acceptable"),
    *("showing_unacceptable", "locked", "out_of_service", "director_needed", "black"),
)
ALIKE = 0.5  # of what is drawn: banners, station and list names differ, other pages have less in common
UP_S = 600.0
Found = TypeVar("Found")
SET_UP = """
[station]
letter = "A"
profile = "tournament"
protection = "locked"

[[division]]
id = "main"
name = "Main"
rules = "naspa-2016"
penalty = "lose_turn"
main = "free"

[timings]
entering_s = 300
checking_s = 600
showing_s = 10
hold_s = 1
"""
# The program's packages, and the recorded disk: the station's data lies on it, and stays when it is cut off.
PUT_DISKS_IN = f"""
mkdir -p {PROGRAM} {RECORDED} {DATA}
echo '/dev/vdb {PROGRAM} ext4 ro 0 0' >> /etc/fstab
echo '/dev/vdc {RECORDED} ext4 defaults 0 2' >> /etc/fstab
echo '{RECORDED}/{STATION} {DATA} none bind 0 0' >> /etc/fstab
systemctl daemon-reload && mount -a
"""


class Kiosk:
    """One installed station; *pages* are what its pages should look like."""

    def __init__(self, rig: Rig, pages: Mapping[str, Picture]) -> None:
        self.rig = rig
        self._pages = {name: pages[name] for name in PAGES}

    @property
    def machine(self) -> Machine:
        return self.rig.machine

    # --- the administrator --------------------------------------------------------------------------------

    def put_disks_in(self) -> None:
        self.machine.told(PUT_DISKS_IN)

    def install(self, *names: str) -> None:
        """Install the packages *names* from the program's disk; the machine has no network."""
        files = " ".join(f"{PROGRAM}/{name}_*.deb" for name in names)
        self.machine.told(f"DEBIAN_FRONTEND=noninteractive dpkg -i {files}", 900)

    def remove(self) -> str:
        return self.machine.told(f"dpkg -r {texts.SESSION}", 300)

    def install_other_session(self) -> None:
        self.machine.told(f"python3 {INSTALLER} install --session x", 600)

    def set_up(self) -> None:
        """As docs/lockdown.md says: a passcode and a set-up, as the kiosk account."""
        self.machine.told(f"printf %s {shlex.quote(SET_UP)} > /srv/set-up.toml")
        typed = shlex.quote(f"{PASSCODE}\n{PASSCODE}\n")
        self.machine.told(f"printf %s {typed} | {self._command('passcode', 'set')}")
        self.machine.told(
            f"KIOSK_PASSCODE={shlex.quote(PASSCODE)} {self._command('setup', '--from', '/srv/set-up.toml')}"
        )

    def rulings(self) -> list[dict[str, Any]]:
        """What the station has ruled, newest first."""
        listed = json.loads(self.machine.told(self._command("log", "list", "--json")))
        return [record for record in listed if record["kind"] == "adjudication"]

    def verify(self) -> str:
        """What the program says of its whole log, where it is sound."""
        return self.machine.told(self._command("log", "verify"), 300).split(";")[0]

    def last_kind(self) -> str:
        """The kind of the newest record."""
        return self._from_log("select kind from records order by seq desc limit 1")

    def count(self, kind: str) -> int:
        """How many records of *kind* there are; the program itself would take half a minute to say so."""
        return int(self._from_log(f"select count(*) from records where kind = '{kind}'"))  # noqa: S608

    def _from_log(self, query: str) -> str:
        log = f"sqlite3.connect('file:{DATA}/log.db?mode=ro', uri=True)"
        asked = f'import sqlite3; print(*{log}.execute("{query}").fetchone())'
        return self.machine.told(shlex.join(["python3", "-c", asked]))

    def _command(self, *words: str) -> str:
        """A kiosk command as the kiosk account."""
        return f"runuser -u kiosk -- kiosk --data {DATA} {shlex.join(words)}"

    # --- the players --------------------------------------------------------------------------------------

    def enter(self, word: str, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Type a play of one *word*; *meanwhile* happens before its last letter."""
        for key in ("1", *word[:-1]):
            self.machine.press(key)
        meanwhile()
        for key in (word[-1], "ret"):
            self.machine.press(key)

    def tab_until(self, fact: Callable[[], Found]) -> Found:
        """Press TAB until *fact* is true; it counts only after a quiet second of the machine's own time."""

        def pressed() -> Found:
            time.sleep(3)
            self.machine.press("tab")
            return fact()

        return wait_for(pressed, 300, "No ruling was recorded")

    def play(self, word: str, meanwhile: Callable[[], object] = lambda: None, ruled_on: str = "") -> str:
        """The number of the ruling on *word*, played by keys, *meanwhile* before its last letter. *ruled_on*:
        what it is by then, where *meanwhile* types too."""
        before = self.count("adjudication")
        self.enter(word, meanwhile)

        def ruled() -> bool:
            time.sleep(1)
            return self.count("adjudication") > before

        self.tab_until(ruled)
        query = "select body from records where kind = 'adjudication' order by seq desc limit 1"
        newest = json.loads(self._from_log(query))
        if newest["words"] != [ruled_on or word.upper()]:
            raise CannotGoOn(f"Another play was ruled on: {newest}")
        return str(newest["number"])

    # --- systemd --------------------------------------------------------------------------------------------

    def property(self, name: str) -> str:
        return self.machine.told(f"systemctl show -P {name} {UNIT}")

    def restarts(self) -> int:
        return int(self.property("NRestarts"))

    def break_it(self, lines: str) -> None:
        """Add *lines* to the unit's [Service] and begin again."""
        folder = f"/etc/systemd/system/{UNIT}.d"
        text = shlex.quote(f"[Service]\n{lines}\n")
        self.machine.told(f"mkdir -p {folder} && printf %s {text} > {folder}/broken.conf")
        self.machine.told(f"systemctl daemon-reload && systemctl restart {UNIT}")

    def mend(self) -> None:
        """Take that away again; who is to start again is systemd, by itself."""
        self.machine.told(f"rm -r /etc/systemd/system/{UNIT}.d && systemctl daemon-reload")

    def await_restarts(self, more_than: int, limit_s: float) -> int:
        """How often systemd has begun again, once it is oftener than *more_than*."""

        def oftener() -> int:
            now = self.restarts()
            return now if now > more_than else 0

        return wait_for(oftener, limit_s, "The session was not started again", 3)

    def await_beat(self) -> None:
        """Wait for the station's next sign of life."""
        asked = f"stat -c %y {HEARTBEAT}"
        before = self.machine.ask(asked).said
        wait_for(
            lambda: (now := self.machine.ask(asked)).code == 0 and now.said != before,
            UP_S,
            "The station gives no sign of life",
        )

    # --- the screen -----------------------------------------------------------------------------------------

    def page(self, name: str = "") -> tuple[str, float]:
        """The page that stands on the screen, as far as its pixels tell, and how alike it is."""
        return self.machine.page(self._pages, name)

    def await_page(self, wanted: str, picture: str, limit_s: float = UP_S) -> float:
        """How alike the screen is to *wanted*, once it is; a picture of it is kept."""

        def stands() -> float:
            page, alike = self.page()
            page = COUNTING if page == "demonstration" else page  # the same page under a banner
            return alike if page == wanted and alike >= ALIKE else 0.0

        try:
            alike = wait_for(stands, limit_s, f"The screen does not show “{wanted}”", 2)
        except CannotGoOn as why:
            last = self.page(f"{picture}_instead")
            journal = self.machine.ask(f"journalctl -b --no-pager -n 40 -t challenge-kiosk -u {UNIT}").said
            raise CannotGoOn(f"{why} It looks like “{last[0]}” ({last[1]:.0%}).\n{journal}") from why
        self.machine.look(picture)
        say(f"the screen shows “{wanted}” ({alike:.0%} alike): {picture}.png")
        return alike
