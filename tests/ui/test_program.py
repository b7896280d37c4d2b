"""The program as it is wired, without a screen: it opens, judges, and closes on any surprise."""

import hashlib
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from kiosk.app.program import FAULT, Program
from kiosk.core.access.passcode import AccessState, Role
from kiosk.core.challenge.events import TabPressed, TroubleFound, ViolationSeen
from kiosk.core.challenge.states import Counting, Locked, OutOfService, Showing, Unlocking
from kiosk.core.log.bodies.station import NoteBody
from kiosk.core.log.kinds import Kind
from kiosk.core.setup.settings import Protection
from kiosk.director.access import Argon2id
from kiosk.folder import LOCK
from kiosk.lockdown.keeper import Engaged, Heard
from kiosk.storage.log.child import Child
from kiosk.storage.log.lock import STATION
from kiosk.storage.log.place import log_path
from kiosk.storage.log.writer import Log
from kiosk.storage.reading.reader import read_records
from kiosk.storage.setup.access import AccessFile
from kiosk.storage.setup.closed_mark import ClosedMark
from kiosk.storage.system_clock import system_clock
from kiosk.ui.station.window import StationWindow
from tests.support.command_line import Station, write_setup
from tests.support.log_samples import tamper

KEY, MOD = Qt.Key, Qt.KeyboardModifier
PASSCODE = "open sesame"
PATIENCE_MS = 60_000  # bounds a failure; a busy machine is not one
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def start(qtbot, tmp_path, monkeypatch):
    """Starts the program on one data folder, as often as is asked; each run is ended with the test."""
    runs = []
    # Leaving Qt's loop for good would keep the loops of all later tests from turning.
    monkeypatch.setattr(QGuiApplication, "exit", staticmethod(lambda code=0: None))

    def run(out_of_service="", guards=None):
        program = composed(tmp_path, out_of_service)
        program._keeper = guards
        runs.append(program)
        program.start()
        # As on a machine of the tournament: a station in a window changes nothing on the desktop.
        program._window.windowed = guards is None
        return program

    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the program puts its own there
    before = {ending: signal.getsignal(ending) for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    yield run
    for ending, handler in before.items():
        signal.signal(ending, handler)
    for program in runs:
        end(program)


def composed(folder, out_of_service=""):
    """The program on a window of its own, as `run_station` puts it together."""
    window = StationWindow(windowed=True)
    window.cover(QGuiApplication.primaryScreen())
    return Program(window, folder, out_of_service)


def end(program):
    program._window.windowed = True
    program._end(0)
    program._alarm.set(None)
    program._window.close()


def crash(program):
    """What kill -9 leaves: nothing is recorded, the lock is gone."""
    end(program)


def state_of(program):
    return program._station.state


def type_in(program, keys):
    for character in keys:
        key = {"\t": KEY.Key_Tab, "\n": KEY.Key_Return, "\b": KEY.Key_Backspace}.get(character, character)
        QTest.keyClick(program._window, key)


def judge(program, qtbot, keys):
    enter(program, qtbot, keys)
    type_in(program, "\t")


def enter(program, qtbot, keys):
    """Type *keys*, ENTER, and take the hands off until TAB is armed."""
    type_in(program, f"{keys}\n")
    qtbot.waitUntil(lambda: state_of(program).armed, timeout=PATIENCE_MS)


def kinds(folder):
    return [record.kind for record in read_records(log_path(folder))]


def data_of(folder, *kinds):
    return [record.data for record in read_records(log_path(folder)) if record.kind in kinds]


def test_a_demonstration_opens_and_judges_from_real_keys(start, qtbot, tmp_path):
    program = start()
    assert isinstance(state_of(program), Counting)
    assert "DEMONSTRATION" in program._window.accessibleName()

    judge(program, qtbot, "2cat dog")

    assert isinstance(state_of(program), Showing)
    assert "ACCEPTABLE" in program._window.accessibleName()
    record = data_of(tmp_path, Kind.ADJUDICATION)[0]
    assert (record["words"], record["verdict"]) == (["CAT", "DOG"], "acceptable")
    assert "demonstration" in record["flags"]


def test_the_run_and_its_lists_are_on_record_before_the_first_key(start, tmp_path):
    start()

    assert {Kind.GENESIS, Kind.STARTED, Kind.LEXICON_LOADED, Kind.SELF_TEST} <= set(kinds(tmp_path))


class Broken:
    """A part that fails in a way nobody foresaw, with a word in its message."""

    def __call__(self, *_):
        raise ZeroDivisionError("QI is not a word")

    def __contains__(self, word):
        raise ZeroDivisionError(f"{word} is not a word")


# Runs the station in a process of its own and lets one part of it fail inside Qt's loop, where PySide6 would
# only print what happened and go on.
CHILD = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from kiosk.app import program as app
from kiosk.app import first_paint

def broken(*_):
    raise ZeroDivisionError("QI is not a word")

class Failing(app.Program):
    def start(self):
        super().start()
        QTimer.singleShot(20, self.provoke)

    def provoke(self):
        if self._station is None:
            QTimer.singleShot(20, self.provoke)
            return
        QTimer.singleShot(400, self.report)
        where = sys.argv[2]
        if where == "slot":
            QTimer.singleShot(0, broken)
        elif where == "everything":
            self._station.handle = broken
            QTimer.singleShot(0, broken)
        elif where == "paint":
            self._window._look = object()
            self._window.update()
        else:
            self._window.listen(broken, broken)
            key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier, "1")
            QCoreApplication.postEvent(self._window, key)

    def report(self):
        print(self._window.accessibleName())
        self._end(0)

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
        timeout=60,
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


