"""What somebody orders is a value: a command builds it from its options, a window from its keys, and a
working process can be sent it.

The rule guarded here: an action knows nobody by itself; who orders it and what it works with it is given.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from kiosk.base.frozen import frozen
from kiosk.log.reader import Progress
from kiosk.paper.actions import NO_PRINTING, Printing
from kiosk.setup.staff_actions import Staff

Result = TypeVar("Result", covariant=True)
Kept = TypeVar("Kept")


def _hear_nothing(value: object) -> None:
    """Nobody wants to know before it is done."""


def _refuse(odd: object) -> bool:
    """Nobody is there to be asked."""
    return False


def _stop_at_once(seconds: float) -> bool:
    return False


@frozen
class Tools:
    """What an action works with. *logs*: what is read instead of the log of the folder, which alone is
    written. *progress* hears how far it is. *tell* hears what is to be known before it is done; *confirm* is
    asked whether to do it though something of that is odd. *wait*: let so many seconds pass; False: stop.
    *kept*: what one action leaves for the next."""

    printing: Printing = NO_PRINTING
    logs: tuple[Path, ...] = ()
    progress: Progress | None = None
    tell: Callable[[object], None] = _hear_nothing
    confirm: Callable[[Any], bool] = _refuse
    wait: Callable[[float], bool] = _stop_at_once
    kept: dict[type, object] | None = None

    def keep(self, kind: type[Kept], make: Callable[[], Kept]) -> Kept:
        """The one of *kind* that is kept, made now if there is none."""
        there = None if self.kept is None else self.kept.get(kind)
        if isinstance(there, kind):
            return there
        made = make()
        if self.kept is not None:
            self.kept[kind] = made
        return made


NO_TOOLS = Tools()


class Action(Generic[Result]):
    """Something that is done at once and comes to a result. Each is a frozen value. *niceness*: of a process
    of its own that does it, for the players come first."""

    __slots__ = ()
    niceness: ClassVar[int] = 5

    def run(self, staff: Staff, tools: Tools) -> Result:
        """Do it for *staff*."""
        raise NotImplementedError
