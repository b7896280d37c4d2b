"""What only a console orders: a ruling as it is shown, papers, reports and exports of all logs it has open.

Whatever a command orders as well is an action of its own feature. The rule guarded here: text from a log is
made harmless before it goes to a window.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import assert_never

from kiosk.actions import NO_TOOLS, Action, Tools
from kiosk.base.frozen import frozen
from kiosk.base.printable import count_of, printable
from kiosk.console.reader_worker import Answering
from kiosk.console.values import (
    NUMBER,
    DecisionLine,
    Facet,
    FormsOffered,
    Lines,
    Narrowing,
    PaperForm,
    ReportAsked,
    ReportKind,
    RulingShown,
    paper_form,
)
from kiosk.decisions.actions import offer_decision
from kiosk.decisions.case_actions import DecisionSubject
from kiosk.decisions.evidence_actions import (
    EvidenceWish,
    RecordGathered,
    evidence,
    gather,
    incident,
    incident_of,
)
from kiosk.decisions.evidence_sheet import evidence_sheet
from kiosk.decisions.forms import REMARK
from kiosk.errors import OutputError
from kiosk.events.pairings_actions import player_lookup
from kiosk.lockdown.doctor_actions import diagnose
from kiosk.lockdown.escapes import State
from kiosk.lockdown.health import Health
from kiosk.log.alerts import Alert
from kiosk.log.audit_actions import AuditSource
from kiosk.log.chain import address_of
from kiosk.log.export_actions import Among, ExportWish, export_records, into_file
from kiosk.log.filters import STORED
from kiosk.log.filters_reader import Filter
from kiosk.log.forms import form_of, no_form
from kiosk.log.kinds import Kind
from kiosk.log.list_actions import Asked
from kiosk.log.placed_actions import open_all, place_record
from kiosk.log.reader import read_head
from kiosk.log.report_actions import ReportWish, report, report_sheet
from kiosk.log.show_actions import DecisionFound, as_decisions, records_on
from kiosk.paper import printer_actions
from kiosk.paper.actions import PaperFiles
from kiosk.paper.sheet import PaperSize, Sheet, join_sheets
from kiosk.rules.ruling import Place
from kiosk.setup.staff_actions import Staff


@frozen
class Done:
    """*lines*: what there is to know of it; *wrong*: what did not come about all the same."""

    title: str
    lines: Lines = ()
    wrong: tuple[str, ...] = ()


# ---- one ruling --------------------------------------------------------------------------------------------


@frozen
class SeeRuling(Action[RulingShown]):
    """The evidence on the record *which*."""

    which: str

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> RulingShown:
        wish = _evidence_wish(staff, self.which, tools)
        found = gather(wish, staff.clock)
        first = found[0]
        if first.found.is_ruling:
            sheet = join_sheets(tuple(evidence_sheet(record.evidence) for record in found))
        else:
            sheet = incident_of(staff, wish, found, "")
        made = tuple(_line(one, here) for one, here in _decisions_on(wish.source, first))
        return RulingShown(self.which, first.evidence.name, sheet, made, first.found.is_ruling)


def _evidence_wish(staff: Staff, which: str, tools: Tools) -> EvidenceWish:
    found = place_record(staff, which, tools)
    return EvidenceWish(found.source, found.which, player_lookup(staff.folder), found.others)


def _decisions_on(source: AuditSource, about: RecordGathered) -> Iterator[tuple[DecisionFound, bool]]:
    """The decisions on it, each with whether it stands in the log of this folder."""
    with source.reader() as reader:
        found = as_decisions(records_on(reader, (about.found.key,), source.decisions_beside))
    beside = source.decisions_beside
    own = None if beside is None else read_head(beside).station
    yield from ((decision, source.is_own or decision.found.station == own) for decision in found)


def _line(decision: DecisionFound, here: bool) -> DecisionLine:
    said = {key: _as_typed(value) for key, value in decision.body.answers.items()}
    if decision.body.remark:
        said[REMARK] = decision.body.remark
    return DecisionLine(
        decision.found.seq if here else 0,
        printable(decision.found.local_text),
        decision.body.decision,
        printable(decision.body.sentence),
        printable(decision.body.by or ""),
        tuple(said.items()),
        decision.corrected_by is not None,
    )


def _as_typed(value: object) -> str:
    """An answer on record as it is given."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@frozen
