"""What narrows the log: each filter as a chip that takes it away, and the counts of the facets to choose
from."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
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
from kiosk.console.events import Chip, ConsoleEvent, FacetChosen
from kiosk.console.kit import ConsoleLook, EnterButton, label
from kiosk.console.values import Facet, FacetCount, FacetsFound, Narrowing

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
        had = any(chip.hasFocus() for chip in self.findChildren(ChipButton))
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
            values = [count for count in counts if count.facet is facet]
            chosen = [value for which, value in narrowing.chosen if which is facet]
            if len(values) < 2 and not chosen and facet is not Facet.ALERT:
                continue
            if values or chosen:
                head = QListWidgetItem(facet.label)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                yield head
            known = {count.value for count in values}
            gone = (FacetCount(facet, value, value, 0) for value in chosen if value not in known)
            for count in (*values, *gone):
                item = QListWidgetItem(count.label)
                item.setData(COUNTED, count)
                item.setData(CHOSEN, count.value in chosen)
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
