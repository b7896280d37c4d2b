"""The questions of a set-up: from one page to the next and back, the questions behind “More”, the review.

ESC always leads to the page before, and from the first page out.
"""

from dataclasses import field, replace

from kiosk.base.fields import Unfit, Whole
from kiosk.base.frozen import frozen
from kiosk.base.page import Countdown, Key, Layout, Page
from kiosk.errors import AccessError
from kiosk.rules.choices import DivisionKind
from kiosk.setup.divisions import ListStanding
from kiosk.setup.passcodes import check_new
from kiosk.setup.settings import MOST_DIVISIONS
from kiosk.station.events import DownPressed, EnterPressed, Typed, UpPressed
from kiosk.wizard import wording
from kiosk.wizard.draft import Draft, ListFound, WeighedSetup, WizardKnown, WizardOption, first_settings
from kiosk.wizard.entry import edit, edit_secret, goes_back, refusal, types_text
from kiosk.wizard.events import (
    ComparePasscode,
    FindLists,
    FolderSeen,
    HashPasscode,
    LeaveWizard,
    ListRefused,
    ListSeen,
    ListsFound,
    LookAtFolder,
    LookAtList,
    PasscodeCompared,
    PasscodeHashed,
    Pressed,
    SetupWeighed,
    WeighSetup,
    WizardReply,
)
from kiosk.wizard.pages import BACK, ENTER, WizardBody, WizardClock, WizardPage, options_page
from kiosk.wizard.questions import (
    ANOTHER_FILE,
    MORE,
    NO,
    REMOVE,
    Leg,
    SetupQuestion,
    another_division,
    cursor_at,
    is_choice,
    limit_of,
    may_be_empty,
    of_kind,
    options,
    path,
    standing,
    take_answer,
    take_option,
    with_division,
    with_settings,
    without,
    without_division,
)
from kiosk.wizard.states import OptionsState, WizardNext, WizardState

# ---- from one question to the next -------------------------------------------------------------------------


def begin(known: WizardKnown) -> WizardNext:
    """The first page."""
    draft = Draft(known.present or first_settings())
    return ask(draft, Leg.FIRST, SetupQuestion.PROFILE, known)


def ask(draft: Draft, leg: Leg, question: SetupQuestion, known: WizardKnown) -> WizardNext:
    """The page of *question*."""
    if question is SetupQuestion.PASSCODE:
        return AskingPasscode(draft), ()
    if question is SetupQuestion.KEYBOARD:
        return TryingKeys(draft), ()
    if is_choice(question):
        looks = (FindLists(),) if question is SetupQuestion.LIST else ()
        return AskingChoice(draft, leg, question, cursor_at(question, draft, known)), looks
    return AskingField(draft, leg, question, standing(question, draft)), ()


def ask_next(draft: Draft, leg: Leg, question: SetupQuestion, known: WizardKnown) -> WizardNext:
    """What follows the answer to *question*."""
    asks = path(leg, draft, known)
    place = asks.index(question) + 1
    return ask(draft, leg, asks[place], known) if place < len(asks) else end(draft, leg)


def ask_before(draft: Draft, leg: Leg, question: SetupQuestion, known: WizardKnown) -> WizardNext:
    """The page before *question*. Out of “More” what its questions had changed is as it was."""
    asks = path(leg, draft, known)
    place = asks.index(question) if question in asks else 0
    if place:
        return ask(draft, leg, asks[place - 1], known)
    if leg is Leg.FIRST:
        return leave()
    unchanged = draft if draft.before is None else replace(draft, settings=draft.before)
    if leg is Leg.DIVISIONS:
        last = len(unchanged.settings.divisions)
        return DivisionMenu(replace(unchanged, before=None, at=0), min(draft.at, last)), ()
    return end(unchanged, leg)


def ask_last(draft: Draft, known: WizardKnown) -> WizardNext:
    """The page before the review."""
    return ask(draft, Leg.FIRST, path(Leg.FIRST, draft, known)[-1], known)


def ask_more(draft: Draft, leg: Leg, known: WizardKnown) -> WizardNext:
    """The first page of *leg*, out of “More”."""
    begun = replace(draft, before=draft.settings, at=0)
    if leg is Leg.DIVISIONS:
        return DivisionMenu(replace(draft, at=0)), ()
    if leg is Leg.ROUNDS:  # told anew: nobody edits a timetable line by line
        begun = with_settings(begun, rounds=())
    return ask(begun, leg, path(leg, begun, known)[0], known)


