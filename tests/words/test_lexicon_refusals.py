"""What is not a list to judge by is refused, with the place and the reason, and nothing is kept."""

import gzip
import struct
from pathlib import Path

import pytest

from kiosk.errors import LexiconError
from kiosk.words.import_run import ImportChoices, import_list, read_word_list
from kiosk.words.importers.entries import gather
from kiosk.words.store import BUNDLED_ID, list_ids, load_lexicon
from tests.support import lexicon_encoders as encoders

FREE = load_lexicon(Path(), BUNDLED_ID).words()
FEW = ["AA", "ABLE", "CAT", "CATS", "ZOO"]
PLENTY = FREE[::500]


def changed(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def kwg(*nodes: int) -> bytes:
    return struct.pack(f"<{len(nodes) + 1}I", 1 << 22 | 1, *nodes)


def node(letter: str, *, ends: bool = True, last: bool = True, child: int = 0) -> int:
    return (ord(letter) - 64) << 24 | ends << 23 | last << 22 | child


VIEW = "CREATE TABLE t (word text); CREATE VIEW words AS SELECT word FROM t;"
COMPUTED = "CREATE TABLE words (w text, word text AS (upper(w)))"
ENDLESS = """CREATE VIEW words AS
    WITH RECURSIVE n(word) AS (SELECT 'AA' UNION ALL SELECT word || 'A' FROM n) SELECT word FROM n"""

FILES = {
    "empty": (b"", "the file is empty"),
    "only blank lines": (b"\n\r\n  \n", "holds no words"),
    "only comments": (b"# nothing\n# here\n", "holds no words"),
    "binary rubbish": (bytes(range(256)) * 8, "neither text nor a word list"),
    "utf-16 without a mark": ("CAT\nDOG\n".encode("utf-16-le"), "UTF-16 without its mark"),
    "html": (b"<!DOCTYPE html><p>AA</p>", "marked-up document"),
    "html after a mark": (b"\xef\xbb\xbf\n <html>", "marked-up document"),
    "pdf": (b"%PDF-1.7\nAA\n", "PDF document"),
    "old office": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "Office document"),
    "office": (
        encoders.zip_of({"[Content_Types].xml": b"<a/>", "word/document.xml": b"<a/>"}),
        "Office document",
    ),
    "rich text": (b"{\\rtf1 AA}", "rich-text document"),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(50), "picture"),
    "two files in a zip": (encoders.zip_of({"a.txt": b"AA", "b.txt": b"AB"}), "holds 2 files"),
    "nothing in a zip": (encoders.zip_of({"a/": b""}), "holds 0 files"),
    "a zip in a zip": (encoders.zip_of({"a.zip": encoders.zipped(FEW)}), "holds another archive"),
    "a gzip in a gzip": (gzip.compress(encoders.gzipped(FEW)), "holds another archive"),
    "an empty file in a gzip": (gzip.compress(b""), "archive is empty"),
    "half a gzip": (encoders.gzipped(PLENTY)[:200], "gzip file cannot be used"),
    "half a zip": (encoders.zipped(PLENTY)[:200], "zip file cannot be used"),
    "gaddag of macondo": (b"cgdg" + bytes(50), "GADDAG"),
    "gaddag of quackle": (b"\1" + bytes(16) + b"\0\0\1\xff" * 50, "GADDAG"),
    "gaddag in a kwg": (kwg(node("@", child=2), node("A")), "GADDAG or a list in another alphabet"),
    "another alphabet in a kwg": (
        kwg(
            node("["),
        ),
        "another alphabet",
    ),
    "another alphabet of quackle": (
        encoders.quackle_dawg(FEW).replace(b"\x1aA B ", b"\x1aA \xc3\x84 "),
        "another alphabet",
    ),
    "kwg, bad index": (kwg(node("A", child=9)), "points outside the file"),
    "kwg, cycle": (kwg(node("A", child=2), node("B", child=1)), "runs in a circle"),
    "kwg, no end": (kwg(node("A", last=False)), "have no end"),
    "kwg, run over the end": (kwg(node("A", child=2), node("B", last=False)), "last letters have no end"),
    "kwg, dead end": (kwg(node("A", child=2), node("B", ends=False)), "neither ends a word nor leads on"),
    "kwg, out of order": (kwg(node("B", last=False), node("A")), "not in order"),
    "kwg, no root": (struct.pack("<2I", 1 << 22, node("A")), "neither text nor a word list"),
    "kwg, too deep": (kwg(*[node("A", child=n + 2) for n in range(70)], node("A")), "more than 64 letters"),
    "dwg, count too small": (changed(encoders.zyzzyva_dwg(FEW), 0, b"\1\0\0\0"), "it says 1 edges"),
    "dwg, truncated": (encoders.zyzzyva_dwg(FEW)[:-4], "edges and holds"),
    "dwg, bad index": (
        changed(encoders.zyzzyva_dwg(FEW), 4 + 4 * 65, b"\xff\xff\x1f"),
        "points outside the file",
    ),
    "dwg, cycle": (
        changed(encoders.zyzzyva_dwg(["AB"]), 4 + 4 * 256, struct.pack("<I", 0x42400101)),
        "in a circle",
    ),
    "dawg, truncated": (encoders.quackle_dawg(FEW)[:-3], "cut short"),
    "dawg, wrong count": (changed(encoders.quackle_dawg(FEW), 19, b"\x09"), "it says 9 words and holds 5"),
    "dawg, wrong hash": (changed(encoders.quackle_dawg(FEW), 1, b"\0\0\0\0"), "do not give the hash"),
    "dawg, no root": (changed(encoders.quackle_dawg(FEW), 21 + 52, b"\xff\xff\xff"), "points to no letters"),
    "db, no table": (encoders.database("CREATE TABLE other (word text)"), "no table of words"),
    "db, no column": (encoders.database("CREATE TABLE words (text text)"), "no column of words"),
    "db, a view": (encoders.database(VIEW), "no table of words"),
    "db, a computed column": (encoders.database(COMPUTED), "no column of words"),
    "db, an endless view": (encoders.database(ENDLESS), "no table of words"),
    "db, truncated": (encoders.zyzzyva_db(PLENTY)[:5000], "Zyzzyva .db file cannot be used"),
    "json, broken": (b'["AA", "AB"', "JSON file cannot be used"),
    "json, too deep": (b"[" * 100_000, "JSON file cannot be used"),
    "json, numbers": (b"[1, 2, 3]", "entry 1 is neither a word nor"),
    "json, no word": (b'[{"text": "AA"}]', "entry 1 names no word"),
    "csv, open quote": (b'AA,"one\nAB,two\nAD,three\n', "comma-separated file cannot be used"),
    "several words on a line": (b"AA AB AD\nAE AG AH\nAI AL AM\n", "line 1 holds several words"),
    "several words between commas": (b"AA,AB,AD\nAE,AG,AH\nAI,AL,AM\n", "line 1 holds several words"),
    "several words between tabs": (b"aa\tab\tad\nae\tag\tah\n", "line 1 holds several words"),
}