class OfferForms(Action[FormsOffered]):
    """What may be decided on the record *which*, or, if that is empty, at *place*. *corrects*: the decision
    that is to be put right."""

    which: str
    place: Place = Place()
    corrects: int | None = None

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> FormsOffered:
        subject = DecisionSubject(self.which or None, place=self.place)
        there = offer_decision(staff, subject, self.corrects, tools)
        place = there.known.context.place
        table = f"table {place.table}" if place.table is not None else ""
        round_ = f"round {place.round}" if place.round is not None else ""
        at = ", ".join(part for part in (table, round_) if part)
        note = f"The file of {there.known.rules.short_title} has been changed since the ruling."
        return FormsOffered(
            printable(there.known.number or address_of(self.which)[0] or at),
            there.forms,
            there.known.context,
            tuple((type, tuple(said.items())) for type, said in there.answered),
            note if there.known.changed else "",
        )


# ---- on paper ----------------------------------------------------------------------------------------------


@frozen
class MakePaper(Action[Done]):
    """Write the *form* on the record *which* to the file *target*, in the form its name says, or print it on
    *printer*. *account*: what the director says of it, of an incident."""

    form: PaperForm
    which: str
    account: str = ""
    target: str = ""
    paper: PaperSize = PaperSize.A4
    printer: str = ""

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> Done:
        wish = _evidence_wish(staff, self.which, tools)
        files = _files(self, self.paper, tools)
        pdf = tools.printing.pdf
        match self.form:
            case PaperForm.EVIDENCE:
                made = evidence(staff, wish, files, pdf)
            case PaperForm.INCIDENT:
                made = incident(staff, wish, files, pdf, self.account)
            case _:
                assert_never(self.form)
        wrong = (*made.faults, *((made.unrecorded,) if made.unrecorded else ()))
        return _say_where(self, "The evidence" if self.form is PaperForm.EVIDENCE else "The report", wrong)


@frozen
class SeeReport(Action[Sheet]):
    report: ReportAsked

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> Sheet:
        with open_all(staff, tools) as source:
            return report_sheet(staff, _report_wish(self.report, source))


@frozen
class WriteReport(Action[Done]):
    """Write it to the file *target*, or print it on *printer*."""

    report: ReportAsked
    target: str = ""
    printer: str = ""

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> Done:
        files = _files(self, self.report.paper, tools)
        with open_all(staff, tools) as source:
            made = report(staff, _report_wish(self.report, source, files), None, tools.printing.pdf)
        broken = "The log does not verify, and the report says so. See the page Integrity."
        wrong = tuple(filter(None, ("" if made.sound else broken, made.unrecorded)))
        return _say_where(self, "The report", wrong)


@frozen
class FindPrinters(Action[printer_actions.PrinterNames]):
    """Which printers there are, for what *draft* says."""

    draft: MakePaper | WriteReport

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> printer_actions.PrinterNames:
        return printer_actions.FindPrinters().run(staff, tools)


def _files(order: MakePaper | WriteReport, paper: PaperSize, tools: Tools) -> PaperFiles:
    if order.printer:
        return PaperFiles(paper=paper, send=partial(tools.printing.on, order.printer))
    target = Path(order.target).expanduser()
    return PaperFiles(**{paper_form(target.name): target}, paper=paper)  # type: ignore[arg-type]


def _say_where(order: MakePaper | WriteReport, what: str, wrong: tuple[str, ...]) -> Done:
    told = tuple(map(printable, wrong))
    if order.printer:
        return Done(f"{what} is at the printer", (("Printer", printable(order.printer)),), told)
    return Done(f"{what} is written", (("File", printable(str(Path(order.target).expanduser()))),), told)


NO_FILES = PaperFiles()


