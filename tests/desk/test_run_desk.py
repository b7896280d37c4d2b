"""A run of the desk: what is opened, what is refused, what goes on record, what is shown."""

import shutil

import pytest

from kiosk.desk.docket_worker import NO_ANSWER, PATIENCE_MS, DocketPrinter
from kiosk.desk.events import LeaveAsked
from kiosk.desk.judge_actions import StaffChallenge
from kiosk.desk.judge_actions import judge as judge_by_command
from kiosk.desk.menu import Hidden
from kiosk.desk.opening_run import close_log, open_desk
from kiosk.desk.ruling import CheckingSlip, NotRecorded
from kiosk.desk.run import DeskRun
from kiosk.desk.shift import PickingWay
from kiosk.desk.states import HIDE_MS
from kiosk.errors import LogBusy, RuleSetError, SetupError
from kiosk.events.actions import OpenEvent
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.store import LockRequest, log_path
from kiosk.log.writer import Log
from kiosk.paper.printer_actions import PrinterNames, PrintLines
from kiosk.rules.ruling import Verdict
from kiosk.system_clock import system_clock
from tests.support import stage
from tests.support.adjudicator import (
    NSA,
    DeskEyes,
    DeskLog,
    DeskRig,
    HallPrinters,
    NoChores,
    pressed,
    setting,
)
from tests.support.at_station import Listener, set_up_at, staff_at
from tests.support.command_line import Station
from tests.support.fakes import FullDisk
from tests.support.workers import FakeChild, FakeChildren

STRANGE = ("CHARACTERIZE",)


@pytest.fixture
def station(tmp_path):
    made = Station(tmp_path / "data")
    set_up_at(staff_at(made.folder), tmp_path / "stick.toml")
    return made


@pytest.fixture
def opened(station):
    made = []

    def open_(folder=station.folder):
        made.append(open_desk(folder, system_clock, "6.9", windowed=True))
        return made[-1]

    yield open_
    for one in made:
        close_log(one.opening, "judge")


class Judge:
    """Somebody at a desk on a real log."""

    def __init__(self, opened_desk):
        self.screen = DeskEyes()
        self.run = DeskRun(opened_desk, self.screen, system_clock, NoChores(), HallPrinters())
        self.run.begin()
        self.rules = opened_desk.setting.divisions[0].rules

    def keys(self, keys):
        for one in keys:
            self.run.key(pressed(one))
        return self

    def sign_on(self, by="AB", way="1"):
        return self.keys(f"{by}\n{way}" + "\n" * (len(self.rules.card.judge_checks) + 1))


# ---- opening -----------------------------------------------------------------------------------------------


def test_the_desk_keeps_the_log_for_as_long_as_it_runs(station, opened):
    opened()

    with pytest.raises(LogBusy, match="“kiosk desk”"):
        Log.open(station.folder, system_clock)


def test_where_the_station_runs_one_sentence_says_so_and_no_desk_starts(station):
    with (
        Log.open(station.folder, system_clock, turn=LockRequest("the station")),
        pytest.raises(LogBusy, match="The station is running and keeps this log"),
    ):
        open_desk(station.folder, system_clock, "6.9", windowed=True)


def test_the_start_says_which_window_it_is_and_which_lists_were_verified(station, opened):
    opened()

    assert station.records(Kind.STARTED)[-1]["window"] == "desk"
    assert station.records(Kind.LEXICON_LOADED)
    assert station.records(Kind.SELF_TEST)


def test_a_set_up_changed_by_hand_starts_no_desk_and_keeps_no_log(station):
    file = station.folder / "kiosk.toml"
    file.write_text(file.read_text(encoding="utf-8") + "\n# by hand\n", encoding="utf-8")

    with pytest.raises(SetupError, match="changed by hand"):
        open_desk(station.folder, system_clock, "6.9", windowed=True)

    assert station.records(Kind.STOPPED)[-1]["how"] == "refused"
    Log.open(station.folder, system_clock).close()


def test_a_rule_set_that_leaves_nothing_to_staff_starts_no_desk(tmp_path):
    station = Station(tmp_path / "data")
    rules = station.folder / "rulesets"
    rules.mkdir(parents=True)
    (rules / "players.toml").write_text(PLAYERS_ONLY, encoding="utf-8")
    set_up_at(staff_at(station.folder), tmp_path / "stick.toml", rules='"players"')

    with pytest.raises(RuleSetError, match="leaves no adjudication to staff"):
        open_desk(station.folder, system_clock, "6.9", windowed=True)


PLAYERS_ONLY = """
id = "players"
inherits = "naspa-2016"
title = "Players only"
short_title = "Players only"

[methods]
allowed = { value = ["self_station"], clause = "club rule 1" }
"""


# ---- ruling ------------------------------------------------------------------------------------------------


