"""The audit's case in the real window: “cat dog” at ordinary paces while TAB is drummed on, by real keys."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from Xlib import X
from Xlib.ext import xtest

from kiosk.base.page import Tone
from tests.support.kiosk_process import ROOT, KioskProcess
from tests.support.screen import Screen

pytestmark = pytest.mark.real


@contextmanager
def drumming(screen: Screen, a_second: float) -> Iterator[None]:
    """Somebody else at the station drums on TAB, over a connection of their own.

    A server has one keyboard for all such clients; that of a second master has a focus of its own and cannot
    be joined to the first.
    """
    enough = threading.Event()

    def drum() -> None:
        connection, tab = screen.connected(), screen.code("Tab")
        while not enough.is_set():
            for kind in (X.KeyPress, X.KeyRelease):
                xtest.fake_input(connection, kind, tab)
                connection.sync()
                enough.wait(0.5 / a_second)
        connection.close()

    drummer = threading.Thread(target=drum)
    drummer.start()
    try:
        yield
    finally:
        enough.set()
        drummer.join()


def type_at(screen: Screen, pace_s: float, *names: str) -> None:
    for name in names:
        screen.key(name)
        time.sleep(pace_s)


def check_half_a_play_is_not_judged(station: KioskProcess) -> None:
    """One word is declared and two are typed; TAB is drummed on all the while, and at last by the typist."""
    for pace_s, a_second in ((0.2, 8), (0.3, 20), (0.35, 2), (0.45, 5)):
        with drumming(station.screen, a_second):
            type_at(station.screen, pace_s, "1", *"cat", "space", *"dog")
        type_at(station.screen, pace_s, "Tab", "Tab", "Tab")
        time.sleep(1.2)
        station.screen.key("Tab")
        assert not station.rulings()
        for name in ("Escape", "2"):
            station.screen.key(name)


def test_at_no_pace_is_half_a_play_judged_while_somebody_drums_on_tab(station: KioskProcess):
    check_half_a_play_is_not_judged(station)

    assert station.judge("cat", "dog") is Tone.ACCEPTABLE
    assert [ruling.data["words"] for ruling in station.rulings()] == [["CAT", "DOG"]]


def test_a_build_with_the_old_dead_second_is_caught(screen: Screen, tmp_path: Path):
    data = tmp_path / "data"
    command = (
        sys.executable,
        str(ROOT / "tests" / "station" / "real" / "broken_station.py"),
        "quiet",
        str(data),
    )
    screen.env["PYTHONPATH"] = str(ROOT)
    station = KioskProcess(screen, data, command=command)

    with pytest.raises(AssertionError):
        check_half_a_play_is_not_judged(station)

    assert [ruling.data["words"] for ruling in station.rulings()] == [["CAT"]]
    station.kill()


# ---- what was typed and not taken --------------------------------------------------------------------------

HALF_PLAYS = {
    "enter after each word": ("1", *"cat", "Return", *"dog", "Return"),
    "letters after space": ("2", *"cat", "space", *"dog", "space", *"rat", "Return"),
    "the next pair": ("1", *"za", "Return", "2", *"cat", "space", *"dog", "Return"),
}


def check_half_a_play_by_enter_is_not_judged(
    station: KioskProcess, keys: tuple[str, ...], quiet_s: float = 1.3
) -> None:
    """The audit's cases at ordinary paces and at slow ones: after a second of quiet TAB does nothing."""
    for pace_s in (0.12, 0.6, 1.2):
        type_at(station.screen, pace_s, *keys)
        time.sleep(quiet_s)
        station.screen.key("Tab")
        time.sleep(0.3)
        assert not station.rulings()
        for name in ("Escape", "2"):
            station.screen.key(name)


@pytest.mark.parametrize("keys", HALF_PLAYS.values(), ids=HALF_PLAYS)
def test_at_no_pace_is_half_a_play_judged_when_enter_stands_between_the_words(
    station: KioskProcess, keys: tuple[str, ...], picture
):
    check_half_a_play_by_enter_is_not_judged(station, keys)

    type_at(station.screen, 0.05, *keys)
    picture(f"is_this_all_{len(keys)}")
    station.say_that_this_is_all()
    station.press_tab(0)

    assert len(station.rulings()) == 1


def test_a_build_that_takes_any_enter_for_the_answer_is_caught(screen: Screen, tmp_path: Path):
    data = tmp_path / "data"
    command = (
        sys.executable,
        str(ROOT / "tests" / "station" / "real" / "broken_station.py"),
        "all",
        str(data),
    )
    screen.env["PYTHONPATH"] = str(ROOT)
    station = KioskProcess(screen, data, command=command)

    with pytest.raises(AssertionError):
        # Longer: on a busy machine the quiet second begins again, and what is wrong must show.
        check_half_a_play_by_enter_is_not_judged(station, HALF_PLAYS["enter after each word"], quiet_s=5)

    assert [ruling.data["words"] for ruling in station.rulings()] == [["CAT"]]
    station.kill()


def test_two_at_once_get_their_ruling_when_the_drummer_stops(station: KioskProcess):
    with drumming(station.screen, 15):
        type_at(station.screen, 0.1, "2", *"cat", "space", *"dog", "Return")
        time.sleep(2)
        assert not station.rulings()

    station.press_tab(0)

    assert station.rulings()[-1].data["words"] == ["CAT", "DOG"]


def test_a_letter_struck_twice_is_not_lost_when_the_system_is_busy(station: KioskProcess):
    """A release and the next press that reach the server in the same millisecond are two strokes."""
    screen = station.screen
    connection, z = screen.connected(), screen.code("z")
    screen.key("1")
    for _ in range(15):
        for kind in (X.KeyPress, X.KeyRelease):
            xtest.fake_input(connection, kind, z)
        connection.sync()
    connection.close()
    screen.key("Return")

    station.press_tab(0)

    assert station.rulings()[-1].data["words"] == ["Z" * 15]
