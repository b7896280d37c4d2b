"""The vocabulary of a station: who acts, what can happen, what is ordered, and the situations it can be
in.
"""

from dataclasses import field
from enum import StrEnum
from typing import TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.log.body import Body
from kiosk.rules.ruling import LoggedRuling
from kiosk.setup.passcodes import Role
from kiosk.words.play import SHORTEST, Word, is_plain

# ---- parties -----------------------------------------------------------------------------------------------
# Who acts at a station: the two players, whoever it was opened for, and what takes words off its screen.


class Holder(StrEnum):
    """Who holds a station that was opened: the role of the passcode, or whoever stands before a
    demonstration, which asks for none."""

    DIRECTOR = "director"
    JUDGE = "judge"
    DEMONSTRATION = "demonstration"


class Side(StrEnum):
    """One of the two players."""

    CHALLENGER = "challenger"
    CHALLENGED = "challenged"


class Cause(StrEnum):
    """What took an entry or a verdict off the screen before the players did."""

    TIME = "time"
    VIOLATION = "violation"
    DIRECTOR = "director"
    RESTART = "restart"


# ---- events ------------------------------------------------------------------------------------------------
# What can happen to a station: keys, time, and the answers to its orders.


@frozen
class Typed:
    """One printable character, or none for an accent that waits for its letter; *digit* is what the key means
    as a digit on any layout. *us_letter*: where the layout is not Latin, the letter that stands in this place
    on a US keyboard. *caps*: Caps Lock seems to be on, which matters to passcodes alone."""

    text: str = field(repr=False)
    digit: int | None = None
    us_letter: str = field(default="", repr=False)
    caps: bool = field(default=False, compare=False)

    @property
    def letter(self) -> str | None:
        """The letter A–Z that was typed, whatever the case."""
        return self.text.upper() if is_plain(self.text) else self.us_letter or None

    @property
    def by_position(self) -> bool:
        """Whether the key was taken for the place where it stands, not for what it writes."""
        return bool(self.us_letter)


@frozen
class SpacePressed:
    pass


@frozen
class EnterPressed:
    """*quiet_ms*: as with TAB."""

    quiet_ms: int | None = field(default=None, compare=False)


@frozen
class TabPressed:
    """A fresh TAB with no modifier; nothing else is one. *quiet_ms*: how long no key had been touched before
    it, by the keyboard's own clock; None where it has none."""

    quiet_ms: int | None = field(default=None, compare=False)


@frozen
class BackspacePressed:
    """*repeated*: by the system, because it is held."""

    repeated: bool = False


@frozen
class UpPressed:
    pass


@frozen
class DownPressed:
    pass


@frozen
class MoreTimePressed:
    """← or →."""


@frozen
class EscapePressed:
    pass


@frozen
class KeysMoved:
    """A key was pressed, repeated or let go, whatever it means. *down*: the keys that are down now, the one
    pressed first in front, and for how long it has been; locks and modifiers are not among them."""

    down: tuple[str, ...] = ()
    held_ms: int = 0


@frozen
class ChordPressed:
    """The director's chord."""


@frozen
class KeyboardSeen:
    """Somebody checked whether there is a keyboard."""

    present: bool


@frozen
class StopAsked:
    """The system asks the program to end."""


@frozen
class TimedOut:
    """The state has stood as long as it may."""


@frozen
class RulingLogged:
    ruling: LoggedRuling


@frozen
class TroubleFound:
    """The log, a list, a guard or the program itself is in doubt."""

    why: str


@frozen
class ViolationSeen:
    """Something outside the challenge happened: focus lost, a close request, a guard gone."""

    what: str
    locks: bool
    at: str


@frozen
class PasscodeAccepted:
    """*warning*: what the person let in must know; usually empty."""

    role: Role
    warning: str = ""


@frozen
class PasscodeRefused:
    """*wait_ms*: how long the next try must wait."""

    message: str
    wait_ms: int = 0


@frozen
class TimeTold:
    """The time of day, as players read it: “14:32”."""

    at: str


@frozen
class ServiceRestored:
    """After a director's passcode: the log verifies and the lists load."""


@frozen
class ConsoleShut:
    """The director's console is closed. *leaving*: the director ends the program with it."""

    leaving: bool = False


# What can be typed into an entry.
EntryKey: TypeAlias = (
    Typed
    | SpacePressed
    | EnterPressed
    | TabPressed
    | BackspacePressed
    | UpPressed
    | DownPressed
    | MoreTimePressed
)

# What a player does, or leaves undone until the time is over.
Act: TypeAlias = EntryKey | EscapePressed | TimedOut

# What the shell replies to an order.
Reply: TypeAlias = RulingLogged | PasscodeAccepted | PasscodeRefused | TimeTold | ServiceRestored

Event: TypeAlias = (
    Act
    | KeysMoved
    | KeyboardSeen
    | ChordPressed
    | Reply
    | TroubleFound
    | ViolationSeen
    | ConsoleShut
    | StopAsked
)


# ---- states ------------------------------------------------------------------------------------------------
# The situations a station can be in.
#
# The state that shows a verdict holds a `LoggedRuling`, which only the log can make: an unlogged verdict has
# no state to be shown in.


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


# ---- effects -----------------------------------------------------------------------------------------------
# The orders a station gives its shell.


@frozen
class JudgeAndLog:
    """Look every word up, write the record, answer with RulingLogged or TroubleFound."""

    checked: Checking
    verify_ms: int


@frozen
class WriteRecord:
    """Append one record that carries no verdict."""

    body: Body


@frozen
class CheckPasscode:
    passcode: str = field(repr=False)


@frozen
class TellTime:
    """Answer with TimeTold."""


@frozen
class SwitchLarge:
    """Switch the extra-large view on or off, until the next challenge."""


@frozen
class RestoreService:
    """Open the log again, verify all of it, load the lists; answer ServiceRestored or TroubleFound."""


@frozen
class OpenConsole:
    """Open the director's console over the station; answer ConsoleShut when it is gone."""


@frozen
class Leave:
    """End the program with the director's leave."""


Effect: TypeAlias = (
    JudgeAndLog | WriteRecord | CheckPasscode | TellTime | SwitchLarge | RestoreService | OpenConsole | Leave
)


# ---- held --------------------------------------------------------------------------------------------------
# What a state holds, on its page or under it: the division, and words nobody has judged yet.


def division_of(state: State) -> int | None:
    """The place of the division whose challenge this is, where one has been chosen."""
    match state:
        case Counting() | Entering() | Showing() | Referred() | Conceded():
            return state.division
        case AskingTable() | Checking():
            return state.entry.division
        case AtBoard(checked=checked) | Judging(checked=checked):
            return checked.entry.division
        case Choosing() | Conceding() | DirectorNeeded():
            return division_of(state.under)
        case StaffOnly() | ChoosingDivision() | Told() | NoKeyboard() | Locked() | OutOfService():
            return None
        case Unlocking() | WithDirector() | Left():
            return None
        case _:
            assert_never(state)


def entry_of(state: State) -> Entering | None:
    """The words that *state* holds and nobody has judged yet, on its page or under it."""
    match state:
        case Entering():
            return state
        case AskingTable() | Checking():
            return state.entry
        case AtBoard(checked=checked) | Judging(checked=checked):
            return checked.entry
        case Choosing() | Conceding() | NoKeyboard() | DirectorNeeded() | Unlocking() | WithDirector():
            return entry_of(state.under)
        case StaffOnly() | ChoosingDivision() | Counting() | Showing() | Referred() | Conceded():
            return None
        case Told() | Locked() | OutOfService() | Left():
            return None
        case _:
            assert_never(state)
