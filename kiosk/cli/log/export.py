"""`kiosk log export`: records on their way out."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiosk.actions.audit.complaints import counted
from kiosk.cli.log.ending import end, say_first
from kiosk.cli.log.filters import MERGED, asked, filter_options
from kiosk.cli.progress import progress_bar
from kiosk.cli.shell.standard_stream import write_to_stdout
from kiosk.storage.export.records import FORMATS

if TYPE_CHECKING:
    from kiosk.actions.audit.export import Exported
    from kiosk.actions.audit.outgoing import Give

STDOUT = Path("-")
OUT = click.option(
    "--out", "-o", type=click.Path(path_type=Path), default=STDOUT, help="The file to write; - for stdout."
)
FORCE = click.option("--force", is_flag=True, help="Replace a file that is there; never a log or a list.")


@click.command("export", short_help="Write the rulings that fit the filters to a file.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="csv", show_default=True, help="As what."
)
@OUT
@FORCE
@filter_options
@MERGED
@click.pass_context
def export_command(
    ctx: click.Context, /, form: str, out: Path, force: bool, merged: Path | None, **given: Any
) -> None:
    """Write exactly the rulings that fit the filters, newest first; other records with --kind.

    sqlite: the whole log, always. zyzzyva: the lines of its challenge.txt, which knows rulings only and no
    referred plays. Exit code 1: a record given out is not as it was recorded, or records are missing; every
    form but sqlite says so itself.
    """
    from kiosk.actions.audit.export import ExportWish, export_records, export_whole
    from kiosk.actions.audit.source import AuditSource
    from kiosk.cli.staff import staff_of  # what writes is slow to load, and the other commands of `log` read

    staff, wanted = staff_of(ctx), asked(given)
    if form == "sqlite":
        if wanted.as_json().keys() - {"kind"}:
            raise click.UsageError("A SQLite copy always holds everything: leave the filters out.")
        if out == STDOUT:
            raise click.UsageError("A SQLite copy needs a file: name it with --out FILE.")
        _tell(export_whole(staff, merged, out, force=force), out)
        return
    with progress_bar("Exporting") as progress:
        give = giving(out, staff.folder, force=force)
        wish = ExportWish(form, wanted, AuditSource(staff.folder, merged))
        done = export_records(staff, wish, give, progress)
    _tell(done, out)


def giving(out: Path, folder: Path, *, force: bool) -> "Give":
    """Where an answer of a command on the data folder *folder* goes."""
    from kiosk.actions.audit.outgoing import into_file

    return write_to_stdout if out == STDOUT else into_file(out, folder, force=force)


def _tell(done: "Exported", out: Path) -> None:
    say_first(done.doubt)
    if done.unrecorded:
        click.echo(done.unrecorded, err=True)
    if out != STDOUT:
        are = "is" if done.count == 1 else "are"
        click.echo(f"{counted(done.count, 'record')} {are} in {out}.", err=True)
    end(done.complaints, done.doubt)
