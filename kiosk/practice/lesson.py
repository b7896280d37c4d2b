"""The lesson of a rehearsal: its parts, what carries it on, and what is said beside each page of the
station.
"""

from dataclasses import replace
from enum import Enum, auto
from typing import TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Page
from kiosk.rules.choices import Concession, Person, Slip
from kiosk.rules.penalties import consequence_line
from kiosk.rules.ruling import Verdict
from kiosk.setup.divisions import Division
from kiosk.station.choices import Choosing, Conceding, DirectorNeeded, Option
from kiosk.station.entry import AskingTable, AtBoard, Checking, Entering, Judging
from kiosk.station.idle import ChoosingDivision, Counting, Idle
from kiosk.station.states import Procedure, State
from kiosk.station.verdict import Conceded, Ruled, Showing, Told
from kiosk.station.wording import DEMONSTRATION, call_for, name

# ---- lesson ------------------------------------------------------------------------------------------------
# The lesson as a machine: which part it is in, and what carries it on.
#
# It watches the station's states and never holds them up: whoever does something else than it asks is judged
# all the same, and stays in the part until it is done or skipped.


class LessonPart(Enum):
    """What is tried, in this order, as far as list and rule set know it."""

    COMES_OFF = auto()
    STANDS = auto()
    MISTYPED = auto()
    CONCEDE = auto()
    CALL = auto()


@frozen
class SampleWords:
    """A word the lists in use have and one they lack; empty where none of ours would do."""

    good: str = ""
    bad: str = ""

    @property
    def mistyped(self) -> str:
        """The good word with its last two letters exchanged."""
        return f"{self.good[:-2]}{self.good[:-3:-1]}"


@frozen
class Lesson:
    """*corrected*: words were opened again after the check; *reached*: what the part is about was seen, and
    the next players ready the station for the next part."""

    parts: tuple[LessonPart, ...]
    place: int = 0
    corrected: bool = False
    reached: bool = False

    @property
    def part(self) -> LessonPart | None:
        """The part to be tried now; None: all were."""
        return self.parts[self.place] if self.place < len(self.parts) else None

    @property
    def ended(self) -> bool:
        return self.part is None


@frozen
class StationSeen:
    """The station shows *state*."""

    state: State


@frozen
class NextAsked:
    """The players skip to the next part."""


@frozen
class BackAsked:
    """The players want the part before once more."""


LessonEvent: TypeAlias = StationSeen | NextAsked | BackAsked


def lesson_for(procedure: Procedure, samples: SampleWords) -> Lesson:
    """The lesson that can be given with these rules and words."""
    open_to_players = [division for division in procedure.divisions if division.rules.self_lookup]
    concedes = all(division.rules.concession == Concession.EITHER for division in open_to_players)
    wanted = {
        LessonPart.COMES_OFF: bool(samples.bad),
        LessonPart.STANDS: bool(samples.good),
        LessonPart.MISTYPED: bool(samples.good),
        LessonPart.CONCEDE: bool(samples.good) and concedes,
        LessonPart.CALL: True,
    }
    return Lesson(tuple(part for part in LessonPart if wanted[part]))


def follow(lesson: Lesson, event: LessonEvent) -> Lesson:
    """*lesson* after *event*."""
    match event:
        case StationSeen(state):
            return _note_state(lesson, state)
        case NextAsked():
            return _at(lesson, lesson.place + 1)
        case BackAsked():
            return _at(lesson, lesson.place - 1)
        case _:
            assert_never(event)


def _at(lesson: Lesson, place: int) -> Lesson:
    return Lesson(lesson.parts, min(max(0, place), len(lesson.parts)))


def _note_state(lesson: Lesson, state: State) -> Lesson:
    if lesson.part is None:
        return lesson
    if isinstance(state, Idle):
        return _at(lesson, lesson.place + 1) if lesson.reached else replace(lesson, corrected=False)
    corrected = lesson.corrected or (isinstance(state, Entering) and bool(state.stood))
    reached = lesson.reached or _reaches(lesson.part, state, corrected=corrected)
    return replace(lesson, corrected=corrected, reached=reached)


def _reaches(part: LessonPart, state: State, *, corrected: bool) -> bool:
    """Whether *state* is what *part* is about."""
    verdict = state.ruling.adjudication.verdict if isinstance(state, Showing) else None
    match part:
        case LessonPart.COMES_OFF:
            return verdict is Verdict.UNACCEPTABLE
        case LessonPart.STANDS:
            return verdict is Verdict.ACCEPTABLE
        case LessonPart.MISTYPED:
            return verdict is not None and corrected
        case LessonPart.CONCEDE:
            return isinstance(state, Conceded)
        case LessonPart.CALL:
            return isinstance(state, DirectorNeeded)
        case _:
            assert_never(part)


# ---- meaning -----------------------------------------------------------------------------------------------
# What a verdict means and costs under the division's own penalty, and what to do with the slip.

PER_WORD = "That is for each word challenged."


def after_verdict(verdict: Verdict, division: Division, words: int) -> str:
    """What follows from *verdict* on a play of *words* words."""
    rules = division.rules
    costs = _sentence(consequence_line(rules, division.penalty, verdict, words))
    match verdict:
        case Verdict.ACCEPTABLE:
            each = PER_WORD if division.penalty.per_word else ""
            return _join_line("Every word is good: the play stands, the challenge has failed.", costs, each)
        case Verdict.UNACCEPTABLE:
            alone = (
                "The word is not good"
                if words == 1
                else "At least one word is not good; nobody is told which"
            )
            return _join_line(f"{alone}. The whole play comes off.", costs)
        case Verdict.REFER:
            return f"Only the {rules.terms.judge} can settle this play: go there with the number."
        case _:
            assert_never(verdict)


