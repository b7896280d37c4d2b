"""Carries out what the director ordered around one ruling, a decision or a report: each order is an action
that commands have too, and through the same log.

The rule guarded here: what was revealed goes back to whoever asked, and is kept nowhere here.
"""

from collections.abc import Iterator
from functools import partial
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
from kiosk.actions.paper import PaperFiles
from kiosk.actions.run_console.among import Means, placed, whole
from kiosk.actions.staff import Staff
from kiosk.core.challenge.ruling import Place
from kiosk.core.harmless import harmless
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.blocks import joined
from kiosk.director.console.events import OrderDone
from kiosk.director.console.paper_events import (
    Came,
    FormsSeen,
    PrintersFound,
    ReportSeen,
    RulingSeen,
    WordsRevealed,
)
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
    address_of,
)
from kiosk.director.console.seen import Lines
from kiosk.director.console.values import (
    FindPrinters,
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
from kiosk.storage.reading.reader import read_head

NO_FILES = PaperFiles()


def paper_done(staff: Staff, order: PaperWork, means: Means) -> OrderDone | Came:
    """What came of *order*."""
    match order:
        case SeeRuling(which):
            return RulingSeen(order, _shown(staff, which, means))
        case MakePaper():
            return _papered(staff, order, means)
        case FindPrinters():
            return PrintersFound(order, tuple(map(harmless, means.printing.printers())))
        case OfferForms(which, spot, corrects):
            there = offered(staff, _subject(staff, which, spot, means), corrects)
            return FormsSeen(order, _forms(there, address_of(which)[0]))
        case RecordDecision():
            return _decided(staff, order, means)
        case RevealWords(which, reason, by, confirmed):
            where = placed(staff, which, means)
            came = reveal(staff, RevealWish(where.which, reason, by or None, confirmed, where.source))
            words = tuple((harmless(one.word), one.answer.value) for one in came.words)
            return WordsRevealed(order, RevealedShown(came.number, came.verdict, came.lists, words))
        case SeeReport(asked):
            with whole(staff, means) as source:
                return ReportSeen(order, report_sheet(staff, _wish(asked, source)))
        case WriteReport():
            return _reported(staff, order, means)
        case _:
            assert_never(order)


# --- one ruling ---------------------------------------------------------------------------------------------


def _asked(staff: Staff, which: str, means: Means) -> EvidenceWish:
    found = placed(staff, which, means)
    return EvidenceWish(found.source, found.which, seated(staff.folder), found.others)


def _shown(staff: Staff, which: str, means: Means) -> RulingShown:
    wish = _asked(staff, which, means)
    found = gather(wish, staff.clock)
    first = found[0]
    if first.found.is_ruling:
        sheet = joined(tuple(evidence_sheet(one.evidence) for one in found))
    else:
        sheet = incident_of(staff, wish, found, "")
    made = tuple(_line(one, here) for one, here in _made(wish.source, first))
    return RulingShown(which, first.evidence.name, sheet, made, first.found.is_ruling)


def _made(source: AuditSource, about: RecordGathered) -> Iterator[tuple[DecisionFound, bool]]:
    """The decisions on it, each with whether it stands in the log of this folder."""
    with source.reader() as reader:
        found = as_decisions(records_on(reader, (about.found.key,), source.decisions_beside))
    beside = source.decisions_beside
    own = None if beside is None else read_head(beside).station
    yield from ((one, source.is_own or one.found.station == own) for one in found)


def _line(one: DecisionFound, here: bool) -> DecisionLine:
    said = {key: _as_typed(value) for key, value in one.body.answers.items()}
    if one.body.remark:
        said[REMARK] = one.body.remark
    return DecisionLine(
        one.found.seq if here else 0,
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


def _papered(staff: Staff, order: MakePaper, means: Means) -> OrderDone:
    wish, files = _asked(staff, order.which, means), _files(order, order.paper, means)
    pdf = means.printing.pdf
    match order.form:
        case PaperForm.EVIDENCE:
            made = evidence(staff, wish, files, pdf)
        case PaperForm.INCIDENT:
            made = incident(staff, wish, files, pdf, order.account)
        case _:
            assert_never(order.form)
    wrong = (*made.faults, *((made.unrecorded,) if made.unrecorded else ()))
    what = "The evidence" if order.form is PaperForm.EVIDENCE else "The report"
    return _written(order, what, wrong)


def _files(order: MakePaper | WriteReport, paper: PaperSize, means: Means) -> PaperFiles:
    if order.printer:
        return PaperFiles(paper=paper, send=partial(means.printing.on, order.printer))
    target = Path(order.target).expanduser()
    return PaperFiles(**{paper_form(target.name): target}, paper=paper)  # type: ignore[arg-type]


def _written(order: MakePaper | WriteReport, what: str, wrong: tuple[str, ...]) -> OrderDone:
    told = tuple(map(harmless, wrong))
    if order.printer:
        return OrderDone(order, f"{what} is at the printer", (("Printer", harmless(order.printer)),), told)
    lines: Lines = (("File", harmless(str(Path(order.target).expanduser()))),)
    return OrderDone(order, f"{what} is written", lines, told)


# --- decisions ----------------------------------------------------------------------------------------------


def _subject(staff: Staff, which: str, spot: Spot, means: Means) -> DecisionSubject:
    if which:
        found = placed(staff, which, means)
        return DecisionSubject(found.which, source=found.source)
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


def _decided(staff: Staff, order: RecordDecision, means: Means) -> OrderDone:
    subject = _subject(staff, order.which, order.spot, means)
    wish = DecisionWish(subject, order.type, dict(order.answers), order.by or None, order.corrects)
    done = decide(staff, wish)
    lines: Lines = (("Decided", harmless(done.body.sentence)), ("Record", str(done.seq)))
    return OrderDone(order, "Decided, and on record", lines)


# --- reports ------------------------------------------------------------------------------------------------


def _wish(asked: ReportAsked, source: AuditSource, files: PaperFiles = NO_FILES) -> ReportWish:
    return ReportWish(
        day=asked.day if asked.kind is ReportKind.DAY else None,
        director=asked.words and asked.kind is not ReportKind.PLAYERS,
        players=asked.kind is ReportKind.PLAYERS,
        source=source,
        files=files,
    )


def _reported(staff: Staff, order: WriteReport, means: Means) -> OrderDone:
    files = _files(order, order.report.paper, means)
    with whole(staff, means) as source:
        made = report(staff, _wish(order.report, source, files), None, means.printing.pdf)
    unsound = "" if made.sound else "The log does not verify, and the report says so. See the page Integrity."
    wrong = tuple(one for one in (unsound, made.unrecorded) if one)
    return _written(order, "The report", wrong)
