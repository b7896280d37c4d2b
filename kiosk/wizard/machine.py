"""One set-up, from the first question to a station: what a state becomes on an event."""

from dataclasses import replace
from typing import assert_never

from kiosk.base.fields import Unfit, is_text, text_rule
from kiosk.paper.sheet import PaperSize
from kiosk.setup.settings import MOST_DIVISIONS
from kiosk.station.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    MoreTimePressed,
    SpacePressed,
    StopAsked,
    TabPressed,
    Typed,
    UpPressed,
)
from kiosk.wizard import asking
from kiosk.wizard.asking import (
    TYPE,
    Pressed,
    WizardNext,
    edited,
    ended,
    entered,
    goes_back,
    into_division,
    last_question,
    leaves,
    left,
    not_picked,
    picked,
    refused,
    reviewed,
    secret,
    types_text,
)
from kiosk.wizard.questions import MORE, Leg, WizardKnown, WizardOption
from kiosk.wizard.states import (
    AskingChoice,
    AskingField,
    AskingPasscode,
    AtWizardDoor,
    ChoosingPaper,
    ClockWrong,
    DivisionMenu,
    FolderSeen,
    GivingReason,
    LeaveWanted,
    ListRefused,
    ListSeen,
    ListsFound,
    LookingAtList,
    MoreMenu,
    NamingPapers,
    OptionClicked,
    PapersDone,
    PasscodeCompared,
    PasscodeHashed,
    Pasted,
    Reviewing,
    SaveRefused,
    SaveSetup,
    SavingSetup,
    SetupDone,
    SetupSaved,
    SetupWeighed,
    ShowingFound,
    StartStation,
    TryChallenge,
    TryingKeys,
    WizardEvent,
    WizardLeft,
    WizardReply,
    WizardState,
    WritePapers,
)

# ---- ending ------------------------------------------------------------------------------------------------
# From the last question to a station that is set up: more questions, the review, the reason, the passcode.
#
# The rule it guards: only ENTER on the review, with nothing wrong in it, leads to the one order that writes.

LONGEST_REASON = 200
MORE_KEY = "M"
TRY, PAPERS, START, LEAVE = "try", "papers", "start", "leave"
TAKE_IT = "ENTER takes this set-up, M asks more, ESC goes back"
NOT_TYPED = "Nothing can be typed here. ENTER ends what you typed."
FULL = f"A station has at most {MOST_DIVISIONS} divisions."


# ---- more --------------------------------------------------------------------------------------------------


def more(state: MoreMenu, key: Pressed, known: WizardKnown) -> WizardNext:
    if leaves(key, state.notice):
        return reviewed(state.draft)
    pick = picked(key, state.cursor, len(MORE) + 1, state.notice)
    if pick is None:
        return replace(state, notice=not_picked(key, state.notice)), ()
    if not pick.taken:
        return replace(state, cursor=pick.place, notice=""), ()
    return reviewed(state.draft) if pick.place == len(MORE) else entered(state.draft, MORE[pick.place], known)


def divisions(state: DivisionMenu, key: Pressed, known: WizardKnown) -> WizardNext:
    """The divisions, then a new one, then the way back."""
    have = len(state.draft.settings.divisions)
    if leaves(key, state.notice):
        return _back_to_more(state), ()
    pick = picked(key, state.cursor, have + 2, state.notice)
    if pick is None:
        return replace(state, notice=not_picked(key, state.notice)), ()
    if not pick.taken:
        return replace(state, cursor=pick.place, notice=""), ()
    if pick.place == have + 1:
        return _back_to_more(state), ()
    if pick.place == have == MOST_DIVISIONS:
        return replace(state, notice=FULL), ()
    return into_division(state.draft, pick.place, known)


def _back_to_more(state: DivisionMenu) -> MoreMenu:
    return MoreMenu(state.draft, MORE.index(Leg.DIVISIONS))


def trying_keys(state: TryingKeys, key: Pressed, known: WizardKnown) -> WizardNext:
    if isinstance(key, Typed):
        letter = key.letter or ""
        return replace(state, seen=tuple(sorted({*state.seen, letter} - {""}))), ()
    if goes_back(key) or isinstance(key, EnterPressed):
        return ended(state.draft, Leg.KEYBOARD)
    return state, ()


def clock_wrong(state: ClockWrong, key: Pressed, known: WizardKnown) -> WizardNext:
    if goes_back(key) or isinstance(key, EnterPressed):
        return last_question(state.draft, known)
    return state, ()


# ---- the last page before anything is written --------------------------------------------------------------


