"""Every decision of every rulebook has a form that can be filled in; wrong answers are sentences."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.decisions.forms import AskKind, DecisionForm
from kiosk.decisions.outcome import SHAPES, evaluate, forms, known_answers
from kiosk.rules.choices import Concerned, DecisionShape, Effect, Target
from tests.support.cards import IDS, shipped
from tests.support.decisions import EVERY_TYPE, allowed_answers, drawn, form, knowing, ruling, worked

CONTEXTS = [
    knowing(),
    knowing(ruling("acceptable")),
    knowing(ruling("unacceptable")),
    knowing(ruling("unacceptable", method="word_judge_book", operator="AB")),
    knowing(ruling("refer")),
]


def test_every_shape_is_worked_out_somehow() -> None:
    assert set(SHAPES) == set(DecisionShape)
    assert {decision.shape for id in IDS for decision in shipped(id).decisions} == set(DecisionShape)


@pytest.mark.parametrize("id", IDS)
def test_there_is_a_form_for_every_decision_the_rulebook_has(id: str) -> None:
    assert [one.type for one in forms(shipped(id))] == [decision.id for decision in shipped(id).decisions]


@pytest.mark.parametrize(("id", "type"), EVERY_TYPE)
def test_a_form_can_be_shown_as_it_is(id: str, type: str) -> None:
    made = form(id, type)

    keys = [one.key for one in made.questions]
    assert len(set(keys)) == len(keys)
    assert keys[-1] == "remark"
    assert made.law
    assert all(line.text and line.clause for line in made.law)
    for place, question in enumerate(made.questions):
        assert question.label
        assert (question.kind is AskKind.CHOICE) == bool(question.choices)
        assert question.kind is not AskKind.NUMBER or question.low < question.high
        assert question.only_if[0] in ("", *keys[:place])
        assert all(choice.label for choice in question.choices)


@pytest.mark.parametrize(("id", "type"), EVERY_TYPE)
def test_every_decision_can_be_made(id: str, type: str) -> None:
    made = form(id, type)

    context, answers = allowed_answers(made, CONTEXTS)

    found = evaluate(made, answers, context)
    assert found.sentence.endswith(".")
    assert found.clause
    assert "{" not in found.sentence


def test_a_form_tells_what_its_usual_effect_changes() -> None:
    assert form("naspa-2016", "improper_lookup").target is Target.GAME
    assert form("wespa-5.1", "extra_time").target is Target.CLOCK
    assert form("wespa-5.1", "incident").target is Target.NONE


def test_only_what_the_other_answers_leave_is_asked() -> None:
    window = form("wespa-5.1", "misadjudication")

    keys = [one.key for one in window.questions_now({"wrong": "accepted"})]

    assert keys == ["wrong", "accepted_1", "remark"]


def test_what_the_record_answers_is_known_and_cannot_be_said_otherwise() -> None:
    lookup, about = form("naspa-2016", "improper_lookup"), ruling("unacceptable")

    known = known_answers(lookup, knowing(about))
    refused = evaluate(lookup, {"verdict": "acceptable", "responsible": "both"}, knowing(about))

    assert known == {"verdict": "unacceptable"}
    assert (refused.at, refused.refusal) == (
        "verdict",
        "The record says otherwise: What was ruled? unacceptable.",
    )


@pytest.mark.parametrize(
    ("answers", "at", "sentence"),
    [
        ({}, "verdict", "Still to be answered (verdict)"),
        ({"verdict": "acceptable"}, "responsible", "Still to be answered (responsible)"),
        ({"verdict": "perhaps"}, "verdict", "must be one of: acceptable, unacceptable"),
        ({"verdict": "acceptable", "responsible": "me"}, "responsible", "must be one of: both, challenger"),
        ({"mood": "good"}, "mood", "There is no question “mood” here. There are: verdict, responsible"),
        ({"verdict": "acceptable", "responsible": "both", "early": "maybe"}, "early", "must be yes or no"),
        (
            {"verdict": "acceptable", "responsible": "both", "remark": "x" * 201},
            "remark",
            "must be a text of 1 to 200 printable characters",
        ),
        ({"verdict": "acceptable", "responsible": "both", "remark": "a\x1b[2J"}, "remark", "printable"),
        ({"verdict": "acceptable", "responsible": "both", "remark": "a\nb"}, "remark", "printable"),
        ({"\x1b[2J": "x"}, "\x1b[2J", "There is no question “\\x1b[2J” here"),
    ],
)
def test_an_answer_that_will_not_do_is_a_sentence_that_names_its_question(
    answers: dict[str, str], at: str, sentence: str
) -> None:
    found = worked("naspa-2016", "improper_lookup", **answers)

    assert found.at == at
    assert sentence in found.refusal
    assert found.sentence == ""


@pytest.mark.parametrize("wrong", ["-1", "1000", "٣", "1e3", "9" * 30, "ten", " "])
def test_a_number_is_digits_within_its_limits(wrong: str) -> None:
    found = worked("wespa-5.1", "margin", points=wrong, who="first")

    assert found.at == "points"


def test_an_answer_to_a_question_that_is_not_asked_is_refused() -> None:
    found = worked("wespa-5.1", "protocol_violated", effect="turn_lost", points="5", who="first")

    assert found.refusal == "“points” is not asked with these answers. Leave it out."


def test_who_gave_an_opinion_is_told_by_an_id_and_never_by_a_name() -> None:
    found = worked(
        "naspa-2016", "second_opinion", ruling(), opinion_by="Ann B. Smith", opinion_verdict="acceptable"
    )

    assert "initials or a staff id, not a name" in found.refusal


# ---- whatever is answered ----------------------------------------------------------------------------------
ANY_FORM = st.sampled_from([form(id, type) for id, type in EVERY_TYPE])
TEXTS = st.sampled_from(
    ["", "yes", "no", "first", "challenger", "both", "acceptable", "unacceptable", "0", "7", "999", "-1"]
) | st.text(max_size=12)


@settings(max_examples=300)
@given(ANY_FORM, st.dictionaries(st.text(max_size=10), TEXTS, max_size=4), st.data())
def test_whatever_is_answered_nothing_is_raised_and_no_amount_comes_from_nowhere(
    made: DecisionForm, stray: dict[str, str], data: st.DataObject
) -> None:
    context = data.draw(st.sampled_from(CONTEXTS))
    keys = st.sampled_from([one.key for one in made.questions])
    wild = data.draw(st.dictionaries(keys, TEXTS, max_size=4))
    sane = drawn(made, context, Random(data.draw(st.integers(0, 999))))

    for answers in (stray, wild, {**sane, **wild}, sane):
        found = evaluate(made, answers, context)

        assert bool(found.refusal) != bool(found.sentence)
        assert known_amounts(made, found, answers)


def known_amounts(made: DecisionForm, found, answers: dict[str, str]) -> bool:
    """Whether each amount is the rule set's own, or what the director said where it leaves it open."""
    rules, decision, amounts = made.rules, made.decision, dict(found.amounts)
    points, seconds = amounts.get("points"), amounts.get("seconds")
    own = {decision.points, rules.improper_lookup.points, 0}
    said = {int(text) for key in ("points", "seconds") if (text := answers.get(key, "").strip()).isdigit()}
    fixed = {decision.minutes, rules.after_challenge.extra_minutes} - {None}
    steps = {5 * count for count in range(1, 17)} | set(rules.penalty.ladder)
    if decision.shape is DecisionShape.COMPENSATION:
        return points is None or points == int(answers["play_score"]) + (rules.compensation.extra or 0)
    if decision.shape is DecisionShape.FAILED_CHALLENGE:
        return points is None or points in steps
    if points is not None and points not in own | (said if decision.points is None else set()):
        return False
    return seconds is None or seconds in {60 * one for one in fixed if one} | (
        said if decision.minutes is None else set()
    )


def test_the_amounts_of_a_decision_are_those_of_the_rule_behind_it() -> None:
    for id in IDS:
        rules = shipped(id)
        for type, amount in (
            ("improper_lookup", rules.improper_lookup.points),
            ("compensation", rules.compensation.extra),
        ):
            decision = rules.decision(type)
            assert decision is None or decision.points == amount
        extra = rules.decision("extra_minute")
        assert extra is None or extra.minutes == rules.after_challenge.extra_minutes


def test_effects_without_a_player_concern_nobody() -> None:
    found = worked("wespa-5.1", "discretion", remark="The board was upset twice.")

    assert (found.effect, found.concerns, found.amounts) == (Effect.NONE, Concerned.NONE, ())
