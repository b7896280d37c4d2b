"""The records an append adds: what is to be written, dated by both clocks, and before it any jump of them."""

import secrets
import sqlite3
import sys

from kiosk import __version__
from kiosk.core.log.bodies.station import GenesisBody
from kiosk.core.log.body import Body, encode
from kiosk.core.log.canonical import Json, canonical
from kiosk.core.log.chain import START, Point, next_record
from kiosk.core.log.clock import Reading
from kiosk.core.log.clock_jump import clock_jump
from kiosk.core.log.kinds import Record


def genesis(now: Reading) -> Record:
    """The first record of a new log."""
    body = GenesisBody(
        station=secrets.token_hex(16),
        epoch=secrets.token_hex(16),
        program=__version__,
        python=sys.version.partition(" ")[0],
        sqlite=sqlite3.sqlite_version,
    )
    return next_record(START, now.at, body.kind, _stamped(body, now))


def links(here: Point, last: Reading | None, now: Reading, *bodies: Body) -> list[Record]:
    """The records of *bodies*, to be written after *here*; before them another if the clock jumped since
    *last*."""
    jump = clock_jump(last, now) if last else None
    records: list[Record] = []
    for each in bodies if jump is None else (jump, *bodies):
        records.append(next_record(here, now.at, each.kind, _stamped(each, now)))
        here = Point(records[-1].seq, records[-1].hash)
    return records


def _stamped(body: Body, now: Reading) -> str:
    """*body* with the clocks of *now*, as canonical JSON."""
    clock: dict[str, Json] = {"offset_min": now.offset_min, "mono_ms": now.mono_ms, "boot": now.boot}
    return canonical({**encode(body), "clock": clock})
