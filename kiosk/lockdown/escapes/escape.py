"""The ways out of a locked station, system by system, and what closes each; `table` lists them.

An escape is *essential* when leaving it open hands a player the machine; the others end in a restart, a
record or a look at the screen, and do not keep a station from being called locked.
"""

from collections.abc import Mapping
from enum import StrEnum

from kiosk.core.frozen import frozen
from kiosk.lockdown.safeguards import Safeguard


class System(StrEnum):
    LINUX = "linux"
    WINDOWS = "windows"
    MACOS = "macos"


class State(StrEnum):
    BLOCKED = "blocked"
    DETECTED = "detected"
    OPEN = "open"


@frozen
class Ways:
    """How one escape stands on one system: any of *blocked* closes it, else any of *detected* sees it; each
    is a set of safeguards that are needed together. *advice*: what to do while it is not blocked."""

    advice: str
    blocked: tuple[frozenset[Safeguard], ...] = ()
    detected: tuple[frozenset[Safeguard], ...] = ()


@frozen
class Escape:
    """*on* has no entry for a system that does not know the escape."""

    id: str
    what: str
    on: Mapping[System, Ways]
    essential: bool = True
