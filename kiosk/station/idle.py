"""The station waits for the next two players: whose challenge is it, and of how many words?"""

from dataclasses import replace
from typing import Self, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import DivisionBand, Key, Layout, Page
from kiosk.rules.ruleset import RuleSet
from kiosk.setup.settings import Colour
from kiosk.station import events, wording
from kiosk.station.entry import begin
from kiosk.station.states import Next, PageContext, Procedure, State
from kiosk.words.play import MOST_WORDS

LARGER = 9  # the digit that is nobody's count
LOST_IDLE_S = 60  # so long what the last players may not have read stands on the idle page


@frozen
class Lost:
    """What the last players had on the screen and may not have seen go: why it went, and the number of the
    ruling, if it was one."""

    cause: events.Cause
    number: str = ""

    def line(self, rules: RuleSet) -> str:
        return wording.last_players(self.number, self.cause, wording.director(rules))


class Idle(State):
    """Nobody has begun."""

    __slots__ = ()

    @property
    def opens_by_chord(self) -> bool:
        return True

    @property
    def under_no_keyboard(self) -> Self:
        return self


def idle(procedure: Procedure, now_ms: int, lost: Lost | None = None) -> Idle:
    """The state in which the station waits for the next two players."""
    if procedure.divisions and not any(division.rules.self_lookup for division in procedure.divisions):
        return StaffOnly(now_ms)
    if len(procedure.divisions) == 1:
        return Counting(now_ms, lost=lost)
    return ChoosingDivision(now_ms, lost=lost)


@frozen
class StaffOnly(Idle):
    """No division lets players look words up: only the director's chord does anything."""

    since_ms: int = 0

    def lifetime_ms(self, procedure: Procedure) -> None:
        return None

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        return self, ()

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        rules = procedure.rules(self.division)
        return Page(
            Layout.NOTICE,
            headline=wording.judge_only(rules).upper(),
            says=(wording.looked_up_by(rules),),
            lines=(wording.call_to_board(rules),),
            letter=context.letter,
            place=context.place,
        )


@frozen
class ChoosingDivision(Idle):
    """More than one division: whose challenge is it? *hint* after a key that is none of them. *lost*: what
    the last players may not have read."""

    since_ms: int = 0
    hint: bool = False
    lost: Lost | None = None

    @property
    def may_stop(self) -> bool:
        return True

    def lifetime_ms(self, procedure: Procedure) -> int | None:
        if self.lost is not None:
            return LOST_IDLE_S * 1000
        return procedure.timings.choosing_s * 1000 if self.hint else None

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        match act:
            case events.Typed(digit=int(digit)) if digit in _open_to_players(procedure):
                return Counting(now_ms, division=digit - 1), ()
            case events.Typed(digit=digit) if digit == LARGER:
                return self, (events.SwitchLarge(),)
            case events.Typed() | events.SpacePressed() | events.EnterPressed() | events.TabPressed():
                return replace(self, hint=True, since_ms=now_ms), ()
            case events.TimedOut():
                return idle(procedure, now_ms), ()
            case (
                events.BackspacePressed()
                | events.UpPressed()
                | events.DownPressed()
                | events.MoreTimePressed()
                | events.EscapePressed()
            ):
                return self, ()
            case _:
                assert_never(act)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        rules = procedure.rules(self.division)
        lost = self.lost.line(rules) if self.lost else ""
        return Page(
            Layout.CHOICES,
            call=wording.call_for(rules.station_method.typed_by, rules, wording.WHICH_DIVISION),
            keys=tuple(
                Key(str(number), wording.division_line(division), band)
                for number, (division, band) in enumerate(
                    zip(procedure.divisions, bands(procedure), strict=True), 1
                )
            ),
            notice=wording.DIVISION_FIRST if self.hint else lost,
        )


def _open_to_players(procedure: Procedure) -> set[int]:
    """The numbers of the divisions in which players look up by themselves."""
    return {number for number, division in enumerate(procedure.divisions, 1) if division.rules.self_lookup}


def bands(procedure: Procedure) -> tuple[DivisionBand, ...]:
    """The bands of all divisions, each with a letter of its own: of its name, as far as that is free."""
    letters: list[str] = []
    for division in procedure.divisions:
        own = (letter for letter in division.name.upper() if letter.isalnum() and letter not in letters)
        letters.append(next(own, str(len(letters) + 1)))
    return tuple(
        # A set-up need not name colours; where there are several divisions, each has a band anyway.
        DivisionBand(division.colour or tuple(Colour)[place], letters[place], division.name)
        for place, division in enumerate(procedure.divisions)
    )


@frozen
class Counting(Idle):
    """How many words? *hint* after a letter that came too early. *cleared*: the words that the players
    cleared a moment ago to start again. *lost*: what the last players may not have read."""

    since_ms: int = 0
    division: int = 0
    hint: bool = False
    cleared: tuple[str, ...] = ()
    lost: Lost | None = None

    @property
    def may_stop(self) -> bool:
        return True

    def lifetime_ms(self, procedure: Procedure) -> int | None:
        if self.lost is not None:
            return LOST_IDLE_S * 1000
        # With several divisions a chosen one does not wait for the next players.
        fades = len(procedure.divisions) > 1 or self.hint or bool(self.cleared)
        return procedure.timings.choosing_s * 1000 if fades else None

    def may_change_division(self, procedure: Procedure) -> bool:
        """Whether players may go back to choose another division; not with words just cleared, or nobody
        could tell any more that they were exchanged."""
        return len(procedure.divisions) > 1 and not self.cleared

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        match act:
            case events.Typed(digit=int(digit)) if 1 <= digit <= MOST_WORDS:
                fixed = procedure.rules(self.division).words_fixed
                return begin(digit, self.division, now_ms, fixed=fixed, cleared=self.cleared), ()
            case events.Typed(digit=digit) if digit == LARGER:
                return self, (events.SwitchLarge(),)
            case events.Typed() | events.SpacePressed() | events.EnterPressed() | events.TabPressed():
                return replace(self, hint=True, since_ms=now_ms), ()
            case events.TimedOut():
                return idle(procedure, now_ms), ()
            case events.BackspacePressed(repeated=False) if self.may_change_division(procedure):
                return idle(procedure, now_ms), ()
            case (
                events.BackspacePressed()
                | events.UpPressed()
                | events.DownPressed()
                | events.MoreTimePressed()
                | events.EscapePressed()
            ):
                return self, ()
            case _:
                assert_never(act)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        rules = procedure.rules(self.division)
        prompts = rules.prompts
        lost = self.lost.line(rules) if self.lost else ""
        return Page(
            Layout.IDLE,
            call=wording.call_for(rules.station_method.typed_by, rules, wording.HOW_MANY),
            caps=tuple(str(count) for count in range(1, MOST_WORDS + 1)),
            lines=wording.lines(prompts.clock, prompts.tiles, prompts.slip),
            notice=wording.COUNT_FIRST if self.hint else lost,
            keys=(
                wording.OTHER_CHOICES,
                wording.SMALLER_TYPE if context.large else wording.LARGER_TYPE,
                *((wording.ANOTHER_DIVISION,) if self.may_change_division(procedure) else ()),
            ),
            letter=context.letter,
            place=context.place,
        )
