"""The printable station card of a rule set: one HTML page that needs nothing else.

Front: the steps, large, who does what; what the verdict means; what the station does not settle. Back: a
briefing of half a minute to read out, and what staff and onlookers need. Every line carries its clause.
"""

from html import escape

from kiosk.core.rules.points import CardStep
from kiosk.core.rules.ruleset import RuleSet

STYLE = """
@page { size: A4; margin: 12mm }
* { box-sizing: border-box }
body { font-family: "Liberation Sans", Arial, Helvetica, sans-serif; color: #000; line-height: 1.25;
  margin: 0 auto; max-width: 190mm }
h1 { font-size: 26pt; margin: 0; letter-spacing: -.2pt }
h2 { font-size: 13pt; margin: 5mm 0 2mm; padding-bottom: 1mm; border-bottom: 1.5pt solid #000 }
header { display: flex; justify-content: space-between; align-items: flex-end; border-bottom: 4pt solid #000;
  padding-bottom: 2mm }
header p { margin: 0; text-align: right; font-size: 10pt }
ol { list-style: none; counter-reset: step; margin: 2mm 0 0; padding: 0 }
ol li { counter-increment: step; display: grid; grid-template-columns: 12mm 40mm 1fr; align-items: baseline;
  padding: 1.7mm 0; border-bottom: .5pt solid #999; break-inside: avoid }
ol li::before { content: counter(step); font-size: 22pt; font-weight: bold }
.who { font-size: 13pt; font-weight: bold; text-transform: uppercase }
.what { font-size: 16pt }
.clause { font-size: 7.5pt; color: #444; white-space: nowrap; font-weight: normal; text-transform: none }
.verdicts { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm }
.verdicts div { border: 2pt solid #000; padding: 3mm; font-size: 12pt; break-inside: avoid }
.verdicts b { display: block; font-size: 17pt }
dl { display: grid; grid-template-columns: 46mm 1fr; gap: .9mm 4mm; margin: 0; font-size: 10.5pt }
dt { font-weight: bold }
dd { margin: 0 }
ul { columns: 2; column-gap: 6mm; list-style: none; margin: 0; padding: 0; font-size: 11pt }
ul li { break-inside: avoid; padding: .6mm 0 .6mm 6mm; text-indent: -6mm }
ul li::before { content: "☐"; display: inline-block; width: 6mm; text-indent: 0 }
.back { break-before: page }
.aloud { font-size: 15pt; line-height: 1.35; border-left: 4pt solid #000; padding-left: 5mm; margin: 3mm 0 }
footer { margin-top: 5mm; font-size: 8pt; color: #444 }
"""


