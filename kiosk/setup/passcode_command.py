"""`kiosk passcode set`: the director's and the judge's passcode. There is no default and no back door."""

import os

import click

from kiosk.cli.help import InOrder
from kiosk.cli.options import waiting
from kiosk.cli.staff import ask, asks, staff_of
from kiosk.errors import AccessError
from kiosk.lockdown.heartbeat import NEW_PASSCODE, PASSCODE
from kiosk.setup.actions import set_passcode
from kiosk.setup.passcodes import LONGEST, SHORTEST, Role, check_new


@click.group(cls=InOrder)
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
    set_passcode(staff_of(ctx, wait_s), chosen, lambda first: _new_passcode(chosen, first=first))
    click.echo(f"The {chosen.value}'s passcode is set.")


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
    alone = os.environ.get(PASSCODE) and not os.environ.get(NEW_PASSCODE)
    return PASSCODE if first and alone else NEW_PASSCODE
