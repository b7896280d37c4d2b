"""One desk, from an empty chair to the end of the shift: what a state becomes on an event.

`step` is all there is to know about *what may happen next*. Only TAB on a page that shows the whole slip asks
for a ruling, and only `SlipRuled` leads to a mark.
"""

from dataclasses import replace
from typing import assert_never

from kiosk.core.challenge.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    MoreTimePressed,
    PasscodeAccepted,
    PasscodeRefused,
    SpacePressed,
    StopAsked,
    TabPressed,
    TimedOut,
    Typed,
    UpPressed,
)
from kiosk.director.desk import beside, docket_out, opinions, signing_on, slips
from kiosk.director.desk.effects import LeaveDesk
from kiosk.director.desk.events import (
    DeskEvent,
    DeskKey,
    DocketAsked,
    DocketKept,
    DocketOut,
    DocketPrintersFound,
    LeaveAsked,
    LogReply,
    NothingFound,
    NotSaved,
    OpinionPressed,
    RecordWritten,
    RulingFound,
    SameFound,
    SlipRuled,
    WayAsked,
)
from kiosk.director.desk.setting import DeskSetting
from kiosk.director.desk.signing_on import DeskNext
from kiosk.director.desk.states import (
    AskingNumber,
    AtDeskDoor,
    CheckingSlip,
    ConfirmingOpinion,
    DeskLeft,
    DeskMenu,
    DeskState,
    EndingShift,
    Hidden,
    LookingInPrint,
    Marked,
    NamingJudge,
    NotRecorded,
    OffDuty,
    OnSlip,
    PickingDivision,
    PickingPrinter,
    PickingWay,
    Recording,
    RulingSlip,
    ShowingDocket,
    TickingChecks,
)


def step(state: DeskState, event: DeskEvent, now_ms: int, setting: DeskSetting) -> DeskNext:
    """What the desk becomes on *event*, and what the shell must now do."""
    match event:
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed() | UpPressed():
            return _pressed(state, event, now_ms, setting)
        case DownPressed() | MoreTimePressed() | EscapePressed():
            return _pressed(state, event, now_ms, setting)
        case WayAsked() | OpinionPressed() | DocketAsked():
            return _pressed(state, event, now_ms, setting)
        case TimedOut():
            return left_alone(state), ()
        case LeaveAsked():
            return _leaving(state, now_ms, setting)
        case StopAsked():
            return beside.stopped(state, now_ms, setting)
        case PasscodeAccepted() | PasscodeRefused() | SlipRuled() | RulingFound() | NothingFound():
            return _replied(state, event, now_ms, setting), ()
        case SameFound() | RecordWritten() | NotSaved():
            return _replied(state, event, now_ms, setting), ()
        case DocketPrintersFound() | DocketOut() | DocketKept():
            return docket_out.docket_replied(state, event)
        case _:
            assert_never(event)


