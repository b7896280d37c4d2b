"""One ruling on the console: its evidence as printed, and a decision being made."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from kiosk.console import events, kit
from kiosk.console.deciding import LONGEST_ANSWER, Deciding
from kiosk.console.pages import RulingPage
from kiosk.console.paper_kit import SheetView
from kiosk.console.states import Inside
from kiosk.console.values import DecisionLine, PaperForm
from kiosk.decisions.forms import AskKind, FormChoice, FormQuestion
from kiosk.rules.choices import OURS, cite

# ---- deciding ----------------------------------------------------------------------------------------------
# A decision being made: the forms to choose from, then one form with all its questions, the rules beside it,
# and what the answers come to. It draws the state and reports keys; every rule is elsewhere.

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
YES_NO: tuple[FormChoice, ...] = (FormChoice("yes", "yes"), FormChoice("no", "no"))
OPEN = FormChoice("", "leave it open")
FROM_RECORD = "from the record"
KEY = TYPE = Qt.ItemDataRole.UserRole


class SearchField(QLineEdit):
    """Typing narrows the list below; the arrows and ENTER go to it."""

    def __init__(self, to: Callable[[QKeyEvent], None]) -> None:
        super().__init__()
        self._to = to

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if press.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, *ENTER):
            self._to(press)
        else:
            super().keyPressEvent(press)


class Rows(QListWidget):
    """A list that ENTER and a click choose from, and digits where it is numbered."""

    def __init__(self, chosen: Callable[[QListWidgetItem], None], *, numbered: bool = False) -> None:
        super().__init__()
        self._choose, self.numbered = chosen, numbered
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(chosen)

    def event(self, event: QEvent) -> bool:
        # A digit chooses here; elsewhere it turns to a page.
        override = event.type() is QEvent.Type.ShortcutOverride
        if self.numbered and override and isinstance(event, QKeyEvent) and event.text().isdecimal():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, press: QKeyEvent) -> None:
        item = self.currentItem()
        if press.key() in ENTER and item is not None:
            self._choose(item)
        elif self.numbered and press.text().isdecimal():
            self._by_number(press.text())
        else:
            super().keyPressEvent(press)

    def fit_rows(self) -> None:
        """No higher than what is in it."""
        high = sum(self.sizeHintForRow(place) for place in range(self.count()))
        self.setMaximumHeight(high + 2 * self.frameWidth() + self.fontMetrics().height() // 2)

    def _by_number(self, digit: str) -> None:
        for place in range(self.count()):
            if self.item(place).text().startswith(f"{digit}  "):
                self._choose(self.item(place))
                return


class FormsList(QWidget):
    """What the rulebook lets a director decide, narrowed by typing."""

    def __init__(self, look: kit.ConsoleLook, on_event: kit.OnEvent) -> None:
        super().__init__()
        self.look, self._on_event = look, on_event
        self.title, self.note = kit.label("", "title"), kit.Wrongs()
        self.rows = Rows(lambda item: on_event(events.FormChosen(item.data(TYPE))))
        self.rows.setAccessibleName("What may be decided")
        self.search = SearchField(self.rows.keyPressEvent)
        self.search.setPlaceholderText("Type to narrow the list; ENTER takes the first")
        self.search.setAccessibleName("Search what may be decided")
        self.search.textEdited.connect(lambda text: on_event(events.FormSearched(text)))
        self._shown: tuple[str, ...] | None = None
        self._column = QVBoxLayout(self)
        for part in (self.title, self.note, self.search):
            self._column.addWidget(part)
        self._column.addWidget(self.rows, 1)

    def fit(self) -> None:
        px = self.look.px
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(px(kit.GAP))

    def show_deciding(self, deciding: Deciding) -> None:
        self.title.setText(f"Decide on {deciding.offered.name}" if deciding.offered.name else "Decide")
        self.note.show_lines((deciding.offered.note,) if deciding.offered.note else ())
        if self.search.text() != deciding.search:
            self.search.setText(deciding.search)
        listed = tuple(form.type for form in deciding.listed)
        if listed == self._shown:
            return
        self._shown = listed
        self.rows.clear()
        for form in deciding.listed:
            item = QListWidgetItem(f"{form.title}   ({cite(form.clause)})" if form.clause else form.title)
            item.setData(TYPE, form.type)
            self.rows.addItem(item)
        self.rows.setCurrentRow(0)


class FormSheet(QWidget):
    """One form. Left: its questions with their answers, and where the next one is given; right: the rules,
    and what it comes to."""

    def __init__(self, look: kit.ConsoleLook, on_event: kit.OnEvent) -> None:
        super().__init__()
        self.look, self._on_event = look, on_event
        self.title, self.wrongs = kit.label("", "heading"), kit.Wrongs()
        self.title.setWordWrap(True)
        self.questions = Rows(lambda item: on_event(events.QuestionChosen(item.data(KEY))))
        self.questions.setAccessibleName("Questions and answers")
        self.asked, self.hint = kit.label("", "heading"), kit.label("", "hint")
        self.asked.setWordWrap(True)
        self.hint.setWordWrap(True)
        self.choices = Rows(self._choose, numbered=True)
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST_ANSWER)
        self.field.returnPressed.connect(lambda: self._answer(self.field.text()))
        self.field.textEdited.connect(lambda text: self._answer(text, final=False))
        self.record = kit.CapButton(look, "ENTER", "put it on record", lambda: on_event(events.RecordAsked()))
        self.law, self.comes_to, self.amounts = kit.FactLines(), kit.label("", "heading"), kit.FactLines()
        self.comes_to.setWordWrap(True)
        self._at: tuple[str, str] | None = None
        self._deciding: Deciding | None = None
        self._lay_out()

    def _lay_out(self) -> None:
        self._left = QVBoxLayout()
        self._left.addWidget(self.title)
        self._left.addWidget(self.questions, 3)
        for part in (self.asked, self.wrongs, self.hint):
            self._left.addWidget(part)
        self._left.addWidget(self.choices, 4)
        self._left.addWidget(self.field)
        self._left.addWidget(self.record)
        self._left.addStretch(1)
        inner = QWidget()
        self._right = QVBoxLayout(inner)
        self.before = kit.label("What it comes to", "subject")
        self._right.addWidget(self.before)
        self._right.addWidget(self.comes_to)
        self._right.addWidget(self.amounts)
        self._right.addWidget(kit.label("What the rules say", "subject"))
        self._right.addWidget(self.law)
        self._right.addStretch(1)
        self._room = QScrollArea()
        self._room.setWidgetResizable(True)
        self._room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._room.setWidget(inner)
        self._columns = QHBoxLayout(self)
        self._columns.addLayout(self._left, 56)
        self._columns.addWidget(self._room, 44)

    def fit(self) -> None:
        px = self.look.px
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.setSpacing(px(kit.MARGIN))
        self._left.setSpacing(px(kit.GAP))
        self._right.setContentsMargins(0, 0, 0, 0)
        self._right.setSpacing(px(kit.GAP))

    # --- what is shown ------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Nothing of another form is kept."""
        self._at = None

    def show_deciding(self, deciding: Deciding) -> bool:
        """Show the form; whether another question is asked than before."""
        form = deciding.form
        if form is None:
            return False
        self._deciding = deciding
        put_right = f"Put right, record {deciding.corrects}: " if deciding.corrects else ""
        self.title.setText(f"{put_right}{form.title} · {deciding.offered.name}".rstrip(" ·"))
        self._show_questions(deciding)
        self._show_outcome(deciding)
        at = (form.type, deciding.at)
        moved, self._at = at != self._at, at
        if moved:
            self._ask(deciding)
        return moved

    def _show_questions(self, deciding: Deciding) -> None:
        self.questions.clear()
        for question in deciding.asked:
            item = QListWidgetItem(f"{question.label}  {_answer_of(deciding, question)}")
            item.setData(KEY, question.key)
            if question.key in deciding.known:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.questions.addItem(item)
            if question.key == deciding.at:
                self.questions.setCurrentItem(item)
        self.questions.fit_rows()

    def _show_outcome(self, deciding: Deciding) -> None:
        worked, form = deciding.worked, deciding.form
        if worked is None or form is None:
            return
        self.wrongs.show_lines((worked.refusal,) if worked.refusal and deciding.tried else ())
        self.comes_to.setText(worked.sentence or ("…" if not deciding.tried else ""))
        clause = (("Clause", cite(worked.clause)),) if worked.clause else ()
        # The sentence says in words whom it concerns.
        amounts = (amount for amount in worked.amounts if amount[0] != "target")
        points = tuple((name.replace("_", " ").capitalize(), str(value)) for name, value in amounts)
        self.amounts.show_lines((*points, *clause) if not worked.refusal else ())
        law = dict.fromkeys((*form.law, *worked.law))
        self.law.show_lines([("·" if line.clause in ("", OURS) else line.clause, line.text) for line in law])

    def _ask(self, deciding: Deciding) -> None:
        question = deciding.question
        chosen = deciding.said.get(deciding.at, "")
        self.asked.setText("Every question is answered." if question is None else question.label)
        self.hint.setText("" if question is None else _hint(question))
        self.hint.setVisible(bool(self.hint.text()))
        options = () if question is None else _options(question)
        self.choices.setVisible(bool(options))
        self.field.setVisible(question is not None and not options)
        self.choices.clear()
        for place, one in enumerate(options, 1):
            item = QListWidgetItem(f"{place if one is not OPEN else 0}  {_label_of(one)}")
            item.setData(KEY, one.id)
            self.choices.addItem(item)
            if one.id == chosen or place == 1:
                self.choices.setCurrentItem(item)
        self.choices.fit_rows()
        self.record.setVisible(question is None)
        self.field.setText(chosen if question is not None else "")
        self.field.setAccessibleName(self.asked.text())
        self.choices.setAccessibleName(self.asked.text())

    def take_focus(self) -> None:
        """Where the next answer is given; at the end, on what records it."""
        if self._deciding is None or self._deciding.question is None:
            self.record.setFocus()
        elif self.choices.isVisibleTo(self):
            self.choices.setFocus()
        else:
            self.field.setFocus()
            self.field.selectAll()

    # --- what is reported ---------------------------------------------------------------------------------

    def _choose(self, item: QListWidgetItem) -> None:
        self._answer(item.data(KEY))

    def _answer(self, text: str, *, final: bool = True) -> None:
        if self._deciding is not None:
            self._on_event(events.QuestionAnswered(self._deciding.at, text, final))

    def keyPressEvent(self, press: QKeyEvent) -> None:
        by = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if (step := by.get(Qt.Key(press.key()))) is not None:
            self._on_event(events.QuestionMoved(step))
        else:
            super().keyPressEvent(press)


