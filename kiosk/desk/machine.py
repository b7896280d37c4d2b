"""One desk, from an empty chair to the end of the shift.

How it works. A judge begins a shift (`shift`), types slip after slip and rules on each (`slip`, `ruling`),
looks at a ruling again (`opinions`), and does the rest beside it (`menu`). A state answers for itself: what a
key does, how long it may stand untouched, what its page says (`states`). An answer of the shell goes to the
state that waits for it, and to no other.

    NamingJudge → AtDeskDoor → PickingDivision → PickingWay (→ TickingChecks) → OnSlip
    OnSlip → CheckingSlip → RulingSlip → Marked | LookingInPrint → OnSlip
    beside a slip: DeskMenu, AskingNumber → ConfirmingOpinion, ShowingDocket → PickingPrinter, EndingShift →
    OffDuty any record that must be durable first: Recording → what follows | NotRecorded nobody there: Hidden

Only TAB on a page that shows the whole slip asks for a ruling, and only `SlipRuled` leads to a mark.
"""

from dataclasses import replace
from typing import assert_never

from kiosk.base.page import Page
from kiosk.desk import events, wording
from kiosk.desk.menu import Hidden, ShowingDocket, open_from_slip
from kiosk.desk.opinions import AskingNumber, look_again
from kiosk.desk.ruling import CheckingSlip, NotRecorded, OnSlip, Recording, RulingSlip
from kiosk.desk.shift import AtDeskDoor, DeskLeft, NamingJudge, record_end
from kiosk.desk.states import DeskContext, DeskNext, DeskPage, DeskSetting, DeskState
from kiosk.station import events as station_events


def step(state: DeskState, event: events.DeskEvent, now_ms: int, setting: DeskSetting) -> DeskNext:
    """What the desk becomes on *event*, and what the shell must now do."""
    match event:
        case (
            station_events.Typed()
            | station_events.SpacePressed()
            | station_events.EnterPressed()
            | station_events.TabPressed()
            | station_events.BackspacePressed()
            | station_events.UpPressed()
        ):
            return state.act(event, now_ms, setting)
        case station_events.DownPressed() | station_events.MoreTimePressed():
            return state.act(event, now_ms, setting)
        case (
            station_events.EscapePressed()
            | events.WayAsked()
            | events.OpinionPressed()
            | events.DocketAsked()
        ):
            return _open_or_act(state, event, now_ms, setting)
        case station_events.TimedOut():
            return _left_alone(state), ()
        case events.LeaveAsked():
            return _leave(state, now_ms, setting)
        case station_events.StopAsked():
            return _stop(state, now_ms, setting)
        case (
            station_events.PasscodeAccepted()
            | station_events.PasscodeRefused()
            | events.SlipRuled()
            | events.RulingFound()
            | events.NothingFound()
        ):
            return _reply(state, event, now_ms, setting), ()
        case events.SameFound() | events.RecordWritten() | events.NotSaved():
            return _reply(state, event, now_ms, setting), ()
        case events.DocketPrintersFound() | events.DocketOut() | events.DocketKept():
            return state.on_answer(event) if isinstance(state, ShowingDocket) else (state, ())
        case _:
            assert_never(event)


def _open_or_act(state: DeskState, key: events.DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    """ESC and the function keys open the same from every slip; elsewhere they are the state's own."""
    opened = open_from_slip(state, key, setting)
    if isinstance(state, OnSlip) or opened is not state:
        return opened, ()
    return state.act(key, now_ms, setting)


def _left_alone(state: DeskState) -> DeskState:
    """What *state* becomes when nobody touches the desk: covered, or before a shift forgotten."""
    if state.before_shift:
        return NamingJudge()
    return Hidden(state) if state.may_be_covered else state


def _leave(state: DeskState, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The window is asked to close: with nobody on shift the desk is left; else it is as if ESC were
    pressed, so that a shift ends by the judge's own word."""
    if isinstance(state, Hidden) or state.shift_on is not None:
        return _open_or_act(state, station_events.EscapePressed(), now_ms, setting)
    return DeskLeft(), (events.LeaveDesk(),)


def _stop(state: DeskState, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The program ends: what stands on the desk goes on record, and the shift is over."""
    ended = () if state.shift_on is None else (record_end(state.shift_on),)
    return DeskLeft(), (*state.on_stop(now_ms, setting), *ended, events.LeaveDesk())


def _reply(state: DeskState, reply: events.LogReply, now_ms: int, setting: DeskSetting) -> DeskState:
    """What the answer of the shell leads to; one that nobody waits for changes nothing."""
    match reply:
        case station_events.PasscodeAccepted() | station_events.PasscodeRefused():
            return state.on_answer(reply, now_ms, setting) if isinstance(state, AtDeskDoor) else state
        case events.SlipRuled():
            return state.on_ruling(reply, now_ms, setting) if isinstance(state, RulingSlip) else state
        case events.RulingFound(earlier=earlier):
            if isinstance(state, AskingNumber | CheckingSlip):
                return look_again(state, earlier, now_ms, setting)
            return state
        case events.SameFound(earlier=earlier):
            return replace(state, same=earlier) if isinstance(state, CheckingSlip) else state
        case events.NothingFound(why=why):
            return replace(state, notice=why) if isinstance(state, AskingNumber | CheckingSlip) else state
        case events.RecordWritten():
            return state.after if isinstance(state, Recording) else state
        case events.NotSaved():
            return _not_saved(state, reply)
        case _:
            assert_never(reply)


def _not_saved(state: DeskState, event: events.NotSaved) -> DeskState:
    """Nothing happened: the page says so, and all that was typed is kept behind it."""
    if isinstance(state, RulingSlip):
        return NotRecorded(state.under, event.why, ruled=True, doubtful=event.doubtful)
    if isinstance(state, Recording):
        return NotRecorded(state.back, event.why, ruled=False)
    return state


def desk_page(state: DeskState, now_ms: int, setting: DeskSetting, context: DeskContext) -> DeskPage:
    """What the screen says in *state*, with banners, and who judges by which way in the footer."""
    body = state.page(now_ms, setting, context)
    shift = state.shift_on
    chosen = setting.divisions[state.division_shown if shift is None else shift.division]
    framed: Page = replace(
        body.page,
        list_name=chosen.list_name,
        banners=(*context.banners, chosen.banner) if chosen.banner else context.banners,
        footer=wording.footer(shift, chosen, context),
    )
    return replace(body, page=framed)
