"""How a command of `kiosk log` ends when what it showed does not hold: one sentence each, and exit code 1."""

from collections.abc import Sequence

import click

from kiosk.cli.terminal import paint


def say_first(doubt: str) -> None:
    """Say why a log as a whole does not hold, before anything of it is shown."""
    if doubt:
        click.echo(paint(doubt, "red"), err=True)


def end(complaints: Sequence[str], said: str = "") -> None:
    """Say what must be said and was not *said* first, and end with 1 if anything shown does not hold."""
    for sentence in complaints:
        if sentence != said:
            click.echo(sentence, err=True)
    if complaints:
        click.get_current_context().exit(1)
