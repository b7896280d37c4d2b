"""Word lists as text: one word on each line, alone, before its definition, numbered, or in a table of tabs
or commas.

Nothing is dropped in silence: a line is a word, blank, a comment, a first line that is a title (and is
shown), or bad.
"""

import re

from kiosk.storage.importers.lines import plain_entries
from kiosk.storage.importers.reading import LARGEST_TEXT, MOST_ENTRIES, Reading, refused
from kiosk.storage.importers.tables import comma_entries, delimiter_of, tab_entries

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]")
_COMMENTS = ("#", "//", ";")
_SAMPLE = 1000


def fits(data: bytes) -> bool:
    text = decoded(data)
    return text is not None and not text.lstrip().startswith(("[", "{"))


def decoded(data: bytes) -> str | None:
    """*data* as text, or None if it is not text: UTF-8, UTF-16 with a mark, else Windows-1252."""
    if len(data) > LARGEST_TEXT or (data[:4096].count(0) and not data.startswith((b"\xff\xfe", b"\xfe\xff"))):
        return None
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _clean_text(data[len(mark) :], encoding)
    text = _clean_text(data, "utf-8")
    return _clean_text(data, "cp1252") if text is None else text


def _clean_text(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    text = text.rstrip("\x1a")  # DOS programs end a file with it
    return None if _CONTROL.search(text) else text


def read(data: bytes) -> Reading:
    """The entries of the text in *data*."""
    text = (decoded(data) or "").replace("\r\n", "\n").replace("\r", "\n")
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
