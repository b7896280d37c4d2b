"""What becomes of the console around one ruling: shown, decided on, revealed, put on paper."""

import re
from dataclasses import replace
from datetime import date
from pathlib import PurePath
from typing import Literal, TypeAlias, assert_never

from kiosk.base.fields import is_text
from kiosk.console import wording
from kiosk.console.events import (
    Came,
    CarryOut,
    ConsoleEffect,
    DayAsked,
    DecideAsked,
    FormChosen,
    FormEvent,
    FormSearched,
    FormsSeen,
    LookAround,
    OrderDone,
    PaperAsked,
    PaperSizeSwitched,
    PrintersFound,
    QuestionAnswered,
    QuestionChosen,
    QuestionMoved,
    RecordAsked,
    ReportChosen,
    ReportEvent,
    ReportMade,
    ReportSeen,
    RevealAsked,
    RulingAsked,
    RulingEvent,
    RulingSeen,
    WordsRevealed,
)
from kiosk.console.pages import (
    Deciding,
    ReportsPage,
    at_question,
    begun_deciding,
    moved,
    refused_at,
    with_answer,
    with_form,
)
from kiosk.console.states import (
    AskingText,
    Confirming,
    Gone,
    Inside,
    Panel,
    Revealing,
    Telling,
    Wish,
    WorkingOn,
)
from kiosk.console.values import (
    FindPrinters,
    MakePaper,
    OfferForms,
    PageId,
    PaperForm,
    RecordDecision,
    ReportAsked,
    ReportKind,
    RevealWords,
    RulingShown,
    SeeReport,
    SeeRuling,
    Spot,
    Work,
    WriteReport,
    address_of,
    addressed,
)
from kiosk.setup.passcodes import is_operator

# ---- over --------------------------------------------------------------------------------------------------
# Putting a panel over the page, and beginning what an order says: the one way each of them comes about.

NextInside: TypeAlias = tuple[Inside | Gone, tuple[ConsoleEffect, ...]]


def over(state: Inside, panel: Panel | None) -> NextInside:
    """*panel* stands over the page, or nothing does."""
    return replace(state, over=panel), ()


def begun(state: Inside, order: Work) -> NextInside:
    """*order* is being carried out."""
    return replace(state, over=WorkingOn(order, wording.working(order))), (CarryOut(order),)


# ---- papers ------------------------------------------------------------------------------------------------
# What is put on paper from the console: evidence, incidents, reports; on a printer or into a file.
#
# Rules guarded here: nothing is written over, a file that is there stays, and its writer hears of it; and a
# printer is chosen from a list in the console's own panel, for a dialog of the system is a way out of it.

LONGEST_PATH = 1000
PRINTER_OR_FILE = "Printer, or file"
ONLY_FILE = "File; this computer knows no printer"
PAPER_FORMS = {".pdf": "pdf", ".html": "html", ".txt": "text"}


def paper_form(target: str) -> str:
    """The form of a sheet that the name of its file asks for; empty: none that is known."""
    return PAPER_FORMS.get(PurePath(target).suffix.lower(), "")


def where_to(state: Inside, draft: MakePaper | WriteReport, printers: tuple[str, ...]) -> NextInside:
    """Where shall the paper *draft* go? To one of *printers*, the first of which is the usual one, or into a
    file."""
    title, files = _report_files(state, draft) if isinstance(draft, WriteReport) else _files(state, draft)
    offered = (*printers, *files)
    panel = AskingText(
        Wish.PAPER if isinstance(draft, MakePaper) else Wish.REPORT,
        title,
        PRINTER_OR_FILE if printers else ONLY_FILE,
        offered[0] if offered else "",
        offered,
        draft=draft,
        printers=printers,
    )
    return over(state, panel)


