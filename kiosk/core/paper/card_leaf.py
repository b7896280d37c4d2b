"""The station card as leaves to be painted: the same lines as the page for a browser, from the same rules."""

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.paper.card import spoken, told_in_time
from kiosk.core.paper.cost import failed_challenge_costs
from kiosk.core.paper.leaf import (
    ColumnFrame,
    Leaf,
    LeafCell,
    LeafColumns,
    LeafPart,
    LeafRow,
    Leaves,
    Lettered,
    PaperFlag,
    SignedVerdict,
    TickBox,
)
from kiosk.core.paper.notes import note_groups
from kiosk.core.paper.steps import CHALLENGED, Doing, step_groups
from kiosk.core.paper.subject import Subject
from kiosk.core.rules.choices import RulebookStatus
from kiosk.core.rules.points import CardStep

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
