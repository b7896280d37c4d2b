"""What becomes of the console around one ruling: shown, decided on, revealed.

Rules guarded here: nothing is recorded that the rules refuse; a reveal is asked for with a reason and
confirmed, twice while an event is open; where another holds the log nothing is tried.
"""

import re
from dataclasses import replace
from typing import Literal, assert_never

from kiosk.core.access.operator import is_operator
from kiosk.core.fields.limits import is_text
from kiosk.core.paper.page import PaperSize
from kiosk.director.console import wording
from kiosk.director.console.deciding_steps import initials
from kiosk.director.console.effects import LookAround
from kiosk.director.console.over import NextInside, begun, over
from kiosk.director.console.pages.deciding import begun_deciding
from kiosk.director.console.paper_events import (
    Came,
    DecideAsked,
    FormsSeen,
    PaperAsked,
    PaperSizeSwitched,
    PrintersFound,
    ReportSeen,
    RevealAsked,
    RulingAsked,
    RulingEvent,
    RulingSeen,
    WordsRevealed,
)
from kiosk.director.console.papers import where_to
from kiosk.director.console.ruled import PaperForm, RulingShown, Spot, address_of, addressed
from kiosk.director.console.states import (
    AskingText,
    Confirming,
    Inside,
    Revealing,
    Telling,
    Wish,
    WorkingOn,
)
from kiosk.director.console.values import (
    FindPrinters,
    MakePaper,
    OfferForms,
    PageId,
    RecordDecision,
    RevealWords,
    SeeRuling,
)

LONGEST_WHICH, LONGEST_SAID, LONGEST_REASON = 20, 1000, 200
HIGHEST = 9999
ASKS = "B"  # the key that asks for a number: whoever types B-147 in one go has pressed it
_NUMBER = re.compile(rf"(?:{ASKS}(?=[A-Z]))?([A-Z]?) ?(-?) ?([0-9]{{1,7}})")
_PLACE = re.compile(r"#[0-9]{1,12}")


def ruling_step(state: Inside, event: RulingEvent) -> NextInside:
    """What is done with a ruling; nothing while something stands over the page, or a decision is made."""
    if state.over is not None or (state.shown is PageId.RULING and state.ruling.deciding is not None):
        return state, ()
    match event:
        case RulingAsked(which, station, epoch, typed):
            if which:
                several = state.setting.several and bool(station)
                return ruling_wanted(state, addressed(which, station, epoch) if several else which)
            return over(state, AskingText(Wish.RULING, "Show a ruling", "Its number", _called(state, typed)))
        case PaperSizeSwitched():
            other = PaperSize.LETTER if state.ruling.paper is PaperSize.A4 else PaperSize.A4
            return replace(state, ruling=replace(state.ruling, paper=other)), ()
        case PaperAsked() | RevealAsked() | DecideAsked():
            shown = state.ruling.shown
            return (state, ()) if shown is None else _done_with(state, shown, event)
        case _:
            assert_never(event)


def ruling_wanted(state: Inside, which: str) -> NextInside:
    """The evidence on *which* is gathered, and its page comes on show."""
    state = replace(state, shown=PageId.RULING, ruling=replace(state.ruling, deciding=None, problem=""))
    return begun(state, SeeRuling(which))


def _done_with(
    state: Inside, shown: RulingShown, event: PaperAsked | RevealAsked | DecideAsked
) -> NextInside:
    match event:
        case PaperAsked(form):
            draft = MakePaper(form, shown.which, paper=state.ruling.paper)
            if form is PaperForm.EVIDENCE:
                return begun(state, FindPrinters(draft))
            title = f"Report {shown.name}: what have you to say of it? It stands in no record."
            return over(state, AskingText(Wish.ACCOUNT, title, "May be left empty", draft=draft))
        case RevealAsked():
            if _held(state) or not shown.ruling:
                return _cannot(state) if shown.ruling else (state, ())
            title = f"Why must it be known which word of {shown.name} was bad?"
            return over(
                state, AskingText(Wish.REASON, title, "It goes on record", draft=RevealWords(shown.which))
            )
        case DecideAsked(corrects):
            if _held(state):
                return _cannot(state)
            if corrects is not None and corrects not in shown.correctable:
                return state, ()
            return begun(state, OfferForms(shown.which, corrects=corrects))
        case _:
            assert_never(event)


def _held(state: Inside) -> bool:
    return state.status is not None and state.status.held


def _cannot(state: Inside) -> NextInside:
    return over(state, Telling(wording.HELD, wrong=(wording.HELD_WHAT,)))


# --- what comes back ----------------------------------------------------------------------------------------


def came(state: Inside, event: Came) -> NextInside:
    """What an order brought, if it is the one that is waited for."""
    if not (isinstance(state.over, WorkingOn) and state.over.order == event.order):
        return state, ()
    state = replace(state, over=None)
    match event:
        case RulingSeen(shown=shown):
            return replace(state, ruling=replace(state.ruling, shown=shown, deciding=None)), ()
        case FormsSeen(order=order, offered=offered):
            made = state.ruling.shown.made if state.ruling.shown is not None else ()
            corrected = next((one for one in made if order.corrects and one.seq == order.corrects), None)
            deciding = begun_deciding(order.which, order.spot, offered, corrected)
            page = replace(state.ruling, deciding=deciding)
            return replace(state, shown=PageId.RULING, ruling=page), ()
        case PrintersFound(order=FindPrinters(draft), names=names):
            return where_to(state, draft, names)
        case WordsRevealed(shown=shown):
            return replace(state, over=Revealing(shown), revealed_s=0), (LookAround(),)
        case ReportSeen(sheet=sheet):
            return replace(state, reports=replace(state.reports, sheet=sheet)), ()
        case _:
            assert_never(event)


