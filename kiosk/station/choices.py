"""After ESC: what the players may choose, giving a challenge up, and calling the director.

Whoever gives up must say so twice, and reads the consequence once it is on record.
"""

from dataclasses import replace
from enum import Enum, auto
from typing import Self, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Key, Layout, Page, Sign, Tone
from kiosk.log.bodies import CallEndedBody, ClearedBody, DirectorNeededBody
from kiosk.rules.choices import Concession, Person
from kiosk.rules.ruleset import RuleSet
from kiosk.station import events, wording
from kiosk.station.idle import Counting
from kiosk.station.records import record_concession, record_entry
from kiosk.station.states import Next, PageContext, Procedure, State, Unjudged
from kiosk.station.verdict import Conceded


class Option(Enum):
    """What can be chosen after ESC."""

    GO_BACK = auto()
    CLEAR = auto()
    GIVE_UP = auto()
    TAKE_BACK = auto()
    CALL = auto()


@frozen
class Choosing(State):
    """Go back to *under*, clear, concede, call the director; as far as they apply."""

    since_ms: int
    under: State
    hint: bool = False

    @property
    def division(self) -> int | None:
        return self.under.division

    @property
    def unjudged(self) -> Unjudged | None:
        return self.under.unjudged

    @property
    def under_no_keyboard(self) -> State | None:
        return self.under.under_no_keyboard

    def lifetime_ms(self, procedure: Procedure) -> int:
        return procedure.timings.choosing_s * 1000

    def keys_moved(self, event: events.KeysMoved, now_ms: int) -> Self:
        return replace(self, under=self.under.keys_moved(event, now_ms))

    def type_over(self, act: events.Act) -> Self:
        return replace(self, under=self.under.type_over(act))

    def options(self, procedure: Procedure) -> tuple[Option, ...]:
        """What may be chosen now, in the order of its numbers."""
        clear = () if self.unjudged is None else (Option.CLEAR,)
        concede = (Option.GIVE_UP, Option.TAKE_BACK) if self.may_concede(procedure) else ()
        return (Option.GO_BACK, *clear, *concede, Option.CALL)

    def may_concede(self, procedure: Procedure) -> bool:
        """Whether the rule set lets the players settle the challenge themselves, and there is one."""
        if self.unjudged is None or not self.unjudged.has_word:
            return False
        return procedure.rules(self.division).concession == Concession.EITHER

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        match act:
            case events.EscapePressed() | events.TimedOut():
                return self.under.again(now_ms), ()
            case events.Typed(digit=int(digit)) if 1 <= digit <= len(options := self.options(procedure)):
                return self._choose(options[digit - 1], now_ms, procedure)
            case (
                events.Typed()
                | events.SpacePressed()
                | events.EnterPressed()
                | events.TabPressed()
                | events.BackspacePressed()
            ):
                return replace(self.type_over(act), hint=True), ()
            case events.UpPressed() | events.DownPressed() | events.MoreTimePressed():
                return replace(self, hint=True), ()
            case _:
                assert_never(act)

    def _choose(self, option: Option, now_ms: int, procedure: Procedure) -> Next:
        match option:
            case Option.GO_BACK:
                return self.under.again(now_ms), ()
            case Option.CLEAR:
                return self._clear(now_ms), (record_entry(ClearedBody, self, procedure),)
            case Option.GIVE_UP:
                return Conceding(now_ms, self, events.Side.CHALLENGER), ()
            case Option.TAKE_BACK:
                return Conceding(now_ms, self, events.Side.CHALLENGED), ()
            case Option.CALL:
                call = record_entry(DirectorNeededBody, self, procedure)
                return DirectorNeeded(now_ms, self.under), (call,)
            case _:
                assert_never(option)

    def _clear(self, now_ms: int) -> Counting:
        """The count of the same division again: the players start again."""
        typed = self.unjudged
        cleared = typed.lines if typed is not None and typed.has_word else ()
        return Counting(now_ms, self.division or 0, cleared=cleared)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        rules = procedure.rules(self.division)
        must = wording.A_NUMBER if self.hint else self._must_adjudicate(procedure, rules)
        return Page(
            Layout.CHOICES,
            call=wording.call_for(Person.BOTH, rules, wording.WHAT_NOW),
            keys=tuple(
                Key(str(number), _offer(option, rules))
                for number, option in enumerate(self.options(procedure), 1)
            ),
            lines=() if must else self._help(rules),
            notice=must,
        )

    def _help(self, rules: RuleSet) -> tuple[str, ...]:
        """What players may want who have entered nothing."""
        if self.unjudged is not None or self.division is None:
            return ()
        prompts = rules.prompts
        return wording.lines(prompts.again, prompts.doubt, prompts.placement, prompts.manual)

    def _must_adjudicate(self, procedure: Procedure, rules: RuleSet) -> str:
        """What the rulebook says to players who would rather not go on."""
        if self.unjudged is None or self.may_concede(procedure):
            return ""
        return rules.prompts.must_adjudicate