def fault_in(program, act):
    """Let *act* raise, and hand what it raised to the program as the interpreter would."""
    try:
        act()
    except ZeroDivisionError as error:
        program.fault(type(error), error, error.__traceback__)
    else:
        raise AssertionError("nothing was raised")


def test_a_fault_while_judging_shows_no_verdict_and_tells_no_word(start, qtbot, tmp_path):
    program = start()
    enter(program, qtbot, "1cat")
    source = program._station._sources[0]
    object.__setattr__(source, "main", Broken())

    fault_in(program, lambda: program._station.handle(TabPressed()))

    assert state_of(program) == OutOfService(state_of(program).since_ms, FAULT)
    assert data_of(tmp_path, Kind.ADJUDICATION) == []
    text = "\n".join(record.body for record in read_records(log_path(tmp_path)))
    assert "not a word" not in text
    assert data_of(tmp_path, Kind.FAULT)[-1]["at"].startswith("kiosk.core")


def test_a_fault_on_top_of_a_fault_still_says_out_of_service(start, tmp_path):
    program = start()
    program._station.handle = Broken()

    program.fault(KeyError, KeyError("x"), None)

    assert "OUT OF SERVICE" in program._window.accessibleName()
    assert ClosedMark(tmp_path).why() == FAULT
    type_in(program, "1qi\t")  # nobody types into a screen that says something else
    assert isinstance(state_of(program), Counting)


def test_each_fault_after_a_resume_closes_the_station_in_the_regular_way(start):
    program = start()
    for _ in range(2):
        program.fault(KeyError, KeyError("x"), None)
        assert isinstance(state_of(program), OutOfService)
        QTest.keyClick(program._window, KEY.Key_F12, MOD.ControlModifier)
        type_in(program, "1")

        assert isinstance(state_of(program), Counting)


def test_a_station_closed_by_a_fault_is_closed_after_a_restart(start):
    program = start()
    program._station.handle(TroubleFound(FAULT))
    crash(program)

    again = start()

    assert state_of(again).why == FAULT
    type_in(again, "1qi\t\n")
    assert isinstance(state_of(again), OutOfService)


def test_the_mark_alone_keeps_a_station_closed_that_could_not_record_why(start, tmp_path):
    crash(start())
    ClosedMark(tmp_path).set("The record could not be saved.")

    state = state_of(start())

    assert (type(state), state.why) == (OutOfService, "The record could not be saved.")
    assert data_of(tmp_path, Kind.OUT_OF_SERVICE)[-1]["why"] == state.why  # now that the log can be told


def test_out_of_service_from_the_supervisor_is_remembered(start):
    crash(start("The station stopped three times in a minute."))

    assert state_of(start()).why == "The station stopped three times in a minute."


def test_a_crash_is_noted_by_the_next_run(start, tmp_path):
    crash(start())
    start()

    assert Kind.UNCLEAN_STOP in kinds(tmp_path)


