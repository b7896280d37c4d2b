"""One challenge, from the idle screen to the verdict and back: what a state becomes on an event."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto
from typing import TypeAlias, assert_never

from kiosk.log.bodies import AbandonedBody, CallEndedBody, ClearedBody, DirectorNeededBody, NoteBody
from kiosk.rules.choices import Concession, MethodId
from kiosk.rules.ruling import Adjudication, Effort, Place, RulingFlag, Verdict
from kiosk.station import closing
from kiosk.station import entry as station_entry
from kiosk.station.closing import (
    called_in,
    may_leave,
    may_open_console,
    taken_off,
    told,
    trouble,
    unlocking,
    violated,
    with_director,
)
from kiosk.station.entry import (
    BOARD_S,
    Procedure,
    back,
    may_change_division,
    missed_under,
    overslept,
    standing,
)
from kiosk.station.states import (
    Act,
    AskingTable,
    AtBoard,
    BackspacePressed,
    Cause,
    Checking,
    Choosing,
    ChoosingDivision,
    ChordPressed,
    Closed,
    Conceded,
    Conceding,
    ConsoleShut,
    Counting,
    DirectorNeeded,
    DownPressed,
    Effect,
    Entering,
    EnterPressed,
    EntryKey,
    EscapePressed,
    Event,
    Interrupted,
    JudgeAndLog,
    Judging,
    KeyboardSeen,
    KeysMoved,
    Leave,
    Left,
    Locked,
    MoreTimePressed,
    NoKeyboard,
    OpenConsole,
    OutOfService,
    PasscodeAccepted,
    PasscodeRefused,
    Referred,
    Reply,
    RulingLogged,
    ServiceRestored,
    Showing,
    Side,
    SpacePressed,
    StaffOnly,
    State,
    StopAsked,
    SwitchLarge,
    TabPressed,
    TellTime,
    TimedOut,
    TimeTold,
    Told,
    TroubleFound,
    Typed,
    Unlocking,
    UpPressed,
    ViolationSeen,
    WithDirector,
    WriteRecord,
    division_of,
    entry_of,
)
from kiosk.words.play import MOST_WORDS, Word, entered_twice

# ---- entering ----------------------------------------------------------------------------------------------
# From the first letter to TAB: the words, the table number, the checking, the way to the board and back.

Entered: TypeAlias = tuple[State, tuple[Effect, ...]]


def _left_alone(state: State, now_ms: int, procedure: Procedure) -> Entered:
    """The entry was left untouched for too long."""
    return told(state, Cause.TIME, now_ms, procedure), (closing.wiped(AbandonedBody, state, procedure),)


def entering(state: Entering, act: Act, now_ms: int, procedure: Procedure) -> Entered:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    if isinstance(act, TimedOut):
        return _left_alone(state, now_ms, procedure)
    changed = station_entry.edited(state, act, now_ms)
    if not station_entry.complete(changed) or not station_entry.ends_entry(state, act):
        return changed, ()
    whole = station_entry.ended(changed)
    if procedure.ask_table and whole.table is None:
        return AskingTable(now_ms, whole), ()
    return _to_be_checked(whole, now_ms), ()


def _to_be_checked(whole: Entering, now_ms: int) -> Checking:
    # Frozen as it stood: what both players check is what will be judged.
    return Checking(now_ms, whole, now_ms, now_ms, notice=station_entry.MISSED if whole.missed else "")


def asking_table(state: AskingTable, act: Act, now_ms: int, procedure: Procedure) -> Entered:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    if isinstance(act, TimedOut):
        return _left_alone(state, now_ms, procedure)
    if station_entry.table_answered(state, act):
        return _to_be_checked(replace(state.entry, table=state.typed), now_ms), ()
    return station_entry.table_edited(state, act, now_ms), ()


def checked(state: Checking, act: Act, now_ms: int, procedure: Procedure) -> Entered:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    if isinstance(act, TimedOut):
        if standing(state, now_ms, procedure) == 0:
            return _left_alone(state, now_ms, procedure)
        return station_entry.armed(state, now_ms), ()
    if isinstance(act, TabPressed) and station_entry.judges(state, act):
        return Judging(state, now_ms), (JudgeAndLog(state, now_ms - state.opened_ms),)
    if isinstance(act, MoreTimePressed):
        return station_entry.more_time(state, now_ms, procedure.timings.checking_s * 1000), ()
    if isinstance(act, Typed) and act.digit == 0 and may_see_board(state, procedure):
        return AtBoard(now_ms, replace(state, entry=replace(state.entry, boarded=True))), (TellTime(),)
    return station_entry.checked(state, act, now_ms), ()


def may_see_board(state: Checking, procedure: Procedure) -> bool:
    """Whether both players may go back to their board now: once an entry, where the rule set knows it."""
    rules = procedure.divisions[state.entry.division].rules
    return bool(rules.prompts.board) and not state.entry.boarded and not state.doubted


def at_board(state: AtBoard, act: Act, now_ms: int, procedure: Procedure) -> Entered:
    match act:
        case EnterPressed():
            return station_entry.back_from_board(state, now_ms), ()
        case TimedOut():
            return _left_alone(state, now_ms, procedure)
        case Typed() | SpacePressed():
            return replace(state, hint=True, checked=station_entry.missed(state.checked)), ()
        case TabPressed() | BackspacePressed() | EscapePressed():
            return replace(state, hint=True), ()
        case UpPressed() | DownPressed() | MoreTimePressed():
            return replace(state, hint=True), ()
        case _:
            assert_never(act)


# ---- judging -----------------------------------------------------------------------------------------------
# What TAB puts together for the record: the ruling with its place, its flags and the effort of the entry.

METHOD = MethodId.SELF_STATION

# What was asked, in whatever order: lists, rules and words.
Question: TypeAlias = tuple[str, str, str, tuple[Word, ...]]


def adjudication(
    order: JudgeAndLog, verdict: Verdict, procedure: Procedure, place: Place, around: tuple[RulingFlag, ...]
) -> Adjudication:
    """The ruling *verdict* on the play of *order*. *place*: where in the event; *around*: the flags that
    every ruling carries now."""
    checked = order.checked
    entry = checked.entry
    division = procedure.divisions[entry.division]
    return replace(
        division.ruled(checked.words, verdict, METHOD),
        declared=entry.declared,
        place=replace(place, table=int(entry.table) if entry.table else None),
        flags=tuple(sorted({*around, *flags(checked, procedure)})),
        effort=Effort(
            entry_ms=max(0, checked.opened_ms - entry.began_ms),
            verify_ms=max(0, order.verify_ms),
            edits=entry.edits,
        ),
    )


def flags(checked: Checking, procedure: Procedure) -> set[RulingFlag]:
    """What is unusual about this play and its entry."""
    division = procedure.divisions[checked.entry.division]
    found = set(division.flags)
    if entered_twice(checked.words):
        found.add(RulingFlag.DUPLICATE_WORD)
    if checked.entry.list_changed and division.rules.words_fixed:
        found.add(RulingFlag.LIST_CHANGED)
    if procedure.ask_table and not checked.entry.table:
        found.add(RulingFlag.NO_TABLE)
    if checked.entry.boarded:
        found.add(RulingFlag.BOARD)
    return found


def question(asked: Adjudication) -> Question:
    """The question that *asked* was the answer to."""
    long = asked.long_lexicon
    return (
        asked.lexicon.fingerprint,
        long.fingerprint if long else "",
        asked.rules.fingerprint,
        tuple(sorted(asked.words)),
    )


def differs(asked: Adjudication, ruled: Mapping[Question, Verdict]) -> bool:
    """Whether the same words were *ruled* on before, by the same lists and rules, with another verdict."""
    return ruled.get(question(asked), asked.verdict) is not asked.verdict


# ---- idle --------------------------------------------------------------------------------------------------
# The station waits for the next two players: whose challenge it is, and of how many words.

LARGER = 9  # the digit that is nobody's count

IdleNext: TypeAlias = tuple[State, tuple[Effect, ...]]


def idle(state: ChoosingDivision | Counting, act: Act, now_ms: int, procedure: Procedure) -> IdleNext:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    match state:
        case ChoosingDivision():
            return _choosing_division(state, act, now_ms, procedure)
        case Counting():
            return _counting(state, act, now_ms, procedure)
        case _:
            assert_never(state)


def _choosing_division(
    state: ChoosingDivision, act: EntryKey | TimedOut, now_ms: int, procedure: Procedure
) -> IdleNext:
    match act:
        case Typed(digit=int(digit)) if digit in _open_to_players(procedure):
            return Counting(now_ms, division=digit - 1), ()
        case Typed(digit=digit) if digit == LARGER:
            return state, (SwitchLarge(),)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed():
            return replace(state, hint=True, since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), ()
        case BackspacePressed() | UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(act)


def _open_to_players(procedure: Procedure) -> set[int]:
    """The numbers of the divisions in which players look up by themselves."""
    return {place for place, one in enumerate(procedure.divisions, 1) if one.rules.self_lookup}


def _counting(state: Counting, act: EntryKey | TimedOut, now_ms: int, procedure: Procedure) -> IdleNext:
    match act:
        case Typed(digit=int(digit)) if 1 <= digit <= MOST_WORDS:
            fixed = procedure.divisions[state.division].rules.words_fixed
            return station_entry.begin(digit, state, now_ms, fixed=fixed), ()
        case Typed(digit=digit) if digit == LARGER:
            return state, (SwitchLarge(),)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed():
            return replace(state, hint=True, since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), ()
        case BackspacePressed(repeated=False) if may_change_division(state, procedure):
            return procedure.idle(now_ms), ()
        case BackspacePressed() | UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(act)


# ---- choosing ----------------------------------------------------------------------------------------------
# After ESC: what the players may choose, and giving a challenge up.
#
# Whoever gives up must say so twice, and reads the consequence once it is on record.

Chosen: TypeAlias = tuple[State, tuple[Effect, ...]]


class Option(Enum):
    """What can be chosen after ESC."""

    GO_BACK = auto()
    CLEAR = auto()
    GIVE_UP = auto()
    TAKE_BACK = auto()
    CALL = auto()


def options(state: Choosing, procedure: Procedure) -> tuple[Option, ...]:
    """What may be chosen now, in the order of its numbers."""
    clear = () if entry_of(state) is None else (Option.CLEAR,)
    concede = (Option.GIVE_UP, Option.TAKE_BACK) if may_concede(state, procedure) else ()
    return (Option.GO_BACK, *clear, *concede, Option.CALL)


def may_concede(state: Choosing, procedure: Procedure) -> bool:
    """Whether the rule set lets the players settle the challenge themselves, and there is one."""
    entry, division = entry_of(state), division_of(state)
    if entry is None or division is None or not entry.has_word:
        return False
    return procedure.divisions[division].rules.concession == Concession.EITHER


def choosing(state: Choosing, act: Act, now_ms: int, procedure: Procedure) -> Chosen:
    match act:
        case EscapePressed() | TimedOut():
            return back(state.under, now_ms), ()
        case Typed(digit=int(digit)) if 1 <= digit <= len(offered := options(state, procedure)):
            return _chosen(state, offered[digit - 1], now_ms, procedure)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return replace(state, hint=True, under=missed_under(state.under, act)), ()
        case UpPressed() | DownPressed() | MoreTimePressed():
            return replace(state, hint=True), ()
        case _:
            assert_never(act)


def _chosen(state: Choosing, option: Option, now_ms: int, procedure: Procedure) -> Chosen:
    match option:
        case Option.GO_BACK:
            return back(state.under, now_ms), ()
        case Option.CLEAR:
            return _cleared(state, now_ms), (closing.wiped(ClearedBody, state, procedure),)
        case Option.GIVE_UP:
            return Conceding(now_ms, state, Side.CHALLENGER), ()
        case Option.TAKE_BACK:
            return Conceding(now_ms, state, Side.CHALLENGED), ()
        case Option.CALL:
            called = closing.wiped(DirectorNeededBody, state, procedure)
            return DirectorNeeded(now_ms, state.under), (called,)
        case _:
            assert_never(option)


def _cleared(state: Choosing, now_ms: int) -> Counting:
    """The count of the same division again: the players start again."""
    entry = entry_of(state)
    cleared = entry.lines if entry is not None and entry.has_word else ()
    return Counting(now_ms, division_of(state) or 0, cleared=cleared)


def conceding(state: Conceding, act: Act, now_ms: int, procedure: Procedure) -> Chosen:
    match act:
        case EscapePressed():
            return replace(state.under, since_ms=now_ms, hint=False), ()
        case TimedOut():
            return back(state.under.under, now_ms), ()
        case EnterPressed():
            return _conceded(state, now_ms), (closing.conceded(state, state.by, procedure),)
        case Typed() | SpacePressed() | TabPressed() | BackspacePressed():
            under = replace(state.under, under=missed_under(state.under.under, act))
            return replace(state, hint=True, under=under), ()
        case UpPressed() | DownPressed() | MoreTimePressed():
            return replace(state, hint=True), ()
        case _:
            assert_never(act)


def _conceded(state: Conceding, now_ms: int) -> Conceded:
    entry = entry_of(state)
    return Conceded(now_ms, state.by, len(entry.lines) if entry else 0, division_of(state) or 0)


def conceded(state: Conceded, act: Act, now_ms: int, procedure: Procedure) -> Chosen:
    match act:
        case TimedOut() if not state.open:
            return replace(state, open=not overslept(state, now_ms, procedure), since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), ()
        case EnterPressed() if state.open:
            return procedure.idle(now_ms), ()
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return replace(state, hint=state.open), ()
        case UpPressed() | DownPressed() | MoreTimePressed() | EscapePressed():
            return replace(state, hint=state.open), ()
        case _:
            assert_never(act)


# ---- keyboard ----------------------------------------------------------------------------------------------
# A station without a keyboard says so, and calls the director: nobody else could.
#
# What was typed is kept for a while, out of sight: a plug that slipped out is soon back. TAB must then be
# armed again, and nothing is known of what is down.

GONE = "No keyboard found."
BACK = "A keyboard was found again."

_Then: TypeAlias = tuple[State, tuple[Effect, ...]]


def keyboard_seen(state: State, event: KeyboardSeen, now_ms: int) -> _Then:
    """*state* once somebody has checked for a keyboard. A verdict stays for its time, and what is closed
    stays closed."""
    match state:
        case NoKeyboard(under=under) if event.present:
            return _again(under, now_ms), (WriteRecord(NoteBody(BACK)),)
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() if not event.present:
            return NoKeyboard(now_ms, state), (WriteRecord(NoteBody(GONE)),)
        case AskingTable() | Checking() if not event.present:
            return NoKeyboard(now_ms, state), (WriteRecord(NoteBody(GONE)),)
        case Choosing(under=under) | Conceding(under=Choosing(under=under)) if not event.present:
            return NoKeyboard(now_ms, under), (WriteRecord(NoteBody(GONE)),)
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Checking():
            return state, ()
        case AtBoard() | Choosing() | Conceding() | Conceded() | Told() | NoKeyboard() | Judging():
            return state, ()
        case Showing() | Referred() | DirectorNeeded() | Locked() | OutOfService():
            return state, ()
        case Unlocking() | WithDirector() | Left():
            return state, ()
        case _:
            assert_never(state)


def _again(under: StaffOnly | Interrupted, now_ms: int) -> State:
    known = replace(under, down=()) if isinstance(under, Checking) else under
    return back(known, now_ms)


def given_up(state: NoKeyboard, now_ms: int, procedure: Procedure) -> _Then:
    """Nobody brought a keyboard in time: discard what was typed, which is nobody else's business."""
    after = replace(state, under=procedure.idle(now_ms))
    return after, taken_off(state.under, "time", now_ms, procedure)


