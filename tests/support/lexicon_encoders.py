"""Word lists written in every form the program reads: small encoders, made from the descriptions of the forms
and not from the readers."""

import csv
import gzip
import hashlib
import io
import json
import sqlite3
import struct
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

Words = Iterable[str]
MEANING = 'a thing, "so called" [n -S]'


# --- text


def plain(words: Words) -> bytes:
    return "\n".join(sorted(words)).encode()


def plain_lower_crlf(words: Words) -> bytes:
    return "".join(f"{word.lower()}\r\n" for word in sorted(words)).encode()


def plain_cr(words: Words) -> bytes:
    return "\r".join(sorted(words)).encode()


def plain_bom(words: Words) -> bytes:
    return b"\xef\xbb\xbf" + plain(words)


def utf16_le(words: Words) -> bytes:
    return b"\xff\xfe" + plain(words).decode().encode("utf-16-le")


def utf16_be(words: Words) -> bytes:
    return b"\xfe\xff" + plain(words).decode().encode("utf-16-be")


def windows_1252(words: Words) -> bytes:
    return ("NWL2099 © Nobody “at all”\n" + "\n".join(sorted(words))).encode("cp1252")


def marked(words: Words) -> bytes:
    marks = ('"{}",', "{}#", "{}*", "{}!", "{}$", "“{}”", " {} ", "'{}'")
    lines = [marks[index % len(marks)].format(word) for index, word in enumerate(sorted(words))]
    return "\n".join(["# a comment", "", "// another", "; a third", *lines, ""]).encode()


def defined(words: Words) -> bytes:
    lines = [f"{word} {MEANING}" for word in sorted(words)]
    return "\n".join(["# Copyright 2099", *lines, ""]).encode()


def numbered(words: Words) -> bytes:
    return "\n".join(f"{place} {word}" for place, word in enumerate(sorted(words), 1)).encode()


def tabbed(words: Words) -> bytes:
    return "\n".join(f"{word}\t{MEANING}" for word in sorted(words)).encode()


def tabbed_with_heading(words: Words) -> bytes:
    lines = [f"{place}\t{word}\t{MEANING}" for place, word in enumerate(sorted(words), 1)]
    return "\n".join(["Rank\tWord\tDefinition", *lines]).encode()


def commas(words: Words) -> bytes:
    return _csv([(word, MEANING, "N") for word in sorted(words)], ",")


def commas_with_heading(words: Words) -> bytes:
    return _csv([("flag", "word", "definitions"), *(("Y", word, MEANING) for word in sorted(words))], ",")


def semicolons(words: Words) -> bytes:
    return _csv([(word, MEANING) for word in sorted(words)], ";")


