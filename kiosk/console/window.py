"""The console's window: the pages' keys above, one page, its keys below; a panel or the door over it."""

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
    QListWidget,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from kiosk.console import kit, wording
from kiosk.console.events import (
    BackPressed,
    CloseAsked,
    Confirmed,
    ConsoleEvent,
    PageChosen,
    PasscodeTyped,
    RulingAsked,
    TextGiven,
)
from kiosk.console.kit import CapButton, ConsoleLook, ConsolePage, FactLines, KeyStrip, Wrongs, label
from kiosk.console.log_view import LogView
from kiosk.console.ruling_view import RulingView
from kiosk.console.sources import hub_line
from kiosk.console.states import (
    AskingText,
    AtDoor,
    Confirming,
    ConsoleState,
    Gone,
    Inside,
    Panel,
    Revealing,
    Telling,
    WorkingOn,
)
from kiosk.console.values import HeadShown, PageId, RevealedShown, StatusSeen, Where
from kiosk.console.views import AlertsView, HeadPlate, IntegrityView, NowView, ReportsView

# ---- panels ------------------------------------------------------------------------------------------------
# What stands over a page: a question to confirm, a line to type, work under way, what came of it; and the
# door. All of them are parts of the one window: no dialog of the system ever opens.

ANSWERS = {"in_print": "only print settles it"}
OnEvent = Callable[[ConsoleEvent], None]
ODD_KEY = "Y"  # not ENTER: what is odd is not confirmed by a finger that was faster than the eye
WORKING = "This may take a moment."


class Offered(QListWidget):
    """Choices under a field: ENTER takes one into it."""

    def __init__(self, take: Callable[[str], None]) -> None:
        super().__init__()
        self._take = take
        self.setAccessibleName("Offered")
        self.itemClicked.connect(lambda item: take(item.text()))

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if press.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (item := self.currentItem()) is not None:
            self._take(item.text())
        else:
            super().keyPressEvent(press)


