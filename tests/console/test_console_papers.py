"""Pages of a ruling, of decisions and of reports: their keys, and nothing readable of what is gone; and a
ruling number typed in haste, wherever that is."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from kiosk.console.events import (
    BackPressed,
    CarryOut,
    Confirmed,
    DayAsked,
    DecideAsked,
    FacetChosen,
    FormChosen,
    FormSearched,
    PaperAsked,
    PaperSizeSwitched,
    QuestionAnswered,
    QuestionMoved,
    RecordAsked,
    ReportChosen,
    ReportMade,
    RevealAsked,
    RulingAsked,
    SearchGiven,
)
from kiosk.console.machine import step
from kiosk.console.orders import CloseEvent, SeeRuling
from kiosk.console.pages import LogPage
from kiosk.console.states import Confirming, Inside
from kiosk.console.values import Narrowing, PageId, PaperForm, ReportAsked, ReportKind
from tests.console.test_console import press, show, type_into, window
from tests.support.console import LOG, PLAIN, STATES, on, row
from tests.support.console_papers import IMPROPER

__all__ = ["window"]
KEY = Qt.Key
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints", extend=True)


def test_enter_on_a_row_of_the_log_opens_its_ruling(window):
    show(window, STATES["log"])

    press(window, KEY.Key_Return, KEY.Key_Down, KEY.Key_Down, KEY.Key_Return, KEY.Key_B)

    opened = [one for one in window.events if isinstance(one, RulingAsked)]
    assert opened[0] == RulingAsked(row(120).number, *row(120).key[:2])
    assert opened[1].which in (row(119).number, row(118).number)
    assert opened[2] == RulingAsked()


def test_what_can_be_done_with_a_ruling_has_its_key(window):
    show(window, STATES["ruling_decided"])

    press(window, KEY.Key_P, KEY.Key_A, KEY.Key_D, KEY.Key_I, KEY.Key_V, KEY.Key_B, KEY.Key_C)

    assert window.events == [
        PaperAsked(PaperForm.EVIDENCE),
        PaperSizeSwitched(),
        DecideAsked(),
        PaperAsked(PaperForm.INCIDENT),
        RevealAsked(),
        RulingAsked(),
        DecideAsked(IMPROPER.seq),
    ]


def test_the_evidence_scrolls_by_keys_and_can_be_read_aloud(window):
    show(window, STATES["ruling"])
    sheet = window.pages[PageId.RULING].sheet
    sheet.setFocus()

    press(window, KEY.Key_PageDown)

    assert sheet.verticalScrollBar().value() > 0
    assert "UNACCEPTABLE" in sheet.accessibleDescription()


def test_typing_narrows_the_forms_and_enter_takes_the_one_marked(window):
    show(window, STATES["deciding_choose"])

    type_into(window, "op")
    press(window, KEY.Key_Down, KEY.Key_Return)

    types = [one.type for one in STATES["deciding_choose"].ruling.deciding.listed]
    assert window.events == [FormSearched("o"), FormSearched("op"), FormChosen(types[1])]


def test_a_digit_answers_and_does_not_turn_the_page(window):
    show(window, STATES["deciding_refused"])

    press(window, KEY.Key_2, KEY.Key_Return, KEY.Key_PageDown)

    assert window.events[:2] == [
        QuestionAnswered("responsible", "challenger"),
        QuestionAnswered("responsible", "both"),
    ]


def test_at_the_end_enter_records_and_page_up_goes_back(window):
    show(window, STATES["deciding_end"])

    press(window, KEY.Key_Return, KEY.Key_PageUp)

    assert window.events == [RecordAsked(), QuestionMoved(-1)]


def test_a_refusal_stands_at_its_question(window):
    show(window, STATES["deciding_refused"])
    form = window.pages[PageId.RULING].form

    assert form.wrongs.shown == (STATES["deciding_refused"].ruling.deciding.refusal,)
    assert form.wrongs.isVisible()
    assert form.asked.text() == "Who is responsible?"


def test_a_form_opened_again_shows_nothing_of_the_last_one(window):
    show(window, STATES["deciding_form"])
    show(window, STATES["deciding_choose"])

    show(window, STATES["deciding_refused"])

    assert window.pages[PageId.RULING].form.choices.currentRow() == 0


def test_what_was_revealed_can_be_read_while_it_is_shown_and_not_afterwards(window):
    show(window, STATES["revealed"])
    assert any("FUZZEN" in one for one in readable(window))

    press(window, KEY.Key_Escape)
    assert window.events == [BackPressed()] or window.events == [Confirmed()]
    show(window, STATES["ruling"])

    assert not any("FUZZEN" in one for one in readable(window))
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not any("FUZZEN" in one for one in readable(window))


def readable(window) -> list[str]:
    """Everything that a screen reader could say of the panels, shown or not."""
    parts = window.panel.findChildren(QWidget)
    names = [text for one in parts for text in (one.accessibleName(), one.accessibleDescription())]
    return [*names, *(one.text() for one in window.panel.findChildren(QLabel))]


def test_reports_are_chosen_and_made_by_keys(window):
    show(window, STATES["reports"])

    press(window, KEY.Key_L, KEY.Key_D, KEY.Key_W, KEY.Key_M, KEY.Key_P)

    assert window.events == [
        ReportChosen(ReportAsked(ReportKind.PLAYERS)),
        DayAsked(),
        ReportChosen(ReportAsked(words=True)),
        ReportMade(),
        ReportMade(out=True),
    ]


# --- a ruling number typed in haste -------------------------------------------------------------------------


def carried_out(window, state, typed):
    """What a console in *state* does of what is *typed* on it, and ENTER pressed twice; each order once."""
    orders = []

    def listen(event):
        nonlocal state
        state, effects = step(state, event, 0)
        orders.extend(one.order for one in effects if isinstance(one, CarryOut))
        window.show_state(state, 0)

    window.listen(listen)
    window.show_state(state, 0)
    for one in typed:
        QTest.keyClicks(window.focusWidget() or window, one)
    press(window, KEY.Key_Return, KEY.Key_Return)
    return orders


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("B-20", "B-20"), ("b20", "B-20"), ("20", "B-20"), ("2", "B-2"), ("BB-20", "B-20"), ("G-17", "G-17")],
)
def test_no_number_typed_in_haste_opens_another_ruling_wherever_it_is_typed(window, typed, meant):
    opened = {
        name: [one.which for one in carried_out(window, state, typed) if isinstance(one, SeeRuling)]
        for name, state in STATES.items()
        if isinstance(state, Inside)
    }

    assert {name: which for name, which in opened.items() if which not in ([], [meant])} == {}
    bare = {name for name, state in STATES.items() if isinstance(state, Inside) and state.over is None}
    assert [name for name in bare if opened[name] == [meant]], "and it can be opened"


@pytest.mark.parametrize("page", PageId, ids=lambda page: page.value)
def test_b_and_a_number_open_that_ruling_from_every_page(window, page):
    assert carried_out(window, on(page, log=LOG), "BB-20") == [SeeRuling("B-20")]
    assert "B" in dict(window.pages[page].HINTS)


def test_enter_after_a_number_confirms_no_question_that_stands_over_the_page(window):
    show(window, replace(PLAIN, over=Confirming(CloseEvent(), "Close the event?", "close it")))
    QTest.keyClicks(window.focusWidget(), "-20")
    press(window, KEY.Key_Return)
    assert Confirmed() not in window.events

    press(window, KEY.Key_Return)

    assert window.events[-1] == Confirmed()


def test_enter_opens_a_row_that_was_chosen_after_a_page_was_turned_to(window):
    show(window, STATES["log"])

    press(window, KEY.Key_2, KEY.Key_Down, KEY.Key_Return)

    opened = [one for one in window.events if isinstance(one, RulingAsked)]
    assert [one.which for one in opened] == ["B-119"]


def test_a_letter_after_the_digit_of_a_page_is_no_number_and_enter_does_what_the_page_says(window):
    show(window, STATES["log"])

    press(window, KEY.Key_2, KEY.Key_F, KEY.Key_Return)

    assert not [one for one in window.events if isinstance(one, RulingAsked)]
    assert [one for one in window.events if isinstance(one, FacetChosen)]


def test_a_search_that_is_refused_keeps_the_keyboard(window):
    shown = replace(STATES["log"], log=replace(LOG, problem="Type a ruling number such as B-147, or a word."))
    show(window, STATES["log"])
    window.listen(lambda event: window.show_state(shown, 0) if isinstance(event, SearchGiven) else None)

    press(window, KEY.Key_Slash)
    QTest.keyClicks(window.focusWidget(), "B20")
    press(window, KEY.Key_Return)

    assert window.focusWidget() is window.pages[PageId.LOG].search


def test_of_several_rulings_with_the_number_that_was_searched_none_is_opened_unseen(window):
    narrow = replace(LOG, narrowing=Narrowing(number="20"))
    view = window.pages[PageId.LOG]
    show(window, on(PageId.LOG, log=LogPage(narrow.narrowing)))
    show(window, on(PageId.LOG, log=narrow))  # the rows come while the list has the keyboard

    press(window, KEY.Key_Return)
    assert [one for one in window.events if isinstance(one, RulingAsked)] == []
    assert view.chosen_place() == 0

    press(window, KEY.Key_Return)
    assert [one.which for one in window.events if isinstance(one, RulingAsked)] == ["B-120"]
