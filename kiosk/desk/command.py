"""`kiosk desk`: the adjudicator's desk, at which staff rule from slips."""

import click


@click.command("desk")
@click.option("--windowed", is_flag=True, help="In a window instead of the whole screen.")
@click.pass_context
def command(ctx: click.Context, windowed: bool) -> None:
    """The adjudicator's desk: a judge rules from slips, by keys alone.

    It keeps the log while it runs, as the station does; so one of the two runs on a data folder at a time.
    """
    from kiosk.desk.program import start_desk  # Qt, which --help does without

    start_desk(ctx.obj, windowed=windowed)
