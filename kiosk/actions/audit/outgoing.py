"""Records on their way out of the station: into which file, and that it happened.

An export is itself recorded when this process can be the writer. While the station runs it cannot: the export
is still made, and says so.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from kiosk.actions.staff import Staff, writing
from kiosk.core.log.bodies.event import ExportBody
from kiosk.errors import LogError
from kiosk.files import write_text
from kiosk.storage.export.target import check_target
from kiosk.storage.log.place import log_path

# Takes a text piece by piece to where it is wanted.
Give: TypeAlias = Callable[[Iterable[str]], None]


def into_file(out: Path, folder: Path, *, force: bool) -> Give:
    """Into *out*, which may be replaced if *force*; refused at once if it is something precious, or there."""
    check_target(out, folder, force=force)
    return lambda chunks: write_text(chunks, out)


def record_export(staff: Staff, body: ExportBody, *, sound: bool) -> str:
    """Put an export on record; if that cannot be done here, the sentence that says so, else nothing. A log
    that does not hold is evidence, and nothing is added to it."""
    if not sound:
        return "This export is not on record here: the log does not hold, so nothing is added to it."
    try:
        with writing(staff, name=log_path(staff.folder).name) as log:
            log.append(body)
    except LogError as error:
        return f"This export is not on record here. {error}"
    return ""
