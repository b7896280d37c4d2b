"""The first page: the last ten rulings, large enough to be photographed; the station's standing, what is
wrong, and what can be done about it, each by a key.
"""

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kiosk.console import kit, wording
from kiosk.console.events import (
    ActChosen,
)
from kiosk.console.pages import MOST
from kiosk.console.rows_kit import notes
from kiosk.console.states import Inside
from kiosk.console.values import (
    Act,
    RowShown,
)

LIST_SHARE, STATUS_SHARE = 62, 38
# Where the parts of a big row begin, in hundredths of its width.
NUMBER_AT, NOW_MARK_AT, NOW_WORDS_AT, NOW_PLACE_AT = 0, 13, 40, 76


class LastRulings(QWidget):
    """The last rulings, newest first, as large as there is room."""

    def __init__(self, look: kit.ConsoleLook) -> None:
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
        kit.draw_mark(painter, mark, row.verdict, look)
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


class NowView(kit.ConsolePage):
    """The last rulings, and beside them how the station stands and what can be done."""

    HINTS = (("B", "evidence by number"),)

    def __init__(self, look: kit.ConsoleLook, on_event: kit.OnEvent) -> None:
        super().__init__(look, on_event)
        self.last, self.facts, self.wrongs = LastRulings(look), kit.FactLines(), kit.Wrongs()
        self._acts: tuple[Act, ...] = ()
        self.buttons: list[kit.CapButton] = []
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
        had = next((button.cap for button in self.buttons if button is focused), None)
        self._acts = acts
        kit.empty(self._keys)
        self.buttons = []
        for place, act in enumerate(acts):
            key, text = wording.ACT_NAMES[act]
            button = kit.CapButton(self.look, key, text, partial(self.on_event, ActChosen(act)))
            self._keys.addWidget(button, place // 2, place % 2)
            button.show()  # now, for it may be given the focus
            self.buttons.append(button)
            if had == key:
                button.setFocus()
        if had is not None and had not in {button.cap for button in self.buttons}:
            self.take_focus()