def ask_division(draft: Draft, place: int, known: WizardKnown) -> WizardNext:
    """The first question about the division at *place*; one after the last is new."""
    begun = replace(draft, before=draft.settings, at=place)
    if place == len(draft.settings.divisions):
        begun = replace(begun, settings=another_division(draft.settings))
    return ask(begun, Leg.DIVISIONS, path(Leg.DIVISIONS, begun, known)[0], known)


def end(draft: Draft, leg: Leg) -> WizardNext:
    """What follows the last question of *leg*."""
    whole = replace(draft, before=None, at=0)
    if leg is Leg.FIRST:
        return review(whole)
    if leg is Leg.DIVISIONS:
        return DivisionMenu(whole, draft.at), ()
    return MoreMenu(whole, MORE.index(leg)), ()


def review(draft: Draft, notice: str = "") -> WizardNext:
    return Reviewing(draft, notice=notice), (WeighSetup(draft.settings),)


def leave() -> WizardNext:
    return WizardLeft(), (LeaveWizard(),)


# ---- a question with options -------------------------------------------------------------------------------


@frozen
class AskingChoice(OptionsState):
    """One of several answers."""

    draft: Draft
    leg: Leg
    question: SetupQuestion
    cursor: int = 0
    notice: str = ""

    def options(self, known: WizardKnown) -> tuple[WizardOption, ...]:
        return options(self.question, self.draft, known)

    def go_back(self, known: WizardKnown) -> WizardNext:
        return ask_before(self.draft, self.leg, self.question, known)

    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        if self.question is SetupQuestion.LIST and types_text(key):
            # Whoever types here types where the file is.
            return AskingField(self.draft, self.leg, SetupQuestion.PATH).act(key, now_ms, known)
        return OptionsState.act(self, key, now_ms, known)  # `frozen` makes the class anew: no `super()` in it

    def take(self, place: int, known: WizardKnown) -> WizardNext:
        draft, leg, question = self.draft, self.leg, self.question
        value = self.options(known)[place].value
        if question is SetupQuestion.LIST:
            return self._look_at(value)
        if question is SetupQuestion.CLOCK and value == NO:
            return ClockWrong(draft), ()
        if question is SetupQuestion.FATE and value == REMOVE:
            rest = replace(draft, settings=without_division(draft.settings, draft.at))
            return end(rest, leg)
        return ask_next(take_option(question, value, draft, known), leg, question, known)

    def _look_at(self, value: str) -> WizardNext:
        if value == ANOTHER_FILE:
            return AskingField(self.draft, self.leg, SetupQuestion.PATH), ()
        offer = next(offer for offer in self.draft.lists if offer.key == value)
        order = LookAtList(offer.key, offer.is_file, self.draft.division)
        return LookingAtList(self.draft, self.leg, offer.text), (order,)

    def on_answer(self, reply: WizardReply, now_ms: int, known: WizardKnown) -> WizardNext:
        if not isinstance(reply, ListsFound) or self.question is not SetupQuestion.LIST:
            return self, ()
        draft = replace(self.draft, lists=reply.lists)
        return replace(self, draft=draft, cursor=cursor_at(self.question, draft, known)), ()

    @property
    def shows_time(self) -> bool:
        return True

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        page = Page(
            Layout.CHOICES,
            headline=self.question.title,
            says=(self.question.why,),
            lines=self._must_be_known(known, clock),
            notice=self.notice,
            place=wording.place_of(self.draft, self.leg, self.question),
        )
        is_first = self.question is SetupQuestion.PROFILE and self.leg is Leg.FIRST
        return options_page(page, self.options(known), self.cursor, (ENTER,) if is_first else (ENTER, BACK))

    def _must_be_known(self, known: WizardKnown, clock: WizardClock) -> tuple[str, ...]:
        """What must be known before the answer is given."""
        if self.question is SetupQuestion.CLOCK:
            return (clock.line,)
        if self.question is SetupQuestion.PROTECTION:
            return (known.doctor,) if known.doctor else ()
        if self.question is SetupQuestion.RULES and any(
            wording.APPROVED in rules.title for rules in known.rules
        ):
            return (wording.APPROVAL,)
        return ()


