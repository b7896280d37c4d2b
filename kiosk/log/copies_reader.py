"""The copies a spare machine goes on after: kept beside its own log, and read together with it.

The first record of such a log names station, epoch, count and head of a copy, and that copy lies in a folder
beside it. The rules guarded here: a copy is kept whole and verified or not at all; only one that is named is
read, and it is held to what was named; the station's own log is read as it was at one moment, so that no long
read stands in its writer's way.
"""

import glob
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import LogError, OutputError
from kiosk.files import make_private_folder
from kiosk.folder import RESTORED
from kiosk.log.bodies import ContinuedLog
from kiosk.log.chain import Head, Verification, unreadable
from kiosk.log.export_writer import write_database
from kiosk.log.query_reader import Reader, askable, open_reader, sentence_about
from kiosk.log.reader import (
    DAMAGE,
    bound_work,
    damage_sentence,
    head_of,
    is_regular,
    reading,
    snapshot,
    verify_log,
)
from kiosk.log.schema import COLUMNS
from kiosk.log.standing_reader import WALKED, hash_at, read_continued

# ---- kept file ---------------------------------------------------------------------------------------------
# A log kept for good beside another one: read-only, whole, verified, or not there at all.

_FOR_READING = 0o400
_FOR_OWNER = 0o600


def keep(log: Path, target: Path) -> None:
    """Keep a copy of *log* as *target*, durably, in place of what an attempt that broke off left there."""
    try:
        make_private_folder(target.parent)
        if target.exists():
            target.chmod(_FOR_OWNER)  # Windows does not replace what may only be read
        with reading(log) as conn:
            write_database(conn, target)
        target.chmod(_FOR_READING)
    except OSError as error:
        raise OutputError(
            f"{target} could not be kept: {error.strerror or error}. Nothing was restored. Check the disk."
        ) from error
    found = verify_log(target, in_use=False)
    if not found.holds:
        raise LogError(
            f"{log} does not verify when copied to {target.parent}. {found.reason} Nothing was restored."
        )


# ---- beside ------------------------------------------------------------------------------------------------
# The copies beside the log of a spare machine: what its own log goes on after, read together with it.
#
# The first record of such a log names station, epoch, count and head of a copy, and that copy lies in a
# folder beside it. The rules guarded here: only a copy that is named so is read, and it is held to what was
# named; the station's own log is read as it was at one moment, so that no long read stands in its writer's
# way.

_MOST = 8  # copies; SQLite reads ten files together
_GONE = (
    "The copy that this station goes on after is not in its folder “{}”. Put it back from the stick, or "
    "merge the logs with “kiosk log merge”."
)
_NOT_NAMED = "Its last record is not the one that was named. Put it back from the stick."


@frozen
class KeptCopy:
    """A copy that a log goes on after: what was named of it, and where it lies, None if it is gone."""

    end: ContinuedLog
    path: Path | None

    @property
    def doubt(self) -> str:
        """Why it is not what was named, in a sentence; empty if it is. Of a long one its end alone is looked
        at."""
        if self.path is None or self.end.count <= WALKED:
            found = self.verify()
            holds, reason = found.holds, found.reason
        else:
            with reading(self.path) as conn:
                fault = None if hash_at(conn, self.end.count) == self.end.head else _NOT_NAMED
            holds, reason = fault is None, fault or ""
        return "" if holds else f"The copy that this log goes on after does not hold. {reason}"

    def verify(self, head: str | None = None, count: int | None = None) -> Verification:
        """Its chain, held to what was named; with *head*, to a noted one instead, which may stand in it."""
        if self.path is None:
            return unreadable(_GONE.format(RESTORED))
        if head is not None:
            return verify_log(self.path, head, count)
        return verify_log(self.path, self.end.head, self.end.count)


def read_continued_log(log: Path) -> ContinuedLog | None:
    """The copy that the log at *log* goes on after, as its first record names it."""
    with reading(log) as conn:
        return read_continued(conn)


