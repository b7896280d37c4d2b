"""When rounds were played, for the timeline of a report."""

from dataclasses import replace
from datetime import datetime

import pytest

from kiosk.log.chain import Record
from kiosk.log.challenges import Tally
from kiosk.log.report import _bands, timeline
from kiosk.log.totals import Band, Bin, bands, summarise
from kiosk.paper.charts import Lettering, draw_chart
from kiosk.paper.sheet import DayChart
from tests.support import event_generator

ROUNDS = [
    {"number": 1, "starts": "2026-05-02T10:00", "ends": "2026-05-02T10:50"},
    {"number": 2, "starts": "2026-05-02T11:00", "ends": None},
    {"number": 3, "starts": "2026-05-02T13:00", "ends": None},
]


def at(hour: int, minute: int = 0) -> datetime:
    return datetime.fromisoformat(f"2026-05-02T{hour:02d}:{minute:02d}")


def told(*calls: tuple[int, str, int]) -> list[Record]:
    """An event opened at half past nine, then what the director said: minutes later, kind, round."""
    story = event_generator.Story(2)
    story.event = "spring"
    story.add("event_opened", event="spring", name="Spring Open", rounds=ROUNDS)
    passed = 0
    for minutes, kind, number in calls:
        story.wait((minutes - passed) * 60)
        passed = minutes
        story.add(kind, event="spring", round=number)
    return [said(reading, kind, body) for reading, kind, body in story.steps]


def said(reading, kind, body) -> Record:
    clock = {"offset_min": reading.offset_min, "mono_ms": 0, "boot": ""}
    text = event_generator.canonical({**body, "clock": clock})
    return Record(1, reading.at, kind, text, "", "")


def test_a_round_lasts_as_the_schedule_says_or_until_the_next():
    assert bands(told()) == (
        Band(1, at(10), at(10, 50)),
        Band(2, at(11), at(13)),
        Band(3, at(13), at(16)),
    )


def test_a_round_that_the_director_starts_late_begins_then():
    """Round 2 was called at 11:30; what the schedule has within three hours of that no longer counts."""
    assert bands(told((120, "round_started", 2))) == (
        Band(1, at(10), at(10, 50)),
        Band(2, at(11), at(11, 30)),
        Band(2, at(11, 30), at(14, 30)),
    )


def test_a_round_that_the_director_ends_is_over():
    assert bands(told((45, "round_ended", 1)))[0] == Band(1, at(10), at(10, 15))


@pytest.mark.parametrize("rounds", [None, "x", [5], [{"number": 1}], [{"number": 1, "starts": "soon"}]])
def test_a_schedule_that_makes_no_sense_is_none(rounds):
    story = event_generator.Story(2)
    story.add("event_opened", event="spring", rounds=rounds)

    assert bands(said(*step) for step in story.steps) == ()


def labels(rounds: tuple[Band, ...]) -> set[str]:
    """What the timeline of two rulings, in rounds 1 and 2, says of *rounds*."""
    bins = (Bin(at(10, 20), 1, Tally(1)), Bin(at(12, 50), 2, Tally(1)))
    summary = replace(summarise(()), days=((at(10).date(), bins),), bands=rounds)
    [chart] = [block for block in timeline(summary) if isinstance(block, DayChart)]
    return {shape.text for shape in draw_chart(chart).shapes if isinstance(shape, Lettering)}


def test_the_timeline_shows_the_round_and_not_only_the_rulings_in_it():
    ruled, scheduled = labels(()), labels(bands(told()))

    assert "Round 1" not in ruled
    assert {"Round 1", "Round 2"} <= scheduled
    assert "Round 3" not in scheduled


def test_a_round_that_goes_on_past_midnight_ends_with_the_day_on_its_timeline():
    late = Band(1, datetime.fromisoformat("2026-05-02T23:30"), datetime.fromisoformat("2026-05-03T00:30"))

    [one] = _bands((late,), at(10).date())
    [other] = _bands((late,), late.end.date())

    assert (one.start, one.end) == (23 * 60 + 30, 24 * 60)
    assert (other.start, other.end) == (0, 30)
