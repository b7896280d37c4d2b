"""The stored list answers from the bytes it hashed; a byte that is not as promised refuses the list."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import LexiconError
from kiosk.words import writer
from kiosk.words.import_run import ImportChoices, import_list
from kiosk.words.play import Lexicon, WordSource, parse_word
from kiosk.words.recognition import canonical_text
from kiosk.words.store import (
    BUNDLED_ID,
    Manifest,
    StoredLexicon,
    fingerprint_of,
    list_ids,
    list_lexicons,
    load_lexicon,
    manifest_text,
    read_manifest,
    verify,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORD = st.text(alphabet="ABCZ", min_size=2, max_size=15)
SOME = ("AA", "AAH", "ABLE", "CAT", "CATS", "QUIZ", "ZOO")


def manifest_of(words, id: str = "club", /, **changes) -> Manifest:
    content = canonical_text(words)
    facts = {
        "id": id,
        "name": "Club list",
        "words": len(set(words)),
        "by_length": Counter(map(len, set(words))),
        "fingerprint": fingerprint_of(content),
        "source": "list.txt",
        "date": "2099-01-01",
    }
    return Manifest(**(facts | changes))


def lexicon_of(words) -> StoredLexicon:
    return verify(canonical_text(words), manifest_of(words))


def stored(folder: Path, words=SOME, id: str = "club") -> Path:
    writer.store(folder, manifest_of(words, id), canonical_text(words), {})
    return folder / "lexicons" / f"{id}.words"


@given(words=st.sets(WORD, min_size=1, max_size=300), asked=st.lists(WORD, max_size=30))
def test_the_list_holds_exactly_its_words(words, asked):
    lexicon = lexicon_of(words)

    assert all(word in lexicon for word in words)
    assert [word in lexicon for word in asked] == [word in words for word in asked]


def test_every_word_of_the_bundled_list_is_found_and_its_neighbours_are_not():
    lexicon = load_lexicon(Path(), BUNDLED_ID)
    words = lexicon.words()
    there = frozenset(words)
    sample = words[::37]

    assert all(word in lexicon for word in (*sample, words[0], words[-1]))
    for word in sample:
        for other in (word[:-1], word + "S", word[::-1], "Z" + word, word[1:], word[:2]):
            assert (other in lexicon) == (other in there)


@pytest.mark.parametrize(
    "odd", ["", "A", "\n", "AA\n", "\nAA", "AA\nAAH", "aa", "É", "AA ", "ZZZZZZZZZZZZZZZZZZZZ", None, 7]
)
def test_what_is_no_word_is_not_in_the_list(odd):
    assert odd not in lexicon_of(SOME)


def test_the_file_is_its_own_fingerprint(tmp_path):
    file = stored(tmp_path)

    lexicon = load_lexicon(tmp_path, "club")

    assert hashlib.sha256(file.read_bytes()).hexdigest() == lexicon.identity.fingerprint


@pytest.mark.parametrize("change", ["flip", "append", "cut", "swap", "empty", "missing"])
def test_a_list_that_changed_is_refused(tmp_path, change: str):
    file = stored(tmp_path)
    content = file.read_bytes()
    new = {
        "flip": content.replace(b"CAT\n", b"CAB\n"),
        "append": content + b"\nZZZ",
        "cut": content[:-4],
        "swap": content.replace(b"AA\nAAH", b"AAH\nAA"),
        "empty": b"",
    }
    file.write_bytes(new[change]) if change in new else file.unlink()

    with pytest.raises(LexiconError, match="“club” is not used"):
        load_lexicon(tmp_path, "club")


def test_a_forged_manifest_cannot_make_a_list_an_edition(tmp_path):
    """Who edits words and manifest together gets a list that truthfully says it is not the edition."""
    free = load_lexicon(tmp_path, BUNDLED_ID)
    words = [*free.words(), "ZZZZQ"]
    writer.store(tmp_path, manifest_of(words, "nwl2023", name="NWL2023"), canonical_text(words), {})

    forged = load_lexicon(tmp_path, "nwl2023")

    assert forged.identity.edition is None
    assert forged.identity.family is None


def test_a_manifest_that_claims_anothers_fingerprint_is_refused(tmp_path):
    free = load_lexicon(tmp_path, BUNDLED_ID).identity
    file = stored(tmp_path)
    claimed = manifest_text(manifest_of(SOME, fingerprint=free.fingerprint))
    file.with_suffix(".toml").write_text(claimed)

    with pytest.raises(LexiconError, match="do not match its fingerprint"):
        load_lexicon(tmp_path, "club")


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"AA\n", b"\nAA", b"AA\n\nAB", b"aa", b"AA\r\nAB", "ÄÄ".encode()], ids=repr
)
def test_bytes_that_are_no_words_are_refused_even_with_their_own_hash(content: bytes):
    lines = content.split(b"\n")
    manifest = manifest_of(
        SOME, fingerprint=fingerprint_of(content), words=len(lines), by_length={2: len(lines)}
    )

    with pytest.raises(LexiconError, match="“club” is not used"):
        verify(content, manifest)


@pytest.mark.parametrize("content", [b"aa\nAB", "ÄB".encode(), b"A\rB", b"A-B"], ids=repr)
def test_other_characters_are_refused_even_with_their_own_hash_and_size(content: bytes):
    by_length = Counter(map(len, content.split(b"\n")))
    facts = {"fingerprint": fingerprint_of(content), "words": by_length.total(), "by_length": by_length}

    with pytest.raises(LexiconError, match="something other than words of A to Z"):
        verify(content, manifest_of(SOME, **facts))


def test_a_wrong_count_is_refused():
    with pytest.raises(LexiconError, match="size is not that of the promised words"):
        verify(canonical_text(SOME), manifest_of(SOME, words=8, by_length={2: 8}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no toml",
        'id = "other"',
        'id = "club"\nname = 3\nfingerprint = ""\nwords = 1\n[by_length]\n2 = 1',
        'id = "club"\nname = "x"\nfingerprint = "xyz"\nwords = 1\n[by_length]\n2 = 1',
        f'id = "club"\nname = "x"\nfingerprint = "{"0" * 64}"\nwords = 2\n[by_length]\n2 = 1',
        f'id = "club"\nname = "x"\nfingerprint = "{"0" * 64}"\nwords = true\n[by_length]\n2 = true',
        f'id = "club"\nname = "x"\nfingerprint = "{"0" * 64}"\nwords = 1\nby_length = 7',
        f'id = "free"\nname = "x"\nfingerprint = "{"0" * 64}"\nwords = 1\n[by_length]\n2 = 1',
    ],
)
def test_a_damaged_manifest_is_refused_and_left_out_of_the_list(tmp_path, text: str):
    file = stored(tmp_path)
    file.with_suffix(".toml").write_text(text)

    with pytest.raises(LexiconError, match="manifest is damaged"):
        load_lexicon(tmp_path, "club")
    assert [identity.id for identity in list_lexicons(tmp_path)] == [BUNDLED_ID]
    assert list_ids(tmp_path) == (BUNDLED_ID, "club")


@given(name=st.text(max_size=40).filter(str.isprintable), words=st.sets(WORD, min_size=1, max_size=20))
def test_a_manifest_reads_back_as_written(tmp_path_factory, name, words):
    path = tmp_path_factory.mktemp("manifest") / "club.toml"
    manifest = manifest_of(words, name=name)

    path.write_text(manifest_text(manifest), encoding="utf-8")

    assert read_manifest(path) == manifest


def test_a_list_of_the_data_folder_cannot_stand_in_for_the_bundled_one(tmp_path):
    stored(tmp_path, id="free")

    assert load_lexicon(tmp_path, "free").identity.words == 168_551
    assert list_ids(tmp_path) == (BUNDLED_ID,)


@pytest.mark.parametrize("id", ["", "../club", "a/b", "Club", ".club", "x" * 61, "c\0b"])
def test_an_id_cannot_lead_out_of_the_folder(tmp_path, id: str):
    stored(tmp_path)

    with pytest.raises(LexiconError, match="cannot be the id"):
        load_lexicon(tmp_path, id)


def test_a_list_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(LexiconError, match="There is no word list “nwl2023” here"):
        load_lexicon(tmp_path, "nwl2023")


def test_the_long_list_answers_for_long_words_only():
    main: Lexicon = lexicon_of(["CAT", "MAINLONGWORDS"])
    long: Lexicon = lexicon_of(["SHORTLST", "TESTLONGWORD"])

    source = WordSource(main, long, long_from=10)

    answers = {
        text: source.accepts(parse_word(text))
        for text in ("TESTLONGWORD", "SHORTLST", "MAINLONGWORDS", "CAT")
    }
    assert answers == {"TESTLONGWORD": True, "SHORTLST": False, "MAINLONGWORDS": True, "CAT": True}


def test_without_a_long_rule_the_long_list_is_ignored():
    source = WordSource(lexicon_of(["CAT"]), lexicon_of(["TESTLONGWORD"]), long_from=None)

    assert not source.accepts(parse_word("TESTLONGWORD"))


def test_a_long_word_that_only_a_book_settles_is_referred():
    source = WordSource(lexicon_of(["CAT", "MAINLONGWORDS"]), None, long_from=10, long_by_book=True)

    assert source.needs_book(parse_word("TESTLONGWORD"))
    assert not source.needs_book(parse_word("MAINLONGWORDS"))
    assert not source.needs_book(parse_word("ZZX"))


@pytest.mark.parametrize("damaged", ["club.words", "club.toml"])
def test_a_damaged_list_is_repaired_as_its_message_says(tmp_path, damaged):
    source = tmp_path / "club.txt"
    source.write_text("\n".join(SOME))
    choices = ImportChoices("Club", force=True)
    import_list(tmp_path, source, choices, "2099-01-01")
    (tmp_path / "lexicons" / damaged).write_bytes(b"damaged")

    with pytest.raises(LexiconError, match="Import it again under the same name from a good copy"):
        load_lexicon(tmp_path, "club")
    import_list(tmp_path, source, choices, "2099-01-01")

    assert set(load_lexicon(tmp_path, "club").words()) == set(SOME)


def test_a_manifest_that_no_program_writes_is_refused_in_a_sentence(tmp_path):
    stored(tmp_path)
    (tmp_path / "lexicons" / "club.toml").write_text("x = " + "[" * 5000 + "]" * 5000)

    with pytest.raises(LexiconError, match="its manifest is damaged"):
        load_lexicon(tmp_path, "club")
