"""`kiosk rehearsal`: a challenge from beginning to end, for newcomers."""

import click

from kiosk.cli import options
from kiosk.practice.rehearsal_run import RehearsalWish


@click.command("rehearsal")
@click.option(
    "--rules", metavar="ID", shell_complete=options.rule_set, help="A rule set other than the set-up's."
)
@click.option(
    "--penalty", metavar="ID", shell_complete=options.penalty, help="A penalty other than the set-up's."
)
@click.option("--windowed", is_flag=True, help="In a window instead of the whole screen.")
@click.pass_context
def command(ctx: click.Context, rules: str | None, penalty: str | None, windowed: bool) -> None:
    """Rehearse a challenge at the station's own screens, with a lesson below them.

    For two people, or one who plays both: who types, who checks, who presses, what it costs. Nothing is kept,
    and the station's log is not touched. Not while an event is open here.
    """
    from kiosk.practice.rehearsal_program import start_rehearsal

    start_rehearsal(ctx.obj, RehearsalWish(rules, penalty), windowed=windowed)
