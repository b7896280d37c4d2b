"""What closes a station to players, and what lets the director in: no keyboard, a lock, out of service, the
passcode; and which state a start begins in."""

from abc import abstractmethod
from dataclasses import field, replace
from typing import NamedTuple, Self, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Key, Layout, Page, Sign, Tone
from kiosk.log.bodies import CallEndedBody, LockedBody, OutOfServiceBody, UnlockBody
from kiosk.rules.ruleset import RuleSet
from kiosk.setup.passcodes import Role
from kiosk.station import events, wording
from kiosk.station.choices import DirectorNeeded
from kiosk.station.idle import idle
from kiosk.station.states import Next, PageContext, Procedure, State, Unjudged
from kiosk.station.verdict import Told, after_loss, record_loss

# ---- closed ------------------------------------------------------------------------------------------------


class NotForPlayers(State):
    """Whoever stands before it needs the director."""

    __slots__ = ()

    @property
    def is_for_players(self) -> bool:
        return False


class Closed(NotForPlayers):
    """No player gets on from here: the director opens it by the chord. *why*: what closed it."""

    __slots__ = ()

    @property
    @abstractmethod
    def why(self) -> str: ...

    @abstractmethod
    def record(self) -> events.WriteRecord:
        """The record that the station closed, and why."""

    @abstractmethod
    def record_opening(self, by: events.Holder) -> events.WriteRecord:
        """The record that the station was given back to the players, by whose leave."""

    @property
    def opens_by_chord(self) -> bool:
        return True

    @property
    def can_be_locked(self) -> bool:
        return False

    @property
    def shelter(self) -> Self:
        return self

    def lifetime_ms(self, procedure: Procedure) -> None:
        return None

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        return self, ()


@frozen
class Locked(Closed):
    """Something tried to get past the station. *at* is local time, for whoever reads it later."""

    since_ms: int
    what: str
    at: str

    @property
    def why(self) -> str:
        return self.what

    def record(self) -> events.WriteRecord:
        return events.WriteRecord(LockedBody(self.what))

    def record_opening(self, by: events.Holder) -> events.WriteRecord:
        return events.WriteRecord(UnlockBody(by, resumed="locked"))

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        says = wording.disturbed_sentence(self.at)
        return _notice(Sign.PADLOCK, wording.LOCKED, says, procedure, context)


@frozen
class OutOfService(Closed):
    """The station cannot be trusted to rule. *at*: the local time since when, once that is known."""

    since_ms: int
    why: str
    at: str = field(default="", compare=False)

    def record(self) -> events.WriteRecord:
        return events.WriteRecord(OutOfServiceBody(self.why))

    def record_opening(self, by: events.Holder) -> events.WriteRecord:
        return events.WriteRecord(UnlockBody(by, resumed="out_of_service"))

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        says = wording.out_of_service(self.why, self.at)
        return _notice(Sign.BARRIER, wording.OUT_OF_SERVICE, says, procedure, context)


@frozen
class Left(NotForPlayers):
    """The director has let the program end."""

    @property
    def shelter(self) -> Self:
        return self

    def lifetime_ms(self, procedure: Procedure) -> None:
        return None

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        return self, ()

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        says = wording.closed_by(wording.director(procedure.known_rules(self.division)))
        return _notice(Sign.BARRIER, wording.CLOSED, says, procedure, context)


def _notice(sign: Sign, headline: str, says: str, procedure: Procedure, context: PageContext) -> Page:
    call = wording.another_or_call(wording.director(procedure.known_rules(None)))
    return Page(
        Layout.NOTICE,
        Tone.CLOSED,
        sign,
        headline=headline,
        says=(says,),
        lines=(call,),
        letter=context.letter,
    )


# ---- no keyboard -------------------------------------------------------------------------------------------
# What was typed is kept for a while, out of sight: a plug that slipped out is soon back. TAB must then be
# armed again, and nothing is known of what is down.


