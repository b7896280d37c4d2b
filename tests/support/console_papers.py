"""The console's pages on paper and decisions, from values alone."""

from dataclasses import replace

from kiosk.console.deciding import Deciding
from kiosk.console.pages import ReportsPage, RulingPage
from kiosk.console.values import DecisionLine, FormsOffered, RulingShown
from kiosk.decisions.evidence_sheet import evidence_sheet
from kiosk.decisions.outcome import forms, known_answers
from tests.support.cards import shipped
from tests.support.decisions import knowing, ruling
from tests.support.golden_sheets import some_evidence, some_report

RULES = "naspa-2016"


def offered(verdict: str = "unacceptable", rules: str = RULES) -> FormsOffered:
    """What may be decided on a ruling of *verdict*."""
    context = knowing(ruling(verdict))
    there = forms(shipped(rules))
    known = tuple((one.type, tuple(known_answers(one, context).items())) for one in there)
    return FormsOffered("B-119", there, context, known)


WARNED = DecisionLine(
    1240,
    "2026-05-02 17:53:10",
    "warning",
    "Warning by the Director.",
    "JK",
    (("who", "challenger"), ("remark", "Talked during the look-up.")),
)
IMPROPER = DecisionLine(
    1241,
    "2026-05-02 17:55:02",
    "improper_lookup",
    "10 points off the score of the challenger.",
    "JK",
    (("responsible", "challenger"), ("remark", "Pressed TAB alone.")),
)
SHOWN = RulingShown("B-119", "B-119", evidence_sheet(some_evidence(name="B-119")))
RULED = RulingPage(SHOWN)
DECIDED = RulingPage(replace(SHOWN, made=(replace(WARNED, corrected=True), IMPROPER)), by="JK")
FORMS = offered()
CHOOSING = RulingPage(SHOWN, Deciding("B-119", FORMS), by="JK")
CORRECTING = RulingPage(DECIDED.shown, Deciding("B-119", FORMS).correcting(IMPROPER), by="JK")
_BEGUN = Deciding("B-119", FORMS).with_form("improper_lookup")
REFUSED = RulingPage(SHOWN, _BEGUN.refuse(), by="JK")
ENDED = RulingPage(
    SHOWN,
    _BEGUN.with_answer("responsible", "challenger", final=True)
    .with_answer("early", "", final=True)
    .with_answer("remark", "Pressed TAB alone.", final=True),
    by="JK",
)
REPORT = ReportsPage(sheet=some_report(players=False))
