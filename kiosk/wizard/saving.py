"""From the review to a station that is set up: the reason, the director's passcode, the one order that
writes, and what can be done once the set-up is in force."""

from dataclasses import field, replace

from kiosk.base.fields import Unfit
from kiosk.base.frozen import frozen
from kiosk.base.page import Layout, Page
from kiosk.base.recordable import is_text, text_rule
from kiosk.paper.sheet import PaperSize
from kiosk.station.events import EnterPressed
from kiosk.wizard import events, pages, wording
from kiosk.wizard.asking import WizardLeft, leave, review
from kiosk.wizard.draft import Draft, WizardKnown, WizardOption
from kiosk.wizard.entry import edit, edit_secret, goes_back, refusal
from kiosk.wizard.states import OptionsState, WizardNext, WizardState

LONGEST_REASON = 200
TRY, PAPERS, START, LEAVE = "try", "papers", "start", "leave"
PAPER_SIZES = tuple(WizardOption(size, size.label, size.where) for size in PaperSize)


def take_setup(draft: Draft, known: WizardKnown) -> WizardNext:
    """The review was taken: a change needs a reason, and where a passcode is set, the director's."""
    return (GivingReason(draft), ()) if known.present is not None else save(draft, None, known)


def save(draft: Draft, reason: str | None, known: WizardKnown) -> WizardNext:
    """The set-up is stored, or the passcode asked for first."""
    if known.passcode_set:
        return AtWizardDoor(draft, reason), ()
    return SavingSetup(draft, reason), (events.SaveSetup(draft.settings, reason, sets_passcode=draft.kept),)


