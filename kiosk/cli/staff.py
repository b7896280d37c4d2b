"""Whoever types a command: the data folder they named, the system's clock, and their passcode."""

import os
import sys

import click

from kiosk.errors import AccessError
from kiosk.folder import data_folder
from kiosk.lockdown.heartbeat import PASSCODE
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, by_passcode, log_in, too_soon
from kiosk.system_clock import system_clock


def staff_of(ctx: click.Context, wait_s: float = 0.0) -> Staff:
    """Whoever types the command in *ctx*."""
    folder = data_folder(ctx.obj)
    admit = by_passcode(folder, system_clock, _passcode)
    return Staff(folder, system_clock, admit, wait_s, began_with=log_in(folder))


def ask(question: str, given: str) -> str:
    """A passcode: from the environment variable *given*, else typed unseen, else a line of standard input."""
    if value := os.environ.get(given):
        return value
    if sys.stdin.isatty():
        try:
            typed: str = click.prompt(question, hide_input=True, err=True)
        except click.Abort as error:
            raise AccessError("No passcode was given, so nothing was done.") from error
        return typed
    # A byte that is not text must get through, to count as a wrong passcode.
    line = sys.stdin.buffer.readline().decode(sys.stdin.encoding, errors="surrogateescape")
    if not line:
        raise AccessError(f"{question} is needed. Run this at a terminal, or set {given}.")
    return line.rstrip("\r\n")


def asks(given: str) -> bool:
    """Whether `ask` puts its question to a person, who can answer again."""
    return sys.stdin.isatty() and not os.environ.get(given)


def _passcode(role: Role, wait_ms: int) -> str:
    if wait_ms and not os.environ.get(PASSCODE):
        raise AccessError(too_soon(wait_ms))
    return ask("The director's passcode" if role is Role.DIRECTOR else "Your passcode", PASSCODE)
