"""Gather everything that is known of one record, check again whether it holds, and hand it out on paper."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

from kiosk.base.clock import Clock
from kiosk.base.frozen import frozen
from kiosk.base.printable import count_of, printable
from kiosk.base.recordable import is_text
from kiosk.decisions.evidence_sheet import (
    AROUND_MIN,
    Addressed,
    Evidence,
    Surrounding,
    evidence_sheet,
    incident_sheet,
)
from kiosk.errors import LogError, OutputError
from kiosk.log.audit_actions import AuditSource
from kiosk.log.bodies import ClosedBody, EntryBody, ExportBody
from kiosk.log.chain import Status, check_code
from kiosk.log.export_actions import record_export
from kiosk.log.filters_reader import Filter, Found, Line, describe_record, listing, text, texts, whole
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import Reader, open_reader
from kiosk.log.show_actions import (
    Names,
    ShownRecord,
    ShownRecords,
    decision_rows,
    named_in,
    of_other,
    of_ruling,
    records_on,
    shown_records,
)
from kiosk.log.totals import DecisionRow
from kiosk.paper.actions import PaperFiles, Printer, made_by
from kiosk.paper.sheet import QrCode, Sheet, VerdictMark, join_sheets, qr_modules
from kiosk.paper.text import as_text
from kiosk.rules.ruling import Place, Verdict
from kiosk.setup.staff_actions import Staff

# ---- around ------------------------------------------------------------------------------------------------
# What happened around a ruling at its table and at its station.
#
# The rule it guards: while an event is open, the words that others looked up are not on a page that may be
# shown to players; and what was typed but never judged is counted, not quoted.

MOST = 14  # so that it stays one page
UNSHOWN = "Words of other tables are left out while the event is open."
_LONGEST = 140
# What comes with every ruling, with every start or by the clock says nothing of a dispute.
_ROUTINE = frozenset(
    (
        *(Kind.CLOSED, Kind.CHECKPOINT, Kind.LEXICON_LOADED, Kind.SELF_TEST, Kind.GENESIS, Kind.DECISION),
        *(Kind.GUARDS, Kind.GUARD_REMARK, Kind.EXPORT, Kind.PUSHED, Kind.SECOND_COPY, Kind.NOTE),
    )
)


@frozen
class Happened:
    """*rows*: in the order of time, with whether the words of each are left out."""

    rows: tuple[tuple[Found, bool], ...]
    left_out: int

    @property
    def unshown(self) -> str:
        return UNSHOWN if any(hidden and one.is_ruling for one, hidden in self.rows) else ""


def happened_around(readers: tuple[Reader, ...], ruling: Found) -> Happened:
    """What happened within minutes of *ruling*, by the stations' clocks; the nearest, if it is much.
    *readers*: of its own log first."""
    moment = _moment(ruling)
    if moment is None:
        return Happened(((ruling, False),), 0)
    reach = timedelta(minutes=AROUND_MIN)
    wanted = Filter(since=_minute_text(moment - reach), until=_minute_text(moment + reach))
    found = list(
        {
            record.key: record
            for reader in readers
            for record in reader.find(wanted)
            if _belongs(record, ruling)
        }.values()
    )
    if not any(record.key == ruling.key for record in found):
        found.append(ruling)  # its time may be written in another way than the table is searched by
    nearest = sorted(found, key=lambda record: (record.key != ruling.key, _distance(record, moment)))[:MOST]
    kept = sorted(nearest, key=lambda record: (record.at, record.key))
    still_open = {event for reader in readers for event in reader.open_events()}
    return Happened(
        tuple((record, _is_hidden(record, ruling, still_open)) for record in kept), len(found) - len(kept)
    )


def _moment(found: Found) -> datetime | None:
    try:
        return datetime.fromisoformat(found.at)
    except ValueError:
        return None


def _minute_text(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def _distance(record: Found, moment: datetime) -> float:
    other = _moment(record)
    if other is None or (other.tzinfo is None) != (moment.tzinfo is None):
        return float("inf")
    return abs((other - moment).total_seconds())


def _belongs(record: Found, ruling: Found) -> bool:
    if record.kind in _ROUTINE:
        return False
    same_station = record.key[:2] == ruling.key[:2]
    return same_station or (
        record.is_ruling and _table(record) is not None and _table(record) == _table(ruling)
    )


def _table(record: Found) -> int | None:
    table = record.data.get("table")
    return table if isinstance(table, int) else None


def _is_hidden(record: Found, ruling: Found, still_open: Iterable[str | None]) -> bool:
    if not record.is_ruling:
        return isinstance(record.said, EntryBody)
    here = _table(ruling) is not None and _table(record) == _table(ruling)
    return record.key != ruling.key and not here and record.data.get("event") in set(still_open) - {None}


def surrounding(record: Found, hidden: bool, ruling: Found, letter: str) -> Surrounding:
    """*record* as a row of the page on *ruling*; *letter*: of its station, where there are several."""
    data = record.data
    where = f" ({printable(letter)})" if letter and record.key[:2] != ruling.key[:2] else ""
    if record.is_ruling:
        what, words = text(data.get("number")), texts(data.get("words"))
        shown = f"{len(words)} words" if hidden else " · ".join(words)
    else:
        what, shown = printable(record.kind).replace("_", " "), _details(record, hidden=hidden)
    return Surrounding(
        local=_time(record, ruling),
        what=f"{what}{where}",
        table=text(data.get("table")),
        verdict=text(data.get("verdict")) if record.is_ruling else "",
        words=_cut(shown),
        own=record.key == ruling.key,
        note=Line(record).mark,
    )


def _time(record: Found, ruling: Found) -> str:
    """The local time; with its date if that is not the ruling's."""
    if record.local is None or ruling.local is None or record.local.date() != ruling.local.date():
        return printable(record.local_text)
    return f"{record.local:%H:%M:%S}"


