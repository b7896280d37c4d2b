"""The self-test names every fault of a list; each kind of fault is found."""

import os
from collections import Counter
from pathlib import Path

import pytest

from kiosk.errors import LexiconError
from kiosk.words.check_reader import check_lexicon
from kiosk.words.store import BUNDLED_ID, Manifest, fingerprint_of, load_lexicon, manifest_text

WORDS = load_lexicon(Path(), BUNDLED_ID).words()[::300]


def put(folder: Path, content: bytes, **promised) -> None:
    """A list whose manifest is true to *content* but for what is *promised*."""
    lines = content.decode().split("\n")
    facts = {
        "words": len(lines),
        "by_length": Counter(map(len, lines)),
        "fingerprint": fingerprint_of(content),
    }
    manifest = Manifest(id="club", name="Club", source="", date="", **(facts | promised))
    home = folder / "lexicons"
    home.mkdir(parents=True)
    (home / "club.words").write_bytes(content)
    (home / "club.toml").write_text(manifest_text(manifest))


def text(*words: str) -> bytes:
    return "\n".join(words).encode()


def test_the_bundled_list_passes():
    check = check_lexicon(Path(), BUNDLED_ID)

    assert check.intact
    assert check.words == 168_551


def test_a_sound_list_passes(tmp_path):
    put(tmp_path, text(*WORDS))

    assert check_lexicon(tmp_path, "club").findings == ()


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        (text("AA", "Ab", "AD"), "other characters than A to Z: 1, the first is 'Ab'"),
        (text("A", "AA"), "not of 2 to 15 letters: 1, the first is 'A'"),
        (text("AA", "B" * 16), "not of 2 to 15 letters"),
        (text("AA", "AA", "AB"), "stand twice: 1, the first is 'AA'"),
        (text("AB", "AA", "AD"), "not in order, first at 'AA'"),
    ],
    ids=["alphabet", "short", "long", "duplicate", "order"],
)
def test_a_fault_in_the_words_is_found_though_the_fingerprint_fits(tmp_path, content: bytes, finding: str):
    put(tmp_path, content)

    check = check_lexicon(tmp_path, "club")

    assert not check.intact
    assert any(finding in found for found in check.findings)


def test_a_broken_promise_is_found(tmp_path):
    free = load_lexicon(tmp_path, BUNDLED_ID).identity
    put(tmp_path, text(*WORDS, "ZZZ"), by_length={2: len(WORDS) + 1}, fingerprint=free.fingerprint)

    found = check_lexicon(tmp_path, "club").findings

    assert "its words do not match its fingerprint" in found
    assert "its counts by length are not the promised ones" in found


def test_a_canary_that_should_not_sing_is_found(tmp_path):
    free = load_lexicon(tmp_path, BUNDLED_ID).identity
    put(tmp_path, text(*sorted({*WORDS, "QI"})), fingerprint=free.fingerprint)

    assert "QI is in it, but not in ENABLE1" in check_lexicon(tmp_path, "club").findings


def test_a_canary_that_is_silent_is_found(tmp_path):
    csw24 = "7d8c3a9ae8285f4c8bfa6b30fe3f08a1946985111cd316b5f8dfa0d91fa77461"
    put(tmp_path, text(*WORDS), fingerprint=csw24)

    assert "OK is not in it, but is in CSW24" in check_lexicon(tmp_path, "club").findings


def test_missing_words_and_a_damaged_manifest_are_findings(tmp_path):
    put(tmp_path, text(*WORDS))
    (tmp_path / "lexicons/club.words").unlink()
    assert "cannot be read" in check_lexicon(tmp_path, "club").findings[0]
    (tmp_path / "lexicons/club.toml").write_text("=")

    assert "manifest is damaged" in check_lexicon(tmp_path, "club").findings[0]


def test_a_list_that_is_not_there_cannot_be_tested(tmp_path):
    with pytest.raises(LexiconError, match="There is no word list “club”"):
        check_lexicon(tmp_path, "club")


def test_a_folder_of_lists_that_may_not_be_entered_is_a_finding(tmp_path, monkeypatch):
    def refuse(self, **_more):
        raise PermissionError(13, os.strerror(13))

    # As an account without rights: root may enter everywhere.
    monkeypatch.setattr(Path, "stat", refuse)

    assert check_lexicon(tmp_path, "club").findings == ("its folder cannot be entered (Permission denied)",)
