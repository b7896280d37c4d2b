"""Every sentence of the wizard: the page of each state."""

from dataclasses import replace
from typing import assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Countdown, Key, Layout, Page
from kiosk.rules.choices import DivisionKind
from kiosk.setup.divisions import ListStanding
from kiosk.setup.passcodes import LONGEST, SHORTEST
from kiosk.setup.settings import Profile
from kiosk.wizard.asking import CONFIRM, OF_KIND, TAKE, found_answers
from kiosk.wizard.machine import MORE_KEY, PAPER_SIZES, done_options
from kiosk.wizard.questions import (
    MORE,
    Draft,
    Leg,
    ListFound,
    SetupQuestion,
    WizardKnown,
    WizardOption,
    limit_of,
    options,
)
from kiosk.wizard.states import (
    AskingChoice,
    AskingField,
    AskingPasscode,
    AtWizardDoor,
    ChoosingPaper,
    ClockWrong,
    DivisionMenu,
    GivingReason,
    LookingAtList,
    MoreMenu,
    NamingPapers,
    Reviewing,
    SavingSetup,
    SetupDone,
    ShowingFound,
    TryingKeys,
    WizardBody,
    WizardLeft,
    WizardPage,
    WizardState,
)

# ---- around ------------------------------------------------------------------------------------------------
# What stands around every page of the wizard and changes by itself: the clock, how far a file is read.


@frozen
class WizardAround:
    """*date*, *time*, *zone*: as they would be recorded; *set_clock*: how the clock is set on this system;
    *share*: how much of a file is read."""

    date: str
    time: str
    zone: str
    set_clock: str = ""
    share: float = 0.0

    @property
    def clock(self) -> str:
        return self.time[:5]


# ---- lists -------------------------------------------------------------------------------------------------
# What is said of a list that was looked at: which it is, and what it is to the rulebook, and why.

_BANNER = "Players see a banner, and every ruling is flagged."


def standing_line(found: ListFound, rulebook: str) -> str:
    """Whether *found* is official under *rulebook*, and why."""
    match found.standing:
        case ListStanding.OFFICIAL:
            return f"Official under {rulebook}, which names {found.named}."
        case ListStanding.LATER:
            return f"{rulebook} names {found.named} and speaks of no later list. Is {found.name} in force?"
        case ListStanding.OLDER:
            return f"Not official: {rulebook} names {found.named}, and this is older. {_BANNER}"
        case ListStanding.FOREIGN:
            return f"Not official: {rulebook} names {found.named} here. {_BANNER}"
        case ListStanding.UNKNOWN:
            return f"Not official: this program does not recognise it. {_BANNER}"
        case _:
            assert_never(found.standing)


def found_options(state: ShowingFound, known: WizardKnown) -> tuple[WizardOption, ...]:
    """What can be done with it, in words."""
    found = state.found
    kind = "an international" if found.meant is DivisionKind.INTERNATIONAL else f"a {found.meant}"
    says = {
        TAKE: "Take this list" if found.standing is ListStanding.OFFICIAL else "Take it all the same",
        CONFIRM: f"Yes, {found.name} is in force: I vouch for it",
        OF_KIND: f"This is {kind} division",
    }
    return tuple(WizardOption(one, says[one]) for one in found_answers(found))


# ---- questions ---------------------------------------------------------------------------------------------
# The rows of questions behind “More”, and how the first questions are counted.


LEGS: dict[Leg, tuple[str, str]] = {
    Leg.DIVISIONS: ("Divisions", "more than one, each with its list; international or not"),
    Leg.EVENT: ("Event", "its name"),
    Leg.ROUNDS: ("Rounds", "when each starts"),
    Leg.NAME: ("Station", "letter and name"),
    Leg.TABLE: ("Table number", "asked for or not"),
    Leg.TIMINGS: ("Timings", "how long each page stands"),
    Leg.TEXT_SIZE: ("Text size", "with a ruler on the screen"),
    Leg.KEYBOARD: ("Keyboard", "does every letter come through?"),
    Leg.COPY: ("Second copy", "of the log, on a stick or another disk"),
    Leg.PROTECTION: ("Protection", "wanted, and what the doctor says"),
}

# The questions as a director counts them: a penalty belongs to its rules, a path to its list.
_TOURNAMENT = (
    (SetupQuestion.RULES, SetupQuestion.PENALTY),
    (SetupQuestion.LIST, SetupQuestion.PATH),
    (SetupQuestion.LETTER,),
    (SetupQuestion.PASSCODE,),
    (SetupQuestion.CLOCK,),
)
_CLUB = (
    (SetupQuestion.RULES, SetupQuestion.PENALTY),
    (SetupQuestion.LIST, SetupQuestion.PATH),
    (SetupQuestion.CLOCK,),
)


