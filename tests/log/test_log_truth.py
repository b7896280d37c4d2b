"""What a director reads is what was recorded, or is marked; what is said not to be there is not there."""

import csv
import io
import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.log.reader import read_records
from tests.support import event_generator
from tests.support.command_line import Station, write_setup
from tests.support.log_samples import tamper
from tests.support.log_story import asked, build_story, run
from tests.support.terminal import shown_on_terminal

FACTS = "adjudications_by_facts"


@pytest.fixture
def folder(tmp_path) -> Path:
    event_generator.build(build_story(), tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def forged(folder) -> Path:
    """The verdict of B-2 (record 8) turned round by somebody with a database tool."""
    change = 'replace(body, \'"verdict":"unacceptable"\', \'"verdict":"acceptable"\')'
    tamper(folder / "log.db", f"UPDATE records SET body = {change} WHERE seq = 8")  # noqa: S608
    return folder


# ---- a changed record is shown as such


@pytest.mark.parametrize(
    "args",
    [
        ["list"],
        ["list", "--json"],
        ["list", "--number", "B-2"],
        ["show", "B-2"],
        ["show", "8", "--json"],
        *(["export", "--format", form] for form in ("csv", "json", "jsonl", "html", "zyzzyva")),
        ["report"],
        ["report", "--json"],
    ],
    ids=" ".join,
)
def test_every_reader_that_meets_a_changed_record_ends_with_1_and_says_so(forged, args):
    code, _, said = run(forged, *args)

    assert code == 1
    assert "kiosk log verify" in said


def test_a_copy_as_sqlite_of_a_changed_log_is_made_and_said_to_be_broken(forged, tmp_path):
    code, _, said = run(forged, "export", "--format", "sqlite", "--out", str(tmp_path / "copy.db"))

    assert (code, "does not verify" in said) == (1, True)
    assert len(list(read_records(tmp_path / "copy.db"))) == 16


def test_the_mark_stands_beside_the_record_and_no_other(forged):
    listed = asked(forged, "list")[1]
    rows = list(csv.DictReader(io.StringIO(run(forged, "export")[1], newline="")))
    page = run(forged, "export", "--format", "html")[1]

    assert {one["number"]: one["fits"] for one in listed} == {
        "B-5": True,
        "B-4": True,
        "B-3": True,
        "B-2": False,
        "B-1": True,
    }
    assert [row["number"] for row in rows if row["check"] == "CHANGED"] == ["B-2"]
    assert re.findall(r"<tr class=changed><td>(.*?)</td>", page) == ["B-2"]
    marked = [line for line in run(forged, "list")[1].splitlines() if "CHANGED" in line]
    assert [line.split("\t")[1] for line in marked] == ["B-2"]


def test_a_changed_ruling_is_in_no_figure_of_a_report(forged):
    figures = asked(forged, "report")[1]

    assert (figures["total"], figures["sound"]) == (3, False)
    assert "Record 8 was changed" in figures["unsound"][0]
    assert "1 record shown was changed" in figures["unsound"][1]


def test_a_sound_log_is_read_with_0_and_no_mark(folder):
    code, out, _ = run(folder, "show", "B-2")

    assert code == 0
    assert "This record and the chain up to it are intact." in out
    assert run(folder, "list")[0] == run(folder, "report")[0] == 0


def test_show_says_that_the_chain_before_a_good_record_is_broken(forged):
    code, out, _ = run(forged, "show", "B-3")

    assert code == 1
    assert "the chain before it is BROKEN. Record 8 was changed" in out


def test_a_record_before_the_break_is_still_good_but_the_log_is_not(forged):
    code, out, said = run(forged, "show", "B-1")

    assert (code, said.startswith("The log does not hold. Record 8 was changed")) == (1, True)
    assert "intact; further on the log is broken" in out


def test_nothing_is_added_to_a_log_that_does_not_hold(forged):
    before = (forged / "log.db").read_bytes()

    _, _, said = run(forged, "export")

    assert (forged / "log.db").read_bytes() == before
    assert "nothing is added to it" in said


def test_a_head_of_a_log_that_does_not_verify_is_not_for_the_paper(forged):
    code, out, said = run(forged, "head")

    assert code == 1
    assert "Write on paper" not in out
    assert said.startswith("The log does not hold. ")
    assert "Do not write its head down" in said
    assert asked(forged, "head")[1]["intact"] is False


@pytest.mark.parametrize("args", [["log", "head"], ["log", "head", "--json"]], ids=" ".join)
def test_that_a_log_does_not_hold_is_said_before_its_head_is_shown(forged, args):
    shown = Station(forged).run(*args)

    assert shown.out.startswith("The log does not hold. ")


# ---- indexes are not believed


def other_values(log: Path) -> None:
    """The index of facts says that nothing was ever unacceptable; the schema reads as before."""
    with closing(sqlite3.connect(log, isolation_level=None)) as db:
        (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", [FACTS]).fetchone()
        value = "json_extract(body, '$.verdict')"
        db.execute(f"DROP INDEX {FACTS}")
        db.execute(sql.replace(value, f"replace({value}, 'unacceptable', 'acceptable')"))
        schema_again(db, FACTS, sql)


def schema_again(db: sqlite3.Connection, name: str, sql: str) -> None:
    db.execute("PRAGMA writable_schema = ON")
    db.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [sql, name])
    db.execute("PRAGMA writable_schema = RESET")


def row_left_out(log: Path) -> None:
    """No index knows record 8, which is ruling B-2."""
    with closing(sqlite3.connect(log, isolation_level=None)) as db:
        sql = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'records'"
        made = db.execute(sql).fetchall()
        for name, sql in made:
            term = "AND seq <> 8" if " WHERE " in sql else "WHERE seq <> 8"
            db.execute(f"DROP INDEX {name}")
            db.execute(f"{sql} {term}")
            schema_again(db, name, sql)


def page_damaged(log: Path) -> None:
    with closing(sqlite3.connect(log)) as db:
        pages = [
            db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [name]).fetchone()[0]
            for name in (FACTS, "records_by_kind")
        ]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    with log.open("rb+") as file:
        for page in pages:
            file.seek((page - 1) * size)
            file.write(b"X" * size)


