"""`kiosk station`: with no screen to draw on it says so in a sentence, where Qt would abort."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.errors import SetupError
from kiosk.station.start import NO_DISPLAY, check_display

ROOT = Path(__file__).resolve().parents[2]
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


def test_with_a_platform_that_needs_no_screen_it_goes_on(bare):
    bare.setenv("QT_QPA_PLATFORM", "offscreen")

    check_display()


@on_linux
@pytest.mark.parametrize("platform", ["", "wayland", "wayland-egl"])
def test_a_compositor_that_does_not_answer_is_named(bare, tmp_path, platform):
    bare.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    bare.setenv("WAYLAND_DISPLAY", "wayland-9")
    if platform:
        bare.setenv("QT_QPA_PLATFORM", platform)

    with pytest.raises(SetupError, match="The screen wayland-9 does not answer"):
        check_display()


@on_linux
def test_a_compositor_that_takes_us_is_enough_whatever_display_says(bare, tmp_path):
    bare.setenv("DISPLAY", ":4099")
    bare.setenv("WAYLAND_DISPLAY", str(tmp_path / "wayland-9"))

    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "wayland-9"))
        compositor.listen()
        check_display()


@on_linux
@pytest.mark.parametrize(
    ("platform", "variable"),
    [("xcb", "WAYLAND_DISPLAY"), ("wayland", "DISPLAY"), ("xcb", ""), ("wayland", "")],
)
def test_a_platform_without_its_own_screen_has_none(bare, platform, variable):
    bare.setenv("QT_QPA_PLATFORM", platform)
    if variable:
        bare.setenv(variable, ":0")

    with pytest.raises(SetupError, match="no screen"):
        check_display()


@on_linux
def test_a_platform_qt_does_not_know_is_refused_with_those_it_knows(bare):
    bare.setenv("QT_QPA_PLATFORM", "nonsense")

    with pytest.raises(SetupError, match=r"QT_QPA_PLATFORM is “nonsense”.*offscreen"):
        check_display()


@on_linux
@pytest.mark.real
@pytest.mark.parametrize(
    "given",
    [{"WAYLAND_DISPLAY": "wayland-9"}, {"QT_QPA_PLATFORM": "wayland", "WAYLAND_DISPLAY": "wayland-9"}],
)
def test_a_dead_compositor_is_one_sentence_and_code_four(tmp_path, given):
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    env = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "--data", str(tmp_path), "station"],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        env={**env, "XDG_RUNTIME_DIR": str(tmp_path), **given},
    )

    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (4, "", 1)
    assert "wayland-9 does not answer" in done.stderr


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
        timeout=120,
        cwd=ROOT,
        env=env,
    )

    assert (done.returncode, done.stdout, done.stderr) == (4, "", f"{NO_DISPLAY}\n")
