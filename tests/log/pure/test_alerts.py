"""Each alert, with what must raise it and what must not."""

import json
from dataclasses import dataclass

import pytest

from kiosk.log.alerts import Alert, Finding, Jumps, SplitWatch, by_ruling, find_in, scope_around, scopes
from kiosk.log.facts import Fact


@dataclass
class Room:
    """A handful of rulings, told in order; times are seconds after ten o'clock."""

    def __post_init__(self):
        self.rulings = []

    def rule(self, words, second=0, verdict="acceptable", **more):
        minute, rest = divmod(second, 60)
        at = (
            f"2026-05-{2 + minute // 1440:02d}T{10 + minute // 60 % 12:02d}:{minute % 60:02d}:{rest:02d}.000Z"
        )
        values = {
            "station": "",
            "epoch": "",
            "seq": len(self.rulings) + 1,
            "at": at,
            "event": "open",
            "division": "main",
            "round": 1,
            "table": 4,
            "words": json.dumps(words.split(), separators=(",", ":")),
            "verdict": verdict,
            "operator": None,
            "main_list": "f1",
            "long_list": None,
            "rules": "strict",
        }
        self.rulings.append(Fact(**(values | more)))
        return self

    def findings(self, jumps=()):
        watch = SplitWatch(forbidden=lambda rules: rules == "strict")
        told = (find_in(scope, Jumps(jumps), watch) for scope in scopes(reversed(self.rulings)))
        return [found for one in told for found in one]

    def alerts(self, jumps=()):
        """The alerts of the last ruling."""
        return set(by_ruling(self.findings(jumps)).get(self.rulings[-1].key, ()))


def two(first, second, seconds=60, first_more=None, second_more=None):
    """The alerts of *second* when it is ruled *seconds* after *first*."""
    return (
        Room()
        .rule(first, 0, **{"verdict": "unacceptable"} | (first_more or {}))
        .rule(second, seconds, **(second_more or {}))
        .alerts()
    )


@pytest.mark.parametrize(
    ("seconds", "first_more", "second_more"),
    [
        (179, {}, {}),
        (60, {"table": None}, {"table": None}),
        (60, {"table": None}, {"table": 9}),
        (60, {"division": None}, {}),
    ],
)
def test_other_words_soon_after_from_what_may_be_the_same_table_are_a_split_lookup(
    seconds, first_more, second_more
):
    assert Alert.SPLIT_LOOKUP in two("QUAZY", "JINX", seconds, first_more, second_more)


@pytest.mark.parametrize("rules", ["lenient", None])
def test_where_no_rule_forbids_it_only_a_known_table_makes_a_split_lookup(rules):
    more = {"rules": rules}

    assert Alert.SPLIT_LOOKUP in two("QUAZY", "JINX", 60, more, more)
    for tables in ((None, None), (None, 9), (9, None)):
        first, second = ({**more, "table": table} for table in tables)
        assert two("QUAZY", "JINX", 60, first, second) == set()
        assert two("QUAZY", "QUAZZY", 60, first, second) == {Alert.CORRECTED_ENTRY}


def test_the_answer_to_a_referral_is_no_second_ruling_on_the_same_words():
    referred = {"verdict": "refer", "operator": "AB"}

    assert two("QUAZYQUAZY", "QUAZYQUAZY", 60, referred, {"operator": "AB"}) == set()
    assert two("QUAZYQUAZY", "QUAZYQUAZY", 60, referred, referred) == {
        Alert.REPEAT,
        Alert.SAME_JUDGE_AGAIN,
    }


def test_who_has_the_last_word_is_the_rulebook_s_to_say():
    assert Alert.DIFFERING_REPEAT.meaning(180) == "The same words had another verdict before."


@pytest.mark.parametrize(
    ("first", "second", "seconds", "second_more"),
    [
        ("QUAZY", "JINX", 180, {}),
        ("QUAZY", "JINX", 60, {"table": 5}),
        ("QUAZY", "JINX", 60, {"division": "other"}),
        ("QUAZY", "QUAZY", 60, {}),
        ("QUAZY JINX", "JINX", 60, {}),
    ],
)
def test_later_words_other_tables_and_the_same_words_are_no_split_lookup(first, second, seconds, second_more):
    assert Alert.SPLIT_LOOKUP not in two(first, second, seconds, {}, second_more)


def test_the_word_looked_up_first_and_then_with_the_rest_of_its_play_is_a_split_lookup():
    assert two("JINX", "JINX WALTZ") == {Alert.SPLIT_LOOKUP}