def test_a_ruling_is_on_record_with_judge_method_table_and_slip(station, opened):
    judge = Judge(opened()).sign_on().keys("12\n7\ncat zzzz\n\t")

    record = station.records(Kind.ADJUDICATION)[-1]
    assert (record["operator"], record["method"]) == ("AB", "word_judge_computer")
    assert (record["table"], record["slip"], record["words"]) == (12, 7, ["CAT", "ZZZZ"])
    assert judge.screen.pages[-1].mark is Verdict.UNACCEPTABLE


def move(folder):
    folder.rename(folder.with_name("elsewhere"))


def empty(folder):
    move(folder)
    folder.mkdir()


@pytest.mark.parametrize("vanish", [move, shutil.rmtree, empty], ids=["moved", "deleted", "emptied"])
def test_a_folder_that_vanishes_under_a_desk_rules_nothing_and_begins_no_log(station, opened, vanish):
    judge = Judge(opened()).sign_on().keys("12\n7\ncat\n\t\n12\n8\ndog\n")
    assert judge.screen.pages[-1].mark is None

    vanish(station.folder)
    judge.keys("\t")

    assert judge.screen.pages[-1].mark is None
    assert not station.folder.exists() or not list(station.folder.glob("*.db"))


def test_a_shift_is_on_record_from_its_beginning_to_its_end(station, opened):
    Judge(opened()).sign_on().keys("cat\n\t\n\x1b5\n\x1b")

    assert station.records(Kind.SHIFT_STARTED)[-1] == {"by": "AB", "method": "word_judge_computer"} | clock(
        station, Kind.SHIFT_STARTED
    )
    assert station.records(Kind.SHIFT_ENDED)[-1]["rulings"] == 1
    assert station.records(Kind.STOPPED)[-1]["how"] == "judge"


def clock(station, kind):
    return {"clock": station.records(kind)[-1]["clock"]}


def test_in_print_no_list_is_asked():
    rig = DeskRig().sign_on(way="2")

    rig.keys("12zzzz\n1\t")

    assert rig.list.looked_up == []
    assert (rig.rulings[-1]["method"], rig.rulings[-1]["verdict"]) == ("word_judge_book", "acceptable")


@pytest.mark.parametrize(
    ("words", "answer", "verdict"), [(STRANGE, "1", "acceptable"), (STRANGE, "2", "unacceptable")]
)
def test_a_referral_answered_in_print_gives_one_verdict_on_the_whole(words, answer, verdict):
    rig = DeskRig().sign_on().keys(f"12{' '.join(words).lower()} cat\n\t")

    rig.keys(f"{answer}\t")

    assert [ruling["verdict"] for ruling in rig.rulings] == ["refer", verdict]
    assert rig.rulings[-1]["after"]["seq"] == rig.log.records[-2].seq
    assert rig.page.mark is Verdict(verdict)


def test_a_referral_with_another_bad_word_is_unacceptable_whatever_print_says():
    rig = DeskRig().sign_on().keys("12characterize zz\n\t1\t")

    assert rig.rulings[-1]["verdict"] == "unacceptable"


def test_two_rulings_of_the_same_list_that_differ_rule_nothing():
    rig = DeskRig().sign_on().keys("12cat\n\t\n")
    rig.list.words = frozenset()

    rig.keys("13cat\n\t")

    assert isinstance(rig.state, NotRecorded)
    assert len(rig.rulings) == 1


def test_a_full_disk_shows_no_mark_and_says_that_nothing_was_ruled():
    class Full(FullDisk, DeskLog):
        full = False

        def append(self, body):
            return super().append(body) if self.full else DeskLog.append(self, body)

    log = Full()
    rig = DeskRig(log=log).sign_on()
    log.full = True

    rig.keys("12cat\n\t")

    assert (rig.page.mark, rig.page.page.headline) == (None, "NOT RECORDED")
    assert "disk full" in rig.page.page.lines[0]


def relieved(judge, by, way="1"):
    """Another judge begins a shift at the same desk."""
    return judge.keys("\x1b5\n\n").sign_on(by, way)


def rulings_on(station):
    return [one for one in read_records(log_path(station.folder)) if one.kind == Kind.ADJUDICATION]


def test_a_second_opinion_is_for_another_judge_and_refers_to_the_first(station, opened):
    judge = Judge(opened()).sign_on().keys("12\n7\ncat\n\t\n")
    judge.keys("③1\n")
    same = judge.run.state
    relieved(judge.keys("\x1b"), "CD").keys("③1\n\t")

    first, second = rulings_on(station)
    assert "AB has ruled on this already" in same.notice
    assert (second.data["operator"], second.data["after"]["seq"]) == ("CD", first.seq)
    assert second.data["opinion"] == 2
    assert judge.screen.pages[-1].page.lines[0].startswith("Second opinion on B-1, as it was ruled.")


