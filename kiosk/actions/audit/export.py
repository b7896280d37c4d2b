"""Export records: exactly those that were asked for, in a form of other programs, or the log whole."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from kiosk.actions.audit.asked import Asked
from kiosk.actions.audit.complaints import complaints, counted
from kiosk.actions.audit.known import checked
from kiosk.actions.audit.lines import AlertFeed, LineCount, how_many, lines, split_watch
from kiosk.actions.audit.outgoing import Give, record_export
from kiosk.actions.audit.source import AuditSource
from kiosk.actions.staff import Staff
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import ExportBody
from kiosk.core.log.chain import Status
from kiosk.core.log.facts import Key
from kiosk.storage.export.database import write_database
from kiosk.storage.export.records import (
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
from kiosk.storage.log.acknowledged import verify_here
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.merged import reading_merged
from kiosk.storage.reading.query import Reader
from kiosk.storage.reading.reader import Progress, reading

_EVERY = 100  # lines between two words about the progress


@frozen
class Among:
    """The records with *keys* alone, and what narrowed them, by name."""

    keys: frozenset[Key]
    said: tuple[tuple[str, str], ...]


@frozen
class ExportWish:
    """*form*: one of the text formats; what is asked for, of which log. *among*: and of these alone."""

    form: str
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
    integrity = _integrity(source) if wish.form == "html" else ""
    with source.reader() as reader:
        asked = checked(wish.asked, reader, staff.folder)
        feed = AlertFeed(reader, split_watch(staff.folder))
        found = _told(_kept(lines(reader, asked, feed), wish.among), reader, asked, progress)
        heading = Heading("Challenge log", _sentence(asked, wish.among), integrity, reader.doubt)
        give(_last_call(_rendered(wish.form, seen, found, heading), staff.leaving))
    also = () if wish.among is None else wish.among.said
    body = ExportBody(wish.form, seen.count, {**asked.as_json(), **dict(also)})
    sound = not (reader.doubt or seen.changed or reader.damaged)
    note = record_export(staff, body, sound=sound) if source.is_own else ""
    return Exported(seen.count, note, complaints(reader, seen, source), reader.doubt)


def export_whole(staff: Staff, merged: Path | None, out: Path, *, force: bool) -> Exported:
    """Copy the whole log to *out*, a SQLite file. One that does not hold is copied all the same: as
    evidence."""
    check_target(out, staff.folder, force=force)
    with reading_merged(merged) if merged else reading(log_path(staff.folder)) as conn:
        count = write_database(conn, out)
    verified = AuditSource(staff.folder, merged).verified().values()
    fault = next((found.reason for found in verified if found.exit_code), None)
    body = ExportBody("sqlite", count, {})
    note = record_export(staff, body, sound=fault is None) if merged is None else ""
    said = () if fault is None else (f"The log that was copied does not verify. {fault}",)
    return Exported(count, note, said)


def _last_call(chunks: Iterable[str], leaving: Callable[[], None]) -> Iterator[str]:
    """*chunks*, and a call when all of them were taken and nothing has been given out yet."""
    yield from chunks
    leaving()


def _told(found: Iterable[Line], reader: Reader, asked: Asked, progress: Progress | None) -> Iterator[Line]:
    """*found*, with word of how far it is."""
    if progress is None:
        yield from found
        return
    total = how_many(reader, asked)
    for done, line in enumerate(found, start=1):
        if done % _EVERY == 0:
            progress(done, total)
        yield line


def _kept(found: Iterable[Line], among: Among | None) -> Iterable[Line]:
    return found if among is None else (line for line in found if line.found.key in among.keys)


def _sentence(asked: Asked, among: Among | None) -> str:
    also = "" if among is None else f" Only {', '.join(f'{name} {value}' for name, value in among.said)}."
    return f"{asked.sentence}{also}"


def _rendered(form: str, seen: LineCount, found: Iterable[Line], heading: Heading) -> Iterator[str]:
    if form == "html":
        return as_html(seen.over(found), heading)
    if form == "zyzzyva":
        kept = [line for line in seen.over(found) if in_zyzzyva(line)]
        seen.count = len(kept)
        return as_zyzzyva(reversed(kept), heading.doubt)  # its file grows downwards
    return {"csv": as_csv, "json": as_json, "jsonl": as_jsonl}[form](seen.over(found), heading.doubt)


def _integrity(source: AuditSource) -> str:
    """What the HTML page says of the chain."""
    return "Records of several stations." if source.merged else integrity_line(source.log)


def integrity_line(path: Path) -> str:
    """Whether the log at *path* holds, in one sentence."""
    found = verify_here(path)
    if found.status is not Status.INTACT:
        return f"The log does not verify. {found.reason}"
    chain = f"The chain of {counted(found.count, 'record')} is intact (not held to a head on paper)."
    return f"{chain} Head {found.head}"