def reviewing(state: Reviewing, key: Pressed, known: WizardKnown) -> WizardNext:
    stray = state.notice == NOT_TYPED
    if goes_back(key, NOT_TYPED if stray else ""):
        return last_question(state.draft, known)
    if stray:  # the ENTER that ends a text stores nothing
        return (replace(state, notice=TAKE_IT) if isinstance(key, EnterPressed) else state), ()
    if isinstance(key, Typed) and key.letter == MORE_KEY:
        return MoreMenu(state.draft), ()
    if types_text(key):
        return replace(state, notice=NOT_TYPED), ()
    if not isinstance(key, EnterPressed) or state.weighed is None:
        return replace(state, notice=TAKE_IT), ()
    if state.weighed.fault:
        return replace(state, notice=state.weighed.fault), ()
    if known.present is not None:
        return GivingReason(state.draft), ()
    return _to_door(state, None, known)


def _to_door(state: Reviewing | GivingReason, reason: str | None, known: WizardKnown) -> WizardNext:
    draft = state.draft
    if known.passcode_set:
        return AtWizardDoor(draft, reason), ()
    return SavingSetup(draft, reason), (SaveSetup(draft.settings, reason, sets_passcode=draft.kept),)


def weighed(state: WizardState, told: SetupWeighed) -> WizardState:
    return replace(state, weighed=told.weighed) if isinstance(state, Reviewing) else state


def giving_reason(state: GivingReason, key: Pressed, known: WizardKnown) -> WizardNext:
    if goes_back(key, state.typed):
        return reviewed(state.draft)
    if isinstance(key, EnterPressed):
        reason = state.typed.strip()
        if not is_text(reason, LONGEST_REASON):
            return replace(state, notice=refused(reason, Unfit(text_rule(LONGEST_REASON)))), ()
        return _to_door(state, reason, known)
    edit = edited(key, state.typed, fresh=False)
    return replace(state, typed=edit.typed if edit else state.typed, notice="" if edit else TYPE), ()


def at_door(state: AtWizardDoor, key: Pressed, now_ms: int) -> WizardNext:
    """While the next try must wait nothing is taken, so nothing can be judged."""
    if goes_back(key, state.typed):
        return reviewed(state.draft)
    if now_ms < state.until_ms:
        return state, ()
    if isinstance(key, EnterPressed) and state.typed:
        # The passcode leaves with the order: nothing keeps it.
        order = SaveSetup(state.draft.settings, state.reason, sets_passcode=False, passcode=state.typed)
        return SavingSetup(state.draft, state.reason), (order,)
    typed, message = secret(key, state.typed, state.message)
    return replace(state, typed=typed, message=message), ()


def save_told(state: WizardState, told: SetupSaved | SaveRefused, now_ms: int) -> WizardNext:
    if not isinstance(state, SavingSetup):
        return state, ()
    if isinstance(told, SetupSaved):
        return SetupDone(state.draft, told.code), ()
    if told.at_door:
        return AtWizardDoor(state.draft, state.reason, message=told.why, until_ms=now_ms + told.wait_ms), ()
    page, looks = reviewed(state.draft)
    return (replace(page, notice=told.why) if isinstance(page, Reviewing) else page), looks


# ---- a station that is set up ------------------------------------------------------------------------------


def done_options(state: SetupDone, known: WizardKnown) -> tuple[WizardOption, ...]:
    """What can be done now, each by its number."""
    rules = known.rule_set(state.draft.settings.divisions[0].rules)
    papers = WizardOption(PAPERS, "Paper for the tables", "cards, slips, witness sheet, director's sheet")
    leave = WizardOption(LEAVE, "Leave")
    if not known.has_screen or rules is None or not rules.self_lookup:
        return papers, leave
    tries = WizardOption(TRY, "Try a challenge", "the station's own screens; nothing is kept")
    return tries, papers, WizardOption(START, "Start the station"), leave


def done(state: SetupDone, key: Pressed, known: WizardKnown) -> WizardNext:
    """It is in force: whatever comes now, nothing of it changes, and ESC leaves."""
    if leaves(key, state.notice):
        return left()
    offered = done_options(state, known)
    pick = picked(key, state.cursor, len(offered), state.notice)
    if pick is None:
        return replace(state, notice=not_picked(key, state.notice)), ()
    there = replace(state, cursor=pick.place, notice="")
    if not pick.taken:
        return there, ()
    value = offered[pick.place].value
    if value == PAPERS:
        return ChoosingPaper(there), ()
    if value == TRY:
        return there, (TryChallenge(),)
    return (WizardLeft(), (StartStation(),)) if value == START else left()


PAPER_SIZES = tuple(WizardOption(size, size.label, size.where) for size in PaperSize)


def choosing_paper(state: ChoosingPaper, key: Pressed, known: WizardKnown) -> WizardNext:
    if leaves(key, state.notice):
        return state.done, ()
    pick = picked(key, state.cursor, len(PAPER_SIZES), state.notice)
    if pick is None:
        return replace(state, notice=not_picked(key, state.notice)), ()
    if not pick.taken:
        return replace(state, cursor=pick.place, notice=""), ()
    return NamingPapers(state.done, PaperSize(PAPER_SIZES[pick.place].value), known.papers), ()


