"""The generator of believable events: what it writes is a real log, and the same each time."""

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records, verify_log
from tests.support import event_generator


def told(records):
    """Everything but the hashes and the ids of the log, which are random."""
    return [(record.at, record.kind, record.data) for record in records if record.kind is not Kind.GENESIS]


@pytest.mark.parametrize("make", [event_generator.twenty, event_generator.day], ids=["twenty", "day"])
def test_a_generated_log_is_intact(make, tmp_path):
    story = make()

    found = verify_log(event_generator.build(story, tmp_path))

    assert (found.status, found.note) == ("intact", "")
    assert found.count == len(story.steps) + 1


def test_the_same_seed_gives_the_same_event_and_another_seed_another(tmp_path):
    first, again, other = (event_generator.in_memory(event_generator.day(seed)) for seed in (4, 4, 5))

    assert first == again
    assert told(first) != told(other)


def test_the_quick_way_writes_what_the_real_writer_would(tmp_path):
    story = event_generator.twenty()

    quick = event_generator.build(story, tmp_path / "quick")
    real = event_generator.through_log(story, tmp_path / "real")

    assert told(read_records(quick)) == told(read_records(real))


def test_there_are_as_many_records_as_asked_for():
    assert len(event_generator.records(500).steps) >= 500


def test_twenty_has_twenty_rulings():
    assert event_generator.twenty().rulings == 20


def test_a_year_has_club_evenings_and_events():
    story = event_generator.year()
    bodies = [body for _, kind, body in story.steps if kind is Kind.ADJUDICATION]

    assert {body["event"] is None for body in bodies} == {True, False}
    assert len([1 for _, kind, _ in story.steps if kind is Kind.EVENT_OPENED]) == 13
    assert [at.at for at, *_ in story.steps] == sorted(at.at for at, *_ in story.steps)
