"""`kiosk hub serve` as a person types it."""

import re
import signal
import subprocess
from pathlib import Path

import pytest

from kiosk.hub.serve_run import PagePlace
from tests.support.command_line import Station
from tests.support.hub import HubUnderTest, free_port, running, station
from tests.support.hub_page import Asked


@pytest.fixture
def here(tmp_path: Path) -> Station:
    return Station(station(tmp_path / "b", 3))


@pytest.mark.parametrize(
    "words",
    [
        ["hub", "serve"],
        ["hub", "serve", "x", "--certificate", "y"],
        ["hub", "serve", "x", "--key", "y"],
        ["hub", "serve", "x", "--listen", "a:99999"],
    ],
)
def test_a_mistake_in_the_question_is_code_two(here: Station, words: list[str]):
    assert here.run(*words).code == 2


def test_the_enrolment_of_a_station_is_refused(here: Station, hub: HubUnderTest):
    done = here.run("hub", "serve", str(hub.enrol("B")))

    assert done.code == 4
    assert "is the enrolment of a station. The page needs a reader's" in done.sentence


def test_what_cannot_be_done_is_one_plain_sentence(here: Station, hub: HubUnderTest, tmp_path: Path):
    reader = str(hub.reader())

    missing = here.run("hub", "serve", str(tmp_path / "none.json"))
    nowhere = here.run("hub", "serve", reader, "--listen", "192.0.2.1:8080")
    unsafe = here.run("hub", "serve", reader, "--certificate", "no.pem", "--key", "no.key")

    assert [one.code for one in (missing, nowhere, unsafe)] == [4, 4, 4]
    assert "cannot be read" in missing.sentence
    assert "cannot be served at 192.0.2.1 port 8080" in nowhere.sentence
    assert "cannot be used" in unsafe.sentence


@pytest.mark.real
def test_it_says_where_it_is_tells_the_token_once_and_ends_in_peace(hub: HubUnderTest):
    port = free_port()
    command = ("hub", "serve", str(hub.reader()), "--listen", f"127.0.0.1:{port}")
    with running(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        first, second, third = (process.stdout.readline() for _ in range(3))
        status = Asked(port, "/").status
        token = second.split()[-1]
        entered = Asked(port, "/enter", f"token={token}").status
        process.send_signal(signal.SIGINT)
        rest, told = process.communicate(timeout=120)

    assert first == f"“open-2026” is shown at http://127.0.0.1:{port}/\n"
    assert re.fullmatch(r"([2-9A-Z]{5}-){3}[2-9A-Z]{5}", token)
    assert "Only this computer reaches it." in third
    assert (status, entered) == (200, 303)
    assert token not in rest + told
    assert "Traceback" not in told


def test_the_address_is_written_as_a_browser_wants_it():
    assert PagePlace("::1", 0).address(8080) == "http://[::1]:8080/"
    assert PagePlace("192.168.1.10", 0, Path("c"), Path("k")).address(443) == "https://192.168.1.10:443/"
    assert PagePlace().is_loopback
    assert not PagePlace("0.0.0.0").is_loopback  # noqa: S104 - not listened at
