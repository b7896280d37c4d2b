"""Word graphs: Quackle's `.dawg`, wolges' `.kwg`, Zyzzyva's `.dwg`."""

import sys
from array import array
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import count, pairwise, repeat
from typing import NamedTuple, TypeAlias

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.words.importers.entries import (
    DEEPEST,
    MOST_ENTRIES,
    MOST_NODES,
    Entries,
    Entry,
    ListFile,
    damaged,
    refused,
)
from kiosk.words.recognition import xor_md5

# ---- graph -------------------------------------------------------------------------------------------------
# Word graphs (DAWGs): nodes in runs of siblings, each with a letter, an end-of-word mark and a first child.
#
# A graph is checked as a whole before a word is taken from it: every index inside the file, no cycle, no
# branch that leads nowhere, no more words than a list can have. Only then is walking it sure to end, in time
# bounded by its words.

Sums: TypeAlias = tuple[MutableSequence[int], MutableSequence[int]]  # words and depth from each node on

_NEW, _OPEN, _DONE = 0, 1, 2


@frozen
class Graph:
    """Nodes by index: *letters* (as text), *ends* and *last* as truth per byte; child 0 is none. *roots*
    start words."""

    kind: str
    letters: bytes
    ends: bytes
    last: bytes
    child: Sequence[int]
    roots: Sequence[int]


def refuse_huge(kind: str, nodes: int) -> None:
    """Refuse a file of *kind* with so many *nodes*, before they are taken apart."""
    if nodes > MOST_NODES:
        raise damaged(kind, f"it has {nodes:,} nodes, more than any word list")


