"""A slip from its first digit to its mark. Only TAB rules, only on words that stand whole on the page, and
only `SlipRuled` leads to a mark.

The state that shows a mark holds a `LoggedRuling`, which only the log can make; a slip that was typed stays
in every state until it is ruled on, or cleared by the judge's own word. A page says nothing of a single word:
it is built from the play's verdict, which is all a ruling knows.
"""

from dataclasses import replace
from typing import Self

from kiosk.base.frozen import frozen
from kiosk.base.page import Call, Key, Layout, Page, Sign, Tone
from kiosk.decisions.opinions import what_stands
from kiosk.desk import events, states, wording
from kiosk.desk.slip import SlipEntry, SlipPart
from kiosk.desk.ways import method_of, print_method, way_name
from kiosk.log.bodies import ClearedBody, ClosedBody
from kiosk.rules.choices import MethodId, Person, Slip
from kiosk.rules.ruleset import Method, RuleSet
from kiosk.rules.ruling import Effort, LoggedRuling, Verdict
from kiosk.station.events import (
    BackspacePressed,
    EnterPressed,
    EscapePressed,
    SpacePressed,
    TabPressed,
    Typed,
    WriteRecord,
)
from kiosk.station.wording import BY_POSITION, call_for
from kiosk.station.wording import lines as lines_of
from kiosk.words.play import MOST_WORDS, entered_twice

ANSWERS = {1: Verdict.ACCEPTABLE, 2: Verdict.UNACCEPTABLE}


def fields_of(slip: SlipEntry, *, typing: bool) -> tuple[states.SlipField, ...]:
    return (
        states.SlipField(wording.TABLE, slip.table, typing and slip.part is SlipPart.TABLE),
        states.SlipField(wording.SLIP, slip.number, typing and slip.part is SlipPart.NUMBER),
    )


def shift_lines(shift: states.Shift, rules: RuleSet) -> tuple[str, str]:
    """Who judges, and by which way."""
    return shift.by, way_name(shift.way, rules)


def has_slip(shift: states.Shift, rules: RuleSet) -> bool:
    return method_of(shift.way, rules).slip is not Slip.NONE


def record_closing(ruling: LoggedRuling, how: str, after_ms: int) -> WriteRecord:
    """The record that the mark of *ruling* went off the screen."""
    return WriteRecord(ClosedBody(ruling.seq, ruling.number, how, max(0, after_ms)))


class WithSlip(states.DeskState):
    """A state in which a judge is at work on a slip."""

    __slots__ = ()

    @property
    def shift(self) -> states.Shift:
        raise NotImplementedError

    @property
    def shift_on(self) -> states.Shift | None:
        return self.shift

    def untouched_ms(self) -> int | None:
        return states.HIDE_MS


# ---- typing ------------------------------------------------------------------------------------------------


class Typing(WithSlip):
    """The words of a slip stand on the page, and nothing has been ruled: cleared, they go on record."""

    __slots__ = ()

    @property
    def slip(self) -> SlipEntry:
        raise NotImplementedError

    def record_clearing(self, setting: states.DeskSetting) -> tuple[WriteRecord, ...]:
        """The record of words that were typed and not ruled on, as at a station."""
        if not self.slip.has_letters or self.slip.again is not None:
            return ()
        words = tuple(line for line in self.slip.lines if line)
        return (WriteRecord(ClearedBody(setting.divisions[self.shift.division].id, words, None)),)

    def on_stop(self, now_ms: int, setting: states.DeskSetting) -> tuple[events.DeskEffect, ...]:
        return self.record_clearing(setting)


