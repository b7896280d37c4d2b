"""The adjudicator's desk in a real window with real keys: shifts under two rulebooks, and its bad days."""

import sys
import time
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.log.kinds import Kind
from tests.station.real.test_doubt_closes import fill, small_disk  # noqa: F401 - a fixture
from tests.support.desk_process import DeskProcess, set_up_desk, start_in_vain
from tests.support.kiosk_process import run_kiosk
from tests.support.screen import PATIENCE_S, Screen, in_vain, until

pytestmark = pytest.mark.real

NSA_CHECKS, WESPA_CHECKS = 9, 5
WORDS = ("cat", "dog", "zebra", "quiz", "qqzx", "house", "retina", "zzz", "jo", "aa")


def test_a_shift_of_fifty_slips_by_keys(screen: Screen, tmp_path: Path):
    data = set_up_desk(tmp_path, "wespa-5.1", "five_per_word")
    desk = DeskProcess(screen, data)
    desk.sign_on("ab", "1", WESPA_CHECKS)
    begun_s, before = time.monotonic(), desk.pressed

    for place in range(50):
        words = (WORDS[place % 10], *((WORDS[(place + 3) % 10],) if place % 4 == 0 else ()))
        desk.type_slip(str(place + 1), *words)
        desk.rule()
        desk.next_slip()

    seconds, keys = time.monotonic() - begun_s, desk.pressed - before
    (tmp_path / "measured.txt").write_text(f"{keys} keys, {seconds:.1f} s\n")
    assert keys / 50 < 15  # a slip, words and all
    rulings = [record.data for record in desk.rulings()]
    assert [ruling["number"] for ruling in rulings] == [f"B-{place}" for place in range(1, 51)]
    assert [ruling["table"] for ruling in rulings] == list(range(1, 51))
    assert {(ruling["operator"], ruling["method"]) for ruling in rulings} == {("AB", "runner")}
    desk.tap("Escape", "5", "Return")
    until(lambda: desk.records(Kind.SHIFT_ENDED), "the shift's end")
    assert desk.records(Kind.SHIFT_ENDED)[-1].data["rulings"] == 50
    desk.tap("Escape")
    assert desk.process.wait(PATIENCE_S) == 0
    assert run_kiosk(data, "log", "verify").returncode == 0


def test_a_day_under_the_oldest_rulebook(screen: Screen, tmp_path: Path, picture):
    data = set_up_desk(tmp_path, "nsa-1998", "lose_turn")
    desk = DeskProcess(screen, data)
    desk.sign_on("ab", "1", NSA_CHECKS)
    desk.type_slip("12", "cat", "zz")
    picture("desk_check")
    assert not desk.shows_mark()
    desk.rule()
    until(desk.shows_mark, "the mark")
    picture("desk_mark")
    desk.next_slip()

    desk.type_slip("13", "qwertyuiopas")  # only print settles it
    desk.rule()
    picture("desk_print")
    assert not desk.shows_mark()
    desk.tap("2")
    desk.rule()
    until(desk.shows_mark, "the mark after print")
    desk.next_slip()

    desk.tap("F3")
    desk.say("1")
    desk.tap("Return", "Tab")  # refused: the same judge
    picture("desk_same_judge")
    assert len(desk.rulings()) == 3
    desk.tap("Escape", "Escape", "5", "Return", "Return")
    desk.sign_on("cd", "1", NSA_CHECKS)
    desk.tap("F3")
    desk.say("1")
    desk.tap("Return")
    desk.rule()
    picture("desk_second_opinion")

    first, referral, answer, second = (record.data for record in desk.rulings())
    assert (referral["verdict"], answer["verdict"], answer["method"]) == (
        "refer",
        "unacceptable",
        "word_judge_book",
    )
    assert (first["operator"], second["operator"], second["words"]) == ("AB", "CD", first["words"])
    assert second["after"]["seq"] == desk.rulings()[0].seq
    desk.kill()


def test_a_desk_killed_in_mid_slip_leaves_a_whole_log_and_nothing_half_ruled(screen: Screen, tmp_path: Path):
    data = set_up_desk(tmp_path, "nsa-1998", "lose_turn")
    desk = DeskProcess(screen, data)
    desk.sign_on("ab", "1", NSA_CHECKS)
    desk.type_slip("12", "cat")

    desk.kill()
    again = DeskProcess(screen, data)

    assert not again.rulings()
    assert again.records(Kind.UNCLEAN_STOP)
    again.sign_on("ab", "1", NSA_CHECKS)
    again.type_slip("12", "cat")
    again.rule()
    again.kill()
    assert run_kiosk(data, "log", "verify").returncode == 0


def _on_a_full_disk(screen: Screen, disk: Path, command: tuple[str, ...] = ()) -> DeskProcess:
    """A desk whose disk is full when TAB is pressed."""
    data = set_up_desk(disk, "nsa-1998", "lose_turn")
    desk = DeskProcess(screen, data, command)
    desk.sign_on("ab", "1", NSA_CHECKS)
    desk.type_slip("12", "cat")
    fill(disk)
    desk.tap("Tab")
    return desk


def _see_no_mark(desk: DeskProcess) -> None:
    until(lambda: desk.tone() is Tone.CLOSED, "a page that says it was not recorded")
    assert not desk.rulings()


def test_a_full_disk_shows_no_mark(screen: Screen, small_disk: Path, picture):  # noqa: F811
    desk = _on_a_full_disk(screen, small_disk)

    _see_no_mark(desk)

    picture("desk_full_disk")
    (small_disk / "filler").unlink()
    desk.tap("Return")
    desk.rule()
    until(desk.shows_mark, "the mark, once there is room")
    desk.kill()


def test_a_build_that_shows_before_it_records_would_be_seen(screen: Screen, small_disk: Path):  # noqa: F811
    script = str(Path(__file__).parent / "broken_desk.py")
    desk = _on_a_full_disk(screen, small_disk, (sys.executable, script, str(small_disk / "data")))

    with in_vain(), pytest.raises(AssertionError):
        _see_no_mark(desk)

    assert desk.shows_mark()
    desk.kill()


def test_a_second_desk_on_one_folder_says_who_keeps_the_log(screen: Screen, tmp_path: Path):
    data = set_up_desk(tmp_path, "nsa-1998", "lose_turn")
    desk = DeskProcess(screen, data)

    second = start_in_vain(screen, data)

    assert (second.returncode, second.stderr.count("\n")) == (4, 1)
    assert "“kiosk desk”" in second.stderr
    desk.kill()
