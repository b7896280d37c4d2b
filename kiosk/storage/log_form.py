"""What to say when a reader meets a record it cannot make sense of.

The program writes no such record, so either the chain is broken there or the log was written anew by other
means. Only if neither is so is it a fault of the program. Asked only after a reader has failed: it takes as
long as verifying.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from kiosk.core.chain import Row, Status, Verification
from kiosk.core.records import Kind
from kiosk.core.ruling import Verdict
from kiosk.errors import LogBroken, LogError
from kiosk.storage.log_reader import UnknownKind, reading, to_record, verify_log
from kiosk.storage.log_schema import COLUMNS
from kiosk.storage.merge import reading_merged, verify_merged

_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
_VERDICTS = tuple(verdict.value for verdict in Verdict)


def broken_chain(path: Path, *, merged: bool) -> LogBroken | None:
    """Where the log (or one of the logs) at *path* is broken, if it is."""
    for found in _verified(path, merged=merged):
        if found.status is Status.BROKEN:
            return LogBroken(
                f"The log is broken, so this cannot be told. {found.reason} Run “kiosk log verify”.",
                found.first_bad or 0,
            )
    return None


def odd_record(path: Path, *, merged: bool) -> LogBroken | None:
    """The first record that this program would not have written, if there is one."""
    opened: AbstractContextManager[sqlite3.Connection] = reading_merged(path) if merged else reading(path)
    with opened as conn:
        for row in conn.execute(f"SELECT {COLUMNS} FROM records ORDER BY seq"):  # noqa: S608 - constants
            if not _well_formed(row):
                return LogBroken(
                    f"Record {row[0]} is not as this program writes records, though the chain holds: the log "
                    "was written anew by other means. Hold it to a head on paper with “kiosk log verify”.",
                    row[0],
                )
    return None


def _verified(path: Path, *, merged: bool) -> Iterator[Verification]:
    if not merged:
        yield verify_log(path)
        return
    with reading_merged(path) as conn:
        yield from verify_merged(conn).values()


def _well_formed(row: Row) -> bool:
    try:
        record = to_record(row)
        data = record.data
    except UnknownKind:
        return True  # a newer version may have written it
    except (LogError, ValueError, RecursionError):
        return False
    if not _AT.fullmatch(record.at) or not isinstance(data, Mapping):
        return False
    return record.kind is not Kind.ADJUDICATION or _is_ruling(data)


def _is_ruling(data: Mapping[str, object]) -> bool:
    lists = (data.get("words"), data.get("flags"))
    return (
        all(isinstance(one, list) and all(isinstance(item, str) for item in one) for one in lists)
        and bool(data["words"])
        and data.get("verdict") in _VERDICTS
        and isinstance(data.get("number"), str)
        and all(
            data.get(key) is None or isinstance(data[key], str) for key in ("event", "division", "operator")
        )
        and all(data.get(key) is None or isinstance(data[key], int) for key in ("round", "table"))
    )
