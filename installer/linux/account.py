"""The account that runs the station, and its data folder: made, owned, given up. Standard library only.

The rule guarded here: after every install the account owns its folder and can enter it; after every uninstall
no process of it is left, and what the folder holds is still there.
"""

import contextlib
import grp
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

# A folder with one of these in it is a data folder.
OURS = ("kiosk.toml", "log.db", "demonstration.db", "access", "log.lock", "lexicons")
GONE_S = 10.0


def find(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def is_usable(data: Path) -> bool:
    """Whether *data* may become the account's: a folder that is somebody's else would change hands."""
    if not data.exists():
        return True
    if not data.is_dir():
        return False
    held = {each.name for each in data.iterdir()} - {"lost+found"}  # a disk of its own has that
    return not held or bool(held & set(OURS))


def make(name: str, data: Path) -> None:
    """Make a system account without password or shell; *data*, its home, gets no skeleton files."""
    shell = shutil.which("nologin") or "/usr/sbin/nologin"
    group = ("--gid", name) if _group_exists(name) else ("--user-group",)
    run("useradd", "--system", *group, "--no-create-home", "--home-dir", str(data), "--shell", shell, name)


def hand_over(data: Path, user_id: int, group_id: int) -> None:
    """*data* and all that lies in it belongs to the account, and to nobody else's eyes."""
    data.mkdir(parents=True, exist_ok=True)
    os.chown(data, user_id, group_id)
    for path in _all_below(data):
        os.chown(path, user_id, group_id, follow_symlinks=False)
    data.chmod(0o700)


def remove(name: str) -> None:
    """End what still runs as *name*, then remove the account; one that is gone already is no failure."""
    entry = find(name)
    if entry is None:
        return
    # Without logind, or with nobody logged in, there is nothing to end that way.
    subprocess.run(["loginctl", "terminate-user", name], capture_output=True, check=False)
    _wait_for_the_end(entry.pw_uid)
    run("userdel", name)


def _group_exists(name: str) -> bool:
    return any(each.gr_name == name for each in grp.getgrall())


def run(*command: str) -> None:
    subprocess.run(command, check=True)


def _wait_for_the_end(user_id: int) -> None:
    """Until no process of *user_id* is left; those that do not go by themselves are killed."""
    began = time.monotonic()
    while (left := list(_processes(user_id))) and time.monotonic() - began < 2 * GONE_S:
        if time.monotonic() - began > GONE_S:
            for process in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        time.sleep(0.1)


def _processes(user_id: int) -> Iterator[int]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if folder.stat().st_uid == user_id:
                yield int(folder.name)
        except FileNotFoundError:
            continue


def _all_below(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from _all_below(path)
