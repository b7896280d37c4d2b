"""The station with fakes all around it: recorded, then shown; closed when in doubt; opened by a passcode."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kiosk.core.challenge.checking import ARMING_MS, TOO_EARLY
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Effort, LoggedRuling, Place, Verdict
from kiosk.core.challenge.states import (
    Checking,
    Choosing,
    ChoosingDivision,
    Counting,
    DirectorNeeded,
    Entering,
    EnterPressed,
    Judging,
    KeysMoved,
    Left,
    Locked,
    OutOfService,
    Referred,
    Showing,
    TabPressed,
    TimedOut,
    TroubleFound,
    Typed,
    Unlocking,
    WithDirector,
)
from kiosk.core.challenge.step import step
from kiosk.core.challenge.wording import page
from kiosk.core.log.kinds import Kind, adjudication_body
from kiosk.core.setup.division import stamp
from kiosk.core.watch.violations import FOLD_MS, LONGEST_MS
from kiosk.core.words.lexicon import WordSource
from kiosk.errors import LexiconError, LogError
from kiosk.station.station import DIFFERS, NOT_SAVED, Collaborators, Station
from kiosk.storage.log.standing import read_standing
from kiosk.storage.log.writer import Log
from kiosk.storage.setup.closed_mark import ClosedMark
from tests.support import stage
from tests.support.fakes import (
    DIRECTOR,
    JUDGE,
    CountingList,
    DeadDisk,
    FlakyLog,
    FullDisk,
    LandingLog,
    ManualClock,
    Passcodes,
    Rig,
    Surface,
    identity,
    key,
    procedure,
    rig,
)
from tests.support.log_samples import StepClock

IDLE = Counting | ChoosingDivision
VERDICT = Showing | Referred

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

    def _ruled_on(self, adjudication):
        self._surface.show(Showing(0, proof(adjudication)))
        return super()._ruled_on(adjudication)


class ShowsAnyway(Station):
    """Broken on purpose: a log that fails is no reason to keep the players waiting."""

    def _ruled_on(self, adjudication):
        try:
            return super()._ruled_on(adjudication)
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

    ruling = [what for what in made.did("failed", "reopen") if what != ("failed", Kind.LOCKED)]
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


@pytest.mark.parametrize("keys", ["1QI\x1b2", "1QI\x1b3", "\x1b3", "\x1b4"])
def test_any_record_that_cannot_be_written_closes_the_station(keys):
    assert isinstance(rig(log=FullDisk).press(keys).state, OutOfService)


def test_a_record_beside_a_verdict_is_tried_again_too():
    made = rig(log=FlakyLog)

    made.press("1QI\x1b2")

    assert made.state == Counting(made.clock.now_ms)
    assert made.log.of(Kind.CLEARED)[0]["words"] == ["QI"]


# ---- what an adjudication says -----------------------------------------------------------------------------


def test_an_adjudication_holds_everything_known_at_tab():
    made = rig()
    made.clock.pass_ms(1000)
    made.press("2QI ")
    made.clock.pass_ms(7000)
    made.press("ZX\bA\n").wait(1000).wait(4000).press("\t")
    division = made.station.procedure.divisions[0]

    ruled = made.state.ruling.adjudication

    assert (ruled.words, ruled.declared, ruled.verdict) == (("QI", "ZA"), 2, Verdict.ACCEPTABLE)
    assert (ruled.method, ruled.operator) == ("self_station", None)
    assert (ruled.lexicon, ruled.long_lexicon) == (stamp(division.lexicon), None)
    assert ruled.rules == division.rule_stamp
    assert ruled.place == Place("d0", "open-2026", 3, None)
    assert ruled.effort == Effort(entry_ms=7000, verify_ms=5000, edits=1)
    assert ruled.consequence == "Challenger loses the turn"
    assert ruled.flags == ()
    assert made.log.of(Kind.ADJUDICATION) == [adjudication_body(ruled, "B-1", "test")]


@pytest.mark.parametrize(("typed", "table", "flags"), [("12\n", 12, ()), ("\n", None, ("no_table",))])
def test_the_table_number_goes_on_record_where_it_is_asked(typed, table, flags):
    ruled = rig(ask_table=True).enter("QI").press(typed).wait(1000).press("\t").state.ruling.adjudication

    assert (ruled.place.table, ruled.flags) == (table, flags)


def test_flags_come_from_the_list_the_circumstances_and_the_words():
    odd = replace(procedure().divisions[0], flags=("unofficial_list",))
    made = rig(divisions=(odd,))
    made.surface.circumstances = ("casual",)

    ruled = made.judge("AA", "AA").state.ruling.adjudication

    assert ruled.flags == ("casual", "duplicate_word", "unofficial_list")
    assert (ruled.words, ruled.verdict) == (("AA", "AA"), Verdict.ACCEPTABLE)


@pytest.mark.parametrize("keys", ["2QI ZA\b\b\b↓JO\n", "2QI ZA↓JO\n", "2QI \b\n"])
@pytest.mark.parametrize(("rules_id", "flagged"), [("wespa-5.1", True), ("naspa-2016", False)])
def test_words_added_or_taken_away_are_flagged_where_the_rules_forbid_it(keys, rules_id, flagged):
    """A-09: under WESPA the words are fixed on leaving the table; under NASPA until TAB."""
    ruled = rig(rules_id).press(keys).wait(1000).press("\t").state.ruling.adjudication

    assert ("list_changed_at_station" in ruled.flags) is flagged


def test_a_corrected_spelling_is_no_change_of_the_list():
    assert rig("wespa-5.1").press("1QX\bI\n").wait(1000).press("\t").state.ruling.adjudication.flags == ()


def test_each_division_is_judged_by_its_own_list_and_rules():
    journal = []
    lists = (WordSource(CountingList(("QI",), journal)), WordSource(CountingList(("ZA",), journal)))
    made = rig("naspa-2016", "wespa-5.1", sources=lists)

    first = made.judge("QI", division="1").state.ruling.adjudication
    made.wait(20_000)
    second = made.judge("QI", division="2").state.ruling.adjudication

    assert (first.verdict, first.place.division, first.rules.id) == (Verdict.ACCEPTABLE, "d0", "naspa-2016")
    assert (second.verdict, second.place.division, second.rules.id) == (
        Verdict.UNACCEPTABLE,
        "d1",
        "wespa-5.1",
    )


def test_a_long_list_is_named_on_the_record():
    long = identity("long", None, "cd" * 32)
    made = rig(divisions=(replace(procedure().divisions[0], long_lexicon=long),))

    assert made.judge("QI").state.ruling.adjudication.long_lexicon == stamp(long)


def test_a_play_only_a_book_can_settle_is_referred_and_recorded():
    made = rig("naspa-2013", sources=(WordSource(CountingList(), None, 10, True),))

    made.judge("TESTLONGWORD", "ZZX")

    assert isinstance(made.state, Referred)
    assert made.log.of(Kind.ADJUDICATION)[0]["verdict"] == "refer"


def test_the_ruling_number_counts_adjudications_only():
    made = rig()
    numbers = []
    for word in ("QI", "ZZX"):
        made.press("1QI\x1b2")
        numbers.append(made.judge(word).state.ruling.number)
        made.wait(30_000)

    assert numbers == ["B-1", "B-2"]


# ---- look-ups ----------------------------------------------------------------------------------------------


def check_nothing_is_looked_up_before_tab(build):
    """A whole challenge, with corrections and second thoughts: the list is first asked at TAB."""
    made = rig(build=build)
    made.press("3QI ZZX\b\b\bZA \x1b1CAT ").wait(1000).press("\b\bTS \n\n").wait(1000).press("←\x1b1").wait(
        1000
    )
    assert made.did("look_up") == []
    made.press("\t")
    assert {word for _, word in made.did("look_up")} == {"QI", "ZA", "CATS"}
    for keys in ("1QI\x1b2", "1QI\x1b3", "1ZZX\x1b4\x1b\x1b2"):
        other = rig(build=build)
        other.press(keys)
        assert other.did("look_up") == []
    other.press("1QI").wait(200_000)
    assert other.did("look_up") == []


class LooksUpEarly(Station):
    """Broken on purpose: each complete word is looked up while the next is typed."""

    def handle(self, event):
        super().handle(event)
        if isinstance(self.state, Entering) and len(self.state.lines[0]) > 1:
            self._sources[0].accepts(self.state.lines[0])


def test_nothing_is_looked_up_before_tab():
    check_nothing_is_looked_up_before_tab(Station)


def test_a_station_that_looks_up_early_is_caught():
    with pytest.raises(AssertionError):
        check_nothing_is_looked_up_before_tab(LooksUpEarly)


def check_one_tab_is_one_adjudication(build):
    made = rig(build=build)
    made.judge("QI").press("\t\t\t\n \t")

    assert len(made.log.of(Kind.ADJUDICATION)) == 1
    assert isinstance(made.state, Showing)


class JudgesTwice(Station):
    """Broken on purpose: each key counts double."""

    def _judged(self, order):
        super()._judged(order)
        return super()._judged(order)


def test_a_storm_of_tabs_is_one_adjudication():
    check_one_tab_is_one_adjudication(Station)


def test_a_station_that_judges_twice_is_caught():
    with pytest.raises(AssertionError):
        check_one_tab_is_one_adjudication(JudgesTwice)


# ---- the same words again ----------------------------------------------------------------------------------


def test_the_same_words_may_be_judged_again_in_any_order():
    made = rig()

    made.judge("QI", "ZZX").wait(30_000)
    made.judge("ZZX", "QI")

    assert isinstance(made.state, Showing)
    assert len(made.log.of(Kind.ADJUDICATION)) == 2


def test_a_repeat_that_differs_takes_the_station_out_of_service():
    """A-16: the list of one fingerprint gives two answers; nothing can be trusted, and nothing is shown."""
    made = rig()
    made.judge("QI").wait(30_000)
    listed = made.station._sources[0].main
    listed.words = frozenset()

    made.judge("QI")

    assert made.state == OutOfService(made.clock.now_ms, DIFFERS)
    assert len(made.log.of(Kind.ADJUDICATION)) == 1
    assert made.log.of(Kind.LOCKED) == [{"state": "out_of_service", "why": DIFFERS}]


@pytest.mark.parametrize(
    "other",
    [
        {"lexicon": identity(fingerprint="cd" * 32)},
        {"long_lexicon": identity("long", None, "cd" * 32)},
        {"rules": procedure("wespa-5.1").divisions[0].rules},
    ],
)
def test_another_list_or_rule_set_may_well_answer_otherwise(other):
    one = procedure().divisions[0]
    lists = (WordSource(CountingList(("QI",))), WordSource(CountingList(())))
    made = rig(divisions=(one, replace(one, id="d1", **other)), sources=lists)

    made.judge("QI", division="1").wait(30_000)

    assert isinstance(made.judge("QI", division="2").state, Showing)


def test_after_a_full_check_old_rulings_are_not_held_against_the_station():
    made = rig()
    made.judge("QI").wait(30_000)
    made.station.handle(TroubleFound("Something"))
    made.press(f"§{DIRECTOR}\n1")
    made.surface.restored[1][0].main.words = frozenset()

    assert isinstance(made.judge("QI").state, Showing)


# ---- other records -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wait_ms", "keys", "how", "after_ms"), [(20_000, "", "time", 20_000), (5000, "\n", "enter", 5000)]
)
def test_a_verdict_leaves_the_screen_with_a_record(wait_ms, keys, how, after_ms):
    made = rig()

    made.judge("QI").wait(wait_ms).press(keys)

    assert isinstance(made.state, Counting)
    assert made.log.of(Kind.CLOSED) == [{"seq": 1, "number": "B-1", "how": how, "after_ms": after_ms}]


def test_after_the_verdict_no_word_of_it_is_left_on_the_screen():
    made = rig()
    made.judge("CATS").wait(30_000)

    assert "CATS" not in repr(made.state)
    assert "CATS" not in repr(page(made.state, made.clock.now_ms, made.station.procedure, stage.AROUND))


@pytest.mark.parametrize(
    ("rules_id", "keys", "kind"),
    [
        ("naspa-2016", "2QI ZZ\x1b2", Kind.CLEARED),
        ("wespa-5.1", "2QI ZZ\x1b2", Kind.CLEARED),
        ("naspa-2016", "2QI ZZ\x1b3", Kind.CONCEDED),
    ],
)
def test_an_entry_ended_by_choice_is_recorded_without_a_verdict(rules_id, keys, kind):
    made = rig(rules_id)

    made.press(keys)

    assert made.log.of(kind) == [{"division": "d0", "words": ["QI", "ZZ"], "declared": 2}]
    assert made.log.of(Kind.ADJUDICATION) == []
    assert made.did("look_up") == []


def test_a_concession_is_not_offered_where_the_rules_know_none():
    made = rig("wespa-5.1").press("1QI\x1b3")

    assert isinstance(made.state, Choosing)
    assert made.log.records == []


@pytest.mark.parametrize("wait_ms", [60_000, 200_000])
def test_an_entry_nobody_touches_is_recorded_as_abandoned(wait_ms):
    made = rig().press("2QI Z").wait(wait_ms)

    assert isinstance(made.state, Counting)
    assert made.log.of(Kind.ABANDONED) == [{"division": "d0", "words": ["QI", "Z"], "declared": 2}]


@pytest.mark.parametrize("asleep_ms", [90_000, 3_600_000])
def test_a_key_after_a_sleep_ends_the_old_challenge_and_judges_nothing(asleep_ms):
    made = rig().enter("QI", "ZA")
    made.clock.pass_ms(asleep_ms)  # and no timer rang

    made.press("\t")

    assert isinstance(made.state, Counting)
    assert [record.kind for record in made.log.records] == [Kind.ABANDONED]


def test_a_verdict_that_slept_is_gone_at_the_first_tick():
    made = rig().judge("QI").wait(3000)
    made.clock.pass_ms(3_600_000)

    made.station.tick()

    assert isinstance(made.state, Counting)
    assert made.log.records[-1].data["how"] == "time"


def test_a_call_for_the_director_is_recorded_and_so_is_its_end():
    made = rig().press("1QI\x1b4").wait(60_000).press("\x1b")

    called, taken_back = made.log.of(Kind.DIRECTOR_NEEDED)
    assert (called["phase"], called["words"]) == ("called", ["QI"])
    assert taken_back == {"phase": "taken_back", "after_ms": 60_000}
    assert isinstance(made.state, Entering)


def test_a_call_that_the_director_answers_says_so():
    made = rig().press("\x1b4").wait(9000).press(f"§{DIRECTOR}\n1")

    assert made.log.of(Kind.DIRECTOR_NEEDED)[1] == {"phase": "answered", "after_ms": 9000}
    assert isinstance(made.state, Counting)


# ---- violations --------------------------------------------------------------------------------------------

FOCUS = "Another program took the keyboard"


def test_a_violation_is_recorded_and_discards_the_entry():
    made = rig().press("1QI")

    made.station.violated(FOCUS)

    assert made.state == Counting(made.clock.now_ms)
    assert made.log.of(Kind.VIOLATION) == [{"what": FOCUS, "lasted_ms": 0, "locks": False}]
    assert made.log.of(Kind.ABANDONED)[0]["words"] == ["QI"]


def test_three_violations_in_ten_minutes_lock_the_station():
    made = rig()
    for _ in range(3):
        made.clock.pass_ms(60_000)
        made.station.violated(FOCUS)

    assert made.state == Locked(made.clock.now_ms, FOCUS, "14:31")
    assert made.log.of(Kind.LOCKED) == [{"state": "locked", "why": FOCUS}]
    assert made.did("closed") == [("closed", FOCUS)]


def test_one_long_violation_locks_at_once():
    made = rig()

    made.station.violated(FOCUS, LONGEST_MS + 1)

    assert isinstance(made.state, Locked)


def test_the_echoes_of_a_violation_are_folded_and_counted_once_it_is_over():
    made = rig()
    for _ in range(50):
        made.station.violated(FOCUS)
        made.clock.pass_ms(100)
        made.station.tick()
    assert len(made.log.of(Kind.VIOLATION)) == 1
    made.clock.pass_ms(FOLD_MS)
    made.station.tick()
    made.station.tick()

    assert made.log.of(Kind.VIOLATION)[1:] == [{"what": FOCUS, "echoes": 49}]
    assert isinstance(made.state, Counting)


def test_echoes_are_not_lost_when_something_else_happens():
    made = rig()
    for what in (FOCUS, FOCUS, FOCUS, "The window was hidden"):
        made.station.violated(what)

    assert [(one["what"], one.get("echoes")) for one in made.log.of(Kind.VIOLATION)] == [
        (FOCUS, None),
        (FOCUS, 2),
        ("The window was hidden", None),
    ]


def test_echoes_that_cannot_be_recorded_close_the_station():
    made = rig(log=FlakyLog)
    made.log.failures = 0
    made.station.violated(FOCUS)
    made.station.violated(FOCUS)
    made.log.failures = 2
    made.clock.pass_ms(FOLD_MS)

    made.station.tick()

    assert isinstance(made.state, OutOfService)


def test_a_violation_that_cannot_be_recorded_closes_the_station():
    made = rig(log=FullDisk)

    made.station.violated(FOCUS)

    assert made.state.why == NOT_SAVED


@pytest.mark.parametrize("closed", [Locked(0, "x", ""), OutOfService(0, "x")])
def test_a_closed_station_records_violations_folded_and_stays_closed(closed):
    made = rig()
    made.station.begin(closed, remembered=True)

    for _ in range(3):
        made.station.violated(FOCUS)
        made.station.violated(FOCUS)  # seen again a moment later
        made.clock.pass_ms(2 * FOLD_MS)
        made.station.tick()

    assert made.state == closed
    told = [record.data for record in made.log.records]
    assert [each.get("locks") for each in told if "lasted_ms" in each] == [False] * 3
    assert [each["echoes"] for each in told if "echoes" in each] == [1] * 3


def test_what_cannot_be_recorded_of_a_locked_station_puts_it_out_of_service():
    made = rig(log=FullDisk)
    made.station.begin(Locked(0, "x", ""), remembered=True)

    made.station.violated(FOCUS)

    assert isinstance(made.state, OutOfService)


def test_one_that_never_rests_locks_too():
    made = rig()
    for _ in range(8):
        made.station.violated("Window hidden")
        made.clock.pass_ms(4900)

    assert isinstance(made.state, Locked)
    assert made.log.records[-2].data["lasted_ms"] > 30_000


def test_a_demonstration_is_never_locked():
    made = rig(unguarded=True)
    for _ in range(5):
        made.clock.pass_ms(60_000)
        made.station.violated(FOCUS)

    assert isinstance(made.state, Counting)
    assert not any(one["locks"] for one in made.log.of(Kind.VIOLATION))


def test_violations_before_an_unlock_are_forgiven():
    made = rig()
    made.station.violated(FOCUS, LONGEST_MS + 1)
    made.press(f"§{JUDGE}\n1")
    for _ in range(2):
        made.clock.pass_ms(60_000)
        made.station.violated(FOCUS)

    assert isinstance(made.state, Counting)


# ---- closed and opened again -------------------------------------------------------------------------------


def locked():
    made = rig()
    made.station.violated(FOCUS, LONGEST_MS + 1)
    return made


def out_of_service():
    made = rig()
    made.station.handle(TroubleFound("Something"))
    return made


def test_a_judge_may_resume_a_locked_station_but_not_end_the_program():
    made = locked().press(f"§{JUDGE}\n2")
    assert isinstance(made.state, WithDirector)

    made.press("1")

    assert isinstance(made.state, Counting)
    assert made.log.of(Kind.UNLOCK) == [{"role": "judge", "resumed": "locked"}]
    assert made.did("resumed", "leave") == [("resumed",)]


def test_a_judge_can_do_nothing_about_a_station_out_of_service():
    made = out_of_service().press(f"§{JUDGE}\n1")

    assert isinstance(made.state, Unlocking)
    assert made.did("restore", "resumed") == []


def test_a_director_resumes_a_station_after_everything_was_checked():
    made = out_of_service().press(f"§{DIRECTOR}\n1")

    assert isinstance(made.state, Counting)
    assert made.log.of(Kind.UNLOCK) == [{"role": "director", "resumed": "out_of_service"}]
    assert [what for what, *_ in made.did("restore", "resumed")] == ["restore", "resumed"]


def test_what_the_check_finds_keeps_the_station_out_of_service():
    made = out_of_service()
    made.surface.restored = LexiconError("The list does not match its fingerprint.")

    made.press(f"§{DIRECTOR}\n1")

    assert made.state == OutOfService(made.clock.now_ms, "The list does not match its fingerprint.")
    assert made.did("resumed") == []
    assert made.log.of(Kind.LOCKED)[-1]["why"] == "The list does not match its fingerprint."


def test_the_check_may_bring_a_new_set_up():
    made = out_of_service()
    made.surface.restored = (procedure("naspa-2016", "wespa-5.1"), made.surface.restored[1] * 2)

    made.press(f"§{DIRECTOR}\n1")

    assert made.state == ChoosingDivision(made.clock.now_ms)


def test_an_unlock_that_cannot_be_recorded_unlocks_nothing():
    made = locked()
    made.log.append = FullDisk(made.journal).append

    made.press(f"§{DIRECTOR}\n1")

    assert isinstance(made.state, OutOfService)
    assert made.did("resumed") == []


@pytest.mark.parametrize("made", [locked, out_of_service])
def test_a_wrong_passcode_opens_nothing_and_looking_at_the_door_leaves_no_record(made):
    station = made()
    before, records = station.state, len(station.log.records)

    for _ in range(3):
        station.press("§wrong\n12\x1b").wait(60_000)

    assert type(station.state) is type(before)
    assert len(station.log.records) == records
    assert station.did("passcode") == [("passcode", None)] * 3


def test_the_first_reason_for_being_out_of_service_stands():
    made = out_of_service()

    made.station.handle(TroubleFound("Another thing"))

    assert made.state.why == "Something"


def test_a_station_left_closed_begins_closed():
    made = rig()
    closed = OutOfService(5, "The record could not be saved.")

    made.station.begin(closed, remembered=True)

    assert made.surface.shown[-1] is made.state is closed
    assert made.did("append", "closed") == []


@pytest.mark.parametrize(
    ("closed", "state"),
    [(OutOfService(5, "No list"), "out_of_service"), (Locked(5, "No list", ""), "locked")],
)
def test_a_station_that_finds_itself_in_trouble_at_the_start_remembers_it(closed, state):
    made = rig()

    made.station.begin(closed)

    assert made.did("closed") == [("closed", "No list")]
    assert made.log.of(Kind.LOCKED) == [{"state": state, "why": "No list"}]


def test_the_director_may_let_the_program_end():
    made = rig().press(f"§{DIRECTOR}\n2")

    assert made.state == Left()
    assert made.did("leave") == [("leave",)]


def test_a_demonstration_needs_no_passcode_to_be_left():
    made = rig(unguarded=True).press("§")
    assert made.state == WithDirector(made.clock.now_ms, "demonstration", Counting(made.clock.now_ms))

    assert made.press("2").state == Left()
    assert made.did("passcode") == []


def test_the_station_shows_its_first_state_when_it_begins():
    made = rig("naspa-2016", "wespa-5.1")

    assert made.surface.shown == [ChoosingDivision(made.clock.now_ms)]


# ---- the extra-large view ----------------------------------------------------------------------------------


def test_the_large_view_is_shown_at_once_and_ends_with_the_challenge():
    made = rig()
    made.station.toggle_large()
    assert made.station.large is True
    made.judge("QI")
    assert made.station.large is True

    made.wait(30_000)

    assert made.station.large is False


def test_the_large_view_can_be_switched_off():
    made = rig()
    made.station.toggle_large()
    made.station.toggle_large()

    assert made.station.large is False
    assert len(made.surface.shown) == 3


# ---- an exception in the middle ----------------------------------------------------------------------------


class Broken:
    """A list that is not a list any more."""

    identity = stage.TinyList().identity

    def __contains__(self, word):
        raise ZeroDivisionError


def test_a_fault_while_judging_shows_nothing_and_then_closes():
    made = rig(sources=(WordSource(Broken()),))
    made.enter("QI")
    before = len(made.surface.shown)

    with pytest.raises(ZeroDivisionError):
        made.press("\t")
    made.station.handle(TroubleFound("The program met a fault."))

    assert made.surface.shown[before:] == [OutOfService(made.clock.now_ms, "The program met a fault.")]
    assert made.log.of(Kind.ADJUDICATION) == []


# ---- no way round the passcode -----------------------------------------------------------------------------

STORM = st.text("128 \t\n\b\x1b↓←§aqz⌛!", max_size=60)


def closed_under(state):
    """The closed state that *state* is or stands over, if any."""
    under = state.under if isinstance(state, Unlocking | WithDirector) else state
    return under if isinstance(under, Locked | OutOfService) else None


def check_only_a_passcode_opens(build, keys, trouble_first):
    made = rig(build=build)
    if trouble_first:
        made.station.handle(TroubleFound("Something"))
    else:
        made.station.violated(FOCUS, LONGEST_MS + 1)
    for character in keys:
        if character == "⌛":
            made.wait(31_000)
        elif character == "!":
            made.station.violated("Something else", LONGEST_MS + 1)
        else:
            made.press(character)
        assert closed_under(made.state) is not None


class EscapeOpens(Station):
    """Broken on purpose: ESC leads from a locked station to the players."""

    def handle(self, event):
        if isinstance(self.state, Locked) and event == key("\x1b"):
            self.state = Counting(0)
        super().handle(event)


@given(STORM, st.booleans())
def test_no_keys_and_no_time_lead_out_of_a_closed_station(keys, trouble_first):
    check_only_a_passcode_opens(Station, keys, trouble_first)


def test_a_station_that_opens_without_a_passcode_is_caught():
    with pytest.raises(AssertionError):
        check_only_a_passcode_opens(EscapeOpens, "a\x1b", trouble_first=False)


def started(folder, journal):
    """A run of the station on *folder*, which begins closed if the log or the mark beside it says so."""
    log = Log.open(folder, StepClock(), "B")
    mark = ClosedMark(folder)
    standing = read_standing(log.path)
    clock = ManualClock()
    how = procedure()
    lists = (WordSource(CountingList(journal=journal)),)
    surface = Surface(clock, journal, restored=(how, lists))
    surface.closed, surface.resumed = mark.set, mark.clear
    station = Station(how, lists, Collaborators(log, Passcodes(journal), surface))
    closed = None
    if standing.closed:
        closed = Locked(0, standing.closed, "") if standing.locked else OutOfService(0, standing.closed)
    elif mark.why():
        closed = OutOfService(0, mark.why())
    station.begin(closed, remembered=True)
    return Rig(station, log, surface, clock, journal)


@settings(max_examples=25)
@given(
    st.lists(
        st.sampled_from(["restart", "trouble", "violation", "§wrong\n", "\x1b", "1", "open", "⌛"]),
        max_size=12,
    )
)
def test_a_station_closed_stays_closed_over_any_restart_until_a_passcode_opens_it(tmp_path_factory, acts):
    folder = tmp_path_factory.mktemp("station")
    journal = []
    made = started(folder, journal)
    closed = False
    for act in acts:
        if act == "restart":
            made.log.close()
            made = started(folder, journal)
        elif act == "trouble":
            made.station.handle(TroubleFound("Something"))
            closed = True
        elif act == "violation":
            made.station.violated(FOCUS, LONGEST_MS + 1)
            closed = True
        elif act == "open":
            made.press(f"\x1b§{DIRECTOR}\n1")
            closed = False
        elif act == "⌛":
            made.wait(31_000)
        else:
            made.press(act)
        assert (closed_under(made.state) is not None) is closed
    made.log.close()


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

    @rule(character=st.sampled_from("12348 \n\b\x1b↑↓←aQz?§⌛"))
    def key(self, character):
        if character == "⌛":
            self.made.wait(1000)
        else:
            self.quietly(lambda: self.made.press(character))

    @rule()
    def tab(self):
        state = self.made.state
        counts = isinstance(state, Checking) and state.armed and not state.asking_table
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
        self.quietly(lambda: self.made.station.violated(FOCUS, lasted_ms))

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
                assert record.data == adjudication_body(
                    state.ruling.adjudication, state.ruling.number, "test"
                )

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
        drawn = page(made.state, made.clock.now_ms, made.station.procedure, stage.AROUND)
        if not isinstance(made.state, VERDICT):
            assert "ACCEPTABLE" not in drawn.headline


AnyStation.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestAnyStation = AnyStation.TestCase


def test_the_invariants_go_red_on_a_station_that_shows_before_it_records():
    """The state machine above is worth its name: the same invariant refuses the broken build."""
    machine = AnyStation()
    machine.made = rig(build=ShowsThenLogs)
    machine.made.enter("QI").press("\t")

    with pytest.raises(KeyError):
        machine.every_verdict_shown_is_on_record()


# ---- nothing of a single word ------------------------------------------------------------------------------


def check_records_and_pages_tell_nothing_of_a_word(build):
    """With one identity and any two of three words bad, the log and the screen are the same to the byte."""
    seen = set()
    for good in product((True, False), repeat=3):
        held = [word for word, is_good in zip(("QI", "ZA", "JO"), good, strict=True) if is_good]
        if len(held) == 3:
            continue
        made = rig(build=build, words=held)
        made.judge("QI", "ZA", "JO")
        drawn = page(made.state, made.clock.now_ms, made.station.procedure, stage.AROUND)
        made.wait(30_000)
        seen.add((drawn, *(record.body for record in made.log.records)))

    assert len(seen) == 1


class FlagsTheBadWord(Station):
    """Broken on purpose: a helpful hint in the record."""

    def _flags(self, checked, division):
        source = self._sources[checked.entry.division]
        bad = [f"bad_{word}" for word in checked.words if not source.accepts(word)]
        return (*super()._flags(checked, division), *bad)


class PutsBadWordsFirst(Station):
    """Broken on purpose: the words are sorted by what the list says of them."""

    def _adjudication(self, checked, verdict, verify_ms):
        made = super()._adjudication(checked, verdict, verify_ms)
        source = self._sources[checked.entry.division]
        return replace(made, words=tuple(sorted(made.words, key=source.accepts)))


def test_neither_record_nor_page_depends_on_which_word_is_bad():
    check_records_and_pages_tell_nothing_of_a_word(Station)


@pytest.mark.parametrize("broken", [FlagsTheBadWord, PutsBadWordsFirst])
def test_a_station_that_tells_which_word_is_bad_is_caught(broken):
    with pytest.raises(AssertionError):
        check_records_and_pages_tell_nothing_of_a_word(broken)


def test_the_station_and_the_machine_agree_on_every_key():
    """The station adds nothing to the machine: the same keys lead to the same states."""
    made, state = rig(), Counting(1_000_000)
    how: Procedure = made.station.procedure

    for character in "2QI ZZ\b\x1b1X \x1b4\x1b":
        made.press(character)
        for event in (key(character), KeysMoved((character,)), KeysMoved()):
            state, _ = step(state, event, made.clock.now_ms, how)

        assert made.state == state
    assert isinstance(made.state, Checking | Entering | DirectorNeeded)


def test_a_time_out_is_just_an_event():
    made = rig().enter("QI")
    made.clock.pass_ms(95_000)

    for event in (EnterPressed(), Typed("x"), TimedOut()):
        made.station.handle(event)

    assert isinstance(made.state, Counting)
    made.station.handle(TabPressed())
    assert made.did("look_up") == []


# ---- a key that comes when something was due ---------------------------------------------------------------


@pytest.mark.parametrize("late_ms", [0, 100, 5000])
def test_a_tab_that_comes_before_the_page_was_armed_judges_nothing_however_late_the_alarm_is(late_ms):
    made = rig().press("1QI\n")
    made.clock.pass_ms(ARMING_MS + late_ms)

    made.press("\t")

    assert (made.did("look_up"), made.state.armed, made.state.notice) == ([], False, TOO_EARLY)
    assert isinstance(made.wait(ARMING_MS).press("\t").state, Showing)


def test_a_key_that_goes_down_as_a_page_ends_is_known_to_the_page_that_comes_back():
    made = rig().enter("QI").press("\x1b")
    made.clock.pass_ms(21_000)

    made.station.key(KeysMoved(("W",)))

    assert (type(made.state), made.state.down) == (Checking, ("W",))
    made.wait(5000).press("\t")
    assert made.did("look_up") == []
