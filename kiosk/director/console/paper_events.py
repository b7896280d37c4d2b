"""The facts that can happen around one ruling, a decision and a report."""

from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.director.console.ruled import FormsOffered, PaperForm, ReportAsked, RevealedShown, RulingShown
from kiosk.director.console.values import FindPrinters, OfferForms, RevealWords, SeeReport, SeeRuling

# --- one ruling, and decisions ------------------------------------------------------------------------------


@frozen
class RulingAsked:
    """*which*: a number, or a place in the log; empty: it is to be typed. *station*, *epoch*: whose, where
    that is known. *typed*: what was typed of it already."""

    which: str = ""
    station: str = ""
    epoch: str = ""
    typed: str = ""


@frozen
class PaperAsked:
    form: PaperForm


@frozen
class PaperSizeSwitched:
    """The other paper: A4, US Letter."""


@frozen
class RevealAsked:
    pass


@frozen
class DecideAsked:
    """*corrects*: the place in the log of the decision that is to be put right."""

    corrects: int | None = None


@frozen
class FormSearched:
    text: str


@frozen
class FormChosen:
    type: str


@frozen
class QuestionAnswered:
    """*final*: it was confirmed, so the next question is asked."""

    key: str
    text: str
    final: bool = True


@frozen
class QuestionMoved:
    by: int


@frozen
class QuestionChosen:
    key: str


@frozen
class RecordAsked:
    """Put the decision on record."""


@frozen
class RulingSeen:
    order: SeeRuling
    shown: RulingShown


@frozen
class FormsSeen:
    order: OfferForms
    offered: FormsOffered


@frozen
class PrintersFound:
    """*names*: of the printers, the usual one first."""

    order: FindPrinters
    names: tuple[str, ...]


@frozen
class WordsRevealed:
    order: RevealWords
    shown: RevealedShown


# --- reports ------------------------------------------------------------------------------------------------


@frozen
class ReportChosen:
    """Another report than before is wanted."""

    report: ReportAsked


@frozen
class DayAsked:
    """Which day the report is about is to be typed."""


@frozen
class ReportMade:
    """Show it; or, *out*, print it or write it to a file."""

    out: bool = False


@frozen
class ReportSeen:
    order: SeeReport
    sheet: Sheet


RulingEvent: TypeAlias = RulingAsked | PaperAsked | PaperSizeSwitched | RevealAsked | DecideAsked
FormEvent: TypeAlias = (
    FormSearched | FormChosen | QuestionAnswered | QuestionMoved | QuestionChosen | RecordAsked
)
ReportEvent: TypeAlias = ReportChosen | DayAsked | ReportMade
Came: TypeAlias = RulingSeen | FormsSeen | PrintersFound | WordsRevealed | ReportSeen
PaperEvent: TypeAlias = RulingEvent | FormEvent | ReportEvent | Came
