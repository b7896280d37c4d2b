"""Any set of words, in any form, comes back as the same set; anything else is refused and never crashes."""

import hashlib
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.errors import LexiconError
from kiosk.words.import_run import read_word_list
from kiosk.words.importers.entries import Gathered, gather
from kiosk.words.recognition import canonical_text
from tests.support import lexicon_encoders as encoders

WORDS = st.sets(
    st.text(alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=2, max_size=15), min_size=1, max_size=60
)


def read(data: bytes, *, skip_bad: bool = False) -> Gathered:
    return gather(read_word_list(data), skip_bad=skip_bad)


@pytest.mark.parametrize("encode", encoders.ENCODERS, ids=lambda encode: encode.__name__)
@given(words=WORDS)
@settings(max_examples=25)
def test_any_words_in_any_form_keep_their_fingerprint(
    encode: Callable[[encoders.Words], bytes], words: set[str]
):
    expected = hashlib.sha256("\n".join(sorted(words)).encode()).hexdigest()

    gathered = read(encode(words))

    assert gathered.words == tuple(sorted(words))
    assert hashlib.sha256(canonical_text(gathered.words)).hexdigest() == expected
    assert gathered.bad == ()


@pytest.mark.parametrize("encode", encoders.WITH_MEANINGS, ids=lambda encode: encode.__name__)
@given(words=WORDS)
@settings(max_examples=10)
def test_definitions_come_with_the_words(encode: Callable[[encoders.Words], bytes], words: set[str]):
    gathered = read(encode(words))

    assert gathered.definitions == dict.fromkeys(words, encoders.MEANING)


@given(data=st.binary(max_size=3000))
@settings(max_examples=200)
def test_random_bytes_are_read_or_refused_but_never_crash(data: bytes):
    read_or_refuse(data)


@pytest.mark.parametrize(
    "start",
    [
        b"\1" + bytes(16),
        b"SQLite format 3\0",
        b"PK\3\4",
        b"\x1f\x8b\x08",
        b"\0\0\1",
        b"[",
        b"{",
        b"\xff\xfe",
        b"word,",
    ],
    ids=["quackle", "db", "zip", "gzip", "old quackle", "array", "object", "utf-16", "csv"],
)
@given(rest=st.binary(max_size=2000))
@settings(max_examples=40)
def test_random_bytes_behind_a_known_beginning_never_crash(start: bytes, rest: bytes):
    read_or_refuse(start + rest)


@pytest.mark.parametrize("encode", encoders.ENCODERS, ids=lambda encode: encode.__name__)
@given(words=WORDS, data=st.data())
@settings(max_examples=30)
def test_a_damaged_file_is_read_or_refused_but_never_crashes(
    encode: Callable[[encoders.Words], bytes], words: set[str], data: st.DataObject
):
    content = bytearray(encode(words))
    for _ in range(data.draw(st.integers(1, 8))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.sampled_from([len(content), len(content), data.draw(st.integers(0, len(content)))]))

    read_or_refuse(bytes(content[:cut]))


def read_or_refuse(data: bytes) -> None:
    try:
        gathered = read(data, skip_bad=True)
    except LexiconError:
        return
    assert all(word.isascii() and word.isupper() and 2 <= len(word) <= 15 for word in gathered.words)


def test_an_edge_count_of_two_billion_is_refused_at_once():
    data = (2_000_000_000).to_bytes(4, "little") + encoders.zyzzyva_dwg({"AA", "ABLE"})[4:]

    tracemalloc.start()
    with pytest.raises(LexiconError, match="2,000,000,000 edges"):
        read(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 2**20


def test_a_graph_with_more_paths_than_atoms_is_refused_at_once():
    """Twenty-six siblings on each of fourteen levels, all leading to the same next level: 26**14 words."""
    levels, width = 14, 26
    nodes = [1 << 22 | 1]
    for level in range(levels):
        below = 1 + (level + 1) * width if level < levels - 1 else 0
        nodes += [(tile + 1) << 24 | 1 << 23 | (tile == width - 1) << 22 | below for tile in range(width)]
    data = b"".join(node.to_bytes(4, "little") for node in nodes)

    with pytest.raises(LexiconError, match="more than 2,000,000 words"):
        read(data)