def children(data: bytes, high: int) -> Sequence[int]:
    """The low 16 bits of each 32-bit node in *data*, and those of the byte above that *high* covers."""
    bare = bytearray(data)
    bare[2::4] = bare[2::4].translate(bytes(byte & high for byte in range(256)))
    bare[3::4] = bytes(len(data) // 4)
    child = array("I", bytes(bare))
    if sys.byteorder == "big":
        child.byteswap()
    return child


def entries_of(words: Iterable[str]) -> Iterator[Entry]:
    """*words* as entries."""
    return zip(count(1), words, repeat(""), strict=False)


def words_of(graph: Graph) -> Iterator[str]:
    letters, ends, last, child = graph.letters.decode("latin-1"), graph.ends, graph.last, graph.child
    for root in graph.roots:
        if ends[root]:
            yield letters[root]
        stack = [(child[root], letters[root])] if child[root] else []
        while stack:
            node, prefix = stack.pop()
            word = prefix + letters[node]
            if ends[node]:
                yield word
            if not last[node]:
                stack.append((node + 1, prefix))
            if child[node]:
                stack.append((child[node], word))


def count_words(graph: Graph) -> int:
    """How many words *graph* holds, after proving that it is in order. Only then can its words be taken."""
    size = len(graph.child)
    if max(graph.child) >= size:
        node = next(node for node, child in enumerate(graph.child) if child >= size)
        raise damaged(graph.kind, f"node {node} points outside the file")
    if not graph.last[-1]:
        raise damaged(graph.kind, "its last letters have no end")
    state = bytearray(size)
    sums = array("q", bytes(8 * size)), array("i", bytes(4 * size))
    words = 0
    for root in graph.roots:
        first = graph.child[root]
        if first:
            _count_from(graph, first, state, sums)
            words += sums[0][first]
        words += bool(graph.ends[root])
        if words > MOST_ENTRIES:
            raise _absurd(graph)
    return words


def _count_from(graph: Graph, start: int, state: bytearray, sums: Sums) -> None:
    """Count from *start* on. A node is open while what it leads to is counted; to meet one is a cycle."""
    child, last = graph.child, graph.last
    stack = [start]
    while stack:
        node = stack[-1]
        if state[node] != _NEW:
            stack.pop()
            if state[node] == _OPEN:
                _finish(graph, node, sums)
                state[node] = _DONE
            continue
        state[node] = _OPEN
        for target in (child[node], 0 if last[node] else node + 1):
            if target and state[target] == _NEW:
                stack.append(target)
            elif target and state[target] == _OPEN:
                raise damaged(graph.kind, f"node {node} leads back to node {target}: it runs in a circle")


def _finish(graph: Graph, node: int, sums: Sums) -> None:
    total, depth = sums
    child, ends = graph.child[node], graph.ends[node]
    if not child and not ends:
        raise damaged(graph.kind, f"node {node} neither ends a word nor leads on")
    # Node 0 is nobody's child and never counted: its sums are 0, which is what no child adds.
    words, deep = total[child] + (1 if ends else 0), depth[child] + 1
    if not graph.last[node]:
        words += total[node + 1]
        deep = max(deep, depth[node + 1])
    if words > MOST_ENTRIES or deep > DEEPEST:
        raise _absurd(graph)
    total[node], depth[node] = words, deep


def _absurd(graph: Graph) -> LexiconError:
    return damaged(
        graph.kind, f"it holds more than {MOST_ENTRIES:,} words or words of more than {DEEPEST} letters"
    )


# ---- quackle -----------------------------------------------------------------------------------------------
# Quackle's `.dawg`: a header with hash, word count and alphabet (older files have none), then nodes of
# seven bytes.

_QUACKLE_KIND = "Quackle .dawg"
_QUACKLE_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NODE = 7
_LAST = 0x40
_OLD_ENDS = 0x20
_ALPHABET_AT = 20
_MOST_LETTERS, _LONGEST_LABEL = 64, 16
# What each mark byte says, for bytes.translate: a letter (0 if it is none of ours), an end.
_QUACKLE_TILES = bytes(
    _QUACKLE_LETTERS[mark & 0x3F] if mark & 0x3F < len(_QUACKLE_LETTERS) else 0 for mark in range(256)
)
_OLD_TILES = bytes(
    _QUACKLE_LETTERS[mark & 0x1F] if mark & 0x1F < len(_QUACKLE_LETTERS) else 0 for mark in range(256)
)
_OLD_WORD_ENDS = bytes(mark & _OLD_ENDS for mark in range(256))
_QUACKLE_LAST_OF_RUN = bytes(mark & _LAST for mark in range(256))


class Header(NamedTuple):
    """What stands before the nodes: the hash and the number of the words, and where the nodes start."""

    hash: str
    words: int
    nodes_at: int


def fits_quackle(source: ListFile) -> bool:
    data = source.data
    if data[:1] == b"\1":
        return _labels(data) is not None
    # The older form has no mark at all: the first node is the root, its child the second node.
    return len(data) % _NODE == 0 and data[:3] == b"\0\0\1" and len(data) > _NODE


def read_quackle(source: ListFile) -> Entries:
    """The words of the graph in *source*, which must be as many as its header says and give its hash."""
    data = source.data
    old = data[:1] == b"\0"
    header = Header("", 0, 0) if old else _header(data)
    graph = _graph_quackle(data[header.nodes_at :], old)
    count = count_words(graph)
    words = list(words_of(graph))
    if not old and count & 0xFFFFFF != header.words:
        raise damaged(_QUACKLE_KIND, f"it says {header.words:,} words and holds {count:,}")
    if not old and xor_md5(words) != header.hash:
        raise damaged(_QUACKLE_KIND, "its words do not give the hash it carries")
    # The older form says nothing of its alphabet.
    return Entries(_QUACKLE_KIND, "entry", count, entries_of(words), by_number=old)


def _header(data: bytes) -> Header:
    labels, position = _labels(data) or ([], 0)
    if labels != [bytes([letter]) for letter in _QUACKLE_LETTERS]:
        raise refused(
            "this Quackle file is a list in another alphabet than A to Z",
            "Import the DAWG of the English list, or its text.",
        )
    return Header(data[1:17].hex(), int.from_bytes(data[17:20], "big"), position)


def _labels(data: bytes) -> tuple[list[bytes], int] | None:
    """The letters of the alphabet in the header, and where they end; None if no alphabet stands there."""
    count, position = data[_ALPHABET_AT : _ALPHABET_AT + 1], _ALPHABET_AT + 1
    if not count or not 0 < count[0] < _MOST_LETTERS:
        return None
    labels = []
    for _ in range(count[0]):
        end = data.find(b" ", position, position + _LONGEST_LABEL)
        if end <= position:
            return None
        labels.append(data[position:end])
        position = end + 1
    return labels, position


def _graph_quackle(nodes: bytes, old: bool) -> Graph:
    if len(nodes) % _NODE or len(nodes) < 2 * _NODE:
        raise damaged(_QUACKLE_KIND, "it is cut short")
    refuse_huge(_QUACKLE_KIND, len(nodes) // _NODE)
    marks = nodes[3::_NODE]
    child = _children(nodes)
    # In the newer form a word ends where a playability is given.
    ends = (
        marks.translate(_OLD_WORD_ENDS)
        if old
        else bytes(map(any, zip(*(nodes[offset::_NODE] for offset in (4, 5, 6)), strict=True)))
    )
    letters = marks.translate(_OLD_TILES if old else _QUACKLE_TILES)
    last = marks.translate(_QUACKLE_LAST_OF_RUN)
    first = child[0]
    end = last.find(_LAST, first)
    if not 0 < first < len(child) or end < 0:
        raise damaged(_QUACKLE_KIND, "its root points to no letters")
    return Graph(_QUACKLE_KIND, letters, ends, last, child, range(first, end + 1))


def _children(nodes: bytes) -> Sequence[int]:
    """The first three bytes of each node, high byte first, as numbers."""
    wide = bytearray(4 * (len(nodes) // _NODE))
    for place, offset in enumerate((2, 1, 0)):
        wide[place::4] = nodes[offset::_NODE]
    child = array("I", bytes(wide))
    if sys.byteorder == "big":
        child.byteswap()
    return child


# ---- wolges ------------------------------------------------------------------------------------------------
# wolges' `.kwg`: nothing but nodes of 32 bits. Node 0 points to the first letters; a GADDAG may follow and
# is not read.

_WOLGES_KIND = "wolges .kwg"
_ACCEPTS, _IS_END = 0x80, 0x40  # in the byte below the tile
_ARC = 0x3FFFFF
_WOLGES_WORD_ENDS = bytes(flag & _ACCEPTS for flag in range(256))
_WOLGES_LAST_OF_RUN = bytes(flag & _IS_END for flag in range(256))
_WOLGES_TILES = bytes([0, *b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *bytes(229)])


def fits_wolges(source: ListFile) -> bool:
    data = source.data
    first = int.from_bytes(data[:4], "little")
    return len(data) % 4 == 0 and first >> 22 == 1 and 0 < first & _ARC < len(data) // 4


def read_wolges(source: ListFile) -> Entries:
    """The words of the DAWG in *source*."""
    data = source.data
    graph = _graph_wolges(data)
    count = count_words(graph)
    words = list(words_of(graph))
    _refuse_other_tiles(words)
    # Siblings ascend in this form, so the words do; if not, the nodes are not what they seem.
    if any(before >= after for before, after in pairwise(words)):
        raise damaged(_WOLGES_KIND, "its words are not in order")
    return Entries(_WOLGES_KIND, "entry", count, entries_of(words), by_number=True)


def _graph_wolges(data: bytes) -> Graph:
    refuse_huge(_WOLGES_KIND, len(data) // 4)
    child = children(data, _ARC >> 16)
    first = child[0]
    flags = data[2::4]
    last = flags.translate(_WOLGES_LAST_OF_RUN)
    end = last.find(_IS_END, first)
    if end < 0:
        raise damaged(_WOLGES_KIND, "its first letters have no end")
    return Graph(
        kind=_WOLGES_KIND,
        letters=data[3::4].translate(_WOLGES_TILES),
        ends=flags.translate(_WOLGES_WORD_ENDS),
        last=last,
        child=child,
        roots=range(first, end + 1),
    )


def _refuse_other_tiles(words: list[str]) -> None:
    if any("\0" in word for word in words):
        raise refused(
            "this graph is a GADDAG or a list in another alphabet than A to Z",
            "Import the DAWG of the English list, or its text.",
        )


# ---- zyzzyva graph -----------------------------------------------------------------------------------------
# Zyzzyva's `.dwg`: a count, then that many edges of 32 bits, the first 256 of them the first letters.

_ZYZZYVA_GRAPH_KIND = "Zyzzyva .dwg"
_ROOTS = range(1, 257)
_ZYZZYVA_GRAPH_LETTERS = frozenset(b"\0ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_CHILD = 0x1FFFFF
# In the byte below the letter.
_ZYZZYVA_GRAPH_WORD_ENDS = bytes(flag & 0x80 for flag in range(256))
_ZYZZYVA_GRAPH_LAST_OF_RUN = bytes(flag & 0x40 for flag in range(256))


def fits_zyzzyva_graph(source: ListFile) -> bool:
    data = source.data
    letters = data[7 : 4 * 257 : 4]
    if len(letters) != len(_ROOTS):
        return False
    # A count that is exactly right also tells: other alphabets and empty lists are of this form, too.
    return _promised(data) == _held(data) or (_ZYZZYVA_GRAPH_LETTERS.issuperset(letters) and any(letters))


def read_zyzzyva_graph(source: ListFile) -> Entries:
    """The words of the graph in *source*."""
    data = source.data
    if _promised(data) != _held(data):
        raise damaged(
            _ZYZZYVA_GRAPH_KIND, f"it says {_promised(data):,} edges and holds {(len(data) - 4) // 4:,}"
        )
    refuse_huge(_ZYZZYVA_GRAPH_KIND, len(data) // 4)
    graph = _graph_zyzzyva_graph(data)
    if not _ZYZZYVA_GRAPH_LETTERS.issuperset(graph.letters[1:]):
        raise refused(
            "this Zyzzyva file is a list in another alphabet than A to Z",
            "Import the file of the English list, or its text.",
        )
    if not graph.roots:
        raise refused("the file holds no words", "Choose the file that holds the words.")
    return Entries(_ZYZZYVA_GRAPH_KIND, "entry", count_words(graph), entries_of(words_of(graph)))


def _promised(data: bytes) -> int:
    return int.from_bytes(data[:4], "little")


def _held(data: bytes) -> int:
    return len(data) // 4 - 1 if len(data) % 4 == 0 else -1


def _graph_zyzzyva_graph(data: bytes) -> Graph:
    letters, flags = data[3::4], data[2::4]
    return Graph(
        kind=_ZYZZYVA_GRAPH_KIND,
        letters=letters,
        ends=flags.translate(_ZYZZYVA_GRAPH_WORD_ENDS),
        last=flags.translate(_ZYZZYVA_GRAPH_LAST_OF_RUN),
        child=children(data, _CHILD >> 16),
        roots=[edge for edge in _ROOTS if letters[edge]],
    )
