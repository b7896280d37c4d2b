"""Paper for the tables as leaves to be painted: rows of cells, sizes in points and millimetres."""

from enum import Enum, auto
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.paper.cards import (
    CHALLENGED,
    Doing,
    Subject,
    failed_challenge_costs,
    note_groups,
    spoken,
    step_groups,
    told_in_time,
)
from kiosk.paper.tables import COLUMNS, ROWS, SLIPS, STEPS, VERIFY, SlipWords, WitnessedStation, slip_words
from kiosk.rules.choices import RulebookStatus
from kiosk.rules.points import CardStep
from kiosk.rules.ruling import Verdict
from kiosk.words.play import MOST_WORDS

# ---- leaf --------------------------------------------------------------------------------------------------
# Paper for the tables as a value: leaves of rows, each row of cells, sizes in points and millimetres.
#
# A sheet (`core/paper/sheet`) flows over as many pages as it needs; a leaf is one page that is laid out to be
# looked at from a chair. The rule it guards: whoever paints a leaf may set it smaller, and loses nothing.


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


# ---- card leaf ---------------------------------------------------------------------------------------------
# The station card as leaves to be painted: the same lines as the page for a browser, from the same rules.

_CLAUSE = 20.0  # the margin, in millimetres
_LARGEST = 1.25


def card_leaves(subjects: tuple[Subject, ...]) -> Leaves:
    """The cards of *subjects*, two leaves each."""
    sides = tuple(leaf for subject in subjects for leaf in (_front(subject), _back(subject)))
    titles = dict.fromkeys(subject.rules.short_title for subject in subjects)
    return Leaves(f"Challenge card · {', '.join(titles)}", sides)


def _margin(where: str, width: float = _CLAUSE) -> LeafCell:
    return LeafCell(Lettered(where, 6.5, quiet=True), width)


def _heading(text: str) -> LeafRow:
    return LeafRow((LeafCell(Lettered(text, 10, bold=True)),), above=2.0, below=0.5)


# ---- the front ---------------------------------------------------------------------------------------------


def _front(subject: Subject) -> Leaf:
    parts: list[LeafPart] = [*_header(subject), *_in_time(subject)]
    number = 1
    for group in step_groups(subject):
        parts.append(_heading(group.heading))
        parts += [_step(step, place) for place, step in enumerate(group.steps, start=number)]
        number += len(group.steps)
    parts += _verdicts(subject)
    if unsettled := _notes(subject.rules.card.not_settled, 44):
        parts += [_heading("Not settled here"), *unsettled]
    return Leaf((*parts, *_source(subject)), _LARGEST)


def _header(subject: Subject) -> tuple[LeafPart, ...]:
    rules, in_use = subject.rules, subject.in_use
    used = subject.named_list[0] if in_use is None else " + ".join(in_use.lists)
    where = "" if in_use is None else " · ".join(part for part in (in_use.division, in_use.event) if part)
    size = 10.5 if in_use is None else 18.0
    rows: list[LeafPart] = [
        LeafRow(
            (
                LeafCell(Lettered("CHALLENGE", 28, bold=True), 75),
                LeafCell(Lettered(used, size, bold=True, right=True)),
            ),
            below=0,
        ),
        LeafRow(
            (LeafCell(Lettered(where, 10.5)), LeafCell(Lettered(rules.title, 10.5, right=True))),
            under=3,
            below=1.5,
        ),
    ]
    if rules.status is RulebookStatus.DRAFT:
        rows.append(_framed("DRAFT · not a rulebook in force"))
    if in_use is not None and in_use.warning:
        rows.append(_framed(in_use.warning))
    return tuple(rows)


def _framed(text: str) -> LeafRow:
    return LeafRow((LeafCell(Lettered(text, 10, bold=True)),), above=2.2, below=1.2, framed=True)


def _in_time(subject: Subject) -> tuple[LeafRow, ...]:
    text, where = told_in_time(subject)
    cells = (LeafCell(Lettered("In time", 11, bold=True), 17), LeafCell(Lettered(text, 9.6)), _margin(where))
    return (LeafRow(cells, above=1.4, below=1.4, under=0.5),) if text else ()


def _step(step: Doing, number: int) -> LeafRow:
    flag = PaperFlag(step.who, 11.5, filled=step.who != CHALLENGED)
    return LeafRow(
        (
            LeafCell(Lettered(str(number), 15, bold=True, right=True), 8),
            LeafCell(flag if step.who else Lettered("", 11.5), 43),
            LeafCell(Lettered(step.text, 13.2, keys=step.keys, caps=True)),
            _margin(step.clause),
        )
    )


