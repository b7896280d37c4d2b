"""The working process of a console: each order of the director is an action that commands have too."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias, assert_never

from kiosk.actions import NO_TOOLS, Action, Tools
from kiosk.base.frozen import frozen
from kiosk.base.printable import harmless
from kiosk.console.events import (
    Came,
    EventHeard,
    FormsSeen,
    OrderDone,
    OrderFailed,
    PrintersFound,
    ReportSeen,
    RulingSeen,
    WordsRevealed,
)
from kiosk.console.logs_worker import given_head
from kiosk.console.narrowing import NUMBER
from kiosk.console.papers import paper_form
from kiosk.console.reader_worker import Answering
from kiosk.console.values import (
    CloseEvent,
    CloseForTonight,
    DecisionLine,
    EndRound,
    Examine,
    ExportRows,
    Facet,
    FindPrinters,
    FormsOffered,
    HearEvent,
    Lines,
    MakePaper,
    Narrowing,
    OfferForms,
    OpenEvent,
    PaperForm,
    PaperWork,
    ReportAsked,
    ReportKind,
    RevealedShown,
    RevealWords,
    RulingShown,
    SeeReport,
    SeeRuling,
    StartRound,
    StationWork,
    Work,
    WriteReport,
    address_of,
)
from kiosk.console.wording import NO_TARGET
from kiosk.decisions.actions import Decide, DecisionOffered, offered
from kiosk.decisions.case_actions import DecisionSubject
from kiosk.decisions.evidence import evidence_sheet
from kiosk.decisions.evidence_actions import (
    EvidenceWish,
    RecordGathered,
    evidence,
    gather,
    incident,
    incident_of,
)
from kiosk.decisions.forms import REMARK
from kiosk.errors import KioskError, OutputError
from kiosk.events.actions import CalledRound, GivenOut, ReadBack
from kiosk.events.pairings_actions import seated
from kiosk.lockdown.doctor_actions import Diagnosis, diagnose
from kiosk.lockdown.escapes import State
from kiosk.lockdown.health import Health
from kiosk.log.alerts import Alert
from kiosk.log.filters import STORED
from kiosk.log.filters_reader import Filter
from kiosk.log.forms import form_of
from kiosk.log.kinds import Kind
from kiosk.log.list_actions import Asked, AuditSource, counted
from kiosk.log.placed_actions import open_all, place_record
from kiosk.log.reader import read_head
from kiosk.log.report_actions import (
    Among,
    ExportWish,
    ReportWish,
    export_records,
    into_file,
    report,
    report_sheet,
)
from kiosk.log.show_actions import DecisionFound, as_decisions, records_on
from kiosk.paper.actions import PaperFiles
from kiosk.paper.sheet import PaperSize, joined
from kiosk.setup.read_back import spoken
from kiosk.setup.staff_actions import Staff

WorkCame: TypeAlias = OrderDone | OrderFailed | EventHeard | Came

# ---- paper work --------------------------------------------------------------------------------------------
# Carries out what the director ordered around one ruling, a decision or a report: each order is an action
# that commands have too, and through the same log.
#
# The rule guarded here: what was revealed goes back to whoever asked, and is kept nowhere here.

NO_FILES = PaperFiles()


def paper_done(staff: Staff, order: PaperWork, tools: Tools) -> OrderDone | Came:
    """What came of *order*."""
    match order:
        case SeeRuling(which):
            return RulingSeen(order, _shown(staff, which, tools))
        case MakePaper():
            return _papered(staff, order, tools)
        case FindPrinters():
            return PrintersFound(order, tuple(map(harmless, tools.printing.printers())))
        case OfferForms(which, place, corrects):
            there = offered(staff, DecisionSubject(which or None, place=place), corrects, tools)
            return FormsSeen(order, _forms(there, address_of(which)[0]))
        case Decide():
            done = order.run(staff, tools)
            lines: Lines = (("Decided", harmless(done.body.sentence)), ("Record", str(done.seq)))
            return OrderDone(order, "Decided, and on record", lines)
        case RevealWords():
            came = order.run(staff, tools)
            words = tuple((harmless(word.word), word.answer.value) for word in came.words)
            return WordsRevealed(order, RevealedShown(came.number, came.verdict, came.lists, words))
        case SeeReport(asked):
            with open_all(staff, tools) as source:
                return ReportSeen(order, report_sheet(staff, _wish(asked, source)))
        case WriteReport():
            return _reported(staff, order, tools)
        case _:
            assert_never(order)


# --- one ruling ---------------------------------------------------------------------------------------------


def _asked(staff: Staff, which: str, tools: Tools) -> EvidenceWish:
    found = place_record(staff, which, tools)
    return EvidenceWish(found.source, found.which, seated(staff.folder), found.others)


def _shown(staff: Staff, which: str, tools: Tools) -> RulingShown:
    wish = _asked(staff, which, tools)
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


def _papered(staff: Staff, order: MakePaper, tools: Tools) -> OrderDone:
    wish, files = _asked(staff, order.which, tools), _files(order, order.paper, tools)
    pdf = tools.printing.pdf
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


def _files(order: MakePaper | WriteReport, paper: PaperSize, tools: Tools) -> PaperFiles:
    if order.printer:
        return PaperFiles(paper=paper, send=partial(tools.printing.on, order.printer))
    target = Path(order.target).expanduser()
    return PaperFiles(**{paper_form(target.name): target}, paper=paper)  # type: ignore[arg-type]


def _written(order: MakePaper | WriteReport, what: str, wrong: tuple[str, ...]) -> OrderDone:
    told = tuple(map(harmless, wrong))
    if order.printer:
        return OrderDone(order, f"{what} is at the printer", (("Printer", harmless(order.printer)),), told)
    lines: Lines = (("File", harmless(str(Path(order.target).expanduser()))),)
    return OrderDone(order, f"{what} is written", lines, told)


# --- decisions ----------------------------------------------------------------------------------------------


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


# --- reports ------------------------------------------------------------------------------------------------


def _wish(asked: ReportAsked, source: AuditSource, files: PaperFiles = NO_FILES) -> ReportWish:
    return ReportWish(
        day=asked.day if asked.kind is ReportKind.DAY else None,
        director=asked.words and asked.kind is not ReportKind.PLAYERS,
        players=asked.kind is ReportKind.PLAYERS,
        source=source,
        files=files,
    )


def _reported(staff: Staff, order: WriteReport, tools: Tools) -> OrderDone:
    files = _files(order, order.report.paper, tools)
    with open_all(staff, tools) as source:
        made = report(staff, _wish(order.report, source, files), None, tools.printing.pdf)
    unsound = "" if made.sound else "The log does not verify, and the report says so. See the page Integrity."
    wrong = tuple(one for one in (unsound, made.unrecorded) if one)
    return _written(order, "The report", wrong)


# ---- carrying ----------------------------------------------------------------------------------------------
# Carries out what the director ordered in the console: each order is an action that commands have too.

_ORDER = (Health.BAD, Health.WARNING, Health.UNKNOWN, Health.GOOD)


def carried_out(staff: Staff, order: Work, tools: Tools = NO_TOOLS) -> WorkCame:
    """What came of *order*."""
    try:
        if isinstance(order, PaperWork):
            return paper_done(staff, order, tools)
        return _done(staff, order, tools)
    except (KioskError, OSError) as error:
        return OrderFailed(order, harmless(str(error)))


def _done(staff: Staff, order: StationWork, tools: Tools) -> OrderDone | EventHeard:
    match order:
        case HearEvent():
            there = order.run(staff, tools)
            return _event_heard(there.event.id, there.event.name, there.heard)
        case OpenEvent():
            return _open_event(staff, order, tools)
        case CloseEvent():
            closed = order.run(staff, tools)
            title = f"The event “{harmless(closed.event.name)}” is closed"
            return _give_out(staff, order, title, closed.given_out)
        case CloseForTonight():
            return _give_out(staff, order, "Closed for tonight", order.run(staff, tools).given_out)
        case StartRound():
            called = order.run(staff, tools)
            return OrderDone(order, f"Round {called.number} has started", _describe_round(called))
        case EndRound():
            called = order.run(staff, tools)
            return OrderDone(order, f"Round {called.number} is over", _describe_round(called))
        case Examine():
            return _examined(order, diagnose(staff.folder, staff.clock))
        case ExportRows():
            return _exported(staff, order, tools)
        case _:
            assert_never(order)


# --- events and rounds --------------------------------------------------------------------------------------


def _event_heard(id: str, name: str, heard: ReadBack) -> EventHeard:
    said = tuple((harmless(subject), harmless(words)) for subject, words in heard.said.items())
    return EventHeard(id, name, said, heard.odd)


def _open_event(staff: Staff, order: OpenEvent, tools: Tools) -> OrderDone | EventHeard:
    """Open what was read back; if something else is odd about it by now, it is read back again."""
    again: list[ReadBack] = []

    def hear(heard: object) -> None:
        if isinstance(heard, ReadBack) and heard.odd and heard.odd != order.odd:
            again.append(heard)

    try:
        done = order.run(staff, replace(tools, tell=hear))
    except KioskError:
        if again:
            return _event_heard(order.id or "", order.name or "", again[0])
        raise
    return _give_out(staff, order, f"The event “{harmless(done.event.name)}” is open", done.given_out)


def _give_out(staff: Staff, order: Work, title: str, out: GivenOut) -> OrderDone:
    copied: Lines = () if out.copy is None or out.uncopied else (("Second copy", harmless(out.copy.note)),)
    wrong = () if out.uncopied is None else (f"NOT COPIED. {harmless(out.uncopied)} Then press T.",)
    return OrderDone(order, title, copied, wrong, given_head(out.head, out.letter, staff))


def _describe_round(called: CalledRound) -> Lines:
    at = called.at[11:16]
    now = f"round {called.running}" if called.running is not None else "between rounds"
    lines = [("At", at), ("Now", now)]
    if not called.scheduled:
        lines.append(("Note", "The schedule of the set-up has no such round."))
    if called.following is not None:
        following = f"round {called.following.number} {spoken(called.following.starts, called.at)}"
        lines.append(("By the schedule", following))
    return tuple(lines)


# --- doctor -------------------------------------------------------------------------------------------------


def _examined(order: Examine, found: Diagnosis) -> OrderDone:
    checks = sorted(found.checks, key=lambda one: _ORDER.index(one.state))
    good = tuple((one.id.replace("_", " "), one.text) for one in checks if one.state is Health.GOOD)
    wrong = tuple(f"{one.text} {one.advice}".strip() for one in checks if one.state is not Health.GOOD)
    escapes = (found.plan or found.findings).escapes
    open_ = [one for one in escapes if one.state is State.OPEN]
    level = f"{found.findings.level}; the set-up wants {found.wanted}"
    ways = f"{len(open_)} of {len(escapes)} open" if escapes else "not examined"
    lines: Lines = (("protection", level), ("ways out", ways), *good)
    told = (*((found.note,) if found.note else ()), *wrong)
    title = "Doctor: nothing is wrong" if not wrong and found.sufficient else "Doctor"
    return OrderDone(
        order, title, tuple((one, harmless(text)) for one, text in lines), tuple(map(harmless, told))
    )


# --- export -------------------------------------------------------------------------------------------------


def _exported(staff: Staff, order: ExportRows, tools: Tools) -> OrderDone:
    form = form_of(order.target)
    if form is None:
        raise OutputError(NO_TARGET)
    target = Path(order.target).expanduser()
    give = into_file(target, staff.folder, force=False)
    among = None if is_simple(order.narrowing) else _among(staff, order.narrowing, tools.logs)
    with open_all(staff, tools) as source:
        wish = ExportWish(form, asked_for(order.narrowing), source, among)
        done = export_records(staff, wish, give, tools.progress)
    wrong = (*((done.unrecorded,) if done.unrecorded else ()), *done.complaints)
    what = counted(done.count, "record")
    lines: Lines = (("File", harmless(str(target))), ("Holds", f"{what}, newest first"))
    return OrderDone(order, f"Exported: {what}", lines, tuple(map(harmless, wrong)))


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


def asked_for(narrowing: Narrowing) -> Asked:
    """*narrowing* as the actions of the audit are asked, as far as they can be."""
    chosen = {facet: value for facet, value in narrowing.chosen if value}
    number = narrowing.number if NUMBER.fullmatch(narrowing.number) else None
    stored = {facet.option: facet.parsed(chosen[facet]) for facet in STORED if facet in chosen}
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


@frozen
class DoOrder(Action[WorkCame]):
    """Carry *order* out."""

    order: Work

    def run(self, staff: Staff, tools: Tools) -> WorkCame:
        return carried_out(staff, self.order, tools)
