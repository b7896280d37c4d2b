"""Whoever works at a station, and what they work with.

The rules it guards: the log is opened for writing here and by the station's own start, nowhere else; the door
is built in one place.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeAlias

from kiosk.core.access.passcode import Role
from kiosk.core.frozen import frozen
from kiosk.core.log.clock import Clock
from kiosk.director.access import Access, Argon2id
from kiosk.folder import LOG
from kiosk.storage.log.lock import COMMAND, Turn
from kiosk.storage.log.place import log_path
from kiosk.storage.log.writer import Log
from kiosk.storage.setup.access import AccessFile
from kiosk.storage.setup.file import finish_setup

# Lets whoever asks in for the work of a role, says which role they have (None: no passcode was ever set), and
# puts the try on record; else AccessError. The text says where they asked.
Admit: TypeAlias = Callable[[Log, Role, str], Role | None]
# Has the log opened by whoever may: said are where one writes, the station's letter, and the file's name.
Through: TypeAlias = Callable[[str, str, str], AbstractContextManager[Log]]


def _nobody_asks() -> None:
    """Nobody can stop it any more."""


@frozen
class Staff:
    """*folder*: the station's data. *admit*: asked before anything that needs a passcode. *wait_s*: how long
    to wait while another process writes to the log. *own_log*: the log that this process has open already:
    there is one writer, so whoever acts inside the station acts through its log. *through*: another process
    has the log, and writes for this one. *leaving*: called just before something leaves the station; until
    then the work can be stopped, and nothing has happened. *began_with*: the name of the log that stood here
    when the work began; if it is gone later, no other is begun in its place."""

    folder: Path
    clock: Clock
    admit: Admit
    wait_s: float = 0.0
    own_log: Callable[[], Log] | None = None
    through: Through | None = None
    leaving: Callable[[], None] = _nobody_asks
    began_with: str = ""


@contextmanager
def writing(staff: Staff, where: str = COMMAND, letter: str = "A", name: str = LOG) -> Iterator[Log]:
    """The log *name* of *staff*, with this process as its only writer; whoever waits for it reads *where*."""
    if staff.own_log is not None:
        yield staff.own_log()
        return
    if staff.through is not None:
        with staff.through(where, letter, name) as log:
            yield log
        return
    began_with = staff.began_with
    if began_with == LOG:
        name = LOG  # a folder that was moved away or unmounted looks like one that was never set up
    turn, must_exist = Turn(where, staff.wait_s), name == began_with
    with Log.open(staff.folder, staff.clock, letter, turn=turn, name=name, must_exist=must_exist) as log:
        finish_setup(staff.folder)
        yield log


def log_in(folder: Path) -> str:
    """The name of the log that stands in *folder*, or nothing."""
    path = log_path(folder)
    return path.name if path.exists() else ""


def open_access(folder: Path, clock: Clock) -> Access:
    """The door of the station in *folder*."""
    return Access(AccessFile(folder), clock, Argon2id())
