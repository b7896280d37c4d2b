"""Reports: of the event, of a day, for players; how one will look, on paper and to a file."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import (
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from kiosk.console import kit
from kiosk.console.events import (
    DayAsked,
    ReportChosen,
    ReportMade,
)
from kiosk.console.kit import (
    CapButton,
    ConsoleLook,
    ConsolePage,
    OnEvent,
    label,
)
from kiosk.console.pages import ReportsPage
from kiosk.console.paper_kit import SheetView
from kiosk.console.states import Inside
from kiosk.console.values import (
    ReportKind,
)

NOT_MADE = "Choose what it is about, then press M: the log is verified, and the report is shown here."
ABOUT = {
    ReportKind.EVENT: ("E", "the event"),
    ReportKind.DAY: ("D", "a day"),
    ReportKind.PLAYERS: ("L", "for players, once the event is closed"),
}


class ReportsView(ConsolePage):
    """What a report is about, by key, and the sheet that was made of it."""

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
        side = QWidget()
        self._side = QVBoxLayout(side)
        self._side.addWidget(label("A report", "title"))
        for button in (*self.about.values(), self.words, self.paper, self.make, self.write):
            self._side.addWidget(button)
        self._side.addStretch(1)
        paper = QWidget()
        self._left = QVBoxLayout(paper)
        self._left.addWidget(self.empty)
        self._left.addWidget(self.sheet, 1)
        self._left.addStretch(0)
        self._columns = QHBoxLayout(self)
        self._columns.addWidget(paper, 66)
        self._columns.addWidget(side, 34)

    def fit(self) -> None:
        px = self.look.px
        self._columns.setContentsMargins(px(kit.MARGIN), px(kit.GAP), px(kit.MARGIN), px(kit.GAP))
        self._columns.setSpacing(px(kit.MARGIN))
        for layout in (self._left, self._side):
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