@frozen
class OnSlip(Typing):
    """The judge types a slip. The menu and the function keys are `menu`'s."""

    shift: states.Shift
    slip: SlipEntry

    def untouched_ms(self) -> int | None:
        return None if self.slip.untouched else states.HIDE_MS

    def with_notice(self, notice: str) -> Self:
        return replace(self, slip=replace(self.slip, notice=notice))

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        needs_table = setting.needs_table(self.shift)
        if isinstance(key, EscapePressed | events.OpinionPressed | events.DocketAsked | events.WayAsked):
            return self, ()
        if self.slip.ends_with(key, needs_table=needs_table):
            checked = CheckingSlip(self.shift, self.slip.whole(), now_ms)
            same = events.FindSame(checked.slip.words, self.shift.division, self.slip.table_number)
            return checked, (same,)
        return replace(self, slip=self.slip.edit(key, needs_table=needs_table)), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        shift, slip, rules = self.shift, self.slip, setting.rules(self.shift)
        words = slip.part is SlipPart.WORDS
        more = (wording.NEXT_WORD,) if words and len(slip.lines) < MOST_WORDS else ()
        fields = fields_of(slip, typing=True)
        page = Page(
            Layout.ENTRY,
            call=wording.judge_call(rules, wording.TYPE_SLIP),
            says=tuple(f"{field.name} {field.typed}".strip() for field in fields),
            words=slip.word_lines(typing=True),
            keys=(wording.CHECK if words else wording.GO_ON, *more, wording.METHOD, wording.MENU),
            lines=lines_of(
                rules.prompts.blank,
                BY_POSITION if slip.by_position else "",
                wording.last_ruling(shift.last.number) if shift.last is not None else "",
            ),
            notice=slip.notice,
        )
        return states.DeskPage(
            page, states.DeskLayout.SLIP, fields=fields, shift_lines=shift_lines(shift, rules)
        )


def fresh(shift: states.Shift, now_ms: int) -> OnSlip:
    """The next slip."""
    return OnSlip(shift, SlipEntry(now_ms))


# ---- before the ruling -------------------------------------------------------------------------------------


