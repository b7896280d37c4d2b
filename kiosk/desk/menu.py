"""What is done beside the slips: the menu, the docket of a ruling, a page that is covered.

A docket goes out by the judge's own key and once for each; nothing about it holds up a ruling, for whoever
would not wait goes back to the slips; and an answer to another docket is not taken for this one.
"""

from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Key, Layout, Page
from kiosk.desk import events, states, wording
from kiosk.desk.opinions import AskingNumber
from kiosk.desk.ruling import CheckingSlip, Marked, OnSlip, Recording, fresh
from kiosk.desk.shift import EndingShift, to_division
from kiosk.rules.ruling import LoggedRuling
from kiosk.station.events import EnterPressed, EscapePressed, Typed

# ---- the menu ----------------------------------------------------------------------------------------------


class DeskChoice(StrEnum):
    BACK = "back"
    CLEAR = "clear"
    WAY = "way"
    OPINION = "opinion"
    DOCKET = "docket"
    END = "end"


@frozen
class DeskMenu(states.DeskState):
    """After ESC: what else can be done."""

    under: OnSlip | CheckingSlip
    hint: bool = False

    @property
    def shift_on(self) -> states.Shift:
        return self.under.shift

    def untouched_ms(self) -> int:
        return states.HIDE_MS

    def choices(self) -> tuple[DeskChoice, ...]:
        """What can be done now: a typed slip is finished or cleared before anything else begins."""
        under = self.under
        if isinstance(under, CheckingSlip) or not under.slip.untouched:
            way = () if isinstance(under, CheckingSlip) else (DeskChoice.WAY,)
            return (DeskChoice.BACK, DeskChoice.CLEAR, *way)
        docket = (DeskChoice.DOCKET,) if under.shift.last else ()
        return (DeskChoice.BACK, DeskChoice.WAY, DeskChoice.OPINION, *docket, DeskChoice.END)

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        choices = self.choices()
        if isinstance(key, EscapePressed):
            return self.under, ()
        if 1 <= (digit := events.digit_of(key)) <= len(choices):
            return self._choose(choices[digit - 1], now_ms, setting)
        return replace(self, hint=True), ()

    def _choose(self, choice: DeskChoice, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        under = self.under
        match choice:
            case DeskChoice.BACK:
                return under, ()
            case DeskChoice.CLEAR:
                return self._clear(now_ms, setting)
            case DeskChoice.WAY:
                return open_from_slip(under, events.WayAsked(), setting), ()
            case DeskChoice.OPINION:
                return open_from_slip(under, events.OpinionPressed(), setting), ()
            case DeskChoice.DOCKET:
                return open_from_slip(under, events.DocketAsked(), setting), ()
            case DeskChoice.END:
                return (EndingShift(under) if isinstance(under, OnSlip) else under), ()
            case _:
                assert_never(choice)

    def _clear(self, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        """The next slip; words that were typed for this one go on record first."""
        following = fresh(self.under.shift, now_ms)
        record = self.under.record_clearing(setting)
        return (Recording(following, self.under), record) if record else (following, ())

    def on_stop(self, now_ms: int, setting: states.DeskSetting) -> tuple[events.DeskEffect, ...]:
        return self.under.on_stop(now_ms, setting)

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        keys = (Key(str(number), wording.CHOICES[choice]) for number, choice in enumerate(self.choices(), 1))
        page = Page(
            Layout.CHOICES,
            call=wording.judge_call(setting.rules(self.under.shift), wording.WHAT_NOW),
            keys=(*keys, wording.BACK),
            notice=wording.A_NUMBER if self.hint else "",
        )
        return states.DeskPage(page)


def open_from_slip(
    state: states.DeskState, key: events.DeskKey, setting: states.DeskSetting
) -> states.DeskState:
    """What ESC, F2, F3 and F4 open beside the slip of *state*; anywhere else, nothing."""
    if isinstance(state, Marked) and isinstance(key, events.DocketAsked):
        return ShowingDocket(replace(state, hint=False), state.ruling)
    if isinstance(state, CheckingSlip) and isinstance(key, EscapePressed):
        return DeskMenu(replace(state, notice=""))
    if not isinstance(state, OnSlip):
        return state
    if isinstance(key, EscapePressed):
        return DeskMenu(state)
    if isinstance(key, events.WayAsked):
        return to_division(state.shift.by, setting, state)
    if isinstance(key, events.OpinionPressed):
        return AskingNumber(state.shift) if state.slip.untouched else state.with_notice(wording.SLIP_FIRST)
    if isinstance(key, events.DocketAsked):
        last = state.shift.last
        return state.with_notice(wording.NO_LAST) if last is None else ShowingDocket(state, last)
    return state


# ---- the docket --------------------------------------------------------------------------------------------

PRINT, SAVE, OTHER = "P", "S", "O"
MOST_PRINTERS = 9  # as many as there are digits


@frozen
class ShowingDocket(states.DeskState):
    """A ruling as text to be copied, printed or saved. *busy*: what is being done with it; *notice*: what
    came of that."""

    under: OnSlip | Marked
    ruling: LoggedRuling
    notice: str = ""
    busy: str = ""

    @property
    def shift_on(self) -> states.Shift:
        return self.under.shift

    def untouched_ms(self) -> int:
        return states.HIDE_MS

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        if isinstance(key, EnterPressed | EscapePressed | events.DocketAsked):
            return self.under, ()
        letter = key.letter if isinstance(key, Typed) else None
        if self.busy or letter is None:
            return self, ()
        printer = self.under.shift.printer
        if letter == SAVE:
            return replace(self, busy=wording.SAVING, notice=""), (events.SaveDocket(self.ruling),)
        if letter == PRINT and printer:
            return self.printing_on(printer)
        if letter == PRINT or (letter == OTHER and printer):
            return replace(self, busy=wording.LOOKING, notice=""), (events.FindDocketPrinters(),)
        return self, ()

    def printing_on(self, printer: str) -> states.DeskNext:
        """The docket goes to *printer*, on which this shift prints from now on."""
        shift = replace(self.under.shift, printer=printer)
        under = replace(self.under, shift=shift)
        busy = replace(self, under=under, busy=wording.PRINTING.format(printer), notice="")
        return busy, (events.PrintDocket(self.ruling, printer),)

    def on_answer(
        self, reply: events.DocketPrintersFound | events.DocketOut | events.DocketKept
    ) -> states.DeskNext:
        """What came of it, if somebody still waits for it."""
        if not self.busy:
            return self, ()
        if isinstance(reply, events.DocketPrintersFound):
            return self._printers_found(reply.names)
        notice = reply.said if isinstance(reply, events.DocketOut) else reply.why
        return (replace(self, busy="", notice=notice) if reply.seq == self.ruling.seq else self), ()

    def _printers_found(self, names: tuple[str, ...]) -> states.DeskNext:
        if self.busy != wording.LOOKING:
            return self, ()
        idle = replace(self, busy="", notice="")
        if not names:
            return replace(idle, notice=wording.NO_PRINTER), ()
        return idle.printing_on(names[0]) if len(names) == 1 else (PickingPrinter(idle, names), ())

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        rules = setting.rules(self.under.shift)
        lines = wording.docket_lines(self.ruling, rules, context)
        printer = self.under.shift.printer
        printing = (Key(PRINT, wording.print_on(printer)), Key(OTHER, wording.ANOTHER_PRINTER))
        page = Page(
            Layout.NOTICE,
            call=wording.judge_call(rules, wording.DOCKET_CALL),
            lines=lines,
            notice=self.busy or self.notice,
            keys=(
                *(printing if printer else (Key(PRINT, wording.PRINT),)),
                Key(SAVE, wording.SAVE),
                wording.ENTER_BACK,
            ),
        )
        return states.DeskPage(page, states.DeskLayout.DOCKET, docket=lines)


@frozen
class PickingPrinter(states.DeskState):
    """On which of *names* shall the dockets of this shift be printed?"""

    under: ShowingDocket
    names: tuple[str, ...]
    hint: bool = False

    @property
    def shift_on(self) -> states.Shift:
        return self.under.shift_on

    def untouched_ms(self) -> int:
        return states.HIDE_MS

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        """The printer of this shift is chosen, and prints the docket that was asked for."""
        if isinstance(key, EscapePressed):
            return self.under, ()
        if 1 <= (digit := events.digit_of(key)) <= min(len(self.names), MOST_PRINTERS):
            return self.under.printing_on(self.names[digit - 1])
        return replace(self, hint=True), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        names = self.names[:MOST_PRINTERS]
        page = Page(
            Layout.CHOICES,
            call=wording.judge_call(setting.rules(self.shift_on), wording.WHICH_PRINTER),
            keys=(*(Key(str(number), name) for number, name in enumerate(names, start=1)), wording.BACK),
            notice=wording.A_NUMBER if self.hint else "",
        )
        return states.DeskPage(page)


# ---- covered -----------------------------------------------------------------------------------------------


@frozen
class Hidden(states.DeskState):
    """Nobody has touched the desk for a while: what stood there is kept, and not shown."""

    under: states.DeskState

    @property
    def shift_on(self) -> states.Shift | None:
        return self.under.shift_on

    @property
    def may_be_covered(self) -> bool:
        return False

    def untouched_ms(self) -> None:
        return None

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        return self.under, ()  # the key only uncovers: whoever pressed it did not see what it would do

    def on_stop(self, now_ms: int, setting: states.DeskSetting) -> tuple[events.DeskEffect, ...]:
        return self.under.on_stop(now_ms, setting)

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        says, lines = (wording.SHIFT_GOES_ON,), (wording.ANY_KEY,)
        return states.DeskPage(Page(Layout.NOTICE, headline=wording.COVERED, says=says, lines=lines))
