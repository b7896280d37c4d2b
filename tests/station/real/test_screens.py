"""Screens that are mirrored, grow, shrink or move, on a bare X session: nobody manages the windows but us."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.lockdown.watch import DARK
from kiosk.log.kinds import Kind
from tests.support.kiosk_process import KioskProcess
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real

SMALL = "63.50 1024 1072 1176 1328 600 603 613 624"
COVER = "#14171a"


@pytest.fixture
def screen() -> Iterator[Screen]:
    """A screen without a window manager that can be made smaller and larger."""
    made = Screen(manager=None)
    xrandr(made, "--newmode", "small", *SMALL.split())
    xrandr(made, "--addmode", "screen", "small")
    yield made
    made.close()


def xrandr(screen: Screen, *what: str) -> None:
    subprocess.run(["xrandr", *what], env=screen.env, check=True, capture_output=True)


def resize(screen: Screen, mode: str, width: int, height: int) -> None:
    xrandr(screen, "--output", "screen", "--mode", mode)
    screen.width, screen.height = width, height


def places(screen: Screen) -> set[str]:
    """Size and place of each window of the station on show, as the screen has them."""
    windows = screen.run("xdotool", "search", "--onlyvisible", "--name", "^Challenge Kiosk$").split()
    told = (screen.run("xdotool", "getwindowgeometry", "--shell", window) for window in windows)
    values = (dict(line.split("=") for line in text.splitlines()) for text in told if text)
    return {"{WIDTH}x{HEIGHT}+{X}+{Y}".format(**one) for one in values}


def test_a_mirrored_screen_is_not_covered_and_shows_the_station(station: KioskProcess, picture_of):
    screen = station.screen
    whole = f"{screen.width}/361x{screen.height}/203+0+0"

    xrandr(screen, "--setmonitor", "one", whole, "screen")
    xrandr(screen, "--setmonitor", "two", whole, "none")
    tone = station.judge("cat")
    picture_of(screen, "mirrored")

    assert tone is Tone.ACCEPTABLE
    assert places(screen) == {f"{screen.width}x{screen.height}+0+0"}


def test_a_cover_goes_when_the_stations_screen_grows_into_it_and_comes_back_after(
    screen: Screen, tmp_path: Path
):
    resize(screen, "small", 1024, 600)
    xrandr(screen, "--fb", "1366x768", "--output", "screen", "--primary")
    xrandr(screen, "--setmonitor", "beside", "342/90x768/203+1024+0", "none")
    station = KioskProcess(screen, tmp_path / "data")
    until(lambda: places(screen) == {"1024x600+0+0", "342x768+1024+0"}, "the cover beside the station")

    resize(screen, "1366x768", 1366, 768)
    until(lambda: places(screen) == {"1366x768+0+0"}, "the station alone on the whole screen")
    screen.width = 1024  # the other screen shows the edge of this one: no page may reach into it
    until(station.is_ready, "its page")
    until(lambda: screen.pixel(1200, 400) == COVER, "nothing on the edge")
    screen.width = 1366
    xrandr(screen, "--output", "screen", "--mode", "small", "--fb", "1366x768")

    until(lambda: places(screen) == {"1024x600+0+0", "342x768+1024+0"}, "the cover again")
    station.kill()


def test_a_screen_that_grows_is_filled_and_shows_no_other_window(screen: Screen, tmp_path: Path, picture_of):
    resize(screen, "small", 1024, 600)
    station = KioskProcess(screen, tmp_path / "data")
    other = screen.start("xmessage", "-geometry", "300x300+1040+20", "SOMETHING ELSE")
    until(lambda: "xmessage" in screen.run("xwininfo", "-root", "-tree"), "another window")

    resize(screen, "1366x768", 1366, 768)

    until(lambda: places(screen) == {"1366x768+0+0"}, "the station on the whole screen")
    until(station.is_ready, "its page")
    until(lambda: screen.pixel(1340, 100) == screen.pixel(20, 500), "nothing else to be seen")
    picture_of(screen, "grown")
    other.kill()
    other.wait()
    station.kill()


def test_a_screen_that_shrinks_shows_the_whole_verdict(station: KioskProcess, picture_of):
    station.judge("catx")

    resize(station.screen, "small", 1024, 600)

    until(lambda: places(station.screen) == {"1024x600+0+0"}, "the station within the screen")
    station.await_tone(Tone.UNACCEPTABLE)
    picture_of(station.screen, "shrunk")


def test_a_mirror_of_another_size_shows_the_whole_page(station: KioskProcess, picture_of):
    screen = station.screen
    xrandr(screen, "--setmonitor", "one", f"{screen.width}/361x{screen.height}/203+0+0", "screen")
    xrandr(screen, "--setmonitor", "two", "1024/270x600/158+0+0", "none")
    until(lambda: screen.pixel(1200, 700) == COVER, "nothing where only one of them shows it")

    screen.width, screen.height = 1024, 600
    until(station.is_ready, "the page on what both show")
    assert station.judge("qqzx") is Tone.UNACCEPTABLE
    picture_of(screen, "mirror_of_another_size")
    assert screen.pixel(1024 - 1 - 1024 // 40, 300) == screen.pixel(1024 // 40, 300)


def test_screens_that_overlap_show_the_page_where_they_do_and_nothing_beside_it(
    station: KioskProcess, picture_of
):
    screen = station.screen
    xrandr(screen, "--setmonitor", "one", f"900/238x{screen.height}/203+0+0", "screen")
    xrandr(screen, "--setmonitor", "two", f"966/255x{screen.height}/203+400+0", "none")

    until(lambda: screen.pixel(200, 384) == COVER, "nothing on the first one's own part")
    until(lambda: screen.pixel(1300, 384) == COVER, "nothing on the second one's own part")
    picture_of(screen, "overlapping")
    assert screen.pixel(410, 384) != COVER
    assert screen.pixel(889, 384) != COVER


def test_a_second_x_screen_is_covered(tmp_path: Path):
    screen = Screen(manager=None, second="800x600")
    station = KioskProcess(screen, tmp_path / "data")
    other = screen.of_second()

    until(lambda: other() == COVER, "the other X screen blank")
    assert station.judge("cat") is Tone.ACCEPTABLE
    station.kill()
    screen.close()


def test_a_screen_switched_off_is_a_violation(station: KioskProcess):
    station.enter("cat")

    station.screen.run("xrandr", "--output", "screen", "--off")
    until(lambda: DARK in [each.data["what"] for each in station.records(Kind.VIOLATION)], "it on record")
    xrandr(station.screen, "--output", "screen", "--mode", "1366x768")

    station.read()
    assert station.judge("cat") is Tone.ACCEPTABLE
