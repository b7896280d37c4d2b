"""The log: the list, newest first and live; counts beside it, filters as chips above it, and the histogram in
step with it. Nothing in it can be changed.

The columns of the list are in `rows_kit`, the histogram is in `timeline_kit`.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QLineEdit, QTableView, QVBoxLayout

from kiosk.console import events, kit, wording
from kiosk.console.filters_kit import Chips, Facets
from kiosk.console.kit import ConsoleLook, ConsolePage, OnEvent, label
from kiosk.console.narrowing import chips
from kiosk.console.pages import LogPage
from kiosk.console.rows_kit import WIDTHS, Col, RowsDelegate, RowsModel
from kiosk.console.sources import sources_line
from kiosk.console.states import Inside
from kiosk.console.timeline_kit import Timeline
from kiosk.console.values import Act


class RecordsTable(QTableView):
    """The list; ENTER or two clicks open the row that its cursor is on."""

    def __init__(self, opened: Callable[[], None]) -> None:
        super().__init__()
        self._opened = opened
        self.said = ""
        self.doubleClicked.connect(opened)
        # Whoever scrolls waits for the rows that come into sight, not for all of them to be drawn again.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def say(self, text: str) -> None:
        """Say *text* where no row is."""
        if text != self.said:
            self.said = text
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(kit.FIELD))
        painter.end()
        super().paintEvent(event)
        if self.said:
            painter = QPainter(self.viewport())
            painter.setPen(QColor(kit.INK))
            painter.setFont(self.font())
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.viewport().rect(), flags, self.said)
            painter.end()

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if press.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not press.isAutoRepeat():
            self._opened()
        else:
            super().keyPressEvent(press)


class LogView(ConsolePage):
    """The log, newest first, with what narrows it on one side and its histogram above."""

    HINTS = (
        ("/", "search"),
        ("F", "filters"),
        ("G", "histogram"),
        ("L", "list"),
        ("A", "every kind"),
        ("X", "export"),
        ("ENTER", "evidence"),
        ("B", "by number"),
        ("N", "decide"),
        ("BACKSPACE", "remove last filter"),
    )

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__(look, on_event)
        self.search, self.count = QLineEdit(), label("", "hint")
        self.search.setPlaceholderText("Ruling number, or a word with ? and *")
        self.search.setAccessibleName("Search")
        self.search.setMaxLength(20)
        self.search.returnPressed.connect(self._search)
        self.chips = Chips(look, lambda chip: on_event(events.ChipRemoved(chip)))
        self.problem = label("", "wrong")
        self.problem.setWordWrap(True)
        self.sources = label("", "hint")
        self.sources.setWordWrap(True)
        self.timeline, self.facets = Timeline(look, on_event), Facets(look, on_event)
        self.model = RowsModel(self)
        self.table = self._table()
        self._page = LogPage()
        self._jump = 0
        self._lay_out()
        keys: dict[str, Callable[[], None]] = {
            "/": self._to_search,
            "F": self.facets.setFocus,
            "G": self.timeline.setFocus,
            "L": self.table.setFocus,
            "A": partial(on_event, events.KindsSwitched()),
            "X": partial(on_event, events.ExportAsked()),
            "N": partial(on_event, events.ActChosen(Act.DECIDE)),
            "W": partial(on_event, events.SourcesAsked()),
            "Backspace": self._without_last,
            "Ctrl+Backspace": partial(on_event, events.FiltersCleared()),
        }
        for key, act in keys.items():
            self.key(key, act)

    def _table(self) -> RecordsTable:
        table = RecordsTable(self._open)
        table.setModel(self.model)
        table.setItemDelegate(RowsDelegate(self.look, table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setSectionsClickable(False)
        table.horizontalHeader().setSectionResizeMode(Col.WORDS, QHeaderView.ResizeMode.Stretch)
        table.setAccessibleName("Records, newest first")
        table.verticalScrollBar().valueChanged.connect(self._tell_rows)
        return table

    def _lay_out(self) -> None:
        above = QHBoxLayout()
        above.addWidget(self.search, 2)
        above.addWidget(self.chips, 5)
        above.addWidget(self.count)
        row = QHBoxLayout()
        row.addWidget(self.facets)
        row.addWidget(self.table, 1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(above)
        self._column.addWidget(self.sources)
        self._column.addWidget(self.problem)
        self._column.addWidget(self.timeline)
        self._column.addLayout(row, 1)

    # --- what is shown ------------------------------------------------------------------------------------

    def show_state(self, state: Inside) -> None:
        page, before = state.log, self._page
        self._page = page
        bar = self.table.verticalScrollBar()
        at = bar.value()
        grown = self.model.show_page(page)
        if page.jump[0] != self._jump:
            self._jump = page.jump[0]
            self._go_to(page.jump[1])
        elif grown and at > 0:
            bar.setValue(at + grown)  # the list does not move under its reader
        if page.narrowing != before.narrowing:
            self._show_search(page)
        self.chips.show_chips(chips(page.narrowing, page.called))
        self.problem.setText(page.problem)
        self.problem.setVisible(bool(page.problem))
        self.count.setText(wording.reading(state.far) if page.total is None else _count_line(page))
        self.table.say(self.count.text() if page.total is None else "" if page.total else _empty(page))
        self._show_sources(state)
        self.facets.show_found(page.facets, page.narrowing)
        self.timeline.show_found(page.timeline, self._in_sight())
        self._tell_rows()

    def _show_sources(self, state: Inside) -> None:
        several = state.setting.several
        self.sources.setVisible(several)
        self.sources.setText(sources_line(state.sources) if several else "")

    def _show_search(self, page: LogPage) -> None:
        self.search.setText(page.narrowing.number or page.narrowing.word)

    def _in_sight(self) -> tuple[str, str] | None:
        first, last = self._sight()
        newest = self.model.row(first)
        oldest = self.model.row(last) or newest
        if newest is None or oldest is None:
            return None
        return oldest.local.replace(" ", "T", 1), newest.local.replace(" ", "T", 1)  # as minutes are written

    def _go_to(self, place: int) -> None:
        if place < self.model.rowCount():
            index = self.model.index(place, 0)
            self.table.setCurrentIndex(index)
            self.table.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
        elif place == 0:
            self.table.scrollToTop()

    # --- what is reported ---------------------------------------------------------------------------------

    def _sight(self) -> tuple[int, int]:
        first = max(0, self.table.verticalScrollBar().value())
        high = self.table.viewport().height() // max(1, self.table.verticalHeader().defaultSectionSize())
        return first, max(first, min(first + high, self.model.rowCount() - 1))

    def _tell_rows(self) -> None:
        first, last = self._sight()
        if self.model.rowCount() and (first, last) != self._page.seen:
            self.on_event(events.RowsSeen(first, last))

    def _search(self) -> None:
        self.on_event(events.SearchGiven(self.search.text()))
        if not self._page.problem:  # else ENTER pressed once more would open a row that was not looked for
            self.table.setFocus()

    def _open(self) -> None:
        if self.chosen_place() is None and self._page.narrowing.number and self.model.rowCount() > 1:
            self._go_to(0)  # several have this number: which one ENTER opens is shown first
            return
        row = self.model.row(self.chosen_place() or 0)
        if row is not None:
            self.on_event(events.RulingAsked(row.number or str(row.key[2]), row.key[0], row.key[1]))

    def _to_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _without_last(self) -> None:
        shown = chips(self._page.narrowing, self._page.called)
        if shown:
            self.on_event(events.ChipRemoved(shown[-1][0]))

    def chosen_place(self) -> int | None:
        """The place of the row that the cursor of the list is on."""
        index: QModelIndex = self.table.currentIndex()
        return index.row() if index.isValid() else None

    # --- Qt -----------------------------------------------------------------------------------------------

    def fit(self) -> None:
        px = self.look.px
        self._column.setContentsMargins(px(kit.MARGIN), px(kit.GAP), px(kit.MARGIN), px(kit.GAP))
        self._column.setSpacing(px(kit.GAP))
        self.table.verticalHeader().setDefaultSectionSize(px(kit.ROW))
        self.table.horizontalHeader().setFixedHeight(px(3))
        for column, units in WIDTHS.items():
            self.table.setColumnWidth(column, px(units))
        self.facets.setFixedWidth(px(kit.FACETS))
        self.timeline.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_rows()

    def take_focus(self) -> None:
        self.table.setFocus()

    def step_back(self) -> bool:
        if not (self.search.hasFocus() or self.facets.hasFocus() or self.timeline.hasFocus()):
            return False
        self._show_search(self._page)
        self.table.setFocus()
        return True


def _empty(page: LogPage) -> str:
    narrowed = bool(chips(page.narrowing))
    return "No ruling fits. BACKSPACE removes the last filter." if narrowed else "No ruling yet."


def _count_line(page: LogPage) -> str:
    what = "record" if page.narrowing.every_kind else "ruling"
    return f"{page.total:,} {what}{'' if page.total == 1 else 's'}"
