"""Another program on the same desktop: what it does to the station is seen by asking the display server, put
on record, and taken back."""

import os
import signal
import time

import pytest

from kiosk.base.page import Tone
from kiosk.lockdown.escapes import Safeguard
from kiosk.lockdown.watch import COVERED, KEYBOARD_GONE, MISPLACED, VEILED
from kiosk.log.kinds import Kind
from kiosk.station.sentry import KEYBOARD_HELD, SENT_KEYS, STOPPED
from tests.lockdown.real.test_escapes import PASSCODE, guarded, has_keyboard, set_up
from tests.support.escapes import close_request, window_of, xdotool
from tests.support.intruder import PLACE, WHITE, Intruder
from tests.support.kiosk_process import KioskProcess
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real


def told(station: KioskProcess) -> list[str]:
    return [record.data["what"] for record in station.records(Kind.VIOLATION)]


def under_intruder(station: KioskProcess) -> str:
    """The colour where an intruder's window would lie."""
    left, top, width, height = PLACE
    return station.screen.pixel(left + width - 20, top + height - 20)


def place_of(station: KioskProcess) -> dict[str, str]:
    told = station.screen.run("xdotool", "getwindowgeometry", "--shell", window_of(station))
    return dict(line.split("=") for line in told.splitlines())


def fills_the_screen(station: KioskProcess) -> bool:
    place = place_of(station)
    wanted = (0, 0, station.screen.width, station.screen.height)
    return tuple(int(place.get(key, -1)) for key in ("X", "Y", "WIDTH", "HEIGHT")) == wanted


def intrude(station: KioskProcess, what: str, *more: str) -> Intruder:
    return Intruder(station.screen, what, window_of(station), *more)


def test_a_pop_up_over_a_verdict_is_recorded_the_verdict_goes_and_the_station_is_on_top_again(
    station: KioskProcess, picture
):
    station.judge("cat")

    with intrude(station, "cover"):
        until(lambda: COVERED in told(station), "the violation on record")
        station.await_tone(Tone.PLAIN)
        until(lambda: under_intruder(station) != WHITE, "the station on top again")
        picture("pop_up_covered")

    assert station.records(Kind.CLOSED)[-1].data["how"] == "violation"
    station.read()
    assert station.judge("dog") is Tone.ACCEPTABLE


def test_a_pop_up_that_took_the_focus_leaves_no_blind_sentry(station: KioskProcess):
    with intrude(station, "cover_with_focus"):
        until(lambda: KEYBOARD_GONE in told(station), "the loss on record")
        until(lambda: under_intruder(station) != WHITE, "the station on top again")
    before = len(told(station))

    with intrude(station, "cover"):
        until(lambda: len(told(station)) > before, "the next pop-up on record")

    until(lambda: has_keyboard(station), "the keyboard")


def opacity_of(station: KioskProcess) -> str:
    return station.screen.run("xprop", "-id", window_of(station), "_NET_WM_WINDOW_OPACITY")


@pytest.mark.parametrize(
    ("deed", "what"), [("see_through", VEILED), ("cut_out", VEILED), ("shrink", MISPLACED)]
)
def test_a_window_tampered_with_is_recorded_and_put_right(station: KioskProcess, deed: str, what: str):
    until(lambda: fills_the_screen(station), "the station on the whole screen")

    with intrude(station, deed, "again"):
        until(lambda: what in told(station), "the violation on record")

    until(lambda: fills_the_screen(station), "the station on the whole screen")
    until(station.is_ready, "its page")
    until(lambda: under_intruder(station) == station.screen.pixel(30, 500), "nothing but its page")
    until(lambda: "not found" in opacity_of(station), "a page nobody can see through")
    until(lambda: has_keyboard(station), "the keyboard")
    assert station.judge("cat") is Tone.ACCEPTABLE


def test_a_station_put_below_another_window_comes_back_on_top(station: KioskProcess):
    with intrude(station, "below"):
        until(lambda: told(station), "the violation on record")
        until(lambda: under_intruder(station) != WHITE, "the station on top again")
        until(lambda: has_keyboard(station), "the keyboard")