def kept_copies(log: Path) -> tuple[KeptCopy, ...]:
    """The copies that the log at *log* goes on after: the last one first, then the one before that."""
    found: list[KeptCopy] = []
    end = read_continued_log(log)
    while end is not None and len(found) < _MOST:
        path = _lying(log.parent / RESTORED, end)
        found.append(KeptCopy(end, path))
        end = None if path is None else read_continued_log(path)
    return tuple(found)


def readable_copies(log: Path) -> tuple[Path, ...]:
    """The files of those that are there. A log that cannot be read has none: whoever reads it will tell."""
    if not (log.parent / RESTORED).is_dir() or not log.exists():
        return ()
    try:
        return tuple(copy.path for copy in kept_copies(log) if copy.path is not None)
    except LogError:
        return ()


def _lying(folder: Path, end: ContinuedLog) -> Path | None:
    pattern = f"kiosk-?-{glob.escape(end.station[:8])}-{glob.escape(end.epoch[:8])}.db"
    for path in sorted(filter(is_regular, folder.glob(pattern))):
        try:
            with reading(path) as conn:
                head = head_of(conn)
        except LogError:
            continue
        if (head.station, head.epoch) == (end.station, end.epoch):
            return path
    return None


def doubt_about_station(log: Path) -> str:
    """Why the log at *log*, or a copy that it goes on after, does not hold: the one sentence for it; empty if
    nothing is known against them. None of this stands in the way of reading."""
    with reading(log) as conn:
        own = sentence_about(log, conn)
    if own:
        return own
    try:
        return next((copy.doubt for copy in kept_copies(log) if copy.doubt), "")
    except LogError as error:
        return str(error)


@contextmanager
def open_station(log: Path) -> Iterator[Reader]:
    """A reader of the log at *log* and of the copies that it goes on after."""
    if not (copies := readable_copies(log)):
        with open_reader(log, doubted=partial(doubt_about_station, log)) as reader:
            yield reader
        return
    try:
        with _side_by_side(log, copies) as reader:
            yield reader
    except DAMAGE as error:
        raise LogError(damage_sentence(log, error)) from error


@contextmanager
def _side_by_side(log: Path, copies: Sequence[Path]) -> Iterator[Reader]:
    with ExitStack() as stack:
        still = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-"))) / "log.db"
        with reading(log) as conn:
            own = head_of(conn)
            snapshot(conn, still)
        files = {still: own, **{path: _head(path) for path in copies}}
        uri = f"{still.as_uri()}?mode=ro"
        together = stack.enter_context(closing(sqlite3.connect(uri, uri=True, isolation_level=None)))
        _join(together, files)
        stack.enter_context(bound_work(together, sum(path.stat().st_size for path in files)))
        whose = askable(own.station), askable(own.epoch)
        yield Reader(together, *whose, beside=True, doubted=partial(doubt_about_station, log))


def _head(path: Path) -> Head:
    with reading(path) as conn:  # refuses what is no log before it is joined
        return head_of(conn)


def _join(conn: sqlite3.Connection, files: dict[Path, Head]) -> None:
    """Let `records` mean the records of all *files*, each with its station and epoch, as in a merged file."""
    conn.execute("CREATE TEMP TABLE chains (file INTEGER PRIMARY KEY, station TEXT, epoch TEXT)")
    parts = []
    for number, (path, head) in enumerate(files.items()):
        schema = f"copy{number}" if number else "main"
        if number:
            conn.execute(f"ATTACH ? AS {schema}", [f"{path.absolute().as_uri()}?mode=ro"])
        whose = (number, askable(head.station), askable(head.epoch))
        conn.execute("INSERT INTO chains VALUES (?, ?, ?)", whose)
        of = f"FROM chains WHERE file = {number}"
        parts.append(
            f"SELECT (SELECT station {of}) AS station, (SELECT epoch {of}) AS epoch, {COLUMNS} "  # noqa: S608
            f"FROM {schema}.records NOT INDEXED"
        )
    conn.execute(f"CREATE TEMP VIEW records AS {' UNION ALL '.join(parts)}")
