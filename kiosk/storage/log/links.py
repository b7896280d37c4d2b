"""The records an append adds: what is to be written, dated by both clocks, and before it any jump of them."""

import secrets
import sqlite3
import sys
from collections.abc import Iterable

from kiosk import __version__
from kiosk.core.log.bodies.station import ContinuedLog, GenesisBody
from kiosk.core.log.body import Body, encode
from kiosk.core.log.canonical import Json, canonical
from kiosk.core.log.chain import START, Point, next_record
from kiosk.core.log.clock import Reading
from kiosk.core.log.clock_jump import clock_jump
from kiosk.core.log.kinds import Record


def genesis(now: Reading, station: str = "", continues: ContinuedLog | None = None) -> Record:
    """The first record of a new log. *station*: of an installation that has an id already."""
    body = GenesisBody(
        station=station or secrets.token_hex(16),
        epoch=secrets.token_hex(16),
        program=__version__,
        python=sys.version.partition(" ")[0],
        sqlite=sqlite3.sqlite_version,
        continues=continues,
    )
    return next_record(START, now.at, body.kind, _stamped(body, now))


def begun(first: Record, now: Reading, bodies: Iterable[Body]) -> list[Record]:
    """A whole new log: *first*, its genesis, and after it *bodies*, all of them written *now*."""
    return [first, *_chained(Point(first.seq, first.hash), now, bodies)]


def links(here: Point, last: Reading | None, now: Reading, *bodies: Body) -> list[Record]:
    """The records of *bodies*, to be written after *here*; before them another if the clock jumped since
    *last*."""
    jump = clock_jump(last, now) if last else None
    return _chained(here, now, bodies if jump is None else (jump, *bodies))


def _chained(here: Point, now: Reading, bodies: Iterable[Body]) -> list[Record]:
    records: list[Record] = []
    for body in bodies:
        records.append(next_record(here, now.at, body.kind, _stamped(body, now)))
        here = Point(records[-1].seq, records[-1].hash)
    return records


def _stamped(body: Body, now: Reading) -> str:
    """*body* with the clocks of *now*, as canonical JSON."""
    clock: dict[str, Json] = {"offset_min": now.offset_min, "mono_ms": now.mono_ms, "boot": now.boot}
    return canonical({**encode(body), "clock": clock})
