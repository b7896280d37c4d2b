"""Where a log leaves the station: open or closed, in which event, with which set-up."""

import pytest

from kiosk.base.clock import local_time
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.standing_reader import read_standing
from kiosk.log.writer import Log
from tests.support.bodies import body
from tests.support.log_samples import StepClock, adjudication

LOCKED = body(Kind.LOCKED, why="Focus lost")
BROKEN = body(Kind.OUT_OF_SERVICE, why="No disk")
RESUMED = body(Kind.UNLOCK, role="director", resumed="locked")
LET_IN = body(Kind.UNLOCK, role="director", where="station")
REFUSED = body(Kind.UNLOCK_FAILED, why="wrong")
STARTED = body(Kind.STARTED)


def standing_after(folder, *records):
    with Log.open(folder, StepClock(), "B") as log:
        for record in records:
            log.append(record)
        return read_standing(log.path)


@pytest.mark.parametrize(
    ("records", "closed", "locked"),
    [
        ((), "", False),
        ((STARTED,), "", False),
        ((LOCKED,), "Focus lost", True),
        ((BROKEN,), "No disk", False),
        ((LOCKED, RESUMED), "", False),
        ((LOCKED, LET_IN), "Focus lost", True),  # whoever was let in went away again
        ((LOCKED, REFUSED), "Focus lost", True),
        ((LOCKED, STARTED), "Focus lost", True),  # a restart opens nothing
        ((LOCKED, BROKEN), "No disk", False),
        ((LOCKED, RESUMED, BROKEN), "No disk", False),
        ((RESUMED, LOCKED), "Focus lost", True),
        ((body(Kind.LOCKED, why=""),), "The station was closed.", True),
        ((body(Kind.OUT_OF_SERVICE, why=""),), "The station was closed.", False),
    ],
)
def test_a_station_is_closed_until_it_was_resumed(tmp_path, records, closed, locked):
    standing = standing_after(tmp_path, *records)

    assert (standing.closed, standing.locked) == (closed, locked)


def test_the_time_it_was_closed_is_read_with_it(tmp_path):
    standing = standing_after(tmp_path, LOCKED)

    [record] = [one for one in read_records(tmp_path / "log.db") if one.kind is Kind.LOCKED]
    offset_min = record.data["clock"]["offset_min"]
    assert standing.since == local_time(record.at, offset_min)[11:16]


def test_violations_count_until_somebody_resumed_the_station_and_echoes_do_not(tmp_path):
    seen = body(Kind.VIOLATION, what="Focus lost", locks=False)
    echo = body(Kind.VIOLATION, what="Focus lost", echoes=40)

    assert len(standing_after(tmp_path / "one", seen, echo, seen, LET_IN).violations) == 2
    assert len(standing_after(tmp_path / "two", seen, seen, LOCKED, RESUMED, seen).violations) == 1


def test_the_event_set_up_and_passcodes_are_read_with_it(tmp_path):
    standing = standing_after(
        tmp_path,
        body(Kind.SET_UP, digest="ab"),
        body(Kind.PASSCODE_SET, role="director"),
        body(Kind.EVENT_OPENED, event="open-2026", name="The Open"),
    )

    assert standing.past.event.id == "open-2026"
    assert standing.past.setup.digest == "ab"
    assert standing.past.passcodes == {"director"}


def test_a_closed_event_is_no_event(tmp_path):
    standing = standing_after(
        tmp_path,
        body(Kind.EVENT_OPENED, event="open-2026", name="The Open"),
        body(Kind.EVENT_CLOSED, event="open-2026"),
    )

    assert standing.past.event is None


def test_a_busy_day_does_not_hide_what_matters(tmp_path):
    with Log.open(tmp_path, StepClock(), "B") as log:
        log.append(LOCKED)
        for _ in range(40):
            log.rule(adjudication())

        assert read_standing(log.path).closed == "Focus lost"
