"""Let somebody in by a passcode, and put every try on record.

Rules it guards: once a passcode is set, what needs it is not done without it; a passcode file that has
disappeared is noticed and recorded, and opens nothing.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from kiosk.actions.staff import Admit, open_access
from kiosk.core.access.passcode import Role
from kiosk.core.log.bodies.event import UnlockFailedBody
from kiosk.core.log.clock import Clock
from kiosk.director.door import hand_over, loss_noted, put_on_record
from kiosk.errors import AccessError
from kiosk.storage.log.standing import read_standing
from kiosk.storage.log.writer import Log

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
            if loss_noted(read_standing(log.path).past, log.append):
                raise AccessError(GONE)
            return None
        hand_over(access, log.append)
        roles = (Role.DIRECTOR,) if role is Role.DIRECTOR else (Role.DIRECTOR, Role.JUDGE)
        answer = access.attempt(ask(role, access.wait_ms()), roles, where)
        put_on_record(access, log.append, answer.order)
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
