"""The console's long work in a process of its own: what goes on record is written here, by the one writer;
what is stopped has had no effect; a process that dies costs one sentence."""

import sys
import time

import pytest

from kiosk.console.client import DIED, WorkBeside, starting_work
from kiosk.console.events import FormsSeen, OrderDone, OrderFailed, PrintersFound, ReportSeen, RulingSeen
from kiosk.console.values import (
    ExportRows,
    FindPrinters,
    MakePaper,
    Narrowing,
    OfferForms,
    PaperForm,
    RecordDecision,
    ReportAsked,
    SeeReport,
    SeeRuling,
    Spot,
)
from kiosk.console.worker import (
    AppendRecord,
    GoneOn,
    JobEnded,
    JobGiven,
    MayLeave,
    OpenLog,
    Reply,
    WantedThere,
    heard,
    told,
)
from kiosk.line_child import LineChild
from kiosk.log.bodies import ExportBody
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.writer import Log
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff
from kiosk.system_clock import system_clock
from tests.support.console_papers import FORMS, REPORT, SHOWN
from tests.support.event_generator import build, day

PATIENCE_S = 300.0
NOTE = RecordDecision("B-2", Spot(), "note", (("remark", "The clock was not stopped."),), "JK")


class Bench:
    """Work on the log of *folder*; *own_log*: as inside a station, which has it open."""

    def __init__(self, folder, own_log=None, start=None):
        self.came, self.far, self.beats = [], [], 0
        staff = Staff(folder, system_clock, lambda log, role, where: Role.DIRECTOR, own_log=own_log)
        self.work = WorkBeside(staff, start or starting_work(folder), lambda filenos, busy: None)

    def begin(self, order):
        self.came.clear()
        self.work.begin(order, self.came.append, lambda done, of: self.far.append((done, of)))

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


@pytest.mark.parametrize(
    "message",
    [
        JobGiven(ExportRows(Narrowing(word="Q*"), "/tmp/x.csv")),  # noqa: S108
        GoneOn(1, 2),
        WantedThere(OpenLog("here", "B", "log.db")),
        WantedThere(AppendRecord(ExportBody("csv", 3, {"word": "Q"}))),
        WantedThere(MayLeave()),
        Reply(None),
        Reply(Role.DIRECTOR),
        JobEnded(RulingSeen(SeeRuling("B-2"), SHOWN)),
        JobEnded(FormsSeen(OfferForms("B-2"), FORMS)),
        JobEnded(ReportSeen(SeeReport(ReportAsked()), REPORT.sheet)),
    ],
)
def test_what_is_said_is_heard_as_it_was_said(message):
    assert heard(told(message)) == message


def _pickled(value):
    import base64
    import pickle

    return base64.b64encode(pickle.dumps(value)) + b"\n"


@pytest.mark.parametrize("line", [b"", b"\n", b"!!\n", _pickled(3), _pickled(print), _pickled(sys.exit)])
def test_a_line_that_is_no_message_is_none(line):
    assert heard(line) is None


def test_a_line_that_would_run_something_runs_nothing(tmp_path):
    class Trap:
        def __reduce__(self):
            return (open, (str(tmp_path / "touched"), "w"))

    assert heard(_pickled(Trap())) is None
    assert not (tmp_path / "touched").exists()


# --- a real process -----------------------------------------------------------------------------------------


@pytest.mark.real
def test_evidence_is_gathered_printers_are_found_and_a_file_is_written_beside_the_window(
    bench, folder, tmp_path
):
    target = tmp_path / "e.pdf"
    shown = bench.done(SeeRuling("B-2"))
    assert isinstance(shown, RulingSeen)
    paper = MakePaper(PaperForm.EVIDENCE, "B-2", target=str(target))
    assert isinstance(bench.done(FindPrinters(paper)), PrintersFound)

    assert isinstance(bench.done(paper), OrderDone)

    assert target.read_bytes().startswith(b"%PDF")
    assert [one["format"] for one in bodies(folder, Kind.EXPORT)] == ["evidence"]


@pytest.mark.real
def test_inside_the_station_everything_is_written_through_its_own_open_log(folder, tmp_path):
    with Log.open(folder, system_clock, "B") as log:
        bench = Bench(folder, own_log=lambda: log)
        done = bench.done(NOTE)
        exported = bench.done(ExportRows(Narrowing(), str(tmp_path / "out.csv")))
        bench.work.end()

    assert isinstance(done, OrderDone), done
    assert exported.wrong == ()
    assert [one["by"] for one in bodies(folder, Kind.DECISION)] == ["JK"]
    assert len(bodies(folder, Kind.EXPORT)) == 1


@pytest.mark.real
def test_where_another_holds_the_log_it_is_said_and_nothing_is_recorded(bench, folder):
    with Log.open(folder, system_clock, "B"):
        failed = bench.done(NOTE)

    assert isinstance(failed, OrderFailed)
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
    assert isinstance(bench.done(SeeRuling("B-1")), RulingSeen)


class Silent(LineChild):
    """A working process that says what the test lets it say."""

    def __init__(self):
        self.heard, self.said, self.gone, self.stopped = [], [], False, False

    fileno = -1

    def say(self, line):
        self.heard.append(heard(line))

    def lines(self):
        said, self.said = self.said, []
        return said

    def stop(self):
        self.stopped = True

    def end(self):
        self.gone = True


def test_what_is_leaving_the_station_cannot_be_stopped_any_more(folder):
    child = Silent()
    bench = Bench(folder, start=lambda: child)
    bench.begin(ExportRows(Narrowing(), "out.csv"))
    child.said = [told(WantedThere(MayLeave()))]

    assert not bench.work.stop()

    assert child.heard[-1] == Reply(None)
    assert not child.stopped


def test_an_order_nobody_waits_for_is_dropped_when_the_next_is_given(folder):
    children = []

    def start():
        children.append(Silent())
        return children[-1]

    bench = Bench(folder, start=start)
    bench.begin(SeeRuling("B-1"))
    bench.begin(SeeRuling("B-2"))

    assert [one.stopped for one in children] == [True, False]
    assert children[1].heard == [JobGiven(SeeRuling("B-2"))]


def test_a_log_that_was_opened_for_a_process_that_dies_is_closed_again(folder):
    child = Silent()
    bench = Bench(folder, start=lambda: child)
    bench.begin(NOTE)
    child.said = [told(WantedThere(OpenLog("here", "B", "log.db")))]
    bench.work.hear()
    child.gone = True
    bench.work.hear()

    assert bench.came == [OrderFailed(NOTE, DIED)]
    with Log.open(folder, system_clock, "B"):
        pass


@pytest.mark.real
def test_on_a_hundred_thousand_records_the_window_goes_on_while_a_report_and_evidence_are_made(tmp_path):
    folder, story = tmp_path / "large", day(closed=False, letter="B")
    idle = next(step for step in reversed(story.steps) if step[1] is not Kind.ADJUDICATION)
    story.steps += [idle] * 100_000
    build(story, folder)
    bench = Bench(folder)

    for order, seen in ((SeeRuling("B-2"), RulingSeen), (SeeReport(ReportAsked()), ReportSeen)):
        bench.beats = 0
        assert isinstance(bench.done(order), seen)
        assert bench.beats > 100, "turns of the window's loop, in each of which a key is answered"
    bench.work.end()

    assert bench.far[-1][1] >= 100_000, "the whole log was looked at"
