"""The station inside cage, the compositor of the kiosk session, nested in a private X screen.

cage refuses to run as root, so it runs as an ordinary user that may read (only read) what root may: the
Python of the tests can lie anywhere.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from kiosk.base.page import Tone
from kiosk.log.kinds import Kind
from tests.support.kiosk_process import KioskProcess
from tests.support.screen import PATIENCE_S, Screen, until

pytestmark = pytest.mark.real

COVER = bytes.fromhex("1a1714")  # #14171A, as the server keeps it
USER = 1000
AS_USER = (
    "setpriv",
    f"--reuid={USER}",
    f"--regid={USER}",
    "--clear-groups",
    "--inh-caps=+dac_read_search",
    "--ambient-caps=+dac_read_search",
)


OUTPUT = (1024, 768)  # what wlroots makes of an output inside X


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder on no account's own ground: every run of pytest that begins closes its folders to others."""
    with tempfile.TemporaryDirectory() as place:
        yield Path(place)


@pytest.fixture
def caged(place: Path) -> Iterator[KioskProcess]:
    yield from in_cage(place, outputs=1)


@pytest.fixture
def two_outputs(place: Path) -> Iterator[KioskProcess]:
    """The station inside a cage with two outputs, which lie side by side on the private X screen."""
    yield from in_cage(place, outputs=2)


@pytest.fixture
def russian(place: Path) -> Iterator[KioskProcess]:
    """The station inside a cage whose only keyboard layout is Russian."""
    yield from in_cage(place, outputs=1, XKB_DEFAULT_LAYOUT="ru")


def in_cage(place: Path, outputs: int, **environment: str) -> Iterator[KioskProcess]:
    if os.geteuid() != 0 or shutil.which("cage") is None:
        pytest.skip("needs root to become an ordinary user, and cage")
    wide, high = OUTPUT
    screen = Screen(outputs * wide, high, manager=None)
    screen.share_with(USER)
    place.chmod(0o755)
    runtime, data = place / "run", place / "data"
    for folder in (runtime, data):
        folder.mkdir(mode=0o700)
        os.chown(folder, USER, USER)
    screen.env |= {
        "XDG_RUNTIME_DIR": str(runtime),
        "WLR_BACKENDS": "x11",
        "WLR_RENDERER": "pixman",
        "WLR_X11_OUTPUTS": str(outputs),
        "HOME": str(data),
        **environment,
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
    screen.width = wide  # the station's own page is on the first output
    spread = Thread(target=spread_out, args=(screen, outputs), daemon=True)
    spread.start()
    station = KioskProcess(screen, data, command=(*AS_USER, "cage", "-d", "--", *program))
    spread.join()
    yield station
    station.kill()
    screen.close()


def spread_out(screen: Screen, outputs: int) -> None:
    """Lay the windows that stand for cage's outputs side by side; they appear one upon the other."""
    own = screen.connected()

    def windows() -> list:
        return sorted(own.screen().root.query_tree().children, key=lambda window: window.id)

    until(lambda: len(windows()) == outputs, "the outputs")
    for place, window in enumerate(windows()):
        window.configure(x=place * OUTPUT[0])
    own.sync()
    own.close()


def focus(screen: Screen) -> None:
    """Give the first output the keyboard: there is nobody else to do it."""
    first = min(screen.root.query_tree().children, key=lambda window: window.id)
    screen.run("xdotool", "windowfocus", "--sync", str(first.id))


def colours(screen: Screen, output: int) -> set[bytes]:
    """Every colour there is on *output*, counted from 0."""
    wide, high = OUTPUT
    found = screen.bytes_of(output * wide, 0, wide, high)
    return {found[at : at + 3] for at in range(0, len(found), 4)}


def test_with_two_outputs_one_shows_the_whole_verdict_and_the_other_nothing(
    two_outputs: KioskProcess, picture_of
):
    screen = two_outputs.screen
    focus(screen)

    assert two_outputs.judge("qqzx") is Tone.UNACCEPTABLE

    until(lambda: colours(screen, 1) == {COVER}, "a second output with nothing on it")
    picture_of(screen, "cage_two_outputs")
    # Whole on its own screen: as far from the right edge as from the left there is the page's plain field.
    margin, middle = OUTPUT[0] // 40, OUTPUT[1] // 2
    assert screen.pixel(OUTPUT[0] - 1 - margin, middle) == screen.pixel(margin, middle)
    assert two_outputs.rulings()[-1].data["verdict"] == "unacceptable"
    assert not two_outputs.records(Kind.VIOLATION)


def test_a_challenge_is_judged_inside_cage(caged: KioskProcess, picture_of):
    focus(caged.screen)

    assert caged.judge("cat", "qqzx") is Tone.UNACCEPTABLE

    picture_of(caged.screen, "cage")
    assert caged.rulings()[-1].data["words"] == ["CAT", "QQZX"]


@pytest.mark.parametrize(
    "chord", ["alt+F4", "alt+Tab", "super+d", "ctrl+q", "alt+Escape", "ctrl+alt+F2", "Print", "alt+space"]
)
def test_no_key_leads_out_of_cage(caged: KioskProcess, chord: str):
    screen = caged.screen
    focus(screen)
    screen.key("1")
    screen.type("ca")

    screen.key(chord)
    screen.type("t")
    screen.key("Return")
    caged.press_tab(0)

    assert caged.process.poll() is None
    assert caged.rulings()[-1].data["words"] == ["CAT"]
    assert not caged.records(Kind.VIOLATION)


def test_inside_cage_too_keys_count_by_their_place_where_the_layout_is_not_latin(russian: KioskProcess):
    focus(russian.screen)
    for code in (10, 54, 38, 28, 36):  # 1 C A T ENTER on a US keyboard
        russian.screen.tap(code)

    russian.press_tab(0)
    assert russian.rulings()[-1].data["words"] == ["CAT"]


def test_a_key_held_down_inside_cage_is_one_letter(caged: KioskProcess):
    screen = caged.screen
    focus(screen)
    screen.key("1")
    screen.type("c")

    screen.repeat_keys(repeating=True)
    held_s = "2"  # far longer than any key waits to repeat
    screen.run("xdotool", "keydown", "a", "sleep", held_s, "keyup", "a")
    screen.repeat_keys(repeating=False)
    screen.type("t")
    screen.key("Return")
    caged.press_tab(0)

    assert caged.rulings()[-1].data["words"] == ["CAT"]
