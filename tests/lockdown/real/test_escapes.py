"""Nothing but the challenge: every way out tried on a real station, in the middle of an entry."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.log.kinds import Kind
from tests.support.escapes import ESCAPES, Escape, close_request, stopped, written, xdotool
from tests.support.kiosk_process import ROOT, KioskProcess, run_kiosk
from tests.support.screen import PATIENCE_S, Screen, in_vain, until

pytestmark = pytest.mark.real

PASSCODE = "nobody leaves"
CLUB = """
[station]
letter = "D"
profile = "club"
protection = "demonstration"

[[division]]
id = "main"
name = "Main"
rules = "naspa-2016"
penalty = "lose_turn"
main = "free"

[timings]
hold_s = 1
"""


def set_up(tmp_path: Path, passcode: str = "") -> Path:
    """A data folder set up for a club, with or without a passcode."""
    data, file = tmp_path / "data", tmp_path / "club.toml"
    file.write_text(CLUB)
    if passcode:
        done = run_kiosk(data, "passcode", "set", given=f"{passcode}\n{passcode}\n")
        assert done.returncode == 0, done.stderr
    done = run_kiosk(data, "setup", "--from", str(file), passcode=passcode)
    assert done.returncode == 0, done.stderr
    return data


def guarded(screen: Screen, data: Path) -> KioskProcess:
    """A station whose guards are engaged: a stop while they are is its own work, not a violation."""
    station = KioskProcess(screen, data)
    until(lambda: station.records(Kind.GUARDS), "its guards")
    return station


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KioskProcess]:
    """One station without a passcode, so that violations are recorded but never lock it."""
    screen = Screen()
    station = guarded(screen, set_up(tmp_path_factory.mktemp("escapes")))
    yield station
    station.kill()
    screen.close()


@pytest.mark.parametrize("escape", ESCAPES, ids=[escape.id for escape in ESCAPES])
def test_no_way_out(shared: KioskProcess, escape: Escape):
    check(shared, escape)


def told(station: KioskProcess) -> int:
    """How many violations are on record; that one was seen again is put on record later, and is no other."""
    return len([record for record in station.records(Kind.VIOLATION) if "echoes" not in record.data])


def check(shared: KioskProcess, escape: Escape) -> None:
    """Try *escape* in the middle of an entry and demand what the station promises."""
    violations, seen = told(shared), len(shared.records(Kind.VIOLATION))
    wiped = len(shared.records(Kind.ABANDONED))
    ruled = len(shared.rulings())
    shared.screen.key("1")
    shared.screen.type("ca")

    escape.attempt(shared)

    if escape.blocked:
        _the_entry_goes_on(shared, ruled)
        assert told(shared) == violations
    else:
        # Soon after another of its kind it is only put on record as seen again.
        until(lambda: len(shared.records(Kind.VIOLATION)) > seen, "the violation on record")
        until(lambda: len(shared.records(Kind.ABANDONED)) > wiped, "the entry discarded")
        until(lambda: has_keyboard(shared), "the keyboard taken back")
        assert shared.judge("cat") is Tone.ACCEPTABLE
    assert shared.process.poll() is None
    shared.done()


def _check_often(station: KioskProcess, escape: Escape) -> None:
    """A window manager may come too late for a key that follows at once: then nothing has happened yet."""
    for _ in range(4):
        check(station, escape)


def _the_entry_goes_on(station: KioskProcess, ruled: int) -> None:
    station.screen.type("t")
    station.screen.key("Return")
    station.press_tab(ruled)
    station.await_tone(Tone.ACCEPTABLE)
    assert station.rulings()[-1].data["words"] == ["CAT"]


def has_keyboard(station: KioskProcess) -> bool:
    """Whether the station answers keys: a digit and a letter, then cleared again."""
    cleared = len(station.records(Kind.CLEARED))
    for key in ("1", "1", "a", "Escape", "2"):  # the first 1 also leads back from the choices
        station.screen.key(key)
    return len(station.records(Kind.CLEARED)) > cleared


@pytest.mark.parametrize(
    ("safeguard", "escape_id"), [("grab", "alt-space"), ("grab", "super-d"), ("close", "wm-delete")]
)
def test_a_build_without_a_safeguard_is_caught(
    screen: Screen, tmp_path: Path, safeguard: str, escape_id: str
):
    data = set_up(tmp_path)
    command = (
        sys.executable,
        str(ROOT / "tests" / "station" / "real" / "broken_station.py"),
        safeguard,
        str(data),
    )
    screen.env["PYTHONPATH"] = str(ROOT)
    station = KioskProcess(screen, data, command=command)
    escape = next(escape for escape in ESCAPES if escape.id == escape_id)

    with in_vain(), pytest.raises(AssertionError):
        _check_often(station, escape)

    station.kill()


def test_the_documented_table_is_the_one_this_suite_makes():
    document = (ROOT / "docs" / "lockdown.md").read_text()

    assert document == written(document)


def test_three_violations_lock_the_station_and_the_passcode_resumes_it(
    screen: Screen, tmp_path: Path, picture
):
    station = guarded(screen, set_up(tmp_path, PASSCODE))

    for attempt in (close_request, xdotool("windowunmap"), stopped):
        before = len(station.records(Kind.VIOLATION))
        attempt(station)
        until(lambda before=before: len(station.records(Kind.VIOLATION)) > before, "a violation")
        until(station.is_ready, "the station again")
    station.await_tone(Tone.CLOSED)
    picture("locked")
    screen.key("1")
    assert station.tone() is Tone.CLOSED
    _unlock(station)

    station.await_tone(Tone.PLAIN)
    assert station.judge("dog") is Tone.ACCEPTABLE
    station.kill()


def test_a_locked_station_is_still_locked_after_a_kill_and_a_restart(screen: Screen, tmp_path: Path):
    data = set_up(tmp_path, PASSCODE)
    station = guarded(screen, data)
    for _ in range(3):
        before = len(station.records(Kind.VIOLATION))
        stopped(station)
        until(lambda before=before: len(station.records(Kind.VIOLATION)) > before, "a violation")
        if station.tone() is Tone.CLOSED:
            break
    station.await_tone(Tone.CLOSED)
    station.kill()

    again = KioskProcess(screen, data)

    again.await_tone(Tone.CLOSED)
    for key in ("Escape", "Return", "1", "Tab"):
        screen.key(key)
    assert again.tone() is Tone.CLOSED
    again.kill()


def _unlock(station: KioskProcess) -> None:
    station.screen.key("ctrl+F12")
    for letter in PASSCODE:
        station.screen.key("space" if letter == " " else letter)
    station.screen.key("Return")
    until(lambda: station.records(Kind.UNLOCK), "the passcode accepted")
    station.screen.key("1")


def test_a_terminated_station_says_so_on_record_and_ends(station: KioskProcess):
    station.process.terminate()

    assert station.process.wait(PATIENCE_S) == 128 + signal.SIGTERM
    assert station.records()[-1].data["how"] == "signal"


@pytest.fixture
def supervised(screen: Screen, tmp_path: Path) -> Iterator[KioskProcess]:
    command = (sys.executable, "-m", "kiosk.supervisor", "--")
    data = set_up(tmp_path)
    station = (sys.executable, "-m", "kiosk", "--data", str(data), "station")
    process = KioskProcess(screen, data, command=(*command, *station))
    yield process
    for child in children(process.process.pid):
        os.kill(child, signal.SIGKILL)
    process.kill()


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def station_below(supervisor: int) -> int:
    """The supervisor's other child is the backdrop."""
    arguments = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children(supervisor)}
    return next(child for child, words in arguments.items() if b"\0station\0" in words)


