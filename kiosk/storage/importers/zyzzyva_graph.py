"""Zyzzyva's `.dwg`: a count, then that many edges of 32 bits, the first 256 of them the first letters."""

import sys
from array import array

from kiosk.storage.importers.graph import Graph, count_words, entries_of
from kiosk.storage.importers.reading import Reading, Source, damaged

_KIND = "Zyzzyva .dwg"
_ROOTS = range(1, 257)
_LETTERS = frozenset(b"\0ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_WORD_ENDS, _LAST = 0x80, 0x40  # in the byte below the letter
_CHILD = 0x1FFFFF


def fits(source: Source) -> bool:
    data = source.data
    letters = data[7 : 4 * 257 : 4]
    return len(letters) == len(_ROOTS) and _LETTERS.issuperset(letters) and any(letters)


def read(source: Source) -> Reading:
    """The words of the graph in *source*."""
    data = source.data
    promised = int.from_bytes(data[:4], "little")
    if len(data) != 4 * promised + 4:
        raise damaged(_KIND, f"it says {promised:,} edges and holds {(len(data) - 4) // 4:,}")
    graph = _graph(data)
    return Reading(_KIND, "entry", count_words(graph), entries_of(graph))


def _graph(data: bytes) -> Graph:
    edges = array("I", data)
    if sys.byteorder == "big":
        edges.byteswap()
    letters, flags = data[3::4], data[2::4]
    child = array("I", [edge & _CHILD for edge in edges])
    roots = [edge for edge in _ROOTS if letters[edge]]
    return Graph(
        kind=_KIND,
        letters=letters,
        ends=bytes(flag & _WORD_ENDS for flag in flags),
        last=bytes(flag & _LAST for flag in flags),
        child=child,
        roots=roots,
    )
