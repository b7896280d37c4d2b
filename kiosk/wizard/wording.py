"""What the wizard says besides its questions: where one is, what a list is to the rulebook, and the sentences
of its pages."""

from typing import assert_never

from kiosk.base.page import Key
from kiosk.rules.choices import DivisionKind
from kiosk.setup.divisions import ListStanding
from kiosk.setup.passcodes import LONGEST, SHORTEST
from kiosk.setup.settings import MOST_DIVISIONS, Profile
from kiosk.wizard.draft import Draft, ListFound
from kiosk.wizard.questions import Leg, SetupQuestion

# ---- where one is ------------------------------------------------------------------------------------------

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


def question_place(draft: Draft, question: SetupQuestion) -> str:
    """Which of the first questions this is; nothing for the one before them."""
    rows = _CLUB if draft.settings.profile is Profile.CLUB else _TOURNAMENT
    place = next((place for place, row in enumerate(rows, start=1) if question in row), 0)
    return f"Question {place} of {len(rows)}" if place else ""


def place_of(draft: Draft, leg: Leg, question: SetupQuestion) -> tuple[str, ...]:
    """What stands above *question*: how many of how many it is, or what it is about."""
    if leg is Leg.FIRST:
        line = question_place(draft, question)
        return (line,) if line else ()
    title = LEGS[leg][0]
    return (f"{title}: {draft.division.name}" if leg is Leg.DIVISIONS and draft.division.name else title,)


# ---- a list that was looked at -----------------------------------------------------------------------------

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


def take_list(found: ListFound) -> str:
    return "Take this list" if found.standing is ListStanding.OFFICIAL else "Take it all the same"


def vouch_for(found: ListFound) -> str:
    return f"Yes, {found.name} is in force: I vouch for it"


def call_of_kind(found: ListFound) -> str:
    kind = "an international" if found.meant is DivisionKind.INTERNATIONAL else f"a {found.meant}"
    return f"This is {kind} division"


def list_headline(found: ListFound) -> str:
    return f"{found.name}: {found.words:,} words"


# ---- questions ---------------------------------------------------------------------------------------------

TYPE = "Type your answer, then ENTER"
APPROVED = "NASPA"  # keeps a list of programs that rated events may use
APPROVAL = f"{APPROVED} directors: check the association's list of approved programs first."
LARGER = Key("↑ ↓", "larger, smaller")
ONE_LETTER = "One capital letter, A to Z"
SAME_AGAIN = "The same passcode again"
NOT_SAME = "The two were not the same. Type it again, twice."
READING_LIST = "Reading the word list"
SET_CLOCK = "Set the clock, then come back"
LOOK_AGAIN = Key("ENTER", "look again")
ENOUGH = Key("ENTER", "enough")


def passcode_rule(*, kept: bool) -> str:
    """What a new passcode must be; *kept*: one was typed before."""
    before = "ENTER alone keeps the one you typed. " if kept else ""
    return f"{before}{SHORTEST} to {LONGEST} characters, not easy to guess"


def field_rule(must: str) -> str:
    return f"{must[:1].upper()}{must[1:]}"


# ---- more, and the review ----------------------------------------------------------------------------------

MORE = "More"
MORE_SAYS = "All of it has a usual answer; change what you want."
DIVISIONS = "Divisions"
DIVISIONS_SAYS = "With more than one, players choose theirs first."
ADD_DIVISION, ALL = "Add a division", "That is all"
FULL = f"A station has at most {MOST_DIVISIONS} divisions."
REVIEW = "Is all of this right?"
REVIEW_SAYS = "ENTER stores it. Until then nothing has changed."
TAKE_IT = "ENTER takes this set-up, M asks more, ESC goes back"
NOT_TYPED = "Nothing can be typed here. ENTER ends what you typed."
CHANGE, SET_UP = Key("ENTER", "change the set-up"), Key("ENTER", "set this station up")
MORE_QUESTIONS = "more questions"

# ---- from the review to a station --------------------------------------------------------------------------

REASON = "Why is the set-up changed?"
REASON_SAYS = "A few words; they are recorded with the change. No names."
DOOR = "The director's passcode"
DOOR_SAYS = "A set-up is stored by the director alone. Every try is recorded."
STORE = Key("ENTER", "store the set-up")
STORING = "Storing the set-up"
TRY_CHALLENGE = ("Try a challenge", "the station's own screens; nothing is kept")
PAPER = ("Paper for the tables", "cards, slips, witness sheet, director's sheet")
START_STATION = "Start the station"
LEAVE_IT = "Leave"
WHICH_PAPER = "Which paper is in the printer?"
WHICH_PAPER_SAYS = "Cards, slips, witness sheet and director's sheet are made for it."
WHERE_TO = "Where does the paper go?"
WHERE_TO_SAYS = "A folder; it is made if it is not there. Print the PDF files at 100 %."
WRITE_IT = Key("ENTER", "write it")
GOODBYE = "Goodbye"


def wait_line(message: str, wait_s: int) -> str:
    return f"{message} The next try has to wait: {wait_s} s".strip()


def done_headline(letter: str) -> str:
    return f"Station {letter} is set up"


def done_says(code: str) -> str:
    return f"Set-up code {code}: equal on every station that is set up alike."


# ---- every page --------------------------------------------------------------------------------------------

LEAVE = Key("F10", "leave")
SET_UP_FOOT = "Set-up"
STORED, NOT_STORED = "The set-up is stored", "Nothing is stored before the last page"
