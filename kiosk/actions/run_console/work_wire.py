"""What a console and the process that works for it say to each other: whole values, one a line.

Sheets and forms are large values of many kinds, so they go as Python writes values down. The rule guarded
here: what is read makes values of this program and of a few plain kinds, and nothing else; a line that names
anything but these is no message.
"""

import base64
import io
import pickle
from enum import Enum
from typing import Any, TypeAlias

from kiosk.core.access.passcode import Role
from kiosk.core.frozen import frozen
from kiosk.core.log.body import Body
from kiosk.core.log.kinds import Record
from kiosk.director.console.events import EventHeard, OrderDone, OrderFailed
from kiosk.director.console.paper_events import Came
from kiosk.director.console.values import Work
from kiosk.errors import KioskError

_PLAIN = frozenset(
    [
        *(("builtins", name) for name in ("set", "frozenset")),
        *(("datetime", name) for name in ("date", "datetime", "time", "timedelta", "timezone")),
    ]
)
WorkCame: TypeAlias = OrderDone | OrderFailed | EventHeard | Came


# --- to the process that works ------------------------------------------------------------------------------


@frozen
class JobGiven:
    order: Work


@frozen
class Reply:
    """What a `Wanted` came to; a KioskError: it was refused."""

    value: Record | Role | KioskError | None


# --- and from it --------------------------------------------------------------------------------------------


@frozen
class OpenLog:
    """Open the log and keep it open until `CloseLog`. As `kiosk.actions.staff.writing` is asked."""

    where: str
    letter: str
    name: str


@frozen
class AppendRecord:
    body: Body


@frozen
class AskAdmission:
    role: Role
    where: str


@frozen
class CloseLog:
    pass


@frozen
class MayLeave:
    """Something is about to leave the station: from here on the work cannot be stopped."""


@frozen
class WantedThere:
    """Only the console's own process can do this; the work waits for its `Reply`."""

    wish: OpenLog | AppendRecord | AskAdmission | CloseLog | MayLeave


@frozen
class GoneOn:
    """*done* of *of* records were looked at."""

    done: int
    of: int


@frozen
class JobEnded:
    came: WorkCame


WorkMessage: TypeAlias = JobGiven | Reply | WantedThere | GoneOn | JobEnded


class _Writer(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        """A frozen value by its fields: it cannot be filled in afterwards."""
        kind = type(value)
        if "__dataclass_fields__" in kind.__dict__ and kind.__module__.startswith("kiosk."):
            return kind, tuple(getattr(value, name) for name in kind.__match_args__)
        return NotImplemented


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        found = super().find_class(module, name) if module.startswith("kiosk.") else None
        if isinstance(found, type) and (
            hasattr(found, "__dataclass_fields__") or issubclass(found, Enum | KioskError | tuple)
        ):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no value of this program")


def told(message: WorkMessage) -> bytes:
    """*message* as a line."""
    text = io.BytesIO()
    _Writer(text, protocol=5).dump(message)
    return base64.b64encode(text.getvalue()) + b"\n"


def heard(line: bytes) -> WorkMessage | None:
    """The message that *line* holds; None if it holds none."""
    try:
        message = _Reader(io.BytesIO(base64.b64decode(line.rstrip(b"\n"), validate=True))).load()
    except (pickle.UnpicklingError, ValueError, EOFError, TypeError, AttributeError, ImportError, IndexError):
        return None
    return message if isinstance(message, WorkMessage) else None
