"""`kiosk decision`, and how the log shows what was decided."""

import json

import pytest

from kiosk.log.kinds import Kind
from tests.support.command_line import JUDGE, Station, write_setup


@pytest.fixture
def station(tmp_path):
    """B-1 is acceptable, B-2 not; both by a runner, under a penalty that counts failures."""
    made = Station(tmp_path / "data")
    made.run("setup", "--from", write_setup(tmp_path / "s.toml", rules='"wespa-5.1"', penalty='"dingle"'))
    made.run("event", "open", "--yes")
    made.run("round", "start", "2")
    made.run("judge", "cat", "--table", "7", "--method", "runner", "--as", "AB")
    made.run("judge", "zzx", "--table", "7", "--method", "runner", "--as", "AB")
    return made


def decisions(station):
    return station.records(Kind.DECISION)


# ---- types -------------------------------------------------------------------------------------------------


def test_the_types_are_those_of_the_ruling_s_rule_set(station):
    shown = station.run("decision", "types", "B-1")

    assert shown.code == 0
    assert shown.out.startswith("WESPA 5.1, on B-1:\n")
    assert "failed_challenge       What an unsuccessful challenge costs (3.10.13)" in shown.out
    assert "improper_lookup" not in shown.out


def test_one_form_is_shown_whole_with_what_the_record_answers(station):
    shown = station.run("decision", "types", "B-1", "--type", "misadjudication").out

    assert "Which way was the ruling wrong? (on record: accepted)" in shown
    assert "as_written: By the text: The opponent has finished their turn. (3.10.11(b))" in shown
    assert "Has the opponent finished their turn? (only with wrong=refused)" in shown


def test_forms_are_given_to_other_programs(station):
    shown = json.loads(station.run("decision", "types", "B-1", "--json").out)

    failed = next(one for one in shown if one["type"] == "failed_challenge")
    assert failed["known"] == {"words": "1", "penalty": "dingle", "verdict": "acceptable"}
    seat = next(one for one in failed["questions"] if one["key"] == "seat")
    assert [one["id"] for one in seat["choices"]] == ["first", "second"]
    assert (seat["kind"], seat["required"]) == ("choice", False)


def test_without_a_ruling_the_types_are_the_set_up_s(station):
    assert station.run("decision", "types").out.startswith("WESPA 5.1:\n")
    assert station.run("decision", "types", "--rules", "nsa-1998").out.startswith("NSA 1998:\n")
    assert station.run("decision", "types", "--type", "nothing").code == 2


# ---- add ---------------------------------------------------------------------------------------------------


def test_a_decision_is_recorded_and_said(station):
    done = station.run("decision", "add", "B-1", "failed_challenge", "seat=first", "--as", "CD")

    [record] = decisions(station)
    assert done.code == 0
    assert done.out.startswith("No penalty: the challenger keeps the turn.\n")
    assert "On record as number" in done.out
    assert (record["by"], record["answers"]["seat"], record["table"]) == ("CD", "first", 7)


def test_a_preview_says_what_would_follow_and_records_nothing(station):
    yes = station.run("decision", "add", "B-1", "failed_challenge", "seat=first", "--preview", "--json")
    no = station.run("decision", "add", "B-1", "failed_challenge", "--preview")

    assert (yes.code, no.code) == (0, 1)
    assert json.loads(yes.out)["sentence"] == "No penalty: the challenger keeps the turn."
    assert no.out.startswith("Not known: say who challenged")
    assert decisions(station) == []


def test_what_is_recorded_is_given_to_other_programs(station):
    done = station.run(
        *("decision", "add", "B-2", "note", "--remark", "The slip was lost.", "--as", "CD", "--json")
    )

    shown = json.loads(done.out)
    assert (shown["type"], shown["number"], shown["remark"], shown["by"]) == (
        "note",
        "B-2",
        "The slip was lost.",
        "CD",
    )
    assert shown["body"]["about"]["seq"] < shown["seq"]


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (("B-1", "failed_challenge"), 4, "Not known: say who challenged"),
        (("B-2", "failed_challenge", "seat=first"), 4, "the challenge did not fail"),
        (("B-9", "note"), 4, "There is no ruling B-9"),
        (("B-1", "withdrawal"), 4, "has no decision “withdrawal”"),
        (("B-1", "note"), 4, "Still to be answered (remark)"),
        (("B-1", "note", "--remark", "x" * 201), 4, "a text of 1 to 200 printable characters"),
        (("B-1", "note", "--remark", "a\x1b]0;b\x07c"), 4, "printable characters"),
        (("B-1", "note", "--remark", "ok", "--round", "3"), 4, "The record says round 2"),
        (("B-1", "note", "--remark", "ok", "--corrects", "2"), 4, "Record 2 is no decision"),
        (("B-1", "note", "remark"), 2, ""),
        (("B-1", "note", "remark=a", "remark=b"), 2, ""),
        (("B-1", "note", "--as", "Ann Smith"), 2, ""),
    ],
)
def test_what_cannot_be_decided_is_one_sentence_and_no_record(station, args, code, sentence):
    refused = station.run("decision", "add", *args)

    assert (refused.code, decisions(station)) == (code, [])
    assert sentence in refused.sentence