def test_without_tables_only_the_entry_just_before_can_be_the_other_half():
    room = Room().rule("QUAZY", 0, table=None).rule("WALTZ", 30, table=3).rule("JINX", 60, table=None)

    earlier = [found.earlier for found in room.findings() if found.about == room.rulings[-1].key]

    assert earlier == [room.rulings[1].key]


def test_without_tables_two_stations_do_not_make_a_split_lookup():
    room = Room().rule("QUAZY", 0, table=None, station="A").rule("JINX", 20, table=None, station="B")

    assert room.alerts() == set()


def test_a_known_table_is_followed_from_station_to_station():
    room = Room().rule("QUAZY", 0, table=7, station="A").rule("JINX", 20, table=7, station="B")

    assert room.alerts() == {Alert.SPLIT_LOOKUP}


@pytest.mark.parametrize("second", ["JINX", "QUAZY", "QUAZY AA"])
@pytest.mark.parametrize("second_more", [{}, {"table": 9}, {"station": "B"}, {"division": "other"}])
def test_part_of_a_rejected_play_looked_up_by_anyone_in_the_round_is_reported(second, second_more):
    assert Alert.PART_OF_REJECTED in two("QUAZY JINX AA", second, 1200, {}, second_more)


@pytest.mark.parametrize(
    ("first", "second", "first_more", "second_more"),
    [
        ("QUAZY JINX", "JINX", {"verdict": "acceptable"}, {}),
        ("QUAZY JINX", "JINX QUAZY", {}, {}),
        ("QUAZY", "QUAZY", {}, {}),
        ("QUAZY JINX", "WALTZ", {}, {}),
        ("QUAZY JINX", "JINX", {}, {"round": 2}),
        ("QUAZY JINX", "JINX JINX", {}, {}),
        ("QUAZY JINX", "JINX", {"event": "other"}, {}),
    ],
)
def test_what_is_no_part_of_a_play_rejected_in_this_round_is_not(first, second, first_more, second_more):
    assert Alert.PART_OF_REJECTED not in two(first, second, 1200, first_more, second_more)


def test_the_same_words_again_in_the_round_are_a_repeat_in_whatever_order():
    assert two("QUAZY JINX", "JINX QUAZY", 1500, {}, {"verdict": "unacceptable", "table": 8}) == {
        Alert.REPEAT
    }


@pytest.mark.parametrize("second_more", [{"round": 2}, {"division": "other"}, {"event": "next"}])
def test_the_same_words_in_another_round_division_or_event_are_no_repeat(second_more):
    assert Alert.REPEAT not in two("QUAZY", "QUAZY", 1500, {}, {"verdict": "unacceptable"} | second_more)


def test_without_rounds_a_repeat_is_one_within_a_sitting():
    none = {"round": None, "verdict": "unacceptable"}

    assert Alert.REPEAT in two("QUAZY", "QUAZY", 3 * 3600, none, none)
    assert Alert.REPEAT not in two("QUAZY", "QUAZY", 7 * 3600, none, none)


def test_a_slip_of_the_fingers_put_right_is_a_corrected_entry_and_no_split():
    assert two("QUARZT JINX", "QUARTZ JINX") == {Alert.CORRECTED_ENTRY}


@pytest.mark.parametrize(("seconds", "second_more"), [(180, {}), (60, {"table": 5})])
def test_a_like_word_much_later_or_at_another_table_is_no_corrected_entry(seconds, second_more):
    assert Alert.CORRECTED_ENTRY not in two("QUARZT", "QUARTZ", seconds, {}, second_more)


@pytest.mark.parametrize(
    "second_more",
    [{}, {"round": 5}, {"division": "other"}, {"main_list": "f2"}, {"main_list": "f2", "table": 9}],
)
def test_another_verdict_on_the_same_words_is_a_differing_repeat(second_more):
    assert Alert.DIFFERING_REPEAT in two("QUAZY", "QUAZY", 600, {}, second_more)


@pytest.mark.parametrize(
    ("first_more", "second_more"),
    [
        ({}, {"verdict": "unacceptable"}),
        ({}, {"division": "other", "main_list": "f2"}),
        ({"verdict": "refer"}, {}),
        ({}, {"verdict": "refer"}),
    ],
)
def test_another_list_for_another_division_or_a_referral_is_no_differing_repeat(first_more, second_more):
    assert Alert.DIFFERING_REPEAT not in two("QUAZY", "QUAZY", 600, first_more, second_more)


