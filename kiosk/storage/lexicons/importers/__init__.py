"""Readers of word lists as they come: text in many forms, JSON, Zyzzyva, Quackle and wolges files,
archives.

What a file is, is decided by its content, never by its name. Every reader looks; exactly one must recognise
the file. A reader that meets anything odd refuses with the place and the reason: a list is read whole or
not at all.
"""

from collections.abc import Callable
from typing import TypeAlias

from kiosk.errors import LexiconError
from kiosk.storage.lexicons.importers import (
    archive,
    foreign,
    json_list,
    quackle,
    text,
    wolges,
    zyzzyva_db,
    zyzzyva_graph,
)
from kiosk.storage.lexicons.importers.reading import LARGEST, Entries, ListFile, refused

Reader: TypeAlias = Callable[[ListFile], Entries]

# (does the file look like mine?, take it apart)
_READERS: tuple[tuple[Callable[[ListFile], bool], Reader], ...] = (
    (text.fits, text.read),
    (json_list.fits, json_list.read),
    (zyzzyva_graph.fits, zyzzyva_graph.read),
    (zyzzyva_db.fits, zyzzyva_db.read),
    (quackle.fits, quackle.read),
    (wolges.fits, wolges.read),
)


def read_word_list(data: bytes) -> Entries:
    """The entries of the word list in *data*, unpacked first if it is a zip or gzip file."""
    if not data:
        raise refused("the file is empty", "Choose the file that holds the words.")
    if len(data) > LARGEST:
        raise refused(f"the file is larger than {LARGEST // 2**20} MB", "No word list is that large.")
    if archive.fits(data):
        data = archive.unpack(data)
    foreign.refuse_known(data)
    source = ListFile(data, text.decoded(data))
    fitting = [read for fits, read in _READERS if fits(source)]
    if len(fitting) > 1:
        return _only_one_that_reads(fitting, source)
    if not fitting:
        raise foreign.refuse_unknown(data)
    return fitting[0](source)


def _only_one_that_reads(readers: list[Reader], source: ListFile) -> Entries:
    readings = []
    for read in readers:
        try:
            readings.append(read(source))
        except LexiconError:
            continue
    if len(readings) != 1:
        raise refused(
            "the file could be of more than one kind", "Export the list as plain text and import that."
        )
    return readings[0]
