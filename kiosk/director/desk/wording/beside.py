"""The pages beside the slips: another opinion, the menu, the docket, the end of a shift, what is covered."""

from typing import assert_never

from kiosk.core.challenge.ruling import LoggedRuling
from kiosk.core.page import Key, Layout, Page, Sign, Tone
from kiosk.core.paper.docket import DocketFrame, docket
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.schedule import local_time
from kiosk.director.decisions.opinion_chain import OPINION_NAMES
from kiosk.director.desk.beside import DeskChoice, choices
from kiosk.director.desk.docket_out import MOST_PRINTERS, OTHER, PRINT, SAVE
from kiosk.director.desk.opinions import WHICH
from kiosk.director.desk.page import DeskLayout, DeskPage
from kiosk.director.desk.setting import DeskSetting
from kiosk.director.desk.states import (
    AskingNumber,
    ConfirmingOpinion,
    DeskLeft,
    DeskMenu,
    EndingShift,
    Hidden,
    NotRecorded,
    OffDuty,
    PickingPrinter,
    ShowingDocket,
)
from kiosk.director.desk.wording.around import DeskAround
from kiosk.director.desk.wording.begin import A_NUMBER, BACK, judge_call

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