# ---- a list is looked at -----------------------------------------------------------------------------------


@frozen
class LookingAtList(WizardState):
    """A list is being read; *name*: of it. *path*: where it is, if that was typed."""

    draft: Draft
    leg: Leg
    name: str
    path: str = ""

    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        return self, ()  # the answer comes by itself

    def on_answer(self, reply: WizardReply, now_ms: int, known: WizardKnown) -> WizardNext:
        if isinstance(reply, ListSeen):
            return ShowingFound(self.draft, self.leg, reply.found), ()
        if not isinstance(reply, ListRefused):
            return self, ()
        if self.path:  # to be put right there
            field = AskingField(self.draft, self.leg, SetupQuestion.PATH, self.path, False, reply.why)
            return field, ()
        page, looks = ask(self.draft, self.leg, SetupQuestion.LIST, known)
        return (replace(page, notice=reply.why) if isinstance(page, AskingChoice) else page), looks

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        page = Page(
            Layout.NOTICE,
            headline=wording.READING_LIST,
            says=(self.name,),
            countdown=Countdown(f"{clock.share * 100:.0f} %", clock.share),
            place=wording.place_of(self.draft, self.leg, SetupQuestion.LIST),
        )
        return WizardPage(page, WizardBody.BUSY)


TAKE, CONFIRM, OF_KIND = "take", "confirm", "kind"


@frozen
class ShowingFound(OptionsState):
    """Which list it is, and what it is to the rulebook."""

    draft: Draft
    leg: Leg
    found: ListFound
    cursor: int = 0
    notice: str = ""

    def options(self, known: WizardKnown) -> tuple[WizardOption, ...]:
        """What can be done with it: take it; vouch for a later edition; call the division another kind."""
        found = self.found
        take = WizardOption(TAKE, wording.take_list(found))
        if found.standing is ListStanding.LATER:
            return WizardOption(CONFIRM, wording.vouch_for(found)), take
        if found.standing is ListStanding.FOREIGN and found.meant is not DivisionKind.MAIN:
            return WizardOption(OF_KIND, wording.call_of_kind(found)), take
        return (take,)

    def go_back(self, known: WizardKnown) -> WizardNext:
        return ask(self.draft, self.leg, SetupQuestion.LIST, known)

    def take(self, place: int, known: WizardKnown) -> WizardNext:
        answer = self.options(known)[place].value
        if answer == OF_KIND:
            # The division is one of the kind that such a list is for: what a failed challenge costs there is
            # asked again, then the list is looked at again.
            draft = of_kind(self.draft, self.found.meant, known)
            before_penalty = SetupQuestion.RULES if self.leg is Leg.FIRST else SetupQuestion.KIND
            return ask_next(draft, self.leg, before_penalty, known)
        chosen = replace(
            self.draft.division,
            main=self.found.id,
            confirmed=self.found.edition if answer == CONFIRM else None,
            long=None if self.found.id != self.draft.division.main else self.draft.division.long,
        )
        return ask_next(with_division(self.draft, chosen), self.leg, SetupQuestion.LIST, known)

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        rules = known.rule_set(self.draft.division.rules)
        page = Page(
            Layout.CHOICES,
            headline=wording.list_headline(self.found),
            says=(self.found.says,),
            lines=(wording.standing_line(self.found, rules.short_title if rules else ""),),
            notice=self.notice,
            place=wording.place_of(self.draft, self.leg, SetupQuestion.LIST),
        )
        return options_page(page, self.options(known), self.cursor)


# ---- a question with a field -------------------------------------------------------------------------------

STEP = 10  # of the text size, for an arrow


