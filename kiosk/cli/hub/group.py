"""`kiosk hub`: one picture of many stations, on PostgreSQL."""

import click

from kiosk.cli.hub.making import enrol_command, init_command, strike_command
from kiosk.cli.hub.page import serve_command
from kiosk.cli.hub.sending import export_command, push_command, take_command
from kiosk.cli.hub.witness import heads_command, status_command, verify_command
from kiosk.cli.shell.help import InOrder


@click.group(cls=InOrder)
def command() -> None:
    """Many stations, one picture: a hub on PostgreSQL collects and witnesses their logs.

    Each station stays its own master: it rules without a hub, and pushes when there is one. Needs the extra
    challenge-kiosk[hub].
    """


for _one in (
    *(init_command, enrol_command, strike_command, push_command, export_command, take_command),
    *(status_command, serve_command, verify_command, heads_command),
):
    command.add_command(_one)
