"""Paper for the tables as a value: leaves of rows, each row of cells, sizes in points and millimetres.

A sheet (`core/paper/sheet`) flows over as many pages as it needs; a leaf is one page that is laid out to be
looked at from a chair. The rule it guards: whoever paints a leaf may set it smaller, and loses nothing.
"""

from enum import Enum, auto
from typing import TypeAlias

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen


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
class LeafCell:
    """*width* in millimetres; 0 takes what the others leave. *underlined*: to be written on."""

    content: CellContent
    width: float = 0.0
    underlined: bool = False


@frozen
class LeafRow:
    """Cells side by side, *gap* millimetres apart. *above*, *below*: room; *least*: how high it is at least.
    *over*, *under*: the weight of a line above or below, in points; *bar*: of one down its left side.
    *boxed*: each cell in a frame; *framed*: a broken line around the row, to be noticed."""

    cells: tuple[LeafCell, ...]
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
class LeafColumns:
    """Columns of rows side by side, as wide as their *shares*; *least*: how high they are at least."""

    columns: tuple[tuple[LeafRow, ...], ...]
    shares: tuple[int, ...]
    frame: ColumnFrame = ColumnFrame.NONE
    gap: float = 4.0
    least: float = 0.0


LeafPart: TypeAlias = LeafRow | LeafColumns


@frozen
class Leaf:
    """One page. *largest*: how much larger it may be set where there is room."""

    parts: tuple[LeafPart, ...]
    largest: float = 1.0


@frozen
class Leaves:
    """*title*: what the file is called in a list of windows or print jobs."""

    title: str
    pages: tuple[Leaf, ...]