def test_a_keyboard_held_since_before_the_start_is_told_and_taken_as_soon_as_it_is_free(
    screen: Screen, tmp_path, picture
):
    with Intruder(screen, "grab_keyboard", "0"):
        station = KioskProcess(screen, tmp_path / "data")
        until(lambda: KEYBOARD_HELD in told(station), "the refusal on record")

    until(lambda: has_keyboard(station), "the keyboard")
    before = len(told(station))
    ruled = len(station.rulings())
    screen.key("1")
    screen.type("ca")
    screen.key("alt+Tab")
    screen.type("t")
    screen.key("Return")
    station.press_tab(ruled)
    assert station.rulings()[-1].data["words"] == ["CAT"]
    assert len(told(station)) == before
    station.kill()


def test_keys_another_program_sends_are_dropped_and_recorded(station: KioskProcess):
    codes = [str(station.screen.code(name)) for name in ("1", "d", "o", "g", "space")]
    station.enter("cat")

    with intrude(station, "send_keys", *codes, str(station.screen.code("Tab"))):
        until(lambda: SENT_KEYS in told(station), "the violation on record")

    assert station.rulings() == []
    station.read()
    assert station.judge("cat") is Tone.ACCEPTABLE
    assert station.rulings()[-1].data["words"] == ["CAT"]


def test_short_stops_add_up_to_a_violation(station: KioskProcess):
    for _ in range(24):  # on a busy machine many fall into its own work, or a minute passes between them
        if STOPPED in told(station):
            break
        os.kill(station.process.pid, signal.SIGSTOP)
        time.sleep(2.9)  # the thing tried: shorter than any one stop that is told by itself
        os.kill(station.process.pid, signal.SIGCONT)
        until(lambda: has_keyboard(station), "the station again")

    until(lambda: STOPPED in told(station), "the violation on record")


def sent_tab(station: KioskProcess) -> None:
    with intrude(station, "send_keys", str(station.screen.code("Tab"))):
        pass


def test_a_locked_station_still_records_what_is_done_to_it(screen: Screen, tmp_path):
    station = guarded(screen, set_up(tmp_path, PASSCODE))
    for attempt in (close_request, sent_tab, xdotool("windowunmap")):
        before = len(told(station))
        attempt(station)
        until(lambda before=before: len(told(station)) > before, "a violation")
    station.await_tone(Tone.CLOSED)
    before = len(told(station))

    with intrude(station, "cover"):
        until(lambda: len(told(station)) > before, "the violation of a locked station")

    assert station.tone() is Tone.CLOSED
    station.kill()


def put_back(station: KioskProcess) -> list[str]:
    return [name for one in station.records(Kind.GUARDS_PUT_BACK) for name in one.data["put_back"]]


@pytest.mark.parametrize("undo", [("setxkbmap", "-option", ""), ("xinput", "create-master", "second")])
def test_a_lost_guard_is_recorded_and_put_back(screen: Screen, tmp_path, undo: tuple[str, ...]):
    station = guarded(screen, set_up(tmp_path))
    assert "srvrkeys:none" in screen.run("setxkbmap", "-query")

    screen.run(*undo)
    until(lambda: f"A guard was lost: {Safeguard.CONSOLES_OFF}" in told(station), "the loss on record")

    until(lambda: "srvrkeys:none" in screen.run("setxkbmap", "-query"), "the console keys off again")
    until(lambda: Safeguard.CONSOLES_OFF in put_back(station), "that on record")
    until(lambda: has_keyboard(station), "the keyboard")
    station.kill()


def test_a_tab_pressed_under_a_window_judges_nothing(station: KioskProcess):
    """The watch sees such a window within a second; TAB looks for itself."""
    screen = station.screen
    for _ in range(4):
        station.enter("cat")
        until(station.is_armed, "TAB to be armed")

        before = len(told(station))  # the watch may be the first to see it
        connection = screen.connected()
        root = connection.screen().root
        cover = root.create_window(
            0, 0, screen.width, screen.height, 0, connection.screen().root_depth, override_redirect=True
        )
        cover.map()
        connection.sync()
        screen.key("Tab")
        until(lambda seen=before: len(told(station)) > seen, "the violation on record")
        cover.destroy()
        connection.close()

        assert station.rulings() == []
        station.read()