class PanelView(QWidget):
    """The panel over the page; it covers the page whole."""

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__()
        self.look, self._on_event = look, on_event
        self.title, self.facts, self.wrongs = label("", "title"), FactLines(), Wrongs()
        self.title.setWordWrap(True)
        self.plate = HeadPlate(look)
        self.asked, self.field = label("", "subject"), QLineEdit()
        self.field.returnPressed.connect(lambda: on_event(TextGiven(self.field.text())))
        self.offered = Offered(self._take)
        self.go = CapButton(look, "ENTER", "", self._go)
        self.back = CapButton(look, "ESC", "go back", lambda: on_event(BackPressed()))
        self._panel: Panel | None = None
        self._lay_out()
        odd = QShortcut(QKeySequence(ODD_KEY), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        odd.setAutoRepeat(False)
        odd.activated.connect(self._all_the_same)

    def _lay_out(self) -> None:
        inner = QWidget()
        self._inner = QVBoxLayout(inner)
        for part in (self.title, self.wrongs, self.plate, self.facts, self.asked, self.field, self.offered):
            self._inner.addWidget(part)
        self._inner.addStretch(1)
        self._room = QScrollArea()
        self._room.setWidgetResizable(True)
        self._room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._room.setWidget(inner)
        keys = QHBoxLayout()
        keys.addWidget(self.go)
        keys.addWidget(self.back)
        keys.addStretch(1)
        self._outer = QVBoxLayout(self)
        self._outer.addWidget(self._room, 1)
        self._outer.addLayout(keys)

    def fit(self) -> None:
        px = self.look.px
        self._outer.setContentsMargins(px(9), px(kit.MARGIN), px(9), px(kit.MARGIN))
        self._inner.setSpacing(px(kit.GUTTER))
        self.offered.setFixedHeight(px(16))
        self.plate.fit()

    @property
    def shown(self) -> Panel | None:
        return self._panel

    def show_panel(self, panel: Panel | None) -> None:
        """Show *panel*; the same one twice changes nothing, not even the focus."""
        if panel == self._panel:
            return
        if panel is None:
            self._panel = panel
            self._fill("", (), ())  # nothing of it can be read afterwards
            self.hide()
            return
        if isinstance(panel, WorkingOn) and self._goes_on(panel):
            return
        self._panel = panel
        self._show_none()
        match panel:
            case Confirming():
                self._fill(panel.title, panel.lines, panel.odd)
                odd = bool(panel.odd)
                self._keys(
                    ODD_KEY if odd else "ENTER", f"{panel.verb}{', odd as it is' if odd else ''}", "go back"
                )
            case AskingText():
                self._ask(panel)
            case WorkingOn():
                self._work(panel)
            case Telling():
                self._fill(panel.title, panel.lines, panel.wrong, panel.head)
                self._keys("ENTER", "done", "")
            case Revealing(shown):
                self._fill(f"{shown.number}: {shown.verdict}", _revealed(shown), (wording.ONLY_YOU,))
                self._keys("ESC", "take it away", "")
            case _:
                assert_never(panel)
        self.show()
        self.raise_()
        self.take_focus()

    def _goes_on(self, panel: WorkingOn) -> bool:
        """Whether *panel* is the work that is on show, a little further; then nothing else moves."""
        before = self._panel
        if not isinstance(before, WorkingOn) or before.order != panel.order:
            return False
        self._panel = panel
        self.facts.show_lines(_working(panel))
        return True

    def _work(self, panel: WorkingOn) -> None:
        self._fill(panel.title, _working(panel), ())
        if panel.stoppable:
            self.back.say("ESC", "stop it")
            self.back.show()

    def _show_none(self) -> None:
        for part in (self.plate, self.asked, self.field, self.offered, self.go, self.back):
            part.hide()

    def _fill(
        self,
        title: str,
        lines: tuple[tuple[str, str], ...],
        wrong: tuple[str, ...],
        head: HeadShown | None = None,
    ) -> None:
        self.title.setText(title)
        self.facts.show_lines(lines)
        self.wrongs.show_lines(wrong)
        self.wrongs.setVisible(bool(wrong))
        self.plate.show_head(head)
        self.plate.setVisible(head is not None)
        self._room.verticalScrollBar().setValue(0)

    def _keys(self, cap: str, go: str, back: str) -> None:
        self.go.say(cap, go)
        self.go.show()
        self.back.say("ESC", back)
        self.back.setVisible(bool(back))

    def _ask(self, panel: AskingText) -> None:
        self._fill(panel.title, (), (panel.problem,) if panel.problem else ())
        self.asked.setText(panel.label)
        self.field.setText(panel.text)
        self.field.setAccessibleName(panel.label)
        self.offered.clear()
        self.offered.addItems(list(panel.offered))
        self.asked.show()
        self.field.show()
        self.offered.setVisible(bool(panel.offered))
        self._keys("ENTER", "go on", "go back")

    def _take(self, text: str) -> None:
        self.field.setText(text)
        self.field.setFocus()

    def _go(self) -> None:
        if isinstance(self._panel, AskingText):
            self._on_event(TextGiven(self.field.text()))
        else:
            self._on_event(Confirmed())

    def _all_the_same(self) -> None:
        if isinstance(self._panel, Confirming) and self._panel.odd:
            self._on_event(Confirmed())

    def take_focus(self) -> None:
        """ENTER does what it says, but in a field it takes what was typed."""
        if isinstance(self._panel, AskingText):
            self.field.setFocus()
            self.field.selectAll()
        elif isinstance(self._panel, WorkingOn):
            self.setFocus()
        elif isinstance(self._panel, Confirming) and self._panel.odd:
            self.back.setFocus()
        else:
            self.go.setFocus()


def _working(panel: WorkingOn) -> tuple[tuple[str, str], ...]:
    if panel.far is None:
        return ((" ", WORKING),)
    done, of = panel.far
    return (("Looked at", f"{done:,} of {of:,} records"),)


def _revealed(shown: RevealedShown) -> tuple[tuple[str, str], ...]:
    by = ", ".join(shown.lists)
    words = ((word, ANSWERS.get(answer, answer)) for word, answer in shown.words)
    return (
        *words,
        ("By", by),
        ("On record", "that you asked, and why; not this answer"),
        (" ", wording.GOES),
    )


class DoorView(QWidget):
    """The director's passcode."""

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__()
        self.look, self._on_event = look, on_event
        self.title, self.message = label("The director's passcode", "title"), label("")
        self.message.setWordWrap(True)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setMaxLength(64)
        self.field.setAccessibleName("The director's passcode")
        self.field.returnPressed.connect(self._typed)
        self._column = QVBoxLayout(self)
        self._column.addStretch(2)
        for part in (self.title, self.field, self.message):
            self._column.addWidget(part)
        keys = QHBoxLayout()
        keys.addWidget(CapButton(look, "ENTER", "open the console", self._typed))
        keys.addWidget(CapButton(look, "ESC", "close", lambda: on_event(BackPressed())))
        keys.addStretch(1)
        self._column.addLayout(keys)
        self._column.addStretch(3)

    def fit(self) -> None:
        px = self.look.px
        self._column.setContentsMargins(px(30), px(4), px(30), px(4))
        self._column.setSpacing(px(kit.GUTTER))

    def show_door(self, state: AtDoor, now_ms: int) -> None:
        wait = -(-(state.until_ms - now_ms) // 1000)
        told = f"Wait {wait} s, then type it again." if wait > 0 else ""
        self.message.setText("Checking…" if state.trying else f"{state.message} {told}".strip())
        self.field.setReadOnly(state.trying or wait > 0)

    def _typed(self) -> None:
        passcode = self.field.text()
        self.field.clear()  # nothing keeps it
        if passcode:
            self._on_event(PasscodeTyped(passcode))


# ---- pages -------------------------------------------------------------------------------------------------
# One file a page. `PAGES` says which widget draws which page of the machine.

PAGES: Mapping[PageId, type[ConsolePage]] = {
    PageId.NOW: NowView,
    PageId.LOG: LogView,
    PageId.ALERTS: AlertsView,
    PageId.INTEGRITY: IntegrityView,
    PageId.RULING: RulingView,
    PageId.REPORTS: ReportsView,
}


# ---- window ------------------------------------------------------------------------------------------------
# The console's window: the pages' keys above, one page, its keys below; a panel or the door over them.
#
# It draws the state it is shown and reports what its user does. Over the station it says who uses it.

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
        said = " · ".join(filter(None, (said, hub_line(state))))
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

    def _has(self, one: QObject) -> bool:
        return isinstance(one, QWidget) and one.window() is self

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
        return " · ".join(one for one in (status.letter, status.clock) if one)
    where = f"{status.letter} · {status.name}" if status.letter else status.name
    event = f"{status.event} · " if status.event else ""
    round_ = f"round {status.round} · " if status.round is not None else ""
    return f"{event}{round_}{where} · {status.clock}"
