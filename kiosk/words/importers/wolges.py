"""wolges' `.kwg`: nothing but nodes of 32 bits. Node 0 points to the first letters; a GADDAG may follow and
is not read.
"""

from itertools import pairwise

from kiosk.words.importers.entries import (
    Entries,
    ListFile,
    damaged_file,
    refuse_file,
)
from kiosk.words.importers.graph import Graph, children, count_words, entries_of, refuse_huge, words_of

_KIND = "wolges .kwg"
_ACCEPTS, _IS_END = 0x80, 0x40  # in the byte below the tile
_ARC = 0x3FFFFF
_WORD_ENDS = bytes(flag & _ACCEPTS for flag in range(256))
_LAST_OF_RUN = bytes(flag & _IS_END for flag in range(256))
_TILES = bytes([0, *b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *bytes(229)])


def fits(source: ListFile) -> bool:
    data = source.data
    first = int.from_bytes(data[:4], "little")
    return len(data) % 4 == 0 and first >> 22 == 1 and 0 < first & _ARC < len(data) // 4


def read(source: ListFile) -> Entries:
    """The words of the DAWG in *source*."""
    data = source.data
    graph = _graph(data)
    count = count_words(graph)
    words = list(words_of(graph))
    _refuse_other_tiles(words)
    # Siblings ascend in this form, so the words do; if not, the nodes are not what they seem.
    if any(before >= after for before, after in pairwise(words)):
        raise damaged_file(_KIND, "its words are not in order")
    return Entries(_KIND, "entry", count, entries_of(words), by_number=True)


def _graph(data: bytes) -> Graph:
    refuse_huge(_KIND, len(data) // 4)
    child = children(data, _ARC >> 16)
    first = child[0]
    flags = data[2::4]
    last = flags.translate(_LAST_OF_RUN)
    end = last.find(_IS_END, first)
    if end < 0:
        raise damaged_file(_KIND, "its first letters have no end")
    return Graph(
        kind=_KIND,
        letters=data[3::4].translate(_TILES),
        ends=flags.translate(_WORD_ENDS),
        last=last,
        child=child,
        roots=range(first, end + 1),
    )


def _refuse_other_tiles(words: list[str]) -> None:
    if any("\0" in word for word in words):
        raise refuse_file(
            "this graph is a GADDAG or a list in another alphabet than A to Z",
            "Import the DAWG of the English list, or its text.",
        )
