"""A shift, from an empty desk to the first slip, and its end: who judges, the passcode, the division, the
way, the checklist."""

from dataclasses import field, replace

from kiosk.base.frozen import frozen
from kiosk.base.page import Key, Layout, Page
from kiosk.base.recordable import LONGEST_OPERATOR, is_operator
from kiosk.desk import states, wording
from kiosk.desk.events import DeskKey, LeaveDesk, digit_of
from kiosk.desk.ruling import OnSlip, Recording, WithSlip
from kiosk.desk.slip import SlipEntry
from kiosk.desk.ways import Way, way_name, ways
from kiosk.log.bodies import ShiftEndedBody, ShiftStartedBody
from kiosk.setup.passcodes import Role
from kiosk.station import events
from kiosk.station.closed import LONGEST_PASSCODE
from kiosk.station.idle import bands
from kiosk.station.states import Procedure
from kiosk.station.wording import CAPS_LOCK
from kiosk.station.wording import lines as lines_of

# ---- before the shift --------------------------------------------------------------------------------------


@frozen
class NamingJudge(states.DeskState):
    """Nobody is at the desk: whose shift begins?"""

    typed: str = ""
    notice: str = ""

    @property
    def before_shift(self) -> bool:
        return True

    def untouched_ms(self) -> int | None:
        return states.FORGET_MS if self.typed else None

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        if isinstance(key, events.Typed) and is_operator(key.text) and len(self.typed) < LONGEST_OPERATOR:
            return NamingJudge(f"{self.typed}{key.text}".upper()[:LONGEST_OPERATOR]), ()
        if isinstance(key, events.BackspacePressed):
            return NamingJudge(self.typed[:-1]), ()
        if isinstance(key, events.EnterPressed) and self.typed:
            return (to_division(self.typed, setting) if setting.unguarded else AtDeskDoor(self.typed)), ()
        if isinstance(key, events.EscapePressed):
            return DeskLeft(), (LeaveDesk(),)
        return replace(self, notice=wording.WHO), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        page = Page(
            Layout.PASSCODE,
            call=wording.judge_call(setting.first_rules, wording.WHO_BEGINS),
            typed=self.typed,
            notice=self.notice or wording.YOUR_INITIALS,
            keys=(wording.GO_ON, wording.LEAVE),
        )
        return states.DeskPage(page)


