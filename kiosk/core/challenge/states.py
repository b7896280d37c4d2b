"""The situations a station can be in.

The state that shows a verdict holds a `LoggedRuling`, which only the log can make: an unlogged verdict has no
state to be shown in.
"""

from dataclasses import field
from typing import TypeAlias

from kiosk.core.challenge.parties import Cause, Holder, Side
from kiosk.core.challenge.ruling import LoggedRuling
from kiosk.core.frozen import frozen
from kiosk.core.words.play import SHORTEST, Word


@frozen
class StaffOnly:
    """Idle where no division lets players look words up: only the director's chord does anything."""

    since_ms: int = 0


@frozen
class Told:
    """An entry was taken off the screen, and why; or the verdict of ruling *number*. *hint* after a key that
    does not say that this was read: whoever types on has not."""

    since_ms: int
    cause: Cause
    number: str = ""
    hint: bool = False


@frozen
class ChoosingDivision:
    """Idle with more than one division: whose challenge is it? *hint* after a key that is none of them.
    *told*: what was told a moment ago, and nobody has said that it was read."""

    since_ms: int = 0
    hint: bool = False
    told: Told | None = None


@frozen
class Counting:
    """Idle: how many words? *hint* after a letter that came too early. *cleared*: the words that the players
    cleared a moment ago to start again. *told*: as in `ChoosingDivision`."""

    since_ms: int = 0
    division: int = 0
    hint: bool = False
    cleared: tuple[str, ...] = ()
    told: Told | None = None


@frozen
class Entering:
    """The challenger types. *notice* is one neutral sentence about the last key; *spaced*: SPACE ended the
    last word, and no letter is taken until it is known whether another word follows.

    *fixed*: the rule set lets nobody change the words any more. *list_changed*: a word was added to the
    declared ones, taken from them or exchanged for another, even if their number is the same again. *stood*:
    the words that stood before this entry was opened again. *table*: its number, once that was asked.
    *boarded*: both players have been back at their board. *by_position*: the last letter was taken for the
    place of its key, because the layout is not Latin. *missed*: something was typed as if another word
    followed and was not taken, and nobody has said yet that these are all the words.
    """

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
    fixed: bool = False
    stood: tuple[str, ...] = ()
    table: str | None = None
    boarded: bool = False
    by_position: bool = False
    missed: bool = False

    @property
    def has_word(self) -> bool:
        """Whether something stands here that could be judged or given up."""
        return any(len(line) >= SHORTEST for line in self.lines)

    @property
    def untouched(self) -> bool:
        """Whether no letter stands on any line."""
        return not any(self.lines)


@frozen
class AskingTable:
    """The words are typed: at which table? *asked*: ENTER was pressed without a number, and once more will
    do."""

    since_ms: int
    entry: Entering
    typed: str = ""
    asked: bool = False
    notice: str = ""


@frozen
class Checking:
    """Both players check the frozen words.

    *armed*: TAB judges, because no key was touched for a whole second. *touched_ms*: when one last was.
    *awake_ms*: when the program last saw that second pass.
    *down*: the keys that are down now, the first of them since *down_ms*. *opened_ms*: when the checking
    began; time spent at the board does not count. *asked*: of the keys that type something, ENTER was the
    last, so the next ENTER may be the answer to "is this all?".
    """

    since_ms: int
    entry: Entering
    opened_ms: int
    touched_ms: int = 0
    awake_ms: int = 0
    armed: bool = False
    down: tuple[str, ...] = ()
    down_ms: int = 0
    asked: bool = True
    notice: str = ""

    @property
    def doubted(self) -> bool:
        """Whether the challenger is asked if this is all: until that is answered, TAB does nothing."""
        return self.entry.missed

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(Word(line) for line in self.entry.lines)


@frozen
class AtBoard:
    """Both players have gone back to their board; the words are kept, and hidden. *back_by*: local time, for
    whoever wants the station meanwhile."""

    since_ms: int
    checked: Checking
    back_by: str = ""
    hint: bool = False


@frozen
class Judging:
    """TAB was pressed; the record is being made. No verdict exists here."""

    checked: Checking
    pressed_ms: int


@frozen
class Showing:
    """The verdict, and the proof that it is on record. Keys are dead until *open*. *held*: a player wants to
    read it longer."""

    since_ms: int
    ruling: LoggedRuling
    division: int = 0
    open: bool = False
    opened_ms: int = 0
    held: bool = False
    hint: bool = False


@frozen
class Referred:
    """No verdict: only the Word Judge can settle the play. The entry is on record."""

    since_ms: int
    ruling: LoggedRuling
    division: int = 0
    open: bool = False
    opened_ms: int = 0
    held: bool = False
    hint: bool = False


Interrupted: TypeAlias = ChoosingDivision | Counting | Entering | AskingTable | Checking


@frozen
class NoKeyboard:
    """There is no keyboard to go on with. *under*: what stood there when it was last seen."""

    since_ms: int
    under: StaffOnly | Interrupted


@frozen
class Choosing:
    """After ESC: go back, clear, concede, call the director; as far as they apply."""

    since_ms: int
    under: Interrupted
    hint: bool = False


@frozen
class Conceding:
    """*by* wants to give up, and must say so once more."""

    since_ms: int
    under: Choosing
    by: Side
    hint: bool = False


@frozen
class Conceded:
    """The challenge was given up *by* a player, which is on record; of how many words it was. Keys are dead
    until *open*."""

    since_ms: int
    by: Side
    words: int
    division: int = 0
    open: bool = False
    hint: bool = False


@frozen
class DirectorNeeded:
    """The players called the director. *under*: what they go back to if they take the call back."""

    since_ms: int
    under: StaffOnly | Interrupted
    hint: bool = False


@frozen
class Locked:
    """Something tried to get past the station. *at* is local time, for whoever reads it later."""

    since_ms: int
    what: str
    at: str


@frozen
class OutOfService:
    """The station cannot be trusted to rule. *at*: the local time since when, once that is known."""

    since_ms: int
    why: str
    at: str = field(default="", compare=False)


Closed: TypeAlias = Locked | OutOfService

# Where the director may ask to be let in.
Enterable: TypeAlias = StaffOnly | Interrupted | AtBoard | NoKeyboard | DirectorNeeded | Closed


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
    """Whoever has *role* holds the station; it closes again by itself. *console*: its console is open, and
    keys are that window's."""

    since_ms: int
    role: Holder
    under: Enterable
    message: str = ""
    console: bool = False


@frozen
class Left:
    """The director has let the program end."""


State: TypeAlias = (
    StaffOnly
    | ChoosingDivision
    | Counting
    | Entering
    | AskingTable
    | Checking
    | AtBoard
    | Judging
    | Showing
    | Referred
    | Choosing
    | Conceding
    | Conceded
    | Told
    | NoKeyboard
    | DirectorNeeded
    | Locked
    | OutOfService
    | Unlocking
    | WithDirector
    | Left
)

Idle: TypeAlias = StaffOnly | ChoosingDivision | Counting  # waiting for the next two players
