"""The console's long work in a process of its own: what goes on record is written here, by the one writer;
what is stopped has had no effect; a process that dies costs one sentence."""

import time

import pytest

from kiosk.base import wire
from kiosk.console.actions import Done
from kiosk.console.orders import (
    Decide,
    DecisionSubject,
    ExportRows,
    FindPrinters,
    MakePaper,
    SeeReport,
    SeeRuling,
)
from kiosk.console.values import Narrowing, PaperForm, ReportAsked, RulingShown
from kiosk.decisions.actions import DecisionRecorded
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.writer import Log
from kiosk.paper.printer_actions import PrinterNames
from kiosk.paper.sheet import Sheet
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff
from kiosk.system_clock import system_clock
from kiosk.worker import Ended, Failed
from kiosk.worker_client import Worker, start_worker
from tests.support.console_papers import FORMS, REPORT, SHOWN
from tests.support.event_generator import build, day

PATIENCE_S = 300.0
NOTE = Decide(DecisionSubject("B-2"), "note", (("remark", "The clock was not stopped."),), "JK")


class Bench:
    """Work on the log of *folder*; *own_log*: as inside a station, which has it open."""

    def __init__(self, folder, own_log=None):
        self.came, self.far, self.beats = [], [], 0
        staff = Staff(folder, system_clock, lambda log, role, where: Role.DIRECTOR, own_log=own_log)
        self.work = Worker(start_worker(folder), lambda filenos, busy: None, staff)

    def begin(self, order):
        self.came.clear()
        self.work.ask(order, self.came.append, lambda done, of: self.far.append((done, of)))

    def until(self, met):
        end = time.monotonic() + PATIENCE_S
        while not met():
            self.work.hear()
            self.beats += 1
            time.sleep(0.002)  # as a window between two events
            assert time.monotonic() < end, "waited in vain"

    def done(self, order):
        self.begin(order)
        self.until(lambda: self.came)
        return self.came[0]


@pytest.fixture
def folder(tmp_path):
    build(day(closed=False, letter="B"), tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def bench(folder):
    bench = Bench(folder)
    yield bench
    bench.work.end()


def bodies(folder, kind):
    return [one.data for one in read_records(folder / "log.db") if one.kind is kind]


# --- the wire -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", [SHOWN, FORMS, REPORT.sheet, Done("Written", (("File", "x"),), ("odd",))])
def test_what_came_of_an_order_is_heard_as_it_was_said(result):
    assert wire.decode(wire.encode(Ended(result)), Ended) == Ended(result)


# --- a real process -----------------------------------------------------------------------------------------


@pytest.mark.real
def test_evidence_is_gathered_printers_are_found_and_a_file_is_written_beside_the_window(
    bench, folder, tmp_path
):
    target = tmp_path / "e.pdf"
    shown = bench.done(SeeRuling("B-2"))
    assert isinstance(shown, RulingShown)
    paper = MakePaper(PaperForm.EVIDENCE, "B-2", target=str(target))
    assert isinstance(bench.done(FindPrinters(paper)), PrinterNames)

    assert isinstance(bench.done(paper), Done)

    assert target.read_bytes().startswith(b"%PDF")
    assert [one["format"] for one in bodies(folder, Kind.EXPORT)] == ["evidence"]


@pytest.mark.real
def test_inside_the_station_everything_is_written_through_its_own_open_log(folder, tmp_path):
    with Log.open(folder, system_clock, "B") as log:
        bench = Bench(folder, own_log=lambda: log)
        done = bench.done(NOTE)
        exported = bench.done(ExportRows(Narrowing(), str(tmp_path / "out.csv")))
        bench.work.end()

    assert isinstance(done, DecisionRecorded), done
    assert exported.wrong == ()
    assert [one["by"] for one in bodies(folder, Kind.DECISION)] == ["JK"]
    assert len(bodies(folder, Kind.EXPORT)) == 1


@pytest.mark.real
def test_where_another_holds_the_log_it_is_said_and_nothing_is_recorded(bench, folder):
    with Log.open(folder, system_clock, "B"):
        failed = bench.done(NOTE)

    assert isinstance(failed, Failed)
    assert bodies(folder, Kind.DECISION) == []


@pytest.mark.real
def test_work_that_is_stopped_leaves_no_file_and_no_record_and_the_next_is_done(bench, folder, tmp_path):
    target = tmp_path / "out.html"
    bench.begin(ExportRows(Narrowing(), str(target)))

    stopped = bench.work.stop()

    assert stopped
    bench.work.hear()
    assert bench.came == []
    assert list(tmp_path.glob("*out.html*")) == []
    assert bodies(folder, Kind.EXPORT) == []
    assert isinstance(bench.done(SeeRuling("B-1")), RulingShown)


@pytest.mark.real
def test_on_a_hundred_thousand_records_the_window_goes_on_while_a_report_and_evidence_are_made(tmp_path):
    folder, story = tmp_path / "large", day(closed=False, letter="B")
    idle = next(step for step in reversed(story.steps) if step[1] is not Kind.ADJUDICATION)
    story.steps += [idle] * 100_000
    build(story, folder)
    bench = Bench(folder)

    for order, seen in ((SeeRuling("B-2"), RulingShown), (SeeReport(ReportAsked()), Sheet)):
        bench.beats = 0
        assert isinstance(bench.done(order), seen)
        assert bench.beats > 100, "turns of the window's loop, in each of which a key is answered"
    bench.work.end()

    assert bench.far[-1][1] >= 100_000, "the whole log was looked at"
