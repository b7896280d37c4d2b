"""A log kept for good beside another one: read-only, whole, verified, or not there at all."""

from pathlib import Path

from kiosk.errors import LogError, OutputError
from kiosk.files import make_private_folder
from kiosk.storage.export.database import write_database
from kiosk.storage.reading.reader import reading, verify_log

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
