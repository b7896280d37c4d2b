"""What each question asks, and the line that explains it."""

from kiosk.core.frozen import frozen
from kiosk.core.setup.settings import Profile
from kiosk.wizard.questions import Leg, SetupQuestion
from kiosk.wizard.values import Draft


@frozen
class AskedAs:
    """*title*: the question; *why*: what the answer is for."""

    title: str
    why: str


ASKED: dict[SetupQuestion, AskedAs] = {
    SetupQuestion.PROFILE: AskedAs(
        "What is this station for?", "A tournament station is guarded by a passcode."
    ),
    SetupQuestion.RULES: AskedAs(
        "By which rules do you play?", "They say who types, who presses, what a challenge costs."
    ),
    SetupQuestion.PENALTY: AskedAs(
        "What does a failed challenge cost?", "It stands on the verdict and on the card."
    ),
    SetupQuestion.LIST: AskedAs(
        "Which word list decides?", "A file is read and recognised here; nothing is stored yet."
    ),
    SetupQuestion.PATH: AskedAs("Where is the word list?", "The whole path of the file, typed or pasted."),
    SetupQuestion.LETTER: AskedAs(
        "Which letter has this station?", "It begins every ruling number: B-147. No two alike."
    ),
    SetupQuestion.PASSCODE: AskedAs(
        "Choose the director's passcode", "It opens the director's page. There is no other way in."
    ),
    SetupQuestion.CLOCK: AskedAs(
        "Is this date and time right?", "Every ruling is recorded with it, and rounds follow it."
    ),
    SetupQuestion.NAME: AskedAs(
        "What is this station called?", "Shown on the screen, never recorded: “By the window”."
    ),
    SetupQuestion.FATE: AskedAs("What about this division?", "Taken out, it is asked for no more."),
    SetupQuestion.DIVISION_NAME: AskedAs(
        "What is this division called?", "Players choose by it: “Open”, “Division 2”."
    ),
    SetupQuestion.KIND: AskedAs(
        "Which list does this division play by?", "The director declares it; no list can say so itself."
    ),
    SetupQuestion.EVENT_NAME: AskedAs(
        "What is the event called?", "“kiosk event open” takes it from here. Empty: none yet."
    ),
    SetupQuestion.ROUND: AskedAs(
        "When does round {number} start?", "Such as 10:15. ENTER alone: no more rounds."
    ),
    SetupQuestion.TABLE: AskedAs(
        "Ask for the table number?", "Once for each challenge, before the words are checked."
    ),
    SetupQuestion.ENTERING: AskedAs("Seconds for typing the words", "So long may the page stand untouched."),
    SetupQuestion.CHECKING: AskedAs(
        "Seconds for checking the words", "So long may the page stand untouched."
    ),
    SetupQuestion.SHOWING: AskedAs("Seconds the verdict stays", "ENTER closes it sooner."),
    SetupQuestion.CHOOSING: AskedAs("Seconds for the choices after ESC", "Then the page before is back."),
    SetupQuestion.WARNING: AskedAs(
        "Seconds that are counted down", "The last part of typing and of checking."
    ),
    SetupQuestion.HOLD: AskedAs("Seconds no key clears a verdict", "So that both players have seen it."),
    SetupQuestion.CONSOLE: AskedAs("Seconds until a console locks", "One that nobody touches."),
    SetupQuestion.SPLIT: AskedAs(
        "Seconds between two halves of a play", "Challenges closer than this are pointed out to you."
    ),
    SetupQuestion.TEXT_SIZE: AskedAs(
        "How large is the text?", "↑ ↓ or a number, in percent. Look at it from the table."
    ),
    SetupQuestion.KEYBOARD: AskedAs("Press every letter once", "What comes through turns dark. ENTER ends."),
    SetupQuestion.COPY: AskedAs(
        "Where does the second copy go?", "A folder on a stick or another disk. Empty: none."
    ),
    SetupQuestion.COPY_MIN: AskedAs(
        "Minutes between two copies", "The last rulings before a loss are those since the last copy."
    ),
    SetupQuestion.PROTECTION: AskedAs(
        "How well must it be protected?", "Below this no event opens, and players see a banner."
    ),
}

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
