"""A sheet on the screen, page below page, as it will be printed."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QScrollArea,
    QWidget,
)

from kiosk.console import kit
from kiosk.paper.paint import PaintedSheet
from kiosk.paper.sheet import PaperSize, Sheet
from kiosk.paper.text import as_text

WIDEST = 118.0  # units; a line longer than that reads badly


class Pages(QWidget):
    """The pages of one sheet, as wide as they were told."""

    def __init__(self, look: kit.ConsoleLook) -> None:
        super().__init__()
        self._look = look
        self.painted: PaintedSheet | None = None
        self._wide = 0

    def show_pages(self, painted: PaintedSheet | None, wide: int) -> None:
        self.painted, self._wide = painted, wide
        self.setFixedSize(self.sizeHint())
        self.update()

    @property
    def _scale(self) -> float:
        return self._wide / self.painted.size.width() if self.painted else 1.0

    def sizeHint(self) -> QSize:
        if self.painted is None:
            return QSize(max(1, self._wide), 1)
        high = self.painted.size.height() * self._scale + self._look.px(kit.GUTTER)
        return QSize(self._wide, round(high * self.painted.page_count))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.painted is None:
            return
        painter = QPainter(self)
        high, gap = self.painted.size.height() * self._scale, self._look.px(kit.GUTTER)
        for page in range(self.painted.page_count):
            area = QRectF(0, page * (high + gap), self._wide, high)
            if not area.intersects(QRectF(event.rect())):
                continue
            painter.fillRect(area, QColor(kit.PAGE))
            painter.save()
            painter.translate(area.topLeft())
            painter.scale(self._scale, self._scale)
            self.painted.paint_page(painter, page)
            painter.restore()
            painter.setPen(QColor(kit.LINE))
            painter.drawRect(area.adjusted(0, 0, -1, -1))
        painter.end()


class SheetView(QScrollArea):
    """Scrolls over the pages of a sheet: arrows, PAGE UP and PAGE DOWN."""

    def __init__(self, look: kit.ConsoleLook) -> None:
        super().__init__()
        self._look = look
        self._shown: tuple[Sheet | None, PaperSize] = (None, PaperSize.A4)
        self.pages = Pages(look)
        self.setWidget(self.pages)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_sheet(self, sheet: Sheet | None, paper: PaperSize = PaperSize.A4) -> None:
        """Show *sheet* from its beginning; the same one twice changes nothing."""
        if (sheet, paper) == self._shown:
            return
        self._shown = (sheet, paper)
        painted = None if sheet is None else PaintedSheet(sheet, paper, self._look.type)
        self.pages.show_pages(painted, self._room())
        self.setAccessibleName("" if sheet is None else sheet.title)
        self.setAccessibleDescription("" if sheet is None else as_text(sheet))
        self.verticalScrollBar().setValue(0)

    def _room(self) -> int:
        wide = self.viewport().width() - 2 * self._look.px(kit.GAP)
        return max(1, min(wide, self._look.px(WIDEST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.pages.show_pages(self.pages.painted, self._room())
        self.verticalScrollBar().setSingleStep(self._look.px(kit.ROW))