@frozen
class GivingReason(WizardState):
    """Why a set-up that was in force is changed."""

    draft: Draft
    typed: str = ""
    notice: str = ""

    def act(self, key: events.Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        if goes_back(key, self.typed):
            return review(self.draft)
        if isinstance(key, EnterPressed):
            reason = self.typed.strip()
            if not is_text(reason, LONGEST_REASON):
                return replace(self, notice=refusal(reason, Unfit(text_rule(LONGEST_REASON)))), ()
            return save(self.draft, reason, known)
        edited = edit(key, self.typed, fresh=False)
        if edited is None:
            return replace(self, notice=wording.TYPE), ()
        return replace(self, typed=edited.typed, notice=""), ()

    def page(self, now_ms: int, known: WizardKnown, clock: pages.WizardClock) -> pages.WizardPage:
        page = Page(
            Layout.PASSCODE,
            headline=wording.REASON,
            says=(wording.REASON_SAYS,),
            typed=self.typed,
            notice=self.notice,
            keys=(pages.ENTER, pages.BACK),
        )
        return pages.WizardPage(page, pages.WizardBody.FIELD)


@frozen
class AtWizardDoor(WizardState):
    """The director's passcode, asked last: it leaves this state with the order that needs it, and nothing
    keeps it. While the next try must wait nothing is taken, so nothing can be judged."""

    draft: Draft
    reason: str | None
    typed: str = field(default="", repr=False)
    message: str = ""
    until_ms: int = 0

    def act(self, key: events.Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        if goes_back(key, self.typed):
            return review(self.draft)
        if now_ms < self.until_ms:
            return self, ()
        if isinstance(key, EnterPressed) and self.typed:
            order = events.SaveSetup(
                self.draft.settings, self.reason, sets_passcode=False, passcode=self.typed
            )
            return SavingSetup(self.draft, self.reason), (order,)
        typed, message = edit_secret(key, self.typed, self.message)
        return replace(self, typed=typed, message=message), ()

    @property
    def shows_time(self) -> bool:
        return True

    def page(self, now_ms: int, known: WizardKnown, clock: pages.WizardClock) -> pages.WizardPage:
        wait_s = -(-max(0, self.until_ms - now_ms) // 1000)
        page = Page(
            Layout.PASSCODE,
            headline=wording.DOOR,
            says=(wording.DOOR_SAYS,),
            masked=len(self.typed),
            notice=wording.wait_line(self.message, wait_s) if wait_s else self.message,
            keys=(wording.STORE, pages.BACK),
        )
        return pages.WizardPage(page, pages.WizardBody.FIELD, secret=True)


@frozen
class SavingSetup(WizardState):
    draft: Draft
    reason: str | None

    def act(self, key: events.Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        return self, ()  # the answer comes by itself

    def on_answer(self, reply: events.WizardReply, now_ms: int, known: WizardKnown) -> WizardNext:
        if isinstance(reply, events.SetupSaved):
            return SetupDone(self.draft, reply.code), ()
        if not isinstance(reply, events.SaveRefused):
            return self, ()
        if reply.at_door:
            until_ms = now_ms + reply.wait_ms
            return AtWizardDoor(self.draft, self.reason, message=reply.why, until_ms=until_ms), ()
        return review(self.draft, reply.why)

    def page(self, now_ms: int, known: WizardKnown, clock: pages.WizardClock) -> pages.WizardPage:
        return pages.WizardPage(Page(Layout.NOTICE, headline=wording.STORING), pages.WizardBody.BUSY)


@frozen
class SetupDone(OptionsState):
    """It is in force: whatever comes now, nothing of it changes, and ESC leaves."""

    draft: Draft
    code: str
    cursor: int = 0
    notice: str = ""

    @property
    def is_stored(self) -> bool:
        return True

    def options(self, known: WizardKnown) -> tuple[WizardOption, ...]:
        rules = known.rule_set(self.draft.settings.divisions[0].rules)
        papers = WizardOption(PAPERS, *wording.PAPER)
        leave_it = WizardOption(LEAVE, wording.LEAVE_IT)
        if not known.has_screen or rules is None or not rules.self_lookup:
            return papers, leave_it
        tries = WizardOption(TRY, *wording.TRY_CHALLENGE)
        return tries, papers, WizardOption(START, wording.START_STATION), leave_it

    def go_back(self, known: WizardKnown) -> WizardNext:
        return leave()

    def take(self, place: int, known: WizardKnown) -> WizardNext:
        there, value = self.at(place), self.options(known)[place].value
        if value == PAPERS:
            return ChoosingPaper(there), ()
        if value == TRY:
            return there, (events.TryChallenge(),)
        return (WizardLeft(), (events.StartStation(),)) if value == START else leave()

    def page(self, now_ms: int, known: WizardKnown, clock: pages.WizardClock) -> pages.WizardPage:
        page = Page(
            Layout.CHOICES,
            headline=wording.done_headline(self.draft.settings.letter),
            says=(wording.done_says(self.code),),
            notice=self.notice,
        )
        return pages.options_page(page, self.options(known), self.cursor, (pages.ENTER,))


@frozen
class ChoosingPaper(OptionsState):
    """What the printer has in it."""

    done: SetupDone
    cursor: int = 0
    notice: str = ""

    @property
    def is_stored(self) -> bool:
        return True

    def options(self, known: WizardKnown) -> tuple[WizardOption, ...]:
        return PAPER_SIZES

    def go_back(self, known: WizardKnown) -> WizardNext:
        return self.done, ()

    def take(self, place: int, known: WizardKnown) -> WizardNext:
        return NamingPapers(self.done, PaperSize(PAPER_SIZES[place].value), known.papers), ()

    def page(self, now_ms: int, known: WizardKnown, clock: pages.WizardClock) -> pages.WizardPage:
        says = (wording.WHICH_PAPER_SAYS,)
        page = Page(Layout.CHOICES, headline=wording.WHICH_PAPER, says=says, notice=self.notice)
        return pages.options_page(page, PAPER_SIZES, self.cursor)


@frozen
class NamingPapers(WizardState):
    """Where the files go that are printed on *paper*."""

    done: SetupDone
    paper: PaperSize
    typed: str
    fresh: bool = True
    notice: str = ""

    @property
    def is_stored(self) -> bool:
        return True

    def act(self, key: events.Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
        if goes_back(key, self.typed):
            return ChoosingPaper(self.done, list(PaperSize).index(self.paper)), ()
        if isinstance(key, EnterPressed):
            folder = self.typed.strip().strip("\"'")
            if not folder:
                return replace(self, notice=wording.TYPE), ()
            return self, (events.WritePapers(folder, self.paper),)
        edited = edit(key, self.typed, fresh=self.fresh)
        if edited is None:
            return replace(self, notice=wording.TYPE), ()
        return replace(self, typed=edited.typed, fresh=edited.fresh, notice=""), ()

    def on_answer(self, reply: events.WizardReply, now_ms: int, known: WizardKnown) -> WizardNext:
        if not isinstance(reply, events.PapersDone):
            return self, ()
        return (self.done.with_notice(reply.says) if reply.written else replace(self, notice=reply.says)), ()

    def page(self, now_ms: int, known: WizardKnown, clock: pages.WizardClock) -> pages.WizardPage:
        page = Page(
            Layout.PASSCODE,
            headline=wording.WHERE_TO,
            says=(wording.WHERE_TO_SAYS,),
            typed=self.typed,
            notice=self.notice,
            keys=(wording.WRITE_IT, pages.BACK),
        )
        return pages.WizardPage(page, pages.WizardBody.FIELD)
