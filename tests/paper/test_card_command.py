"""`kiosk card`: paper from the set-up, and from nothing else."""

import re
import sys
from pathlib import Path

import pytest

from tests.support.command_line import SETUP, Station
from tests.support.terminal import shown_on_terminal

WESPA = """
[[division]]
id = "world"
name = "World"
rules = "wespa-5.1"
penalty = "five_per_word"
main = "free"
"""
CLUB = """
inherits = "wespa-5.1"
id = "club"
title = "Thursday club"
short_title = "Club"
[penalty]
time_s = { value = 60, clause = "club 1" }
"""
NO_SLIP = '[method.self_station]\nslip = { value = "none", clause = "club 2" }\n'
LETTER = 'letter = "B"\n'
NASPA = 'rules = "naspa-2016"\npenalty = "lose_turn"'


@pytest.fixture
def station(tmp_path: Path) -> Station:
    return Station(tmp_path / "data")


def set_up(station: Station, more: str = "", change: tuple[str, str] = ("", "")) -> None:
    file = station.folder.parent / "stick.toml"
    file.write_text(SETUP.replace(*change, 1) + more, encoding="utf-8")
    done = station.run("setup", "--from", str(file))
    assert done.code == 0, done


def own_rules(station: Station, text: str = CLUB) -> None:
    (station.folder / "rulesets").mkdir(parents=True)
    (station.folder / "rulesets" / "club.toml").write_text(text, encoding="utf-8")


def code_of(station: Station) -> str:
    found = re.search(r"Set-up code: (\w{6})", station.run("setup").out)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("wanted", [(), ("--slips",), ("--witness",)])
def test_without_a_set_up_there_is_no_paper(station: Station, wanted: tuple[str, ...]) -> None:
    done = station.run("card", *wanted)

    assert (done.code, done.out) == (4, "")
    assert done.sentence.startswith("This station is not set up")
    assert not station.folder.exists()


def test_a_card_has_the_set_ups_division_list_penalty_and_code(station: Station) -> None:
    set_up(station)

    page = station.run("card").out

    assert "Division 1 · The Open" in page
    assert "Old free list, not an official one" in page
    assert "The challenger loses the turn." in page
    assert code_of(station) in page


def test_there_is_one_card_for_each_division_or_for_the_one_asked_for(station: Station) -> None:
    set_up(station, WESPA)

    both, one = station.run("card").out, station.run("card", "--division", "world").out

    assert both.count("CHALLENGE ") == 2
    assert "Press for Division 1: [1]" in both
    assert "Press for World: [2]" in one
    assert one.count("CHALLENGE ") == 1
    assert "Division 1" not in one


def test_a_division_nobody_has_is_refused_with_those_there_are(station: Station) -> None:
    set_up(station, WESPA)

    done = station.run("card", "--division", "junior")

    assert done.code == 4
    assert done.sentence == "There is no division “junior”. Choose one of: main, world."


def test_a_card_of_an_own_rule_set_has_its_seconds_and_may_not_be_rated(station: Station) -> None:
    own_rules(station)
    set_up(station, change=(NASPA, 'rules = "club"\npenalty = "time"'))

    page = station.run("card").out

    assert "60 seconds off the challenger's timer. The challenger keeps the turn." in " ".join(page.split())
    assert "non-rateable" in page


def test_a_station_that_asks_for_the_table_says_so_on_its_card(station: Station) -> None:
    set_up(station, change=(LETTER, LETTER + "ask_table = true\n"))

    assert "Type the table number." in station.run("card").out


def test_the_paper_is_a4_unless_letter_is_asked_for(station: Station, tmp_path: Path) -> None:
    set_up(station)
    usual, letter = tmp_path / "usual.pdf", tmp_path / "letter.pdf"

    station.run("card", "--pdf", str(usual))
    station.run("card", "--paper", "letter", "--pdf", str(letter))

    assert re.search(rb"/MediaBox\s*\[\s*0 0 595", usual.read_bytes())
    assert re.search(rb"/MediaBox\s*\[\s*0 0 612", letter.read_bytes())
    assert station.run("card", "--paper", "a5").code == 2


def test_slips_are_made_for_each_division(station: Station) -> None:
    set_up(station, WESPA)

    page = station.run("card", "--slips").out

    assert "World · WESPA 5.1" in page
    assert "Division 1 · NASPA 2016" in page


