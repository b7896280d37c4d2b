"""Records as text for people and other programs, and whether a file that a person named may be written."""

import csv
import html
import io
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import assert_never

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable, printable_json
from kiosk.errors import OutputError
from kiosk.files import write_whole
from kiosk.log.filters_reader import Line, describe_record, text, texts, whole
from kiosk.log.forms import ExportForm
from kiosk.rules.ruling import Verdict

# ---- database ----------------------------------------------------------------------------------------------
# A copy of a log as a file for people, and what to say when SQLite could not write one.


def write_database(conn: sqlite3.Connection, target: Path) -> int:
    """Put a copy of everything behind *conn*, made with SQLite's own backup, in place of what was there;
    returns how many records it has."""

    def fill(partial: Path) -> None:
        with closing(sqlite3.connect(partial)) as copy:
            copy.execute("PRAGMA journal_mode = OFF").fetchall()  # nobody sees it before it is whole
            conn.backup(copy, pages=1000)

    try:
        write_whole(target, fill)
    except sqlite3.Error as error:
        raise OutputError(unwritten(target, error)) from error
    return int(conn.execute("SELECT count(*) FROM records NOT INDEXED").fetchone()[0])


def unwritten(target: Path, error: sqlite3.Error) -> str:
    """The sentence for a database that SQLite could not write."""
    if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
        return f"{target} could not be written: the disk is full. Make room, or name another place."
    return f"{target} could not be written: {error}. Name another place."


# ---- records -----------------------------------------------------------------------------------------------
# Records as text for people and other programs: exactly what was asked for, each marked if it does not hold.
#
# Rules it guards: a record whose content does not fit its hash is marked in every format; no cell of a table
# is something a spreadsheet would run as a formula; nothing in a record can act on a terminal or forge a
# line; and nothing here says anything of a single word.

# Where spreadsheets begin to calculate, the wide forms of East Asian keyboards included.
_FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")


@frozen
class Heading:
    """What the HTML page says above its table. *doubt*: why the log as a whole does not hold; it stands on
    every form that is given out."""

    title: str
    filters: str
    integrity: str
    doubt: str = ""


def write_records(form: ExportForm, lines: Iterable[Line], heading: Heading) -> Iterator[str]:
    """*lines* in *form*, piece by piece."""
    match form:
        case ExportForm.CSV:
            return as_csv(lines, heading.doubt)
        case ExportForm.JSON:
            return as_json(lines, heading.doubt)
        case ExportForm.JSONL:
            return as_jsonl(lines, heading.doubt)
        case ExportForm.HTML:
            return as_html(lines, heading)
        case ExportForm.ZYZZYVA:
            return as_zyzzyva(lines, heading.doubt)
        case _:
            assert_never(form)


def as_csv(lines: Iterable[Line], doubt: str = "") -> Iterator[str]:
    """A table with a heading row, commas and quotes as RFC 4180 has them. A *doubt* about the log is a column
    more, in every row: rows are sorted and cut out."""
    told = (printable(doubt),) if doubt else ()
    yield _csv_row((*_COLUMNS, *(("log",) if told else ())))
    none = True
    for line in lines:
        none = False
        yield _csv_row([*(_cell(value) for value in _flat(line)), *told])
    if none and told:
        yield _csv_row([*("" for _ in _COLUMNS), *told])


def as_json(lines: Iterable[Line], doubt: str = "") -> Iterator[str]:
    """One array of whole records."""
    return array(_with_doubt(lines, doubt))


def _with_doubt(lines: Iterable[Line], doubt: str) -> Iterator[Mapping[str, Json]]:
    """Whole records, each with the *doubt* about its log, if there is one; that alone, if there are none."""
    more: dict[str, Json] = {"log": doubt} if doubt else {}
    none = True
    for line in lines:
        none = False
        yield {**whole(line), **more}
    if none and more:
        yield more


def array(items: Iterable[Mapping[str, Json]]) -> Iterator[str]:
    """A JSON array written piece by piece, an item to a line."""
    opening = "[\n"
    for item in items:
        yield opening + printable_json(item)
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


def as_jsonl(lines: Iterable[Line], doubt: str = "") -> Iterator[str]:
    """One whole record to a line."""
    for item in _with_doubt(lines, doubt):
        yield printable_json(item) + "\n"


_ZYZZYVAS_MARKS = {
    Verdict.ACCEPTABLE.value: "acceptable   +++",
    Verdict.UNACCEPTABLE.value: "unacceptable ---",
}


def in_zyzzyva(line: Line) -> bool:
    """Whether Zyzzyva's file has a line for this record: only rulings have one, and referred plays do not. It
    has no place for a mark, so a record that is not as it was recorded gets no line either."""
    return line.found.is_ruling and not line.mark and line.found.data.get("verdict") in _ZYZZYVAS_MARKS


def as_zyzzyva(lines: Iterable[Line], doubt: str = "") -> Iterator[str]:
    """The lines of Zyzzyva's challenge.txt, in local time, of the records that have one there."""
    if doubt:
        yield f"[{printable(doubt)}]\n"
    for line in filter(in_zyzzyva, lines):
        found = line.found
        mark = _ZYZZYVAS_MARKS[str(found.data["verdict"])]
        yield f"[{found.local_text}] {mark} {' '.join(texts(found.data['words']))}\n"


