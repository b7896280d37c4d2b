"""An import that says it is done has loaded the list from the disk; two at once, a kill, a full disk or a
clever name change nothing about that."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from kiosk.errors import LexiconError
from kiosk.words.editions import edition_named, editions
from kiosk.words.import_run import ImportChoices, Imported, import_list
from kiosk.words.store import BUNDLED_ID, list_ids, load_lexicon
from kiosk.words.writer import sole_writer
from tests.support import lexicon_encoders as encoders

ROOT = Path(__file__).parents[2]
FREE = load_lexicon(Path(), BUNDLED_ID).words()
CLUB = FREE[::200]
OTHER = FREE[::150]

linux = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")


def bring(folder: Path, data: bytes, **choices) -> Imported:
    (folder / "list.txt").write_bytes(data)
    return import_list(folder / "data", folder / "list.txt", ImportChoices(**choices), "2099-01-01")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "data/lexicons").iterdir())


# --- what is stored can be used


def test_the_words_that_tell_an_edition_are_those_of_the_published_list():
    """SOWPODS of 2003 has QI, but neither ZA nor OK."""
    oswi = edition_named("OSWI")

    assert oswi is not None
    assert (oswi.present, oswi.absent) == (("QI",), ("ZA", "OK"))
    assert all(not set(edition.present) & set(edition.absent) for edition in editions())


@pytest.mark.real
def test_a_list_that_could_not_be_loaded_again_is_not_imported(tmp_path):
    """A build broken on purpose: its table says of a list that it lacks a word the list has."""
    shutil.copytree(ROOT / "kiosk", tmp_path / "kiosk", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "lexicons", tmp_path / "lexicons")
    shutil.copytree(ROOT / "resources", tmp_path / "resources")
    table = tmp_path / "lexicons/editions.toml"
    good = bring(tmp_path, encoders.plain(CLUB), name="Club").identity
    table.write_text(
        table.read_text(encoding="utf-8")
        + f'[[edition]]\nname = "Forged"\nfamily = "free"\nwords = {good.words}\n'
        + f'by_length = [1]\nfingerprint = "{good.fingerprint}"\nabsent = ["{CLUB[3]}"]\n',
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "kiosk", "--data", str(tmp_path / "new"), "lexicon", "import"]

    done = subprocess.run(
        [*command, str(tmp_path / "list.txt")], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 4
    assert "its answers are not those of Forged" in done.stderr
    assert not (tmp_path / "new").exists()


# --- two at once


SLOW_IMPORT = """
import os, random, sys, time
from pathlib import Path
sync = os.fsync
def slow(handle):
    time.sleep(random.random() * 0.1)
    sync(handle)
os.fsync = slow
from kiosk.errors import LexiconError
from kiosk.words.import_run import ImportChoices, import_list
try:
    done = import_list(Path(sys.argv[1]), Path(sys.argv[2]), ImportChoices("Club"), "2099-01-01")
    print("stored", done.identity.fingerprint)
except LexiconError as refusal:
    print("refused", refusal)
"""


@pytest.mark.real
@pytest.mark.parametrize("round", range(4))
def test_two_imports_under_one_name_on_a_slow_disk_leave_one_whole_list(tmp_path, round: int):
    files = {"one.txt": CLUB, "two.txt": OTHER}
    for name, words in files.items():
        (tmp_path / name).write_bytes(encoders.plain(words))
    commands = [
        [sys.executable, "-c", SLOW_IMPORT, str(tmp_path / "data"), str(tmp_path / name)] for name in files
    ]

    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) for command in commands]
    said = [process.communicate(timeout=120)[0] for process in running]

    kept = load_lexicon(tmp_path / "data", "club").identity.fingerprint
    assert sorted(line.split()[0] for line in said) == ["refused", "stored"]
    assert [line.split()[1] for line in said if line.startswith("stored")] == [kept]
    assert names(tmp_path) == ["club.toml", "club.words"]


@pytest.mark.real
def test_the_same_list_imported_twice_at_once_is_stored_and_found_there(tmp_path):
    (tmp_path / "one.txt").write_bytes(encoders.plain(CLUB))
    command = [sys.executable, "-c", SLOW_IMPORT, str(tmp_path / "data"), str(tmp_path / "one.txt")]

    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(3)]
    said = [process.communicate(timeout=120)[0] for process in running]

    assert all(line.startswith("stored") for line in said)
    assert load_lexicon(tmp_path / "data", "club").words() == CLUB


@linux
def test_who_waits_too_long_for_another_import_is_told(tmp_path):
    held = "import sys, pathlib; from kiosk.words.writer import sole_writer\n"
    held += "with sole_writer(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    home = tmp_path / "lexicons"
    with subprocess.Popen(
        [sys.executable, "-c", held, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"

        with pytest.raises(LexiconError, match="another import is at work"), sole_writer(home, wait_s=0.1):
            pass

        holder.send_signal(signal.SIGKILL)
    with sole_writer(home, wait_s=60):
        assert home.is_dir()


# --- what a kill leaves


def test_what_a_kill_left_behind_is_swept_at_the_next_import(tmp_path):
    home = tmp_path / "data/lexicons"
    home.mkdir(parents=True)
    for name in ("club.words.unfinished", "x.toml.1a2b3c4d.unfinished", "old.words", "club.definitions"):
        (home / name).write_bytes(b"AA\ta left-over")
    (home / "notes.txt").write_text("a director's own")

    bring(tmp_path, encoders.plain(CLUB), name="Club")

    assert names(tmp_path) == ["club.toml", "club.words", "notes.txt"]


def test_a_list_whose_manifest_is_damaged_is_not_swept(tmp_path):
    bring(tmp_path, encoders.defined(CLUB), name="Club")
    (tmp_path / "data/lexicons/club.toml").write_text("=")

    bring(tmp_path, encoders.plain(OTHER), name="Other")

    assert {"club.toml", "club.words", "club.definitions"} <= set(names(tmp_path))


@pytest.mark.real
@linux
def test_a_database_needs_no_room_in_the_folder_for_temporary_files(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))

    data = bytearray(DATABASE)
    assert bring(tmp_path, bytes(data), name="Club").identity.words == len(CLUB)
    data[18:20] = b"\2\2"  # as a program that keeps a write-ahead log leaves it
    assert bring(tmp_path, bytes(data), name="Again").identity.words == len(CLUB)


DATABASE = encoders.zyzzyva_db(CLUB)


# --- names


@pytest.mark.parametrize(
    "name",
    ["NWL2023", "nwl 2023", "Nwl-2023", "CSW24", "csw07 (april)", "TWL06", "ＮＷＬ２０２３", "ENABLE1"],
)
def test_the_name_of_an_edition_is_kept_for_that_edition(tmp_path, name: str):
    with pytest.raises(LexiconError, match="is the name of an edition, and this list is not"):
        bring(tmp_path, encoders.plain(CLUB), name=name)

    assert list_ids(tmp_path / "data") == (BUNDLED_ID,)


def test_an_edition_may_bear_its_own_name(tmp_path):
    assert bring(tmp_path, encoders.plain(FREE), name="Enable 1").identity.edition == "ENABLE1"


@pytest.mark.parametrize("name", ["㎯" * 20, "x" * 61])
def test_a_name_whose_id_no_command_would_take_is_refused(tmp_path, name: str):
    with pytest.raises(LexiconError, match="A list cannot be called"):
        bring(tmp_path, encoders.plain(CLUB), name=name)


@linux
def test_a_pipe_is_no_file_to_import(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(LexiconError, match="is not a file"):
        import_list(tmp_path / "data", tmp_path / "pipe", ImportChoices(), "2099-01-01")
