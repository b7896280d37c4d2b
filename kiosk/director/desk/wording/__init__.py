"""Every sentence a judge reads at the desk, as a function of the state.

What differs between rulebooks comes from the rule set; everything else is here and beside the keys that lead
to it. A page says nothing of a single word: it is built from the play's verdict, which is all a ruling knows.
"""

from dataclasses import replace
from typing import assert_never

from kiosk.core.page import Page
from kiosk.director.desk.beside import shift_of
from kiosk.director.desk.page import DeskPage
from kiosk.director.desk.setting import DeskSetting
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
from kiosk.director.desk.wording import begin, beside, slips
from kiosk.director.desk.wording.around import DeskAround, banners, footer

__all__ = ["DeskAround", "desk_page"]


def desk_page(state: DeskState, now_ms: int, setting: DeskSetting, around: DeskAround) -> DeskPage:
    """What the screen says in *state*."""
    made = _body(state, now_ms, setting, around)
    shift = shift_of(state)
    chosen = setting.divisions[_division(state) if shift is None else shift.division]
    framed: Page = replace(
        made.page,
        list_name=chosen.list_name,
        banners=banners(chosen, around),
        footer=footer(shift, chosen, around),
    )
    return replace(made, page=framed)


def _division(state: DeskState) -> int:
    return state.division if isinstance(state, PickingWay) else 0


def _body(state: DeskState, now_ms: int, setting: DeskSetting, around: DeskAround) -> DeskPage:
    match state:
        case NamingJudge() | AtDeskDoor() | PickingDivision() | PickingWay() | TickingChecks():
            return begin.beginning(state, now_ms, setting, around)
        case OnSlip():
            return slips.on_slip(state, setting)
        case CheckingSlip():
            return slips.checking(state, setting)
        case LookingInPrint():
            return slips.in_print(state, setting)
        case RulingSlip(under=below) | Recording(back=below):
            return _body(below, now_ms, setting, around)
        case Marked():
            return slips.marked(state, setting)
        case AskingNumber() | ConfirmingOpinion() | DeskMenu() | EndingShift() | OffDuty():
            return beside.beside(state, setting, around)
        case ShowingDocket() | PickingPrinter():
            return beside.beside(state, setting, around)
        case Hidden() | NotRecorded() | DeskLeft():
            return beside.covered(state)
        case _:
            assert_never(state)
