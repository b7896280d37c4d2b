"""Other window managers: what each does by Alt and the mouse, or by its own idea of a window's place."""

from collections.abc import Callable

import pytest

from kiosk.base.page import Tone
from tests.lockdown.real.test_another_program import fills_the_screen, told
from tests.support.escapes import clicks, drag, right_drag, with_alt
from tests.support.kiosk_process import KioskProcess
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real


@pytest.fixture
def fluxbox(tmp_path):
    screen = Screen(manager="fluxbox")
    station = KioskProcess(screen, tmp_path / "data")
    until(lambda: fills_the_screen(station), "the station on the whole screen")
    yield station
    station.kill()
    screen.close()


@pytest.mark.parametrize("attempt", [with_alt(drag), with_alt(right_drag), with_alt(clicks(1, 2, 3, 4, 5))])
def test_alt_and_the_mouse_do_nothing_under_fluxbox(
    fluxbox: KioskProcess, attempt: Callable[[KioskProcess], None]
):
    fluxbox.screen.key("1")
    fluxbox.screen.type("ca")

    attempt(fluxbox)

    assert fills_the_screen(fluxbox)
    fluxbox.screen.type("t")
    fluxbox.screen.key("Return")
    fluxbox.press_tab(0)
    assert fluxbox.rulings()[-1].data["words"] == ["CAT"]
    assert told(fluxbox) == []


def test_a_tiling_window_manager_is_told_to_give_the_station_the_whole_screen(tmp_path):
    """dwm reads only the first of the states a window comes with; asked for full screen, it obeys."""
    screen = Screen(manager="dwm")
    station = KioskProcess(screen, tmp_path / "data")

    until(lambda: fills_the_screen(station), "the station on the whole screen")
    screen.key("alt+Tab")
    screen.key("alt+j")

    assert station.judge("cat") is Tone.ACCEPTABLE
    assert fills_the_screen(station)
    station.kill()
    screen.close()
