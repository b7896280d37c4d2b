"""Second and third opinions, manual adjudications, and which ruling stands (requirement D-04)."""

from dataclasses import replace

import pytest

from kiosk.decisions.forms import OpinionKnown
from kiosk.decisions.opinions import OpinionAsked, list_given, what_stands, why_not
from kiosk.decisions.outcome import evaluate, known_answers
from kiosk.rules.choices import DecisionShape
from kiosk.rules.ruling import Verdict
from tests.support.cards import IDS, shipped
from tests.support.decisions import form, knowing, made, ruling, worked

YES, NO = Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE
FIRST = ruling("acceptable", method="word_judge_book", operator="AB")


def before(*given: tuple[Verdict, str | None]) -> tuple[OpinionKnown, ...]:
    return tuple(OpinionKnown(verdict, by) for verdict, by in given)


# ---- whether it may be given -------------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize(
    ("asked", "earlier", "sentence"),
    [
        (OpinionAsked(2, "CD"), before((YES, "AB")), ""),
        (OpinionAsked(2, "ab"), before((YES, "AB")), "ab has ruled on this already; another person has to"),
        (OpinionAsked(2, None), before((YES, "AB")), "say who does, by initials or a staff id"),
        (OpinionAsked(2, "CD"), before((YES, None)), "It is not on record who ruled before. Confirm"),
        (OpinionAsked(2, "CD", vouched=True), before((YES, None)), ""),
        (OpinionAsked(2, None), (OpinionKnown(YES, None, by_staff=False),), ""),
        (OpinionAsked(3, "EF"), before((YES, "AB"), (YES, "CD")), "The first two opinions do not differ"),
        (OpinionAsked(3, "EF"), before((YES, "AB"), (NO, "CD")), ""),
        (OpinionAsked(3, "EF"), before((YES, "AB")), "There is no second opinion yet"),
        (OpinionAsked(2, "EF"), before((YES, "AB"), (NO, "CD")), "There is a second opinion already."),
        (OpinionAsked(2, "EF"), before((Verdict.REFER, "AB")), "There is no verdict yet"),
        (OpinionAsked(2, "EF"), (), "There is no verdict yet"),
    ],
)
def test_an_opinion_is_in_its_turn_and_another_person_s(id: str, asked, earlier, sentence: str) -> None:
    refusal = why_not(shipped(id), asked, earlier)

    assert (refusal.startswith(sentence) or sentence in refusal) if sentence else refusal == ""


def test_the_refusal_names_the_clause_of_that_rulebook() -> None:
    clauses = {"naspa-2013": "IV.K.4", "naspa-2016": "IV.K.4; II.E", "nsa-1998": "Guideline 11.g"}
    clauses["wespa-5.1"] = "3.10.9(b)"

    for id, clause in clauses.items():
        assert f"({clause})" in why_not(shipped(id), OpinionAsked(2, "AB"), before((YES, "AB")))


@pytest.mark.parametrize(("id", "may"), [("nsa-1998", True), ("naspa-2016", False), ("wespa-5.1", False)])
def test_a_third_though_the_first_two_agree_is_the_director_s_exception_where_there_is_one(id, may) -> None:
    asked = OpinionAsked(3, "EF", exception=True)

    assert (why_not(shipped(id), asked, before((YES, "AB"), (YES, "CD"))) == "") is may


@pytest.mark.parametrize(
    ("id", "may"), [("naspa-2013", False), ("naspa-2016", False), ("nsa-1998", True), ("wespa-5.1", True)]
)
def test_who_may_give_the_third_is_the_rulebook_s_to_say(id: str, may: bool) -> None:
    """Under WESPA it is the Tournament Director's own, whoever gave the second."""
    assert (why_not(shipped(id), OpinionAsked(3, "CD"), before((YES, "AB"), (NO, "CD"))) == "") is may


@pytest.mark.parametrize(
    ("id", "verdicts", "said"),
    [
        ("naspa-2016", (YES, NO), "The first official's ruling prevails."),
        ("naspa-2013", (YES, NO), "A third opinion may be obtained."),
        ("wespa-5.1", (YES, NO), "The Tournament Director provides a final adjudication."),
        ("wespa-5.1", (YES, YES), "A second adjudication is final, unless it differs from the first."),
        ("nsa-1998", (YES, YES), "A review that substantiates the original decision should be final"),
        ("wespa-5.1", (YES, NO, NO), "the Tournament Director provides a final adjudication."),
    ],
)
def test_what_stands_is_told_in_the_words_of_that_rulebook(id: str, verdicts, said: str) -> None:
    lines = what_stands(shipped(id), verdicts)

    assert any(said in line.text for line in lines)
    assert all(line.clause for line in lines)


def test_after_one_ruling_there_is_nothing_to_tell() -> None:
    assert what_stands(shipped("naspa-2016"), (YES,)) == ()


# ---- the decisions on them ---------------------------------------------------------------------------------


def test_a_second_opinion_that_agrees_stands_with_the_first() -> None:
    found = worked("naspa-2016", "second_opinion", FIRST, opinion_by="CD", opinion_verdict="acceptable")

    assert found.sentence == "Second opinion: ACCEPTABLE. It stands: the play is ACCEPTABLE."
    assert dict(found.amounts) == {"verdict": "acceptable", "stands": "B-10"}


