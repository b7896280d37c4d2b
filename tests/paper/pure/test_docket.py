"""A ruling as text for a docket: one mark, nothing of a single word, and no line too wide."""

from dataclasses import replace

import pytest

from kiosk.base.recordable import is_operator
from kiosk.paper.docket import NARROW, SHORT_HASH, WIDE, DocketFrame, docket
from kiosk.rules.ruling import Place, Verdict
from tests.support import stage

DIVISION = stage.division("wespa-5.1")
FRAME = DocketFrame("The Open", "B", "2026-05-01T14:31:07", DIVISION.rules)
FOUR = ("QI", "ZA", "CAT", "DOG")


def ruled(verdict, words=FOUR, **changes):
    made = stage.logged(verdict, words, DIVISION)
    return replace(made, adjudication=replace(made.adjudication, **changes))


@pytest.mark.parametrize(("verdict", "mark"), [(Verdict.ACCEPTABLE, "✓"), (Verdict.UNACCEPTABLE, "✗")])
def test_four_words_have_exactly_one_mark(verdict, mark):
    text = "\n".join(docket(ruled(verdict), FRAME))

    assert text.count("✓") + text.count("✗") == text.count(mark) == 1
    assert [line for line in text.splitlines() if line in FOUR] == list(FOUR)


def test_a_docket_says_where_when_and_by_which_list():
    place = Place("main", "open", 3, 12)

    lines = docket(ruled(Verdict.ACCEPTABLE, place=place, slip=7), FRAME)

    assert lines[:3] == ("The Open", "Station B  Ruling B-147", "Round 3  Table 12  Slip 7")
    assert lines[-3:] == ("NWL2023", "2026-05-01 14:31:07", f"Record 1 {'0' * SHORT_HASH}")


def test_a_referral_has_no_mark():
    text = "\n".join(docket(ruled(Verdict.REFER), replace(FRAME, event="")))

    assert "✓" not in text
    assert "✗" not in text
    assert "NO VERDICT" in text
    assert text.startswith("No event")


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_no_line_is_wider_than_the_paper(width):
    frame = replace(FRAME, event="The Very Long and Very Well Attended Autumn Open of the North")

    assert max(map(len, docket(ruled(Verdict.ACCEPTABLE, stage.EIGHT_LONG), frame, width))) <= width


@pytest.mark.parametrize(
    ("code", "fits"), [("AB", True), ("J.-1_", True), ("", False), ("A B", False), ("x" * 13, False)]
)
def test_who_judged_is_told_by_initials_or_an_id(code, fits):
    assert is_operator(code) is fits