def test_a_third_opinion_comes_only_where_two_differ_and_is_on_the_first(station, opened):
    judge = Judge(opened()).sign_on().keys("12cat\n\t\n")
    relieved(judge, "CD", "2").keys("③1\n2\t\n")  # in print, and print says no
    judge.keys("③2\n")
    same = judge.run.state

    relieved(judge.keys("\x1b"), "EF").keys("③2\n\t\n③3\n")

    first, second, third = rulings_on(station)
    assert "CD has ruled on this already" in same.notice
    assert [one.data["opinion"] for one in (second, third)] == [2, 3]
    assert {one.data["after"]["seq"] for one in (second, third)} == {first.seq}
    assert judge.run.state.notice == "There is a third opinion already. It is B-3."


def test_the_desk_and_the_command_line_give_opinions_by_one_law(station, opened):
    one = opened()
    Judge(one).sign_on().keys("12cat\n\t\n")
    close_log(one.opening, "judge")
    second = StaffChallenge(
        ("cat",), book=Verdict.UNACCEPTABLE, method="word_judge_book", after="B-1", opinion=2, operator="CD"
    )
    judge_by_command(staff_at(station.folder), second)

    judge = Judge(opened()).sign_on("EF").keys("③1\n\t")

    assert rulings_on(station)[-1].data["opinion"] == 3
    assert judge.screen.pages[-1].page.lines[0].startswith("Third opinion on B-1")


@pytest.mark.parametrize(
    ("again", "offered"),
    [
        ("12cat dog\n", True),
        ("12dog cat\n", True),
        ("dog cat\n", True),
        ("13cat dog\n", False),
        ("12cat\n", False),
    ],
)
def test_the_same_words_at_one_table_are_noticed(opened, again, offered):
    judge = Judge(opened()).sign_on().keys("12cat dog\n\t\n")

    judge.keys(again)

    assert (judge.run.state.same is not None) is offered
    assert ("Ruled in this round as B-1" in judge.screen.pages[-1].page.notice) is offered


def test_words_that_were_ruled_in_another_event_are_not_noticed(station, opened):
    one = opened()
    Judge(one).sign_on().keys("12cat dog\n\t\n")
    close_log(one.opening, "judge")
    OpenEvent(id="spring", name="Spring").run(staff_at(station.folder), Listener().tools())

    judge = Judge(opened()).sign_on().keys("12cat dog\n")

    assert judge.run.state.same is None


def test_the_same_words_become_another_opinion_with_one_key(station, opened):
    judge = Judge(opened()).sign_on().keys("12cat dog\n\t\n")

    relieved(judge, "CD").keys("12dog cat\n③\t")

    assert rulings_on(station)[-1].data["opinion"] == 2


def test_an_opinion_on_a_referral_that_print_answered_is_on_the_answer(tmp_path, opened):
    station = Station(tmp_path / "oldest")
    set_up_at(staff_at(station.folder), tmp_path / "oldest.toml", rules='"nsa-1998"')
    judge = Judge(opened(station.folder)).sign_on().keys("12zyxwvutsrqp\n\t2\t\n")
    referred, answer = rulings_on(station)

    relieved(judge, "CD").keys(f"③{referred.data['number']}\n")

    assert judge.run.state.slip.again.number == answer.data["number"]


def test_a_number_that_is_not_there_is_said_so(opened):
    judge = Judge(opened()).sign_on().keys("③99\n")

    assert "There is no ruling B-99 here" in judge.run.state.notice


# ---- time, faults, the end ---------------------------------------------------------------------------------


def test_after_five_minutes_without_a_key_the_words_are_hidden():
    rig = DeskRig().sign_on().keys("12cat\n")
    rig.clock.pass_ms(HIDE_MS)

    rig.run.ring()

    assert isinstance(rig.state, Hidden)
    rig.keys("\t")
    assert isinstance(rig.state, CheckingSlip)
    assert not rig.rulings


def test_a_key_that_comes_before_the_alarm_uncovers_and_does_not_rule():
    rig = DeskRig().sign_on().keys("12cat\n")
    rig.clock.pass_ms(HIDE_MS)

    rig.keys("\t")

    assert isinstance(rig.state, CheckingSlip)
    assert not rig.rulings


def test_the_alarm_is_set_for_the_minute_or_what_comes_before_it():
    rig = DeskRig().sign_on().keys("12cat\n")
    rig.clock.pass_ms(HIDE_MS - 500)

    rig.run.ring()

    assert rig.screen.rings_after_ms == 500


