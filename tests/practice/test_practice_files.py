"""Files that players bring in and take out: words, logs, cardboxes, a WordNet of the machine."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import PracticeError
from kiosk.practice.blocked_store import blocked_hashes
from kiosk.practice.cardbox_reader import BoxRow, box_of, read_cardbox, write_cardbox
from kiosk.practice.definitions_reader import WordNet, installed_wordnet
from kiosk.practice.words_reader import BroughtIn, read_words, words_in, write_words

EXPORTS = {
    "words": "cat\nDOG\n\n# a remark\ncat\n",
    "a paste": "cat, dog; CAT",
    "definitions": "CAT\t a pet \nDOG\n",
    "csv": "number,words,verdict\nB-1,CAT DOG,acceptable\n,,\n",
    "json": '[{"words": ["CAT", "DOG"]}, {"words": []}, {"kind": "genesis"}]',
    "one record": '{"words": ["CAT", "DOG"]}',
    "jsonl": '{"words": ["CAT"]}\n{"words": ["DOG"]}\n',
    "zyzzyva": "[2026-05-02 09:30:17] unacceptable --- CAT DOG\n[2026-05-02 09:31:01] acceptable   +++ DOG\n",
}


@pytest.mark.parametrize("text", EXPORTS.values(), ids=EXPORTS)
def test_words_are_found_in_whatever_shape_they_come(text):
    found = words_in(text)

    assert [word for word, _ in found.words] == ["CAT", "DOG"]
    assert found.passed_over == 0


def test_a_definition_comes_along_and_cannot_act():
    found = words_in("CAT\ta pet\x1b[31m\nC4T\tno\nTOOLONGTOBEAWORDATALL\n")

    assert found == BroughtIn((("CAT", "a pet\\x1b[31m"),), 2)


@given(text=st.text(max_size=300))
def test_no_text_breaks_the_reading_of_words(text):
    assert all(word.isascii() and word.isupper() for word, _ in words_in(text).words)


def test_a_file_without_words_and_one_that_is_no_text_are_refused(tmp_path):
    (tmp_path / "empty.txt").write_text("12 34", encoding="ascii")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")

    with pytest.raises(PracticeError, match="No word was found"):
        read_words(tmp_path / "empty.txt")
    with pytest.raises(PracticeError, match="is not a text of words"):
        read_words(tmp_path / "picture.png")
    with pytest.raises(PracticeError, match="cannot be read"):
        read_words(tmp_path / "none.txt")


def test_words_go_out_as_they_come_in(tmp_path):
    words = (("CAT", "a pet"), ("DOG", ""))

    write_words(words, tmp_path / "out.txt")

    assert read_words(tmp_path / "out.txt").words == words


# ---- cardboxes ---------------------------------------------------------------------------------------------
ROWS = (BoxRow("ACT", 3, 1, 2, 1_700_000_000, 4, 1_701_000_000), BoxRow("DGO"))


def test_a_cardbox_goes_out_as_it_comes_in(tmp_path):
    write_cardbox(ROWS, tmp_path / "Anagrams.db")

    assert read_cardbox(tmp_path / "Anagrams.db") == ROWS


def test_a_cardbox_with_a_write_ahead_log_and_without_some_columns_is_read(tmp_path):
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE questions (question TEXT, cardbox INTEGER)")
        db.execute("INSERT INTO questions VALUES ('act', 2), ('ab1', 1), (NULL, 1), ('DGO', -5)")

    assert read_cardbox(path) == (BoxRow("ACT", cardbox=2), BoxRow("DGO", cardbox=0))


NOT_BOXES = {
    "no table": "CREATE TABLE words (word TEXT)",
    "a view": "CREATE VIEW questions AS SELECT 'ACT' AS question",
    "no column": "CREATE TABLE questions (name TEXT)",
}


@pytest.mark.parametrize("sql", NOT_BOXES.values(), ids=NOT_BOXES)
def test_a_database_that_is_no_cardbox_is_refused_in_a_plain_sentence(tmp_path, sql):
    path = tmp_path / "box.db"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql)

    with pytest.raises(PracticeError, match="is not a cardbox of Zyzzyva or Xerafin"):
        read_cardbox(path)


@pytest.mark.parametrize("content", [b"", b"words\n", b"SQLite format 3\0" + b"\xff" * 5000])
def test_any_other_file_is_refused_too(tmp_path, content):
    (tmp_path / "box.db").write_bytes(content)

    with pytest.raises(PracticeError, match="is not a cardbox"):
        read_cardbox(tmp_path / "box.db")


def test_a_cardbox_that_is_not_there_is_said_to_be(tmp_path):
    with pytest.raises(PracticeError, match="cannot be read"):
        read_cardbox(tmp_path / "none.db")


@pytest.mark.parametrize(("days", "box"), [(0.2, 0), (1, 0), (5, 1), (100, 7), (5_000, 10)])
def test_a_card_goes_into_the_box_of_its_interval(days, box):
    assert box_of(days) == box


# ---- WordNet -----------------------------------------------------------------------------------------------
@pytest.fixture
def folder(tmp_path):
    """A tiny WordNet of our own, in its format."""
    licence = "  1 This is where the licence stands.\n"
    entry = "{:08d} 05 n 01 {} 0 000 | {}\n"
    first = licence + entry.format(len(licence), "cat", 'a pet; "the cat sat"')
    data = first + entry.format(len(first), "mouse", "a small animal")
    (tmp_path / "data.noun").write_text(data, encoding="ascii")
    index = [f"cat n 1 2 @ ~ 1 1 {len(licence):08d}", f"mouse n 1 1 @ 1 1 {len(first):08d}"]
    (tmp_path / "index.noun").write_text(licence + "\n".join(index) + "\n", encoding="ascii")
    (tmp_path / "noun.exc").write_text("mice mouse\n", encoding="ascii")
    return tmp_path


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("CAT", "(n) a pet"),
        ("CATS", "(n) CAT: a pet"),
        ("MICE", "(n) MOUSE: a small animal"),
        ("DOG", None),
        ("CA", None),
    ],
)
def test_wordnet_is_read_where_it_is_installed(folder, word, meaning):
    found = installed_wordnet((folder / "nowhere", folder))

    assert found is not None
    assert found.of(word) == meaning


def test_without_wordnet_there_is_none(tmp_path):
    assert installed_wordnet((tmp_path,)) is None


def test_a_damaged_wordnet_defines_nothing(folder):
    (folder / "index.noun").write_text("cat n 1 9 @\n", encoding="ascii")

    assert WordNet(folder).of("CAT") is None


def test_the_blocked_words_come_as_hashes_only():
    assert len(blocked_hashes()) == 474
