"""Zyzzyva's `.dwg`: a count, then that many edges of 32 bits, the first 256 of them the first letters."""

from kiosk.words.importers.entries import (
    Entries,
    ListFile,
    damaged_file,
    refuse_file,
)
from kiosk.words.importers.graph import Graph, children, count_words, entries_of, refuse_huge, words_of

_KIND = "Zyzzyva .dwg"
_ROOTS = range(1, 257)
_LETTERS = frozenset(b"\0ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_CHILD = 0x1FFFFF
# In the byte below the letter.
_WORD_ENDS = bytes(flag & 0x80 for flag in range(256))
_LAST_OF_RUN = bytes(flag & 0x40 for flag in range(256))


def fits(source: ListFile) -> bool:
    data = source.data
    letters = data[7 : 4 * 257 : 4]
    if len(letters) != len(_ROOTS):
        return False
    # A count that is exactly right also tells: other alphabets and empty lists are of this form, too.
    return _count_promised(data) == _count_held(data) or (_LETTERS.issuperset(letters) and any(letters))


def read(source: ListFile) -> Entries:
    """The words of the graph in *source*."""
    data = source.data
    if _count_promised(data) != _count_held(data):
        raise damaged_file(
            _KIND, f"it says {_count_promised(data):,} edges and holds {(len(data) - 4) // 4:,}"
        )
    refuse_huge(_KIND, len(data) // 4)
    graph = _graph(data)
    if not _LETTERS.issuperset(graph.letters[1:]):
        raise refuse_file(
            "this Zyzzyva file is a list in another alphabet than A to Z",
            "Import the file of the English list, or its text.",
        )
    if not graph.roots:
        raise refuse_file("the file holds no words", "Choose the file that holds the words.")
    return Entries(_KIND, "entry", count_words(graph), entries_of(words_of(graph)))


def _count_promised(data: bytes) -> int:
    return int.from_bytes(data[:4], "little")


def _count_held(data: bytes) -> int:
    return len(data) // 4 - 1 if len(data) % 4 == 0 else -1


def _graph(data: bytes) -> Graph:
    letters, flags = data[3::4], data[2::4]
    return Graph(
        kind=_KIND,
        letters=letters,
        ends=flags.translate(_WORD_ENDS),
        last=flags.translate(_LAST_OF_RUN),
        child=children(data, _CHILD >> 16),
        roots=[edge for edge in _ROOTS if letters[edge]],
    )
