"""One challenge on one page, and an incident reported: values in, a sheet out."""

from collections.abc import Iterator
from itertools import chain

from kiosk.base.frozen import frozen
from kiosk.log.totals import DecisionRow
from kiosk.paper import sheet

# ---- evidence ----------------------------------------------------------------------------------------------
# One challenge on one page: what was ruled, where and when, what happened around it, and whether it holds.
#
# Rules it guards: what does not hold is said first; nothing on the page is about a single word; a person's
# name comes from nowhere but the caller.

AROUND_MIN = 10


@frozen
class Surrounding:
    """Something that happened around a ruling. *words*: empty where they are left out. *own*: the ruling
    itself. *note*: what must be known of it before it is believed."""

    local: str
    what: str
    table: str
    verdict: str
    words: str
    own: bool = False
    note: str = ""


@frozen
class Evidence:
    """Everything that is known of one record. *name*: its ruling number, or what it is called else. *mark*:
    the verdict, if it is a ruling. *facts*: label and value. *players*: who sat there, if somebody says.
    *left_out*: how many happenings around it are not shown. *unshown*: why words of others are left out, if
    they are. *hashes*: label and value. *code*: a QR code of what tells this record from any other.
    *faults*: what does not hold, a sentence each."""

    name: str
    event: str
    mark: sheet.VerdictMark | None
    facts: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    around: tuple[Surrounding, ...]
    left_out: int
    unshown: str
    decisions: tuple[DecisionRow, ...]
    alerts: tuple[tuple[str, str], ...]
    integrity: str
    chain: str
    hashes: tuple[tuple[str, str], ...]
    code: sheet.QrCode
    faults: tuple[str, ...]
    made: str

    @property
    def holds(self) -> bool:
        return not self.faults


def evidence_sheet(found: Evidence) -> sheet.Sheet:
    """*found* on a sheet, what matters most first."""
    blocks = chain(
        faults_of(found),
        [sheet.SheetTitle("Evidence for one challenge", found.name, (found.event,) if found.event else ())],
        [] if found.mark is None else [found.mark],
        facts_of(found),
        decisions_of(found),
        _alerts(found),
        _around(found),
        hashes_of(found),
    )
    return sheet.Sheet(f"Evidence {found.name}", tuple(blocks), f"{found.name} · {found.made}")


def faults_of(found: Evidence) -> Iterator[sheet.Block]:
    """What does not hold; nothing else may come before it."""
    if found.faults:
        yield sheet.Notice(" ".join(("This page cannot be relied on.", *found.faults)))


def facts_of(found: Evidence) -> Iterator[sheet.Block]:
    """Who, where, when, by what."""
    players = (("Players", ", ".join(found.players)),) if found.players else ()
    yield sheet.Pairs((*players, *found.facts))


def decisions_of(found: Evidence) -> Iterator[sheet.Block]:
    yield sheet.SheetHeading("Decisions on it")
    if not found.decisions:
        yield sheet.Paragraph("None is on record.")
        return
    columns = (sheet.SheetColumn("Local time", 22), sheet.SheetColumn("Decision", 78))
    yield sheet.SheetTable(columns, tuple((decision.local, decision.what) for decision in found.decisions))


def _alerts(found: Evidence) -> Iterator[sheet.Block]:
    if not found.alerts:
        return
    yield sheet.SheetHeading("Worth a look")
    yield sheet.Pairs(found.alerts)
    yield sheet.SmallPrint("Questions, not findings: each says only what its definition says.")


def _around(found: Evidence) -> Iterator[sheet.Block]:
    if not found.around:
        return
    yield sheet.SheetHeading(f"From {AROUND_MIN} minutes before to {AROUND_MIN} minutes after")
    columns = (
        sheet.SheetColumn("Local time", 14),
        sheet.SheetColumn("What", 19, strong=True),
        sheet.SheetColumn("Table", 8),
        sheet.SheetColumn("Verdict", 16),
        sheet.SheetColumn("Words, or details", 43),
    )
    rows = tuple(
        (record.local, f"{record.note} {record.what}".strip(), record.table, record.verdict, record.words)
        for record in found.around
    )
    yield sheet.SheetTable(columns, rows, tuple(place for place, one in enumerate(found.around) if one.own))
    if found.left_out:
        yield sheet.SmallPrint(f"{found.left_out} more, further from it in time, are not shown.")
    if found.unshown:
        yield sheet.SmallPrint(found.unshown)


def hashes_of(found: Evidence) -> Iterator[sheet.Block]:
    """Whether it can be believed, and what it can be checked by."""
    yield sheet.SheetHeading("Whether it can be believed")
    yield sheet.Paragraph(found.integrity, strong=True)
    yield sheet.Paragraph(found.chain)
    yield sheet.HashLines(found.hashes, found.code)


# ---- incident ----------------------------------------------------------------------------------------------
# An incident report: the facts of a record, what was decided, what the director says, to whom it goes.


@frozen
class Addressed:
    """*to*: as the rule set says it; *clause*: where. *account*: the director's own words, line by line."""

    to: tuple[str, ...]
    clause: str
    account: tuple[str, ...]


def incident_sheet(found: Evidence, addressed: Addressed) -> sheet.Sheet:
    """The report on *found* as *addressed*."""
    blocks = chain(
        faults_of(found),
        [sheet.SheetTitle("Incident report", found.name, (found.event,) if found.event else ())],
        _address(addressed),
        [sheet.SheetHeading("What is on record")],
        [] if found.mark is None else [found.mark],
        facts_of(found),
        decisions_of(found),
        _account(addressed),
        hashes_of(found),
        [sheet.SignHere(("Director, date",))],
    )
    return sheet.Sheet(f"Incident report {found.name}", tuple(blocks), f"{found.name} · {found.made}")


def _address(addressed: Addressed) -> Iterator[sheet.Block]:
    if addressed.to:
        clause = (("As said in", addressed.clause),) if addressed.clause else ()
        yield sheet.Pairs((*(("To", name) for name in addressed.to), *clause))
    else:
        yield sheet.Paragraph(
            "To whom it goes is not known here: the rule set of this record is not installed."
        )


def _account(addressed: Addressed) -> Iterator[sheet.Block]:
    yield sheet.SheetHeading("What the director says")
    if not addressed.account:
        yield sheet.Paragraph("(nothing was added)")
    yield from map(sheet.Paragraph, addressed.account)