def _options(question: FormQuestion) -> tuple[FormChoice, ...]:
    there = YES_NO if question.kind is AskKind.YES_NO else question.choices
    return (*there, OPEN) if there and not question.required else there


def _label_of(choice: FormChoice) -> str:
    return f"{choice.label}   ({choice.clause})" if choice.clause else choice.label


def _hint(question: FormQuestion) -> str:
    allowed = "" if _options(question) else f"{question.allowed[:1].upper()}{question.allowed[1:]}."
    return " ".join(part for part in (question.hint, allowed) if part)


def _answer_of(deciding: Deciding, question: FormQuestion) -> str:
    said = deciding.said.get(question.key, "")
    choice = next((choice.label for choice in question.choices if choice.id == said), said)
    if question.key in deciding.known:
        return f"{choice} · {FROM_RECORD}"
    if not choice:
        return "…" if question.required else "(may be left open)"
    return choice


# ---- ruling ------------------------------------------------------------------------------------------------
# One ruling: its evidence as it will be printed, what can be done with it by keys, and the decisions on it;
# and the decision that is being made, on it or on none.

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


class RulingView(kit.ConsolePage):
    """The evidence on one ruling, or the decision that is being made on it."""

    def __init__(self, look: kit.ConsoleLook, on_event: kit.OnEvent) -> None:
        super().__init__(look, on_event)
        self.sheet, self.forms, self.form = (
            SheetView(look),
            FormsList(look, on_event),
            FormSheet(look, on_event),
        )
        self.empty, self.name = kit.label(NONE_SHOWN, "heading"), kit.label("", "title")
        self.empty.setWordWrap(True)
        self.made = Rows(self._correct)
        self.made.setAccessibleName("Decisions on it")
        self.paper = kit.CapButton(look, "A", "", partial(on_event, events.PaperSizeSwitched()))
        evidence, incident = events.PaperAsked(PaperForm.EVIDENCE), events.PaperAsked(PaperForm.INCIDENT)
        self.buttons = [
            kit.CapButton(look, "P", "print, or to a file", partial(on_event, evidence)),
            self.paper,
            kit.CapButton(look, "D", "decide", partial(on_event, events.DecideAsked())),
            kit.CapButton(look, "I", "incident report", partial(on_event, incident)),
            kit.CapButton(look, "V", "reveal which word was bad", partial(on_event, events.RevealAsked())),
            kit.CapButton(look, "B", "another ruling", partial(on_event, events.RulingAsked())),
        ]
        self._page = RulingPage()
        self._lay_out()
        for key, event in (
            ("P", evidence),
            ("A", events.PaperSizeSwitched()),
            ("D", events.DecideAsked()),
            ("I", incident),
            ("V", events.RevealAsked()),
        ):
            self.key(key, partial(on_event, event))
        self.key("C", self._correct_current)

    def _lay_out(self) -> None:
        side = QWidget()
        self._side = QVBoxLayout(side)
        self._side.addWidget(self.name)
        for button in self.buttons:
            self._side.addWidget(button)
        self.heading = kit.label("Decisions on it", "heading")
        self.correct = kit.CapButton(self.look, "C", "correct the one marked", self._correct_current)
        self._side.addWidget(self.heading)
        self._side.addWidget(self.made, 1)
        self._side.addWidget(self.correct)
        self._side.addStretch(0)
        paper = QWidget()
        self._left = QVBoxLayout(paper)
        self._left.addWidget(self.empty)
        self._left.addWidget(self.sheet, 1)
        self._left.addStretch(0)
        self._shown = QWidget()
        self._columns = QHBoxLayout(self._shown)
        self._columns.addWidget(paper, 66)
        self._columns.addWidget(side, 34)
        self._outer = QVBoxLayout(self)
        self._stack = QStackedLayout()
        for view in (self._shown, self.forms, self.form):
            self._stack.addWidget(view)
        self._outer.addLayout(self._stack)

    def fit(self) -> None:
        px = self.look.px
        self._outer.setContentsMargins(px(kit.MARGIN), px(kit.GAP), px(kit.MARGIN), px(kit.GAP))
        for layout in (self._columns, self._left, self._side):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(px(kit.GAP))
        self._columns.setSpacing(px(kit.MARGIN))
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
        self.paper.say("A", f"on {page.paper.label}")
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
        for decision in reversed(made):
            item = QListWidgetItem(_line(decision))
            item.setData(SEQ, decision.seq)
            self.made.addItem(item)
        for place in range(self.made.count()):
            if shown is not None and self.made.item(place).data(SEQ) in shown.correctable:
                self.made.setCurrentRow(place)
                break

    # --- what is reported ---------------------------------------------------------------------------------

    def _correct(self, item: QListWidgetItem) -> None:
        self.on_event(events.DecideAsked(item.data(SEQ)))

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


def _line(line: DecisionLine) -> str:
    by = f" · {line.by}" if line.by else ""
    return f"{line.local[11:16] or line.local}{by}{' · CORRECTED' if line.corrected else ''}\n{line.sentence}"
