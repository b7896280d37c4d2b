"""What the writer of a log last acknowledged, noted beside it, so that an older log put back is noticed.

It is written after each record, without a sync. A power cut may lose it or tear it: then there is none, or an
older one, and a log that is longer than its note is normal. It is never ahead of the log: what it names was
on disk first.
"""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.station import RestoredBody
from kiosk.core.log.chain import Head
from kiosk.files import PRIVATE
from kiosk.folder import ACKNOWLEDGED

_LONGEST = 512
# No link is followed, no pipe waited for, and no line end changed, where the system knows such things.
_PLAIN_FILE = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
_CHECK = 16  # digits of a hash over the note: what was torn does not fit


@frozen
class Acknowledgement:
    """The end of the log of *epoch* as it was last acknowledged."""

    epoch: str
    count: int
    head: str


def note(folder: Path, head: Head) -> None:
    """Note *head* in *folder*; if the disk refuses, only the note is lost."""
    line = f"{head.epoch} {head.count:012} {head.hash}"
    with suppress(OSError):
        # In place, in one write of always the same length: no second name and no moment without a note.
        handle = os.open(folder / ACKNOWLEDGED, os.O_WRONLY | os.O_CREAT | _PLAIN_FILE, PRIVATE)
        try:
            os.write(handle, f"{line} {_check(line)}\n".encode())
        finally:
            os.close(handle)


def noted_in(folder: Path) -> Acknowledgement | None:
    """The note in *folder*; None if there is none, or only a part of one."""
    path = folder / ACKNOWLEDGED
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            line, _, check = file.read(_LONGEST).decode("ascii", "replace").rstrip("\n").rpartition(" ")
    except OSError:
        return None
    if check != _check(line):
        return None
    epoch, count, head = line.split(" ")
    return Acknowledgement(epoch, int(count), head)


@frozen
class Older:
    """A log that lacks what was acknowledged: the sentence for it, what tells the finding from any other, and
    what is recorded if a director goes on with it."""

    sentence: str
    mark: str
    body: RestoredBody


def older(folder: Path, head: Head, hash_at: Callable[[int], str]) -> Older | None:
    """Whether the log in *folder*, which ends with *head*, lacks what the note there says it held."""
    before = noted_in(folder)
    if before is None or before.epoch != head.epoch:
        return None
    if head.count >= before.count and hash_at(before.count) == before.head:
        return None
    what = (
        f"This log has {head.count} records; {before.count} were acknowledged: an older one was put back."
        if head.count < before.count
        else f"Record {before.count} of the {head.count} in this log is not the one that was acknowledged."
    )
    return Older(
        f"{what} Put the right log back, or let the director go on with this one at the station.",
        f"{head.count} {head.hash} {before.count} {before.head}",
        RestoredBody(head.count, head.hash, before.count, before.head),
    )


def _check(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:_CHECK]
