"""One challenge on one page: what matters most first, what does not hold before all else, and kept looks."""

import pytest

from kiosk.decisions.evidence_sheet import Addressed, evidence_sheet, incident_sheet
from kiosk.paper.sheet import Notice, SheetTitle, VerdictMark
from kiosk.paper.text import as_text
from tests.support.golden_sheets import GOLDEN, renderings, some_evidence

MADE = renderings()


@pytest.mark.parametrize("name", MADE)
def test_each_sheet_looks_as_it_is_kept(name):
    """If it should look otherwise now: python -m tests.support.golden_sheets, then look at the difference."""
    kept = (GOLDEN / name).read_bytes().decode()

    assert MADE[name] == kept


def test_no_file_is_kept_that_nothing_makes():
    assert {path.name for path in GOLDEN.iterdir()} == set(MADE)


def test_verdict_and_words_come_first():
    title, mark, *_ = evidence_sheet(some_evidence()).blocks

    assert isinstance(title, SheetTitle)
    assert isinstance(mark, VerdictMark)


def test_what_does_not_hold_comes_before_all_else():
    first, *_ = evidence_sheet(some_evidence(faults=("The chain is broken.",))).blocks

    assert isinstance(first, Notice)
    assert "The chain is broken." in first.text
    assert not some_evidence(faults=("x",)).holds


def test_without_names_nobody_is_named():
    assert "Players" not in as_text(evidence_sheet(some_evidence(players=())))


def test_where_nothing_is_known_nothing_is_said():
    bare = some_evidence(event="", mark=None, around=(), left_out=0, unshown="", decisions=(), alerts=())

    text = as_text(evidence_sheet(bare))

    assert "None is on record." in text
    assert "minutes before" not in text
    assert "Worth a look".upper() not in text


def test_a_report_that_nobody_is_known_to_get_says_so():
    text = as_text(incident_sheet(some_evidence(), Addressed((), "", ())))

    assert "To whom it goes is not known here" in text
    assert "(nothing was added)" in text
