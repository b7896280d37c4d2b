"""A sheet on a printer: the pages of the PDF, on the paper that was chosen; and no dialog anywhere."""

from pathlib import Path

import pytest
from PySide6.QtPrintSupport import QPrinter

from kiosk.decisions.evidence_sheet import evidence_sheet
from kiosk.kit.canvas import Type
from kiosk.paper.paint import PaintedSheet
from kiosk.paper.printer_paint import print_sheet, print_with, printer_names
from kiosk.paper.sheet import PaperSize
from kiosk.shipped import resources
from tests.support.golden_sheets import some_evidence

ROOT = Path(__file__).parents[2]


def painted(paper):
    return PaintedSheet(evidence_sheet(some_evidence(name="B-119")), paper, Type(resources() / "fonts"))


@pytest.mark.parametrize("paper", PaperSize)
def test_a_printer_gets_every_page_on_the_chosen_paper(qapp, tmp_path, paper):
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "out.pdf"))

    assert print_with(printer, painted(paper))

    made = (tmp_path / "out.pdf").read_bytes()
    wide = {PaperSize.A4: b"595", PaperSize.LETTER: b"612"}[paper]
    assert made.startswith(b"%PDF")
    assert b"/MediaBox [0 0 " + wide in made
    assert f"/Count {painted(paper).page_count}".encode() in made


def test_a_printer_that_is_not_there_takes_nothing(qapp):
    assert not print_sheet("no such printer", painted(PaperSize.A4))


def test_printers_are_named_the_usual_one_first(qapp):
    names = printer_names()

    assert isinstance(names, tuple)
    assert len(set(names)) == len(names)


def test_no_dialog_of_the_system_can_be_opened_to_print():
    ways_out = ("QPrintDialog", "QPrintPreviewDialog", "QPageSetupDialog")
    sources = "\n".join(one.read_text(encoding="utf-8") for one in (ROOT / "kiosk").rglob("*.py"))

    assert "QPrinter" in sources
    assert not [one for one in ways_out if one in sources]