@frozen
class AskingField(WizardState):
    """A field to type into. *fresh*: what stands there was put there, and the first key replaces it."""

    draft: Draft
    leg: Leg
    question: SetupQuestion
    typed: str = ""
    fresh: bool = True
    notice: str = ""

    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        if goes_back(key, self.typed):
            return self._go_back(known)
        if isinstance(key, EnterPressed):
            return self._take(known)
        if self.question is SetupQuestion.TEXT_SIZE and isinstance(key, UpPressed | DownPressed):
            return self._resize(STEP if isinstance(key, UpPressed) else -STEP), ()
        if self.question is SetupQuestion.LETTER and isinstance(key, Typed):
            return replace(self, typed=(key.letter or key.text).upper(), fresh=False, notice=""), ()
        edited = edit(key, self.typed, fresh=self.fresh)
        if edited is None:
            return replace(self, notice=wording.TYPE), ()
        return replace(self, typed=edited.typed, fresh=edited.fresh, notice=""), ()

    def _resize(self, by: int) -> "AskingField":
        limit = limit_of(self.question)
        if not isinstance(limit, Whole) or not self.typed.isdecimal():
            return self
        highest = limit.high if limit.high is not None else limit.low
        return replace(self, typed=str(min(highest, max(limit.low, int(self.typed) + by))), notice="")

    def _go_back(self, known: WizardKnown) -> WizardNext:
        if self.question is SetupQuestion.PATH:
            return ask(self.draft, self.leg, SetupQuestion.LIST, known)
        settings = self.draft.settings
        if self.question is SetupQuestion.ROUND and settings.rounds:  # the round before, not the page
            shorter = replace(self.draft, settings=replace(settings, rounds=settings.rounds[:-1]))
            return AskingField(shorter, self.leg, self.question), ()
        return ask_before(self.draft, self.leg, self.question, known)

    def _take(self, known: WizardKnown) -> WizardNext:
        """What was typed is the answer, if it can be."""
        typed, draft, question = self.typed.strip(), self.draft, self.question
        if question is SetupQuestion.PATH:
            return self._look_at(typed.strip("\"'"))
        if not typed and may_be_empty(question):
            return ask_next(without(question, draft), self.leg, question, known)
        try:
            changed = take_answer(question, typed, draft, known.today)
        except Unfit as unfit:
            return replace(self, notice=refusal(typed, unfit)), ()
        if question is SetupQuestion.COPY:
            return self, (LookAtFolder(typed),)
        if question is SetupQuestion.ROUND:
            return AskingField(changed, self.leg, question), ()
        return ask_next(changed, self.leg, question, known)

    def _look_at(self, path: str) -> WizardNext:
        if not path:
            return replace(self, notice=wording.TYPE), ()
        order = LookAtList(path, True, self.draft.division)
        return LookingAtList(self.draft, self.leg, path, path), (order,)

    def on_answer(self, reply: WizardReply, now_ms: int, known: WizardKnown) -> WizardNext:
        if not isinstance(reply, FolderSeen) or self.question is not SetupQuestion.COPY:
            return self, ()
        if reply.fault:
            return replace(self, notice=refusal(self.typed, Unfit(reply.fault, "must be"))), ()
        draft = take_answer(SetupQuestion.COPY, reply.folder, self.draft, known.today)
        return ask_next(draft, self.leg, SetupQuestion.COPY, known)

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        size = self.question is SetupQuestion.TEXT_SIZE
        title = self.question.title
        if self.question is SetupQuestion.ROUND:
            title = title.format(number=len(self.draft.settings.rounds) + 1)
        page = Page(
            Layout.PASSCODE,
            headline=title,
            says=(self.question.why,),
            lines=self._field_lines(),
            typed=self.typed,
            notice=self.notice,
            keys=(*((wording.LARGER,) if size else ()), ENTER, BACK),
            place=wording.place_of(self.draft, self.leg, self.question),
        )
        percent = int(self.typed) if size and self.typed.isdecimal() and len(self.typed) < 4 else 100
        return WizardPage(page, WizardBody.RULER if size else WizardBody.FIELD, percent=percent)

    def _field_lines(self) -> tuple[str, ...]:
        """What may be typed; and the rounds so far."""
        if self.question is SetupQuestion.PATH:
            return ()
        if self.question is SetupQuestion.ROUND:
            rounds = self.draft.settings.rounds[-4:]
            line = " · ".join(f"{round_.number}: {round_.starts.replace('T', ' ')}" for round_ in rounds)
            return (line,) if line else ()
        if self.question is SetupQuestion.LETTER:
            return (wording.ONE_LETTER,)
        return (wording.field_rule(limit_of(self.question).must),)


# ---- a question with a page of its own ---------------------------------------------------------------------


