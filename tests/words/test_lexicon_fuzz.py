"""Files of every form with bytes changed, cut, doubled and mixed: each is read or refused in a sentence, and
nothing is left behind by a refusal. Seeded, so that a finding can be had again; `dev.py campaign fuzz` tries
many more."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk.errors import LexiconError
from kiosk.words.import_run import ImportChoices, import_list, read_word_list
from kiosk.words.importers.entries import gather
from kiosk.words.store import BUNDLED_ID, load_lexicon
from tests.support import lexicon_encoders as encoders

pytestmark = pytest.mark.campaign

CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
CASES = 4000 if CAMPAIGN else 60
IMPORTS = 200 if CAMPAIGN else 6
WORDS = load_lexicon(Path(), BUNDLED_ID).words()[::900]
TELLING = (
    b"\n",
    b"\r",
    b"\t",
    b" ",
    b",",
    b";",
    b'"',
    b"'",
    b"#",
    b"[",
    b"]",
    b"{",
    b"}",
    b":",
    b"\\",
    b"\0",
    b"\xff",
)
TELLING += (
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x1a",
    b"1",
    b"A",
    b"word",
    b"\xc3\x84",
    b"//",
    b"\x80\0\0\0",
    b"\1",
)

Mutation = Callable[[bytearray, random.Random], None]


def change(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] = chance.randrange(256)


def insert(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(data))
    data[at:at] = chance.choice(TELLING) * chance.choice((1, 1, 2, 100))


def cut(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    del data[start : start + chance.choice((1, 4, 7, 100, 10_000))]


def double(data: bytearray, chance: random.Random) -> None:
    start, at = chance.randrange(len(data)), chance.randrange(len(data))
    data[at:at] = data[start : start + chance.choice((1, 4, 7, 28, 300))]


MUTATIONS: tuple[Mutation, ...] = (change, change, insert, cut, double)


def mutated(seed: bytes, chance: random.Random) -> bytes:
    data = bytearray(seed)
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        chance.choice(MUTATIONS)(data, chance)
        if not data:
            break
    return bytes(data)


@pytest.mark.parametrize("encode", encoders.ENCODERS, ids=lambda encode: encode.__name__)
def test_a_mutated_file_is_read_or_refused_in_a_sentence(encode):
    chance = random.Random(encode.__name__)
    seed = encode(WORDS)

    for _ in range(CASES):
        data = mutated(seed, chance)
        try:
            gathered = gather(read_word_list(data), skip_bad=chance.random() < 0.5)
        except LexiconError:
            continue
        counted = gathered.duplicates + gathered.too_short + gathered.too_long + len(gathered.bad)
        assert gathered.entries == len(gathered.words) + counted
        assert all(word.isascii() and word.isupper() and 2 <= len(word) <= 15 for word in gathered.words)


@pytest.mark.parametrize("encode", encoders.ENCODERS, ids=lambda encode: encode.__name__)
def test_a_mutated_file_is_stored_whole_or_leaves_nothing(tmp_path, encode):
    chance = random.Random(f"import {encode.__name__}")
    seed = encode(WORDS)

    for case in range(IMPORTS):
        (tmp_path / "list").write_bytes(mutated(seed, chance))
        folder = tmp_path / f"data{case}"
        try:
            imported = import_list(
                folder, tmp_path / "list", ImportChoices("Club", skip_bad=True), "2099-01-01"
            )
        except LexiconError:
            assert not folder.exists()
            continue
        assert tuple(load_lexicon(folder, "club").words()) == imported.gathered.words
