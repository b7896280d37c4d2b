"""The program as it is composed, without a screen: keys reach the run, pages the window, faults close it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from kiosk.base.page import spell_page
from kiosk.errors import FAULT
from kiosk.kit.windows import OtherWindows
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.store import STATION, LockRequest, log_path
from kiosk.log.writer import Log
from kiosk.station.closed_store import ClosedMark
from kiosk.station.idle import Counting
from kiosk.station.program import Program
from kiosk.station.verdict import Showing
from kiosk.station.window import StationWindow, Ticker
from kiosk.system_clock import system_clock
from tests.support.station_run import data_of

KEY, MOD = Qt.Key, Qt.KeyboardModifier
PATIENCE_MS = 60_000  # bounds a failure; a busy machine is not one
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def exits(monkeypatch):
    """The codes with which the program was to end: leaving Qt's loop for good would keep the loops of all
    later tests from turning."""
    codes = []
    monkeypatch.setattr(QGuiApplication, "exit", staticmethod(lambda code=0: codes.append(code)))
    return codes


@pytest.fixture
def start(qtbot, tmp_path, monkeypatch, exits):
    """Starts the program on one data folder, in a window; each run is ended with the test."""
    runs = []

    def run():
        window = StationWindow(windowed=True)
        window.cover(QGuiApplication.primaryScreen())
        ticker = Ticker(lambda *_: None, lambda: system_clock().mono_ms)
        program = Program(window, OtherWindows(window), ticker, tmp_path)
        runs.append(program)
        program.start()
        return program

    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the program puts its own there
    before = {ending: signal.getsignal(ending) for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    yield run
    for ending, handler in before.items():
        signal.signal(ending, handler)
    for program in runs:
        program.run.end(0)
        program.window.close()


def type_in(program, keys):
    for character in keys:
        key = {"\t": KEY.Key_Tab, "\n": KEY.Key_Return}.get(character, character)
        QTest.keyClick(program.window, key)


def state_of(program):
    return program.run.phase.station.state


def test_a_demonstration_opens_and_judges_from_real_keys(start, qtbot, tmp_path):
    program = start()
    assert isinstance(state_of(program), Counting)
    assert "DEMONSTRATION" in spell_page(program.window.page)

    type_in(program, "2cat dog\n")
    qtbot.waitUntil(lambda: state_of(program).armed, timeout=PATIENCE_MS)
    type_in(program, "\t")

    assert isinstance(state_of(program), Showing)
    assert "ACCEPTABLE" in spell_page(program.window.page)
    assert data_of(tmp_path, Kind.ADJUDICATION)[0]["words"] == ["CAT", "DOG"]


def test_the_key_of_the_large_view_reaches_the_station(start):
    program = start()

    QTest.keyClick(program.window, KEY.Key_F5)

    assert program.window.page.large


def test_the_demonstration_can_be_left_by_the_chord_alone(start, exits):
    program = start()
    QTest.keyClick(program.window, KEY.Key_F12, MOD.ControlModifier)

    type_in(program, "2")

    assert (exits, program.window.may_close) == ([0], True)


def test_a_signal_ends_the_program_with_a_record(start, exits, tmp_path, qtbot):
    start()

    signal.raise_signal(signal.SIGTERM)
    qtbot.waitUntil(lambda: bool(exits), timeout=PATIENCE_MS)

    assert data_of(tmp_path, Kind.STOPPED)[0]["how"] == "signal"


def test_a_second_station_on_the_same_folder_ends_and_says_why(start, exits, tmp_path, capsys):
    with Log.open(tmp_path, system_clock, "A", turn=LockRequest(STATION)):
        second = start()

    assert (exits, second.window.may_close) == ([4], True)
    assert "The station is running" in capsys.readouterr().err


def test_a_fault_on_top_of_a_fault_takes_the_keys_from_the_window_too(start, tmp_path):
    program = start()
    for _ in range(2):
        program.run.fault(KeyError, KeyError("x"), None)
    before = state_of(program)

    type_in(program, "1qi\t")

    assert "OUT OF SERVICE" in program.window.accessibleName()
    assert ClosedMark(tmp_path).why() == FAULT
    assert state_of(program) == before


# Runs the station in a process of its own and lets one part of it fail inside Qt's loop, where PySide6 would
# only print what happened and go on.
CHILD = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from kiosk.station import program as app
from kiosk.station import first_paint
from kiosk.base.page import spell_page

def broken(*_):
    raise ZeroDivisionError("QI is not a word")

class Failing(app.Program):
    def start(self):
        super().start()
        QTimer.singleShot(20, self.provoke)

    def provoke(self):
        QTimer.singleShot(400, self.report)
        where = sys.argv[2]
        if where == "slot":
            QTimer.singleShot(0, broken)
        elif where == "everything":
            self.run.phase.station.handle = broken
            QTimer.singleShot(0, broken)
        elif where == "paint":
            self.window.set_look(object())
            self.window.update()
        else:
            self.window.listen(broken, broken)
            key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier, "1")
            QCoreApplication.postEvent(self.window, key)

    def report(self):
        print(self.window.accessibleName() or spell_page(self.window.page))
        self.run.end(0)

app.Program = Failing
sys.exit(first_paint.run_station(Path(sys.argv[1]), True))
"""


@pytest.mark.real
@pytest.mark.parametrize("where", ["key", "slot", "paint", "everything"])
def test_an_exception_anywhere_ends_out_of_service_with_a_record(tmp_path, where):
    child = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path), where],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
    )

    assert child.returncode == 0, child.stderr
    assert "OUT OF SERVICE" in child.stdout
    assert FAULT in child.stdout
    faults = data_of(tmp_path, Kind.FAULT)
    assert "ZeroDivisionError" in faults[0]["kind"] or where == "paint"
    assert ClosedMark(tmp_path).why() == FAULT
    assert "QI" not in "".join(record.body for record in read_records(log_path(tmp_path)))
    assert "QI" not in child.stdout + child.stderr


# ---- it ends only where it may -----------------------------------------------------------------------------
QUITS = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from kiosk.kit.windows import StationApplication

may = []
app = StationApplication(["kiosk"])
app.may_quit = lambda: bool(may)
asked = []

def ask():
    asked.append(True)
    if len(asked) == 3:
        may.append(True)
    QCoreApplication.quit()

timer = QTimer()
timer.timeout.connect(ask)
timer.start(5)
app.exec()
print(len(asked))
"""


@pytest.mark.real
def test_a_request_to_quit_is_refused_until_the_program_may_end():
    child = subprocess.run(
        [sys.executable, "-c", QUITS], capture_output=True, text=True, timeout=120, cwd=ROOT
    )

    assert child.stdout.split() == ["3"], child.stderr