def test_a_ruling_between_the_rounds_of_an_event_is_outside_rounds():
    assert Alert.OUTSIDE_ROUNDS in two("QUAZY", "JINX", 600, {}, {"round": None})


@pytest.mark.parametrize(
    ("first_more", "second_more"),
    [({}, {}), ({"round": None}, {"round": None}), ({}, {"round": None, "event": None})],
)
def test_rulings_in_a_round_or_of_an_event_without_rounds_or_without_event_are_not(first_more, second_more):
    assert Alert.OUTSIDE_ROUNDS not in two("QUAZY", "JINX", 600, first_more, second_more)


@pytest.mark.parametrize(
    "second_more", [{"main_list": "f2"}, {"long_list": "f9"}, {"main_list": "f2", "station": "B"}]
)
def test_another_list_in_the_same_division_of_the_event_is_a_list_change(second_more):
    assert Alert.LIST_CHANGE in two("QUAZY", "JINX", 600, {}, second_more)


@pytest.mark.parametrize(
    "second_more",
    [{}, {"main_list": "f2", "division": "other"}, {"main_list": "f2", "event": "next"}, {"station": "B"}],
)
def test_the_same_list_another_division_or_another_event_is_no_list_change(second_more):
    assert Alert.LIST_CHANGE not in two("QUAZY", "JINX", 600, {}, second_more)


def test_a_list_change_is_told_once_not_with_every_ruling_after_it():
    room = Room().rule("AA", 0).rule("QUAZY", 600, main_list="f2").rule("JINX", 1200, main_list="f2")

    told = [found.about[2] for found in room.findings() if found.alert is Alert.LIST_CHANGE]

    assert told == [2]


def test_a_time_before_that_of_the_ruling_before_is_a_clock_oddity():
    room = Room().rule("QUAZY", 600).rule("JINX", 300)

    assert Alert.CLOCK_ODDITY in room.alerts()


def test_a_recorded_jump_of_the_clock_between_two_rulings_is_a_clock_oddity():
    room = Room().rule("QUAZY", 0).rule("JINX", 600, seq=9)

    assert Alert.CLOCK_ODDITY in room.alerts(jumps=[("", "", 5)])


@pytest.mark.parametrize("jump", [("", "", 1), ("", "", 12), ("B", "", 5)])
def test_a_jump_before_both_after_both_or_at_another_station_is_none(jump):
    room = Room().rule("QUAZY", 0).rule("JINX", 600, seq=9)

    assert Alert.CLOCK_ODDITY not in room.alerts(jumps=[jump])


def test_clocks_of_two_stations_are_not_compared():
    room = Room().rule("QUAZY", 600, station="A").rule("JINX", 300, station="B")

    assert Alert.CLOCK_ODDITY not in room.alerts()


def test_the_same_words_judged_again_by_the_same_judge_are_told():
    judge = {"operator": "J1", "verdict": "unacceptable"}

    assert Alert.SAME_JUDGE_AGAIN in two("QUAZY", "QUAZY", 600, judge, judge)


@pytest.mark.parametrize(
    ("first", "second"),
    [("J1", "J2"), (None, None), ("J1", None)],
    ids=["another", "station", "judge then station"],
)
def test_another_judge_or_the_station_itself_is_not_the_same_judge(first, second):
    alerts = two("QUAZY", "QUAZY", 600, {"operator": first}, {"operator": second, "verdict": "unacceptable"})

    assert Alert.SAME_JUDGE_AGAIN not in alerts


def test_a_finding_names_the_earlier_ruling():
    room = Room().rule("QUAZY", 0).rule("JINX", 60)

    assert room.findings() == [Finding(Alert.SPLIT_LOOKUP, ("", "", 2), ("", "", 1))]


def test_the_gravest_alert_comes_first():
    room = Room().rule("QUAZY JINX", 0, "unacceptable").rule("JINX", 30).rule("JINX", 90, round=2)
    room.rule("AA", 100, event="next", table=1).rule("AI", 130, event="next", table=1)

    found = by_ruling(room.findings())

    assert [key[2] for key in found] == [5, 2]
    assert found["", "", 2] == (Alert.PART_OF_REJECTED,)


def test_only_the_newest_event_is_read_when_no_more_is_asked_for():
    def endless():
        yield Room().rule("AA", 600, seq=3).rulings[0]
        yield Room().rule("AI", 570, seq=2).rulings[0]
        yield Room().rule("ZZX", 0, seq=1, event="before").rulings[0]
        raise AssertionError("read further than the event before")

    newest = next(scopes(endless()))

    assert [ruling.seq for ruling in newest] == [2, 3]


