"""The alerts of any rulings, held to a plain reading of their definitions that compares all with all."""

import json
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.console.alert_watch import Watching
from kiosk.log.alerts import SITTING, Alert, Finding, Jumps, SplitWatch, find_in, scopes
from kiosk.log.facts import Fact
from kiosk.rules.ruling import Relation, Verdict, relation

WATCH = SplitWatch(forbidden=lambda rules: rules == "strict")
WORDS = ("CAT", "CATS", "DOG", "JINX", "QUAZY", "QUAZEY", "ZEN")
BEGIN = datetime.fromisoformat("2026-05-02T10:00:00+00:00")


@st.composite
def rulings(draw: st.DrawFn) -> list[Fact]:
    now, made = BEGIN, []
    for seq in range(1, draw(st.integers(1, 14)) + 1):
        now += timedelta(seconds=draw(st.sampled_from((0, 1, 60, 179, 180, 400, -300, 7 * 3600))))
        words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
        made.append(
            Fact(
                *(draw(st.sampled_from("ab")), "", seq, now.isoformat(timespec="milliseconds")),
                draw(st.sampled_from(("open", "open", "open", None))),
                draw(st.sampled_from(("main", "main", None, "lower"))),
                draw(st.sampled_from((1, 1, 2, None))),
                draw(st.sampled_from((4, 4, 5, None))),
                json.dumps(words, separators=(",", ":")),
                draw(st.sampled_from(("acceptable", "unacceptable", "unacceptable", "refer"))),
                draw(st.sampled_from((None, "J1"))),
                draw(st.sampled_from(("f1", "f1", "f2"))),
                *(None, draw(st.sampled_from(("strict", "lax")))),
            )
        )
    return made


def words(fact: Fact) -> list[str]:
    return sorted(json.loads(fact.words))


def moment(fact: Fact) -> datetime:
    return datetime.fromisoformat(fact.at)


def periods(scope: list[Fact]) -> list[object]:
    sitting, found = 0, []
    for place, fact in enumerate(scope):
        if place and abs(moment(fact) - moment(scope[place - 1])) > SITTING:
            sitting += 1
        found.append((None, sitting) if fact.round is None else fact.round)
    return found


def plainly(scope: list[Fact], jumps: list[int]) -> set[Finding]:
    """All of it again, without any memory but the list itself."""
    found: set[Finding] = set()
    when = periods(scope)
    for place, fact in enumerate(scope):

        def tell(alert: Alert, earlier: Fact | None = None, fact: Fact = fact) -> None:
            found.add(Finding(alert, fact.key, earlier.key if earlier else None))

        of_round = [old for old, period in zip(scope[:place], when, strict=False) if period == when[place]]
        clock_and_lists(scope, place, jumps, tell)
        judged_again(scope[:place], of_round, fact, tell)
        part_of_rejected(of_round, fact, tell)
        neighbour(scope, place, tell)
    return found


def clock_and_lists(scope: list[Fact], place: int, jumps: list[int], tell) -> None:
    fact, before = scope[place], scope[:place]
    same = [old for old in before if old.station == fact.station]
    if same and (fact.at < same[-1].at or any(same[-1].seq < one <= fact.seq for one in jumps)):
        tell(Alert.CLOCK_ODDITY, same[-1])
    if fact.event is None:
        return
    if fact.round is None and any(one.round is not None for one in scope):
        tell(Alert.OUTSIDE_ROUNDS)
    own = [old for old in same if old.division == fact.division][-1:]
    first = own or [old for old in before if old.division == fact.division][:1]
    if first and first[0].main_list != fact.main_list:
        tell(Alert.LIST_CHANGE)


def judged_again(before: list[Fact], of_round: list[Fact], fact: Fact, tell) -> None:
    again = [old for old in of_round if (old.division, words(old)) == (fact.division, words(fact))]
    if again and not again[-1].verdict == Verdict.REFER != fact.verdict:
        tell(Alert.REPEAT, again[-1])
        if fact.operator is not None and fact.operator == again[-1].operator:
            tell(Alert.SAME_JUDGE_AGAIN, again[-1])
    if fact.verdict == Verdict.REFER:
        return
    by_list = [old for old in before if (old.main_list, words(old)) == (fact.main_list, words(fact))]
    for known in (by_list, again):
        ruled = [old for old in known if old.verdict != Verdict.REFER][-1:]
        if ruled and ruled[0].verdict != fact.verdict:
            tell(Alert.DIFFERING_REPEAT, ruled[0])
            return


