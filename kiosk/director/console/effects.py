"""The orders the console gives its shell."""

from dataclasses import field
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.director.console.reading import Question
from kiosk.director.console.values import Work


@frozen
class AskLog:
    """Answer with Answered, however long it takes; meanwhile with Progressed, if there is anything to say."""

    question: Question


@frozen
class Withdraw:
    """Nobody waits for the answer to *question* any more."""

    question: Question


@frozen
class Peek:
    """Answer with Peeked: how long the log is now, and who writes it."""


@frozen
class LookAround:
    """Answer with AroundSeen: the station as it stands."""


@frozen
class ListHeads:
    """Answer with HeadsListed: which heads were given out."""


@frozen
class TryPasscode:
    """Answer with LetIn or NotLetIn; the try is on record."""

    passcode: str = field(repr=False)


@frozen
class CarryOut:
    """Do *order*, when the page that says so can be seen; answer OrderDone, OrderFailed or EventHeard."""

    order: Work


@frozen
class StopWork:
    """Stop *order*; answer OrderStopped, unless it is too late: then what it comes to is told as ever."""

    order: Work


@frozen
class CloseConsole:
    """The window goes. *leaving*: and the station with it."""

    leaving: bool = False


ConsoleEffect: TypeAlias = (
    AskLog | Withdraw | Peek | LookAround | ListHeads | TryPasscode | CarryOut | StopWork | CloseConsole
)
