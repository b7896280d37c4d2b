"""What closes a station and what lets the director in; what goes on record besides rulings; how a start
begins.
"""

from dataclasses import replace
from typing import NamedTuple, TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.log.bodies import (
    AbandonedBody,
    AdjudicationBody,
    CallEndedBody,
    ClosedBody,
    ConcededBody,
    EntryBody,
    LockedBody,
    OutOfServiceBody,
    UnlockBody,
    ViolationBody,
    said,
)
from kiosk.log.kinds import Record
from kiosk.setup.passcodes import Role
from kiosk.station.entry import Procedure
from kiosk.station.states import (
    AskingTable,
    AtBoard,
    BackspacePressed,
    Cause,
    Checking,
    CheckPasscode,
    Choosing,
    ChoosingDivision,
    Closed,
    Conceded,
    Conceding,
    Counting,
    DirectorNeeded,
    DownPressed,
    Effect,
    Enterable,
    Entering,
    EnterPressed,
    EntryKey,
    Holder,
    Idle,
    Judging,
    Left,
    Locked,
    MoreTimePressed,
    NoKeyboard,
    OutOfService,
    PasscodeAccepted,
    PasscodeRefused,
    Referred,
    RestoreService,
    Showing,
    Side,
    SpacePressed,
    StaffOnly,
    State,
    TabPressed,
    TellTime,
    Told,
    Typed,
    Unlocking,
    UpPressed,
    ViolationSeen,
    WithDirector,
    WriteRecord,
    division_of,
    entry_of,
)
from kiosk.station.watch import Sighting, Violations

# ---- records -----------------------------------------------------------------------------------------------
# What the machine puts on record besides rulings: the ends of verdicts, entries and locks; violations.

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


# ---- closing -----------------------------------------------------------------------------------------------
# What closes a station: trouble, violations and whom they lock out; and what a change of state brings.


def locks_out(state: State, sighting: Sighting, procedure: Procedure) -> bool:
    """Whether *sighting* locks the station. Whoever holds it by passcode is not locked out of it, and what is
    closed is closed already."""
    if procedure.unguarded:  # no passcode could open it again
        return False
    match state:
        case WithDirector() | Locked() | OutOfService():
            return False
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Checking():
            return sighting.locks
        case AtBoard() | Judging() | Showing() | Referred() | Choosing() | Conceding() | Conceded():
            return sighting.locks
        case Told() | NoKeyboard() | DirectorNeeded() | Unlocking() | Left():
            return sighting.locks
        case _:
            assert_never(state)


def trouble(state: State, why: str, now_ms: int, procedure: Procedure) -> tuple[State, tuple[Effect, ...]]:
    """The station goes out of service."""
    if isinstance(state, Left | OutOfService):
        return state, ()  # closed already: the first reason stands
    # A locked station goes out of service too: a judge may open a lock, but not settle a doubt.
    return OutOfService(now_ms, why), (*taken_off(state, "trouble", now_ms, procedure), TellTime())


def taken_off(state: State, how: str, now_ms: int, procedure: Procedure) -> tuple[Effect, ...]:
    """The record of what *state* held and nobody will see again: a verdict, or an entry."""
    if isinstance(state, Showing | Referred):
        return (closed(state, how, now_ms),)
    if entry_of(state) is None:
        return ()
    return (wiped(AbandonedBody, state, procedure),)


def told(state: State, cause: Cause, now_ms: int, procedure: Procedure) -> Told | Idle:
    """What comes after *state* was taken off the screen: players who lost something are told so."""
    if isinstance(state, Showing | Referred):
        return Told(now_ms, cause, state.ruling.number)
    return procedure.idle(now_ms) if entry_of(state) is None else Told(now_ms, cause)


