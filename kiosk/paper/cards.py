"""The station card: the front for both players at a glance, the back for whoever asks why."""

import re
from collections.abc import Iterator
from html import escape
from itertools import pairwise

from kiosk.base.frozen import frozen
from kiosk.paper.sheet import PageLook, clause, document
from kiosk.rules.choices import AppliedTo, Person, RulebookStatus
from kiosk.rules.penalties import Outcome, Penalty
from kiosk.rules.points import CardStep
from kiosk.rules.ruleset import RuleSet
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
        return f"{_points(step.points)}{each} {_whose(rules)}."
    return f"{_sentence(_amount(rules, step))}."


def _by_history(rules: RuleSet, penalty: Penalty) -> str:
    """Every step by its place; the last stands for all that follow."""
    amounts = [_amount(rules, step) for step in penalty.steps]
    for place, (before, step) in enumerate(pairwise(penalty.steps), start=1):
        if before.points and step.points:
            amounts[place] = str(step.points)
    lines = [f"{_place(place)}: {amount}." for place, amount in enumerate(amounts[:-1])]
    lines[0] = lines[0].replace(":", f" failed challenge by a player in the {rules.penalty.scope}:", 1)
    lines.append(f"Every further one: {amounts[-1]}.")
    if any(step.points for step in penalty.steps):
        lines.append(f"The points {_whose(rules)}.")
    return " ".join(lines)


def _amount(rules: RuleSet, step: Outcome) -> str:
    if step.lose_turn:
        return "the challenger loses the turn"
    if step.points:
        return _points(step.points)
    if step.seconds:
        return f"{step.seconds} seconds off the challenger's {rules.terms.clock}"
    return "no penalty"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


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
    typist = called(rules, rules.station_method.typed_by)
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
    return called(rules, doing[named]) if named in doing else named


def called(rules: RuleSet, person: Person) -> str:
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
        NoteGroup(group.heading, tuple(_told(note) for note in group.notes if note.text)) for group in groups
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


def _told(note: CardStep) -> CardStep:
    text = note.text[:1].upper() + note.text[1:]
    return CardStep(note.who, text if text.endswith(".") else f"{text}.", note.clause)


# ---- card style --------------------------------------------------------------------------------------------
# How the station card looks: the screen's shapes for roles and verdicts, black on white.

