"""`kiosk log`, as a person or a script runs it."""

import io
import itertools
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from kiosk.cli import kiosk
from kiosk.cli.progress import progress_bar
from kiosk.core.access.passcode import AccessState, Role
from kiosk.core.log.chain import Point, next_record, record_hash
from kiosk.core.log.kinds import Kind
from kiosk.director.access import Argon2id
from kiosk.storage.log.lock import STATION
from kiosk.storage.log.writer import Log
from kiosk.storage.reading.reader import read_records
from kiosk.storage.setup.access import AccessFile
from kiosk.storage.system_clock import system_clock
from tests.support import event_generator
from tests.support.command_line import write_setup
from tests.support.log_samples import tamper
from tests.support.log_story import asked, build_story, run

PASSCODE = "open sesame"
LIST_KEYS = {
    "seq",
    "number",
    "at",
    "kind",
    "words",
    "verdict",
    "table",
    "round",
    "method",
    "flags",
    "alerts",
    "hash",
}


@pytest.fixture
def folder(tmp_path) -> Path:
    event_generator.build(build_story(), tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def open_folder(tmp_path) -> Path:
    """The same, with the event still open."""
    event_generator.build(build_story(closed=False), tmp_path / "data")
    return tmp_path / "data"


def test_list_gives_every_record_newest_first_with_the_keys_others_rely_on(folder):
    code, shown = asked(folder, "list", "--kind", "all")

    assert code == 0
    assert [one["seq"] for one in shown] == [
        record.seq for record in reversed(list(read_records(folder / "log.db")))
    ]
    assert all(set(one) >= LIST_KEYS for one in shown)


@pytest.mark.parametrize("named", [[], *(["--kind", one] for one in ("ruling", "Adjudication", "RULINGS"))])
@pytest.mark.parametrize("command", [["list", "--json"], ["export", "--format", "json"]])
def test_rulings_are_given_unless_another_kind_is_named(folder, command, named):
    code, out, _ = run(folder, *command, *named)

    assert code == 0
    assert [one["number"] for one in json.loads(out)] == ["B-5", "B-4", "B-3", "B-2", "B-1"]


def test_a_kind_that_does_not_exist_is_refused_with_those_that_do(folder):
    code, _, err = run(folder, "list", "--kind", "rulling")

    assert code == 2
    assert "ruling, all, or one of: abandoned" in " ".join(err.split())


@pytest.mark.parametrize(
    ("filters", "numbers"),
    [
        (["--round", "1"], ["B-3", "B-2"]),
        (["--table", "4", "--verdict", "acceptable"], ["B-3"]),
        (["--verdict", "refer"], ["B-4"]),
        (["--method", "word_judge_computer"], ["B-5"]),
        (["--flag", "casual"], ["B-1"]),
        (["--word", "J*"], ["B-3", "B-2"]),
        (["--word", "?E?"], ["B-4"]),
        (["--words", "2"], ["B-2"]),
        (["--number", "b-5"], ["B-5"]),
        (["--division", "main", "--kind", "adjudication"], ["B-5", "B-4", "B-3", "B-2", "B-1"]),
        (["--alert", "part_of_rejected"], ["B-3"]),
        (["--alert", "part_of_rejected", "--table", "9"], []),
        (["--alert", "list_change"], []),
        (["--since", "2026-05-02T09:50", "--kind", "adjudication"], ["B-5", "B-4"]),
        (["--until", "2026-05-01"], []),
        (
            ["--since", "2026-05-02", "--until", "2026-05-02", "--kind", "adjudication", "--limit", "1"],
            ["B-5"],
        ),
        (["--event", "spring", "--kind", "adjudication"], ["B-5", "B-4", "B-3", "B-2"]),
    ],
)
def test_filters_combine(folder, filters, numbers):
    code, shown = asked(folder, "list", *filters)

    assert code == 0
    assert [one["number"] for one in shown] == numbers


def test_times_without_a_zone_are_those_of_the_station_wherever_the_log_is_read(folder):
    """The station is two hours ahead of UTC; the first ruling was at about 09:30 there."""
    answers = [asked(folder, "list", "--until", "2026-05-02T09:31", "--kind", "adjudication")[1]]
    answers.append(asked(folder, "list", "--until", "2026-05-02T07:31:00+00:00", "--kind", "adjudication")[1])

    assert [[one["number"] for one in shown] for shown in answers] == [["B-1"], ["B-1"]]


def test_a_short_list_says_how_many_there_are(folder):
    _, out, err = run(folder, "list", "--limit", "2")

    assert len(out.splitlines()) == 2
    assert "2 of 5 rulings" in err
    assert "2 of 16 records" in run(folder, "list", "--limit", "2", "--kind", "all")[2]


@pytest.mark.parametrize(
    "args",
    [
        ["--since", "yesterday"],
        ["--verdict", "maybe"],
        ["--alert", "none"],
        ["--kind", "x"],
        ["--words", "9"],
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(folder, args):
    assert run(folder, "list", *args)[0] == 2


def test_a_word_that_cannot_be_one_is_a_plain_sentence(folder):
    code, _, sentence = run(folder, "list", "--word", "C-3")

    assert code == 4
    assert "cannot be looked for" in sentence


@pytest.mark.parametrize("which", ["B-2", "b-2", "8"])
def test_show_gives_one_record_by_its_place_or_ruling_number(folder, which):
    code, shown = asked(folder, "show", which)

    assert code == 0
    assert (shown["number"], shown["body"]["declared"], shown["related"][0]["kind"]) == ("B-2", 2, "closed")


def test_show_in_words_names_the_verdict_the_hash_and_the_alerts(folder):
    _, out, _ = run(folder, "show", "B-3")

    assert out.splitlines()[0] == "B-3  ACCEPTABLE"
    assert "part of rejected: Some of the words" in out
    assert next(r.hash for r in read_records(folder / "log.db") if r.data.get("number") == "B-3") in out


@pytest.mark.parametrize("which", ["999", "B-99", "nonsense"])
def test_what_is_not_there_is_a_plain_sentence(folder, which):
    code, _, sentence = run(folder, "show", which)

    assert code == 4
    assert "There is no" in sentence


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


@pytest.mark.parametrize("command", [["list"], ["show", "1"], ["head"], ["export"], ["report"]])
def test_without_a_log_every_reading_command_is_4_with_a_sentence_and_makes_nothing(tmp_path, command):
    code, out, sentence = run(tmp_path / "data", *command)

    assert (code, out) == (4, "")
    assert "There is no log" in sentence
    assert not (tmp_path / "data").exists()


def test_export_writes_exactly_what_is_filtered(folder, tmp_path):
    code, out, _ = run(folder, "export", "--format", "jsonl", "--round", "1", "--verdict", "unacceptable")

    assert code == 0
    assert [json.loads(line)["number"] for line in out.splitlines()] == ["B-2"]


@pytest.mark.parametrize("form", ["csv", "json", "jsonl", "html", "zyzzyva", "sqlite"])
def test_each_format_goes_into_a_file(folder, tmp_path, form):
    target = tmp_path / "out"

    code, out, err = run(folder, "export", "--format", form, "--out", str(target))

    assert (code, out) == (0, "")
    assert target.stat().st_size
    assert str(target) in err


def test_zyzzyvas_lines_are_oldest_first(folder):
    _, out, _ = run(folder, "export", "--format", "zyzzyva")

    assert [line.split(" ", 2)[2] for line in out.splitlines()] == [
        "acceptable   +++ OE",
        "unacceptable --- QUAZY JINX",
        "acceptable   +++ JINX",
        "acceptable   +++ WALTZ",
    ]


def test_a_sqlite_copy_takes_no_filters_and_needs_a_file(folder, tmp_path):
    assert run(folder, "export", "--format", "sqlite")[0] == 2
    assert (
        run(folder, "export", "--format", "sqlite", "--out", str(tmp_path / "x.db"), "--round", "1")[0] == 2
    )


def test_an_export_is_itself_recorded(folder):
    run(folder, "export", "--round", "1")

    last = list(read_records(folder / "log.db"))[-1]

    assert last.kind is Kind.EXPORT
    assert (last.data["format"], last.data["records"], last.data["filters"]) == (
        "csv",
        2,
        {"kind": "adjudication", "round": 1},
    )


def test_while_the_station_runs_an_export_is_made_and_says_that_it_is_not_on_record(folder):
    with Log.open(folder, system_clock, "B", holder=STATION) as station:
        before = station.head().count
        code, out, err = run(folder, "export", "--format", "jsonl", "--kind", "all")

    assert code == 0
    assert len(out.splitlines()) == before
    assert "not on record" in err
    assert "station is running" in err


def test_an_export_that_cannot_be_written_is_4_and_not_on_record(folder, tmp_path):
    code, _, sentence = run(folder, "export", "--out", str(tmp_path / "no" / "such" / "folder.csv"))

    assert code == 4
    assert "could not be written" in sentence
    assert all(record.kind is not Kind.EXPORT for record in read_records(folder / "log.db"))


def test_a_report_of_a_closed_event_shows_the_plays(folder):
    code, page, _ = run(folder, "report")

    assert code == 0
    assert "Spring Open" in page
    assert "QUAZY · JINX" in page


def test_a_report_of_an_open_event_shows_no_word_in_any_form(open_folder):
    pages = [run(open_folder, "report", *more)[1] for more in ([], ["--json"], ["--day", "2026-05-02"])]

    assert not [page for page in pages if "QUAZY" in page or "WALTZ" in page]
    assert json.loads(pages[1])["total"] == 4


def test_a_director_sees_the_words_of_an_open_event_with_the_passcode(open_folder):
    quick = Argon2id(memory_kib=64, passes=1)
    AccessFile(open_folder).save(AccessState({Role.DIRECTOR: quick.hash(PASSCODE)}))

    refused = run(open_folder, "report", "--director", KIOSK_PASSCODE="guess")
    let_in = run(open_folder, "report", "--director", KIOSK_PASSCODE=PASSCODE)

    assert refused[0] == 4
    assert "QUAZY" not in refused[1]
    assert "QUAZY · JINX" in let_in[1]
    kinds = [record.kind for record in read_records(open_folder / "log.db")]
    assert kinds[-3:] == [Kind.UNLOCK_FAILED, Kind.UNLOCK, Kind.EXPORT]


def test_a_report_gives_the_figures_as_json(folder):
    _, figures = asked(folder, "report", "--event", "spring")

    assert (figures["total"], figures["unacceptable"], figures["refer"]) == (4, 1, 1)
    assert figures["alerts"] == {"part_of_rejected": ["B-3"]}
    assert figures["integrity"][0]["status"] == "intact"


def test_a_report_of_a_changed_log_says_so(folder):
    with closing(sqlite3.connect(folder / "log.db")) as db, db:
        db.execute("DROP TRIGGER no_change")
        db.execute("UPDATE records SET at = '2026-05-02T07:00:00.000Z' WHERE seq = 8")

    _, page, _ = run(folder, "report")

    assert "does not verify" in page
    assert "class=unsound" in page


def test_an_event_that_never_was_is_a_sentence(folder):
    code, _, sentence = run(folder, "report", "--event", "autumn")

    assert code == 4
    assert "No event" in sentence


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


def rewrite_in_tune(log: Path, seq: int, **changes: str) -> None:
    """Change fields of a record and compute every hash from there on anew."""
    records = list(read_records(log))
    here = Point(seq - 1, records[seq - 2].hash)
    with closing(sqlite3.connect(log)) as db, db:
        db.execute("DROP TRIGGER no_change")
        for record in records[seq - 1 :]:
            own = {"at": record.at, "kind": record.kind, "body": record.body}
            given = {**own, **changes} if record.seq == seq else own
            new = next_record(here, given["at"], given["kind"], given["body"])
            here = Point(new.seq, new.hash)
            values = (new.at, new.body, new.prev, new.hash, new.seq)
            db.execute("UPDATE records SET at = ?, body = ?, prev = ?, hash = ? WHERE seq = ?", values)


ODD = [
    "UPDATE records SET at = 'yesterday' WHERE seq = 8",
    "UPDATE records SET body = json_set(body, '$.words', 5) WHERE seq = 8",
    "UPDATE records SET body = '[1]' WHERE seq = 8",
    "UPDATE records SET body = json_set(body, '$.verdict', json('[]')) WHERE seq = 8",
    "UPDATE records SET kind = 'séance' WHERE seq = 8",
]


READERS = [["list", "--kind", "all"], ["show", "8"], ["export", "--kind", "all"], ["report"]]


@pytest.mark.parametrize("command", READERS, ids=lambda one: one[0])
@pytest.mark.parametrize("change", ODD)
def test_a_record_that_was_made_senseless_stops_no_reader_and_is_marked(folder, change, command):
    tamper(folder / "log.db", change)

    code, out, said = run(folder, *command)

    assert code == 1
    assert "CHANGED" in out or "changed after being recorded" in out
    assert "changed after being recorded" in said or "does not verify" in said


@pytest.mark.parametrize("change", [{"at": "yesterday"}, {"body": "[1]"}, {"body": '{"words":5}'}])
@pytest.mark.parametrize("command", READERS, ids=lambda one: one[0])
def test_a_senseless_record_in_a_chain_that_holds_is_marked_too(folder, change, command):
    rewrite_in_tune(folder / "log.db", 8, **change)

    code, out, said = run(folder, *command)

    assert code == 1
    assert "not as this program writes records" in out + said


@pytest.mark.parametrize("command", [["list", "--kind", "all"], ["show", "17"], ["export", "--kind", "all"]])
def test_a_kind_of_a_newer_version_is_shown_as_it_is(folder, command):
    last = list(read_records(folder / "log.db"))[-1]
    body = '{"clock":{"boot":"b","mono_ms":1,"offset_min":0},"text":"from the future"}'
    own = record_hash(last.seq + 1, last.at.encode(), b"invented", body.encode(), last.hash.encode())
    with closing(sqlite3.connect(folder / "log.db")) as db, db:
        db.execute(
            "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)",
            (last.seq + 1, last.at, "invented", body, last.hash, own),
        )

    code, out, _ = run(folder, *command)

    assert (code, "invented" in out, "from the future" in out) == (0, True, True)


OWN = [
    *("log.db", "log.db-journal", "log.db.new", "log.lock", "access", "kiosk.toml", "closed", "guards.json"),
    *("practice.db", "lexicons/own.words", "rulesets/club.toml", "LOG.DB", "Lexicons/x", "log.db."),
]


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("command", [["export"], ["export", "--format", "sqlite"], ["report"]])
def test_no_export_takes_the_place_of_a_file_of_the_station(folder, command, name):
    for inside in ("lexicons", "rulesets", "Lexicons"):
        (folder / inside).mkdir(exist_ok=True)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    code, _, sentence = run(folder, *command, "--out", str(folder / name))

    assert (code, "belongs to the station" in sentence) == (4, True)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_merged_file_does_not_take_the_place_of_a_file_of_the_station(folder):
    code, _, sentence = run(folder, "merge", str(folder), "--out", str(folder / "access"))

    assert (code, "belongs to the station" in sentence) == (4, True)
    assert not (folder / "access").exists()


def test_another_file_in_the_data_folder_may_be_written(folder):
    assert run(folder, "export", "--out", str(folder / "rulings.csv"))[0] == 0


def test_zyzzyvas_file_is_counted_by_its_own_lines(folder, tmp_path):
    _, _, err = run(folder, "export", "--format", "zyzzyva", "--out", str(tmp_path / "challenge.txt"))

    assert "4 records are in" in err
    assert list(read_records(folder / "log.db"))[-1].data["records"] == 4


def test_one_record_is_not_spoken_of_as_several(folder, tmp_path):
    _, _, err = run(folder, "export", "--number", "B-2", "--out", str(tmp_path / "out.csv"))

    assert "1 record is in" in err


@pytest.mark.parametrize(
    "args",
    [
        ["report", "--day", "20261117"],
        ["report", "--day", "2026-11-17T10:00"],
        ["report", "--day", "2026-02-30"],
        ["list", "--until", "20261117"],
        ["list", "--since", "2026-W19-6"],
        ["list", "--since", "2026-05-02T1430"],
    ],
)
def test_a_date_in_another_form_is_refused_and_the_option_named(folder, args):
    code, _, err = run(folder, *args)

    assert code == 2
    assert args[1] in err
    assert "2026-05-02" in err


@pytest.mark.parametrize(
    ("args", "count"),
    [
        (["--until", "9999-12-31"], 16),
        (["--until", "9999-12-31T23:59-14:00"], 16),
        (["--since", "0001-01-01T00:00+14:00"], 16),
        (["--since", "0999-01-01"], 16),
        (["--until", "0001-01-01"], 0),
        (["--limit", "9" * 30], 16),
    ],
)
def test_the_first_and_the_last_day_there_are_may_be_asked_for(folder, args, count):
    code, shown = asked(folder, "list", "--kind", "all", *args)

    assert (code, len(shown)) == (0, count)


def test_a_report_on_the_last_day_there_is_is_made(folder):
    assert run(folder, "report", "--day", "9999-12-31")[0] == 0


@pytest.mark.parametrize("which", ["²", "9" * 23, "9" * 5000])
def test_a_number_no_record_can_have_is_a_plain_sentence(folder, which):
    code, _, sentence = run(folder, "show", which)

    assert (code, "There is no" in sentence) == (4, True)
    assert len(sentence) < 200


@pytest.mark.parametrize("option", ["--event", "--division", "--flag", "--number", "--method", "--word"])
def test_text_that_is_no_utf_8_is_a_usage_error_that_names_the_option(folder, option):
    code, _, err = run(folder, "list", option, "\udcff")

    assert (code, option in err) == (2, True)
    assert run(folder, "show", "\udcff")[0] == 2


@pytest.mark.parametrize("option", ["--table", "--round"])
def test_a_number_that_is_too_large_is_a_usage_error(folder, option):
    assert run(folder, "list", option, "9" * 30)[0] == 2


def test_a_head_that_is_not_the_noted_one_leaves_the_records_before_it(folder):
    records = list(read_records(folder / "log.db"))

    code, found = asked(folder, "verify", "--count", "3", "--head", "f" * 16)

    assert (code, found["first_bad"], found["count"], found["head"]) == (1, 3, 2, records[1].hash)


def test_a_list_says_what_happened_in_words_and_no_json(folder):
    with Log.open(folder, system_clock, "B") as log:
        log.append(Kind.SET_UP, {"settings": {"a": [1, 2]}, "letter": "B", "digest": "ab" * 32})

    _, out, _ = run(folder, "list", "--all", "--kind", "all")

    assert out.splitlines()[0].split("\t")[3] == "set_up"
    assert "letter: B" in out.splitlines()[0]
    assert "{" not in out


def test_show_says_once_that_a_time_is_utc(folder):
    assert "Z UTC" not in run(folder, "show", "8")[1]


def test_show_names_the_stations_own_window_for_split_look_ups(folder):
    story = build_story(closed=False)
    story.rule(("ZAX",), 6)
    event_generator.build(story, folder.parent / "other")
    write_setup(folder.parent / "other" / "kiosk.toml")
    with (folder.parent / "other" / "kiosk.toml").open("a") as file:
        file.write("[alerts]\nsplit_window_s = 240\n")

    assert "less than 240 seconds" in run(folder.parent / "other", "show", "B-6")[1]


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


def test_help_cuts_no_sentence_off():
    for group in ("log", "rules", "lexicon"):
        assert "..." not in CliRunner().invoke(kiosk, [group, "--help"]).output.partition("Commands:")[2]


def test_reading_changes_nothing_on_disk(folder):
    before = (folder / "log.db").read_bytes()

    for args in (["list"], ["show", "1"], ["verify"], ["head"]):
        run(folder, *args)

    assert (folder / "log.db").read_bytes() == before


def test_no_command_of_the_log_loads_qt(folder):
    script = (
        "import sys; sys.argv = ['kiosk', '--data', sys.argv[1], 'log', 'report', '--json'];"
        "from kiosk.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "assert 'PySide6' not in sys.modules"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")


class _Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("step_s", "drawn"), [(0.01, False), (0.3, True)])
def test_a_bar_is_drawn_on_a_terminal_once_a_job_takes_longer_than_a_second(monkeypatch, step_s, drawn):
    terminal, times = _Terminal(), itertools.count(0, step_s)
    monkeypatch.setattr(sys, "stderr", terminal)

    draw = progress_bar(10, "Counting", clock=lambda: next(times))
    for done in range(10):
        draw(done)
    draw(None)

    assert ("Counting █" in terminal.getvalue()) is drawn


def test_no_bar_is_drawn_where_nobody_looks(folder):
    _, _, err = run(folder, "export", "--format", "csv")

    assert "█" not in err
    assert "\r" not in err
