"""Files that are no word list at all, known by how they begin, so that the refusal can say what to do
instead."""

from kiosk.errors import LexiconError
from kiosk.storage.importers.reading import refused

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


def refuse_known(data: bytes) -> None:
    """Refuse *data* if it begins like something known that is no word list."""
    for beginning, what, advice in _BEGINNINGS:
        if data.startswith(beginning):
            raise refused(what, advice)
    start = data.removeprefix(b"\xef\xbb\xbf")[:64].lstrip()
    # A graph file may begin with that very byte, the lowest of a count; markup holds no zero bytes.
    if start.startswith(b"<") and b"\0" not in start:
        raise refused("this is a web page or another marked-up document", _AS_TEXT)


def refuse_unknown(data: bytes) -> LexiconError:
    """The refusal of *data*, which no reader knows."""
    if data[:1] == b"\1":
        return refused("this is a Quackle GADDAG, or a Quackle DAWG that is damaged", _GRAPH)
    if any(data[:400:2]) != any(data[1:400:2]):  # every other byte is zero
        return refused("this looks like text in UTF-16 without its mark", "Save it as UTF-8 and import that.")
    return refused("the file is neither text nor a word list of a program known here", _AS_TEXT)
