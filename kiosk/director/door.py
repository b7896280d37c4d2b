"""The station's door: a typed passcode in, a role or a refusal out, every try on record."""

from collections.abc import Callable

from kiosk.core.access.passcode import MANY_FAILURES, DoorBody, Role
from kiosk.core.log.bodies.event import AccessMissingBody, UnlockFailedBody
from kiosk.core.log.body import Body
from kiosk.core.log.history import History
from kiosk.director.access import Access, late_body
from kiosk.errors import AccessError, LogError

# Writes one record to the log, or raises LogError.
Recorder = Callable[[Body], object]


class Door:
    """What the log cannot take, the access file keeps. *where*: which screen asks."""

    def __init__(self, access: Access, record: Recorder, where: str = "station") -> None:
        self._access = access
        self._where = where
        self._record = record
        self._guesses = 0

    def check(self, passcode: str) -> Role:
        """The role *passcode* opens, or AccessError with the sentence to show."""
        if not self._access.is_set(Role.DIRECTOR):
            raise AccessError("No passcode is set. With the system account, run “kiosk passcode set”.")
        answer = self._access.attempt(passcode, (Role.DIRECTOR, Role.JUDGE), self._where)
        try:
            self._record(answer.order)
        except LogError:
            self._access.keep(answer.order)
        if answer.role is None:
            judged = isinstance(answer.order, UnlockFailedBody) and answer.order.why == "wrong"
            raise AccessError("Not accepted." if judged else "", answer.wait_ms)
        self._guesses = answer.guesses
        return answer.role

    def warning(self) -> str:
        """What whoever was let in last must know: that somebody has tried passcodes."""
        if self._guesses < MANY_FAILURES:
            return ""
        return f"{self._guesses} wrong passcodes were typed here in a row. See the log, and set a new one."


def hand_over(access: Access, record: Recorder) -> None:
    """Write to the log what it could not take earlier."""
    if kept := access.kept():
        for one in kept:
            record(late_body(one))
        access.forget_kept()


def put_on_record(access: Access, record: Recorder, order: DoorBody) -> None:
    """Write *order* to the log; if the log cannot take it, it is kept in the access file."""
    try:
        record(order)
    except LogError:
        access.keep(order)
        raise


def loss_noted(past: History, record: Recorder) -> bool:
    """Whether the log remembers a passcode though none is there: then it is recorded, once."""
    if not past.passcodes:
        return False
    if not past.access_missed:
        record(AccessMissingBody(tuple(sorted(past.passcodes))))
    return True
