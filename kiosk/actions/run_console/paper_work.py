"""Carries out what the director ordered around one ruling, a decision or a report: each order is an action
that commands have too, and through the same log.

The rule guarded here: what was revealed goes back to whoever asked, and is kept nowhere here.
"""

from pathlib import Path
from typing import assert_never

from kiosk.actions.audit.report import ReportWish, report, report_sheet
from kiosk.actions.audit.source import AuditSource
from kiosk.actions.decide.deciding import DecisionOffered, DecisionWish, decide, offered
from kiosk.actions.decide.knowing import DecisionSubject
from kiosk.actions.decide.made import DecisionFound, as_decisions, records_on
from kiosk.actions.evidence.gather import EvidenceWish, RecordGathered, gather
from kiosk.actions.evidence.pages import evidence, incident, incident_of
from kiosk.actions.evidence.reveal import RevealWish, reveal
from kiosk.actions.pairings import seated
from kiosk.actions.paper import PaperFiles, Printer
from kiosk.actions.staff import Staff
from kiosk.core.challenge.ruling import Place
from kiosk.core.harmless import harmless
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.blocks import joined
from kiosk.director.console.events import OrderDone
from kiosk.director.console.paper_events import Came, FormsSeen, ReportSeen, RulingSeen, WordsRevealed
from kiosk.director.console.papers import paper_form
from kiosk.director.console.ruled import (
    DecisionLine,
    FormsOffered,
    PaperForm,
    ReportAsked,
    ReportKind,
    RevealedShown,
    RulingShown,
    Spot,
)
from kiosk.director.console.values import (
    Lines,
    MakePaper,
    OfferForms,
    PaperWork,
    RecordDecision,
    RevealWords,
    SeeReport,
    SeeRuling,
    WriteReport,
)
from kiosk.director.decisions.form import REMARK
from kiosk.director.evidence import evidence_sheet


def paper_done(staff: Staff, order: PaperWork, printer: Printer) -> OrderDone | Came:
    """What came of *order*."""
    match order:
        case SeeRuling(which):
            return RulingSeen(order, _shown(staff, which))
        case MakePaper():
            return _papered(staff, order, printer)
        case OfferForms(which, spot, corrects):
            there = offered(staff, _subject(which, spot), corrects)
            return FormsSeen(order, _forms(there, which))
        case RecordDecision():
            return _decided(staff, order)
        case RevealWords(which, reason, by, confirmed):
            came = reveal(staff, RevealWish(which, reason, by or None, confirmed))
            words = tuple((harmless(one.word), one.answer.value) for one in came.words)
            return WordsRevealed(order, RevealedShown(came.number, came.verdict, came.lists, words))
        case SeeReport(asked):
            return ReportSeen(order, report_sheet(staff, _wish(asked)))
        case WriteReport(asked, target):
            return _reported(staff, order, _wish(asked, Path(target).expanduser()), printer)
        case _:
            assert_never(order)


# --- one ruling ---------------------------------------------------------------------------------------------


def _asked(staff: Staff, which: str) -> EvidenceWish:
    return EvidenceWish(AuditSource(staff.folder), which, seated(staff.folder))


def _shown(staff: Staff, which: str) -> RulingShown:
    wish = _asked(staff, which)
    found = gather(wish, staff.clock)
    first = found[0]
    if first.found.is_ruling:
        sheet = joined(tuple(evidence_sheet(one.evidence) for one in found))
    else:
        sheet = incident_of(staff, wish, found, "")
    made = tuple(_line(one) for one in _made(wish.source, first))
    return RulingShown(which, first.evidence.name, sheet, made, first.found.is_ruling)


def _made(source: AuditSource, about: RecordGathered) -> tuple[DecisionFound, ...]:
    with source.reader() as reader:
        return as_decisions(records_on(reader, (about.found.key,), source.folder))


def _line(one: DecisionFound) -> DecisionLine:
    said = {key: _as_typed(value) for key, value in one.body.answers.items()}
    if one.body.remark:
        said[REMARK] = one.body.remark
    return DecisionLine(
        one.found.seq,
        harmless(one.found.local_text),
        one.body.decision,
        harmless(one.body.sentence),
        harmless(one.body.by or ""),
        tuple(said.items()),
        one.corrected_by is not None,
    )


def _as_typed(value: object) -> str:
    """An answer on record as it is given."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _papered(staff: Staff, order: MakePaper, printer: Printer) -> OrderDone:
    target = Path(order.target).expanduser()
    wish, files = _asked(staff, order.which), _files(target)
    match order.form:
        case PaperForm.EVIDENCE:
            made = evidence(staff, wish, files, printer)
        case PaperForm.INCIDENT:
            made = incident(staff, wish, files, printer, order.account)
        case _:
            assert_never(order.form)
    wrong = (*made.faults, *((made.unrecorded,) if made.unrecorded else ()))
    what = "The evidence" if order.form is PaperForm.EVIDENCE else "The report"
    return _written(order, what, target, wrong)


def _files(target: Path, paper: PaperSize = PaperSize.A4) -> PaperFiles:
    return PaperFiles(**{paper_form(target.name): target}, paper=paper)  # type: ignore[arg-type]


def _written(order: PaperWork, what: str, target: Path, wrong: tuple[str, ...]) -> OrderDone:
    lines: Lines = (("File", harmless(str(target))),)
    return OrderDone(order, f"{what} is written", lines, tuple(map(harmless, wrong)))


# --- decisions ----------------------------------------------------------------------------------------------


def _subject(which: str, spot: Spot) -> DecisionSubject:
    if which:
        return DecisionSubject(which)
    return DecisionSubject(place=Place(spot.division, None, spot.round, spot.table))


def _forms(there: DecisionOffered, which: str) -> FormsOffered:
    place = there.known.context.place
    table = f"table {place.table}" if place.table is not None else ""
    round_ = f"round {place.round}" if place.round is not None else ""
    name = there.known.number or which or ", ".join(one for one in (table, round_) if one)
    note = f"The file of {there.known.rules.short_title} has been changed since the ruling."
    return FormsOffered(
        harmless(name),
        there.forms,
        there.known.context,
        tuple((type, tuple(said.items())) for type, said in there.answered),
        note if there.known.changed else "",
    )


def _decided(staff: Staff, order: RecordDecision) -> OrderDone:
    subject = _subject(order.which, order.spot)
    wish = DecisionWish(subject, order.type, dict(order.answers), order.by or None, order.corrects)
    done = decide(staff, wish)
    lines: Lines = (("Decided", harmless(done.body.sentence)), ("Record", str(done.seq)))
    return OrderDone(order, "Decided, and on record", lines)


# --- reports ------------------------------------------------------------------------------------------------


def _wish(asked: ReportAsked, target: Path | None = None) -> ReportWish:
    return ReportWish(
        day=asked.day if asked.kind is ReportKind.DAY else None,
        director=asked.words and asked.kind is not ReportKind.PLAYERS,
        players=asked.kind is ReportKind.PLAYERS,
        files=PaperFiles() if target is None else _files(target, asked.paper),
    )


def _reported(staff: Staff, order: WriteReport, wish: ReportWish, printer: Printer) -> OrderDone:
    made = report(staff, wish, None, printer)
    unsound = "" if made.sound else "The log does not verify, and the report says so. See the page Integrity."
    wrong = tuple(one for one in (unsound, made.unrecorded) if one)
    return _written(order, "The report", Path(order.target).expanduser(), wrong)
