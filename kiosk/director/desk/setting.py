"""What a desk is set up with, and how long each of its states may stand untouched."""

from typing import assert_never

from kiosk.core.frozen import frozen
from kiosk.core.setup.division import Division
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
from kiosk.director.desk.ways import NEED_TABLE, ways

HIDE_MS = 300_000  # words and marks in a hall, with nobody at the keyboard
FORGET_MS = 60_000  # what was half-typed before a shift


@frozen
class DeskSetting:
    """*letter*: of the station whose log it keeps; *unguarded*: no passcode is set; *ask_table*: a ruling
    without a table number is not wanted."""

    divisions: tuple[Division, ...]
    letter: str = "A"
    unguarded: bool = False
    ask_table: bool = False

    @property
    def offered(self) -> tuple[int, ...]:
        """The places of the divisions in which staff adjudicate."""
        return tuple(place for place, one in enumerate(self.divisions) if ways(one.rules))

    def needs_table(self, shift: Shift) -> bool:
        return self.ask_table or shift.way.method in NEED_TABLE


def untouched_ms(state: DeskState) -> int | None:
    """How long *state* may stand without a key; None for as long as it takes."""
    match state:
        case NamingJudge(typed=typed):
            return FORGET_MS if typed else None
        case AtDeskDoor():
            return FORGET_MS
        case PickingDivision(under=under) | PickingWay(under=under):
            return FORGET_MS if under is None else HIDE_MS
        case OnSlip(slip=slip):
            return None if slip.untouched else HIDE_MS
        case CheckingSlip() | LookingInPrint() | Marked() | ShowingDocket() | PickingPrinter():
            return HIDE_MS
        case AskingNumber() | ConfirmingOpinion() | DeskMenu() | EndingShift() | TickingChecks():
            return HIDE_MS
        case RulingSlip() | OffDuty() | Hidden() | Recording() | NotRecorded() | DeskLeft():
            return None
        case _:
            assert_never(state)
