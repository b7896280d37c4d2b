"""List records, newest first, with their alerts."""

from collections.abc import Iterator
from contextlib import contextmanager

from kiosk.actions.audit.asked import Asked
from kiosk.actions.audit.complaints import complaints
from kiosk.actions.audit.known import checked
from kiosk.actions.audit.lines import AlertFeed, LineCount, how_many, lines, split_watch
from kiosk.actions.audit.source import AuditSource
from kiosk.core.frozen import frozen
from kiosk.storage.export.records import Line
from kiosk.storage.reading.query import Reader


@frozen
class Listing:
    """Lines on their way: *asked* with names as the log spells them, *seen* counts what has gone by."""

    source: AuditSource
    reader: Reader
    asked: Asked
    seen: LineCount
    lines: Iterator[Line]

    def total(self) -> int | None:
        """How many there are in all; None where only going through all of them would tell."""
        return None if self.asked.alert else how_many(self.reader, self.asked)

    @property
    def doubt(self) -> str:
        """Why the log as a whole does not hold; to be said before the lines."""
        return self.reader.doubt

    def complaints(self) -> tuple[str, ...]:
        """What does not hold of those that have gone by."""
        return complaints(self.reader, self.seen, self.source)


@contextmanager
def listed(source: AuditSource, asked: Asked, limit: int | None = None) -> Iterator[Listing]:
    """The records that *asked* wants of *source*, at most *limit*. They are read as they are taken."""
    with source.reader() as reader:
        spelled, seen = checked(asked, reader, source.folder), LineCount()
        feed = AlertFeed(reader, split_watch(source.folder))
        yield Listing(source, reader, spelled, seen, seen.over(lines(reader, spelled, feed, limit)))