def part_of_rejected(of_round: list[Fact], fact: Fact, tell) -> None:
    wholes = [
        old
        for old in of_round
        if old.verdict == Verdict.UNACCEPTABLE
        and len(words(old)) > len(words(fact))
        and not Counter(words(fact)) - Counter(words(old))
    ]
    if len(words(fact)) > 1:
        wholes.sort(key=lambda old: len(words(old)))
    if wholes:
        tell(Alert.PART_OF_REJECTED, wholes[0])


def neighbour(scope: list[Fact], place: int, tell) -> None:
    fact = scope[place]
    start = max(
        (one for one in range(1, place + 1) if moment(scope[one]) < moment(scope[one - 1])), default=0
    )
    recent = scope[start:place]
    fits = [old for old in recent if old.division == fact.division or None in (old.division, fact.division)]
    table = [old for old in fits if fact.table is not None and old.table == fact.table]
    here = [old for old in recent if old.station == fact.station][-1:]
    here = [old for old in here if old in fits and None in (old.table, fact.table)]
    last = max((*table[-1:], *here), key=scope.index, default=None)
    if last is None or moment(fact) - moment(last) >= timedelta(seconds=WATCH.window_s):
        return
    related = relation(words(last), Verdict(last.verdict), words(fact))
    shared = set(words(last)) & set(words(fact))
    suspect = None not in (last.table, fact.table) or fact.rules == "strict"
    if related is Relation.CORRECTED:
        tell(Alert.CORRECTED_ENTRY, last)
    elif suspect and (related is Relation.MORE_WORDS or (related is Relation.UNRELATED and not shared)):
        tell(Alert.SPLIT_LOOKUP, last)


@given(rulings(), st.lists(st.integers(1, 14), max_size=2))
def test_the_alerts_are_those_of_a_plain_comparison_of_all_with_all(made, jumps) -> None:
    keys = Jumps([(station, "", seq) for station in "ab" for seq in jumps])

    for scope in scopes(reversed(made)):
        assert set(find_in(scope, keys, WATCH)) == plainly(scope, jumps)


@given(rulings(), st.integers(0, 14))
def test_the_alerts_of_the_end_of_an_event_are_those_of_the_whole(made, first) -> None:
    for scope in scopes(reversed(made)):
        wanted = {fact.key for fact in scope[first:]}

        whole = [one for one in find_in(scope, Jumps(), WATCH) if one.about in wanted]

        assert find_in(scope, Jumps(), WATCH, first=first) == whole


@given(rulings(), st.lists(st.integers(1, 14), max_size=3))
def test_a_log_that_grows_has_the_alerts_of_the_whole_in_whichever_portions_it_is_read(made, cuts) -> None:
    watching = Watching(WATCH, lambda _: False)
    portions = sorted({0, len(made), *(min(cut, len(made)) for cut in cuts)})

    for first, last in pairwise(portions):
        watching.extend(made[first:last])

    whole = {one for scope in scopes(reversed(made)) for one in find_in(scope, Jumps(), WATCH)}
    assert {one for findings in watching.found.values() for one in findings} == whole


@pytest.mark.parametrize("sizes", [(4, 3), (3, 4)])
def test_a_part_of_two_rejected_plays_is_held_against_the_smaller(sizes) -> None:
    plays = [*(WORDS[2 : 2 + size] for size in sizes), WORDS[2:4]]
    scope = [
        Fact(
            *("a", "", seq, f"2026-05-02T1{seq}:00:00.000+00:00", "open", "main", 1, 4),
            *(json.dumps(play, separators=(",", ":")), "unacceptable", None, "f1", None, "strict"),
        )
        for seq, play in enumerate(plays, start=1)
    ]

    found = find_in(scope, Jumps(), WATCH)

    assert Finding(Alert.PART_OF_REJECTED, scope[2].key, scope[sizes.index(3)].key) in found
    assert set(found) == plainly(scope, [])
