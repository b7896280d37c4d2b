"""`kiosk log verify`, `kiosk log head` and `kiosk log merge`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.log.chain import check_code
from kiosk.log.reader import read_records
from tests.support import event_generator
from tests.support.log_samples import rewrite_in_tune, tamper
from tests.support.log_story import asked, build_story, run


@pytest.fixture
def folder(tmp_path) -> Path:
    event_generator.build(build_story(), tmp_path / "data")
    return tmp_path / "data"


def test_verify_says_intact_and_not_witnessed(folder):
    code, found = asked(folder, "verify")

    assert code == 0
    assert {key: found[key] for key in ("status", "witnessed", "first_bad", "count")} == {
        "status": "intact",
        "witnessed": False,
        "first_bad": None,
        "count": 16,
    }


def test_what_head_prints_witnesses_the_log_later(folder):
    head = asked(folder, "head")[1]

    code, found = asked(folder, "verify", "--head", head["code"], "--count", str(head["count"]))

    assert (code, found["witnessed"], found["head"]) == (0, True, head["head"])


def test_head_in_words_is_what_goes_on_paper(folder):
    head = asked(folder, "head")[1]

    _, out, _ = run(folder, "head")

    assert all(text in out for text in (head["station"], head["head"], head["code"], head["at"], "16"))


def test_verify_of_a_changed_log_is_1_and_names_the_record(folder):
    with closing(sqlite3.connect(folder / "log.db")) as db, db:
        db.execute("DROP TRIGGER no_change")
        db.execute("UPDATE records SET body = replace(body, 'QUAZY', 'QUIZY') WHERE seq = 8")

    code, found = asked(folder, "verify")

    assert (code, found["status"], found["first_bad"]) == (1, "broken", 8)
    assert "Broken." in run(folder, "verify")[1]


@pytest.mark.parametrize("content", [None, b"", b"not a database at all, only text"])
def test_verify_of_what_cannot_be_read_is_4(tmp_path, content):
    if content is not None:
        (tmp_path / "log.db").write_bytes(content)

    code, found = asked(tmp_path, "verify")

    assert (code, found["status"]) == (4, "unreadable")


def test_merged_logs_are_listed_verified_and_reported_together(folder, tmp_path):
    other = event_generator.Story(3, "C")
    other.open_event("spring", "Spring Open")
    other.round = 1
    other.wait(1100)
    other.rule(("QUAZY",), 4)
    other.close_event()
    event_generator.build(other, tmp_path / "c")
    target = str(tmp_path / "all.db")

    code, merged = asked(folder, "merge", str(folder), str(tmp_path / "c"), "--out", target)
    _, listed = asked(folder, "list", "--merged", target, "--alert", "part_of_rejected")
    verified, chains = asked(folder, "verify", "--merged", target)
    _, figures = asked(folder, "report", "--merged", target)

    assert code == 0
    assert [one["letter"] for one in merged["stations"]] == ["B", "C"]
    assert sorted(one["number"] for one in listed) == ["B-3", "C-1"]
    assert (verified, chains["status"], len(chains["stations"])) == (0, "intact", 2)
    assert figures["total"] == 5


def test_a_log_that_does_not_verify_makes_merge_say_no(folder, tmp_path):
    with closing(sqlite3.connect(folder / "log.db")) as db, db:
        db.execute("DROP TRIGGER no_change")
        db.execute("UPDATE records SET at = '2026-05-02T07:00:00.000Z' WHERE seq = 8")

    event_generator.build(build_story(), tmp_path / "good")

    code, _, err = run(
        folder, "merge", str(folder), str(tmp_path / "good"), "--out", str(tmp_path / "all.db")
    )

    assert code == 1
    assert "was not merged" in err


def test_where_no_log_verifies_merge_is_4_and_makes_no_file(folder, tmp_path):
    tamper(folder / "log.db", "UPDATE records SET at = '2026-05-02T07:00:00.000Z' WHERE seq = 8")

    code, out, sentence = run(folder, "merge", str(folder), "--out", str(tmp_path / "all.db"))

    assert (code, out) == (4, "")
    assert "Nothing was merged" in sentence
    assert not (tmp_path / "all.db").exists()


def test_a_merged_file_does_not_take_the_place_of_a_file_of_the_station(folder):
    code, _, sentence = run(folder, "merge", str(folder), "--out", str(folder / "access"))

    assert (code, "belongs to the station" in sentence) == (4, True)
    assert not (folder / "access").exists()


@pytest.mark.parametrize("count", [("--count", "3"), ()], ids=["with its number", "alone"])
def test_a_code_that_was_noted_wrongly_is_not_called_tampering(folder, count):
    """Nobody can tell it from a record that was replaced: it says so, and what to compare."""
    third = list(read_records(folder / "log.db"))[2].hash

    code, out, _ = run(folder, "verify", "--head", "1234-5678-9abc-def0", *count)

    assert code == 1
    assert out.startswith("Not as noted. The noted code is not in this log, whose chain is intact.")
    assert "noted or typed wrongly" in out
    assert "Broken" not in out
    assert (f"(record 3 has {check_code(third)})" in out) is bool(count)


def test_a_log_that_was_cut_or_changed_is_called_broken_as_before(folder):
    short = run(folder, "verify", "--count", "30")
    tamper(folder / "log.db", "UPDATE records SET at = '2026-01-01T00:00:00.000Z' WHERE seq = 3")
    changed = run(folder, "verify", "--head", "1234-5678-9abc-def0", "--count", "3")

    assert short[1].startswith("Broken. Record 17 is missing")
    assert changed[1].startswith("Broken. Record 3")


def test_a_head_that_is_not_the_noted_one_leaves_the_records_before_it(folder):
    records = list(read_records(folder / "log.db"))

    code, found = asked(folder, "verify", "--count", "3", "--head", "f" * 16)

    assert (code, found["first_bad"], found["count"], found["head"]) == (1, 3, 2, records[1].hash)


@pytest.fixture
def merged(folder, tmp_path) -> str:
    run(folder, "merge", str(folder), "--out", str(tmp_path / "all.db"))
    return str(tmp_path / "all.db")


def test_verify_of_a_merged_file_has_the_keys_others_rely_on(folder, merged):
    code, found = asked(folder, "verify", "--merged", merged)

    assert code == 0
    assert {key: found[key] for key in ("status", "witnessed", "count", "head", "first_bad")} == {
        "status": "intact",
        "witnessed": False,
        "count": 16,
        "head": None,
        "first_bad": None,
    }


def test_a_code_that_is_in_no_log_of_a_merged_file_is_not_called_tampering(folder, merged):
    code, out, _ = run(folder, "verify", "--merged", merged, "--head", "1234-5678-9abc-def0")

    assert code == 1
    assert "Not as noted. The noted code is in no station's log here" in out
    assert "Broken" not in out


def test_verify_of_a_merged_file_with_a_conflict_is_broken_in_both_code_and_word(folder, merged):
    rewrite_in_tune(folder / "log.db", 8, at="2026-05-02T07:00:00.000Z")
    run(folder, "merge", str(folder), "--out", merged)

    code, found = asked(folder, "verify", "--merged", merged)

    assert (code, found["status"], found["first_bad"]) == (1, "broken", 8)


def test_verify_of_a_merged_file_names_the_first_bad_record(folder, merged):
    with closing(sqlite3.connect(merged)) as db, db:
        db.execute("UPDATE records SET at = '2026-05-02T07:00:00.000Z' WHERE seq = 8")

    code, found = asked(folder, "verify", "--merged", merged)

    assert (code, found["status"], found["first_bad"]) == (1, "broken", 8)


@pytest.mark.parametrize("command", [["verify"], ["verify", "--json"], ["report"], ["list"]])
def test_a_merged_file_without_records_is_4(folder, merged, command):
    with closing(sqlite3.connect(merged)) as db, db:
        db.execute("DELETE FROM records")

    code, out, said = run(folder, *command, "--merged", merged)

    assert code == 4
    assert "holds no records" in out + said
