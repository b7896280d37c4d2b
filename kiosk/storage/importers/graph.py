"""Word graphs (DAWGs): nodes in runs of siblings, each with a letter, an end-of-word mark and a first child.

A graph is checked as a whole before a word is taken from it: every index inside the file, no cycle, no
branch that leads nowhere, no more words than a list can have. Only then is walking it sure to end, in time
bounded by its words.
"""

from array import array
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kiosk.errors import LexiconError
from kiosk.storage.importers.reading import DEEPEST, MOST_ENTRIES, Entry, damaged

Sums: TypeAlias = tuple[MutableSequence[int], MutableSequence[int]]  # words and depth from each node on

_NEW, _OPEN, _DONE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by index: *letters* (as text), *ends* and *last* as truth per byte; child 0 is none. *roots*
    start words."""

    kind: str
    letters: bytes
    ends: bytes
    last: bytes
    child: Sequence[int]
    roots: Sequence[int]


def entries_of(graph: Graph) -> Iterator[Entry]:
    """Every word of *graph*, which must have been counted first."""
    for place, word in enumerate(words_of(graph), 1):
        yield Entry(place, word)


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
    """How many words *graph* holds, after proving that it is in order."""
    size = len(graph.child)
    state = bytearray(size)
    total = array("q", bytes(8 * size))
    depth = array("i", bytes(4 * size))
    words = 0
    for root in graph.roots:
        first = graph.child[root]
        if not 0 <= first < size:
            raise _bad_index(graph, root)
        if first:
            _count_from(graph, first, state, (total, depth))
        words += bool(graph.ends[root]) + total[first] * bool(first)
        if words > MOST_ENTRIES:
            raise damaged(graph.kind, f"it holds more than {MOST_ENTRIES:,} words")
    return words


def _count_from(graph: Graph, start: int, state: bytearray, sums: Sums) -> None:
    stack = [start]
    while stack:
        node = stack[-1]
        if state[node] == _NEW:
            state[node] = _OPEN
            stack.extend(_unfinished(graph, node, state))
        else:
            stack.pop()
            if state[node] == _OPEN:
                _finish(graph, node, sums)
                state[node] = _DONE


def _unfinished(graph: Graph, node: int, state: bytearray) -> list[int]:
    """What *node* leads to and is not counted yet; leading back to an open node is a cycle."""
    size, child = len(graph.child), graph.child[node]
    leads_to = [child] if child else []
    if not graph.last[node]:
        leads_to.append(node + 1)
    for target in leads_to:
        if not 0 < target < size:
            raise _bad_index(graph, node)
        if state[target] == _OPEN:
            raise damaged(graph.kind, f"node {node} leads back to node {target}: the graph runs in a circle")
    return [target for target in leads_to if state[target] == _NEW]


def _finish(graph: Graph, node: int, sums: Sums) -> None:
    total, depth = sums
    child = graph.child[node]
    if not child and not graph.ends[node]:
        raise damaged(graph.kind, f"node {node} neither ends a word nor leads on")
    words, deep = bool(graph.ends[node]) + (total[child] if child else 0), 1 + (depth[child] if child else 0)
    if not graph.last[node]:
        words, deep = words + total[node + 1], max(deep, depth[node + 1])
    if words > MOST_ENTRIES or deep > DEEPEST:
        raise damaged(
            graph.kind, f"it holds more than {MOST_ENTRIES:,} words or words of more than {DEEPEST} letters"
        )
    total[node], depth[node] = words, deep


def _bad_index(graph: Graph, node: int) -> LexiconError:
    return damaged(graph.kind, f"node {node} points outside the file")
