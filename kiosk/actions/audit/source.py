"""What is audited: a station's own log, or a file that several were merged into."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.chain import Verification
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.merged import Station, reading_merged, verify_merged, verify_station
from kiosk.storage.reading.query import Reader, open_reader
from kiosk.storage.reading.reader import verify_log

OWN: Station = ("", "")  # stands for the station's own log among those that were verified


@frozen
class AuditSource:
    """The log of the station in *folder*, or the file *merged* instead; names and limits are the station's
    either way."""

    folder: Path
    merged: Path | None = None

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        with open_reader(self.merged or log_path(self.folder), merged=self.merged is not None) as reader:
            yield reader

    def verified(self) -> dict[Station, Verification]:
        """Each chain in it, checked from its first record, by station and epoch."""
        if self.merged is None:
            return {OWN: verify_log(log_path(self.folder))}
        with reading_merged(self.merged) as conn:
            return verify_merged(conn)

    def chain_of(self, found: Found) -> Verification:
        """The chain that the record *found* stands in."""
        if self.merged is None:
            return verify_log(log_path(self.folder))
        with reading_merged(self.merged) as conn:
            return verify_station(conn, found.key[:2])
