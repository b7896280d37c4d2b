"""A console opens a hub as it opens a log: a copy that is kept in step, read and hashed like any other."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.actions import Tools
from kiosk.console.events import OrderDone
from kiosk.console.orders import SeeRuling
from kiosk.console.reader_worker import Answering
from kiosk.console.run import carry_out
from kiosk.console.values import (
    AlertsWanted,
    FacetsWanted,
    Narrowing,
    RowsWanted,
    SourcesWanted,
    VerifyWanted,
)
from kiosk.decisions.case_actions import DecisionSubject
from kiosk.errors import HubAway, HubError
from kiosk.hub.mirror_run import HubMirror, MirrorBeside, keep_mirror, open_hub
from kiosk.hub.mirror_store import read_note
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.alerts import Alert
from kiosk.log.chain import write_address
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.sources import SourceStanding
from tests.console.test_paper_orders import NOTE
from tests.support import event_generator
from tests.support.at_station import staff_at
from tests.support.command_line import Station
from tests.support.hub import HubUnderTest, clone, execute, grow, push, records_in, station

EVERYTHING = Narrowing()


def ruled(folder: Path, letter: str, *plays: tuple[str, ...], later_s: float = 0) -> Path:
    """A station at which *plays* were ruled."""
    folder.mkdir(parents=True)
    story = event_generator.Story(ord(letter), letter)
    story.wait(later_s)
    for words in plays:
        story.rule(words)
    event_generator.build(story, folder)
    return folder


class Mirrored:
    """A mirror of *hub*, and a console that reads it."""

    def __init__(self, hub: HubUnderTest, folder: Path) -> None:
        self.where, self.folder = str(hub.reader()), folder
        self.folder.mkdir()
        self.mirror = HubMirror(self.folder)
        self.refresh()
        self.answering = Answering(folder.parent / "nobody", [self.folder])

    def refresh(self) -> None:
        with open_hub(self.where) as reader:
            self.mirror.refresh(reader)

    def rows(self):
        return self.answering.answer(RowsWanted(EVERYTHING, 0, 100)).rows

    def sources(self):
        return self.answering.answer(SourcesWanted()).sources


@pytest.fixture
def two(hub: HubUnderTest, tmp_path: Path) -> tuple[Path, Path]:
    """Station B rejected a play of two words; a minute later one of them is looked up at station C."""
    b = ruled(tmp_path / "b", "B", ("CAT", "QZX"))
    c = ruled(tmp_path / "c", "C", ("QZX",), later_s=60)
    for letter, folder in (("B", b), ("C", c)):
        push(folder, read_enrolment(hub.enrol(letter)), boot=letter)
    return b, c


def test_what_is_copied_is_what_the_stations_wrote(hub, two, tmp_path):
    made = Mirrored(hub, tmp_path / "copy")

    copied = sorted([one.hash for one in read_records(path)] for path in made.mirror.logs)
    assert copied == sorted([one.hash for one in records_in(folder)] for folder in two)


def test_rulings_and_facets_of_all_stations_stand_together(hub, two, tmp_path):
    made = Mirrored(hub, tmp_path / "copy")

    assert {row.number for row in made.rows()} == {"B-1", "C-1"}
    assert made.answering.answer(FacetsWanted(EVERYTHING)).counts


def test_part_of_a_rejected_play_looked_up_at_another_station_is_an_alert(hub, two, tmp_path):
    made = Mirrored(hub, tmp_path / "copy")

    found = made.answering.answer(AlertsWanted(EVERYTHING)).alerts
    [part] = [one for one in found if one.alert == Alert.PART_OF_REJECTED]
    assert [(row.number, earlier.number) for row, earlier in part.rows] == [("C-1", "B-1")]


def test_new_records_and_new_stations_appear_without_a_restart(hub, two, tmp_path):
    made = Mirrored(hub, tmp_path / "copy")
    before = {row.number for row in made.rows()}
    d = ruled(tmp_path / "d", "D", ("DOG",))
    push(d, read_enrolment(hub.enrol("D")), boot="D")
    grown = two[0]
    enrolment = read_enrolment(next(tmp_path.glob("enrolment-B-*.json")))
    grow(grown, 3)
    push(grown, enrolment, boot="B")

    made.refresh()

    assert {row.number for row in made.rows()} == before | {"D-1"}
    assert {one.count for one in made.sources()} == {len(records_in(one)) for one in (*two, d)}


def test_a_row_that_was_changed_in_the_hub_is_marked_as_in_a_log(hub, two, tmp_path):
    change = "UPDATE kiosk_hub.records SET body = replace(body, 'CAT', 'DOG') WHERE kind = 'adjudication'"
    made = Mirrored(hub, tmp_path / "copy")
    assert [row.fits for row in made.rows()] == [True, True]
    with hub.owner() as conn:  # as a superuser can
        execute(conn, "ALTER TABLE kiosk_hub.records DISABLE TRIGGER USER")
        execute(conn, change)

    for _ in "BC":  # one log a time is compared with what was copied before
        made.refresh()

    assert {row.number for row in made.rows() if not row.fits} == {"B-1"}
    chains = made.answering.answer(VerifyWanted()).chains
    assert sorted(one.intact for one in chains) == [False, True]


def test_a_mirror_that_does_not_compare_would_miss_it(hub, two, tmp_path, monkeypatch):
    made = Mirrored(hub, tmp_path / "copy")
    monkeypatch.setattr(made.mirror, "_compare_next", lambda *_: None)
    with hub.owner() as conn:
        execute(conn, "ALTER TABLE kiosk_hub.records DISABLE TRIGGER USER")
        execute(conn, "UPDATE kiosk_hub.records SET body = replace(body, 'CAT', 'DOG')")

    for _ in "BC":
        made.refresh()

    assert [row.fits for row in made.rows()] == [True, True]


def test_a_log_that_is_gone_from_the_hub_is_gone_here(hub, two, tmp_path):
    made = Mirrored(hub, tmp_path / "copy")
    with hub.owner() as conn:
        execute(conn, "ALTER TABLE kiosk_hub.records DISABLE TRIGGER USER")
        execute(conn, "DELETE FROM kiosk_hub.records WHERE chain = (SELECT min(id) FROM kiosk_hub.chains)")

    for _ in "BC":
        made.refresh()

    assert [row.number for row in made.rows()] == ["C-1"]


def test_records_that_are_kept_apart_are_shown_as_a_fork(hub, tmp_path):
    enrolment = read_enrolment(hub.enrol("B"))
    one = station(tmp_path / "one", 10)
    other = clone(one, tmp_path / "other")
    grow(one, 4)
    grow(other, 2)
    push(one, enrolment)
    push(other, enrolment, boot="boot-2")

    made = Mirrored(hub, tmp_path / "copy")

    [fork] = [one for one in made.sources() if one.standing is SourceStanding.FORK]
    assert "parts from" in fork.sentence
    assert "record 11" in fork.sentence


def test_a_hub_put_back_from_a_back_up_is_copied_again(hub, two, tmp_path):
    made = Mirrored(hub, tmp_path / "copy")
    with hub.owner() as conn:
        execute(conn, "ALTER TABLE kiosk_hub.records DISABLE TRIGGER USER")
        execute(conn, "DELETE FROM kiosk_hub.records WHERE seq > 2")

    made.refresh()

    assert {one.count for one in made.sources()} == {2}


def kept(where: str, folder: Path, rounds: int, between=lambda number: None) -> list[str]:
    """What the first copying said, after so many rounds of a mirror that is kept."""
    said: list[str] = []
    folder.mkdir()
    left = iter(range(rounds - 1))

    def wait(seconds: float) -> bool:
        number = next(left, None)
        if number is not None:
            between(number)
        return number is not None

    keep_mirror(where, folder, MirrorBeside(wait, lambda: "12:00:00", said.append))
    return said


def test_a_hub_that_goes_away_is_noted_and_what_was_read_stays(hub, two, tmp_path):
    folder = tmp_path / "copy"
    where = hub.reader()

    def cut(number: int) -> None:
        text = where.read_text()
        enrolment = json.loads(text) | {"port": 1}
        where.write_text(json.dumps(enrolment))
        with hub.owner() as conn:
            execute(
                conn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE '%reader%'"
            )

    assert kept(str(where), folder, 3, cut) == [""]

    assert "does not answer" in read_note(folder).trouble
    shown = Answering(tmp_path / "nobody", [folder]).answer(SourcesWanted()).sources
    [away] = [one for one in shown if one.standing is SourceStanding.AWAY]
    assert "as of 12:00:00" in away.sentence
    assert sum(one.standing is SourceStanding.USED for one in shown) == 2


def test_alarms_of_the_hub_are_told(hub, two, tmp_path):
    with hub.owner() as conn:
        execute(
            conn,
            "INSERT INTO kiosk_hub.alarms (kind, role) "
            "SELECT 'two_places', min(role) FROM kiosk_hub.enrolments",
        )

    kept(str(hub.reader()), tmp_path / "copy", 1)

    shown = Answering(tmp_path / "nobody", [tmp_path / "copy"]).answer(SourcesWanted()).sources
    assert any(one.standing is SourceStanding.ALARM and "two computers" in one.sentence for one in shown)


def changed(file: Path, **values: object) -> str:
    file.write_text(json.dumps(json.loads(file.read_text()) | values))
    return str(file)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"password": "another"}, "does not take this enrolment"),
        ({"hub": "0" * 32}, "Another hub answers there"),
        ({"port": 1}, "does not answer"),
    ],
)
def test_a_hub_that_cannot_be_opened_says_why_in_one_sentence(hub, two, tmp_path, wrong, sentence):
    [said] = kept(changed(hub.reader(), **wrong), tmp_path / "copy", 1)

    assert sentence in said


def test_a_station_s_enrolment_reads_nothing(hub, two, tmp_path):
    with pytest.raises(HubError, match="Use a reader's"), open_hub(str(hub.enrol("E"))):
        pass


def test_a_hub_of_another_version_is_not_guessed_at(hub, two, tmp_path):
    with hub.owner() as conn:
        execute(conn, "ALTER VIEW kiosk_hub.head_list RENAME COLUMN head TO last_hash")

    [said] = kept(str(hub.reader()), tmp_path / "copy", 1)

    assert "another version" in said


def test_an_empty_hub_says_so(hub, tmp_path):
    [said] = kept(str(hub.reader()), tmp_path / "copy", 1)

    assert "no record yet" in said


def test_whoever_owns_the_hub_needs_no_enrolment(hub, two):
    with open_hub(hub.where) as reader:
        assert len(reader.chains()) == 2


def test_a_hub_that_is_away_is_told_from_one_that_refuses():
    with pytest.raises(HubAway), open_hub("host=127.0.0.1 port=1 dbname=x"):
        pass


def kiosk(tmp_path: Path, *arguments: str):
    return Station(tmp_path / "director").run(*arguments)


def test_the_commands_of_the_log_ask_a_hub_as_they_ask_a_merged_file(hub, two, tmp_path):
    where = str(hub.reader())

    listed = kiosk(tmp_path, "log", "list", "--hub", where, "--json")
    page = kiosk(tmp_path, "log", "evidence", "B-1", "--hub", where)
    day = kiosk(tmp_path, "log", "report", "--hub", where, "--day", "2026-05-02", "--json")
    checked = kiosk(tmp_path, "log", "verify", "--hub", where)

    assert {one["number"] for one in json.loads(listed.out)} == {"B-1", "C-1"}
    assert page.code == 0
    assert "B-1" in page.out
    assert json.loads(day.out)
    assert day.code == 0
    assert checked.code == 0


def test_a_changed_hub_is_not_listed_as_if_nothing_were_wrong(hub, two, tmp_path):
    with hub.owner() as conn:
        execute(conn, "ALTER TABLE kiosk_hub.records DISABLE TRIGGER USER")
        execute(conn, "UPDATE kiosk_hub.records SET body = replace(body, 'CAT', 'DOG')")

    done = kiosk(tmp_path, "log", "list", "--hub", str(hub.reader()))

    assert done.code == 4
    assert "In the hub, station-B-" in done.sentence


def test_a_hub_and_a_merged_file_are_not_asked_at_once(hub, two, tmp_path):
    done = kiosk(tmp_path, "log", "list", "--hub", str(hub.reader()), "--merged", "x.db")

    assert done.code == 2
    assert "not both" in done.out


def test_a_ruling_in_a_hub_is_shown_and_decided_on_in_the_log_of_this_folder(hub, two, tmp_path):
    made = Mirrored(hub, tmp_path / "copy")
    own = ruled(tmp_path / "own", "A", ("DOG",))
    tools, staff = Tools(logs=(made.folder,)), staff_at(own)
    [row] = [one for one in made.rows() if one.number == "B-1"]
    which = write_address("B-1", *row.key[:2])

    shown = carry_out(staff, SeeRuling(which), tools).shown
    done = carry_out(staff, replace(NOTE, subject=DecisionSubject(which)), tools)

    assert shown.name == "B-1"
    assert isinstance(done, OrderDone), done
    [decided] = [one.data for one in read_records(own / "log.db") if one.kind == Kind.DECISION]
    assert decided["about"] == {"station": row.key[0], "epoch": row.key[1], "seq": row.key[2]}


def test_records_come_to_whoever_has_copied_a_part_of_the_hub(hub, tmp_path):
    """More than one page of a log, and each page compared in its turn."""
    folder = station(tmp_path / "b", 10)
    grow(folder, 40)
    push(folder, read_enrolment(hub.enrol("B")))
    made = Mirrored(hub, tmp_path / "copy")

    for _ in range(3):
        made.refresh()

    [path] = made.mirror.logs
    assert [one.hash for one in read_records(path)] == [one.hash for one in records_in(folder)]
    assert path.name.count("-") == 2  # nothing was copied twice