@pytest.fixture(params=[other_values, row_left_out, page_damaged])
def misled(request, folder) -> Path:
    damage: Callable[[Path], None] = request.param
    damage(folder / "log.db")
    return folder


@pytest.mark.parametrize(
    "filters",
    [
        ["--verdict", "unacceptable"],
        ["--round", "1", "--words", "2"],
        ["--table", "4", "--verdict", "unacceptable"],
        ["--division", "main", "--verdict", "unacceptable"],
        ["--event", "spring", "--verdict", "unacceptable"],
        ["--method", "self_station", "--words", "2"],
        ["--word", "QUAZY"],
        ["--word", "QUA*"],
        ["--number", "B-2"],
        ["--kind", "all", "--number", "B-2", "--verdict", "unacceptable"],
        ["--since", "2026-05-02", "--verdict", "unacceptable"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(
    "command", [["list", "--json"], ["export", "--format", "json"]], ids=lambda one: one[0]
)
def test_whatever_an_index_says_the_ruling_is_found_and_the_damage_told(misled, command, filters):
    code, out, said = run(misled, *command, *filters)

    assert [one["number"] for one in json.loads(out)] == ["B-2"]
    assert code == 1
    assert "The file is damaged" in said
    assert "The chain of the records is intact." in said


def test_show_finds_a_ruling_that_no_index_knows(misled):
    code, out, said = run(misled, "show", "B-2")

    assert out.splitlines()[0] == "B-2  UNACCEPTABLE"
    assert (code, "The file is damaged" in said) == (1, True)


def test_a_report_counts_a_ruling_that_no_index_knows_and_tells_of_the_damage(misled):
    code, figures = asked(misled, "report")

    assert (figures["total"], figures["unacceptable"], figures["alerts"]) == (
        4,
        1,
        {"part_of_rejected": ["B-3"]},
    )
    assert code == 1
    assert "The file is damaged" in figures["unsound"][0]


def test_a_merged_file_with_a_misleading_index_is_read_past_it(folder, tmp_path):
    target = tmp_path / "all.db"
    run(folder, "merge", str(folder), "--out", str(target))
    other_values(target)

    code, out, said = run(folder, "list", "--merged", str(target), "--verdict", "unacceptable", "--json")

    assert [one["number"] for one in json.loads(out)] == ["B-2"]
    assert (code, "The file is damaged" in said) == (1, True)


# ---- filters


@pytest.mark.parametrize(
    ("filters", "named"),
    [
        (["--division", "Opn"], "main"),
        (["--event", "autumn"], "spring"),
        (["--flag", "csual"], "casual"),
        (["--method", "selfstation"], "self_station"),
    ],
)
@pytest.mark.parametrize("command", ["list", "export"])
def test_a_value_that_stands_nowhere_is_refused_with_those_that_do(folder, command, filters, named):
    code, out, sentence = run(folder, command, *filters)

    assert (code, out) == (4, "")
    assert f"There is no {filters[0][2:]} “{filters[1]}” in this log." in sentence
    assert named in sentence


def test_a_division_may_be_named_as_it_is_shown(folder):
    write_setup(folder / "kiosk.toml")

    by_name = asked(folder, "list", "--division", "division 1")[1]

    assert len(by_name) == 5
    assert asked(folder, "list", "--event", "SPRING")[1] == asked(folder, "list", "--event", "spring")[1]


def test_what_exists_but_was_not_met_is_no_mistake(folder):
    code, out, said = run(folder, "list", "--method", "runner")

    assert (code, out) == (0, "")
    assert "No ruling fits" in said


# ---- no command destroys


@pytest.fixture
def others(folder, tmp_path) -> dict[str, Path]:
    """What a careless -o may name."""
    log = event_generator.build(event_generator.twenty(3), tmp_path / "b")
    run(folder, "merge", str(folder), "--out", str(tmp_path / "merged.db"))
    words = tmp_path / "licensed.txt"
    words.write_text(
        "\n".join(f"{one}{two}{three}" for one in "BCDFG" for two in "AEIOU" for three in "LMNRST")
    )
    return {"log": log, "merged": tmp_path / "merged.db", "list": words}


@pytest.mark.parametrize("what", ["log", "merged", "list"])
@pytest.mark.parametrize(
    "command",
    [
        ["log", "export"],
        ["log", "export", "--format", "sqlite"],
        ["log", "report"],
        ["rules", "card", "naspa-2016"],
    ],
    ids=" ".join,
)
def test_no_command_writes_over_a_log_a_merged_file_or_a_list_even_if_forced(folder, others, command, what):
    target, before = others[what], others[what].read_bytes()

    code, _, sentence = kiosk(folder, *command, "--out", str(target), "--force")

    assert (code, "Name another file" in sentence) == (4, True)
    assert target.read_bytes() == before


def test_a_merge_goes_into_nothing_but_a_merged_file(folder, others):
    for what in ("log", "list"):
        before = others[what].read_bytes()
        assert run(folder, "merge", str(folder), "--out", str(others[what]))[0] == 4
        assert others[what].read_bytes() == before


@pytest.mark.parametrize(
    "command", [["log", "export"], ["log", "report"], ["rules", "card", "naspa-2016"]], ids=" ".join
)
def test_an_existing_file_needs_force(folder, tmp_path, command):
    (tmp_path / "out").write_text("mine")

    refused = kiosk(folder, *command, "--out", str(tmp_path / "out"))
    kept = (tmp_path / "out").read_text()
    forced = kiosk(folder, *command, "--out", str(tmp_path / "out"), "--force")

    assert (refused[0], "--force" in refused[2], kept) == (4, True, "mine")
    assert forced[0] == 0
    assert (tmp_path / "out").read_text() != "mine"


def test_a_set_up_is_not_exported_over_a_file_without_force(folder, tmp_path):
    write_setup(folder / "kiosk.toml")
    (tmp_path / "out.toml").write_text("mine")

    refused = kiosk(folder, "setup", "--export", str(tmp_path / "out.toml"))
    forced = kiosk(folder, "setup", "--export", str(tmp_path / "out.toml"), "--force")

    assert (refused[0], forced[0]) == (4, 0)
    assert "[[division]]" in (tmp_path / "out.toml").read_text()


def kiosk(folder: Path, *args: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "--data", str(folder), *args],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


# ---- what a person sees

SHOWN = """\
B-2  UNACCEPTABLE
QUAZY  JINX

  judged       Software self-lookup (self_station)
  when         2026-05-02 09:46:58 local time, when TAB was pressed
  where        station B, Spring Open (spring), round 1, table 4, division main
  word list    Demonstration list one
  rules        NASPA 2016 (its file has been changed since); the challenger loses the turn, scoring zero
  consequence  The play comes off the board and scores nothing.
"""


def test_show_leads_with_verdict_words_who_when_and_where(folder):
    _, out, _ = run(folder, "show", "B-2")

    assert re.sub(r"09:4\d:\d\d", "09:46:58", out).startswith(SHOWN)
    assert out.index("are intact") < out.index("hash  ")


def test_a_ruling_by_staff_is_not_said_to_be_by_tab(folder):
    _, out, _ = run(folder, "show", "B-5")

    assert "when TAB was pressed" not in out
    assert "by J1" in out


def test_flags_and_alerts_say_what_they_mean(folder):
    assert "casual: No event was open" in run(folder, "show", "B-1")[1]
    assert "part of rejected: Some of the words of a play" in run(folder, "show", "B-3")[1]


def on_terminal(folder: Path, columns: int, *args: str, **env: str) -> list[str]:
    """What the command shows on a terminal of that width."""
    return shown_on_terminal("--data", str(folder), *args, columns=columns, **env)[1]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_on_a_terminal_a_list_has_a_header_colour_and_fits(folder):
    plain = on_terminal(folder, 80, "log", "list", NO_COLOR="1")
    coloured = on_terminal(folder, 80, "log", "list", NO_COLOR="")

    assert plain[0].split() == ["Ruling", "Local", "time", "Verdict", "Round", "Table", "Words", "Notes"]
    assert plain[4].split()[:5] == ["B-2", "2026-05-02", plain[4].split()[2], "UNACCEPTABLE", "1"]
    assert max(map(len, plain)) <= 80
    assert not any("\x1b" in line for line in plain)
    assert "\x1b[31mUNACCEPTABLE\x1b[0m" in coloured[4]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_on_a_terminal_an_intact_record_is_said_in_green(folder):
    shown = on_terminal(folder, 80, "log", "show", "B-2", NO_COLOR="")

    assert "\x1b[32m\x1b[1mThis record and the chain up to it are intact.\x1b[0m" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_report_is_not_poured_into_a_terminal(folder):
    shown = on_terminal(folder, 80, "log", "report")

    assert "name a file with --out FILE" in " ".join(shown)


def test_in_a_pipe_every_line_has_the_same_columns(folder):
    rows = [line.split("\t") for line in run(folder, "list", "--kind", "all")[1].splitlines()]

    assert {len(row) for row in rows} == {11}
    assert [row[1] for row in rows if row[3] == "adjudication"] == ["B-5", "B-4", "B-3", "B-2", "B-1"]
    assert {row[10] for row in rows} == {"B"}


def test_a_huge_listing_is_written_piece_by_piece(tmp_path):
    """So that memory does not grow with the log: the first record is out before the last is read."""
    event_generator.build(event_generator.records(6000), tmp_path / "data")
    script = (
        "import resource, sys\n"
        "sys.argv = ['kiosk', '--data', sys.argv[1], 'log', 'list', '--json', '--kind', 'all']\n"
        "from kiosk.cli.main import main\n"
        "import kiosk.log.command\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "data")], capture_output=True, text=True, check=False
    )

    assert len(json.loads(done.stdout)) > 6000
    assert int(done.stderr) < 15_000  # kilobytes; held whole they are 35,000


# ---- several stations


@pytest.fixture
def merged(folder, tmp_path) -> Path:
    for seed, letter in ((3, "C"), (4, "B")):
        other = event_generator.Story(seed, letter)
        other.rule(("QUARTZ",))
        event_generator.build(other, tmp_path / f"{letter}{seed}")
    sources = [str(folder), str(tmp_path / "C3"), str(tmp_path / "B4")]
    run(folder, "merge", *sources, "--out", str(tmp_path / "all.db"))
    return tmp_path / "all.db"


def test_two_stations_with_one_letter_are_told_of_and_told_apart(folder, merged, tmp_path):
    code, out, said = run(folder, "merge", str(folder), "--out", str(merged))
    listed = run(folder, "list", "--merged", str(merged))[1]
    letters = {line.split("\t")[10] for line in listed.splitlines()}

    assert code == 0
    assert "More than one station here has the letter B" in said
    assert "Times are each station's own" in out
    assert len(letters) == 3
    assert {letter[0] for letter in letters} == {"B", "C"}


def test_the_head_of_one_station_can_be_held_against_a_merged_file(folder, merged):
    head = asked(folder, "head")[1]

    code, found = asked(folder, "verify", "--merged", str(merged), "--head", head["code"])
    spoken = run(folder, "verify", "--merged", str(merged), "--head", head["code"], "--count", "3")

    assert (code, found["status"], found["witnessed"]) == (0, "intact", True)
    assert [one["station"] for one in found["stations"] if one["witnessed"]] == [head["station"]]
    assert spoken[0] == 0
    assert "The noted head stands at record 16, not at 3." in spoken[1]


def test_a_head_that_is_in_no_station_breaks_a_merged_file(folder, merged):
    code, out, _ = run(folder, "verify", "--merged", str(merged), "--head", "f" * 16)

    assert (code, "in no station's log" in out) == (1, True)
    assert run(folder, "verify", "--merged", str(merged), "--count", "3")[0] == 2
