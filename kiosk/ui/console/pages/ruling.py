"""One ruling: its evidence as it will be printed, what can be done with it by keys, and the decisions on it;
and the decision that is being made, on it or on none."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidgetItem, QStackedLayout, QVBoxLayout, QWidget

from kiosk.director.console.pages.ruling import RulingPage
from kiosk.director.console.paper_events import (
    DecideAsked,
    PaperAsked,
    PaperSizeSwitched,
    RevealAsked,
    RulingAsked,
)
from kiosk.director.console.ruled import DecisionLine, PaperForm
from kiosk.director.console.states import Inside
from kiosk.ui.console import look as sizes
from kiosk.ui.console.deciding import FormSheet, FormsList, Rows
from kiosk.ui.console.look import ConsoleLook
from kiosk.ui.console.pages.base import ConsolePage, OnEvent
from kiosk.ui.console.paper import PAPER_NAMES, SheetView
from kiosk.ui.console.parts import CapButton, label

SEQ = Qt.ItemDataRole.UserRole
NONE_SHOWN = "No ruling is on show. Press B and type its number, or ENTER on a row of the log."


HINTS = (
    ("B", "another ruling"),
    ("P", "print, or to a file"),
    ("A", "paper"),
    ("D", "decide"),
    ("C", "correct"),
    ("I", "incident"),
    ("V", "reveal"),
)
CHOOSING = (("A-Z", "narrow the list"), ("↑ ↓", "choose"), ("ENTER", "open the form"))
ANSWERING = (
    ("1-9", "choose"),
    ("ENTER", "answer, next question"),
    ("PAGE UP", "question before"),
    ("PAGE DOWN", "question after"),
)


class RulingView(ConsolePage):
    """See the module."""

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__(look, on_event)
        self.sheet, self.forms, self.form = (
            SheetView(look),
            FormsList(look, on_event),
            FormSheet(look, on_event),
        )
        self.empty, self.name = label(NONE_SHOWN, "heading"), label("", "title")
        self.empty.setWordWrap(True)
        self.made = Rows(self._correct)
        self.made.setAccessibleName("Decisions on it")
        self.paper = CapButton(look, "A", "", partial(on_event, PaperSizeSwitched()))
        evidence, incident = PaperAsked(PaperForm.EVIDENCE), PaperAsked(PaperForm.INCIDENT)
        self.buttons = [
            CapButton(look, "P", "print, or to a file", partial(on_event, evidence)),
            self.paper,
            CapButton(look, "D", "decide", partial(on_event, DecideAsked())),
            CapButton(look, "I", "incident report", partial(on_event, incident)),
            CapButton(look, "V", "reveal which word was bad", partial(on_event, RevealAsked())),
            CapButton(look, "B", "another ruling", partial(on_event, RulingAsked())),
        ]
        self._page = RulingPage()
        self._lay_out()
        for key, event in (
            ("P", evidence),
            ("A", PaperSizeSwitched()),
            ("D", DecideAsked()),
            ("I", incident),
            ("V", RevealAsked()),
        ):
            self.key(key, partial(on_event, event))
        self.key("C", self._correct_current)

    def _lay_out(self) -> None:
        beside = QWidget()
        self._beside = QVBoxLayout(beside)
        self._beside.addWidget(self.name)
        for button in self.buttons:
            self._beside.addWidget(button)
        self.heading = label("Decisions on it", "heading")
        self.correct = CapButton(self.look, "C", "correct the one marked", self._correct_current)
        self._beside.addWidget(self.heading)
        self._beside.addWidget(self.made, 1)
        self._beside.addWidget(self.correct)
        self._beside.addStretch(0)
        paper = QWidget()
        self._left = QVBoxLayout(paper)
        self._left.addWidget(self.empty)
        self._left.addWidget(self.sheet, 1)
        self._left.addStretch(0)
        self._shown = QWidget()
        self._columns = QHBoxLayout(self._shown)
        self._columns.addWidget(paper, 66)
        self._columns.addWidget(beside, 34)
        self._outer = QVBoxLayout(self)
        self._stack = QStackedLayout()
        for view in (self._shown, self.forms, self.form):
            self._stack.addWidget(view)
        self._outer.addLayout(self._stack)

    def fit(self) -> None:
        px = self.look.px
        self._outer.setContentsMargins(px(sizes.MARGIN), px(sizes.GAP), px(sizes.MARGIN), px(sizes.GAP))
        for layout in (self._columns, self._left, self._beside):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(px(sizes.GAP))
        self._columns.setSpacing(px(sizes.MARGIN))
        self.forms.fit()
        self.form.fit()

    # --- what is shown ------------------------------------------------------------------------------------

    def show_state(self, state: Inside) -> None:
        self._page = page = state.ruling
        deciding = page.deciding
        self.HINTS = HINTS if deciding is None else CHOOSING if deciding.form is None else ANSWERING
        if deciding is None:
            self._show_ruling(page)
            self._on_show(self._shown)
        elif deciding.form is None:
            self.forms.show_deciding(deciding)
            self._on_show(self.forms)
        else:
            if self._stack.currentWidget() is not self.form:
                self.form.begin()
            moved = self.form.show_deciding(deciding)
            if not self._on_show(self.form) and moved and self.isVisible():
                self.form.take_focus()

    def _on_show(self, view: QWidget) -> bool:
        if self._stack.currentWidget() is view:
            return False
        self._stack.setCurrentWidget(view)
        if self.isVisible():
            self.take_focus()
        return True

    def _show_ruling(self, page: RulingPage) -> None:
        shown = page.shown
        self.empty.setVisible(shown is None)
        self.sheet.setVisible(shown is not None)
        self.sheet.show_sheet(None if shown is None else shown.sheet, page.paper)
        self.paper.say("A", f"on {PAPER_NAMES[page.paper]}")
        self.name.setText("" if shown is None else shown.name)
        for button in self.buttons:
            about_ruling = button.cap not in ("V", "B")
            button.setEnabled(button.cap == "B" or (shown is not None and (about_ruling or shown.ruling)))
            button.setVisible(button.isEnabled() or shown is not None)
        made = () if shown is None else shown.made
        self.heading.setVisible(bool(made))
        self.made.setVisible(bool(made))
        self.correct.setVisible(shown is not None and bool(shown.correctable))
        self.made.clear()
        for one in reversed(made):
            item = QListWidgetItem(_line(one))
            item.setData(SEQ, one.seq)
            self.made.addItem(item)
        for place in range(self.made.count()):
            if shown is not None and self.made.item(place).data(SEQ) in shown.correctable:
                self.made.setCurrentRow(place)
                break

    # --- what is reported ---------------------------------------------------------------------------------

    def _correct(self, item: QListWidgetItem) -> None:
        self.on_event(DecideAsked(item.data(SEQ)))

    def _correct_current(self) -> None:
        if self._page.deciding is None and (item := self.made.currentItem()) is not None:
            self._correct(item)

    def take_focus(self) -> None:
        view = self._stack.currentWidget()
        if view is self.forms:
            self.forms.search.setFocus()
        elif view is self.form:
            self.form.take_focus()
        elif self._page.shown is None:
            self.buttons[-1].setFocus()
        else:
            self.sheet.setFocus()


def _line(one: DecisionLine) -> str:
    by = f" · {one.by}" if one.by else ""
    return f"{one.local[11:16] or one.local}{by}{' · CORRECTED' if one.corrected else ''}\n{one.sentence}"
