"""The logs of several stations at once: told apart, copies and forks known as such, clocks compared; and logs
that cannot be read, each a sentence."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.console.reader_worker import Answering
from kiosk.console.values import (
    AlertsWanted,
    Facet,
    FacetsWanted,
    Narrowing,
    ReadingFailed,
    RowsFound,
    RowsWanted,
    SourceFound,
    SourcesFound,
    SourcesWanted,
    TimelineWanted,
    VerifyFound,
    VerifyWanted,
)
from kiosk.log.kinds import Kind
from kiosk.log.merge_store import merge_logs
from kiosk.log.sources import SourceStanding
from kiosk.log.writer import Log
from tests.support import event_generator, forgeries, hostile_logs
from tests.support.log_samples import StepClock, adjudication
from tests.support.log_story import build_story

EVERYTHING = Narrowing()
QUESTIONS = (
    *(RowsWanted(EVERYTHING, 0, 50), RowsWanted(Narrowing(every_kind=True), 0, 50), FacetsWanted(EVERYTHING)),
    *(TimelineWanted(EVERYTHING), AlertsWanted(EVERYTHING), VerifyWanted(), SourcesWanted()),
)


def station(folder: Path, letter: str, seed: int, ahead_s: float = 0.0, *, marks: bool = True) -> Path:
    """The log of a station of one event whose clock is ahead by so much."""
    story = event_generator.Story(seed, letter)
    story.now += event_generator.timedelta(seconds=ahead_s)
    if marks:
        story.open_event("spring", "Spring Open")
    for number in (1, 2, 3):
        if marks:
            story.add(Kind.ROUND_STARTED, event="spring", round=number, scheduled=None)
        story.round = number
        begin = story.now
        story.wait(seed)
        story.rule((letter * 3,), number)
        story.wait(3000 - (story.now - begin).total_seconds())
    folder.mkdir()
    return event_generator.build(story, folder)


def sources(folder: Path, *logs: Path) -> tuple[SourceFound, ...]:
    found = Answering(folder, logs).answer(SourcesWanted())
    assert isinstance(found, SourcesFound), found
    return found.sources


def rows(folder: Path, *logs: Path) -> RowsFound:
    found = Answering(folder, logs).answer(RowsWanted(EVERYTHING, 0, 100))
    assert isinstance(found, RowsFound), found
    return found


def grown(log: Path, number: str = "B-90") -> Path:
    hostile_logs.append(log, "adjudication", f'{{"number":"{number}","words":["ZA"]}}')
    return log


def test_rulings_of_several_stations_come_in_the_order_of_their_times(tmp_path: Path) -> None:
    logs = [station(tmp_path / letter, letter, seed) for seed, letter in enumerate("AB", start=1)]

    found = rows(tmp_path, *logs)

    assert [row.number for row in found.rows] == ["B-3", "A-3", "B-2", "A-2", "B-1", "A-1"]
    assert {row.letter for row in found.rows} == {"A", "B"}
    assert sorted((row.local for row in found.rows), reverse=True) == [row.local for row in found.rows]


def test_a_folder_stands_for_the_logs_in_it_and_a_merged_file_for_those_in_it(
    tmp_path: Path,
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    logs = [station(tmp_path / letter, letter, seed) for seed, letter in enumerate("ABC", start=1)]
    for log in logs[:2]:
        shutil.copyfile(log, stick / f"{log.parent.name}.db")
    merge_logs(logs[2:], tmp_path / "merged.db")

    found = rows(tmp_path, stick, tmp_path / "merged.db")

    assert {row.letter for row in found.rows} == {"A", "B", "C"}
    assert all(row.fits for row in found.rows)


def test_stations_with_one_letter_are_told_apart(tmp_path: Path) -> None:
    logs = [station(tmp_path / f"b{seed}", "B", seed) for seed in (1, 2)]

    letters = sorted({row.letter for row in rows(tmp_path, *logs).rows})
    stations = [one.station for one in sources(tmp_path, *logs)]

    assert sorted(letter.partition(" ")[0] for letter in letters) == ["B", "B′"]
    assert {letter.partition(" ")[2].strip("()") for letter in letters} == {one[:8] for one in stations}
    facets = Answering(tmp_path, logs).answer(FacetsWanted(EVERYTHING))
    assert {one.label for one in facets.counts if one.facet is Facet.STATION} == set(letters)


def test_of_a_log_and_its_older_copy_the_longer_is_shown_and_the_other_called_a_copy(tmp_path: Path) -> None:
    log = station(tmp_path / "b", "B", 1)
    copy = tmp_path / "copy.db"
    shutil.copyfile(log, copy)
    grown(log)

    older, longer = sources(tmp_path, copy, log)

    assert (older.standing, longer.standing) == (SourceStanding.COPY, SourceStanding.USED)
    assert "1 records shorter" in older.sentence
    assert rows(tmp_path, copy, log).total == rows(tmp_path, log).total


def test_one_file_named_twice_is_read_once(tmp_path: Path) -> None:
    log = station(tmp_path / "b", "B", 1)

    assert len(sources(tmp_path, log, log, log.parent)) == 1


def test_two_continuations_of_one_chain_are_a_fork_and_the_record_is_named(tmp_path: Path) -> None:
    log = station(tmp_path / "b", "B", 1)
    other = tmp_path / "other.db"
    shutil.copyfile(log, other)
    common = sources(tmp_path, log)[0].count
    grown(grown(log))
    grown(other, "B-91")

    longer, fork = sources(tmp_path, log, other)

    assert (longer.standing, fork.standing) == (SourceStanding.USED, SourceStanding.FORK)
    assert f"at record {common + 1}" in fork.sentence


def test_a_clock_that_is_ahead_shows_in_what_a_director_did_at_both_stations(tmp_path: Path) -> None:
    logs = [station(tmp_path / "a", "A", 1), station(tmp_path / "b", "B", 2, ahead_s=7 * 60)]

    first, second = sources(tmp_path, *logs)

    assert (first.skew, first.skew_s) == ("", None)
    assert second.skew_s == 7 * 60
    assert "about 7 minutes ahead of" in second.skew


def test_clocks_that_agree_are_said_to_and_without_a_shared_moment_nothing_is_known(tmp_path: Path) -> None:
    logs = [
        station(tmp_path / "a", "A", 1),
        station(tmp_path / "b", "B", 2, ahead_s=-20),
        station(tmp_path / "c", "C", 3, marks=False),
    ]

    _, agreeing, unknown = sources(tmp_path, *logs)

    assert "agrees" in agreeing.skew
    assert "not in the logs" in unknown.skew
    assert unknown.skew_s is None


def test_every_chain_is_verified_and_a_noted_head_is_that_of_one(tmp_path: Path) -> None:
    logs = [station(tmp_path / letter, letter, seed) for seed, letter in enumerate("AB", start=1)]
    answering = Answering(tmp_path, logs)
    plain = answering.answer(VerifyWanted())

    held = answering.answer(VerifyWanted(plain.chains[1].head))
    lost = answering.answer(VerifyWanted("0" * 16))

    assert [(one.letter, one.intact) for one in plain.chains] == [("A", True), ("B", True)]
    assert [one.sentence.startswith("Intact, witnessed") for one in held.chains] == [False, True]
    assert not lost.chains[-1].intact
    assert lost.chains[-1].sentence.startswith("Not as noted. The noted head is in none of these logs.")
    assert [one.unlike_note for one in lost.chains] == [False, False, True]


def test_a_head_that_one_log_does_not_have_is_told_apart_from_a_log_that_does_not_hold(
    tmp_path: Path,
) -> None:
    answering = Answering(tmp_path, [station(tmp_path / "a", "A", 1)])

    found = answering.answer(VerifyWanted("0" * 16, 2)).chains[0]

    assert (found.intact, found.unlike_note, found.first_bad) == (False, True, 2)
    assert "noted or typed wrongly" in found.sentence


def test_a_log_that_cannot_be_read_is_named_and_the_others_are_shown(tmp_path: Path) -> None:
    log = station(tmp_path / "a", "A", 1)
    (tmp_path / "text.db").write_text("no log")

    found = sources(tmp_path, log, tmp_path / "text.db")

    assert [one.standing for one in found] == [SourceStanding.USED, SourceStanding.UNREADABLE]
    assert "is not a log" in found[1].sentence
    assert rows(tmp_path, log, tmp_path / "text.db").total == 3


# ---- logs that cannot be read ------------------------------------------------------------------------------
def newer(log: Path) -> None:
    with closing(sqlite3.connect(log, isolation_level=None)) as db:
        db.execute("PRAGMA user_version = 99")


UNREADABLE = {
    "an empty file": lambda log: log.write_bytes(b""),
    "some text": lambda log: log.write_text("no log at all, only some text"),
    "a folder": lambda log: (log.unlink(), log.mkdir()),
    "a newer version": newer,
    "cut short": lambda log: log.write_bytes(log.read_bytes()[:5000]),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_a_sentence_and_a_log_put_in_its_place_is_read(
    tmp_path: Path, name: str
) -> None:
    log = event_generator.build(build_story(), tmp_path)
    good = log.read_bytes()
    UNREADABLE[name](log)
    answering = Answering(tmp_path)

    found = answering.answer(RowsWanted(EVERYTHING, 0, 10))
    if log.is_dir():
        log.rmdir()
    log.write_bytes(good)

    assert isinstance(found, ReadingFailed)
    assert found.sentence.endswith((".", "it."))
    assert isinstance(answering.answer(RowsWanted(EVERYTHING, 0, 10)), RowsFound)


def test_a_station_that_has_recorded_nothing_yet_has_nothing_to_find(tmp_path: Path) -> None:
    answering = Answering(tmp_path)

    assert answering.answer(RowsWanted(EVERYTHING, 0, 10)) == RowsFound(0, 0, (), 0)


def test_a_log_that_a_station_wrote_and_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    with Log.open(tmp_path, StepClock(), "B") as log:
        log.rule(adjudication("CAT"))
    (tmp_path / "log.db").unlink()

    assert isinstance(Answering(tmp_path).answer(RowsWanted(EVERYTHING, 0, 10)), ReadingFailed)


def test_a_log_that_vanishes_while_it_is_open_is_a_sentence_until_it_is_back(tmp_path: Path) -> None:
    log = event_generator.build(build_story(), tmp_path)
    answering = Answering(tmp_path)
    answering.answer(RowsWanted(EVERYTHING, 0, 10))
    log.rename(tmp_path / "away.db")

    gone = answering.answer(RowsWanted(EVERYTHING, 0, 10))
    (tmp_path / "away.db").rename(log)

    assert isinstance(gone, ReadingFailed)
    assert isinstance(answering.answer(RowsWanted(EVERYTHING, 0, 10)), RowsFound)


def test_a_damaged_or_lying_index_changes_no_answer(tmp_path: Path) -> None:
    log = event_generator.build(build_story(), tmp_path)
    asked = RowsWanted(Narrowing(((Facet.VERDICT, "unacceptable"),)), 0, 10)
    honest = Answering(tmp_path).answer(asked)

    forgeries.lying_index(log, random.Random(1))

    assert Answering(tmp_path).answer(asked) == honest
    assert not Answering(tmp_path).answer(VerifyWanted()).chains[0].intact


@pytest.mark.parametrize("seed", range(60))
def test_whatever_was_done_to_a_log_every_question_is_answered(tmp_path: Path, seed: int) -> None:
    log = event_generator.build(build_story(), tmp_path)
    chance = random.Random(seed)
    forgeries.forge(log, chance)
    answering = Answering(tmp_path)

    answers = [answering.answer(question) for question in QUESTIONS]

    assert all(not isinstance(one, ReadingFailed) or one.sentence for one in answers)
    assert isinstance(answers[5], VerifyFound | ReadingFailed)


@pytest.mark.parametrize("make", [hostile_logs.no_json, hostile_logs.far_numbers])
def test_records_nobody_would_write_are_shown_all_the_same(tmp_path: Path, make) -> None:
    log = event_generator.build(build_story(), tmp_path)
    make(log)

    answers = [Answering(tmp_path).answer(question) for question in QUESTIONS]

    assert not [one for one in answers if isinstance(one, ReadingFailed)]
