"""The kiosk session in the booted machine, as an administrator beside it and a person before it see it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from bare_root import INSIDE, CannotGoOn, say

from boot.machine import Machine, wait_for
from boot.screen import Picture, likest

CLONE_INSIDE = f"/srv/{INSIDE}"
PYTHON = f"{CLONE_INSIDE}/.venv/bin/python"
DATA = "/var/lib/challenge-kiosk"
UNIT = "challenge-kiosk.service"
HEARTBEAT = "/run/challenge-kiosk/heartbeat"
PASSCODE = "round robin 7"
COUNTING, ENTERING, ACCEPTABLE, BLACK = "counting", "entering", "showing_acceptable", "black"
PAGES = (
    *("counting", "demonstration", "entering", "checking", "checking_armed", "showing_acceptable"),
    *("showing_unacceptable", "locked", "out_of_service", "director_needed", "black"),
)
ALIKE = 0.2  # of what is drawn; other pages have less than that in common, and station and list names differ
UP_S = 600.0
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
"""


class Kiosk:
    """One installed station; *pages* are what its pages should look like."""

    def __init__(self, machine: Machine, pages: Mapping[str, Picture]) -> None:
        self.machine = machine
        self._pages = {name: pages[name] for name in PAGES}

    # --- the administrator --------------------------------------------------------------------------------

    def copy_program(self) -> None:
        """Put this clone's files, as they lie there now, beside the environment that is in the image."""
        self.machine.told(
            f"mkdir -p /mnt/program && mount -o ro /dev/vdb /mnt/program && cd {CLONE_INSIDE} && find ."
            " -mindepth 1 -maxdepth 1 ! -name .venv -exec rm -rf {} + && cp -a /mnt/program/. ."
            " && umount /mnt/program"
        )

    def install(self, *more: str) -> None:
        command = f"cd {CLONE_INSIDE} && python3 installer/linux/install.py install {shlex.join(more)}"
        self.machine.told(command, 600)

    def uninstall(self) -> str:
        return self.machine.told(f"cd {CLONE_INSIDE} && python3 installer/linux/install.py uninstall", 300)

    def set_up(self) -> None:
        """As LOCKDOWN.md says: a passcode and a set-up, as the kiosk account."""
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
        program = f"env PYTHONPATH={CLONE_INSIDE} {PYTHON} -m kiosk --data {DATA} {shlex.join(words)}"
        return f"runuser -u kiosk -- {program}"

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
        return likest(self.machine.look(name), self._pages)

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
