"""The rows of the log as a model: only what was read is there, and what is missing is asked for by whoever
looks at it. The delegate draws them: marks and words, and CHANGED where a hash does not fit.
"""

from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from kiosk.console import kit
from kiosk.console.kit import ConsoleLook, draw_mark
from kiosk.console.pages import LogPage
from kiosk.console.values import Narrowing, RowShown

Index = QModelIndex | QPersistentModelIndex
NONE = QModelIndex()


class Col(IntEnum):
    NUMBER = 0
    TIME = 1
    VERDICT = 2
    WORDS = 3
    ROUND = 4
    TABLE = 5
    DIVISION = 6
    NOTES = 7


HEADINGS = {
    Col.NUMBER: "Ruling",
    Col.TIME: "Time",
    Col.VERDICT: "Verdict",
    Col.WORDS: "Words",
    Col.ROUND: "Round",
    Col.TABLE: "Table",
    Col.DIVISION: "Division",
    Col.NOTES: "Alerts and notes",
}
# Shares of the width, in units; WORDS takes the rest.
WIDTHS = {
    Col.NUMBER: 9,
    Col.TIME: 18,
    Col.VERDICT: 19,
    Col.ROUND: 7,
    Col.TABLE: 7,
    Col.DIVISION: 10,
    Col.NOTES: 24,
}


def cell_text(row: RowShown, column: int) -> str:
    """What stands in a cell."""
    match column:
        case Col.NUMBER:
            return row.number or str(row.key[2])
        case Col.TIME:
            return f"{row.local[5:10]} {row.local[11:19]}"
        case Col.VERDICT:
            return row.verdict.upper() if row.verdict else row.kind.replace("_", " ")
        case Col.WORDS:
            return "  ".join(row.words) or row.what
        case Col.ROUND:
            return "" if row.round is None else str(row.round)
        case Col.TABLE:
            return "" if row.table is None else str(row.table)
        case Col.DIVISION:
            return row.division
        case _:
            return notes(row)


def notes(row: RowShown) -> str:
    """What must be known of a row before it is believed, then what it is remarkable for."""
    marks = [] if row.fits else ["CHANGED"]
    if row.odd and row.fits:
        marks.append("NOT UNDERSTOOD")
    marks += ["decided"] * row.decided
    marks += [name.replace("_", " ") for name in (*row.alerts, *row.flags)]
    if row.operator:
        marks.append(f"by {row.operator}")
    return ", ".join(marks)


class RowsModel(QAbstractTableModel):
    """The list that a `LogPage` stands for."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._page = LogPage()
        self._of: Narrowing | None = None

    def show_page(self, page: LogPage) -> int:
        """Show *page*; how many rows have come on top of the list."""
        before, after, shown = self._page.total or 0, page.total or 0, self._page.windows
        same = page.narrowing == self._of and after >= before
        grown = after - before if same and self._page.total is not None else 0
        if not same:
            self.beginResetModel()
            self._page, self._of = page, page.narrowing
            self.endResetModel()
        elif after > before:
            self.beginInsertRows(NONE, 0, after - before - 1)
            self._page = page
            self.endInsertRows()
        else:
            self._page = page
        if after and page.windows is not shown:  # what is on show already is not drawn again
            first, last = page.seen
            self.dataChanged.emit(
                self.index(min(first, after - 1), 0), self.index(min(last, after - 1), len(Col) - 1)
            )
        return grown

    def row(self, place: int) -> RowShown | None:
        return self._page.row(place)

    def rowCount(self, parent: Index = NONE) -> int:
        return 0 if parent.isValid() else self._page.total or 0

    def columnCount(self, parent: Index = NONE) -> int:
        return 0 if parent.isValid() else len(Col)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._page.row(index.row())
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return (
                "…"
                if row is None and index.column() == 0
                else ""
                if row is None
                else cell_text(row, index.column())
            )
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return HEADINGS[Col(section)]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class RowsDelegate(QStyledItemDelegate):
    """Draws one cell; a changed record has a bar across all of them."""

    def __init__(self, look: ConsoleLook, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(10, self._look.px(kit.ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, look = index.data(Qt.ItemDataRole.UserRole), self._look
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        area = QRectF(option.rect)
        changed = isinstance(row, RowShown) and not row.fits
        face, ink = kit.FIELD, kit.INK
        if changed:
            face, ink = kit.STRIP, kit.ON_STRIP
        if chosen:
            face, ink = kit.INK, kit.ON_INK
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(area, QColor(face))
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), QColor(kit.TINT))
        if isinstance(row, RowShown):
            self._cell(painter, area.adjusted(look.px(0.8), 0, -look.px(0.4), 0), row, index.column(), ink)
        elif index.column() == 0:
            painter.setPen(QColor(ink))
            painter.drawText(area.adjusted(look.px(0.8), 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, "…")
        painter.restore()

    def _cell(self, painter: QPainter, area: QRectF, row: RowShown, column: int, ink: str) -> None:
        look, text = self._look, cell_text(row, column)
        bold = column == Col.NUMBER or (column == Col.NOTES and not row.fits)
        font = look.bold() if bold else look.text()
        if column == Col.WORDS and row.words:
            font = look.word(kit.TEXT)
        elif column in (Col.NOTES, Col.WORDS, Col.DIVISION):
            font = look.bold(kit.SMALL) if bold else look.text(kit.SMALL)
        if column == Col.VERDICT and row.verdict:
            side = look.px(2.2)
            box = QRectF(area.left(), area.center().y() - side / 2, side, side)
            draw_mark(painter, box, row.verdict, look)
            area, font = area.adjusted(side + look.px(0.7), 0, 0, 0), look.bold(kit.SMALL)
        painter.setFont(font)
        painter.setPen(QColor(ink))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
