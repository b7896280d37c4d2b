"""What ends a challenge: the verdict, a referral, a challenge that was given up; and what players read who
lost their page."""

from abc import abstractmethod
from dataclasses import replace
from typing import Self, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Key, Layout, Page, Sign, Tone, WordLine
from kiosk.log.bodies import AbandonedBody
from kiosk.rules.ruling import LoggedRuling, Verdict
from kiosk.station import events, wording
from kiosk.station.entry import LATE_MS
from kiosk.station.idle import Lost, idle
from kiosk.station.records import record_closing, record_entry
from kiosk.station.states import Next, PageContext, Procedure, State

HELD_S = 90  # a verdict that is held leaves after so long in all


# ---- the verdict -------------------------------------------------------------------------------------------
# It stands with the proof that it is on record: only the log can make a `LoggedRuling`, so a verdict that is
# not on record has no state to be shown in.


class _Outcome(State):
    """Keys are dead for a moment, and whoever was still typing has not read it away."""

    __slots__ = ()

    @property
    @abstractmethod
    def open(self) -> bool:
        """Whether keys count."""

    def counted_ms(self, procedure: Procedure) -> int | None:
        return self.lifetime_ms(procedure) if self.open else None

    def opens_in_time(self, now_ms: int, procedure: Procedure) -> bool:
        """Whether the dead time ends now, and not later: then the program stood still, and keys pressed
        meanwhile are only now coming in. They must not be taken for keys pressed after it."""
        whole_ms = self.lifetime_ms(procedure)
        return whole_ms is None or now_ms <= self.since_ms + whole_ms + LATE_MS


@frozen
class Ruled(_Outcome):
    """A ruling is on the screen. Keys are dead until *open*. *held*: a player wants to read it longer."""

    since_ms: int
    ruling: LoggedRuling
    division: int = 0
    open: bool = False
    opened_ms: int = 0
    held: bool = False
    hint: bool = False

    def lifetime_ms(self, procedure: Procedure) -> int:
        timings = procedure.timings
        if not self.open:
            return timings.hold_s * 1000
        if self.held:
            return self.opened_ms + max(HELD_S, timings.showing_s) * 1000 - self.since_ms
        return (timings.showing_s - timings.hold_s) * 1000

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        match act:
            case events.TimedOut() if not self.open:
                return replace(self, open=self.opens_in_time(now_ms, procedure), since_ms=now_ms), ()
            case events.TimedOut():
                return idle(procedure, now_ms), (self.record_closing("time", now_ms),)
            case events.EnterPressed() if self.open:
                return idle(procedure, now_ms), (self.record_closing("enter", now_ms),)
            case events.MoreTimePressed() if self.open:
                return replace(self, held=True, hint=False), ()
            case (
                events.Typed()
                | events.SpacePressed()
                | events.EnterPressed()
                | events.TabPressed()
                | events.BackspacePressed()
            ):
                return replace(self, hint=self.open), ()
            case (
                events.UpPressed() | events.DownPressed() | events.MoreTimePressed() | events.EscapePressed()
            ):
                return replace(self, hint=self.open), ()
            case _:
                assert_never(act)

    def record_closing(self, how: str, now_ms: int) -> events.Effect:
        """The order to record that the verdict went off the screen."""
        return record_closing(self.ruling, how, now_ms - self.opened_ms)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        ruled, rules = self.ruling.adjudication, procedure.rules(self.division)
        refer = ruled.verdict is Verdict.REFER
        return Page(
            Layout.VERDICT,
            _tone(ruled.verdict),
            sign=Sign.ARROW if refer else Sign.NONE,
            headline=rules.verdict.word(ruled.verdict),
            says=wording.follows(ruled.verdict, rules, ruled.consequence or ""),
            lines=wording.besides(ruled.verdict, rules),
            words=tuple(WordLine(place, word) for place, word in enumerate(ruled.words, 1)),
            number=wording.number_of(ruled.verdict, self.ruling.number),
            remark=wording.WRITE_NUMBER if not refer and wording.has_slip(rules) else "",
            notice=wording.ENTER_WHEN_READ if self.hint else "",
            keys=self._keys,
        )

    @property
    def _keys(self) -> tuple[Key, ...]:
        if not self.open:
            return ()
        return (wording.DONE,) if self.held else (wording.LONGER, wording.DONE)


@frozen
class Showing(Ruled):
    """The verdict."""


@frozen
class Referred(Ruled):
    """No verdict: only the Word Judge can settle the play. The entry is on record."""


