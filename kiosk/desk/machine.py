"""One desk, from an empty chair to the end of the shift: what a state becomes on an event."""

from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from kiosk.decisions.opinions import THIRD, OpinionAsked, why_not
from kiosk.desk import slips
from kiosk.desk.slips import DeskNext, fresh, on_slip
from kiosk.desk.states import (
    AskingNumber,
    AtDeskDoor,
    CheckingSlip,
    ConfirmingOpinion,
    DeskEffect,
    DeskEvent,
    DeskKey,
    DeskLeft,
    DeskMenu,
    DeskSetting,
    DeskState,
    DocketAsked,
    DocketKept,
    DocketOut,
    DocketPrintersFound,
    EarlierRuling,
    EndingShift,
    FindDocketPrinters,
    FindRuling,
    Hidden,
    LeaveAsked,
    LeaveDesk,
    LogReply,
    LookingInPrint,
    Marked,
    NamingJudge,
    NothingFound,
    NotRecorded,
    NotSaved,
    OffDuty,
    OnSlip,
    OpinionPressed,
    PickingDivision,
    PickingPrinter,
    PickingWay,
    PrintDocket,
    Recording,
    RecordWritten,
    RulingFound,
    RulingSlip,
    SameFound,
    SaveDocket,
    Shift,
    ShowingDocket,
    SlipEntry,
    SlipPart,
    SlipRuled,
    TickingChecks,
    WayAsked,
    digit_of,
    print_method,
)
from kiosk.log.bodies import ClearedBody, ClosedBody, ShiftEndedBody
from kiosk.rules.choices import Person
from kiosk.rules.ruleset import RuleSet
from kiosk.station.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    MoreTimePressed,
    PasscodeAccepted,
    PasscodeRefused,
    SpacePressed,
    StopAsked,
    TabPressed,
    TimedOut,
    Typed,
    UpPressed,
    WriteRecord,
)

# ---- opinions ----------------------------------------------------------------------------------------------
# Another opinion at the desk: on which ruling, whether it may be given, and on whose word.
#
# The rule it guards: the law is that of every opinion (`director.decisions.opinion_chain`); nothing here lets
# through what it refuses.

LONGEST_NUMBER = 12
WHICH = "Type the ruling number from the slip, then ENTER"
OTHER_DIVISION = "{number} was ruled in another division: ESC, then F2 to change it"
FOR_DIRECTOR = "{law} ({clause}) Whoever gives it begins a shift with the director's passcode."


