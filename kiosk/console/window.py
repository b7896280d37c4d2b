"""The console's window: the pages' keys above, one page, its keys below; a panel or the door over it.

It draws the state it is shown and reports what its user does. Over the station it says who uses it.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import assert_never

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from kiosk.console import kit
from kiosk.console.alerts_view import AlertsView
from kiosk.console.events import (
    BackPressed,
    CloseAsked,
    ConsoleEvent,
    PageChosen,
    RulingAsked,
)
from kiosk.console.integrity_view import IntegrityView
from kiosk.console.kit import CapButton, ConsoleLook, ConsolePage, KeyStrip, label
from kiosk.console.log_view import LogView
from kiosk.console.now_view import NowView
from kiosk.console.panel_view import DoorView, Offered, PanelView
from kiosk.console.reports_view import ReportsView
from kiosk.console.ruling_view import RulingView
from kiosk.console.sources import hub_notice
from kiosk.console.states import (
    AtDoor,
    ConsoleState,
    Gone,
    Inside,
)
from kiosk.console.values import PageId, StatusSeen, Where

# One file a page: which widget draws which page of the machine.
PAGES: Mapping[PageId, type[ConsolePage]] = {
    PageId.NOW: NowView,
    PageId.LOG: LogView,
    PageId.ALERTS: AlertsView,
    PageId.INTEGRITY: IntegrityView,
    PageId.RULING: RulingView,
    PageId.REPORTS: ReportsView,
}


TITLE = "Challenge Kiosk: director"
IN_USE = "IN USE BY THE DIRECTOR"
CLOSES = "CLOSES IN {} S: press any key to stay"
HELD = "READS ONLY: the station holds the log"
NUMBER = re.compile(r"[A-Za-z]?-?[0-9]+$")  # what a text ends with that is, or may be, a ruling's number
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
TYPING = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.KeypadModifier,
)
INPUT = frozenset({QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel})


class ConsoleWindow(QWidget):
    """One state at a time. *touched*: somebody pressed a key or a button; *shut*: the window is gone."""

    touched = Signal()
    shut = Signal()

    def __init__(self, look: ConsoleLook) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.look = look
        self._on_event: Callable[[ConsoleEvent], None] = lambda event: None
        self._state: ConsoleState | None = None
        self._on_top: QWidget | None = None
        self._left_s: int | None = None
        self._typed = ""
        self.may_close = False
        self.setWindowTitle(TITLE)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.pages: dict[PageId, ConsolePage] = {page: make(look, self.tell) for page, make in PAGES.items()}
        self.panel, self.door = PanelView(look, self.tell), DoorView(look, self.tell)
        self.tabs = {
            page: CapButton(look, str(place), page.value, partial(self.tell, PageChosen(page)))
            for place, page in enumerate(PageId, 1)
        }
        self.whose, self.place, self.hints = label("", "wrong"), label(""), KeyStrip(look)
        self.doubt = label("", "doubt")  # above every page: what is read below it does not hold
        self.doubt.setWordWrap(True)
        self._lay_out()
        self._bind()

    def _lay_out(self) -> None:
        self._bar = QWidget()
        self._above = above = QHBoxLayout(self._bar)
        self.flag = label("DIRECTOR", "flag")
        above.addWidget(self.flag)
        for tab in self.tabs.values():
            above.addWidget(tab)
        above.addStretch(1)
        above.addWidget(self.whose)
        above.addWidget(self.place)
        self._stack = QStackedLayout()
        for view in (*self.pages.values(), self.panel, self.door):
            self._stack.addWidget(view)
        self._foot = QWidget()
        self._below = below = QHBoxLayout(self._foot)
        below.addWidget(self.hints, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # a small screen is no error
        self._column.addWidget(self._bar)
        self._column.addWidget(self.doubt)
        self._column.addLayout(self._stack, 1)
        self._column.addWidget(self._foot)

    def _bind(self) -> None:
        for place, page in enumerate(PageId, 1):
            for key in (str(place), f"Alt+{place}"):
                self._shortcut(key, partial(self.tell, PageChosen(page)))
        self._shortcut("Escape", self._escape)

    def _shortcut(self, key: str, act: Callable[[], None]) -> None:
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(act)

    # --- what is reported ---------------------------------------------------------------------------------

    def listen(self, on_event: Callable[[ConsoleEvent], None]) -> None:
        """From now on what its user does means something."""
        self._on_event = on_event
        if (app := QGuiApplication.instance()) is not None:
            app.installEventFilter(self)

    def tell(self, event: ConsoleEvent) -> None:
        self._on_event(event)

    def _escape(self) -> None:
        page = self._page()
        if page is None or not page.step_back():
            self.tell(BackPressed())

    def _page(self) -> ConsolePage | None:
        state = self._state
        return self.pages[state.shown] if isinstance(state, Inside) and state.over is None else None

    # --- what is shown ------------------------------------------------------------------------------------

    def show_state(self, state: ConsoleState, now_ms: int) -> None:
        """Show *state*; the focus moves only where something else has come on show."""
        before, self._state = self._state, state
        match state:
            case AtDoor():
                self.door.show_door(state, now_ms)
                self._on_show(self.door)
                if not isinstance(before, AtDoor):
                    self.door.field.setFocus()
            case Inside():
                self._show_inside(state)
            case Gone():
                pass
            case _:
                assert_never(state)
        self._bar.setVisible(isinstance(state, Inside))
        self.doubt.setVisible(isinstance(state, Inside) and bool(self.doubt.text()))
        self._foot.setVisible(isinstance(state, Inside))

    def count_down(self, left_s: int | None) -> None:
        """Say that the window closes in *left_s* seconds; None: nobody counts any more."""
        if left_s != self._left_s:
            self._left_s = left_s
            if isinstance(self._state, Inside):
                self._show_frame(self._state)

    def _show_inside(self, state: Inside) -> None:
        page = self.pages[state.shown]
        page.show_state(state)
        self._show_frame(state)
        if state.over is not None:
            self._on_show(self.panel)
            self.panel.show_panel(state.over)
            return
        self.panel.show_panel(None)
        if self._on_show(page):
            page.take_focus()

    def _on_show(self, view: QWidget) -> bool:
        if self._on_top is view:
            return False
        self._on_top = view
        self._stack.setCurrentWidget(view)
        return True

    def _show_frame(self, state: Inside) -> None:
        for page, tab in self.tabs.items():
            if tab.current != (page is state.shown):
                tab.current = page is state.shown
                tab.updateGeometry()
                tab.update()
        status = state.status
        said = IN_USE if state.setting.where is Where.IN_STATION else ""
        if self._left_s is not None:
            said = CLOSES.format(self._left_s)
        if status is not None and status.held:
            said = HELD
        said = " · ".join(filter(None, (said, hub_notice(state) if state.setting.hub else "")))
        self.whose.setText(said)
        self.whose.setVisible(bool(said))
        self.doubt.setText("" if status is None else status.doubt)
        self.place.setText("" if status is None else _place(status, short=bool(said)))
        hints = (
            (*self.pages[state.shown].HINTS, ("TAB", "next"), ("ESC", "back")) if state.over is None else ()
        )
        self.hints.show_keys(hints)

    # --- Qt -----------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.look.fit(event.size()):
            self._fit()

    def _fit(self) -> None:
        px = self.look.px
        self.setStyleSheet(self.look.sheet())
        self._bar.setFixedHeight(px(kit.BAR))
        self._foot.setFixedHeight(px(kit.BAR * 0.6))
        for sign in (self.flag, self.whose):
            sign.setFixedHeight(px(kit.CAP + kit.GAP))
        self._above.setContentsMargins(0, 0, px(kit.MARGIN), 0)
        self._below.setContentsMargins(px(kit.MARGIN), 0, px(kit.MARGIN), 0)
        for page in self.pages.values():
            page.fit()
        self.panel.fit()
        self.door.fit()
        for button in self.findChildren(CapButton):
            button.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in INPUT:
            self.touched.emit()
        if isinstance(event, QKeyEvent) and watched is (self.focusWidget() or self):
            return self._typed_on(watched, event)
        if event.type() == QEvent.Type.MouseButtonPress:
            self._typed = ""
        # A field's own menu would be a window of its own over the station.
        return event.type() == QEvent.Type.ContextMenu and self._has(watched)

    def _typed_on(self, watched: QObject, key: QKeyEvent) -> bool:
        """Note what is typed where nothing takes it, whatever its keys do there. ENTER after a number then
        asks whether that ruling is meant, and does nothing else: it would act on something that whoever
        typed the number has not chosen."""
        if key.type() == QEvent.Type.ShortcutOverride:  # comes once for each press, also of a shortcut
            if _takes_what_is_typed(watched):
                self._typed = ""
            elif key.text().isprintable() and key.text() and key.modifiers() in TYPING:
                self._typed += key.text()
            elif key.key() not in (*ENTER, Qt.Key.Key_Shift, Qt.Key.Key_CapsLock):
                self._typed = ""
            return False
        if key.type() != QEvent.Type.KeyPress or key.key() not in ENTER:
            return False
        number, self._typed = NUMBER.search(self._typed), ""
        if number is None:
            return False
        self.tell(RulingAsked(typed=number[0]))
        return True

    def _has(self, watched: QObject) -> bool:
        return isinstance(watched, QWidget) and watched.window() is self

    def closeEvent(self, request: QCloseEvent) -> None:
        if self.may_close:
            request.accept()
            if (app := QGuiApplication.instance()) is not None:
                app.removeEventFilter(self)
            self.shut.emit()
            return
        request.ignore()  # the machine says what becomes of it
        self.tell(CloseAsked())


def _takes_what_is_typed(focused: QObject) -> bool:
    numbered: bool = getattr(focused, "numbered", False)  # rows that are chosen by a digit
    return numbered or isinstance(focused, QLineEdit | Offered)


def _place(status: StatusSeen, *, short: bool) -> str:
    """Where and when; *short*: beside a sign that must be read first."""
    if short:
        return " · ".join(part for part in (status.letter, status.clock) if part)
    where = f"{status.letter} · {status.name}" if status.letter else status.name
    event = f"{status.event} · " if status.event else ""
    round_ = f"round {status.round} · " if status.round is not None else ""
    return f"{event}{round_}{where} · {status.clock}"
