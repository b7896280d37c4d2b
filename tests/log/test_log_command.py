"""`kiosk log list` and `kiosk log show` as people and scripts run them, and what `kiosk log` shares."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from kiosk.cli.main import kiosk
from kiosk.log.chain import record_hash
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support import event_generator
from tests.support.bodies import body
from tests.support.command_line import Station, write_setup
from tests.support.log_samples import rewrite_in_tune, tamper
from tests.support.log_story import asked, build_story, run

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


@pytest.mark.parametrize("command", [["list"], ["show", "1"], ["head"], ["export"], ["report"]])
def test_without_a_log_every_reading_command_is_4_with_a_sentence_and_makes_nothing(tmp_path, command):
    code, out, sentence = run(tmp_path / "data", *command)

    assert (code, out) == (4, "")
    assert "There is no log" in sentence
    assert not (tmp_path / "data").exists()


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


def test_a_list_says_what_happened_in_words_and_no_json(folder):
    with Log.open(folder, system_clock, "B") as log:
        log.append(body(Kind.SET_UP, settings={"a": [1, 2]}, letter="B", digest="ab" * 32))

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


@pytest.mark.parametrize(
    ("rules", "method", "tables", "told"),
    [
        ("naspa-2016", "word_judge_computer", (), True),  # IV.J.2 knows the offence
        ("wespa-5.1", "runner", (), False),
        ("nsa-1998", "word_judge_computer", (), False),
        ("wespa-5.1", "runner", ("--table", "4"), True),
        ("no-longer-here", "word_judge_computer", (), False),
    ],
)
def test_two_look_ups_soon_after_each_other_are_suspect_only_where_rules_or_a_table_make_them_so(
    tmp_path, rules, method, tables, told
):
    station, own = Station(tmp_path), tmp_path / "rulesets" / "no-longer-here.toml"
    own.parent.mkdir()
    own.write_text('id = "no-longer-here"\ninherits = "naspa-2016"\ntitle = "Own"\nshort_title = "Own"\n')
    for word in ("cat", "zebra"):
        assert station.run("judge", word, "--rules", rules, "--method", method, *tables).code == 0
    own.unlink()

    assert ("!split_lookup" in station.run("log", "list").out) is told


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
        "from kiosk.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "assert 'PySide6' not in sys.modules"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
