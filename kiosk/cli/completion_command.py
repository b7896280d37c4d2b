"""`kiosk completion`: the few lines that let a shell complete commands, options, ids and ruling numbers."""

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_KIOSK_COMPLETE"  # click asks for the environment variable by this name


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print what lets SHELL complete commands, options, ids and ruling numbers with TAB.

    Put the line for your shell where it reads its settings: the first of these into ~/.bashrc, or the second
    into ~/.zshrc. For fish run the third once.
    """
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"This version of the program cannot complete in {shell}.")
    click.echo(made(ctx.find_root().command, {}, "kiosk", _VARIABLE).source())
