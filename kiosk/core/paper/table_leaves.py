"""Challenge slips and the witness sheet as leaves to be painted, in the words of the pages for a browser."""

from kiosk.core.paper.leaf import ColumnFrame, Leaf, LeafCell, LeafColumns, LeafRow, Leaves, Lettered, TickBox
from kiosk.core.paper.slips import SLIPS, SlipWords, slip_words
from kiosk.core.paper.subject import Subject
from kiosk.core.paper.witness import COLUMNS, ROWS, STEPS, VERIFY, WitnessedStation
from kiosk.core.words.play import MOST_WORDS

_SLIP_HEIGHT, _LINE_HEIGHT, _ROW_HEIGHT = 84.0, 6.0, 13.5  # in millimetres


def slip_leaves(subjects: tuple[Subject, ...]) -> Leaves:
    """A leaf of slips to cut for each of *subjects*."""
    return Leaves("Challenge slips", tuple(_leaf_of(slip_words(each)) for each in subjects))


def _leaf_of(words: SlipWords) -> Leaf:
    slip = _slip(words)
    pair = LeafColumns((slip, slip), (1, 1), ColumnFrame.CUT, gap=0, least=_SLIP_HEIGHT)
    return Leaf((pair,) * (SLIPS // 2))


def _slip(words: SlipWords) -> tuple[LeafRow, ...]:
    title = LeafRow(
        (
            LeafCell(Lettered(words.title, 12, bold=True), 36),
            LeafCell(Lettered(words.whose, 8, right=True)),
        ),
        below=1.2,
    )
    fields = LeafRow(
        tuple(LeafCell(Lettered(name, 9), 0, underlined=True) for name in words.fields), gap=4, below=0
    )
    lines = tuple(
        LeafRow((LeafCell(Lettered(str(number), 7, quiet=True)),), least=_LINE_HEIGHT, under=0.4)
        for number in range(1, MOST_WORDS + 1)
    )
    marks = LeafRow(tuple(LeafCell(TickBox(4.5, mark, 9)) for mark in words.marks), above=2, below=1)
    return (title, fields, *lines, marks, LeafRow((LeafCell(Lettered(words.small_print, 6.8)),), above=0))


def witness_leaves(station: WitnessedStation) -> Leaves:
    """The sheet on which the end of a log is signed, one leaf."""
    widths = [width for _, width in COLUMNS]
    head = LeafRow(
        (
            LeafCell(Lettered("Witness sheet", 24, bold=True), 80),
            LeafCell(Lettered(f"Station {station.letter}", 24, bold=True)),
            LeafCell(Lettered(f"Set-up code {station.setup_code}", 13, bold=True, right=True), 58),
        ),
        below=0.5,
    )
    whose = " · ".join(part for part in (station.event, station.name) if part)
    steps = tuple(
        LeafRow(
            (LeafCell(Lettered(f"{place}.", 11.5, bold=True), 6), LeafCell(Lettered(said, 11.5))), above=1.2
        )
        for place, said in enumerate(STEPS, start=1)
    )
    share = 188.0 / sum(widths)
    names = LeafRow(
        tuple(LeafCell(Lettered(name, 9, bold=True), width * share) for name, width in COLUMNS),
        gap=0,
        above=3,
        below=1,
    )
    empty = LeafRow(
        tuple(LeafCell(Lettered("", 9), width * share) for width in widths),
        gap=0,
        above=0,
        below=0,
        least=_ROW_HEIGHT,
        boxed=True,
    )
    below = LeafRow((LeafCell(Lettered(VERIFY, 9)),), above=3)
    who = LeafRow((LeafCell(Lettered(whose, 10.5)),), under=3, below=2)
    return Leaves(
        f"Witness sheet · station {station.letter}",
        (Leaf((head, who, *steps, names, *(empty,) * ROWS, below)),),
    )