def test_a_killed_station_is_back_at_its_idle_page(supervised: KioskProcess):
    supervised.judge("cat")
    starts = len(supervised.records(Kind.STARTED))
    number = supervised.rulings()[-1].data["number"]

    os.kill(station_below(supervised.process.pid), signal.SIGKILL)
    until(lambda: len(supervised.records(Kind.STARTED)) > starts, "the station again")
    until(lambda: supervised.tone() is Tone.PLAIN, "its idle page")

    assert supervised.records(Kind.UNCLEAN_STOP)[-1].data["unclosed"] == number
    until(lambda: has_keyboard(supervised), "its keys")


def test_three_kills_within_a_minute_put_the_station_out_of_service(supervised: KioskProcess):
    for _ in range(3):
        starts = len(supervised.records(Kind.STARTED))
        os.kill(station_below(supervised.process.pid), signal.SIGKILL)
        until(lambda starts=starts: len(supervised.records(Kind.STARTED)) > starts, "the station again")

    supervised.await_tone(Tone.CLOSED)


def test_a_killed_supervisor_leaves_the_station_standing(supervised: KioskProcess):
    station = station_below(supervised.process.pid)

    os.kill(supervised.process.pid, signal.SIGKILL)
    supervised.process.wait(PATIENCE_S)

    assert supervised.judge("cat") is Tone.ACCEPTABLE
    os.kill(station, signal.SIGKILL)


def test_a_second_display_is_covered(station: KioskProcess, picture):
    half = station.screen.width // 2
    size = f"{half}/300x{station.screen.height}/200"
    station.screen.run("xrandr", "--setmonitor", "left", f"{size}+0+0", "screen")
    station.screen.run("xrandr", "--setmonitor", "right", f"{size}+{half}+0", "none")

    until(lambda: station.screen.pixel(half + half // 2, 30) in ("#14171a", "#f7f5ef"), "the second cover")
    picture("two_displays")

    assert station.process.poll() is None
    until(lambda: has_keyboard(station), "keys")


def test_the_station_opens_no_socket_to_anywhere(station: KioskProcess):
    station.judge("cat")

    links = [str(link.readlink()) for link in Path(f"/proc/{station.process.pid}/fd").iterdir()]
    inodes = {link.removeprefix("socket:[").rstrip("]") for link in links if link.startswith("socket:")}
    network = "".join(
        Path(f"/proc/{station.process.pid}/net/{kind}").read_text() for kind in ("tcp", "tcp6", "udp", "udp6")
    )

    assert inodes  # the screen's own, at least: the check has something to look at
    assert not inodes & set(network.split())
