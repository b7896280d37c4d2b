"""What is written on paper from the console: evidence, incidents, reports. Nothing is written over: a file
that is there stays, and its writer hears of it."""

from dataclasses import replace
from datetime import date
from pathlib import PurePath
from typing import Literal, assert_never

from kiosk.director.console import wording
from kiosk.director.console.over import NextInside, begun, over
from kiosk.director.console.pages.reports import ReportsPage
from kiosk.director.console.paper_events import DayAsked, ReportChosen, ReportEvent, ReportMade
from kiosk.director.console.ruled import PaperForm, ReportAsked, ReportKind
from kiosk.director.console.states import AskingText, Inside, Wish
from kiosk.director.console.values import MakePaper, SeeReport, WriteReport

LONGEST_PATH = 1000
PAPER_FORMS = {".pdf": "pdf", ".html": "html", ".txt": "text"}


def paper_form(target: str) -> str:
    """The form of a sheet that the name of its file asks for; empty: none that is known."""
    return PAPER_FORMS.get(PurePath(target).suffix.lower(), "")


def paper_asked(state: Inside, draft: MakePaper, name: str) -> NextInside:
    """Where shall the paper *draft* go?"""
    called = "".join(one if one.isalnum() or one in "-_" else "-" for one in name)
    offered = _offered(state, f"{draft.form.value}-{called}", (".pdf", ".html", ".txt"))
    if draft.form is PaperForm.INCIDENT:  # plain text first: most are sent by mail
        offered = tuple(sorted(offered, key=lambda one: not one.endswith(".txt")))
    title = "The evidence" if draft.form is PaperForm.EVIDENCE else "The incident report"
    panel = AskingText(Wish.PAPER, f"{title} on {name}, to a file", "File", _first(offered), offered)
    return over(state, replace(panel, draft=draft))


def _offered(state: Inside, stem: str, endings: tuple[str, ...]) -> tuple[str, ...]:
    folders = state.status.folders if state.status is not None else ()
    return tuple(str(PurePath(one, f"{stem}{ending}")) for one in folders for ending in endings)


def _first(offered: tuple[str, ...]) -> str:
    return offered[0] if offered else ""


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
        case ReportMade(to_file):
            if not to_file:
                return begun(state, SeeReport(asked))
            offered = _offered(state, f"report-{_about(asked)}", (".pdf", ".html"))
            panel = AskingText(Wish.REPORT, "The report, to a file", "File", _first(offered), offered)
            return over(state, panel)
        case _:
            assert_never(event)


def _about(asked: ReportAsked) -> str:
    return asked.day if asked.kind is ReportKind.DAY else asked.kind.value


def paper_given(
    state: Inside, panel: AskingText, wish: Literal[Wish.PAPER, Wish.REPORT, Wish.DAY], text: str
) -> NextInside:
    """What was typed where a panel asks for a file or a day."""
    match wish:
        case Wish.PAPER:
            if not _is_target(text) or not isinstance(panel.draft, MakePaper):
                return over(state, replace(panel, text=text, problem=wording.NO_PAPER))
            return begun(state, replace(panel.draft, target=text))
        case Wish.REPORT:
            if not _is_target(text) or paper_form(text) == "text":
                return over(state, replace(panel, text=text, problem=wording.NO_REPORT))
            return begun(state, WriteReport(state.reports.asked, text))
        case Wish.DAY:
            if not _is_day(text):
                return over(state, replace(panel, text=text, problem=wording.NO_DAY))
            asked = replace(state.reports.asked, kind=ReportKind.DAY, day=text)
            return begun(replace(state, reports=ReportsPage(asked)), SeeReport(asked))
        case _:
            assert_never(wish)


def _is_target(text: str) -> bool:
    return bool(paper_form(text)) and len(text) <= LONGEST_PATH and text.isprintable()


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
