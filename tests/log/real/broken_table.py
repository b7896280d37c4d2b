"""The table asked of a build with one safeguard off: `python broken_table.py SAFEGUARD FORGERY`. It must go
red: exit code 1, and the cells that are silent on standard output.
"""

import sqlite3
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from kiosk.log import query_reader, standing_reader
from tests.log.real import test_forgery_table as table

read_tail = standing_reader.read_tail


def unverified_tail(conn: sqlite3.Connection, walked: int = standing_reader.WALKED) -> standing_reader.Tail:
    """What a writer finds that does not look for faults; readers still do."""
    looked = standing_reader.fault_in
    standing_reader.fault_in = lambda conn, head, walked=0: None
    try:
        return read_tail(conn, walked)
    finally:
        standing_reader.fault_in = looked


def without(safeguard: str) -> None:
    """Switch *safeguard* off for this process."""
    if safeguard == "readers":
        query_reader.doubt_about = lambda path, conn: None  # type: ignore[assignment]
    elif safeguard == "folder":
        standing_reader.Remembered.missing = lambda self, conn, head: None  # type: ignore[method-assign,assignment]
    elif safeguard == "writers":
        standing_reader.read_tail = unverified_tail
    elif safeguard == "filters":
        query_reader.Reader.changed_records = lambda self: []  # type: ignore[method-assign,assignment]
        query_reader.doubt_about = lambda path, conn: None  # type: ignore[assignment]
    else:
        raise SystemExit(f"no such safeguard: {safeguard}")


if __name__ == "__main__":
    without(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="kiosk-test-") as place:
        base = table.make_base(Path(place))
        wrong = table.silent(base, Path(place) / "room", {sys.argv[2]: table.TOLD[sys.argv[2]]}, None)
    sys.stdout.write("\n".join(wrong))
    sys.exit(1 if wrong else 0)
