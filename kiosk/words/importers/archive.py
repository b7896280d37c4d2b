"""Zip and gzip files that hold exactly one word list; what is larger inside than a list is refused."""

import gzip
import io
import zipfile
import zlib
from typing import IO

from kiosk.errors import LexiconError
from kiosk.words.importers.entries import (
    LARGEST,
    damaged_file,
    refuse_file,
)

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_GZIP = b"\x1f\x8b"
_OFFICE = ("[Content_Types].xml", "mimetype", "META-INF/manifest.xml")
_PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_CHUNK = 2**20


def fits(data: bytes) -> bool:
    return data.startswith((*_ZIP, _GZIP))


def unpack(data: bytes) -> bytes:
    """What the one file inside holds."""
    content = _from_gzip(data) if data.startswith(_GZIP) else _from_zip(data)
    if not content:
        raise refuse_file("the file in this archive is empty", "Choose the archive that holds the words.")
    return content


def _from_gzip(data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return _at_most_the_largest(file)
    except (OSError, EOFError, zlib.error) as error:
        raise damaged_file("gzip", "it is damaged or not complete") from error


def _from_zip(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed, packed.open(_only_member(packed)) as file:
            return _at_most_the_largest(file)
    except (zipfile.BadZipFile, EOFError, zlib.error, OSError, ValueError, NotImplementedError) as error:
        raise damaged_file("zip", "it is damaged or not complete") from error


def _only_member(packed: zipfile.ZipFile) -> zipfile.ZipInfo:
    # Not is_dir(), which fails on a member without a name.
    names = [member for member in packed.infolist() if not member.filename.endswith("/")]
    members = [member for member in names if not _is_leftover(member.filename)]
    if any(member.filename in _OFFICE for member in members):
        raise refuse_file(
            "this is an Office document", "Save it as plain text, one word on each line, and import that."
        )
    if len(members) != 1:
        raise refuse_file(
            f"this zip file holds {len(members)} files, and it is not clear which is the list",
            "Unpack it and import the one file.",
        )
    [member] = members
    if member.flag_bits & _ENCRYPTED or member.compress_type not in _PLAIN_METHODS:
        raise refuse_file(
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
    return refuse_file(
        f"what is packed in this archive is larger than {LARGEST // 2**20} MB", "No word list is that large."
    )
