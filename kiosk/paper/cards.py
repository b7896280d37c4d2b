"""The station card: the front for both players at a glance, the back for whoever asks why."""

from collections.abc import Iterator
from itertools import pairwise

from kiosk.base.frozen import frozen
from kiosk.paper import sheet
from kiosk.rules.choices import AppliedTo, Person, RulebookStatus
from kiosk.rules.penalties import Penalty
from kiosk.rules.points import CardStep
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict
from kiosk.words.play import MOST_WORDS

# ---- subject -----------------------------------------------------------------------------------------------
# What a card is of: a rulebook as it stands, or a division of a station that is set up.


@frozen
class InUse:
    """What a set-up adds to its rulebook. *key*: what players press for the division, where there are
    several; *warning*: what they must know of the list before they trust it."""

    division: str
    lists: tuple[str, ...]
    setup_code: str
    event: str = ""
    warning: str = ""
    key: int | None = None
    asks_table: bool = False
    school: bool = False


@frozen
class Subject:
    """A rule set with the penalty of a failed challenge, and the set-up where there is one."""

    rules: RuleSet
    penalty: Penalty
    international: bool = False
    in_use: InUse | None = None

    @property
    def named_list(self) -> tuple[str, str]:
        """The edition that the rulebook prints for such a division, and its clause."""
        lexicon = self.rules.lexicon
        if self.in_use is not None and self.in_use.school:
            return lexicon.school_named, self.rules.clause("lexicon.school_named")
        if self.international:
            return lexicon.international_named, self.rules.clause("lexicon.international_named")
        return lexicon.main_named, self.rules.clause("lexicon.main_named")


# ---- cost --------------------------------------------------------------------------------------------------
# What a failed challenge costs, said whole: how much, who gains, whose turn it is.

_FIRST = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def failed_challenge_costs(rules: RuleSet, penalty: Penalty) -> str:
    """Sentences for the card and for reading out."""
    said = _by_history(rules, penalty) if penalty.needs_history else _each_time(rules, penalty)
    if any(step.lose_turn for step in penalty.steps):
        return said
    return f"{said} The challenger keeps the turn."


def _each_time(rules: RuleSet, penalty: Penalty) -> str:
    (step,) = penalty.steps
    if step.points:
        each = " for each word challenged" if penalty.per_word else ""
        return f"{step.amount(rules)}{each} {_whose(rules)}."
    return f"{_sentence(step.amount(rules))}."


def _by_history(rules: RuleSet, penalty: Penalty) -> str:
    """Every step by its place; the last stands for all that follow."""
    amounts = [step.amount(rules) for step in penalty.steps]
    for place, (before, step) in enumerate(pairwise(penalty.steps), start=1):
        if before.points and step.points:
            amounts[place] = str(step.points)
    lines = [f"{_place(place)}: {amount}." for place, amount in enumerate(amounts[:-1])]
    lines[0] = lines[0].replace(":", f" failed challenge by a player in the {rules.penalty.scope}:", 1)
    lines.append(f"Every further one: {amounts[-1]}.")
    if any(step.points for step in penalty.steps):
        lines.append(f"The points {_whose(rules)}.")
    return " ".join(lines)


def _whose(rules: RuleSet) -> str:
    if rules.penalty.applied_to is AppliedTo.CHALLENGED_GAIN:
        return "go to the challenged player"
    return "come off the challenger's score"


def _place(place: int) -> str:
    return _FIRST[place] if place < len(_FIRST) else f"Number {place + 1}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- steps -------------------------------------------------------------------------------------------------
# The steps of a challenge, in three parts: at the table, at the station, and back.

OURS = "this station"  # in the place of a clause, where the program asks and no rulebook does
CHALLENGED = "Challenged player"
COUNTS = tuple(str(count) for count in range(1, MOST_WORDS + 1))


@frozen
class Doing:
    """One numbered step. *keys*: what is pressed, drawn as key caps after the text."""

    who: str
    text: str
    clause: str
    keys: tuple[str, ...] = ()


@frozen
class StepGroup:
    heading: str
    steps: tuple[Doing, ...]


def step_groups(subject: Subject) -> tuple[StepGroup, ...]:
    """All steps in order; the station's begin with what its screen asks first."""
    card, rules = subject.rules.card, subject.rules
    there = "At the station" if rules.self_lookup else f"The {rules.terms.judge}"
    return (
        StepGroup("At the table", _from_rulebook(rules, card.steps)),
        StepGroup(there, _at_station(subject)),
        StepGroup("Afterwards", _from_rulebook(rules, card.back_steps)),
    )


