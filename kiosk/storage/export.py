"""Records as files for other programs: exactly what was asked for, whole or not at all.

Rules it guards: a file appears under its name only when it is complete and on the disk; no cell of a table is
something a spreadsheet would run as a formula; nothing here says anything of a single word.
"""

import csv
import errno
import html
import io
import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from kiosk.core.canonical import Json, canonical
from kiosk.core.records import Kind, Record
from kiosk.core.ruling import Verdict
from kiosk.errors import OutputError
from kiosk.storage.durable_file import sync_file, sync_folder
from kiosk.storage.log_query import Found

FORMATS = ("csv", "json", "jsonl", "html", "zyzzyva", "sqlite")
# Where spreadsheets begin to calculate, the wide forms of East Asian keyboards included.
_FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")


@dataclass(frozen=True, slots=True)
class Line:
    """One record on its way out, with the alerts that were worked out for it."""

    found: Found
    alerts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """What the HTML page says above its table."""

    title: str
    filters: str
    integrity: str


def listing(line: Line) -> dict[str, Json]:
    """A record as `log list --json` shows it."""
    record, data = line.found.record, line.found.record.data
    return {
        "seq": record.seq,
        "number": data.get("number"),
        "at": record.at,
        "local": local_time(record),
        "kind": record.kind.value,
        "words": data.get("words", []),
        "verdict": data.get("verdict"),
        "table": data.get("table"),
        "round": data.get("round"),
        "division": data.get("division"),
        "event": data.get("event"),
        "method": data.get("method"),
        "operator": data.get("operator"),
        "flags": data.get("flags", []),
        "alerts": list(line.alerts),
        "hash": record.hash,
        "station": line.found.station,
        "epoch": line.found.epoch,
    }


def whole(line: Line) -> dict[str, Json]:
    """Everything a record holds: with `canonical` of its body it can be hashed again."""
    record = line.found.record
    return {**listing(line), "prev": record.prev, "body": record.data}


def local_time(record: Record) -> str:
    """The time on the station's wall clock, to the second."""
    return record.local.isoformat(" ", "seconds")


def details(record: Record) -> str:
    """What a record that is no ruling says, in one line."""
    data = {key: value for key, value in record.data.items() if key != "clock"}
    return canonical(data) if data and record.kind is not Kind.ADJUDICATION else ""


def texts(value: Json) -> list[str]:
    """The items of an array in a body; none for anything else."""
    return [str(item) for item in value] if isinstance(value, list) else []


def as_csv(lines: Iterable[Line]) -> Iterator[str]:
    """A table with a heading row, commas and quotes as RFC 4180 has them."""
    yield _csv_row(_COLUMNS)
    for line in lines:
        yield _csv_row([_cell(value) for value in _flat(line)])


def as_json(lines: Iterable[Line]) -> Iterator[str]:
    """One array of whole records."""
    opening = "[\n"
    for line in lines:
        yield opening + json.dumps(whole(line), ensure_ascii=False)
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


def as_jsonl(lines: Iterable[Line]) -> Iterator[str]:
    """One whole record to a line."""
    for line in lines:
        yield json.dumps(whole(line), ensure_ascii=False) + "\n"


_ZYZZYVAS_MARKS = {
    Verdict.ACCEPTABLE.value: "acceptable   +++",
    Verdict.UNACCEPTABLE.value: "unacceptable ---",
}


def in_zyzzyva(line: Line) -> bool:
    """Whether Zyzzyva's file has a line for this record: for rulings only, and none for a referred play."""
    record = line.found.record
    return record.kind is Kind.ADJUDICATION and str(record.data.get("verdict")) in _ZYZZYVAS_MARKS


def as_zyzzyva(lines: Iterable[Line]) -> Iterator[str]:
    """The lines of Zyzzyva's challenge.txt, in local time, of the records that have one there."""
    for line in filter(in_zyzzyva, lines):
        record = line.found.record
        mark = _ZYZZYVAS_MARKS[str(record.data["verdict"])]
        yield f"[{local_time(record)}] {mark} {' '.join(texts(record.data['words']))}\n"


def as_html(lines: Iterable[Line], heading: Heading) -> Iterator[str]:
    """One page that needs nothing beside it and prints on A4."""
    yield _HTML_TOP.format(
        **{key: html.escape(getattr(heading, key)) for key in Heading.__dataclass_fields__}
    )
    for line in lines:
        record, data = line.found.record, line.found.record.data
        cells = (
            str(record.seq),
            str(data.get("number") or ""),
            local_time(record),
            record.kind.value.replace("_", " "),
            " ".join(texts(data.get("words"))),
            str(data.get("verdict") or ""),
            str(data.get("round") or ""),
            str(data.get("table") or ""),
            " ".join((*texts(data.get("flags")), *line.alerts)).replace("_", "\u00a0"),
            details(record),
            record.hash[:16],
        )
        yield "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>\n"
    yield "</tbody></table></body></html>\n"


def write_text(chunks: Iterable[str], target: Path) -> None:
    """Put *chunks* into *target*, complete and durable, in place of what was there."""

    def fill(partial: Path) -> None:
        with partial.open("w", encoding="utf-8", newline="") as file:
            file.writelines(chunks)
            file.flush()
            sync_file(file.fileno())

    write_whole(target, fill)


