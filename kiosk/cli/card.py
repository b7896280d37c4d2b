"""`kiosk card`: paper for the tables, made from the set-up."""

import sys
from pathlib import Path

import click

from kiosk.actions.card import cards, slips, witness, write_page
from kiosk.cli.shell import completing
from kiosk.core.paper.page import PaperSize
from kiosk.folder import data_folder

PAPER = click.option(
    "--paper",
    type=click.Choice([size.value for size in PaperSize]),
    default=PaperSize.A4.value,
    show_default=True,
    help="What it is printed on.",
)
OUT = click.option("--out", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
FORCE = click.option("--force", is_flag=True, help="Replace a file that is there; never a log or a list.")


@click.command()
@click.option(
    "--division",
    metavar="ID",
    shell_complete=completing.division,
    help="Only this division; else all, in one file.",
)
@click.option("--slips", "wants_slips", is_flag=True, help="A sheet of challenge slips to cut instead.")
@click.option("--witness", "wants_witness", is_flag=True, help="The sheet to sign the log's end on instead.")
@PAPER
@OUT
@FORCE
@click.pass_obj
def command(  # noqa: PLR0913 - one for each option
    data: str | None,
    /,
    division: str | None,
    wants_slips: bool,
    wants_witness: bool,
    paper: str,
    out: Path | None,
    force: bool,
) -> None:
    """Make the card of each division from the set-up, as pages to print (two sides each)."""
    if wants_slips and wants_witness:
        raise click.UsageError("--slips and --witness make a file each. Ask for one at a time.")
    if wants_witness and division is not None:
        raise click.UsageError("A witness sheet is the station's, not a division's. Leave --division out.")
    folder, size = data_folder(data), PaperSize(paper)
    if wants_witness:
        page, what = witness(folder, size), "The witness sheet is"
    elif wants_slips:
        page, what = slips(folder, division, size), "The challenge slips are"
    else:
        page, what = cards(folder, division, size), "The station cards are"
    give(page, folder, out, f"{what} in {out}", force=force)


def give(page: str, folder: Path, out: Path | None, done: str, *, force: bool) -> None:
    """Write *page* to *out* and say that it is *done*; without *out* print it, but not to a terminal."""
    if out is not None:
        write_page(page, folder, out, force=force)
        click.echo(f"{done}. Open it in a browser and print it at 100 %.")
    elif sys.stdout.isatty():
        raise click.UsageError("This is a page for a browser. Name a file for it: --out card.html")
    else:
        click.echo(page, nl=False)
