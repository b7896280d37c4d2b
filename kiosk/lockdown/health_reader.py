"""What a system says of its clock and of a data folder, and what the running station has proven."""

import json
import os
import shutil
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

from kiosk.files import read_small
from kiosk.folder import LOCK, PROOF
from kiosk.lockdown.escapes import Protections, Safeguard, System

# ---- folder health -----------------------------------------------------------------------------------------
# Read what any system can say about a data folder: the space left, and who else can get into it.

OTHERS = 0o077


def free_bytes(folder: Path) -> int | None:
    """The space left where *folder* is or will be."""
    try:
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def loose_files(folder: Path) -> tuple[str, ...]:
    """What in *folder* other accounts can reach; "." is the folder itself, which if closed protects
    everything inside."""
    if os.name != "posix":
        return ()
    try:
        if not stat.S_IMODE(folder.stat().st_mode) & OTHERS:
            return ()
        names = sorted(each.name for each in folder.iterdir() if each.stat().st_mode & OTHERS)
    except OSError:
        return ()
    return (".", *names)


# ---- clock setting -----------------------------------------------------------------------------------------
# How the clock is set on this system, in a sentence.


def how_to_set_the_clock(platform: str = sys.platform) -> str:
    """What a person does to set date, time and zone."""
    if platform == "win32":
        return "Settings, Time & language, Date & time: “Set time automatically” on, and choose your zone."
    if platform == "darwin":
        return "System Settings, General, Date & Time: switch on “Set time and date automatically”."
    return (
        "In the system's settings, under Date & Time. Or in a terminal: “sudo timedatectl set-time "
        "'2026-05-01 09:00'” and “sudo timedatectl set-timezone Europe/Berlin”."
    )


# ---- proof -------------------------------------------------------------------------------------------------
# What the running station has proven, noted beside its log for `kiosk doctor` in another session.
#
# The rule guarded here: a protection counts only while a station writes and draws. The station notes what
# holds each time it has asked its guards, and touches the note while its window lives; a note that is old, or
# whose writer does not hold the log, proves nothing.

FRESH_S = 18.0


class Proof:
    """The note of this run, written only when it changes."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / PROOF
        self._noted = ""

    def note(self, facts: Protections) -> None:
        """Note what holds now. A note that cannot be written proves nothing, and does no other harm."""
        text = _write(facts)
        with suppress(OSError):
            if text != self._noted:
                fresh = self._path.with_suffix(".new")
                fresh.write_text(text, encoding="utf-8")
                fresh.chmod(0o600)
                fresh.replace(self._path)
                self._noted = text
            os.utime(self._path)

    def withdraw(self) -> None:
        """The station ends: remove the note."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def proven(folder: Path, locks: Path = Path("/proc/locks"), now: float | None = None) -> Protections | None:
    """What a station that runs on *folder* has proven; None: none runs, or it has proven nothing."""
    path = folder / PROOF
    try:
        age_s = (time.time() if now is None else now) - path.stat().st_mtime
        noted = json.loads(read_small(path))
        facts = _read(noted)
        writes = holds_log(folder, int(noted["pid"]), locks)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return facts if writes and abs(age_s) <= FRESH_S else None


def holds_log(
    folder: Path, pid: int | None = None, locks: Path = Path("/proc/locks"), *, besides: int = 0
) -> bool:
    """Whether *pid* (or, left out, any process but *besides*) holds the log of *folder*, as the kernel lists
    it. Where the kernel has no such list, a fresh note has to do."""
    try:
        inode = (folder / LOCK).stat().st_ino
        rows = [line.split() for line in locks.read_text().splitlines()]
    except OSError:
        return pid is not None and not locks.exists()
    held_by = {row[4] for row in rows if len(row) > 5 and row[1] == "FLOCK" and row[5].endswith(f":{inode}")}
    return bool(held_by - {str(besides)}) if pid is None else str(pid) in held_by


def _write(facts: Protections) -> str:
    noted = {
        "pid": os.getpid(),
        "system": facts.system.value,
        "session": str(facts.session),
        "passcode": facts.passcode,
        "safeguards": sorted(safeguard.value for safeguard in facts.safeguards),
    }
    return json.dumps(noted, ensure_ascii=False, indent=1) + "\n"


def _read(noted: dict[str, object]) -> Protections:
    safeguards = noted["safeguards"]
    if not isinstance(safeguards, list):
        raise ValueError("the safeguards are a list")
    return Protections(
        System(str(noted["system"])),
        str(noted["session"]),
        frozenset(Safeguard(safeguard) for safeguard in safeguards),
        noted["passcode"] is True,
    )
