"""What the machine puts on record besides rulings: the ends of verdicts, entries and locks; violations."""

from typing import assert_never

from kiosk.core.challenge.effects import WriteRecord
from kiosk.core.challenge.held import division_of, entry_of
from kiosk.core.challenge.parties import Side
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.states import (
    AskingTable,
    AtBoard,
    Checking,
    ChoosingDivision,
    Closed,
    Counting,
    DirectorNeeded,
    Entering,
    Locked,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    StaffOnly,
    State,
    WithDirector,
)
from kiosk.core.log.bodies.event import UnlockBody
from kiosk.core.log.bodies.play import (
    AbandonedBody,
    AdjudicationBody,
    CallEndedBody,
    ClosedBody,
    ConcededBody,
    EntryBody,
)
from kiosk.core.log.bodies.station import LockedBody, OutOfServiceBody, ViolationBody
from kiosk.core.log.kinds import Record
from kiosk.core.log.spellings import said
from kiosk.core.watch.violations import Sighting, Violations

NEVER_SHOWN = "never_shown"


# --- verdicts and entries ---------------------------------------------------------------------------------


def closed(state: Showing | Referred, how: str, now_ms: int) -> WriteRecord:
    """The record that a verdict went off the screen."""
    after_ms = max(0, now_ms - state.opened_ms)
    return WriteRecord(ClosedBody(state.ruling.seq, state.ruling.number, how, after_ms))


def never_shown(ruling: Record) -> WriteRecord:
    """The record that nobody saw the verdict of *ruling*."""
    ruled = said(ruling)
    number = ruled.number if isinstance(ruled, AdjudicationBody) else ""
    return WriteRecord(ClosedBody(ruling.seq, number, NEVER_SHOWN, after_ms=0))


def instead(order: WriteRecord, unseen: Record | None) -> WriteRecord:
    """*order*, unless the log knows better: an entry whose ruling is on record was not abandoned, but its
    verdict was never shown. *unseen*: that ruling, if there is one."""
    if unseen is None or not isinstance(order.body, AbandonedBody):
        return order
    return never_shown(unseen)


def wiped(kind: type[EntryBody], state: State, procedure: Procedure) -> WriteRecord:
    """The record of an entry that ended without a look-up: the words as typed, no verdict."""
    return WriteRecord(kind(*_entered(state, procedure)))


def conceded(state: State, by: Side, procedure: Procedure) -> WriteRecord:
    """The record that the challenge was given up, and by whom."""
    return WriteRecord(ConcededBody(*_entered(state, procedure), by=by))


def _entered(state: State, procedure: Procedure) -> tuple[str | None, tuple[str, ...], int | None]:
    """The division, the words as typed and how many were declared."""
    typed = entry_of(state)
    place = division_of(state) if typed is None else typed.division
    division = procedure.divisions[place].id if place is not None else None
    if typed is None:
        return division, (), None
    return division, tuple(line for line in typed.lines if line), typed.declared


# --- closed stations --------------------------------------------------------------------------------------


def reason(state: Closed) -> str:
    """Why the station is closed."""
    match state:
        case Locked(what=why) | OutOfService(why=why):
            return why
        case _:
            assert_never(state)


def locked(state: Closed) -> WriteRecord:
    """The record that the station closed, and why."""
    match state:
        case Locked(what=what):
            return WriteRecord(LockedBody(what))
        case OutOfService(why=why):
            return WriteRecord(OutOfServiceBody(why))
        case _:
            assert_never(state)


def _name(state: Closed) -> str:
    match state:
        case Locked():
            return "locked"
        case OutOfService():
            return "out_of_service"
        case _:
            assert_never(state)


def resumed(state: WithDirector, now_ms: int) -> tuple[WriteRecord, ...]:
    """The record that a closed station was given back to the players, by whose leave."""
    match state.under:
        case Locked() | OutOfService():
            return (WriteRecord(UnlockBody(state.role, resumed=_name(state.under))),)
        case DirectorNeeded(since_ms=since_ms):
            return (WriteRecord(CallEndedBody("answered", max(0, now_ms - since_ms))),)
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable():
            return ()
        case Checking() | AtBoard() | NoKeyboard():
            return ()
        case _:
            assert_never(state.under)


# --- violations -------------------------------------------------------------------------------------------


def violation(before: Violations, what: str, sighting: Sighting, locks: bool) -> tuple[WriteRecord, ...]:
    """The records of a *sighting* of *what*: an echo is counted, and told when the violation is over."""
    if sighting.echo:
        return ()
    body = ViolationBody(what, lasted_ms=sighting.lasted_ms, locks=locks)
    return (*echoes(before), WriteRecord(body))


def echoes(violations: Violations) -> tuple[WriteRecord, ...]:
    """The record of how often the last of *violations* was seen again, if it was."""
    if not violations.echoes:
        return ()
    return (WriteRecord(ViolationBody(violations.what, echoes=violations.echoes)),)