def station_card(rules: RuleSet, penalty: str, *, international: bool = False) -> str:
    """The card for a division under *rules* with penalty *penalty*, as a whole HTML document."""
    title = f"Challenge card · {rules.short_title}"
    body = "\n".join(
        (
            _header(rules, international),
            _steps(rules),
            _verdicts(rules, penalty, international),
            _section("Not settled here", _list(rules.card.not_settled)),
            '<div class="back">',
            _section("Half a minute, to read out", _briefing(rules, penalty)),
            _section("Rules to hand", _list(_notes(rules, international))),
            _section(f"For the {rules.terms.judge}", _checks(rules.card.judge_checks)),
            "</div>",
            _footer(rules),
        )
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _header(rules: RuleSet, international: bool) -> str:
    lexicon = rules.lexicon
    named = lexicon.international_named if international else lexicon.main_named
    key = "lexicon.international_named" if international else "lexicon.main_named"
    return (
        f"<header><h1>Challenge</h1><p><b>{escape(rules.title)}</b><br>"
        f"{escape(named)} {_clause(rules.clause(key))} or its later edition</p></header>"
    )


def _steps(rules: RuleSet) -> str:
    lines = "\n".join(
        f'<li><span class="who">{escape(step.who)}</span>'
        f'<span class="what">{escape(step.text)} {_clause(step.clause)}</span></li>'
        for step in rules.card.steps
    )
    return f"<ol>\n{lines}\n</ol>"


def _verdicts(rules: RuleSet, penalty: str, international: bool) -> str:
    words = rules.verdict
    success = rules.penalty.success_international if international else rules.penalty.success
    key = "penalty.success_international" if international else "penalty.success"
    passed = _box(words.acceptable_mark, words.acceptable, *_failed(rules, penalty))
    refused = _box(words.unacceptable_mark, words.unacceptable, success, rules.clause(key))
    return f'<h2>One verdict for the whole play</h2>\n<div class="verdicts">\n{passed}\n{refused}\n</div>'


def _failed(rules: RuleSet, penalty: str) -> tuple[str, str]:
    """What a failed challenge costs, in the rulebook's words, and where it says so."""
    name = rules.penalty_name(penalty)
    clauses = dict(rules.clauses)
    return f"The play stays. {name[:1].upper()}{name[1:]}.", clauses.get(f"penalty_name.{penalty}", "")


def _box(mark: str, word: str, text: str, clause: str) -> str:
    return f"<div><b>{escape(mark)} {escape(word)}</b>{escape(text)} {_clause(clause)}</div>"


def _briefing(rules: RuleSet, penalty: str) -> str:
    spoken = f"{rules.card.briefing} If the challenge fails: {rules.penalty_name(penalty)}."
    return f'<p class="aloud">{escape(spoken)} {_clause(rules.clause("card.briefing"))}</p>'


def _notes(rules: RuleSet, international: bool) -> tuple[CardStep, ...]:
    card = rules.card
    restart = "card.restart_international" if international else "card.restart"
    lines = (
        ("Binding when", "; or ".join(rules.challenge.binding), "challenge.binding"),
        (rules.terms.clock.capitalize(), card.clock_watch, "card.clock_watch"),
        ("Tiles", card.tiles, "card.tiles"),
        ("Drawing", card.drawing, "card.drawing"),
        ("Restart", card.restart_for(international=international), restart),
        ("Onlookers", card.third_party, "card.third_party"),
        ("Hold", card.courtesy_draw, "card.courtesy_draw"),
        ("Out play", card.out_play, "card.out_play"),
        ("Zero turns", card.zero_turns, "card.zero_turns"),
        ("Second opinion", rules.review.second_opinion, "review.second_opinion"),
        ("Wrong tiles taken off", rules.after_challenge.text, "after_challenge.text"),
        ("Looked up one by one", rules.improper_lookup.remedy, "improper_lookup.remedy"),
        ("Special needs", card.special_needs, "card.special_needs"),
        ("Device", "; ".join(card.device_rules), "card.device_rules"),
    )
    return tuple(CardStep(who, _sentence(text), rules.clause(key)) for who, text, key in lines if text)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."


def _section(heading: str, inner: str) -> str:
    return f"<h2>{escape(heading)}</h2>\n{inner}"


def _list(points: tuple[CardStep, ...]) -> str:
    lines = "\n".join(
        f"<dt>{escape(point.who)}</dt><dd>{escape(point.text)} {_clause(point.clause)}</dd>"
        for point in points
    )
    return f"<dl>\n{lines}\n</dl>"


def _checks(points: tuple[CardStep, ...]) -> str:
    lines = "\n".join(f"<li>{escape(point.text)} {_clause(point.clause)}</li>" for point in points)
    return f"<ul>\n{lines}\n</ul>"


def _clause(clause: str) -> str:
    return f'<span class="clause">{escape(clause)}</span>'


def _footer(rules: RuleSet) -> str:
    return (
        f"<footer>Rule set {escape(rules.id)} · {escape(rules.fingerprint[:12])} · "
        f"drawn from {escape(rules.source)}. "
        "Small print: clauses. A working aid, not approved by any association.</footer>"
    )
