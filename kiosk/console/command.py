"""`kiosk director`: the director's console."""

from pathlib import Path

import click

from kiosk.console.alone_program import start_director
from kiosk.hub.options import require_extra


@click.command("director")
@click.option(
    "--log",
    "logs",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="PATH",
    help="Read this log: a file, a folder of logs, or a merged file. May be given several times.",
)
@click.option(
    "--hub",
    metavar="WHERE",
    help="Read the logs of a hub: a reader's enrolment, or the hub's folder or address.",
)
@click.pass_context
def command(ctx: click.Context, logs: tuple[Path, ...], hub: str | None) -> None:
    """The director's console: the last rulings, the log, its integrity, and what can be done about an event.

    Asks for the director's passcode where one is set. Beside a running station it reads; what must be written
    is then done in the console inside the station (Ctrl+F12, the passcode, 3).

    With --log other logs are read instead of this folder's: those of several stations, copies on a stick, a
    merged file. Name this folder's log too if it shall be among them. What is written goes to this folder's
    log alone.

    With --hub the logs of all stations are read from their hub and followed as they grow. `kiosk hub enrol
    --reader` makes the file for it.
    """
    if hub:
        require_extra()
    start_director(ctx.obj, logs, hub or "")
