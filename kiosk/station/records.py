"""What a station puts on record besides rulings: entries without a verdict, verdicts that went off the
screen, violations."""

from kiosk.log import bodies
from kiosk.log.chain import Record
from kiosk.rules.ruling import LoggedRuling
from kiosk.station.events import Side, WriteRecord
from kiosk.station.states import Procedure, State
from kiosk.station.violations import Sighting, Violations

NEVER_SHOWN = "never_shown"


def record_entry(kind: type[bodies.EntryBody], state: State, procedure: Procedure) -> WriteRecord:
    """The record of an entry that ended without a look-up: the words as typed, no verdict."""
    return WriteRecord(kind(*_entry(state, procedure)))


def record_concession(state: State, by: Side, procedure: Procedure) -> WriteRecord:
    """The record that the challenge was given up, and by whom."""
    return WriteRecord(bodies.ConcededBody(*_entry(state, procedure), by=by))


def _entry(state: State, procedure: Procedure) -> tuple[str | None, tuple[str, ...], int | None]:
    """The division, the words as typed and how many were declared."""
    typed = state.unjudged
    place = state.division if typed is None else typed.division
    division = procedure.divisions[place].id if place is not None else None
    if typed is None:
        return division, (), None
    return division, tuple(line for line in typed.lines if line), typed.declared


def record_closing(ruling: LoggedRuling, how: str, after_ms: int) -> WriteRecord:
    """The record that the verdict of *ruling* went off the screen, *after_ms* after it came."""
    return WriteRecord(bodies.ClosedBody(ruling.seq, ruling.number, how, max(0, after_ms)))


def record_never_shown(ruling: Record) -> WriteRecord:
    """The record that nobody saw the verdict of *ruling*."""
    body = bodies.read_body(ruling)
    number = body.number if isinstance(body, bodies.AdjudicationBody) else ""
    return WriteRecord(bodies.ClosedBody(ruling.seq, number, NEVER_SHOWN, after_ms=0))


def correct(order: WriteRecord, unseen: Record | None) -> WriteRecord:
    """*order*, unless the log knows better: an entry whose ruling is on record was not abandoned, but its
    verdict was never shown. *unseen*: that ruling, if there is one."""
    if unseen is None or not isinstance(order.body, bodies.AbandonedBody):
        return order
    return record_never_shown(unseen)


def record_violation(
    before: Violations, what: str, sighting: Sighting, locks: bool
) -> tuple[WriteRecord, ...]:
    """The records of a *sighting* of *what*: an echo is counted, and told when the violation is over."""
    if sighting.echo:
        return ()
    body = bodies.ViolationBody(what, lasted_ms=sighting.lasted_ms, locks=locks)
    return (*record_echoes(before), WriteRecord(body))


def record_echoes(violations: Violations) -> tuple[WriteRecord, ...]:
    """The record of how often the last of *violations* was seen again, if it was."""
    if not violations.echoes:
        return ()
    return (WriteRecord(bodies.ViolationBody(violations.what, echoes=violations.echoes)),)