@frozen
class AtDeskDoor(states.DeskState):
    """The passcode, once a shift. Nothing is taken before *until_ms*."""

    by: str
    typed: str = field(default="", repr=False)
    message: str = ""
    until_ms: int = 0

    @property
    def before_shift(self) -> bool:
        return True

    def untouched_ms(self) -> int:
        return states.FORGET_MS

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        """While the next try must wait nothing is taken, so nothing can be judged."""
        if isinstance(key, events.EscapePressed):
            return NamingJudge(), ()
        if now_ms < self.until_ms:
            return self, ()
        if isinstance(key, events.EnterPressed) and self.typed:
            # The passcode leaves the state with the question: nothing keeps it.
            return replace(self, typed="", message=""), (events.CheckPasscode(self.typed),)
        if isinstance(key, events.BackspacePressed):
            return replace(self, typed=self.typed[:-1]), ()
        if len(self.typed) >= LONGEST_PASSCODE:
            return self, ()
        if isinstance(key, events.Typed):
            stays = self.message == CAPS_LOCK and not key.text.isalpha()
            message = CAPS_LOCK if key.caps or stays else ""
            return replace(self, typed=self.typed + key.text, message=message), ()
        if isinstance(key, events.SpacePressed) and self.typed:
            return replace(self, typed=f"{self.typed} ", message=""), ()
        return self, ()

    def on_answer(
        self,
        answer: events.PasscodeAccepted | events.PasscodeRefused,
        now_ms: int,
        setting: states.DeskSetting,
    ) -> states.DeskState:
        """The state once the passcode was checked."""
        if isinstance(answer, events.PasscodeAccepted):
            director = answer.role is Role.DIRECTOR
            return replace(to_division(self.by, setting), director=director, warning=answer.warning)
        return replace(self, typed="", message=answer.message, until_ms=now_ms + answer.wait_ms)

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        wait_s = -(-max(0, self.until_ms - now_ms) // 1000)
        waits = f"{self.message} {wording.next_try(wait_s)}".strip()
        page = Page(
            Layout.PASSCODE,
            call=wording.judge_call(setting.first_rules, wording.your_passcode(self.by)),
            masked=len(self.typed),
            notice=waits if wait_s else self.message or wording.WHOSE_PASSCODE,
            keys=(wording.GO_ON, wording.BACK),
        )
        return states.DeskPage(page)


# ---- division and way --------------------------------------------------------------------------------------


class _Picking(states.DeskState):
    """A question with numbers. *under*: the slip to which a judge goes back who changes it in mid-shift.
    *director*: whose passcode it was; *warning*: what whoever was let in must know."""

    __slots__ = ()

    @property
    def under(self) -> OnSlip | None:
        return None

    @property
    def shift_on(self) -> states.Shift | None:
        return None if self.under is None else self.under.shift

    @property
    def before_shift(self) -> bool:
        return self.under is None

    def untouched_ms(self) -> int:
        return states.FORGET_MS if self.under is None else states.HIDE_MS


@frozen
class PickingDivision(_Picking):
    """In which division does the judge rule?"""

    by: str
    under: OnSlip | None = None
    hint: bool = False
    director: bool = False
    warning: str = ""

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        if 1 <= (digit := digit_of(key)) <= len(setting.offered):
            place = setting.offered[digit - 1]
            way = PickingWay(self.by, place, self.under, director=self.director, warning=self.warning)
            return way, ()
        if isinstance(key, events.EscapePressed):
            return self.under or NamingJudge(), ()
        return replace(self, hint=True), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        band = bands(Procedure(setting.divisions))
        keys = tuple(
            Key(str(number), setting.divisions[place].name, band[place])
            for number, place in enumerate(setting.offered, start=1)
        )
        page = Page(
            Layout.CHOICES,
            call=wording.judge_call(setting.first_rules, wording.WHICH_DIVISION),
            keys=(*keys, wording.BACK),
            lines=lines_of(self.warning),
            notice=wording.A_NUMBER if self.hint else "",
        )
        return states.DeskPage(page)


@frozen
class PickingWay(_Picking):
    """By which way does the judge rule?"""

    by: str
    division: int
    under: OnSlip | None = None
    hint: bool = False
    director: bool = False
    warning: str = ""

    @property
    def division_shown(self) -> int:
        return self.division

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        offered = ways(setting.divisions[self.division].rules)
        if 1 <= (digit := digit_of(key)) <= len(offered):
            return self._pick(offered[digit - 1], now_ms, setting)
        if isinstance(key, events.EscapePressed):
            return self.under or NamingJudge(), ()
        return replace(self, hint=True), ()

    def _pick(self, way: Way, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        if self.under is not None:
            shift = replace(self.under.shift, division=self.division, way=way)
            return _checks_first(shift, self.under.slip, setting), ()
        shift = states.Shift(self.by, self.division, way, director=self.director)
        first = _checks_first(shift, SlipEntry(now_ms), setting)
        return Recording(first, self), (events.WriteRecord(ShiftStartedBody(self.by, way.method)),)

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        """What the rulebook says of when staff rule stands under the ways it gives them."""
        rules = setting.divisions[self.division].rules
        keys = (Key(str(number), way_name(way, rules)) for number, way in enumerate(ways(rules), start=1))
        page = Page(
            Layout.CHOICES,
            call=wording.judge_call(rules, wording.WHICH_WAY),
            keys=(*keys, wording.BACK),
            lines=lines_of(self.warning, wording.exceptions(rules)),
            notice=wording.A_NUMBER if self.hint else "",
        )
        return states.DeskPage(page)


def to_division(
    by: str, setting: states.DeskSetting, under: OnSlip | None = None
) -> PickingDivision | PickingWay:
    """The question for the division, or for the way where there is only one division."""
    offered = setting.offered
    return PickingDivision(by, under) if len(offered) > 1 else PickingWay(by, offered[0], under)


# ---- the checklist -----------------------------------------------------------------------------------------


def _checks_first(
    shift: states.Shift, slip: SlipEntry, setting: states.DeskSetting
) -> "OnSlip | TickingChecks":
    """The slip, or before it the checklist of a rulebook that was not gone through in this shift."""
    rules = setting.rules(shift)
    if rules.id in shift.ticked or not rules.card.judge_checks:
        return OnSlip(shift, slip)
    return TickingChecks(shift, slip)


@frozen
class TickingChecks(WithSlip):
    """The rulebook's checklist, before the first ruling by it. *done*: so many lines are ticked."""

    shift: states.Shift
    slip: SlipEntry
    done: int = 0
    notice: str = ""

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        rules = setting.rules(self.shift)
        left = len(rules.card.judge_checks) - self.done
        if isinstance(key, events.EnterPressed) and not left:
            shift = replace(self.shift, ticked=self.shift.ticked | {rules.id})
            slip = replace(self.slip, began_ms=now_ms) if self.slip.untouched else self.slip
            return OnSlip(shift, slip), ()
        if isinstance(key, events.EnterPressed | events.SpacePressed) and left:
            return replace(self, done=self.done + 1, notice=""), ()
        if isinstance(key, events.BackspacePressed):
            return replace(self, done=max(0, self.done - 1), notice=""), ()
        if isinstance(key, events.EscapePressed):
            return EndingShift(self), ()
        return replace(self, notice=wording.TICK if left else ""), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        rules = setting.rules(self.shift)
        ticks = tuple(
            states.Tick(check.text, check.clause, done=place < self.done, current=place == self.done)
            for place, check in enumerate(rules.card.judge_checks)
        )
        left = len(ticks) - self.done
        page = Page(
            Layout.CHOICES,
            call=wording.judge_call(rules, wording.BEFORE_FIRST),
            lines=tuple(f"{'✓ ' if tick.done else ''}{tick.text} ({tick.clause})" for tick in ticks),
            notice=self.notice,
            keys=(
                wording.TICK_IT if left else wording.TO_FIRST_SLIP,
                *((wording.TAKE_BACK,) if self.done else ()),
                wording.END_THE_SHIFT,
            ),
        )
        return states.DeskPage(page, states.DeskLayout.CHECKS, ticks=ticks)


# ---- its end -----------------------------------------------------------------------------------------------


def record_end(shift: states.Shift) -> events.WriteRecord:
    return events.WriteRecord(ShiftEndedBody(shift.by, shift.rulings))


@frozen
class EndingShift(states.DeskState):
    """The judge wants to end the shift, and must say so once more."""

    under: OnSlip | TickingChecks
    hint: bool = False

    @property
    def shift_on(self) -> states.Shift:
        return self.under.shift

    def untouched_ms(self) -> int:
        return states.HIDE_MS

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        shift = self.under.shift
        if isinstance(key, events.EnterPressed):
            off = OffDuty(shift.by, shift.rulings)
            return Recording(off, replace(self, hint=False)), (record_end(shift),)
        return (self.under if isinstance(key, events.EscapePressed) else replace(self, hint=True)), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        shift = self.under.shift
        page = Page(
            Layout.NOTICE,
            headline=wording.end_shift_of(shift.by),
            says=(wording.count_rulings(shift.rulings),),
            keys=(wording.END_IT, wording.BACK),
            notice=wording.IF_SURE if self.hint else "",
        )
        return states.DeskPage(page)


@frozen
class OffDuty(states.DeskState):
    """A shift was ended, which is on record."""

    by: str
    rulings: int
    hint: bool = False

    @property
    def may_be_covered(self) -> bool:
        return False

    def untouched_ms(self) -> None:
        return None

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        if isinstance(key, events.EscapePressed):
            return DeskLeft(), (LeaveDesk(),)
        return (NamingJudge() if isinstance(key, events.EnterPressed) else replace(self, hint=True)), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        page = Page(
            Layout.NOTICE,
            headline=wording.SHIFT_ENDED,
            says=(f"{self.by}: {wording.count_rulings(self.rulings)}",),
            lines=(wording.IT_IS_ON_RECORD,),
            keys=(wording.NEXT_JUDGE, wording.LEAVE),
            notice=wording.ENTER_OR_ESC if self.hint else "",
        )
        return states.DeskPage(page)


@frozen
class DeskLeft(states.DeskState):
    """The program ends."""

    @property
    def may_be_covered(self) -> bool:
        return False

    def untouched_ms(self) -> None:
        return None

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        return self, ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        return states.DeskPage(Page(Layout.NOTICE, headline=wording.CLOSED))
