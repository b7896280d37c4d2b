"""`kiosk log export` and `kiosk log report`: what leaves the station, where to, and what goes on record."""

import io
import itertools
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.cli.terminal import progress_bar
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.store import STATION, LockRequest
from kiosk.log.writer import Log
from kiosk.setup.access_store import AccessFile, Argon2id
from kiosk.setup.passcodes import AccessState, Role
from kiosk.system_clock import system_clock
from tests.support import event_generator
from tests.support.log_story import asked, build_story, run

PASSCODE = "open sesame"


@pytest.fixture
def folder(tmp_path) -> Path:
    event_generator.build(build_story(), tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def open_folder(tmp_path) -> Path:
    """The same, with the event still open."""
    event_generator.build(build_story(closed=False), tmp_path / "data")
    return tmp_path / "data"


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
    with Log.open(folder, system_clock, "B", turn=LockRequest(STATION)) as station:
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
    assert page.index("does not verify") < page.index("challenges ruled")


def test_an_event_that_never_was_is_a_sentence(folder):
    code, _, sentence = run(folder, "report", "--event", "autumn")

    assert code == 4
    assert "No event" in sentence


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


def test_another_file_in_the_data_folder_may_be_written(folder):
    assert run(folder, "export", "--out", str(folder / "rulings.csv"))[0] == 0


def test_zyzzyvas_file_is_counted_by_its_own_lines(folder, tmp_path):
    _, _, err = run(folder, "export", "--format", "zyzzyva", "--out", str(tmp_path / "challenge.txt"))

    assert "4 records are in" in err
    assert list(read_records(folder / "log.db"))[-1].data["records"] == 4


def test_one_record_is_not_spoken_of_as_several(folder, tmp_path):
    _, _, err = run(folder, "export", "--number", "B-2", "--out", str(tmp_path / "out.csv"))

    assert "1 record is in" in err


def test_a_report_on_the_last_day_there_is_is_made(folder):
    assert run(folder, "report", "--day", "9999-12-31")[0] == 0


class _Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("step_s", "drawn"), [(0.01, False), (0.3, True)])
def test_a_bar_is_drawn_on_a_terminal_once_a_job_takes_longer_than_a_second(monkeypatch, step_s, drawn):
    terminal, times = _Terminal(), itertools.count(0, step_s)
    monkeypatch.setattr(sys, "stderr", terminal)

    with progress_bar("Counting", clock=lambda: next(times)) as draw:
        for done in range(10):
            draw(done, 10)

    assert ("Counting █" in terminal.getvalue()) is drawn


def test_no_bar_is_drawn_where_nobody_looks(folder):
    _, _, err = run(folder, "export", "--format", "csv")

    assert "█" not in err
    assert "\r" not in err


# ---- a report on paper


def paged(file: Path) -> str:
    return subprocess.run(
        ["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize(("paper", "size"), [("a4", "595 x 842"), ("letter", "612 x 792")])
def test_a_report_is_painted_on_the_paper_that_was_named(folder, tmp_path, paper, size):
    target = tmp_path / "r.pdf"

    code, out, said = run(folder, "report", "--pdf", str(target), "--paper", paper)

    info = subprocess.run(["pdfinfo", target], capture_output=True, text=True, check=True).stdout
    assert (code, out, str(target) in said) == (0, "", True)
    assert size in info
    assert "QUAZY · JINX" in paged(target)


def test_a_page_and_a_pdf_are_made_at_once(folder, tmp_path):
    run(folder, "report", "--pdf", str(tmp_path / "r.pdf"), "--out", str(tmp_path / "r.html"))

    assert "QUAZY · JINX" in paged(tmp_path / "r.pdf")
    assert "QUAZY · JINX" in (tmp_path / "r.html").read_text()


def test_no_word_of_an_open_event_is_painted(open_folder, tmp_path):
    run(open_folder, "report", "--pdf", str(tmp_path / "r.pdf"))

    text = paged(tmp_path / "r.pdf")
    assert not [word for word in ("QUAZY", "JINX", "ZEN", "WALTZ") if word in text]
    assert "Words are not shown while the event is open" in text


@pytest.mark.parametrize("about", [[], ["--event", "spring"], ["--day", "2026-05-02"]])
def test_there_is_no_report_for_players_before_the_event_is_closed(open_folder, tmp_path, about):
    target = tmp_path / "r.html"

    code, out, said = run(open_folder, "report", "--players", *about, "--out", str(target))

    assert (code, out) == (4, "")
    assert "Close the event first." in said
    assert not target.exists()


def test_players_get_the_rulings_and_nothing_that_is_the_directors(folder):
    code, page, _ = run(folder, "report", "--players")

    assert code == 0
    assert "QUAZY · JINX" in page
    assert not [one for one in ("Worth a look", "by J1", "Station events") if one in page]


def test_a_report_is_for_players_or_for_the_director(folder):
    assert run(folder, "report", "--players", "--director")[0] == 2


def test_a_report_that_is_there_is_replaced_only_if_that_was_asked_for(folder, tmp_path):
    target = str(tmp_path / "r.pdf")

    codes = [run(folder, "report", "--pdf", target, *more)[0] for more in ([], [], ["--force"])]

    assert codes == [0, 4, 0]
