"""The station inside cage, the compositor of the kiosk session, nested in a private X screen.

cage refuses to run as root, so it runs as an ordinary user that may read (only read) what root may: the
Python of the tests can lie anywhere.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from kiosk_process import KioskProcess
from screen import PATIENCE_S, Screen

from kiosk.core.page import Tone
from kiosk.core.records import Kind

pytestmark = pytest.mark.real

USER = 1000
AS_USER = (
    "setpriv",
    f"--reuid={USER}",
    f"--regid={USER}",
    "--clear-groups",
    "--inh-caps=+dac_read_search",
    "--ambient-caps=+dac_read_search",
)


@pytest.fixture
def caged(tmp_path: Path) -> Iterator[KioskProcess]:
    if os.geteuid() != 0 or shutil.which("cage") is None:
        pytest.skip("needs root to become an ordinary user, and cage")
    screen = Screen(1024, 768, manager=None)
    runtime, data = tmp_path / "run", tmp_path / "data"
    for folder in (runtime, data):
        folder.mkdir(mode=0o700)
        os.chown(folder, USER, USER)
    for parent in tmp_path.parents:
        if parent != Path("/") and parent.stat().st_mode & 0o005 != 0o005:
            parent.chmod(parent.stat().st_mode | 0o005)
    tmp_path.chmod(0o755)
    screen.env |= {
        "XDG_RUNTIME_DIR": str(runtime),
        "WLR_BACKENDS": "x11",
        "WLR_RENDERER": "pixman",
        "HOME": str(data),
    }
    tried = subprocess.run(
        [*AS_USER, "cage", "--", "true"],
        env=screen.env,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    if tried.returncode:
        screen.close()
        pytest.skip(f"cage does not start on this machine: {tried.stderr.strip()[-300:]}")
    program = (sys.executable, "-m", "kiosk", "--data", str(data), "station")
    station = KioskProcess(screen, data, command=(*AS_USER, "cage", "--", *program))
    yield station
    station.kill()
    screen.close()


def test_a_challenge_is_judged_inside_cage(caged: KioskProcess, picture_of):
    caged.screen.run("xdotool", "search", "--name", "wlroots", "windowfocus")

    assert caged.judge("cat", "qqzx") is Tone.UNACCEPTABLE

    picture_of(caged.screen, "cage")
    assert caged.rulings()[-1].data["words"] == ["CAT", "QQZX"]


@pytest.mark.parametrize(
    "chord", ["alt+F4", "alt+Tab", "super+d", "ctrl+q", "alt+Escape", "ctrl+alt+F2", "Print", "alt+space"]
)
def test_no_key_leads_out_of_cage(caged: KioskProcess, chord: str):
    screen = caged.screen
    screen.run("xdotool", "search", "--name", "wlroots", "windowfocus")
    screen.key("1")
    screen.type("ca")

    screen.key(chord)
    screen.type("t")
    screen.key("Return")
    caged.press_tab(0)

    assert caged.process.poll() is None
    assert caged.rulings()[-1].data["words"] == ["CAT"]
    assert not caged.records(Kind.VIOLATION)
