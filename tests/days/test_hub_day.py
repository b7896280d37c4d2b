"""A day with two stations and one hub: one of them with a network that is cut, the other with a stick.

Station B is a real one, played by real keys, with a push beside it over TLS; C never has a network. In the
evening the hub holds exactly what both logs hold, the receipt stands in B's own log, and what happened across
the two is seen in one list.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.hub.actions import Reached, enrol
from kiosk.hub.line import connect
from kiosk.hub.schema import make_hub
from kiosk.hub.stick_store import read_enrolment, write_enrolment
from kiosk.log.kinds import Kind
from kiosk.log.receipt import is_hub_id
from tests.days.test_tournament_day import PASSCODE, _the_director_leaves
from tests.support.hub import HubServer, HubUnderTest, as_ordinary, in_log, running
from tests.support.kiosk_process import KioskProcess, printed, run_kiosk
from tests.support.relay import Relay
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real

EVENT = "hub-day"
SET_UP = """
[station]
letter = "{letter}"
profile = "tournament"
protection = "demonstration"

[[division]]
id = "main"
name = "Open"
rules = "naspa-2016"
penalty = "lose_turn"
main = "free"

[event]
id = "hub-day"
name = "One Hub Open"

[timings]
hold_s = 1
"""


@pytest.fixture
def server() -> Iterator[HubServer]:
    made = HubServer()
    yield made
    made.end()


@pytest.fixture
def hub(server: HubServer, tmp_path: Path) -> HubUnderTest:
    """As `kiosk hub init --local` makes it: stations come by certificate, over TLS."""
    made = HubUnderTest.__new__(HubUnderTest)
    made.server, made.folder, made.where = server, tmp_path, server.server.address
    with connect(made.where) as conn:
        made.hub = make_hub(conn, EVENT)
    return made


@pytest.fixture
def network(server: HubServer) -> Iterator[Relay]:
    made = Relay(server.server.port)
    yield made
    made.close()


def station(tmp_path: Path, letter: str) -> Path:
    """A station set up from nothing, its event open."""
    folder, file = tmp_path / letter, tmp_path / f"{letter}.toml"
    file.write_text(SET_UP.format(letter=letter))
    made = run_kiosk(folder, "passcode", "set", given=f"{PASSCODE}\n{PASSCODE}\n")
    assert made.returncode == 0, made.stderr
    for command in (("setup", "--from", str(file)), ("event", "open", "--yes")):
        done = run_kiosk(folder, *command, passcode=PASSCODE)
        assert done.returncode == 0, done.stderr
    return folder


def enrolled(hub: HubUnderTest, letter: str, tmp_path: Path, port: int = 0) -> Path:
    """The enrolment of the station in the folder *letter*, bound to it by the code that it shows."""
    shared, file = hub.server.home / f"{letter}.json", tmp_path / f"enrolment-{letter}.json"
    head = printed(run_kiosk(tmp_path / letter, "log", "head", "--json"))
    as_ordinary(lambda: _enrol(hub, letter, head["station"][:8], shared), hub.server.home)
    made = read_enrolment(shared)
    write_enrolment(file, replace(made, port=port or made.port))
    return file


def _enrol(hub: HubUnderTest, letter: str, code: str, file: Path) -> None:
    enrol(str(hub.server.folder), letter, Reached("127.0.0.1"), file, code)


class Push:
    """`kiosk hub push` beside a station, for as long as *stack* stands."""

    def __init__(self, stack: ExitStack, folder: Path, enrolment: Path) -> None:
        self._said = folder.parent / f"push-{folder.name}.txt"
        with self._said.open("wb") as said:
            stack.enter_context(running("--data", str(folder), "hub", "push", str(enrolment), stderr=said))

    def says(self, part: str) -> bool:
        return part in self._said.read_text()


def judged_by_hand(folder: Path, *words: str) -> None:
    """A ruling at station C, which has no window today."""
    done = run_kiosk(folder, "judge", "--as", "JK", *words, passcode=PASSCODE)
    assert done.returncode in (0, 1), done.stderr


def test_two_stations_one_hub_a_network_cut_and_a_stick(
    screen: Screen, hub: HubUnderTest, network: Relay, tmp_path: Path, picture
):
    b, c = station(tmp_path, "B"), station(tmp_path, "C")
    file_b, file_c = enrolled(hub, "B", tmp_path, network.port), enrolled(hub, "C", tmp_path)
    with ExitStack() as stack:
        at = KioskProcess(screen, b)
        stack.callback(at.kill)
        push = Push(stack, b, file_b)
        _the_morning(at, hub)
        _the_network_is_cut_and_nobody_at_the_station_notices(at, hub, push, network, picture)
        _the_network_is_back(at, hub, network, push)
        _station_c_comes_on_a_stick(c, file_c, hub, tmp_path)
        _the_event_is_closed(at, b, hub)
    _in_the_evening(b, c, hub, tmp_path)


def _the_morning(at: KioskProcess, hub: HubUnderTest) -> None:
    assert at.judge("cat") is Tone.ACCEPTABLE
    at.done()
    assert at.judge("house", "qqzx") is Tone.UNACCEPTABLE
    at.done()
    until(lambda: in_log(at.data) == hub.records(), "everything at the hub")


def _the_network_is_cut_and_nobody_at_the_station_notices(
    at: KioskProcess, hub: HubUnderTest, push: Push, network: Relay, picture
) -> None:
    before = hub.records()
    network.cut()
    assert at.judge("zebra") is Tone.ACCEPTABLE
    picture("hub_day_verdict_without_network")
    at.done()
    assert at.judge("zzzz") is Tone.UNACCEPTABLE
    at.done()
    until(lambda: push.says("The hub does not answer"), "one sentence of the push")
    assert hub.records() == before
    assert before < in_log(at.data)


def _the_network_is_back(at: KioskProcess, hub: HubUnderTest, network: Relay, push: Push) -> None:
    network.mend()
    until(lambda: in_log(at.data) == hub.records(), "what was written meanwhile")
    assert hub.alarms() == []


def _station_c_comes_on_a_stick(c: Path, enrolment: Path, hub: HubUnderTest, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    judged_by_hand(c, "qqzx")  # part of what B rejected in the morning
    for count in (1, 2):  # at noon, and all of it once more in the evening
        judged_by_hand(c, "dog")
        assert run_kiosk(c, "hub", "export", str(enrolment), str(stick)).returncode == 0
        taken = run_kiosk(c, "hub", "take", str(stick), "--hub", hub.where)
        assert taken.returncode == 0, (count, taken.stdout)
    assert in_log(c) < hub.records()


def _the_event_is_closed(at: KioskProcess, b: Path, hub: HubUnderTest) -> None:
    _the_director_leaves(at)
    closed = run_kiosk(b, "event", "close", passcode=PASSCODE)
    assert closed.returncode == 0, closed.stderr
    assert [one for one in at.records() if one.kind is Kind.PUSHED], "what the hub acknowledged is on record"
    until(lambda: in_log(b) <= hub.records(), "the end of the day at the hub")


def _in_the_evening(b: Path, c: Path, hub: HubUnderTest, tmp_path: Path) -> None:
    director = tmp_path / "director"
    # A push killed while it writes a receipt leaves its unfinished file; that is no receipt: nobody reads it.
    [receipt] = [path for path in (b / "receipts").iterdir() if is_hub_id(path.name)]
    verified = run_kiosk(director, "hub", "verify", "--hub", hub.where, "--receipt", str(receipt))
    heads = run_kiosk(director, "hub", "heads", "--hub", hub.where)
    listed = run_kiosk(director, "log", "list", "--hub", hub.where, "--alert", "part_of_rejected", "--json")

    assert hub.records() == in_log(b) | in_log(c)
    assert hub.forks() == set()
    assert verified.returncode == 0, verified.stdout
    assert "Seen and signed:" in heads.stdout
    assert [one["words"] for one in printed(listed)] == [["QQZX"]]
    assert run_kiosk(b, "log", "verify").returncode == 0
