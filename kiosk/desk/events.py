"""What goes into a desk and what comes out of it, besides what a station has too: keys, answers, orders."""

from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.decisions.forms import OpinionKnown
from kiosk.decisions.opinions import THIRD
from kiosk.log.chain import Key
from kiosk.rules.ruling import Effort, LoggedRuling, Verdict
from kiosk.station import events
from kiosk.words.play import Word

# ---- what is known of a ruling -----------------------------------------------------------------------------


@frozen
class EarlierRuling:
    """A ruling that is looked at again: the first of its challenge. *opinions*: itself, then every opinion
    on it that is on record."""

    key: Key
    number: str
    words: tuple[Word, ...]
    division: str | None
    table: int | None = None
    slip: int | None = None
    opinions: tuple[OpinionKnown, ...] = ()

    @property
    def pending(self) -> bool:
        """Whether it was referred to print, and print has not been asked yet."""
        return not self.opinions or self.opinions[0].verdict is Verdict.REFER

    @property
    def opinion(self) -> int:
        """Which opinion the next one on it would be; after a third there is no other."""
        return min(len(self.opinions) + 1, THIRD)


# ---- events ------------------------------------------------------------------------------------------------
# The facts that can happen to a desk: a station's keys and three more, time, answers to its orders.


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


DeskKey: TypeAlias = events.EntryKey | events.EscapePressed | WayAsked | OpinionPressed | DocketAsked

LogReply: TypeAlias = (
    events.PasscodeAccepted
    | events.PasscodeRefused
    | SlipRuled
    | RulingFound
    | SameFound
    | NothingFound
    | RecordWritten
    | NotSaved
)

DeskReply: TypeAlias = LogReply | DocketPrintersFound | DocketOut | DocketKept

DeskEvent: TypeAlias = DeskKey | events.TimedOut | LeaveAsked | events.StopAsked | DeskReply


def digit_of(key: DeskKey) -> int:
    """The digit that *key* means; 0 for a key that chooses nothing."""
    return (key.digit or 0) if isinstance(key, events.Typed) else 0


# ---- effects -----------------------------------------------------------------------------------------------
# The orders a desk gives its shell, besides those it shares with a station.
#
# A record (`WriteRecord`) is answered with RecordWritten or NotSaved.


@frozen
class RuleSlip:
    """Find the verdict, write the record, answer with SlipRuled or NotSaved. *book*: what print says; then no
    list is asked, but where it *completes* a referral: that settled the other words. *after*: the ruling that
    it answers; *opinion*: 2 or 3, if as a second or third opinion on it."""

    division: int
    words: tuple[Word, ...]
    method: str
    by: str
    table: int | None = None
    slip: int | None = None
    book: Verdict | None = None
    completes: bool = False
    after: Key | None = None
    opinion: int | None = None
    effort: Effort = Effort()


@frozen
class FindRuling:
    """Answer with RulingFound or NothingFound. *division*: in which it must have been made."""

    number: str
    division: int


@frozen
class FindSame:
    """Answer with SameFound if the words were ruled on in this round, at that table where one is known."""

    words: tuple[Word, ...]
    division: int
    table: int | None


@frozen
class FindDocketPrinters:
    """Answer, in a while, with DocketPrintersFound."""


@frozen
class PrintDocket:
    """Answer, in a while, with DocketOut or DocketKept."""

    ruling: LoggedRuling
    printer: str


@frozen
class SaveDocket:
    """Answer with DocketOut or DocketKept."""

    ruling: LoggedRuling


@frozen
class LeaveDesk:
    """End the program."""


DeskEffect: TypeAlias = (
    RuleSlip
    | FindRuling
    | FindSame
    | events.CheckPasscode
    | events.WriteRecord
    | FindDocketPrinters
    | PrintDocket
    | SaveDocket
    | LeaveDesk
)