@frozen
class NoKeyboard(NotForPlayers):
    """There is no keyboard to go on with. *under*: what stood there when it was last seen."""

    since_ms: int
    under: State

    @property
    def unjudged(self) -> Unjudged | None:
        return self.under.unjudged

    @property
    def opens_by_chord(self) -> bool:
        return True

    def lifetime_ms(self, procedure: Procedure) -> int | None:
        return None if self.unjudged is None else procedure.timings.entering_s * 1000

    def on_disturbance(self, after: State, idle: State) -> Self:
        return replace(self, under=idle)

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        """Nobody brought a keyboard in time: what was typed is discarded, which is nobody else's business."""
        if not isinstance(act, events.TimedOut):
            return self, ()
        gone = replace(self, under=idle(procedure, now_ms))
        return gone, record_loss(self.under, "time", now_ms, procedure)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        kept = wording.KEPT_FOR_A_WHILE if self.unjudged is not None else ""
        call = wording.please_call(wording.director(procedure.known_rules(self.division)))
        return Page(
            Layout.CALLED,
            Tone.CALL,
            Sign.HAND,
            headline=wording.NO_KEYBOARD,
            says=(f"{kept}{call}",),
            letter=context.letter,
            place=context.place,
        )


# ---- the director's door -----------------------------------------------------------------------------------

UNLOCKING_S = 30
LONGEST_PASSCODE = 64


def enter(under: State, now_ms: int, procedure: Procedure) -> "Unlocking | WithDirector":
    """The director's door over *under*; where no passcode is set there is none to ask for."""
    if procedure.unguarded:
        return WithDirector(now_ms, events.Holder.DEMONSTRATION, under)
    return Unlocking(now_ms, under)


@frozen
class Unlocking(NotForPlayers):
    """The director's passcode is being typed over *under*. While the next try must wait, *since_ms* lies
    ahead and nothing that is typed is taken."""

    since_ms: int
    under: State
    typed: str = field(default="", repr=False)
    message: str = ""

    @property
    def unjudged(self) -> Unjudged | None:
        return self.under.unjudged

    @property
    def shelter(self) -> State | None:
        return self.under if isinstance(self.under, Closed) else None

    def lifetime_ms(self, procedure: Procedure) -> int:
        return UNLOCKING_S * 1000

    def keys_moved(self, event: events.KeysMoved, now_ms: int) -> Self:
        return replace(self, under=self.under.keys_moved(event, now_ms))

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        if isinstance(act, events.EscapePressed | events.TimedOut):
            return self.under.again(now_ms), ()
        if now_ms < self.since_ms:  # while the next try must wait nothing is taken, so nothing can be judged
            return self, ()
        match act:
            case events.Typed(text=text) if len(self.typed) < LONGEST_PASSCODE:
                stays = self.message == wording.CAPS_LOCK and not text.isalpha()
                message = wording.CAPS_LOCK if act.caps or stays else ""
                return replace(self, typed=self.typed + text, message=message, since_ms=now_ms), ()
            case events.SpacePressed() if 0 < len(self.typed) < LONGEST_PASSCODE:
                return replace(self, typed=self.typed + " ", message="", since_ms=now_ms), ()
            case events.BackspacePressed():
                return replace(self, typed=self.typed[:-1], since_ms=now_ms), ()
            case events.EnterPressed() if self.typed:
                # The passcode leaves the state with the question: nothing keeps it.
                return replace(self, typed="", since_ms=now_ms), (events.CheckPasscode(self.typed),)
            case events.Typed() | events.SpacePressed() | events.EnterPressed():
                return self, ()
            case events.TabPressed() | events.UpPressed() | events.DownPressed() | events.MoreTimePressed():
                return self, ()
            case _:
                assert_never(act)

    def on_answer(self, answer: events.PasscodeAccepted | events.PasscodeRefused, now_ms: int) -> State:
        """The state after the passcode was checked. A judge may open a lock, but not settle a doubt."""
        if now_ms < self.since_ms:
            return self
        match answer:
            case events.PasscodeRefused(message, wait_ms):
                return replace(self, typed="", message=message, since_ms=now_ms + wait_ms)
            case events.PasscodeAccepted(role=Role.JUDGE) if isinstance(self.under, OutOfService):
                return replace(self, message=wording.DIRECTOR_ONLY, since_ms=now_ms)
            case events.PasscodeAccepted(role, warning):
                return WithDirector(now_ms, events.Holder(role), self.under, warning)
            case _:
                assert_never(answer)

    def changes_in_ms(self, now_ms: int) -> int | None:
        """The wait is counted down, second by second."""
        return (self.since_ms - now_ms) % 1000 or 1000 if now_ms < self.since_ms else None

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        director = wording.director(procedure.known_rules(self.division))
        return Page(
            Layout.PASSCODE,
            call=wording.staff(director, wording.TYPE_PASSCODE),
            masked=len(self.typed),
            notice=self._notice(now_ms),
            keys=(wording.UNLOCK, wording.GO_BACK),
        )

    def _notice(self, now_ms: int) -> str:
        """What the door says, and how long the next try must wait."""
        if now_ms >= self.since_ms:
            return self.message
        return f"{self.message} {wording.wait(-(-(self.since_ms - now_ms) // 1000))}".strip()


