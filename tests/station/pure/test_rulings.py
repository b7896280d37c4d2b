"""What a ruling of the station says, what it is asked of, and what it never tells."""

from dataclasses import replace
from itertools import product

import pytest

from kiosk.log.bodies import AdjudicationBody
from kiosk.log.body import encode
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Effort, Place, Verdict
from kiosk.setup.divisions import stamp
from kiosk.station.choices import DirectorNeeded
from kiosk.station.closed import OutOfService
from kiosk.station.entry import Checking, Entering
from kiosk.station.events import (
    Cause,
    EnterPressed,
    KeysMoved,
    TabPressed,
    TimedOut,
    TroubleFound,
    Typed,
)
from kiosk.station.idle import Counting
from kiosk.station.machine import page, step
from kiosk.station.states import Procedure
from kiosk.station.station import DIFFERS, Station
from kiosk.station.verdict import Referred, Showing, Told
from kiosk.words.play import WordSource
from tests.support import stage
from tests.support.fakes import (
    DIRECTOR,
    CountingList,
    identity,
    key,
    procedure,
    rig,
)

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
    assert made.log.of(Kind.ADJUDICATION) == [encode(AdjudicationBody.of(ruled, "B-1", "test"))]


@pytest.mark.parametrize(("typed", "table", "flags"), [("12\n", 12, ()), ("\n\n", None, ("no_table",))])
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


@pytest.mark.parametrize("keys", ["2QI ZA\n\b\b\bJO\n", "2QI ZA\n\x1b22QI JO\n", "2QI \b\n"])
@pytest.mark.parametrize(("rules_id", "flagged"), [("wespa-5.1", True), ("naspa-2016", False)])
def test_words_exchanged_or_taken_away_are_flagged_where_the_rules_forbid_it(keys, rules_id, flagged):
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

    def _judge(self, order):
        super()._judge(order)
        return super()._judge(order)


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
    assert made.log.of(Kind.OUT_OF_SERVICE) == [{"why": DIFFERS}]


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
        drawn = page(made.state, made.clock.now_ms, made.station.procedure, stage.CONTEXT)
        made.wait(30_000)
        seen.add((drawn, *(record.body for record in made.log.records)))

    assert len(seen) == 1


class FlagsTheBadWord(Station):
    """Broken on purpose: a helpful hint in the record."""

    def _adjudication(self, order, verdict):
        made = super()._adjudication(order, verdict)
        source = self._sources[order.division]
        bad = [f"bad_{word}" for word in made.words if not source.accepts(word)]
        return replace(made, flags=(*made.flags, *bad))


class PutsBadWordsFirst(Station):
    """Broken on purpose: the words are sorted by what the list says of them."""

    def _adjudication(self, order, verdict):
        made = super()._adjudication(order, verdict)
        source = self._sources[order.division]
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

    for character in "2QI ZZ\b\x1b1X \x1b5\x1b":
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

    assert made.state == Told(made.clock.now_ms, Cause.TIME)
    made.station.handle(TabPressed())
    assert made.did("look_up") == []


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
