"""What can happen to a station: keys, time, and the answers to its orders."""

from dataclasses import field
from typing import TypeAlias

from kiosk.core.access.passcode import Role
from kiosk.core.challenge.ruling import LoggedRuling
from kiosk.core.frozen import frozen
from kiosk.core.words.letters import is_plain


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
