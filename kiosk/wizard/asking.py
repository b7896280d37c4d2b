"""The pages of questions: options, fields, a list that was looked at, a new passcode."""

from dataclasses import replace
from typing import assert_never

from kiosk.core.access.passcode import check_new
from kiosk.core.challenge.events import DownPressed, EnterPressed, Typed, UpPressed
from kiosk.core.fields.limits import Unfit, Whole
from kiosk.core.rules.choices import DivisionKind
from kiosk.core.setup.division import ListStanding
from kiosk.errors import AccessError
from kiosk.wizard.answers import answered, may_be_empty, without
from kiosk.wizard.choices import (
    ANOTHER_FILE,
    NO,
    REMOVE,
    cursor_at,
    of_kind,
    options,
    taken,
    with_division,
    without_division,
)
from kiosk.wizard.effects import ComparePasscode, HashPasscode, LookAtFolder, LookAtList
from kiosk.wizard.events import (
    FolderSeen,
    ListRefused,
    ListSeen,
    ListsFound,
    PasscodeCompared,
    PasscodeHashed,
)
from kiosk.wizard.questions import Leg, SetupQuestion, limit_of
from kiosk.wizard.states import (
    AskingChoice,
    AskingField,
    AskingPasscode,
    ClockWrong,
    LookingAtList,
    ShowingFound,
    WizardState,
)
from kiosk.wizard.typing import (
    Pressed,
    edited,
    goes_back,
    leaves,
    not_picked,
    picked,
    secret,
    types_text,
)
from kiosk.wizard.values import ListFound, WizardKnown
from kiosk.wizard.walk import WizardNext, asked, before, count_of, ended, onward

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
