"""Any doubt ends in a plain "call the director" on the real screen, never in a verdict."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.log.kinds import Kind
from kiosk.log.store import log_path
from tests.lockdown.real.test_escapes import CLUB, set_up
from tests.support.kiosk_process import ROOT, KioskProcess, run_kiosk
from tests.support.screen import PATIENCE_S, Screen, until

pytestmark = pytest.mark.real


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of two megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], capture_output=True)
    if made.returncode:
        pytest.skip(f"no small disk can be mounted here: {made.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=False)


def fill(place: Path) -> None:
    with (place / "filler").open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"\0" * 1024)
        except OSError:
            return


def has_headline(screen: Screen) -> bool:
    """Whether something stands in the upper quarter of the page, where a start has nothing."""
    row = screen.bytes_of(0, screen.height // 8, screen.width, 1)
    return len({row[place : place + 3] for place in range(0, len(row), 4)}) > 2


def press_tab_in_vain(station: KioskProcess) -> None:
    """Press TAB as soon as it judges, and see the station close itself."""
    station.press_armed_tab()
    station.await_tone(Tone.CLOSED)


def test_a_full_disk_gives_no_verdict_and_stays_closed_over_a_restart(
    screen: Screen, small_disk: Path, picture
):
    station = KioskProcess(screen, small_disk / "data")
    station.enter("cat")
    fill(small_disk)

    press_tab_in_vain(station)
    picture("full_disk")

    assert not station.rulings()
    station.kill()
    (small_disk / "filler").unlink()
    again = KioskProcess(screen, small_disk / "data")
    assert again.tone() is Tone.CLOSED
    again.kill()


@pytest.mark.parametrize("what", ["deleted", "replaced by an older copy"])
def test_a_log_taken_away_while_running_gives_no_verdict(station: KioskProcess, tmp_path: Path, what: str):
    log, copy = log_path(station.data), tmp_path / "copy.db"
    shutil.copy(log, copy)
    station.judge("dog")
    station.done()
    station.enter("cat")

    log.unlink()
    if what != "deleted":
        shutil.copy(copy, log)
    press_tab_in_vain(station)

    assert station.process.poll() is None
    assert not any(record.data["words"] == ["CAT"] for record in station.rulings())


def unmount(data: Path) -> None:
    subprocess.run(["umount", "-l", str(data)], check=True)


def move_away(data: Path) -> None:
    data.rename(data.with_name("elsewhere"))


def empty(data: Path) -> None:
    kept = data.with_name("elsewhere")
    kept.mkdir()
    for one in data.iterdir():
        one.rename(kept / one.name)


def check_nothing_is_ruled_beside_the_log(station: KioskProcess, vanish: Callable[[Path], None]) -> None:
    """Between two rulings the data folder goes: the second one is not given, and no log is begun for it."""
    station.judge("dog")
    station.done()
    station.enter("cat")

    vanish(station.data)
    press_tab_in_vain(station)

    assert station.process.poll() is None
    assert not station.data.exists() or not list(station.data.glob("*.db"))


@pytest.mark.parametrize("vanish", [move_away, shutil.rmtree, empty])
def test_a_data_folder_that_vanishes_gives_no_verdict(
    screen: Screen, tmp_path: Path, vanish: Callable[[Path], None], picture
):
    station = KioskProcess(screen, set_up(tmp_path))

    check_nothing_is_ruled_beside_the_log(station, vanish)

    picture(f"folder_gone_{vanish.__name__}")
    station.kill()


def test_a_data_folder_that_is_unmounted_gives_no_verdict(screen: Screen, small_disk: Path, tmp_path: Path):
    made = set_up(tmp_path)
    shutil.copytree(made, small_disk, dirs_exist_ok=True)
    small_disk.chmod(0o700)
    station = KioskProcess(screen, small_disk)

    check_nothing_is_ruled_beside_the_log(station, unmount)

    station.kill()


def test_a_data_folder_that_comes_back_goes_on_with_the_log_it_had(screen: Screen, tmp_path: Path):
    station = KioskProcess(screen, set_up(tmp_path))
    check_nothing_is_ruled_beside_the_log(station, move_away)

    (tmp_path / "elsewhere").rename(station.data)
    screen.key("ctrl+F12")
    screen.key("1")
    station.await_tone(Tone.PLAIN)

    assert station.judge("cat") is Tone.ACCEPTABLE
    assert [record.data["number"] for record in station.rulings()] == ["D-1", "D-2"]
    assert run_kiosk(station.data, "log", "verify").returncode == 0
    station.kill()


def test_while_another_program_holds_the_log_nobody_looks_at_a_tab_that_waits(station: KioskProcess, picture):
    station.enter("cat")
    until(station.is_armed, "TAB to be armed")
    other = sqlite3.connect(log_path(station.data), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    station.screen.key("Tab")
    until(lambda: not station.is_armed(), "the page of a play that is being judged")
    picture("judging_slow")
    assert station.tone() is Tone.PLAIN
    other.rollback()
    other.close()

    station.await_tone(Tone.ACCEPTABLE)
    assert len(station.rulings()) == 1


def test_a_station_killed_under_a_verdict_says_after_the_restart_that_it_is_on_record(
    screen: Screen, tmp_path: Path, picture
):
    station = KioskProcess(screen, tmp_path / "data")
    station.judge("zzzxq")
    station.kill()

    process = subprocess.Popen(
        [sys.executable, "-m", "kiosk", "--data", str(tmp_path / "data")], cwd=ROOT, env=screen.env
    )
    station.await_tone(Tone.PLAIN)
    until(lambda: has_headline(screen), "a page with a headline")
    picture("ruling_on_record")
    assert not station.is_ready()  # nobody is asked for words before this was read
    station.read()

    assert station.judge("cat") is Tone.ACCEPTABLE
    assert [record.data["number"] for record in station.rulings()] == ["A-1", "A-2"]
    process.kill()
    process.wait()


def test_a_log_changed_by_hand_keeps_the_station_closed(screen: Screen, tmp_path: Path):
    station = KioskProcess(screen, tmp_path / "data")
    station.judge("cat")
    station.kill()
    with sqlite3.connect(log_path(tmp_path / "data")) as db:
        db.execute("DROP TRIGGER no_change")
        db.execute("UPDATE records SET body = replace(body, 'CAT', 'DOG') WHERE kind = 'adjudication'")
    db.close()

    process = subprocess.Popen(
        [sys.executable, "-m", "kiosk", "--data", str(tmp_path / "data")], cwd=ROOT, env=screen.env
    )
    until(lambda: station.tone() is Tone.CLOSED, "a closed station")
    screen.key("1")

    assert station.tone() is Tone.CLOSED
    process.kill()
    process.wait()


def test_a_list_changed_on_disk_keeps_the_station_closed(screen: Screen, tmp_path: Path):
    data, words = set_up(tmp_path), tmp_path / "words.txt"
    words.write_text("\n".join(f"{a}{b}{c}" for a in "BCD" for b in "AEIOU" for c in "BDGNPT"))
    imported = run_kiosk(data, "lexicon", "import", str(words), "--name", "Club words")
    assert imported.returncode == 0, imported.stderr
    file = tmp_path / "club.toml"
    file.write_text(CLUB.replace('main = "free"', 'main = "club-words"'))
    made = run_kiosk(data, "setup", "--from", str(file))
    assert made.returncode == 0, made.stderr
    stored = next((data / "lexicons").glob("*.words"))
    stored.write_bytes(stored.read_bytes().replace(b"CAT", b"CAX"))

    station = KioskProcess(screen, data)

    assert station.tone() is Tone.CLOSED
    assert station.records(Kind.OUT_OF_SERVICE)
    station.kill()


def test_a_set_up_changed_by_hand_locks_the_station_until_somebody_takes_it(screen: Screen, tmp_path: Path):
    data = set_up(tmp_path)
    file = data / "kiosk.toml"
    file.write_text(file.read_text() + "\n# a remark\n")

    station = KioskProcess(screen, data)
    assert station.tone() is Tone.CLOSED
    screen.key("ctrl+F12")
    screen.key("1")
    until(lambda: station.records(Kind.SET_UP_ACCEPTED), "the change on record")

    station.await_tone(Tone.PLAIN)
    station.kill()
    again = KioskProcess(screen, data)
    assert again.tone() is Tone.PLAIN
    again.kill()


def test_a_second_station_on_the_same_folder_ends_with_a_sentence(station: KioskProcess):
    second = subprocess.run(
        [sys.executable, "-m", "kiosk", "--data", str(station.data)],
        cwd=ROOT,
        env=station.screen.env,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )

    assert second.returncode == 4
    assert second.stderr.strip()
    assert "Traceback" not in second.stderr
    until(lambda: station.is_ready(), "the first station")
    assert station.judge("cat") is Tone.ACCEPTABLE


def test_a_build_that_shows_an_unrecorded_verdict_is_caught(screen: Screen, small_disk: Path):
    data = small_disk / "data"
    command = (
        sys.executable,
        str(ROOT / "tests" / "station" / "real" / "broken_station.py"),
        "log",
        str(data),
    )
    screen.env["PYTHONPATH"] = str(ROOT)
    station = KioskProcess(screen, data, command=command)
    station.enter("cat")
    fill(small_disk)

    station.press_armed_tab()
    until(lambda: station.tone() in (Tone.ACCEPTABLE, Tone.CLOSED), "something to happen")

    assert station.tone() is Tone.ACCEPTABLE  # which the test above would have refused
    assert not station.rulings()
    station.kill()


def test_a_build_that_opens_whatever_the_folder_holds_is_caught(screen: Screen, tmp_path: Path):
    data = set_up(tmp_path)
    command = (
        sys.executable,
        str(ROOT / "tests" / "station" / "real" / "broken_station.py"),
        "itself",
        str(data),
    )
    screen.env["PYTHONPATH"] = str(ROOT)
    station = KioskProcess(screen, data, command=command)
    station.enter("cat")

    move_away(data)
    station.press_armed_tab()
    until(lambda: station.tone() in (Tone.ACCEPTABLE, Tone.CLOSED), "something to happen")

    assert station.tone() is Tone.ACCEPTABLE  # which the tests above would have refused
    assert [one.name for one in data.glob("*.db")] == ["demonstration.db"]
    station.kill()
