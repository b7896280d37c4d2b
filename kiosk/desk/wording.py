"""Every sentence a judge reads at the desk, as a function of the state."""

from dataclasses import replace
from typing import assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Call, Key, Layout, Page, RoleFlag, Sign, Tone, WordLine
from kiosk.decisions.opinions import OPINION_NAMES, what_stands
from kiosk.desk.machine import MOST_PRINTERS, OTHER, PRINT, SAVE, WHICH, DeskChoice, choices, shift_of
from kiosk.desk.slips import SAME_WORDS, may_rule
from kiosk.desk.states import (
    AskingNumber,
    AtDeskDoor,
    CheckingSlip,
    ConfirmingOpinion,
    DeskLayout,
    DeskLeft,
    DeskMenu,
    DeskPage,
    DeskSetting,
    DeskState,
    EarlierRuling,
    EndingShift,
    Hidden,
    LookingInPrint,
    Marked,
    NamingJudge,
    NotRecorded,
    OffDuty,
    OnSlip,
    PickingDivision,
    PickingPrinter,
    PickingWay,
    Recording,
    RulingSlip,
    Shift,
    ShowingDocket,
    SlipEntry,
    SlipField,
    SlipPart,
    Tick,
    TickingChecks,
    method_of,
    way_name,
    ways,
)
from kiosk.paper.text import DocketFrame, docket
from kiosk.rules.choices import Person, Slip
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import LoggedRuling, Verdict
from kiosk.setup.divisions import Division
from kiosk.setup.settings import local_time
from kiosk.station.idle import bands
from kiosk.station.states import Procedure
from kiosk.station.wording import BY_POSITION, PLAY_COMES_OFF, PLAY_STANDS, called
from kiosk.station.wording import lines as shown
from kiosk.words.play import MOST_WORDS, entered_twice

# ---- around ------------------------------------------------------------------------------------------------
# What stands around every page of the desk: banners, and a footer that says who judges by which way.


@frozen
class DeskAround:
    """*banners*: the circumstances that a judge must know; *event*, *round*: of now; *local_of*: how far the
    clock on the wall is from the log's, in minutes."""

    letter: str
    setup_code: str = ""
    clock: str = ""
    banners: tuple[str, ...] = ()
    event: str = ""
    round: int | None = None
    offset_min: int = 0


def banners(division: Division, around: DeskAround) -> tuple[str, ...]:
    return (*around.banners, division.banner) if division.banner else around.banners


def footer(shift: Shift | None, division: Division, around: DeskAround) -> tuple[str, ...]:
    """Who judges where, by which way, rules and list; last the clock."""
    judged = () if shift is None else (shift.by, way_name(shift.way, division.rules), division.name)
    event = (around.event, f"Round {around.round}" if around.round else "") if around.event else ()
    told = (
        f"Desk {around.letter}",
        *judged,
        division.rules.short_title,
        division.list_name,
        *event,
        f"Set-up {around.setup_code}" if around.setup_code else "",
        around.clock,
    )
    return tuple(part for part in told if part)


# ---- begin -------------------------------------------------------------------------------------------------
# The pages before the first slip: who judges, the passcode, the division, the way, the checklist.

A_NUMBER = "Press one of these numbers"
BACK = Key("ESC", "back")


def judge_call(rules: RuleSet, action: str, cap: str = "") -> Call:
    """The call for the judge, by the rulebook's own name for one."""
    return Call(rules.terms.judge.upper(), action, cap, flag=RoleFlag.SQUARE)


def beginning(
    state: NamingJudge | AtDeskDoor | PickingDivision | PickingWay | TickingChecks,
    now_ms: int,
    setting: DeskSetting,
    around: DeskAround,
) -> DeskPage:
    match state:
        case NamingJudge():
            return DeskPage(_naming(state, setting))
        case AtDeskDoor():
            return DeskPage(_at_door(state, now_ms, setting))
        case PickingDivision():
            return DeskPage(_picking_division(state, setting))
        case PickingWay():
            return DeskPage(_picking_way(state, setting))
        case TickingChecks():
            return _ticking(state, setting)
        case _:
            assert_never(state)


