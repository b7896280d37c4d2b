"""Four pages of the console: now, alerts, integrity, reports."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from kiosk.console import kit, wording
from kiosk.console.events import (
    ActChosen,
    DayAsked,
    ReportChosen,
    ReportMade,
    RulingSought,
    VerifyAsked,
    VerifyStopped,
)
from kiosk.console.kit import (
    CapButton,
    CodePicture,
    ConsoleLook,
    ConsolePage,
    FactLines,
    OnEvent,
    SheetView,
    Wrongs,
    draw_mark,
    emptied,
    label,
)
from kiosk.console.list_kit import notes
from kiosk.console.pages import MOST, NO_ALERT, IntegrityPage, ReportsPage, clause, headline
from kiosk.console.states import Inside
from kiosk.console.values import (
    Act,
    AlertsFound,
    AlertShown,
    ChainFound,
    HeadGiven,
    HeadShown,
    ReportKind,
    RowShown,
)
from kiosk.log.chain import check_code

# ---- now ---------------------------------------------------------------------------------------------------
# The first page: the last ten rulings, large enough to be photographed; the station's standing, what is
# wrong, and what can be done about it, each by a key.

LIST_SHARE, STATUS_SHARE = 62, 38
# Where the parts of a big row begin, in hundredths of its width.
NUMBER_AT, NOW_MARK_AT, NOW_WORDS_AT, NOW_PLACE_AT = 0, 13, 40, 76


class LastRulings(QWidget):
    """The last rulings, newest first, as large as there is room."""

    def __init__(self, look: ConsoleLook) -> None:
        super().__init__()
        self._look = look
        self.rows: tuple[RowShown, ...] | None = None
        self.problem = self.reading = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_rows(self, rows: tuple[RowShown, ...] | None, problem: str, reading: str = "…") -> None:
        """Show *rows*; before they are known, *reading*: how far that is."""
        self.rows, self.problem, self.reading = rows, problem, reading
        said = [f"{row.number} {row.verdict} {row.local[11:16]}" for row in rows or ()]
        self.setAccessibleName("; ".join(said) or self._empty())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(90), self._look.px(60))

    def _empty(self) -> str:
        return self.problem or (self.reading if self.rows is None else "No ruling yet.")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), self._look
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(kit.FIELD))
        if not self.rows or self.problem:
            painter.setPen(QColor(kit.INK))
            painter.setFont(look.text(kit.LARGE))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), flags, self._empty())
            painter.end()
            return
        high = min(self.height() / MOST, float(look.px(kit.BIG_ROW)))
        for place, row in enumerate(self.rows):
            self._draw(painter, QRectF(0, place * high, self.width(), high), row, newest=place == 0)
        if self.hasFocus():
            whole = QRectF(0, 0, look.px(kit.FOCUS), high * len(self.rows))
            painter.fillRect(whole, QColor(kit.INK))
        painter.end()

    def _draw(self, painter: QPainter, area: QRectF, row: RowShown, *, newest: bool) -> None:
        look, high = self._look, area.height()
        if not row.fits:
            painter.fillRect(area, QColor(kit.STRIP))
        elif newest:
            painter.fillRect(area, QColor(kit.RAISED))
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), QColor(kit.LINE))
        painter.setPen(QColor(kit.INK))
        left, wide = area.left() + look.px(1), area.width() - look.px(2)

        def box(start: int, end: int) -> QRectF:
            return QRectF(left + wide * start / 100, area.top(), wide * (end - start) / 100, high)

        size = min(kit.LARGE, high / look.unit * kit.ROW_TYPE)
        self._text(painter, box(NUMBER_AT, NOW_MARK_AT), row.number, look.bold(size))
        side = high * 0.6
        mark = QRectF(left + wide * NOW_MARK_AT / 100, area.center().y() - side / 2, side, side)
        draw_mark(painter, mark, row.verdict, look)
        word = box(NOW_MARK_AT, NOW_WORDS_AT).adjusted(side + look.px(0.8), 0, 0, 0)
        self._text(painter, word, row.verdict.upper(), look.bold(min(size, kit.TEXT)))
        upper, lower = box(NOW_WORDS_AT, NOW_PLACE_AT), box(NOW_PLACE_AT, 100)
        self._words(painter, upper, row.words, min(size, 2.6))
        self._text(painter, self._half(lower, 0), row.local[11:19], look.bold(min(size, 2.5)))
        self._text(painter, self._half(lower, 1), _place_now(row), look.text(min(size, kit.SMALL)))

    def _words(self, painter: QPainter, area: QRectF, words: tuple[str, ...], size: float) -> None:
        """On one line, or on two where that shows more of them."""
        line, font = " ".join(words), self._look.word(size)
        if len(words) < 2 or QFontMetrics(font).horizontalAdvance(line) <= area.width():
            self._text(painter, area, line, font)
            return
        font = self._look.word(min(size, 2.1))
        metrics, first = QFontMetrics(font), 1
        while (
            first < len(words) - 1 and metrics.horizontalAdvance(" ".join(words[: first + 1])) <= area.width()
        ):
            first += 1
        for place, part in enumerate((words[:first], words[first:])):
            self._text(painter, self._half(area, place), " ".join(part), font)

    def _half(self, area: QRectF, which: int) -> QRectF:
        inner = area.adjusted(0, area.height() * 0.1, 0, -area.height() * 0.1)
        return QRectF(
            inner.left(), inner.top() + which * inner.height() / 2, inner.width(), inner.height() / 2
        )

    def _text(self, painter: QPainter, area: QRectF, text: str, font: QFont) -> None:
        painter.setPen(QColor(kit.INK))  # a mark was drawn with its own
        painter.setFont(font)
        shown = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


def _place_now(row: RowShown) -> str:
    parts = [f"round {row.round}" if row.round is not None else "", f"table {row.table}" if row.table else ""]
    return ", ".join(part for part in (*parts, "CHANGED" if not row.fits else "") if part) or notes(row)


class NowView(ConsolePage):
    """See the module."""

    HINTS = (("B", "evidence by number"),)

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__(look, on_event)
        self.last, self.facts, self.wrongs = LastRulings(look), FactLines(), Wrongs()
        self._acts: tuple[Act, ...] = ()
        self.buttons: list[CapButton] = []
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.wrongs)
        column.addWidget(self.facts)
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(inner)
        self._keys = QGridLayout()
        self._keys.setColumnStretch(2, 1)
        right = QVBoxLayout()
        right.addWidget(self._scroll, 1)
        right.addLayout(self._keys)
        self._columns = QHBoxLayout(self)
        self._columns.addWidget(self.last, LIST_SHARE)
        self._columns.addLayout(right, STATUS_SHARE)
        for act, (key, _) in wording.ACT_NAMES.items():
            if act is not Act.SHUT:  # ESC is every page's
                self.key(key, partial(on_event, ActChosen(act)))

    def fit(self) -> None:
        px = self.look.px
        self._columns.setContentsMargins(px(kit.MARGIN), px(kit.GUTTER), px(kit.MARGIN), px(kit.GUTTER))
        self._columns.setSpacing(px(kit.MARGIN))
        self._keys.setSpacing(px(kit.GAP) // 2)

    def take_focus(self) -> None:
        self.last.setFocus()  # where no key does anything: ENTER pressed once too often changes no event

    def show_state(self, state: Inside) -> None:
        self.last.show_rows(state.now.rows, state.now.problem, wording.reading(state.far))
        status = state.status
        held = (f"{wording.HELD} {wording.HELD_WHAT}",) if status is not None and status.held else ()
        self.wrongs.show_lines((*(status.wrong if status else ()), *held))
        self.facts.show_lines(status.lines if status else ((" ", wording.looking(state.awaited)),))
        acts = wording.acts(state.setting.where, status)
        if acts != self._acts:
            self._show_acts(acts)

    def _show_acts(self, acts: tuple[Act, ...]) -> None:
        focused = self.window().focusWidget()  # also before the window has the keyboard
        had = next((one.cap for one in self.buttons if one is focused), None)
        self._acts = acts
        emptied(self._keys)
        self.buttons = []
        for place, act in enumerate(acts):
            key, text = wording.ACT_NAMES[act]
            button = CapButton(self.look, key, text, partial(self.on_event, ActChosen(act)))
            self._keys.addWidget(button, place // 2, place % 2)
            button.show()  # now, for it may be given the focus
            self.buttons.append(button)
            if had == key:
                button.setFocus()
        if had is not None and had not in {one.cap for one in self.buttons}:
            self.take_focus()


# ---- alerts ------------------------------------------------------------------------------------------------
# The alerts: which there are, what each means and what the rules say of it, and the rulings it is about,
# each over the earlier one it was compared with. ENTER on a ruling shows it in the log.

ROW, EARLIER = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
# Where the parts of a ruling begin, in hundredths of the width.
ALERTS_MARK_AT, TIME_AT, ALERTS_WORDS_AT, ALERTS_PLACE_AT = 20, 26, 44, 80


class AlertsView(ConsolePage):
    """See the module."""

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
        for one in (self.names, self.rows):
            one.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            one.installEventFilter(self)
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
        self.names.addItems([headline(one) for one in found.alerts])
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


# ---- integrity ---------------------------------------------------------------------------------------------
# Whether the log is whole: verify it, hold it to a head from paper, and give its own head out, as text and
# as a picture for a phone.

LONGEST_HEAD = 90
NO_LOG = "no record yet"
NO_CODE = "nothing to note: the log does not hold"


class HeadPlate(QWidget):
    """Station, number of records and head, in the largest type of the console."""

    def __init__(self, look: ConsoleLook) -> None:
        super().__init__()
        self._look = look
        self.head: HeadShown | None = None
        self.without = NO_LOG

    def show_head(self, head: HeadShown | None, without: str = NO_LOG) -> None:
        self.head, self.without = head, without
        self.setAccessibleName("" if head is None else f"{head.count} records, head {head.code}")
        self.update()

    def fit(self) -> None:
        self.setFixedHeight(self._look.px(21))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, area = QPainter(self), self._look, QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(area, QColor(kit.RAISED))
        painter.fillRect(QRectF(area.left(), area.top(), look.px(0.8), area.height()), QColor(kit.INK))
        painter.setPen(QColor(kit.INK))
        inner, flags = (
            area.adjusted(look.px(3), look.px(1), -look.px(1), -look.px(1)),
            Qt.AlignmentFlag.AlignVCenter,
        )
        head = self.head
        third = inner.height() / 4
        first = QRectF(inner.left(), inner.top(), inner.width(), third)
        painter.setFont(look.bold(kit.LARGE))
        station = "" if head is None or not head.letter else f"Station {head.letter} · "
        painter.drawText(first, flags, self.without if head is None else f"{station}{head.count:,} records")
        if head is not None:
            size = min(kit.HEAD, inner.width() / look.unit / 12.4)
            painter.setFont(look.word(size))
            painter.drawText(QRectF(inner.left(), first.bottom(), inner.width(), 2 * third), flags, head.code)
            painter.setFont(look.text(kit.SMALL))
            last = QRectF(inner.left(), inner.bottom() - third, inner.width(), third)
            painter.drawText(
                last, flags, f"Last record {head.at.replace('T', ' ')} · note or photograph this"
            )
        painter.end()


class IntegrityView(ConsolePage):
    """See the module."""

    HINTS = (
        ("V", "verify"),
        ("N", "compare with a noted head"),
        ("H", "heads given out"),
        ("B", "evidence by number"),
    )

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__(look, on_event)
        self.plate, self.code = HeadPlate(look), CodePicture()
        self.head, self.records = self._field("Head from paper"), self._field("Records")
        self.head.setMaxLength(LONGEST_HEAD)
        self.records.setMaxLength(12)
        self.verify = CapButton(look, "V", "verify the whole log", self._verify)
        self.compare = CapButton(look, "ENTER", "compare", self._verify)
        self.stop = CapButton(look, "S", "stop", lambda: on_event(VerifyStopped()))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.said, self.detail = label("", "heading"), FactLines()
        self.said.setWordWrap(True)
        self.problem = label("", "wrong")
        self.problem.setWordWrap(True)
        self.heads = QListWidget()
        self.heads.setAccessibleName("Heads given out")
        self.heads.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._listed: tuple[HeadGiven, ...] | None = None
        self._lay_out()
        self.key("V", self._verify)
        self.key("N", self._to_head)
        self.key("H", self.heads.setFocus)
        self.key("S", lambda: on_event(VerifyStopped()))

    def _field(self, placeholder: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(placeholder)
        field.setAccessibleName(placeholder)
        field.returnPressed.connect(self._verify)
        return field

    def _lay_out(self) -> None:
        compared = QHBoxLayout()
        compared.addWidget(self.head, 5)
        compared.addWidget(self.records, 2)
        compared.addWidget(self.compare)
        running = QHBoxLayout()
        running.addWidget(self.verify)
        running.addWidget(self.bar, 1)
        running.addWidget(self.stop)
        running.addStretch(0)
        self._left = QVBoxLayout()
        for part in (self.plate, compared, running, self.problem, self.said, self.detail):
            if isinstance(part, QHBoxLayout):
                self._left.addLayout(part)
            else:
                self._left.addWidget(part)
        self._left.addStretch(1)
        self._right = QVBoxLayout()
        self._right.addWidget(self.code, 3)
        self._right.addWidget(label("Heads given out", "heading"))
        self._right.addWidget(self.heads, 2)
        self._grid = QGridLayout(self)
        self._grid.addLayout(self._left, 0, 0)
        self._grid.addLayout(self._right, 0, 1)
        self._grid.setColumnStretch(0, 60)
        self._grid.setColumnStretch(1, 40)

    def fit(self) -> None:
        px = self.look.px
        self._grid.setContentsMargins(px(kit.MARGIN), px(kit.GUTTER), px(kit.MARGIN), px(kit.GUTTER))
        self._grid.setHorizontalSpacing(px(kit.MARGIN))
        self._left.setSpacing(px(kit.GUTTER))
        self._right.setSpacing(px(kit.GAP))
        self.plate.fit()

    # --- what is shown ------------------------------------------------------------------------------------

    def show_state(self, state: Inside) -> None:
        page, head = state.integrity, state.status.head if state.status else None
        self.plate.show_head(head, NO_CODE if state.status and state.status.doubt else NO_LOG)
        self.code.show_text(head.scanned if head else "")
        self._show_running(page)
        self.problem.setText(page.problem)
        self.problem.setVisible(bool(page.problem))
        chains = page.found.chains if page.found else ()
        good = bool(chains) and all(one.intact for one in chains)
        self.said.setText("" if not chains else _verdict(chains, good=good, held=bool(page.held_to.head)))
        self.detail.show_lines([line for one in chains for line in _lines(one)])
        if page.heads != self._listed:
            self._listed = page.heads
            self.heads.clear()
            self.heads.addItems([_given(one) for one in page.heads or ()] or ["None yet."])

    def _show_running(self, page: IntegrityPage) -> None:
        running = page.pending is not None
        self.bar.setVisible(running)
        self.stop.setVisible(running)
        self.bar.setRange(0, page.of if page.of else 0)
        self.bar.setValue(page.done)
        self.bar.setAccessibleName(f"{page.done} of {page.of} records")

    # --- what is reported ---------------------------------------------------------------------------------

    def _verify(self) -> None:
        self.on_event(VerifyAsked(self.head.text(), self.records.text()))

    def _to_head(self) -> None:
        self.head.setFocus()
        self.head.selectAll()

    def take_focus(self) -> None:
        self.verify.setFocus()

    def step_back(self) -> bool:
        if not (self.head.hasFocus() or self.records.hasFocus()):
            return False
        self.verify.setFocus()
        return True


def _verdict(chains: tuple[ChainFound, ...], *, good: bool, held: bool) -> str:
    if not good:
        bad = next((one for one in chains if not one.intact and not one.unlike_note), None)
        if bad is None:
            return "Not as noted: the noted head is not here. The chain is intact."
        where = "" if bad.first_bad is None else f" at record {bad.first_bad:,}"
        return f"The log does NOT hold{where}."
    return (
        "Intact, and the noted head stands in it." if held else "Intact: every record is as it was recorded."
    )


def _lines(one: ChainFound) -> tuple[tuple[str, str], ...]:
    lines = [("Found", one.sentence), ("Records", f"{one.count:,}")]
    if one.letter:
        lines.insert(0, ("Station", one.letter))
    if one.first_bad is not None and not one.unlike_note:
        lines.append(("First bad record", f"{one.first_bad:,}"))
    if one.head:
        lines.append(("Head", check_code(one.head)))
    return tuple(lines)


def _given(one: HeadGiven) -> str:
    return f"{one.local} · {one.occasion}\n{one.code} · {one.count:,} records"


# ---- reports -----------------------------------------------------------------------------------------------
# Reports: of the event, of a day, for players; how it will look, on paper and to a file.

NOT_MADE = "Choose what it is about, then press M: the log is verified, and the report is shown here."
ABOUT = {
    ReportKind.EVENT: ("E", "the event"),
    ReportKind.DAY: ("D", "a day"),
    ReportKind.PLAYERS: ("L", "for players, once the event is closed"),
}


class ReportsView(ConsolePage):
    """See the module."""

    HINTS = (
        ("E D L", "about what"),
        ("W", "words"),
        ("A", "paper"),
        ("M", "make it"),
        ("P", "print, or to a file"),
        ("B", "evidence by number"),
    )

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__(look, on_event)
        self.sheet, self.empty = SheetView(look), label(NOT_MADE, "heading")
        self.empty.setWordWrap(True)
        self._page = ReportsPage()
        self.about = {
            kind: self._button(key, text, partial(self._about, kind)) for kind, (key, text) in ABOUT.items()
        }
        self.words = self._button("W", "", self._switch_words)
        self.paper = self._button("A", "", self._switch_paper)
        self.make = self._button("M", "make it", lambda: on_event(ReportMade()))
        self.write = self._button("P", "print, or to a file", lambda: on_event(ReportMade(out=True)))
        self._lay_out()

    def _button(self, key: str, text: str, act: Callable[[], None]) -> CapButton:
        self.key(key, act)
        return CapButton(self.look, key, text, act)

    def _lay_out(self) -> None:
        beside = QWidget()
        self._beside = QVBoxLayout(beside)
        self._beside.addWidget(label("A report", "title"))
        for button in (*self.about.values(), self.words, self.paper, self.make, self.write):
            self._beside.addWidget(button)
        self._beside.addStretch(1)
        paper = QWidget()
        self._left = QVBoxLayout(paper)
        self._left.addWidget(self.empty)
        self._left.addWidget(self.sheet, 1)
        self._left.addStretch(0)
        self._columns = QHBoxLayout(self)
        self._columns.addWidget(paper, 66)
        self._columns.addWidget(beside, 34)

    def fit(self) -> None:
        px = self.look.px
        self._columns.setContentsMargins(px(kit.MARGIN), px(kit.GAP), px(kit.MARGIN), px(kit.GAP))
        self._columns.setSpacing(px(kit.MARGIN))
        for layout in (self._left, self._beside):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(px(kit.GAP))

    # --- what is shown ------------------------------------------------------------------------------------

    def show_state(self, state: Inside) -> None:
        self._page = page = state.reports
        asked = page.asked
        for kind, button in self.about.items():
            key, text = ABOUT[kind]
            button.current = kind is asked.kind
            button.say(key, f"{text}, {asked.day}" if kind is ReportKind.DAY and asked.day else text)
        self.words.say(
            "W",
            "with words, though it is open" if asked.words else "without the words of an open event",
        )
        self.words.setVisible(asked.kind is not ReportKind.PLAYERS)
        self.paper.say("A", f"on {asked.paper.label}")
        self.empty.setVisible(page.sheet is None)
        self.sheet.setVisible(page.sheet is not None)
        self.sheet.show_sheet(page.sheet, asked.paper)

    # --- what is reported ---------------------------------------------------------------------------------

    def _about(self, kind: ReportKind) -> None:
        if kind is ReportKind.DAY:
            self.on_event(DayAsked())
        else:
            self.on_event(ReportChosen(replace(self._page.asked, kind=kind)))

    def _switch_words(self) -> None:
        asked = self._page.asked
        self.on_event(ReportChosen(replace(asked, words=not asked.words)))

    def _switch_paper(self) -> None:
        asked = self._page.asked
        self.on_event(ReportChosen(replace(asked, paper=asked.paper.following)))

    def take_focus(self) -> None:
        (self.make if self._page.sheet is None else self.sheet).setFocus()