# ---- step --------------------------------------------------------------------------------------------------
# One challenge, from the idle screen to the verdict and back: what a state becomes on an event.
#
# `step` says everything about *what may happen next*, `procedure` everything about time.
# Only a fresh TAB in an armed `Checking` asks for a ruling, and only `RulingLogged` leads to a verdict.

Next: TypeAlias = tuple[State, tuple[Effect, ...]]


def step(state: State, event: Event, now_ms: int, procedure: Procedure) -> Next:
    """What the station becomes on *event*, and what the shell must now do.

    A key with no meaning in the present state changes nothing.
    """
    match event:
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return _acted(state, event, now_ms, procedure)
        case UpPressed() | DownPressed() | MoreTimePressed() | EscapePressed() | TimedOut():
            return _acted(state, event, now_ms, procedure)
        case KeysMoved():
            return station_entry.felt(state, event, now_ms), ()
        case KeyboardSeen():
            return keyboard_seen(state, event, now_ms)
        case ChordPressed():
            return called_in(state, now_ms, procedure), ()
        case RulingLogged() | PasscodeAccepted() | PasscodeRefused() | TimeTold() | ServiceRestored():
            return _replied(state, event, now_ms, procedure)
        case TroubleFound(why):
            return trouble(state, why, now_ms, procedure)
        case ViolationSeen():
            return violated(state, event, now_ms, procedure)
        case ConsoleShut() | StopAsked():
            return _ended(state, event, now_ms, procedure)
        case _:
            assert_never(event)