def test_the_passcode_leads_back_into_service(start, tmp_path):
    quick = Argon2id(memory_kib=64, passes=1)
    AccessFile(tmp_path).save(AccessState({Role.DIRECTOR: quick.hash(PASSCODE)}))
    program = start("The station stopped three times in a minute.")
    QTest.keyClick(program._window, KEY.Key_F12, MOD.ControlModifier)
    type_in(program, "wrong!\n")
    assert "Not accepted" in program._window.accessibleName()

    type_in(program, f"{PASSCODE}\n1")

    assert isinstance(state_of(program), Counting)
    assert ClosedMark(tmp_path).why() == ""
    assert [record["resumed"] for record in data_of(tmp_path, Kind.UNLOCK) if "resumed" in record] == [
        "out_of_service"
    ]
    crash(program)
    assert isinstance(state_of(start()), Counting)


def test_the_demonstration_can_be_left_by_the_chord_alone(start, tmp_path):
    program = start()
    QTest.keyClick(program._window, KEY.Key_F12, MOD.ControlModifier)

    type_in(program, "2")

    assert data_of(tmp_path, Kind.STOPPED) == [{**data_of(tmp_path, Kind.STOPPED)[0], "how": "director"}]
    assert program._window.may_close


def test_a_second_station_on_the_same_folder_ends_and_leaves_the_first_alone(
    qtbot, tmp_path, monkeypatch, capsys
):
    codes = []
    monkeypatch.setattr(QGuiApplication, "exit", staticmethod(lambda code=0: codes.append(code)))
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with Log.open(tmp_path, system_clock, "A", holder=STATION):
        second = composed(tmp_path)
        second.start()

    assert codes == [4]
    assert "The station is running" in capsys.readouterr().err
    assert (second._station, second._window.may_close) == (None, True)
    assert ClosedMark(tmp_path).why() == ""
    end(second)


def chord(program, keys=""):
    QTest.keyClick(program._window, KEY.Key_F12, MOD.ControlModifier)
    type_in(program, keys)


def digest_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_set_up_put_there_by_hand_closes_the_station_until_the_director_has_seen_it(start, tmp_path):
    write_setup(tmp_path / "kiosk.toml")
    program = start()
    assert isinstance(state_of(program), OutOfService)
    assert "by hand" in state_of(program).why

    chord(program, "1")

    assert isinstance(state_of(program), Counting)
    accepted = data_of(tmp_path, Kind.SET_UP_ACCEPTED)[-1]
    assert accepted["digest"] == digest_of(tmp_path / "kiosk.toml")
    crash(program)
    assert isinstance(state_of(start()), Counting)


def test_a_judge_cannot_go_on_with_a_set_up_changed_by_hand(start, tmp_path):
    quick = Argon2id(memory_kib=64, passes=1)
    AccessFile(tmp_path).save(
        AccessState({Role.DIRECTOR: quick.hash(PASSCODE), Role.JUDGE: quick.hash("a judge's")})
    )
    write_setup(tmp_path / "kiosk.toml")
    program = start()

    chord(program, "a judge's\n")
    assert "director's passcode" in program._window.accessibleName()
    type_in(program, "1")
    assert isinstance(state_of(program), Unlocking)
    assert data_of(tmp_path, Kind.SET_UP_ACCEPTED) == []

    type_in(program, f"\b{PASSCODE}\n1")
    assert isinstance(state_of(program), Counting)


def test_a_set_up_changed_while_the_station_was_closed_is_told_before_it_is_taken(start, tmp_path):
    file = tmp_path / "kiosk.toml"
    program = start("The station stopped three times in a minute.")
    write_setup(file)

    chord(program, "1")

    assert isinstance(state_of(program), OutOfService)
    assert "by hand" in state_of(program).why
    assert data_of(tmp_path, Kind.SET_UP_ACCEPTED) == []
    chord(program, "1")
    assert isinstance(state_of(program), Counting)
    assert data_of(tmp_path, Kind.SET_UP_ACCEPTED)[-1]["digest"] == digest_of(file)


