"""The console's pages on paper and decisions, from values alone."""

from dataclasses import replace

from kiosk.console.pages import ReportsPage, RulingPage, begun_deciding, refused_at, with_answer, with_form
from kiosk.console.values import DecisionLine, FormsOffered, RulingShown, Spot
from kiosk.decisions.evidence import evidence_sheet
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
CHOOSING = RulingPage(SHOWN, begun_deciding("B-119", Spot(), FORMS), by="JK")
CORRECTING = RulingPage(DECIDED.shown, begun_deciding("B-119", Spot(), FORMS, IMPROPER), by="JK")
_BEGUN = with_form(begun_deciding("B-119", Spot(), FORMS), "improper_lookup")
REFUSED = RulingPage(SHOWN, refused_at(_BEGUN), by="JK")
ENDED = RulingPage(
    SHOWN,
    with_answer(
        with_answer(with_answer(_BEGUN, "responsible", "challenger", final=True), "early", "", final=True),
        "remark",
        "Pressed TAB alone.",
        final=True,
    ),
    by="JK",
)
REPORT = ReportsPage(sheet=some_report(players=False))
