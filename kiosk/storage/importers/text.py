"""Word lists as text: one word on each line, alone, before its definition, numbered, or in a table of tabs
or commas.

Nothing is dropped in silence: a line is a word, blank, a comment, a first line that is a title (and is
shown), or bad.
"""

import re

from kiosk.storage.importers.lines import plain_entries
from kiosk.storage.importers.reading import LARGEST_TEXT, MOST_ENTRIES, Reading, Source, refused
from kiosk.storage.importers.tables import comma_entries, delimiter_of, tab_entries

_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16 = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_DOS_END = b"\x1a"  # DOS programs end a file with it
_CONTROLS = bytes((*range(9), 11, *range(14, 32), 127))
_ALL_BUT_CONTROL = bytes(range(256)).translate(None, _CONTROLS)
_CONTROL = re.compile(f"[{re.escape(_CONTROLS.decode())}\ufffe\uffff]")
_COMMENTS = ("#", "//", ";")
_SAMPLE = 1000


def fits(source: Source) -> bool:
    return source.text is not None and not source.text[:4096].lstrip().startswith(("[", "{"))


def decoded(data: bytes) -> str | None:
    """*data* as text, or None if it is not text: UTF-8, UTF-16 with a mark, else Windows-1252."""
    for mark, encoding in _UTF_16:
        if data.startswith(mark):
            text = _as(encoding, data[len(mark) :])
            return None if text is None or _CONTROL.search(text) else text
    data = data.removeprefix(_UTF_8_MARK).rstrip(_DOS_END)
    # In the other encodings a control byte is a control character: no need to decode what is no text.
    if len(data) > LARGEST_TEXT or data.translate(None, _ALL_BUT_CONTROL):
        return None
    text = _as("utf-8", data)
    return _as("cp1252", data) if text is None else text


def _as(encoding: str, data: bytes) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def read(source: Source) -> Reading:
    """The entries of the text in *source*."""
    text = (source.text or "").replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_ENTRIES:
        raise refused(f"the file has more than {MOST_ENTRIES:,} lines", "No word list is that long.")
    lines = text.split("\n")
    sample = [line for line in lines[: 2 * _SAMPLE] if is_content(line)][:_SAMPLE]
    if not sample:
        raise refused("the file holds no words", "Choose the file that holds the words.")
    match delimiter_of(sample):
        case "\t":
            return tab_entries(lines, is_content)
        case "," | ";" as delimiter:
            return comma_entries(text, delimiter, is_content)
        case _:
            return plain_entries(lines, is_content)


def is_content(line: str) -> bool:
    """Whether *line* is neither blank nor a comment."""
    stripped = line.strip()
    return bool(stripped) and not stripped.startswith(_COMMENTS)
