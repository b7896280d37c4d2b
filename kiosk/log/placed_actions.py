"""In which of several open logs a record stands, and what can be made of all of them together.

Rules guarded here: a number that two stations have given is not guessed at; of a chain that lies in several
files the longest is used; what cannot be merged is not left out in silence.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from kiosk.actions import Tools
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import LogError
from kiosk.log.audit_actions import AuditSource
from kiosk.log.chain import address_of
from kiosk.log.merge_store import merge_logs
from kiosk.log.reader import Progress, real_path
from kiosk.log.show_actions import named_records
from kiosk.log.sources import SourceStanding
from kiosk.log.sources_reader import OpenChain, log_files, survey
from kiosk.log.store import log_path
from kiosk.setup.staff_actions import Staff


@frozen
class RecordPlaced:
    """The record *which* of *source*; *others*: the logs of the other stations."""

    source: AuditSource
    which: str
    others: tuple[Path, ...] = ()


def place_record(staff: Staff, which: str, tools: Tools) -> RecordPlaced:
    """Where the record that is called *which* (`write_address`) stands."""
    record, chain = address_of(which)
    if not tools.logs:
        return RecordPlaced(AuditSource(staff.folder, progress=tools.progress), record)
    used = _longest_of_each(tools.logs)
    meant = [log for log in used if log.end.key == chain] if chain else _with_number(staff, record, used)
    if len({log.path for log in meant}) != 1:
        several = "is in several of these logs. Find it in the list (page Log), and press ENTER there."
        nowhere = "is in none of these logs. Check the number on the slip."
        raise LogError(f"{printable(record).upper()} {several if meant else nowhere}")
    source = _source(staff, meant[0], chain, tools.progress)
    others = (log.path for log in used if log.path != meant[0].path and log.file and not log.file.merged)
    return RecordPlaced(source, record, tuple(dict.fromkeys(others)))


def _longest_of_each(logs: tuple[Path, ...]) -> list[OpenChain]:
    chains = survey(log_files(logs))
    used = [log for log in chains if log.standing is SourceStanding.USED]
    if not used:
        raise LogError(chains[0].sentence)
    return used


def _with_number(staff: Staff, record: str, used: list[OpenChain]) -> list[OpenChain]:
    """Those in which there is a record of that name; one alone for a file with several chains."""
    found = []
    for chain in {chain.path: chain for chain in used}.values():
        with _source(staff, chain, None, None).reader() as reader:
            try:
                named_records(reader, record)
            except LogError:
                continue
        found.append(chain)
    return found


def _source(
    staff: Staff, one: OpenChain, chain: tuple[str, str] | None, progress: Progress | None
) -> AuditSource:
    if real_path(one.path) == real_path(log_path(staff.folder)):
        return AuditSource(staff.folder, progress=progress)
    if one.file is not None and one.file.merged:
        return AuditSource(staff.folder, merged=one.path, chain=chain, progress=progress)
    return AuditSource(staff.folder, other=one.path, progress=progress)


@contextmanager
def open_all(staff: Staff, tools: Tools) -> Iterator[AuditSource]:
    """All that is open as one: several logs are merged into a file that is gone afterwards."""
    if not tools.logs:
        yield AuditSource(staff.folder, progress=tools.progress)
        return
    used = {log.path: log for log in _longest_of_each(tools.logs)}
    if len(used) == 1:
        yield _source(staff, next(iter(used.values())), None, tools.progress)
        return
    with TemporaryDirectory(prefix="kiosk-") as private:
        merged = Path(private, "merged.db")
        missing = [source for source in merge_logs(list(used), merged) if not source.taken]
        if missing:
            raise LogError(" ".join(f"{source.source.name}: {source.why}" for source in missing))
        yield AuditSource(staff.folder, merged=merged)
