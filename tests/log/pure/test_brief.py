"""Records in brief: what a console keeps of each, whatever it holds."""

import json

import pytest

from kiosk.base.clock import is_day, parse_time, parse_typed_time
from kiosk.errors import LogError, WordError
from kiosk.log.alerts import comparable
from kiosk.log.brief import Brief, RowInBrief, brief
from kiosk.log.facts import Fact
from kiosk.log.kinds import Kind
from kiosk.words.play import as_looked_for, matcher

AT = "2026-05-02T09:00:00.000Z"
RULING = {
    "number": "B-9",
    "words": ["QUAZY", "JINX"],
    "verdict": "unacceptable",
    "method": "self_station",
    "division": "main",
    "event": "spring",
    "round": 1,
    "table": 4,
    "operator": None,
    "lexicon": {"fingerprint": "1" * 64},
    "long_lexicon": {"fingerprint": "2" * 64},
    "rules": {"id": "club"},
    "clock": {"offset_min": 120},
}


def told(body: object, kind: str = Kind.ADJUDICATION, at: str = AT) -> Brief:
    text = body if isinstance(body, str) else json.dumps(body)
    return brief(RowInBrief("s", "e", 7, at, kind, text), {}, fits=True)


def test_a_ruling_in_brief_has_its_place_its_play_and_what_alerts_compare() -> None:
    found = told(RULING)

    assert (found.event, found.division, found.round, found.table) == ("spring", "main", 1, 4)
    assert (found.number, found.letter, found.words) == ("B-9", "B", ("QUAZY", "JINX"))
    assert found.local_ms is not None
    assert found.at_ms is not None
    assert found.local_ms - found.at_ms == 120 * 60_000
    assert found.fact == Fact(
        *("s", "e", 7, AT, "spring", "main", 1, 4, '["QUAZY","JINX"]', "unacceptable", None),
        *("1" * 64, "2" * 64, "club"),
    )


def test_texts_that_stand_in_many_records_are_kept_once() -> None:
    shared: dict[str, str] = {}
    row = RowInBrief("s", "e", 7, AT, Kind.ADJUDICATION, json.dumps(RULING))

    one, other = brief(row, shared, fits=True), brief(row, shared, fits=True)

    assert one.fact is not None
    assert other.fact is not None
    assert one.fact.main_list is other.fact.main_list
    assert one.fact.words is other.fact.words
    assert one.fact.key == ("s", "e", 7)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "no JSON",
        "[1]",
        "[" * 100_000,
        "{}",
        '{"clock":5}',
        '{"words":5,"number":7,"round":"1","table":true}',
    ],
)
def test_whatever_a_ruling_holds_it_can_be_told_in_brief(body: str) -> None:
    found = told(body)

    assert (found.words, found.number, found.letter, found.round, found.table) == ((), "", "", None, None)
    assert found.fact is None


def test_a_play_that_is_no_play_is_compared_by_nobody() -> None:
    assert told({**RULING, "words": [1, 2]}).fact is None
    assert told({**RULING, "words": ['"', "A"]}).fact is not None


@pytest.mark.parametrize("at", ["", "yesterday", "2026-13-01T00:00:00Z"])
def test_a_record_without_a_time_has_none(at: str) -> None:
    found = told(RULING, at=at)

    assert (found.at_ms, found.local_ms, found.fact) == (None, None, None)


def test_a_time_without_a_zone_is_taken_for_utc() -> None:
    assert told(RULING, at="2026-05-02T09:00:00").at_ms == told(RULING).at_ms


@pytest.mark.parametrize(
    ("at", "offset"), [(AT, 10_000), ("9999-12-31T23:59:00Z", 120), ("0001-01-01T00:00Z", 0)]
)
def test_a_wall_clock_nobody_has_shows_no_time(at: str, offset: int) -> None:
    assert told({**RULING, "clock": {"offset_min": offset}}, at=at).local_ms is None


def test_a_set_clock_is_a_jump_and_a_new_boot_is_none() -> None:
    assert told({"reasons": ["jump"]}, Kind.CLOCK_JUMP).jump
    assert not told({"reasons": ["boot"]}, Kind.CLOCK_JUMP).jump
    assert not told({"reasons": ["jump"]}, Kind.NOTE).jump


def test_a_decision_says_what_it_is_about_if_that_can_be_told() -> None:
    assert told({"about": {"station": "s", "epoch": "e", "seq": 3}}, Kind.DECISION).about == ("s", "e", 3)
    assert told({"about": {"station": "s", "epoch": "e", "seq": "3"}}, Kind.DECISION).about is None
    assert told({"about": 3}, Kind.DECISION).about is None


def test_a_set_up_tells_the_letter() -> None:
    assert told({"letter": "C"}, Kind.SET_UP).letter == "C"
    assert told({"letter": 3}, Kind.SET_UP).letter == ""


@pytest.mark.parametrize(
    "change",
    [
        {"at": "then"},
        {"at": 5},
        {"at": "2026-05-02T09:00:00"},
        {"verdict": "perhaps"},
        {"words": None},
        {"words": "[]"},
        {"event": 5},
        {"round": "1"},
    ],
)
def test_an_odd_ruling_cannot_be_compared(change: dict[str, object]) -> None:
    fact = told(RULING).fact

    assert fact is not None
    assert comparable(fact)
    assert not comparable(fact._replace(**change))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "20260502", "2026-05-02T9", "2026-02-30", "2026-05-02T14:30:00+99:99"])
def test_what_is_no_time_is_refused_with_an_example(text: str) -> None:
    assert parse_time(text) is None
    with pytest.raises(LogError, match="2026-05-02T14:30"):
        parse_typed_time(text)


def test_a_date_is_a_day_and_a_date_with_a_time_is_none() -> None:
    assert is_day("2026-05-02")
    assert not is_day("2026-05-02T10:00")
    assert not is_day("2026-02-30")
    assert parse_typed_time("2026-05-02 10:00").hour == 10


@pytest.mark.parametrize(
    ("wanted", "fitting", "others"),
    [
        ("CAT", ["CAT"], ["CATS", "ACAT", "cat"]),
        ("C?T", ["CAT", "CUT"], ["CT", "CAAT"]),
        ("*AT", ["AT", "CAT", "THAT"], ["ATE"]),
        ("Q*Y", ["QUAZY", "QY"], ["QUAZYS"]),
        ("*A*B*", ["AB", "XAXBX"], ["BA"]),
        ("**", ["", "ANY"], []),
        ("A-7*", ["A-7", "A-77"], ["A.77", "B-7"]),
    ],
)
def test_wildcards_stand_for_letters_and_nothing_else_is_a_pattern(
    wanted: str, fitting: list[str], others: list[str]
) -> None:
    fits = matcher(wanted).fullmatch

    assert all(fits(word) for word in fitting)
    assert not any(fits(word) for word in others)


def test_many_stars_take_no_longer_than_the_word_is_long() -> None:
    assert matcher("*A" * 40 + "*B").fullmatch("A" * 20_000) is None


def test_what_is_looked_for_is_in_capitals_and_of_letters() -> None:
    assert as_looked_for("q?z*") == "Q?Z*"
    for text in ("", "A B", "É", '"', "A]"):
        with pytest.raises(WordError):
            as_looked_for(text)
