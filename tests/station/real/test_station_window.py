"""The real window under a real window manager, driven by real keys."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.log.kinds import Kind
from tests.support.kiosk_process import KioskProcess, run_kiosk
from tests.support.screen import PATIENCE_S, Screen, until

pytestmark = pytest.mark.real

TOP_ROW_1, TOP_ROW_2 = 10, 11
TAB = 23


def test_two_players_get_a_verdict_and_it_is_on_record(station: KioskProcess, picture):
    tone = station.judge("cat", "dog")
    picture("acceptable")

    ruling = station.rulings()[-1].data
    assert tone is Tone.ACCEPTABLE
    assert (ruling["words"], ruling["verdict"], ruling["number"]) == (["CAT", "DOG"], "acceptable", "A-1")


def test_one_bad_word_makes_the_play_unacceptable(station: KioskProcess, picture):
    tone = station.judge("cat", "qqzx")
    picture("unacceptable")

    assert tone is Tone.UNACCEPTABLE
    assert "qqzx" not in station.errors.read_text().lower()


def test_enter_closes_the_verdict_only_after_three_seconds(station: KioskProcess):
    station.judge("cat")

    station.screen.key("Return")
    still = station.tone()
    station.done()

    closed = station.records(Kind.CLOSED)[-1].data
    assert still is Tone.ACCEPTABLE
    assert closed["how"] == "enter"
    assert closed["after_ms"] >= 3000


def test_a_tab_held_down_judges_once_and_does_not_close_the_verdict(station: KioskProcess):
    station.enter("cat")
    station.press_tab(0)
    station.await_tone(Tone.ACCEPTABLE)

    station.screen.repeat_keys(repeating=True)
    station.screen.press(TAB)
    until(lambda: station.records(Kind.CLOSED), "the verdict's own end")
    station.screen.release(TAB)

    assert station.records(Kind.CLOSED)[-1].data["how"] == "time"
    assert len(station.rulings()) == 1


def test_a_tab_held_since_typing_does_not_judge(station: KioskProcess):
    screen = station.screen
    screen.key("1")
    screen.type("cat")
    screen.repeat_keys(repeating=True)
    screen.press(TAB)  # nobody's key while typing, and it stays down
    screen.key("Return")  # which ends its repeating, too

    never(station.is_armed, 4)
    assert not station.rulings()
    screen.release(TAB)
    screen.repeat_keys(repeating=False)

    station.press_tab(0)
    assert len(station.rulings()) == 1


def never(met: Callable[[], bool], seconds: float) -> None:
    """Look on for *seconds*: *met* must not come about."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert not met()
        time.sleep(0.02)


@pytest.mark.parametrize(
    "chord", ["alt+Tab", "ctrl+Tab", "shift+Tab", "super+Tab", "Return", "space", "KP_Enter"]
)
def test_no_other_key_judges(station: KioskProcess, chord: str):
    station.enter("cat")
    until(station.is_armed, "TAB to be armed")

    for _ in range(3):
        station.screen.key(chord)
    station.screen.key("Return")

    until(lambda: not station.is_armed(), "the keys to have come in")
    assert not station.rulings()
    if chord == "space":
        station.say_that_this_is_all()
    station.press_tab(0)
    assert len(station.rulings()) == 1


def test_two_quick_tabs_give_one_ruling(station: KioskProcess):
    station.enter("cat")
    station.press_tab(0)
    station.screen.key("Tab")
    station.screen.key("Tab")

    assert len(station.rulings()) == 1
    assert station.tone() is Tone.ACCEPTABLE


def test_azerty_players_type_digits_without_shift_and_letters_where_they_are(station: KioskProcess):
    station.screen.layout("fr")

    station.screen.tap(TOP_ROW_1)  # types & on this keyboard
    station.screen.tap(24)  # the key marked A
    station.screen.tap(24)
    station.screen.key("Return")
    station.press_tab(0)

    assert station.rulings()[-1].data["words"] == ["AA"]


@pytest.mark.parametrize("layout", ["de", "dvorak", "us"])
def test_letters_come_from_the_layout_of_the_keyboard(station: KioskProcess, layout: str):
    station.screen.layout(*(("us", "dvorak") if layout == "dvorak" else (layout,)))

    assert station.judge("yaz") in (Tone.ACCEPTABLE, Tone.UNACCEPTABLE)

    assert station.rulings()[-1].data["words"] == ["YAZ"]


def test_caps_lock_changes_nothing(station: KioskProcess):
    station.screen.key("Caps_Lock")

    station.judge("cat")

    station.screen.key("Caps_Lock")
    assert station.rulings()[-1].data["words"] == ["CAT"]


