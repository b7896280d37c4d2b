"""Have one challenge on one page, or an incident reported, and put on record that it left the station."""

from typing import Any

from kiosk.actions.audit.names import Names
from kiosk.actions.audit.outgoing import record_export
from kiosk.actions.evidence.gather import EvidenceWish, RecordGathered, gather, rule_sets_of
from kiosk.actions.paper import PaperFiles, Printer
from kiosk.actions.staff import Staff
from kiosk.core.fields.limits import is_text
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.event import ExportBody
from kiosk.core.paper.sheet.blocks import Sheet, joined
from kiosk.core.paper.sheet.text import as_text
from kiosk.director.evidence import evidence_sheet
from kiosk.director.incident import Addressed, incident_sheet
from kiosk.errors import LogError, OutputError

LONGEST_LINE, MOST_LINES = 2000, 200


@frozen
class PaperMade:
    """*text*: the page as it reads on a terminal; *figures*: as JSON, one a record. *faults*: what does not
    hold; *broken*: some of it breaks the log. *unrecorded*: why the export itself is not on record, if so."""

    text: str
    figures: tuple[dict[str, Any], ...]
    faults: tuple[str, ...]
    unrecorded: str
    broken: bool = False


def evidence(staff: Staff, asked: EvidenceWish, files: PaperFiles, printer: Printer) -> PaperMade:
    """The page on the ruling *asked* about, written into *files*."""
    files.check(staff.folder)
    found = gather(asked, staff.clock)
    if not found[0].found.is_ruling:
        raise LogError(
            f"Record {found[0].found.seq} is no ruling. “kiosk log show {found[0].found.seq}” shows it, and "
            f"“kiosk log incident {found[0].found.seq}” reports it."
        )
    sheet = joined(tuple(evidence_sheet(one.evidence) for one in found))
    return _given_out(staff, asked, files, printer, ("evidence", sheet, found))


def incident(
    staff: Staff, asked: EvidenceWish, files: PaperFiles, printer: Printer, account: str = ""
) -> PaperMade:
    """The report on the record *asked* about, with the director's *account* of it, written into *files*."""
    _lines(account)  # what a page cannot hold is refused before anything is looked at
    files.check(staff.folder)
    found = gather(asked, staff.clock)
    sheet = incident_of(staff, asked, found, account)
    return _given_out(staff, asked, files, printer, ("incident", sheet, found))


def incident_of(staff: Staff, asked: EvidenceWish, found: tuple[RecordGathered, ...], account: str) -> Sheet:
    """The report on *found*, to look at."""
    lines = _lines(account)
    return joined(tuple(incident_sheet(one.evidence, _addressed(staff, asked, one, lines)) for one in found))


def _given_out(
    staff: Staff,
    asked: EvidenceWish,
    files: PaperFiles,
    printer: Printer,
    made: tuple[str, Sheet, tuple[RecordGathered, ...]],
) -> PaperMade:
    form, sheet, found = made
    files.write(sheet, printer, staff.leaving)
    faults = tuple(dict.fromkeys(fault for one in found for fault in one.evidence.faults))
    note = ""
    if files.leaves and asked.source.is_own:
        about = {"number": found[0].evidence.name}
        note = record_export(staff, ExportBody(form, len(found), about), sound=not faults)
    broken = any(fault != one.odd for one in found for fault in one.evidence.faults)
    return PaperMade(as_text(sheet), tuple(one.figures for one in found), faults, note, broken)


def _addressed(staff: Staff, asked: EvidenceWish, one: RecordGathered, account: tuple[str, ...]) -> Addressed:
    """As the rule set of the record says it; where it names none, as those that are set up say it."""
    with asked.source.reader() as reader:
        names = Names(reader, staff.folder)
        known = [names.report_to(id) for id in ((one.rules,) if one.rules else rule_sets_of(staff.folder))]
    to = tuple(dict.fromkeys(place for lines in known for place in lines[:-1]))
    clauses = "; ".join(dict.fromkeys(lines[-1] for lines in known if lines))
    return Addressed(to, clauses, account)


def _lines(account: str) -> tuple[str, ...]:
    """The director's own words, if a page can hold them."""
    lines = tuple(line.strip() for line in account.splitlines() if line.strip())
    if len(lines) > MOST_LINES or not all(is_text(harmless(line), LONGEST_LINE) for line in lines):
        raise OutputError(
            f"What you say is too long for a report: at most {MOST_LINES} lines of {LONGEST_LINE} "
            "characters. Shorten it."
        )
    return lines
