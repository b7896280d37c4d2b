"""Cards, slips and the witness sheet painted: one page each on A4 and Letter, and never a line cut off."""

import re
from dataclasses import replace

import pytest
from PySide6.QtGui import QImage, QPainter

from kiosk.paper import paint
from kiosk.paper.cards import card_sheet
from kiosk.paper.paint import SMALLEST, PaintedSheet
from kiosk.paper.program import make_pdf
from kiosk.paper.sheet import PaperSize, Paragraph, Sheet
from kiosk.paper.tables import WitnessedStation, slip_sheet, witness_sheet
from tests.support.cards import FULL, every_card
from tests.support.drawing import typeface

PLAIN = replace(FULL, lists=("CSW24",), warning="", key=None, asks_table=False)
SET_UPS = {"none": None, "plain": PLAIN, "divisions": replace(PLAIN, key=2), "full": FULL}


@pytest.mark.parametrize("paper", PaperSize)
@pytest.mark.parametrize("in_use", SET_UPS)
def test_every_card_is_two_pages_and_large_enough_to_read(paper: PaperSize, in_use: str) -> None:
    """Each rule set with each penalty: alone, on a plain set-up, and with all that a set-up can add."""
    made = tuple(replace(card, in_use=SET_UPS[in_use]) for card in every_card())

    painted = PaintedSheet(card_sheet(made), paper, typeface())

    assert painted.page_count == 2 * len(made)
    assert min(painted.scales) > 0.8


@pytest.mark.parametrize("paper", PaperSize)
def test_slips_and_the_witness_sheet_are_one_page_each_at_full_size(paper: PaperSize) -> None:
    slips = {card.rules.id: replace(card, in_use=FULL) for card in every_card()}
    station = WitnessedStation("W", "By the window on the north side", "K7QWRM", FULL.event)
    for sheet, pages in ((slip_sheet(tuple(slips.values())), len(slips)), (witness_sheet(station), 1)):
        painted = PaintedSheet(sheet, paper, typeface())

        assert (painted.page_count, min(painted.scales)) == (pages, 1.0)


def crowded() -> Sheet:
    """A front with far more on it than a page holds."""
    one = replace(next(every_card()), in_use=FULL)
    card = replace(one.rules.card, not_settled=one.rules.card.not_settled * 12)
    front, _ = card_sheet((replace(one, rules=replace(one.rules, card=card)),)).blocks
    return Sheet("crowded", (front,))


def test_what_does_not_fit_goes_on_overleaf() -> None:
    painted = PaintedSheet(crowded(), PaperSize.A4, typeface())

    assert painted.scales == (SMALLEST,)
    assert painted.page_count > 1
    assert lowest_ink(painted) < 297


def test_a_build_that_lets_a_leaf_run_over_its_page_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paint, "pages", lambda slabs, room: _one_page(slabs))

    painted = PaintedSheet(crowded(), PaperSize.A4, typeface())

    assert painted.page_count == 1
    assert lowest_ink(painted) >= 297


def _one_page(slabs):
    from kiosk.paper.sheet import pages

    return pages(slabs, float("inf"))


def lowest_ink(painted: PaintedSheet) -> int:
    """How far down anything stands on a page, in millimetres; looked for below the paper's end too."""
    lowest = 0
    for page in range(painted.page_count):
        image = QImage(210, 600, QImage.Format.Format_Grayscale8)
        image.fill(255)
        painter = QPainter(image)
        painter.scale(210 / painted.size.width(), 210 / painted.size.width())
        painted.paint_page(painter, page)
        painter.end()
        inked = [y for y in range(600) if any(image.pixelColor(x, y).value() < 128 for x in range(210))]
        lowest = max(lowest, max(inked, default=0))
    return lowest


def test_nothing_stands_outside_of_the_paper() -> None:
    made = tuple(replace(card, in_use=FULL) for card in every_card())[:6]

    assert lowest_ink(PaintedSheet(card_sheet(made), PaperSize.A4, typeface())) < 292


@pytest.mark.parametrize(("paper", "box"), [(PaperSize.A4, b"595"), (PaperSize.LETTER, b"612")])
def test_a_pdf_has_its_pages_its_paper_and_its_typeface(paper: PaperSize, box: bytes) -> None:
    made = (replace(next(every_card()), in_use=PLAIN),)

    pdf = make_pdf(card_sheet(made), paper)

    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2
    assert re.search(rb"/MediaBox\s*\[\s*0 0 " + box, pdf)
    assert b"/FontFile2" in pdf


def test_a_sheet_may_flow_before_and_after_a_leaf() -> None:
    text = Paragraph("flows")
    (leaf,) = witness_sheet(WitnessedStation("W", "By the window", "K7QWRM")).blocks

    painted = PaintedSheet(Sheet("mixed", (text, leaf, text)), PaperSize.A4, typeface())

    assert painted.page_count == 3