@frozen
class CheckingSlip(Typing):
    """The words stand as they will be ruled on. *agreed*: the other player has said yes, where a method needs
    that; *answer*: what print says, where a person looked; *doubted*: a key was pressed as if more
    followed, and *asked*: ENTER came since; *same*: a ruling of this round on the same words, of which the
    judge has not said yet whether this is another opinion on it."""

    shift: states.Shift
    slip: SlipEntry
    opened_ms: int
    agreed: bool = False
    answer: Verdict | None = None
    doubted: bool = False
    asked: bool = False
    notice: str = ""
    same: events.EarlierRuling | None = None

    def method(self, setting: states.DeskSetting) -> Method:
        return method_of(self.shift.way, setting.rules(self.shift))

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        plain = replace(self, notice="")
        if isinstance(key, TabPressed):
            if first := self.why_not_yet(setting):
                return replace(plain, notice=first), ()
            return RulingSlip(plain), (plain._order(now_ms),)
        if isinstance(key, BackspacePressed):
            return plain if key.repeated else plain._reopen(), ()
        if isinstance(key, events.OpinionPressed) and self.same is not None:
            return plain, (events.FindRuling(self.same.number, self.shift.division),)
        if isinstance(key, SpacePressed) and self.method(setting).consent:
            return replace(plain, agreed=not self.agreed), ()
        if self.shift.way.in_print and events.digit_of(key) in ANSWERS:
            return replace(plain, answer=ANSWERS[events.digit_of(key)]), ()
        return plain._refuse_key(key), ()

    def _refuse_key(self, key: events.DeskKey) -> Self:
        """The state after a key that neither rules nor leaves: a letter there may mean that more was to
        follow. ENTER says: these are all the words, or then: this is a challenge of its own. The ENTER that
        ends such a word says neither, so the first one only asks again."""
        if isinstance(key, EnterPressed) and self.doubted:
            notice = "" if self.asked else wording.ENTER_AGAIN
            return replace(self, doubted=not self.asked, asked=True, notice=notice)
        if isinstance(key, EnterPressed) and self.same is not None:
            return replace(self, same=None)
        if isinstance(key, Typed | SpacePressed):
            return replace(self, doubted=True, asked=False, notice=wording.ALL_THE_WORDS)
        return replace(self, notice=wording.ALL_THE_WORDS if self.doubted else wording.ONLY_TAB)

    def why_not_yet(self, setting: states.DeskSetting) -> str:
        """What must come before TAB; nothing: it rules."""
        if self.doubted:
            return wording.ALL_THE_WORDS
        if self.same is not None:
            return wording.SAME_WORDS.format(number=self.same.number)
        if self.method(setting).consent and not self.agreed:
            return wording.AGREED_FIRST
        return wording.ANSWER_FIRST if self.shift.way.in_print and self.answer is None else ""

    def _reopen(self) -> states.DeskState:
        if self.slip.again is not None:
            return replace(self, notice=wording.FIXED.format(number=self.slip.again.number))
        return OnSlip(self.shift, self.slip.reopen())

    def _order(self, now_ms: int) -> events.RuleSlip:
        slip, shift = self.slip, self.shift
        return events.RuleSlip(
            shift.division,
            slip.words,
            shift.way.method,
            shift.by,
            table=slip.table_number,
            slip=slip.slip_number,
            book=self.answer if shift.way.in_print else None,
            after=slip.again.key if slip.again else None,
            opinion=slip.again.opinion if slip.again else None,
            effort=Effort(
                max(0, self.opened_ms - slip.began_ms), max(0, now_ms - self.opened_ms), slip.edits
            ),
        )

    # --- its page -----------------------------------------------------------------------------------------

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        shift, slip, rules = self.shift, self.slip, setting.rules(self.shift)
        in_print = shift.way.in_print
        twice = entered_twice(slip.words)
        compare = wording.COMPARE if has_slip(shift, rules) else wording.WITH_BOTH
        look = wording.judge_call(rules, wording.LOOK_UP if in_print else compare)
        page = Page(
            Layout.CHECK,
            call=wording.print_says(self.answer if in_print else None, rules) or look,
            then=self._press(setting, rules),
            words=slip.word_lines(),
            keys=(
                *self._same_keys(),
                *(wording.answer_keys(rules) if in_print else ()),
                *self._consent_keys(setting, rules),
                wording.CORRECT,
                wording.MENU,
            ),
            lines=lines_of(
                wording.opinion_on(slip.again) if slip.again is not None else "",
                wording.numbers(slip.table, slip.number),
                wording.typed_twice(twice[0]) if twice else "",
                wording.away(rules),
            ),
            notice=self.notice
            or (wording.SAME_WORDS.format(number=self.same.number) if self.same is not None else ""),
        )
        return states.DeskPage(page)

    def _press(self, setting: states.DeskSetting, rules: RuleSet) -> Call:
        """Who presses TAB: the person whom the method names, where that is staff."""
        pressed_by = self.method(setting).pressed_by
        who = pressed_by if pressed_by is Person.DIRECTOR else Person.JUDGE
        ready = not self.why_not_yet(setting)
        return replace(
            call_for(who, rules, wording.PRESS, "TAB"), first=self._before_tab(setting), ready=ready
        )

    def _before_tab(self, setting: states.DeskSetting) -> str:
        if self.doubted:
            return wording.ENTER_BEFORE
        if self.same is not None:
            return wording.F3_OR_ENTER
        return wording.AGREED if self.method(setting).consent and not self.agreed else wording.ONE_OR_TWO

    def _same_keys(self) -> tuple[Key, ...]:
        """Where the words were ruled on in this round, the judge says whether it is the same challenge."""
        return () if self.same is None else (wording.once_more(self.same.number), wording.ANOTHER)

    def _consent_keys(self, setting: states.DeskSetting, rules: RuleSet) -> tuple[Key, ...]:
        """Where a method needs the other player's word, it is asked for before TAB."""
        method = self.method(setting)
        if not method.consent:
            return ()
        return (wording.consent(self.agreed, rules.clause(f"method.{method.id}.consent")),)


# ---- what only print settles -------------------------------------------------------------------------------