def test_a_set_up_changed_behind_a_locked_station_wins_over_the_lock(start, tmp_path):
    program = start()
    program._station.handle(ViolationSeen("Focus lost", True, "14:31"))
    crash(program)
    write_setup(tmp_path / "kiosk.toml")

    for _ in range(2):  # and a restart does not forget it
        again = start()
        assert isinstance(state_of(again), OutOfService)
        assert "by hand" in state_of(again).why
        crash(again)
    told = [record["why"] for record in data_of(tmp_path, Kind.LOCKED, Kind.OUT_OF_SERVICE)]
    assert len([why for why in told if "by hand" in why]) == 1


def test_the_set_up_on_record_is_the_one_that_was_loaded(start, tmp_path):
    """Changed at the start, put back before the director comes: what is in force must be what is recorded."""
    file = tmp_path / "kiosk.toml"
    write_setup(file, letter='"B"\ntext_percent = 150')
    program = start()
    write_setup(file)

    chord(program, "1")  # opens everything anew: another change than the one that was told

    assert isinstance(state_of(program), OutOfService)
    chord(program, "1")
    assert data_of(tmp_path, Kind.SET_UP_ACCEPTED)[-1]["digest"] == digest_of(file)
    assert program._window._look.percent == 100


def test_a_list_exchanged_with_its_manifest_closes_the_station(start, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("\n".join(f"{a}{b}{c}" for a in "BCD" for b in "AEIOU" for c in "BDGNPT"))
    station = Station(tmp_path)
    station.run("lexicon", "import", str(words), "--name", "Club words")
    write_setup(tmp_path / "club.toml", profile='"club"', main='"club-words"')
    assert station.run("setup", "--from", str(tmp_path / "club.toml")).code == 0
    before = start()
    assert isinstance(state_of(before), Counting)
    crash(before)

    words.write_text(words.read_text() + "\nQXQ")
    Station(tmp_path / "other").run("lexicon", "import", str(words), "--name", "Club words")
    for file in (tmp_path / "other" / "lexicons").iterdir():
        shutil.copyfile(file, tmp_path / "lexicons" / file.name)
    program = start()

    assert isinstance(state_of(program), OutOfService)
    assert "The word list of" in state_of(program).why
    chord(program, "1")
    assert isinstance(state_of(program), Counting)  # the director has seen it
    crash(program)
    assert isinstance(state_of(start()), Counting)


def test_an_older_log_is_refused_even_if_the_letter_was_changed_with_it(start, tmp_path, qtbot):
    write_setup(tmp_path / "kiosk.toml")
    program = start()
    chord(program, "1")
    older = (tmp_path / "log.db").read_bytes()
    judge(program, qtbot, "1cat")
    program._station.handle(TroubleFound("A doubt."))
    (tmp_path / "log.db").write_bytes(older)
    write_setup(tmp_path / "kiosk.toml", letter='"C"')

    chord(program, "1")

    assert isinstance(state_of(program), OutOfService)
    assert "does not hold" in state_of(program).why


def test_a_fault_of_the_log_itself_still_closes_the_station(start, tmp_path):
    program = start()
    program._opening.log.append = Broken()

    program.fault(KeyError, KeyError("x"), None)

    assert "OUT OF SERVICE" in program._window.accessibleName()
    assert ClosedMark(tmp_path).why() == FAULT


class Guards:
    """A keeper that notes what is asked of it."""

    def __init__(self, stuck=False):
        self.engaged = 0
        self.stuck = stuck

    def engage(self):
        self.engaged += 1
        return Engaged(("A guard",), ())

    def level(self, **_):
        return Protection.DETERRENT

    def ask(self, **_):
        pass

    def heard(self):
        return Heard()

    def release(self):
        if self.stuck:
            raise OSError("No space left on device")


def test_a_station_that_began_in_trouble_has_its_guards_once_it_is_resumed(start, tmp_path, qtbot):
    (tmp_path / "kiosk.toml").write_text("[station]\nletter = 7\n")
    guards = Guards()
    program = start(guards=guards)
    qtbot.wait(1)
    assert guards.engaged == 0
    write_setup(tmp_path / "kiosk.toml")

    chord(program, "1")
    chord(program, "1")

    qtbot.waitUntil(lambda: guards.engaged == 1, timeout=PATIENCE_MS)
    assert program._circumstances.level is Protection.DETERRENT


def test_checking_everything_does_not_forget_how_well_the_station_is_protected(start, tmp_path, qtbot):
    write_setup(tmp_path / "kiosk.toml")
    program = start(guards=Guards())
    qtbot.waitUntil(lambda: program._circumstances.level is Protection.DETERRENT, timeout=PATIENCE_MS)

    program.restore()

    assert program._circumstances.level is Protection.DETERRENT


def test_a_guard_that_cannot_be_given_back_does_not_keep_the_program_alive(qtbot, tmp_path, monkeypatch):
    codes = []
    monkeypatch.setattr(QGuiApplication, "exit", staticmethod(lambda code=0: codes.append(code)))
    program = composed(tmp_path)
    program._keeper = Guards(stuck=True)

    with pytest.raises(OSError, match="No space"):
        program._end(0)

    assert codes == [0]
    program._keeper = None
    end(program)


def test_what_stands_on_the_screen_when_the_program_is_asked_to_end_is_on_record(start, tmp_path):
    program = start()
    type_in(program, "1ca")

    program.ask_to_stop()
    program._on_tick()

    assert data_of(tmp_path, Kind.ABANDONED)[-1]["words"] == ["CA"]
    assert kinds(tmp_path)[-1] is Kind.STOPPED


def test_a_restart_forgives_no_violation(start, tmp_path):
    program = start()
    AccessFile(tmp_path).save(AccessState({Role.DIRECTOR: "x"}))
    program._station.violated("Focus lost")
    crash(program)
    again = start()
    again._station.violated("Window hidden")
    assert isinstance(state_of(again), Counting)

    again._station.violated("Focus lost")

    assert isinstance(state_of(again), Locked)


def test_a_locked_station_says_since_when_after_a_restart_too(start):
    program = start()
    program._station.handle(ViolationSeen("Focus lost", True, program.local_time()))
    crash(program)

    assert state_of(start()).at == program.local_time()


def test_a_set_up_that_cannot_be_used_is_said_and_recorded(start, tmp_path):
    (tmp_path / "kiosk.toml").write_text("[station]\nletter = 7\n")

    state = state_of(start())

    assert isinstance(state, OutOfService)
    assert "kiosk.toml" in state.why
    assert data_of(tmp_path, Kind.OUT_OF_SERVICE)[-1]["why"] == state.why


def test_a_rule_set_without_self_lookup_is_refused_with_the_reason(start, tmp_path):
    write_setup(tmp_path / "kiosk.toml", rules='"nsa-1998"')

    assert "knows no look-up by the players" in state_of(start()).why


def test_a_signal_ends_the_program_at_the_next_tick_with_a_record(start, tmp_path):
    program = start()

    program.ask_to_stop()
    program._on_tick()

    assert data_of(tmp_path, Kind.STOPPED)[0]["how"] == "signal"
    assert program._window.may_close


@pytest.mark.parametrize("trouble", ["a broken set-up", "no room for a log"])
def test_a_start_that_fails_where_no_passcode_was_ever_set_can_be_left(start, tmp_path, trouble):
    if trouble == "a broken set-up":
        (tmp_path / "kiosk.toml").write_text("[station]\nletter = 7\n")
    else:
        (tmp_path / LOCK).mkdir()
    program = start()
    assert isinstance(state_of(program), OutOfService)

    QTest.keyClick(program._window, KEY.Key_F12, MOD.ControlModifier)
    type_in(program, "2")

    assert program._window.may_close


def test_a_start_that_fails_where_a_passcode_was_set_is_held_by_it(start, tmp_path):
    quick = Argon2id(memory_kib=64, passes=1)
    AccessFile(tmp_path).save(AccessState({Role.DIRECTOR: quick.hash(PASSCODE)}))
    (tmp_path / "kiosk.toml").write_text("[station]\nletter = 7\n")
    program = start()

    QTest.keyClick(program._window, KEY.Key_F12, MOD.ControlModifier)
    type_in(program, "2")
    assert isinstance(state_of(program), Unlocking)

    type_in(program, f"\b{PASSCODE}\n2")
    assert program._window.may_close


def test_the_text_is_as_large_as_the_set_up_asks_for(start, tmp_path):
    write_setup(tmp_path / "kiosk.toml", letter='"B"\ntext_percent = 150')

    assert start()._window._look.percent == 150


def copies_noted(program, folder):
    program._look_after_log()
    return [copy["state"] for copy in data_of(folder, Kind.SECOND_COPY)]


@pytest.mark.real
def test_the_second_copy_is_made_beside_the_station_and_a_missing_stick_is_only_noted(start, qtbot, tmp_path):
    stick = tmp_path / "stick"
    program = start()
    settings = replace(program._circumstances.settings, second_copy=str(stick))
    program._circumstances = replace(program._circumstances, settings=settings)

    qtbot.waitUntil(lambda: copies_noted(program, tmp_path) == ["absent"], timeout=60_000)
    stick.mkdir()
    program._chores._copy_due_ms = 0
    qtbot.waitUntil(lambda: copies_noted(program, tmp_path) == ["absent", "same_device"], timeout=60_000)

    assert list(stick.glob("kiosk-*.db"))


@pytest.mark.real
def test_a_stick_that_stalls_does_not_stop_the_station(start, qtbot, tmp_path):
    program = start()
    settings = replace(program._circumstances.settings, second_copy=str(tmp_path))
    program._circumstances = replace(program._circumstances, settings=settings)
    stalled = [sys.executable, "-c", "import time; time.sleep(600)"]
    program._chores._start = lambda words, limit_s: Child([], limit_s, stalled)
    program._look_after_log()
    assert program._chores._copying is not None

    judge(program, qtbot, "1cat ")
    program._look_after_log()

    assert isinstance(state_of(program), Showing)
    assert program._chores._copying is not None  # and it stalls still


@pytest.mark.real
def test_a_log_broken_before_the_last_checkpoint_closes_the_station_when_all_of_it_was_verified(
    start, qtbot, tmp_path
):
    with Log.open(tmp_path, system_clock, "A") as log:
        log.append(NoteBody("remark"))
        log.checkpoint()
    tamper(tmp_path / "log.db", "UPDATE records SET body = '{}' WHERE seq = 2")
    program = start()
    assert isinstance(state_of(program), Counting)
    assert data_of(tmp_path, Kind.SELF_TEST)[-1]["log"] == "verified since 3"

    program._chores._check_due_ms = 0

    def closed():
        program._look_after_log()
        return isinstance(state_of(program), OutOfService)

    qtbot.waitUntil(closed, timeout=60_000)
    assert "Record 2 was changed" in state_of(program).why


# ---- an older log put back ---------------------------------------------------------------------------------


@pytest.fixture
def put_back(start, qtbot, tmp_path):
    """A station that gave out A-1, and whose log is then the one of before."""
    Log.open(tmp_path, system_clock).close()  # the real log: one that is there is never passed by
    crash(start())
    older = (tmp_path / "log.db").read_bytes()
    program = start()
    judge(program, qtbot, "1cat ")
    crash(program)
    (tmp_path / "log.db").write_bytes(older)
    return tmp_path


def test_an_older_log_closes_the_station_and_names_both_counts(start, put_back):
    before = (put_back / "log.db").read_bytes()
    program = start()

    assert isinstance(state_of(program), OutOfService)
    assert re.search(r"This log has \d+ records; \d+ were acknowledged", state_of(program).why)
    assert (put_back / "log.db").read_bytes() == before
    crash(program)
    assert isinstance(state_of(start()), OutOfService)  # a restart opens nothing


def test_nobody_but_the_director_goes_on_with_an_older_log(start, put_back):
    quick = Argon2id(memory_kib=64, passes=1)
    AccessFile(put_back).save(
        AccessState({Role.DIRECTOR: quick.hash(PASSCODE), Role.JUDGE: quick.hash("a judge's")})
    )
    program = start()

    chord(program, "1")
    assert isinstance(state_of(program), Unlocking)
    type_in(program, "\b")
    type_in(program, "a judge's\n1")
    assert not isinstance(state_of(program), Counting)
    assert data_of(put_back, Kind.RESTORED) == []


def test_a_director_goes_on_with_an_older_log_and_that_is_a_record(start, qtbot, put_back):
    program = start()

    chord(program, "1")

    assert isinstance(state_of(program), Counting)
    [accepted] = data_of(put_back, Kind.RESTORED)
    assert accepted["count"] < accepted["acknowledged"]
    judge(program, qtbot, "1cat ")
    assert isinstance(state_of(program), Showing)
    crash(program)
    assert isinstance(state_of(start()), Counting)
