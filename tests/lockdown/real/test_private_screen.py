"""The screens these tests draw on are their own: nothing else on the machine can reach them."""

import subprocess

import pytest

from tests.support.screen import FIRST_NUMBER, Screen

pytestmark = pytest.mark.real


def asked(screen: Screen, **environment: str) -> int:
    command = ["xprop", "-root", "-display", screen.name]
    return subprocess.run(
        command, env={**screen.env, **environment}, capture_output=True, check=False
    ).returncode


def test_whoever_lacks_its_cookie_cannot_reach_a_test_screen(screen: Screen, tmp_path):
    (tmp_path / "none").touch()

    assert asked(screen) == 0
    assert asked(screen, XAUTHORITY=str(tmp_path / "none")) != 0


def test_a_test_screen_has_none_of_the_low_numbers_that_desktops_and_other_runs_take(screen: Screen):
    assert int(screen.name[1:]) >= FIRST_NUMBER
