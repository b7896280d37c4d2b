"""`kiosk log export`: records on their way out.

An export is itself recorded when this process can be the writer. While the station runs it cannot: the export
is still made, and says so.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from kiosk.cli.log.ending import counted, end
from kiosk.cli.log.filters import MERGED, Asked, asked, filter_options, reader_of
from kiosk.cli.log.known import checked
from kiosk.cli.log.lines import AlertFeed, Watch, how_many, lines, split_window_s
from kiosk.cli.progress import with_progress
from kiosk.cli.standard_stream import write_to_stdout
from kiosk.core.log.canonical import Json
from kiosk.core.log.chain import NOTHING, Status, Verification
from kiosk.core.log.kinds import Kind
from kiosk.errors import LogError
from kiosk.files import write_text
from kiosk.folder import data_folder
from kiosk.storage.export.database import write_database
from kiosk.storage.export.records import (
    FORMATS,
    Heading,
    Line,
    as_csv,
    as_html,
    as_json,
    as_jsonl,
    as_zyzzyva,
    in_zyzzyva,
)
from kiosk.storage.export.target import check_target
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.merged import reading_merged, verify_merged
from kiosk.storage.reading.reader import reading, verify_log, verify_open

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
@click.pass_obj
def export_command(
    data: str | None, /, form: str, out: Path, force: bool, merged: Path | None, **given: Any
) -> None:
    """Write exactly the rulings that fit the filters, newest first; other records with --kind.

    sqlite: the whole log, always. zyzzyva: the lines of its challenge.txt, which knows rulings only and no
    referred plays. Exit code 1: a record given out is not as it was recorded.
    """
    folder, wanted = data_folder(data), asked(given)
    if out != STDOUT:
        check_target(out, folder, force=force)
    if form == "sqlite":
        count = _export_database(data, merged, out, wanted)
        fault = _fault(data, merged)
        _on_record(
            folder, merged, out, {"format": form, "records": count, "filters": {}}, sound=fault is None
        )
        if fault is not None:
            click.echo(f"The log that was copied does not verify. {fault}", err=True)
            click.get_current_context().exit(1)
        return
    watch = Watch()
    integrity = _integrity(data, merged) if form == "html" else ""
    with reader_of(data, merged) as reader:
        wanted = checked(wanted, reader, folder)
        feed = AlertFeed(reader, split_window_s(folder))
        found = with_progress(lines(reader, wanted, feed), lambda: how_many(reader, wanted), "Exporting")
        chunks = _rendered(form, watch, found, Heading("Challenge log", wanted.sentence, integrity))
        write_to_stdout(chunks) if out == STDOUT else write_text(chunks, out)
    body: dict[str, Json] = {"format": form, "records": watch.count, "filters": wanted.as_json()}
    _on_record(folder, merged, out, body, sound=not (watch.changed or reader.damaged))
    end(reader, watch, data, merged)


def _on_record(
    folder: Path, merged: Path | None, out: Path, body: Mapping[str, Json], *, sound: bool
) -> None:
    note = record_export(folder, body, sound=sound) if merged is None else ""
    if note:
        click.echo(note, err=True)
    if out != STDOUT:
        count = int(str(body["records"]))
        click.echo(f"{counted(count, 'record')} {'is' if count == 1 else 'are'} in {out}.", err=True)


def _rendered(form: str, watch: Watch, found: Iterable[Line], heading: Heading) -> Iterator[str]:
    if form == "html":
        return as_html(watch.over(found), heading)
    if form == "zyzzyva":
        kept = [line for line in watch.over(found) if in_zyzzyva(line)]
        watch.count = len(kept)
        return as_zyzzyva(reversed(kept))  # its file grows downwards
    return {"csv": as_csv, "json": as_json, "jsonl": as_jsonl}[form](watch.over(found))


def _integrity(data: str | None, merged: Path | None) -> str:
    """What the HTML page says of the chain."""
    return "Records of several stations." if merged else integrity_line(log_path(data_folder(data)))


def integrity_line(path: Path) -> str:
    """Whether the log at *path* holds, in one sentence."""
    found = verify_log(path)
    if found.status is not Status.INTACT:
        return f"The log does not verify. {found.reason}"
    chain = f"The chain of {counted(found.count, 'record')} is intact (not held to a head on paper)."
    return f"{chain} Head {found.head}"


def _export_database(data: str | None, merged: Path | None, out: Path, wanted: Asked) -> int:
    if wanted.as_json().keys() - {"kind"}:
        raise click.UsageError("A SQLite copy always holds everything: leave the filters out.")
    if out == STDOUT:
        raise click.UsageError("A SQLite copy needs a file: name it with --out FILE.")
    source = reading_merged(merged) if merged else reading(log_path(data_folder(data)))
    with source as conn:
        write_database(conn, out)
        return int(conn.execute("SELECT count(*) FROM records NOT INDEXED").fetchone()[0])


def _fault(data: str | None, merged: Path | None) -> str | None:
    """Why a log that was copied whole does not hold. It is copied all the same: as evidence."""
    return next((found.reason for found in _verified(data, merged) if found.exit_code), None)


def _verified(data: str | None, merged: Path | None) -> Iterable[Verification]:
    if merged is None:
        with reading(log_path(data_folder(data))) as conn:
            return [verify_open(conn, NOTHING)]
    with reading_merged(merged) as conn:
        return verify_merged(conn).values()


def record_export(folder: Path, body: Mapping[str, Json], *, sound: bool) -> str:
    """Put an export on record; if that cannot be done here, the sentence that says so, else nothing. A log
    that does not hold is evidence, and nothing is added to it."""
    from kiosk.storage.log.writer import Log
    from kiosk.storage.system_clock import system_clock

    if not sound:
        return "This export is not on record here: the log does not hold, so nothing is added to it."
    try:
        with Log.open(folder, system_clock, name=log_path(folder).name) as log:
            log.append(Kind.EXPORT, body)
    except LogError as error:
        return f"This export is not on record here. {error}"
    return ""
