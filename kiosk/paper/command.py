"""`kiosk card`: paper for the tables, made from the set-up."""

from dataclasses import replace
from pathlib import Path

import click

from kiosk.base.printable import printable_lines
from kiosk.cli import options
from kiosk.cli.options import PRINTER, printer_named
from kiosk.folder import data_folder
from kiosk.paper.actions import PaperFiles, cards, slips, witness
from kiosk.paper.sheet import PaperSize, Sheet
from kiosk.paper.text import as_text

PAPER = click.option(
    "--paper",
    type=click.Choice([size.value for size in PaperSize]),
    default=PaperSize.A4.value,
    show_default=True,
    help="What it is printed on.",
)
_FILE = click.Path(dir_okay=False, path_type=Path)
OUT = click.option("--out", "-o", type=_FILE, help="Write plain text.")
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
    folder = data_folder(data)
    if wants_witness:
        sheet, what = witness(folder), "The witness sheet is"
    elif wants_slips:
        sheet, what = slips(folder, division), "The challenge slips are"
    else:
        sheet, what = cards(folder, division), "The station cards are"
    give(sheet, folder, targets(out, pdf, paper, force=force), what, printer)


def targets(out: Path | None, pdf: Path | None, paper: str, *, force: bool) -> PaperFiles:
    """The files named on the command line; what ends in .html is refused when it is written."""
    browser = out is not None and out.suffix.lower() in (".html", ".htm")
    text, html = (None, out) if browser else (out, None)
    return PaperFiles(text, html, pdf, PaperSize(paper), force)


def give(sheet: Sheet, folder: Path, files: PaperFiles, what: str, printer: str | None) -> None:
    """Write *sheet* to *files*, print it on *printer*, and say *what* is there; with neither, show it as
    text."""
    from kiosk.paper.program import make_pdf

    if printer is not None:
        files = replace(files, send=printer_named(printer))
    if not files.leaves:
        click.echo(printable_lines(as_text(sheet)), nl=False)
        return
    files.check(folder)
    files.write(sheet, make_pdf, lambda: None)
    for target in files.named:
        click.echo(f"{what} in {target}.{' Print it at 100 %.' if target == files.pdf else ''}")
    if printer is not None:
        click.echo(f"{what} at the printer {printer}.")
