"""What the lesson says beside each page: who does what now, and what it means.

Sentences are built from the division's own rule set, so that a newcomer hears the words of their event.
"""

from typing import assert_never

from kiosk.core.challenge.choosing import Option, options
from kiosk.core.challenge.held import division_of
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.challenge.states import (
    AskingTable,
    AtBoard,
    Checking,
    Choosing,
    ChoosingDivision,
    Conceded,
    Conceding,
    Counting,
    DirectorNeeded,
    Entering,
    Judging,
    Left,
    Locked,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    StaffOnly,
    State,
    Told,
    Unlocking,
    WithDirector,
)
from kiosk.core.challenge.wording.roles import called, name
from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import Person
from kiosk.core.setup.division import Division
from kiosk.practice.rehearsal.lesson import Lesson, LessonPart, SampleWords
from kiosk.practice.rehearsal.meaning import after_verdict, farewell

TITLES = {
    LessonPart.COMES_OFF: "A play that comes off",
    LessonPart.STANDS: "A play that stands",
    LessonPart.MISTYPED: "A word typed wrongly",
    LessonPart.CONCEDE: "A challenge given up",
    LessonPart.CALL: "Calling for help",
}
ALONE = "One person may play both."
LEAVE_BY_ENTER = "ENTER when both have read it."


@frozen
class Prompt:
    """*title*: which part this is; *who* is meant now; *says*: what to do, or what it means."""

    title: str
    who: str
    says: str


@frozen
class Script:
    """What the lesson speaks of."""

    procedure: Procedure
    words: SampleWords


def prompt(lesson: Lesson, state: State, script: Script) -> Prompt:
    """What stands beside the page of *state*."""
    division = script.procedure.divisions[division_of(state) or 0]
    who, says = _said(lesson, state, script, division)
    return Prompt(_title(lesson), _role(who, division), says)


def _title(lesson: Lesson) -> str:
    if lesson.part is None:
        return "That was all of it"
    return f"{lesson.place + 1} of {len(lesson.parts)}: {TITLES[lesson.part]}"


def _role(who: Person, division: Division) -> str:
    return called(who, division.rules, "").role  # as on the flag of the page


def _said(lesson: Lesson, state: State, script: Script, division: Division) -> tuple[Person, str]:
    method = division.rules.station_method
    match state:
        case ChoosingDivision():
            return Person.BOTH, f"Press the number of your division. {ALONE}"
        case Counting():
            return _who_begins(lesson, division), _counting(lesson, script, division)
        case Entering() | AskingTable():
            return method.typed_by, _entering(lesson, state, script)
        case Checking():
            return _checking(lesson, state, division, script.words)
        case Showing() | Referred():
            return Person.BOTH, _shown(state, division)
        case Choosing():
            return Person.BOTH, _choosing(lesson, state, script, division)
        case Conceding() | Conceded() | Told() | AtBoard() | Judging() | DirectorNeeded():
            return Person.BOTH, _beside(state, division)
        case StaffOnly() | NoKeyboard() | Locked() | OutOfService() | Unlocking() | WithDirector() | Left():
            return Person.NONE, f"At an event, call the {division.rules.terms.director}. Here, F10 leaves."
        case _:
            assert_never(state)


# --- one page after the other -----------------------------------------------------------------------------


def played(part: LessonPart, words: SampleWords) -> tuple[str, ...]:
    """The words that are challenged in *part*."""
    if part is LessonPart.COMES_OFF:
        return tuple(word for word in (words.good, words.bad) if word)
    return () if part is LessonPart.CALL else (words.good,)


def _who_begins(lesson: Lesson, division: Division) -> Person:
    if lesson.part in (None, LessonPart.CALL):
        return Person.BOTH
    return division.rules.station_method.typed_by