@frozen
class LookingInPrint(WithSlip):
    """No verdict: only print settles the play. *ruling*: the referral, if it was made just now. *method*: how
    the judge looks it up; None: they have not said."""

    shift: states.Shift
    slip: SlipEntry
    earlier: events.EarlierRuling
    opened_ms: int
    method: MethodId | None
    ruling: LoggedRuling | None = None
    answer: Verdict | None = None
    notice: str = ""

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        plain, digit = replace(self, notice=""), events.digit_of(key)
        methods = setting.rules(self.shift).staff_methods(in_print=True)
        if isinstance(key, EscapePressed):
            return plain._later(now_ms)
        if isinstance(key, BackspacePressed):
            return replace(plain, answer=None), ()
        if self.method is None:
            chosen = methods[digit - 1] if 1 <= digit <= len(methods) else None
            return replace(plain, method=chosen, notice="" if chosen else wording.HOW_FIRST), ()
        if digit in ANSWERS:
            return replace(plain, answer=ANSWERS[digit]), ()
        if isinstance(key, TabPressed) and self.answer is not None:
            return RulingSlip(plain), (plain._order(self.method, now_ms),)
        return replace(plain, notice=wording.ANSWER_FIRST if self.answer is None else wording.TAB_RECORDS), ()

    def _order(self, method: str, now_ms: int) -> events.RuleSlip:
        """What print said completes the referral; where that was an opinion, so is this, on the same
        ruling."""
        earlier, again = self.earlier, self.slip.again
        return events.RuleSlip(
            self.shift.division,
            earlier.words,
            method,
            self.shift.by,
            table=earlier.table,
            slip=earlier.slip,
            book=self.answer,
            completes=True,
            after=earlier.key if again is None else again.key,
            opinion=None if again is None else again.opinion,
            effort=Effort(verify_ms=max(0, now_ms - self.opened_ms)),
        )

    def _later(self, now_ms: int) -> states.DeskNext:
        """The next slip; the referral is on record, and waits for its answer there."""
        following = fresh(self.shift, now_ms)
        if self.ruling is None:
            return following, ()
        closed = record_closing(self.ruling, "enter", now_ms - self.opened_ms)
        return Recording(following, self), (closed,)

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        """Nothing is said of a single word: all the long ones are looked up."""
        division = setting.divisions[self.shift.division]
        rules, earlier = division.rules, self.earlier
        since = rules.lexicon.reference(division.kind).long_from
        methods = rules.staff_methods(in_print=True)
        how = tuple(Key(str(place), rules.method(id).name) for place, id in enumerate(methods, start=1))
        press = wording.judge_call(rules, wording.PRESS, "TAB")
        page = Page(
            Layout.CHECK,
            call=wording.print_says(self.answer, rules) or wording.look_in(division.book),
            then=replace(press, first=wording.ONE_OR_TWO, ready=self.answer is not None),
            words=self.slip.word_lines(),
            keys=(*(how if self.method is None else wording.answer_keys(rules)), wording.ANSWER_LATER),
            lines=lines_of(
                wording.no_verdict_yet(earlier.number, since),
                division.book if self.answer is not None else "",
                wording.away(rules),
            ),
            notice=self.notice,
        )
        return states.DeskPage(page)


# ---- the record and the mark -------------------------------------------------------------------------------


@frozen
class RulingSlip(states.DeskState):
    """The record is being made. No verdict exists here."""

    under: CheckingSlip | LookingInPrint

    @property
    def shift_on(self) -> states.Shift:
        return self.under.shift

    @property
    def may_be_covered(self) -> bool:
        return False

    def untouched_ms(self) -> None:
        return None

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        return self, ()

    def on_ruling(
        self, event: events.SlipRuled, now_ms: int, setting: states.DeskSetting
    ) -> states.DeskState:
        """What the ruling leads to: a mark, or the book."""
        before, ruling = self.under, event.ruling
        shift = replace(before.shift, rulings=before.shift.rulings + 1, last=ruling)
        if ruling.adjudication.verdict is not Verdict.REFER:
            return Marked(shift, before.slip, ruling, now_ms)
        asked = ruling.adjudication
        place = asked.place
        earlier = events.EarlierRuling(
            event.key, ruling.number, asked.words, place.division, place.table, asked.slip
        )
        method = print_method(shift.way, setting.rules(shift))
        return LookingInPrint(shift, before.slip, earlier, now_ms, method, ruling)

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        return self.under.page(now_ms, setting, context)


