"""Word graphs (DAWGs): nodes in runs of siblings, each with a letter, an end-of-word mark and a first child.

A graph is checked as a whole before a word is taken from it: every index inside the file, no cycle, no
branch that leads nowhere, no more words than a list can have. Only then is walking it sure to end, in time
bounded by its words.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import count, repeat
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.words.importers.entries import (
    DEEPEST,
    MOST_ENTRIES,
    MOST_NODES,
    Entry,
    damaged_file,
)

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
        raise damaged_file(kind, f"it has {nodes:,} nodes, more than any word list")


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
        raise damaged_file(graph.kind, f"node {node} points outside the file")
    if not graph.last[-1]:
        raise damaged_file(graph.kind, "its last letters have no end")
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
                raise damaged_file(
                    graph.kind, f"node {node} leads back to node {target}: it runs in a circle"
                )


def _finish(graph: Graph, node: int, sums: Sums) -> None:
    total, depth = sums
    child, ends = graph.child[node], graph.ends[node]
    if not child and not ends:
        raise damaged_file(graph.kind, f"node {node} neither ends a word nor leads on")
    # Node 0 is nobody's child and never counted: its sums are 0, which is what no child adds.
    words, deep = total[child] + (1 if ends else 0), depth[child] + 1
    if not graph.last[node]:
        words += total[node + 1]
        deep = max(deep, depth[node + 1])
    if words > MOST_ENTRIES or deep > DEEPEST:
        raise _absurd(graph)
    total[node], depth[node] = words, deep


def _absurd(graph: Graph) -> LexiconError:
    return damaged_file(
        graph.kind, f"it holds more than {MOST_ENTRIES:,} words or words of more than {DEEPEST} letters"
    )
