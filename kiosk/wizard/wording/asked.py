"""The pages that ask: options, fields, a new passcode, a list that was looked at."""

from kiosk.core.access.passcode import LONGEST, SHORTEST
from kiosk.core.page import Countdown, Key, Layout, Page
from kiosk.wizard.choices import options
from kiosk.wizard.page import WizardBody, WizardPage
from kiosk.wizard.questions import Leg, SetupQuestion, limit_of
from kiosk.wizard.states import (
    AskingChoice,
    AskingField,
    AskingPasscode,
    LookingAtList,
    ShowingFound,
    TryingKeys,
)
from kiosk.wizard.values import Draft, WizardKnown, WizardOption
from kiosk.wizard.wording.around import WizardAround
from kiosk.wizard.wording.lists import found_options, standing_line
from kiosk.wizard.wording.questions import ASKED, LEGS, counted

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
    asks = ASKED[state.question]
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
    asks, size = ASKED[state.question], state.question is SetupQuestion.TEXT_SIZE
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
    asks = ASKED[SetupQuestion.PASSCODE]
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
    asks = ASKED[SetupQuestion.KEYBOARD]
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