def test_where_the_rule_set_knows_no_slip_there_is_one_sentence(station: Station) -> None:
    own_rules(station, CLUB + NO_SLIP)
    set_up(station, change=(NASPA, 'rules = "club"\npenalty = "none"'))

    done = station.run("card", "--slips")

    assert (done.code, done.out) == (4, "")
    assert done.sentence == "Club knows no challenge slip for this way of looking words up."


def test_a_witness_sheet_has_the_stations_letter_code_and_event(station: Station) -> None:
    set_up(station)

    page = station.run("card", "--witness").out

    assert "Station B " in page
    assert code_of(station) in page
    assert "The Open" in page
    assert "By the window" in page


@pytest.mark.parametrize("wanted", [("--slips", "--witness"), ("--witness", "--division", "main")])
def test_what_makes_no_sense_together_is_refused(station: Station, wanted: tuple[str, ...]) -> None:
    set_up(station)

    assert station.run("card", *wanted).code == 2


@pytest.mark.parametrize("wanted", [(), ("--slips",), ("--witness",)])
def test_paper_is_written_once_and_replaced_only_when_told_to(
    station: Station, tmp_path: Path, wanted: tuple[str, ...]
) -> None:
    set_up(station)
    file = tmp_path / "paper.txt"
    page = station.run("card", *wanted).out

    first = station.run("card", *wanted, "--out", str(file))
    again = station.run("card", *wanted, "--out", str(file))
    forced = station.run("card", *wanted, "--out", str(file), "--force")

    assert (first.code, again.code, forced.code) == (0, 4, 0)
    assert f"in {file}." in first.out
    assert "exists already" in again.sentence
    assert file.read_text(encoding="utf-8") == page


def test_no_paper_takes_the_place_of_the_log(station: Station) -> None:
    set_up(station)
    log = station.folder / "log.db"
    before = log.read_bytes()

    assert station.run("card", "--out", str(log), "--force").code == 4
    assert log.read_bytes() == before


def test_making_paper_records_nothing(station: Station) -> None:
    set_up(station)
    before = (station.folder / "log.db").read_bytes()

    station.run("card")

    assert (station.folder / "log.db").read_bytes() == before


@pytest.mark.parametrize("name", ["card.html", "card.HTM"])
@pytest.mark.parametrize("wanted", [(), ("--slips",), ("--witness",)])
def test_who_asks_for_a_page_for_a_browser_is_told_what_to_ask_for(
    station: Station, tmp_path: Path, wanted: tuple[str, ...], name: str
) -> None:
    set_up(station)

    done = station.run("card", *wanted, "--out", str(tmp_path / name))

    assert (done.code, (tmp_path / name).exists()) == (4, False)
    assert done.sentence.startswith("This is laid out for paper, not for a browser. Write a PDF (--pdf FILE)")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.real
def test_a_terminal_shows_paper_as_text(station: Station, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(station)
    monkeypatch.setenv("KIOSK_DATA", str(station.folder))

    code, shown = shown_on_terminal("card")

    assert (code, "Press TAB." in "".join(shown)) == (0, True)


@pytest.mark.parametrize(("wanted", "pages"), [((), 2), (("--slips",), 1), (("--witness",), 1)])
def test_a_pdf_comes_beside_the_text_or_alone(
    station: Station, tmp_path: Path, wanted: tuple[str, ...], pages: int
) -> None:
    set_up(station)
    pdf, page = tmp_path / "paper.pdf", tmp_path / "paper.txt"

    done = station.run("card", *wanted, "--pdf", str(pdf), "--out", str(page), "--paper", "letter")

    assert done.code == 0, done
    assert [len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())), page.exists()] == [pages, True]
    assert f"{pdf}. Print it at 100 %." in done.out
    before = pdf.read_bytes()
    assert station.run("card", "--pdf", str(pdf)).code == 4
    assert pdf.read_bytes() == before


def test_a_text_and_a_pdf_are_two_files(station: Station, tmp_path: Path) -> None:
    set_up(station)

    done = station.run("card", "--pdf", str(tmp_path / "one"), "--out", str(tmp_path / "one"))

    assert (done.code, (tmp_path / "one").exists()) == (4, False)
    assert "Name a file for each" in done.sentence
