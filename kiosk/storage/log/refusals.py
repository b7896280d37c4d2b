"""Why the writer does not go on: the file no longer holds, or a record could not be saved."""

import sqlite3

from kiosk.core.log.bodies.play import AdjudicationBody
from kiosk.core.log.chain import Head, Noted
from kiosk.core.log.kinds import Record
from kiosk.core.log.spellings import said
from kiosk.errors import LogBroken, LogError
from kiosk.storage.reading.reader import verify_open

_FAILED = "The record could not be saved: {}. No verdict is given; use another station."
_UNSURE = (
    "The record could not be saved: {}. {} is on record, but its verdict was not given: look for it with "
    "“kiosk log show” before you judge again, and use another station."
)


def unsaved(why: str, unseen: Record | None = None) -> LogError:
    """A record could not be saved. *unseen*: a ruling on record whose verdict nobody was given."""
    ruled = said(unseen) if unseen else None
    number = ruled.number if isinstance(ruled, AdjudicationBody) else ""
    return LogError((_UNSURE if number else _FAILED).format(why, number))


def refuse_unsound(db: sqlite3.Connection, known: Head) -> None:
    """Refuse a file that is not sound in every page, not whole, or no longer holds *known*."""
    found = verify_open(db, Noted(known.hash, known.count), in_use=False)
    if not found.holds:
        raise LogBroken(
            f"The log does not hold. {found.reason} Keep the file as it is.", found.first_bad or 1
        )