def test_the_director_s_passcode_is_needed_and_a_judge_s_is_not_enough(station):
    station.set_passcodes()
    args = ("decision", "add", "B-1", "note", "--remark", "The slip was lost.")

    refused = station.run(*args, KIOSK_PASSCODE=JUDGE)
    done = station.as_director(*args)

    assert (refused.code, done.code, len(decisions(station))) == (4, 0, 1)


def test_one_that_stands_alone_knows_the_event_and_the_round(station):
    station.run("decision", "add", "-", "note", "--remark", "Water on the board.", "--table", "3")

    [record] = decisions(station)
    assert (record["event"], record["round"], record["table"]) == ("open-2026", 2, 3)
    assert "about" not in record


# ---- list, and the log -------------------------------------------------------------------------------------


@pytest.fixture
def decided(station):
    station.run("decision", "add", "B-1", "failed_challenge", "seat=first", "--as", "CD")
    first = decided_seq(station)
    station.run(
        *("decision", "add", "B-1", "failed_challenge", "seat=second", "--corrects", str(first)),
        *("--remark", "The other player challenged."),
    )
    return station


def decided_seq(station):
    return json.loads(station.run("decision", "list", "--json").out)[0]["seq"]


def test_decisions_are_listed_with_what_corrects_them(decided):
    shown = decided.run("decision", "list", "B-1").out
    both = json.loads(decided.run("decision", "list", "--event", "open-2026", "--json").out)

    assert f"Corrected by record {both[1]['seq']}." in shown
    assert "The other player challenged." in shown
    assert [one["corrected_by"] for one in both] == [both[1]["seq"], None]
    assert decided.run("decision", "list", "B-2").code == 0
    assert json.loads(decided.run("decision", "list", "B-2", "--json").out) == []


def test_the_ruling_shows_what_was_decided_on_it(decided):
    shown = decided.run("log", "show", "B-1").out

    assert shown.count("  decided      record") == 2
    assert "No penalty: the challenger keeps the turn. [3.10.13(c)(i)]" in shown
    assert "(corrected by record" in shown


def test_a_decision_reads_well_by_itself_and_in_a_list(decided):
    seq = decided_seq(decided)

    shown = decided.run("log", "show", str(seq)).out
    listed = decided.run("log", "list", "--kind", "decision").out
    corrected = decided.run("log", "show", str(seq + 1)).out

    assert shown.startswith(f"Record {seq}, decision\nNo penalty: the challenger keeps the turn.\n")
    for line in (
        "decision     failed challenge [3.10.13(c)(i)]",
        "about        B-1, record",
        "by           CD",
    ):
        assert line in shown
    assert f"corrects     record {seq}" in corrected
    assert f"corrects record {seq}" in listed
    assert "B-1: No penalty: the challenger keeps the turn. · 3.10.13(c)(i) · by CD" in listed


def test_nothing_in_a_decision_of_a_forged_log_acts_on_a_terminal(decided):
    body = {**decisions(decided)[0], "sentence": "\x1b[2Jgone", "remark": "\x1b]0;x\x07", "by": "\x9b"}
    from kiosk.log.bodies import decode
    from kiosk.log.writer import Log
    from tests.support.log_samples import StepClock

    with Log.open(decided.folder, StepClock(days=4000), "B") as log:
        log.append(decode(Kind.DECISION, body))

    for args in (("decision", "list"), ("log", "show", "B-1"), ("log", "list", "--kind", "decision")):
        assert not set("\x1b\x9b\x07") & set(decided.run(*args).out)


def test_before_anything_was_decided_that_is_said(station, tmp_path):
    assert "No decision is on record here." in station.run("decision", "list").out
    assert Station(tmp_path / "new").run("decision", "list").code == 4