def violated(
    state: State, event: ViolationSeen, now_ms: int, procedure: Procedure
) -> tuple[State, tuple[Effect, ...]]:
    """The entry is discarded; a verdict on show is taken off the screen and its closing recorded. A director
    who was called is still called."""
    after: State
    match state:
        case Locked() | OutOfService() | Left() | Judging():
            return state, ()
        case Unlocking(under=(Locked() | OutOfService()) as under):
            return under, ()
        case WithDirector(under=(Locked() | OutOfService()) as under):
            return under, ()  # an open console is no shelter: whoever wants it types the passcode again
        case NoKeyboard() | DirectorNeeded():
            after = replace(state, under=procedure.idle(now_ms))
        case Told():
            after = state
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Checking():
            after = told(state, Cause.VIOLATION, now_ms, procedure)
        case AtBoard() | Showing() | Referred() | Choosing() | Conceding() | Conceded():
            after = told(state, Cause.VIOLATION, now_ms, procedure)
        case Unlocking() | WithDirector():
            after = told(state, Cause.VIOLATION, now_ms, procedure)
        case _:
            assert_never(state)
    if event.locks:
        after = Locked(now_ms, event.what, event.at)
    return after, taken_off(state, "violation", now_ms, procedure)


class StateChange(NamedTuple):
    """What a change of state brings. *closed*: the station closed just now, which must be remembered.
    *challenge_over*: the next two players start without the extra-large view of the last."""

    closed: Closed | None = None
    challenge_over: bool = False


def change(before: State, after: State) -> StateChange:
    """What the change from *before* to *after* brings."""
    if type(before) is type(after):
        return StateChange()
    match after:
        case Counting() if isinstance(before, ChoosingDivision):
            return StateChange()
        case StaffOnly() | ChoosingDivision() | Counting():
            return StateChange(challenge_over=True)
        case Locked() | OutOfService():
            return StateChange() if _was_closed(before, after) else StateChange(closed=after)
        case Entering() | AskingTable() | Checking() | AtBoard() | Judging() | Showing() | Referred():
            return StateChange()
        case Choosing() | Conceding() | Conceded() | Told() | NoKeyboard() | DirectorNeeded():
            return StateChange()
        case Unlocking() | WithDirector() | Left():
            return StateChange()
        case _:
            assert_never(after)


def _was_closed(before: State, after: Closed) -> bool:
    """Whether someone only stood at the door of a closed station and went away again."""
    # Each such visit would otherwise leave another record that the station was closed.
    if not isinstance(before, Unlocking | WithDirector):
        return False
    return replace(before.under, since_ms=after.since_ms) == after


# ---- access ------------------------------------------------------------------------------------------------
# The director's way in: typing the passcode, and what may be done once it is accepted.

Outcome: TypeAlias = tuple[Unlocking | WithDirector, tuple[Effect, ...]]

LONGEST_PASSCODE = 64
CAPS_LOCK = "Caps Lock is on."
DIRECTOR_ONLY = "This needs the director's passcode."


def called_in(state: State, now_ms: int, procedure: Procedure) -> State:
    """What the director's chord does."""
    match state:
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Checking():
            return _door(state, now_ms, procedure)
        case AtBoard() | NoKeyboard() | DirectorNeeded() | Locked() | OutOfService():
            return _door(state, now_ms, procedure)
        case Judging() | Showing() | Referred() | Choosing() | Conceding() | Conceded() | Told():
            return state
        case Unlocking() | WithDirector() | Left():
            return state
        case _:
            assert_never(state)


def _door(under: Enterable, now_ms: int, procedure: Procedure) -> Unlocking | WithDirector:
    if procedure.unguarded:  # no passcode to ask for
        return WithDirector(now_ms, Holder.DEMONSTRATION, under)
    return Unlocking(now_ms, under)


