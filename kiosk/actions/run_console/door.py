"""The console's door: the director's passcode and nobody else's, each try on record.

Beside a running station the log has another writer. A try is then kept in the access file, and the station
puts it on record when it next looks there.
"""

from kiosk.actions.admission import GONE
from kiosk.actions.staff import Staff, open_access, writing
from kiosk.core.access.passcode import MANY_FAILURES, DoorBody, Role
from kiosk.core.log.bodies.event import UnlockFailedBody
from kiosk.director.console.events import LetIn, NotLetIn
from kiosk.director.door import hand_over, loss_noted
from kiosk.errors import AccessError, KioskError, LogError
from kiosk.storage.log.place import log_path
from kiosk.storage.log.standing import read_standing

WHERE = "kiosk director"
WRONG = "That is not the director's passcode."


def is_guarded(staff: Staff) -> bool:
    """Whether a passcode is asked for: one is set, or was. What cannot be read guards too."""
    try:
        if open_access(staff.folder, staff.clock).is_set():
            return True
        path = log_path(staff.folder)
        return path.exists() and bool(read_standing(path).past.passcodes)
    except KioskError:
        return True


def tried(staff: Staff, passcode: str) -> LetIn | NotLetIn:
    """What *passcode* opens."""
    try:
        access = open_access(staff.folder, staff.clock)
        if not access.is_set():
            _note_loss(staff)
            return NotLetIn(GONE)
        answer = access.attempt(passcode, (Role.DIRECTOR,), WHERE)
        _put(staff, answer.order)
    except AccessError as error:
        return NotLetIn(str(error), error.wait_ms)
    if answer.role is None:
        early = isinstance(answer.order, UnlockFailedBody) and answer.order.why == "too_soon"
        return NotLetIn("" if early else WRONG, answer.wait_ms)
    if answer.guesses < MANY_FAILURES:
        return LetIn()
    return LetIn(
        f"{answer.guesses} wrong passcodes were typed here in a row. See the log, and set a new one."
    )


def _put(staff: Staff, order: DoorBody) -> None:
    access = open_access(staff.folder, staff.clock)
    try:
        with writing(staff, WHERE, name=log_path(staff.folder).name) as log:
            hand_over(access, log.append)
            log.append(order)
    except LogError:
        access.keep(order)


def _note_loss(staff: Staff) -> None:
    try:
        with writing(staff, WHERE, name=log_path(staff.folder).name) as log:
            loss_noted(read_standing(log.path).past, log.append)
    except LogError:
        return  # the station itself notes it
