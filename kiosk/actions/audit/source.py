"""What is audited: a station's own log, that of another, or a file that several were merged into."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.chain import Verification
from kiosk.storage.log.acknowledged import verify_here
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.beside import (
    KeptCopy,
    doubt_about_station,
    kept_copies,
    open_station,
    readable_copies,
)
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.merged import Station, reading_merged, verify_merged, verify_station
from kiosk.storage.reading.query import Reader, open_reader
from kiosk.storage.reading.reader import Progress

_BESIDE = "Decisions on these records stand in this station's own log too."
OWN: Station = ("", "")  # stands for the station's own log among those that were verified


@frozen
class AuditSource:
    """The log of the station in *folder*, with the copies it goes on after; or the file *merged* instead, or
    *other*, the log of another station. Names and limits are those of *folder* either way. *chain*: of whose
    records alone is spoken, where there are several. *progress* hears how far a verification is."""

    folder: Path
    merged: Path | None = None
    other: Path | None = None
    chain: Station | None = None
    progress: Progress | None = None

    @property
    def is_own(self) -> bool:
        """Whether it is the log of the folder, where decisions and exports go on record."""
        return self.merged is None and self.other is None

    @property
    def decisions_beside(self) -> Path | None:
        """Where else decisions on its records stand: in the log of the folder, if that is another."""
        own = log_path(self.folder)
        return None if self.is_own or not own.exists() else own

    @property
    def doubt_beside(self) -> str:
        """Why that log does not hold, so that decisions may be missing; empty if it does."""
        beside = self.decisions_beside
        doubt = "" if beside is None else doubt_about_station(beside)
        return f"{_BESIDE} {doubt}" if doubt else ""

    @property
    def log(self) -> Path:
        """The log of one station; what is merged is none."""
        return self.other or log_path(self.folder)

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        if self.merged is None:
            with open_station(self.log) as reader:
                yield reader
            return
        with open_reader(self.merged, merged=True) as reader:
            yield reader

    def verified(self) -> dict[Station, Verification]:
        """Each chain in it, checked from its first record, by station and epoch."""
        if self.merged is None:
            copies = {(one.end.station, one.end.epoch): one.verified() for one in self._copies()}
            return {OWN: verify_here(self.log, progress=self.progress), **copies}
        with reading_merged(self.merged) as conn:
            return verify_merged(conn)

    def chain_of(self, found: Found) -> Verification:
        """The chain that the record *found* stands in."""
        if self.merged is None:
            for one in self._copies():
                if (one.end.station, one.end.epoch) == found.key[:2]:
                    return one.verified()
            return verify_here(self.log, progress=self.progress)
        with reading_merged(self.merged) as conn:
            return verify_station(conn, found.key[:2])

    def _copies(self) -> tuple[KeptCopy, ...]:
        """The copies beside the log, if any of them can be read."""
        return kept_copies(self.log) if readable_copies(self.log) else ()
