"""What stands around every page: banners, the band of the division, the footer."""

from dataclasses import replace
from typing import assert_never

from kiosk.core.challenge.held import division_of
from kiosk.core.challenge.procedure import Procedure
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
from kiosk.core.frozen import frozen
from kiosk.core.page import DivisionBand, Page
from kiosk.core.setup.division import Division
from kiosk.core.setup.settings import Colour


@frozen
class Surroundings:
    """What a page shows besides the challenge: who this station is, where it is used, the time of day.

    *name*: what the director calls the station, besides its *letter*. *event*, *round*: of now.
    """

    station: str
    setup_code: str = ""
    clock: str = ""
    banners: tuple[str, ...] = ()
    large: bool = False
    power: str = ""
    letter: str = ""
    name: str = ""
    event: str = ""
    round: int | None = None

    @property
    def place(self) -> tuple[str, ...]:
        """The station's name and what it is used for, a line each."""
        name = "" if self.name == self.station else self.name
        told = (name, self.event, "" if self.round is None else f"Round {self.round}")
        return tuple(line for line in told if line)


def framed(body: Page, state: State, procedure: Procedure, around: Surroundings) -> Page:
    """*body* with what stands around it."""
    place = division_of(state)
    several = len(procedure.divisions) > 1
    if place is None and len(procedure.divisions) == 1:
        place = 0
    chosen = procedure.divisions[place] if place is not None else None
    return replace(
        body,
        list_name=chosen.list_name if chosen else "",
        band=bands(procedure)[place] if place is not None and several else None,
        banners=_banners(chosen, around) if _for_players(state) else (),
        footer=_footer(chosen, around),
        large=around.large,
    )


def bands(procedure: Procedure) -> tuple[DivisionBand, ...]:
    """The bands of all divisions, each with a letter of its own: of its name, as far as that is free."""
    letters: list[str] = []
    for division in procedure.divisions:
        own = (one for one in division.name.upper() if one.isalnum() and one not in letters)
        letters.append(next(own, str(len(letters) + 1)))
    return tuple(
        # A set-up need not name colours; where there are several divisions, each has a band anyway.
        DivisionBand(division.colour or tuple(Colour)[place], letters[place], division.name)
        for place, division in enumerate(procedure.divisions)
    )


def _for_players(state: State) -> bool:
    match state:
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Checking():
            return True
        case AtBoard() | Judging() | Showing() | Referred() | Choosing() | Conceding() | Conceded() | Told():
            return True
        case NoKeyboard() | DirectorNeeded() | Locked() | OutOfService() | Unlocking():
            return False
        case WithDirector() | Left():
            return False
        case _:
            assert_never(state)


def _banners(chosen: Division | None, around: Surroundings) -> tuple[str, ...]:
    own = (chosen.banner,) if chosen and chosen.banner else ()
    return (*around.banners, *own)


def _footer(chosen: Division | None, around: Surroundings) -> tuple[str, ...]:
    rules = chosen.rules.short_title if chosen else ""
    code = f"Set-up {around.setup_code}" if around.setup_code else ""
    # The list stands large on some pages; here it stands on all of them.
    name = chosen.list_name if chosen else ""
    recorded = f"Every {chosen.rules.terms.look_up if chosen else 'look-up'} is recorded"
    parts = (around.station, rules, name, code, recorded, around.power, around.clock)
    return tuple(part for part in parts if part)