@pytest.mark.parametrize(("data", "reason"), FILES.values(), ids=FILES.keys())
def test_an_unfit_file_is_refused_with_its_reason(data: bytes, reason: str):
    with pytest.raises(LexiconError, match=reason) as refusal:
        gather(read_word_list(data), skip_bad=False)

    assert str(refusal.value).startswith("Nothing was imported: ")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("AB3D", "a digit inside"),
        ("ICE CREAM", "a space inside"),
        ("ICE-CREAM", "a hyphen inside"),
        ("CAFÉ", "a character that is not A to Z"),
        ("DON'T", "a character that is not A to Z"),
        ("ＡＢ", "a character that is not A to Z"),
        ("ıt", "a character that is not A to Z"),
        ("***", "no word"),
    ],
)
def test_a_bad_line_is_refused_by_number_and_reason(line: str, reason: str):
    data = "\n".join(["CAT", "DOG", line, *PLENTY]).encode()

    with pytest.raises(LexiconError, match="line 3, “") as refusal:
        gather(read_word_list(data), skip_bad=False)

    assert reason in str(refusal.value)
    assert "--skip-bad" in str(refusal.value)


def test_skip_bad_leaves_bad_lines_out_and_lists_them():
    data = "\n".join(["CAT", "ICE-CREAM", "DOG", "R2D2", *PLENTY]).encode()

    gathered = gather(read_word_list(data), skip_bad=True)

    assert [(bad.place, bad.text, bad.reason) for bad in gathered.bad] == [
        (2, "ICE-CREAM", "a hyphen inside"),
        (4, "R2D2", "a digit inside"),
    ]
    assert gathered.words == tuple(sorted({"CAT", "DOG", *PLENTY}))


def test_an_archive_that_swells_is_refused():
    swelling = gzip.compress(bytes(2**20)) * 300

    with pytest.raises(LexiconError, match="larger than 256 MB"):
        read_word_list(swelling)


def test_a_zip_that_admits_its_size_is_refused_unread():
    honest = encoders.zip_of({"a.txt": b"AA"})
    central = honest.index(b"PK\1\2")
    claimed = changed(honest, central + 24, (2**31).to_bytes(4, "little"))

    with pytest.raises(LexiconError, match="larger than 256 MB"):
        read_word_list(claimed)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["".join(sorted(word)) for word in PLENTY], "list of alphagrams"),
        ([word[::-1] for word in PLENTY], "written backwards"),
        (FEW, "holds only 5 words"),
        (["A", "B"], "no words of 2 to 15 letters"),
    ],
    ids=["alphagrams", "backwards", "few", "none"],
)
@pytest.mark.parametrize("encode", [encoders.plain, encoders.zyzzyva_dwg, encoders.wolges_kwg])
def test_a_list_nobody_can_judge_by_is_refused_and_nothing_is_kept(tmp_path, words, reason, encode):
    file = tmp_path / "list.bin"
    file.write_bytes(encode(words))

    with pytest.raises(LexiconError, match=reason):
        import_list(tmp_path / "data", file, ImportChoices(), "2099-01-01")

    assert list_ids(tmp_path / "data") == (BUNDLED_ID,)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("make", ["folder", "missing", "nul"])
def test_what_is_no_file_is_refused(tmp_path, make: str):
    path = {"folder": tmp_path, "missing": tmp_path / "none.txt", "nul": Path("a\0b")}[make]

    with pytest.raises(LexiconError, match="Nothing was imported: “"):
        import_list(tmp_path / "data", path, ImportChoices(), "2099-01-01")


LOOKS_LIKE_MARKUP = [
    "AA",
    "ABAAAAAAAAAAAAA",
    "ACAAAAAAAAAB",
    "ADAAAAE",
    "AEAAAAF",
    "AFAAAG",
    "AGH",
    "AH",
    "BAAAAAAAD",
    "BBAAC",
    "BCI",
]


def test_a_graph_whose_count_begins_like_markup_is_still_a_graph():
    data = encoders.zyzzyva_dwg(LOOKS_LIKE_MARKUP)
    assert data.startswith(b"<")

    gathered = gather(read_word_list(data), skip_bad=False)

    assert sorted(gathered.words) == LOOKS_LIKE_MARKUP
