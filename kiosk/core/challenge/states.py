"""The situations a station can be in.

The state that shows a verdict holds a `LoggedRuling`, which only the log can make: an unlogged verdict has no
state to be shown in.
"""

from dataclasses import field
from enum import StrEnum
from typing import TypeAlias, assert_never

from kiosk.core.challenge.ruling import LoggedRuling
from kiosk.core.frozen import frozen
from kiosk.core.words.play import Word


class Holder(StrEnum):
    """Who holds a station that was opened: the role of the passcode, or whoever stands before a
    demonstration, which asks for none."""

    DIRECTOR = "director"
    JUDGE = "judge"
    DEMONSTRATION = "demonstration"


@frozen
class ChoosingDivision:
    """Idle with more than one division: whose challenge is it?"""

    since_ms: int = 0


@frozen
class Counting:
    """Idle: how many words? *hint* after a letter that came too early."""

    since_ms: int = 0
    division: int = 0
    hint: bool = False


@frozen
class Entering:
    """The challenger types. *notice* is one neutral sentence about the last key; *list_changed*: a word was
    added to the declared ones or taken from them, even if their number is the same again; *spaced*: SPACE
    ended the last word, and no letter is taken until it is known whether another word follows;
    *by_position*: the last letter was taken for the place of its key, because the layout is not Latin."""

    since_ms: int
    began_ms: int
    declared: int
    lines: tuple[str, ...]
    division: int = 0
    current: int = 0
    edits: int = 0
    notice: str = ""
    list_changed: bool = False
    spaced: bool = False
    by_position: bool = False


@frozen
class Checking:
    """Both players check the frozen words.

    *armed*: TAB judges, because no key was touched for a whole second. *touched_ms*: when one last was.
    *down*: the keys that are down now, the first of them since *down_ms*. *doubted*: a key was pressed as if
    another word followed, and nobody has said yet that these are all.
    """

    since_ms: int
    entry: Entering
    opened_ms: int
    touched_ms: int = 0
    armed: bool = False
    down: tuple[str, ...] = ()
    down_ms: int = 0
    doubted: bool = False
    asking_table: bool = False
    table: str = ""
    notice: str = ""

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(Word(line) for line in self.entry.lines)


@frozen
class Judging:
    """TAB was pressed; the record is being made. No verdict exists here."""

    checked: Checking
    pressed_ms: int


@frozen
class Showing:
    """The verdict, and the proof that it is on record. Keys are dead until *open*."""

    since_ms: int
    ruling: LoggedRuling
    division: int = 0
    open: bool = False
    opened_ms: int = 0


@frozen
class Referred:
    """No verdict: only the Word Judge can settle the play. The entry is on record."""

    since_ms: int
    ruling: LoggedRuling
    division: int = 0
    open: bool = False
    opened_ms: int = 0


Interrupted: TypeAlias = ChoosingDivision | Counting | Entering | Checking


@frozen
class NoKeyboard:
    """There is no keyboard to go on with. *under*: what stood there when it was last seen."""

    since_ms: int
    under: Interrupted


@frozen
class Choosing:
    """After ESC: go back, clear, concede, call the director; as far as they apply."""

    since_ms: int
    under: Interrupted


@frozen
class DirectorNeeded:
    """The players called the director. *under*: what they go back to if they take the call back."""

    since_ms: int
    under: Interrupted


@frozen
class Locked:
    """Something tried to get round the station. *at* is local time, for whoever reads it later."""

    since_ms: int
    what: str
    at: str


@frozen
class OutOfService:
    """The station cannot be trusted to rule."""

    since_ms: int
    why: str


Closed: TypeAlias = Locked | OutOfService

# Where the director may ask to be let in.
Enterable: TypeAlias = Interrupted | NoKeyboard | DirectorNeeded | Closed


@frozen
class Unlocking:
    """The director's passcode is being typed over *under*. While the next try must wait, *since_ms* lies
    ahead and nothing that is typed is taken."""

    since_ms: int
    under: Enterable
    typed: str = field(default="", repr=False)
    message: str = ""


@frozen
class WithDirector:
    """Whoever has *role* holds the station; it closes again by itself."""

    since_ms: int
    role: Holder
    under: Enterable
    message: str = ""


@frozen
class Left:
    """The director has let the program end."""


State: TypeAlias = (
    ChoosingDivision
    | Counting
    | Entering
    | Checking
    | Judging
    | Showing
    | Referred
    | Choosing
    | NoKeyboard
    | DirectorNeeded
    | Locked
    | OutOfService
    | Unlocking
    | WithDirector
    | Left
)


def division_of(state: State) -> int | None:
    """The place of the division whose challenge this is, where one has been chosen."""
    match state:
        case Counting() | Entering() | Showing() | Referred():
            return state.division
        case Checking():
            return state.entry.division
        case Judging(checked=checked):
            return checked.entry.division
        case Choosing(under=under) | DirectorNeeded(under=under):
            return division_of(under)
        case ChoosingDivision() | NoKeyboard() | Locked() | OutOfService():
            return None
        case Unlocking() | WithDirector() | Left():
            return None
        case _:
            assert_never(state)
