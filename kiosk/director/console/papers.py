"""What is put on paper from the console: evidence, incidents, reports; on a printer or into a file.

Rules guarded here: nothing is written over, a file that is there stays, and its writer hears of it; and a
printer is chosen from a list in the console's own panel, for a dialog of the system is a way out of it."""

from dataclasses import replace
from datetime import date
from pathlib import PurePath
from typing import Literal, assert_never

from kiosk.director.console import wording
from kiosk.director.console.over import NextInside, begun, over
from kiosk.director.console.pages.reports import ReportsPage
from kiosk.director.console.paper_events import DayAsked, ReportChosen, ReportEvent, ReportMade
from kiosk.director.console.ruled import PaperForm, ReportAsked, ReportKind, address_of
from kiosk.director.console.states import AskingText, Inside, Wish
from kiosk.director.console.values import FindPrinters, MakePaper, SeeReport, WriteReport

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