def test_sittings_are_cut_where_six_hours_pass_without_an_event():
    room = Room().rule("AA", 0, event=None).rule("AI", 3600, event=None).rule("OE", 9 * 3600, event=None)

    assert [[one.seq for one in scope] for scope in scopes(reversed(room.rulings))] == [[3], [1, 2]]


@pytest.mark.parametrize(
    ("middle", "around"), [(1, [1, 2]), (2, [1, 2]), (3, [3, 4, 5]), (5, [3, 4, 5]), (6, [6])]
)
def test_the_surroundings_of_a_ruling_are_its_event_or_sitting(middle, around):
    room = Room().rule("AA", 0, event=None).rule("AI", 60, event=None).rule("OE", 120).rule("QI", 180)
    room.rule("ZEN", 200).rule("JINX", 260, event="next")
    back = [one for one in reversed(room.rulings) if one.seq <= middle]

    scope = scope_around(back, room.rulings[middle:])

    assert [one.seq for one in scope] == around


@pytest.mark.parametrize("alert", Alert)
def test_every_alert_says_its_rule_in_words(alert):
    assert alert.meaning(180).endswith(".")


def test_the_rule_on_split_look_ups_names_the_stations_own_window():
    assert "less than 30 seconds" in Alert.SPLIT_LOOKUP.meaning(30)


def test_no_alert_can_name_a_single_word():
    room = Room().rule("QUAZY JINX", 0, "unacceptable").rule("JINX", 30)

    assert all("JINX" not in repr(found) and "QUAZY" not in repr(found) for found in room.findings())


def test_a_clock_set_back_raises_no_split_look_up():
    """D-260 was ruled at 17:05, then the clock was set right, to 03:52: nothing was seconds before."""
    room = Room().rule("QUAZY", 25_500).rule("JINX", 0)

    assert Alert.SPLIT_LOOKUP not in room.alerts()
    assert Alert.CLOCK_ODDITY in room.alerts()


def test_what_was_ruled_before_the_clock_was_set_back_is_not_taken_up_again_later():
    room = Room().rule("QUAZY", 3600).rule("ZEN", 0, table=9).rule("JINX", 3630)

    assert Alert.SPLIT_LOOKUP not in room.alerts()


def test_an_event_with_a_schedule_has_rounds_even_if_no_ruling_fell_into_one():
    rulings = Room().rule("QUAZY", 0, round=None).rulings

    with_schedule = find_in(rulings, Jumps(), has_rounds=True)

    assert [found.alert for found in with_schedule] == [Alert.OUTSIDE_ROUNDS]
    assert find_in(rulings, Jumps()) == []


def test_a_part_of_a_play_that_is_itself_rejected_can_have_parts_too():
    room = Room().rule("QUAZY JINX ZAX", 0, "unacceptable", table=1)
    room.rule("JINX ZAX", 600, "unacceptable", table=2).rule("ZAX", 1200, table=3)

    parts = [found for found in room.findings() if found.alert is Alert.PART_OF_REJECTED]

    assert [(found.about[2], found.earlier[2]) for found in parts] == [(2, 1), (3, 1)]


def test_twice_as_many_rulings_of_one_instant_are_twice_the_work():
    """Counted, not timed. Each at a table of its own: nobody is near, and nobody must be looked at."""
    work = []
    for count in (500, 1000):
        held, room = CountedCompare(), Room()
        for number in range(count):
            room.rule(f"QUAZY JINX {'ABCDEFGH'[number % 8]}A", 0, "unacceptable", table=number + 1)
        find_in([ruling._replace(words=held.words(ruling.words)) for ruling in room.rulings], Jumps())
        work.append(held.compared)

    assert work[1] < 2.5 * work[0]


class CountedCompare:
    """Texts that count how often they are hashed: each comparison of plays hashes the words of one."""

    def __init__(self):
        self.compared = 0

    def words(self, text):
        counter = self

        class Counting(str):
            __slots__ = ()

            def split(self, sep=None, maxsplit=-1):
                return [Word(word) for word in str(self).split(sep, maxsplit)]

            def __getitem__(self, place):
                return Counting(str.__getitem__(self, place))

        class Word(str):
            __slots__ = ()

            def __hash__(self):
                counter.compared += 1
                return str.__hash__(self)

        return Counting(text)
