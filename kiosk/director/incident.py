"""An incident report: the facts of a record, what was decided, what the director says, to whom it goes."""

from collections.abc import Iterator
from itertools import chain

from kiosk.core.frozen import frozen
from kiosk.core.paper.sheet.blocks import (
    Block,
    Pairs,
    Paragraph,
    Sheet,
    SheetHeading,
    SheetTitle,
    SignHere,
)
from kiosk.director.evidence import Evidence, decisions_of, facts_of, faults_of, hashes_of


@frozen
class Addressed:
    """*to*: as the rule set says it; *clause*: where. *account*: the director's own words, line by line."""

    to: tuple[str, ...]
    clause: str
    account: tuple[str, ...]


def incident_sheet(found: Evidence, addressed: Addressed) -> Sheet:
    """The report on *found* as *addressed*."""
    blocks = chain(
        faults_of(found),
        [SheetTitle("Incident report", found.name, (found.event,) if found.event else ())],
        _address(addressed),
        [SheetHeading("What is on record")],
        [] if found.mark is None else [found.mark],
        facts_of(found),
        decisions_of(found),
        _account(addressed),
        hashes_of(found),
        [SignHere(("Director, date",))],
    )
    return Sheet(f"Incident report {found.name}", tuple(blocks), f"{found.name} · {found.made}")


def _address(addressed: Addressed) -> Iterator[Block]:
    if addressed.to:
        clause = (("As said in", addressed.clause),) if addressed.clause else ()
        yield Pairs((*(("To", one) for one in addressed.to), *clause))
    else:
        yield Paragraph("To whom it goes is not known here: the rule set of this record is not installed.")


def _account(addressed: Addressed) -> Iterator[Block]:
    yield SheetHeading("What the director says")
    if not addressed.account:
        yield Paragraph("(nothing was added)")
    yield from map(Paragraph, addressed.account)