# --- what is typed ------------------------------------------------------------------------------------------


def ruling_given(
    state: Inside,
    panel: AskingText,
    wish: Literal[Wish.RULING, Wish.ACCOUNT, Wish.REASON, Wish.INITIALS, Wish.SPOT],
    text: str,
) -> NextInside:
    """What was typed where a panel asks about a ruling."""

    def not_so(problem: str) -> NextInside:
        return over(state, replace(panel, text=text, problem=problem))

    match wish:
        case Wish.RULING:
            called = _called(state, text)
            if _PLACE.fullmatch(called):
                return ruling_wanted(state, called[1:])
            if called.isdecimal() or not _is_which(called):
                return not_so(wording.NO_RULING)
            if text.strip().isdecimal():  # nothing is opened by a number that nobody has read
                return over(state, replace(panel, text=called, problem=wording.IS_IT.format(called)))
            return ruling_wanted(state, called)
        case Wish.ACCOUNT:
            fits = not text or is_text(text, LONGEST_SAID)
            return _said(state, panel, text) if fits else not_so(wording.NO_ACCOUNT)
        case Wish.REASON:
            fits = is_text(text, LONGEST_REASON)
            return _reasoned(state, panel, text) if fits else not_so(wording.NO_REASON)
        case Wish.INITIALS:
            return _signed(state, panel, text) if is_operator(text) else not_so(wording.NO_INITIALS)
        case Wish.SPOT:
            spot = spot_of(text)
            return not_so(wording.NO_SPOT) if spot is None else begun(state, OfferForms("", spot))
        case _:
            assert_never(wish)


def _called(state: Inside, text: str) -> str:
    """The number that *text* means: without a letter it is one of the station whose log is open, if there is
    one such. Its letter may have been pressed as the key that asks for a number."""
    parts = _NUMBER.fullmatch(text.strip().upper())
    if parts is None:
        return text.strip().upper()
    letter, dash, digits = parts.groups()
    own = "" if state.status is None or state.setting.several else state.status.letter
    whose = letter or (ASKS if dash else own)
    return f"{whose}-{digits}" if whose else digits


def _is_which(text: str) -> bool:
    return 0 < len(text) <= LONGEST_WHICH and text.isascii() and text.isprintable() and "@" not in text


def spot_of(text: str) -> Spot | None:
    """A table, a round and a division as they were typed; None: something else was."""
    numbers = [one for one in text.split() if one.isascii() and one.isdecimal()]
    names = [one for one in text.split() if one not in numbers]
    values = [int(one[:6]) for one in numbers]
    if len(values) > 2 or len(names) > 1 or not all(0 < one <= HIGHEST for one in values):
        return None
    table, round_ = (*values, None, None)[:2]
    return Spot(table, round_, names[0] if names else None)


def _said(state: Inside, panel: AskingText, text: str) -> NextInside:
    if not isinstance(panel.draft, MakePaper):
        return over(state, None)
    return begun(state, FindPrinters(replace(panel.draft, account=text)))


def _reasoned(state: Inside, panel: AskingText, text: str) -> NextInside:
    if not isinstance(panel.draft, RevealWords):
        return over(state, None)
    order = replace(panel.draft, reason=text, by=state.ruling.by)
    return over(state, reveal_question(order) if order.by else initials(order))


def _signed(state: Inside, panel: AskingText, by: str) -> NextInside:
    state = replace(state, ruling=replace(state.ruling, by=by))
    if isinstance(panel.draft, RecordDecision):
        return begun(state, replace(panel.draft, by=by))
    if isinstance(panel.draft, RevealWords):
        return over(state, reveal_question(replace(panel.draft, by=by)))
    return over(state, None)


# --- reveal -------------------------------------------------------------------------------------------------


def reveal_question(order: RevealWords) -> Confirming:
    """Shall it be looked up?"""
    lines = (
        ("On record", f"that {order.by} asked, and why: {order.reason}"),
        ("Who may see it", wording.MAY_SEE),
    )
    return Confirming(
        order, f"Reveal which word of {address_of(order.which)[0]} was bad?", "reveal it", lines
    )


def second_passed(state: Inside) -> Inside:
    """What was revealed goes by itself: whoever asked may have been called away from the screen."""
    if not isinstance(state.over, Revealing):
        return state
    if state.revealed_s + 1 < wording.REVEALED_S:
        return replace(state, revealed_s=state.revealed_s + 1)
    return replace(state, over=None, revealed_s=0)


def revealed_twice(state: Inside, order: RevealWords) -> NextInside:
    """It was confirmed: carried out, but while an event is open, or may be, confirmed once more."""
    if state.status is not None and not state.status.event:
        return begun(state, order)
    title = f"Reveal {address_of(order.which)[0]} although players are still playing?"
    again = Confirming(replace(order, confirmed=True), title, "reveal it", (), (wording.STILL_OPEN,))
    return over(state, again)
