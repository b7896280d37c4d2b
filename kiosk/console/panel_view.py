"""What stands over a page: a question to confirm, a line to type, work under way, what came of it; and the
door. All of them are parts of the one window: no dialog of the system ever opens.
"""

from collections.abc import Callable
from typing import assert_never

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from kiosk.console import kit, states, wording
from kiosk.console.events import (
    BackPressed,
    Confirmed,
    ConsoleEvent,
    PasscodeTyped,
    TextGiven,
)
from kiosk.console.head_kit import HeadPlate
from kiosk.console.kit import CapButton, ConsoleLook, FactLines, Wrongs, label
from kiosk.console.values import HeadShown, RevealedShown

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
        self._panel: states.Panel | None = None
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
    def shown(self) -> states.Panel | None:
        return self._panel

    def show_panel(self, panel: states.Panel | None) -> None:
        """Show *panel*; the same one twice changes nothing, not even the focus."""
        if panel == self._panel:
            return
        if panel is None:
            self._panel = panel
            self._fill("", (), ())  # nothing of it can be read afterwards
            self.hide()
            return
        if isinstance(panel, states.WorkingOn) and self._goes_on(panel):
            return
        self._panel = panel
        self._show_none()
        match panel:
            case states.Confirming():
                self._fill(panel.title, panel.lines, panel.odd)
                odd = bool(panel.odd)
                self._keys(
                    ODD_KEY if odd else "ENTER", f"{panel.verb}{', odd as it is' if odd else ''}", "go back"
                )
            case states.AskingText():
                self._ask(panel)
            case states.WorkingOn():
                self._work(panel)
            case states.Telling():
                self._fill(panel.title, panel.lines, panel.wrong, panel.head)
                self._keys("ENTER", "done", "")
            case states.Revealing(shown):
                self._fill(f"{shown.number}: {shown.verdict}", _word_lines(shown), (wording.ONLY_YOU,))
                self._keys("ESC", "take it away", "")
            case _:
                assert_never(panel)
        self.show()
        self.raise_()
        self.take_focus()

    def _goes_on(self, panel: states.WorkingOn) -> bool:
        """Whether *panel* is the work that is on show, a little further; then nothing else moves."""
        before = self._panel
        if not isinstance(before, states.WorkingOn) or before.order != panel.order:
            return False
        self._panel = panel
        self.facts.show_lines(_working(panel))
        return True

    def _work(self, panel: states.WorkingOn) -> None:
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
        if self.plate.head != head:
            self.plate.show_head(head)
        self.plate.setVisible(head is not None)
        self._room.verticalScrollBar().setValue(0)

    def _keys(self, cap: str, go: str, back: str) -> None:
        self.go.say(cap, go)
        self.go.show()
        self.back.say("ESC", back)
        self.back.setVisible(bool(back))

    def _ask(self, panel: states.AskingText) -> None:
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
        if isinstance(self._panel, states.AskingText):
            self._on_event(TextGiven(self.field.text()))
        else:
            self._on_event(Confirmed())

    def _all_the_same(self) -> None:
        if isinstance(self._panel, states.Confirming) and self._panel.odd:
            self._on_event(Confirmed())

    def take_focus(self) -> None:
        """ENTER does what it says, but in a field it takes what was typed."""
        if isinstance(self._panel, states.AskingText):
            self.field.setFocus()
            self.field.selectAll()
        elif isinstance(self._panel, states.WorkingOn):
            self.setFocus()
        elif isinstance(self._panel, states.Confirming) and self._panel.odd:
            self.back.setFocus()
        else:
            self.go.setFocus()


def _working(panel: states.WorkingOn) -> tuple[tuple[str, str], ...]:
    if panel.far is None:
        return ((" ", WORKING),)
    done, of = panel.far
    return (("Looked at", f"{done:,} of {of:,} records"),)


def _word_lines(shown: RevealedShown) -> tuple[tuple[str, str], ...]:
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
        self.field.returnPressed.connect(self._try)
        self._column = QVBoxLayout(self)
        self._column.addStretch(2)
        for part in (self.title, self.field, self.message):
            self._column.addWidget(part)
        keys = QHBoxLayout()
        keys.addWidget(CapButton(look, "ENTER", "open the console", self._try))
        keys.addWidget(CapButton(look, "ESC", "close", lambda: on_event(BackPressed())))
        keys.addStretch(1)
        self._column.addLayout(keys)
        self._column.addStretch(3)

    def fit(self) -> None:
        px = self.look.px
        self._column.setContentsMargins(px(30), px(4), px(30), px(4))
        self._column.setSpacing(px(kit.GUTTER))

    def show_door(self, state: states.AtDoor, now_ms: int) -> None:
        wait = -(-(state.until_ms - now_ms) // 1000)
        told = f"Wait {wait} s, then type it again." if wait > 0 else ""
        self.message.setText("Checking…" if state.trying else f"{state.message} {told}".strip())
        self.field.setReadOnly(state.trying or wait > 0)

    def _try(self) -> None:
        passcode = self.field.text()
        self.field.clear()  # nothing keeps it
        if passcode:
            self._on_event(PasscodeTyped(passcode))
