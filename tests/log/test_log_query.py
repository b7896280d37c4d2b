"""Every filter against a plain reading of the same log, alone and together."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.errors import LogError, WordError
from kiosk.log.bodies import NoteBody
from kiosk.log.filters_reader import EVERYTHING, SUSPECTS, Filter
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import open_reader
from kiosk.log.reader import read_records, verify_log
from kiosk.log.schema import FACTS_INDEX, facts_index
from kiosk.log.writer import Log
from tests.support import event_generator

ENTRIES = {"cleared", "abandoned", "conceded", "decision", "event_opened", "event_closed", "night_closed"}


@pytest.fixture(scope="module")
def log(tmp_path_factory) -> Path:
    """A day with something of everything, and a casual evening before it."""
    story = event_generator.Story(3, "B")
    story.start()
    for words in (("QUAZY",), ("JINX", "QUAZY"), ("AA", "AA")):
        story.wait(300)
        story.rule(words)
    story.open_event("spring", "Spring Open")
    story.play_day(rounds=3, challenges=12)
    story.rule(("ZEN",), 3, operator="J1")
    story.add(Kind.ABANDONED, division="main", words=["QUAZY"], declared=2)
    story.jump(-3600)
    story.rule(("WALTZ",), 3, division="other")
    story.close_event()
    return event_generator.build(story, tmp_path_factory.mktemp("query"))


@pytest.fixture(scope="module")
def records(log):
    return list(read_records(log))


@pytest.fixture(scope="module", params=["with the index", "without it"])
def asked(request, log, tmp_path_factory):
    """The log as it is, and with the index of facts added or taken away."""
    path = tmp_path_factory.mktemp("indexed") / "log.db"
    path.write_bytes(log.read_bytes())
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"DROP INDEX IF EXISTS {FACTS_INDEX}")
        if request.param == "with the index":
            db.execute(facts_index("seq", "at"))
        db.commit()
    with open_reader(path) as reader:
        yield reader


def fits(record, **wanted) -> bool:
    """The same question, put to one record in plain Python."""
    data = record.data
    if record.kind is not Kind.ADJUDICATION and record.kind.value not in ENTRIES:
        return False
    for name, value in wanted.items():
        if name == "flag":
            if value not in data.get("flags", []):
                return False
        elif name == "words":
            if data.get("final") != value:
                return False
        elif data.get(name) != value:
            return False
    return True


QUESTIONS = [
    {"round": 2},
    {"table": 3},
    {"division": "other"},
    {"division": "main"},
    {"event": "spring"},
    {"verdict": "unacceptable"},
    {"method": "word_judge_computer"},
    {"flag": "casual"},
    {"flag": "duplicate_word"},
    {"words": 2},
    {"number": "B-2"},
    {"round": 1, "verdict": "acceptable"},
    {"round": 2, "verdict": "unacceptable", "words": 1, "division": "main"},
    {"table": 99},
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: "+".join(question))
def test_a_filter_finds_exactly_what_fits_newest_first(asked, records, question):
    expected = [record.seq for record in reversed(records) if fits(record, **question)]

    found = [one.record.seq for one in asked.find(Filter(**question))]

    assert found == expected
    assert asked.count(Filter(**question)) == len(expected)


@pytest.mark.parametrize("kind", [Kind.ADJUDICATION, Kind.CLOSED, Kind.ABANDONED, Kind.SET_UP])
def test_a_kind_can_be_asked_for(asked, records, kind):
    found = [one.record.seq for one in asked.find(Filter(kind=kind))]

    assert found == [record.seq for record in reversed(records) if record.kind is kind]


def test_a_kind_and_a_word_can_be_asked_for_together(asked):
    found = [one.record for one in asked.find(Filter(kind=Kind.ABANDONED, word="QUAZY"))]

    assert [record.data["words"] for record in found][:1] == [["QUAZY"]]


@pytest.mark.parametrize(
    ("word", "pattern"),
    [
        ("QUAZY", r"QUAZY"),
        ("quazy", r"QUAZY"),
        ("Q*", r"Q[A-Z]*"),
        ("??", r"[A-Z]{2}"),
        ("*Z*Y", r"[A-Z]*Z[A-Z]*Y"),
        ("?E*", r"[A-Z]E[A-Z]*"),
        ("A*Y", r"A[A-Z]*Y"),
        ("NOSUCHWORD", r"NOSUCHWORD"),
    ],
)
def test_a_word_is_found_by_its_pattern_and_never_across_two_words(asked, records, word, pattern):
    expected = [
        record.seq
        for record in reversed(records)
        if (record.kind is Kind.ADJUDICATION or record.kind.value in ENTRIES)
        and any(re.fullmatch(pattern, one) for one in record.data.get("words", []))
    ]

    assert [one.record.seq for one in asked.find(Filter(word=word))] == expected


@pytest.mark.parametrize("word", ["", "QI1", "Q-I", "É", "QI;", "[A-Z]"])
def test_what_cannot_be_a_word_is_refused_with_a_sentence(asked, word):
    with pytest.raises(WordError, match="cannot be looked for"):
        asked.count(Filter(word=word))


def test_times_bound_what_is_found(asked, records):
    since, until = records[20].at, records[60].at

    found = {one.record.seq for one in asked.find(Filter(since=since, until=until))}

    assert found == {record.seq for record in records if since <= record.at < until}


@pytest.mark.parametrize("limit", [1, 7, 10_000])
def test_no_more_than_the_limit_is_given(asked, records, limit):
    found = [one.record.seq for one in asked.find(EVERYTHING, limit)]

    assert found == [record.seq for record in reversed(records)][:limit]


@given(values=st.sampled_from(QUESTIONS), text=st.text(max_size=20).map(lambda text: f"no {text}"))
def test_nothing_typed_into_a_filter_is_run_as_sql(log, values, text):
    question = {**values, "division": text}

    with open_reader(log) as reader:
        assert reader.count(Filter(**question)) == 0


def test_what_is_read_is_what_was_written(asked, records):
    found = sorted((one.record for one in asked.find()), key=lambda record: record.seq)

    assert found == records


def test_a_reader_knows_whose_records_it_reads(asked, records):
    genesis = records[0].data

    one = next(iter(asked.find(limit=1)))

    assert (one.station, one.epoch) == (genesis["station"], genesis["epoch"])


def test_a_ruling_is_found_with_its_closing(asked, records):
    ruling = next(one for one in asked.find(Filter(number="b-2")))

    related = [other.record for other in asked.about(ruling)]

    assert [(other.kind, other.data["number"]) for other in related] == [(Kind.CLOSED, "B-2")]


def test_one_record_can_be_fetched_and_a_missing_one_is_none(asked, records):
    assert asked.one(5).record == records[4]
    assert asked.one(9999) is None


def test_facts_hold_what_the_detectors_need(asked, records):
    rulings = [record for record in reversed(records) if record.kind is Kind.ADJUDICATION]

    facts = list(asked.facts.newest_first())

    assert [fact[2] for fact in facts] == [record.seq for record in rulings]
    assert [json.loads(fact[8]) for fact in facts] == [record.data["words"] for record in rulings]
    assert {fact[11] for fact in facts} == {"1" * 64}


def test_facts_can_be_read_from_any_ruling_in_both_directions(asked):
    every = [fact[2] for fact in asked.facts.newest_first()]
    middle = every[len(every) // 2]

    assert [fact[2] for fact in asked.facts.newest_first(middle, 3)] == [seq for seq in every if seq < middle]
    assert [fact[2] for fact in asked.facts.after(middle)] == [seq for seq in reversed(every) if seq > middle]


def test_a_clock_that_was_set_is_told_and_a_new_boot_is_not(asked, records):
    jumps = {seq for *_, seq in asked.facts.clock_jumps()}

    assert jumps == {
        record.seq
        for record in records
        if record.kind is Kind.CLOCK_JUMP and record.data["reasons"] != ["boot"]
    }


@pytest.mark.parametrize("what", [*SUSPECTS, "verdicts"])
def test_every_sort_of_suspect_can_be_asked_for(asked, records, what):
    known = {record.seq for record in records if record.kind is Kind.ADJUDICATION}

    found = [seq for *_, seq in asked.facts.suspects(what)]

    assert set(found) <= known
    assert found == sorted(found, reverse=True)


def test_suspects_are_those_the_name_says(asked, records):
    by_seq = {record.seq: record.data for record in records}

    judged = [by_seq[seq] for *_, seq in asked.facts.suspects("operator")]
    outside = [by_seq[seq] for *_, seq in asked.facts.suspects("no_round")]
    clock = [by_seq[seq] for *_, seq in asked.facts.suspects("clock")]

    assert {data["operator"] for data in judged} == {"J1"}
    assert outside
    assert all(data["round"] is None and data["event"] == "spring" for data in outside)
    assert [data["words"] for data in clock] == [["WALTZ"]]


def test_a_reader_does_not_stop_the_writer(log, tmp_path):
    path = tmp_path / "log.db"
    path.write_bytes(log.read_bytes())
    story = event_generator.Story(begins=event_generator.Story().begins.replace(year=2027))

    with Log.open(tmp_path, story.reading) as writer, open_reader(path) as reader:
        found = reader.find()
        next(found)
        writer.append(NoteBody("written while somebody reads"))
        list(found)

    assert verify_log(path).status == "intact"


def test_a_missing_log_is_a_sentence(tmp_path):
    with pytest.raises(LogError, match="There is no log"), open_reader(tmp_path / "log.db"):
        pass
