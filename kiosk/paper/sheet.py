"""A sheet as a value: blocks that flow, leaves of one page, charts as plain shapes, and where pages end."""

from collections.abc import Sequence
from enum import Enum, StrEnum, auto
from typing import Self, TypeAlias

from kiosk.base.frozen import frozen
from kiosk.rules.ruling import Verdict

# ---- paper -------------------------------------------------------------------------------------------------
# What a sheet is printed on.


class PaperSize(StrEnum):
    """Every paper, in the order in which it is offered, spelled as on the command line and in style sheets.
    *label* and *where* it is used are read by people; *points*: its width and height; *media*: its name to a
    print queue."""

    A4 = "a4", "A4", "nearly everywhere", (595, 842), "iso_a4_210x297mm"
    LETTER = "letter", "US Letter", "United States and Canada", (612, 792), "na_letter_8.5x11in"

    label: str
    where: str
    points: tuple[int, int]
    media: str

    # The defaults are never used: they let mypy see that PaperSize("a4") takes the value alone.
    def __new__(
        cls, value: str, label: str = "", where: str = "", points: tuple[int, int] = (0, 0), media: str = ""
    ) -> Self:
        size = str.__new__(cls, value)
        size._value_ = value
        size.label, size.where, size.points, size.media = label, where, points, media
        return size

    @property
    def following(self) -> "PaperSize":
        """The one offered after it; after the last, the first."""
        every = tuple(PaperSize)
        return every[(every.index(self) + 1) % len(every)]


# ---- qr ----------------------------------------------------------------------------------------------------
# A text as the modules of a QR code.


def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The code of *text*, row by row, without the quiet zone; a quarter of it may be spoilt."""
    from segno import make_qr  # takes longer than all else a sheet needs

    return tuple(tuple(bool(dark) for dark in row) for row in make_qr(text, error="m").matrix)


# ---- blocks ------------------------------------------------------------------------------------------------
# A sheet as a value: what stands on it, block by block, whoever writes it down.
#
# Rules it guards: a sheet says nothing by colour alone, nothing by a picture alone, and nothing of a single
# word of a play. Texts are held as they came; whoever writes a sheet down makes them harmless.


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


# ---- leaves ------------------------------------------------------------------------------------------------
# One page that is laid out and does not flow: rows, each row of cells, sizes in points and millimetres.


@frozen
class Lettered:
    """Text of *size* points. *keys*: key caps after it; *caps*: TAB and ENTER in it are drawn as caps too."""

    text: str
    size: float
    bold: bool = False
    quiet: bool = False
    right: bool = False
    keys: tuple[str, ...] = ()
    caps: bool = False


@frozen
class PaperFlag:
    """Who acts, in the shape it has on the screen: outlined for the challenged player, else *filled*."""

    text: str
    size: float
    filled: bool


@frozen
class SignedVerdict:
    """What a verdict is called, behind its sign."""

    verdict: Verdict
    text: str
    size: float


@frozen
class TickBox:
    """An empty box of *side* millimetres, with *text* of *size* points behind it."""

    side: float
    text: str = ""
    size: float = 0.0


CellContent: TypeAlias = Lettered | PaperFlag | SignedVerdict | TickBox


@frozen
class Cell:
    """*width* in millimetres; 0 takes what the others leave. *underlined*: to be written on."""

    content: CellContent
    width: float = 0.0
    underlined: bool = False


@frozen
class Row:
    """Cells side by side, *gap* millimetres apart. *above*, *below*: room; *least*: how high it is at least.
    *over*, *under*: the weight of a line above or below, in points; *bar*: of one down its left side.
    *boxed*: each cell in a frame; *framed*: a broken line around the row, to be noticed."""

    cells: tuple[Cell, ...]
    gap: float = 2.5
    above: float = 0.35
    below: float = 0.35
    least: float = 0.0
    over: float = 0.0
    under: float = 0.0
    bar: float = 0.0
    boxed: bool = False
    framed: bool = False


class ColumnFrame(Enum):
    """What is around each of several columns: nothing, a box with a heavy left side, a line to cut along."""

    NONE = auto()
    BOX = auto()
    CUT = auto()


@frozen
class Columns:
    """Columns of rows side by side, as wide as their *shares*; *least*: how high they are at least."""

    columns: tuple[tuple[Row, ...], ...]
    shares: tuple[int, ...]
    frame: ColumnFrame = ColumnFrame.NONE
    gap: float = 4.0
    least: float = 0.0


LeafPart: TypeAlias = Row | Columns


@frozen
class Leaf:
    """One page, to be read from a chair: rows set as large as the paper has room for, up to *largest* times
    their size. Whoever paints it may set it smaller, and loses nothing."""

    parts: tuple[LeafPart, ...]
    largest: float = 1.0


# ---- sheet -------------------------------------------------------------------------------------------------
# What is said in lines of text, and what is drawn or laid out.
Worded: TypeAlias = SheetTitle | SheetHeading | Paragraph | SmallPrint | Notice | Pairs | HashLines | SignHere
Drawn: TypeAlias = SheetTable | VerdictMark | Figures | RateChart | DayChart | QrCode | PageBreak
Block: TypeAlias = Worded | Drawn


@frozen
class Sheet:
    """*title*: what a file or a window of it is called; *footer*: stands on every page beside its number."""

    title: str
    blocks: tuple[Block | Leaf, ...]
    footer: str = ""


def join_sheets(sheets: tuple[Sheet, ...]) -> Sheet:
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


# ---- pages -------------------------------------------------------------------------------------------------
# How a sheet is cut into pages: what stays together, and what is said again on the next page.
#
# The rule it guards: nothing is lost between two pages, and no heading stands alone at the foot of one.


@frozen
class Slab:
    """A stretch of a sheet that is not cut. *stays*: the next one must begin on the same page. *head*: the
    slab that stands again above it where it begins a page, and its height is *head_height*. *breaks*: it
    begins a page, whatever room there is."""

    height: float
    stays: bool = False
    head: int | None = None
    head_height: float = 0.0
    breaks: bool = False


@frozen
class Placed:
    """The slab with number *slab* on a page, *y* below its top."""

    slab: int
    y: float


def pages(slabs: Sequence[Slab], room: float) -> tuple[tuple[Placed, ...], ...]:
    """*slabs* on pages with *room* each; at least one page. One that is higher than a page has its own."""
    made: list[list[Placed]] = [[]]
    y = 0.0
    for number, slab in enumerate(slabs):
        if made[-1] and (slab.breaks or y + _room_needed(slabs, number) > room):
            made.append([])
            y = 0.0
            if slab.head is not None:
                made[-1].append(Placed(slab.head, 0.0))
                y = slab.head_height
        made[-1].append(Placed(number, y))
        y += slab.height
    return tuple(map(tuple, made))


def _room_needed(slabs: Sequence[Slab], number: int) -> float:
    """The room for a slab and all that must follow it on its page."""
    height = slabs[number].height
    while slabs[number].stays and number + 1 < len(slabs):
        number += 1
        height += slabs[number].height
    return height
