"""Another opinion at the desk: on which ruling, whether it may be given, and on whose word.

The rule it guards: the law is that of every opinion (`director.decisions.opinion_chain`); nothing here lets
through what it refuses.
"""

from dataclasses import replace

from kiosk.core.challenge.events import BackspacePressed, EnterPressed, EscapePressed, Typed
from kiosk.core.rules.choices import Person
from kiosk.core.rules.ruleset import RuleSet
from kiosk.director.decisions.opinion_chain import THIRD, OpinionAsked, why_not
from kiosk.director.desk.effects import FindRuling
from kiosk.director.desk.events import DeskKey
from kiosk.director.desk.setting import DeskSetting
from kiosk.director.desk.signing_on import DeskNext
from kiosk.director.desk.slips import fresh
from kiosk.director.desk.states import (
    AskingNumber,
    CheckingSlip,
    ConfirmingOpinion,
    DeskState,
    EarlierRuling,
    LookingInPrint,
    Shift,
    SlipEntry,
    SlipPart,
)
from kiosk.director.desk.ways import print_method

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
    reached = _asked(CheckingSlip(shift, replace(slip, again=earlier), now_ms), asked, earlier, rules)
    return replace(state, notice=reached) if isinstance(reached, str) else reached


def _may_give_third(shift: Shift, rules: RuleSet, setting: DeskSetting) -> bool:
    return rules.review.third_by is not Person.DIRECTOR or shift.director or setting.unguarded


def _asked(
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
    reached = _asked(CheckingSlip(state.shift, state.slip, now_ms), state.asked, earlier, rules)
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
