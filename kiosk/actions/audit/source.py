"""What is audited: a station's own log, or a file that several were merged into."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.chain import Verification
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.beside import KeptCopy, kept_copies, open_station, readable_copies
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.merged import Station, reading_merged, verify_merged, verify_station
from kiosk.storage.reading.query import Reader, open_reader
from kiosk.storage.reading.reader import verify_log

OWN: Station = ("", "")  # stands for the station's own log among those that were verified


@frozen
class AuditSource:
    """The log of the station in *folder*, with the copies it goes on after, or the file *merged* instead;
    names and limits are the station's either way."""

    folder: Path
    merged: Path | None = None

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        if self.merged is None:
            with open_station(log_path(self.folder)) as reader:
                yield reader
            return
        with open_reader(self.merged, merged=True) as reader:
            yield reader

    def verified(self) -> dict[Station, Verification]:
        """Each chain in it, checked from its first record, by station and epoch."""
        if self.merged is None:
            copies = {(one.end.station, one.end.epoch): one.verified() for one in self._copies()}
            return {OWN: verify_log(log_path(self.folder)), **copies}
        with reading_merged(self.merged) as conn:
            return verify_merged(conn)

    def chain_of(self, found: Found) -> Verification:
        """The chain that the record *found* stands in."""
        if self.merged is None:
            for one in self._copies():
                if (one.end.station, one.end.epoch) == found.key[:2]:
                    return one.verified()
            return verify_log(log_path(self.folder))
        with reading_merged(self.merged) as conn:
            return verify_station(conn, found.key[:2])

    def _copies(self) -> tuple[KeptCopy, ...]:
        """The copies beside the log, if any of them can be read."""
        path = log_path(self.folder)
        return kept_copies(path) if readable_copies(path) else ()
