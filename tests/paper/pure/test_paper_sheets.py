"""Challenge slips to cut, and the sheet on which a log's end is witnessed."""

from dataclasses import replace

import pytest

from kiosk.errors import OutputError
from kiosk.paper.html import PageLook, as_html
from kiosk.paper.tables import ROWS, SLIPS, WitnessedStation, knows_slips, slip_sheet, witness_sheet
from kiosk.paper.text import WIDTH, as_text
from kiosk.rules.choices import Slip
from tests.paper.pure.test_paper_card import IN_USE
from tests.support.cards import IDS, rows, shipped, subject, text_of


@pytest.mark.parametrize("id", IDS)
def test_a_slip_has_table_round_eight_words_ruling_and_marks(id: str) -> None:
    rules = shipped(id)

    sheet = slip_sheet((replace(subject(rules), in_use=IN_USE),))
    read = text_of(sheet)

    columns = [len(part.columns) for part in sheet.blocks[0].parts]
    assert sum(columns) == SLIPS
    for field in ("Table Round Ruling", "\n1\n", "\n8\n", f"marked on the {rules.verdict.marked_on}."):
        assert read.count(field) == SLIPS
    assert f"{rules.verdict.acceptable_mark} {rules.verdict.acceptable}" in read
    assert f"Open · {rules.short_title}" in read
    assert rules.terms.slip.casefold() in read.casefold()


@pytest.mark.parametrize(
    ("id", "said", "clause"),
    [
        ("naspa-2016", "the challenged player may require it", "IV.J.1.b; IV.J.1.c"),
        ("wespa-5.1", "Advised, to avoid errors.", "3.11.1(a)(iv)"),
    ],
)
def test_a_slip_says_whether_it_must_be_written(id: str, said: str, clause: str) -> None:
    page = text_of(slip_sheet((subject(shipped(id)),)))

    assert said in page
    assert clause in page


def test_where_no_slip_is_known_none_is_offered() -> None:
    rules = shipped("wespa-5.1")
    without = tuple(replace(method, slip=Slip.NONE) for method in rules.method_table)

    assert knows_slips(subject(rules))
    assert not knows_slips(subject(replace(rules, method_table=without)))


def test_a_leaf_of_slips_is_made_for_each_division() -> None:
    both = (subject(shipped("naspa-2016")), subject(shipped("wespa-5.1")))

    assert len(slip_sheet(both).blocks) == 2


def test_a_witness_sheet_has_the_station_its_code_and_room_for_signatures() -> None:
    sheet = witness_sheet(WitnessedStation("B", "By the <window>", "K7QWRM", "The Open & more"))
    read = text_of(sheet)

    assert "Station B Set-up code K7QWRM" in read
    assert "The Open & more · By the <window>" in read
    assert "Day and time Records Code Director signs Witness signs" in read
    assert sum(row.boxed for row in rows(sheet)) == ROWS
    assert "kiosk log head" in read
    assert "kiosk log verify --count RECORDS --head CODE" in read
    assert max(map(len, as_text(sheet).splitlines())) <= WIDTH


def test_a_witness_sheet_of_a_club_names_no_event() -> None:
    assert "\nStation B\n" in text_of(witness_sheet(WitnessedStation("B", "Station B", "K7QWRM")))


def test_what_is_laid_out_for_paper_is_no_page_for_a_browser() -> None:
    with pytest.raises(OutputError, match="laid out for paper, not for a browser"):
        as_html(slip_sheet((subject(shipped("wespa-5.1")),)), PageLook())
