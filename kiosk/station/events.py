"""What goes into a station and what comes out of it: who acts, what can happen, what is ordered."""

from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.log.body import Body
from kiosk.rules.ruling import Effort, LoggedRuling, RulingFlag
from kiosk.setup.passcodes import Role
from kiosk.words.play import Word, is_plain

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


# ---- effects -----------------------------------------------------------------------------------------------
# The orders a station gives its shell.


@frozen
class JudgeAndLog:
    """Look every word up, write the record, answer with RulingLogged or TroubleFound. *division*: its place
    in the procedure; *declared*: the number of words that the challenger had declared."""

    words: tuple[Word, ...]
    division: int
    declared: int
    table: int | None
    flags: tuple[RulingFlag, ...]
    effort: Effort


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
