"""Files that people carry: an enrolment to a station, batches to a hub."""

import os
from collections.abc import Iterator
from pathlib import Path

from kiosk.core.hub.enrolment import Enrolment, decode_enrolment, encode_enrolment
from kiosk.errors import HubError, OutputError
from kiosk.files import PRIVATE, read_small, sync_folder, unwritable, write_durably

LARGEST_BATCH = 20_000_000
ENDING = ".kiosk-batch"


def write_enrolment(path: Path, enrolment: Enrolment) -> None:
    """Put *enrolment* into the new file *path*, for this account's eyes alone."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(encode_enrolment(enrolment))
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)
    except FileExistsError as error:
        raise OutputError(f"{path} is there already and is not overwritten. Name another file.") from error
    except OSError as error:
        raise OutputError(unwritable(path, error)) from error


def read_enrolment(path: Path) -> Enrolment:
    """The enrolment in the file *path*."""
    try:
        return decode_enrolment(read_small(path).decode(), str(path))
    except UnicodeDecodeError as error:
        raise HubError(f"{path} is not an enrolment. Ask for a new one (“kiosk hub enrol”).") from error
    except OSError as error:
        raise HubError(f"The enrolment {path} cannot be read: {error.strerror or error}.") from error


def write_batch(path: Path, content: bytes) -> bool:
    """Put *content* at *path*, on the stick when this returns; False if it was there already."""
    try:
        if path.exists() and path.read_bytes() == content:
            return False
        write_durably(path, content, PRIVATE)
    except OSError as error:
        raise OutputError(unwritable(path, error)) from error
    return True


def batches_in(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """The batches in *folder* and what each holds."""
    try:
        found = sorted(folder.rglob(f"*{ENDING}"))
    except OSError as error:
        raise HubError(f"{folder} cannot be read: {error.strerror}. Put the stick in.") from error
    if not folder.is_dir():
        raise HubError(f"{folder} is not there. Put the stick in.")
    for path in found:
        try:
            yield path, read_small(path, LARGEST_BATCH)
        except OSError as error:
            raise HubError(f"{path} cannot be read: {error.strerror or error}.") from error
