"""Real keys on real layouts: what is judged is what the players meant."""

import sys
from pathlib import Path

import pytest

from tests.support.kiosk_process import ROOT, KioskProcess
from tests.support.screen import Screen, in_vain, until

pytestmark = pytest.mark.real

BROKEN = (sys.executable, str(ROOT / "tests" / "station" / "real" / "broken_station.py"))
ROW_1, KEYPAD_1, ENTER = 10, 87, 36
C, A, T, Q, S, Z = 54, 38, 28, 24, 39, 52  # where a US keyboard has them
ALT, SHIFT = 64, 50


def judged(station: KioskProcess, *, asked: bool = False) -> list[str]:
    """End the entry, judge it, and return the words on record. *asked*: the page asks whether this is all."""
    ruled = len(station.rulings())
    station.screen.tap(ENTER)
    if asked:
        assert not station.is_armed()
        station.say_that_this_is_all()
    station.press_tab(ruled)
    return station.rulings()[-1].data["words"]


def check_keys_count_by_their_place(station: KioskProcess, *layout: str) -> None:
    station.screen.layout(*layout)
    for code in (ROW_1, C, A, T):
        station.screen.tap(code)

    assert judged(station) == ["CAT"]


@pytest.mark.parametrize("layout", ["ru", "gr", "th", "il", "ara", "kr"])
def test_where_the_layout_is_not_latin_keys_count_by_their_place(station: KioskProcess, layout: str, picture):
    check_keys_count_by_their_place(station, layout)


def test_a_station_that_takes_letters_from_the_text_alone_is_caught(screen: Screen, tmp_path: Path):
    data = tmp_path / "data"
    station = KioskProcess(screen, data, command=(*BROKEN, "position", str(data)))
    try:
        with in_vain(), pytest.raises(AssertionError):
            check_keys_count_by_their_place(station, "ru")
    finally:
        station.kill()


def test_a_greek_semicolon_stands_on_q_and_is_one(station: KioskProcess, picture):
    station.screen.layout("gr")
    for code in (ROW_1, A, Q, S):  # the first letter tells that the layout is Greek
        station.screen.tap(code)
    picture("by-position")

    assert judged(station) == ["AQS"]


@pytest.mark.parametrize("layout", [("fr",), ("de",), ("us", "-variant", "dvorak"), ("tr",), ("es",)])
def test_on_a_latin_layout_letters_are_what_the_keys_write(station: KioskProcess, layout: tuple[str, ...]):
    station.screen.layout(*layout)
    station.screen.tap(ROW_1)
    station.screen.type("zany")

    assert judged(station) == ["ZANY"]


@pytest.mark.parametrize(("layout", "marked"), [("fr", 11), ("de", 20), ("es", 47), ("tr", 31)])
def test_a_letter_with_a_mark_is_not_taken_for_another(station: KioskProcess, layout: str, marked: int):
    """É, ß, ñ and the dotless ı, each where its keyboard has it: not taken, so the page asks."""
    station.screen.layout(layout)
    station.screen.tap(ROW_1)
    station.screen.type("c")
    station.screen.tap(marked)
    station.screen.type("at")

    assert judged(station, asked=True) == ["CAT"]


def test_a_layout_switched_in_the_middle_of_a_word_goes_on_with_it(station: KioskProcess, picture):
    station.screen.layout("us,ru", "-option", "grp:alt_shift_toggle")
    for code in (ROW_1, C, A):
        station.screen.tap(code)
    station.screen.tap(SHIFT, ALT)
    station.screen.tap(T)
    picture("switched")
    station.screen.tap(SHIFT, ALT)
    station.screen.type("s")

    assert judged(station) == ["CATS"]


def test_a_keypad_counts_without_num_lock(station: KioskProcess):
    station.screen.tap(KEYPAD_1)
    station.screen.type("cat")

    assert judged(station) == ["CAT"]


def test_no_letter_is_lost_while_the_display_stands_still(station: KioskProcess):
    """Fifteen Zs of one instant, by the clock of the display: neither Qt nor we may call them repeats."""
    station.screen.tap(ROW_1)
    with station.screen.standing_still() as tap:
        for _ in range(15):
            tap(Z)

    assert judged(station) == ["Z" * 15]
    until(lambda: station.tone() is not None, "a verdict")
