"""A batch as a file on a stick: the same records always give the same bytes.

The rule it guards: the bytes end in a proof made with the enrolment's secret. Without it anybody could bring
records in a station's name, and the station's own would then look like the forgery.
"""

import hashlib
import hmac
import json

from kiosk.core.frozen import frozen
from kiosk.core.hub.answer import Batch
from kiosk.core.log.canonical import Json, canonical
from kiosk.core.log.kinds import Record
from kiosk.errors import HubError

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
        [one.seq, one.at, str(one.kind), one.body, one.prev, one.hash] for one in carried.batch.records
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
