"""A sheet set on its paper: how many pages there are, and each of them on a painter.

A window shows a page with `paint_page`; `paint_on` fills whatever has pages of its own, a PDF or a printer.
"""

from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.blocks import Align, Sheet
from kiosk.core.paper.sheet.pages import Slab, pages
from kiosk.ui.kit.sheet.lettering import POINT, SetText
from kiosk.ui.kit.sheet.pieces import Piece
from kiosk.ui.kit.sheet.setting import Setter
from kiosk.ui.kit.theme import Type

UNITS_AN_INCH = 72 * POINT
_SIZES = {PaperSize.A4: (595, 842), PaperSize.LETTER: (612, 792)}
_QT_SIZES = {PaperSize.A4: QPageSize.PageSizeId.A4, PaperSize.LETTER: QPageSize.PageSizeId.Letter}
_SIDE, _TOP, _BOTTOM = 42 * POINT, 40 * POINT, 54 * POINT


class PaintedPages(Protocol):
    """Whatever has pages to be painted. *title*: what a file of it is called."""

    paper: PaperSize
    title: str

    @property
    def page_count(self) -> int: ...
    def paint_page(self, painter: QPainter, page: int) -> None: ...


def paper_units(paper: PaperSize) -> tuple[int, int]:
    """Width and height of *paper*."""
    width, height = _SIZES[paper]
    return width * POINT, height * POINT


class PaintedSheet:
    """*sheet* set on *paper*, once; all sizes in units of a twentieth of a point."""

    def __init__(self, sheet: Sheet, paper: PaperSize, type_: Type) -> None:
        self.sheet, self.title, self.paper, self._type = sheet, sheet.title, paper, type_
        width, height = paper_units(paper)
        self.size = QSizeF(width, height)
        self._width = width - 2 * _SIDE
        setter = Setter(type_, self._width)
        self._pieces = [piece for block in sheet.blocks for piece in setter.pieces(block)]
        self._pages = pages(slabs(self._pieces), height - _TOP - _BOTTOM)

    @property
    def page_count(self) -> int:
        return len(self._pages)

    def paint_page(self, painter: QPainter, page: int) -> None:
        """Draw page *page*, counted from 0, with the corner of the paper at the painter's origin; scale the
        painter to the size wanted. The paper itself is not drawn."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for placed in self._pages[page]:
            self._pieces[placed.slab].paint(painter, QPointF(_SIDE, _TOP + placed.y))
        self._footer(painter, page)
        painter.restore()

    def _footer(self, painter: QPainter, page: int) -> None:
        top = self.size.height() - _BOTTOM + 14 * POINT
        font = self._type.text(8 * POINT)
        number = SetText(f"Page {page + 1} of {self.page_count}", font, self._width, Align.RIGHT)
        footer = SetText(self.sheet.footer, font, self._width - 80 * POINT)
        number.draw(painter, QPointF(_SIDE, top))
        footer.draw(painter, QPointF(_SIDE, top), 0, 2)


def slabs(pieces: list[Piece]) -> list[Slab]:
    """What the cutting into pages must know of *pieces*."""
    places = {id(piece): number for number, piece in enumerate(pieces)}
    return [
        Slab(
            piece.height,
            piece.stays,
            None if piece.head is None else places[id(piece.head)],
            0.0 if piece.head is None else piece.head.height,
            piece.breaks,
        )
        for piece in pieces
    ]


def paint_on(device: QPagedPaintDevice, painted: PaintedPages) -> None:
    """Fill *device*, a PDF or a printer, with the pages of *painted*, at full size."""
    _set_paper(device, painted.paper)
    painter = QPainter(device)
    try:
        scale = device.logicalDpiX() / UNITS_AN_INCH
        painter.scale(scale, scale)
        painted.paint_page(painter, 0)
        for _, page in pairwise(range(painted.page_count)):
            device.newPage()
            painted.paint_page(painter, page)
    finally:
        painter.end()  # Qt does not survive a painter that outlives what it paints on


def _set_paper(device: QPagedPaintDevice, paper: PaperSize) -> None:
    """The whole of *paper*: the margins are the sheet's own."""
    whole = QPageLayout(QPageSize(_QT_SIZES[paper]), QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    whole.setMode(QPageLayout.Mode.FullPageMode)
    device.setPageLayout(whole)


def pdf_of(painted: PaintedPages, creator: str) -> bytes:
    """*painted* as a PDF file with the typefaces in it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(UNITS_AN_INCH)
    writer.setTitle(painted.title)
    writer.setCreator(creator)
    paint_on(writer, painted)
    return bytes(buffer.data().data())
