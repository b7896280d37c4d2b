"""What is done beside the slips: the menu, the docket, the end of a shift, a hidden page."""

from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from kiosk.core.challenge.effects import WriteRecord
from kiosk.core.challenge.events import (
    EnterPressed,
    EscapePressed,
)
from kiosk.core.log.bodies.event import ShiftEndedBody
from kiosk.core.log.bodies.play import ClearedBody, ClosedBody
from kiosk.director.desk.effects import DeskEffect, LeaveDesk
from kiosk.director.desk.events import DeskKey, DocketAsked, OpinionPressed, WayAsked, digit_of
from kiosk.director.desk.setting import DeskSetting
from kiosk.director.desk.signing_on import DeskNext
from kiosk.director.desk.slips import fresh, on_slip
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
    Shift,
    ShowingDocket,
    TickingChecks,
)

# --- the menu ---------------------------------------------------------------------------------------------


class DeskChoice(StrEnum):
    BACK = "back"
    CLEAR = "clear"
    WAY = "way"
    OPINION = "opinion"
    DOCKET = "docket"
    END = "end"


def choices(state: DeskMenu) -> tuple[DeskChoice, ...]:
    """What can be done now: a typed slip is finished or cleared before anything else begins."""
    under = state.under
    if isinstance(under, CheckingSlip) or not under.slip.untouched:
        way = () if isinstance(under, CheckingSlip) else (DeskChoice.WAY,)
        return (DeskChoice.BACK, DeskChoice.CLEAR, *way)
    docket = (DeskChoice.DOCKET,) if under.shift.last else ()
    return (DeskChoice.BACK, DeskChoice.WAY, DeskChoice.OPINION, *docket, DeskChoice.END)


def menu(state: DeskMenu, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    offered = choices(state)
    if isinstance(key, EscapePressed):
        return state.under, ()
    if 1 <= (digit := digit_of(key)) <= len(offered):
        return _done(state.under, offered[digit - 1], now_ms, setting)
    return replace(state, hint=True), ()


def _done(under: OnSlip | CheckingSlip, choice: DeskChoice, now_ms: int, setting: DeskSetting) -> DeskNext:
    match choice:
        case DeskChoice.BACK:
            return under, ()
        case DeskChoice.CLEAR:
            return _cleared(under, now_ms, setting)
        case DeskChoice.WAY:
            return _asked(under, WayAsked(), now_ms, setting)
        case DeskChoice.OPINION:
            return _asked(under, OpinionPressed(), now_ms, setting)
        case DeskChoice.DOCKET:
            return _asked(under, DocketAsked(), now_ms, setting)
        case DeskChoice.END:
            return (EndingShift(under) if isinstance(under, OnSlip) else under), ()
        case _:
            assert_never(choice)


def _asked(under: OnSlip | CheckingSlip, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The same as the key that asks for it on the slip's own page."""
    return on_slip(under, key, now_ms, setting) if isinstance(under, OnSlip) else (under, ())


def _cleared(under: OnSlip | CheckingSlip, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The next slip; words that were typed for this one go on record first, as at a station."""
    following = fresh(under.shift, now_ms)
    record = _wiped(under, setting)
    return (following, ()) if record is None else (Recording(following, under), (record,))


def _wiped(under: OnSlip | CheckingSlip, setting: DeskSetting) -> WriteRecord | None:
    slip = under.slip
    if not slip.has_letters or slip.again is not None:
        return None
    words = tuple(line for line in slip.lines if line)
    return WriteRecord(ClearedBody(setting.divisions[under.shift.division].id, words, None))


# --- the end of a shift -----------------------------------------------------------------------------------


def ending(state: EndingShift, key: DeskKey) -> DeskNext:
    shift = state.under.shift
    if isinstance(key, EnterPressed):
        return Recording(OffDuty(shift.by, shift.rulings), replace(state, hint=False)), (_ended(shift),)
    return (state.under if isinstance(key, EscapePressed) else replace(state, hint=True)), ()


def _ended(shift: Shift) -> WriteRecord:
    return WriteRecord(ShiftEndedBody(shift.by, shift.rulings))


def off_duty(state: OffDuty, key: DeskKey) -> DeskNext:
    if isinstance(key, EscapePressed):
        return DeskLeft(), (LeaveDesk(),)
    return (NamingJudge() if isinstance(key, EnterPressed) else replace(state, hint=True)), ()


def not_recorded(state: NotRecorded, key: DeskKey) -> DeskNext:
    return (state.back if isinstance(key, EnterPressed) else replace(state, hint=True)), ()


# --- the program is asked to end --------------------------------------------------------------------------


def stopped(state: DeskState, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The program ends: what stands on the desk goes on record, and the shift is over."""
    here = state.under if isinstance(state, Hidden) else state
    records: list[DeskEffect] = []
    if isinstance(here, DeskMenu):
        here = here.under
    if isinstance(here, OnSlip | CheckingSlip) and (wiped := _wiped(here, setting)) is not None:
        records.append(wiped)
    if isinstance(here, Marked):
        seen_ms = max(0, now_ms - here.opened_ms)
        records.append(WriteRecord(ClosedBody(here.ruling.seq, here.ruling.number, "stopped", seen_ms)))
    shift = shift_of(here)
    if shift is not None:
        records.append(_ended(shift))
    return DeskLeft(), (*records, LeaveDesk())


def shift_of(state: DeskState) -> Shift | None:
    """The shift that runs in *state*."""
    match state:
        case OnSlip() | CheckingSlip() | LookingInPrint() | Marked() | AskingNumber() | TickingChecks():
            return state.shift
        case ConfirmingOpinion():
            return state.shift
        case DeskMenu() | ShowingDocket() | EndingShift() | RulingSlip():
            return state.under.shift
        case PickingPrinter():
            return state.under.under.shift
        case PickingDivision(under=slip) | PickingWay(under=slip):
            return None if slip is None else slip.shift
        case Hidden(under=below) | Recording(back=below) | NotRecorded(back=below):
            return shift_of(below)
        case NamingJudge() | AtDeskDoor() | OffDuty() | DeskLeft():
            return None
        case _:
            assert_never(state)