def counted(draft: Draft, question: SetupQuestion) -> str:
    """Which of the first questions this is; nothing for the one before them."""
    rows = _CLUB if draft.settings.profile is Profile.CLUB else _TOURNAMENT
    place = next((place for place, row in enumerate(rows, start=1) if question in row), 0)
    return f"Question {place} of {len(rows)}" if place else ""


# ---- asked -------------------------------------------------------------------------------------------------
# The pages that ask: options, fields, a new passcode, a list that was looked at.

ENTER, BACK = Key("ENTER", "go on"), Key("ESC", "back")
ARROWS = Key("↑ ↓", "choose")
APPROVED = "NASPA"  # keeps a list of programs that rated events may use
APPROVAL = f"{APPROVED} directors: check the association's list of approved programs first."


def of_options(
    page: Page, offered: tuple[WizardOption, ...], cursor: int, keys: tuple[Key, ...] = (ENTER, BACK)
) -> WizardPage:
    """*page* with one row for each of *offered*; those past the ninth are reached by arrows."""
    rows = tuple(
        Key(str(place) if place <= 9 else "·", _told(one)) for place, one in enumerate(offered, start=1)
    )
    arrows = (ARROWS,) if len(offered) > 1 else ()
    chosen = _told(offered[cursor]) if 0 <= cursor < len(offered) else ""
    whole = Page(
        Layout.CHOICES,
        headline=page.headline,
        says=page.says,
        lines=page.lines,
        notice=page.notice,
        remark=f"Chosen: {chosen}" if chosen else "",
        keys=(*rows, *arrows, *keys),
        place=page.place,
    )
    return WizardPage(whole, WizardBody.OPTIONS, offered, cursor)


def _told(one: WizardOption) -> str:
    return f"{one.text} · {one.aside}" if one.aside else one.text


def choice(state: AskingChoice, known: WizardKnown, around: WizardAround) -> WizardPage:
    asks = state.question
    page = Page(
        Layout.CHOICES,
        headline=asks.title,
        says=(asks.why,),
        lines=_beside(state, known, around),
        notice=state.notice,
        place=_place(state.draft, state.leg, state.question),
    )
    out = state.question is SetupQuestion.PROFILE and state.leg is Leg.FIRST
    keys = (ENTER,) if out else (ENTER, BACK)
    return of_options(page, options(state.question, state.draft, known), state.cursor, keys)


def _beside(state: AskingChoice, known: WizardKnown, around: WizardAround) -> tuple[str, ...]:
    """What must be known before the answer is given."""
    if state.question is SetupQuestion.CLOCK:
        return (f"{around.date}   {around.time}   {around.zone}",)
    if state.question is SetupQuestion.PROTECTION:
        return (known.doctor,) if known.doctor else ()
    if state.question is SetupQuestion.RULES and any(APPROVED in one.title for one in known.rules):
        return (APPROVAL,)
    return ()


def _place(draft: Draft, leg: Leg, question: SetupQuestion) -> tuple[str, ...]:
    if leg is Leg.FIRST:
        said = counted(draft, question)
        return (said,) if said else ()
    title = LEGS[leg][0]
    return (f"{title}: {draft.division.name}" if leg is Leg.DIVISIONS and draft.division.name else title,)


def field(state: AskingField) -> WizardPage:
    asks, size = state.question, state.question is SetupQuestion.TEXT_SIZE
    title = asks.title
    if state.question is SetupQuestion.ROUND:
        title = title.format(number=len(state.draft.settings.rounds) + 1)
    page = Page(
        Layout.PASSCODE,
        headline=title,
        says=(asks.why,),
        lines=_must(state),
        typed=state.typed,
        notice=state.notice,
        keys=(*((Key("↑ ↓", "larger, smaller"),) if size else ()), ENTER, BACK),
        place=_place(state.draft, state.leg, state.question),
    )
    percent = int(state.typed) if size and state.typed.isdecimal() and len(state.typed) < 4 else 100
    return WizardPage(page, WizardBody.RULER if size else WizardBody.FIELD, percent=percent)


def _must(state: AskingField) -> tuple[str, ...]:
    """What may be typed; and the rounds so far."""
    if state.question is SetupQuestion.PATH:
        return ()
    if state.question is SetupQuestion.ROUND:
        rounds = state.draft.settings.rounds
        said = " · ".join(f"{one.number}: {one.starts.replace('T', ' ')}" for one in rounds[-4:])
        return (said,) if said else ()
    must = limit_of(state.question).must
    return ("One capital letter, A to Z",) if state.question is SetupQuestion.LETTER else (_capital(must),)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def new_passcode(state: AskingPasscode) -> WizardPage:
    asks = SetupQuestion.PASSCODE
    kept = "ENTER alone keeps the one you typed. " if state.draft.kept and not state.again else ""
    usual = f"{kept}{SHORTEST} to {LONGEST} characters, not easy to guess"
    page = Page(
        Layout.PASSCODE,
        headline="The same passcode again" if state.again else asks.title,
        says=(asks.why,),
        lines=(usual,),
        masked=len(state.typed),
        notice=state.message,
        keys=(ENTER, BACK),
        place=(counted(state.draft, SetupQuestion.PASSCODE),),
    )
    return WizardPage(page, WizardBody.FIELD, secret=True)