def unlocking(state: Unlocking, event: EntryKey | PasscodeAccepted | PasscodeRefused, now_ms: int) -> Outcome:
    """Typing the passcode. While the next try must wait nothing is taken, so nothing can be judged."""
    if now_ms < state.since_ms:
        return state, ()
    match event:
        case Typed(text=text) if len(state.typed) < LONGEST_PASSCODE:
            told = CAPS_LOCK if event.caps or (state.message == CAPS_LOCK and not text.isalpha()) else ""
            return replace(state, typed=state.typed + text, message=told, since_ms=now_ms), ()
        case SpacePressed() if 0 < len(state.typed) < LONGEST_PASSCODE:
            return replace(state, typed=state.typed + " ", message="", since_ms=now_ms), ()
        case BackspacePressed():
            return replace(state, typed=state.typed[:-1], since_ms=now_ms), ()
        case EnterPressed() if state.typed:
            # The passcode leaves the state with the question: nothing keeps it.
            return replace(state, typed="", since_ms=now_ms), (CheckPasscode(state.typed),)
        case PasscodeRefused(message, wait_ms):
            return replace(state, typed="", message=message, since_ms=now_ms + wait_ms), ()
        case PasscodeAccepted():
            return _let_in(state, event, now_ms), ()
        case Typed() | SpacePressed() | EnterPressed():
            return state, ()
        case TabPressed() | UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(event)


def _let_in(state: Unlocking, accepted: PasscodeAccepted, now_ms: int) -> Unlocking | WithDirector:
    """A judge may open a lock, but not settle a doubt."""
    if accepted.role == Role.JUDGE and isinstance(state.under, OutOfService):
        return replace(state, message=DIRECTOR_ONLY, since_ms=now_ms)
    return WithDirector(now_ms, Holder(accepted.role), state.under, accepted.warning)


def with_director(state: WithDirector, event: EntryKey, now_ms: int) -> Outcome:
    """The way back into service; resuming and leaving are the challenge machine's."""
    match event:
        case Typed(digit=1):
            return replace(state, since_ms=now_ms), (RestoreService(),)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return state, ()
        case UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(event)


def may_open_console(state: WithDirector) -> bool:
    """The console shows what was judged and changes the event: a judge's passcode does not open it."""
    return state.role != Holder.JUDGE


def may_leave(state: WithDirector) -> bool:
    """A judge may resume a locked station, not end the program."""
    return state.role != Holder.JUDGE


# ---- begin -------------------------------------------------------------------------------------------------
# Which state a start begins in: doubt, and whatever closed the station before, outlive a crash.


@frozen
class AtStart:
    """What is known when a station starts; what does not apply is empty.

    *trouble*: why what it rules with could not be opened; None if it could. *out_of_service*: why whoever
    started it wants it closed. *changed*: what happened to its set-up behind the program's back. *closed*:
    why the log says it was closed and nobody has resumed it since; *locked*: that was a lock; *since*: the
    local time of it. *marked*: the same, by the mark beside the log. *unclosed*: the ruling that was on the
    screen when the run before this one died.
    """

    trouble: str | None = None
    out_of_service: str = ""
    changed: str = ""
    closed: str = ""
    locked: bool = False
    since: str = ""
    marked: str = ""
    unclosed: str = ""


class FirstState(NamedTuple):
    """*state*: the state to begin in, or None for idle. *remembered*: the log already knows about it.
    *tells_change*: the screen tells the director that the set-up was changed."""

    state: Closed | Told | None = None
    remembered: bool = True
    tells_change: bool = False


def first_state(found: AtStart, now_ms: int) -> FirstState:
    """The state a station begins in, from what was *found*."""
    if found.trouble is not None or found.out_of_service:
        return FirstState(OutOfService(now_ms, found.trouble or found.out_of_service), remembered=False)
    if found.changed:
        # Only the director may go on with it, whatever else had closed the station before.
        told = found.closed.startswith(found.changed) and not found.locked
        why = found.closed if told else found.changed
        since = found.since if told else ""
        return FirstState(OutOfService(now_ms, why, since), remembered=told, tells_change=True)
    if found.closed:
        locked = Locked(now_ms, found.closed, found.since)
        return FirstState(locked if found.locked else OutOfService(now_ms, found.closed, found.since))
    if found.marked:
        # The log could not be told at the time.
        return FirstState(OutOfService(now_ms, found.marked), remembered=False)
    if found.unclosed:
        # Two players stood before it and may not know that they have a ruling.
        return FirstState(Told(now_ms, Cause.RESTART, found.unclosed))
    return FirstState()