STYLE = """
header { display: flex; justify-content: space-between; align-items: flex-end; gap: 6mm;
  border-bottom: 3pt solid #000; padding-bottom: 1.5mm }
header p { font-size: 10.5pt }
h1 { font-size: 28pt; line-height: 1; letter-spacing: -.3pt; text-transform: uppercase }
header > div { flex: 1 1 0 }
.by { text-align: right }
header .used { font-size: 20pt; line-height: 1; font-weight: 700 }
header .named { font-weight: 700; max-width: 90mm }
header .draft { border: 1.5pt solid #000; padding: .5mm 3mm; text-align: center; font-size: 8pt }
.draft b { display: block; font-size: 20pt; line-height: 1; letter-spacing: 3pt }
.warning { margin-top: 1.5mm; border: 1.5pt dashed #000; padding: .6mm 3mm; font-weight: 700 }
h2 { font-size: 10pt; line-height: 1; margin: 2.3mm 0 .8mm }
.time { display: grid; grid-template-columns: 17mm 1fr 20mm; gap: 0 3mm; align-items: start;
  border-bottom: .5pt solid #999; padding: 1.4mm 0 }
.time h2 { font-size: 11pt; margin: 0; line-height: 1.1 }
.time p { font-size: 9.2pt; line-height: 1.2 }
.steps h2 { margin: 1.6mm 0 .3mm }
.step { display: grid; grid-template-columns: 7mm 40mm 1fr 20mm; gap: 0 2.5mm; align-items: center;
  padding: .35mm 0; break-inside: avoid }
.number { font-size: 15pt; line-height: 1; text-align: right }
.who { position: relative; font-weight: 700; font-size: 11.5pt; line-height: 6.4mm; height: 6.4mm;
  padding-left: 2.5mm; white-space: nowrap }
.who svg { position: absolute; left: 0; top: 0; width: 100%; height: 100% }
.who span { position: relative }
.filled { color: #fff }
.open path { fill: #fff; stroke: #000; stroke-width: 1.2pt; vector-effect: non-scaling-stroke }
.what { font-size: 13.2pt; line-height: 1.1 }
.what kbd { font-size: 11pt; padding: 0 1.4mm }
.row { display: grid; grid-template-columns: 1fr 20mm; gap: 0 3mm; align-items: baseline;
  break-inside: avoid }
.row.note { grid-template-columns: 44mm 1fr 20mm; padding: .35mm 0; border-top: .4pt solid #bbb;
  font-size: 9.2pt; line-height: 1.18 }
.verdicts { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; margin-bottom: 1.5mm }
.verdicts.long { grid-template-columns: 3fr 2fr }
.verdicts > div { border: 1.5pt solid #000; border-radius: 1.5mm; padding: 1.6mm 2mm 1.6mm 2.5mm;
  break-inside: avoid }
.verdicts .yes { border-left: 5pt solid #003b73 }
.verdicts .no { border-left: 5pt solid #ffb52e }
.verdicts h3 { font-size: 15pt; line-height: 1; display: flex; align-items: center; gap: 2mm;
  margin-bottom: 1mm }
.verdicts h3 svg { width: 6.5mm; height: 6.5mm }
.verdicts .row { grid-template-columns: 1fr 14mm; gap: 0 2mm; font-size: 11.5pt; line-height: 1.18 }
.verdicts .small { font-size: 9pt; margin-top: .6mm }
.code { margin-top: 2mm; border-top: 1.5pt solid #000; padding-top: 1.2mm; font-size: 10pt }
.aloud { font-size: 11.8pt; line-height: 1.25; border-left: 3pt solid #000; padding-left: 4mm }
.roomy .what { font-size: 14.5pt }
.roomy .step { padding: .75mm 0 }
.roomy .time p { font-size: 10pt }
.roomy .verdicts .row { font-size: 12pt }
.roomy .row.note { padding: .5mm 0 }
.large .what { font-size: 16pt }
.large .step { padding: .8mm 0 }
.large .number { font-size: 18pt }
.large .who { font-size: 13pt; line-height: 7.6mm; height: 7.6mm }
.large .time p { font-size: 11pt }
.large .verdicts .row { font-size: 13pt }
.large .row.note { font-size: 10.5pt; padding: .8mm 0 }
.large > h2, .large .steps h2 { font-size: 11.5pt; margin-top: 4mm }
.back .row.note { grid-template-columns: 29mm 1fr 20mm; gap: 0 2.5mm; font-size: 9pt; line-height: 1.15 }
ul { columns: 2; column-gap: 8mm; list-style: none; margin: 0; padding: 0 }
li { display: grid; grid-template-columns: 4.5mm 1fr 17mm; gap: 0 1mm; align-items: baseline;
  padding: .35mm 0; break-inside: avoid; font-size: 9.2pt; line-height: 1.18 }
li i { width: 2.6mm; height: 2.6mm; border: .8pt solid #000 }
footer { margin-top: 2.5mm; font-size: 6.5pt; color: #555 }
"""

FLAG = (
    '<svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">'
    '<path d="M.6 .6H93L99.4 10L93 19.4H.6Z"/></svg>'
)
ACCEPTABLE_SIGN = (
    '<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="10" fill="#003b73"/>'
    '<path d="M5 10.5L8.6 14L15 6.5" fill="none" stroke="#fff" stroke-width="2.4"/></svg>'
)
UNACCEPTABLE_SIGN = (
    '<svg viewBox="0 0 20 20" aria-hidden="true">'
    '<path d="M6 .5H14L19.5 6V14L14 19.5H6L.5 14V6Z" fill="#ffc457" stroke="#000"/>'
    '<path d="M6 6L14 14M14 6L6 14" fill="none" stroke="#000" stroke-width="2.4"/></svg>'
)


# ---- card --------------------------------------------------------------------------------------------------
# The station card, two pages: the front for both players at a glance, the back for whoever asks further.
#
# Front: until when one may challenge, the steps, what the verdict means, what the station does not settle.
# Back: a briefing of half a minute to read out, the rules to hand, and the word judge's list. Every line has
# its clause in the margin.

