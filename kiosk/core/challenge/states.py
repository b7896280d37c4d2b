"""The situations a station can be in, what can happen to it, and what it may ask of the shell.

States are situations, events are facts, effects are orders. The state that shows a verdict holds a
`LoggedRuling`, which only the log can make: an unlogged verdict has no state to be shown in.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from kiosk.core.challenge.ruling import LoggedRuling
from kiosk.core.log.canonical import Json
from kiosk.core.log.kinds import Kind
from kiosk.core.words.play import Word

# --- states -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChoosingDivision:
    """Idle with more than one division: whose challenge is it?"""

    since_ms: int = 0


@dataclass(frozen=True, slots=True)
class Counting:
    """Idle: how many words? *hint* after a letter that came too early."""

    since_ms: int = 0
    division: int = 0
    hint: bool = False


@dataclass(frozen=True, slots=True)
class Entering:
    """The challenger types. *notice* is one neutral sentence about the last key; *list_changed*: a word was
    added to the declared ones or taken from them, even if their number is the same again; *spaced*: SPACE
    ended the last word, and no letter is taken until it is known whether another word follows."""

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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Judging:
    """TAB was pressed; the record is being made. No verdict exists here."""

    checked: Checking
    pressed_ms: int


@dataclass(frozen=True, slots=True)
class Showing:
    """The verdict, and the proof that it is on record. Keys are dead until *open*."""

    since_ms: int
    ruling: LoggedRuling
    division: int = 0
    open: bool = False
    opened_ms: int = 0


@dataclass(frozen=True, slots=True)
class Referred:
    """No verdict: only the Word Judge can settle the play. The entry is on record."""

    since_ms: int
    ruling: LoggedRuling
    division: int = 0
    open: bool = False
    opened_ms: int = 0


Interrupted: TypeAlias = ChoosingDivision | Counting | Entering | Checking


@dataclass(frozen=True, slots=True)
class Choosing:
    """After ESC: go back, clear, concede, call the director; as far as they apply."""

    since_ms: int
    under: Interrupted


@dataclass(frozen=True, slots=True)
class DirectorNeeded:
    since_ms: int
    under: Interrupted


@dataclass(frozen=True, slots=True)
class Locked:
    """Something tried to get round the station. *at* is local time, for whoever reads it later."""

    since_ms: int
    what: str
    at: str


@dataclass(frozen=True, slots=True)
class OutOfService:
    """The station cannot be trusted to rule."""

    since_ms: int
    why: str


Closed: TypeAlias = DirectorNeeded | Locked | OutOfService


@dataclass(frozen=True, slots=True)
class Unlocking:
    """The director's passcode is being typed over *under*. While the next try must wait, *since_ms* lies
    ahead and nothing that is typed is taken."""

    since_ms: int
    under: Interrupted | Closed
    typed: str = field(default="", repr=False)
    message: str = ""


@dataclass(frozen=True, slots=True)
class WithDirector:
    """The station is in the hands of *role*; it relocks by itself."""

    since_ms: int
    role: str
    under: Interrupted | Closed
    message: str = ""


@dataclass(frozen=True, slots=True)
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
    | DirectorNeeded
    | Locked
    | OutOfService
    | Unlocking
    | WithDirector
    | Left
)

# --- events -----------------------------------------------------------------------------------------------


class Fact:
    """An event that has nothing more to say than that it happened. Cheaper to define than a dataclass, of
    which a start-up can feel each."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


@dataclass(frozen=True, slots=True)
class Typed:
    """One printable character; *digit* is what the key means as a digit on any layout."""

    text: str = field(repr=False)
    digit: int | None = None

    @property
    def letter(self) -> str | None:
        """The letter A–Z that was typed, whatever the case."""
        return (
            self.text.upper() if len(self.text) == 1 and self.text.isascii() and self.text.isalpha() else None
        )


class SpacePressed(Fact):
    __slots__ = ()


class EnterPressed(Fact):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TabPressed:
    """A fresh TAB with no modifier; nothing else is one. *quiet_ms*: how long no key had been touched before
    it, by the keyboard's own clock; None where it has none."""

    quiet_ms: int | None = field(default=None, compare=False)


class BackspacePressed(Fact):
    __slots__ = ()


class UpPressed(Fact):
    __slots__ = ()


class DownPressed(Fact):
    __slots__ = ()


class MoreTimePressed(Fact):
    """← or →."""

    __slots__ = ()


class EscapePressed(Fact):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class KeysMoved:
    """A key was pressed, repeated or let go, whatever it means. *down*: the keys that are down now, the one
    pressed first in front, and for how long it has been; locks and modifiers are not among them."""

    down: tuple[str, ...] = ()
    held_ms: int = 0


class ChordPressed(Fact):
    """The director's chord."""

    __slots__ = ()


class StopAsked(Fact):
    """The system asks the program to end."""

    __slots__ = ()


class TimedOut(Fact):
    """The state has stood as long as it may."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RulingLogged:
    ruling: LoggedRuling


@dataclass(frozen=True, slots=True)
class TroubleFound:
    """The log, a list, a guard or the program itself is in doubt."""

    why: str


@dataclass(frozen=True, slots=True)
class ViolationSeen:
    """Something outside the challenge happened: focus lost, a close request, a guard gone."""

    what: str
    locks: bool
    at: str


@dataclass(frozen=True, slots=True)
class PasscodeAccepted:
    """*warning*: what whoever was let in must know; mostly empty."""

    role: str
    warning: str = ""


@dataclass(frozen=True, slots=True)
class PasscodeRefused:
    """*wait_ms*: how long the next try must wait."""

    message: str
    wait_ms: int = 0


class ServiceRestored(Fact):
    """After a director's passcode: the log verifies and the lists load."""

    __slots__ = ()


Event: TypeAlias = (
    Typed
    | SpacePressed
    | EnterPressed
    | TabPressed
    | BackspacePressed
    | UpPressed
    | DownPressed
    | MoreTimePressed
    | EscapePressed
    | KeysMoved
    | ChordPressed
    | StopAsked
    | TimedOut
    | RulingLogged
    | TroubleFound
    | ViolationSeen
    | PasscodeAccepted
    | PasscodeRefused
    | ServiceRestored
)

# --- effects ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgeAndLog:
    """Look every word up, write the record, answer with RulingLogged or TroubleFound."""

    checked: Checking
    verify_ms: int


@dataclass(frozen=True, slots=True)
class WriteRecord:
    """Append one record that carries no verdict."""

    kind: Kind
    body: dict[str, Json]


@dataclass(frozen=True, slots=True)
class CheckPasscode:
    passcode: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class RestoreService:
    """Open the log again, verify all of it, load the lists; answer ServiceRestored or TroubleFound."""


@dataclass(frozen=True, slots=True)
class Leave:
    """End the program with the director's leave."""


Effect: TypeAlias = JudgeAndLog | WriteRecord | CheckPasscode | RestoreService | Leave
