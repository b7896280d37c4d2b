"""Files that are not word lists at all, recognised by how they begin, so that the refusal can say what to do
instead.
"""

import re

from kiosk.errors import LexiconError
from kiosk.words.importers.entries import (
    LARGEST_TEXT,
    refuse_file,
)

_AS_TEXT = "Export or save it as plain text, one word on each line, and import that."
_UNPACK = "Unpack it first and import the word list inside."
_GRAPH = "Import the DAWG of the same list, or its text."

_BEGINNINGS = (
    (b"%PDF", "this is a PDF document", _AS_TEXT),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "this is an Office document", _AS_TEXT),
    (b"{\\rtf", "this is a rich-text document", _AS_TEXT),
    (b"\x89PNG", "this is a picture", _AS_TEXT),
    (b"\xff\xd8\xff", "this is a picture", _AS_TEXT),
    (b"GIF8", "this is a picture", _AS_TEXT),
    (b"\x7fELF", "this is a program", _AS_TEXT),
    (b"MZ\x90", "this is a program", _AS_TEXT),
    (b"7z\xbc\xaf\x27\x1c", "this is a 7z archive", _UNPACK),
    (b"Rar!", "this is a RAR archive", _UNPACK),
    (b"\xfd7zXZ", "this is an xz archive", _UNPACK),
    (b"BZh9", "this is a bzip2 archive", _UNPACK),
    (b"PK\3\4", "this archive holds another archive", _UNPACK),
    (b"\x1f\x8b", "this archive holds another archive", _UNPACK),
    (b"cgdg", "this is a GADDAG, which holds every word many times over in parts", _GRAPH),
    (b"cdwg", "this is a Macondo DAWG, a form given up by its makers", _GRAPH),
)

# `var WORDS = [`, `export default [`, `words = {`: a list as a programmer keeps it.
_PROGRAM = re.compile(
    rb"\s*(?:export\s+)?(?:(?:var|let|const)\s+[\w$]+\s*=|default\s*[\[{]|[\w$.]+\s*=\s*[\[{(]\s*['\"])"
)
_COLLINS = b"# Published under license with Collins"
_TEXT = bytes(byte for byte in range(256) if byte not in (*range(9), 11, *range(14, 32), 127))
_LOOK = 2**16


def refuse_known(data: bytes) -> None:
    """Refuse *data* if it begins like something known that is no word list."""
    for signature, what, advice in _BEGINNINGS:
        if data.startswith(signature):
            raise refuse_file(what, advice)
    beginning = data[:200].removeprefix(b"\xef\xbb\xbf")
    start = beginning[:64].lstrip()
    # A graph file may begin with that very byte, the lowest of a count; markup holds no zero bytes.
    if start.startswith(b"<") and b"\0" not in start:
        raise refuse_file("this is a web page or another marked-up document", _AS_TEXT)
    if _PROGRAM.match(beginning):
        raise refuse_file(
            "this is part of a program, with the list inside it",
            "Save what stands between the brackets, brackets included, as a JSON file and import that.",
        )


def refuse_unknown(data: bytes) -> LexiconError:
    """The refusal of *data*, which no reader knows."""
    if data[:1] == b"\1":
        return refuse_file("this is a Quackle GADDAG, or a Quackle DAWG that is damaged", _GRAPH)
    if data.startswith(_COLLINS):
        return refuse_file(
            "this is the encrypted list of Collins Zyzzyva",
            "Import the file of the same name that ends in .dwg and lies beside it.",
        )
    if any(data[:400:2]) != any(data[1:400:2]):  # every other byte is zero
        return refuse_file(
            "this looks like text in UTF-16 without its mark", "Save it as UTF-8 and import that."
        )
    if not data[:_LOOK].translate(None, _TEXT):
        return _refuse_text(data)
    return refuse_file("the file is neither text nor a word list of a program known here", _AS_TEXT)


def _refuse_text(data: bytes) -> LexiconError:
    if len(data) > LARGEST_TEXT:
        return refuse_file(
            f"this text is larger than {LARGEST_TEXT // 2**20} MB", "No word list is that large as text."
        )
    return refuse_file(
        "this is text in an encoding that is not known here, with letters other than A to Z "
        "(perhaps Windows-1250)",
        "Save it as UTF-8 to see which; a station judges by A to Z alone.",
    )
