"""Word lists as text: one word on each line, alone, before its definition, numbered, or in a table of tabs
or commas.

Nothing is dropped in silence: a line is a word, blank, a comment (counted), a first line that is a title
(shown), or bad.
"""

import re

from kiosk.storage.lexicons.importers.comments import is_comment, without_comments
from kiosk.storage.lexicons.importers.lines import plain_entries
from kiosk.storage.lexicons.importers.reading import (
    LARGEST_TEXT,
    LONGEST_LINE,
    MOST_ENTRIES,
    Entries,
    ListFile,
    PassedOver,
    refused,
)
from kiosk.storage.lexicons.importers.tables import comma_entries, delimiter_of, tab_entries

_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16 = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_DOS_END = b"\x1a"  # DOS programs end a file with it
_CONTROLS = bytes((*range(9), 11, *range(14, 32), 127))
_ALL_BUT_CONTROL = bytes(range(256)).translate(None, _CONTROLS)
_CONTROL = re.compile(f"[{re.escape(_CONTROLS.decode())}\ufffe\uffff]")
_SAMPLE = 1000


def fits(source: ListFile) -> bool:
    return source.text is not None and not source.text[:4096].lstrip().startswith(("[", "{"))


def decoded(data: bytes) -> str | None:
    """*data* as text, or None if it is not text: UTF-8, UTF-16 with a mark, else Windows-1252."""
    if len(data) > LARGEST_TEXT:
        return None
    for mark, encoding in _UTF_16:
        if data.startswith(mark):
            text = _as(encoding, data[len(mark) :])
            return None if text is None or _CONTROL.search(text) else text
    data = data.removeprefix(_UTF_8_MARK).rstrip(_DOS_END)
    # In the other encodings a control byte is a control character: no need to decode what is no text.
    if data.translate(None, _ALL_BUT_CONTROL):
        return None
    text = _as("utf-8", data)
    return _as("cp1252", data) if text is None else text


def _as(encoding: str, data: bytes) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def read(source: ListFile) -> Entries:
    """The entries of the text in *source*."""
    text = (source.text or "").replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_ENTRIES:
        raise refused(f"the file has more than {MOST_ENTRIES:,} lines", "No word list is that long.")
    lines = text.removesuffix("\n").split("\n")
    lengths = [*map(len, lines)]
    if (longest := max(lengths)) > LONGEST_LINE:
        raise refused(
            f"line {lengths.index(longest) + 1} has more than {LONGEST_LINE:,} characters",
            "Put one word on each line, and import the list again.",
        )
    sample = [line for line in lines[: 2 * _SAMPLE] if line.strip() and not is_comment(line.strip())][
        :_SAMPLE
    ]
    passed_over = PassedOver()
    match delimiter_of(sample):
        case "," | ";" as delimiter:
            return comma_entries(lines, delimiter, passed_over)
        case "\t":
            return tab_entries(without_comments(lines, passed_over), passed_over)
        case _:
            return plain_entries(without_comments(lines, passed_over), passed_over)