@frozen
class AskingPasscode(WizardState):
    """A new passcode, typed twice; *again*: the second time. Each time it leaves this state with the order
    that hashes or compares it."""

    draft: Draft
    again: bool = False
    typed: str = field(default="", repr=False)
    message: str = ""

    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        if goes_back(key, self.typed):
            if self.again:
                return AskingPasscode(self.draft), ()
            return ask_before(self.draft, Leg.FIRST, SetupQuestion.PASSCODE, known)
        if not isinstance(key, EnterPressed):
            typed, message = edit_secret(key, self.typed, self.message)
            return replace(self, typed=typed, message=message), ()
        if not self.typed:
            if self.draft.kept and not self.again:
                return ask_next(self.draft, Leg.FIRST, SetupQuestion.PASSCODE, known)
            return replace(self, message=wording.TYPE), ()
        if self.again:
            return replace(self, typed="", message=""), (ComparePasscode(self.typed),)
        try:
            check_new(self.typed)
        except AccessError as error:
            return replace(self, typed="", message=str(error)), ()
        forgotten = replace(self.draft, kept=False)
        return AskingPasscode(forgotten), (HashPasscode(self.typed),)

    def on_answer(self, reply: WizardReply, now_ms: int, known: WizardKnown) -> WizardNext:
        if isinstance(reply, PasscodeHashed):
            return replace(self, again=True), ()
        if not isinstance(reply, PasscodeCompared):
            return self, ()
        if not reply.same:
            return AskingPasscode(self.draft, message=wording.NOT_SAME), ()
        return ask_next(replace(self.draft, kept=True), Leg.FIRST, SetupQuestion.PASSCODE, known)

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        asks = SetupQuestion.PASSCODE
        page = Page(
            Layout.PASSCODE,
            headline=wording.SAME_AGAIN if self.again else asks.title,
            says=(asks.why,),
            lines=(wording.passcode_rule(kept=self.draft.kept and not self.again),),
            masked=len(self.typed),
            notice=self.message,
            keys=(ENTER, BACK),
            place=(wording.question_place(self.draft, asks),),
        )
        return WizardPage(page, WizardBody.FIELD, secret=True)


@frozen
class ClockWrong(WizardState):
    """How to set the clock."""

    draft: Draft

    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        if goes_back(key) or isinstance(key, EnterPressed):
            return ask_last(self.draft, known)
        return self, ()

    @property
    def shows_time(self) -> bool:
        return True

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        page = Page(
            Layout.NOTICE,
            headline=wording.SET_CLOCK,
            lines=(f"Now: {clock.line}", clock.set_clock),
            keys=(wording.LOOK_AGAIN, BACK),
        )
        return WizardPage(page, WizardBody.FACTS, facts=(("Now", clock.line), ("How", clock.set_clock)))


@frozen
class TryingKeys(WizardState):
    """Which letters came through."""

    draft: Draft
    seen: tuple[str, ...] = ()

    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        if isinstance(key, Typed):
            letter = key.letter or ""
            return replace(self, seen=tuple(sorted({*self.seen, letter} - {""}))), ()
        if goes_back(key) or isinstance(key, EnterPressed):
            return end(self.draft, Leg.KEYBOARD)
        return self, ()

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        asks = SetupQuestion.KEYBOARD
        page = Page(
            Layout.CHOICES,
            headline=asks.title,
            says=(asks.why,),
            lines=(f"{len(self.seen)} of 26",),
            typed=" ".join(self.seen),
            keys=(wording.ENOUGH, BACK),
            place=(wording.LEGS[Leg.KEYBOARD][0],),
        )
        return WizardPage(page, WizardBody.LETTERS, seen=self.seen)


# ---- more --------------------------------------------------------------------------------------------------


@frozen
class MoreMenu(OptionsState):
    draft: Draft
    cursor: int = 0
    notice: str = ""

    def options(self, known: WizardKnown) -> tuple[WizardOption, ...]:
        legs = tuple(WizardOption(leg, *wording.LEGS[leg]) for leg in MORE)
        return (*legs, WizardOption("", wording.ALL))

    def go_back(self, known: WizardKnown) -> WizardNext:
        return review(self.draft)

    def take(self, place: int, known: WizardKnown) -> WizardNext:
        return review(self.draft) if place == len(MORE) else ask_more(self.draft, MORE[place], known)

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        page = Page(Layout.CHOICES, headline=wording.MORE, says=(wording.MORE_SAYS,), notice=self.notice)
        return options_page(page, self.options(known), self.cursor)


