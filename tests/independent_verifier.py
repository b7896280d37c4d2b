"""A second verifier of the log, written from the section "The log format" of DESIGN.md alone.

Standard library only, nothing from the program: if both are wrong, they must be wrong in the same way by
chance. Run it on any log:  python independent_verifier.py log.db [--head H] [--count N]
"""

import argparse
import hashlib
import json
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

FIELDS = ["seq", "at", "kind", "body", "prev", "hash"]


class UnreadableError(Exception):
    """Nothing can be said about the chain."""


def expected_hash(seq, at, kind, body, prev):
    sha = hashlib.sha256(b"challenge-kiosk log record v1\n")
    for field in (str(seq).encode("ascii"), at, kind, body, prev):
        sha.update(len(field).to_bytes(4, "big"))
        sha.update(field)
    return sha.hexdigest().encode("ascii")


def load(path):
    """All rows in order, texts as bytes, read from a copy so that the log itself is never touched."""
    path = Path(path)
    if not path.is_file() or path.stat().st_size == 0:
        raise UnreadableError("missing or empty")
    with tempfile.TemporaryDirectory() as folder:
        copy, mode = Path(folder) / "copy", "ro"
        shutil.copyfile(path, copy)
        for ending in ("-journal", "-wal"):
            side = Path(f"{path}{ending}")
            if side.is_file() and side.stat().st_size > 0:
                shutil.copyfile(side, f"{copy}{ending}")
                mode = "rw"  # SQLite must roll the copy back before it can read it
        conn = sqlite3.connect(f"{copy.as_uri()}?mode={mode}", uri=True)
        try:
            return rows_of(conn)
        except (sqlite3.Error, UnicodeDecodeError) as error:  # Python decodes SQLite's own messages too
            raise UnreadableError(str(error)) from error
        finally:
            conn.close()


def rows_of(conn):
    if [row[1] for row in conn.execute("PRAGMA table_info(records)")] != FIELDS:
        raise UnreadableError("no table of records")
    tables = {row[0] for row in conn.execute("SELECT name FROM sqlite_master")}
    stages = []
    if "_sqlite_migrations" in tables:
        stages = conn.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = 'log'").fetchall()
    version = conn.execute("PRAGMA user_version").fetchone()[0]
    if version > 1 or any(name != "0001_records" for (name,) in stages):
        raise UnreadableError("written by a newer version")
    conn.text_factory = bytes
    return conn.execute("SELECT seq, at, kind, body, prev, hash FROM records ORDER BY seq").fetchall()


def is_genesis(row):
    try:
        body = json.loads(row[3].decode("utf-8"))
        return row[2] == b"genesis" and isinstance(body["station"], str) and isinstance(body["epoch"], str)
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


def first_bad(rows):
    """The number of the first record that is not the next link, or None; and how many are good."""
    prev = b"0" * 64
    for good, row in enumerate(rows):
        due = good + 1
        if type(row[0]) is not int:
            return due, good
        if row[0] != due:
            return min(row[0], due), good
        if any(type(field) is not bytes for field in row[1:]):
            return due, good
        if row[4] != prev or row[5] != expected_hash(*row[:5]):
            return due, good
        if (due == 1 and not is_genesis(row)) or (due > 1 and row[2] == b"genesis"):
            return due, good
        prev = row[5]
    return None, len(rows)


def finding(status, witnessed=False, count=0, head=None, bad=None):
    return {"status": status, "witnessed": witnessed, "count": count, "head": head, "first_bad": bad}


def verify(path, head=None, count=None):
    """The finding on the log at *path*, held to a noted *head* (at least 16 hex digits) and *count*."""
    try:
        rows = load(path)
    except UnreadableError:
        return finding("unreadable")
    if not rows:
        return finding("unreadable")
    hashes = [row[5].decode("ascii", "replace") if isinstance(row[5], bytes) else "" for row in rows]
    bad, good = first_bad(rows)
    noted = head.replace("-", "").replace(" ", "").lower() if head else ""
    # A noted record that was replaced is reported before a break that comes after it.
    if noted and count and count <= good and not hashes[count - 1].startswith(noted):
        return finding("broken", False, count - 1, hashes[count - 2] if count > 1 else None, count)
    end = hashes[good - 1] if good else None
    if bad is not None:
        return finding("broken", False, good, end, bad)
    if count and count > good:
        return finding("broken", False, good, end, good + 1)
    if noted and not count and not any(own.startswith(noted) for own in hashes):
        return finding("broken", False, good, end, None)
    return finding("intact", bool(noted), good, end)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("log")
    options.add_argument("--head")
    options.add_argument("--count", type=int)
    chosen = options.parse_args()
    found = verify(chosen.log, chosen.head, chosen.count)
    print(json.dumps(found))  # noqa: T201
    sys.exit({"intact": 0, "broken": 1, "unreadable": 4}[found["status"]])


if __name__ == "__main__":
    main()
