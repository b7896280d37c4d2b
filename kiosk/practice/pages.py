"""What the window of practice can show, and what a player chose once and finds again."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from enum import StrEnum
from typing import TypeAlias, TypeVar

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.practice.answers import OFFERED, TURN_VALUES, Stake
from kiosk.practice.machine import DrillState
from kiosk.practice.phoneys import OFF_BY_DEFAULT, Family
from kiosk.practice.scores import Results
from kiosk.rules.penalties import penalty

# ---- choices -----------------------------------------------------------------------------------------------
# What a player chose once and finds again: the penalty, a turn's value, what is asked, light or dark.
#
# The rule guarded: settings that were written by another version, or by hand, fall back to the usual ones.

HOLDS_S = (15, 30, 60)
PENALTY_IDS = tuple(str(penalty.id) for penalty in OFFERED)
MOST_EARLIER = 1  # failed challenges before; no penalty that is practised has a third step

T = TypeVar("T")


class Light(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@frozen
class PracticeChoices:
    """*earlier*: failed challenges before. *told*: families that can be told by their letters are asked too.
    *hold_s*: for a decision, in a session against the clock."""

    penalty: str = PENALTY_IDS[0]
    turn_value: int = TURN_VALUES[1]
    earlier: int = 0
    ask_belief: bool = True
    told: bool = False
    hold_s: int = HOLDS_S[1]
    light: Light = Light.SYSTEM

    @property
    def stake(self) -> Stake:
        return Stake(penalty(self.penalty), self.turn_value, self.earlier)

    @property
    def switched_on(self) -> frozenset[Family]:
        return OFF_BY_DEFAULT if self.told else frozenset()


_OFFERED: Mapping[str, Sequence[object]] = {
    "penalty": PENALTY_IDS,
    "turn_value": TURN_VALUES,
    "earlier": tuple(range(MOST_EARLIER + 1)),
    "ask_belief": (True, False),
    "told": (False, True),
    "hold_s": HOLDS_S,
    "light": tuple(Light),
}


def read_choices(settings: Mapping[str, Json]) -> PracticeChoices:
    """The choices kept in *settings*."""
    usual: dict[str, object] = asdict(PracticeChoices())
    for name, offered in _OFFERED.items():
        kept = settings.get(name)
        found = [value for value in offered if type(kept) in (type(value), str) and value == kept]
        usual[name] = found[0] if found else usual[name]
    return PracticeChoices(**usual)  # type: ignore[arg-type]


def encode_choices(choices: PracticeChoices) -> dict[str, Json]:
    """*choices* as settings."""
    return {
        name: str(value) if isinstance(value, Light) else value for name, value in asdict(choices).items()
    }


def next_choice(choices: PracticeChoices, name: str) -> PracticeChoices:
    """*choices* with the next of what is offered for *name*."""
    offered = _OFFERED[name]
    place = offered.index(getattr(choices, name))
    made: PracticeChoices = replace(choices, **{name: offered[(place + 1) % len(offered)]})  # type: ignore[arg-type]
    return made


# ---- views -------------------------------------------------------------------------------------------------
# What the window of practice can show. It draws one of these and reports keys; it decides nothing.


class Grouping(StrEnum):
    FAMILY = "family"
    LENGTH = "length"
    RULE = "penalty"


@frozen
class HomeView:
    """*reading*: the list is still being learned. *remarks*: what the player should know; *notice*: what came
    of the last key, if it needs saying."""

    list_name: str
    results: Results
    choices: PracticeChoices
    reading: bool = False
    remarks: tuple[str, ...] = ()
    notice: str = ""

    @property
    def light(self) -> Light:
        return self.choices.light


@frozen
class DeckView:
    """*short*: why some decks are not asked of this list; empty if all are."""

    list_name: str
    light: Light
    short: str = ""


@frozen
class DrillView:
    """*now_ms*: on the clock of the drill's events."""

    list_name: str
    light: Light
    state: DrillState
    now_ms: int = 0


@frozen
class ScoresView:
    list_name: str
    light: Light
    results: Results
    grouping: Grouping = Grouping.FAMILY


@frozen
class WordsView:
    """The player's own words. *notice*: what came of the last thing brought in or out."""

    list_name: str
    light: Light
    cards: int
    mine: int
    notice: str = ""


@frozen
class RefusedView:
    """Practice cannot go on; *why* says what to do."""

    why: str
    light: Light = Light.SYSTEM


PracticeView: TypeAlias = HomeView | DeckView | DrillView | ScoresView | WordsView | RefusedView
