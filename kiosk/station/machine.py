"""One challenge, from the idle screen to the verdict and back.

How it works. A station is always in one *state* (`states` says what each must answer; `idle`, `entry`,
`verdict`, `choices` and `closed` hold them, in the order in which a challenge meets them). An *event* is a
key, the end of a time, an answer of the shell, or something that happened around the station. `step` gives an
event to the state and gets back the next state and *effects*: orders to the shell (`station`), which carries
each out and answers with events again.

    idle: StaffOnly | ChoosingDivision → Counting
          → Entering (→ AskingTable) → Checking (⇄ AtBoard) → Judging → Showing | Referred → idle
    ESC:  → Choosing → back | Counting | Conceding → Conceded → idle | DirectorNeeded
    chord: → Unlocking → WithDirector → back | idle | Left
    around it: NoKeyboard, Told (somebody lost a page), Locked, OutOfService

What a key does, how long a state stands and what its page says are on the state's class. What happens *to*
any state alike is here: ESC, time that runs out, a ruling, a keyboard that is gone, the director's chord, a
violation, trouble.

Three rules hold it together. Only TAB in a `Checking` whose quiet second has passed orders a ruling. Only a
`LoggedRuling`, which the log alone can make, leads to `Showing`. Time is data: one alarm of the shell obeys
`remaining`, and nothing else counts seconds.

A new state is one class in one of those files; mypy asks for its three answers. The list in docs/design.md
is made by asking this machine.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias, assert_never

from kiosk.base.page import Countdown, Page
from kiosk.log.bodies import AbandonedBody, NoteBody
from kiosk.rules.choices import MethodId
from kiosk.rules.ruling import Adjudication, LoggedRuling, Place, RulingFlag, Verdict
from kiosk.setup.divisions import Division
from kiosk.station import events
from kiosk.station.choices import Choosing
from kiosk.station.closed import (
    Closed,
    Left,
    Locked,
    NoKeyboard,
    OutOfService,
    Unlocking,
    WithDirector,
    enter,
)
from kiosk.station.entry import AtBoard, Checking, Judging
from kiosk.station.idle import ChoosingDivision, Counting, Idle, bands, idle
from kiosk.station.records import record_entry
from kiosk.station.states import Next, PageContext, Procedure, State
from kiosk.station.verdict import Referred, Showing, after_loss, record_loss
from kiosk.station.violations import Sighting
from kiosk.words.play import Word

# ---- step --------------------------------------------------------------------------------------------------


def step(state: State, event: events.Event, now_ms: int, procedure: Procedure) -> Next:
    """What the station becomes on *event*, and what the shell must now do."""
    match event:
        case (
            events.Typed()
            | events.SpacePressed()
            | events.EnterPressed()
            | events.TabPressed()
            | events.BackspacePressed()
        ):
            return state.act(event, now_ms, procedure)
        case events.UpPressed() | events.DownPressed() | events.MoreTimePressed():
            return state.act(event, now_ms, procedure)
        case events.EscapePressed():
            return _escape(state, now_ms, procedure)
        case events.TimedOut():
            return _time_out(state, now_ms, procedure)
        case events.KeysMoved():
            return state.keys_moved(event, now_ms), ()
        case events.KeyboardSeen():
            return _keyboard_seen(state, event, now_ms)
        case events.ChordPressed():
            return (enter(state, now_ms, procedure) if state.opens_by_chord else state), ()
        case (
            events.RulingLogged()
            | events.PasscodeAccepted()
            | events.PasscodeRefused()
            | events.TimeTold()
            | events.ServiceRestored()
        ):
            return _reply(state, event, now_ms, procedure)
        case events.TroubleFound(why):
            return _trouble(state, why, now_ms, procedure)
        case events.ViolationSeen():
            return _violate(state, event, now_ms, procedure)
        case events.ConsoleShut() | events.StopAsked():
            return _end(state, event, now_ms, procedure)
        case _:
            assert_never(event)


def _escape(state: State, now_ms: int, procedure: Procedure) -> Next:
    if state.may_stop:
        return Choosing(now_ms, state), ()
    return state.act(events.EscapePressed(), now_ms, procedure)


def _time_out(state: State, now_ms: int, procedure: Procedure) -> Next:
    if state.is_left_alone(now_ms, procedure):
        abandoned = record_entry(AbandonedBody, state, procedure)
        return after_loss(state, events.Cause.TIME, now_ms, procedure), (abandoned,)
    return state.act(events.TimedOut(), now_ms, procedure)


GONE = "No keyboard found."
BACK = "A keyboard was found again."


def _keyboard_seen(state: State, event: events.KeyboardSeen, now_ms: int) -> Next:
    """The state once somebody has checked for a keyboard. A verdict stays for its time, and what is closed
    stays closed."""
    if isinstance(state, NoKeyboard):
        if not event.present:
            return state, ()
        nothing_down = state.under.keys_moved(events.KeysMoved(), now_ms)
        return nothing_down.again(now_ms), (events.WriteRecord(NoteBody(BACK)),)
    under = state.under_no_keyboard
    if event.present or under is None:
        return state, ()
    return NoKeyboard(now_ms, under), (events.WriteRecord(NoteBody(GONE)),)


def _reply(state: State, reply: events.Reply, now_ms: int, procedure: Procedure) -> Next:
    """What follows from an order that was carried out; a reply nobody is waiting for changes nothing."""
    match reply:
        case events.RulingLogged(ruling):
            return _show(state, ruling, now_ms), ()
        case events.PasscodeAccepted() | events.PasscodeRefused():
            return (state.on_answer(reply, now_ms) if isinstance(state, Unlocking) else state), ()
        case events.TimeTold(at):
            return _at_time(state, at), ()
        case events.ServiceRestored():
            if isinstance(state, WithDirector) and isinstance(state.under, OutOfService):
                return idle(procedure, now_ms), state.record_opening(now_ms)
            return state, ()
        case _:
            assert_never(reply)


def _show(state: State, ruling: LoggedRuling, now_ms: int) -> State:
    if not isinstance(state, Judging):
        raise RuntimeError(f"a ruling was logged in {type(state).__name__}: nobody asked for one")
    kind = Referred if ruling.adjudication.verdict is Verdict.REFER else Showing
    return kind(now_ms, ruling, state.division, opened_ms=now_ms)


def _at_time(state: State, at: str) -> State:
    """*state* with the time of day it was waiting for."""
    if isinstance(state, AtBoard):
        return state.at_time(at)
    return replace(state, at=at) if isinstance(state, OutOfService) and not state.at else state


def _trouble(state: State, why: str, now_ms: int, procedure: Procedure) -> Next:
    """The station goes out of service."""
    if isinstance(state, Left | OutOfService):
        return state, ()  # closed already: the first reason stands
    # A locked station goes out of service too: a judge may open a lock, but not settle a doubt.
    return OutOfService(now_ms, why), (*record_loss(state, "trouble", now_ms, procedure), events.TellTime())


def _violate(state: State, event: events.ViolationSeen, now_ms: int, procedure: Procedure) -> Next:
    """The entry is discarded; a verdict on show is taken off the screen and its closing recorded. A director
    who was called is still called."""
    if state.shelter is not None:
        return state.shelter, ()
    lost = record_loss(state, "violation", now_ms, procedure)
    if event.locks:
        return Locked(now_ms, event.what, event.at), lost
    after = after_loss(state, events.Cause.VIOLATION, now_ms, procedure)
    return state.on_disturbance(after, idle(procedure, now_ms)), lost


def locks_out(state: State, sighting: Sighting, procedure: Procedure) -> bool:
    """Whether *sighting* locks the station; where there is no passcode, none could open it again."""
    return sighting.locks and state.can_be_locked and not procedure.unguarded


def _end(
    state: State, event: events.ConsoleShut | events.StopAsked, now_ms: int, procedure: Procedure
) -> Next:
    """The program ends, or the console over it."""
    if isinstance(event, events.StopAsked):
        return Left(), record_loss(state, "stopped", now_ms, procedure)
    if not isinstance(state, WithDirector) or not state.console:
        return state, ()
    if event.leaving:
        return Left(), (*record_loss(state, "director", now_ms, procedure), events.Leave())
    return state.after_console(now_ms), ()


class StateChange(NamedTuple):
    """What a change of state brings. *closed*: the station closed just now, which must be remembered.
    *challenge_over*: the next two players start without the extra-large view of the last."""

    closed: Closed | None = None
    challenge_over: bool = False


def change(before: State, after: State) -> StateChange:
    """What the change from *before* to *after* brings."""
    if type(before) is type(after):
        return StateChange()
    if isinstance(after, Closed) and not _was_closed(before, after):
        return StateChange(closed=after)
    chosen = isinstance(before, ChoosingDivision) and isinstance(after, Counting)
    return StateChange(challenge_over=isinstance(after, Idle) and not chosen)


def _was_closed(before: State, after: Closed) -> bool:
    """Whether someone only stood at the door of a closed station and went away again."""
    # Each such visit would otherwise leave another record that the station was closed.
    return isinstance(before, Unlocking | WithDirector) and before.under.again(after.since_ms) == after


# ---- time --------------------------------------------------------------------------------------------------


def standing(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds that are left to *state* before it ends; None if it never does."""
    whole_ms = state.lifetime_ms(procedure)
    return None if whole_ms is None else max(0, state.since_ms + whole_ms - now_ms)


