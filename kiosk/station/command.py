"""`kiosk station`: the full-screen challenge station."""

import click

from kiosk.station.start import start


@click.command("station")
@click.option("--windowed", is_flag=True, help="In a window, unguarded: for development only.")
@click.option("--out-of-service", metavar="WHY", default="", help="Start closed; for the supervisor.")
@click.pass_context
def command(ctx: click.Context, windowed: bool = False, out_of_service: str = "") -> None:
    """The full-screen challenge station."""
    if windowed:
        click.echo("Windowed: for development only. Nothing is locked.", err=True)
    start(ctx.obj, windowed, out_of_service)