@frozen
class WithDirector(NotForPlayers):
    """Whoever has *role* holds the station; it closes again by itself. *console*: its console is open, and
    keys are that window's."""

    since_ms: int
    role: events.Holder
    under: State
    message: str = ""
    console: bool = False

    @property
    def unjudged(self) -> Unjudged | None:
        return self.under.unjudged

    @property
    def can_be_locked(self) -> bool:
        return False  # whoever holds it by passcode is not locked out of it

    @property
    def shelter(self) -> State | None:
        """An open console is none: whoever wants it types the passcode again."""
        return self.under if isinstance(self.under, Closed) else None

    @property
    def is_staff(self) -> bool:
        """Whether more is allowed than to open a lock: a judge's passcode neither ends the program nor opens
        the console, which shows what was judged and changes the event."""
        return self.role != events.Holder.JUDGE

    def lifetime_ms(self, procedure: Procedure) -> int | None:
        return None if self.console else procedure.timings.console_s * 1000

    def keys_moved(self, event: events.KeysMoved, now_ms: int) -> Self:
        return replace(self, under=self.under.keys_moved(event, now_ms))

    def act(self, act: events.Act, now_ms: int, procedure: Procedure) -> Next:
        if self.console:
            return self, ()
        match act:
            case events.EscapePressed() | events.TimedOut():
                return self.under.again(now_ms), ()
            case events.Typed(digit=1) if isinstance(self.under, OutOfService):
                return replace(self, since_ms=now_ms), (events.RestoreService(),)
            case events.Typed(digit=1):
                lost = record_loss(self, "director", now_ms, procedure)
                after = after_loss(self, events.Cause.DIRECTOR, now_ms, procedure)
                return after, (*lost, *self.record_opening(now_ms))
            case events.Typed(digit=2) if self.is_staff:
                return Left(), (*record_loss(self, "director", now_ms, procedure), events.Leave())
            case events.Typed(digit=3) if self.is_staff:
                return replace(self, console=True), (events.OpenConsole(),)
            case (
                events.Typed()
                | events.SpacePressed()
                | events.EnterPressed()
                | events.TabPressed()
                | events.BackspacePressed()
            ):
                return self, ()
            case events.UpPressed() | events.DownPressed() | events.MoreTimePressed():
                return self, ()
            case _:
                assert_never(act)

    def record_opening(self, now_ms: int) -> tuple[events.WriteRecord, ...]:
        """The record that a closed station, or one that had called, was given back to the players."""
        if isinstance(self.under, Closed):
            return (self.under.record_opening(self.role),)
        if isinstance(self.under, DirectorNeeded):
            return (events.WriteRecord(CallEndedBody("answered", max(0, now_ms - self.under.since_ms))),)
        return ()

    def after_console(self, now_ms: int) -> State:
        """The state once its console is shut: players have the station back as it was; a closed one stays
        with whoever opened it."""
        if isinstance(self.under, Closed):
            return replace(self, console=False, since_ms=now_ms)
        return self.under.again(now_ms)

    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        rules = procedure.known_rules(self.division)
        who = self._name(rules)
        in_use = "" if self.role == events.Holder.DEMONSTRATION else wording.in_use_by(who)
        if self.console:
            call = wording.staff(who, wording.CONSOLE_IS_OPEN)
            return Page(Layout.CHOICES, call=call, lines=(in_use or wording.IN_USE,))
        resume = wording.CHECK_AND_RESUME if isinstance(self.under, OutOfService) else wording.RESUME
        leave = (Key("2", wording.LEAVE), Key("3", wording.OPEN_CONSOLE)) if self.is_staff else ()
        locked = self.under
        found = wording.locked_because(locked.what, locked.at) if isinstance(locked, Locked) else ""
        return Page(
            Layout.CHOICES,
            call=wording.staff(who, wording.WHAT_NOW),
            lines=wording.lines(in_use, found, self.message),
            keys=(Key("1", resume), *leave, wording.GO_BACK),
        )

    def _name(self, rules: RuleSet | None) -> str:
        names = {events.Holder.DIRECTOR: wording.director(rules), events.Holder.JUDGE: wording.judge(rules)}
        return names.get(self.role, self.role)


