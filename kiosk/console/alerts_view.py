"""The alerts: which there are, what each means and what the rules say of it, and the rulings it is about,
each over the earlier one it was compared with. ENTER on a ruling shows it in the log.
"""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from kiosk.console import kit, wording
from kiosk.console.events import (
    RulingSought,
)
from kiosk.console.kit import (
    ConsoleLook,
    ConsolePage,
    OnEvent,
    draw_mark,
    label,
)
from kiosk.console.pages import NO_ALERT, clause, headline
from kiosk.console.states import Inside
from kiosk.console.values import (
    AlertsFound,
    AlertShown,
    RowShown,
)

ROW, EARLIER = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
# Where the parts of a ruling begin, in hundredths of the width.
ALERTS_MARK_AT, TIME_AT, ALERTS_WORDS_AT, ALERTS_PLACE_AT = 20, 26, 44, 80


class AlertsView(ConsolePage):
    """The alerts by name; beside them, of the one that is chosen, its meaning and its rulings."""

    HINTS = (
        ("↑ ↓", "choose"),
        ("ENTER", "its rulings, then the ruling in the log"),
        ("B", "evidence by number"),
    )

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__(look, on_event)
        self._found: AlertsFound | None = None
        self.names, self.rows = QListWidget(), QListWidget()
        self.names.setAccessibleName("Alerts")
        self.rows.setAccessibleName("Rulings of this alert")
        self.rows.setItemDelegate(PairDelegate(look, self.rows))
        for view in (self.names, self.rows):
            view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            view.installEventFilter(self)
        self.names.currentRowChanged.connect(self._show_alert)
        self.names.itemClicked.connect(lambda item: self.names.setFocus())
        self.rows.itemDoubleClicked.connect(self._sought)
        self.title, self.meaning = label("", "heading"), label("")
        self.rule, self.fewer = label("", "hint"), label("", "hint")
        self.problem = label("", "wrong")
        for text in (self.meaning, self.rule, self.problem):
            text.setWordWrap(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._lay_out()

    def _lay_out(self) -> None:
        self._right = QVBoxLayout()
        for part in (self.problem, self.title, self.meaning, self.rule, self.fewer):
            self._right.addWidget(part)
        self._right.addWidget(self.rows, 1)
        self._right.addStretch(0)
        self._columns = QHBoxLayout(self)
        self._columns.addWidget(self.names)
        self._columns.addLayout(self._right, 1)

    def fit(self) -> None:
        px = self.look.px
        self._columns.setContentsMargins(px(kit.MARGIN), px(kit.GUTTER), px(kit.MARGIN), px(kit.GUTTER))
        self._columns.setSpacing(px(kit.MARGIN))
        self._right.setSpacing(px(kit.GAP))
        self.names.setFixedWidth(px(34))

    # --- what is shown ------------------------------------------------------------------------------------

    def show_state(self, state: Inside) -> None:
        page = state.alerts
        self._offer(bool(page.found is not None and page.found.alerts))
        self.problem.setText(page.problem)
        self.problem.setVisible(bool(page.problem))
        if page.found is None:
            self.title.setText(wording.reading(state.far) if not page.problem else "")
        elif page.found != self._found:
            self._show_found(page.found)
        if self.hasFocus():
            self.take_focus()  # there is a list now

    def _offer(self, any_: bool) -> None:
        """Show the list of alerts if there are any. The focus does not wander to a button: ENTER would do
        what it says."""
        if not any_ and self.isAncestorOf(self.window().focusWidget() or self):
            self.setFocus()
        self.names.setVisible(any_)

    def _show_found(self, found: AlertsFound) -> None:
        """The counts have changed: whoever looks at an alert goes on looking at it."""
        at, self._found = self.chosen(), found
        self.names.blockSignals(True)
        self.names.clear()
        self.names.addItems([headline(alert) for alert in found.alerts])
        place = next((n for n, one in enumerate(found.alerts) if at and one.alert == at.alert), 0)
        self.names.setCurrentRow(place if found.alerts else -1)
        self.names.blockSignals(False)
        self._show_alert()

    def chosen(self) -> AlertShown | None:
        """The alert that is looked at."""
        place = self.names.currentRow()
        alerts = self._found.alerts if self._found else ()
        return alerts[place] if 0 <= place < len(alerts) else None

    def _show_alert(self) -> None:
        alert, at = self.chosen(), self._key()
        self.rows.clear()
        for text in (self.meaning, self.rule, self.rows):
            text.setVisible(alert is not None)
        self.fewer.setVisible(alert is not None and len(alert.rows) < alert.count)
        self.title.setText(NO_ALERT if alert is None else headline(alert))
        if alert is None:
            return
        self.meaning.setText(alert.meaning)
        self.rule.setText(clause(alert))
        self.fewer.setText(f"The newest {len(alert.rows)} are listed; the log, filtered by it, has all.")
        for row, earlier in alert.rows:
            self._add(row, earlier=False)
            if earlier is not None:
                self._add(earlier, earlier=True)
        keys = [self.rows.item(place).data(ROW).key for place in range(self.rows.count())]
        self.rows.setCurrentRow(keys.index(at) if at in keys else 0)

    def _key(self) -> object:
        item = self.rows.currentItem()
        return None if item is None else item.data(ROW).key

    def _add(self, row: RowShown, *, earlier: bool) -> None:
        item = QListWidgetItem(f"{'after ' if earlier else ''}{row.number} {row.verdict} {row.local[:16]}")
        item.setData(ROW, row)
        item.setData(EARLIER, earlier)
        self.rows.addItem(item)

    # --- what is reported ---------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if not (pressed and isinstance(event, QKeyEvent) and event.key() in ENTER):
            return False
        if watched is self.names and self.rows.count():
            self.rows.setFocus()
        elif watched is self.rows and (item := self.rows.currentItem()) is not None:
            self._sought(item)
        return True

    def _sought(self, item: QListWidgetItem) -> None:
        row = item.data(ROW)
        self.on_event(RulingSought(row.number, *row.key[:2]))

    def take_focus(self) -> None:
        """The list of alerts; while there is none, the page itself, where no key does anything."""
        (self if self.names.isHidden() else self.names).setFocus()

    def step_back(self) -> bool:
        if not self.rows.hasFocus():
            return False
        self.names.setFocus()
        return True


class PairDelegate(QStyledItemDelegate):
    """A ruling on one line; the earlier one it was compared with stands below, further in."""

    def __init__(self, look: ConsoleLook, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(10, self._look.px(kit.ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row, earlier, look = index.data(ROW), bool(index.data(EARLIER)), self._look
        state, area = option.state, QRectF(option.rect)
        chosen = bool(state & QStyle.StateFlag.State_Selected) and bool(
            state & QStyle.StateFlag.State_HasFocus
        )
        face, ink = (kit.INK, kit.ON_INK) if chosen else (kit.FIELD, kit.INK)
        if not row.fits and not chosen:
            face, ink = kit.STRIP, kit.ON_STRIP
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(area, QColor(face))
        if not earlier:
            painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), QColor(kit.LINE))
        self._draw(painter, area.adjusted(look.px(1), 0, -look.px(1), 0), row, ink, earlier=earlier)
        painter.restore()

    def _draw(self, painter: QPainter, area: QRectF, row: RowShown, ink: str, *, earlier: bool) -> None:
        look, side = self._look, self._look.px(2.2)

        def box(start: int, end: int) -> QRectF:
            left = area.left() + area.width() * start / 100
            return QRectF(left, area.top(), area.width() * (end - start) / 100 - look.px(0.5), area.height())

        mark = box(ALERTS_MARK_AT, TIME_AT)
        draw_mark(painter, QRectF(mark.left(), mark.center().y() - side / 2, side, side), row.verdict, look)
        painter.setPen(QColor(ink))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        for where, text, font in (
            (
                box(0, ALERTS_MARK_AT),
                f"    earlier {row.number}" if earlier else row.number,
                look.text() if earlier else look.bold(),
            ),
            (box(TIME_AT, ALERTS_WORDS_AT), f"{row.local[5:10]} {row.local[11:19]}", look.text()),
            (box(ALERTS_WORDS_AT, ALERTS_PLACE_AT), "  ".join(row.words), look.word(kit.TEXT)),
            (box(ALERTS_PLACE_AT, 100), _place_alerts(row), look.text(kit.SMALL)),
        ):
            painter.setFont(font)
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(where.width()))
            painter.drawText(where, flags, shown)


def _place_alerts(row: RowShown) -> str:
    round_ = f"round {row.round}" if row.round is not None else ""
    table = f"table {row.table}" if row.table is not None else ""
    changed = "" if row.fits else "CHANGED"
    return ", ".join(part for part in (changed, round_, table, row.division) if part)
