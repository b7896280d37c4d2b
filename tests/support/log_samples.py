"""Clocks, adjudications and small logs for the tests of the log."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from kiosk.base.canonical import canonical
from kiosk.base.clock import Reading
from kiosk.log.chain import Point, next_record
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.store import insert, open_log, transaction
from kiosk.log.writer import Log
from kiosk.rules.ruling import Adjudication, ListStamp, RuleStamp, Verdict
from kiosk.words.play import Word

TRIGGERS = ("only_the_next_link", "no_change", "no_removal")


class StepClock:
    """A clock that goes on by one second at each reading, and can be set wrong. It starts *days* late."""

    def __init__(self, days: int = 0) -> None:
        self.now = Reading("2026-03-07T09:00:00.000Z", 60, 1_000_000, "boot-1")
        self.pass_ms(days * 86_400_000)

    def __call__(self) -> Reading:
        self.pass_ms(1000)
        return self.now

    def pass_ms(self, wall: int, mono: int | None = None) -> None:
        """Let *wall* milliseconds go by on the wall, and *mono* (else as many) on the other clock."""
        at = datetime.fromisoformat(self.now.at) + timedelta(milliseconds=wall)
        text = f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z"
        self.now = replace(self.now, at=text, mono_ms=self.now.mono_ms + (wall if mono is None else mono))


def adjudication(*words: str) -> Adjudication:
    return Adjudication(
        words=tuple(Word(word) for word in words or ("QI", "ZA")),
        declared=len(words) or 2,
        verdict=Verdict.ACCEPTABLE,
        method="self_station",
        lexicon=ListStamp("free", "Free list", None, "ab" * 32),
        rules=RuleStamp("naspa-2016", "cd" * 32, "lose_turn"),
    )


def make_log(folder: Path, records: int = 10) -> Path:
    """A closed log of *records* records (the first is the genesis) in *folder*, written in one go: a sync for
    each would make the tests slow."""
    clock = StepClock()
    with Log.open(folder, clock, "B") as log:
        here = Point(log.head().count, log.head().hash)
    db = open_log(folder / "log.db")
    with transaction(db):
        for number in range(records - 1):
            now = clock()
            stamp = {"boot": now.boot, "mono_ms": now.mono_ms, "offset_min": now.offset_min}
            record = next_record(
                here, now.at, Kind.NOTE, canonical({"clock": stamp, "text": f"note {number}"})
            )
            insert(db, record)
            here = Point(record.seq, record.hash)
    db.close()
    return folder / "log.db"


def copy_of(log: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(log, folder / "log.db")
    return folder / "log.db"


def tamper(log: Path, *statements: str) -> None:
    """What somebody with a database tool can do: take the triggers away, change, put them back."""
    conn = sqlite3.connect(log, isolation_level=None)
    kept = [
        conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name]).fetchone() for name in TRIGGERS
    ]
    for name in TRIGGERS:
        conn.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        conn.execute(statement)
    for (sql,) in kept:
        conn.execute(sql)
    conn.close()


def rechain(log: Path, first: int, text: str = "never happened") -> None:
    """Rewrite record *first* and compute every hash after it anew, as a forger with the program would."""
    conn = sqlite3.connect(log, isolation_level=None)
    stored = conn.execute("SELECT seq, at, kind, body FROM records ORDER BY seq").fetchall()
    before = conn.execute("SELECT hash FROM records WHERE seq = ?", [first - 1]).fetchone()
    conn.close()
    here = Point(first - 1, before[0])
    changes = []
    for seq, at, kind, body in stored[first - 1 :]:
        forged = f'{{"text":"{text}"}}' if seq == first else body
        record = next_record(here, at, Kind(kind), forged)
        here = Point(record.seq, record.hash)
        changes.append(
            f"UPDATE records SET body = '{record.body}', prev = '{record.prev}', hash = '{record.hash}' "  # noqa: S608
            f"WHERE seq = {seq}"
        )
    tamper(log, *changes)


def text_to_blob(log: Path, seq: int, column: str) -> None:
    """Flip the one bit in the page that makes *column* of record *seq* a BLOB of the same bytes."""
    content = bytearray(log.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    for page in range(0, len(content), size):
        if content[page] != 0x0D:  # a leaf of a table
            continue
        for cell in range(int.from_bytes(content[page + 3 : page + 5], "big")):
            pointer = page + 8 + 2 * cell
            at = page + int.from_bytes(content[pointer : pointer + 2], "big")
            _, at = varint(content, at)
            rowid, at = varint(content, at)
            types = header(content, at)
            # The number is the row's id and stored as NULL; a record of the schema has other columns.
            if rowid == seq and len(types) == 6 and types[0][0] == 0:
                kind, place = types[("seq", "at", "kind", "body", "prev", "hash").index(column)]
                assert kind % 2 == 1
                content[place] ^= 1
                log.write_bytes(content)
                return
    raise AssertionError(f"there is no record {seq}")


def header(content: bytearray, at: int) -> list[tuple[int, int]]:
    """The serial types of the record at *at*, each with the place of its last byte."""
    size, place = varint(content, at)
    found = []
    while place < at + size:
        kind, place = varint(content, place)
        found.append((kind, place - 1))
    return found


def varint(content: bytearray, at: int) -> tuple[int, int]:
    value = 0
    while True:
        value = value << 7 | content[at] & 0x7F
        at += 1
        if content[at - 1] < 0x80:
            return value, at


def rewrite_in_tune(log: Path, seq: int, **changes: str) -> None:
    """Change fields of a record and compute every hash again from there on."""
    records = list(read_records(log))
    here = Point(seq - 1, records[seq - 2].hash)
    with closing(sqlite3.connect(log)) as db, db:
        db.execute("DROP TRIGGER no_change")
        for record in records[seq - 1 :]:
            own = {"at": record.at, "kind": record.kind, "body": record.body}
            given = {**own, **changes} if record.seq == seq else own
            new = next_record(here, given["at"], given["kind"], given["body"])
            here = Point(new.seq, new.hash)
            values = (new.at, new.body, new.prev, new.hash, new.seq)
            db.execute("UPDATE records SET at = ?, body = ?, prev = ?, hash = ? WHERE seq = ?", values)