def _report_wish(asked: ReportAsked, source: AuditSource, files: PaperFiles = NO_FILES) -> ReportWish:
    return ReportWish(
        day=asked.day if asked.kind is ReportKind.DAY else None,
        director=asked.words and asked.kind is not ReportKind.PLAYERS,
        players=asked.kind is ReportKind.PLAYERS,
        source=source,
        files=files,
    )


# ---- doctor ------------------------------------------------------------------------------------------------

_ORDER = (Health.BAD, Health.WARNING, Health.UNKNOWN, Health.GOOD)


@frozen
class Examine(Action[Done]):
    """Protection and health of this machine."""

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> Done:
        found = diagnose(staff.folder, staff.clock)
        checks = sorted(found.checks, key=lambda check: _ORDER.index(check.state))
        fine = [check for check in checks if check.state is Health.GOOD]
        good = tuple((check.id.replace("_", " "), check.text) for check in fine)
        wrong = tuple(f"{check.text} {check.advice}".strip() for check in checks if check not in fine)
        escapes = (found.plan or found.findings).escapes
        still_open = [escape for escape in escapes if escape.state is State.OPEN]
        level = f"{found.findings.level}; the set-up wants {found.wanted}"
        ways = f"{len(still_open)} of {len(escapes)} open" if escapes else "not examined"
        lines: Lines = (("protection", level), ("ways out", ways), *good)
        notes = (*((found.note,) if found.note else ()), *wrong)
        title = "Doctor: nothing is wrong" if not wrong and found.sufficient else "Doctor"
        return Done(
            title, tuple((name, printable(text)) for name, text in lines), tuple(map(printable, notes))
        )


# ---- export ------------------------------------------------------------------------------------------------


@frozen
class ExportRows(Action[Done]):
    """Write exactly what *narrowing* leaves to the file *target*, in the form its name says."""

    narrowing: Narrowing
    target: str

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> Done:
        form = form_of(self.target)
        if form is None:
            raise OutputError(no_form())
        target = Path(self.target).expanduser()
        give = into_file(target, staff.folder, force=False)
        among = None if is_simple(self.narrowing) else _among(staff, self.narrowing, tools.logs)
        with open_all(staff, tools) as source:
            wish = ExportWish(form, ask_for(self.narrowing), source, among)
            done = export_records(staff, wish, give, tools.progress)
        wrong = (*((done.unrecorded,) if done.unrecorded else ()), *done.complaints)
        what = count_of(done.count, "record")
        lines: Lines = (("File", printable(str(target))), ("Holds", f"{what}, newest first"))
        return Done(f"Exported: {what}", lines, tuple(map(printable, wrong)))


def _among(staff: Staff, narrowing: Narrowing, logs: tuple[Path, ...]) -> Among:
    """What only the list itself can tell: the rulings that *narrowing* leaves in it."""
    said = [
        (str(facet), value or "none") for facet, value in narrowing.chosen if not (facet.option and value)
    ]
    if narrowing.number:
        said.append(("number", narrowing.number))
    return Among(Answering(staff.folder, logs).keys(narrowing), tuple(said))


def is_simple(narrowing: Narrowing) -> bool:
    """Whether the filters of the audit can say all that *narrowing* says: they know whole numbers of rulings
    and values that are there."""
    plain = not narrowing.number or NUMBER.fullmatch(narrowing.number) is not None
    return plain and all(facet.option and value for facet, value in narrowing.chosen)


def ask_for(narrowing: Narrowing) -> Asked:
    """*narrowing* as the actions of the audit are asked, as far as they can be."""
    chosen = {facet: value for facet, value in narrowing.chosen if value}
    number = narrowing.number if NUMBER.fullmatch(narrowing.number) else None
    stored = {facet.option: facet.parse(chosen[facet]) for facet in STORED if facet in chosen}
    return Asked(
        Filter(
            kind=None if narrowing.every_kind else Kind.ADJUDICATION,
            number=number,
            word=narrowing.word or None,
            **stored,  # type: ignore[arg-type]
        ),
        Alert(chosen[Facet.ALERT]) if Facet.ALERT in chosen else None,
        narrowing.since or None,
        narrowing.until or None,
    )