def _at_station(subject: Subject) -> tuple[Doing, ...]:
    rules, in_use = subject.rules, subject.in_use
    told = _from_rulebook(rules, rules.card.station_steps)
    if not rules.self_lookup:
        return told
    typist = name_person(rules, rules.station_method.typed_by)
    first = [Doing(typist, "Press how many words.", OURS, COUNTS)]
    if in_use is not None and in_use.key is not None:
        first.insert(0, Doing(typist, f"Press for {in_use.division}:", OURS, (str(in_use.key),)))
    asks_table = in_use is not None and in_use.asks_table
    table = (Doing(typist, "Type the table number.", OURS),) if asks_table else ()
    return (*first, *told[:1], *table, *told[1:])


def _from_rulebook(rules: RuleSet, steps: tuple[CardStep, ...]) -> tuple[Doing, ...]:
    return tuple(Doing(_who(rules, step.who), step.text, step.clause) for step in steps)


def _who(rules: RuleSet, named: str) -> str:
    """Whoever *named* is: a role by its name, or by what they do at the station."""
    method = rules.station_method
    doing = {
        "{typed_by}": method.typed_by,
        "{verified_by}": method.verified_by,
        "{pressed_by}": method.pressed_by,
    }
    return name_person(rules, doing[named]) if named in doing else named


def name_person(rules: RuleSet, person: Person) -> str:
    """What the card calls *person*: one name for one person, the same on every line."""
    return {
        Person.CHALLENGER: "Challenger",
        Person.CHALLENGED: CHALLENGED,
        Person.BOTH: "Both",
        Person.JUDGE: rules.terms.judge,
        Person.DIRECTOR: rules.terms.director,
        Person.NONE: "",
    }[person]


# ---- notes -------------------------------------------------------------------------------------------------
# The rules to hand on the back of a card, each with its clause; what a rulebook lacks is left out.


@frozen
class NoteGroup:
    heading: str
    notes: tuple[CardStep, ...]


def note_groups(subject: Subject) -> tuple[NoteGroup, ...]:
    """The back of the card, in the order in which things happen."""
    groups = (
        NoteGroup("Before the verdict", tuple(_before(subject))),
        NoteGroup("After the verdict", tuple(_after(subject))),
        NoteGroup("All day", tuple(_always(subject))),
    )
    return tuple(
        NoteGroup(group.heading, tuple(_note_step(note) for note in group.notes if note.text))
        for group in groups
    )


def _before(subject: Subject) -> Iterator[CardStep]:
    rules, card = subject.rules, subject.rules.card
    clock = rules.terms.clock.capitalize()
    yield CardStep("Binding when", "; or ".join(rules.challenge.binding), rules.clause("challenge.binding"))
    yield CardStep(clock, card.clock_watch, rules.clause("card.clock_watch"))
    yield CardStep(f"{clock} stopped", card.stopped_clock, rules.clause("card.stopped_clock"))
    yield CardStep("Board", card.board_control, rules.clause("card.board_control"))
    yield CardStep("Tiles", card.tiles, rules.clause("card.tiles"))
    yield CardStep("Drawing", card.drawing, rules.clause("card.drawing"))
    yield CardStep("Hold", card.courtesy_draw, rules.clause("card.courtesy_draw"))
    yield CardStep("Blank", card.blank, rules.clause("card.blank"))
    yield CardStep("Out play", card.out_play, rules.clause("card.out_play"))


def _after(subject: Subject) -> Iterator[CardStep]:
    rules, card = subject.rules, subject.rules.card
    restart = card.restart_for(international=subject.international)
    key = "card.restart_international" if subject.international else "card.restart"
    yield CardStep("Restart", restart, rules.clause(key))
    yield CardStep("Zero turns", card.zero_turns, rules.clause("card.zero_turns"))
    yield CardStep("Second opinion", rules.review.second_opinion, rules.clause("review.second_opinion"))
    yield CardStep("Wrong tiles taken off", rules.after_challenge.text, rules.clause("after_challenge.text"))
    if rules.improper_lookup.points is not None:  # else the rulebook knows no such offence
        remedy = rules.improper_lookup.remedy
        yield CardStep("Looked up one by one", remedy, rules.clause("improper_lookup.remedy"))
    yield CardStep("Compensation", _compensation(subject), rules.clause("compensation.extra"))


def _compensation(subject: Subject) -> str:
    compensation = subject.rules.compensation
    if compensation.extra is None:
        return ""
    gain = f"the points of the play and {compensation.extra} more, on the {compensation.target}"
    return f"For {compensation.applies_to}: {gain}. {compensation.deadline}"


