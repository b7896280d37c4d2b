"""The list of the log and what stands around it: rows, chips, facets, timeline."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from kiosk.console import kit
from kiosk.console.events import Chip, ConsoleEvent, FacetChosen, LimitGiven, MinuteChosen
from kiosk.console.kit import ConsoleLook, EnterButton, draw_mark, label
from kiosk.console.pages import LogPage
from kiosk.console.values import Facet, FacetCount, FacetsFound, Narrowing, RowShown, TimelineFound
from kiosk.console.wording import TimeColumn, bands, columns, places_between

# ---- chips -------------------------------------------------------------------------------------------------
# The filters of the list, always in sight; each goes by a click, or by ENTER where the focus is on it.


class ChipButton(EnterButton):
    """One filter and a cross."""

    def __init__(self, look: ConsoleLook, text: str) -> None:
        super().__init__()
        self._look = look
        self.setText(text)
        self.setAccessibleName(f"Filter {text}: remove")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        wide = QFontMetrics(self._look.bold(kit.SMALL)).horizontalAdvance(self.text())
        return QSize(wide + self._look.px(4.2), self._look.px(3.4))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(6), self._look.px(3.4))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, area = QPainter(self), self._look, QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        face, ink = (kit.RAISED, kit.INK) if self.hasFocus() else (kit.INK, kit.ON_INK)
        painter.fillRect(area, QColor(face))
        if self.hasFocus():
            painter.setPen(QPen(QColor(kit.INK), look.px(kit.FOCUS)))
            painter.drawRect(area.adjusted(1, 1, -1, -1))
        painter.setFont(look.bold(kit.SMALL))
        painter.setPen(QPen(QColor(ink), look.px(0.25)))
        side = look.px(1.0)
        room = area.adjusted(look.px(1), 0, -look.px(2.8), 0)
        shown = QFontMetrics(painter.font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        cross = QRectF(area.right() - look.px(1) - side, area.center().y() - side / 2, side, side)
        painter.drawLine(cross.topLeft(), cross.bottomRight())
        painter.drawLine(cross.topRight(), cross.bottomLeft())
        painter.end()


class Chips(QWidget):
    """All filters in force; *removed* is called with the one that shall go."""

    def __init__(self, look: ConsoleLook, removed: Callable[[Facet | Chip], None]) -> None:
        super().__init__()
        self._look, self._removed = look, removed
        self.shown: tuple[tuple[Facet | Chip, str], ...] | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)

    def show_chips(self, chips: Sequence[tuple[Facet | Chip, str]]) -> None:
        if tuple(chips) == self.shown:
            return
        had = any(one.hasFocus() for one in self.findChildren(ChipButton))
        self.shown = tuple(chips)
        while (item := self._row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for chip, text in chips:
            button = ChipButton(self._look, text)
            button.clicked.connect(lambda _=False, chip=chip: self._removed(chip))
            self._row.addWidget(button)
            button.show()  # now, for it may be given the focus
            if had:
                button.setFocus()
        if not chips:
            self._row.addWidget(label("No filter: all rulings", "hint"))
        self._row.addStretch(1)


# ---- facets ------------------------------------------------------------------------------------------------
# How many rulings there are of each kind, beside the list; choosing a value narrows the list to it.

COUNTED, CHOSEN = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class Facets(QListWidget):
    """ENTER or a click chooses a value, and once more takes it back. A facet with one value narrows nothing
    and is left out."""

    def __init__(self, look: ConsoleLook, on_event: Callable[[ConsoleEvent], None]) -> None:
        super().__init__()
        self._look, self._on_event = look, on_event
        self._shown: tuple[FacetsFound | None, Narrowing] | None = None
        self.setItemDelegate(FacetDelegate(look, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Counts to narrow the list by")
        self.itemClicked.connect(self._choose)

    def show_found(self, found: FacetsFound | None, narrowing: Narrowing) -> None:
        """Show the counts for *narrowing*; while they are not known, the values without counts."""
        if (found, narrowing) == self._shown:
            return
        self._shown = found, narrowing
        if found is None:
            self._without_counts()
            return
        at = self._current_key()
        self.clear()
        for item in self._items(found.counts, narrowing):
            self.addItem(item)
            counted = item.data(COUNTED)
            if isinstance(counted, FacetCount) and (counted.facet, counted.value) == at:
                self.setCurrentItem(item)
        if self.currentRow() < 0 and self.count() > 1:
            self.setCurrentRow(1)

    def _items(self, counts: Iterable[FacetCount], narrowing: Narrowing) -> Iterable[QListWidgetItem]:
        for facet in Facet:
            values = [one for one in counts if one.facet is facet]
            chosen = [value for which, value in narrowing.chosen if which is facet]
            if len(values) < 2 and not chosen and facet is not Facet.ALERT:
                continue
            if values or chosen:
                head = QListWidgetItem(facet.label)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                yield head
            known = {one.value for one in values}
            gone = (FacetCount(facet, value, value, 0) for value in chosen if value not in known)
            for one in (*values, *gone):
                item = QListWidgetItem(one.label)
                item.setData(COUNTED, one)
                item.setData(CHOSEN, one.value in chosen)
                yield item

    def _without_counts(self) -> None:
        for place in range(self.count()):
            item = self.item(place)
            counted = item.data(COUNTED)
            if isinstance(counted, FacetCount):
                item.setData(COUNTED, FacetCount(counted.facet, counted.value, counted.label, -1))

    def _current_key(self) -> tuple[Facet, str] | None:
        item = self.currentItem()
        counted = None if item is None else item.data(COUNTED)
        return (counted.facet, counted.value) if isinstance(counted, FacetCount) else None

    def _choose(self, item: QListWidgetItem) -> None:
        counted = item.data(COUNTED)
        if isinstance(counted, FacetCount):
            self._on_event(FacetChosen(counted.facet, counted.value))

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if press.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if (item := self.currentItem()) is not None:
                self._choose(item)
        else:
            super().keyPressEvent(press)


class FacetDelegate(QStyledItemDelegate):
    """A value to the left, its count to the right; a chosen one is dark."""

    def __init__(self, look: ConsoleLook, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        head = index.data(COUNTED) is None
        return QSize(10, self._look.px(3.6 if head else 2.9))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        look, counted = self._look, index.data(COUNTED)
        area = QRectF(option.rect)
        painter.save()
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        if not isinstance(counted, FacetCount):
            painter.setFont(look.bold(kit.SMALL))
            painter.setPen(QColor(kit.INK))
            painter.drawText(area, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, text)
            painter.restore()
            return
        chosen = bool(index.data(CHOSEN))
        state = option.state
        current = bool(state & QStyle.StateFlag.State_Selected) and bool(
            state & QStyle.StateFlag.State_HasFocus
        )
        ink = kit.ON_INK if chosen else kit.INK
        painter.fillRect(area, QColor(kit.INK if chosen else kit.FIELD))
        if current:
            painter.setPen(QColor(ink))
            painter.drawRect(area.adjusted(1, 1, -2, -2))
        painter.setFont(look.text(kit.SMALL))
        painter.setPen(QColor(ink))
        inner = area.adjusted(look.px(1), 0, -look.px(1), 0)
        count = "…" if counted.count < 0 else f"{counted.count:,}"
        wide = QFontMetrics(painter.font()).horizontalAdvance(count)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        room = int(inner.width()) - wide - look.px(1)
        shown = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()


# ---- rows --------------------------------------------------------------------------------------------------
# The rows of the log as a model: only what was read is there, and what is missing is asked for by whoever
# looks at it. The delegate draws them: marks and words, and CHANGED where a hash does not fit.

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


def said(row: RowShown, column: int) -> str:
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
    marks += [one.replace("_", " ") for one in (*row.alerts, *row.flags)]
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
                else said(row, index.column())
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
        look, text = self._look, said(row, column)
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


# ---- timeline ----------------------------------------------------------------------------------------------
# The histogram of rulings by minute with the rounds under it, in step with the list: what the list shows is
# marked, and the list goes where it is clicked. No verdict colours: dark is unacceptable, white acceptable.

NARROWEST = 4  # pixels a column


class Timeline(QWidget):
    """Left and right move its cursor, ENTER sends the list there; S and U leave out what is before or
    after."""

    def __init__(self, look: ConsoleLook, on_event: Callable[[ConsoleEvent], None]) -> None:
        super().__init__()
        self._look, self._on_event = look, on_event
        self._found: TimelineFound | None = None
        self._laid: tuple[TimeColumn, ...] = ()
        self._in_sight: tuple[str, str] | None = None
        self._cursor: int | None = None
        self._drawn: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Rulings by minute")

    def fit(self) -> None:
        self.setFixedHeight(self._look.px(kit.CHART))
        self._lay()

    def show_found(self, found: TimelineFound | None, in_sight: tuple[str, str] | None) -> None:
        """Show *found*; *in_sight*: from which local time to which the list shows rulings."""
        if found != self._found:
            self._found = found
            self._lay()
        if in_sight != self._in_sight:
            self._in_sight = in_sight
            self.update()

    @property
    def laid(self) -> tuple[TimeColumn, ...]:
        return self._laid

    def _lay(self) -> None:
        wide = max(1, self.width() - 2 * self._look.px(1))
        self._laid = columns(self._found, wide // NARROWEST) if self._found is not None else ()
        self._cursor = None
        self._drawn = None
        self.update()

    def resizeEvent(self, event: object) -> None:
        self._lay()

    # --- keys and mouse -----------------------------------------------------------------------------------

    def keyPressEvent(self, press: QKeyEvent) -> None:
        key = press.key()
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -30, Qt.Key.Key_PageDown: 30}
        if key in steps:
            self._move(steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move(-len(self._laid) if key == Qt.Key.Key_Home else len(self._laid))
        elif (at := self._at()) is None:
            super().keyPressEvent(press)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._on_event(MinuteChosen(at.last))
        elif key in (Qt.Key.Key_S, Qt.Key.Key_U):
            until = key == Qt.Key.Key_U
            self._on_event(LimitGiven(at.last if until else at.first, until))
        else:
            super().keyPressEvent(press)

    def _at(self) -> TimeColumn | None:
        return None if self._cursor is None else self._laid[self._cursor]

    def _move(self, by: int) -> None:
        if self._laid:
            start = len(self._laid) if self._cursor is None else self._cursor
            self._cursor = min(max(0, start + by), len(self._laid) - 1)
            self.update()

    def mousePressEvent(self, press: QMouseEvent) -> None:
        self.setFocus()
        if self._laid:
            area = self._chart()
            place = int((press.position().x() - area.left()) / area.width() * len(self._laid))
            self._cursor = min(max(0, place), len(self._laid) - 1)
            self._on_event(MinuteChosen(self._laid[self._cursor].last))
            self.update()

    # --- drawing ------------------------------------------------------------------------------------------

    def _chart(self) -> QRectF:
        look = self._look
        foot = look.px(kit.SMALL) * 1.3
        return QRectF(self.rect()).adjusted(look.px(1), foot, -look.px(1), -foot * 1.15)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, area = QPainter(self), self._look, self._chart()
        painter.fillRect(self.rect(), QColor(kit.FIELD))
        if self._laid:
            self._draw_sight(painter, area)
            painter.drawPixmap(0, 0, self._columns_drawn(area))
            self._draw_cursor(painter, area)
        else:
            painter.setFont(look.text(kit.SMALL))
            painter.setPen(QColor(kit.QUIET))
            said = "" if self._found is None else "No ruling fits."
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, said)
        painter.setPen(QPen(QColor(kit.INK), look.px(0.25)))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        if self.hasFocus():
            painter.setPen(QPen(QColor(kit.INK), look.px(kit.FOCUS)))
            edge = look.px(kit.FOCUS) / 2
            painter.drawRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge))
        painter.end()

    def _pitch(self, area: QRectF) -> float:
        return area.width() / len(self._laid)

    def _draw_sight(self, painter: QPainter, area: QRectF) -> None:
        """What the list shows, as a lighter field behind its columns."""
        held = places_between(self._laid, *self._in_sight) if self._in_sight else None
        if held is None:
            return
        pitch = self._pitch(area)
        wide = max((held[1] - held[0] + 1) * pitch, self._look.px(0.8))
        box = QRectF(area.left() + held[0] * pitch, area.top(), wide, area.height())
        painter.fillRect(box, QColor(kit.TINT))
        painter.fillRect(QRectF(box.left(), box.top(), box.width(), self._look.px(0.5)), QColor(kit.INK))

    def _columns_drawn(self, area: QRectF) -> QPixmap:
        """Columns, hours and rounds, drawn once for as long as they stay as they are: the list scrolls past
        them."""
        if self._drawn is None:
            ratio = self.devicePixelRatioF()
            self._drawn = QPixmap(self.size() * ratio)
            self._drawn.setDevicePixelRatio(ratio)
            self._drawn.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._drawn)
            self._draw_columns(painter, area)
            self._draw_below(painter, area)
            painter.end()
        return self._drawn

    def _draw_columns(self, painter: QPainter, area: QRectF) -> None:
        pitch, most = self._pitch(area), max(one.total for one in self._laid)
        step = (area.height() - self._look.px(1)) / max(most, 4)
        gap = 1 if pitch > NARROWEST else 0
        painter.setPen(QPen(QColor(kit.INK), 1))
        for place, one in enumerate(self._laid):
            left, top = area.left() + place * pitch, area.bottom()
            parts = (
                (one.unacceptable, kit.INK),
                (one.referred, kit.TINT),
                (one.acceptable, kit.RAISED),
            )
            for count, face in parts:
                if count:
                    top -= count * step
                    painter.setBrush(QColor(face))
                    painter.drawRect(QRectF(left, top, max(2.0, pitch - gap - 1), count * step))

    def _draw_below(self, painter: QPainter, area: QRectF) -> None:
        """Hours or days under the columns, rounds above them."""
        look, pitch, font = self._look, self._pitch(area), self._look.text(kit.SMALL)
        painter.setFont(font)
        painter.setPen(QColor(kit.QUIET))
        days = sum(one.day for one in self._laid)
        room, free = look.px(5 if days <= 1 else 7), area.left()
        for place, one in enumerate(self._laid):
            text = one.first[5:10] if days > 1 and one.day else ""
            text = text or (f"{one.hour}:00" if days <= 1 and one.hour is not None else "")
            at = area.left() + place * pitch
            if text and at >= free and at + room <= area.right() + look.px(2):
                painter.drawText(QPointF(at, area.bottom() + look.px(kit.SMALL) * 1.15), text)
                free = at + room
        self._draw_rounds(painter, area)

    def _draw_rounds(self, painter: QPainter, area: QRectF) -> None:
        look, pitch, free = self._look, self._pitch(area), area.left()
        painter.setFont(look.bold(kit.SMALL))
        for number, first, last in bands(self._laid, self._found.rounds if self._found else ()):
            left, wide = area.left() + first * pitch, (last - first + 1) * pitch
            painter.fillRect(QRectF(left, area.top() - look.px(0.5), wide - 1, look.px(0.4)), QColor(kit.INK))
            if left >= free:
                painter.setPen(QColor(kit.INK))
                painter.drawText(QPointF(left, area.top() - look.px(0.9)), f"R{number}")
                free = left + look.px(3.4)

    def _draw_cursor(self, painter: QPainter, area: QRectF) -> None:
        at = self._at()
        if at is None or self._cursor is None or not self.hasFocus():
            return
        look, pitch = self._look, self._pitch(area)
        left = area.left() + self._cursor * pitch
        painter.setPen(QPen(QColor(kit.INK), look.px(0.3)))
        painter.drawLine(QPointF(left, area.top() - look.px(2)), QPointF(left, area.bottom()))
        text = f"{at.first[11:16]}  {at.total}"
        painter.setFont(look.bold(kit.SMALL))
        wide = look.px(10)
        left = min(left, area.right() - wide)
        box = QRectF(left, area.top() - look.px(0.2), wide, look.px(kit.SMALL) * 1.4)
        painter.fillRect(box, QColor(kit.INK))
        painter.setPen(QColor(kit.ON_INK))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
