"""The real window under a real window manager, driven by real keys."""

import sys
from pathlib import Path

import pytest
from kiosk_process import KioskProcess, run_kiosk
from screen import Screen, until

from kiosk.core.page import Tone
from kiosk.core.records import Kind

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

    station.screen.press(TAB)
    until(lambda: station.records(Kind.CLOSED), "the verdict's own end", 30)
    station.screen.release(TAB)

    assert station.records(Kind.CLOSED)[-1].data["how"] == "time"
    assert len(station.rulings()) == 1


def test_a_tab_held_since_typing_does_not_judge(station: KioskProcess):
    screen = station.screen
    screen.key("1")
    screen.type("cat")
    screen.press(TAB)  # means "done" while typing, and stays down

    before = station.records()
    screen.key("Left")
    until(lambda: _seconds_pass(2.5), "auto-repeat of the held key")
    after = station.records()
    screen.release(TAB)

    assert before == after
    assert not station.rulings()


def _seconds_pass(seconds: float, since: dict[float, float] = {}) -> bool:  # noqa: B006 - one clock a call
    import time

    start = since.setdefault(seconds, time.monotonic())
    if time.monotonic() - start < seconds:
        return False
    del since[seconds]
    return True


@pytest.mark.parametrize(
    "chord", ["alt+Tab", "ctrl+Tab", "shift+Tab", "super+Tab", "Return", "space", "KP_Enter"]
)
def test_no_other_key_judges(station: KioskProcess, chord: str):
    station.enter("cat")
    until(lambda: _seconds_pass(1.2), "TAB to be armed")

    for _ in range(3):
        station.screen.key(chord)

    assert not station.rulings()
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
    station.screen.key("space")
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
    owner.wait(10)
    screen.key("1")
    screen.type("ca")

    for chord in ("ctrl+v", "shift+Insert", "ctrl+a", "ctrl+x", "ctrl+z"):
        screen.key(chord)
    for button in (1, 2, 3):
        screen.click(screen.width // 2, screen.height // 2, button)
    screen.type("t")
    screen.key("space")
    station.press_tab(0)

    assert station.rulings()[-1].data["words"] == ["CAT"]


def test_a_storm_of_keys_gives_one_ruling_a_tab_and_stays_in_step(station: KioskProcess):
    for _ in range(3):
        for name in "1abc5é!7".replace("é", "e"):
            station.screen.key(name if name != "!" else "exclam")
        for name in ("F1", "F10", "Menu", "Home", "Delete", "Insert", "Print", "Escape", "Escape"):
            station.screen.key(name)

    station.screen.key("Escape")
    until(lambda: _settled(station), "a quiet station")
    assert station.process.poll() is None
    assert station.judge("dog") is Tone.ACCEPTABLE


def _settled(station: KioskProcess) -> bool:
    """Back to the idle page by choosing "clear", whatever was open."""
    station.screen.key("2")
    return bool(station.records(Kind.CLEARED, Kind.ABANDONED))


def test_an_entry_left_alone_is_wiped_and_recorded(screen: Screen, tmp_path: Path):
    data, file = tmp_path / "data", tmp_path / "short.toml"
    file.write_text(SHORT_TIMES)
    assert run_kiosk(data, "setup", "--from", str(file)).returncode == 0
    station = KioskProcess(screen, data)
    screen.key("1")
    screen.type("cat")

    until(lambda: station.records(Kind.ABANDONED), "the entry to be wiped", 30)

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
        timeout=60,
    )

    assert done.returncode == 4
    assert done.stderr.strip().count("\n") == 0
    assert done.stderr.startswith("There is no screen")
