"""How many rulings there are of each kind, beside the list; choosing a value narrows the list to it."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from kiosk.director.console.events import ConsoleEvent, FacetChosen
from kiosk.director.console.pages.narrowing import FACET_NAMES
from kiosk.director.console.reading import Facet, FacetCount, FacetsFound, Narrowing
from kiosk.ui.console import look as sizes
from kiosk.ui.console.look import ConsoleLook

COUNTED, CHOSEN = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
# In the order of a director's questions; a facet with one value narrows nothing and is left out.
ORDER = (
    *(Facet.ROUND, Facet.VERDICT, Facet.ALERT, Facet.TABLE, Facet.DIVISION),
    *(Facet.WORD_COUNT, Facet.METHOD, Facet.EVENT, Facet.STATION),
)


class Facets(QListWidget):
    """ENTER or a click chooses a value, and once more takes it back."""

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
        for facet in ORDER:
            values = [one for one in counts if one.facet is facet]
            chosen = [value for which, value in narrowing.chosen if which is facet]
            if len(values) < 2 and not chosen and facet is not Facet.ALERT:
                continue
            if values or chosen:
                head = QListWidgetItem(FACET_NAMES[facet])
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
            painter.setFont(look.bold(sizes.SMALL))
            painter.setPen(QColor(sizes.INK))
            painter.drawText(area, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, text)
            painter.restore()
            return
        chosen = bool(index.data(CHOSEN))
        state = option.state
        current = bool(state & QStyle.StateFlag.State_Selected) and bool(
            state & QStyle.StateFlag.State_HasFocus
        )
        ink = sizes.ON_INK if chosen else sizes.INK
        painter.fillRect(area, QColor(sizes.INK if chosen else sizes.FIELD))
        if current:
            painter.setPen(QColor(ink))
            painter.drawRect(area.adjusted(1, 1, -2, -2))
        painter.setFont(look.text(sizes.SMALL))
        painter.setPen(QColor(ink))
        inner = area.adjusted(look.px(1), 0, -look.px(1), 0)
        count = "…" if counted.count < 0 else f"{counted.count:,}"
        wide = QFontMetrics(painter.font()).horizontalAdvance(count)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        room = int(inner.width()) - wide - look.px(1)
        shown = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()
