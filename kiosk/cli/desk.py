"""The director's desk: what event and round commands work with, once the director was let in.

Rules it guards: on an event command the whole log is verified first; afterwards it is copied and its head is
given out, to be written on paper. A copy that was not made is said last and changes the exit code.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from kiosk.cli.passcode_prompt import require
from kiosk.core.log.canonical import Json
from kiosk.core.log.chain import Status
from kiosk.core.log.history import History
from kiosk.core.setup.settings import Settings
from kiosk.errors import LogBroken, LogError, SetupError
from kiosk.folder import data_folder
from kiosk.storage.log.second_copy import CopyState, SecondCopy, copy_log, copy_name
from kiosk.storage.log.standing import read_standing
from kiosk.storage.log.writer import Log
from kiosk.storage.setup.file import load_settings
from kiosk.storage.system_clock import system_clock


@dataclass(frozen=True, slots=True)
class Desk:
    folder: Path
    settings: Settings
    log: Log
    past: History


@contextmanager
def director_desk(ctx: click.Context, where: str, wait_s: float, *, verified: bool = True) -> Iterator[Desk]:
    """The desk for the command *where*; *verified*: only if the whole log holds."""
    folder = data_folder(ctx.obj)
    settings = load_settings(folder)
    if settings is None:
        raise SetupError("This station is not set up. Run “kiosk setup --from FILE” first.")
    with Log.open(folder, system_clock, settings.letter, wait_s=wait_s, holder=where) as log:
        if verified:
            _verify(log)
        require(folder, log, where=where)
        yield Desk(folder, settings, log, read_standing(log.path).past)


def _verify(log: Log) -> None:
    found = log.verify()
    if found.status is Status.UNREADABLE:
        raise LogError(found.reason)
    if not found.holds:
        raise LogBroken(
            f"The log does not hold. {found.reason} Keep the file and use another station.",
            found.first_bad or 1,
        )


def finish(desk: Desk, sentence: str, told: Mapping[str, object], *, as_json: bool) -> None:
    """Note that the whole log was verified, copy it, and give its head out; *told* is the start of the JSON
    answer."""
    desk.log.checkpoint(given_out=True)
    copy = _copy(desk)
    head = desk.log.head()
    missing = copy is not None and copy.state is not CopyState.MADE
    if as_json:
        done = {
            **told,
            "station": head.station,
            "epoch": head.epoch,
            "count": head.count,
            "at": head.at,
            "head": head.hash,
            "code": head.code,
            "second_copy": None if copy is None else {"state": copy.state, "note": copy.note},
        }
        click.echo(json.dumps(done, ensure_ascii=False, indent=2))
    else:
        click.echo(sentence)
        if copy is not None and not missing:
            click.echo(copy.note)
        click.echo(f"Write down: station {desk.settings.letter}, {head.count} records, head {head.code}")
    if copy is not None and missing:
        click.echo(f"NOT COPIED. {copy.note} Then run “kiosk event tonight”.", err=True)
        sys.exit(1)


def _copy(desk: Desk) -> SecondCopy | None:
    if desk.settings.second_copy is None:
        return None
    head = desk.log.head()
    name = copy_name(desk.settings.letter, head.station, head.epoch)
    return copy_log(desk.log.path, Path(desk.settings.second_copy), name)


def event_of(body: Mapping[str, Json]) -> dict[str, object]:
    """The start of the JSON answer to an event command."""
    return {"event": body.get("event")}
