"""Set the director's or the judge's passcode. There is no default and no back door."""

from collections.abc import Callable
from dataclasses import replace

from kiosk.actions.staff import Staff, open_access, writing
from kiosk.core.access.passcode import Role
from kiosk.director.door import hand_over, loss_noted, put_on_record
from kiosk.errors import AccessError
from kiosk.storage.log.standing import read_standing
from kiosk.storage.log.writer import Log

WHERE = "kiosk passcode set"


def set_passcode(staff: Staff, role: Role, ask_new: Callable[[bool], str]) -> None:
    """Make what *ask_new* returns the passcode of *role*; if there is a director's passcode, it is asked for
    first. *ask_new* is told whether this is the first passcode here."""
    first = not open_access(staff.folder, staff.clock).is_set()
    if first and role is not Role.DIRECTOR:
        raise AccessError("The director's passcode comes first. Set it with “kiosk passcode set”.")
    # A first one is asked for before the log is made or touched: what is refused leaves nothing behind.
    new = ask_new(True) if first else None
    with writing(staff, WHERE) as log:
        lost = _admit(staff, log)
        access = open_access(staff.folder, staff.clock)
        order = access.set_passcode(role, new or ask_new(False))
        put_on_record(access, log.append, replace(order, after_loss=lost))
        hand_over(access, log.append)


def set_first_passcode(staff: Staff, log: Log, hashed: str) -> None:
    """Make what *hashed* was made of the director's passcode, where none is set, and put that on record."""
    access = open_access(staff.folder, staff.clock)
    lost = loss_noted(read_standing(log.path).past, log.append)
    put_on_record(access, log.append, replace(access.set_hashed(Role.DIRECTOR, hashed), after_loss=lost))
    hand_over(access, log.append)


def _admit(staff: Staff, log: Log) -> bool:
    """Let the director in; returns whether an earlier passcode file was lost."""
    if open_access(staff.folder, staff.clock).is_set():
        staff.admit(log, Role.DIRECTOR, WHERE)
        return False
    return loss_noted(read_standing(log.path).past, log.append)
