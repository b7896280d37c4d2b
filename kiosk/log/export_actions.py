"""Records on their way out of the station: into which file, in which form, and that they left."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.base.printable import count_of
from kiosk.errors import LogError
from kiosk.files import write_text
from kiosk.folder import check_target
from kiosk.log.audit_actions import AlertFeed, AuditSource, LineCount, complaints, split_watch
from kiosk.log.bodies import ExportBody
from kiosk.log.chain import Key, Status
from kiosk.log.export_writer import Heading, in_zyzzyva, write_database, write_records
from kiosk.log.filters_reader import Line
from kiosk.log.forms import ExportForm
from kiosk.log.list_actions import Asked, check_names, how_many, lines
from kiosk.log.merged_reader import reading_merged
from kiosk.log.query_reader import Reader
from kiosk.log.reader import Progress, reading
from kiosk.log.standing_reader import verify_here
from kiosk.log.store import log_path
from kiosk.setup.staff_actions import Staff, writing

# ---- outgoing ----------------------------------------------------------------------------------------------
# Records on their way out of the station: into which file, and that it happened.
#
# An export is itself recorded when this process can be the writer. While the station runs it cannot: the
# export is still made, and says so.

# Takes a text piece by piece to where it is wanted.
Give: TypeAlias = Callable[[Iterable[str]], None]


def into_file(out: Path, folder: Path, *, force: bool) -> Give:
    """Into *out*, which may be replaced if *force*; refused at once if it is something precious, or there."""
    check_target(out, folder, force=force)
    return lambda chunks: write_text(chunks, out)


def record_export(staff: Staff, body: ExportBody, *, sound: bool) -> str:
    """Put an export on record; if that cannot be done here, the sentence that says so, else nothing. A log
    that does not hold is evidence, and nothing is added to it."""
    if not sound:
        return "This export is not on record here: the log does not hold, so nothing is added to it."
    try:
        with writing(staff, name=log_path(staff.folder).name) as log:
            log.append(body)
    except LogError as error:
        return f"This export is not on record here. {error}"
    return ""


# ---- export ------------------------------------------------------------------------------------------------
# Export records: exactly those that were asked for, in a form of other programs, or the log whole.

_EVERY = 100  # lines between two words about the progress


@frozen
class Among:
    """The records with *keys* alone, and what narrowed them, by name."""

    keys: frozenset[Key]
    said: tuple[tuple[str, str], ...]


@frozen
class ExportWish:
    """What is asked for, of which log. *among*: and of these alone."""

    form: ExportForm
    asked: Asked
    source: AuditSource | None = None
    among: Among | None = None


@frozen
class Exported:
    """*unrecorded*: why the export itself is not on record, if so. *complaints*: what does not hold of what
    was given out."""

    count: int
    unrecorded: str
    complaints: tuple[str, ...]
    doubt: str = ""  # of the log as a whole: the first of the complaints


def export_records(staff: Staff, wish: ExportWish, give: Give, progress: Progress | None = None) -> Exported:
    """Give out the records of *wish*, newest first."""
    source, seen = wish.source or AuditSource(staff.folder), LineCount()
    integrity = _integrity_export(source) if wish.form is ExportForm.HTML else ""
    with source.reader() as reader:
        asked = check_names(wish.asked, reader, staff.folder)
        feed = AlertFeed(reader, split_watch(staff.folder))
        found = _report(_keep(lines(reader, asked, feed), wish.among), reader, asked, progress)
        heading = Heading("Challenge log", _sentence(asked, wish.among), integrity, reader.doubt)
        give(_last_call(_render(wish.form, seen, found, heading), staff.leaving))
    also = () if wish.among is None else wish.among.said
    body = ExportBody(wish.form.value, seen.count, {**asked.as_json(), **dict(also)})
    sound = not (reader.doubt or seen.changed or reader.damaged)
    note = record_export(staff, body, sound=sound) if source.is_own else ""
    return Exported(seen.count, note, complaints(reader, seen, source), reader.doubt)


def export_whole(staff: Staff, merged: Path | None, out: Path, *, force: bool) -> Exported:
    """Copy the whole log to *out*, a SQLite file. One that does not hold is copied all the same: as
    evidence."""
    check_target(out, staff.folder, force=force)
    with reading_merged(merged) if merged else reading(log_path(staff.folder)) as conn:
        count = write_database(conn, out)
    verified = AuditSource(staff.folder, merged).verify().values()
    fault = next((found.reason for found in verified if found.exit_code), None)
    body = ExportBody("sqlite", count, {})
    note = record_export(staff, body, sound=fault is None) if merged is None else ""
    said = () if fault is None else (f"The log that was copied does not verify. {fault}",)
    return Exported(count, note, said)


def _last_call(chunks: Iterable[str], leaving: Callable[[], None]) -> Iterator[str]:
    """*chunks*, and a call when all of them were taken and nothing has been given out yet."""
    yield from chunks
    leaving()


def _report(found: Iterable[Line], reader: Reader, asked: Asked, progress: Progress | None) -> Iterator[Line]:
    """*found*, with word of how far it is."""
    if progress is None:
        yield from found
        return
    total = how_many(reader, asked)
    for done, line in enumerate(found, start=1):
        if done % _EVERY == 0:
            progress(done, total)
        yield line


def _keep(found: Iterable[Line], among: Among | None) -> Iterable[Line]:
    return found if among is None else (line for line in found if line.found.key in among.keys)


def _sentence(asked: Asked, among: Among | None) -> str:
    also = "" if among is None else f" Only {', '.join(f'{name} {value}' for name, value in among.said)}."
    return f"{asked.sentence}{also}"


def _render(form: ExportForm, seen: LineCount, found: Iterable[Line], heading: Heading) -> Iterator[str]:
    given = seen.over(found)
    if form is ExportForm.ZYZZYVA:
        kept = [line for line in given if in_zyzzyva(line)]
        seen.count = len(kept)
        given = reversed(kept)  # its file grows downwards
    return write_records(form, given, heading)


def _integrity_export(source: AuditSource) -> str:
    """What the HTML page says of the chain."""
    return "Records of several stations." if source.merged else integrity_line(source.log)


def integrity_line(path: Path) -> str:
    """Whether the log at *path* holds, in one sentence."""
    found = verify_here(path)
    if found.status is not Status.INTACT:
        return f"The log does not verify. {found.reason}"
    chain = f"The chain of {count_of(found.count, 'record')} is intact (not held to a head on paper)."
    return f"{chain} Head {found.head}"