def _acted(state: State, act: Act, now_ms: int, procedure: Procedure) -> Next:
    """What a player's key does, or the end of the time to press one."""
    match state:
        case ChoosingDivision() | Counting():
            return idle(state, act, now_ms, procedure)
        case Entering() | AskingTable() | Checking() | AtBoard():
            return _in_entry(state, act, now_ms, procedure)
        case Showing() | Referred():
            return _showing(state, act, now_ms, procedure)
        case Choosing() | Conceding() | Conceded():
            return _in_choices(state, act, now_ms, procedure)
        case Told():
            return _told(state, act, now_ms, procedure), ()
        case NoKeyboard() | DirectorNeeded():
            return _waiting(state, act, now_ms, procedure)
        case Unlocking():
            return _unlocking(state, act, now_ms)
        case WithDirector():
            return _with_director(state, act, now_ms, procedure)
        case StaffOnly() | Judging() | Locked() | OutOfService() | Left():
            # While a ruling is made no key counts; a station that is not for players opens by the chord.
            return state, ()
        case _:
            assert_never(state)


def _in_entry(
    state: Entering | AskingTable | Checking | AtBoard, act: Act, now_ms: int, procedure: Procedure
) -> Next:
    match state:
        case Entering():
            return entering(state, act, now_ms, procedure)
        case AskingTable():
            return asking_table(state, act, now_ms, procedure)
        case Checking():
            return checked(state, act, now_ms, procedure)
        case AtBoard():
            return at_board(state, act, now_ms, procedure)
        case _:
            assert_never(state)


