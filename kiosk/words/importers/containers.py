"""Lists inside other files: zip and gzip, JSON, SQLite; and files that are no lists at all."""

import gzip
import io
import json
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from typing import IO, Any

from kiosk.errors import LexiconError
from kiosk.words.importers.entries import (
    LARGEST,
    LARGEST_TEXT,
    MOST_ENTRIES,
    Entries,
    Entry,
    ListFile,
    PassedOver,
    damaged,
    refused,
)
from kiosk.words.importers.text import FurtherWords

# ---- archive -----------------------------------------------------------------------------------------------
# Zip and gzip files that hold exactly one word list; anything larger inside than a list can be is
# refused.

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_GZIP = b"\x1f\x8b"
_OFFICE = ("[Content_Types].xml", "mimetype", "META-INF/manifest.xml")
_PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_CHUNK = 2**20


def fits_archive(data: bytes) -> bool:
    return data.startswith((*_ZIP, _GZIP))


def unpack(data: bytes) -> bytes:
    """What the one file inside holds."""
    content = _from_gzip(data) if data.startswith(_GZIP) else _from_zip(data)
    if not content:
        raise refused("the file in this archive is empty", "Choose the archive that holds the words.")
    return content


def _from_gzip(data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return _at_most_the_largest(file)
    except (OSError, EOFError, zlib.error) as error:
        raise damaged("gzip", "it is damaged or not complete") from error


def _from_zip(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed, packed.open(_only_member(packed)) as file:
            return _at_most_the_largest(file)
    except (zipfile.BadZipFile, EOFError, zlib.error, OSError, ValueError, NotImplementedError) as error:
        raise damaged("zip", "it is damaged or not complete") from error


def _only_member(packed: zipfile.ZipFile) -> zipfile.ZipInfo:
    # Not is_dir(), which fails on a member without a name.
    names = [member for member in packed.infolist() if not member.filename.endswith("/")]
    members = [member for member in names if not _is_leftover(member.filename)]
    if any(member.filename in _OFFICE for member in members):
        raise refused(
            "this is an Office document", "Save it as plain text, one word on each line, and import that."
        )
    if len(members) != 1:
        raise refused(
            f"this zip file holds {len(members)} files, and it is not clear which is the list",
            "Unpack it and import the one file.",
        )
    [member] = members
    if member.flag_bits & _ENCRYPTED or member.compress_type not in _PLAIN_METHODS:
        raise refused(
            "the file inside is encrypted or packed in an unusual way", "Unpack it and import the file."
        )
    if member.file_size > LARGEST:
        raise _too_large()
    return member


def _is_leftover(name: str) -> bool:
    return name.startswith("__MACOSX/") or name.rpartition("/")[2] in (".DS_Store", "Thumbs.db")


def _at_most_the_largest(file: IO[bytes] | gzip.GzipFile) -> bytes:
    # The size written in an archive may lie; what really comes out is counted.
    pieces, size = [], 0
    while piece := file.read(_CHUNK):
        pieces.append(piece)
        size += len(piece)
        if size > LARGEST:
            raise _too_large()
    return b"".join(pieces)


def _too_large() -> LexiconError:
    return refused(
        f"what is packed in this archive is larger than {LARGEST // 2**20} MB", "No word list is that large."
    )


# ---- foreign -----------------------------------------------------------------------------------------------
# Files that are not word lists at all, recognised by how they begin, so that the refusal can say what to do
# instead.

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
            raise refused(what, advice)
    beginning = data[:200].removeprefix(b"\xef\xbb\xbf")
    start = beginning[:64].lstrip()
    # A graph file may begin with that very byte, the lowest of a count; markup holds no zero bytes.
    if start.startswith(b"<") and b"\0" not in start:
        raise refused("this is a web page or another marked-up document", _AS_TEXT)
    if _PROGRAM.match(beginning):
        raise refused(
            "this is part of a program, with the list inside it",
            "Save what stands between the brackets, brackets included, as a JSON file and import that.",
        )


def refuse_unknown(data: bytes) -> LexiconError:
    """The refusal of *data*, which no reader knows."""
    if data[:1] == b"\1":
        return refused("this is a Quackle GADDAG, or a Quackle DAWG that is damaged", _GRAPH)
    if data.startswith(_COLLINS):
        return refused(
            "this is the encrypted list of Collins Zyzzyva",
            "Import the file of the same name that ends in .dwg and lies beside it.",
        )
    if any(data[:400:2]) != any(data[1:400:2]):  # every other byte is zero
        return refused("this looks like text in UTF-16 without its mark", "Save it as UTF-8 and import that.")
    if not data[:_LOOK].translate(None, _TEXT):
        return _refuse_text(data)
    return refused("the file is neither text nor a word list of a program known here", _AS_TEXT)


def _refuse_text(data: bytes) -> LexiconError:
    if len(data) > LARGEST_TEXT:
        return refused(
            f"this text is larger than {LARGEST_TEXT // 2**20} MB", "No word list is that large as text."
        )
    return refused(
        "this is text in an encoding that is not known here, with letters other than A to Z "
        "(perhaps Windows-1250)",
        "Save it as UTF-8 to see which; a station judges by A to Z alone.",
    )


# ---- json list ---------------------------------------------------------------------------------------------
# Word lists as JSON: an array of words, of objects with a word each or of pairs; an object keyed by words,
# or with the words in groups by letter or length; any of these inside an object with a few facts about the
# list (the shape licensees receive); or one object on each line.
#
# An object is taken for one of these only if it cannot be another: a word must not become a fact, nor a fact
# a word.

_LIST_KEYS = ("words", "wordlist", "word_list", "list", "entries", "dictionary", "lexicon", "data", "items")
_WORD_KEYS = ("word", "words")
_DEFINITION_KEYS = ("definition", "definitions", "meaning")
_MOST_OBJECTS = 2 * MOST_ENTRIES
_MOST_STRINGS, _MOST_COMMAS = 8_000_000, 10_000_000
_JOIN = " / "
_MOST_FACTS = 20
_MOST_SENSES = 40  # of one word
_DEEPEST_SHELL = 4


def fits_json_list(source: ListFile) -> bool:
    return source.text is not None and source.text[:4096].lstrip().startswith(("[", "{"))


def read_json_list(source: ListFile) -> Entries:
    """The entries of the JSON in *source*."""
    text = source.text or ""
    _refuse_huge(text)
    items = _items(_value(text))
    passed_over = PassedOver()
    return Entries(
        "JSON", "entry", len(items), _entries_json_list(items, passed_over), passed_over=passed_over
    )


def _refuse_huge(text: str) -> None:
    """Refuse what would take too much memory, before it is taken apart."""
    objects, arrays, strings = text.count("{"), text.count("["), text.count('"') // 2
    if (
        objects + arrays > _MOST_OBJECTS
        or strings > min(2 * MOST_ENTRIES + _MOST_FACTS * objects, _MOST_STRINGS)
        or text.count(",") > _MOST_COMMAS
    ):
        raise damaged("JSON", "it holds more than any word list")


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and "\n" in text[: error.pos]:
            return _values_by_line(text)
        raise damaged(
            "JSON", f"line {error.lineno} is not well formed, at its character {error.colno}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise damaged("JSON", _why(error)) from error


def _values_by_line(text: str) -> list[Any]:
    values = []
    for place, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip():
                values.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise damaged("JSON", f"line {place} is not well formed") from error
    return values


def _why(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "its brackets are nested too deeply"
    return "it holds a number with too many digits"


def _items(value: Any, depth: int = 0) -> list[Any]:
    """The entries in *value*: what an array holds, or an object that stands for a list."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict) or depth > _DEEPEST_SHELL:
        raise damaged("JSON", "it holds no array of words")
    shell = _inside(value)
    if shell is not None:
        return _items(shell, depth + 1)
    if value and all(isinstance(group, list) for group in value.values()) and _is_grouped(value):
        return list(chain.from_iterable(value.values()))
    if any(isinstance(item, list | dict) and len(item) > _MOST_SENSES for item in value.values()):
        raise damaged("JSON", "it holds several lists, and it is not clear which is the one of the words")
    return [[key, item] for key, item in value.items()]


def _inside(value: dict[str, Any]) -> Any:
    """The list in *value*, if that is an object with a few facts about a list; else None."""
    if len(value) > _MOST_FACTS:
        return None
    holders = {key: item for key, item in value.items() if isinstance(item, list | dict)}
    by_key = {key.casefold(): item for key, item in holders.items()}
    for key in _LIST_KEYS:
        if key in by_key:
            return by_key[key]
    if len(holders) == 1 and len(value) > 1:
        [only] = holders.values()
        holds_more = len(only) > len(value) or (isinstance(only, dict) and _inside(only) is not None)
        return only if holds_more else None
    return None


def _is_grouped(groups: dict[str, list[Any]]) -> bool:
    """Whether *groups* are words by length or by their first letters, rather than words and their senses."""
    if all(key.isdigit() for key in groups):
        return True
    return all(
        isinstance(word, str) and word.casefold().startswith(key.casefold())
        for key, group in groups.items()
        for word in group
    )


def _entries_json_list(items: list[Any], passed_over: PassedOver) -> Iterator[Entry]:
    further = FurtherWords(passed_over)
    for place, item in enumerate(items, 1):
        if isinstance(item, str):
            yield place, item, ""
        elif isinstance(item, dict):
            yield place, *_of_object(item, place)
        elif isinstance(item, list) and item and isinstance(item[0], str):
            definition = item[1] if len(item) == 2 and isinstance(item[1], str) else _text_of(item[1:])
            if definition:
                further.see(place, item[0], definition.replace(_JOIN, " "))
            yield place, item[0], definition
        else:
            raise damaged("JSON", f"entry {place} is neither a word nor an object with a word")
    further.refuse()


def _of_object(item: dict[str, Any], place: int) -> tuple[str, str]:
    word = item.get("word")
    if word is None:
        item = {key.casefold(): field for key, field in item.items()}
        word = next((item[key] for key in _WORD_KEYS if key in item), None)
    if not isinstance(word, str):
        raise damaged("JSON", f"entry {place} names no word")
    return word, _definition(item)


def _definition(known: dict[str, Any]) -> str:
    for key in _DEFINITION_KEYS:
        if key in known:
            value = known[key]
            return value if isinstance(value, str) else _text_of(value)
    return ""


def _text_of(value: Any) -> str:
    """The text in *value*, whatever it is made of."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return _JOIN.join(text for text in map(_text_of, value) if text)
    if isinstance(value, dict):
        return _definition({key.casefold(): field for key, field in value.items()})
    return ""


# ---- zyzzyva db --------------------------------------------------------------------------------------------
# Zyzzyva's `.db`: an SQLite file with a table `words`. It is read from memory, so that no copy of a licensed
# list lies about; its own code is not run.

_KIND = "Zyzzyva .db"
_MAGIC = b"SQLite format 3\0"
_WRITE_AHEAD = slice(18, 20)  # says 2, 2 in a file with a write-ahead log, which memory cannot have
_STEPS_BETWEEN_LOOKS = 10_000
_MOST_LOOKS = 20_000


def fits_zyzzyva_db(source: ListFile) -> bool:
    return source.data.startswith(_MAGIC)


def read_zyzzyva_db(source: ListFile) -> Entries:
    """The words and definitions of the table `words` in *source*."""
    return Entries(_KIND, "row", len(source.data) // 300, _entries_zyzzyva_db(source.data))


def _entries_zyzzyva_db(data: bytes) -> Iterator[Entry]:
    try:
        with closing(sqlite3.connect(":memory:")) as db:
            if data[_WRITE_AHEAD] == b"\2\2":
                data = data[:18] + b"\1\1" + data[20:]
            db.deserialize(data)
            yield from _rows(db)
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        raise damaged(_KIND, "it is damaged, or takes too long to read") from error


def _rows(db: sqlite3.Connection) -> Iterator[Entry]:
    looks = iter(range(_MOST_LOOKS))
    # A true value stops the query: no file keeps us here for ever.
    db.set_progress_handler(lambda: next(looks, None) is None, _STEPS_BETWEEN_LOOKS)
    db.execute("PRAGMA trusted_schema = OFF")
    definition = "definition" if "definition" in _plain_columns(db) else "''"
    rows = db.execute(f"SELECT word, {definition} FROM words")  # noqa: S608  (one of two constants)
    for place, (word, meaning) in enumerate(rows, 1):
        if place > MOST_ENTRIES:
            raise damaged(_KIND, f"it holds more than {MOST_ENTRIES:,} rows")
        yield place, word if isinstance(word, str) else "", meaning if isinstance(meaning, str) else ""


def _plain_columns(db: sqlite3.Connection) -> set[str]:
    """The columns of `words`, which must be an ordinary table: a view or a computed column would be
    someone's code."""
    made = db.execute("SELECT type, rootpage FROM sqlite_master WHERE lower(name) = 'words'").fetchall()
    if [(kind, bool(page)) for kind, page in made] != [("table", True)]:
        raise damaged(_KIND, "it has no table of words")
    columns = db.execute("SELECT lower(name), hidden FROM pragma_table_xinfo('words')").fetchall()
    plain = {name for name, hidden in columns if not hidden}
    if "word" not in plain:
        raise damaged(_KIND, "its table has no column of words")
    return plain