def _offer(option: Option, rules: RuleSet) -> str:
    match option:
        case Option.GO_BACK:
            return wording.GO_BACK.does
        case Option.CLEAR:
            return wording.CLEAR
        case Option.GIVE_UP:
            return wording.challenger_gives_up(rules)
        case Option.TAKE_BACK:
            return wording.challenged_takes_back(rules)
        case Option.CALL:
            return wording.call_the(wording.director(rules))
        case _:
            assert_never(option)


@frozen
class Conceding(State):
    """*by* wants to give up, and must say so once more."""

    since_ms: int
    under: Choosing
    by: events.Side
    hint: bool = False

    @property
    def division(self) -> int | None:
        return self.under.division

    @property
    def unjudged(self) -> Unjudged | None:
        return self.under.unjudged

    @property
    def under_no_keyboard(self) -> State | None:
        return self.under.under_no_keyboard

    def lifetime_ms(self, procedure: Procedure) -> int:
        return procedure.timings.choosing_s * 1000

    def keys_moved(self, event: events.KeysMoved, now_ms: int) -> Self:
        return replace(self, under=self.under.keys_moved(event, now_ms))

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        match act:
            case events.EscapePressed():
                return replace(self.under, since_ms=now_ms, hint=False), ()
            case events.TimedOut():
                return self.under.under.again(now_ms), ()
            case events.EnterPressed():
                conceded = Conceded(now_ms, self.by, self._words, self.division or 0)
                return conceded, (record_concession(self, self.by, procedure),)
            case events.Typed() | events.SpacePressed() | events.TabPressed() | events.BackspacePressed():
                return replace(self, hint=True, under=self.under.type_over(act)), ()
            case events.UpPressed() | events.DownPressed() | events.MoreTimePressed():
                return replace(self, hint=True), ()
            case _:
                assert_never(act)

    @property
    def _words(self) -> int:
        return len(self.unjudged.lines) if self.unjudged else 0

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        division = procedure.divisions[self.division or 0]
        return Page(
            Layout.NOTICE,
            call=wording.call_for(Person(self.by), division.rules, wording.PRESS, "ENTER"),
            headline=wording.gives_up_question(self.by),
            says=(wording.given_up(self.by, self._words, division),),
            keys=(wording.GO_BACK,),
            notice=wording.ENTER_OR_ESC if self.hint else "",
        )


@frozen
class DirectorNeeded(State):
    """The players called the director. *under*: what they go back to if they take the call back."""

    since_ms: int
    under: State
    hint: bool = False

    @property
    def division(self) -> int | None:
        return self.under.division

    @property
    def unjudged(self) -> Unjudged | None:
        return self.under.unjudged

    @property
    def opens_by_chord(self) -> bool:
        return True

    @property
    def is_for_players(self) -> bool:
        return False

    def lifetime_ms(self, procedure: Procedure) -> None:
        return None

    def on_disturbance(self, after: State, idle: State) -> Self:
        return replace(self, under=idle)  # whoever was called is still called

    def keys_moved(self, event: events.KeysMoved, now_ms: int) -> Self:
        return replace(self, under=self.under.keys_moved(event, now_ms))

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        if isinstance(act, events.EscapePressed):
            body = CallEndedBody("taken_back", max(0, now_ms - self.since_ms))
            return self.under.again(now_ms), (events.WriteRecord(body),)
        return replace(self, hint=True, under=self.under.type_over(act)), ()

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        who = wording.director(procedure.known_rules(self.division))
        kept = wording.KEPT if self.unjudged is not None else ""
        return Page(
            Layout.CALLED,
            Tone.CALL,
            Sign.HAND,
            headline=wording.director_needed(who),
            says=(f"{kept}{wording.OTHERS_ELSEWHERE}",),
            notice=wording.ESC_TAKES_BACK if self.hint else "",
            keys=(wording.TAKE_IT_BACK,),
            letter=context.letter,
            place=context.place,
        )
