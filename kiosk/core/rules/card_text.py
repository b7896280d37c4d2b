"""What a rulebook has for the printed station card."""

from typing import Annotated

from kiosk.core.fields.reading import FileKey
from kiosk.core.frozen import frozen
from kiosk.core.rules.points import CardStep, CardSteps


@frozen
class CardText:
    """What stands on the printed station card. In the steps `{typed_by}`, `{verified_by}` and `{pressed_by}`
    stand for whom the default method names; an empty text is left out."""

    steps: Annotated[tuple[CardStep, ...], CardSteps(), FileKey("step")]
    station_steps: Annotated[tuple[CardStep, ...], CardSteps(), FileKey("station_step")]
    back_steps: Annotated[tuple[CardStep, ...], CardSteps(), FileKey("back_step")]
    not_settled: Annotated[tuple[CardStep, ...], CardSteps()]
    judge_checks: Annotated[tuple[CardStep, ...], CardSteps(), FileKey("judge_check")]
    briefing: str
    in_time: str
    clock_watch: str
    stopped_clock: str
    third_party: str
    tiles: str
    board_control: str
    blank: str
    drawing: str
    drawn_tiles: str
    restart: str
    restart_international: str
    special_needs: str
    devices: str
    device_rules: tuple[str, ...]
    source_duty: str
    courtesy_draw: str
    out_play: str
    zero_turns: str

    def restart_for(self, *, international: bool) -> str:
        return self.restart_international if international else self.restart
