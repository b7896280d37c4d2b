"""The console over a hub, in a real window by real keys, with a real PostgreSQL."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiosk.hub.stick_store import read_enrolment
from tests.console.real.test_console_reading import ReadAloud, children, is_there
from tests.hub.test_mirror import ruled
from tests.support.hub import HubServer, HubUnderTest, push
from tests.support.kiosk_process import run_kiosk
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real


@pytest.fixture
def server() -> Iterator[HubServer]:
    made = HubServer()
    yield made
    made.end()


@pytest.fixture
def hub(server: HubServer, tmp_path: Path) -> HubUnderTest:
    """Station B rejected a play of two words; a minute later one of them is looked up at station C."""
    made = HubUnderTest(server, tmp_path)
    for letter, plays, later in (("B", ("CAT", "QZX"), 0), ("C", ("QZX",), 60)):
        folder = ruled(tmp_path / letter, letter, plays, later_s=later)
        push(folder, read_enrolment(made.enrol(letter)), boot=letter)
    return made


@pytest.fixture
def at(screen: Screen, hub: HubUnderTest, tmp_path: Path) -> Iterator[ReadAloud]:
    (tmp_path / "temporary").mkdir()
    screen.env["TMPDIR"] = str(tmp_path / "temporary")
    opened = ReadAloud(screen, tmp_path / "director", "--hub", str(hub.reader()))
    yield opened
    opened.close()


def test_all_stations_are_read_and_followed_and_an_alert_spans_two_of_them(
    at: ReadAloud, hub: HubUnderTest, tmp_path: Path, picture: Callable[[str], None]
) -> None:
    at.keys("2")
    at.until_said("2 logs shown: B, C")
    picture("hub_log")
    at.keys("3")
    at.until_said("Some of the words of a play ruled unacceptable")
    picture("hub_alerts")

    d = ruled(tmp_path / "D", "D", ("DOG",))
    push(d, read_enrolment(hub.enrol("D")), boot="D")
    at.keys("2")
    at.until_said("3 logs shown: B, C, D")
    at.keys("w")
    at.until_said("In step with it at")
    picture("hub_sources")


def test_a_hub_that_goes_away_is_told_on_every_page_and_comes_back(
    at: ReadAloud, server: HubServer, picture: Callable[[str], None]
) -> None:
    at.keys("3")
    at.until_said("Some of the words")

    server.kill()
    at.until_said("HUB AWAY")
    picture("hub_away")
    at.keys("2", "w")
    at.until_said("The hub does not answer.")
    picture("hub_away_told")
    at.keys("Escape")

    server.start()
    until(lambda: not at.says("HUB AWAY"), "the hub again")


@pytest.mark.parametrize("how", [signal.SIGKILL, None])
def test_nothing_is_left_behind_when_the_console_is_closed_or_killed(
    at: ReadAloud, tmp_path: Path, how: signal.Signals | None
) -> None:
    mirror = min(children(at.console.process.pid))  # the first one that a console over a hub starts
    assert list((tmp_path / "temporary").glob("kiosk-hub-*/station-*.db"))

    if how is None:
        at.keys("Escape")
        at.until_said("Close the console?")
        at.keys("Return")
        until(lambda: at.console.process.poll() is not None, "the console closed")
    else:
        at.console.process.send_signal(how)

    until(lambda: not is_there(mirror), "the mirror gone")
    assert not list((tmp_path / "temporary").glob("kiosk-hub-*"))


def test_a_hub_that_cannot_be_reached_is_one_sentence_and_no_window(
    hub: HubUnderTest, tmp_path: Path
) -> None:
    reader = hub.reader()
    reader.write_text(reader.read_text().replace(f'"hub":"{hub.hub.id}"', f'"hub":"{"0" * 32}"'))

    done = run_kiosk(tmp_path / "director", "director", "--hub", str(reader))

    assert done.returncode == 4
    assert done.stderr.strip().startswith("Another hub answers there")
    assert len(done.stderr.strip().splitlines()) == 1