def _counting(lesson: Lesson, script: Script, division: Division) -> str:
    part, terms = lesson.part, division.rules.terms
    if part is None:
        return farewell(division)
    words = played(part, script.words)
    number, both = len(words), " and ".join(words)
    press = f"Press {number}: {'one word' if number == 1 else 'two words'}."
    match part:
        case LessonPart.COMES_OFF:
            return (
                f"The play made {both}. You challenge, the {terms.clock} is {terms.stopped}, both come here. "
                f"{press} {ALONE}"
            )
        case LessonPart.STANDS:
            return f"Now the play made {both}, and you doubt it. {press}"
        case LessonPart.MISTYPED:
            return f"The play made {both} again. This time we type it wrongly first. {press}"
        case LessonPart.CONCEDE:
            return f"The play made {both}. You will think better of it before the {terms.look_up}. {press}"
        case LessonPart.CALL:
            return f"In any doubt, before a verdict: ESC leads to a call for the {terms.director}. Press ESC."
        case _:
            assert_never(part)


def _entering(lesson: Lesson, state: Entering | AskingTable, script: Script) -> str:
    part = lesson.part
    if isinstance(state, AskingTable):
        return "Type the number of your table, here any number, and ENTER."
    if part is None:
        return "Type the words; SPACE between them, ENTER after the last."
    words = played(part, script.words)
    match part:
        case LessonPart.COMES_OFF | LessonPart.STANDS:
            return f"Type {', SPACE, '.join(words)}, ENTER. Small letters do as well."
        case LessonPart.MISTYPED if not lesson.corrected:
            return f"Type {script.words.mistyped}, one slip of the finger, and ENTER."
        case LessonPart.MISTYPED:
            return f"BACKSPACE takes letters away. Make it {script.words.good}, then ENTER."
        case LessonPart.CONCEDE:
            return f"Type {script.words.good}, and then, instead of ENTER, ESC."
        case LessonPart.CALL:
            return "Press ESC."
        case _:
            assert_never(part)


def _checking(lesson: Lesson, state: Checking, division: Division, words: SampleWords) -> tuple[Person, str]:
    method = division.rules.station_method
    presses = name(method.pressed_by, division.rules)
    if lesson.part is LessonPart.MISTYPED and not lesson.corrected:
        return method.verified_by, (
            f"{words.mistyped} is not what was played, and what stands here is what is judged. "
            "Press BACKSPACE."
        )
    if lesson.part in (LessonPart.CONCEDE, LessonPart.CALL):
        return Person.BOTH, "Still time to stop: press ESC."
    if state.armed:
        return method.pressed_by, "Press TAB. Nobody else presses it, and it is the only key that judges."
    return method.verified_by, (
        f"Check every letter against the play. Then hands off the keys for a second, and {presses} "
        "presses TAB."
    )


def _shown(state: Showing | Referred, division: Division) -> str:
    ruled = state.ruling.adjudication
    meaning = after_verdict(ruled.verdict, division, len(ruled.words))
    if ruled.verdict is Verdict.REFER:
        return meaning
    return f"{meaning} {LEAVE_BY_ENTER}"


def _choosing(lesson: Lesson, state: Choosing, script: Script, division: Division) -> str:
    offered, terms = options(state, script.procedure), division.rules.terms
    wanted = {LessonPart.CONCEDE: Option.GIVE_UP, LessonPart.CALL: Option.CALL}.get(
        lesson.part or LessonPart.STANDS
    )
    if wanted not in offered or wanted is None:
        return "Each number does what stands beside it. ESC goes back."
    does = f"the {terms.challenger} gives up" if wanted is Option.GIVE_UP else f"call the {terms.director}"
    return f"Press {offered.index(wanted) + 1}: {does}. ESC would go back."


def _beside(
    state: Conceding | Conceded | Told | AtBoard | Judging | DirectorNeeded, division: Division
) -> str:
    terms = division.rules.terms
    match state:
        case Conceding():
            return "The page says what it costs. ENTER says it once more; ESC goes back."
        case Conceded():
            return f"Settled and on record, without a {terms.look_up}. {LEAVE_BY_ENTER}"
        case Told():
            return "The words are gone. Press ENTER and start again."
        case AtBoard():
            return "Both look at the board; the words wait here, hidden. ENTER when both are back."
        case Judging():
            return "It is being recorded; only then is it shown."
        case DirectorNeeded():
            return (
                f"At an event: stay here, hands off, until the {terms.director} comes. "
                "Now press ESC, which takes the call back."
            )
        case _:
            assert_never(state)
