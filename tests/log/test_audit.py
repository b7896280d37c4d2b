"""Auditing a log without a terminal: records with their alerts, reports, and how far a long check is."""

from pathlib import Path

import pytest

from kiosk.base.clock import is_day
from kiosk.errors import AccessError, LogError, OutputError
from kiosk.log.alerts import Alert
from kiosk.log.audit_actions import AuditSource
from kiosk.log.export_actions import ExportWish, export_records, into_file
from kiosk.log.filters_reader import Filter
from kiosk.log.forms import ExportForm
from kiosk.log.kinds import Kind
from kiosk.log.list_actions import Asked, in_utc, is_moment, list_records
from kiosk.log.reader import read_records
from kiosk.log.report_actions import ReportWish, day_scope, event_scope, report
from kiosk.log.show_actions import shown_records
from kiosk.log.verify_actions import verify
from kiosk.setup.passcodes import Role
from tests.support import event_generator
from tests.support.at_station import Doorkeeper, staff_at
from tests.support.log_samples import tamper
from tests.support.log_story import build_story

RULINGS = Filter(kind=Kind.ADJUDICATION)


@pytest.fixture
def folder(tmp_path) -> Path:
    event_generator.build(build_story(), tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def open_folder(tmp_path) -> Path:
    """The same, with the event still open."""
    event_generator.build(build_story(closed=False), tmp_path / "open")
    return tmp_path / "open"


def test_records_come_with_their_alerts_and_their_letter(folder):
    with list_records(AuditSource(folder), Asked(RULINGS, None, None, None)) as found:
        lines = {line.found.data["number"]: line for line in found.lines}

    assert list(lines) == ["B-5", "B-4", "B-3", "B-2", "B-1"]
    assert Alert.PART_OF_REJECTED in lines["B-3"].alerts
    assert {line.letter for line in lines.values()} == {"B"}
    assert (found.seen.count, found.complaints()) == (5, ())


def test_an_alert_is_asked_for_like_a_filter(folder):
    with list_records(AuditSource(folder), Asked(RULINGS, Alert.PART_OF_REJECTED, None, None)) as found:
        numbers = [line.found.data["number"] for line in found.lines]

        assert (numbers, found.total()) == (["B-3"], None)


def test_a_changed_record_is_complained_of_once_it_has_gone_by_and_the_log_before(folder):
    tamper(folder / "log.db", "UPDATE records SET at = '2026-05-02T07:00:00.000Z' WHERE seq = 8")

    with list_records(AuditSource(folder), Asked(RULINGS, None, None, None)) as found:
        before = found.complaints()
        marks = [line.mark for line in found.lines]

        assert (before, marks.count("CHANGED")) == ((found.doubt,), 1)
        assert found.doubt.startswith("The log does not hold. Record 8 was changed")
        assert found.complaints()[1].startswith("1 record shown was changed")


def test_one_record_is_shown_with_what_can_be_believed_of_it(folder):
    with shown_records(AuditSource(folder), "B-2") as shown:
        (one,) = shown.records

        assert (one.intact, shown.holds) == (True, True)
        assert shown.names.event("spring") == "Spring Open (spring)"


def test_a_long_check_says_how_far_it_is_in_counts(tmp_path):
    event_generator.build(event_generator.records(1700), tmp_path)
    told = []

    found = verify(tmp_path, None, None, lambda done, of: told.append((done, of)))

    assert found.holds
    assert told == [(done, found.count) for done in range(500, found.count + 1, 500)]
    assert len(told) >= 3


def test_a_check_that_nobody_watches_finds_the_same(folder):
    assert verify(folder, None, None) == verify(folder, None, None, lambda done, of: None)


def test_a_report_is_about_the_last_event_the_one_named_or_a_day(folder):
    with AuditSource(folder).reader() as reader:
        last, named, day = event_scope(reader, None), event_scope(reader, "spring"), day_scope(reader, None)

        assert last == named
        assert (last.title, last.event_open) == ("Spring Open", False)
        assert [one.data["number"] for one in last.records if one.is_ruling] == ["B-2", "B-3", "B-4", "B-5"]
        assert len(day.records) > len(last.records)
        with pytest.raises(LogError, match="There are: spring"):
            event_scope(reader, "winter")


def no_printer(sheet, paper):
    raise AssertionError("nothing was to be painted")


def test_no_word_of_an_open_event_is_given_out_unless_the_director_is_let_in(open_folder):
    given, stern, kind = [], Doorkeeper(refuses=True), Doorkeeper()

    report(staff_at(open_folder, stern), ReportWish(), given.extend, no_printer)
    with pytest.raises(AccessError):
        report(staff_at(open_folder, stern), ReportWish(director=True), given.extend, no_printer)
    report(staff_at(open_folder, kind), ReportWish(director=True), given.extend, no_printer)

    assert ["QUAZY" in page for page in given] == [False, True]
    assert stern.asked == kind.asked == [(Role.DIRECTOR, "kiosk log report")]


def test_an_export_goes_where_it_is_told_and_is_on_record(folder, tmp_path):
    wish = ExportWish(ExportForm.JSONL, Asked(RULINGS, None, None, None))

    done = export_records(staff_at(folder), wish, into_file(tmp_path / "out.jsonl", folder, force=False))

    records = list(read_records(folder / "log.db"))
    assert (done.count, done.unrecorded, done.complaints) == (5, "", ())
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 5
    assert records[-1].kind is Kind.EXPORT


def test_a_file_that_may_not_be_replaced_is_refused_before_anything_is_read(folder, tmp_path):
    (tmp_path / "there.csv").write_text("mine")

    for taken in (tmp_path / "there.csv", folder / "log.db"):
        with pytest.raises(OutputError):
            into_file(taken, folder, force=False)


@pytest.mark.parametrize(
    ("text", "moment", "day"),
    [
        ("2026-05-02", True, True),
        ("2026-05-02T14:30", True, False),
        ("2026-05-02 14:30", True, False),
        ("2026-13-02", False, False),
        ("20260502", False, False),
        ("yesterday", False, False),
    ],
)
def test_a_time_is_a_date_or_a_date_and_a_time(text, moment, day):
    assert (is_moment(text), is_day(text)) == (moment, day)


def test_what_is_no_time_is_a_sentence():
    with pytest.raises(LogError, match="is no time"):
        in_utc("yesterday", 60)
