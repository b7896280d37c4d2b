"""The situations a desk can be in, what can happen to it, what it orders, and its pages as values."""

from dataclasses import field
from enum import Enum, StrEnum, auto
from typing import TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.page import Page
from kiosk.decisions.forms import OpinionKnown
from kiosk.decisions.opinions import THIRD, OpinionAsked
from kiosk.log.facts import Key
from kiosk.rules.choices import MethodId
from kiosk.rules.ruleset import Method, RuleSet
from kiosk.rules.ruling import Effort, LoggedRuling, Verdict
from kiosk.setup.divisions import Division
from kiosk.station.events import (
    CheckPasscode,
    EntryKey,
    EscapePressed,
    PasscodeAccepted,
    PasscodeRefused,
    StopAsked,
    TimedOut,
    Typed,
    WriteRecord,
)
from kiosk.words.play import Word

# ---- ways --------------------------------------------------------------------------------------------------
# The ways in which staff adjudicate under a rule set, as a judge chooses among them.
#
# The rule it guards: what is recorded as the method is what the judge chose; nothing here chooses for them.

IN_PRINT = "looked up in print"
NEED_TABLE = frozenset({MethodId.RUNNER})  # the slip goes back to the table with somebody who has not seen it


@frozen
class Way:
    """A method of staff. *in_print*: a person looks the words up, and this program is asked for none."""

    method: MethodId
    in_print: bool = False


def ways(rules: RuleSet) -> tuple[Way, ...]:
    """Every way staff have under *rules*: with this program first, then in print."""
    here = tuple(Way(method) for method in rules.staff_methods(in_print=False))
    return here + tuple(Way(method, in_print=True) for method in rules.staff_methods(in_print=True))


def way_name(way: Way, rules: RuleSet) -> str:
    """What the rulebook calls *way*; in print is said where the name means a look-up here as well."""
    name = rules.method(way.method).name
    both = way.in_print and Way(way.method) in ways(rules)
    return f"{name}, {IN_PRINT}" if both else name


def method_of(way: Way, rules: RuleSet) -> Method:
    """What the rulebook says of *way*."""
    return rules.method(way.method)


def print_method(way: Way, rules: RuleSet) -> MethodId | None:
    """The method of a look-up in print that a judge who works by *way* makes; None: they must say."""
    methods = rules.staff_methods(in_print=True)
    if way.method in methods:
        return way.method
    return methods[0] if len(methods) == 1 else None


# ---- states ------------------------------------------------------------------------------------------------
# The situations a desk can be in.
#
# The state that shows a mark holds a `LoggedRuling`, which only the log can make; a slip that was typed stays
# in every state until it is ruled on, or cleared by the judge's own word.


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


# ---- setting -----------------------------------------------------------------------------------------------
# What a desk is set up with, and how long each of its states may stand untouched.

HIDE_MS = 300_000  # words and marks in a hall, with nobody at the keyboard
FORGET_MS = 60_000  # what was half-typed before a shift


@frozen
class DeskSetting:
    """*letter*: of the station whose log it keeps; *unguarded*: no passcode is set; *ask_table*: a ruling
    without a table number is not wanted."""

    divisions: tuple[Division, ...]
    letter: str = "A"
    unguarded: bool = False
    ask_table: bool = False

    @property
    def offered(self) -> tuple[int, ...]:
        """The places of the divisions in which staff adjudicate."""
        return tuple(place for place, one in enumerate(self.divisions) if ways(one.rules))

    def needs_table(self, shift: Shift) -> bool:
        return self.ask_table or shift.way.method in NEED_TABLE


def untouched_ms(state: DeskState) -> int | None:
    """How long *state* may stand without a key; None for as long as it takes."""
    match state:
        case NamingJudge(typed=typed):
            return FORGET_MS if typed else None
        case AtDeskDoor():
            return FORGET_MS
        case PickingDivision(under=under) | PickingWay(under=under):
            return FORGET_MS if under is None else HIDE_MS
        case OnSlip(slip=slip):
            return None if slip.untouched else HIDE_MS
        case CheckingSlip() | LookingInPrint() | Marked() | ShowingDocket() | PickingPrinter():
            return HIDE_MS
        case AskingNumber() | ConfirmingOpinion() | DeskMenu() | EndingShift() | TickingChecks():
            return HIDE_MS
        case RulingSlip() | OffDuty() | Hidden() | Recording() | NotRecorded() | DeskLeft():
            return None
        case _:
            assert_never(state)


# ---- page --------------------------------------------------------------------------------------------------
# A page of the desk: a station's page, or one of the four that only a desk has.


class DeskLayout(Enum):
    STATION = auto()  # drawn as the station draws its own
    SLIP = auto()
    CHECKS = auto()
    MARK = auto()
    DOCKET = auto()


@frozen
class SlipField:
    """A number of a slip. *current*: the judge is typing here."""

    name: str
    typed: str
    current: bool


@frozen
class Tick:
    """One line of a checklist. *current*: it is the next to be ticked."""

    text: str
    clause: str
    done: bool
    current: bool


@frozen
class DeskPage:
    """*page*: what a station's page has as well, and all that is read aloud; the rest is drawn besides.
    *mark*: the one verdict to show; *beside*: who judges, and by which way."""

    page: Page
    layout: DeskLayout = DeskLayout.STATION
    fields: tuple[SlipField, ...] = ()
    ticks: tuple[Tick, ...] = ()
    docket: tuple[str, ...] = ()
    mark: Verdict | None = None
    beside: tuple[str, ...] = ()


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
    | CheckPasscode
    | WriteRecord
    | FindDocketPrinters
    | PrintDocket
    | SaveDocket
    | LeaveDesk
)
