"""The situations a desk can be in.

The state that shows a mark holds a `LoggedRuling`, which only the log can make; a slip that was typed stays
in every state until it is ruled on, or cleared by the judge's own word.
"""

from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from kiosk.core.challenge.ruling import LoggedRuling, Verdict
from kiosk.core.frozen import frozen
from kiosk.core.log.facts import Key
from kiosk.core.rules.choices import MethodId
from kiosk.core.words.play import Word
from kiosk.director.decisions.context import OpinionKnown
from kiosk.director.decisions.opinion_chain import THIRD, OpinionAsked
from kiosk.director.desk.ways import Way


class SlipPart(StrEnum):
    """What of a slip is being typed."""

    TABLE = "table"
    NUMBER = "number"
    WORDS = "words"


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


@frozen
class SlipEntry:
    """A slip as far as it was typed. *again*: the ruling on which this is another opinion; its words are
    then those of the ruling. *by_position*: the last letter was taken for the place of its key."""

    began_ms: int
    table: str = ""
    number: str = ""
    lines: tuple[str, ...] = ("",)
    part: SlipPart = SlipPart.TABLE
    current: int = 0
    edits: int = 0
    notice: str = ""
    by_position: bool = False
    again: EarlierRuling | None = None

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(Word(line) for line in self.lines)

    @property
    def has_letters(self) -> bool:
        return any(self.lines)

    @property
    def untouched(self) -> bool:
        """Whether nothing of the slip was typed."""
        return not (self.table or self.number or self.has_letters)


@frozen
class Shift:
    """A judge at work: *by* their code, in which division, by which way. *ticked*: the rule sets whose
    checklist they went through; *last*: their last ruling; *director*: they came with the director's
    passcode; *printer*: on which they print dockets."""

    by: str
    division: int
    way: Way
    rulings: int = 0
    ticked: frozenset[str] = frozenset()
    last: LoggedRuling | None = None
    director: bool = False
    printer: str = ""


# --- the beginning of a shift -------------------------------------------------------------------------------


@frozen
class NamingJudge:
    """Nobody is at the desk: whose shift begins?"""

    typed: str = ""
    notice: str = ""


@frozen
class AtDeskDoor:
    """The passcode, once a shift. Nothing is taken before *until_ms*."""

    by: str
    typed: str = field(default="", repr=False)
    message: str = ""
    until_ms: int = 0


@frozen
class PickingDivision:
    """*under*: the slip to which a judge goes back who changes it in mid-shift. *director*: whose passcode
    it was; *warning*: what whoever was let in must know."""

    by: str
    under: "OnSlip | None" = None
    hint: bool = False
    director: bool = False
    warning: str = ""


@frozen
class PickingWay:
    by: str
    division: int
    under: "OnSlip | None" = None
    hint: bool = False
    director: bool = False
    warning: str = ""


@frozen
class TickingChecks:
    """The rulebook's checklist, before the first ruling by it. *done*: so many lines are ticked."""

    shift: Shift
    slip: SlipEntry
    done: int = 0
    notice: str = ""


# --- slip after slip ----------------------------------------------------------------------------------------


@frozen
class OnSlip:
    """The judge types a slip."""

    shift: Shift
    slip: SlipEntry


@frozen
class CheckingSlip:
    """The words stand as they will be ruled on. *agreed*: the other player has said yes, where a method needs
    that; *answer*: what print says, where a person looked; *doubted*: a key was pressed as if more
    followed, and *asked*: ENTER came since; *same*: a ruling of this round on the same words, of which the
    judge has not said yet whether this is another opinion on it."""

    shift: Shift
    slip: SlipEntry
    opened_ms: int
    agreed: bool = False
    answer: Verdict | None = None
    doubted: bool = False
    asked: bool = False
    notice: str = ""
    same: EarlierRuling | None = None


@frozen
class LookingInPrint:
    """No verdict: only print settles the play. *ruling*: the referral, if it was made just now. *method*: how
    the judge looks it up; None: they have not said."""

    shift: Shift
    slip: SlipEntry
    earlier: EarlierRuling
    opened_ms: int
    method: MethodId | None
    ruling: LoggedRuling | None = None
    answer: Verdict | None = None
    notice: str = ""


@frozen
class RulingSlip:
    """The record is being made. No verdict exists here."""

    under: CheckingSlip | LookingInPrint


@frozen
class Marked:
    """One mark for the whole play, and the proof that it is on record."""

    shift: Shift
    slip: SlipEntry
    ruling: LoggedRuling
    opened_ms: int
    hint: bool = False


# --- beside the slips ---------------------------------------------------------------------------------------


@frozen
class AskingNumber:
    """A second opinion, or the answer to a referral: on which ruling?"""

    shift: Shift
    typed: str = ""
    notice: str = ""


@frozen
class ConfirmingOpinion:
    """An opinion that is given only on somebody's word: *why* says on which. *slip*: what it would be on;
    *asked*: the opinion, once the word is given."""

    shift: Shift
    slip: SlipEntry
    asked: OpinionAsked
    why: str
    hint: bool = False


@frozen
class DeskMenu:
    """After ESC: what else can be done."""

    under: OnSlip | CheckingSlip
    hint: bool = False


@frozen
class ShowingDocket:
    """A ruling as text to be copied, printed or saved. *busy*: what is being done with it; *notice*: what
    came of that."""

    under: OnSlip | Marked
    ruling: LoggedRuling
    notice: str = ""
    busy: str = ""


@frozen
class PickingPrinter:
    """On which of *names* shall the dockets of this shift be printed?"""

    under: ShowingDocket
    names: tuple[str, ...]
    hint: bool = False


@frozen
class EndingShift:
    """The judge wants to end the shift, and must say so once more."""

    under: OnSlip | TickingChecks
    hint: bool = False


@frozen
class OffDuty:
    """A shift was ended, which is on record."""

    by: str
    rulings: int
    hint: bool = False


Hideable: TypeAlias = (
    OnSlip
    | CheckingSlip
    | LookingInPrint
    | Marked
    | AskingNumber
    | ConfirmingOpinion
    | DeskMenu
    | ShowingDocket
    | PickingPrinter
    | EndingShift
    | TickingChecks
    | PickingDivision
    | PickingWay
)


@frozen
class Hidden:
    """Nobody has touched the desk for a while: what stood there is kept, and not shown."""

    under: Hideable


After: TypeAlias = OnSlip | TickingChecks | OffDuty
Before: TypeAlias = OnSlip | CheckingSlip | LookingInPrint | Marked | PickingWay | EndingShift


@frozen
class Recording:
    """A record is being made without which nobody goes on: to *after* once it is durable, else to *back*."""

    after: After
    back: Before


@frozen
class NotRecorded:
    """It could not be recorded, so it did not happen: *why*. *ruled*: it was a ruling; *doubtful*: nobody
    knows whether it is on record. *back*: all that was typed."""

    back: Before
    why: str
    ruled: bool
    doubtful: bool = False
    hint: bool = False


@frozen
class DeskLeft:
    """The program ends."""


DeskState: TypeAlias = (
    NamingJudge
    | AtDeskDoor
    | PickingDivision
    | PickingWay
    | TickingChecks
    | OnSlip
    | CheckingSlip
    | LookingInPrint
    | RulingSlip
    | Marked
    | AskingNumber
    | ConfirmingOpinion
    | DeskMenu
    | ShowingDocket
    | PickingPrinter
    | EndingShift
    | OffDuty
    | Hidden
    | Recording
    | NotRecorded
    | DeskLeft
)
