"""Wrong passcodes as the log has them: which of them stand in a row that is too long to be a slip."""

from collections.abc import Iterable

from kiosk.base.clock import wall_ms
from kiosk.base.frozen import frozen
from kiosk.log.bodies import UnlockBody, UnlockFailedBody, read_body
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind

FORGOTTEN_AFTER_MS = 600_000  # so many quiet minutes end a row; the door forgets its tries with it
MANY_FAILURES = 15  # in a row: no longer a director's slip
DIRECTOR = "director"  # as an unlock spells the role


@frozen
class Guesses:
    """*count* wrong passcodes in a row, from *first_at* to *last_at* (UTC)."""

    count: int
    first_at: str
    last_at: str


def failed_unlocks(records: Iterable[Record]) -> tuple[Guesses, ...]:
    """Each run of wrong passcodes in *records* that is too long to be a slip, oldest first. A run ends when
    the count of tries does: when the director is let in, or after ten quiet minutes."""
    rows: list[Guesses] = []
    row: Guesses | None = None
    for record in records:
        body = read_body(record) if record.kind in (Kind.UNLOCK, Kind.UNLOCK_FAILED) else None
        if isinstance(body, UnlockBody) and body.role == DIRECTOR:
            row = None
        elif isinstance(body, UnlockFailedBody) and body.why == "wrong":
            if row is None or wall_ms(row.last_at, record.at) >= FORGOTTEN_AFTER_MS:
                row = Guesses(0, record.at, record.at)
            elif row in rows:
                rows.remove(row)
            row = Guesses(row.count + 1, row.first_at, record.at)
            if row.count >= MANY_FAILURES:
                rows.append(row)
    return tuple(rows)
