"""Quackle's `.dawg`: a header with hash, word count and alphabet (older files have none), then nodes of seven
bytes.
"""

import sys
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from kiosk.words.importers.entries import (
    Entries,
    ListFile,
    damaged_file,
    refuse_file,
)
from kiosk.words.importers.graph import Graph, count_words, entries_of, refuse_huge, words_of
from kiosk.words.recognition import xor_md5

_KIND = "Quackle .dawg"
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NODE = 7
_LAST = 0x40
_OLD_ENDS = 0x20
_ALPHABET_AT = 20
_MOST_LETTERS, _LONGEST_LABEL = 64, 16
# What each mark byte says, for bytes.translate: a letter (0 if it is none of ours), an end.
_TILES = bytes(_LETTERS[mark & 0x3F] if mark & 0x3F < len(_LETTERS) else 0 for mark in range(256))
_OLD_TILES = bytes(_LETTERS[mark & 0x1F] if mark & 0x1F < len(_LETTERS) else 0 for mark in range(256))
_OLD_WORD_ENDS = bytes(mark & _OLD_ENDS for mark in range(256))
_LAST_OF_RUN = bytes(mark & _LAST for mark in range(256))


class Header(NamedTuple):
    """What stands before the nodes: the hash and the number of the words, and where the nodes start."""

    hash: str
    words: int
    nodes_at: int


def fits(source: ListFile) -> bool:
    data = source.data
    if data[:1] == b"\1":
        return _labels(data) is not None
    # The older form has no mark at all: the first node is the root, its child the second node.
    return len(data) % _NODE == 0 and data[:3] == b"\0\0\1" and len(data) > _NODE


def read(source: ListFile) -> Entries:
    """The words of the graph in *source*, which must be as many as its header says and give its hash."""
    data = source.data
    old = data[:1] == b"\0"
    header = Header("", 0, 0) if old else _header(data)
    graph = _graph(data[header.nodes_at :], old)
    count = count_words(graph)
    words = list(words_of(graph))
    if not old and count & 0xFFFFFF != header.words:
        raise damaged_file(_KIND, f"it says {header.words:,} words and holds {count:,}")
    if not old and xor_md5(words) != header.hash:
        raise damaged_file(_KIND, "its words do not give the hash it carries")
    # The older form says nothing of its alphabet.
    return Entries(_KIND, "entry", count, entries_of(words), by_number=old)


def _header(data: bytes) -> Header:
    labels, position = _labels(data) or ([], 0)
    if labels != [bytes([letter]) for letter in _LETTERS]:
        raise refuse_file(
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


def _graph(nodes: bytes, old: bool) -> Graph:
    if len(nodes) % _NODE or len(nodes) < 2 * _NODE:
        raise damaged_file(_KIND, "it is cut short")
    refuse_huge(_KIND, len(nodes) // _NODE)
    marks = nodes[3::_NODE]
    child = _children(nodes)
    # In the newer form a word ends where a playability is given.
    ends = (
        marks.translate(_OLD_WORD_ENDS)
        if old
        else bytes(map(any, zip(*(nodes[offset::_NODE] for offset in (4, 5, 6)), strict=True)))
    )
    letters = marks.translate(_OLD_TILES if old else _TILES)
    last = marks.translate(_LAST_OF_RUN)
    first = child[0]
    end = last.find(_LAST, first)
    if not 0 < first < len(child) or end < 0:
        raise damaged_file(_KIND, "its root points to no letters")
    return Graph(_KIND, letters, ends, last, child, range(first, end + 1))


def _children(nodes: bytes) -> Sequence[int]:
    """The first three bytes of each node, high byte first, as numbers."""
    wide = bytearray(4 * (len(nodes) // _NODE))
    for place, offset in enumerate((2, 1, 0)):
        wide[place::4] = nodes[offset::_NODE]
    child = array("I", bytes(wide))
    if sys.byteorder == "big":
        child.byteswap()
    return child
