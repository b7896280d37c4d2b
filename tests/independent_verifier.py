"""A second verifier of the log, written from the section "The log format" of docs/log.md alone.

Standard library only, nothing from the program: if both are wrong, they must be wrong in the same way by
chance. Run it on any log:  python independent_verifier.py log.db [--head H] [--count N]
"""

import argparse
import hashlib
import json
import shutil
import sqlite3
import stat
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

FIELDS = ["seq", "at", "kind", "body", "prev", "hash"]
DAMAGE = (sqlite3.Error, UnicodeDecodeError)  # Python decodes SQLite's own messages too


class UnreadableError(Exception):
    """There is no log to be read."""


def expected_hash(seq, at, kind, body, prev):
    sha = hashlib.sha256(b"challenge-kiosk log record v1\n")
    for field in (str(seq).encode("ascii"), at, kind, body, prev):
        sha.update(len(field).to_bytes(4, "big"))
        sha.update(field)
    return sha.hexdigest().encode("ascii")


@contextmanager
def opened(path):
    """A connection to a copy of the log, so that the log itself is never touched."""
    path = Path(path).resolve()
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UnreadableError("not a regular file")
        with path.open("rb") as file:
            start = file.read(20)
    except OSError as error:
        raise UnreadableError(str(error)) from error
    if start[:16] != b"SQLite format 3\x00" or start[18:20] != b"\x01\x01":
        raise UnreadableError("not SQLite, or in WAL mode")
    with tempfile.TemporaryDirectory() as folder:
        copy, mode = Path(folder) / "copy", "ro"
        shutil.copyfile(path, copy)
        journal = Path(f"{path}-journal")
        if journal.is_file() and journal.stat().st_size > 0:
            shutil.copyfile(journal, f"{copy}-journal")
            mode = "rw"  # SQLite must roll the copy back before it can read it
        conn = sqlite3.connect(f"{copy.as_uri()}?mode={mode}", uri=True)
        try:
            see_past_views(conn)
            yield conn
        finally:
            conn.close()


def see_past_views(conn):
    """A view, index or trigger that SQLite cannot parse says nothing of the records."""
    try:
        conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except UnicodeDecodeError:
        pass
    except sqlite3.Error as error:
        if str(error).startswith("malformed database schema ("):
            conn.execute("PRAGMA writable_schema = ON")


def check_table(conn):
    if conn.execute("PRAGMA user_version").fetchone()[0] != 1:
        raise UnreadableError("another version")
    sql = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'records' AND rootpage > 0"
    if conn.execute(sql).fetchone()[0] != 1:
        raise UnreadableError("no ordinary table of records")
    columns = conn.execute("PRAGMA table_xinfo(records)").fetchall()
    if [column[1] for column in columns] != FIELDS or any(column[6] for column in columns):
        raise UnreadableError("other columns")


def rows_of(conn):
    """The rows by seq, each with the storage classes of its fields, a text as its UTF-8 bytes."""
    conn.text_factory = bytes
    classes = ", ".join(f"typeof({field})" for field in FIELDS)
    sql = f"SELECT {', '.join(FIELDS)}, {classes} FROM records NOT INDEXED ORDER BY seq"  # noqa: S608 - constants
    number = 0
    try:
        for row in conn.execute(sql):
            yield row[:6], row[6:]
            number += 1
    except DAMAGE as error:
        # Python looks one row ahead: the row before the damage is still to be had, by itself.
        try:
            row = conn.execute(f"{sql} LIMIT 1 OFFSET {number}").fetchone()
        except DAMAGE:
            raise error from None
        yield row[:6], row[6:]
        raise
    finally:
        conn.text_factory = str


def refuse(constant):
    raise ValueError(constant)


def depth(text):
    """How deep the brackets of the JSON *text* are nested, those in strings left out."""
    level = deepest = place = 0
    inside = False
    while place < len(text):
        character = text[place]
        if inside:
            place += character == "\\"
            inside = character != '"'
        elif character == '"':
            inside = True
        elif character in "[{":
            level += 1
            deepest = max(deepest, level)
        elif character in "]}":
            level -= 1
        place += 1
    return deepest