def _in_choices(state: Choosing | Conceding | Conceded, act: Act, now_ms: int, procedure: Procedure) -> Next:
    match state:
        case Choosing():
            return choosing(state, act, now_ms, procedure)
        case Conceding():
            return conceding(state, act, now_ms, procedure)
        case Conceded():
            return conceded(state, act, now_ms, procedure)
        case _:
            assert_never(state)


def _replied(state: State, reply: Reply, now_ms: int, procedure: Procedure) -> Next:
    """What follows from an order that was carried out; a reply nobody is waiting for changes nothing."""
    match reply:
        case RulingLogged(ruling):
            if not isinstance(state, Judging):
                raise RuntimeError(f"a ruling was logged in {type(state).__name__}: nobody asked for one")
            kind = Referred if ruling.adjudication.verdict is Verdict.REFER else Showing
            return kind(now_ms, ruling, state.checked.entry.division, opened_ms=now_ms), ()
        case PasscodeAccepted() | PasscodeRefused():
            return unlocking(state, reply, now_ms) if isinstance(state, Unlocking) else (state, ())
        case TimeTold(at):
            return _timed(state, at), ()
        case ServiceRestored():
            if isinstance(state, WithDirector) and isinstance(state.under, OutOfService):
                return procedure.idle(now_ms), closing.resumed(state, now_ms)
            return state, ()
        case _:
            assert_never(reply)


