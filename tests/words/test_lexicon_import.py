"""Importing: said what it is, stored whole or not at all, never merged, definitions apart."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from kiosk.errors import LexiconError
from kiosk.practice.definitions_reader import load_definitions
from kiosk.words import writer
from kiosk.words.import_run import ImportChoices, Imported, import_list
from kiosk.words.recognition import Match, Recognition, canonical_text, recognise
from kiosk.words.store import BUNDLED_ID, fingerprint_of, list_ids, load_lexicon, load_manifest
from tests.support import lexicon_encoders as encoders

FREE = load_lexicon(Path(), BUNDLED_ID).words()
CLUB = FREE[::200]


def bring(folder: Path, data: bytes, file: str = "list.txt", **choices) -> Imported:
    path = folder / file
    path.write_bytes(data)
    return import_list(folder / "data", path, ImportChoices(**choices), "2099-01-01")


class Here:
    """Lists at hand, already loaded."""

    def __init__(self, others) -> None:
        self._others = {other.identity.id: other for other in others}

    def manifests(self):
        return [other.manifest for other in self._others.values()]

    def words(self, id: str) -> list[str]:
        return self._others[id].words()


def told(words, others=()) -> Recognition:
    words = sorted(words)
    content = canonical_text(words)
    return recognise(words, fingerprint_of(content), Counter(map(len, words)), Here(others))


# --- what it is


def test_an_exact_edition_is_named():
    assert told(FREE) == Recognition(Match.EXACT, "ENABLE1 · 168,551 words · exact", "ENABLE1")


def test_a_word_too_many_is_named_by_the_diagnostic_hash_alone():
    recognition = told([*FREE, "FRACKS"])

    assert recognition.sentence == "not ENABLE1: 1 word too many: FRACKS"
    assert (recognition.match, recognition.surplus, recognition.missing) == (Match.NEAR, ("FRACKS",), ())


def test_two_words_too_many_are_named_by_the_diagnostic_hash_alone():
    assert told([*FREE, "FRACKS", "QI"]).sentence == "not ENABLE1: 2 words too many: FRACKS QI"


def test_a_missing_word_is_named_when_a_list_at_hand_holds_it():
    without = [word for word in FREE if word != "QUIZ"]

    recognition = told(without, [load_lexicon(Path(), BUNDLED_ID)])

    assert recognition.sentence == "not ENABLE1: 1 word missing: QUIZ"


def test_a_missing_word_is_found_by_hash_in_a_list_that_is_not_the_edition(tmp_path):
    bring(tmp_path, encoders.plain([*FREE[:-1000], "QI"]), name="Another")
    another = load_lexicon(tmp_path / "data", "another")
    changed = {*FREE, "ZZQ"} - {"QUIZ"}

    recognition = told(changed, [another])

    assert recognition.sentence == "not ENABLE1: 1 word too many: ZZQ, 1 word missing: QUIZ"


def test_what_cannot_be_named_is_told_by_counts():
    without = [word for word in FREE if word not in ("QUIZ", "CAT", "CATS")]

    recognition = told([*without, "ABCDEFG"])

    assert recognition.sentence == "not ENABLE1: at least 3 letters −1, 4 letters −2, 7 letters +1"
    assert recognition.match is Match.NEAR


def test_as_many_words_but_other_ones_is_said_so():
    recognition = told([*(word for word in FREE if word not in ("CAT", "DOG")), "QQQ", "QQZ"])

    assert recognition.sentence == "not ENABLE1: the same counts by length, but not the same words"


def test_an_unknown_list_is_told_by_number_and_short_fingerprint():
    recognition = told(CLUB)

    fingerprint = fingerprint_of(canonical_text(CLUB))
    assert recognition.match is Match.UNKNOWN
    assert recognition.sentence == f"unknown list · {len(CLUB)} words · {fingerprint[:4]}-{fingerprint[4:8]}"


# --- what is stored


@pytest.mark.parametrize("encode", encoders.ENCODERS, ids=lambda encode: encode.__name__)
def test_every_form_of_a_list_is_stored_as_the_same_file(tmp_path, encode):
    imported = bring(tmp_path, encode(CLUB), name="Club list")

    lexicon = load_lexicon(tmp_path / "data", "club-list")
    assert lexicon.words() == CLUB
    assert (tmp_path / "data/lexicons/club-list.words").read_bytes() == canonical_text(CLUB)
    assert imported.identity == lexicon.identity
    assert imported.manifest == lexicon.manifest == load_manifest(tmp_path / "data", "club-list")


def test_an_unknown_list_gets_an_id_from_its_content(tmp_path):
    imported = bring(tmp_path, encoders.plain(CLUB))

    assert imported.identity.id == f"list-{imported.identity.fingerprint[:8]}"
    assert imported.identity.edition is None


def test_the_bundled_list_is_recognised_and_not_stored_again(tmp_path):
    imported = bring(tmp_path, encoders.plain(FREE))

    assert imported.already
    assert imported.identity.id == BUNDLED_ID
    assert list_ids(tmp_path / "data") == (BUNDLED_ID,)


def test_an_exact_edition_may_be_kept_under_a_name_of_ones_own(tmp_path):
    imported = bring(tmp_path, encoders.plain(FREE), name="Our list")

    assert (imported.identity.id, imported.identity.name) == ("our-list", "Our list")
    assert imported.identity.edition == "ENABLE1"


def test_the_same_list_again_changes_nothing(tmp_path):
    bring(tmp_path, encoders.plain(CLUB), name="Club")

    again = bring(tmp_path, encoders.wolges_kwg(CLUB), name="Club")

    assert again.already
    assert load_lexicon(tmp_path / "data", "club").words() == CLUB


def test_another_list_of_the_same_name_is_refused_and_never_merged(tmp_path):
    bring(tmp_path, encoders.plain(CLUB), name="Club")

    with pytest.raises(LexiconError, match="already a list “club” with other words"):
        bring(tmp_path, encoders.plain([*CLUB, "ZZZ"]), name="Club")

    assert load_lexicon(tmp_path / "data", "club").words() == CLUB


@pytest.mark.parametrize("what", ["words", "toml"])
def test_importing_again_repairs_a_damaged_list(tmp_path, what: str):
    bring(tmp_path, encoders.plain(CLUB), name="Club")
    (tmp_path / f"data/lexicons/club.{what}").write_bytes(b"rubbish")

    bring(tmp_path, encoders.plain(CLUB), name="Club")

    assert load_lexicon(tmp_path / "data", "club").words() == CLUB


@pytest.mark.parametrize("name", ["", "   ", "free", "Free", "···", "x" * 61, "a\x07b", "日本"])
def test_a_name_that_cannot_be_an_id_is_refused(tmp_path, name: str):
    with pytest.raises(LexiconError, match=r"name|called"):
        bring(tmp_path, encoders.plain(CLUB), name=name)

    assert list_ids(tmp_path / "data") == (BUNDLED_ID,)


def test_a_handful_of_words_is_taken_with_force(tmp_path):
    imported = bring(tmp_path, b"AA\nAB\n", force=True, name="Tiny")

    assert load_lexicon(tmp_path / "data", "tiny").words() == ["AA", "AB"]
    assert imported.identity.words == 2


# --- definitions


def test_definitions_are_kept_beside_the_list(tmp_path):
    bring(tmp_path, encoders.defined(CLUB), name="Club")

    definitions = load_definitions(tmp_path / "data", "club")

    assert len(definitions) == len(CLUB)
    assert all(definitions.of(word) == encoders.MEANING for word in CLUB)
    assert [definitions.of(word) for word in ("ZZZZ", "A", "", "AA\n")] == [None] * 4


def test_definitions_that_come_later_are_added_and_the_words_untouched(tmp_path):
    bring(tmp_path, encoders.plain(CLUB), name="Club")
    before = (tmp_path / "data/lexicons/club.toml").read_bytes()
    assert len(load_definitions(tmp_path / "data", "club")) == 0

    again = bring(tmp_path, encoders.tabbed(CLUB), name="Club")

    assert again.already
    assert load_definitions(tmp_path / "data", "club").of(CLUB[3]) == encoders.MEANING
    assert (tmp_path / "data/lexicons/club.toml").read_bytes() == before


def test_the_modules_of_the_station_do_not_load_definitions_search_or_importers():
    code = (
        "import sys, pathlib, kiosk.words.store as s; s.load_lexicon(pathlib.Path(), 'free');"
        "print(sorted(m for m in sys.modules if m.startswith('kiosk.')))"
    )

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert "kiosk.words.store" in loaded
    assert not [
        name for name in ("definitions", "lexicon_search", "importers", "lexicon_writer") if name in loaded
    ]


# --- all or nothing


def test_a_folder_that_cannot_be_made_leaves_everything_as_it_was(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data/lexicons").write_text("in the way")

    with pytest.raises(LexiconError, match="could not be saved"):
        bring(tmp_path, encoders.plain(CLUB), name="Club")

    assert (tmp_path / "data/lexicons").read_text() == "in the way"


def test_what_a_crash_left_behind_is_no_list_and_does_no_harm(tmp_path):
    home = tmp_path / "data/lexicons"
    home.mkdir(parents=True)
    (home / "club.words").write_bytes(canonical_text(CLUB)[:100])
    (home / "club.words.unfinished").write_bytes(b"AA")
    (home / "club.toml.unfinished").write_bytes(b"id =")
    assert list_ids(tmp_path / "data") == (BUNDLED_ID,)

    bring(tmp_path, encoders.plain(CLUB), name="Club")

    assert load_lexicon(tmp_path / "data", "club").words() == CLUB
    assert sorted(path.name for path in home.iterdir()) == ["club.toml", "club.words"]


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="a limit on the size of files is POSIX")
def test_a_full_disk_leaves_no_list_and_no_rest(tmp_path):
    (tmp_path / "list.txt").write_bytes(encoders.plain(CLUB))
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "from kiosk.cli.main import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "main()\n"
    )

    command = [
        sys.executable,
        "-c",
        code,
        "--data",
        str(tmp_path / "data"),
        "lexicon",
        "import",
        str(tmp_path / "list.txt"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 4
    assert "could not be saved" in done.stderr
    assert list((tmp_path / "data/lexicons").iterdir()) == []


def test_removing_takes_all_files_of_a_list(tmp_path):
    bring(tmp_path, encoders.defined(CLUB), name="Club")

    writer.remove(tmp_path / "data", "club")

    assert list((tmp_path / "data/lexicons").iterdir()) == []


# --- near an edition, or near nothing


def test_more_than_twenty_off_still_names_the_edition_that_is_stored():
    without = [word for word in FREE if word not in set(FREE[100:40_000:400])]

    recognition = told([*without, "QQQQ"], [load_lexicon(Path(), BUNDLED_ID)])

    assert recognition.match is Match.UNKNOWN
    assert recognition.sentence.endswith("· nearest is ENABLE1: 100 missing, 1 too many")
    assert (recognition.nearest, len(recognition.missing)) == ("ENABLE1", 100)


def test_more_than_twenty_off_names_the_nearest_by_counts_where_none_is_stored():
    recognition = told(FREE[:-150])

    assert recognition.sentence.endswith("· by its counts nearest to ENABLE1, at least 150 words off")


def test_an_extract_by_length_is_told_by_the_counts_that_agree():
    recognition = told(word for word in FREE if 2 <= len(word) <= 8 and len(word) != 4)

    assert recognition.match is Match.UNKNOWN
    assert recognition.sentence.endswith("· as many words as ENABLE1 of 2–3, 5–8 letters")


class Counting(Here):
    """Counts the lists whose words were asked for."""

    asked = 0

    def words(self, id: str) -> list[str]:
        self.asked += 1
        return super().words(id)


def test_with_many_lists_stored_only_the_nearest_are_searched(tmp_path):
    for number in range(8):
        bring(tmp_path, encoders.plain(FREE[number * 9000 :: 3]), name=f"List {number}")
    stored = [load_lexicon(tmp_path / "data", id) for id in list_ids(tmp_path / "data") if id != BUNDLED_ID]
    here = Counting(stored)
    words = [word for word in FREE if word != FREE[9003]]

    recognition = recognise(words, fingerprint_of(canonical_text(words)), Counter(map(len, words)), here)

    assert recognition.sentence == f"not ENABLE1: 1 word missing: {FREE[9003]}"
    assert here.asked <= 3
