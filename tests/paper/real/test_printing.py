"""Printing meets a real print server: what comes out of a queue is the page that a PDF file holds."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from tests.console.real.test_console import ConsoleProcess, marks, text_of
from tests.desk.real.test_dispute import asks, shows_paper
from tests.support.cups import PrintServer
from tests.support.desk_process import DeskProcess, set_up_desk
from tests.support.event_generator import build, day
from tests.support.kiosk_process import ROOT
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real


@pytest.fixture
def server() -> Iterator[PrintServer]:
    with TemporaryDirectory(prefix="cups-") as folder:  # pytest's own is closed to the user it prints as
        made = PrintServer(Path(folder))
        yield made
        made.end()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    build(day(closed=True, letter="B"), tmp_path / "data")
    return tmp_path / "data"


def kiosk(data: Path, *arguments: str, env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "kiosk", "--data", str(data), *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | env, capture_output=True, text=True, timeout=120
    )


def read(pdf: Path) -> list[str]:
    """What stands on the pages of *pdf*, but for when it was made."""
    command = ["pdftotext", "-layout", str(pdf), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    # How wide a gap is read depends on the widest line of the page, such as the log's end.
    return [re.sub(" {2,}", "  ", line.rstrip()) for line in text.splitlines() if "Made on" not in line]


def given_out(data: Path) -> list[dict]:
    return [one.data for one in read_records(data / "log.db") if one.kind is Kind.EXPORT]


def test_the_console_prints_by_keys_what_a_pdf_file_holds(
    screen: Screen, server: PrintServer, data: Path, tmp_path: Path, picture
):
    server.queue("Office")
    hall = server.queue("Hall", usual=True)
    console = ConsoleProcess(screen, data, env=server.env)
    try:
        until(lambda: marks(screen) > 100, "the last rulings")
        screen.key("b")
        text_of(screen, "b-2")
        screen.key("Return")
        until(lambda: shows_paper(screen), "the evidence")
        screen.key("p")
        until(lambda: asks(screen), "where it shall go")
        picture("printing_where_to")
        before = len(given_out(data))

        screen.key("Return")  # the usual printer stands in the field

        until(hall.exists, "the paper")
        picture("printing_done")
    finally:
        console.kill()
    made = kiosk(data, "log", "evidence", "B-2", "--pdf", str(tmp_path / "b2.pdf"), env={})
    assert made.returncode == 0, made.stderr
    on_paper, in_file = read(hall), read(tmp_path / "b2.pdf")
    end = next(place for place, line in enumerate(on_paper) if "Checked for this page" in line)
    assert on_paper[:end] == in_file[:end]  # then comes the log's end, which that the page left has moved
    assert end > 25
    assert len(on_paper) == len(in_file)
    assert "B-2" in "\n".join(read(hall))
    assert len(given_out(data)) > before  # that it left is on record


def test_a_command_prints_on_the_printer_it_names(server: PrintServer, data: Path, tmp_path: Path):
    office = server.queue("Office")

    done = kiosk(data, "log", "report", "--printer", "Office", env=server.env)

    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert done.stderr.strip().endswith("The report is at the printer Office.")
    until(office.exists, "the paper")
    kiosk(data, "log", "report", "--pdf", str(tmp_path / "r.pdf"), env={})
    assert read(office)[:20] == read(tmp_path / "r.pdf")[:20]


def test_cards_are_printed_as_a_pdf_file_holds_them(server: PrintServer, tmp_path: Path):
    hall = server.queue("Hall")
    data = set_up_desk(tmp_path, "wespa-5.1", "five_per_word")

    done = kiosk(data, "card", "--paper", "letter", "--printer", "Hall", env=server.env)

    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert done.stdout.strip() == "The station cards are at the printer Hall."
    until(hall.exists, "the paper")
    kiosk(data, "card", "--paper", "letter", "--pdf", str(tmp_path / "c.pdf"), env={})
    assert read(hall) == read(tmp_path / "c.pdf")


def test_without_a_name_or_with_a_wrong_one_the_printers_are_listed_and_nothing_is_printed(
    server: PrintServer, data: Path
):
    server.queue("Office")
    server.queue("Hall", usual=True)
    before = len(given_out(data))

    alone = kiosk(data, "log", "evidence", "B-2", "--printer", env=server.env)
    wrong = kiosk(data, "log", "incident", "B-2", "--printer", "Hell", env=server.env)

    assert alone.returncode == wrong.returncode != 0
    assert "Name one of the printers of this computer: “Hall”, “Office”." in alone.stderr
    assert "There is no printer “Hell”. Name one of these: “Hall”, “Office”." in wrong.stderr
    assert len(given_out(data)) == before


def test_a_printer_that_takes_nothing_is_told(server: PrintServer, data: Path):
    hall = server.queue("Hall", usual=True)
    server.refuse("Hall")

    done = kiosk(data, "log", "evidence", "B-2", "--printer", "Hall", env=server.env)

    assert done.returncode != 0
    assert "The printer Hall did not take it: " in done.stderr
    assert "not accepting jobs" in done.stderr
    assert not hall.exists()


def test_a_judge_prints_and_saves_dockets_by_keys_at_the_desk(
    screen: Screen, server: PrintServer, tmp_path: Path, picture, monkeypatch
):
    data = set_up_desk(tmp_path, "wespa-5.1", "five_per_word")
    server.queue("Hall", usual=True)
    desk_printer = server.queue("Desk")
    monkeypatch.setitem(screen.env, "CUPS_SERVER", server.env["CUPS_SERVER"])
    monkeypatch.setitem(screen.env, "HOME", str(tmp_path))
    desk = DeskProcess(screen, data)
    try:
        desk.sign_on("ab", "1", 5)
        desk.type_slip("12", "cat", "qqzx")
        desk.rule()
        desk.tap("F4", "p")
        # Pressed until the printers are there to choose from; on the docket's own page 2 means nothing.
        until(lambda: desk_printer.exists() or desk.tap("2"), "the docket")
        picture("desk_docket_printed")
        desk.tap("s")
        until(lambda: list(tmp_path.glob("docket-B-1-*.txt")), "the file")
        picture("desk_docket_saved")
        desk.tap("Return", "Return")
        until(lambda: desk.records(Kind.CLOSED), "the mark's end")
        desk_printer.unlink()
        desk.type_slip("13", "dog")
        desk.rule()
        desk.tap("F4", "p")  # now by one key
        until(desk_printer.exists, "the second docket")
    finally:
        desk.kill()

    [saved] = tmp_path.glob("docket-B-1-*.txt")
    lines = saved.read_text(encoding="utf-8").splitlines()
    assert {"CAT", "QQZX"} < set(lines)
    assert sum("✗" in line for line in lines) == 1  # one mark for the play
    second = "\n".join(read(desk_printer))
    assert "Ruling B-2" in second
    assert "DOG" in second


def test_a_ruling_at_the_command_line_prints_its_docket(server: PrintServer, tmp_path: Path):
    data = set_up_desk(tmp_path, "wespa-5.1", "five_per_word")
    hall = server.queue("Hall", usual=True)
    ruling = ("judge", "cat", "--table", "3", "--method", "runner", "--docket", "--as", "jk")

    done = kiosk(data, *ruling, "--printer", "Hall", env=server.env)
    server.refuse("Hall")
    again = kiosk(data, *ruling, "--printer", "Hall", env=server.env)
    unknown = kiosk(data, *ruling, "--printer", "Hell", env=server.env)

    assert done.returncode == 0, done.stderr
    until(hall.exists, "the docket")
    assert "Ruling B-1" in "\n".join(read(hall))
    assert again.returncode == 0  # the ruling stands, whatever the printer does
    assert "B-2 is ruled and on record, but not printed." in again.stderr
    assert unknown.returncode not in (0, 1, 3)  # asked before anything was ruled
    assert len([one for one in read_records(data / "log.db") if one.kind is Kind.ADJUDICATION]) == 2