def remaining(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds until *state* times out: it ends, or a quarter is over of the second that arms TAB."""
    left_ms = standing(state, now_ms, procedure)
    at = state.awake_at() if isinstance(state, Checking) else None
    if left_ms is None or at is None:
        return left_ms
    return min(left_ms, max(0, at - now_ms))


def in_time(state: State, event: events.Event, now_ms: int, procedure: Procedure) -> tuple[events.Event, ...]:
    """What a key comes to: one that comes when *state* should have ended already ends it instead."""
    # After a sleep or a stall the alarm is late, and the key was meant for a screen nobody sees any more.
    # A state that is only about to be armed is not over: the key comes first, and its second begins again.
    if standing(state, now_ms, procedure) != 0:
        return (event,)
    # What is down is down, whatever page stands over it.
    return (events.TimedOut(), event) if isinstance(event, events.KeysMoved) else (events.TimedOut(),)


# ---- the page ----------------------------------------------------------------------------------------------
# The page of a state with what stands around it: banners, the band of the division, the footer, seconds that
# are counted down.


def page(state: State, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
    """What the screen says in *state*."""
    place = state.division
    several = len(procedure.divisions) > 1
    if place is None and len(procedure.divisions) == 1:
        place = 0
    chosen = procedure.divisions[place] if place is not None else None
    return replace(
        state.page(now_ms, procedure, context),
        list_name=chosen.list_name if chosen else "",
        band=bands(procedure)[place] if place is not None and several else None,
        banners=_banners(chosen, context) if state.is_for_players else (),
        footer=_footer(chosen, context),
        large=context.large,
        countdown=countdown(state, now_ms, procedure),
    )


def _banners(chosen: Division | None, context: PageContext) -> tuple[str, ...]:
    own = (chosen.banner,) if chosen and chosen.banner else ()
    return (*context.banners, *own)


def _footer(chosen: Division | None, context: PageContext) -> tuple[str, ...]:
    rules = chosen.rules.short_title if chosen else ""
    code = f"Set-up {context.setup_code}" if context.setup_code else ""
    # The list stands large on some pages; here it stands on all of them.
    name = chosen.list_name if chosen else ""
    recorded = f"Every {chosen.rules.terms.look_up if chosen else 'look-up'} is recorded"
    parts = (context.station, rules, name, code, recorded, context.power, context.clock)
    return tuple(part for part in parts if part)


def countdown(state: State, now_ms: int, procedure: Procedure) -> Countdown | None:
    """The time that *state* has left, once it is counted."""
    counted_ms, left_ms = state.counted_ms(procedure), standing(state, now_ms, procedure)
    if counted_ms is None or left_ms is None or left_ms > counted_ms:
        return None
    left_s = -(-left_ms // 1000)
    return state.countdown(left_s, left_s / -(-counted_ms // 1000), procedure)


def wake_ms(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds until the page changes by itself: the state ends, or a counted second does."""
    changes_ms = state.changes_in_ms(now_ms)
    next_ms, left_ms = remaining(state, now_ms, procedure), standing(state, now_ms, procedure)
    warning_ms = state.counted_ms(procedure)
    if next_ms is None or left_ms is None or warning_ms is None:
        return next_ms if changes_ms is None else changes_ms
    counted_ms = left_ms - warning_ms if left_ms > warning_ms else left_ms % 1000 or min(1000, left_ms)
    return min(next_ms, counted_ms, counted_ms if changes_ms is None else changes_ms)


# ---- judging -----------------------------------------------------------------------------------------------

# What was asked, in whatever order: lists, rules and words.
Question: TypeAlias = tuple[str, str, str, tuple[Word, ...]]


def adjudication(
    order: events.JudgeAndLog,
    verdict: Verdict,
    procedure: Procedure,
    place: Place,
    flags: tuple[RulingFlag, ...],
) -> Adjudication:
    """The ruling *verdict* on the play of *order*. *place*: where in the event; *flags*: the flags that
    every ruling carries now."""
    return replace(
        procedure.divisions[order.division].rule(order.words, verdict, MethodId.SELF_STATION),
        declared=order.declared,
        place=replace(place, table=order.table),
        flags=tuple(sorted({*flags, *order.flags})),
        effort=order.effort,
    )


def question(asked: Adjudication) -> Question:
    """The question that *asked* was the answer to."""
    long = asked.long_lexicon
    return (
        asked.lexicon.fingerprint,
        long.fingerprint if long else "",
        asked.rules.fingerprint,
        tuple(sorted(asked.words)),
    )


def differs(asked: Adjudication, ruled: Mapping[Question, Verdict]) -> bool:
    """Whether the same words were *ruled* on before, by the same lists and rules, with another verdict."""
    return ruled.get(question(asked), asked.verdict) is not asked.verdict
