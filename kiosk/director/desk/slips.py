"""A slip from its first digit to its mark. Only TAB rules, only on words that stand whole on the page, and
only `SlipRuled` leads to a mark."""

from dataclasses import replace

from kiosk.core.challenge.effects import WriteRecord
from kiosk.core.challenge.events import (
    BackspacePressed,
    EnterPressed,
    EscapePressed,
    SpacePressed,
    TabPressed,
    Typed,
)
from kiosk.core.challenge.ruling import Effort, LoggedRuling, Verdict
from kiosk.core.log.bodies.play import ClosedBody
from kiosk.core.log.facts import Key
from kiosk.core.rules.ruleset import Method
from kiosk.director.desk import slip as typing
from kiosk.director.desk.effects import FindRuling, FindSame, RuleSlip
from kiosk.director.desk.events import DeskKey, DocketAsked, OpinionPressed, SlipRuled, WayAsked, digit_of
from kiosk.director.desk.setting import DeskSetting
from kiosk.director.desk.signing_on import DeskNext, to_division
from kiosk.director.desk.states import (
    AskingNumber,
    CheckingSlip,
    DeskMenu,
    DeskState,
    EarlierRuling,
    LookingInPrint,
    Marked,
    OnSlip,
    Recording,
    RulingSlip,
    Shift,
    ShowingDocket,
    SlipEntry,
    SlipPart,
)
from kiosk.director.desk.ways import method_of, print_method

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
    if typing.ends(slip, key, needs_table=needs_table):
        checked = CheckingSlip(state.shift, typing.ended(slip), now_ms)
        return checked, (FindSame(checked.slip.words, state.shift.division, _number(slip.table)),)
    return replace(state, slip=typing.edited(slip, key, needs_table=needs_table)), ()


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
