"""How a command of `kiosk log` ends when what it showed does not hold: one sentence each, and exit code 1."""

from collections.abc import Sequence

import click


def end(complaints: Sequence[str]) -> None:
    """Say what must be said, and end with 1 if anything shown is not as it was recorded."""
    for sentence in complaints:
        click.echo(sentence, err=True)
    if complaints:
        click.get_current_context().exit(1)
