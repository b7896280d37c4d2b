"""The station card, two pages: the front for both players at a glance, the back for whoever asks further.

Front: until when one may challenge, the steps, what the verdict means, what the station does not settle.
Back: a briefing of half a minute to read out, the rules to hand, and the word judge's list. Every line has
its clause in the margin.
"""

import re
from html import escape

from kiosk.core.paper.card_style import ACCEPTABLE_SIGN, FLAG, STYLE, UNACCEPTABLE_SIGN
from kiosk.core.paper.cost import failed_challenge_costs
from kiosk.core.paper.notes import note_groups
from kiosk.core.paper.page import PageLook, clause, document
from kiosk.core.paper.steps import CHALLENGED, Doing, StepGroup, step_groups
from kiosk.core.paper.subject import Subject
from kiosk.core.rules.choices import RulebookStatus
from kiosk.core.rules.points import CardStep

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