def as_html(lines: Iterable[Line], heading: Heading) -> Iterator[str]:
    """One self-contained page that prints on A4."""
    said = {key: html.escape(printable(getattr(heading, key))) for key in Heading.__dataclass_fields__}
    doubt = _HTML_DOUBT.format(said["doubt"]) if heading.doubt else ""
    yield _HTML_TOP.format(**{**said, "doubt": doubt})
    for line in lines:
        shown = "".join(f"<td>{cell}</td>" for cell in _html_cells(line))
        yield f"<tr{' class=changed' if line.mark else ''}>{shown}</tr>\n"
    yield "</tbody></table></body></html>\n"


def _html_cells(line: Line) -> Iterator[str]:
    found, data = line.found, line.found.data
    where = (f"{name} {text(data[key])}" for name, key in _WHERE if data.get(key) is not None)
    what = " ".join(texts(data.get("words"))) if found.is_ruling else describe_record(found)
    verdict = text(data.get("verdict")) if found.is_ruling else printable(found.kind)
    notes = [line.mark] if line.mark else []
    notes += [mark.replace("_", " ") for mark in (*texts(data.get("flags")), *map(printable, line.alerts))]
    for cell in (
        text(data.get("number")) or f"record {found.seq}",
        printable(found.local_text),
        verdict.replace("_", " "),
        what,
        ", ".join(where),
        ", ".join(notes),
        found.hash[:16],
    ):
        yield html.escape(printable(cell))


_WHERE = (("round", "round"), ("table", "table"), ("division", "division"))
_COLUMNS = (
    *("number", "station_letter", "local_time", "verdict", "words", "word_count", "round", "table"),
    *("division", "event", "method", "operator", "flags", "alerts", "check", "lexicon", "lexicon_edition"),
    *("rules", "penalty", "consequence", "kind", "details", "seq", "at_utc", "lexicon_fingerprint"),
    *("long_lexicon", "entry_ms", "verify_ms", "edits", "program", "station", "hash"),
)


def _flat(line: Line) -> tuple[Json, ...]:
    found, data = line.found, line.found.data
    lexicon, long_lexicon, rules = (_mapping(data.get(key)) for key in ("lexicon", "long_lexicon", "rules"))
    words = texts(data.get("words"))
    return (
        data.get("number"),
        line.letter,
        found.local_text,
        data.get("verdict"),
        " ".join(words),
        len(words) if words else None,
        *(data.get(key) for key in ("round", "table", "division", "event", "method", "operator")),
        " ".join(texts(data.get("flags"))),
        " ".join(line.alerts),
        line.mark or "as recorded",
        lexicon.get("id"),
        lexicon.get("edition"),
        rules.get("id"),
        *(data.get(key) for key in ("penalty", "consequence")),
        found.kind,
        "" if found.is_ruling and not found.odd else describe_record(found),
        found.seq,
        found.at,
        lexicon.get("fingerprint"),
        long_lexicon.get("id"),
        *(data.get(key) for key in ("entry_ms", "verify_ms", "edits", "program")),
        found.station,
        found.hash,
    )


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _cell(value: Json) -> str:
    """*value* as a cell that no spreadsheet calculates; numbers cannot be formulas and stay as they are."""
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value)
    shown = printable(value) if isinstance(value, str) else printable_json(value)
    return f"'{shown}" if shown.startswith(_FORMULA_STARTS) else shown


def _csv_row(cells: Iterable[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerow(cells)
    return buffer.getvalue()


_HTML_DOUBT = (
    '<p style="border: 3px solid #111; background: #fff0d0; font-weight: 600; padding: .5em .7em">{}</p>'
)
_HTML_TOP = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
@page {{ size: A4 landscape; margin: 12mm }}
body {{ font: 10pt/1.35 system-ui, sans-serif; color: #111; margin: 1.5em }}
h1 {{ font-size: 16pt; margin: 0 0 .2em }} p {{ margin: .2em 0 }} .quiet {{ color: #444 }}
table {{ border-collapse: collapse; width: 100%; margin-top: 1em; font-size: 8.5pt }}
thead {{ display: table-header-group }} tr {{ break-inside: avoid }}
th, td {{ border-bottom: 1px solid #bbb; padding: .25em .7em .25em 0; text-align: left; vertical-align: top }}
th {{ border-bottom: 2px solid #111 }} th, td {{ white-space: nowrap }}
td:nth-child(4), td:nth-child(5), td:nth-child(6) {{ white-space: normal; overflow-wrap: break-word }}
td:nth-child(4) {{ width: 45%; letter-spacing: .02em; max-width: 32em }} td:nth-child(6) {{ width: 18% }}
td:last-child {{ font-family: monospace; color: #444 }}
.changed td {{ background: #fff0d0; font-weight: 600; border-bottom: 2px solid #111 }}
@media print {{ body {{ margin: 0 }} }}
</style></head><body>{doubt}<h1>{title}</h1><p>{filters}</p><p class="quiet">{integrity}</p>
<table><thead><tr><th>Ruling</th><th>Local time</th><th>Verdict</th><th>Words, or what happened</th>
<th>Where</th><th>Notes</th><th>Hash</th></tr></thead><tbody>
"""
