"""The pages of a slip: typing it, checking it, its mark, and the book where only that settles it."""

from dataclasses import replace

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.challenge.wording.before import BY_POSITION, shown
from kiosk.core.challenge.wording.roles import called
from kiosk.core.challenge.wording.verdict import PLAY_COMES_OFF, PLAY_STANDS
from kiosk.core.page import Call, Key, Layout, Page, RoleFlag, WordLine
from kiosk.core.rules.choices import Person, Slip
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.words.play import MOST_WORDS, entered_twice
from kiosk.director.decisions.opinion_chain import OPINION_NAMES, what_stands
from kiosk.director.desk.page import DeskLayout, DeskPage, SlipField
from kiosk.director.desk.setting import DeskSetting
from kiosk.director.desk.slips import SAME_WORDS, may_rule
from kiosk.director.desk.states import (
    CheckingSlip,
    EarlierRuling,
    LookingInPrint,
    Marked,
    OnSlip,
    Shift,
    SlipEntry,
    SlipPart,
)
from kiosk.director.desk.ways import method_of, way_name
from kiosk.director.desk.wording.begin import judge_call

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
