"""Challenge slips to cut, and the sheet on which a log's end is witnessed."""

from dataclasses import replace

import pytest

from kiosk.paper.sheet import PageLook
from kiosk.paper.tables import ROWS, SLIPS, WitnessedStation, challenge_slips, knows_slips, witness_sheet
from kiosk.rules.choices import Slip
from tests.core.test_paper_card import IN_USE, Reader
from tests.support.cards import IDS, shipped, subject


@pytest.mark.parametrize("id", IDS)
def test_a_slip_has_table_round_eight_words_ruling_and_marks(id: str) -> None:
    rules = shipped(id)

    page = challenge_slips((replace(subject(rules), in_use=IN_USE),), PageLook())
    read = Reader(page)

    assert read.open == []
    assert page.count('<div class="slip">') == SLIPS
    for field in ("Table", "Round", "Ruling", "1", "8", f"marked on the {rules.verdict.marked_on}."):
        assert read.text.count(field) >= SLIPS
    assert f"{rules.verdict.acceptable_mark} {rules.verdict.acceptable}" in read.text
    assert f"Open · {rules.short_title}" in read.text
    assert rules.terms.slip.casefold() in read.text.casefold()


@pytest.mark.parametrize(
    ("id", "said", "clause"),
    [
        ("naspa-2016", "the challenged player may require it", "IV.J.1.b; IV.J.1.c"),
        ("wespa-5.1", "Advised, to avoid errors.", "3.11.1(a)(iv)"),
    ],
)
def test_a_slip_says_whether_it_must_be_written(id: str, said: str, clause: str) -> None:
    page = challenge_slips((subject(shipped(id)),), PageLook())

    assert said in page
    assert clause in page


def test_where_no_slip_is_known_none_is_offered() -> None:
    rules = shipped("wespa-5.1")
    without = tuple(replace(method, slip=Slip.NONE) for method in rules.method_table)

    assert knows_slips(subject(rules))
    assert not knows_slips(subject(replace(rules, method_table=without)))


def test_a_sheet_of_slips_is_made_for_each_division() -> None:
    both = (subject(shipped("naspa-2016")), subject(shipped("wespa-5.1")))

    assert challenge_slips(both, PageLook()).count('<div class="page">') == 2


def test_a_witness_sheet_has_the_station_its_code_and_room_for_signatures() -> None:
    page = witness_sheet(WitnessedStation("B", "By the <window>", "K7QWRM", "The Open & more"), PageLook())
    read = Reader(page)

    assert read.open == []
    for told in (
        "Station B",
        "K7QWRM",
        "By the <window>",
        "The Open & more",
        "Day and time",
        "Records",
        "Code",
    ):
        assert told in read.text
    assert "Director signs" in read.text
    assert "Witness signs" in read.text
    assert page.count("<tr>") == ROWS + 1
    assert "kiosk log head" in read.text
    assert "kiosk log verify --count RECORDS --head CODE" in read.text


def test_a_witness_sheet_of_a_club_names_no_event() -> None:
    assert "<p></p>" not in witness_sheet(WitnessedStation("B", "Station B", "K7QWRM"), PageLook())