def asking(state: AskingNumber, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    if isinstance(key, Typed) and (key.text == "-" or (key.text.isascii() and key.text.isalnum())):
        return AskingNumber(state.shift, f"{state.typed}{key.text}".upper()[:LONGEST_NUMBER]), ()
    if isinstance(key, BackspacePressed):
        return AskingNumber(state.shift, state.typed[:-1]), ()
    if isinstance(key, EnterPressed) and state.typed:
        number = f"{setting.letter}-{state.typed}" if state.typed.isdigit() else state.typed
        return replace(state, notice=""), (FindRuling(number, state.shift.division),)
    if isinstance(key, EscapePressed):
        return fresh(state.shift, now_ms), ()
    return replace(state, notice=WHICH), ()


def found(state: DeskState, earlier: EarlierRuling, now_ms: int, setting: DeskSetting) -> DeskState:
    """Where a ruling that is looked at again leads: to the book, to another opinion, or nowhere."""
    if not isinstance(state, AskingNumber | CheckingSlip):
        return state
    shift, rules = state.shift, setting.divisions[state.shift.division].rules
    if earlier.division != setting.divisions[shift.division].id:
        return replace(state, notice=OTHER_DIVISION.format(number=earlier.number))
    slip = state.slip if isinstance(state, CheckingSlip) else _slip_of(earlier, now_ms)
    if earlier.pending:
        return LookingInPrint(shift, slip, earlier, now_ms, print_method(shift.way, rules))
    if earlier.opinion == THIRD and not _may_give_third(shift, rules, setting):
        clause = rules.clause("review.third_opinion")
        return replace(state, notice=FOR_DIRECTOR.format(law=rules.review.third_opinion, clause=clause))
    asked = OpinionAsked(earlier.opinion, shift.by)
    reached = _asked_opinions(
        CheckingSlip(shift, replace(slip, again=earlier), now_ms), asked, earlier, rules
    )
    return replace(state, notice=reached) if isinstance(reached, str) else reached


def _may_give_third(shift: Shift, rules: RuleSet, setting: DeskSetting) -> bool:
    return rules.review.third_by is not Person.DIRECTOR or shift.director or setting.unguarded


def _asked_opinions(
    opinion: CheckingSlip, asked: OpinionAsked, earlier: EarlierRuling, rules: RuleSet
) -> CheckingSlip | ConfirmingOpinion | str:
    """The words to be checked; or what somebody has to vouch for first; or why there is no such opinion."""
    refusal = why_not(rules, asked, earlier.opinions)
    if not refusal:
        return opinion
    for told in (replace(asked, exception=True), replace(asked, vouched=True)):
        if why_not(rules, told, earlier.opinions) != refusal:
            return ConfirmingOpinion(opinion.shift, opinion.slip, told, refusal)
    return refusal


def confirming(state: ConfirmingOpinion, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    if isinstance(key, EscapePressed):
        return AskingNumber(state.shift), ()
    earlier = state.slip.again
    if earlier is None or not isinstance(key, EnterPressed):
        return replace(state, hint=True), ()
    rules = setting.divisions[state.shift.division].rules
    reached = _asked_opinions(CheckingSlip(state.shift, state.slip, now_ms), state.asked, earlier, rules)
    return (AskingNumber(state.shift, notice=reached) if isinstance(reached, str) else reached), ()


def _slip_of(earlier: EarlierRuling, now_ms: int) -> SlipEntry:
    return SlipEntry(
        now_ms,
        table=str(earlier.table or ""),
        number=str(earlier.slip or ""),
        lines=tuple(earlier.words),
        part=SlipPart.WORDS,
        current=len(earlier.words) - 1,
    )


# ---- docket out --------------------------------------------------------------------------------------------
# The docket of a ruling goes out: to a printer, chosen once a shift, or into a file.
#
# Rules guarded here: it is done by the judge's own key and once for each; nothing about it holds up a ruling,
# for whoever would not wait goes back to the slips; and an answer to another docket is not taken for this
# one.

PRINT, SAVE, OTHER = "P", "S", "O"
MOST_PRINTERS = 9  # as many as there are digits
LOOKING = "Looking for printers…"
PRINTING = "Printing on {}…"
SAVING = "Saving it…"
NO_PRINTER = "This computer knows no printer. S saves it as a file."


def docket_key(state: ShowingDocket | PickingPrinter, key: DeskKey) -> DeskNext:
    """What a key leads to on the docket's page, or where its printer is chosen."""
    return _shown(state, key) if isinstance(state, ShowingDocket) else _picking(state, key)


def _shown(state: ShowingDocket, key: DeskKey) -> DeskNext:
    if isinstance(key, EnterPressed | EscapePressed | DocketAsked):
        return state.under, ()
    letter = key.letter if isinstance(key, Typed) else None
    if state.busy or letter is None:
        return state, ()
    printer = state.under.shift.printer
    if letter == SAVE:
        return _busy(state, SAVING), (SaveDocket(state.ruling),)
    if letter == PRINT and printer:
        return _busy(state, PRINTING.format(printer)), (PrintDocket(state.ruling, printer),)
    if letter == PRINT or (letter == OTHER and printer):
        return _busy(state, LOOKING), (FindDocketPrinters(),)
    return state, ()


def _picking(state: PickingPrinter, key: DeskKey) -> DeskNext:
    """The printer of this shift is chosen, and prints the docket that was asked for."""
    if isinstance(key, EscapePressed):
        return state.under, ()
    if 1 <= (digit := digit_of(key)) <= min(len(state.names), MOST_PRINTERS):
        return _on(state.under, state.names[digit - 1])
    return replace(state, hint=True), ()


def docket_replied(state: DeskState, reply: DocketPrintersFound | DocketOut | DocketKept) -> DeskNext:
    """What came of it, if somebody still waits for it."""
    if not (isinstance(state, ShowingDocket) and state.busy):
        return state, ()
    if isinstance(reply, DocketPrintersFound):
        return _found(state, reply.names)
    said = reply.said if isinstance(reply, DocketOut) else reply.why
    return (replace(state, busy="", notice=said) if reply.seq == state.ruling.seq else state), ()


def _found(state: ShowingDocket, names: tuple[str, ...]) -> DeskNext:
    if state.busy != LOOKING:
        return state, ()
    idle = replace(state, busy="", notice="")
    if not names:
        return replace(idle, notice=NO_PRINTER), ()
    return _on(idle, names[0]) if len(names) == 1 else (PickingPrinter(idle, names), ())


def _on(state: ShowingDocket, printer: str) -> DeskNext:
    shift = replace(state.under.shift, printer=printer)
    chosen = replace(state, under=replace(state.under, shift=shift))
    return _busy(chosen, PRINTING.format(printer)), (PrintDocket(state.ruling, printer),)


def _busy(state: ShowingDocket, doing: str) -> ShowingDocket:
    return replace(state, busy=doing, notice="")


# ---- beside ------------------------------------------------------------------------------------------------
# What is done beside the slips: the menu, the docket, the end of a shift, a hidden page.

# --- the menu ---------------------------------------------------------------------------------------------


class DeskChoice(StrEnum):
    BACK = "back"
    CLEAR = "clear"
    WAY = "way"
    OPINION = "opinion"
    DOCKET = "docket"
    END = "end"


def choices(state: DeskMenu) -> tuple[DeskChoice, ...]:
    """What can be done now: a typed slip is finished or cleared before anything else begins."""
    under = state.under
    if isinstance(under, CheckingSlip) or not under.slip.untouched:
        way = () if isinstance(under, CheckingSlip) else (DeskChoice.WAY,)
        return (DeskChoice.BACK, DeskChoice.CLEAR, *way)
    docket = (DeskChoice.DOCKET,) if under.shift.last else ()
    return (DeskChoice.BACK, DeskChoice.WAY, DeskChoice.OPINION, *docket, DeskChoice.END)


def menu(state: DeskMenu, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    offered = choices(state)
    if isinstance(key, EscapePressed):
        return state.under, ()
    if 1 <= (digit := digit_of(key)) <= len(offered):
        return _done(state.under, offered[digit - 1], now_ms, setting)
    return replace(state, hint=True), ()


def _done(under: OnSlip | CheckingSlip, choice: DeskChoice, now_ms: int, setting: DeskSetting) -> DeskNext:
    match choice:
        case DeskChoice.BACK:
            return under, ()
        case DeskChoice.CLEAR:
            return _cleared(under, now_ms, setting)
        case DeskChoice.WAY:
            return _asked_beside(under, WayAsked(), now_ms, setting)
        case DeskChoice.OPINION:
            return _asked_beside(under, OpinionPressed(), now_ms, setting)
        case DeskChoice.DOCKET:
            return _asked_beside(under, DocketAsked(), now_ms, setting)
        case DeskChoice.END:
            return (EndingShift(under) if isinstance(under, OnSlip) else under), ()
        case _:
            assert_never(choice)


def _asked_beside(under: OnSlip | CheckingSlip, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The same as the key that asks for it on the slip's own page."""
    return on_slip(under, key, now_ms, setting) if isinstance(under, OnSlip) else (under, ())


def _cleared(under: OnSlip | CheckingSlip, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The next slip; words that were typed for this one go on record first, as at a station."""
    following = fresh(under.shift, now_ms)
    record = _wiped(under, setting)
    return (following, ()) if record is None else (Recording(following, under), (record,))


def _wiped(under: OnSlip | CheckingSlip, setting: DeskSetting) -> WriteRecord | None:
    slip = under.slip
    if not slip.has_letters or slip.again is not None:
        return None
    words = tuple(line for line in slip.lines if line)
    return WriteRecord(ClearedBody(setting.divisions[under.shift.division].id, words, None))


# --- the end of a shift -----------------------------------------------------------------------------------


def ending(state: EndingShift, key: DeskKey) -> DeskNext:
    shift = state.under.shift
    if isinstance(key, EnterPressed):
        return Recording(OffDuty(shift.by, shift.rulings), replace(state, hint=False)), (_ended(shift),)
    return (state.under if isinstance(key, EscapePressed) else replace(state, hint=True)), ()


def _ended(shift: Shift) -> WriteRecord:
    return WriteRecord(ShiftEndedBody(shift.by, shift.rulings))


def off_duty(state: OffDuty, key: DeskKey) -> DeskNext:
    if isinstance(key, EscapePressed):
        return DeskLeft(), (LeaveDesk(),)
    return (NamingJudge() if isinstance(key, EnterPressed) else replace(state, hint=True)), ()


def not_recorded(state: NotRecorded, key: DeskKey) -> DeskNext:
    return (state.back if isinstance(key, EnterPressed) else replace(state, hint=True)), ()


# --- the program is asked to end --------------------------------------------------------------------------


def stopped(state: DeskState, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The program ends: what stands on the desk goes on record, and the shift is over."""
    here = state.under if isinstance(state, Hidden) else state
    records: list[DeskEffect] = []
    if isinstance(here, DeskMenu):
        here = here.under
    if isinstance(here, OnSlip | CheckingSlip) and (wiped := _wiped(here, setting)) is not None:
        records.append(wiped)
    if isinstance(here, Marked):
        seen_ms = max(0, now_ms - here.opened_ms)
        records.append(WriteRecord(ClosedBody(here.ruling.seq, here.ruling.number, "stopped", seen_ms)))
    shift = shift_of(here)
    if shift is not None:
        records.append(_ended(shift))
    return DeskLeft(), (*records, LeaveDesk())


def shift_of(state: DeskState) -> Shift | None:
    """The shift that runs in *state*."""
    match state:
        case OnSlip() | CheckingSlip() | LookingInPrint() | Marked() | AskingNumber() | TickingChecks():
            return state.shift
        case ConfirmingOpinion():
            return state.shift
        case DeskMenu() | ShowingDocket() | EndingShift() | RulingSlip():
            return state.under.shift
        case PickingPrinter():
            return state.under.under.shift
        case PickingDivision(under=slip) | PickingWay(under=slip):
            return None if slip is None else slip.shift
        case Hidden(under=below) | Recording(back=below) | NotRecorded(back=below):
            return shift_of(below)
        case NamingJudge() | AtDeskDoor() | OffDuty() | DeskLeft():
            return None
        case _:
            assert_never(state)


# ---- step --------------------------------------------------------------------------------------------------
# One desk, from an empty chair to the end of the shift: what a state becomes on an event.
#
# `step` is all there is to know about *what may happen next*. Only TAB on a page that shows the whole slip
# asks for a ruling, and only `SlipRuled` leads to a mark.


def step(state: DeskState, event: DeskEvent, now_ms: int, setting: DeskSetting) -> DeskNext:
    """What the desk becomes on *event*, and what the shell must now do."""
    match event:
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed() | UpPressed():
            return _pressed(state, event, now_ms, setting)
        case DownPressed() | MoreTimePressed() | EscapePressed():
            return _pressed(state, event, now_ms, setting)
        case WayAsked() | OpinionPressed() | DocketAsked():
            return _pressed(state, event, now_ms, setting)
        case TimedOut():
            return left_alone(state), ()
        case LeaveAsked():
            return _leaving(state, now_ms, setting)
        case StopAsked():
            return stopped(state, now_ms, setting)
        case PasscodeAccepted() | PasscodeRefused() | SlipRuled() | RulingFound() | NothingFound():
            return _replied(state, event, now_ms, setting), ()
        case SameFound() | RecordWritten() | NotSaved():
            return _replied(state, event, now_ms, setting), ()
        case DocketPrintersFound() | DocketOut() | DocketKept():
            return docket_replied(state, event)
        case _:
            assert_never(event)


def _pressed(state: DeskState, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    match state:
        case NamingJudge() | AtDeskDoor() | PickingDivision() | PickingWay() | TickingChecks():
            return _signing_on(state, key, now_ms, setting)
        case OnSlip():
            return slips.on_slip(state, key, now_ms, setting)
        case CheckingSlip():
            return slips.checking(state, key, now_ms, setting)
        case LookingInPrint():
            return slips.in_print(state, key, now_ms, setting)
        case Marked():
            return slips.marked(state, key, now_ms)
        case AskingNumber() | DeskMenu() | ShowingDocket() | EndingShift() | OffDuty() | Hidden():
            return _beside(state, key, now_ms, setting)
        case ConfirmingOpinion() | NotRecorded() | RulingSlip() | Recording() | DeskLeft() | PickingPrinter():
            return _beside(state, key, now_ms, setting)
        case _:
            assert_never(state)


def _signing_on(
    state: NamingJudge | AtDeskDoor | PickingDivision | PickingWay | TickingChecks,
    key: DeskKey,
    now_ms: int,
    setting: DeskSetting,
) -> DeskNext:
    match state:
        case NamingJudge():
            return slips.naming(state, key, setting)
        case AtDeskDoor():
            return slips.at_door(state, key, now_ms)
        case PickingDivision():
            return slips.picking_division(state, key, setting)
        case PickingWay():
            return slips.picking_way(state, key, now_ms, setting)
        case TickingChecks():
            return slips.ticking(state, key, now_ms, setting)
        case _:
            assert_never(state)


def _beside(
    state: AskingNumber
    | ConfirmingOpinion
    | DeskMenu
    | ShowingDocket
    | PickingPrinter
    | EndingShift
    | OffDuty
    | Hidden
    | NotRecorded
    | RulingSlip
    | Recording
    | DeskLeft,
    key: DeskKey,
    now_ms: int,
    setting: DeskSetting,
) -> DeskNext:
    match state:
        case AskingNumber():
            return asking(state, key, now_ms, setting)
        case ConfirmingOpinion():
            return confirming(state, key, now_ms, setting)
        case DeskMenu():
            return menu(state, key, now_ms, setting)
        case ShowingDocket() | PickingPrinter():
            return docket_key(state, key)
        case EndingShift():
            return ending(state, key)
        case OffDuty():
            return off_duty(state, key)
        case Hidden(under=under):
            return under, ()  # the key only uncovers: whoever pressed it did not see what it would do
        case NotRecorded():
            return not_recorded(state, key)
        case RulingSlip() | Recording() | DeskLeft():
            return state, ()
        case _:
            assert_never(state)


def left_alone(state: DeskState) -> DeskState:
    """What *state* becomes when nobody touches the desk: covered, or before a shift forgotten."""
    match state:
        case NamingJudge() | AtDeskDoor():
            return NamingJudge()
        case PickingDivision(under=None) | PickingWay(under=None):
            return NamingJudge()
        case OnSlip() | CheckingSlip() | LookingInPrint() | Marked() | ShowingDocket():
            return Hidden(state)
        case PickingDivision() | PickingWay() | PickingPrinter() | TickingChecks():
            return Hidden(state)
        case AskingNumber() | ConfirmingOpinion() | DeskMenu() | EndingShift():
            return Hidden(state)
        case RulingSlip() | OffDuty() | Hidden() | Recording() | NotRecorded() | DeskLeft():
            return state
        case _:
            assert_never(state)


def _leaving(state: DeskState, now_ms: int, setting: DeskSetting) -> DeskNext:
    """The window is asked to close: with nobody on shift the desk is left; else it is as if ESC were
    pressed, so that a shift ends by the judge's own word."""
    if isinstance(state, Hidden) or shift_of(state) is not None:
        return _pressed(state, EscapePressed(), now_ms, setting)
    return DeskLeft(), (LeaveDesk(),)


# --- what the shell answers -------------------------------------------------------------------------------


def _replied(state: DeskState, reply: LogReply, now_ms: int, setting: DeskSetting) -> DeskState:
    match reply:
        case PasscodeAccepted() | PasscodeRefused():
            return slips.door_answered(state, reply, now_ms, setting)
        case SlipRuled():
            return slips.ruled(state, reply, now_ms, setting)
        case RulingFound(earlier=earlier):
            return found(state, earlier, now_ms, setting)
        case SameFound(earlier=earlier):
            return replace(state, same=earlier) if isinstance(state, CheckingSlip) else state
        case NothingFound(why=why):
            return replace(state, notice=why) if isinstance(state, AskingNumber | CheckingSlip) else state
        case RecordWritten():
            return state.after if isinstance(state, Recording) else state
        case NotSaved():
            return _not_saved(state, reply)
        case _:
            assert_never(reply)


def _not_saved(state: DeskState, event: NotSaved) -> DeskState:
    """Nothing happened: the page says so, and all that was typed is kept behind it."""
    if isinstance(state, RulingSlip):
        return NotRecorded(state.under, event.why, ruled=True, doubtful=event.doubtful)
    if isinstance(state, Recording):
        return NotRecorded(state.back, event.why, ruled=False)
    return state
