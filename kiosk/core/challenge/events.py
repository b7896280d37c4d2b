"""The facts that can happen to a station: keys, time, and the answers to its orders."""

from dataclasses import dataclass, field
from typing import TypeAlias

from kiosk.core.access.passcode import Role
from kiosk.core.challenge.ruling import LoggedRuling


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

    role: Role
    warning: str = ""


@dataclass(frozen=True, slots=True)
class PasscodeRefused:
    """*wait_ms*: how long the next try must wait."""

    message: str
    wait_ms: int = 0


class ServiceRestored(Fact):
    """After a director's passcode: the log verifies and the lists load."""

    __slots__ = ()


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
Reply: TypeAlias = RulingLogged | PasscodeAccepted | PasscodeRefused | ServiceRestored

Event: TypeAlias = Act | KeysMoved | ChordPressed | Reply | TroubleFound | ViolationSeen | StopAsked