@frozen
class Marked(WithSlip):
    """One mark for the whole play, and the proof that it is on record."""

    shift: states.Shift
    slip: SlipEntry
    ruling: LoggedRuling
    opened_ms: int
    hint: bool = False

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        if isinstance(key, EnterPressed):
            closed = record_closing(self.ruling, "enter", now_ms - self.opened_ms)
            return Recording(fresh(self.shift, now_ms), self), (closed,)
        return replace(self, hint=True), ()

    def on_stop(self, now_ms: int, setting: states.DeskSetting) -> tuple[events.DeskEffect, ...]:
        return (record_closing(self.ruling, "stopped", now_ms - self.opened_ms),)

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        """One mark, on paper: no field in a verdict's colour, which would be seen across the hall."""
        rules, ruled = setting.rules(self.shift), self.ruling.adjudication
        page = Page(
            Layout.VERDICT,
            headline=rules.verdict.word(ruled.verdict),
            says=wording.stands(ruled.verdict, ruled.consequence or ""),
            lines=lines_of(*self._opinion(rules), wording.away(rules)),
            words=SlipEntry(0, lines=tuple(ruled.words)).word_lines(),
            number=wording.ruling(self.ruling.number),
            remark=wording.WRITE_NUMBER if has_slip(self.shift, rules) else "",
            notice=wording.WHEN_TOLD if self.hint else "",
            keys=(wording.NEXT_SLIP, wording.DOCKET),
        )
        return states.DeskPage(
            page,
            states.DeskLayout.MARK,
            fields=fields_of(self.slip, typing=False),
            mark=ruled.verdict,
            shift_lines=shift_lines(self.shift, rules),
        )

    def _opinion(self, rules: RuleSet) -> tuple[str, ...]:
        """What another opinion comes to, in the rulebook's words."""
        again = self.slip.again
        if again is None:
            return ()
        before = tuple(opinion.verdict for opinion in again.opinions)
        verdict = self.ruling.adjudication.verdict
        law = " ".join(map(str, what_stands(rules, (*before, verdict))))
        return (wording.opinion_came_to(again, verdict is before[0], law),)


@frozen
class Recording(states.DeskState):
    """A record is being made without which nobody goes on: to *after* once it is durable, else to *back*."""

    after: states.DeskState
    back: states.DeskState

    @property
    def shift_on(self) -> states.Shift | None:
        return self.back.shift_on

    @property
    def may_be_covered(self) -> bool:
        return False

    def untouched_ms(self) -> None:
        return None

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        return self, ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        return self.back.page(now_ms, setting, context)


@frozen
class NotRecorded(states.DeskState):
    """It could not be recorded, so it did not happen: *why*. *ruled*: it was a ruling; *doubtful*: nobody
    knows whether it is on record. *back*: all that was typed."""

    back: states.DeskState
    why: str
    ruled: bool
    doubtful: bool = False
    hint: bool = False

    @property
    def shift_on(self) -> states.Shift | None:
        return self.back.shift_on

    @property
    def may_be_covered(self) -> bool:
        return False

    def untouched_ms(self) -> None:
        return None

    def act(self, key: events.DeskKey, now_ms: int, setting: states.DeskSetting) -> states.DeskNext:
        return (self.back if isinstance(key, EnterPressed) else replace(self, hint=True)), ()

    def page(self, now_ms: int, setting: states.DeskSetting, context: states.DeskContext) -> states.DeskPage:
        page = Page(
            Layout.NOTICE,
            Tone.CLOSED,
            sign=Sign.BARRIER,
            headline=wording.NO_VERDICT if self.doubtful else wording.NOT_RECORDED,
            says=() if self.doubtful else (wording.nothing_done(self.ruled),),
            lines=(self.why,),
            keys=(wording.BACK_KEPT,),
            notice=wording.PRESS_ENTER if self.hint else "",
        )
        return states.DeskPage(page)