def _csv(rows: list[tuple[str, ...]], delimiter: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue().encode()


# --- JSON


def json_array(words: Words) -> bytes:
    return json.dumps([word.lower() for word in words]).encode()


def json_objects(words: Words) -> bytes:
    return json.dumps([{"word": word, "definition": MEANING} for word in words]).encode()


def json_keys(words: Words) -> bytes:
    return json.dumps({word: MEANING for word in words}).encode()


def json_licensee(words: Words) -> bytes:
    entries = [
        {"word": word, "root": word, "part_of_speech": "n", "sense": sense, "definition": MEANING}
        for word in words
        for sense in (1, 2)
    ]
    return json.dumps({"time": "2099-01-01", "lexicon": "NWL2099", "list": entries}).encode()


# --- graphs: runs of siblings, equal runs written once


class Nodes:
    """The words as runs of (letter, ends a word, last of its run, index of the child run or 0)."""

    def __init__(self, words: Words, first_free: int) -> None:
        self._start = first_free
        self._memo: dict[object, int] = {}
        self.nodes: list[tuple[str, bool, bool, int]] = []
        self.root = self._run(_trie(words))

    def _run(self, trie: dict[str, list]) -> int:
        if not trie:
            return 0
        shape = json.dumps(trie, sort_keys=True)
        if shape not in self._memo:
            at = len(self.nodes)
            self.nodes += [("", False, False, 0)] * len(trie)
            self._memo[shape] = self._start + at
            letters = sorted(trie)
            for place, letter in enumerate(letters):
                ends, below = trie[letter]
                self.nodes[at + place] = (letter, ends, letter == letters[-1], self._run(below))
        return self._memo[shape]


def _trie(words: Words) -> dict[str, list]:
    trie: dict[str, list] = {}
    for word in words:
        below = trie
        for letter in word:
            entry = below.setdefault(letter, [False, {}])
            below = entry[1]
        entry[0] = True
    return trie


def zyzzyva_dwg(words: Words) -> bytes:
    """The first 256 edges stand for first letters, most of them empty; the rest are runs."""
    trie = _trie(words)
    below = Nodes((), 257)
    roots = [0] * 256
    for letter, (ends, rest) in trie.items():
        roots[ord(letter)] = _edge(letter, ends, False, below._run(rest))
    roots[255] |= 1 << 22
    edges = roots + [_edge(*node) for node in below.nodes]
    return struct.pack(f"<{len(edges) + 1}I", len(edges), *edges)


def _edge(letter: str, ends: bool, last: bool, child: int) -> int:
    return ord(letter) << 24 | ends << 23 | last << 22 | child


def wolges_kwg(words: Words) -> bytes:
    made = Nodes(words, 1)
    nodes = [1 << 22 | made.root]
    nodes += [
        (ord(letter) - 64) << 24 | ends << 23 | last << 22 | child for letter, ends, last, child in made.nodes
    ]
    return struct.pack(f"<{len(nodes)}I", *nodes)


def quackle_dawg(words: Words) -> bytes:
    words = sorted(words)
    hash = bytes(16)
    for word in words:
        share = hashlib.md5(bytes(ord(letter) - 60 for letter in word)).digest()  # noqa: S324  (their hash)
        hash = bytes(one ^ other for one, other in zip(hash, share, strict=True))
    alphabet = b"".join(bytes([letter]) + b" " for letter in range(65, 91))
    return b"\1" + hash + len(words).to_bytes(3, "big") + b"\x1a" + alphabet + _quackle_nodes(words, 0)


def quackle_old_dawg(words: Words) -> bytes:
    return _quackle_nodes(words, 0x20)


def _quackle_nodes(words: Words, end_mark: int) -> bytes:
    made = Nodes(words, 1)
    out = [made.root.to_bytes(3, "big") + b"\x40\0\0\0"]
    for letter, ends, last, child in made.nodes:
        mark = ord(letter) - 65 | last << 6 | 0x80 | (end_mark if ends else 0)
        out.append(child.to_bytes(3, "big") + bytes([mark]) + (b"\0\0\1" if ends else b"\0\0\0"))
    return b"".join(out)


# --- files in files


def zyzzyva_db(words: Words) -> bytes:
    return database(
        "CREATE TABLE words (word text, length integer, definition text)",
        "INSERT INTO words VALUES (?, ?, ?)",
        [(word, len(word), MEANING) for word in words],
    )


def database(schema: str, insert: str = "", rows: Iterable[tuple[object, ...]] = ()) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.db"
        db = sqlite3.connect(path)
        db.executescript(schema)
        if insert:
            db.executemany(insert, rows)
        db.commit()
        db.close()
        return path.read_bytes()


def gzipped(words: Words) -> bytes:
    return gzip.compress(plain(words), mtime=0)


def zipped(words: Words) -> bytes:
    return zip_of({"list/": b"", "list/NWL.txt": defined(words), "__MACOSX/list/._NWL.txt": b"\0"})


def zipped_dwg(words: Words) -> bytes:
    return zip_of({"NWL.dwg": zyzzyva_dwg(words)})


def zip_of(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return out.getvalue()


WITH_MEANINGS: tuple[Callable[[Words], bytes], ...] = (
    defined,
    tabbed,
    tabbed_with_heading,
    commas,
    commas_with_heading,
    semicolons,
    json_objects,
    json_keys,
    json_licensee,
    zyzzyva_db,
    zipped,
)
WORDS_ONLY: tuple[Callable[[Words], bytes], ...] = (
    plain,
    plain_lower_crlf,
    plain_cr,
    plain_bom,
    utf16_le,
    utf16_be,
    windows_1252,
    marked,
    numbered,
    json_array,
    zyzzyva_dwg,
    wolges_kwg,
    quackle_dawg,
    quackle_old_dawg,
    gzipped,
    zipped_dwg,
)
ENCODERS = (*WITH_MEANINGS, *WORDS_ONLY)
