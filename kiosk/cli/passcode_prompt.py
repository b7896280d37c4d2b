"""Ask for a passcode on the command line, and put every try on record.

Rules it guards: once a passcode is set, what needs it does not run without it; a passcode file that has gone
away is noticed and recorded, and opens nothing.
"""

import os
import sys
from pathlib import Path

import click

from kiosk.core.access.passcode import Role
from kiosk.director.access import Access, Argon2id
from kiosk.director.door import hand_over, loss_noted, put_on_record
from kiosk.errors import AccessError
from kiosk.storage.log.standing import read_standing
from kiosk.storage.log.writer import Log
from kiosk.storage.setup.access import AccessFile
from kiosk.storage.system_clock import system_clock

GIVEN = "KIOSK_PASSCODE"
NEW = "KIOSK_NEW_PASSCODE"
GONE = (
    "A passcode was set here, but the passcode file is gone; this has been recorded. "
    "Set a passcode again with “kiosk passcode set”."
)


def open_access(folder: Path) -> Access:
    """The door of the station in *folder*."""
    return Access(AccessFile(folder), system_clock, Argon2id())


def require(folder: Path, log: Log, role: Role = Role.DIRECTOR, where: str = "command") -> Role | None:
    """Who gave a passcode that is good for *role*; None if none was ever set. Else AccessError.

    The director's passcode is good for the judge's work too.
    """
    access = open_access(folder)
    if not access.is_set(Role.DIRECTOR):
        if loss_noted(read_standing(log.path).past, log.append):
            raise AccessError(GONE)
        return None
    hand_over(access, log.append)
    roles = (Role.DIRECTOR,) if role is Role.DIRECTOR else (Role.DIRECTOR, Role.JUDGE)
    answer = access.attempt(_passcode(access, role), roles, where)
    put_on_record(access, log.append, answer.order)
    if answer.role is None:
        raise AccessError(_refusal(role, answer.wait_ms, too_soon=answer.order.body["why"] == "too_soon"))
    return answer.role


def ask(question: str, given: str | None = None) -> str:
    """A passcode: from the environment variable *given*, else typed unseen, else a line of standard input."""
    if given is not None and (value := os.environ.get(given)):
        return value
    if sys.stdin.isatty():
        try:
            typed: str = click.prompt(question, hide_input=True, err=True)
        except click.Abort as error:
            raise AccessError("No passcode was given, so nothing was done.") from error
        return typed
    # A byte that is no text must come through, to be counted as a wrong passcode.
    line = sys.stdin.buffer.readline().decode(sys.stdin.encoding, errors="surrogateescape")
    if not line:
        raise AccessError(f"{question} is needed. Run this at a terminal, or set {given or NEW}.")
    return line.rstrip("\r\n")


def asks(given: str | None = None) -> bool:
    """Whether `ask` puts its question to a person, who can answer again."""
    return sys.stdin.isatty() and not (given is not None and os.environ.get(given))


def _passcode(access: Access, role: Role) -> str:
    if not os.environ.get(GIVEN) and (wait := access.wait_ms()):
        raise AccessError(_refusal(role, wait, too_soon=True))
    return ask("The director's passcode" if role is Role.DIRECTOR else "Your passcode", GIVEN)


def _refusal(role: Role, wait_ms: int, *, too_soon: bool) -> str:
    seconds = -(-wait_ms // 1000)
    if too_soon:
        return f"After several wrong passcodes the next try has to wait. Try again in {seconds} s."
    whose = "the director's passcode" if role is Role.DIRECTOR else "a director's or judge's passcode"
    sentence = f"That is not {whose}, so nothing was done."
    return f"{sentence} Try again in {seconds} s." if seconds else f"{sentence} Try again."
