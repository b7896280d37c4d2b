"""The orders a desk gives its shell, besides those it shares with a station.

A record (`WriteRecord`) is answered with RecordWritten or NotSaved.
"""

from typing import TypeAlias

from kiosk.core.challenge.effects import CheckPasscode, WriteRecord
from kiosk.core.challenge.ruling import Effort, LoggedRuling, Verdict
from kiosk.core.frozen import frozen
from kiosk.core.log.facts import Key
from kiosk.core.words.play import Word


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
    | CheckPasscode
    | WriteRecord
    | FindDocketPrinters
    | PrintDocket
    | SaveDocket
    | LeaveDesk
)
