"""Whoever works at a station, what they work with, and letting somebody in by a passcode, on record."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeAlias

from kiosk.base.clock import Clock
from kiosk.base.frozen import frozen
from kiosk.errors import AccessError
from kiosk.folder import LOG
from kiosk.log.bodies import UnlockFailedBody
from kiosk.log.standing_reader import read_standing
from kiosk.log.store import COMMAND, LockRequest, log_path
from kiosk.log.writer import Log
from kiosk.setup import access_store
from kiosk.setup.passcodes import Role
from kiosk.setup.store import finish_setup

# ---- staff -------------------------------------------------------------------------------------------------
# Whoever works at a station, and what they work with.
#
# The rules it guards: the log is opened for writing here and by the station's own start, nowhere else; the
# door is built in one place.

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
    turn, must_exist = LockRequest(where, staff.wait_s), name == began_with
    with Log.open(staff.folder, staff.clock, letter, turn=turn, name=name, must_exist=must_exist) as log:
        finish_setup(staff.folder)
        yield log


def log_in(folder: Path) -> str:
    """The name of the log that stands in *folder*, or nothing."""
    path = log_path(folder)
    return path.name if path.exists() else ""


def open_access(folder: Path, clock: Clock) -> access_store.Access:
    """The door of the station in *folder*."""
    return access_store.Access(access_store.AccessFile(folder), clock, access_store.Argon2id())


# ---- admission ---------------------------------------------------------------------------------------------
# Let somebody in by a passcode, and put every try on record.
#
# Rules it guards: once a passcode is set, what needs it is not done without it; a passcode file that has
# disappeared is noticed and recorded, and opens nothing.

GONE = (
    "A passcode was set here, but the passcode file is gone; this has been recorded. "
    "Set a passcode again with “kiosk passcode set”."
)
# Gets the passcode for a role. The number: how many milliseconds the next try has to wait; a person need not
# type in vain, so AccessError with `too_soon` is an answer.
Ask: TypeAlias = Callable[[Role, int], str]


def by_passcode(folder: Path, clock: Clock, ask: Ask) -> Admit:
    """Let in whoever gives a passcode of the station in *folder* that is valid for the role. The director's
    is valid for the judge's work too."""

    def admit(log: Log, role: Role, where: str) -> Role | None:
        access = open_access(folder, clock)
        if not access.is_set(Role.DIRECTOR):
            if access_store.loss_noted(read_standing(log.path).past, log.append):
                raise AccessError(GONE)
            return None
        access_store.hand_over(access, log.append)
        roles = (Role.DIRECTOR,) if role is Role.DIRECTOR else (Role.DIRECTOR, Role.JUDGE)
        answer = access.attempt(ask(role, access.wait_ms()), roles, where)
        access_store.put_on_record(access, log.append, answer.order)
        if answer.role is None:
            early = isinstance(answer.order, UnlockFailedBody) and answer.order.why == "too_soon"
            sentence = too_soon(answer.wait_ms) if early else _wrong(role, answer.wait_ms)
            raise AccessError(sentence, answer.wait_ms)
        return answer.role

    return admit


def too_soon(wait_ms: int) -> str:
    """What to tell somebody who has to wait before the next try."""
    return f"After several wrong passcodes the next try has to wait. Try again in {_seconds(wait_ms)} s."


def _wrong(role: Role, wait_ms: int) -> str:
    whose = "the director's passcode" if role is Role.DIRECTOR else "a director's or judge's passcode"
    sentence = f"That is not {whose}, so nothing was done."
    return f"{sentence} Try again in {_seconds(wait_ms)} s." if wait_ms else f"{sentence} Try again."


def _seconds(wait_ms: int) -> int:
    return -(-wait_ms // 1000)
