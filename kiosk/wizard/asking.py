"""The pages of questions: options, fields, keys on them, and from one question to the next and back."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.base.fields import Unfit, Whole
from kiosk.base.frozen import frozen
from kiosk.errors import AccessError
from kiosk.rules.choices import DivisionKind
from kiosk.setup.divisions import ListStanding
from kiosk.setup.passcodes import check_new
from kiosk.station.closed import LONGEST_PASSCODE
from kiosk.station.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    SpacePressed,
    Typed,
    UpPressed,
)
from kiosk.station.wording import CAPS_LOCK
from kiosk.wizard.questions import (
    ANOTHER_FILE,
    MORE,
    NO,
    REMOVE,
    Draft,
    Leg,
    ListFound,
    SetupQuestion,
    WizardKnown,
    another_division,
    answered,
    cursor_at,
    first_settings,
    is_choice,
    limit_of,
    may_be_empty,
    of_kind,
    options,
    path,
    standing,
    taken,
    with_division,
    with_settings,
    without,
    without_division,
)
from kiosk.wizard.states import (
    AskingChoice,
    AskingField,
    AskingPasscode,
    ClockWrong,
    ComparePasscode,
    DivisionMenu,
    FindLists,
    FolderSeen,
    HashPasscode,
    LeaveWizard,
    ListRefused,
    ListSeen,
    ListsFound,
    LookAtFolder,
    LookAtList,
    LookingAtList,
    MoreMenu,
    OptionClicked,
    PasscodeCompared,
    PasscodeHashed,
    Pasted,
    Reviewing,
    ShowingFound,
    TryingKeys,
    WeighSetup,
    WizardEffect,
    WizardKey,
    WizardLeft,
    WizardState,
)

# ---- typing ------------------------------------------------------------------------------------------------
# Keys on a page of options and in a field, alike on every page of the wizard.

PICK = "Press a number, or ↑ ↓ and ENTER"
# Somebody types a text, such as a path, that this page has no field for: neither a digit of it nor the ENTER
# after it is an answer.
STRAY = "Letters are not taken here. Press ↑ or ↓ first, then a number or ENTER"
LONGEST_TYPED = 500  # more than any field takes, so that what is too long is told

Pressed: TypeAlias = WizardKey | OptionClicked | Pasted


@frozen
class Pick:
    """Where the cursor is now; *taken*: that is the answer."""

    place: int
    taken: bool = False


@frozen
class Edit:
    typed: str
    fresh: bool = False


def picked(key: Pressed, cursor: int, count: int, notice: str = "") -> Pick | None:
    """What *key* does among *count* options; None: nothing. *notice*: what is said beside them."""
    if notice == STRAY and isinstance(key, EnterPressed | Typed):
        return None
    if isinstance(key, UpPressed):
        return Pick(max(0, cursor - 1))
    if isinstance(key, DownPressed):
        return Pick(min(count - 1, cursor + 1))
    if isinstance(key, EnterPressed):
        return Pick(cursor, taken=True)
    if isinstance(key, OptionClicked):
        return Pick(key.place, taken=True) if 0 <= key.place < count else None
    if isinstance(key, Typed) and key.digit is not None and 1 <= key.digit <= count:
        return Pick(key.digit - 1, taken=True)
    return None


def not_picked(key: Pressed, notice: str) -> str:
    """What is said to a *key* that picks nothing, after *notice*."""
    return STRAY if types_text(key) or notice == STRAY else PICK


def types_text(key: Pressed) -> bool:
    """Whether *key* writes something that is no number of an option."""
    return isinstance(key, SpacePressed | Pasted) or (isinstance(key, Typed) and key.digit is None)


def goes_back(key: Pressed, typed: str = "") -> bool:
    """Whether *key* leads to the page before: ESC does, and Backspace where there is nothing to delete."""
    if isinstance(key, BackspacePressed):
        return not typed and not key.repeated
    return isinstance(key, EscapePressed)


def leaves(key: Pressed, notice: str) -> bool:
    """Whether *key* leads back from a page of options; the Backspace that takes back a text does not."""
    return goes_back(key, notice if notice == STRAY else "")


def edited(key: Pressed, typed: str, *, fresh: bool) -> Edit | None:
    """What stands in a field after *key*; None: the key writes nothing. What was only put there goes with the
    first character."""
    if isinstance(key, BackspacePressed):
        return Edit(typed[:-1])
    before = "" if fresh else typed
    if isinstance(key, Typed) and key.text.isprintable():
        return Edit(f"{before}{key.text}"[:LONGEST_TYPED])
    if isinstance(key, SpacePressed):
        return Edit(f"{before} "[:LONGEST_TYPED])
    if isinstance(key, Pasted):
        line = " ".join(key.text.split("\n")[0].split("\r")[:1]).strip()
        return Edit(f"{before}{''.join(sign for sign in line if sign.isprintable())}"[:LONGEST_TYPED])
    return None


def secret(key: Pressed, typed: str, message: str) -> tuple[str, str]:
    """A passcode and what is said beside it, after *key*. Nothing is pasted into it."""
    if isinstance(key, BackspacePressed):
        return typed[:-1], message
    if len(typed) >= LONGEST_PASSCODE:
        return typed, message
    if isinstance(key, Typed):
        told = CAPS_LOCK if key.caps or (message == CAPS_LOCK and not key.text.isalpha()) else ""
        return typed + key.text, told
    if isinstance(key, SpacePressed) and typed:
        return f"{typed} ", ""
    return typed, message


# ---- walk --------------------------------------------------------------------------------------------------
# From one question to the next, and back: the page of a question, and what follows its answer.
#
# The rule it guards: ESC always leads to the page before, and from the first page out.

WizardNext: TypeAlias = tuple[WizardState, tuple[WizardEffect, ...]]


def begun(known: WizardKnown) -> WizardNext:
    """The first page."""
    draft = Draft(known.present or first_settings())
    return asked(draft, Leg.FIRST, SetupQuestion.PROFILE, known)


def asked(draft: Draft, leg: Leg, question: SetupQuestion, known: WizardKnown) -> WizardNext:
    """The page of *question*."""
    if question is SetupQuestion.PASSCODE:
        return AskingPasscode(draft), ()
    if question is SetupQuestion.KEYBOARD:
        return TryingKeys(draft), ()
    if is_choice(question):
        looks = (FindLists(),) if question is SetupQuestion.LIST else ()
        return AskingChoice(draft, leg, question, cursor_at(question, draft, known)), looks
    return AskingField(draft, leg, question, standing(question, draft)), ()


def onward(draft: Draft, leg: Leg, question: SetupQuestion, known: WizardKnown) -> WizardNext:
    """What follows the answer to *question*."""
    asks = path(leg, draft, known)
    place = asks.index(question) + 1
    return asked(draft, leg, asks[place], known) if place < len(asks) else ended(draft, leg)


def ended(draft: Draft, leg: Leg) -> WizardNext:
    """What follows the last question of *leg*."""
    whole = replace(draft, before=None, at=0)
    if leg is Leg.FIRST:
        return reviewed(whole)
    if leg is Leg.DIVISIONS:
        return DivisionMenu(whole, draft.at), ()
    return MoreMenu(whole, MORE.index(leg)), ()


def reviewed(draft: Draft) -> WizardNext:
    return Reviewing(draft), (WeighSetup(draft.settings),)


def before(draft: Draft, leg: Leg, question: SetupQuestion, known: WizardKnown) -> WizardNext:
    """The page before *question*. Out of “More” what its questions had changed is as it was."""
    asks = path(leg, draft, known)
    place = asks.index(question) if question in asks else 0
    if place:
        return asked(draft, leg, asks[place - 1], known)
    if leg is Leg.FIRST:
        return left()
    unchanged = draft if draft.before is None else replace(draft, settings=draft.before)
    if leg is Leg.DIVISIONS:
        last = len(unchanged.settings.divisions)
        return DivisionMenu(replace(unchanged, before=None, at=0), min(draft.at, last)), ()
    return ended(unchanged, leg)


def last_question(draft: Draft, known: WizardKnown) -> WizardNext:
    """The page before the review."""
    return asked(draft, Leg.FIRST, path(Leg.FIRST, draft, known)[-1], known)


def entered(draft: Draft, leg: Leg, known: WizardKnown) -> WizardNext:
    """The first page of *leg*, out of “More”."""
    begun_from = replace(draft, before=draft.settings, at=0)
    if leg is Leg.DIVISIONS:
        return DivisionMenu(replace(draft, at=0)), ()
    if leg is Leg.ROUNDS:  # told anew: nobody edits a timetable line by line
        begun_from = with_settings(begun_from, rounds=())
    return asked(begun_from, leg, path(leg, begun_from, known)[0], known)


def into_division(draft: Draft, place: int, known: WizardKnown) -> WizardNext:
    """The first question about the division at *place*; one after the last is new."""
    begun_from = replace(draft, before=draft.settings, at=place)
    if place == len(draft.settings.divisions):
        begun_from = replace(begun_from, settings=another_division(draft.settings))
    return asked(begun_from, Leg.DIVISIONS, path(Leg.DIVISIONS, begun_from, known)[0], known)


def left() -> WizardNext:
    return WizardLeft(), (LeaveWizard(),)


def count_of(state: AskingChoice, known: WizardKnown) -> int:
    return len(options(state.question, state.draft, known))


# ---- asking ------------------------------------------------------------------------------------------------
# The pages of questions: options, fields, a list that was looked at, a new passcode.

TYPE = "Type your answer, then ENTER"
NOT_SAME = "The two were not the same. Type it again, twice."
STEP = 10  # of the text size, for an arrow


# ---- options -----------------------------------------------------------------------------------------------


def choosing(state: AskingChoice, key: Pressed, known: WizardKnown) -> WizardNext:
    if leaves(key, state.notice):
        return before(state.draft, state.leg, state.question, known)
    if state.question is SetupQuestion.LIST and types_text(key):
        return writing(_path_asked(state), key, known)  # whoever types here types where the file is
    pick = picked(key, state.cursor, count_of(state, known), state.notice)
    if pick is None:
        return replace(state, notice=not_picked(key, state.notice)), ()
    if not pick.taken:
        return replace(state, cursor=pick.place, notice=""), ()
    value = options(state.question, state.draft, known)[pick.place].value
    return _chosen(replace(state, cursor=pick.place, notice=""), value, known)


def _chosen(state: AskingChoice, value: str, known: WizardKnown) -> WizardNext:
    draft, leg, question = state.draft, state.leg, state.question
    if question is SetupQuestion.LIST:
        return _look_at(state, value, known)
    if question is SetupQuestion.CLOCK and value == NO:
        return ClockWrong(draft), ()
    if question is SetupQuestion.FATE and value == REMOVE:
        rest = replace(draft, settings=without_division(draft.settings, draft.at))
        return ended(rest, leg)
    return onward(taken(question, value, draft, known), leg, question, known)


def _look_at(state: AskingChoice, value: str, known: WizardKnown) -> WizardNext:
    if value == ANOTHER_FILE:
        return _path_asked(state), ()
    offer = next(one for one in state.draft.lists if one.key == value)
    order = LookAtList(offer.key, offer.is_file, state.draft.division)
    return LookingAtList(state.draft, state.leg, offer.text), (order,)


def _path_asked(state: AskingChoice | LookingAtList, notice: str = "") -> AskingField:
    """The field for the path of a list: empty, or with the one that was refused, to be put right there."""
    path = state.path if isinstance(state, LookingAtList) else ""
    return AskingField(state.draft, state.leg, SetupQuestion.PATH, path, fresh=not path, notice=notice)


def lists_found(state: WizardState, found: ListsFound, known: WizardKnown) -> WizardState:
    if not isinstance(state, AskingChoice) or state.question is not SetupQuestion.LIST:
        return state
    draft = replace(state.draft, lists=found.lists)
    return replace(state, draft=draft, cursor=cursor_at(state.question, draft, known))


# ---- a list that was looked at -----------------------------------------------------------------------------


def list_told(state: WizardState, told: ListSeen | ListRefused, known: WizardKnown) -> WizardNext:
    if not isinstance(state, LookingAtList):
        return state, ()
    if isinstance(told, ListSeen):
        return ShowingFound(state.draft, state.leg, told.found), ()
    if state.path:
        return _path_asked(state, told.why), ()
    page, looks = asked(state.draft, state.leg, SetupQuestion.LIST, known)
    return (replace(page, notice=told.why) if isinstance(page, AskingChoice) else page), looks


def found_answers(found: ListFound) -> tuple[str, ...]:
    """What can be done with *found*: take it; vouch for a later edition; call the division another kind."""
    if found.standing is ListStanding.LATER:
        return CONFIRM, TAKE
    if found.standing is ListStanding.FOREIGN and found.meant is not DivisionKind.MAIN:
        return OF_KIND, TAKE
    return (TAKE,)


TAKE, CONFIRM, OF_KIND = "take", "confirm", "kind"


def showing_found(state: ShowingFound, key: Pressed, known: WizardKnown) -> WizardNext:
    answers = found_answers(state.found)
    if leaves(key, state.notice):
        return asked(state.draft, state.leg, SetupQuestion.LIST, known)
    pick = picked(key, state.cursor, len(answers), state.notice)
    if pick is None:
        return replace(state, notice=not_picked(key, state.notice)), ()
    if not pick.taken:
        return replace(state, cursor=pick.place, notice=""), ()
    if answers[pick.place] == OF_KIND:
        return _of_its_kind(state, known)
    sure = answers[pick.place] == CONFIRM
    chosen = replace(
        state.draft.division,
        main=state.found.id,
        confirmed=state.found.edition if sure else None,
        long=None if state.found.id != state.draft.division.main else state.draft.division.long,
    )
    return onward(with_division(state.draft, chosen), state.leg, SetupQuestion.LIST, known)


def _of_its_kind(state: ShowingFound, known: WizardKnown) -> WizardNext:
    """The division is one of the kind that such a list is for: what a failed challenge costs there is asked
    again, then the list is looked at again."""
    draft = of_kind(state.draft, state.found.meant, known)
    return onward(draft, state.leg, _before_penalty(state.leg), known)


def _before_penalty(leg: Leg) -> SetupQuestion:
    return SetupQuestion.RULES if leg is Leg.FIRST else SetupQuestion.KIND


# ---- fields ------------------------------------------------------------------------------------------------


def writing(state: AskingField, key: Pressed, known: WizardKnown) -> WizardNext:
    if goes_back(key, state.typed):
        return _back_from(state, known)
    if isinstance(key, EnterPressed):
        return _answered(state, known)
    if state.question is SetupQuestion.TEXT_SIZE and isinstance(key, UpPressed | DownPressed):
        return _sized(state, STEP if isinstance(key, UpPressed) else -STEP), ()
    if state.question is SetupQuestion.LETTER and isinstance(key, Typed):
        return replace(state, typed=(key.letter or key.text).upper(), fresh=False, notice=""), ()
    edit = edited(key, state.typed, fresh=state.fresh)
    if edit is None:
        return replace(state, notice=TYPE), ()
    return replace(state, typed=edit.typed, fresh=edit.fresh, notice=""), ()


def _sized(state: AskingField, by: int) -> AskingField:
    limit = limit_of(state.question)
    if not isinstance(limit, Whole) or not state.typed.isdecimal():
        return state
    highest = limit.high if limit.high is not None else limit.low
    return replace(state, typed=str(min(highest, max(limit.low, int(state.typed) + by))), notice="")


def _back_from(state: AskingField, known: WizardKnown) -> WizardNext:
    if state.question is SetupQuestion.PATH:
        return asked(state.draft, state.leg, SetupQuestion.LIST, known)
    if (
        state.question is SetupQuestion.ROUND and state.draft.settings.rounds
    ):  # the round before, not the page
        settings = state.draft.settings
        shorter = replace(state.draft, settings=replace(settings, rounds=settings.rounds[:-1]))
        return AskingField(shorter, state.leg, state.question), ()
    return before(state.draft, state.leg, state.question, known)


def _answered(state: AskingField, known: WizardKnown) -> WizardNext:
    typed, draft, question = state.typed.strip(), state.draft, state.question
    if question is SetupQuestion.PATH:
        return _path_typed(state, typed)
    if not typed and may_be_empty(question):
        return onward(without(question, draft), state.leg, question, known)
    try:
        taken_up = answered(question, typed, draft, known.today)
    except Unfit as unfit:
        return replace(state, notice=refused(typed, unfit)), ()
    if question is SetupQuestion.COPY:
        return state, (LookAtFolder(typed),)
    if question is SetupQuestion.ROUND:
        return AskingField(taken_up, state.leg, question), ()
    return onward(taken_up, state.leg, question, known)


def refused(typed: str, unfit: Unfit) -> str:
    """Why *typed* is not taken."""
    return f"It {unfit}." if not typed else f"“{typed[:40]}” is not taken: it {unfit}."


def _path_typed(state: AskingField, typed: str) -> WizardNext:
    path = typed.strip("\"'")
    if not path:
        return replace(state, notice=TYPE), ()
    order = LookAtList(path, True, state.draft.division)
    return LookingAtList(state.draft, state.leg, path, path), (order,)


def folder_told(state: WizardState, told: FolderSeen, known: WizardKnown) -> WizardNext:
    if not isinstance(state, AskingField) or state.question is not SetupQuestion.COPY:
        return state, ()
    if told.fault:
        return replace(state, notice=refused(state.typed, Unfit(told.fault, "must be"))), ()
    draft = answered(SetupQuestion.COPY, told.folder, state.draft, known.today)
    return onward(draft, state.leg, SetupQuestion.COPY, known)


# ---- a new passcode ----------------------------------------------------------------------------------------


def passcode_typed(state: AskingPasscode, key: Pressed, known: WizardKnown) -> WizardNext:
    """Typed twice. Each time it leaves this state with the order that hashes or compares it."""
    if goes_back(key, state.typed):
        return (
            (AskingPasscode(state.draft), ())
            if state.again
            else before(state.draft, Leg.FIRST, SetupQuestion.PASSCODE, known)
        )
    if not isinstance(key, EnterPressed):
        typed, message = secret(key, state.typed, state.message)
        return replace(state, typed=typed, message=message), ()
    if not state.typed:
        if state.draft.kept and not state.again:
            return onward(state.draft, Leg.FIRST, SetupQuestion.PASSCODE, known)
        return replace(state, message=TYPE), ()
    if state.again:
        return replace(state, typed="", message=""), (ComparePasscode(state.typed),)
    try:
        check_new(state.typed)
    except AccessError as error:
        return replace(state, typed="", message=str(error)), ()
    forgotten = replace(state.draft, kept=False)
    return AskingPasscode(forgotten), (HashPasscode(state.typed),)


def passcode_told(
    state: WizardState, told: PasscodeHashed | PasscodeCompared, known: WizardKnown
) -> WizardNext:
    if not isinstance(state, AskingPasscode):
        return state, ()
    match told:
        case PasscodeHashed():
            return replace(state, again=True), ()
        case PasscodeCompared(same=same):
            if not same:
                return AskingPasscode(state.draft, message=NOT_SAME), ()
            return onward(replace(state.draft, kept=True), Leg.FIRST, SetupQuestion.PASSCODE, known)
        case _:
            assert_never(told)
