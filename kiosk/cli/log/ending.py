"""How a command of `kiosk log` ends when what it showed does not hold: one sentence, and exit code 1."""

from pathlib import Path

import click

from kiosk.cli.log.lines import Watch
from kiosk.core.log.chain import Status
from kiosk.folder import data_folder
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.merged import reading_merged, verify_merged
from kiosk.storage.reading.query import Reader
from kiosk.storage.reading.reader import verify_log


def counted(number: int, what: str) -> str:
    """*number* of *what*, a word in the singular."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def complaints(reader: Reader, watch: Watch, data: str | None, merged: Path | None) -> list[str]:
    """What must be said of what was shown, a sentence each; nothing if all of it holds."""
    said = []
    if watch.changed:
        were = "record shown was" if watch.changed == 1 else "of the records shown were"
        said.append(
            f"{watch.changed} {were} changed after being recorded: the hash does not fit. "
            f"Run “kiosk log verify{f' --merged {merged}' if merged else ''}”."
        )
    if reader.damaged:
        said.append(
            "The file is damaged; what is shown was read past the damage. "
            f"{_chain(data, merged)} Run “kiosk log verify”, and use a sound copy."
        )
    if watch.odd:
        were = "record shown is" if watch.odd == 1 else "of the records shown are"
        said.append(f"{watch.odd} {were} not as this program writes records. Another program made it.")
    return said


def end(reader: Reader, watch: Watch, data: str | None, merged: Path | None) -> None:
    """Say what must be said, and end with 1 if anything shown is not as it was recorded."""
    said = complaints(reader, watch, data, merged)
    for sentence in said:
        click.echo(sentence, err=True)
    if said:
        click.get_current_context().exit(1)


def _chain(data: str | None, merged: Path | None) -> str:
    if merged is None:
        found = [verify_log(log_path(data_folder(data)))]
    else:
        with reading_merged(merged) as conn:
            found = list(verify_merged(conn).values())
    bad = next((one for one in found if one.status is not Status.INTACT), None)
    return "The chain of the records is intact." if bad is None else f"The chain is broken: {bad.reason}"