def _naming(state: NamingJudge, setting: DeskSetting) -> Page:
    rules = setting.divisions[setting.offered[0]].rules
    return Page(
        Layout.PASSCODE,
        call=judge_call(rules, "who begins a shift?"),
        typed=state.typed,
        notice=state.notice or "Your initials or staff id: it stands on every ruling",
        keys=(Key("ENTER", "go on"), Key("ESC", "leave the desk")),
    )


def _at_door(state: AtDeskDoor, now_ms: int, setting: DeskSetting) -> Page:
    rules = setting.divisions[setting.offered[0]].rules
    wait_s = -(-max(0, state.until_ms - now_ms) // 1000)
    waits = f"{state.message} The next try has to wait: {wait_s} s".strip()
    return Page(
        Layout.PASSCODE,
        call=judge_call(rules, f"{state.by}: your passcode"),
        masked=len(state.typed),
        notice=waits if wait_s else state.message or "The judge's or the director's, once a shift",
        keys=(Key("ENTER", "go on"), BACK),
    )


def _picking_division(state: PickingDivision, setting: DeskSetting) -> Page:
    banded = bands(Procedure(setting.divisions))
    keys = tuple(
        Key(str(place), setting.divisions[at].name, banded[at])
        for place, at in enumerate(setting.offered, start=1)
    )
    rules = setting.divisions[setting.offered[0]].rules
    return Page(
        Layout.CHOICES,
        call=judge_call(rules, "which division?"),
        keys=(*keys, BACK),
        lines=shown(state.warning),
        notice=A_NUMBER if state.hint else "",
    )


def _picking_way(state: PickingWay, setting: DeskSetting) -> Page:
    """What the rulebook says of when staff rule stands under the ways it gives them."""
    rules = setting.divisions[state.division].rules
    keys = (Key(str(place), way_name(way, rules)) for place, way in enumerate(ways(rules), start=1))
    exceptions = f"Exceptions ({rules.clause('methods.exceptions')}): {rules.method_exceptions}"
    return Page(
        Layout.CHOICES,
        call=judge_call(rules, "how are words looked up?"),
        keys=(*keys, BACK),
        lines=shown(state.warning, exceptions if rules.method_exceptions else ""),
        notice=A_NUMBER if state.hint else "",
    )


def _ticking(state: TickingChecks, setting: DeskSetting) -> DeskPage:
    rules = setting.divisions[state.shift.division].rules
    ticks = tuple(
        Tick(check.text, check.clause, done=place < state.done, current=place == state.done)
        for place, check in enumerate(rules.card.judge_checks)
    )
    left = len(ticks) - state.done
    said = tuple(f"{'✓ ' if tick.done else ''}{tick.text} ({tick.clause})" for tick in ticks)
    page = Page(
        Layout.CHOICES,
        call=judge_call(rules, "before the first ruling"),
        lines=said,
        notice=state.notice,
        keys=(
            Key("ENTER", "tick" if left else "to the first slip"),
            *((Key("BACKSPACE", "take back"),) if state.done else ()),
            Key("ESC", "end the shift"),
        ),
    )
    return DeskPage(page, DeskLayout.CHECKS, ticks=ticks)


# ---- slips -------------------------------------------------------------------------------------------------
# The pages of a slip: typing it, checking it, its mark, and the book where only that settles it.

MENU = Key("ESC", "more")
CORRECT = Key("BACKSPACE", "correct")


def _lines(slip: SlipEntry, *, typing: bool = False) -> tuple[WordLine, ...]:
    at = slip.current if typing and slip.part is SlipPart.WORDS else -1
    return tuple(WordLine(place + 1, line, place == at) for place, line in enumerate(slip.lines))


def _fields(slip: SlipEntry, *, typing: bool) -> tuple[SlipField, ...]:
    return (
        SlipField("TABLE", slip.table, typing and slip.part is SlipPart.TABLE),
        SlipField("SLIP", slip.number, typing and slip.part is SlipPart.NUMBER),
    )


def _numbers(slip: SlipEntry) -> str:
    """Table and slip in a few words."""
    told = [f"Table {slip.table}"] if slip.table else []
    told += [f"Slip {slip.number}"] if slip.number else []
    return " · ".join(told)


def _away(rules: RuleSet) -> str:
    """The mark is for the judge alone; the clause is the rulebook's on what players may learn."""
    return f"Screen away from the players ({rules.clause('verdict.secrecy')})"


def _has_slip(shift: Shift, rules: RuleSet) -> bool:
    return method_of(shift.way, rules).slip is not Slip.NONE


def _who(shift: Shift, rules: RuleSet) -> tuple[str, str]:
    return shift.by, way_name(shift.way, rules)


# --- typing -----------------------------------------------------------------------------------------------


def on_slip(state: OnSlip, setting: DeskSetting) -> DeskPage:
    shift, slip = state.shift, state.slip
    rules = setting.divisions[shift.division].rules
    words = slip.part is SlipPart.WORDS
    more = (Key("SPACE", "next word"),) if words and len(slip.lines) < MOST_WORDS else ()
    onward = Key("ENTER", "check" if words else "go on")
    last = f"Last ruling {shift.last.number}" if shift.last is not None else ""
    position = BY_POSITION if slip.by_position else ""
    page = Page(
        Layout.ENTRY,
        call=judge_call(rules, "type the slip"),
        says=tuple(f"{one.name} {one.typed}".strip() for one in _fields(slip, typing=True)),
        words=_lines(slip, typing=True),
        keys=(onward, *more, Key("F2", "method"), MENU),
        lines=shown(rules.prompts.blank, position, last),
        notice=slip.notice,
    )
    fields = _fields(slip, typing=True)
    return DeskPage(page, DeskLayout.SLIP, fields=fields, beside=_who(shift, rules))


# --- checking ---------------------------------------------------------------------------------------------


def checking(state: CheckingSlip, setting: DeskSetting) -> DeskPage:
    shift, slip = state.shift, state.slip
    rules = setting.divisions[shift.division].rules
    again = slip.again
    opinion = f"{_opinion_name(again)} on {again.number}" if again is not None else ""
    same = SAME_WORDS.format(number=state.same.number) if state.same is not None else ""
    twice = entered_twice(slip.words)
    doubled = f"{twice[0]} is typed twice" if twice else ""
    answer = state.answer if shift.way.in_print else None
    compare = "compare with the slip" if _has_slip(shift, rules) else "check with both players"
    look = "look them up in print" if shift.way.in_print else compare
    page = Page(
        Layout.CHECK,
        call=print_says(answer, rules) or judge_call(rules, look),
        then=_press(state, setting, rules),
        words=_lines(slip),
        keys=(
            *_same_keys(state),
            *_answer_keys(state, rules),
            *_consent_keys(state, setting, rules),
            CORRECT,
            MENU,
        ),
        lines=shown(opinion, _numbers(slip), doubled, _away(rules)),
        notice=state.notice or same,
    )
    return DeskPage(page)


def _press(state: CheckingSlip, setting: DeskSetting, rules: RuleSet) -> Call:
    """Who presses TAB: the person whom the method names, where that is staff."""
    method = method_of(state.shift.way, rules)
    who = method.pressed_by if method.pressed_by is Person.DIRECTOR else Person.JUDGE
    call = called(who, rules, "press", "TAB")
    return replace(call, first=_before_tab(state, rules), ready=may_rule(state, setting))


def _before_tab(state: CheckingSlip, rules: RuleSet) -> str:
    if state.doubted:
        return "ENTER first"
    if state.same is not None:
        return "F3 or ENTER first"
    return "agreed?" if _unsaid(state, rules) else "1 or 2 first"


def _same_keys(state: CheckingSlip) -> tuple[Key, ...]:
    """Where the words were ruled on in this round, the judge says whether it is the same challenge."""
    if state.same is None:
        return ()
    return (Key("F3", f"{state.same.number} again"), Key("ENTER", "another challenge"))


def _unsaid(state: CheckingSlip, rules: RuleSet) -> bool:
    return method_of(state.shift.way, rules).consent and not state.agreed


def _consent_keys(state: CheckingSlip, setting: DeskSetting, rules: RuleSet) -> tuple[Key, ...]:
    """Where a method needs the other player's word, it is asked for before TAB."""
    method = method_of(state.shift.way, rules)
    if not method.consent:
        return ()
    clause = rules.clause(f"method.{method.id}.consent")
    said = "agreed aloud" if state.agreed else "if the challenged player agrees aloud"
    return (Key("SPACE", f"{said} ({clause})"),)


def _answer_keys(state: CheckingSlip, rules: RuleSet) -> tuple[Key, ...]:
    return answer_keys(rules) if state.shift.way.in_print else ()


def answer_keys(rules: RuleSet) -> tuple[Key, ...]:
    """What print can say of a play."""
    return (
        Key("1", rules.verdict.acceptable.lower()),
        Key("2", rules.verdict.unacceptable.lower()),
    )


def print_says(answer: Verdict | None, rules: RuleSet) -> Call | None:
    """What the judge has answered for print, as large as the question was."""
    return None if answer is None else Call("PRINT SAYS", rules.verdict.word(answer), flag=RoleFlag.SQUARE)


# --- only print settles it --------------------------------------------------------------------------------


def in_print(state: LookingInPrint, setting: DeskSetting) -> DeskPage:
    """Nothing is said of a single word: all the long ones are looked up."""
    division = setting.divisions[state.shift.division]
    rules, earlier = division.rules, state.earlier
    since = rules.lexicon.reference(division.kind).long_from
    methods = rules.staff_methods(in_print=True)
    how = tuple(Key(str(place), rules.method(id).name) for place, id in enumerate(methods, start=1))
    page = Page(
        Layout.CHECK,
        call=print_says(state.answer, rules) or Call("LOOK IN", division.book, flag=RoleFlag.SQUARE),
        then=replace(judge_call(rules, "press", "TAB"), first="1 or 2 first", ready=state.answer is not None),
        words=_lines(state.slip),
        keys=(*(how if state.method is None else answer_keys(rules)), Key("ESC", "answer later")),
        lines=shown(
            f"No verdict yet · {earlier.number} · look up every word of {since} or more letters",
            division.book if state.answer is not None else "",
            _away(rules),
        ),
        notice=state.notice,
    )
    return DeskPage(page)


# --- the mark ---------------------------------------------------------------------------------------------


def marked(state: Marked, setting: DeskSetting) -> DeskPage:
    """One mark, on paper: no field in a verdict's colour, which would be seen across the hall."""
    rules = setting.divisions[state.shift.division].rules
    ruled = state.ruling.adjudication
    stands = PLAY_STANDS if ruled.verdict is Verdict.ACCEPTABLE else PLAY_COMES_OFF
    follows = f"{ruled.consequence.removesuffix('.')}." if ruled.consequence else ""
    page = Page(
        Layout.VERDICT,
        headline=rules.verdict.word(ruled.verdict),
        says=shown(stands, follows),
        lines=shown(*_opinion(state, rules), _away(rules)),
        words=_lines(SlipEntry(0, lines=tuple(ruled.words))),
        number=f"Ruling {state.ruling.number}",
        remark="write it on the slip" if _has_slip(state.shift, rules) else "",
        notice="ENTER when it is told" if state.hint else "",
        keys=(Key("ENTER", "next slip"), Key("F4", "docket")),
    )
    return DeskPage(
        page,
        DeskLayout.MARK,
        fields=_fields(state.slip, typing=False),
        mark=ruled.verdict,
        beside=_who(state.shift, rules),
    )


def _opinion(state: Marked, rules: RuleSet) -> tuple[str, ...]:
    """What another opinion comes to, in the rulebook's words."""
    again = state.slip.again
    if again is None:
        return ()
    before = tuple(one.verdict for one in again.opinions)
    verdict = state.ruling.adjudication.verdict
    as_first = "as" if verdict is before[0] else "not as"
    law = " ".join(map(str, what_stands(rules, (*before, verdict))))
    return (f"{_opinion_name(again)} on {again.number}, {as_first} it was ruled. {law}",)


def _opinion_name(again: EarlierRuling) -> str:
    return f"{OPINION_NAMES[again.opinion].capitalize()} opinion"


# ---- beside ------------------------------------------------------------------------------------------------
# The pages beside the slips: another opinion, the menu, the docket, the end of a shift, what is covered.

ANY_KEY = "Any key brings it back."
CHOICES = {
    DeskChoice.BACK: "go back",
    DeskChoice.CLEAR: "clear this slip: nothing is ruled",
    DeskChoice.WAY: "another method or division (F2)",
    DeskChoice.OPINION: "second opinion, or answer a referral (F3)",
    DeskChoice.DOCKET: "docket of the last ruling (F4)",
    DeskChoice.END: "end the shift",
}


def beside(
    state: AskingNumber
    | ConfirmingOpinion
    | DeskMenu
    | ShowingDocket
    | PickingPrinter
    | EndingShift
    | OffDuty,
    setting: DeskSetting,
    around: DeskAround,
) -> DeskPage:
    match state:
        case AskingNumber():
            return DeskPage(_asking(state, setting))
        case ConfirmingOpinion():
            return DeskPage(_confirming(state, setting))
        case DeskMenu():
            return DeskPage(_menu(state, setting))
        case ShowingDocket():
            return _docket(state, setting, around)
        case PickingPrinter():
            return DeskPage(_printers(state, setting))
        case EndingShift():
            return DeskPage(_ending(state))
        case OffDuty():
            return DeskPage(_off_duty(state))
        case _:
            assert_never(state)


def _asking(state: AskingNumber, setting: DeskSetting) -> Page:
    rules = setting.divisions[state.shift.division].rules
    clause = rules.clause("review.second_opinion")
    return Page(
        Layout.PASSCODE,
        call=judge_call(rules, "which ruling again?"),
        typed=state.typed,
        notice=state.notice or WHICH,
        lines=(f"{rules.review.second_opinion} ({clause})",),
        keys=(Key("ENTER", "go on"), BACK),
    )


def _confirming(state: ConfirmingOpinion, setting: DeskSetting) -> Page:
    rules = setting.divisions[state.shift.division].rules
    name = OPINION_NAMES[state.asked.number].capitalize()
    said = "the Director makes an exception" if state.asked.exception else "it was another person"
    return Page(
        Layout.NOTICE,
        call=judge_call(rules, f"{name} opinion on {state.slip.again.number if state.slip.again else ''}"),
        lines=(state.why,),
        keys=(Key("ENTER", said), BACK),
        notice=f"ENTER: {said}. ESC: no opinion is given" if state.hint else "",
    )


def _menu(state: DeskMenu, setting: DeskSetting) -> Page:
    rules = setting.divisions[state.under.shift.division].rules
    keys = (Key(str(place), CHOICES[choice]) for place, choice in enumerate(choices(state), start=1))
    return Page(
        Layout.CHOICES,
        call=judge_call(rules, "what now?"),
        keys=(*keys, BACK),
        notice=A_NUMBER if state.hint else "",
    )


def _docket(state: ShowingDocket, setting: DeskSetting, around: DeskAround) -> DeskPage:
    rules = setting.divisions[state.under.shift.division].rules
    lines = docket_lines(state.ruling, rules, around)
    printer = state.under.shift.printer
    printing = (Key(PRINT, f"print on {printer}"), Key(OTHER, "another printer"))
    page = Page(
        Layout.NOTICE,
        call=judge_call(rules, "docket: copy it, print it or save it"),
        lines=lines,
        notice=state.busy or state.notice,
        keys=(
            *(printing if printer else (Key(PRINT, "print"),)),
            Key(SAVE, "save as a file"),
            Key("ENTER", "back"),
        ),
    )
    return DeskPage(page, DeskLayout.DOCKET, docket=lines)


def docket_lines(ruling: LoggedRuling, rules: RuleSet, around: DeskAround) -> tuple[str, ...]:
    """*ruling* as it stands on its docket, on the screen as on paper."""
    local = local_time(ruling.at, around.offset_min)
    return docket(ruling, DocketFrame(around.event, around.letter, local, rules))


def _printers(state: PickingPrinter, setting: DeskSetting) -> Page:
    rules = setting.divisions[state.under.under.shift.division].rules
    names = state.names[:MOST_PRINTERS]
    return Page(
        Layout.CHOICES,
        call=judge_call(rules, "which printer, for this shift?"),
        keys=(*(Key(str(place), name) for place, name in enumerate(names, start=1)), BACK),
        notice=A_NUMBER if state.hint else "",
    )


def _ending(state: EndingShift) -> Page:
    shift = state.under.shift
    return Page(
        Layout.NOTICE,
        headline=f"END THE SHIFT OF {shift.by}?",
        says=(_counted(shift.rulings),),
        keys=(Key("ENTER", "end it"), BACK),
        notice="ENTER if you are sure, ESC to go back" if state.hint else "",
    )


def _off_duty(state: OffDuty) -> Page:
    return Page(
        Layout.NOTICE,
        headline="SHIFT ENDED",
        says=(f"{state.by}: {_counted(state.rulings)}",),
        lines=("It is on record.",),
        keys=(Key("ENTER", "next judge"), Key("ESC", "leave the desk")),
        notice="ENTER or ESC" if state.hint else "",
    )


def _counted(rulings: int) -> str:
    return f"{rulings or 'No'} ruling{'s' * (rulings != 1)}"


def covered(state: Hidden | NotRecorded | DeskLeft) -> DeskPage:
    match state:
        case Hidden():
            return DeskPage(
                Page(Layout.NOTICE, headline="COVERED", says=("The shift goes on.",), lines=(ANY_KEY,))
            )
        case NotRecorded():
            return DeskPage(_not_recorded(state))
        case DeskLeft():
            return DeskPage(Page(Layout.NOTICE, headline="THE DESK IS CLOSED"))
        case _:
            assert_never(state)


def _not_recorded(state: NotRecorded) -> Page:
    nothing = "Nothing was ruled." if state.ruled else "Nothing was done."
    return Page(
        Layout.NOTICE,
        Tone.CLOSED,
        sign=Sign.BARRIER,
        headline="NO VERDICT" if state.doubtful else "NOT RECORDED",
        says=() if state.doubtful else (nothing,),
        lines=(state.why,),
        keys=(Key("ENTER", "back: all that was typed is kept"),),
        notice="Press ENTER" if state.hint else "",
    )


# ---- wording -----------------------------------------------------------------------------------------------
# Every sentence a judge reads at the desk, as a function of the state.
#
# What differs between rulebooks comes from the rule set; everything else is here and beside the keys that
# lead to it. A page says nothing of a single word: it is built from the play's verdict, which is all a ruling
# knows.


def desk_page(state: DeskState, now_ms: int, setting: DeskSetting, around: DeskAround) -> DeskPage:
    """What the screen says in *state*."""
    made = _body(state, now_ms, setting, around)
    shift = shift_of(state)
    chosen = setting.divisions[_division(state) if shift is None else shift.division]
    framed: Page = replace(
        made.page,
        list_name=chosen.list_name,
        banners=banners(chosen, around),
        footer=footer(shift, chosen, around),
    )
    return replace(made, page=framed)


def _division(state: DeskState) -> int:
    return state.division if isinstance(state, PickingWay) else 0


def _body(state: DeskState, now_ms: int, setting: DeskSetting, around: DeskAround) -> DeskPage:
    match state:
        case NamingJudge() | AtDeskDoor() | PickingDivision() | PickingWay() | TickingChecks():
            return beginning(state, now_ms, setting, around)
        case OnSlip():
            return on_slip(state, setting)
        case CheckingSlip():
            return checking(state, setting)
        case LookingInPrint():
            return in_print(state, setting)
        case RulingSlip(under=below) | Recording(back=below):
            return _body(below, now_ms, setting, around)
        case Marked():
            return marked(state, setting)
        case AskingNumber() | ConfirmingOpinion() | DeskMenu() | EndingShift() | OffDuty():
            return beside(state, setting, around)
        case ShowingDocket() | PickingPrinter():
            return beside(state, setting, around)
        case Hidden() | NotRecorded() | DeskLeft():
            return covered(state)
        case _:
            assert_never(state)