def _timed(state: State, at: str) -> State:
    """*state* with the time of day it was waiting for."""
    if isinstance(state, AtBoard) and not state.back_by:
        hours, minutes = divmod(int(at[:2]) * 60 + int(at[3:]) + BOARD_S // 60, 60)
        return replace(state, back_by=f"{hours % 24:02}:{minutes:02}")
    return replace(state, at=at) if isinstance(state, OutOfService) and not state.at else state


def _told(state: Told, act: Act, now_ms: int, procedure: Procedure) -> State:
    """Words vanish while somebody types: no letter must take away the page that says why, nor does its time
    pass while they type on."""
    match act:
        case EnterPressed() | EscapePressed():
            return procedure.idle(now_ms)
        case TimedOut():
            return procedure.idle(now_ms, replace(state, hint=False))
        case Typed() | SpacePressed() | TabPressed() | BackspacePressed():
            return replace(state, hint=True, since_ms=now_ms)
        case UpPressed() | DownPressed() | MoreTimePressed():
            return replace(state, hint=True, since_ms=now_ms)
        case _:
            assert_never(act)


# --- verdict ----------------------------------------------------------------------------------------------


def _showing(state: Showing | Referred, act: Act, now_ms: int, procedure: Procedure) -> Next:
    match act:
        case TimedOut() if not state.open:
            return replace(state, open=not overslept(state, now_ms, procedure), since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), (closing.closed(state, "time", now_ms),)
        case EnterPressed() if state.open:
            return procedure.idle(now_ms), (closing.closed(state, "enter", now_ms),)
        case MoreTimePressed() if state.open:
            return replace(state, held=True, hint=False), ()
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return replace(state, hint=state.open), ()
        case UpPressed() | DownPressed() | MoreTimePressed() | EscapePressed():
            return replace(state, hint=state.open), ()
        case _:
            assert_never(act)


def _waiting(state: NoKeyboard | DirectorNeeded, act: Act, now_ms: int, procedure: Procedure) -> Next:
    match state:
        case NoKeyboard():
            return given_up(state, now_ms, procedure) if isinstance(act, TimedOut) else (state, ())
        case DirectorNeeded():
            return _director_needed(state, act, now_ms)
        case _:
            assert_never(state)


def _director_needed(state: DirectorNeeded, act: Act, now_ms: int) -> Next:
    if isinstance(act, EscapePressed):
        body = CallEndedBody("taken_back", max(0, now_ms - state.since_ms))
        return back(state.under, now_ms), (WriteRecord(body),)
    if isinstance(state.under, StaffOnly):
        return replace(state, hint=True), ()
    return replace(state, hint=True, under=station_entry.missed_under(state.under, act)), ()


# --- with the director ------------------------------------------------------------------------------------


def _unlocking(state: Unlocking, act: Act, now_ms: int) -> Next:
    if isinstance(act, EscapePressed | TimedOut):
        return back(state.under, now_ms), ()
    return unlocking(state, act, now_ms)


def _ended(state: State, event: ConsoleShut | StopAsked, now_ms: int, procedure: Procedure) -> Next:
    """The program ends, or the console over it: then the players have the station back as it was; a closed
    one stays with whoever opened it."""
    if isinstance(event, StopAsked):
        return Left(), taken_off(state, "stopped", now_ms, procedure)
    if not isinstance(state, WithDirector) or not state.console:
        return state, ()
    if event.leaving:
        return Left(), (*taken_off(state, "director", now_ms, procedure), Leave())
    if isinstance(state.under, Closed):
        return replace(state, console=False, since_ms=now_ms), ()
    return back(state.under, now_ms), ()


def _with_director(state: WithDirector, act: Act, now_ms: int, procedure: Procedure) -> Next:
    if state.console:
        return state, ()
    if isinstance(act, EscapePressed | TimedOut):
        return back(state.under, now_ms), ()
    match act:
        case Typed(digit=1) if not isinstance(state.under, OutOfService):
            wiped = taken_off(state, "director", now_ms, procedure)
            after = told(state, Cause.DIRECTOR, now_ms, procedure)
            return after, (*wiped, *closing.resumed(state, now_ms))
        case Typed(digit=2) if may_leave(state):
            return Left(), (*taken_off(state, "director", now_ms, procedure), Leave())
        case Typed(digit=3) if may_open_console(state):
            return replace(state, console=True), (OpenConsole(),)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return with_director(state, act, now_ms)
        case UpPressed() | DownPressed() | MoreTimePressed():
            return with_director(state, act, now_ms)
        case _:
            assert_never(act)
