"""`kiosk passcode set`: the director's and the judge's passcode. There is no default and no back door."""

import os
from pathlib import Path

import click

from kiosk.cli.option_checks import waiting
from kiosk.cli.passcode_prompt import (
    GIVEN,
    NEW,
    ask,
    asks,
    open_access,
    require,
)
from kiosk.core.access.passcode import LONGEST, SHORTEST, RecordOrder, Role, check_new
from kiosk.director.door import hand_over, loss_noted, put_on_record
from kiosk.errors import AccessError
from kiosk.folder import data_folder
from kiosk.storage.log.standing import read_standing
from kiosk.storage.log.writer import Log
from kiosk.storage.system_clock import system_clock

HOLDER = "kiosk passcode set"


@click.group()
def command() -> None:
    """Set the director's and the judge's passcode."""


@command.command("set")
@click.option(
    "--role",
    type=click.Choice([role.value for role in Role]),
    default=Role.DIRECTOR.value,
    show_default=True,
    help="Whose passcode.",
)
@waiting
@click.pass_context
def set_command(ctx: click.Context, role: str, wait_s: float) -> None:
    """Set or change a passcode; changing one asks for the director's first.

    Forgotten? With the system account, delete the file “access” in the data folder and run this again; the
    log notes it. Without a terminal: KIOSK_PASSCODE is the present passcode, KIOSK_NEW_PASSCODE the new one.
    """
    chosen = Role(role)
    folder = data_folder(ctx.obj)
    first = not open_access(folder).is_set()
    if first and chosen is not Role.DIRECTOR:
        raise AccessError("The director's passcode comes first. Set it with “kiosk passcode set”.")
    # A first one is asked for before the log is made or touched: what is refused leaves nothing behind.
    new = _new_passcode(chosen, first=True) if first else None
    with Log.open(folder, system_clock, wait_s=wait_s, holder=HOLDER) as log:
        lost = _admit(folder, log)
        access = open_access(folder)
        order = access.set_passcode(chosen, new or _new_passcode(chosen, first=False))
        put_on_record(access, log.append, RecordOrder(order.kind, {**order.body, "after_loss": lost}))
        hand_over(access, log.append)
    click.echo(f"The {chosen.value}'s passcode is set.")


def _admit(folder: Path, log: Log) -> bool:
    """Let the director through; whether an earlier passcode file was lost."""
    if open_access(folder).is_set():
        require(folder, log, Role.DIRECTOR, HOLDER)
        return False
    return loss_noted(read_standing(log.path).past, log.append)


def _new_passcode(role: Role, *, first: bool) -> str:
    # For a first passcode there is no present one, so either variable can only mean the new one.
    variable = _variable(first=first)
    question = f"New passcode for the {role.value} ({SHORTEST} to {LONGEST} characters)"
    while True:
        typed = ask(question, variable)
        fault = _fault(typed)
        if not fault:
            if ask("The same again", variable) == typed:
                return typed
            fault = "The two are not the same, so nothing was set. Try again."
        if not asks(variable):
            raise AccessError(fault)
        click.echo(fault, err=True)


def _fault(passcode: str) -> str:
    """Why *passcode* may not be set, in a sentence, or nothing."""
    try:
        check_new(passcode)
    except AccessError as error:
        return str(error)
    return ""


def _variable(*, first: bool) -> str:
    return GIVEN if first and os.environ.get(GIVEN) and not os.environ.get(NEW) else NEW
