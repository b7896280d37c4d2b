"""What alerts see of rulings is what the log holds of them, name by name."""

from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.log import facts
from kiosk.log.alerts import Alert, Jumps, by_ruling, find_in, scopes
from kiosk.log.facts import Fact
from kiosk.log.merge_store import merge_logs
from kiosk.log.query_reader import open_reader
from kiosk.log.writer import Log
from kiosk.rules.ruling import ListStamp, Place, Verdict
from tests.support.log_samples import StepClock, adjudication

LONG = ListStamp("long", "Long list", None, "ef" * 32)
# Round, table, event and division of each ruling all differ from one another, and so do the words.
RULED = (
    (("QI", "ZA"), Verdict.UNACCEPTABLE, Place("premier", "open-2026", 3, 17), None),
    (("CAT",), Verdict.ACCEPTABLE, Place("premier", "open-2026", 3, 17), None),
    (("DOG",), Verdict.ACCEPTABLE, Place("premier", "open-2026", 3, 18), "J1"),
    (("QI",), Verdict.ACCEPTABLE, Place("premier", "open-2026", 4, 3), None),
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    with Log.open(tmp_path, StepClock(), "B") as opened:
        for words, verdict, place, operator in RULED:
            made = replace(adjudication(*words), verdict=verdict, place=place, operator=operator)
            opened.rule(replace(made, long_lexicon=LONG))
        return opened.path


def check_facts(found: list[Fact]) -> None:
    """Every fact of every ruling is what was recorded of it."""
    for fact, (words, verdict, place, operator) in zip(reversed(found), RULED, strict=True):
        assert (fact.event, fact.division, fact.round, fact.table) == (
            *(place.event, place.division, place.round, place.table),
        )
        assert fact.words == "[" + ",".join(f'"{word}"' for word in words) + "]"
        assert (fact.verdict, fact.operator) == (verdict, operator)
        assert (fact.main_list, fact.long_list) == ("ab" * 32, "ef" * 32)


def read_facts(path: Path, *, merged: bool = False) -> list[Fact]:
    with open_reader(path, merged=merged) as reader:
        return list(reader.facts.newest_first())


def test_every_fact_is_what_was_recorded(log: Path) -> None:
    check_facts(read_facts(log))


def test_every_fact_of_a_merged_file_is_what_was_recorded(log: Path, tmp_path: Path) -> None:
    merged = tmp_path / "merged.db"
    merge_logs([log], merged)

    check_facts(read_facts(merged, merged=True))


def found_alerts(path: Path) -> list[set[Alert]]:
    [scope] = scopes(read_facts(path))
    found = by_ruling(find_in(scope, Jumps()))
    return [set(found.get(fact.key, ())) for fact in scope]


SPLIT_AT_ONE_TABLE = [set(), {Alert.SPLIT_LOOKUP}, set(), set()]


def test_alerts_over_a_real_log_are_of_the_table_and_the_round_they_were_made_in(log: Path) -> None:
    assert found_alerts(log) == SPLIT_AT_ONE_TABLE


@pytest.mark.parametrize(
    ("one", "other"), [("round", "table"), ("event", "division"), ("main_list", "long_list")]
)
def test_two_columns_that_were_swapped_would_be_noticed(
    log: Path, monkeypatch: pytest.MonkeyPatch, one: str, other: str
) -> None:
    """Broken on purpose: a fact is looked for where another stands."""
    right = dict(facts.BODY_PATHS)
    swapped = {**right, one: right[other], other: right[one]}
    monkeypatch.setattr("kiosk.log.filters_reader.BODY_PATHS", swapped)

    with pytest.raises(AssertionError):
        check_facts(read_facts(log))