def _details(record: Found, *, hidden: bool) -> str:
    if record.kind == Kind.REVEAL:  # why may name a word of another ruling
        return f"by {text(record.data.get('by'))}" if record.data.get("by") else ""
    if not hidden or not isinstance(record.said, EntryBody):
        return describe_record(record)
    count = len(record.said.words)
    by = record.data.get("by")
    whose = f", by the {text(by)}" if by else ""
    return f"{count} {'word' if count == 1 else 'words'} typed, not judged{whose}"


def _cut(shown: str) -> str:
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


# ---- gather ------------------------------------------------------------------------------------------------
# Gather everything that is known of one record, and check again whether it holds.

# Who plays where: a place in, names out. Names are in no log.
Seated: TypeAlias = Callable[[Place], tuple[str, ...]]
# What `fields` says and the page says at another place.
_ELSEWHERE = ("alert", "the rules", "see also", "decided")
_PRINT = "Fingerprint of "
_LONGEST_WORD, _MOST_WORDS = 30, 20  # more than any play has; a record may hold anything


def nobody(place: Place) -> tuple[str, ...]:
    """For when it is not known who plays where."""
    return ()


@frozen
class RecordGathered:
    """One record with its page, and all of it as JSON."""

    found: Found
    rules: str
    evidence: Evidence
    figures: dict[str, Any]
    odd: str = ""  # of its faults the one that breaks nothing


@frozen
class EvidenceWish:
    """What is asked for: record *which* of *source*, with the names that *seated* knows. *others*: the logs
    of other stations, whose rulings at the same table belong on the page too."""

    source: AuditSource
    which: str
    seated: Seated = nobody
    others: tuple[Path, ...] = ()


def gather(asked: EvidenceWish, clock: Clock) -> tuple[RecordGathered, ...]:
    """The record or the rulings called as *asked*; several if several stations gave that number."""
    with shown_records(asked.source, asked.which) as shown, ExitStack() as opened:
        readers = (
            opened.enter_context(asked.source.reader()),
            *(opened.enter_context(open_reader(other)) for other in asked.others),
        )
        return tuple(
            _gather_record(record, shown, readers, asked, made_by(clock)) for record in shown.records
        )


def _gather_record(
    record: ShownRecord, shown: ShownRecords, readers: tuple[Reader, ...], asked: EvidenceWish, made: str
) -> RecordGathered:
    found, names, reader = record.line.found, shown.names, readers[0]
    around = happened_around(readers, found) if found.is_ruling else Happened((), 0)
    decided = records_on(reader, (found.key,), asked.source.decisions_beside)
    name = _name(found)
    rows = decision_rows(decided, {found.key: name})
    broken = () if record.intact else (record.integrity,)
    told = (*broken, *shown.complaints, asked.source.doubt_beside, *_unfit(decided))
    faults = tuple(dict.fromkeys(filter(None, told)))
    alerts = tuple(
        (_spell_out(alert), record.alert_meaning(alert, shown.window_s)) for alert in record.line.alerts
    )
    letters = {key: letter for each in readers for key, letter in each.letters().items()}
    seats = asked.seated(_seat(found)) if found.is_ruling else ()
    evidence = Evidence(
        name=name,
        event=names.event(found.data.get("event")),
        mark=_mark(found) if found.is_ruling else None,
        facts=(
            *_facts(record, names, shown.window_s),
            *_reveals(reader, found, asked.source.decisions_beside),
        ),
        players=tuple(map(printable, seats)),
        around=tuple(
            surrounding(each, hidden, found, letters.get(each.key[:2], "")) for each, hidden in around.rows
        ),
        left_out=around.left_out,
        unshown=around.unshown,
        decisions=rows,
        alerts=alerts,
        integrity=record.integrity,
        chain=_chain(record),
        hashes=tuple(_hashes(found, names)),
        code=_code(found, name),
        faults=faults,
        made=made,
    )
    return RecordGathered(found, _rules(found), evidence, _figures(record, evidence, around, rows), shown.odd)


