"""The facts that can happen to a desk: a station's keys and three more, time, answers to its orders."""

from typing import TypeAlias

from kiosk.core.challenge.events import (
    EntryKey,
    EscapePressed,
    PasscodeAccepted,
    PasscodeRefused,
    StopAsked,
    TimedOut,
    Typed,
)
from kiosk.core.challenge.ruling import LoggedRuling
from kiosk.core.frozen import frozen
from kiosk.core.log.facts import Key
from kiosk.director.desk.states import EarlierRuling


@frozen
class WayAsked:
    """The judge wants to rule in another way, or in another division."""


@frozen
class OpinionPressed:
    """A ruling is to be looked at again."""


@frozen
class DocketAsked:
    """The last ruling is to be shown as text."""


@frozen
class LeaveAsked:
    """The window is asked to close."""


@frozen
class SlipRuled:
    """The ruling is durable. *key*: its place in the log."""

    ruling: LoggedRuling
    key: Key


@frozen
class RulingFound:
    earlier: EarlierRuling


@frozen
class SameFound:
    """The words of the slip were ruled on before, in this round."""

    earlier: EarlierRuling


@frozen
class NothingFound:
    """There is no such ruling, or it cannot be looked at again here: *why*."""

    why: str


@frozen
class RecordWritten:
    """The record that was ordered is durable."""


@frozen
class NotSaved:
    """A record could not be written: *why*. *doubtful*: nobody knows whether it landed all the same."""

    why: str
    doubtful: bool = False


@frozen
class DocketPrintersFound:
    """The printers this computer knows, the usual one first."""

    names: tuple[str, ...]


@frozen
class DocketOut:
    """The docket of *seq* went out: *said* where."""

    seq: int
    said: str


@frozen
class DocketKept:
    """The docket of *seq* did not go out: *why*."""

    seq: int
    why: str


DeskKey: TypeAlias = EntryKey | EscapePressed | WayAsked | OpinionPressed | DocketAsked

LogReply: TypeAlias = (
    PasscodeAccepted
    | PasscodeRefused
    | SlipRuled
    | RulingFound
    | SameFound
    | NothingFound
    | RecordWritten
    | NotSaved
)

DeskReply: TypeAlias = LogReply | DocketPrintersFound | DocketOut | DocketKept

DeskEvent: TypeAlias = DeskKey | TimedOut | LeaveAsked | StopAsked | DeskReply


def digit_of(key: DeskKey) -> int:
    """The digit that *key* means; 0 for a key that chooses nothing."""
    return (key.digit or 0) if isinstance(key, Typed) else 0
