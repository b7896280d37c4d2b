"""The pages before the verdict: idle, typing, the table number, checking, both at their board."""

from dataclasses import replace
from typing import assert_never

from kiosk.core.challenge.entry import checking, notices
from kiosk.core.challenge.entry.entering import may_see_board
from kiosk.core.challenge.entry.typing import may_grow
from kiosk.core.challenge.parties import Cause
from kiosk.core.challenge.procedure import Procedure, may_change_division
from kiosk.core.challenge.states import (
    AskingTable,
    AtBoard,
    Checking,
    ChoosingDivision,
    Counting,
    Entering,
    StaffOnly,
    Told,
)
from kiosk.core.challenge.wording.counting import MORE_TIME, more_time
from kiosk.core.challenge.wording.frame import Surroundings, bands
from kiosk.core.challenge.wording.roles import called, director, judge, name, rules_for
from kiosk.core.page import Call, Key, Layout, Page, WordLine
from kiosk.core.rules.choices import Person
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.words.play import MOST_WORDS, Word, entered_twice

HANDS_OFF = "hands off"
BY_POSITION = "Letters by key position"
IS_THIS_ALL = "is this all?"
STOP = Key("ESC", "stop")


def shown(*lines: str) -> tuple[str, ...]:
    """*lines* without those that a rule set leaves empty."""
    return tuple(line for line in lines if line)


# --- idle -------------------------------------------------------------------------------------------------


def idle(state: StaffOnly | ChoosingDivision | Counting, procedure: Procedure, around: Surroundings) -> Page:
    match state:
        case StaffOnly():
            return _staff_only(procedure, around)
        case ChoosingDivision():
            return _choosing_division(state, procedure)
        case Counting():
            return _counting(state, procedure, around)
        case _:
            assert_never(state)


def _staff_only(procedure: Procedure, around: Surroundings) -> Page:
    who = judge(procedure.divisions[0].rules)
    return Page(
        Layout.NOTICE,
        headline=f"{who} only".upper(),
        says=(f"Challenged words are looked up by the {who}.",),
        lines=(f"Call the {who} to your board.",),
        letter=around.letter,
        place=around.place,
    )


def _choosing_division(state: ChoosingDivision, procedure: Procedure) -> Page:
    rules = rules_for(state, procedure)
    return Page(
        Layout.CHOICES,
        call=called(rules.station_method.typed_by, rules, "which division?"),
        keys=tuple(
            Key(
                str(place),
                f"{one.name} · {one.list_name if one.rules.self_lookup else f'{judge(one.rules)} only'}",
                band,
            )
            for place, (one, band) in enumerate(zip(procedure.divisions, bands(procedure), strict=True), 1)
        ),
        notice=notices.DIVISION_FIRST if state.hint else _told_line(state.told, rules),
    )


def _counting(state: Counting, procedure: Procedure, around: Surroundings) -> Page:
    rules = procedure.divisions[state.division].rules
    prompts = rules.prompts
    another = Key("BACKSPACE", "another division")
    return Page(
        Layout.IDLE,
        call=called(rules.station_method.typed_by, rules, "press how many words"),
        caps=tuple(str(count) for count in range(1, MOST_WORDS + 1)),
        lines=shown(prompts.clock, prompts.tiles, prompts.slip),
        notice=notices.COUNT_FIRST if state.hint else _told_line(state.told, rules),
        keys=(
            Key("ESC", "other choices"),
            Key("9", "smaller type" if around.large else "larger type"),
            *((another,) if may_change_division(state, procedure) else ()),
        ),
        letter=around.letter,
        place=around.place,
    )


def _told_line(told: Told | None, rules: RuleSet) -> str:
    """What was told on a page of its own a moment ago."""
    if told is None:
        return ""
    if told.number:
        return f"Ruling {told.number} is on record: the {director(rules)} can show it"
    return f"The last words were cleared: {why(told.cause, director(rules))}"


def why(cause: Cause, director: str) -> str:
    """What took words or a verdict off the screen, as players are told it."""
    match cause:
        case Cause.TIME:
            return "nobody had touched the keyboard for a while"
        case Cause.VIOLATION:
            return "the station was disturbed, which was noted"
        case Cause.DIRECTOR:
            return f"the {director} did it"
        case Cause.RESTART:
            return "the station stopped and started again"
        case _:
            assert_never(cause)


# --- the entry --------------------------------------------------------------------------------------------


