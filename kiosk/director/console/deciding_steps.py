"""What becomes of the console while a decision is made: forms, answers, and the record of it.

The rule guarded here: nothing is recorded that the rules refuse, and nothing without the director's initials.
"""

from dataclasses import replace
from typing import assert_never

from kiosk.director.console.effects import LookAround
from kiosk.director.console.events import OrderDone
from kiosk.director.console.over import NextInside, begun, over
from kiosk.director.console.pages.deciding import (
    Deciding,
    at_question,
    moved,
    refused_at,
    with_answer,
    with_form,
)
from kiosk.director.console.paper_events import (
    FormChosen,
    FormEvent,
    FormSearched,
    QuestionAnswered,
    QuestionChosen,
    QuestionMoved,
    RecordAsked,
)
from kiosk.director.console.states import AskingText, Inside, Telling, Wish
from kiosk.director.console.values import PageId, RecordDecision, RevealWords, SeeRuling

LONGEST_SEARCH = 60


def form_step(state: Inside, event: FormEvent) -> NextInside:
    """What becomes of the decision that is being made."""
    deciding = state.ruling.deciding
    if deciding is None or state.over is not None or state.shown is not PageId.RULING:
        return state, ()
    match event:
        case FormSearched(text):
            return _with(state, replace(deciding, search=text[:LONGEST_SEARCH]))
        case FormChosen(type):
            return _with(state, with_form(deciding, type))
        case QuestionAnswered(key, text, final):
            return _with(state, with_answer(deciding, key, text, final=final))
        case QuestionMoved(by):
            return _with(state, moved(deciding, by))
        case QuestionChosen(key):
            return _with(state, at_question(deciding, key))
        case RecordAsked():
            return _record(state, deciding)
        case _:
            assert_never(event)


def _with(state: Inside, deciding: Deciding) -> NextInside:
    return replace(state, ruling=replace(state.ruling, deciding=deciding)), ()


def _record(state: Inside, deciding: Deciding) -> NextInside:
    if deciding.form is None:
        return state, ()
    if deciding.refusal:
        return _with(state, refused_at(deciding))
    order = RecordDecision(
        deciding.which,
        deciding.spot,
        deciding.form.type,
        deciding.answers,
        state.ruling.by,
        deciding.corrects,
    )
    return begun(state, order) if order.by else over(state, initials(order))


def ruling_back(state: Inside, deciding: Deciding) -> NextInside:
    """One step back: from the form to the list of forms, from there to the ruling, or to the first page."""
    if deciding.form is not None and deciding.corrects is None:
        return _with(state, Deciding(deciding.which, deciding.offered, deciding.spot, deciding.search))
    page = replace(state.ruling, deciding=None)
    shown = state.shown if page.shown is not None and deciding.which else PageId.NOW
    return replace(state, ruling=page, shown=shown), ()


def initials(draft: RecordDecision | RevealWords) -> AskingText:
    """Who gives the order *draft*?"""
    return AskingText(Wish.INITIALS, "Who decides? Asked once", "Initials, no name", draft=draft)


def decision_done(state: Inside, order: RecordDecision, event: OrderDone) -> NextInside:
    """It is on record: the evidence shows it; one that stands alone is told."""
    state = replace(state, ruling=replace(state.ruling, deciding=None))
    if order.which:
        begun_state, effects = begun(state, SeeRuling(order.which))
        return begun_state, (LookAround(), *effects)
    back = replace(state, shown=PageId.NOW) if state.ruling.shown is None else state
    return replace(back, over=Telling(event.title, event.lines)), (LookAround(),)
