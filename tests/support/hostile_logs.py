"""Logs made by somebody who wants a reader to fail, to lie, or to obey. Each is made by a function that is
given a sound log."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from kiosk.log.chain import NO_PREV, record_hash

CLOCK = {"boot": "b", "mono_ms": 1, "offset_min": 120}
RULING = {
    "number": "B-99",
    "words": ["QUAZY"],
    "verdict": "unacceptable",
    "method": "self_station",
    "division": "main",
    "event": "spring",
    "round": 1,
    "table": 4,
    "flags": [],
    "final": 1,
    "lexicon": {"id": "x", "name": "X", "fingerprint": "1" * 64},
    "rules": {"id": "naspa-2016", "fingerprint": "a" * 64},
    "penalty": "lose_turn",
    "clock": CLOCK,
}
ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m\nB-1  ACCEPTABLE\r\u202eTAC\u2066\ud800"


def append(log: Path, kind: str, body: str, at: str = "2026-05-02T09:00:00.000Z") -> None:
    """Put one more record at the end, well chained, whatever it says."""
    with closing(sqlite3.connect(log, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        seq, prev = db.execute("SELECT seq + 1, hash FROM records ORDER BY seq DESC LIMIT 1").fetchone()
        own = record_hash(seq, at.encode(), kind.encode(), body.encode(), prev.encode())
        db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", (seq, at, kind, body, prev, own))


def harmless_end(log: Path) -> None:
    """A record as the program writes it, so that the odd one is not the last."""
    append(log, "stopped", json.dumps({"by": "director", "clock": CLOCK}, separators=(",", ":")))


def appended(kind: str, body: object, at: str = "2026-05-02T09:00:00.000Z") -> Callable[[Path], None]:
    text = body if isinstance(body, str) else json.dumps(body)

    def make(log: Path) -> None:
        append(log, kind, text, at)
        harmless_end(log)

    return make


def without_indexes(log: Path) -> None:
    """So that a body SQLite cannot read goes in."""
    with closing(sqlite3.connect(log, isolation_level=None)) as db:
        sql = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL"
        for (name,) in db.execute(sql).fetchall():
            db.execute(f"DROP INDEX {name}")


def no_json(log: Path) -> None:
    without_indexes(log)
    append(log, "adjudication", '{"words":')
    harmless_end(log)


def far_numbers(log: Path) -> None:
    with closing(sqlite3.connect(log, isolation_level=None)) as db:
        db.execute("DROP TRIGGER only_the_next_link")
        for seq in (-(2**63), -1, 2**62, 2**63 - 1):
            own = record_hash(seq, b"x", b"note", b"{}", NO_PREV.encode())
            db.execute("INSERT INTO records VALUES (?, 'x', 'note', '{}', ?, ?)", (seq, NO_PREV, own))


HOSTILE: Mapping[str, Callable[[Path], None]] = {
    "terminal escapes in words": appended("adjudication", {**RULING, "words": [ESCAPES], "event": ESCAPES}),
    "terminal escapes everywhere": appended("adjudication", {key: ESCAPES for key in RULING}),
    "escapes in a note": appended("note", {"text": ESCAPES, ESCAPES: ESCAPES, "clock": CLOCK}),
    "escapes as a kind": appended("\x1b[31mnote", {"clock": CLOCK}),
    "an unknown kind": appended("invented", {"clock": CLOCK, "a": [1, {"b": 2}]}),
    "no object": appended("note", [1, 2]),
    "a number": appended("adjudication", "7"),
    "null": appended("adjudication", "null"),
    "deep": appended("note", "[" * 900 + "]" * 900),
    "deep ruling": appended("adjudication", '{"words":' + "[" * 900 + "]" * 900 + "}"),
    "a huge number": appended("note", '{"a":' + "9" * 5000 + "}"),
    "an offset beyond all time": appended("adjudication", {**RULING, "clock": {"offset_min": 10**14}}),
    "a time that is none": appended("adjudication", RULING, at="yesterday"),
    "a time without a zone": appended("adjudication", RULING, at="2026-05-02"),
    "half a character": appended("adjudication", {**RULING, "words": ["\ud800"]}),
    "other types": appended(
        "adjudication", {**RULING, "words": {"a": 1}, "flags": 5, "number": [1], "round": "x", "verdict": []}
    ),
    "floats": appended("adjudication", json.dumps({**RULING, "round": 1.5}).replace("1.5", "1.5e999")),
    "no JSON": no_json,
    "numbers without end": far_numbers,
    "an event without a name": appended("event_opened", {"event": 5, "rounds": {"a": 1}, "clock": CLOCK}),
}
