"""The pages from “More” to a station that is set up."""

from kiosk.core.page import Key, Layout, Page
from kiosk.wizard.ending import MORE_KEY, PAPER_SIZES, done_options
from kiosk.wizard.page import WizardBody, WizardPage
from kiosk.wizard.questions import MORE
from kiosk.wizard.states import (
    AtWizardDoor,
    ChoosingPaper,
    DivisionMenu,
    GivingReason,
    MoreMenu,
    NamingPapers,
    Reviewing,
    SetupDone,
)
from kiosk.wizard.values import WizardKnown, WizardOption
from kiosk.wizard.wording.asked import BACK, ENTER, of_options
from kiosk.wizard.wording.questions import LEGS

_MOST_NOTES = 2


def more(state: MoreMenu) -> WizardPage:
    page = Page(
        Layout.CHOICES,
        headline="More",
        says=("All of it has a usual answer; change what you want.",),
        notice=state.notice,
    )
    legs = tuple(WizardOption(leg, *LEGS[leg]) for leg in MORE)
    return of_options(page, (*legs, WizardOption("", "That is all")), state.cursor)


def divisions(state: DivisionMenu, known: WizardKnown) -> WizardPage:
    page = Page(
        Layout.CHOICES,
        headline="Divisions",
        says=("With more than one, players choose theirs first.",),
        notice=state.notice,
        place=(LEGS[MORE[0]][0],),
    )
    rows = []
    for one in state.draft.settings.divisions:
        rules = known.rule_set(one.rules)
        kind = "" if one.kind == "main" else f"{one.kind}, "
        rows.append(WizardOption(one.id, one.name, f"{kind}{rules.short_title if rules else ''}, {one.main}"))
    extra = (WizardOption("", "Add a division"), WizardOption("", "That is all"))
    return of_options(page, (*rows, *extra), state.cursor)


def review(state: Reviewing, known: WizardKnown) -> WizardPage:
    weighed, changes = state.weighed, known.present is not None
    facts = () if weighed is None else (*weighed.facts, ("Set-up code", weighed.code))
    notes = () if weighed is None else weighed.notes
    page = Page(
        Layout.NOTICE,
        headline="Is all of this right?",
        says=("ENTER stores it. Until then nothing has changed.",),
        lines=(*(f"{label}: {value}" for label, value in facts if value), *notes[:_MOST_NOTES]),
        notice=state.notice or ("" if weighed is None else weighed.fault),
        keys=(
            Key("ENTER", "change the set-up" if changes else "set this station up"),
            Key(MORE_KEY, "more questions"),
            BACK,
        ),
    )
    told = (*facts, *(("Note", note) for note in notes[:_MOST_NOTES]))
    return WizardPage(page, WizardBody.FACTS, facts=tuple((name, said) for name, said in told if said))


def reason(state: GivingReason) -> WizardPage:
    page = Page(
        Layout.PASSCODE,
        headline="Why is the set-up changed?",
        says=("A few words; they are recorded with the change. No names.",),
        typed=state.typed,
        notice=state.notice,
        keys=(ENTER, BACK),
    )
    return WizardPage(page, WizardBody.FIELD)


def door(state: AtWizardDoor, now_ms: int) -> WizardPage:
    wait_s = -(-max(0, state.until_ms - now_ms) // 1000)
    waits = f"{state.message} The next try has to wait: {wait_s} s".strip()
    page = Page(
        Layout.PASSCODE,
        headline="The director's passcode",
        says=("A set-up is stored by the director alone. Every try is recorded.",),
        masked=len(state.typed),
        notice=waits if wait_s else state.message,
        keys=(Key("ENTER", "store the set-up"), BACK),
    )
    return WizardPage(page, WizardBody.FIELD, secret=True)


def saving() -> WizardPage:
    return WizardPage(Page(Layout.NOTICE, headline="Storing the set-up"), WizardBody.BUSY)


def done(state: SetupDone, known: WizardKnown) -> WizardPage:
    letter = state.draft.settings.letter
    page = Page(
        Layout.CHOICES,
        headline=f"Station {letter} is set up",
        says=(f"Set-up code {state.code}: equal on every station that is set up alike.",),
        notice=state.notice,
    )
    return of_options(page, done_options(state, known), state.cursor, (ENTER,))


def paper_size(state: ChoosingPaper) -> WizardPage:
    page = Page(
        Layout.CHOICES,
        headline="Which paper is in the printer?",
        says=("Cards, slips, witness sheet and director's sheet are made for it.",),
        notice=state.notice,
    )
    return of_options(page, PAPER_SIZES, state.cursor)


def papers(state: NamingPapers) -> WizardPage:
    page = Page(
        Layout.PASSCODE,
        headline="Where does the paper go?",
        says=("A folder; it is made if it is not there. Print the PDF files at 100 %.",),
        typed=state.typed,
        notice=state.notice,
        keys=(Key("ENTER", "write it"), BACK),
    )
    return WizardPage(page, WizardBody.FIELD)


def gone() -> WizardPage:
    return WizardPage(Page(Layout.NOTICE, headline="Goodbye"), WizardBody.BUSY)
