"""Another opinion at the desk: on which ruling, whether it may be given, and on whose word.

The rule it guards: the law is that of every opinion (`decisions.opinions`); nothing here lets through what it
refuses.
"""

from dataclasses import replace

from kiosk.base.frozen import frozen
from kiosk.base.page import Layout, Page
from kiosk.decisions.opinions import THIRD, OpinionAsked, why_not
from kiosk.desk import states, wording
from kiosk.desk.events import DeskKey, EarlierRuling, FindRuling
from kiosk.desk.ruling import CheckingSlip, LookingInPrint, WithSlip, fresh
from kiosk.desk.slip import SlipEntry, SlipPart
from kiosk.desk.ways import print_method
from kiosk.rules.choices import Person
from kiosk.rules.ruleset import RuleSet
from kiosk.station.events import BackspacePressed, EnterPressed, EscapePressed, Typed

LONGEST_NUMBER = 12


@frozen
class AskingNumber(WithSlip):
    """A second opinion, or the answer to a referral: on which ruling?"""

    shift: states.Shift
    typed: str = ""
    notice: str = ""

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        if isinstance(key, Typed) and (key.text == "-" or (key.text.isascii() and key.text.isalnum())):
            return AskingNumber(self.shift, f"{self.typed}{key.text}".upper()[:LONGEST_NUMBER]), ()
        if isinstance(key, BackspacePressed):
            return AskingNumber(self.shift, self.typed[:-1]), ()
        if isinstance(key, EnterPressed) and self.typed:
            number = f"{setting.letter}-{self.typed}" if self.typed.isdigit() else self.typed
            return replace(self, notice=""), (FindRuling(number, self.shift.division),)
        if isinstance(key, EscapePressed):
            return fresh(self.shift, now_ms), ()
        return replace(self, notice=wording.WHICH), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        rules = setting.rules(self.shift)
        page = Page(
            Layout.PASSCODE,
            call=wording.judge_call(rules, wording.WHICH_RULING),
            typed=self.typed,
            notice=self.notice or wording.WHICH,
            lines=(f"{rules.review.second_opinion} ({rules.clause('review.second_opinion')})",),
            keys=(wording.GO_ON, wording.BACK),
        )
        return states.DeskPage(page)


@frozen
class ConfirmingOpinion(WithSlip):
    """An opinion that is given only on somebody's word: *why* says on which. *slip*: what it would be on;
    *asked*: the opinion, once the word is given."""

    shift: states.Shift
    slip: SlipEntry
    asked: OpinionAsked
    why: str
    hint: bool = False

    def act(self, key: DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        if isinstance(key, EscapePressed):
            return AskingNumber(self.shift), ()
        earlier = self.slip.again
        if earlier is None or not isinstance(key, EnterPressed):
            return replace(self, hint=True), ()
        opinion = CheckingSlip(self.shift, self.slip, now_ms)
        reached = _ask_opinion(opinion, self.asked, earlier, setting.rules(self.shift))
        return (AskingNumber(self.shift, notice=reached) if isinstance(reached, str) else reached), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        on = self.slip.again.number if self.slip.again else ""
        said = wording.on_whose_word(exception=self.asked.exception)
        page = Page(
            Layout.NOTICE,
            call=wording.judge_call(setting.rules(self.shift), wording.opinion_of(self.asked.number, on)),
            lines=(self.why,),
            keys=(wording.confirm(said), wording.BACK),
            notice=wording.confirm_or_not(said) if self.hint else "",
        )
        return states.DeskPage(page)


def look_again(
    state: AskingNumber | CheckingSlip, earlier: EarlierRuling, now_ms: int, setting: states.DeskSetting
) -> states.DeskState:
    """Where a ruling that is looked at again leads: to the book, to another opinion, or nowhere."""
    shift, rules = state.shift, setting.rules(state.shift)
    if earlier.division != setting.divisions[shift.division].id:
        return replace(state, notice=wording.OTHER_DIVISION.format(number=earlier.number))
    slip = state.slip if isinstance(state, CheckingSlip) else _slip_of(earlier, now_ms)
    if earlier.pending:
        return LookingInPrint(shift, slip, earlier, now_ms, print_method(shift.way, rules))
    if earlier.opinion == THIRD and not _may_give_third(shift, rules, setting):
        return replace(state, notice=wording.for_director(rules))
    opinion = CheckingSlip(shift, replace(slip, again=earlier), now_ms)
    reached = _ask_opinion(opinion, OpinionAsked(earlier.opinion, shift.by), earlier, rules)
    return replace(state, notice=reached) if isinstance(reached, str) else reached


def _may_give_third(shift: states.Shift, rules: RuleSet, setting: states.DeskSetting) -> bool:
    return rules.review.third_by is not Person.DIRECTOR or shift.director or setting.unguarded


def _ask_opinion(
    opinion: CheckingSlip, asked: OpinionAsked, earlier: EarlierRuling, rules: RuleSet
) -> CheckingSlip | ConfirmingOpinion | str:
    """The words to be checked; or what somebody has to vouch for first; or why there is no such opinion."""
    refusal = why_not(rules, asked, earlier.opinions)
    if not refusal:
        return opinion
    for confirmed in (replace(asked, exception=True), replace(asked, vouched=True)):
        if why_not(rules, confirmed, earlier.opinions) != refusal:
            return ConfirmingOpinion(opinion.shift, opinion.slip, confirmed, refusal)
    return refusal


def _slip_of(earlier: EarlierRuling, now_ms: int) -> SlipEntry:
    return SlipEntry(
        now_ms,
        table=str(earlier.table or ""),
        number=str(earlier.slip or ""),
        lines=tuple(earlier.words),
        part=SlipPart.WORDS,
        current=len(earlier.words) - 1,
    )