@frozen
class DivisionMenu(OptionsState):
    """The divisions, then a new one, then the way back."""

    draft: Draft
    cursor: int = 0
    notice: str = ""

    def options(self, known: WizardKnown) -> tuple[WizardOption, ...]:
        rows = []
        for division in self.draft.settings.divisions:
            rules = known.rule_set(division.rules)
            kind = "" if division.kind == "main" else f"{division.kind}, "
            aside = f"{kind}{rules.short_title if rules else ''}, {division.main}"
            rows.append(WizardOption(division.id, division.name, aside))
        return (*rows, WizardOption("", wording.ADD_DIVISION), WizardOption("", wording.ALL))

    def go_back(self, known: WizardKnown) -> WizardNext:
        return MoreMenu(self.draft, MORE.index(Leg.DIVISIONS)), ()

    def take(self, place: int, known: WizardKnown) -> WizardNext:
        have = len(self.draft.settings.divisions)
        if place == have + 1:
            return self.go_back(known)
        if place == have == MOST_DIVISIONS:
            return self.with_notice(wording.FULL), ()
        return ask_division(self.draft, place, known)

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        page = Page(
            Layout.CHOICES,
            headline=wording.DIVISIONS,
            says=(wording.DIVISIONS_SAYS,),
            notice=self.notice,
            place=(wording.LEGS[Leg.DIVISIONS][0],),
        )
        return options_page(page, self.options(known), self.cursor)


# ---- the last page before anything is written --------------------------------------------------------------

MORE_KEY = "M"
MOST_NOTES = 2


@frozen
class Reviewing(WizardState):
    """Everything on one page, before it is taken. *weighed* None: it is being looked at."""

    draft: Draft
    weighed: WeighedSetup | None = None
    notice: str = ""

    def takes(self, key: Pressed) -> bool:
        """Whether *key* takes this set-up: nothing is wrong in it, and it is not the ENTER that ends a
        text."""
        fits = self.weighed is not None and not self.weighed.fault
        return isinstance(key, EnterPressed) and fits and self.notice != wording.NOT_TYPED

    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        stray = self.notice == wording.NOT_TYPED
        if goes_back(key, wording.NOT_TYPED if stray else ""):
            return ask_last(self.draft, known)
        if stray:
            return (replace(self, notice=wording.TAKE_IT) if isinstance(key, EnterPressed) else self), ()
        if isinstance(key, Typed) and key.letter == MORE_KEY:
            return MoreMenu(self.draft), ()
        if types_text(key):
            return replace(self, notice=wording.NOT_TYPED), ()
        fault = self.weighed.fault if self.weighed is not None and isinstance(key, EnterPressed) else ""
        return replace(self, notice=fault or wording.TAKE_IT), ()

    def on_answer(self, reply: WizardReply, now_ms: int, known: WizardKnown) -> WizardNext:
        return (replace(self, weighed=reply.weighed) if isinstance(reply, SetupWeighed) else self), ()

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        weighed = self.weighed
        facts = () if weighed is None else (*weighed.facts, ("Set-up code", weighed.code))
        notes = () if weighed is None else weighed.notes[:MOST_NOTES]
        page = Page(
            Layout.NOTICE,
            headline=wording.REVIEW,
            says=(wording.REVIEW_SAYS,),
            lines=(*(f"{label}: {value}" for label, value in facts if value), *notes),
            notice=self.notice or ("" if weighed is None else weighed.fault),
            keys=(
                wording.SET_UP if known.present is None else wording.CHANGE,
                Key(MORE_KEY, wording.MORE_QUESTIONS),
                BACK,
            ),
        )
        rows = (*facts, *(("Note", note) for note in notes))
        return WizardPage(page, WizardBody.FACTS, facts=tuple((name, value) for name, value in rows if value))


@frozen
class WizardLeft(WizardState):
    """Nothing comes any more."""

    def act(self, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        return self, ()

    def page(self, now_ms: int, known: WizardKnown, clock: WizardClock) -> WizardPage:
        return WizardPage(Page(Layout.NOTICE, headline=wording.GOODBYE), WizardBody.BUSY)