def is_genesis(kind, body):
    try:
        text = body.decode("utf-8")
        found = json.loads(text, parse_constant=refuse, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    if kind != b"genesis" or not isinstance(found, dict) or depth(text) > 64:
        return False
    # A number was read as a string here, which it is not.
    plain = json.loads(text, parse_int=lambda _: None, parse_float=lambda _: None)
    return isinstance(plain.get("station"), str) and isinstance(plain.get("epoch"), str)


def bad_record(due, head, row, classes):
    """The number to name if *row* is not record *due* after *head*, else None."""
    seq, _, kind, body, prev, own = row
    if classes[0] != b"integer":
        return due
    if seq != due:
        return min(seq, due)
    if any(one != b"text" for one in classes[1:]):
        return due
    if own != expected_hash(*row[:5]) or prev != head:
        return due
    if not is_genesis(kind, body) if due == 1 else kind == b"genesis":
        return due
    return None


def finding(status, witnessed=False, count=0, head=None, bad=None, file="unchecked"):
    found = {"status": status, "witnessed": witnessed, "count": count, "head": head, "first_bad": bad}
    return {**found, "file": file}


def walk(conn):
    """The hashes of the good records, the first bad record, and whether a page was damaged before one."""
    hashes, head = [], b"0" * 64
    try:
        for row, classes in rows_of(conn):
            bad = bad_record(len(hashes) + 1, head, row, classes)
            if bad is not None:
                return hashes, bad
            head = row[5]
            hashes.append(head.decode("ascii"))
    except DAMAGE as error:
        raise UnreadableError(str(error)) from error
    if not hashes:
        raise UnreadableError("no records")
    return hashes, None


def held_to(hashes, noted, count):
    """The finding on a chain that holds, as far as it depends on what was noted."""
    here, end = len(hashes), hashes[-1]
    if noted and any(own.startswith(noted) for own in hashes):
        return finding("intact", True, here, end)
    if count is not None and count > here:
        return finding("broken", False, here, end, here + 1)
    if noted and count is None:
        return finding("broken", False, here, end, None)
    if noted:
        return finding("broken", False, count - 1, hashes[count - 2] if count > 1 else None, count)
    return finding("intact", False, here, end)


def is_sound(conn):
    try:
        if conn.execute("PRAGMA writable_schema").fetchone()[0]:
            return False
        return conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    except DAMAGE:
        return False


def verify(path, head=None, count=None):
    """The finding on the log at *path*, held to a noted *head* (16 to 64 hex digits) and *count*."""
    noted = head.replace("-", "").replace(" ", "").lower() if head else ""
    try:
        with opened(path) as conn:
            try:
                check_table(conn)
            except DAMAGE as error:
                raise UnreadableError(str(error)) from error
            hashes, bad = walk(conn)
            if bad is not None:
                return finding("broken", False, len(hashes), hashes[-1] if hashes else None, bad)
            found = held_to(hashes, noted, count)
            if found["status"] == "intact":
                found["file"] = "sound" if is_sound(conn) else "damaged"
            return found
    except UnreadableError:
        return finding("unreadable")


def exit_code(found):
    if found["status"] == "intact":
        return 1 if found["file"] == "damaged" else 0
    return {"broken": 1, "unreadable": 4}[found["status"]]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("log")
    options.add_argument("--head")
    options.add_argument("--count", type=int)
    chosen = options.parse_args()
    digits = (chosen.head or "0" * 16).replace("-", "").replace(" ", "").lower()
    if not 16 <= len(digits) <= 64 or set(digits) - set("0123456789abcdef"):
        options.error("a noted head has 16 to 64 hexadecimal digits")
    if chosen.count is not None and chosen.count < 1:
        options.error("a noted count is at least 1")
    found = verify(chosen.log, chosen.head, chosen.count)
    print(json.dumps(found))  # noqa: T201
    sys.exit(exit_code(found))


if __name__ == "__main__":
    main()