def _verdicts(subject: Subject) -> tuple[LeafPart, ...]:
    rules, abroad = subject.rules, subject.international
    words, key = rules.verdict, "penalty.success_international" if abroad else "penalty.success"
    success = rules.penalty.success_international if abroad else rules.penalty.success
    no = _verdict(Verdict.UNACCEPTABLE, words.unacceptable, (_line(success, rules.clause(key), 11.5),))
    shares = (3, 2) if subject.penalty.needs_history else (1, 1)
    below = (
        CardStep("Play off, tiles drawn", rules.card.drawn_tiles, rules.clause("card.drawn_tiles")),
        CardStep("Single words", words.secrecy, rules.clause("verdict.secrecy")),
    )
    return (
        _heading("One verdict for the whole play"),
        LeafColumns(
            (_verdict(Verdict.ACCEPTABLE, words.acceptable, _failed(subject)), no), shares, ColumnFrame.BOX
        ),
        *_notes(below, 44),
    )


def _verdict(verdict: Verdict, called: str, lines: tuple[LeafRow, ...]) -> tuple[LeafRow, ...]:
    return (LeafRow((LeafCell(SignedVerdict(verdict, called, 15)),), below=1), *lines)


def _failed(subject: Subject) -> tuple[LeafRow, ...]:
    rules, penalty = subject.rules, subject.penalty
    costs = f"The play stays. {failed_challenge_costs(rules, penalty)}"
    told = (_line(costs, dict(rules.clauses).get(f"penalty_name.{penalty.id}", ""), 11.5),)
    if penalty.id not in rules.penalty.non_standard:
        return told
    return (*told, _line(rules.penalty.non_standard_note, rules.clause("penalty.non_standard_note"), 9))


def _line(text: str, where: str, size: float) -> LeafRow:
    return LeafRow((LeafCell(Lettered(text, size)), _margin(where, 14)))


def _source(subject: Subject) -> tuple[LeafRow, ...]:
    if subject.in_use is None:
        return ()
    duty = subject.rules.card.source_duty
    said = f"Set-up code {subject.in_use.setup_code}: the station shows the same. {duty}".strip()
    where = subject.rules.clause("card.source_duty") if duty else ""
    return (LeafRow((LeafCell(Lettered(said, 10)), _margin(where)), above=1.2, over=1.5),)


# ---- the back ----------------------------------------------------------------------------------------------


def _back(subject: Subject) -> Leaf:
    rules = subject.rules
    aloud = LeafRow(
        (LeafCell(Lettered(spoken(subject), 11.8)), _margin(rules.clause("card.briefing"))), bar=3
    )
    parts: list[LeafPart] = [_heading("Half a minute, to read out"), aloud]
    for group in note_groups(subject):
        if rows := _notes(group.notes, 29):
            parts += [_heading(group.heading), *rows]
    if rules.card.judge_checks:
        parts += [_heading(f"For the {rules.terms.judge}"), _checks(rules.card.judge_checks)]
    draft = "DRAFT · " if rules.status is RulebookStatus.DRAFT else ""
    foot = (
        f"{draft}Rule set {rules.id} · {rules.fingerprint[:12]} · drawn from {rules.source}. "
        "Margin: clauses. A working aid, not approved by any association."
    )
    parts.append(LeafRow((LeafCell(Lettered(foot, 6.5, quiet=True)),), above=2.5))
    return Leaf(tuple(parts), _LARGEST)


def _notes(points: tuple[CardStep, ...], width: float) -> tuple[LeafRow, ...]:
    return tuple(
        LeafRow(
            (
                LeafCell(Lettered(point.who, 9.2, bold=True), width),
                LeafCell(Lettered(point.text, 9.2)),
                _margin(point.clause),
            ),
            over=0.4,
        )
        for point in points
        if point.text
    )


def _checks(points: tuple[CardStep, ...]) -> LeafColumns:
    rows = tuple(
        LeafRow(
            (LeafCell(TickBox(2.6), 4), LeafCell(Lettered(one.text, 9.2)), _margin(one.clause, 16)), gap=1
        )
        for one in points
    )
    middle = (len(rows) + 1) // 2
    return LeafColumns((rows[:middle], rows[middle:]), (1, 1), gap=8)


# ---- table leaves ------------------------------------------------------------------------------------------
# Challenge slips and the witness sheet as leaves to be painted, in the words of the pages for a browser.

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
