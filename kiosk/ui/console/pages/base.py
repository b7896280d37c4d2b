"""What every page of the console has: its keys, its part of the state, and how it takes another size."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from kiosk.director.console.events import ConsoleEvent
from kiosk.director.console.paper_events import RulingAsked
from kiosk.director.console.states import Inside
from kiosk.ui.console.look import ConsoleLook

OnEvent = Callable[[ConsoleEvent], None]


class ConsolePage(QWidget):
    """One page. It draws the state it is shown and reports what its user does; it decides nothing."""

    HINTS: tuple[tuple[str, str], ...] = ()  # keys and what they do, for the strip below

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__()
        self.look, self.on_event = look, on_event
        self.key("B", lambda: on_event(RulingAsked()))  # on every page: a dispute begins with a slip's number

    def key(self, name: str, act: Callable[[], None]) -> None:
        """*act* on the key *name*, wherever on this page the focus is, unless that takes it."""
        shortcut = QShortcut(QKeySequence(name), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(act)

    def show_state(self, state: Inside) -> None:
        """Draw what *state* says of this page."""
        raise NotImplementedError

    def fit(self) -> None:
        """The window has another size."""

    def take_focus(self) -> None:
        """The page has come on show."""
        self.setFocus()

    def step_back(self) -> bool:
        """ESC: whether there was something on the page itself to go back from."""
        return False
