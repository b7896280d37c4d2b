"""A sheet as a value: what stands on it, block by block, whoever writes it down.

Rules it guards: a sheet says nothing by colour alone, nothing by a picture alone, and nothing of a single
word of a play. Texts are held as they came; whoever writes a sheet down makes them harmless.
"""

from enum import StrEnum
from typing import TypeAlias

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen


class Align(StrEnum):
    LEFT = "left"
    RIGHT = "right"


@frozen
class SheetTitle:
    """*kicker*: what sort of sheet it is; *below*: lines under the title."""

    kicker: str
    text: str
    below: tuple[str, ...] = ()


@frozen
class SheetHeading:
    """What follows it is never parted from it."""

    text: str


@frozen
class Paragraph:
    text: str
    strong: bool = False


@frozen
class SmallPrint:
    text: str


@frozen
class Notice:
    """What must be read before anything else, in a frame."""

    text: str


@frozen
class Pairs:
    """Labels with their values, one below the other."""

    rows: tuple[tuple[str, str], ...]


@frozen
class SheetColumn:
    """*width*: its share of the whole; *strong*: what it holds is what people look for."""

    heading: str
    width: int
    align: Align = Align.LEFT
    strong: bool = False


@frozen
class SheetTable:
    """Its head stands again on each page. *marked*: the places of the rows that must stand out."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: tuple[int, ...] = ()


@frozen
class VerdictMark:
    """The one verdict on a play: its sign, its *word* and the play it is on. *verdict* None: a record that
    names none of those there are."""

    verdict: Verdict | None
    word: str
    words: tuple[str, ...]


@frozen
class BigFigure:
    value: str
    what: str
    below: str = ""


@frozen
class Figures:
    """A few figures side by side."""

    figures: tuple[BigFigure, ...]


@frozen
class Share:
    """A share and its 95 % interval, each between 0 and 1."""

    value: float
    low: float
    high: float


@frozen
class RateBar:
    """How the rulings of one group went. *share*: of the challenges that succeeded; None without any."""

    label: str
    acceptable: int
    unacceptable: int
    referred: int
    share: Share | None


@frozen
class RateChart:
    """Groups of rulings, one below the other."""

    caption: str
    bars: tuple[RateBar, ...]


@frozen
class DayColumn:
    """The rulings of some minutes from minute *start* of the day on."""

    start: int
    acceptable: int
    unacceptable: int
    referred: int


@frozen
class DayBand:
    """A stretch of the day, in minutes, with its name."""

    label: str
    start: int
    end: int


@frozen
class DayChart:
    """The rulings of one day; *step*: how many minutes a column is wide."""

    caption: str
    columns: tuple[DayColumn, ...]
    bands: tuple[DayBand, ...]
    step: int


@frozen
class QrCode:
    """*modules*: row by row, True for a dark one; *caption* says what it holds."""

    modules: tuple[tuple[bool, ...], ...]
    caption: str


@frozen
class HashLines:
    """What is compared letter by letter: labels and values. *code* stands beside them and holds some of
    it."""

    lines: tuple[tuple[str, str], ...]
    code: QrCode | None = None


@frozen
class SignHere:
    """Lines to sign on."""

    labels: tuple[str, ...]


@frozen
class PageBreak:
    """What follows begins on a page of its own."""


# What is said in lines of text, and what is drawn or laid out.
Worded: TypeAlias = SheetTitle | SheetHeading | Paragraph | SmallPrint | Notice | Pairs | HashLines | SignHere
Drawn: TypeAlias = SheetTable | VerdictMark | Figures | RateChart | DayChart | QrCode | PageBreak
Block: TypeAlias = Worded | Drawn


@frozen
class Sheet:
    """*title*: what a file or a window of it is called; *footer*: stands on every page beside its number."""

    title: str
    blocks: tuple[Block, ...]
    footer: str = ""


def joined(sheets: tuple[Sheet, ...]) -> Sheet:
    """*sheets* as one, each beginning on a page of its own."""
    first, *others = sheets
    blocks = [*first.blocks]
    for sheet in others:
        blocks += [PageBreak(), *sheet.blocks]
    return Sheet(first.title, tuple(blocks), first.footer)


def shown_share(share: Share | None) -> str:
    """A share with its interval, as people read it."""
    if share is None:
        return "–"
    return f"{share.value * 100:.0f} % ({share.low * 100:.0f} to {share.high * 100:.0f} %)"
