"""`kiosk lexicon`: what it prints, what it answers in JSON, what it refuses."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kiosk.cli.main import kiosk
from kiosk.errors import LexiconError, LogBusy
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.writer import Log
from kiosk.words.store import BUNDLED_ID, list_ids, load_lexicon
from tests.support import lexicon_encoders as encoders
from tests.support.log_samples import StepClock

FREE = load_lexicon(Path(), BUNDLED_ID).words()
CLUB = FREE[::200]
SETUP = """
[station]
letter = "A"
profile = "club"

[[division]]
id = "a"
name = "Division A"
rules = "naspa-2013"
penalty = "lose_turn"
main = "club"

[[division]]
id = "b"
name = "b"
rules = "naspa-2013"
penalty = "lose_turn"
main = "x"
long = "club"
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def club(folder, tmp_path) -> Path:
    file = tmp_path / "club.txt"
    file.write_bytes(encoders.plain(CLUB))
    run(folder, "import", str(file), "--name", "Club")
    return folder


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(kiosk, ["--data", str(folder), "lexicon", *words], catch_exceptions=False)


def asked(folder: Path, *words: str):
    done = run(folder, *words, "--json")
    assert done.exit_code == 0
    return json.loads(done.stdout)


def test_import_answers_what_the_list_is(folder, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_bytes(encoders.commas([*FREE, "FRACKS"]))

    answer = asked(folder, "import", str(file), "--name", "Mine")

    assert answer["id"] == "mine"
    assert answer["name"] == "Mine"
    assert answer["edition"] is None
    assert answer["words"] == 168_552
    assert answer["by_length"]["2"] == 96
    assert len(answer["fingerprint"]) == 64
    assert answer["sentence"] == "not ENABLE1: 1 word too many: FRACKS"
    assert answer["definitions"] == 168_552


def test_import_says_in_words_what_was_done(folder, tmp_path):
    file = tmp_path / "club.txt"
    file.write_text("\n".join(["Club list 2099", "A", "ICE-CREAM", "B" * 16, *CLUB, CLUB[0]]))

    done = run(folder, "import", str(file), "--name", "Club", "--skip-bad")

    assert done.stdout.splitlines()[1:] == [
        "Stored as “club” (plain text, 847 entries).",
        'A set-up names it by that id: main = "club"',
        "The first line is a title, not a word: Club list 2099",
        "Entered more than once: 1",
        "Left out: 1 of one letter, 1 of more than 15.",
        "Skipped, no words: 1",
        "  line 3: ICE-CREAM (a hyphen inside)",
    ]
    assert done.stderr == ""


def test_an_import_is_on_record_where_the_station_has_a_log(folder, tmp_path):
    file = tmp_path / "club.txt"
    file.write_bytes(encoders.plain(CLUB))
    folder.mkdir()
    Log.open(folder, StepClock(), "B").close()

    answers = [asked(folder, "import", str(file), "--name", "Club") for _ in range(2)]

    (record,) = (one for one in read_records(folder / "log.db") if one.kind is Kind.LEXICON_IMPORTED)
    assert [answer["already"] for answer in answers] == [False, True]
    assert record.data["id"] == "club"
    assert record.data["fingerprint"] == answers[0]["fingerprint"]


def test_before_the_first_set_up_an_import_makes_no_log(club):
    assert not (club / "log.db").exists()


def test_nothing_is_imported_while_another_process_writes_to_the_log(folder, tmp_path):
    file = tmp_path / "club.txt"
    file.write_bytes(encoders.plain(CLUB))
    folder.mkdir()

    with Log.open(folder, StepClock(), "B"), pytest.raises(LogBusy):
        run(folder, "import", str(file), "--wait", "0")

    assert list_ids(folder) == (BUNDLED_ID,)


def test_the_list_in_the_box_is_listed_first(club):
    answer = asked(club, "list")

    assert [row["id"] for row in answer] == ["free", "club"]
    assert answer[0]["edition"] == "ENABLE1"
    assert answer[1]["edition"] is None
    assert "club" in run(club, "list").stdout


def test_a_damaged_list_is_still_listed_as_such(club):
    (club / "lexicons/club.toml").write_text("=")

    done = run(club, "list", "--json")

    assert done.exit_code == 1
    assert "damaged" in json.loads(done.stdout)[1]
    assert "manifest is damaged" in run(club, "list").stdout


def test_a_list_whose_words_changed_is_not_listed_as_sound(club):
    (club / "lexicons/club.words").write_bytes(encoders.plain([*CLUB, "ZZZ"]))

    done = run(club, "list")

    assert done.exit_code == 1
    assert "club: The word list “club” is not used: its words do not match" in done.stdout


@pytest.fixture
def without_rights():
    """An account that may not read what is not its own: root reads everything."""
    if sys.platform == "win32":
        pytest.skip("rights are not those of POSIX there")
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


@pytest.fixture
def closed(club) -> Iterator[Path]:
    """A data folder that anybody may enter, whose folder of lists nobody else may. It lies outside pytest's
    own folder, which every run that begins closes to other accounts again."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        folder = Path(shutil.copytree(club, Path(place, "data")))
        folder.chmod(0o755)
        (folder / "lexicons").chmod(0)
        yield folder


def test_a_folder_of_lists_that_may_not_be_read_is_said_so_by_list(closed, without_rights):
    with pytest.raises(
        LexiconError, match=r"folder of word lists cannot be read: .*lexicons \(Permission denied"
    ):
        run(closed, "list")


@pytest.mark.parametrize("command", [("show", "club"), ("diff", "club", "free")])
def test_a_list_that_may_not_be_read_is_not_called_damaged(closed, without_rights, command):
    with pytest.raises(LexiconError, match=r"“club” cannot be read: .*Permission denied") as refusal:
        run(closed, *command)

    assert "Import it again" not in str(refusal.value)


def test_a_list_asked_for_by_its_name_is_answered_with_its_id(folder, tmp_path):
    (tmp_path / "club.txt").write_bytes(encoders.plain(CLUB))
    run(folder, "import", str(tmp_path / "club.txt"), "--name", "Tuesday Club")

    with pytest.raises(LexiconError, match="The list of that name has the id “tuesday-club”"):
        run(folder, "show", "Tuesday club")


def test_every_line_that_is_no_word_is_told(folder, tmp_path):
    lines = [f"{word} a thing [n]" for word in CLUB]
    lines[5] = f"#{lines[5]}"
    lines[9] = f"{CLUB[9]} ZZZZA ZZZZB"
    (tmp_path / "club.txt").write_text("\n".join(["# Copyright nobody", *lines]))

    said = run(folder, "import", str(tmp_path / "club.txt"), "--name", "Club").stdout

    assert "Comments: 1, the first is: # Copyright nobody" in said
    assert "Marks taken off words (# * ! $ + ^): 1" in said
    assert "Definitions that may be further words: 1, the first in line 11" in said
    assert f"Definitions kept beside the list: {len(CLUB)}" in said


def test_show_tells_everything_and_where_the_list_is_used(club):
    (club / "kiosk.toml").write_text(SETUP)

    answer = asked(club, "show", "club")

    assert answer["words"] == len(CLUB)
    assert (answer["first"], answer["last"]) == (CLUB[:5], CLUB[-5:])
    assert sum(answer["by_length"].values()) == len(CLUB)
    assert answer["used"] == ["Division A (main)", "b (long)"]
    assert "Used by      Division A (main), b (long)" in run(club, "show", "club").stdout


def test_show_says_that_the_free_list_is_not_official(folder):
    shown = run(folder, "show", "free").stdout

    assert "An old free list, not an official one." in shown
    assert "ENABLE1 · exact" in shown


def test_verify_says_intact_and_ends_with_0(club):
    answer = asked(club, "verify")

    assert [(row["id"], row["status"]) for row in answer] == [("free", "intact"), ("club", "intact")]


def test_verify_says_broken_and_ends_with_1(club):
    (club / "lexicons/club.words").write_bytes(encoders.plain([*CLUB, "ZZZ"]))

    done = run(club, "verify", "club", "--json")

    assert done.exit_code == 1
    [row] = json.loads(done.stdout)
    assert row["status"] == "broken"
    assert "its words do not match its fingerprint" in row["findings"]


def test_diff_counts_by_length_and_names_words_when_asked(club, tmp_path):
    file = tmp_path / "other.txt"
    file.write_bytes(encoders.plain([*CLUB[1:], "QQQQ", "QQZ"]))
    run(club, "import", str(file), "--name", "Other")

    answer = asked(club, "diff", "club", "other", "--words")

    assert (answer["added"], answer["removed"]) == (2, 1)
    assert answer["by_length"]["4"] == {"added": 1, "removed": 0}
    assert answer["words"] == {"added": ["QQQQ", "QQZ"], "removed": [CLUB[0]]}
    assert "words" not in asked(club, "diff", "club", "other")
    assert run(club, "diff", "club", "other", "--words").stdout.splitlines()[-1] == f"− {CLUB[0]}"


def test_remove_takes_the_list_away(club):
    assert asked(club, "remove", "club") == {"id": "club", "removed": True}

    assert [row["id"] for row in asked(club, "list")] == ["free"]


def test_remove_is_refused_while_the_set_up_uses_the_list(club):
    (club / "kiosk.toml").write_text(SETUP)

    with pytest.raises(LexiconError, match=r"Division A \(main\), b \(long\) uses it"):
        run(club, "remove", "club")

    assert [row["id"] for row in asked(club, "list")] == ["free", "club"]


def test_remove_is_refused_when_the_set_up_cannot_be_read(club):
    (club / "kiosk.toml").write_text("=")

    with pytest.raises(LexiconError, match="cannot be read"):
        run(club, "remove", "club")


@pytest.mark.parametrize("id", ["free", "nothing"])
def test_the_list_in_the_box_and_lists_that_are_not_there_cannot_be_removed(folder, id: str):
    with pytest.raises(LexiconError, match=r"cannot be removed|There is no word list"):
        run(folder, "remove", id)


@pytest.mark.real
def test_a_refusal_is_one_sentence_and_exit_code_4(folder, tmp_path):
    command = [sys.executable, "-m", "kiosk", "--data", str(folder), "lexicon", "import", str(tmp_path)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (4, "")
    assert (
        done.stderr
        == f"Nothing was imported: “{tmp_path.name}” is a folder. Name the file that holds the words.\n"
    )


@pytest.mark.real
def test_the_command_loads_no_qt(folder):
    code = (
        "import sys; sys.argv[1:] = sys.argv[2:]\nfrom kiosk.cli.main import kiosk\n"
        "kiosk(['--data', sys.argv[1], 'lexicon', 'verify'], standalone_mode=False)\n"
        "print([name for name in sys.modules if name.startswith('PySide6')])"
    )

    done = subprocess.run(
        [sys.executable, "-c", code, "-", str(folder)], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines() == ["free: intact", "[]"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no such names there")
@pytest.mark.parametrize("name", ["\udcff.txt", 'two\nlines "and quotes".txt'])
def test_a_list_may_come_from_a_file_with_an_odd_name(folder, tmp_path, name):
    file = tmp_path / name
    file.write_text("\n".join(CLUB))

    run(folder, "import", str(file), "--name", "Club")

    assert asked(folder, "show", "club")["words"] == len(CLUB)


def test_one_word_is_not_spoken_of_as_several(folder, tmp_path):
    (tmp_path / "one.txt").write_text("QI\n")

    done = run(folder, "import", str(tmp_path / "one.txt"), "--name", "One", "--force")

    assert "(plain text, 1 entry)" in done.stdout
    assert "One · 1 word\n" in run(folder, "show", "one").stdout
    assert "Words        QI\n" in run(folder, "show", "one").stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'["AA",\n nope]', "line 2 is not well formed"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" + b"9" * 5000 + b"]", "too many digits"),
        (b'CAT,"small\nDOG,big\n', "in line 2 a quotation mark is not closed"),
        (b"\x1f\x8b rubbish", "it is damaged or not complete"),
        (b"PK\x03\x04 rubbish", "it is damaged or not complete"),
        (b"SQLite format 3\0 rubbish", "it is damaged"),
    ],
)
def test_a_file_that_is_refused_is_spoken_of_in_plain_words(folder, tmp_path, content, said):
    (tmp_path / "list").write_bytes(content)

    with pytest.raises(LexiconError, match=said) as refusal:
        run(folder, "import", str(tmp_path / "list"))

    sentence = str(refusal.value)
    for foreign in ("Expecting", "recursion", "char ", "delimiter", "Error", "zip file.", "database"):
        assert foreign not in sentence
