"""Files that people carry: an enrolment to a station, batches of records to a hub.

The rules it guards: an enrolment is for this account's eyes alone. The same records always give the same
bytes of a batch, and these end in a proof made with the enrolment's secret: without it anybody could bring
records in a station's name, and the station's own would then look like the forgery.
"""

import hashlib
import hmac
import json
import os
from collections.abc import Iterator
from pathlib import Path

from kiosk.base.canonical import Json, canonical
from kiosk.base.frozen import frozen
from kiosk.errors import HubError, OutputError
from kiosk.files import PRIVATE, read_small, sync_folder, unwritable, write_durably
from kiosk.hub.answer import Batch
from kiosk.hub.enrolment import Enrolment, decode_enrolment, encode_enrolment
from kiosk.log.chain import Record

# ---- stick -------------------------------------------------------------------------------------------------
# A batch as a file on a stick: the same records always give the same bytes.
#
# The rule it guards: the bytes end in a proof made with the enrolment's secret. Without it anybody could
# bring records in a station's name, and the station's own would then look like the forgery.

VERSION = 1


@frozen
class StickBatch:
    """*batch* for the hub *hub*, made with the enrolment of *role*."""

    hub: str
    role: str
    batch: Batch


def encode_batch(carried: StickBatch, stick_key: str) -> bytes:
    """*carried* as the bytes of its file."""
    rows: list[Json] = [
        [record.seq, record.at, str(record.kind), record.body, record.prev, record.hash]
        for record in carried.batch.records
    ]
    told: dict[str, Json] = {
        "hub": carried.hub,
        "role": carried.role,
        "epoch": carried.batch.epoch,
        "rows": rows,
    }
    payload = canonical({"kiosk_hub_batch": VERSION, **told}).encode()
    return payload + b"\n" + _proof(payload, stick_key) + b"\n"


def decode_batch(content: bytes, name: str) -> StickBatch:
    """The batch in *content*, of a file called *name*; whether it is proven is another question."""
    payload, _, _ = content.partition(b"\n")
    try:
        found = json.loads(payload)
        rows = tuple(Record(*row) for row in found["rows"])
        carried = StickBatch(found["hub"], found["role"], Batch(found["epoch"], rows))
        version = found["kiosk_hub_batch"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise HubError(f"{name} is not a batch, or only a part of one. Export it again.") from error
    if version != VERSION:
        raise HubError(f"{name} was made by another version of the program. Take it in with that one.")
    return carried


def is_proven(content: bytes, stick_key: str) -> bool:
    """Whether *content* is as whoever holds *stick_key* made it."""
    payload, _, proof = content.partition(b"\n")
    return hmac.compare_digest(proof.strip(), _proof(payload, stick_key))


def _proof(payload: bytes, stick_key: str) -> bytes:
    return hmac.new(stick_key.encode(), payload, hashlib.sha256).hexdigest().encode()


# ---- files -------------------------------------------------------------------------------------------------
# Files that people carry: an enrolment to a station, batches to a hub.

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