# ---- the first state ---------------------------------------------------------------------------------------
# Doubt, and whatever closed the station before, outlive a crash.


@frozen
class AtStart:
    """What is known when a station starts; what does not apply is empty.

    *trouble*: why what it rules with could not be opened; None if it could. *out_of_service*: why whoever
    started it wants it closed. *changed*: what happened to its set-up behind the program's back. *closed*:
    why the log says it was closed and nobody has resumed it since; *locked*: that was a lock; *since*: the
    local time of it. *marked*: the same, by the mark beside the log. *unclosed*: the ruling that was on the
    screen when the run before this one died.
    """

    trouble: str | None = None
    out_of_service: str = ""
    changed: str = ""
    closed: str = ""
    locked: bool = False
    since: str = ""
    marked: str = ""
    unclosed: str = ""


class FirstState(NamedTuple):
    """*state*: the state to begin in, or None for idle. *remembered*: the log already knows about it.
    *tells_change*: the screen tells the director that the set-up was changed."""

    state: Closed | Told | None = None
    remembered: bool = True
    tells_change: bool = False


def first_state(found: AtStart, now_ms: int) -> FirstState:
    """The state a station begins in, from what was *found*."""
    if found.trouble is not None or found.out_of_service:
        return FirstState(OutOfService(now_ms, found.trouble or found.out_of_service), remembered=False)
    if found.changed:
        # Only the director may go on with it, whatever else had closed the station before.
        told = found.closed.startswith(found.changed) and not found.locked
        why = found.closed if told else found.changed
        since = found.since if told else ""
        return FirstState(OutOfService(now_ms, why, since), remembered=told, tells_change=True)
    if found.closed:
        locked = Locked(now_ms, found.closed, found.since)
        return FirstState(locked if found.locked else OutOfService(now_ms, found.closed, found.since))
    if found.marked:
        # The log could not be told at the time.
        return FirstState(OutOfService(now_ms, found.marked), remembered=False)
    if found.unclosed:
        # Two players stood before it and may not know that they have a ruling.
        return FirstState(Told(now_ms, events.Cause.RESTART, found.unclosed))
    return FirstState()
