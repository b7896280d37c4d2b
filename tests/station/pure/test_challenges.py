"""A challenge at the station beside its ruling: other records, late keys, the extra-large view."""

import pytest

from kiosk.log.kinds import Kind
from kiosk.station.choices import Choosing
from kiosk.station.entry import ARMING_MS, Checking, Entering
from kiosk.station.events import KeysMoved
from kiosk.station.idle import Counting
from kiosk.station.machine import page
from kiosk.station.verdict import Showing, Told
from kiosk.station.wording import TOO_EARLY
from tests.support import stage
from tests.support.fakes import (
    DIRECTOR,
    rig,
)

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
    assert "CATS" not in repr(page(made.state, made.clock.now_ms, made.station.procedure, stage.CONTEXT))


@pytest.mark.parametrize(
    ("rules_id", "keys", "kind"),
    [
        ("naspa-2016", "2QI ZZ\x1b2", Kind.CLEARED),
        ("wespa-5.1", "2QI ZZ\x1b2", Kind.CLEARED),
        ("naspa-2016", "2QI ZZ\x1b3\n", Kind.CONCEDED),
        ("naspa-2016", "2QI ZZ\x1b4\n", Kind.CONCEDED),
    ],
)
def test_an_entry_ended_by_choice_is_recorded_without_a_verdict(rules_id, keys, kind):
    made = rig(rules_id)

    made.press(keys)

    [record] = made.log.of(kind)
    by = {"3": "challenger", "4": "challenged"}.get(keys[-2])
    said = {"division": "d0", "words": ["QI", "ZZ"], "declared": 2}
    assert record == ({**said, "by": by} if by else said)
    assert made.log.of(Kind.ADJUDICATION) == []
    assert made.did("look_up") == []


def test_a_concession_is_not_offered_where_the_rules_know_none():
    made = rig("wespa-5.1").press("1QI\x1b4\n")

    assert isinstance(made.state, Choosing)
    assert made.log.records == []


@pytest.mark.parametrize("wait_ms", [60_000, 200_000])
def test_an_entry_nobody_touches_is_recorded_as_abandoned(wait_ms):
    made = rig().press("2QI Z").wait(wait_ms)

    assert isinstance(made.state, Counting if wait_ms > 66_000 else Told)
    assert made.log.of(Kind.ABANDONED) == [{"division": "d0", "words": ["QI", "Z"], "declared": 2}]


@pytest.mark.parametrize("asleep_ms", [90_000, 3_600_000])
def test_a_key_after_a_sleep_ends_the_old_challenge_and_judges_nothing(asleep_ms):
    made = rig().enter("QI", "ZA")
    made.clock.pass_ms(asleep_ms)  # and no timer rang

    made.press("\t")

    assert isinstance(made.state, Told)
    assert [record.kind for record in made.log.records] == [Kind.ABANDONED]


def test_a_verdict_that_slept_is_gone_at_the_first_tick():
    made = rig().judge("QI").wait(3000)
    made.clock.pass_ms(3_600_000)

    made.station.tick()

    assert isinstance(made.state, Counting)
    assert made.log.records[-1].data["how"] == "time"


def test_a_call_for_the_director_is_recorded_and_so_is_its_end():
    made = rig().press("1QI\x1b5").wait(60_000).press("\x1b")

    assert [called["words"] for called in made.log.of(Kind.DIRECTOR_NEEDED)] == [["QI"]]
    assert made.log.of(Kind.CALL_ENDED) == [{"how": "taken_back", "after_ms": 60_000}]
    assert isinstance(made.state, Entering)


def test_a_call_that_the_director_answers_says_so():
    made = rig().press("\x1b2").wait(9000).press(f"§{DIRECTOR}\n1")

    assert made.log.of(Kind.CALL_ENDED) == [{"how": "answered", "after_ms": 9000}]
    assert isinstance(made.state, Counting)


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


# ---- the extra-large view ----------------------------------------------------------------------------------


def test_the_large_view_is_shown_at_once_and_ends_with_the_challenge():
    made = rig()
    made.station.toggle_large()
    assert made.station.large is True
    made.judge("QI")
    assert made.station.large is True

    made.wait(30_000)

    assert made.station.large is False


@pytest.mark.parametrize(("rules_ids", "chosen"), [(("naspa-2016",), ""), (("naspa-2016", "wespa-5.1"), "1")])
def test_nine_switches_the_large_view_for_one_challenge(rules_ids, chosen):
    made = rig(*rules_ids).press("9")
    assert made.station.large is True
    assert made.press(f"99{chosen}").station.large is True
    made.judge("QI")
    assert made.station.large is True

    assert made.wait(30_000).station.large is False


def test_a_division_that_was_chosen_and_left_leaves_no_large_view_behind():
    assert rig("naspa-2016", "wespa-5.1").press("91").wait(20_000).station.large is False


def test_the_large_view_can_be_switched_off():
    made = rig()
    made.station.toggle_large()
    made.station.toggle_large()

    assert made.station.large is False
    assert len(made.surface.shown) == 3