def looking(state: LookingAtList, around: WizardAround) -> WizardPage:
    page = Page(
        Layout.NOTICE,
        headline="Reading the word list",
        says=(state.name,),
        countdown=Countdown(f"{around.share * 100:.0f} %", around.share),
        place=_place(state.draft, state.leg, SetupQuestion.LIST),
    )
    return WizardPage(page, WizardBody.BUSY)


def found(state: ShowingFound, known: WizardKnown) -> WizardPage:
    rules = known.rule_set(state.draft.division.rules)
    page = Page(
        Layout.CHOICES,
        headline=f"{state.found.name}: {state.found.words:,} words",
        says=(state.found.says,),
        lines=(standing_line(state.found, rules.short_title if rules else ""),),
        notice=state.notice,
        place=_place(state.draft, state.leg, SetupQuestion.LIST),
    )
    return of_options(page, found_options(state, known), state.cursor)


def clock_wrong(around: WizardAround) -> WizardPage:
    now = f"{around.date}   {around.time}   {around.zone}"
    page = Page(
        Layout.NOTICE,
        headline="Set the clock, then come back",
        lines=(f"Now: {now}", around.set_clock),
        keys=(Key("ENTER", "look again"), BACK),
    )
    return WizardPage(page, WizardBody.FACTS, facts=(("Now", now), ("How", around.set_clock)))


def letters(state: TryingKeys) -> WizardPage:
    asks = SetupQuestion.KEYBOARD
    page = Page(
        Layout.CHOICES,
        headline=asks.title,
        says=(asks.why,),
        lines=(f"{len(state.seen)} of 26",),
        typed=" ".join(state.seen),
        keys=(Key("ENTER", "enough"), BACK),
        place=(LEGS[Leg.KEYBOARD][0],),
    )
    return WizardPage(page, WizardBody.LETTERS, seen=state.seen)


# ---- late --------------------------------------------------------------------------------------------------
# The pages from “More” to a station that is set up.

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


# ---- wording -----------------------------------------------------------------------------------------------
# Every sentence of the wizard: the page of each state.

LEAVE = Key("F10", "leave")


def wizard_page(state: WizardState, now_ms: int, known: WizardKnown, around: WizardAround) -> WizardPage:
    """The page of *state*, with what stands around every page."""
    shown = _shown(state, now_ms, known, around)
    page = shown.page
    stored = isinstance(state, SetupDone | ChoosingPaper | NamingPapers)
    small = "The set-up is stored" if stored else "Nothing is stored before the last page"
    whole = replace(page, keys=(*page.keys, LEAVE), footer=("Set-up", small, around.clock))
    return replace(shown, page=whole)


def _shown(state: WizardState, now_ms: int, known: WizardKnown, around: WizardAround) -> WizardPage:
    match state:
        case AskingChoice():
            return choice(state, known, around)
        case AskingField():
            return field(state)
        case AskingPasscode():
            return new_passcode(state)
        case LookingAtList():
            return looking(state, around)
        case ShowingFound():
            return found(state, known)
        case ClockWrong():
            return clock_wrong(around)
        case TryingKeys():
            return letters(state)
        case MoreMenu() | DivisionMenu() | Reviewing() | GivingReason() | AtWizardDoor():
            return _shown_late(state, now_ms, known)
        case SavingSetup() | SetupDone() | ChoosingPaper() | NamingPapers() | WizardLeft():
            return _shown_last(state, known)
        case _:
            assert_never(state)


def _shown_late(
    state: MoreMenu | DivisionMenu | Reviewing | GivingReason | AtWizardDoor, now_ms: int, known: WizardKnown
) -> WizardPage:
    match state:
        case MoreMenu():
            return more(state)
        case DivisionMenu():
            return divisions(state, known)
        case Reviewing():
            return review(state, known)
        case GivingReason():
            return reason(state)
        case AtWizardDoor():
            return door(state, now_ms)
        case _:
            assert_never(state)


def _shown_last(
    state: SavingSetup | SetupDone | ChoosingPaper | NamingPapers | WizardLeft, known: WizardKnown
) -> WizardPage:
    match state:
        case SavingSetup():
            return saving()
        case SetupDone():
            return done(state, known)
        case ChoosingPaper():
            return paper_size(state)
        case NamingPapers():
            return papers(state)
        case WizardLeft():
            return gone()
        case _:
            assert_never(state)