def _tone(verdict: Verdict) -> Tone:
    match verdict:
        case Verdict.ACCEPTABLE:
            return Tone.ACCEPTABLE
        case Verdict.UNACCEPTABLE:
            return Tone.UNACCEPTABLE
        case Verdict.REFER:
            return Tone.REFER
        case _:
            assert_never(verdict)


# ---- a challenge that was given up -------------------------------------------------------------------------


@frozen
class Conceded(_Outcome):
    """The challenge was given up *by* a player, which is on record; of how many words it was. Keys are dead
    until *open*."""

    since_ms: int
    by: events.Side
    words: int
    division: int = 0
    open: bool = False
    hint: bool = False

    def lifetime_ms(self, procedure: Procedure) -> int:
        timings = procedure.timings
        return (timings.showing_s - timings.hold_s if self.open else timings.hold_s) * 1000

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        match act:
            case events.TimedOut() if not self.open:
                return replace(self, open=self.opens_in_time(now_ms, procedure), since_ms=now_ms), ()
            case events.TimedOut():
                return idle(procedure, now_ms), ()
            case events.EnterPressed() if self.open:
                return idle(procedure, now_ms), ()
            case (
                events.Typed()
                | events.SpacePressed()
                | events.EnterPressed()
                | events.TabPressed()
                | events.BackspacePressed()
            ):
                return replace(self, hint=self.open), ()
            case (
                events.UpPressed() | events.DownPressed() | events.MoreTimePressed() | events.EscapePressed()
            ):
                return replace(self, hint=self.open), ()
            case _:
                assert_never(act)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        division = procedure.divisions[self.division]
        return Page(
            Layout.NOTICE,
            headline=wording.gives_up(self.by, division.rules),
            says=(wording.given_up(self.by, self.words, division),),
            lines=(wording.NO_LOOK_UP,),
            notice=wording.ENTER_WHEN_READ if self.hint else "",
            keys=(wording.DONE,) if self.open else (),
        )


# ---- a page that was lost ----------------------------------------------------------------------------------

TOLD_S = 6


@frozen
class Told(State):
    """An entry was taken off the screen, and why; or the verdict of ruling *number*. *hint* after a key that
    does not say that this was read: whoever types on has not."""

    since_ms: int
    cause: events.Cause
    number: str = ""
    hint: bool = False

    def lifetime_ms(self, procedure: Procedure) -> int:
        return TOLD_S * 1000

    def on_disturbance(self, after: State, idle: State) -> Self:
        return self

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        """Words vanish while somebody types: no letter must take away the page that says why, nor does its
        time pass while they type on."""
        match act:
            case events.EnterPressed() | events.EscapePressed():
                return idle(procedure, now_ms), ()
            case events.TimedOut():
                return idle(procedure, now_ms, Lost(self.cause, self.number)), ()
            case events.Typed() | events.SpacePressed() | events.TabPressed() | events.BackspacePressed():
                return replace(self, hint=True, since_ms=now_ms), ()
            case events.UpPressed() | events.DownPressed() | events.MoreTimePressed():
                return replace(self, hint=True, since_ms=now_ms), ()
            case _:
                assert_never(act)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        who = wording.director(procedure.known_rules(self.division))
        because = wording.why(self.cause, who)
        because = f"{because[0].upper()}{because[1:]}."
        notice = wording.ENTER_WHEN_READ if self.hint else ""
        if self.number:
            return Page(
                Layout.NOTICE,
                headline=wording.on_record(self.number),
                says=(because,),
                lines=(wording.can_show_it(who),),
                notice=notice,
                keys=(wording.DONE,),
            )
        return Page(
            Layout.NOTICE,
            headline=wording.START_AGAIN,
            says=(wording.WORDS_CLEARED,),
            lines=(because,),
            notice=notice,
            keys=(wording.AGAIN,),
        )


# ---- what goes with a page ---------------------------------------------------------------------------------


def record_loss(state: State, how: str, now_ms: int, procedure: Procedure) -> tuple[events.Effect, ...]:
    """The record of what *state* held and nobody will see again: a verdict, or an entry."""
    if isinstance(state, Ruled):
        return (state.record_closing(how, now_ms),)
    if state.unjudged is None:
        return ()
    return (record_entry(AbandonedBody, state, procedure),)


def after_loss(state: State, cause: events.Cause, now_ms: int, procedure: Procedure) -> State:
    """What comes after *state* was taken off the screen: players who lost something are told so."""
    if isinstance(state, Ruled):
        return Told(now_ms, cause, state.ruling.number)
    return idle(procedure, now_ms) if state.unjudged is None else Told(now_ms, cause)