def _always(subject: Subject) -> Iterator[CardStep]:
    rules, card = subject.rules, subject.rules.card
    yield _word_list(subject)
    yield CardStep("Onlookers", card.third_party, rules.clause("card.third_party"))
    yield CardStep("Devices", card.devices, rules.clause("card.devices"))
    yield CardStep("Look-up device", "; ".join(card.device_rules), rules.clause("card.device_rules"))
    yield CardStep("Special needs", card.special_needs, rules.clause("card.special_needs"))


def _word_list(subject: Subject) -> CardStep:
    """Which list judges here, and which one the rulebook prints."""
    lexicon, in_use = subject.rules.lexicon, subject.in_use
    named, where = subject.named_list
    used = "" if in_use is None else f"{' and '.join(in_use.lists)} in use here. "
    printed = f"The rulebook names {named}"
    if lexicon.later_edition:
        printed = f"{printed}, {lexicon.later_edition}"
        where = f"{where}; {subject.rules.clause('lexicon.later_edition')}"
    long = ""
    if lexicon.long_name and lexicon.long_from is not None and not subject.international:
        long = f" Words of {lexicon.long_from} or more letters that are not in it: {lexicon.long_name}."
        where = f"{where}; {subject.rules.clause('lexicon.long_name')}"
    return CardStep("Word list", f"{used}{printed}.{long}", where)


def _note_step(note: CardStep) -> CardStep:
    text = note.text[:1].upper() + note.text[1:]
    return CardStep(note.who, text if text.endswith(".") else f"{text}.", note.clause)


# ---- card --------------------------------------------------------------------------------------------------
# The station card, two leaves: the front for both players at a glance, the back for whoever asks further.
#
# Front: until when one may challenge, the steps, what the verdict means, what the station does not settle.
# Back: a briefing of half a minute to read out, the rules to hand, and the word judge's list. Every line has
# its clause in the margin.

_CLAUSE = 20.0  # the margin, in millimetres
_LARGEST = 1.25


def card_sheet(subjects: tuple[Subject, ...]) -> sheet.Sheet:
    """The cards of *subjects*, two leaves each."""
    sides = tuple(leaf for subject in subjects for leaf in (_front(subject), _back(subject)))
    titles = dict.fromkeys(subject.rules.short_title for subject in subjects)
    return sheet.Sheet(f"Challenge card · {', '.join(titles)}", sides)


def _margin(where: str, width: float = _CLAUSE) -> sheet.Cell:
    return sheet.Cell(sheet.Lettered(where, 6.5, quiet=True), width)


def _heading(text: str) -> sheet.Row:
    return sheet.Row((sheet.Cell(sheet.Lettered(text, 10, bold=True)),), above=2.0, below=0.5)


# ---- the front ---------------------------------------------------------------------------------------------


def _front(subject: Subject) -> sheet.Leaf:
    parts: list[sheet.LeafPart] = [*_header(subject), *_in_time(subject)]
    number = 1
    for group in step_groups(subject):
        parts.append(_heading(group.heading))
        parts += [_step(step, place) for place, step in enumerate(group.steps, start=number)]
        number += len(group.steps)
    parts += _verdicts(subject)
    if unsettled := _notes(subject.rules.card.not_settled, 44):
        parts += [_heading("Not settled here"), *unsettled]
    return sheet.Leaf((*parts, *_source(subject)), _LARGEST)


def _header(subject: Subject) -> tuple[sheet.LeafPart, ...]:
    rules, in_use = subject.rules, subject.in_use
    used = subject.named_list[0] if in_use is None else " + ".join(in_use.lists)
    where = "" if in_use is None else " · ".join(part for part in (in_use.division, in_use.event) if part)
    size = 10.5 if in_use is None else 18.0
    rows: list[sheet.LeafPart] = [
        sheet.Row(
            (
                sheet.Cell(sheet.Lettered("CHALLENGE", 28, bold=True), 75),
                sheet.Cell(sheet.Lettered(used, size, bold=True, right=True)),
            ),
            below=0,
        ),
        sheet.Row(
            (
                sheet.Cell(sheet.Lettered(where, 10.5)),
                sheet.Cell(sheet.Lettered(rules.title, 10.5, right=True)),
            ),
            under=3,
            below=1.5,
        ),
    ]
    if rules.status is RulebookStatus.DRAFT:
        rows.append(_frame("DRAFT · not a rulebook in force"))
    if in_use is not None and in_use.warning:
        rows.append(_frame(in_use.warning))
    return tuple(rows)


def _frame(text: str) -> sheet.Row:
    return sheet.Row((sheet.Cell(sheet.Lettered(text, 10, bold=True)),), above=2.2, below=1.2, framed=True)