def _files(state: Inside, draft: MakePaper) -> tuple[str, tuple[str, ...]]:
    shown = state.ruling.shown
    name = address_of(draft.which)[0] if shown is None else shown.name
    called = "".join(one if one.isalnum() or one in "-_" else "-" for one in name)
    offered = _offered(state, f"{draft.form.value}-{called}", (".pdf", ".html", ".txt"))
    if draft.form is PaperForm.INCIDENT:  # plain text first: most are sent by mail
        offered = tuple(sorted(offered, key=lambda one: not one.endswith(".txt")))
    title = "The evidence" if draft.form is PaperForm.EVIDENCE else "The incident report"
    return f"{title} on {name}: where to?", offered


def _report_files(state: Inside, draft: WriteReport) -> tuple[str, tuple[str, ...]]:
    return "The report: where to?", _offered(state, f"report-{_about(draft.report)}", (".pdf", ".html"))


def _offered(state: Inside, stem: str, endings: tuple[str, ...]) -> tuple[str, ...]:
    folders = state.status.folders if state.status is not None else ()
    return tuple(str(PurePath(one, f"{stem}{ending}")) for one in folders for ending in endings)


def report_step(state: Inside, event: ReportEvent) -> NextInside:
    """What becomes of the page of reports; nothing while something stands over it."""
    if state.over is not None:
        return state, ()
    asked = state.reports.asked
    match event:
        case ReportChosen(report):
            return (state, ()) if report == asked else (replace(state, reports=ReportsPage(report)), ())
        case DayAsked():
            head = state.status.head if state.status is not None else None
            day = asked.day or (head.at[:10] if head is not None else "")
            return over(state, AskingText(Wish.DAY, "A report about a day", "Day", day))
        case ReportMade(out):
            return begun(state, FindPrinters(WriteReport(asked)) if out else SeeReport(asked))
        case _:
            assert_never(event)


def _about(asked: ReportAsked) -> str:
    return asked.day if asked.kind is ReportKind.DAY else asked.kind.value


def paper_given(
    state: Inside, panel: AskingText, wish: Literal[Wish.PAPER, Wish.REPORT, Wish.DAY], text: str
) -> NextInside:
    """What was typed where a panel asks for a file or a day."""
    match wish:
        case Wish.PAPER | Wish.REPORT:
            return _goes_to(state, panel, text)
        case Wish.DAY:
            if not _is_day(text):
                return over(state, replace(panel, text=text, problem=wording.NO_DAY))
            asked = replace(state.reports.asked, kind=ReportKind.DAY, day=text)
            return begun(replace(state, reports=ReportsPage(asked)), SeeReport(asked))
        case _:
            assert_never(wish)


def _goes_to(state: Inside, panel: AskingText, text: str) -> NextInside:
    draft = panel.draft
    if not isinstance(draft, MakePaper | WriteReport):
        return over(state, None)
    if text in panel.printers:
        return begun(state, replace(draft, printer=text))
    as_text = isinstance(draft, MakePaper)
    if not _is_target(text) or (paper_form(text) == "text" and not as_text):
        problem = wording.NO_PAPER if as_text else wording.NO_REPORT
        return over(state, replace(panel, text=text, problem=problem))
    return begun(state, replace(draft, target=text))


def _is_target(text: str) -> bool:
    return bool(paper_form(text)) and len(text) <= LONGEST_PATH and text.isprintable()


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# ---- deciding steps ----------------------------------------------------------------------------------------
# What becomes of the console while a decision is made: forms, answers, and the record of it.
#
# The rule guarded here: nothing is recorded that the rules refuse, and nothing without the director's
# initials.

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


# ---- ruling steps ------------------------------------------------------------------------------------------
# What becomes of the console around one ruling: shown, decided on, revealed.
#
# Rules guarded here: nothing is recorded that the rules refuse; a reveal is asked for with a reason and
# confirmed, twice while an event is open; where another holds the log nothing is tried.

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
            return replace(state, ruling=replace(state.ruling, paper=state.ruling.paper.following)), ()
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