def write_database(conn: sqlite3.Connection, target: Path) -> None:
    """A copy of everything behind *conn*, made with SQLite's own backup, in place of what was there."""

    def fill(partial: Path) -> None:
        with closing(sqlite3.connect(partial)) as copy:
            copy.execute("PRAGMA journal_mode = OFF").fetchall()  # nobody sees it before it is whole
            conn.backup(copy, pages=1000)
        with partial.open("rb+") as file:
            sync_file(file.fileno())

    write_whole(target, fill)


def write_whole(target: Path, fill: Callable[[Path], None]) -> None:
    """*target* as *fill* makes it, or as it was before. What a link leads to is written, not the link."""
    try:
        if target.is_dir():
            raise OutputError(f"{target} is a folder. Name a file in it.")
        if target.exists() and not target.is_file():  # /dev/null would be a file from then on
            raise OutputError(f"{target} is not a file, but a device or a pipe. Name a file.")
        place = target.resolve() if target.is_symlink() else target
        handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        os.close(handle)
        partial = Path(name)
        try:
            fill(partial)
            partial.chmod(0o644)
            partial.replace(place)
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
        sync_folder(place.parent)
    except (OSError, sqlite3.Error) as error:
        raise OutputError(unwritable(target, error)) from error


def unwritable(target: Path, error: OSError | sqlite3.Error) -> str:
    """The sentence for a file that could not be written."""
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    if full or (isinstance(error, sqlite3.Error) and error.sqlite_errorcode == sqlite3.SQLITE_FULL):
        return f"{target} could not be written: the disk is full. Make room, or name another place."
    if isinstance(error, FileNotFoundError):
        return f"{target} could not be written: its folder is not there. Make it, or name another place."
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{target} could not be written: {reason}. Name another place."


def write_to_stdout(chunks: Iterable[str]) -> None:
    """*chunks* on the standard output, as UTF-8 whatever the terminal's own encoding is."""
    output = getattr(sys.stdout, "buffer", None)
    if output is None:
        raise OutputError("The output could not be written: it is closed. Name a file with --out FILE.")
    try:
        for chunk in chunks:
            output.write(chunk.encode())
        output.flush()
    except OSError as error:
        raise OutputError(f"The output could not be written: {error.strerror}.") from error


_COLUMNS = (
    *("station", "seq", "number", "at_utc", "local_time", "kind", "words", "word_count"),
    *("verdict", "method", "operator", "division", "event", "round", "table", "flags", "alerts"),
    *("lexicon", "lexicon_edition", "lexicon_fingerprint", "long_lexicon", "rules", "penalty", "consequence"),
    *("entry_ms", "verify_ms", "edits", "program", "details", "hash"),
)


def _flat(line: Line) -> tuple[Json, ...]:
    record, data = line.found.record, line.found.record.data
    lexicon, long_lexicon, rules = (_mapping(data.get(key)) for key in ("lexicon", "long_lexicon", "rules"))
    words = texts(data.get("words"))
    return (
        line.found.station,
        record.seq,
        data.get("number"),
        record.at,
        local_time(record),
        record.kind.value,
        " ".join(words),
        len(words) if words else None,
        *(data.get(key) for key in ("verdict", "method", "operator", "division", "event", "round", "table")),
        " ".join(texts(data.get("flags"))),
        " ".join(line.alerts),
        lexicon.get("id"),
        lexicon.get("edition"),
        lexicon.get("fingerprint"),
        long_lexicon.get("id"),
        rules.get("id"),
        *(data.get(key) for key in ("penalty", "consequence", "entry_ms", "verify_ms", "edits", "program")),
        details(record),
        record.hash,
    )


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _cell(value: Json) -> str:
    """*value* as a cell that no spreadsheet calculates; numbers cannot be formulas and stay as they are."""
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value)
    text = value if isinstance(value, str) else canonical(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _csv_row(cells: Iterable[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerow(cells)
    return buffer.getvalue()


_HTML_TOP = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
@page {{ size: A4 landscape; margin: 12mm }}
body {{ font: 10pt/1.35 system-ui, sans-serif; color: #111; margin: 1.5em }}
h1 {{ font-size: 16pt; margin: 0 0 .2em }} p {{ margin: .2em 0 }} .quiet {{ color: #444 }}
table {{ border-collapse: collapse; width: 100%; margin-top: 1em; font-size: 8.5pt }}
thead {{ display: table-header-group }} tr {{ break-inside: avoid }}
th, td {{ border-bottom: 1px solid #bbb; padding: .25em .5em; text-align: left; vertical-align: top;
  overflow-wrap: anywhere }}
th {{ border-bottom: 2px solid #111; white-space: nowrap }}
td:nth-child(1), td:nth-child(2), td:nth-child(3) {{ white-space: nowrap }}
td:nth-child(5) {{ letter-spacing: .04em }} td:last-child {{ font-family: monospace }}
</style></head><body><h1>{title}</h1><p>{filters}</p><p class="quiet">{integrity}</p>
<table><thead><tr><th>Record</th><th>Ruling</th><th>Local time</th><th>Kind</th><th>Words</th><th>Verdict</th>
<th>Round</th><th>Table</th><th>Flags, alerts</th><th>Details</th><th>Hash</th></tr></thead><tbody>
"""