def test_pasting_and_clicking_enter_nothing(station: KioskProcess, screen: Screen):
    owner = screen.start(
        "sh", "-c", "printf 'ZZZ\\t' | xclip -selection clipboard -i; printf 'ZZZ\\t' | xclip -i"
    )
    owner.wait(PATIENCE_S)
    screen.key("1")
    screen.type("ca")

    for chord in ("ctrl+v", "shift+Insert", "ctrl+a", "ctrl+x", "ctrl+z"):
        screen.key(chord)
    for button in (1, 2, 3):
        screen.click(screen.width // 2, screen.height // 2, button)
    screen.type("t")
    screen.key("Return")
    station.press_tab(0)

    assert station.rulings()[-1].data["words"] == ["CAT"]


def test_a_storm_of_keys_gives_one_ruling_a_tab_and_stays_in_step(station: KioskProcess):
    for _ in range(3):
        for name in "1abc5é!7".replace("é", "e"):
            station.screen.key(name if name != "!" else "exclam")
        for name in ("F1", "F10", "Menu", "Home", "Delete", "Insert", "Print", "Escape", "Escape"):
            station.screen.key(name)

    # An entry is open. It is cleared once: pressed until the record is seen, the key would open another.
    for name in ("Escape", "2"):
        station.screen.key(name)
    until(lambda: station.records(Kind.CLEARED), "the entry cleared")
    assert station.process.poll() is None
    assert station.judge("dog") is Tone.ACCEPTABLE
    assert len(station.rulings()) == 1


@pytest.mark.parametrize("pace_s", [0.03, 0.1, 0.3, 0.35, 0.45])
def test_at_no_pace_is_half_a_play_judged(station: KioskProcess, pace_s: float):
    """The audit's case, with real keys: press 1, type “cat dog” TAB. CAT alone must not be judged."""
    for name in ("1", *"cat", "space", *"dog", "Tab", "Tab", "Tab"):
        station.screen.key(name)
        time.sleep(pace_s)

    never(station.is_armed, 2)
    assert not station.rulings()
    station.screen.key("Return")
    station.say_that_this_is_all()
    station.press_tab(0)
    assert station.rulings()[-1].data["words"] == ["CAT"]  # once ENTER has said twice that it is the play


def test_drumming_on_tab_gives_no_ruling_until_the_hands_are_off(station: KioskProcess):
    station.enter("cat")
    for _ in range(40):
        station.screen.key("Tab")
        time.sleep(0.1)

    assert not station.rulings()
    station.press_tab(0)


@pytest.mark.parametrize("held", ["w", "F1"])
def test_a_key_that_is_held_keeps_tab_from_judging(station: KioskProcess, picture, held: str):
    station.enter("cat")
    until(station.is_armed, "TAB to be armed")
    station.screen.repeat_keys(repeating=True)
    station.screen.press(station.screen.code(held))
    until(lambda: not station.is_armed(), "the key to have come in")

    until(lambda: station.says_something("CAT"), "the key to be named")
    assert not station.is_armed()
    station.screen.key("Tab")
    picture(f"held_{held}")
    never(station.is_armed, 2)
    station.screen.release(station.screen.code(held))
    station.screen.repeat_keys(repeating=False)
    station.screen.key("Return")

    assert not station.rulings()
    station.say_that_this_is_all()
    station.press_tab(0)


def test_an_entry_left_alone_is_wiped_and_recorded(screen: Screen, tmp_path: Path):
    data, file = tmp_path / "data", tmp_path / "short.toml"
    file.write_text(SHORT_TIMES)
    assert run_kiosk(data, "setup", "--from", str(file)).returncode == 0
    station = KioskProcess(screen, data)
    screen.key("1")
    screen.type("cat")

    until(lambda: station.records(Kind.ABANDONED), "the entry to be wiped")

    assert station.records(Kind.ABANDONED)[-1].data["words"] == ["CAT"]
    assert not station.rulings()
    station.kill()


SHORT_TIMES = """
[station]
letter = "B"
profile = "club"

[[division]]
id = "main"
name = "Main"
rules = "naspa-2016"
penalty = "lose_turn"
main = "free"

[timings]
entering_s = 20
warning_s = 10
"""


def test_without_a_display_one_plain_sentence_is_said(tmp_path: Path):
    import os
    import subprocess

    env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env.pop("QT_QPA_PLATFORM", None)

    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "--data", str(tmp_path), "station"],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.returncode == 4
    assert done.stderr.strip().count("\n") == 0
    assert done.stderr.startswith("There is no screen")
