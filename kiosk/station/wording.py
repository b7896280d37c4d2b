"""What stands around every page: roles by name and flag, seconds counted down, banners, footer."""

from dataclasses import replace
from typing import assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Call, Countdown, DivisionBand, Key, Page, RoleFlag
from kiosk.rules.choices import Person
from kiosk.rules.ruleset import RuleSet
from kiosk.setup.divisions import Division
from kiosk.setup.settings import Colour
from kiosk.station import entry
from kiosk.station.entry import Procedure, lifetime, remaining, standing
from kiosk.station.states import (
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
    division_of,
)

# ---- roles -------------------------------------------------------------------------------------------------
# Who is called, by what name and under which flag: the rule set says who does what, and how they are called.
#
# CHALLENGER and CHALLENGED differ by one letter; their flags do not.

MADE_THE_PLAY = "made the play"


def rules_for(state: State, procedure: Procedure) -> RuleSet:
    """The rule set whose words players read in *state*: of its division, or of the first one."""
    return procedure.divisions[division_of(state) or 0].rules


def rules_at(state: State, procedure: Procedure) -> RuleSet | None:
    """The same; None on a station that never opened."""
    return rules_for(state, procedure) if procedure.divisions else None


def director(rules: RuleSet | None) -> str:
    """What the director is called; a station that never opened knows no rule set."""
    return rules.terms.director if rules else "director"


def judge(rules: RuleSet | None) -> str:
    return rules.terms.judge if rules else "judge"


def name(who: Person, rules: RuleSet) -> str:
    """What *who* is called in a sentence."""
    match who:
        case Person.CHALLENGER:
            return f"the {rules.terms.challenger}"
        case Person.CHALLENGED:
            return f"the {rules.terms.challenged}"
        case Person.JUDGE:
            return f"the {rules.terms.judge}"
        case Person.DIRECTOR:
            return f"the {rules.terms.director}"
        case Person.BOTH:
            return "both players"
        case Person.NONE:
            return "nobody"
        case _:
            assert_never(who)


def called(who: Person, rules: RuleSet, action: str, cap: str = "") -> Call:
    """The call for *who* to do *action*, by the key *cap*."""
    match who:
        case Person.CHALLENGER:
            return Call(_shouted(rules.terms.challenger), action, cap)
        case Person.CHALLENGED:
            role = _shouted(rules.terms.challenged)
            return Call(role, action, cap, flag=RoleFlag.OUTLINED, aside=MADE_THE_PLAY)
        case Person.BOTH:
            return Call("BOTH", action, cap, flag=RoleFlag.DOUBLE)
        case Person.JUDGE:
            return Call(rules.terms.judge.upper(), action, cap, flag=RoleFlag.SQUARE)
        case Person.DIRECTOR:
            return Call(rules.terms.director.upper(), action, cap, flag=RoleFlag.SQUARE)
        case Person.NONE:
            return Call("", action, cap)
        case _:
            assert_never(who)


def _shouted(term: str) -> str:
    """*term* as it stands on a flag, where a word counts by its length."""
    return term.upper().removesuffix(" PLAYER")


# ---- counting ----------------------------------------------------------------------------------------------
# The seconds a page counts down, and when it changes by itself.

MORE_TIME = Key("← →", "more time")


def _counted_ms(state: State, procedure: Procedure) -> int | None:
    """How long before its end the page of *state* begins to count; None: it does not."""
    match state:
        case Entering() | AskingTable() | Checking() | AtBoard():
            return procedure.timings.warning_s * 1000
        case Showing() | Referred() | Conceded():
            return lifetime(state, procedure) if state.open else None
        case StaffOnly() | ChoosingDivision() | Counting() | Judging() | Choosing() | Conceding():
            return None
        case Told() | NoKeyboard() | DirectorNeeded() | Locked() | OutOfService() | Unlocking():
            return None
        case WithDirector() | Left():
            return None
        case _:
            assert_never(state)


def countdown(state: State, now_ms: int, procedure: Procedure) -> Countdown | None:
    """The time that *state* has left, once it is counted."""
    counted_ms, left_ms = _counted_ms(state, procedure), standing(state, now_ms, procedure)
    if counted_ms is None or left_ms is None or left_ms > counted_ms:
        return None
    left_s = -(-left_ms // 1000)
    share = left_s / -(-counted_ms // 1000)
    if isinstance(state, Showing | Referred | Conceded):
        return Countdown(f"{left_s} s", share)
    text = f"Cleared in {left_s} s"
    if isinstance(state, Checking) and not more_time(state, procedure):
        call = f"call the {director(rules_at(state, procedure))}"
        return Countdown(text, share, Key("ESC", call))
    return Countdown(text, share, None if isinstance(state, AtBoard) else MORE_TIME)


def more_time(state: Checking, procedure: Procedure) -> bool:
    """Whether both may still ask for more time."""
    return state.since_ms < entry.latest_ms(state, procedure.timings.checking_s * 1000)


def wake_ms(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds until the page changes by itself: the state ends, or a counted second does."""
    if isinstance(state, Unlocking) and now_ms < state.since_ms:
        return (state.since_ms - now_ms) % 1000 or 1000
    next_ms, left_ms = remaining(state, now_ms, procedure), standing(state, now_ms, procedure)
    warning_ms = _counted_ms(state, procedure)
    if next_ms is None or left_ms is None or warning_ms is None:
        return next_ms
    counted_ms = left_ms - warning_ms if left_ms > warning_ms else left_ms % 1000 or min(1000, left_ms)
    told_at = entry.named_at(state) if isinstance(state, Checking) else None
    told_ms = told_at - now_ms if told_at is not None and told_at > now_ms else counted_ms
    return min(next_ms, counted_ms, told_ms)


# ---- frame -------------------------------------------------------------------------------------------------
# What stands around every page: banners, the band of the division, the footer.


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
