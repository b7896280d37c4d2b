"""From an empty desk to the first slip: who judges, the passcode, the division, the way, the checklist."""

from dataclasses import replace
from typing import TypeAlias

from kiosk.core.access.operator import LONGEST_OPERATOR, OPERATOR_RULE, is_operator
from kiosk.core.access.passcode import Role
from kiosk.core.challenge.access import CAPS_LOCK, LONGEST_PASSCODE
from kiosk.core.challenge.effects import CheckPasscode, WriteRecord
from kiosk.core.challenge.events import (
    BackspacePressed,
    EnterPressed,
    EscapePressed,
    PasscodeAccepted,
    PasscodeRefused,
    SpacePressed,
    Typed,
)
from kiosk.core.log.bodies.event import ShiftStartedBody
from kiosk.director.desk.effects import DeskEffect, LeaveDesk
from kiosk.director.desk.events import DeskKey, digit_of
from kiosk.director.desk.setting import DeskSetting
from kiosk.director.desk.states import (
    AtDeskDoor,
    DeskLeft,
    DeskState,
    EndingShift,
    NamingJudge,
    OnSlip,
    PickingDivision,
    PickingWay,
    Recording,
    Shift,
    SlipEntry,
    TickingChecks,
)
from kiosk.director.desk.ways import Way, ways

DeskNext: TypeAlias = tuple[DeskState, tuple[DeskEffect, ...]]

WHO = f"Type {OPERATOR_RULE}"
TICK = "ENTER ticks the next line"


def naming(state: NamingJudge, key: DeskKey, setting: DeskSetting) -> DeskNext:
    if isinstance(key, Typed) and is_operator(key.text) and len(state.typed) < LONGEST_OPERATOR:
        return NamingJudge(f"{state.typed}{key.text}".upper()[:LONGEST_OPERATOR]), ()
    if isinstance(key, BackspacePressed):
        return NamingJudge(state.typed[:-1]), ()
    if isinstance(key, EnterPressed) and state.typed:
        return to_division(state.typed, setting) if setting.unguarded else AtDeskDoor(state.typed), ()
    if isinstance(key, EscapePressed):
        return DeskLeft(), (LeaveDesk(),)
    return replace(state, notice=WHO), ()


def at_door(state: AtDeskDoor, key: DeskKey, now_ms: int) -> DeskNext:
    """Typing the passcode. While the next try must wait nothing is taken, so nothing can be judged."""
    if isinstance(key, EscapePressed):
        return NamingJudge(), ()
    if now_ms < state.until_ms:
        return state, ()
    if isinstance(key, EnterPressed) and state.typed:
        # The passcode leaves the state with the question: nothing keeps it.
        return replace(state, typed="", message=""), (CheckPasscode(state.typed),)
    if isinstance(key, BackspacePressed):
        return replace(state, typed=state.typed[:-1]), ()
    if len(state.typed) >= LONGEST_PASSCODE:
        return state, ()
    if isinstance(key, Typed):
        told = CAPS_LOCK if key.caps or (state.message == CAPS_LOCK and not key.text.isalpha()) else ""
        return replace(state, typed=state.typed + key.text, message=told), ()
    if isinstance(key, SpacePressed) and state.typed:
        return replace(state, typed=f"{state.typed} ", message=""), ()
    return state, ()


def door_answered(
    state: DeskState, answer: PasscodeAccepted | PasscodeRefused, now_ms: int, setting: DeskSetting
) -> DeskState:
    if not isinstance(state, AtDeskDoor):
        return state
    if isinstance(answer, PasscodeAccepted):
        director = answer.role is Role.DIRECTOR
        return replace(to_division(state.by, setting), director=director, warning=answer.warning)
    return replace(state, typed="", message=answer.message, until_ms=now_ms + answer.wait_ms)


def to_division(by: str, setting: DeskSetting, under: OnSlip | None = None) -> PickingDivision | PickingWay:
    """The question for the division, or for the way where there is only one division."""
    offered = setting.offered
    return PickingDivision(by, under) if len(offered) > 1 else PickingWay(by, offered[0], under)


def picking_division(state: PickingDivision, key: DeskKey, setting: DeskSetting) -> DeskNext:
    if 1 <= (digit := digit_of(key)) <= len(setting.offered):
        place = setting.offered[digit - 1]
        return PickingWay(state.by, place, state.under, director=state.director, warning=state.warning), ()
    if isinstance(key, EscapePressed):
        return state.under or NamingJudge(), ()
    return replace(state, hint=True), ()


def picking_way(state: PickingWay, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    offered = ways(setting.divisions[state.division].rules)
    if 1 <= (digit := digit_of(key)) <= len(offered):
        return _chosen(state, offered[digit - 1], now_ms, setting)
    if isinstance(key, EscapePressed):
        return state.under or NamingJudge(), ()
    return replace(state, hint=True), ()


def _chosen(state: PickingWay, way: Way, now_ms: int, setting: DeskSetting) -> DeskNext:
    if state.under is not None:
        shift = replace(state.under.shift, division=state.division, way=way)
        return checked_first(shift, state.under.slip, setting), ()
    shift = Shift(state.by, state.division, way, director=state.director)
    first = checked_first(shift, SlipEntry(now_ms), setting)
    return Recording(first, state), (WriteRecord(ShiftStartedBody(state.by, way.method)),)


def checked_first(shift: Shift, slip: SlipEntry, setting: DeskSetting) -> OnSlip | TickingChecks:
    """The slip, or before it the checklist of a rulebook that was not gone through in this shift."""
    rules = setting.divisions[shift.division].rules
    if rules.id in shift.ticked or not rules.card.judge_checks:
        return OnSlip(shift, slip)
    return TickingChecks(shift, slip)


def ticking(state: TickingChecks, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    rules = setting.divisions[state.shift.division].rules
    left = len(rules.card.judge_checks) - state.done
    if isinstance(key, EnterPressed) and not left:
        shift = replace(state.shift, ticked=state.shift.ticked | {rules.id})
        fresh = replace(state.slip, began_ms=now_ms) if state.slip.untouched else state.slip
        return OnSlip(shift, fresh), ()
    if isinstance(key, EnterPressed | SpacePressed) and left:
        return replace(state, done=state.done + 1, notice=""), ()
    if isinstance(key, BackspacePressed):
        return replace(state, done=max(0, state.done - 1), notice=""), ()
    if isinstance(key, EscapePressed):
        return EndingShift(state), ()
    return replace(state, notice=TICK if left else ""), ()
