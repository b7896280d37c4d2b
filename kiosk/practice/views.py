"""What the window of practice can show. It draws one of these and reports keys; it decides nothing."""

from enum import StrEnum
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.practice.choices import Light, PracticeChoices
from kiosk.practice.drill.states import DrillState
from kiosk.practice.scores.results import Results


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


def light_of(view: PracticeView) -> Light:
    """Whether *view* is drawn light or dark."""
    return view.choices.light if isinstance(view, HomeView) else view.light
