"""A station with fakes around it: what is shown is on record before, whatever happens."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from kiosk.errors import LogError
from kiosk.log.bodies import AdjudicationBody
from kiosk.log.body import encode
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import LoggedRuling
from kiosk.station.closed import OutOfService
from kiosk.station.entry import Checking, Judging
from kiosk.station.events import Side, TabPressed
from kiosk.station.idle import ChoosingDivision, Counting
from kiosk.station.machine import page
from kiosk.station.station import NOT_SAVED, Station
from kiosk.station.verdict import Conceded, Referred, Showing
from kiosk.station.violations import LONGEST_MS
from tests.support import stage
from tests.support.fakes import (
    DIRECTOR,
    JUDGE,
    DeadDisk,
    FlakyLog,
    FullDisk,
    LandingLog,
    rig,
)

IDLE = Counting | ChoosingDivision
VERDICT = Showing | Referred
FOCUS = "Another program took the keyboard"

# ---- recorded, then shown ----------------------------------------------------------------------------------


def check_recorded_before_shown(build):
    """No verdict is ever shown that the log had not taken first, and with a full disk none at all."""
    for words in (("QI",), ("ZZX",), ("QI", "ZZX", "ZA")):
        made = rig(build=build)
        made.judge(*words)
        on_record = []
        for what, *about in made.did("rule", "show"):
            if what == "rule":
                on_record.append(about[0])
            elif isinstance(about[0], VERDICT):
                assert about[0].ruling in on_record
    for disk in (FullDisk, DeadDisk):
        made = rig(build=build, log=disk)
        made.judge("QI", "ZZX")
        assert not [state for state in made.surface.shown if isinstance(state, VERDICT)]
        assert isinstance(made.state, OutOfService)


def proof(adjudication):
    return LoggedRuling(0, "B-0", "", "", adjudication)


class ShowsThenLogs(Station):
    """Broken on purpose: the verdict is on the screen before it is on disk."""

    def _rule_on(self, adjudication):
        self._surface.show(Showing(0, proof(adjudication)))
        return super()._rule_on(adjudication)


class ShowsAnyway(Station):
    """Broken on purpose: a log that fails is no reason to keep the players waiting."""

    def _rule_on(self, adjudication):
        try:
            return super()._rule_on(adjudication)
        except LogError:
            return proof(adjudication)


def never_shown(made):
    return [(data["number"], data["how"], data["after_ms"]) for data in made.log.of(Kind.CLOSED)]


def test_a_ruling_that_landed_unseen_is_closed_as_never_shown_and_its_entry_not_called_abandoned():
    made = rig(log=LandingLog).judge("QI")

    assert isinstance(made.state, OutOfService)
    assert never_shown(made) == [("B-1", "never_shown", 0)]
    assert made.log.of(Kind.ABANDONED) == []


def test_a_ruling_whose_closing_failed_too_is_closed_when_the_station_is_back():
    made = rig(log=lambda journal: LandingLog(journal, failures=4)).judge("QI")
    assert never_shown(made) == []

    made.press("§").press(f"{DIRECTOR}\n1")

    assert isinstance(made.state, Counting)
    assert never_shown(made) == [("B-1", "never_shown", 0)]
    made.enter("QI").wait(10 * 60_000)
    assert len(made.log.of(Kind.ABANDONED)) == 1


def test_a_verdict_is_on_record_before_it_is_shown():
    check_recorded_before_shown(Station)


@pytest.mark.parametrize("broken", [ShowsThenLogs, ShowsAnyway])
def test_a_station_that_shows_before_it_records_is_caught(broken):
    with pytest.raises(AssertionError):
        check_recorded_before_shown(broken)


def test_no_state_is_shown_between_tab_and_verdict():
    made = rig()
    made.enter("QI")
    before = len(made.surface.shown)

    made.station.key(TabPressed())

    assert len(made.surface.shown) == before + 1
    assert [what for what, *_ in made.journal[-4:]] == ["look_up", "append", "rule", "show"]


def test_no_verdict_is_shown_when_the_log_fails():
    made = rig(log=FullDisk)

    made.judge("QI")

    assert made.surface.shown[-1] == OutOfService(made.clock.now_ms, NOT_SAVED)
    assert not any(isinstance(state, VERDICT | Judging) for state in made.surface.shown)


def test_a_failed_log_is_opened_again_once_and_then_no_more():
    made = rig(log=FullDisk)

    made.judge("QI")

    ruling = [what for what in made.did("failed", "reopen") if what != ("failed", Kind.OUT_OF_SERVICE)]
    assert ruling[:3] == [("failed", Kind.ADJUDICATION), ("reopen",), ("failed", Kind.ADJUDICATION)]
    assert made.did("failed").count(("failed", Kind.ADJUDICATION)) == 2


def test_a_log_that_comes_back_gives_the_verdict_and_one_record():
    made = rig(log=FlakyLog)

    made.judge("QI")

    assert isinstance(made.state, Showing)
    assert made.did("failed", "reopen") == [("failed", Kind.ADJUDICATION), ("reopen",)]
    assert len(made.log.of(Kind.ADJUDICATION)) == 1


def test_a_log_that_cannot_be_opened_again_closes_the_station():
    assert rig(log=DeadDisk).judge("QI").state.why == NOT_SAVED


@pytest.mark.parametrize("keys", ["1QI\x1b2", "1QI\x1b3\n", "1QI\x1b4\n", "\x1b2"])
def test_any_record_that_cannot_be_written_closes_the_station(keys):
    assert isinstance(rig(log=FullDisk).press(keys).state, OutOfService)


def test_a_record_beside_a_verdict_is_tried_again_too():
    made = rig(log=FlakyLog)

    made.press("1QI\x1b2")

    assert made.state == Counting(made.clock.now_ms, cleared=("QI",))
    assert made.log.of(Kind.CLEARED)[0]["words"] == ["QI"]


def test_a_concession_is_shown_only_once_it_is_on_record():
    made = rig()

    made.press("1QI\x1b3\n")

    assert made.state == Conceded(made.clock.now_ms, Side.CHALLENGER, 1)
    before_shown = made.journal[: made.journal.index(("show", made.state))]
    said = {"division": "d0", "words": ["QI"], "declared": 1, "by": "challenger"}
    assert ("append", Kind.CONCEDED, said) in before_shown
    assert not any(isinstance(one, Conceded) for one in rig(log=FullDisk).press("1QI\x1b3\n").surface.shown)


# ---- anything at all ---------------------------------------------------------------------------------------

WORDS = ("QI", "ZA", "ZZX", "CAT")


class AnyStation(RuleBasedStateMachine):
    """Random fingers, time, violations and a failing disk against one station, by two rule sets."""

    @initialize(
        rules=st.sampled_from([("naspa-2016",), ("wespa-5.1",), ("naspa-2016", "wespa-5.1")]),
        ask_table=st.booleans(),
        good=st.sets(st.sampled_from(WORDS)),
    )
    def begin(self, rules, ask_table, good):
        self.made = rig(*rules, log=FlakyLog, words=good, ask_table=ask_table)
        self.made.log.failures = 0
        self.tabs = 0

    @rule(character=st.sampled_from("0123489 \n\b\x1b↑↓←aQz?§⌛"))
    def key(self, character):
        if character == "⌛":
            self.made.wait(1000)
        else:
            self.quietly(lambda: self.made.press(character))

    @rule()
    def tab(self):
        state = self.made.state
        counts = isinstance(state, Checking) and state.armed
        self.tabs += counts
        look_ups = len(self.made.did("look_up"))
        self.made.press("\t")
        assert counts == (len(self.made.did("look_up")) > look_ups)

    @rule(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
    def challenge(self, words):
        if isinstance(self.made.state, IDLE):
            several = isinstance(self.made.state, ChoosingDivision)
            self.quietly(lambda: self.made.enter(*words, division="1" if several else ""))

    @rule(ms=st.sampled_from([10, 1000, 3000, 20_000, 95_000]))
    def wait(self, ms):
        self.quietly(lambda: self.made.wait(ms))

    @rule(lasted_ms=st.sampled_from([0, LONGEST_MS + 1]))
    def violate(self, lasted_ms):
        self.quietly(lambda: self.made.station.on_violation(FOCUS, lasted_ms))

    @rule()
    def tick(self):
        self.quietly(self.made.station.tick)

    @rule(failures=st.sampled_from([1, 2]))
    def disk_fails(self, failures):
        self.made.log.failures = failures

    @rule(passcode=st.sampled_from([DIRECTOR, JUDGE, "wrong"]))
    @precondition(lambda self: not isinstance(self.made.state, VERDICT))
    def door(self, passcode):
        self.quietly(lambda: self.made.press(f"\x1b§{passcode}\n1"))

    def quietly(self, act):
        """Do *act*, by which nothing may be looked up."""
        before = len(self.made.did("look_up"))
        act()
        assert len(self.made.did("look_up")) == before

    @invariant()
    def every_verdict_shown_is_on_record(self):
        records = {record.seq: record for record in self.made.log.records}
        for state in self.made.surface.shown[-6:]:
            if isinstance(state, VERDICT):
                record = records[state.ruling.seq]
                assert record.hash == state.ruling.hash
                body = AdjudicationBody.of(state.ruling.adjudication, state.ruling.number, "test")
                assert record.data == encode(body)

    @invariant()
    def one_tab_is_at_most_one_adjudication(self):
        assert len(self.made.log.of(Kind.ADJUDICATION)) <= self.tabs

    @invariant()
    def no_state_is_shown_while_judging(self):
        assert not isinstance(self.made.surface.shown[-1], Judging)
        assert self.made.surface.shown[-1] == self.made.state

    @invariant()
    def the_page_can_be_drawn_and_holds_no_verdict_before_one_is_logged(self):
        made = self.made
        drawn = page(made.state, made.clock.now_ms, made.station.procedure, stage.CONTEXT)
        if not isinstance(made.state, VERDICT):
            assert "ACCEPTABLE" not in drawn.headline


@pytest.mark.hypothesis
def test_whatever_happens_at_a_station_its_invariants_hold():
    run_state_machine_as_test(AnyStation, settings=settings(max_examples=60, stateful_step_count=40))


def test_the_invariants_go_red_on_a_station_that_shows_before_it_records():
    """The state machine above is worth its name: the same invariant refuses the broken build."""
    machine = AnyStation()
    machine.made = rig(build=ShowsThenLogs)
    machine.made.enter("QI").press("\t")

    with pytest.raises(KeyError):
        machine.every_verdict_shown_is_on_record()
