"""`kiosk station`: with no screen to draw on it says so in a sentence, where Qt would abort."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.errors import SetupError
from kiosk.station_start import NO_DISPLAY, check_display

ROOT = Path(__file__).resolve().parent.parent.parent
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")


@pytest.fixture
def bare(monkeypatch):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@on_linux
def test_without_a_display_the_station_says_so(bare):
    with pytest.raises(SetupError, match="no screen"):
        check_display()


@on_linux
def test_a_display_that_does_not_answer_is_named(bare):
    bare.setenv("DISPLAY", ":4099")

    with pytest.raises(SetupError, match="The screen :4099 does not answer"):
        check_display()


@pytest.mark.parametrize("name", ["QT_QPA_PLATFORM", "WAYLAND_DISPLAY"])
def test_with_one_it_goes_on(bare, name):
    bare.setenv(name, "offscreen")

    check_display()


@on_linux
@pytest.mark.real
def test_the_command_without_a_display_is_one_sentence_and_code_four(tmp_path):
    env = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "--data", str(tmp_path), "station"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
        env=env,
    )

    assert (done.returncode, done.stdout, done.stderr) == (4, "", f"{NO_DISPLAY}\n")