def test_one_that_differs_settles_nothing_yet() -> None:
    found = worked("naspa-2016", "second_opinion", FIRST, opinion_by="CD", opinion_verdict="unacceptable")

    assert "neither settles it yet" in found.sentence
    assert found.amounts == ()
    assert [line.clause for line in found.law] == ["IV.K.4", "IV.K.4; II.E"]


def test_an_opinion_by_the_same_person_is_refused_in_the_form_too() -> None:
    found = worked("naspa-2016", "second_opinion", FIRST, opinion_by="AB", opinion_verdict="acceptable")

    assert "another person has to give this opinion" in found.refusal


def test_the_opinion_that_was_ruled_on_record_is_known_to_the_form() -> None:
    second = ruling(
        "unacceptable", seq=11, method="word_judge_book", operator="CD", after=FIRST.key, opinion=2
    )
    context = knowing(FIRST, rulings=(second,))

    known = known_answers(form("naspa-2016", "second_opinion"), context)
    found = evaluate(form("naspa-2016", "second_opinion"), {}, context)

    assert known == {"verdict": "acceptable", "opinion_verdict": "unacceptable", "opinion_by": "CD"}
    assert found.sentence.startswith("Second opinion: UNACCEPTABLE.")


def test_a_third_settles_it_and_names_the_ruling_that_stands() -> None:
    second = ruling(
        "unacceptable", seq=11, method="word_judge_book", operator="CD", after=FIRST.key, opinion=2
    )
    context = knowing(FIRST, rulings=(second,))

    found = evaluate(
        form("naspa-2016", "third_opinion"), {"opinion_by": "EF", "opinion_verdict": "unacceptable"}, context
    )

    assert dict(found.amounts) == {"verdict": "unacceptable", "stands": "B-11"}


def test_a_second_opinion_that_only_a_decision_tells_of_counts_for_the_third() -> None:
    told = made(FIRST, DecisionShape.SECOND_OPINION, opinion_verdict="unacceptable", opinion_by="CD")
    context = knowing(FIRST, decisions=(told,))

    assert [one.verdict for one in list_given(context)] == [YES, NO]
    assert known_answers(form("naspa-2016", "third_opinion"), context)["second_verdict"] == "unacceptable"


def test_one_on_a_decision_that_cannot_be_read_is_none() -> None:
    told = made(FIRST, DecisionShape.SECOND_OPINION, opinion_verdict="perhaps")

    assert len(list_given(knowing(FIRST, decisions=(told,)))) == 1


def test_a_third_before_the_first_two_differ_is_refused() -> None:
    answers = {"second_verdict": "acceptable", "opinion_by": "EF", "opinion_verdict": "acceptable"}

    assert "do not differ" in worked("naspa-2016", "third_opinion", FIRST, **answers).refusal


def test_without_a_third_the_first_ruling_stands_under_one_rulebook() -> None:
    found = worked("naspa-2016", "first_ruling_stands", FIRST, second_verdict="unacceptable")
    agreed = worked("naspa-2016", "first_ruling_stands", FIRST, second_verdict="acceptable")

    assert dict(found.amounts) == {"verdict": "acceptable", "stands": "B-10"}
    assert any("prevails" in line.text for line in found.law)
    assert "do not differ" in agreed.refusal
    assert all(shipped(id).decision("first_ruling_stands") is None for id in IDS if id != "naspa-2016")


@pytest.mark.parametrize(
    ("verdict", "came"),
    [
        ("refer", "It answers B-10."),
        ("acceptable", "It confirms B-10."),
        ("unacceptable", "It stands in the place of B-10."),
    ],
)
def test_a_manual_adjudication_answers_confirms_or_replaces(verdict: str, came: str) -> None:
    answers = {"ground": "ground_1", "manual_by": "CD", "manual_verdict": "acceptable"}

    found = worked("naspa-2016", "manual_adjudication", ruling(verdict), **answers)

    assert found.sentence == f"Manual adjudication: the play is ACCEPTABLE. {came}"
    assert dict(found.amounts) == {"verdict": "acceptable"}


def test_the_answer_in_print_that_is_on_record_is_known_to_the_form() -> None:
    referred = ruling("refer")
    answer = ruling("unacceptable", seq=11, method="word_judge_book", operator="CD", after=referred.key)
    context = knowing(referred, rulings=(answer,))

    found = evaluate(form("naspa-2016", "manual_adjudication"), {"ground": "other"}, context)

    assert dict(found.amounts) == {"verdict": "unacceptable", "stands": "B-11"}


def test_a_decision_on_a_ruling_without_a_verdict_waits_for_it() -> None:
    for type in ("second_opinion", "third_opinion", "first_ruling_stands", "improper_lookup", "extra_minute"):
        assert "has no verdict yet" in worked("naspa-2016", type, ruling("refer")).refusal


def test_an_opinion_that_was_referred_itself_is_none_yet() -> None:
    second = replace(ruling("refer", seq=11), after=FIRST.key, opinion=2)

    assert len(list_given(knowing(FIRST, rulings=(second,)))) == 1


def test_staff_opinions_without_a_ruling_here_are_told_whole() -> None:
    found = worked(
        "wespa-5.1",
        "final_adjudication",
        verdict="acceptable",
        second_verdict="unacceptable",
        opinion_by="TD",
        opinion_verdict="acceptable",
        another_person="yes",
    )

    assert dict(found.amounts) == {"verdict": "acceptable"}
