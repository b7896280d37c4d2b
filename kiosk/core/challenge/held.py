"""What a state holds, on its page or under it: the division, and words nobody has judged yet."""

from typing import assert_never

from kiosk.core.challenge.states import (
    AskingTable,
    AtBoard,
    Checking,
    Choosing,
    ChoosingDivision,
    Conceded,
    Conceding,
    Counting,
    DirectorNeeded,
    Entering,
    Judging,
    Left,
    Locked,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    StaffOnly,
    State,
    Told,
    Unlocking,
    WithDirector,
)


def division_of(state: State) -> int | None:
    """The place of the division whose challenge this is, where one has been chosen."""
    match state:
        case Counting() | Entering() | Showing() | Referred() | Conceded():
            return state.division
        case AskingTable() | Checking():
            return state.entry.division
        case AtBoard(checked=checked) | Judging(checked=checked):
            return checked.entry.division
        case Choosing() | Conceding() | DirectorNeeded():
            return division_of(state.under)
        case StaffOnly() | ChoosingDivision() | Told() | NoKeyboard() | Locked() | OutOfService():
            return None
        case Unlocking() | WithDirector() | Left():
            return None
        case _:
            assert_never(state)


def entry_of(state: State) -> Entering | None:
    """The words that *state* holds and nobody has judged yet, on its page or under it."""
    match state:
        case Entering():
            return state
        case AskingTable() | Checking():
            return state.entry
        case AtBoard(checked=checked) | Judging(checked=checked):
            return checked.entry
        case Choosing() | Conceding() | NoKeyboard() | DirectorNeeded() | Unlocking() | WithDirector():
            return entry_of(state.under)
        case StaffOnly() | ChoosingDivision() | Counting() | Showing() | Referred() | Conceded():
            return None
        case Told() | Locked() | OutOfService() | Left():
            return None
        case _:
            assert_never(state)