def farewell(division: Division) -> str:
    """What to keep in mind at the event: the slip, and what a challenge costs."""
    failed = _sentence(consequence_line(division.rules, division.penalty, Verdict.ACCEPTABLE, 1))
    costs = f"If a challenge fails: {failed}" if failed else ""
    return _join_line(_slip(division), costs, "F10 leaves.")


def _slip(division: Division) -> str:
    rules = division.rules
    term, mark = rules.terms.slip, rules.prompts.mark_slip
    noted = f"The number of the ruling {'and its mark go' if mark else 'goes'} on it."
    match rules.station_method.slip:
        case Slip.NONE:
            return "No slip is needed here."
        case Slip.REQUIRED:
            return f"At the event, the words must be on a {term}. {noted}"
        case Slip.ADVISED:
            return f"At the event, the words should be on a {term}. {noted}"
        case Slip.ON_DEMAND:
            return f"At the event, the opponent may ask for the words on a {term}. {noted}"
        case _:
            assert_never(rules.station_method.slip)


def _sentence(text: str) -> str:
    return f"{text.removesuffix('.')}." if text else ""


def _join_line(*parts: str) -> str:
    return " ".join(part for part in parts if part)


# ---- pages -------------------------------------------------------------------------------------------------
# A page of the station as a rehearsal shows it: no photo of it can pass for a ruling.

LETTER = "X"  # every number of a rehearsal begins with it
STRIP = "REHEARSAL: not a ruling"
NOT_KEPT = "REHEARSAL: nothing is recorded, nothing counts"
_RECORDED, _SET_UP = "Every ", "Set-up "


def as_rehearsal(page: Page) -> Page:
    """*page* as a rehearsal's: its strip and its number say so, and its small print promises no record."""
    kept = tuple(part for part in page.footer if not part.startswith((_RECORDED, _SET_UP)))
    return replace(
        page,
        number=page.number.replace("Ruling ", "Rehearsal ").replace("Number ", "Rehearsal "),
        banners=(STRIP, *(banner for banner in page.banners if banner != DEMONSTRATION)),
        footer=(*kept[:-1], NOT_KEPT, *kept[-1:]),
    )


# ---- wording -----------------------------------------------------------------------------------------------
# What the lesson says beside each page: who does what now, and what it means.
#
# Sentences are built from the division's own rule set, so that a newcomer hears the words of their event.

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
    division = script.procedure.divisions[state.division or 0]
    who, says = _say(lesson, state, script, division)
    return Prompt(_title(lesson), _role(who, division), says)


def _title(lesson: Lesson) -> str:
    if lesson.part is None:
        return "That was all of it"
    return f"{lesson.place + 1} of {len(lesson.parts)}: {TITLES[lesson.part]}"


def _role(who: Person, division: Division) -> str:
    return call_for(who, division.rules, "").role  # as on the flag of the page


def _say(lesson: Lesson, state: State, script: Script, division: Division) -> tuple[Person, str]:
    method = division.rules.station_method
    if isinstance(state, ChoosingDivision):
        return Person.BOTH, f"Press the number of your division. {ALONE}"
    if isinstance(state, Counting):
        return _who_begins(lesson, division), _counting(lesson, script, division)
    if isinstance(state, Entering | AskingTable):
        return method.typed_by, _entering(lesson, state, script)
    if isinstance(state, Checking):
        return _checking(lesson, state, division, script.words)
    if isinstance(state, Ruled):
        return Person.BOTH, _describe(state, division)
    if isinstance(state, Choosing):
        return Person.BOTH, _choosing(lesson, state, script, division)
    if isinstance(state, Conceding | Conceded | Told | AtBoard | Judging | DirectorNeeded):
        return Person.BOTH, _say_of_other(state, division)
    # No player gets on from here alone.
    return Person.NONE, f"At an event, call the {division.rules.terms.director}. Here, F10 leaves."


# --- one page after the other -----------------------------------------------------------------------------


def words_challenged(part: LessonPart, words: SampleWords) -> tuple[str, ...]:
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
    words = words_challenged(part, script.words)
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
    words = words_challenged(part, script.words)
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


def _describe(state: Ruled, division: Division) -> str:
    ruled = state.ruling.adjudication
    meaning = after_verdict(ruled.verdict, division, len(ruled.words))
    if ruled.verdict is Verdict.REFER:
        return meaning
    return f"{meaning} {LEAVE_BY_ENTER}"


def _choosing(lesson: Lesson, state: Choosing, script: Script, division: Division) -> str:
    offered, terms = state.options(script.procedure), division.rules.terms
    wanted = {LessonPart.CONCEDE: Option.GIVE_UP, LessonPart.CALL: Option.CALL}.get(
        lesson.part or LessonPart.STANDS
    )
    if wanted not in offered or wanted is None:
        return "Each number does what stands beside it. ESC goes back."
    does = f"the {terms.challenger} gives up" if wanted is Option.GIVE_UP else f"call the {terms.director}"
    return f"Press {offered.index(wanted) + 1}: {does}. ESC would go back."


def _say_of_other(
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
