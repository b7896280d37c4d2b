"""The pages before the first slip: who judges, the passcode, the division, the way, the checklist."""

from typing import assert_never

from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.wording.before import shown
from kiosk.core.challenge.wording.frame import bands
from kiosk.core.page import Call, Key, Layout, Page, RoleFlag
from kiosk.core.rules.ruleset import RuleSet
from kiosk.director.desk.page import DeskLayout, DeskPage, Tick
from kiosk.director.desk.setting import DeskSetting
from kiosk.director.desk.states import (
    AtDeskDoor,
    NamingJudge,
    PickingDivision,
    PickingWay,
    TickingChecks,
)
from kiosk.director.desk.ways import way_name, ways
from kiosk.director.desk.wording.around import DeskAround

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
