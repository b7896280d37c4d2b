"""`kiosk card`: paper for the tables, made from the set-up."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from kiosk.cli import options
from kiosk.cli.options import PRINTER, printer_named
from kiosk.folder import data_folder
from kiosk.paper.actions import PaperTargets, TablePaper, cards, slips, witness, write_paper
from kiosk.paper.sheet import PaperSize

PAPER = click.option(
    "--paper",
    type=click.Choice([size.value for size in PaperSize]),
    default=PaperSize.A4.value,
    show_default=True,
    help="What it is printed on.",
)
_FILE = click.Path(dir_okay=False, path_type=Path)
OUT = click.option("--out", "-o", type=_FILE, help="Write a page for a browser.")
PDF = click.option("--pdf", type=_FILE, metavar="FILE", help="Write a PDF to print, typefaces included.")
FORCE = click.option("--force", is_flag=True, help="Replace a file that is there; never a log or a list.")


@click.command()
@click.option(
    "--division",
    metavar="ID",
    shell_complete=options.division,
    help="Only this division; else all, in one file.",
)
@click.option("--slips", "wants_slips", is_flag=True, help="A sheet of challenge slips to cut instead.")
@click.option("--witness", "wants_witness", is_flag=True, help="The sheet to sign the log's end on instead.")
@PAPER
@OUT
@PDF
@PRINTER
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
    pdf: Path | None,
    printer: str | None,
    force: bool,
) -> None:
    """Make the card of each division from the set-up, as pages to print (two sides each)."""
    if wants_slips and wants_witness:
        raise click.UsageError("--slips and --witness make a file each. Ask for one at a time.")
    if wants_witness and division is not None:
        raise click.UsageError("A witness sheet is the station's, not a division's. Leave --division out.")
    folder, size = data_folder(data), PaperSize(paper)
    if wants_witness:
        made, what = witness(folder, size), "The witness sheet is"
    elif wants_slips:
        made, what = slips(folder, division, size), "The challenge slips are"
    else:
        made, what = cards(folder, division, size), "The station cards are"
    give(made, folder, PaperTargets(out, pdf, force), what, printer)


def give(
    made: TablePaper, folder: Path, targets: PaperTargets, what: str, printer: str | None = None
) -> None:
    """Write *made* to *targets*, print it on *printer*, and say *what* is there. With none of them, show the
    page, but not on a terminal."""
    from kiosk.paper.program import printed

    targets = replace(targets, send=printer_named(printer))
    nowhere = not targets.named and printer is None
    if nowhere and sys.stdout.isatty():
        raise click.UsageError("Name a file for it: --pdf card.pdf, or --out card.html for a browser.")
    if nowhere:
        click.echo(made.html, nl=False)
        return
    write_paper(made, folder, targets, printed)
    if targets.html is not None:
        click.echo(f"{what} in {targets.html}. Open it in a browser and print it at 100 %.")
    if targets.pdf is not None:
        click.echo(f"{what} in {targets.pdf}. Print it at 100 %.")
    if printer is not None:
        click.echo(f"{what} at the printer {printer}.")
