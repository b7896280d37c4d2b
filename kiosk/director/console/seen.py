"""The station as a console sees it stand: values only, so that another process can look.

It is looked at apart from the log: what a slow stick or a long log does to a look holds up nothing else.
"""

from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.log.body import Part

Lines: TypeAlias = tuple[tuple[str, str], ...]  # subject and what is said of it


@frozen
class HeadShown(Part):
    """The end of the log, to be noted or photographed. *at*: local time of the last record."""

    letter: str
    count: int
    code: str
    hash: str
    at: str

    @property
    def scanned(self) -> str:
        """What a phone reads from the picture of it."""
        return f"KIOSK {self.letter} {self.count} {self.hash}"


@frozen
class HeadGiven(Part):
    """A head that was given out to somebody who may have kept it, and on which occasion."""

    local: str
    occasion: str
    count: int
    code: str


@frozen
class StatusSeen(Part):
    """The station as it stands. *lines*: what `kiosk status` says; *wrong*: what is, with what to do about
    it. *held*: another process writes the log, so nothing can be written from here. *planned*: the set-up
    names an event to open. *folders*: where an export may go. *doubt*: why a log that is read here does not
    hold, which stands above every page; then there is no head to be noted."""

    letter: str
    name: str
    clock: str
    lines: Lines
    wrong: tuple[str, ...]
    event: str
    round: int | None
    next_round: int | None
    planned: bool
    held: bool
    head: HeadShown | None
    folders: tuple[str, ...] = ()
    doubt: str = ""


@frozen
class HeadsSeen(Part):
    """Which heads were given out, newest first."""

    heads: tuple[HeadGiven, ...]


@frozen
class StatusWanted(Part):
    """The station as it stands. *alone*: for a console that is a program of its own."""

    alone: bool


@frozen
class HeadsWanted(Part):
    """The heads that were given out."""


Look: TypeAlias = StatusWanted | HeadsWanted
Looked: TypeAlias = StatusSeen | HeadsSeen
