"""A slip from its first digit to its mark, after signing on. Only TAB rules, only on words that stand
whole on the screen.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.desk.states import (
    AskingNumber,
    AtDeskDoor,
    CheckingSlip,
    DeskEffect,
    DeskKey,
    DeskLeft,
    DeskMenu,
    DeskSetting,
    DeskState,
    DocketAsked,
    EarlierRuling,
    EndingShift,
    FindRuling,
    FindSame,
    LeaveDesk,
    LookingInPrint,
    Marked,
    NamingJudge,
    OnSlip,
    OpinionPressed,
    PickingDivision,
    PickingWay,
    Recording,
    RuleSlip,
    RulingSlip,
    Shift,
    ShowingDocket,
    SlipEntry,
    SlipPart,
    SlipRuled,
    TickingChecks,
    Way,
    WayAsked,
    digit_of,
    method_of,
    print_method,
    ways,
)
from kiosk.log.bodies import ClosedBody, ShiftStartedBody
from kiosk.log.facts import Key
from kiosk.rules.ruleset import Method
from kiosk.rules.ruling import Effort, LoggedRuling, Verdict
from kiosk.setup.passcodes import LONGEST_OPERATOR, OPERATOR_RULE, Role, is_operator
from kiosk.station import wording
from kiosk.station.closed import LONGEST_PASSCODE
from kiosk.station.events import (
    BackspacePressed,
    CheckPasscode,
    DownPressed,
    EnterPressed,
    EntryKey,
    EscapePressed,
    MoreTimePressed,
    PasscodeAccepted,
    PasscodeRefused,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
    WriteRecord,
)
from kiosk.station.wording import CAPS_LOCK, no_letter
from kiosk.words.play import LONGEST, MOST_WORDS, SHORTEST

# ---- signing on --------------------------------------------------------------------------------------------
# From an empty desk to the first slip: who judges, the passcode, the division, the way, the checklist.

DeskNext: TypeAlias = tuple[DeskState, tuple[DeskEffect, ...]]

WHO = f"Type {OPERATOR_RULE}"
TICK = "ENTER ticks the next line"


def naming(state: NamingJudge, key: DeskKey, setting: DeskSetting) -> DeskNext:
    if isinstance(key, Typed) and is_operator(key.text) and len(state.typed) < LONGEST_OPERATOR:
        return NamingJudge(f"{state.typed}{key.text}".upper()[:LONGEST_OPERATOR]), ()
    if isinstance(key, BackspacePressed):
        return NamingJudge(state.typed[:-1]), ()
    if isinstance(key, EnterPressed) and state.typed:
        return to_division(state.typed, setting) if setting.unguarded else AtDeskDoor(state.typed), ()
    if isinstance(key, EscapePressed):
        return DeskLeft(), (LeaveDesk(),)
    return replace(state, notice=WHO), ()


def at_door(state: AtDeskDoor, key: DeskKey, now_ms: int) -> DeskNext:
    """Typing the passcode. While the next try must wait nothing is taken, so nothing can be judged."""
    if isinstance(key, EscapePressed):
        return NamingJudge(), ()
    if now_ms < state.until_ms:
        return state, ()
    if isinstance(key, EnterPressed) and state.typed:
        # The passcode leaves the state with the question: nothing keeps it.
        return replace(state, typed="", message=""), (CheckPasscode(state.typed),)
    if isinstance(key, BackspacePressed):
        return replace(state, typed=state.typed[:-1]), ()
    if len(state.typed) >= LONGEST_PASSCODE:
        return state, ()
    if isinstance(key, Typed):
        told = CAPS_LOCK if key.caps or (state.message == CAPS_LOCK and not key.text.isalpha()) else ""
        return replace(state, typed=state.typed + key.text, message=told), ()
    if isinstance(key, SpacePressed) and state.typed:
        return replace(state, typed=f"{state.typed} ", message=""), ()
    return state, ()


def door_answered(
    state: DeskState, answer: PasscodeAccepted | PasscodeRefused, now_ms: int, setting: DeskSetting
) -> DeskState:
    if not isinstance(state, AtDeskDoor):
        return state
    if isinstance(answer, PasscodeAccepted):
        director = answer.role is Role.DIRECTOR
        return replace(to_division(state.by, setting), director=director, warning=answer.warning)
    return replace(state, typed="", message=answer.message, until_ms=now_ms + answer.wait_ms)


def to_division(by: str, setting: DeskSetting, under: OnSlip | None = None) -> PickingDivision | PickingWay:
    """The question for the division, or for the way where there is only one division."""
    offered = setting.offered
    return PickingDivision(by, under) if len(offered) > 1 else PickingWay(by, offered[0], under)


def picking_division(state: PickingDivision, key: DeskKey, setting: DeskSetting) -> DeskNext:
    if 1 <= (digit := digit_of(key)) <= len(setting.offered):
        place = setting.offered[digit - 1]
        return PickingWay(state.by, place, state.under, director=state.director, warning=state.warning), ()
    if isinstance(key, EscapePressed):
        return state.under or NamingJudge(), ()
    return replace(state, hint=True), ()


def picking_way(state: PickingWay, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    offered = ways(setting.divisions[state.division].rules)
    if 1 <= (digit := digit_of(key)) <= len(offered):
        return _chosen(state, offered[digit - 1], now_ms, setting)
    if isinstance(key, EscapePressed):
        return state.under or NamingJudge(), ()
    return replace(state, hint=True), ()


def _chosen(state: PickingWay, way: Way, now_ms: int, setting: DeskSetting) -> DeskNext:
    if state.under is not None:
        shift = replace(state.under.shift, division=state.division, way=way)
        return checked_first(shift, state.under.slip, setting), ()
    shift = Shift(state.by, state.division, way, director=state.director)
    first = checked_first(shift, SlipEntry(now_ms), setting)
    return Recording(first, state), (WriteRecord(ShiftStartedBody(state.by, way.method)),)


def checked_first(shift: Shift, slip: SlipEntry, setting: DeskSetting) -> OnSlip | TickingChecks:
    """The slip, or before it the checklist of a rulebook that was not gone through in this shift."""
    rules = setting.divisions[shift.division].rules
    if rules.id in shift.ticked or not rules.card.judge_checks:
        return OnSlip(shift, slip)
    return TickingChecks(shift, slip)


def ticking(state: TickingChecks, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    rules = setting.divisions[state.shift.division].rules
    left = len(rules.card.judge_checks) - state.done
    if isinstance(key, EnterPressed) and not left:
        shift = replace(state.shift, ticked=state.shift.ticked | {rules.id})
        fresh = replace(state.slip, began_ms=now_ms) if state.slip.untouched else state.slip
        return OnSlip(shift, fresh), ()
    if isinstance(key, EnterPressed | SpacePressed) and left:
        return replace(state, done=state.done + 1, notice=""), ()
    if isinstance(key, BackspacePressed):
        return replace(state, done=max(0, state.done - 1), notice=""), ()
    if isinstance(key, EscapePressed):
        return EndingShift(state), ()
    return replace(state, notice=TICK if left else ""), ()


# ---- slip --------------------------------------------------------------------------------------------------
# Typing a slip: what a key does to its table, its number and its words, before anyone may rule.
#
# The letters are taken by the station's own rules. Digits belong to table and number, letters to the words:
# so whoever types "12CAT" has typed both. Only ENTER after whole words goes on, and nothing is judged from
# here.

LONGEST_SLIP = 6  # digits

TABLE_FIRST = "First the table number"
TABLE_DIGITS = wording.NO_SUCH_TABLE
SLIP_DIGITS = f"A slip number has at most {LONGEST_SLIP} digits and does not begin with 0"
ENTER_FIRST = "TAB rules on the next page: first ENTER"
ONLY_DIGITS = "Only digits are taken here"


def complete(slip: SlipEntry) -> bool:
    """Whether every line of *slip* holds a word that could be judged."""
    return all(len(line) >= SHORTEST for line in slip.lines)


def ended(slip: SlipEntry) -> SlipEntry:
    """*slip* without a last line that was begun and left empty."""
    lines = slip.lines[:-1] if len(slip.lines) > 1 and not slip.lines[-1] else slip.lines
    return replace(slip, lines=lines, current=min(slip.current, len(lines) - 1), notice="")


def ends(slip: SlipEntry, key: EntryKey, *, needs_table: bool) -> bool:
    """Whether *key* says that this is the whole slip, and it may go on to be checked."""
    there = slip.part is SlipPart.WORDS and isinstance(key, EnterPressed)
    return there and complete(ended(slip)) and (bool(slip.table) or not needs_table)


def edited(slip: SlipEntry, key: EntryKey, *, needs_table: bool) -> SlipEntry:
    """*slip* after a key that does not end it."""
    slip = replace(slip, notice="")
    match key:
        case Typed():
            return _typed(slip, key, needs_table)
        case BackspacePressed(repeated=repeated):
            return _rubbed_out(slip, repeated)
        case SpacePressed() | EnterPressed() | DownPressed():
            return _onward(slip, key, needs_table)
        case UpPressed():
            return _up(slip)
        case TabPressed():
            return replace(slip, notice=ENTER_FIRST)
        case MoreTimePressed():
            return slip
        case _:
            assert_never(key)


# --- letters and digits -----------------------------------------------------------------------------------


def _typed(slip: SlipEntry, key: Typed, needs_table: bool) -> SlipEntry:
    match slip.part:
        case SlipPart.TABLE:
            if key.digit is not None:
                return _digit(slip, key.digit, slip.table, wording.LONGEST_TABLE)
        case SlipPart.NUMBER:
            if key.digit is not None:
                return _digit(slip, key.digit, slip.number, LONGEST_SLIP)
        case SlipPart.WORDS:
            return _letter(slip, key)
        case _:
            assert_never(slip.part)
    if key.letter is None:
        return replace(slip, notice=ONLY_DIGITS)
    if needs_table and not slip.table:
        return replace(slip, notice=TABLE_FIRST)
    return _letter(replace(slip, part=SlipPart.WORDS), key)


def _digit(slip: SlipEntry, digit: int, before: str, longest: int) -> SlipEntry:
    at_table = slip.part is SlipPart.TABLE
    if len(before) >= longest or not (before or digit):
        return replace(slip, notice=TABLE_DIGITS if at_table else SLIP_DIGITS)
    typed = f"{before}{digit}"
    return replace(slip, table=typed) if at_table else replace(slip, number=typed)


def _letter(slip: SlipEntry, key: Typed) -> SlipEntry:
    line = slip.lines[slip.current]
    if key.letter is None:
        return replace(slip, notice=no_letter(key.text))
    if len(line) >= LONGEST:
        return replace(slip, notice=wording.TOO_LONG)
    return replace(_with_line(slip, line + key.letter), by_position=key.by_position)


def _with_line(slip: SlipEntry, line: str) -> SlipEntry:
    lines = (*slip.lines[: slip.current], line, *slip.lines[slip.current + 1 :])
    return replace(slip, lines=lines)


# --- from part to part ------------------------------------------------------------------------------------


def _onward(slip: SlipEntry, key: EntryKey, needs_table: bool) -> SlipEntry:
    """To the next part, or among the words to the next of them; SPACE after the last begins another."""
    match slip.part:
        case SlipPart.TABLE:
            if needs_table and not slip.table:
                return replace(slip, notice=TABLE_FIRST)
            return replace(slip, part=SlipPart.NUMBER)
        case SlipPart.NUMBER:
            return replace(slip, part=SlipPart.WORDS)
        case SlipPart.WORDS:
            return _next_word(slip, key, needs_table)
        case _:
            assert_never(slip.part)


def _next_word(slip: SlipEntry, key: EntryKey, needs_table: bool) -> SlipEntry:
    last = slip.current == len(slip.lines) - 1
    if isinstance(key, EnterPressed):
        return _not_yet(slip, needs_table)
    if not last:
        return replace(slip, current=slip.current + 1)
    if len(slip.lines[-1]) < SHORTEST:
        return replace(slip, notice=wording.TOO_SHORT)
    if len(slip.lines) == MOST_WORDS:
        return replace(slip, notice=wording.TOO_MANY)
    return replace(slip, lines=(*slip.lines, ""), current=slip.current + 1)


def _not_yet(slip: SlipEntry, needs_table: bool) -> SlipEntry:
    """*slip*, which ENTER did not end, at what is missing."""
    short = [place for place, line in enumerate(slip.lines) if len(line) < SHORTEST]
    if short:
        return replace(slip, current=short[0], notice=wording.TOO_SHORT)
    if needs_table and not slip.table:
        return replace(slip, part=SlipPart.TABLE, notice=TABLE_FIRST)
    return slip


def _up(slip: SlipEntry) -> SlipEntry:
    match slip.part:
        case SlipPart.TABLE:
            return slip
        case SlipPart.NUMBER:
            return replace(slip, part=SlipPart.TABLE)
        case SlipPart.WORDS:
            if slip.current:
                return replace(slip, current=slip.current - 1)
            return replace(slip, part=SlipPart.NUMBER)
        case _:
            assert_never(slip.part)


def _rubbed_out(slip: SlipEntry, repeated: bool) -> SlipEntry:
    """A letter or digit less; on an empty line the line, on the first one back to the numbers. Held down, it
    empties one field and no more."""
    changed = replace(slip, edits=slip.edits + 1)
    match slip.part:
        case SlipPart.TABLE:
            return replace(changed, table=slip.table[:-1]) if slip.table else slip
        case SlipPart.NUMBER:
            if slip.number:
                return replace(changed, number=slip.number[:-1])
        case SlipPart.WORDS:
            if slip.lines[slip.current]:
                return _with_line(changed, slip.lines[slip.current][:-1])
            if len(slip.lines) > 1 and not repeated:
                lines = slip.lines[: slip.current] + slip.lines[slip.current + 1 :]
                return replace(changed, lines=lines, current=max(0, slip.current - 1))
        case _:
            assert_never(slip.part)
    return slip if repeated else _up(slip)


# ---- slips -------------------------------------------------------------------------------------------------
# A slip from its first digit to its mark. Only TAB rules, only on words that stand whole on the page, and
# only `SlipRuled` leads to a mark.

ANSWERS = {1: Verdict.ACCEPTABLE, 2: Verdict.UNACCEPTABLE}

SLIP_FIRST = "Finish this slip first, or clear it with ESC"
NO_LAST = "There is no ruling of this shift yet"
ALL_THE_WORDS = "That key was not taken. ENTER twice if these are all the words"
ENTER_AGAIN = "ENTER once more if these are all the words, BACKSPACE to change them"
ONLY_TAB = "Only TAB rules; BACKSPACE to change the slip"
ANSWER_FIRST = "First what print says: 1 or 2"
SAME_WORDS = "Ruled in this round as {number}: F3 or ENTER first"
AGREED_FIRST = "First the other player's agreement, aloud: SPACE"
FIXED = "These are the words of {number}; ESC to clear the slip"
HOW_FIRST = "First how you look it up: press its number"
TAB_RECORDS = "TAB records what print says"


def on_slip(state: OnSlip, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    slip, needs_table = state.slip, setting.needs_table(state.shift)
    if isinstance(key, EscapePressed):
        return DeskMenu(state), ()
    if isinstance(key, WayAsked):
        return to_division(state.shift.by, setting, state), ()
    if isinstance(key, OpinionPressed):
        return (AskingNumber(state.shift) if slip.untouched else _told(state, SLIP_FIRST)), ()
    if isinstance(key, DocketAsked):
        last = state.shift.last
        return (_told(state, NO_LAST) if last is None else ShowingDocket(state, last)), ()
    if ends(slip, key, needs_table=needs_table):
        checked = CheckingSlip(state.shift, ended(slip), now_ms)
        return checked, (FindSame(checked.slip.words, state.shift.division, _number(slip.table)),)
    return replace(state, slip=edited(slip, key, needs_table=needs_table)), ()


def _told(state: OnSlip, notice: str) -> OnSlip:
    return replace(state, slip=replace(state.slip, notice=notice))


def fresh(shift: Shift, now_ms: int) -> OnSlip:
    """The next slip."""
    return OnSlip(shift, SlipEntry(now_ms))


# --- before the ruling ------------------------------------------------------------------------------------


def checking(state: CheckingSlip, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    plain = replace(state, notice="")
    if isinstance(key, TabPressed):
        if told := _first(state, setting):
            return replace(plain, notice=told), ()
        return RulingSlip(plain), (_order(plain, now_ms),)
    if isinstance(key, EscapePressed):
        return DeskMenu(plain), ()
    if isinstance(key, BackspacePressed):
        return plain if key.repeated else _reopened(plain), ()
    if isinstance(key, OpinionPressed) and state.same is not None:
        return plain, (FindRuling(state.same.number, state.shift.division),)
    if isinstance(key, SpacePressed) and _method(state, setting).consent:
        return replace(plain, agreed=not state.agreed), ()
    if state.shift.way.in_print and digit_of(key) in ANSWERS:
        return replace(plain, answer=ANSWERS[digit_of(key)]), ()
    return _not_taken(plain, key), ()


def _not_taken(state: CheckingSlip, key: DeskKey) -> CheckingSlip:
    """*state* after a key that neither rules nor leaves: a letter there may mean that more was to follow.
    ENTER says: these are all the words, or then: this is a challenge of its own. The ENTER that ends such a
    word says neither, so the first one only asks again."""
    if isinstance(key, EnterPressed) and state.doubted:
        return replace(state, doubted=not state.asked, asked=True, notice="" if state.asked else ENTER_AGAIN)
    if isinstance(key, EnterPressed) and state.same is not None:
        return replace(state, same=None)
    if isinstance(key, Typed | SpacePressed):
        return replace(state, doubted=True, asked=False, notice=ALL_THE_WORDS)
    return replace(state, notice=ALL_THE_WORDS if state.doubted else ONLY_TAB)


def _first(state: CheckingSlip, setting: DeskSetting) -> str:
    """What must come before TAB; nothing: it rules."""
    if state.doubted:
        return ALL_THE_WORDS
    if state.same is not None:
        return SAME_WORDS.format(number=state.same.number)
    return _needs(state, setting)


def _method(state: CheckingSlip, setting: DeskSetting) -> Method:
    return method_of(state.shift.way, setting.divisions[state.shift.division].rules)


def _needs(state: CheckingSlip, setting: DeskSetting) -> str:
    """What the method wants before TAB."""
    if _method(state, setting).consent and not state.agreed:
        return AGREED_FIRST
    return ANSWER_FIRST if state.shift.way.in_print and state.answer is None else ""


def may_rule(state: CheckingSlip, setting: DeskSetting) -> bool:
    """Whether TAB rules now."""
    return not _first(state, setting)


def _reopened(state: CheckingSlip) -> CheckingSlip | OnSlip:
    if state.slip.again is not None:
        return replace(state, notice=FIXED.format(number=state.slip.again.number))
    slip = state.slip
    again = replace(slip, part=SlipPart.WORDS, current=len(slip.lines) - 1, edits=slip.edits + 1, notice="")
    return OnSlip(state.shift, again)


def _order(state: CheckingSlip, now_ms: int) -> RuleSlip:
    slip, shift = state.slip, state.shift
    return RuleSlip(
        shift.division,
        slip.words,
        shift.way.method,
        shift.by,
        table=_number(slip.table),
        slip=_number(slip.number),
        book=state.answer if shift.way.in_print else None,
        after=slip.again.key if slip.again else None,
        opinion=slip.again.opinion if slip.again else None,
        effort=Effort(max(0, state.opened_ms - slip.began_ms), max(0, now_ms - state.opened_ms), slip.edits),
    )


def _number(typed: str) -> int | None:
    return int(typed) if typed else None


# --- after it ---------------------------------------------------------------------------------------------


def ruled(state: DeskState, event: SlipRuled, now_ms: int, setting: DeskSetting) -> DeskState:
    """What a ruling leads to: a mark, or the book. One that nobody asked for is not shown."""
    if not isinstance(state, RulingSlip):
        return state
    before = state.under
    shift = replace(before.shift, rulings=before.shift.rulings + 1, last=event.ruling)
    if event.ruling.adjudication.verdict is not Verdict.REFER:
        return Marked(shift, before.slip, event.ruling, now_ms)
    earlier = _referred(event.ruling, event.key)
    rules = setting.divisions[shift.division].rules
    return LookingInPrint(shift, before.slip, earlier, now_ms, print_method(shift.way, rules), event.ruling)


def _referred(ruling: LoggedRuling, key: Key) -> EarlierRuling:
    made = ruling.adjudication
    return EarlierRuling(key, ruling.number, made.words, made.place.division, made.place.table, made.slip)


def marked(state: Marked, key: DeskKey, now_ms: int) -> DeskNext:
    if isinstance(key, EnterPressed):
        closed = _closed(state.ruling, state.opened_ms, now_ms)
        return Recording(fresh(state.shift, now_ms), state), (closed,)
    if isinstance(key, DocketAsked):
        return ShowingDocket(replace(state, hint=False), state.ruling), ()
    return replace(state, hint=True), ()


def _closed(ruling: LoggedRuling, opened_ms: int, now_ms: int) -> WriteRecord:
    return WriteRecord(ClosedBody(ruling.seq, ruling.number, "enter", max(0, now_ms - opened_ms)))


# --- what only print settles ------------------------------------------------------------------------------


def in_print(state: LookingInPrint, key: DeskKey, now_ms: int, setting: DeskSetting) -> DeskNext:
    plain, digit = replace(state, notice=""), digit_of(key)
    methods = setting.divisions[state.shift.division].rules.staff_methods(in_print=True)
    if isinstance(key, EscapePressed):
        return _later(plain, now_ms)
    if isinstance(key, BackspacePressed):
        return replace(plain, answer=None), ()
    if state.method is None:
        chosen = methods[digit - 1] if 1 <= digit <= len(methods) else None
        return replace(plain, method=chosen, notice="" if chosen else HOW_FIRST), ()
    if digit in ANSWERS:
        return replace(plain, answer=ANSWERS[digit]), ()
    if isinstance(key, TabPressed) and state.answer is not None:
        return RulingSlip(plain), (_answered(plain, state.method, now_ms),)
    return replace(plain, notice=ANSWER_FIRST if state.answer is None else TAB_RECORDS), ()


def _answered(state: LookingInPrint, method: str, now_ms: int) -> RuleSlip:
    """What print said completes the referral; where that was an opinion, so is this, on the same ruling."""
    earlier, again = state.earlier, state.slip.again
    return RuleSlip(
        state.shift.division,
        earlier.words,
        method,
        state.shift.by,
        table=earlier.table,
        slip=earlier.slip,
        book=state.answer,
        completes=True,
        after=earlier.key if again is None else again.key,
        opinion=None if again is None else again.opinion,
        effort=Effort(verify_ms=max(0, now_ms - state.opened_ms)),
    )


def _later(state: LookingInPrint, now_ms: int) -> DeskNext:
    """The next slip; the referral is on record, and waits for its answer there."""
    following = fresh(state.shift, now_ms)
    if state.ruling is None:
        return following, ()
    return Recording(following, state), (_closed(state.ruling, state.opened_ms, now_ms),)