_KEY = re.compile(r"\b(TAB|ENTER)\b")
_FEW, _SOME = 12, 18  # lines on the front, up to which they are set larger


def station_cards(subjects: tuple[Subject, ...], look: PageLook) -> str:
    """The cards of *subjects* in one file, two pages each."""
    pages = tuple(side for subject in subjects for side in (_front(subject), _back(subject)))
    titles = dict.fromkeys(subject.rules.short_title for subject in subjects)
    return document(f"Challenge card · {', '.join(titles)}", STYLE, pages, look)


# ---- the front ---------------------------------------------------------------------------------------------


def _front(subject: Subject) -> str:
    unsettled = subject.rules.card.not_settled
    number, steps = 1, []
    for group in step_groups(subject):
        steps.append(_group(group, number))
        number += len(group.steps)
    told = (
        f'<div class="{_size(subject, number + len(unsettled))}">',
        _header(subject),
        _in_time(subject),
        '<div class="steps">',
        *steps,
        "</div>",
        _verdicts(subject),
        _section("Not settled here", _rows(unsettled)),
        _source(subject),
        "</div>",
    )
    return "\n".join(line for line in told if line)


def _size(subject: Subject, lines: int) -> str:
    """How large the front is set: as its *lines* leave room, so that it never needs a second page."""
    warned = subject.in_use is not None and bool(subject.in_use.warning)
    penalty = subject.penalty
    noted = penalty.id in subject.rules.penalty.non_standard
    lines += 2 * warned + 2 * noted + 3 * penalty.needs_history
    return "large" if lines <= _FEW else "roomy" if lines <= _SOME else "usual"


def _header(subject: Subject) -> str:
    rules, in_use = subject.rules, subject.in_use
    where, used, warning = "", subject.named_list[0], ""
    if in_use is not None:
        named = " · ".join(escape(part) for part in (in_use.division, in_use.event) if part)
        where, used = f"<p>{named}</p>", " + ".join(in_use.lists)
        warning = f'<p class="warning">{escape(in_use.warning)}</p>' if in_use.warning else ""
    draft = rules.status is RulebookStatus.DRAFT
    stamp = '<p class="draft"><b>DRAFT</b> not a rulebook in force</p>' if draft else ""
    size = "used" if in_use is not None else "named"
    return (
        f"<header><div><h1>Challenge</h1>{where}</div>{stamp}"
        f'<div class="by"><p class="{size}">{escape(used)}</p><p>{escape(rules.title)}</p></div>'
        f"</header>{warning}"
    )


def told_in_time(subject: Subject) -> tuple[str, str]:
    """Until when one may challenge, and the clause."""
    return subject.rules.card.in_time, subject.rules.clause("card.in_time")


def _in_time(subject: Subject) -> str:
    text, where = told_in_time(subject)
    return f'<div class="time"><h2>In time</h2><p>{escape(text)}</p>{clause(where)}</div>' if text else ""


def _group(group: StepGroup, first: int) -> str:
    lines = "\n".join(_step(step, number) for number, step in enumerate(group.steps, start=first))
    return f"<h2>{escape(group.heading)}</h2>\n{lines}"


def _step(step: Doing, number: int) -> str:
    caps = "".join(f" <kbd>{escape(key)}</kbd>" for key in step.keys)
    text = _KEY.sub(r"<kbd>\1</kbd>", escape(step.text))
    return (
        f'<div class="step"><b class="number">{number}</b>{_flag(step.who)}'
        f'<span class="what">{text}{caps}</span>{clause(step.clause)}</div>'
    )


def _flag(who: str) -> str:
    """The role in the shape it has on the screen: outlined for the challenged player, else filled."""
    if not who:
        return "<span></span>"
    shape = "open" if who == CHALLENGED else "filled"
    return f'<span class="who {shape}">{FLAG}<span>{escape(who)}</span></span>'


