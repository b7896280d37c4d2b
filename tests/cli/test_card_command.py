"""`kiosk card`: paper from the set-up, and from nothing else."""

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.paper.cards import station_cards
from kiosk.paper.sheet import Face, PageLook, PaperSize
from kiosk.paper.tables import WitnessedStation, challenge_slips, witness_sheet
from tests.support.cards import FULL, ROOT, every_card
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
    assert "url(data:font/ttf;base64," in page


def test_there_is_one_card_for_each_division_or_for_the_one_asked_for(station: Station) -> None:
    set_up(station, WESPA)

    both, one = station.run("card").out, station.run("card", "--division", "world").out

    assert both.count('<div class="page">') == 4
    assert "Press for Division 1: <kbd>1</kbd>" in both
    assert "Press for World: <kbd>2</kbd>" in one
    assert one.count('<div class="page">') == 2
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

    assert "60 seconds off the challenger&#x27;s timer. The challenger keeps the turn." in page
    assert "non-rateable" in page


def test_a_station_that_asks_for_the_table_says_so_on_its_card(station: Station) -> None:
    set_up(station, change=(LETTER, LETTER + "ask_table = true\n"))

    assert "Type the table number." in station.run("card").out


def test_the_paper_is_a4_unless_letter_is_asked_for(station: Station) -> None:
    set_up(station)

    assert "size: a4;" in station.run("card").out
    assert "size: letter;" in station.run("card", "--paper", "letter").out
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

    assert "Station <b>B</b>" in page
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
    file = tmp_path / "paper.html"
    page = station.run("card", *wanted).out

    first = station.run("card", *wanted, "--out", str(file))
    again = station.run("card", *wanted, "--out", str(file))
    forced = station.run("card", *wanted, "--out", str(file), "--force")

    assert (first.code, again.code, forced.code) == (0, 4, 0)
    assert f"in {file}. Open it in a browser and print it at 100 %." in first.out
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


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.real
def test_paper_is_not_poured_into_a_terminal(station: Station, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(station)
    monkeypatch.setenv("KIOSK_DATA", str(station.folder))

    code, shown = shown_on_terminal("card")

    assert (code, "html>" in "".join(shown)) == (2, False)
    assert "--out card.html" in "".join(shown)


@pytest.mark.parametrize(("wanted", "pages"), [((), 2), (("--slips",), 1), (("--witness",), 1)])
def test_a_pdf_comes_beside_the_page_or_alone(
    station: Station, tmp_path: Path, wanted: tuple[str, ...], pages: int
) -> None:
    set_up(station)
    pdf, page = tmp_path / "paper.pdf", tmp_path / "paper.html"

    done = station.run("card", *wanted, "--pdf", str(pdf), "--out", str(page), "--paper", "letter")

    assert done.code == 0, done
    assert [len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())), page.exists()] == [pages, True]
    assert f"{pdf}. Print it at 100 %." in done.out
    before = pdf.read_bytes()
    assert station.run("card", "--pdf", str(pdf)).code == 4
    assert pdf.read_bytes() == before


def test_a_page_and_a_pdf_are_two_files(station: Station, tmp_path: Path) -> None:
    set_up(station)

    done = station.run("card", "--pdf", str(tmp_path / "one"), "--out", str(tmp_path / "one"))

    assert (done.code, (tmp_path / "one").exists()) == (4, False)
    assert "Name a file for each" in done.sentence


# ---- printed -----------------------------------------------------------------------------------------------

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")


def printed(page: str, folder: Path) -> int:
    """How many pages a browser prints *page* on."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip("no browser here that prints without a screen")
    (folder / "page.html").write_text(page, encoding="utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")
    profile = f"--user-data-dir={folder / 'profile'}"
    target = folder / "page.pdf"
    subprocess.run(
        [browser, *options, profile, f"--print-to-pdf={target}", (folder / "page.html").as_uri()],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return len(re.findall(rb"/Type\s*/Page\b", target.read_bytes()))


def look(paper: PaperSize) -> PageLook:
    fonts = ROOT / "resources" / "fonts"
    weights = (400, 700)
    return PageLook(
        paper,
        tuple(Face(one, (fonts / f"AtkinsonHyperlegibleNext-{one}.ttf").read_bytes()) for one in weights),
    )


PLAIN = replace(FULL, lists=("CSW24",), warning="", key=None, asks_table=False)
SET_UPS = {"none": None, "plain": PLAIN, "divisions": replace(PLAIN, key=2), "full": FULL}


@pytest.mark.real
@pytest.mark.parametrize("paper", PaperSize)
@pytest.mark.parametrize("in_use", SET_UPS)
def test_every_card_is_two_pages(paper: PaperSize, in_use: str, tmp_path: Path) -> None:
    """Each rule set with each penalty: alone, on a plain set-up, and with all that a set-up can add."""
    made = tuple(replace(card, in_use=SET_UPS[in_use]) for card in every_card())

    assert printed(station_cards(made, look(paper)), tmp_path) == 2 * len(made)


@pytest.mark.real
def test_a_card_with_too_much_on_it_would_be_noticed(tmp_path: Path) -> None:
    made = replace(next(every_card()), in_use=FULL)
    crowded = replace(made.rules.card, not_settled=made.rules.card.not_settled * 2)

    page = station_cards((replace(made, rules=replace(made.rules, card=crowded)),), look(PaperSize.A4))

    assert printed(page, tmp_path) == 3


@pytest.mark.real
@pytest.mark.parametrize("paper", PaperSize)
def test_slips_and_the_witness_sheet_are_one_page_each(paper: PaperSize, tmp_path: Path) -> None:
    slips = {card.rules.id: replace(card, in_use=FULL) for card in every_card()}
    sheet = WitnessedStation("W", "By the window on the north side", "K7QWRM", FULL.event)

    assert printed(challenge_slips(tuple(slips.values()), look(paper)), tmp_path) == len(slips)
    assert printed(witness_sheet(sheet, look(paper)), tmp_path) == 1