def test_a_fault_is_recorded_without_what_was_typed_and_nothing_is_ruled_after_it():
    rig = DeskRig().sign_on().keys("12cat\n")

    rig.run.fault(ValueError, ValueError("CAT"), None)
    rig.keys("\t")

    assert rig.log.of(Kind.FAULT) == [{"kind": "ValueError", "at": "an unknown place"}]
    assert rig.screen.plain
    assert not rig.rulings
    rig.run.key(LeaveAsked())
    assert rig.screen.exited == 0


def test_a_log_found_broken_ends_the_ruling():
    rig = DeskRig().sign_on()
    rig.chores.found = "The log does not hold."

    rig.run.tick()
    rig.keys("12cat\n\t")

    assert "The log does not hold." in rig.screen.plain
    assert not rig.rulings


def test_the_logs_chores_wait_while_a_slip_is_typed():
    rig = DeskRig().sign_on()
    rig.run.tick()
    rig.keys("12c")
    rig.run.tick()

    assert rig.chores.idle == [True, False]


def test_a_passcode_is_checked_at_the_door_of_the_desk():
    rig = DeskRig(setting(NSA, unguarded=False))

    rig.keys("AB\nwrong\n")
    refused = rig.state
    rig.clock.pass_ms(15_000)
    rig.keys("open\n")

    assert refused.message == "Not accepted."
    assert isinstance(rig.state, PickingWay)


def test_asked_to_stop_the_desk_ends_its_shift_and_gives_the_log_back():
    rig = DeskRig().sign_on().keys("12cat")

    rig.run.stop()

    assert rig.log.of(Kind.SHIFT_ENDED)
    assert rig.log.of(Kind.CLEARED)[-1]["words"] == ["CAT"]
    assert (rig.screen.exited, rig.log.journal[-1]) == (0, ("close",))


def test_more_words_than_one_are_ruled_on_together():
    rig = DeskRig(words=stage.GOOD).sign_on().keys("12cat dog za\n\t")

    assert rig.page.mark is Verdict.ACCEPTABLE
    assert rig.list.looked_up.count("CAT") == rig.list.looked_up.count("ZA")


# ---- dockets -----------------------------------------------------------------------------------------------


def test_a_docket_is_saved_by_one_key_where_the_second_copy_goes_and_never_over_another_file(
    station, opened, tmp_path, monkeypatch
):
    monkeypatch.setenv("HOME", str(tmp_path))
    judge = Judge(opened()).sign_on().keys("12cat\n\t④s")
    notice = judge.screen.pages[-1].page.notice
    file = next(tmp_path.glob("docket-*.txt"))
    judge.keys("s")
    again = judge.screen.pages[-1].page.notice
    file.write_text("somebody's own", encoding="utf-8")

    judge.keys("s")

    assert notice == again == f"It is in {file}"
    assert "exists already" in judge.screen.pages[-1].page.notice
    assert file.read_text(encoding="utf-8") == "somebody's own"
    assert len(list(tmp_path.glob("docket-*"))) == 1


def test_a_docket_that_cannot_be_saved_is_told(station, opened, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "gone"))

    judge = Judge(opened()).sign_on().keys("12cat\n\t④s")

    assert judge.screen.pages[-1].page.notice == "There is no folder to save it in. Put a stick in."


def test_a_printer_that_never_answers_is_given_up_and_its_process_ended():
    child, told, now_ms = FakeChild(), [], [0]
    beside = DocketPrinter(lambda: child, lambda filenos, busy: None, lambda: now_ms[0])
    beside.put("Hall", "Docket B-1", ("CAT",), told.append)

    beside.tick(PATIENCE_MS - 1)
    early = list(told)
    beside.tick(PATIENCE_MS)

    assert (early, told, child.killed) == ([], [NO_ANSWER], True)


def test_a_printing_process_that_ends_without_an_answer_is_told():
    child, told = FakeChild(), []
    beside = DocketPrinter(lambda: child, lambda filenos, busy: None, lambda: 0)
    beside.put("Hall", "Docket B-1", ("CAT",), told.append)
    child.said, child.gone = [b"what?", b"{}"], True

    beside.hear()

    assert told == [NO_ANSWER]


def test_a_docket_that_is_taken_or_refused_is_told_and_its_process_ends():
    children, told = FakeChildren(), []
    beside = DocketPrinter(children, lambda filenos, busy: None, lambda: 0)
    for printer in ("Hall", "jammed"):
        beside.put(printer, "Docket B-1", ("CAT",), told.append)
    beside.find(told.append)
    children[0].answer(None)
    children[1].fail("It did not take it.")
    children[2].answer(PrinterNames(("Hall",)))

    beside.hear()

    assert told == ["", "It did not take it.", ("Hall",)]
    assert [one.killed for one in children] == [True] * 3
    assert children[0].actions == [PrintLines("Hall", "Docket B-1", ("CAT",))]