def _pressed(state: DeskState, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    match state:
        case NamingJudge() | AtDeskDoor() | PickingDivision() | PickingWay() | TickingChecks():
            return _signing_on(state, key, now_ms, setting)
        case OnSlip():
            return slips.on_slip(state, key, now_ms, setting)
        case CheckingSlip():
            return slips.checking(state, key, now_ms, setting)
        case LookingInPrint():
            return slips.in_print(state, key, now_ms, setting)
        case Marked():
            return slips.marked(state, key, now_ms)
        case AskingNumber() | DeskMenu() | ShowingDocket() | EndingShift() | OffDuty() | Hidden():
            return _beside(state, key, now_ms, setting)
        case ConfirmingOpinion() | NotRecorded() | RulingSlip() | Recording() | DeskLeft() | PickingPrinter():
            return _beside(state, key, now_ms, setting)
        case _:
            assert_never(state)


def _signing_on(
    state: NamingJudge | AtDeskDoor | PickingDivision | PickingWay | TickingChecks,
    key: DeskKey,
    now_ms: int,
    setting: DeskSetting,
) -> DeskNext:
    match state:
        case NamingJudge():
            return signing_on.naming(state, key, setting)
        case AtDeskDoor():
            return signing_on.at_door(state, key, now_ms)
        case PickingDivision():
            return signing_on.picking_division(state, key, setting)
        case PickingWay():
            return signing_on.picking_way(state, key, now_ms, setting)
        case TickingChecks():
            return signing_on.ticking(state, key, now_ms, setting)
        case _:
            assert_never(state)


def _beside(
    state: AskingNumber
    | ConfirmingOpinion
    | DeskMenu
    | ShowingDocket
    | PickingPrinter
    | EndingShift
    | OffDuty
    | Hidden
    | NotRecorded
    | RulingSlip
    | Recording
    | DeskLeft,
    key: DeskKey,
    now_ms: int,
    setting: DeskSetting,
) -> DeskNext:
    match state:
        case AskingNumber():
            return opinions.asking(state, key, now_ms, setting)
        case ConfirmingOpinion():
            return opinions.confirming(state, key, now_ms, setting)
        case DeskMenu():
            return beside.menu(state, key, now_ms, setting)
        case ShowingDocket() | PickingPrinter():
            return docket_out.docket_key(state, key)
        case EndingShift():
            return beside.ending(state, key)
        case OffDuty():
            return beside.off_duty(state, key)
        case Hidden(under=under):
            return under, ()  # the key only uncovers: whoever pressed it did not see what it would do
        case NotRecorded():
            return beside.not_recorded(state, key)
        case RulingSlip() | Recording() | DeskLeft():
            return state, ()
        case _:
            assert_never(state)


def left_alone(state: DeskState) -> DeskState:
    """What *state* becomes when nobody touches the desk: covered, or before a shift forgotten."""
    match state:
        case NamingJudge() | AtDeskDoor():
            return NamingJudge()
        case PickingDivision(under=None) | PickingWay(under=None):
            return NamingJudge()
        case OnSlip() | CheckingSlip() | LookingInPrint() | Marked() | ShowingDocket():
            return Hidden(state)
        case PickingDivision() | PickingWay() | PickingPrinter() | TickingChecks():
            return Hidden(state)
        case AskingNumber() | ConfirmingOpinion() | DeskMenu() | EndingShift():
            return Hidden(state)
        case RulingSlip() | OffDuty() | Hidden() | Recording() | NotRecorded() | DeskLeft():
            return state
        case _:
            assert_never(state)


def _leaving(state: DeskState, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The window is asked to close: with nobody on shift the desk is left; else it is as if ESC were
    pressed, so that a shift ends by the judge's own word."""
    if isinstance(state, Hidden) or beside.shift_of(state) is not None:
        return _pressed(state, EscapePressed(), now_ms, setting)
    return DeskLeft(), (LeaveDesk(),)


# --- what the shell answers -------------------------------------------------------------------------------


def _replied(state: DeskState, reply: LogReply, now_ms: int, setting: DeskSetting) -> DeskState:
    match reply:
        case PasscodeAccepted() | PasscodeRefused():
            return signing_on.door_answered(state, reply, now_ms, setting)
        case SlipRuled():
            return slips.ruled(state, reply, now_ms, setting)
        case RulingFound(earlier=earlier):
            return opinions.found(state, earlier, now_ms, setting)
        case SameFound(earlier=earlier):
            return replace(state, same=earlier) if isinstance(state, CheckingSlip) else state
        case NothingFound(why=why):
            return replace(state, notice=why) if isinstance(state, AskingNumber | CheckingSlip) else state
        case RecordWritten():
            return state.after if isinstance(state, Recording) else state
        case NotSaved():
            return _not_saved(state, reply)
        case _:
            assert_never(reply)


def _not_saved(state: DeskState, event: NotSaved) -> DeskState:
    """Nothing happened: the page says so, and all that was typed is kept behind it."""
    if isinstance(state, RulingSlip):
        return NotRecorded(state.under, event.why, ruled=True, doubtful=event.doubtful)
    if isinstance(state, Recording):
        return NotRecorded(state.back, event.why, ruled=False)
    return state