def entered(state: Entering | AskingTable | Checking | AtBoard, now_ms: int, procedure: Procedure) -> Page:
    rules = rules_for(state, procedure)
    match state:
        case Entering():
            return _entering(state, rules)
        case AskingTable():
            return _asking_table(state, rules)
        case Checking():
            return _checking(state, now_ms, rules, procedure)
        case AtBoard():
            return _at_board(state, rules)
        case _:
            assert_never(state)


def _entering(state: Entering, rules: RuleSet) -> Page:
    prompts, method = rules.prompts, rules.station_method
    by_position = BY_POSITION if state.by_position else ""
    return Page(
        Layout.ENTRY,
        call=called(method.typed_by, rules, prompts.type_words),
        words=tuple(
            WordLine(place + 1, line, place == state.current) for place, line in enumerate(state.lines)
        ),
        # One line for everything: what the last key did is more urgent than a reminder.
        lines=() if state.notice else shown(by_position, prompts.only_declared, prompts.blank),
        notice=state.notice.format(presser=name(method.pressed_by, rules)),
        keys=(*_entry_keys(state), STOP),
    )


def _entry_keys(state: Entering) -> tuple[Key, ...]:
    last, empty = state.current == len(state.lines) - 1, not state.lines[state.current]
    on = Key("ENTER", "done") if last else Key("SPACE", "next word")
    grow = (Key("↓", "one more word"),) if last and may_grow(state) else ()
    if empty and len(state.lines) > 1:
        return (Key("BACKSPACE", "no more words" if last else "not this word"), *(grow or (on,)))
    up = (Key("↑", "word above"),) if state.current else ()
    return (on, *grow, *up)


def _asking_table(state: AskingTable, rules: RuleSet) -> Page:
    return Page(
        Layout.TABLE,
        call=called(rules.station_method.typed_by, rules, "table number"),
        typed=state.typed,
        notice=state.notice,
        keys=(
            Key("ENTER", "done"),
            Key("BACKSPACE", "rub out" if state.typed else "back to the words"),
            STOP,
        ),
    )


def _checking(state: Checking, now_ms: int, rules: RuleSet, procedure: Procedure) -> Page:
    method = rules.station_method
    board = (Key("0", rules.prompts.board),) if may_see_board(state, procedure) else ()
    more = (MORE_TIME,) if more_time(state, procedure) else ()
    page = Page(
        Layout.CHECK,
        call=called(method.verified_by, rules, rules.prompts.check),
        then=replace(
            called(method.pressed_by, rules, rules.prompts.press, "TAB"), first=HANDS_OFF, ready=state.armed
        ),
        words=tuple(WordLine(place, word) for place, word in enumerate(state.words, 1)),
        notice=_noticed(state, now_ms).format(director=director(rules)),
        keys=(Key("BACKSPACE", "correct a word"), *board, *more, STOP),
    )
    if not state.doubted:
        return page
    # One question and nothing beside it: TAB is nobody's key until it is answered.
    count = len(state.words)
    keys = (Key("ENTER", f"yes, {count} word{'s' * (count > 1)}"), Key("BACKSPACE", "no"), STOP)
    return replace(page, call=called(method.typed_by, rules, IS_THIS_ALL), then=Call(), keys=keys)


def _noticed(state: Checking, now_ms: int) -> str:
    """The one sentence that is most urgent now."""
    told_at = checking.named_at(state)
    if told_at is not None and now_ms >= told_at:
        return notices.LIFT.format(key=state.down[0])
    return state.notice or _twice(state.words)


def _twice(words: tuple[Word, ...]) -> str:
    doubled = entered_twice(words)
    return f"{', '.join(doubled)} entered twice" if doubled else ""


def judging(checked: Checking, pressed_ms: int, procedure: Procedure) -> Page:
    """The same words while the record is made; nobody is asked for anything."""
    return replace(entered(checked, pressed_ms, procedure), then=Call(), keys=())


def _at_board(state: AtBoard, rules: RuleSet) -> Page:
    return Page(
        Layout.NOTICE,
        call=called(Person.BOTH, rules, "at the board"),
        headline=f"Back by {state.back_by}",
        says=("The words are kept, and hidden.",),
        lines=shown(rules.prompts.silence),
        notice=notices.ENTER_BRINGS_BACK if state.hint else "",
        keys=(Key("ENTER", "show the words again"),),
    )