def _name(found: Found) -> str:
    number = text(found.data.get("number")) if found.is_ruling else ""
    return number or f"Record {found.seq} ({printable(found.kind).replace('_', ' ')})"


def _spell_out(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _mark(found: Found) -> VerdictMark:
    said, known = found.data.get("verdict"), None
    with suppress(ValueError):
        known = Verdict(str(said))
    words = [word[:_LONGEST_WORD] for word in texts(found.data.get("words"))[:_MOST_WORDS]]
    return VerdictMark(known, text(said)[:_LONGEST_WORD].upper() or "NO VERDICT", tuple(words))


def _seat(found: Found) -> Place:
    """Where it was ruled, as far as the record is one of ours."""
    ruling = found.ruling
    if ruling is None:
        return Place()
    return Place(ruling.division, ruling.event, ruling.round, ruling.table)


def _facts(record: ShownRecord, names: Names, window_s: int) -> Iterator[tuple[str, str]]:
    """Who, where and when; then what became of it."""
    if not record.line.found.is_ruling:
        yield from ((_spell_out(label), value) for label, value in of_other(record))
        return
    for label, value in of_ruling(record, names, window_s):
        if label not in _ELSEWHERE:
            yield _spell_out(label), value
    for other in record.related:
        if isinstance(other.said, ClosedBody):
            how = printable(other.said.how).replace("_", " ")
            yield "Left the screen", f"{how}, after {other.said.after_ms // 1000} s"
        elif other.is_ruling:
            number, verdict = (text(other.data.get(key)) for key in ("number", "verdict"))
            yield "Answered by", f"{number}: {verdict}, {printable(other.local_text)}"


def _reveals(reader: Reader, found: Found, beside: Path | None) -> Iterator[tuple[str, str]]:
    """That its words were looked up one by one, and why; what came of it is on no record. Who asked from
    another folder is on record there, *beside* it."""
    asked = list(reader.find(Filter(kind=Kind.REVEAL)))
    if beside is not None:
        with open_reader(beside) as here:
            asked += here.find(Filter(kind=Kind.REVEAL))
    for ruling in {ruling.key: ruling for ruling in asked}.values():
        if named_in(ruling) == found.key:
            by = f", by {text(ruling.data['by'])}" if ruling.data.get("by") else ""
            yield "Words revealed", f"{printable(ruling.local_text)}{by}: {text(ruling.data.get('reason'))}"


def _chain(record: ShownRecord) -> str:
    chain = record.chain
    if chain.status is not Status.INTACT or chain.head is None:
        return f"The chain of its log does not hold. {chain.reason}"
    code = check_code(chain.head)
    return (
        f"Checked for this page: the record was hashed again, and so was every one of the "
        f"{count_of(chain.count, 'record')} of its log. The log ends with {code}; compare that with what was "
        "noted on paper."
    )


def _hashes(found: Found, names: Names) -> Iterator[tuple[str, str]]:
    yield f"Record {found.seq}, hash", printable(found.hash)
    yield "It follows", printable(found.prev)
    for key, what in (("lexicon", "the word list"), ("long_lexicon", "the list of long words")):
        stamp = found.data.get(key)
        if isinstance(stamp, dict) and stamp.get("fingerprint"):
            yield f"{_PRINT}{what} {names.word_list(stamp)}", printable(str(stamp["fingerprint"]))
    rules = found.data.get("rules")
    if isinstance(rules, dict) and rules.get("fingerprint"):
        yield f"{_PRINT}the rule set {text(rules.get('id'))}", printable(str(rules["fingerprint"]))
    yield "Station and epoch", f"{printable(found.station)} {printable(found.epoch)}"


def _code(found: Found, name: str) -> QrCode:
    holds = f"{name} {found.seq} {found.station} {found.hash}"
    caption = "The code holds the number of the ruling, its place in the log, the station and the hash above."
    return QrCode(qr_modules(printable(holds)[:400]), caption)


def _unfit(decided: tuple[Found, ...]) -> tuple[str, ...]:
    changed = sum(not decision.fits for decision in decided)
    return (f"{count_of(changed, 'decision')} on it changed after being recorded.",) if changed else ()


def _rules(found: Found) -> str:
    stamp = found.data.get("rules")
    id = stamp.get("id") if isinstance(stamp, dict) else None
    return id if isinstance(id, str) else ""


def _figures(
    record: ShownRecord, evidence: Evidence, around: Happened, decisions: tuple[DecisionRow, ...]
) -> dict[str, Any]:
    return {
        **whole(record.line),
        "intact": record.intact,
        "integrity": record.integrity,
        "faults": list(evidence.faults),
        "chain": {"status": record.chain.status, "count": record.chain.count, "head": record.chain.head},
        "players": list(evidence.players),
        "around": [_row(found, hidden=hidden) for found, hidden in around.rows],
        "left_out": around.left_out,
        "decisions": [{"local": row.local, "what": row.what} for row in decisions],
        "alert_meanings": dict(evidence.alerts),
    }


def _row(found: Found, *, hidden: bool) -> dict[str, Any]:
    shown = listing(Line(found))
    return {key: value for key, value in shown.items() if key != "words"} if hidden else shown


def rule_sets_of(folder: Path) -> tuple[str, ...]:
    """The rule sets of the divisions that are set up in *folder*; none if that cannot be told."""
    from kiosk.errors import SetupError
    from kiosk.setup.store import load_settings

    try:
        settings = load_settings(folder)
    except SetupError:
        return ()
    return () if settings is None else tuple(dict.fromkeys(division.rules for division in settings.divisions))


# ---- pages -------------------------------------------------------------------------------------------------
# Have one challenge on one page, or an incident reported, and put on record that it left the station.

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
    sheet = join_sheets(tuple(evidence_sheet(record.evidence) for record in found))
    return _give_out(staff, asked, files, printer, ("evidence", sheet, found))


def incident(
    staff: Staff, asked: EvidenceWish, files: PaperFiles, printer: Printer, account: str = ""
) -> PaperMade:
    """The report on the record *asked* about, with the director's *account* of it, written into *files*."""
    _lines(account)  # what a page cannot hold is refused before anything is looked at
    files.check(staff.folder)
    found = gather(asked, staff.clock)
    sheet = incident_of(staff, asked, found, account)
    return _give_out(staff, asked, files, printer, ("incident", sheet, found))


def incident_of(staff: Staff, asked: EvidenceWish, found: tuple[RecordGathered, ...], account: str) -> Sheet:
    """The report on *found*, to look at."""
    lines = _lines(account)
    return join_sheets(
        tuple(incident_sheet(record.evidence, _address(staff, asked, record, lines)) for record in found)
    )


def _give_out(
    staff: Staff,
    asked: EvidenceWish,
    files: PaperFiles,
    printer: Printer,
    made: tuple[str, Sheet, tuple[RecordGathered, ...]],
) -> PaperMade:
    form, sheet, found = made
    files.write(sheet, printer, staff.leaving)
    faults = tuple(dict.fromkeys(fault for record in found for fault in record.evidence.faults))
    note = ""
    if files.leaves and asked.source.is_own:
        about = {"number": found[0].evidence.name}
        note = record_export(staff, ExportBody(form, len(found), about), sound=not faults)
    broken = any(fault != record.odd for record in found for fault in record.evidence.faults)
    return PaperMade(as_text(sheet), tuple(record.figures for record in found), faults, note, broken)


def _address(
    staff: Staff, asked: EvidenceWish, gathered: RecordGathered, account: tuple[str, ...]
) -> Addressed:
    """As the rule set of the record says it; where it names none, as those that are set up say it."""
    with asked.source.reader() as reader:
        names = Names(reader, staff.folder)
        known = [
            names.report_to(id)
            for id in ((gathered.rules,) if gathered.rules else rule_sets_of(staff.folder))
        ]
    to = tuple(dict.fromkeys(place for lines in known for place in lines[:-1]))
    clauses = "; ".join(dict.fromkeys(lines[-1] for lines in known if lines))
    return Addressed(to, clauses, account)


def _lines(account: str) -> tuple[str, ...]:
    """The director's own words, if a page can hold them."""
    lines = tuple(line.strip() for line in account.splitlines() if line.strip())
    if len(lines) > MOST_LINES or not all(is_text(printable(line), LONGEST_LINE) for line in lines):
        raise OutputError(
            f"What you say is too long for a report: at most {MOST_LINES} lines of {LONGEST_LINE} "
            "characters. Shorten it."
        )
    return lines
