"""Two stations that are set up with one letter: noticed, told apart, nothing lost."""

import json
from pathlib import Path

import pytest

from kiosk.console.reader_worker import Answering
from kiosk.console.values import Narrowing, RowsWanted, SourcesWanted
from kiosk.hub.actions import hub_status, verify_hub
from kiosk.hub.mirror_run import HubMirror, open_hub
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.kinds import Kind
from kiosk.log.sources import SourceStanding
from tests.support import event_generator
from tests.support.command_line import Station
from tests.support.hub import HubUnderTest, execute, in_log, push


def set_up(folder: Path, letter: str, word: str) -> Path:
    """A station that is set up with *letter* and has ruled on *word*."""
    folder.mkdir()
    story = event_generator.Story(len(word), letter)
    story.add(Kind.SET_UP, letter=letter)
    story.rule((word,))
    event_generator.build(story, folder)
    return folder


@pytest.fixture
def twice(hub: HubUnderTest, tmp_path: Path) -> tuple[Path, Path]:
    """Two stations that both call themselves B, the second of them enrolled as C."""
    folders = set_up(tmp_path / "b", "B", "CAT"), set_up(tmp_path / "c", "B", "ZEBRA")
    for letter, folder in zip("BC", folders, strict=True):
        push(folder, read_enrolment(hub.enrol(letter)), boot=letter)
    return folders


def test_both_are_kept_whole_and_apart(hub, twice):
    assert hub.records() == in_log(twice[0]) | in_log(twice[1])
    assert hub.forks() == set()


def test_the_second_raises_an_alarm_that_names_the_first(hub, twice):
    found = hub_status(hub.where)

    assert hub.alarms() == ["other_letter", "same_letter"]
    said = verify_hub(hub.where, ()).sentences()
    assert any(
        "Station C: it is set up with the same letter as the station enrolled as B" in one for one in said
    )
    assert [one.own_letter for one in found.stations] == ["B", "B"]


def test_a_hub_without_its_trigger_would_say_nothing(hub, tmp_path):
    with hub.owner() as conn:
        execute(conn, "DROP TRIGGER letters_told ON kiosk_hub.records")

    for letter, word in (("B", "CAT"), ("C", "ZEBRA")):
        folder = set_up(tmp_path / letter, "B", word)
        push(folder, read_enrolment(hub.enrol(letter)), boot=letter)

    assert hub.alarms() == []


def test_pushed_again_it_is_no_second_alarm(hub, twice, tmp_path):
    for folder, letter in zip(twice, "BC", strict=True):
        push(folder, read_enrolment(next(tmp_path.glob(f"enrolment-{letter}-*.json"))), boot=letter)

    assert len(hub.alarms()) == 2


def test_the_push_itself_says_so_and_pushes_all_the_same(hub, tmp_path):
    folder = set_up(tmp_path / "c", "B", "CAT")

    done = push(folder, read_enrolment(hub.enrol("C")))

    assert done.good
    assert any("set up with the letter B, and its enrolment is for C" in one for one in done.sentences())


def test_a_station_with_its_own_letter_is_told_nothing(hub, tmp_path):
    done = push(set_up(tmp_path / "b", "B", "CAT"), read_enrolment(hub.enrol("B")))

    assert done.sentences() == []
    assert hub.alarms() == []


def test_status_and_enrolment_say_it_in_words(hub, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    push(set_up(tmp_path / "c", "B", "CAT"), read_enrolment(hub.enrol("C")), boot="C")
    here = Station(tmp_path / "director")

    shown = here.run("hub", "status", "--hub", hub.where)
    enrolled = here.run("hub", "enrol", "B", "--station", "5bb6049a", "--hub", hub.where)

    assert "set up as B" in shown.out
    assert "The station that is enrolled as C is set up with the letter B" in enrolled.out
    assert json.loads(here.run("hub", "status", "--hub", hub.where, "--json").out)["stations"]


def test_a_look_at_the_stations_reads_no_record_again(hub, twice):
    """However often a station was set up: what the page asks for at each look does not grow with it."""
    with hub.owner() as conn:
        plan = "\n".join(row[0] for row in conn.execute("EXPLAIN SELECT * FROM kiosk_hub.enrolment_list"))

    assert "tallies" in plan
    assert "records" not in plan.replace("records bigint", "")


def test_a_struck_off_laptop_is_not_held_against_its_successor(hub, tmp_path):
    first = set_up(tmp_path / "lost", "B", "CAT")
    push(first, read_enrolment(hub.enrol("B")), boot="1")
    Station(tmp_path).run("hub", "strike", "B", "--hub", hub.where)

    push(set_up(tmp_path / "new", "B", "ZEBRA"), read_enrolment(hub.enrol("B")), boot="2")

    assert hub.alarms() == []


def test_the_console_tells_their_rulings_apart(hub, twice, tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    with open_hub(str(hub.reader())) as reader:
        HubMirror(copy).refresh(reader)
    console = Answering(tmp_path / "nobody", [copy])

    rows = console.answer(RowsWanted(Narrowing(), 0, 10)).rows
    sources = console.answer(SourcesWanted()).sources

    assert [row.number for row in rows] == ["B-1", "B-1"]
    assert len({row.letter for row in rows}) == 2
    assert [one.standing for one in sources] == [SourceStanding.USED] * 2