def _in_time(subject: Subject) -> tuple[sheet.Row, ...]:
    text, where = subject.rules.card.in_time, subject.rules.clause("card.in_time")
    cells = (
        sheet.Cell(sheet.Lettered("In time", 11, bold=True), 17),
        sheet.Cell(sheet.Lettered(text, 9.6)),
        _margin(where),
    )
    return (sheet.Row(cells, above=1.4, below=1.4, under=0.5),) if text else ()


def _step(step: Doing, number: int) -> sheet.Row:
    flag = sheet.PaperFlag(step.who, 11.5, filled=step.who != CHALLENGED)
    return sheet.Row(
        (
            sheet.Cell(sheet.Lettered(str(number), 15, bold=True, right=True), 8),
            sheet.Cell(flag if step.who else sheet.Lettered("", 11.5), 43),
            sheet.Cell(sheet.Lettered(step.text, 13.2, keys=step.keys, caps=True)),
            _margin(step.clause),
        )
    )


def _verdicts(subject: Subject) -> tuple[sheet.LeafPart, ...]:
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
        sheet.Columns(
            (_verdict(Verdict.ACCEPTABLE, words.acceptable, _failed_rows(subject)), no),
            shares,
            sheet.ColumnFrame.BOX,
        ),
        *_notes(below, 44),
    )


def _verdict(verdict: Verdict, called: str, lines: tuple[sheet.Row, ...]) -> tuple[sheet.Row, ...]:
    return (sheet.Row((sheet.Cell(sheet.SignedVerdict(verdict, called, 15)),), below=1), *lines)


def _failed_rows(subject: Subject) -> tuple[sheet.Row, ...]:
    rules, penalty = subject.rules, subject.penalty
    costs = f"The play stays. {failed_challenge_costs(rules, penalty)}"
    told = (_line(costs, dict(rules.clauses).get(f"penalty_name.{penalty.id}", ""), 11.5),)
    if penalty.id not in rules.penalty.non_standard:
        return told
    return (*told, _line(rules.penalty.non_standard_note, rules.clause("penalty.non_standard_note"), 9))


def _line(text: str, where: str, size: float) -> sheet.Row:
    return sheet.Row((sheet.Cell(sheet.Lettered(text, size)), _margin(where, 14)))


def _source(subject: Subject) -> tuple[sheet.Row, ...]:
    if subject.in_use is None:
        return ()
    duty = subject.rules.card.source_duty
    said = f"Set-up code {subject.in_use.setup_code}: the station shows the same. {duty}".strip()
    where = subject.rules.clause("card.source_duty") if duty else ""
    return (sheet.Row((sheet.Cell(sheet.Lettered(said, 10)), _margin(where)), above=1.2, over=1.5),)


# ---- the back ----------------------------------------------------------------------------------------------


def write_speech(subject: Subject) -> str:
    """What is read out before the first round."""
    cost = failed_challenge_costs(subject.rules, subject.penalty)
    return f"{subject.rules.card.briefing} If the challenge fails: {cost[:1].lower()}{cost[1:]}"


def _back(subject: Subject) -> sheet.Leaf:
    rules = subject.rules
    aloud = sheet.Row(
        (sheet.Cell(sheet.Lettered(write_speech(subject), 11.8)), _margin(rules.clause("card.briefing"))),
        bar=3,
    )
    parts: list[sheet.LeafPart] = [_heading("Half a minute, to read out"), aloud]
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
    parts.append(sheet.Row((sheet.Cell(sheet.Lettered(foot, 6.5, quiet=True)),), above=2.5))
    return sheet.Leaf(tuple(parts), _LARGEST)


def _notes(points: tuple[CardStep, ...], width: float) -> tuple[sheet.Row, ...]:
    return tuple(
        sheet.Row(
            (
                sheet.Cell(sheet.Lettered(point.who, 9.2, bold=True), width),
                sheet.Cell(sheet.Lettered(point.text, 9.2)),
                _margin(point.clause),
            ),
            over=0.4,
        )
        for point in points
        if point.text
    )


def _checks(points: tuple[CardStep, ...]) -> sheet.Columns:
    rows = tuple(
        sheet.Row(
            (
                sheet.Cell(sheet.TickBox(2.6), 4),
                sheet.Cell(sheet.Lettered(point.text, 9.2)),
                _margin(point.clause, 16),
            ),
            gap=1,
        )
        for point in points
    )
    middle = (len(rows) + 1) // 2
    return sheet.Columns((rows[:middle], rows[middle:]), (1, 1), gap=8)