def naming_papers(state: NamingPapers, key: Pressed) -> WizardNext:
    if goes_back(key, state.typed):
        return ChoosingPaper(state.done, list(PaperSize).index(state.paper)), ()
    if isinstance(key, EnterPressed):
        folder = state.typed.strip().strip("\"'")
        return (state, (WritePapers(folder, state.paper),)) if folder else (replace(state, notice=TYPE), ())
    edit = edited(key, state.typed, fresh=state.fresh)
    if edit is None:
        return replace(state, notice=TYPE), ()
    return replace(state, typed=edit.typed, fresh=edit.fresh, notice=""), ()


def papers_told(state: WizardState, told: PapersDone) -> WizardState:
    if not isinstance(state, NamingPapers):
        return state
    return replace(state.done, notice=told.says) if told.written else replace(state, notice=told.says)


# ---- step --------------------------------------------------------------------------------------------------
# One set-up, from the first question to a station: what a state becomes on an event.
#
# `step` is all there is to know about *what may happen next*. Nothing is ordered to be written but by
# `SaveSetup`, which only the review leads to, and by `WritePapers`, after it.


def step(state: WizardState, event: WizardEvent, now_ms: int, known: WizardKnown) -> WizardNext:
    """What the wizard becomes on *event*, and what must now be done."""
    if isinstance(state, WizardLeft):
        return state, ()
    match event:
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed() | UpPressed():
            return _pressed(state, event, now_ms, known)
        case DownPressed() | MoreTimePressed() | EscapePressed() | OptionClicked() | Pasted():
            return _pressed(state, event, now_ms, known)
        case LeaveWanted() | StopAsked():
            return left()
        case ListsFound() | ListSeen() | ListRefused() | PasscodeHashed() | PasscodeCompared():
            return _told(state, event, now_ms, known)
        case FolderSeen() | SetupWeighed() | SetupSaved() | SaveRefused() | PapersDone():
            return _told(state, event, now_ms, known)
        case _:
            assert_never(event)


def _told(state: WizardState, reply: WizardReply, now_ms: int, known: WizardKnown) -> WizardNext:
    match reply:
        case ListsFound():
            return asking.lists_found(state, reply, known), ()
        case ListSeen() | ListRefused():
            return asking.list_told(state, reply, known)
        case PasscodeHashed() | PasscodeCompared():
            return asking.passcode_told(state, reply, known)
        case FolderSeen():
            return asking.folder_told(state, reply, known)
        case SetupWeighed():
            return weighed(state, reply), ()
        case SetupSaved() | SaveRefused():
            return save_told(state, reply, now_ms)
        case PapersDone():
            return papers_told(state, reply), ()
        case _:
            assert_never(reply)


def _pressed(state: WizardState, key: Pressed, now_ms: int, known: WizardKnown) -> WizardNext:
    match state:
        case AskingChoice():
            return asking.choosing(state, key, known)
        case AskingField():
            return asking.writing(state, key, known)
        case AskingPasscode():
            return asking.passcode_typed(state, key, known)
        case ShowingFound():
            return asking.showing_found(state, key, known)
        case ClockWrong() | TryingKeys() | MoreMenu() | DivisionMenu():
            return _pressed_aside(state, key, known)
        case Reviewing() | GivingReason() | AtWizardDoor() | SetupDone() | ChoosingPaper() | NamingPapers():
            return _pressed_late(state, key, now_ms, known)
        case LookingAtList() | SavingSetup() | WizardLeft():
            return state, ()  # the answer comes by itself
        case _:
            assert_never(state)


def _pressed_aside(
    state: ClockWrong | TryingKeys | MoreMenu | DivisionMenu, key: Pressed, known: WizardKnown
) -> WizardNext:
    match state:
        case ClockWrong():
            return clock_wrong(state, key, known)
        case TryingKeys():
            return trying_keys(state, key, known)
        case MoreMenu():
            return more(state, key, known)
        case DivisionMenu():
            return divisions(state, key, known)
        case _:
            assert_never(state)


def _pressed_late(
    state: Reviewing | GivingReason | AtWizardDoor | SetupDone | ChoosingPaper | NamingPapers,
    key: Pressed,
    now_ms: int,
    known: WizardKnown,
) -> WizardNext:
    match state:
        case Reviewing():
            return reviewing(state, key, known)
        case GivingReason():
            return giving_reason(state, key, known)
        case AtWizardDoor():
            return at_door(state, key, now_ms)
        case SetupDone():
            return done(state, key, known)
        case ChoosingPaper():
            return choosing_paper(state, key, known)
        case NamingPapers():
            return naming_papers(state, key)
        case _:
            assert_never(state)
