"""A sheet painted: as many pages as it needs, its typefaces in the file, its text to be found again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtPrintSupport import QPrinter

from kiosk.paper.paint import PaintedSheet, paint_on
from kiosk.paper.program import make_pdf
from kiosk.paper.sheet import PageBreak, PaperSize, Paragraph, Sheet, SheetColumn, SheetTable, SheetTitle
from tests.support.drawing import typeface
from tests.support.sheets import HOSTILE, every_block

ROOT = Path(__file__).resolve().parents[2]
BOTH = pytest.mark.parametrize("paper", PaperSize)
SIZES = {PaperSize.A4: "595", PaperSize.LETTER: "612 x 792"}


def asked(program: str, *args: str) -> str:
    return subprocess.run([program, *args], capture_output=True, check=True, timeout=120).stdout.decode()


def long_table(rows: int) -> Sheet:
    columns = (SheetColumn("The number", 1), SheetColumn("What it says", 3))
    table = SheetTable(columns, tuple((f"N{row}", f"row {row} of many") for row in range(rows)))
    return Sheet("A long table", (SheetTitle("Test", "A long table"), table), "The footer")


def pages_of(file: Path) -> list[str]:
    """The text of each page of a PDF."""
    return asked("pdftotext", "-layout", str(file), "-").split("\f")[:-1]


@BOTH
def test_a_pdf_has_its_paper_its_typefaces_and_all_of_its_text(paper, tmp_path):
    file = tmp_path / "sheet.pdf"

    file.write_bytes(make_pdf(long_table(150), paper))

    assert SIZES[paper] in asked("pdfinfo", str(file))
    fonts = [line.split() for line in asked("pdffonts", str(file)).splitlines()[2:]]
    assert fonts
    assert all("Atkinson" in font[0] and font[-5] == "yes" for font in fonts)
    text = "\n".join(pages_of(file))
    assert [row for row in range(150) if f"row {row} of many" not in text] == []


@BOTH
def test_each_page_has_its_number_the_footer_and_the_head_of_the_table(paper, tmp_path):
    file = tmp_path / "sheet.pdf"
    file.write_bytes(make_pdf(long_table(150), paper))

    found = pages_of(file)

    assert len(found) == PaintedSheet(long_table(150), paper, typeface()).page_count > 2
    for number, page in enumerate(found, start=1):
        assert f"Page {number} of {len(found)}" in page
        assert "The footer" in page
        assert page.count("What it says") == 1


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@BOTH
def test_whatever_a_text_holds_the_sheet_is_painted(text, paper, tmp_path):
    file = tmp_path / "sheet.pdf"

    file.write_bytes(make_pdf(every_block(text), paper))

    assert f"Pages:           {len(pages_of(file))}" in asked("pdfinfo", str(file))


def test_a_cell_longer_than_a_page_goes_on_overleaf_and_loses_nothing(tmp_path):
    words = [f"w{number}" for number in range(4000)]
    table = SheetTable((SheetColumn("A", 1), SheetColumn("B", 4)), (("x", " ".join(words)),))
    file = tmp_path / "sheet.pdf"

    file.write_bytes(make_pdf(Sheet("T", (table, Paragraph(" ".join(words)))), PaperSize.A4))

    text = "\n".join(pages_of(file)).split()
    assert len(pages_of(file)) > 4
    assert [word for word in words if text.count(word) != 2] == []


def test_nothing_is_painted_outside_the_paper_margins():
    """The longest text there is stays in its column: no ink within 10 mm of the edge."""
    painted = PaintedSheet(every_block(HOSTILE["long"]), PaperSize.A4, typeface())

    for number in range(painted.page_count):
        image = picture(painted, number)
        edge = 30  # pixels of 1/72 inch: less than the margin
        width, height = image.width(), image.height()
        sides = [(x, y) for y in range(height) for x in (*range(edge), *range(width - edge, width))]
        ends = [(x, y) for x in range(width) for y in (*range(edge), *range(height - edge // 2, height))]
        assert all(image.pixelColor(x, y) == QColor("white") for x, y in sides + ends)


def picture(painted: PaintedSheet, number: int) -> QImage:
    """A page as a window would show it, a pixel to a point."""
    image = QImage((painted.size / 20).toSize(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(1 / 20, 1 / 20)
    painted.paint_page(painter, number)
    painter.end()
    return image


def test_a_window_can_show_each_page_by_itself():
    sheet = Sheet("T", (Paragraph("one"), PageBreak(), Paragraph("two")))
    painted = PaintedSheet(sheet, PaperSize.A4, typeface())

    first, second = (picture(painted, number) for number in range(painted.page_count))

    assert first != second
    dark = [first.pixelColor(x, y).lightness() < 128 for x in range(42, 60) for y in range(40, 54)]
    assert any(dark)
    assert not all(dark)


def test_a_printer_is_given_the_same_pages_as_a_pdf(tmp_path):
    file = tmp_path / "printed.pdf"
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(file))

    paint_on(printer, PaintedSheet(long_table(100), PaperSize.LETTER, typeface()))

    assert SIZES[PaperSize.LETTER] in asked("pdfinfo", str(file))
    found = pages_of(file)
    assert "row 99 of many" in found[-1]
    assert len(found) == PaintedSheet(long_table(100), PaperSize.LETTER, typeface()).page_count


@pytest.mark.real
def test_a_pdf_is_made_without_any_display(tmp_path):
    """As a service or over ssh, where Qt left alone would abort."""
    code = (
        "import sys; from kiosk.paper.program import make_pdf; from tests.support.sheets import every_block;"
        "from kiosk.paper.sheet import PaperSize;"
        "sys.stdout.buffer.write(make_pdf(every_block(), PaperSize.A4))"
    )
    bare = {
        key: value for key, value in os.environ.items() if not key.startswith(("QT_", "DISPLAY", "WAYLAND"))
    }

    made = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={**bare, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )

    assert made.stdout.startswith(b"%PDF-")
    assert made.stderr == b""