def _verdicts(subject: Subject) -> str:
    rules = subject.rules
    words = rules.verdict
    key = "penalty.success_international" if subject.international else "penalty.success"
    success = rules.penalty.success_international if subject.international else rules.penalty.success
    shape = "verdicts long" if subject.penalty.needs_history else "verdicts"
    below = (
        CardStep("Play off, tiles drawn", rules.card.drawn_tiles, rules.clause("card.drawn_tiles")),
        CardStep("Single words", words.secrecy, rules.clause("verdict.secrecy")),
    )
    return (
        f'<h2>One verdict for the whole play</h2>\n<div class="{shape}">\n'
        f'<div class="yes"><h3>{ACCEPTABLE_SIGN}{escape(words.acceptable)}</h3>{_failed(subject)}</div>\n'
        f'<div class="no"><h3>{UNACCEPTABLE_SIGN}{escape(words.unacceptable)}</h3>'
        f"{_line(success, rules.clause(key))}</div>\n</div>\n{_rows(below)}"
    )


def _failed(subject: Subject) -> str:
    """What becomes of the play and of the challenger, and whether the event may then be rated."""
    rules, penalty = subject.rules, subject.penalty
    costs = f"The play stays. {failed_challenge_costs(rules, penalty)}"
    told = _line(costs, dict(rules.clauses).get(f"penalty_name.{penalty.id}", ""))
    if penalty.id in rules.penalty.non_standard:
        told += _line(rules.penalty.non_standard_note, rules.clause("penalty.non_standard_note"), "small")
    return told


def _line(text: str, where: str, size: str = "") -> str:
    return f'<div class="{f"row {size}".strip()}"><span>{escape(text)}</span>{clause(where)}</div>'


def _source(subject: Subject) -> str:
    """The set-up code, and who answers for the list, where the rulebook says that somebody does."""
    if subject.in_use is None:
        return ""
    rules = subject.rules
    duty = f" {escape(rules.card.source_duty)}" if rules.card.source_duty else ""
    where = rules.clause("card.source_duty") if duty else ""
    return (
        f'<div class="row code"><span>Set-up code <b>{escape(subject.in_use.setup_code)}</b>: '
        f"the station shows the same.{duty}</span>{clause(where)}</div>"
    )


# ---- the back ----------------------------------------------------------------------------------------------


def _back(subject: Subject) -> str:
    rules = subject.rules
    groups = [_section(group.heading, _rows(group.notes)) for group in note_groups(subject)]
    return "\n".join(
        (
            '<div class="back">',
            _section("Half a minute, to read out", _briefing(subject)),
            *groups,
            _section(f"For the {rules.terms.judge}", _checks(rules.card.judge_checks)),
            _footer(subject),
            "</div>",
        )
    )


def spoken(subject: Subject) -> str:
    """What is read out before the first round."""
    cost = failed_challenge_costs(subject.rules, subject.penalty)
    return f"{subject.rules.card.briefing} If the challenge fails: {cost[:1].lower()}{cost[1:]}"


def _briefing(subject: Subject) -> str:
    where = subject.rules.clause("card.briefing")
    return f'<div class="row aloud"><span>{escape(spoken(subject))}</span>{clause(where)}</div>'


def _section(heading: str, inner: str) -> str:
    return f"<h2>{escape(heading)}</h2>\n{inner}" if inner else ""


def _rows(points: tuple[CardStep, ...]) -> str:
    return "\n".join(
        f'<div class="row note"><b>{escape(point.who)}</b><span>{escape(point.text)}</span>'
        f"{clause(point.clause)}</div>"
        for point in points
        if point.text
    )


def _checks(points: tuple[CardStep, ...]) -> str:
    lines = "\n".join(
        f"<li><i></i><span>{escape(point.text)}</span>{clause(point.clause)}</li>" for point in points
    )
    return f"<ul>\n{lines}\n</ul>" if lines else ""


def _footer(subject: Subject) -> str:
    rules = subject.rules
    draft = "DRAFT · " if rules.status is RulebookStatus.DRAFT else ""
    return (
        f"<footer>{draft}Rule set {escape(rules.id)} · {escape(rules.fingerprint[:12])} · "
        f"drawn from {escape(rules.source)}. "
        "Margin: clauses. A working aid, not approved by any association.</footer>"
    )
